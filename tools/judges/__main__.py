"""Check the built site with Lighthouse, axe-core, npm audit and pip-audit; print the results.

    python -m tools.judges

Lighthouse measures a later visit with its presets for phone and desktop. axe-core checks every
screen, with the browser test that runs it. npm audit and pip-audit look for known vulnerabilities
in the locked packages; a registry that does not answer is named. The exit status is 0 if axe-core
found no violation, every score is at least 95 and no vulnerability is known.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tashkalar import terminal
from tashkalar.site.build import build_site
from tashkalar.site.npm import find_npm
from tashkalar.site.paths import ROOT
from tashkalar.site.server import make_server
from tests.chromium import NOT_FOUND, find_chromium
from tests.limits import serve_in_thread

HERE = Path(__file__).parent
AIM = 95
LOCKS = ("requirements-dev.txt", "tools/judges/requirements.txt", "tools/ratings/requirements.txt")


def run(*command: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run a command and keep what it says."""
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


def lighthouse(npm: str, chromium: str) -> bool:
    """Report the scores of the built site, served as a plain host does it."""
    done = run(npm, "ci", cwd=HERE)
    if done.returncode != 0:
        print(f"Lighthouse: not installed\n{done.stderr}")
        return False
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "dist"
        build_site(out)
        with serve_in_thread(make_server(out, prefix="/some/sub/", quiet=True)) as server:
            done = run("node", "lighthouse.mjs", chromium, server.url, cwd=HERE)
    good = done.returncode == 0
    for line in done.stdout.splitlines():
        report = json.loads(line)
        scores = ", ".join(f"{name} {score}" for name, score in report["scores"].items())
        figures = ", ".join(f"{name} {value}" for name, value in report["figures"].items())
        print(f"Lighthouse, {report['preset']}: {scores}\n  {figures}")
        for reason in report["held_back"]:
            print(f"  held back by {reason}")
        good &= min(report["scores"].values()) >= AIM
    if done.returncode != 0:
        print(f"Lighthouse failed:\n{done.stderr}")
    return good


def axe() -> bool:
    """Report what axe-core finds on the screens."""
    command = (sys.executable, "-m", "pytest", "-q", "tests/browser/test_accessibility.py")
    done = run(*command)
    print(f"axe-core: {done.stdout.splitlines()[-1]}")
    return done.returncode == 0


def audits(npm: str) -> bool:
    """Report known holes in what package-lock.json and requirements-dev.txt lock."""
    good = True
    for name, locked in (("npm audit", ROOT), ("npm audit of the judges", HERE)):
        done = run(npm, "audit", "--audit=true", "--package-lock-only", cwd=locked)
        print(f"{name}: {_last_line(done)}")
        good &= done.returncode == 0
    with tempfile.TemporaryDirectory() as folder:
        auditor = Path(folder) / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        wanted = ("--require-hashes", "-r", str(HERE / "requirements.txt"))
        run(sys.executable, "-m", "venv", folder)
        run(str(auditor), "-m", "pip", "install", "-q", *wanted)
        for lock in LOCKS:
            audit = ("pip_audit", "--require-hashes", "--disable-pip", "-r", lock)
            done = run(str(auditor), "-m", *audit)
            print(f"pip-audit of {lock}: {_last_line(done)}")
            good &= done.returncode == 0
    return good


def _last_line(done: subprocess.CompletedProcess[str]) -> str:
    lines = [line for line in (done.stdout + "\n" + done.stderr).splitlines() if line.strip()]
    kept_lines = [line for line in lines if "log of this run" not in line]
    return kept_lines[-1] if kept_lines else "nothing said"


def main() -> int:
    """Ask all of them, whatever the first ones say."""
    terminal.read_file_names("python -m tools.judges", __doc__)
    npm, chromium = find_npm(), find_chromium()
    if chromium is None or shutil.which("node") is None:
        print(NOT_FOUND, file=sys.stderr)
        return 2
    verdicts = [lighthouse(npm, chromium), axe(), audits(npm)]
    return 0 if all(verdicts) else 1


if __name__ == "__main__":
    raise SystemExit(main())
