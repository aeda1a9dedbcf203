"""The memory of a browser's processes, as the system counts it."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.browser.engines.tab import Tab, launch
from tools.bench_start.sites import Host
from tools.bench_start.visits import START_TIMEOUT_S, settle, visit

PROCESSES = Path("/proc")
REST_S = 6.0  # in which a page that has become ready does its late work
LONG_REST_S = 40.0  # until a browser has collected the garbage of boards that rest
MB = 1e6
# Ends the turn of the person, so that the computer player has to decide.
_TO_COMPUTER = """(() => {
  const active = document.querySelector("#players .seat[data-active]");
  if (active?.dataset.seat === "2") return true;
  const place = document.querySelector('[data-move="."], #board-grid [data-legal]');
  place?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  return false;
})()"""


def can_count_memory() -> bool:
    """Return whether the system tells the memory of other processes."""
    return (PROCESSES / "self/smaps_rollup").is_file()


def browser_memory(profile: Path) -> float:
    """Return the megabytes of all processes of the browser with this profile.

    Memory that several processes share counts once (the proportional set size of Linux).
    """
    parents: dict[int, int] = {}
    found: set[int] = set()
    for folder in PROCESSES.glob("[0-9]*"):
        try:
            status = (folder / "stat").read_text(encoding="utf-8", errors="replace")
            command = (folder / "cmdline").read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue  # it has ended
        number = int(folder.name)
        parents[number] = int(status.rpartition(")")[2].split()[1])
        if str(profile) in command:
            found.add(number)
    grows = True
    while grows:
        children = {number for number, parent in parents.items() if parent in found} - found
        found |= children
        grows = bool(children)
    return sum(map(_process_memory, found)) / MB


def _process_memory(number: int) -> float:
    try:
        text = (PROCESSES / str(number) / "smaps_rollup").read_text(encoding="utf-8")
    except OSError:
        return 0.0
    found = re.search(r"^Pss:\s+(\d+) kB$", text, re.MULTILINE)
    return int(found[1]) * 1024.0 if found else 0.0


def measure_memory(browser: str, profile: Path, served: dict[str, Host]) -> dict[str, float]:
    """Return megabytes by what takes them, each beyond the same browser with one empty tab.

    The profile has seen our page. Each page is in a browser that has just been started.
    """
    meter = MemoryMeter(browser, profile)
    for kind in ("stock", "board", "ours"):
        with meter.launch() as tab:
            visit(tab, served[kind])
            settle(tab)
            meter.note(f"page {kind}")
            if kind == "ours":
                tab.click("#arena-start")
                tab.wait_for(_TO_COMPUTER, START_TIMEOUT_S)
                meter.note("page and worker")
    return meter.found


class MemoryMeter:
    """Measures what a browser takes beyond what it took with an empty tab."""

    def __init__(self, browser: str, profile: Path) -> None:
        self.found: dict[str, float] = {}
        self._browser = browser
        self._profile = profile
        self._empty = 0.0

    @contextmanager
    def launch(self) -> Iterator[Tab]:
        with launch(self._browser, self._profile, listens=False) as tab:
            tab.open("about:blank")
            self._empty = self._count()
            self.found.setdefault("empty tab", self._empty)
            yield tab

    def note(self, name: str, rest_s: float = REST_S) -> None:
        """Print the megabytes and keep them under a name, after some seconds without input."""
        self.found[name] = self._count(rest_s) - self._empty
        print(f"  {self._browser} {name}: {self.found[name]:.0f} MB", flush=True)

    def _count(self, rest_s: float = REST_S) -> float:
        time.sleep(rest_s)
        return browser_memory(self._profile)
