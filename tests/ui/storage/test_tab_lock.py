"""Tests of several tabs: one has the game, another takes it over, no request stays unanswered."""

from __future__ import annotations

import asyncio
import json
import sys
from collections import deque
from collections.abc import Awaitable, Callable

import pytest

from tashkalar.ui.storage import tab_lock as module
from tashkalar.ui.storage.tab_lock import (
    NoTabLocks,
    TabCoordinator,
    TabLocks,
    TabMessage,
    read_tab_message,
)
from tests.support import finish

pytestmark = pytest.mark.skipif(
    sys.platform == "emscripten", reason="a page cannot wait for its own event loop"
)

GAME, OTHER = "tashkalar.game.v1.17", "tashkalar.game.v1.18"


class Browser:
    """The parts that tabs share: locks, given in the order of the requests, and a channel."""

    def __init__(self) -> None:
        self.holders: dict[str, Tab] = {}
        self.queues: dict[str, deque[tuple[Tab, asyncio.Future[bool]]]] = {}
        self.tabs: list[Tab] = []
        self.spoken: list[TabMessage] = []

    def free(self, name: str, tab: Tab) -> None:
        """Take a lock from a tab, and give it to the next one that waits."""
        if self.holders.get(name) is not tab:
            return
        del self.holders[name]
        queue = self.queues.get(name, deque())
        while queue:
            heir, waiting = queue.popleft()
            if not waiting.done():
                self.holders[name] = heir
                waiting.set_result(True)
                return


class Tab:
    """A tab: its locks, its end of the channel, and the games it has."""

    def __init__(self, browser: Browser, name: str, *, locks: bool = True) -> None:
        self.browser, self.name = browser, name
        self.awake = True  # a tab that sleeps hears nothing and answers nothing
        self.texts: dict[str, str] = {}
        self.taken_away: list[str] = []
        self.arrived: list[str] = []
        self.changes = 0
        own: TabLocks = self if locks else NoTabLocks(has_channel=True)
        self.tabs = TabCoordinator(name, own, self.post, self)
        browser.tabs.append(self)

    def post(self, text: str) -> None:
        note = read_tab_message(text)
        assert note is not None
        self.browser.spoken.append(note)
        for tab in self.browser.tabs:
            if tab.awake:  # also the one that speaks: it must not answer itself
                asyncio.get_running_loop().call_soon(tab.tabs.handle_message, text)

    def close(self) -> None:
        """Close the tab, or let it crash: the browser frees the locks."""
        self.awake = False
        self.browser.tabs.remove(self)
        for name in [name for name, tab in self.browser.holders.items() if tab is self]:
            self.browser.free(name, self)

    # the locks of this tab

    async def acquire(self, name: str, timeout_s: float) -> bool:
        if name not in self.browser.holders:
            self.browser.holders[name] = self
            await asyncio.sleep(0)  # a page hears of its lock a little later
            return True
        if not timeout_s:
            return False
        waiting: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.browser.queues.setdefault(name, deque()).append((self, waiting))
        try:
            return await asyncio.wait_for(waiting, timeout_s)
        except TimeoutError:
            return False

    async def steal(self, name: str) -> None:
        victim = self.browser.holders.get(name)
        self.browser.holders[name] = self
        if victim is not None:
            victim.tabs.handle_stolen_lock(name)

    def release(self, name: str, on_released: Callable[[], None] | None = None) -> None:
        self.browser.free(name, self)
        if on_released:
            on_released()

    async def held_locks(self) -> frozenset[str]:
        held = frozenset(self.browser.holders)
        await asyncio.sleep(0)  # a page hears the answer a little later
        return held

    # what has the games

    def surrender_game(self, game: str) -> str:
        self.taken_away.append(game)
        return self.texts.get(game, "")

    def confirm_surrender(self, game: str) -> None:
        self.arrived.append(game)

    def handle_other_tabs_change(self) -> None:
        self.changes += 1


def run(story: Callable[[Browser], Awaitable[None]]) -> Browser:
    async def tell() -> Browser:
        browser = Browser()
        await story(browser)
        await settle()
        holders = [tab.tabs.held_game for tab in browser.tabs if tab.tabs.held_game]
        assert len(set(holders)) == len(holders), "two tabs play one game"
        return browser

    return finish(tell())


async def settle() -> None:
    """Let everything that is on its way arrive."""
    for _ in range(10):
        await asyncio.sleep(0)


def leave_soon(tab: Tab) -> None:
    """The page is being left: it answers no more, and a little later it is gone."""
    tab.awake = False
    asyncio.get_running_loop().call_later(0.01, tab.close)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOCK_TIMEOUT_S", 0.05)
    monkeypatch.setattr(module, "TAB_ANSWER_TIMEOUT_S", 0.02)


@pytest.mark.parametrize("locks", [True, False])
def test_the_second_tab_is_told(locks: bool) -> None:
    async def story(browser: Browser) -> None:
        one, two = Tab(browser, "one", locks=locks), Tab(browser, "two", locks=locks)
        assert await one.tabs.claim_game(GAME)
        assert await one.tabs.claim_game(GAME), "its own game is no other tab's"
        assert not await two.tabs.claim_game(GAME)
        assert (one.tabs.held_game, two.tabs.held_game, one.taken_away) == (GAME, None, [])

    run(story)


@pytest.mark.parametrize("locks", [True, False])
def test_different_games_never_meet(locks: bool) -> None:
    async def story(browser: Browser) -> None:
        one, two = Tab(browser, "one", locks=locks), Tab(browser, "two", locks=locks)
        assert await one.tabs.claim_game(GAME)
        assert await two.tabs.claim_game(OTHER)
        if locks:
            assert await one.tabs.games_open_elsewhere() == {OTHER}
            assert await two.tabs.games_open_elsewhere() == {GAME}
        assert one.taken_away == two.taken_away == []

    run(story)


def test_a_game_that_is_just_being_claimed_is_not_open_elsewhere() -> None:
    async def story(browser: Browser) -> None:
        tab = Tab(browser, "one")
        claim = asyncio.ensure_future(tab.tabs.claim_game(GAME))
        await asyncio.sleep(0)
        assert browser.holders == {GAME: tab} and tab.tabs.held_game is None
        assert await tab.tabs.games_open_elsewhere() == frozenset()
        assert await claim

    run(story)


def test_what_is_left_while_the_browser_answers_is_not_open_elsewhere() -> None:
    async def story(browser: Browser) -> None:
        tab = Tab(browser, "one")
        assert await tab.tabs.claim_game(GAME) and await tab.tabs.hold_beside(OTHER)
        answer = asyncio.ensure_future(tab.tabs.games_open_elsewhere())
        await asyncio.sleep(0)  # the browser has been asked
        tab.tabs.release_game()
        tab.tabs.release_beside(OTHER)
        assert await answer == frozenset()

    run(story)


@pytest.mark.parametrize("locks", [True, False])
def test_there_and_back(locks: bool) -> None:
    async def story(browser: Browser) -> None:
        one, two = Tab(browser, "one", locks=locks), Tab(browser, "two", locks=locks)
        one.texts[GAME] = "after three moves"
        await one.tabs.claim_game(GAME)
        assert await two.tabs.take_over_game(GAME) == "after three moves"
        assert (one.tabs.held_game, two.tabs.held_game) == (None, GAME)
        assert (one.taken_away, one.arrived) == ([GAME], [])
        two.tabs.confirm_received(GAME)
        await settle()
        assert one.arrived == [GAME]
        two.texts[GAME] = "after four moves"
        assert await one.tabs.take_over_game(GAME) == "after four moves"
        assert (one.tabs.held_game, two.tabs.held_game, two.taken_away) == (GAME, None, [GAME])

    run(story)


def test_a_reload_is_not_asked() -> None:
    """The page that is being left still has the lock for a moment, but answers no more."""

    async def story(browser: Browser) -> None:
        old = Tab(browser, "old")
        await old.tabs.claim_game(GAME)
        leave_soon(old)
        new = Tab(browser, "new")
        assert await new.tabs.claim_game(GAME)
        assert new.tabs.held_game == GAME

    run(story)


def test_a_closed_tab_frees_the_game() -> None:
    async def story(browser: Browser) -> None:
        one, two = Tab(browser, "one"), Tab(browser, "two")
        await one.tabs.claim_game(GAME)
        assert not await two.tabs.claim_game(GAME)
        one.close()
        assert await two.tabs.claim_game(GAME)

    run(story)


def test_a_tab_that_sleeps() -> None:
    """A tab that does not answer keeps its game open, and another tab can still take the game."""

    async def story(browser: Browser) -> None:
        one, two = Tab(browser, "one"), Tab(browser, "two")
        one.texts[GAME] = "newest"
        await one.tabs.claim_game(GAME)
        one.awake = False
        assert not await two.tabs.claim_game(GAME)
        assert await two.tabs.take_over_game(GAME) == ""
        assert (one.tabs.held_game, one.taken_away, two.tabs.held_game) == (None, [GAME], GAME)

    run(story)


def test_two_tabs_want_it_at_once() -> None:
    """Each tab is asked in turn, and the last one to get the game keeps it."""

    async def story(browser: Browser) -> None:
        tabs = [Tab(browser, name) for name in ("one", "two", "three")]
        tabs[0].texts[GAME] = tabs[1].texts[GAME] = tabs[2].texts[GAME] = "newest"
        await tabs[0].tabs.claim_game(GAME)
        texts = await asyncio.gather(*(tab.tabs.take_over_game(GAME) for tab in tabs[1:]))
        assert "newest" in texts
        assert [tab.tabs.held_game for tab in tabs].count(GAME) == 1
        assert browser.holders[GAME].tabs.held_game == GAME

    run(story)


def test_a_double_click() -> None:
    async def story(browser: Browser) -> None:
        one, two = Tab(browser, "one"), Tab(browser, "two")
        await one.tabs.claim_game(GAME)
        leave_soon(one)
        assert all(await asyncio.gather(two.tabs.claim_game(GAME), two.tabs.claim_game(GAME)))
        assert await two.tabs.take_over_game(GAME) == ""
        assert two.tabs.held_game == GAME

    run(story)


def test_going_elsewhere_while_waiting() -> None:
    async def story(browser: Browser) -> None:
        one, two = Tab(browser, "one"), Tab(browser, "two")
        await one.tabs.claim_game(GAME)
        one.awake = False
        waiting = asyncio.ensure_future(two.tabs.claim_game(GAME))
        await settle()
        two.tabs.release_game()
        one.close()
        assert not await waiting
        assert (two.tabs.held_game, browser.holders) == (None, {})

    run(story)


def test_the_next_game_frees_the_last_one() -> None:
    async def story(browser: Browser) -> None:
        one, two = Tab(browser, "one"), Tab(browser, "two")
        await one.tabs.claim_game(GAME)
        await one.tabs.claim_game(OTHER)
        assert await two.tabs.claim_game(GAME)
        one.tabs.release_game()
        assert browser.holders == {GAME: two}
        await settle()
        assert two.changes == 4  # one opened a game, left it, opened another one, left that too

    run(story)


def test_an_arrival_that_was_not_lent_means_nothing() -> None:
    async def story(browser: Browser) -> None:
        one, two = Tab(browser, "one"), Tab(browser, "two")
        await one.tabs.claim_game(GAME)
        two.tabs.confirm_received(GAME)
        await settle()
        assert one.arrived == []

    run(story)


def test_without_locks_and_channel_every_game_is_free() -> None:
    async def story(browser: Browser) -> None:
        tab = Tab(browser, "one", locks=False)
        tab.tabs = TabCoordinator("one", NoTabLocks(has_channel=False), lambda text: None, tab)
        assert await tab.tabs.claim_game(GAME)
        assert await tab.tabs.games_open_elsewhere() == frozenset()

    run(story)


@pytest.mark.parametrize(
    "text",
    [
        None,
        17,
        "",
        "hello",
        "[]",
        "{}",
        "[" * 100_000,
        json.dumps({"kind": "want", "game": GAME}),
        json.dumps({"kind": "want", "game": 17, "sender": "x", "text": ""}),
        json.dumps({"kind": "explode", "game": GAME, "sender": "x", "text": ""}),
    ],
)
def test_strange_words_on_the_channel(text: object) -> None:
    async def story(browser: Browser) -> None:
        tab = Tab(browser, "one")
        await tab.tabs.claim_game(GAME)
        spoken = list(browser.spoken)
        tab.tabs.handle_message(text)
        assert (read_tab_message(text), tab.tabs.held_game, browser.spoken) == (None, GAME, spoken)

    run(story)
