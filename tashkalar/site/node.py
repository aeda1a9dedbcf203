"""Running the scripts that need Node: those in which Pyodide compiles for the page."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

from tashkalar.site.npm import find_npm
from tashkalar.site.paths import SiteError


def run_node(script: Path, job: object, *, task: str) -> str:
    """Run a script with a job as JSON; return what it prints."""
    find_npm()  # tells what is wrong with Node, if anything is
    done = subprocess.run(
        [shutil.which("node") or "node", str(script), json.dumps(job)],
        env=os.environ | {"TZ": "UTC"},  # the names of the zone are in a snapshot's memory
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode != 0:
        # Node shows the line of the source first, and for Pyodide's that is a megabyte.
        told = [line for line in done.stderr.splitlines() if re.match(r"\w*Error: ", line)]
        raise SiteError(f"{task} failed: {told[-1] if told else 'Node gave no reason'}")
    return done.stdout
