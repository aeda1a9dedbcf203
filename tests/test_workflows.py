"""The workflows of the host are checked by the linters made for them, and hold what we promise."""

from __future__ import annotations

import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tashkalar.site.checkout import ROOT

FOLDER = ROOT / ".github" / "workflows"
WORKFLOWS = sorted(FOLDER.glob("*.yml"))


def lint(*command: str) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_there_are_workflows_to_check() -> None:
    assert [file.name for file in WORKFLOWS] == ["pages.yml", "test.yml"]


def test_workflows_follow_the_schema() -> None:
    # Its copy of the schema is in the package: nothing is asked of the network.
    schema = ("--builtin-schema", "vendor.github-workflows")
    lint(sys.executable, "-m", "check_jsonschema", *schema, *map(str, WORKFLOWS))


def test_workflows_are_safe() -> None:
    program = Path(sysconfig.get_path("scripts")) / "zizmor"
    lint(str(program), "--offline", "--no-progress", "--pedantic", str(FOLDER))


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_actions_are_pinned_by_commit(file: Path) -> None:
    used = re.findall(r"uses: (\S+)", file.read_text(encoding="utf-8"))
    assert used
    for action in used:
        assert re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40}", action), action


def test_what_is_published_is_what_serve_builds() -> None:
    text = (FOLDER / "pages.yml").read_text(encoding="utf-8")
    assert "run: python serve.py build --out dist" in text
    assert re.search(r"upload-pages-artifact@\S+ # \S+\n +with:\n +path: dist\n", text)
    assert "run: .ci/run" in (FOLDER / "test.yml").read_text(encoding="utf-8")
