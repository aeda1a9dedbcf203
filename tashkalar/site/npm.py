"""The locked npm packages in node_modules/."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

from tashkalar.site.paths import (
    ROOT,
    SiteError,
    hash_files,
    hold_install_lock,
    read_text,
)
from tashkalar.site.steps import Step, announce

MIN_NODE_VERSION = 18
NETWORK_ERROR = re.compile(
    r"\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH"
    r"|ERR_SOCKET_TIMEOUT|ENOTCACHED)\b"
)


def install_npm_packages(root: Path = ROOT, *, dev: bool = False, step: Step = announce) -> None:
    """Run `npm ci` unless node_modules/ already matches the lock file.

    `dev` adds the packages that builds and tests need; starting the game needs only the others.
    """
    stamp = root / "node_modules" / ".tashkalar-stamp"
    lean = hash_files(root / "package.json", root / "package-lock.json")
    wanted = f"{lean} dev" if dev else lean
    enough = (wanted, f"{lean} dev")
    if read_text(stamp) in enough:
        return
    npm = find_npm()
    with hold_install_lock(root):
        if read_text(stamp) in enough:
            return
        choice = "--include=dev" if dev else "--omit=dev"  # overrides NODE_ENV
        retries = ("--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=4000")
        with step("Installing the locked npm packages (only needed once)"):
            done = subprocess.run(
                [npm, "ci", choice, "--no-audit", "--no-fund", "--ignore-scripts", *retries],
                cwd=root,
                capture_output=True,
                text=True,
                errors="replace",
                check=False,
            )
        if done.returncode != 0:
            raise SiteError(f"npm ci failed: {_npm_error(done.stderr + done.stdout)}")
        stamp.write_text(wanted, encoding="utf-8")


def find_npm() -> str:
    """Return the path of npm, after checking the version of Node."""
    node, npm = shutil.which("node"), shutil.which("npm")
    missing = [name for name, path in (("Node.js", node), ("npm", npm)) if path is None]
    if node is None or npm is None:
        raise SiteError(
            f"{' and '.join(missing)} not found; "
            f"install Node.js {MIN_NODE_VERSION} or newer with npm"
        )
    try:
        done = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    except OSError as error:
        raise SiteError(f"Node.js does not start: {error.strerror}") from error
    number = re.match(r"v(\d+)\.", done.stdout)
    if number is None or int(number[1]) < MIN_NODE_VERSION:
        raise SiteError(
            f"Node.js {MIN_NODE_VERSION} or newer is needed; found {done.stdout.strip() or 'none'}"
        )
    return npm


def _npm_error(output: str) -> str:
    network = NETWORK_ERROR.search(output)
    if network:
        return f"no network, the package registry cannot be reached ({network[1]})"
    lines = [
        re.sub(r"^npm (error|ERR!)\s*", "", line).strip()
        for line in output.splitlines()
        if re.match(r"npm (error|ERR!)", line)
    ]
    error_lines = [
        line for line in lines if line and not line.startswith(("code ", "A complete log"))
    ]
    return error_lines[0] if error_lines else "npm gave no reason"
