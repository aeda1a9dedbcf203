"""Run every check of the project, from any folder, on a bare machine too.

    python tests/run.py                  everything
    python tests/run.py --style          style, types and imports only, as before a commit
    python tests/run.py --fast           style, types and the quick tests: seconds, not minutes
    python tests/run.py --no-browser     everything that needs no browser
    python tests/run.py --long           three times as many random games, two more golden ones,
                                         a second build compared with the first, and more tests
                                         inside Pyodide
    python tests/run.py --browsers chromium,firefox     where there is no WebKitGTK
    python tests/run.py tests/cards -x   what is not an option of its own goes to pytest

It makes .venv with the locked tools, fetches the locked npm packages and looks for the browsers; as
root on a Debian it installs what is missing of these. pytest comes last, so its summary closes
the output; the exit status is 0 only if every stage passed.
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

VENV = ROOT / ".venv"
REQUIREMENTS = ROOT / "requirements-dev.txt"
NOT_FAST = "not browser and not pyodide and not random_games and not slow"


Stage = tuple[str, list[str]]  # what it is called, and its command


class SetupError(Exception):
    """Something is missing that a person has to install."""


# --- what the stages need ---------------------------------------------------------------------


_apt = Lock()
_apt_lists: list[bool] = []  # whether they are new, once that was tried


def apt_install(*packages: str) -> bool:
    """Install Debian packages where that is possible without asking anyone."""
    with _apt:
        return _apt_install(packages)


def _apt_install(packages: Sequence[str]) -> bool:
    apt = shutil.which("apt-get")
    if apt is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return False
    print(f"Installing {' '.join(packages)} ...", flush=True)
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}

    def run(*command: str) -> bool:
        done = subprocess.run(
            [apt, "-q", *command], env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            print(done.stdout + done.stderr, flush=True)
        return done.returncode == 0

    if not _apt_lists:
        _apt_lists.append(run("update"))
    return _apt_lists[0] and run("install", "-y", "--no-install-recommends", *packages)


def venv_python() -> Path:
    """Return the program of the project's own environment."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def prepare_venv() -> None:
    """Make .venv with exactly the locked tools, unless it is there already."""
    stamp = VENV / ".tashkalar-stamp"
    wanted = hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest() + sys.version
    if venv_python().exists() and stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return
    # Debian packs this part of Python separately.
    if importlib.util.find_spec("ensurepip") is None:
        package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
        if not apt_install(package):
            raise SetupError(f"this Python cannot make environments; install {package}")
    print("Making .venv with the locked tools (only needed once) ...", flush=True)
    make = [sys.executable, "-m", "venv", "--clear", str(VENV)]
    install = [str(venv_python()), "-m", "pip", "install", "-qq", "--require-hashes"]
    # Python compiles what is imported, which is a small part.
    install += ["--no-compile", "--disable-pip-version-check", "--requirement", str(REQUIREMENTS)]
    for command in (make, install):
        if subprocess.run(command, cwd=ROOT, check=False).returncode != 0:
            raise SetupError("the environment for the tests could not be made; see above")
    stamp.write_text(wanted, encoding="utf-8")


def prepare_node() -> None:
    """Fetch the npm packages, and Node itself where apt can."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        apt_install("nodejs", "npm")
    find_npm()
    # In this order, since the Node stage needs node_modules even where static/vendor/ is ready.
    install_npm_packages(dev=True)
    prepare_vendor_folder()


def prepare_browsers(names: Sequence[str]) -> None:
    """Make sure that the browser tests will find what they drive."""
    missing = missing_browsers(names)
    if missing:
        apt_install(*(package for name in missing for package in PROGRAMS[name].packages))
    missing = missing_browsers(missing)
    if missing:
        rest = ",".join(name for name in names if name not in missing)
        reasons = "; ".join(PROGRAMS[name].missing for name in missing)
        leave_out = f"--browsers {rest}" if rest else "--no-browser"
        raise SetupError(f"{reasons}; or leave out what is missing with {leave_out}")
    if "chromium" in names:
        if too_old := check_version():
            raise SetupError(too_old)
        if find_chromium() == "/usr/bin/chromium" and find_shell() is None:
            apt_install(SHELL)  # without it the tests are slower, no more
    os.environ[CHOICE_VARIABLE] = ",".join(names)


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
    """Find the tests and keep them compiled, so that each worker of pytest finds them sooner."""
    quiet = ["-o", "addopts=--import-mode=importlib", "-p", "no:terminal"]
    return "collecting the tests", in_venv("pytest", "--collect-only", *quiet)


def style_stages(packages: Future[None] | None) -> Iterator[Stage]:
    """List what looks at the sources without running them; the scripts', once all is fetched."""
    yield "mypy", in_venv("mypy")
    yield "ruff check", in_venv("ruff", "check")
    yield "ruff format", in_venv("ruff", "format", "--check")
    yield "imports", [program("lint-imports"), "--no-logo", "--no-cache"]
    if packages:
        packages.result()
    # The quick modes fetch nothing: they check the scripts where another run has fetched what does.
    if (ROOT / "node_modules" / "eslint").is_dir():
        npm = shutil.which("npm") or "npm"
        for name in ("lint", "types", "style"):
            yield f"npm run {name}", [npm, "run", "--silent", name]


def pytest_stage(arguments: argparse.Namespace, pytest_arguments: Sequence[str]) -> Stage:
    """The tests."""
    # Two more than there are cores: a worker often waits, for its browser or for a moment to pass.
    workers = min(4, (os.cpu_count() or 1) + 2)
    pytest = ["pytest", "-n", str(workers), "--dist", "worksteal"]
    pytest += ["--durations", "10", "--durations-min", "1"]
    # When Chromium itself falls over, or a page gives its start up, as WebKit's did once without a
    # network, the test starts again, once; the summary counts and names it.
    pytest += ["--reruns", "1", "--only-rerun", "Target crashed"]
    pytest += ["--only-rerun", "the app did not start", "-rR"]
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
    arguments, others = parser.parse_known_args(argv)
    try:
        browsers = read_choice(arguments.browsers) if arguments.browsers else chosen_browsers()
    except ValueError as error:
        parser.error(str(error))
    # What is imported again and again is kept compiled, wherever this is run.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    whole = not (arguments.style or arguments.fast)
    try:
        # The sources are looked at while browsers and the page's packages are still fetched.
        with ThreadPoolExecutor() as pool:
            fetched = whole and not arguments.no_browser and pool.submit(prepare_browsers, browsers)
            packages = pool.submit(prepare_node) if whole else None
            prepare_venv()
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
