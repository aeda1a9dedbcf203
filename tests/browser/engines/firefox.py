"""Firefox, driven by `firefox.mjs` in a Node process of its own."""

from __future__ import annotations

import json
import os
import queue
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from tashkalar.site.npm import install_npm_packages
from tests.browser.engines.programs import PROGRAMS
from tests.browser.engines.tab import DriverError, Tab, Window

SCRIPT = Path(__file__).with_suffix(".mjs")
ANSWER = 90.0  # seconds; nothing that is asked takes so long unless something hangs


class FirefoxTab(Tab):
    """A tab of Firefox: it sends the Node process a line and reads one."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdin is not None and process.stdout is not None
        self._input = process.stdin
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._number = 0
        self._problems: list[str] = []
        self._requests: list[str] = []
        threading.Thread(target=self._listen, args=(process.stdout,), daemon=True).start()
        self._answer()

    def _listen(self, output: IO[str]) -> None:
        for line in output:
            self._lines.put(line)
        self._lines.put("")

    def _ask(self, name: str, *values: Any) -> Any:
        self._number += 1
        line = json.dumps({"id": self._number, "name": name, "values": values})
        try:
            self._input.write(line + "\n")
            self._input.flush()
        except OSError as error:
            raise DriverError("Firefox is gone") from error
        return self._answer()

    def _answer(self) -> Any:
        while True:
            try:
                line = self._lines.get(timeout=ANSWER)
            except queue.Empty:
                raise DriverError(f"Firefox has not answered for {ANSWER:.0f} s") from None
            if not line:
                raise DriverError("Firefox did not start, or it ended; see above")
            said = json.loads(line)
            if "problem" in said:
                self._problems.append(said["problem"])
            elif "request" in said:
                self._requests.append(said["request"])
            elif said["id"] == self._number:
                if "error" in said:
                    raise DriverError(said["error"])
                return said.get("value")

    def open(self, url: str) -> None:
        """Go to an address."""
        self._ask("open", url)

    def reload(self) -> None:
        """Load the page again."""
        self._ask("reload")

    def renew(self) -> None:
        """Open a new tab in place of the old one."""
        self._ask("renew")

    def evaluate(self, function: str, *arguments: Any) -> Any:
        """Call a function."""
        return self._ask("evaluate", function, arguments)

    def press(self, key: str) -> None:
        """Press a key."""
        self._ask("press", key)

    def type(self, text: str) -> None:
        """Type a text."""
        self._ask("type", text)

    def screenshot(self, path: Path) -> None:
        """Write a picture."""
        self._ask("screenshot", str(path))

    def set_size(self, width: int, height: int) -> None:
        """Change the size."""
        self._ask("size", width, height)

    def problems(self) -> list[str]:
        """Return what the pages complained about."""
        self.evaluate("() => 0")  # what was reported before this answer is here now
        return list(self._problems)

    def requests(self) -> list[str]:
        """Return what was asked for."""
        self.evaluate("() => 0")
        return list(self._requests)

    def _mouse(self, x: float, y: float) -> None:
        self._ask("mouse", x, y)

    def _finger(self, x: float, y: float) -> None:
        self._ask("finger", x, y)


@contextmanager
def start(profile: Path, window: Window) -> Iterator[Tab]:
    """Start Firefox."""
    program = PROGRAMS["firefox"].find()
    if program is None:
        raise DriverError(PROGRAMS["firefox"].missing)
    install_npm_packages(dev=True)
    asked = window._asdict() | {"program": program, "profile": str(profile / "firefox")}
    (profile / "firefox").mkdir(exist_ok=True)
    process = subprocess.Popen(
        [shutil.which("node") or "node", str(SCRIPT), json.dumps(asked)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=os.environ | {"HOME": str(profile)},  # Firefox will not use another user's
    )
    try:
        yield FirefoxTab(process)
    finally:
        assert process.stdin is not None
        process.stdin.close()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
