"""Tests of the repository: hosting, locked versions, a helpful command line."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import tomllib
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from tashkalar import __version__, new_game
from tashkalar.site import npm, offline
from tashkalar.site.build import pack_engine
from tashkalar.site.npm import MIN_NODE_VERSION, install_npm_packages
from tashkalar.site.page_source.fonts import font_files, font_licenses
from tashkalar.site.page_source.page import PARTS_FOLDER, make_page
from tashkalar.site.paths import APP_ARCHIVE, PAGE_FILES, PLAIN_FOLDERS, ROOT, SiteError
from tashkalar.site.pyodide.python_library import (
    DEFERRED_WASM,
    PYODIDE_SCRIPTS,
    REST_ARCHIVE,
    START_ARCHIVE,
    START_WASM,
    fallback_names,
)
from tashkalar.site.pyodide.rungs import Rung
from tashkalar.site.server import make_server
from tashkalar.site.vendor import ZSTD_DECODER, prepare_vendor_folder
from tests.limits import COMMAND_TIMEOUT_S, serve_in_thread

# What a checkout may hold besides, should git not be there to ask. Hidden folders come on top.
MADE = {"node_modules", "dist", "vendor", "vendor.new", "build", "test-results", "__pycache__"}
HIDDEN_BUT_OURS = {".ci", ".github"}


def run_serve(
    *arguments: str, root: Path = ROOT, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(root / "serve.py"), *arguments],
        capture_output=True,
        text=True,
        env=os.environ | {"CI": "1"} | (env or {}),
        timeout=COMMAND_TIMEOUT_S,
        check=False,
    )


def assert_one_line(done: subprocess.CompletedProcess[str], *words: str) -> None:
    assert done.returncode == 2, done
    assert done.stdout == ""
    line = done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
    for word in words:
        assert word in line


def repository_files() -> list[Path]:
    git = shutil.which("git")
    if git is not None and (ROOT / ".git").exists():
        listing = subprocess.run(
            [git, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=COMMAND_TIMEOUT_S,
            check=True,
        )
        names = [name for name in listing.stdout.split("\0") if name]
        return [ROOT / name for name in names if (ROOT / name).is_file()]
    findings = []
    for folder, below, names in os.walk(ROOT):
        below[:] = [
            name
            for name in below
            if name not in MADE and (not name.startswith(".") or name in HIDDEN_BUT_OURS)
        ]
        findings += [Path(folder, name) for name in names]
    return findings


@pytest.fixture
def built(built_folder: Path) -> Path:
    """Return the folder of a build that all tests share."""
    return built_folder


@pytest.fixture
def bare_checkout(tmp_path: Path) -> Path:
    """Copy what serve.py needs, without anything that was made before."""
    root = tmp_path / "checkout"
    root.mkdir()
    for name in (*PAGE_FILES, "serve.py", "package.json", "package-lock.json", ".npmrc"):
        shutil.copyfile(ROOT / name, root / name)
    for folder in ("static/css", "static/lessons", "static/licenses", "static/locale", "tashkalar"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / folder, root / folder, ignore=ignored)
    return root


def contents(folder: Path) -> dict[str, bytes]:
    """The bytes of every file below a folder."""
    files = (file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


# --- the build --------------------------------------------------------------------------------


@pytest.mark.pyodide
def test_build_holds_all_that_the_page_needs(built: Path) -> None:
    for name in (*PAGE_FILES, ".nojekyll", APP_ARCHIVE, "static/app/main.py"):
        assert (built / name).is_file(), name
    pyodide = (
        *PYODIDE_SCRIPTS,
        START_ARCHIVE,
        REST_ARCHIVE,
        START_WASM,
        DEFERRED_WASM,
        "pyodide-lock.json",
        "LICENSE-MPL-2.0.txt",
    )
    for name in pyodide:
        assert (built / "static/vendor/pyodide" / name).is_file(), name
    assert (built / "static/vendor/pyscript/core.js").is_file()
    assert (built / ZSTD_DECODER).is_file() and (built / ZSTD_DECODER).with_name(
        "LICENSE.txt"
    ).is_file()
    licences = {file.name for file in (built / "static/vendor/pyscript/licenses").iterdir()}
    assert {"@pyscript-core.txt", "polyscript.txt", "coincident.txt", "toml.txt"} <= licences
    faces = {file.name for file in (built / "static/vendor/fonts").iterdir()}
    assert faces == {*font_files(), *font_licenses()}
    named = re.findall(r"vendor/fonts/([a-z0-9.-]+)", (built / "static/css/type.css").read_text())
    assert sorted(named) == sorted(font_files())
    lock = json.loads((built / "static/vendor/pyodide/pyodide-lock.json").read_text())
    assert set(lock["packages"]) == {"micropip"}  # of the 119 KB that the page has no use for
    assert lock["info"]["python"]


@pytest.mark.long
@pytest.mark.pyodide
@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="there the packages cannot be linked to")
def test_another_build_is_the_same(built: Path, tmp_path: Path) -> None:
    """Made apart, over an old one: another folder, another clock, other rights and dates."""
    root = tmp_path / "checkout"
    for file in (*PAGE_FILES, "serve.py", "package.json", "package-lock.json", ".npmrc"):
        (root / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / file, root / file)
    # What is vendored comes along; tests/test_site_library.py compiles it anew.
    leftovers = shutil.ignore_patterns("__pycache__", "vendor.new", "tashkalar.bin")
    for folder in ("static", "tashkalar"):
        shutil.copytree(ROOT / folder, root / folder, ignore=leftovers)
    install_npm_packages(dev=True)
    (root / "node_modules").symlink_to(ROOT / "node_modules")
    for path in (root / "static").rglob("*"):
        os.utime(path, (1_000_000_000, 1_000_000_000))
    out = tmp_path / "out"
    shutil.copytree(built, out)
    (out / "left-over").touch()
    (out / "index.html").write_text("an older page", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "serve.py", "build", "--out", str(out)],
        cwd=root,
        env=os.environ | {"TZ": "Pacific/Kiritimati", "CI": "1"},
        umask=0o077,
        timeout=COMMAND_TIMEOUT_S,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    ours, theirs = contents(built), contents(out)
    assert sorted(ours) == sorted(theirs)
    assert [name for name in ours if ours[name] != theirs[name]] == []
    assert [path for path in out.rglob("*") if path.stat().st_mode & 0o044 != 0o044] == []


@pytest.mark.pyodide
def test_build_tells_what_it_is(built: Path) -> None:
    about = json.loads((built / "static/app/build.json").read_text(encoding="utf-8"))
    assert about["version"] == __version__
    files = {file.relative_to(built).as_posix() for file in built.rglob("*") if file.is_file()}
    public = {name for name in files if not re.search(r"(^|/)\.", name)}
    fallback = {f"static/vendor/pyodide/{name}" for name in fallback_names(Rung.SPLIT)}
    assert fallback < public
    plain = {name for name in public if name.startswith((*PLAIN_FOLDERS, "static/pages/"))}
    assert {"rules/en/index.html", "cards/el/knight.html", "static/pages/pages.css"} <= plain
    assert set(about["files"]) == public - fallback - plain - {"sw.js"}
    page = (built / "index.html").read_text(encoding="utf-8")
    assert f'<html data-version="{__version__}" data-build="{about["build"]}" ' in page
    worker = (built / "sw.js").read_text(encoding="utf-8")
    assert about["build"] in worker
    for name in about["files"]:
        digest = hashlib.sha256((built / name).read_bytes()).digest()
        assert f"sha256-{base64.b64encode(digest).decode()}" in worker, name
    assert "Google" in (built / "static/licenses/Workbox.txt").read_text(encoding="utf-8")


@pytest.mark.pyodide
def test_documentation_is_not_stored_to_play_offline(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(offline, "write_integrity", lambda site: None)  # needs a whole site
    for name in ("index.html", "static/app/main.py", "docs/index.html", "docs/_static/furo.css"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text('<html lang="en">\n', encoding="utf-8")
    offline.add_service_worker(tmp_path)
    about = json.loads((tmp_path / "static/app/build.json").read_text(encoding="utf-8"))
    assert {"index.html", "static/app/main.py"} <= set(about["files"])
    assert not [name for name in about["files"] if name.startswith("docs/")]
    worker = (tmp_path / "sw.js").read_text(encoding="utf-8")
    assert '"static/app/main.py"' in worker
    assert "docs/index.html" not in worker and "furo.css" not in worker


@pytest.mark.pyodide
def test_configuration_names_files_of_the_build(built: Path) -> None:
    configuration = tomllib.loads((built / "pyscript.toml").read_text(encoding="utf-8"))
    url = configuration["interpreter"]
    assert url.startswith("./"), "only a relative address works below a sub-path"
    assert (built / url).is_file(), url
    assert "files" not in configuration  # interpreter.js brings the engine along


@pytest.mark.pyodide
def test_page_loads_only_files_of_the_build(built: Path) -> None:
    page = (built / "index.html").read_text(encoding="utf-8")
    tags = re.findall(r"<(?:script|link|img|source|iframe|use|image)\b[^>]*>", page)
    urls = [url for tag in tags for url in re.findall(r'\b(?:src|href|config)="([^"]*)"', tag)]
    assert urls
    for url in urls:
        if not url or url.startswith(("data:", "#")):  # empty: filled in by the page
            continue
        assert not re.match(r"/|[a-z]+:", url), f"{url} leaves the folder of the page"
        assert (built / re.split("[?#]", url)[0]).is_file(), url


@pytest.mark.pyodide
def test_build_refuses_a_folder_of_someone_else(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").touch()
    assert_one_line(run_serve("build", "--out", str(tmp_path)), "not one of our builds")
    assert_one_line(run_serve("build", "--out", str(tmp_path / "thesis.txt")), "is a file")
    assert_one_line(run_serve("build", "--out", str(ROOT)), "not one of our builds")
    assert_one_line(run_serve("build", "--out", str(ROOT / "static/x")), "inside static/")
    assert [file.name for file in tmp_path.iterdir()] == ["thesis.txt"]


def test_engine_archive_is_the_same_every_time() -> None:
    first = pack_engine()
    assert pack_engine() == first
    with zipfile.ZipFile(io.BytesIO(first)) as archive:
        names = archive.namelist()
        assert names == sorted(names)
        assert "tashkalar/__init__.py" in names
        assert not [name for name in names if "__pycache__" in name or name.endswith(".pyc")]
        sources = {file.name for file in (ROOT / "tashkalar").glob("*.py")}
        for_a_terminal = {"__main__.py", "cli.py", "terminal.py"}
        for_a_terminal |= {"card_command.py", "doctor.py", "engine_command.py", "far_command.py"}
        for_a_terminal |= {"far_keys.py", "puzzle_commands.py"}
        assert {f"tashkalar/{name}" for name in sources - for_a_terminal} <= set(names)
        assert not [name for name in for_a_terminal if f"tashkalar/{name}" in names]
        folders = ("bench", "bots/command_player", "open_data", "site", "training")
        left_out = tuple(f"tashkalar/{name}" for name in folders)
        assert not [name for name in names if name.startswith(left_out)]


# --- the server -------------------------------------------------------------------------------


@pytest.fixture
def bare_site(bare_checkout: Path) -> Iterator[str]:
    (bare_checkout / "secret.txt").touch()
    (bare_checkout / "static" / ".hidden").touch()
    with serve_in_thread(make_server(bare_checkout, prefix="/some/sub", quiet=True)) as server:
        yield server.url


def read_refusal(address: str) -> tuple[int, str]:
    """Return the code and the text with which the server refuses `address`.

    The answer is closed here: an error that is only caught keeps its socket until the collector
    comes by, in the middle of some other test.
    """
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(address)
    with caught.value as answer:
        return answer.code, answer.read().decode()


def test_server_sends_types_and_forbids_caching(bare_site: str, bare_checkout: Path) -> None:
    kinds = {
        "x.wasm": "application/wasm",
        "x.mjs": "text/javascript; charset=utf-8",
        "x.js": "text/javascript; charset=utf-8",
        "x.json": "application/json",
        "x.svg": "image/svg+xml",
        "x.toml": "application/toml",
        "x.webmanifest": "application/manifest+json",
        "x.unknown": "application/octet-stream",
    }
    for name, kind in kinds.items():
        (bare_checkout / "static" / name).write_text("x")
        with urllib.request.urlopen(f"{bare_site}static/{name}?v=1") as answer:
            assert answer.headers["Content-Type"] == kind
            assert answer.headers["Cache-Control"] == "no-store"
            assert answer.read() == b"x"
    with urllib.request.urlopen(bare_site) as answer:
        assert answer.read() == make_page(bare_checkout).encode()
    with urllib.request.urlopen(bare_site.rstrip("/")) as answer:
        assert answer.url == bare_site


def test_server_packs_the_engine_on_each_request(bare_site: str, bare_checkout: Path) -> None:
    def names() -> list[str]:
        with urllib.request.urlopen(bare_site + APP_ARCHIVE) as answer:
            return zipfile.ZipFile(io.BytesIO(answer.read())).namelist()

    before = names()
    assert "tashkalar/__init__.py" in before
    (bare_checkout / "tashkalar" / "new.py").touch()
    assert set(names()) - set(before) == {"tashkalar/new.py"}


def test_server_makes_the_page_on_each_request(bare_site: str, bare_checkout: Path) -> None:
    part = bare_checkout / PARTS_FOLDER / "menu.html"
    part.write_text('<p id="new" data-i18n="page.close"></p>', encoding="utf-8")
    with urllib.request.urlopen(bare_site + "index.html") as answer:
        assert b'<p id="new" data-i18n="page.close">Close</p>' in answer.read()
    part.write_text("<!--{icn close}-->", encoding="utf-8")
    code, words = read_refusal(bare_site)
    assert code == 500
    assert "icn close" in words


@pytest.mark.parametrize(
    "path",
    [
        "missing",
        "secret.txt",
        "serve.py",
        "static",
        "static/",
        "static/.hidden",
        "static/../secret.txt",
        "static/%2e%2e/secret.txt",
        "static//app/main.py",
        "static/%00",
        "../../index.html",
        "../../static/licenses/Python.txt",
        "tashkalar/site/page_source/parts/menu.html",
    ],
)
def test_server_shows_nothing_but_the_site(bare_site: str, path: str) -> None:
    code, _ = read_refusal(bare_site + path)
    assert code == 404


# --- the command line -------------------------------------------------------------------------


def test_help_names_the_options() -> None:
    done = run_serve("--help")
    assert done.returncode == 0
    for word in ("build", "--port", "--host", "--no-browser"):
        assert word in done.stdout
    assert "--out" in run_serve("build", "--help").stdout


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["--port", "http"], "'http'"),
        (["--port", "65536"], "'65536'"),
        (["--colour"], "--colour"),
        (["deploy"], "deploy"),
        (["build", "--out"], "--out"),
        (["--host", "192.0.2.1"], "192.0.2.1"),
    ],
)
def test_bad_arguments_take_one_line(arguments: list[str], word: str) -> None:
    done = run_serve(*arguments)
    assert_one_line(done, word)
    assert len(done.stderr.splitlines()) == 1


def test_busy_port_takes_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = run_serve("--port", port, "--no-browser")
    assert_one_line(done, port, "--port")
    assert len(done.stderr.splitlines()) == 1


def test_missing_node_takes_one_line(bare_checkout: Path, tmp_path: Path) -> None:
    done = run_serve("build", root=bare_checkout, env={"PATH": str(tmp_path)})
    assert_one_line(done, "Node.js", "npm", str(MIN_NODE_VERSION))


@pytest.mark.skipif(os.name == "nt", reason="the stand-in for node is a shell script")
def test_old_node_takes_one_line(bare_checkout: Path, tmp_path: Path) -> None:
    for name in ("node", "npm"):
        (tmp_path / name).write_text("#!/bin/sh\necho v16.20.2\n")
        (tmp_path / name).chmod(0o755)
    done = run_serve("build", root=bare_checkout, env={"PATH": str(tmp_path)})
    assert_one_line(done, "v16.20.2", str(MIN_NODE_VERSION))


@pytest.mark.skipif(os.name == "nt", reason="the stand-in for node is a shell script")
def test_node_that_hangs_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("node", "npm"):
        (tmp_path / name).write_text("#!/bin/sh\nexec sleep 60\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr(npm, "VERSION_LIMIT_S", 0.2)
    with pytest.raises(SiteError, match=r"node --version did not end within 0\.2 s"):
        npm.find_npm()


@pytest.mark.pyodide
def test_missing_network_takes_one_line(bare_checkout: Path, tmp_path: Path) -> None:
    nowhere = {
        "npm_config_registry": "http://127.0.0.1:9/",
        "npm_config_cache": str(tmp_path / "cache"),
        "npm_config_fetch_retries": "0",  # each waits for ten seconds
    }
    done = run_serve("build", root=bare_checkout, env=nowhere)
    assert_one_line(done, "no network")
    assert not (bare_checkout / "dist").exists()


@pytest.mark.pyodide
@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent to the whole console there")
def test_server_starts_with_one_line_and_ends_quietly() -> None:
    import signal

    prepare_vendor_folder()
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "serve.py"), "--port", "0", "--no-browser"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A shell that runs the tests in the background has told its children to ignore Ctrl-C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    with process:
        assert process.stdout is not None
        line = process.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:\d+/", line)
        assert address, line
        with urllib.request.urlopen(address[0]) as answer:
            assert answer.status == 200
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        rest, errors = process.communicate(timeout=30)
    assert (process.returncode, rest, errors) == (0, "", "")


# --- the repository ---------------------------------------------------------------------------


def test_lock_file_names_no_addresses() -> None:
    text = (ROOT / "package-lock.json").read_text(encoding="utf-8")
    assert "resolved" not in text
    packages = json.loads(text)["packages"]
    for package in packages.values():
        package.pop("funding", None)  # where to thank the authors; nothing is fetched from there
    assert "://" not in json.dumps(packages)
    wanted = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["dependencies"]
    assert {name: packages[f"node_modules/{name}"]["version"] for name in wanted} == wanted


def test_requirements_are_pinned_and_hashed() -> None:
    text = (ROOT / "requirements-dev.txt").read_text(encoding="utf-8")
    assert "://" not in text
    entries = re.split(r"\n(?=\S)", text.replace("\\\n", " ").strip())
    for entry in entries:
        assert re.match(r"[a-z0-9-]+==\S+", entry), entry
        assert "--hash=sha256:" in entry, entry
    names = {entry.split("==")[0] for entry in entries}
    for line in (ROOT / "requirements-dev.in").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            assert re.split("[<>=; ]", line)[0] in names


def test_no_file_names_a_folder_of_someones_machine() -> None:
    pattern = re.compile(rb"(?<![\w.~/-])/(?:work|root|Users|home(?!/pyodide|/web_user))/[\w.-]+")
    findings = [
        f"{file.relative_to(ROOT)}: {match[0].decode()}"
        for file in repository_files()
        for match in pattern.finditer(file.read_bytes())
    ]
    assert findings == []


def test_the_version_has_one_source() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" in project["project"]["dynamic"]
    assert "version" not in json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    source = (ROOT / "tashkalar" / "__init__.py").read_text(encoding="utf-8")
    # setuptools reads it without running the package, so it has to be a plain string.
    assert re.search(r'^__version__(?:: \w+)? = "\d+\.\d+\.\d+"$', source, re.MULTILINE)
    assert json.loads(new_game("duel", ["northern", "sylvan"]).to_json())["engine"] == __version__
    assert (ROOT / "tashkalar" / "py.typed").is_file()


def test_every_version_is_in_the_changelog() -> None:
    """Check that the newest version comes first, and that all but the first have a date."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    released = headings[headings[0] == "Unreleased" :]
    assert released[0].split()[0] == __version__
    numbers = []
    days = []
    for heading in released:
        match = re.fullmatch(r"(\d+)\.(\d+)\.(\d+)(?: \((\d{4}-\d\d-\d\d)\))?", heading)
        assert match, heading
        numbers.append(tuple(map(int, match.groups()[:3])))
        days.append(match[4])
    assert numbers == sorted(set(numbers), reverse=True)
    assert all(days[:-1])
    dates = [date.fromisoformat(day) for day in days if day]
    assert dates == sorted(dates, reverse=True)


def test_text_files_are_as_the_editorconfig_says() -> None:
    """Words in UTF-8, lines that end with LF alone, no blanks at their ends."""
    for file in repository_files():
        if file.suffix not in (".gz", ".png", ".webp", ".woff2") and "licenses" not in file.parts:
            text = file.read_bytes().decode("utf-8")
            assert "\r" not in text and (not text or text.endswith("\n")), file
            assert not re.search(r"[ \t]+$", text, re.MULTILINE), file


def test_every_decision_is_in_the_list() -> None:
    folder = ROOT / "docs" / "decisions"
    listed = set(re.findall(r"\]\(([\w-]+\.md)\)", (folder / "README.md").read_text("utf-8")))
    assert listed == {file.name for file in folder.glob("*.md")} - {"README.md"}


def test_drawings_name_what_there_is() -> None:
    """Check each file and folder that a drawing of the architecture page names."""
    drawings = sorted((ROOT / "docs" / "images").glob("*.svg"))
    named = [
        name
        for drawing in drawings
        for text in re.findall(r'<text class="code"[^>]*>([^<]*)<', drawing.read_text("utf-8"))
        for name in text.split(", ")
        if "(" not in name
    ]
    assert len(drawings) == 2 and len(named) > 15
    known = [f"/{path.relative_to(ROOT).as_posix()}" for path in repository_files()]
    for name in named:
        assert any(f"/{name}" in path for path in known), name
