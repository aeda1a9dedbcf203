"""Run every check of the project, from any folder, on a bare machine too.

    python tests/run.py                  everything
    python tests/run.py --style          style, types and imports only, as before a commit
    python tests/run.py --fast           style, types and the quick tests: seconds, not minutes
    python tests/run.py --no-browser     everything that needs no browser
    python tests/run.py --long           four times as many random games, two more golden ones,
                                         a second build compared with the first, and more tests
                                         inside Pyodide
    python tests/run.py --browsers chromium,firefox     where there is no WebKitGTK
    python tests/run.py --no-install     install no system packages: stop and name what is missing
    python tests/run.py tests/cards -x   what is not an option of its own goes to pytest

The command makes .venv with the locked tools, fetches the locked npm packages and looks for the
browsers. As root on Debian it installs the missing system packages, after one line that names them
and says what they are for. pytest comes last, so its summary closes the output; the exit status is
0 only if every stage passed.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from threading import Lock
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import serve  # noqa: E402, F401 - refuses a Python that is too old, in one clear line
from tashkalar.site.npm import find_npm, install_npm_packages  # noqa: E402
from tashkalar.site.paths import SiteError  # noqa: E402
from tashkalar.site.vendor import prepare_vendor_folder  # noqa: E402
from tests.browser.engines.programs import (  # noqa: E402
    CHOICE_VARIABLE,
    PROGRAMS,
    chosen_browsers,
    missing_browsers,
    read_choice,
)
from tests.chromium import SHELL, check_version, find_chromium, find_shell  # noqa: E402
from tests.speech.desk import PACKAGES, missing_programs  # noqa: E402

VENV = ROOT / ".venv"
REQUIREMENTS = ROOT / "requirements-dev.txt"
# Each warning is an error: a broken link or anchor, a page that no table of contents names.
DOCUMENTATION = ("-qEW", "--keep-going", "-d", "build/doctrees", "docs", "build/docs")
NOT_FAST = "not browser and not pyodide and not random_games and not slow"


Stage = tuple[str, list[str]]  # what it is called, and its command


class SetupError(Exception):
    """The error for a missing program or package that a person has to install."""


# --- what the stages need ---------------------------------------------------------------------


class Need(NamedTuple):
    """The system packages that a machine lacks, by their names in Debian."""

    packages: tuple[str, ...]
    purpose: str  # what they are for, as a line on the screen says it


SCREEN_READER = Need(PACKAGES, "to play the page by ear")
NODE = Need(("nodejs", "npm"), "to fetch what the page needs and to test it in Pyodide")


def find_missing_venv() -> Need | None:
    """Return what .venv lacks: Debian packs this part of Python separately."""
    if is_venv_ready() or importlib.util.find_spec("ensurepip") is not None:
        return None
    package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    return Need((package,), "to make .venv with the locked tools")


def find_missing_node() -> Need | None:
    """Return what is missing to run Node and npm."""
    return NODE if shutil.which("node") is None or shutil.which("npm") is None else None


def find_missing_browsers(names: Sequence[str]) -> Need | None:
    """Return what is missing to drive the page in the browsers."""
    missing = missing_browsers(names)
    if not missing:
        return None
    packages = tuple(package for name in missing for package in PROGRAMS[name].packages)
    return Need(packages, f"to test the page in {', '.join(missing)}")


class Installer:
    """The installer of system packages: apt-get, as root on Debian, unless that is unwanted."""

    def __init__(self, may_install: bool) -> None:
        self.may_install = may_install
        self._lock = Lock()  # apt-get refuses to run twice at the same time
        self._are_lists_new: bool | None = None  # None: not tried yet

    def install(self, need: Need) -> bool:
        """Install packages where possible without asking anyone; tell whether that succeeded."""
        apt = shutil.which("apt-get")
        is_root = hasattr(os, "geteuid") and os.geteuid() == 0
        if not self.may_install or apt is None or not is_root:
            return False
        with self._lock:
            packages = " ".join(need.packages)
            print(f"Installing {packages} with apt-get, {need.purpose} ...", flush=True)
            if self._are_lists_new is None:
                self._are_lists_new = self._run(apt, "update")
            command = ("install", "-y", "--no-install-recommends", *need.packages)
            return self._are_lists_new and self._run(apt, *command)

    @staticmethod
    def _run(apt: str, *command: str) -> bool:
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        done = subprocess.run(
            [apt, "-q", *command], env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            print(done.stdout + done.stderr, flush=True)
        return done.returncode == 0


def venv_python() -> Path:
    """Return the program of the project's own environment."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def is_venv_ready() -> bool:
    """Tell whether .venv has exactly the locked tools."""
    stamp = VENV / ".tashkalar-stamp"
    if not venv_python().exists() or not stamp.exists():
        return False
    return stamp.read_text(encoding="utf-8") == venv_stamp()


def venv_stamp() -> str:
    """Return a text that changes with the locked tools and with Python."""
    return hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest() + sys.version


def prepare_venv(installer: Installer) -> None:
    """Make .venv with exactly the locked tools, unless it is there already."""
    if is_venv_ready():
        return
    need = find_missing_venv()
    if need and not installer.install(need):
        package = need.packages[0]
        raise SetupError(f"this Python cannot make environments; install {package}")
    print("Making .venv with the locked tools (only needed once) ...", flush=True)
    make = [sys.executable, "-m", "venv", "--clear", str(VENV)]
    install = [str(venv_python()), "-m", "pip", "install", "-qq", "--require-hashes"]
    # Python compiles what is imported, which is a small part.
    install += ["--no-compile", "--disable-pip-version-check", "--requirement", str(REQUIREMENTS)]
    for command in (make, install):
        if subprocess.run(command, cwd=ROOT, check=False).returncode != 0:
            raise SetupError("the environment for the tests could not be made; see above")
    (VENV / ".tashkalar-stamp").write_text(venv_stamp(), encoding="utf-8")


def prepare_node(installer: Installer) -> None:
    """Fetch the npm packages, and Node itself where apt can."""
    if need := find_missing_node():
        installer.install(need)
    find_npm()
    # In this order, since the Node stage needs node_modules even where static/vendor/ is ready.
    install_npm_packages(dev=True)
    prepare_vendor_folder()


def prepare_browsers(names: Sequence[str], installer: Installer) -> None:
    """Make sure that the browser tests will find what they drive."""
    if need := find_missing_browsers(names):
        installer.install(need)
    missing = missing_browsers(names)
    if missing:
        rest = ",".join(name for name in names if name not in missing)
        reasons = "; ".join(PROGRAMS[name].missing for name in missing)
        leave_out = f"--browsers {rest}" if rest else "--no-browser"
        raise SetupError(f"{reasons}; or leave out what is missing with {leave_out}")
    if "chromium" in names:
        if too_old := check_version():
            raise SetupError(too_old)
        if find_chromium() == "/usr/bin/chromium" and find_shell() is None:
            # Without the shell the tests are only slower.
            installer.install(Need((SHELL,), "to test the page in Chromium faster"))
    os.environ[CHOICE_VARIABLE] = ",".join(names)


def refuse_to_install(needs: Iterable[Need | None]) -> None:
    """Raise SetupError with one line that names everything that would have to be installed."""
    missing = [f"{' '.join(need.packages)} ({need.purpose})" for need in needs if need]
    if missing:
        raise SetupError(
            f"missing, and not installed because of --no-install: {', '.join(missing)}"
        )


# --- the stages -------------------------------------------------------------------------------


def program(name: str) -> str:
    """Return the path of a program that came with a package of the environment."""
    return str(venv_python().with_name(f"{name}.exe" if os.name == "nt" else name))


def in_venv(*arguments: str) -> list[str]:
    """Return the command that runs a module of the project's own environment."""
    return [str(venv_python()), "-m", *arguments]


def left_out(arguments: argparse.Namespace) -> str:
    """Return which tests pytest is to leave out, as its `-m` wants it."""
    if arguments.fast:
        return NOT_FAST
    return " and ".join(
        [*["not browser"] * arguments.no_browser, *["not long"] * (not arguments.long)]
    )


def collecting_stage() -> Stage:
    """Count the tests and keep them compiled, so that each worker of pytest finds them sooner."""
    return "collecting the tests", in_venv("tools.count_tests", "--check")


def find_prose() -> list[str]:
    """Return the files whose documents, docstrings or comments proselint reads."""
    code = [*ROOT.glob("tashkalar/**/*.py"), *ROOT.glob("static/css/*.css")]
    documents = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs", "examples"]
    return documents + sorted(path.relative_to(ROOT).as_posix() for path in code)


def style_stages(packages: Future[None] | None) -> Iterator[Stage]:
    """List what looks at the sources without running them; the scripts', once all is fetched."""
    yield "mypy", in_venv("mypy")
    yield "ruff check", in_venv("ruff", "check")
    yield "ruff format", in_venv("ruff", "format", "--check")
    yield "imports", [program("lint-imports"), "--no-logo", "--no-cache"]
    yield "codespell", [program("codespell")]
    # requirements-dev.in says where proselint cannot be installed.
    if Path(program("proselint")).exists():
        settings = ["--config", "tools/proselint.json", "--output-format", "compact"]
        yield "proselint", [program("proselint"), "check", *settings, *find_prose()]
    yield "documentation", in_venv("sphinx", *DOCUMENTATION)
    if packages:
        packages.result()
    # The quick modes fetch nothing: they check the scripts where another run has fetched what does.
    if (ROOT / "node_modules" / "eslint").is_dir():
        npm = shutil.which("npm") or "npm"
        for name in ("lint", "types", "style"):
            yield f"npm run {name}", [npm, "run", "--silent", name]


def pytest_stage(arguments: argparse.Namespace, pytest_arguments: Sequence[str]) -> Stage:
    """The tests."""
    # One more than there are cores: a worker often waits, for its browser or for a moment to pass.
    # With four on two cores, five files of browser tests took a fifth longer.
    workers = min(4, (os.cpu_count() or 1) + 1)
    pytest = ["pytest", "-n", str(workers), "--dist", "worksteal"]
    pytest += ["--durations", "10", "--durations-min", "1"]
    pytest += ["-rR"]  # names the browser tests that had to start again (tests/browser/conftest.py)
    return "pytest", in_venv(*pytest, "-m", left_out(arguments), *pytest_arguments)


def passes(stage: Stage) -> bool:
    """Run a stage and tell whether it succeeded; what it prints is seen at once."""
    name, command = stage
    print(f"=== {name}", flush=True)
    return subprocess.run(command, cwd=ROOT, check=False).returncode == 0


def failing(found: Iterable[Stage]) -> list[str]:
    """Run stages side by side, print what they said in their order, and name those that failed.

    Each begins as soon as it is there, while the next one may still wait for what it needs.
    """

    def said(command: list[str]) -> subprocess.CompletedProcess[bytes]:
        pipe, joined = subprocess.PIPE, subprocess.STDOUT
        return subprocess.run(command, cwd=ROOT, check=False, stdout=pipe, stderr=joined)

    failed = []
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for name, running in [(name, pool.submit(said, command)) for name, command in found]:
            done = running.result()
            print(f"=== {name}", flush=True)
            sys.stdout.buffer.write(done.stdout)
            sys.stdout.buffer.flush()
            if done.returncode != 0:
                failed.append(name)
    return failed


def main(argv: Sequence[str] | None = None) -> int:
    """Run all stages, whatever the first ones say, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="tests/run.py",
        description="Run every check of the project. Other arguments go to pytest.",
        allow_abbrev=False,
    )
    parser.add_argument("--style", action="store_true", help="only style, types and imports")
    parser.add_argument("--fast", action="store_true", help="only style, types and quick tests")
    parser.add_argument("--no-browser", action="store_true", help="leave the browser tests out")
    parser.add_argument("--long", action="store_true", help="also what is usually left out")
    parser.add_argument(
        "--browsers",
        metavar="NAMES",
        help=f"test the page only in these, with commas between them: {', '.join(PROGRAMS)}",
    )
    parser.add_argument(
        "--no-install",
        action="store_true",
        help="install no system packages: stop and name what is missing",
    )
    arguments, others = parser.parse_known_args(argv)
    try:
        browsers = read_choice(arguments.browsers) if arguments.browsers else chosen_browsers()
    except ValueError as error:
        parser.error(str(error))
    # What is imported again and again is kept compiled, wherever this is run.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    whole = not (arguments.style or arguments.fast)
    drives_browsers = whole and not arguments.no_browser
    installer = Installer(may_install=not arguments.no_install)
    try:
        if arguments.no_install:
            needs = [find_missing_venv(), find_missing_node() if whole else None]
            refuse_to_install(needs + [find_missing_browsers(browsers)] * drives_browsers)
        # The sources are looked at while browsers and the page's packages are still fetched.
        with ThreadPoolExecutor() as pool:
            fetched = drives_browsers and pool.submit(prepare_browsers, browsers, installer)
            if drives_browsers and arguments.long and missing_programs():
                installer.install(SCREEN_READER)  # without it, what is tested by ear is skipped
            packages = pool.submit(prepare_node, installer) if whole else None
            prepare_venv(installer)
            failed = failing(chain([collecting_stage()] * whole, style_stages(packages)))
            if fetched:
                fetched.result()
    except (SetupError, SiteError) as error:
        print(f"tests/run.py: {error}", file=sys.stderr, flush=True)
        return 2
    if not arguments.style and not passes(pytest_stage(arguments, others)):
        failed.append("pytest")
    # Nothing is printed after a good run: pytest's summary is the last line.
    if failed:
        print(f"=== FAILED: {', '.join(failed)}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        raise SystemExit(main())
    except KeyboardInterrupt:
        raise SystemExit(130) from None
