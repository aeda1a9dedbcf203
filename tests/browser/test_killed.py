"""A browser that is killed in mid-play has lost nothing that a person has seen done.

The whole browser dies (SIGKILL to all of its processes), as when a device's memory runs out, its
battery does, or its system restarts it. Then it is started again with the same profile.

`python tests/run.py --long tests/browser/test_killed.py` kills more often, and Firefox as well.
"""

from __future__ import annotations

import json
import os
import random
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tashkalar import Game
from tests import golden
from tests.browser.engines.programs import chosen_browsers
from tests.browser.engines.tab import Tab, launch
from tests.browser.play import do
from tests.browser.test_engines import Visitor
from tests.limits import join

GRACE = 0.1  # seconds after which a decision that was shown must last
# By these Chromium finds another one that uses the profile; it waits 20 s for one that was killed.
LOCKS = ("SingletonLock", "SingletonSocket", "SingletonCookie")
PLAYED = 4.0  # seconds until the browser is killed, at most

_CODES = """() => Object.entries(localStorage)
  .filter(([key]) => key.startsWith('tashkalar.game.')).map(([, text]) => text)"""


def processes_of(profile: Path) -> list[int]:
    """The processes of the browser with this profile, its own children included."""
    parents: dict[int, int] = {}
    ours: set[int] = set()
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        with suppress(OSError):
            pid = int(folder.name)
            line = (folder / "cmdline").read_bytes().split(b"\0")
            parents[pid] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            program = Path(os.fsdecode(line[0])).name
            if program.startswith(("chrom", "firefox")) and any(
                str(profile) in os.fsdecode(part) for part in line[1:]
            ):
                ours.add(pid)
    while more := {pid for pid, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return sorted(ours)


class Killer:
    """A killer of a browser after some seconds, which records the time."""

    def __init__(self, profile: Path, seconds: float) -> None:
        self.at = float("inf")
        self._profile = profile
        self._timer = threading.Timer(seconds, self._kill)
        self._timer.start()

    def _kill(self) -> None:
        pids = processes_of(self._profile)
        self.at = time.monotonic()
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        for name in LOCKS:
            (self._profile / name).unlink(missing_ok=True)

    def wait(self) -> None:
        join(self._timer)


def decisions_kept(tab: Tab) -> tuple[str, ...]:
    """Return the game of the page as the storage holds it once the page has started."""
    texts = tab.evaluate(_CODES)
    return Game.from_json(json.loads(texts[0])["game"]).codes if texts else ()


@contextmanager
def dying(engine: str, profile: Path) -> Iterator[Tab]:
    """A browser that its driver may find gone when it is to be closed."""
    browser = launch(engine, profile, listens=False)
    tab = browser.__enter__()
    try:
        yield tab
    finally:
        with suppress(Exception):
            browser.__exit__(None, None, None)


def play_until_killed(tab: Tab, game: Game, killer: Killer) -> list[float]:
    """Make the decisions of a golden game; when each was seen to be shown."""
    shown: list[float] = []
    visitor = Visitor(tab, touch=False)
    codes = golden.load("high-form").game.codes
    while len(game.codes) < len(codes):
        before = game.copy()
        try:
            do(tab, game, codes[len(game.codes)], visitor)
        except Exception:  # each driver has its own for a browser that is gone
            if killer.at == float("inf"):
                raise
            return shown
        shown.append(time.monotonic())
        assert before.codes == game.codes[:-1]
    killer.wait()
    return shown


def kill_often(engine: str, url: str, profile: Path, times: int, seed: int) -> list[int]:
    """Play, kill, start again, and again; how many decisions each kill lost that had lasted."""
    dice = random.Random(seed)
    address = url + golden.load("high-form").query
    codes = golden.load("high-form").game.codes
    kept: tuple[str, ...] = ()
    needed, lost = 0, []
    for number in range(times + 1):
        with dying(engine, profile) as tab:
            tab.open(address if number == 0 else url)
            visitor = Visitor(tab, touch=False)
            visitor.wait_until_ready()
            if number == 0:  # until a decision is stored, only the address has the game
                do(tab, golden.load("high-form").start(), codes[0], visitor)
            kept = decisions_kept(tab)
            assert kept == codes[: len(kept)]
            if number:
                lost.append(max(0, needed - len(kept)))
            if number == times or any(lost):
                break
            game = golden.load("high-form").start()
            for code in kept:
                game.play(code)
            killer = Killer(profile, dice.uniform(0.5, PLAYED))
            shown = play_until_killed(tab, game, killer)
            needed = len(kept) + sum(at <= killer.at - GRACE for at in shown)
        killer.wait()
        time.sleep(0.3)
    return lost


@pytest.mark.slow
@pytest.mark.parametrize(
    ("engine", "times"),
    [
        pytest.param("chromium", 1, id="chromium"),
        pytest.param("chromium", 20, id="chromium-long", marks=pytest.mark.long),
        pytest.param("firefox", 5, id="firefox-long", marks=pytest.mark.long),
    ],
)
def test_nothing_that_was_shown_is_lost(engine: str, times: int, site: str, tmp_path: Path) -> None:
    if engine not in chosen_browsers():
        pytest.skip(f"{engine} is left out")
    lost = kill_often(engine, site, tmp_path, times, seed=times)
    print(f"{engine}: {times} kills, decisions lost at each: {lost}")
    assert lost == [0] * times
