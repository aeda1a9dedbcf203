"""Run the scripts that need Node, in which Pyodide compiles for the page."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path

from tashkalar.site.npm import find_npm, run_tool
from tashkalar.site.paths import SiteError


def run_node(script: Path, job: object, *, task: str) -> str:
    """Run a script with a job as JSON; return what it prints."""
    find_npm()  # raises SiteError if Node is missing or too old
    done = run_tool(
        [shutil.which("node") or "node", str(script), json.dumps(job)],
        task,
        env=os.environ | {"TZ": "UTC"},  # a snapshot's memory contains the names of the time zone
    )
    if done.returncode != 0:
        # Node prints the source line first, which is a megabyte long in Pyodide.
        error_lines = [line for line in done.stderr.splitlines() if re.match(r"\w*Error: ", line)]
        raise SiteError(
            f"{task} failed: {error_lines[-1] if error_lines else 'Node gave no reason'}"
        )
    return done.stdout
