"""All visits of a run, the programs in turn, so that what else the machine does meets all alike."""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path

from tests.browser.engines.tab import Tab, launch
from tools.bench_start.boards import measure_boards
from tools.bench_start.memory import can_count_memory, measure_memory
from tools.bench_start.sites import Host
from tools.bench_start.visits import PRESS_SCRIPT, Visit, settle, visit

SLOWED = 4  # as Lighthouse slows its phone
STAY_S = 10.0  # as long as a player does at least: after 5 s the page has its code optimized
PARTS = ("later", "first", "phone", "slow", "memory", "boards")
PRESSABLE = ("board", "ours")  # the programs that a person can press anything in
_BLOCKED = """async (paint, ready) => {
  if (!PerformanceObserver.supportedEntryTypes.includes("longtask")) return null;
  const found = [];
  const watch = (list) => found.push(...list.getEntries());
  new PerformanceObserver(watch).observe({ type: "longtask", buffered: true });
  await new Promise((done) => setTimeout(done, 1000));
  const within = found.filter((task) => task.startTime >= paint && task.startTime < ready);
  return within.reduce((sum, { duration }) => sum + duration - 50, 0);
}"""


class Bench:
    """The results of a run: visits by browser, kind of start and program; and memory."""

    def __init__(self, served: dict[str, Host], rounds: int, busy: int = 0) -> None:
        self.served = served
        self.rounds = rounds
        self.busy = busy  # programs that compute at the same time
        self.visits: dict[tuple[str, str, str], list[Visit]] = {}
        self.memory: dict[str, dict[str, float]] = {}  # megabytes by browser and by what takes them

    def measure(self, browser: str, parts: tuple[str, ...]) -> None:
        """Measure these of the `PARTS` in one browser."""
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            profile = Path(folder)
            if not {"later", "memory", "boards"}.isdisjoint(parts):
                self._visit_all(browser, profile)
            if "later" in parts:
                self._measure_running(browser, profile)
                self._measure_pressed(browser, profile)
                self._measure_restarted(browser, profile)
            if "memory" in parts and can_count_memory():
                self.memory[browser] = measure_memory(browser, profile, self.served)
            if "boards" in parts and can_count_memory():
                found, visits = measure_boards(browser, profile, self.served)
                self.memory.setdefault(browser, {}).update(found)
                for start, seen in visits.items():
                    self.visits[browser, f"boards {start}", "ours"] = seen
        if "first" in parts:
            for _ in range(self.rounds):
                for kind in self.served:
                    self._measure_first(browser, "first", kind)
        if "phone" in parts:
            for _ in range(self.rounds):
                for kind in self.served:
                    self._measure_phone(browser, kind)
        if "slow" in parts:
            self._measure_slow_line(browser)

    def _keep(self, browser: str, start: str, kind: str, seen: Visit) -> None:
        self.visits.setdefault((browser, start, kind), []).append(seen)
        answered = "" if seen.answered is None else f", answered {seen.answered:.0f}"
        print(f"  {browser} {start} {kind}: {seen.ready:.0f} ms{answered}", flush=True)

    def _visit_all(self, browser: str, profile: Path) -> None:
        """Let the profile see all pages so often that the browser keeps what it can."""
        with launch(browser, profile, listens=False) as tab:
            for _ in range(3):  # browsers keep compiled code only of what comes again
                for host in self.served.values():
                    visit(tab, host)
                    settle(tab)
                    time.sleep(STAY_S)

    def _measure_running(self, browser: str, profile: Path) -> None:
        """Measure later visits in a running browser: in the same tab, and in a new one."""
        with launch(browser, profile, listens=False) as tab:
            for host in self.served.values():
                visit(tab, host)
                settle(tab)
            for _ in range(self.rounds):
                for kind, host in self.served.items():
                    # The page was here before: the first visit fills the caches of the tab.
                    visit(tab, host)
                    settle(tab)
                    self._keep(browser, "same tab", kind, visit(tab, host))
                    settle(tab)
                    tab.renew()
                    self._keep(browser, "new tab", kind, visit(tab, host))
                    settle(tab)
            for _ in range(self.rounds if tab.slow_down(SLOWED) else 0):
                for kind, host in self.served.items():
                    self._keep(browser, "slowed", kind, self._visit_blocked(tab, host))
                    settle(tab)

    def _visit_blocked(self, tab: Tab, host: Host) -> Visit:
        seen = visit(tab, host)
        return seen._replace(blocked=tab.evaluate(_BLOCKED, seen.paint or 0, seen.ready))

    def _measure_pressed(self, browser: str, profile: Path) -> None:
        """Measure when a press at the first paint of a new tab is answered."""
        with launch(browser, profile, listens=False, script=PRESS_SCRIPT) as tab:
            for at in range(self.rounds + 1):
                for kind in PRESSABLE:
                    tab.renew()
                    seen = visit(tab, self.served[kind], pressed=True)
                    if at:  # else the browser has just been started
                        self._keep(browser, "pressed", kind, seen)
                    settle(tab)
                    # The next visit finds the page as this one did.
                    tab.evaluate("() => localStorage.clear()")

    def _measure_restarted(self, browser: str, profile: Path) -> None:
        for _ in range(self.rounds):
            for kind, host in self.served.items():
                with launch(browser, profile, listens=False) as tab:
                    self._keep(browser, "restarted", kind, visit(tab, host))
                    settle(tab)

    def _measure_first(self, browser: str, start: str, kind: str) -> None:
        """Measure a start in a browser that has never been anywhere."""
        with (
            tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile,
            launch(browser, Path(profile), listens=False) as tab,
        ):
            self._keep(browser, start, kind, visit(tab, self.served[kind]))

    def _measure_phone(self, browser: str, kind: str) -> None:
        """Measure a first visit with a slowed processor, if this browser can be slowed."""
        with (
            tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile,
            launch(browser, Path(profile), listens=False) as tab,
        ):
            if tab.slow_down(SLOWED):
                self._keep(browser, "phone", kind, self._visit_blocked(tab, self.served[kind]))

    def _measure_slow_line(self, browser: str) -> None:
        for host in self.served.values():
            host.slow = True
        for _ in range(max(1, self.rounds // 2)):
            for kind in ("stock", "board", "ours"):
                self._measure_first(browser, "slow line", kind)
        for host in self.served.values():
            host.slow = False

    def median(self, browser: str, start: str, kind: str, what: str = "ready") -> float | None:
        """Return the median of the measurements; None if there are none."""
        seen = self.visits.get((browser, start, kind), [])
        numbers = [value for visit in seen if (value := getattr(visit, what)) is not None]
        return float(statistics.median(numbers)) if numbers else None
