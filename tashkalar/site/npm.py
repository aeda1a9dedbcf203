"""The locked npm packages in node_modules/."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
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
# Far longer than a slow machine takes; whatever takes longer hangs. In seconds.
VERSION_LIMIT_S = 60
TOOL_LIMIT_S = 1800
NETWORK_ERROR = re.compile(
    r"\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH"
    r"|ERR_SOCKET_TIMEOUT|ENOTCACHED)\b"
)


def run_tool(
    command: Sequence[str],
    task: str,
    *,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    limit_s: float = TOOL_LIMIT_S,
) -> subprocess.CompletedProcess[str]:
    """Run Node or npm and keep what it prints; raise SiteError if it takes longer than `limit_s`.

    `task` is the beginning of the error's sentence. A program that does not start raises OSError.
    """
    try:
        return subprocess.run(
            command,
            cwd=cwd,
            env=env,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
            timeout=limit_s,
        )
    except subprocess.TimeoutExpired as error:
        raise SiteError(f"{task} did not end within {limit_s:g} s; try again") from error


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
            done = run_tool(
                [npm, "ci", choice, "--no-audit", "--no-fund", "--ignore-scripts", *retries],
                "npm ci",
                cwd=root,
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
        done = run_tool([node, "--version"], "node --version", limit_s=VERSION_LIMIT_S)
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
