"""The workflows of the host are checked by the linters made for them, and hold what we promise."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
import textwrap
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tashkalar import __version__
from tashkalar.site.micropip import REQUIREMENTS_FILE
from tashkalar.site.paths import ROOT
from tashkalar.site.pyodide.wasm_split import LIST, LIST_COMMAND
from tests.limits import COMMAND_TIMEOUT_S

FOLDER = ROOT / ".github" / "workflows"
DEPENDABOT = ROOT / ".github" / "dependabot.yml"
WORKFLOWS = sorted(FOLDER.glob("*.yml"))
TEMPLATES = ROOT / ".github" / "ISSUE_TEMPLATE"
FORMS = sorted(set(TEMPLATES.glob("*.yml")) - {TEMPLATES / "config.yml"})


def lint(*command: str) -> None:
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=COMMAND_TIMEOUT_S
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_there_are_workflows_to_check() -> None:
    names = ["functions.yml", "nightly.yml", "pages.yml", "release.yml", "test.yml"]
    assert [file.name for file in WORKFLOWS] == names
    assert len(FORMS) >= 3


@pytest.mark.parametrize(
    ("schema", "files"),
    [
        ("github-workflows", WORKFLOWS),
        ("dependabot", [DEPENDABOT]),
        ("github-issue-forms", FORMS),
        ("github-issue-config", [TEMPLATES / "config.yml"]),
    ],
)
def test_files_follow_their_schema(schema: str, files: list[Path]) -> None:
    # Copies of the schemas are in the package: nothing is asked of the network.
    command = ("-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}")
    lint(sys.executable, *command, *map(str, files))


def test_workflows_are_safe() -> None:
    program = Path(sysconfig.get_path("scripts")) / "zizmor"
    lint(str(program), "--offline", "--no-progress", "--pedantic", str(FOLDER), str(DEPENDABOT))


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_actions_are_pinned_by_commit(file: Path) -> None:
    used = re.findall(r"uses: (\S+)", file.read_text(encoding="utf-8"))
    assert used
    for action in used:
        # The host's own, and the one that the registry of Python packages makes for publishing.
        owner = r"actions/[\w-]+|pypa/gh-action-pypi-publish"
        assert re.fullmatch(rf"(?:{owner})@[0-9a-f]{{40}}", action), action


def test_what_is_published_is_what_serve_builds() -> None:
    text = (FOLDER / "pages.yml").read_text(encoding="utf-8")
    assert "run: python serve.py build --out dist" in text
    assert re.search(r"upload-pages-artifact@\S+ # \S+\n +with:\n +path: dist\n", text)
    steps = re.findall(r"^ +(?:run: )?python (serve\.py|-m sphinx) .*?(\S+)$", text, re.MULTILINE)
    assert steps == [("serve.py", "dist"), ("-m sphinx", "dist/docs")]
    assert "run: .ci/run" in (FOLDER / "test.yml").read_text(encoding="utf-8")


def test_update_proposals_reach_every_lock_file() -> None:
    text = DEPENDABOT.read_text(encoding="utf-8")
    packages = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["dependencies"]
    grouped = re.findall(r"^ +- \"?([\w@/*-]+)\"?$", text, re.MULTILINE)
    for name in packages:
        assert any(fnmatch(name, pattern) for pattern in grouped if pattern != "*"), name
    folders = [folder.strip("/") for folder in re.findall(r"^ +- (/\S*)", text, re.MULTILINE)]
    assert (ROOT / folders[0] / "requirements-dev.txt").is_file()
    assert (ROOT / folders[1] / REQUIREMENTS_FILE.name).samefile(REQUIREMENTS_FILE)


def test_list_of_functions_is_made_for_update_proposals() -> None:
    text = (FOLDER / "functions.yml").read_text(encoding="utf-8")
    assert f"run: .venv/bin/{LIST_COMMAND}\n" in text
    assert f"git add {LIST.relative_to(ROOT).as_posix()}\n" in text


@pytest.mark.skipif(os.name == "nt", reason="the steps are shell scripts")
@pytest.mark.parametrize(
    ("tag", "status"), [(f"v{__version__}", 0), (__version__, 1), (f"v{__version__}.1", 1)]
)
def test_release_refuses_a_tag_that_is_not_the_version(
    tag: str, status: int, tmp_path: Path
) -> None:
    text = (FOLDER / "release.yml").read_text(encoding="utf-8")
    step = re.search(r"- name: Refuse a tag .*\n +run: \|\n((?: {10}.*\n)+)", text)
    assert step
    assert step.start() < text.index("serve.py build")
    (tmp_path / "python").symlink_to(sys.executable)
    done = subprocess.run(
        ["bash", "-e", "-c", textwrap.dedent(step[1])],
        cwd=ROOT,
        env=os.environ
        | {"GITHUB_REF_NAME": tag, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=COMMAND_TIMEOUT_S,
        check=False,
    )
    assert done.returncode == status, done.stdout + done.stderr
    assert (f"The tag is {tag};" in done.stdout) == bool(status)


def test_release_installs_the_locked_setuptools_alone() -> None:
    text = (FOLDER / "release.yml").read_text(encoding="utf-8")
    step = re.search(r"sed -n '/(.+)/,/(.+)/p' requirements-dev\.txt", text)
    assert step
    lines = (ROOT / "requirements-dev.txt").read_text(encoding="utf-8").splitlines()
    first = next(number for number, line in enumerate(lines) if re.search(step[1], line))
    last = next(number for number in range(first, len(lines)) if re.search(step[2], lines[number]))
    assert "--hash=sha256:" in lines[first + 1]
    assert all(line.startswith(" ") for line in lines[first + 1 : last + 1])


@pytest.mark.pyodide
def test_every_python_that_we_name_is_tested() -> None:
    text = (FOLDER / "test.yml").read_text(encoding="utf-8")
    (line,) = re.findall(r"^ +python: (\[.*\])$", text, re.MULTILINE)
    minors = [int(name.removeprefix("3.")) for name in json.loads(line)]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    oldest = int(project["requires-python"].removeprefix(">=3."))
    assert minors == list(range(oldest, minors[-1] + 1))
    lock = json.loads((ROOT / "node_modules/pyodide/pyodide-lock.json").read_text(encoding="utf-8"))
    assert minors[-1] >= int(lock["info"]["python"].split(".")[1])  # the page's own
