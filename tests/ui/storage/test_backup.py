"""The second copy: whichever store has lost something, the other one gives it back."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tashkalar import Game, new_game
from tashkalar.formats.save import ReplayProgress, ReplayStep
from tashkalar.position.move import Message
from tashkalar.ui.storage.backup import MAX_TURN_END_COPIES, BackupContents
from tashkalar.ui.storage.game_files import GameFiles
from tashkalar.ui.storage.key_value_store import MemoryStore, StoreError
from tashkalar.ui.storage.open_game import GameOpener, LoadingCanceled, OpenedSave
from tashkalar.ui.storage.restore import back_up_all, restore_newer_copies
from tashkalar.ui.storage.save_record import GAME_KEY_PREFIX, read_save_record
from tashkalar.ui.storage.save_texts import QUARANTINE_KEY_PREFIX, SavedGameError
from tashkalar.ui.storage.saved_games import SavedGames
from tests import golden
from tests.support import finish

CODES = golden.load("duel").game.codes


class FakeDatabase:
    """A stand-in for IndexedDB, with switches that make it fail."""

    def __init__(self) -> None:
        self.texts: dict[tuple[str, int], str] = {}
        self.deleted: dict[str, int] = {}
        self.finds = self.reads = self.writes = True

    async def read_contents(self) -> BackupContents:
        if not self.finds:
            raise StoreError("other")
        saves: dict[str, list[int]] = {}
        for key, order in self.texts:
            saves.setdefault(key, []).append(order)
        return BackupContents(saves, dict(self.deleted))

    async def read_orders(self, key: str) -> list[int]:
        return list((await self.read_contents()).orders_by_key.get(key, ()))

    async def read(self, key: str, order: int) -> str | None:
        if not self.reads:
            raise StoreError("other")
        return self.texts.get((key, order))

    def write(
        self, key: str, order: int, text: str, drop: Sequence[int], on_done: Callable[[bool], None]
    ) -> None:
        if self.writes:
            for old in drop:
                self.texts.pop((key, old), None)
            self.texts[key, order] = text
        on_done(self.writes)

    def remove(self, key: str, order: int) -> None:
        if self.writes:
            self.texts = {at: t for at, t in self.texts.items() if at[0] != key or at[1] > order}
            self.deleted[key] = order

    def forget_deletion(self, key: str) -> None:
        if self.writes:
            self.deleted.pop(key, None)


class FullStore(MemoryStore):
    """A store that takes nothing more."""

    full = False

    def set(self, key: str, text: str) -> None:
        if self.full:
            raise StoreError("full")
        super().set(key, text)


class Browser:
    """Both stores of one browser, and the pages that open and close."""

    def __init__(self) -> None:
        self.store = FullStore()
        self.database = FakeDatabase()
        self.time = 1_700_000_000_000

    def now(self) -> int:
        self.time += 1000
        return self.time

    def start(self, busy: Sequence[str] = ()) -> SavedGames:
        """A page that has looked at both."""
        saved_games = SavedGames(self.store, self.now, backup=self.database)
        finish(restore_newer_copies(saved_games.texts, busy))
        back_up_all(saved_games.texts)
        return saved_games

    def killed(self, disk: dict[str, str]) -> None:
        """The first store is as it was when it was last written to the disk."""
        self.store.texts = dict(disk)


def test_a_database_of_a_newer_version_is_told_as_what_it_is() -> None:
    """Before, the page said that perhaps the disk was full."""

    class NewerDatabase(FakeDatabase):
        async def read_contents(self) -> BackupContents:
            raise StoreError("newer")

    browser = Browser()
    browser.database = NewerDatabase()
    assert notices(browser.start()) == ["storage.newer"]


def notices(saved_games: SavedGames) -> list[str]:
    """Return the notices for the person, until there are no more."""
    return [notice.id for notice in iter(saved_games.texts.pop_notice, None)]


def played(decisions: int) -> Game:
    game = golden.load("duel").start()
    for code in CODES[:decisions]:
        game.play(code)
    return game


def begun(browser: Browser, decisions: int = 10, late: int = 4) -> tuple[str, dict[str, str]]:
    """A game of some decisions, the last ones not on the disk; its id, and what is there."""
    saved_games = browser.start()
    game = played(0)
    id = saved_games.create(game, False).id
    disk: dict[str, str] = {}
    for number, code in enumerate(CODES[:decisions]):
        if number == decisions - late:
            disk = dict(browser.store.texts)
        game.play(code)
        id = saved_games.save(id, game, False).id
    return id, disk


def test_a_killed_browser_loses_nothing() -> None:
    browser = Browser()
    id, disk = begun(browser)
    browser.killed(disk)
    saved_games = browser.start()
    assert saved_games.last_unfinished_id() == id
    opened = GameOpener(saved_games).open_game(id)
    assert opened.game.codes == CODES[:10]
    assert opened.notice is None
    # It goes on as ever: no fork, nothing aside, and the first store has caught up.
    saved = saved_games.save(id, played(11), False)
    assert saved == (id, None)
    assert [entry.id for entry in saved_games.entries()] == [id]
    assert GameOpener(SavedGames(browser.store, browser.now)).open_game(id).game.codes == CODES[:11]


@pytest.mark.parametrize("disk", [{}, {"another.program": "its own"}])
def test_a_store_that_was_emptied(disk: dict[str, str]) -> None:
    browser = Browser()
    id, _ = begun(browser)
    browser.killed(disk)
    assert GameOpener(browser.start()).open_game(id).game.codes == CODES[:10]


@pytest.mark.parametrize("fails", ["finds", "reads", "writes", "all"])
def test_a_database_that_fails_changes_nothing(fails: str) -> None:
    browser = Browser()
    id, disk = begun(browser)
    browser.killed(disk)
    for name in ("finds", "reads", "writes") if fails == "all" else (fails,):
        setattr(browser.database, name, False)
    saved_games = browser.start()
    expected = {
        "finds": ["storage.single", "storage.again"],  # the first write has worked
        "all": ["storage.single"],
    }
    assert notices(saved_games) == expected.get(fails, [])
    there = GameOpener(saved_games).open_game(id).game.codes
    assert there == CODES[: 10 if fails == "writes" else 6]
    problem = Message("storage.unsafe") if fails == "writes" else None
    assert saved_games.save(id, played(7), False) == (id, problem)
    assert GameOpener(SavedGames(browser.store, browser.now)).open_game(id).game.codes == CODES[:7]


def test_a_write_that_fails_is_told_although_the_store_accepts_the_text() -> None:
    browser = Browser()
    id, _ = begun(browser)
    saved_games = browser.start()
    GameOpener(saved_games).open_game(id)
    seen: list[str] = []
    saved_games.texts.on_notice = lambda: seen.extend(notices(saved_games))
    browser.database.writes = False  # the disk is full; the store notices nothing
    for decisions in (11, 12):
        assert saved_games.save(id, played(decisions), False) == (id, None)
    assert seen == ["storage.unsafe"]  # once
    assert saved_games.texts.has_unsaved_games
    assert not saved_games.entries()[0].is_stored
    assert saved_games.texts.retry_pending_writes() is None
    browser.database.writes = True
    assert saved_games.texts.retry_pending_writes() is None
    assert seen == ["storage.unsafe", "storage.again"]
    assert saved_games.entries()[0].is_stored
    assert not saved_games.texts.has_unsaved_games
    browser.killed({})
    assert GameOpener(browser.start()).open_game(id).game.codes == CODES[:12]
    assert len(browser.database.texts) <= MAX_TURN_END_COPIES + 1


@pytest.mark.parametrize("leaves", ["deleted", "taken by another tab"])
def test_a_game_that_left_is_not_written_again(leaves: str) -> None:
    browser = Browser()
    id, _ = begun(browser)
    saved_games = browser.start()
    GameOpener(saved_games).open_game(id)
    browser.database.writes = False
    saved_games.save(id, played(11), False)
    assert saved_games.texts.has_unsaved_games
    if leaves == "deleted":
        saved_games.delete(id)
    else:
        saved_games.texts.release_game(GAME_KEY_PREFIX + id)
    assert not saved_games.texts.has_unsaved_games
    browser.database.writes = True
    before = dict(browser.database.texts)
    saved_games.texts.retry_pending_writes()
    assert browser.database.texts == before


def test_late_answers_of_older_writes_say_nothing() -> None:
    browser = Browser()
    id, _ = begun(browser)
    saved_games = browser.start()
    GameOpener(saved_games).open_game(id)
    answers: list[Callable[[bool], None]] = []

    def write(
        key: str, order: int, text: str, drop: object, on_done: Callable[[bool], None]
    ) -> None:
        answers.append(on_done)

    browser.database.write = write  # type: ignore[method-assign]
    saved_games.save(id, played(11), False)
    saved_games.save(id, played(12), False)
    answers[1](True)
    answers[0](False)
    assert not saved_games.texts.has_unsaved_games
    saved_games.save(id, played(13), False)
    answers[2](False)
    assert saved_games.texts.has_unsaved_games
    assert notices(saved_games) == ["storage.unsafe"]


def test_an_empty_database_gets_everything() -> None:
    """Games from before there was a second copy, and one that was thrown away."""
    browser = Browser()
    id, _ = begun(browser)
    browser.database = FakeDatabase()
    browser.start()
    browser.killed({})
    assert GameOpener(browser.start()).open_game(id).game.codes == CODES[:10]


def test_an_older_copy_is_not_wanted() -> None:
    browser = Browser()
    id, _ = begun(browser)
    browser.database.writes = False
    saved_games = browser.start()
    GameOpener(saved_games).open_game(id)
    saved_games.save(id, played(12), False)
    browser.database.writes = True
    assert GameOpener(browser.start()).open_game(id).game.codes == CODES[:12]


def test_a_damaged_copy_gives_way_to_an_older_one() -> None:
    browser = Browser()
    id, disk = begun(browser, 12, late=8)
    orders = sorted(order for _, order in browser.database.texts)
    browser.database.texts[GAME_KEY_PREFIX + id, orders[-1]] = '{"v": 1, "gam'
    whole = read_save_record(
        GAME_KEY_PREFIX + id, browser.database.texts[GAME_KEY_PREFIX + id, orders[-2]]
    )
    browser.killed(disk)
    opened = GameOpener(browser.start()).open_game(id)
    assert whole.game_json == opened.game.to_json()
    assert 4 < len(opened.game.codes) < 12


def test_a_damaged_first_copy_stays_for_download() -> None:
    browser = Browser()
    id, _ = begun(browser)
    damaged = browser.store.texts[GAME_KEY_PREFIX + id][:200]
    browser.killed({GAME_KEY_PREFIX + id: damaged})
    saved_games = browser.start()
    assert GameOpener(saved_games).open_game(id).game.codes == CODES[:10]
    assert browser.store.texts[QUARANTINE_KEY_PREFIX + id] == damaged
    assert GameFiles(saved_games).export_game(QUARANTINE_KEY_PREFIX + id)[1] == damaged


def test_no_room_for_what_is_given_back() -> None:
    browser = Browser()
    id, disk = begun(browser)
    browser.killed(disk)
    browser.store.full = True
    saved_games = browser.start()
    opened = GameOpener(saved_games).open_game(id)
    assert opened.game.codes == CODES[:10]
    assert opened.notice and opened.notice.id == "storage.full"
    assert saved_games.texts.has_unsaved_games
    saved_games.save(id, played(11), False)
    assert browser.store.texts == disk
    # Not even the page that had no room has lost anything.
    browser.store.full = False
    assert GameOpener(browser.start()).open_game(id).game.codes == CODES[:11]


def test_a_game_that_another_window_plays_is_left_alone() -> None:
    """A store may tell other windows late; who plays the game knows best."""
    browser = Browser()
    id, disk = begun(browser)
    browser.killed(disk)
    browser.start(busy=[GAME_KEY_PREFIX + id])
    assert browser.store.texts == disk


def test_a_newer_version_s_game_is_left_alone() -> None:
    browser = Browser()
    newer = {"tashkalar.game.v2.5": "who knows"}
    browser.killed(newer)
    browser.start()
    browser.database.texts["tashkalar.game.v2.5", 10**15] = "who knows better"
    browser.start()
    assert browser.store.texts == newer
    browser.killed({})
    browser.start()
    assert browser.store.texts == {"tashkalar.game.v2.5": "who knows better"}


def test_what_was_deleted_stays_deleted() -> None:
    browser = Browser()
    id, disk = begun(browser)
    browser.start().delete(id)
    assert not browser.start().entries()
    browser.killed(disk)  # after a second tab has found nothing
    assert not browser.start().entries()
    browser = Browser()
    id, disk = begun(browser)
    browser.start().delete(id)
    browser.killed(disk)
    assert not browser.start().entries()
    browser.killed(disk)  # once more, before it was written to the disk
    assert not browser.start().entries()
    assert not browser.start().entries()


@pytest.mark.parametrize("finds", [True, False])
def test_what_was_deleted_while_the_database_failed_does_not_come_back(finds: bool) -> None:
    browser = Browser()
    id, _ = begun(browser)
    kept = browser.start().create(played(3), False).id
    saved_games = browser.start()
    if not finds:  # nor could it be read when the page began
        browser.database.finds = False
        saved_games = browser.start()
    browser.database.writes = False
    saved_games.delete(id)
    assert browser.database.texts
    for _ in range(2):  # it does not hear of it the next time either
        assert [entry.id for entry in browser.start().entries()] == [kept]
    browser.database.writes = browser.database.finds = True
    for _ in range(2):
        assert [entry.id for entry in browser.start().entries()] == [kept]
    assert {key for key, _ in browser.database.texts} == set(browser.store.texts)


@pytest.mark.parametrize("notes", ["{", "[1]", '{"tashkalar.game.v2.1": "x"}', '{"": -1}'])
def test_notes_that_say_nothing(notes: str) -> None:
    browser = Browser()
    id, _ = begun(browser)
    browser.store.texts["tashkalar.gone.v1"] = notes
    assert [entry.id for entry in browser.start().entries()] == [id]
    browser.store.texts.clear()
    browser.store.texts["tashkalar.gone.v1"] = notes
    assert [entry.id for entry in browser.start().entries()] == [id]


def test_a_game_that_forked_has_its_own_copy() -> None:
    browser = Browser()
    id, _ = begun(browser)
    ours, theirs = browser.start(), browser.start()
    GameOpener(ours).open_game(id)
    GameOpener(theirs).open_game(id)
    theirs.save(id, played(11), False)
    other = ours.save(id, played(12), False).id
    assert other != id
    browser.killed({})
    saved_games = browser.start()
    assert GameOpener(saved_games).open_game(id).game.codes == CODES[:11]
    assert GameOpener(saved_games).open_game(other).game.codes == CODES[:12]


def test_a_name_is_copied_too() -> None:
    browser = Browser()
    id, _ = begun(browser)
    browser.start().rename(id, "Friday")
    browser.killed({})
    assert browser.start().title(id) == "Friday"


def test_the_last_turns_ends_are_kept() -> None:
    browser = Browser()
    id, _ = begun(browser, 40)
    texts = [text for _, text in sorted(browser.database.texts.items())]
    kept = [
        Game.from_json(read_save_record(GAME_KEY_PREFIX + id, text).game_json or "")
        for text in texts
    ]
    assert kept[-1].codes == CODES[:40]
    assert len(kept) == MAX_TURN_END_COPIES + 1
    assert all(game.codes[-1] == "." for game in kept[:-1])
    turn = kept[-1].state.turn
    assert [game.state.turn for game in kept] == [turn - 2, turn - 1, turn, turn]


def test_orders_go_on_after_the_highest_of_both() -> None:
    """A clock that went back cannot bring the copies out of order."""
    browser = Browser()
    id, disk = begun(browser)
    browser.killed(disk)
    browser.time -= 10**9
    saved_games = browser.start(busy=[GAME_KEY_PREFIX + id])  # not even looked at
    other = saved_games.create(new_game("duel", ["northern", "sylvan"], seed=1), False).id
    order = json.loads(browser.store.texts[GAME_KEY_PREFIX + other])["order"]
    assert order > max(
        order for key, order in browser.database.texts if key != GAME_KEY_PREFIX + other
    )


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from(["play", "flush", "kill", "full", "room", "broken", "mended"])),
    st.integers(0, 3),
)
def test_either_store_alone_is_enough(events: list[str], late: int) -> None:
    """In any order of events, no decision is lost that either store has taken."""
    browser = Browser()
    saved_games = browser.start()
    id = saved_games.create(played(0), False).id
    disk, done = dict(browser.store.texts), 0
    for event in events:
        if event == "play":
            done += 1
            id = saved_games.save(id, played(done), False).id
        elif event == "flush":
            disk = dict(browser.store.texts)
        elif event == "kill":
            stored = [text for key, text in disk.items() if key == GAME_KEY_PREFIX + id]
            stored += [
                t for (key, _), t in browser.database.texts.items() if key == GAME_KEY_PREFIX + id
            ]
            taken = [
                len(Game.from_json(read_save_record(id, t).game_json or "").codes) for t in stored
            ]
            browser.killed(disk)
            saved_games = browser.start()
            game = GameOpener(saved_games).open_game(id).game
            assert len(game.codes) == max(taken)
            done = len(game.codes)
        elif event in ("full", "room"):
            browser.store.full = event == "full"
        else:
            browser.database.writes = event == "mended"
    assert GameOpener(saved_games).open_game(id).game.codes == CODES[:done]


# -- damaged texts ---------------------------------------------------------------------------------


def opened(saved_games: SavedGames, id: str) -> OpenedSave:
    """Open a game as the page does, which looks for other copies first."""
    opener = GameOpener(saved_games)
    finish(opener.preload_game(id))
    return opener.open_game(id)


def test_flipped_bits_open_all_the_same() -> None:
    browser = Browser()
    id, _ = begun(browser, 40)
    whole, copies = browser.store.texts[GAME_KEY_PREFIX + id], dict(browser.database.texts)
    dice, kept = random.Random(5), []
    for _ in range(100):
        at = dice.randrange(len(whole))
        damaged = whole[:at] + chr(ord(whole[at]) ^ 1 << dice.randrange(7)) + whole[at + 1 :]
        browser.killed({GAME_KEY_PREFIX + id: damaged})
        browser.database.texts = dict(copies)
        saved_games = SavedGames(browser.store, browser.now, backup=browser.database)
        finish(restore_newer_copies(saved_games.texts))
        if saved_games.entries()[0].status == "newer":  # the number of the version was hit
            continue
        opened_game = opened(saved_games, id)
        kept.append(opened_game.game.state.turn)
        assert damaged in browser.store.texts.values() or opened_game.notice is None
    assert len(kept) > 95
    assert min(kept) >= 9, "no further back than the end of a turn"


@pytest.mark.parametrize("kind", ["salvaged", "salvaged.of"])
def test_without_a_second_copy_the_moves_are_read(kind: str) -> None:
    browser = Browser()
    id, _ = begun(browser, 40)
    damaged = browser.store.texts[GAME_KEY_PREFIX + id]
    damaged = damaged[: damaged.index("forest-ancient@b4")]
    params = {"turn": 7}
    if kind == "salvaged.of":  # the sheet around it is whole, and tells how far it was
        record = json.loads(browser.store.texts[GAME_KEY_PREFIX + id])
        record["game"] = record["game"][: record["game"].index("forest-ancient@b4")]
        damaged = json.dumps(record)
        params["reached"] = 10
    store = MemoryStore()
    store.texts = {GAME_KEY_PREFIX + id: damaged}
    saved_games = SavedGames(store, browser.now)
    opened_game = opened(saved_games, id)
    assert opened_game.game.codes == CODES[:23]
    assert opened_game.notice == Message(f"saves.notice.{kind}", params)
    assert store.texts[QUARANTINE_KEY_PREFIX + id] == damaged
    # It goes on under its old name, and opens as any other the next time.
    assert saved_games.save(id, opened_game.game, False) == (id, None)
    again = opened(SavedGames(store, browser.now), id)
    assert (again.game.codes, again.notice) == (CODES[:23], None)


def test_an_older_turn_where_the_text_says_nothing() -> None:
    browser = Browser()
    id, _ = begun(browser, 40)
    browser.database.writes = False
    saved_games = browser.start()
    GameOpener(saved_games).open_game(id)
    saved_games.save(id, played(42), False)
    order = read_save_record(GAME_KEY_PREFIX + id, browser.store.texts[GAME_KEY_PREFIX + id]).order
    ruined = json.dumps({"v": 1, "order": order, "game": "gone"})
    browser.store.texts[GAME_KEY_PREFIX + id] = ruined
    browser.database.writes = True
    saved_games = SavedGames(browser.store, browser.now, backup=browser.database)
    finish(restore_newer_copies(saved_games.texts))
    opened_game = opened(saved_games, id)
    assert opened_game.game.codes == CODES[:40]
    assert opened_game.notice == Message("saves.notice.salvaged", {"turn": 10})
    assert browser.store.texts[QUARANTINE_KEY_PREFIX + id] == ruined
    assert GameFiles(saved_games).export_game(QUARANTINE_KEY_PREFIX + id)[1] == ruined


def test_nothing_left_is_said() -> None:
    store = MemoryStore()
    store.texts = {GAME_KEY_PREFIX + "1": "nothing of a game"}
    saved_games = SavedGames(store, lambda: 1.0)
    with pytest.raises(SavedGameError) as error:
        opened(saved_games, "1")
    assert error.value.message.id == "saves.error.damaged"
    assert list(store.texts.values()) == ["nothing of a game"]


def test_moves_that_no_longer_lead_to_the_position() -> None:
    """A card was corrected, or a move is damaged: said once, not at every start."""
    browser = Browser()
    id, _ = begun(browser, 40)
    text = browser.store.texts[GAME_KEY_PREFIX + id]
    browser.store.texts[GAME_KEY_PREFIX + id] = text.replace(
        "forest-ancient@b4 d4", "forest-ancient@b4 d3", 1
    )
    saved_games = SavedGames(browser.store, browser.now)
    opened_game = opened(saved_games, id)
    assert opened_game.game.state.turn == 10 and not opened_game.game.codes
    assert opened_game.notice == Message("saves.notice.history")
    saved_games.save(id, opened_game.game, False)
    assert opened(SavedGames(browser.store, browser.now), id).notice is None


# -- long games ------------------------------------------------------------------------------------


class Watch:
    """A counter of pauses that stops the work after some of them."""

    def __init__(self, most: int = 10**9) -> None:
        self.seen: list[ReplayProgress] = []
        self.most = most

    async def __call__(self, step: ReplayStep) -> None:
        assert isinstance(step, ReplayProgress)
        self.seen.append(step)
        if len(self.seen) > self.most:
            raise LoadingCanceled


@pytest.mark.parametrize("file", ["a shelf", "a save", "a record"])
def test_a_long_game_is_loaded_once_and_in_steps(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = Browser()
    id, _ = begun(browser, 40)
    saved_games, watch = browser.start(), Watch()
    opener, files = GameOpener(saved_games), GameFiles(saved_games)
    text = files.export_game(id)[1] if file == "a save" else played(40).record()
    if file == "a shelf":
        finish(opener.preload_game(id, watch))
    else:
        finish(files.preload_file(text, watch))
    assert len(watch.seen) == watch.seen[0].moves_total > 8

    def again(text: str) -> Game:
        raise AssertionError("it has been loaded already")

    with monkeypatch.context() as patched:
        patched.setattr(Game, "open_in_steps", again)
        patched.setattr(Game, "from_record_in_steps", again)
        if file != "a shelf":
            id = files.import_game(text).id
        else:
            assert opener.open_game(id).game.codes == CODES[:40]
    assert opener.open_game(id).game.codes == CODES[:40]


@pytest.mark.parametrize("file", [True, False])
def test_whoever_stops_has_changed_nothing(file: bool) -> None:
    browser = Browser()
    id, _ = begun(browser, 40)
    before = dict(browser.store.texts)
    saved_games = browser.start()
    text = GameFiles(saved_games).export_game(id)[1]
    with pytest.raises(LoadingCanceled):
        finish(
            GameFiles(saved_games).preload_file(text, Watch(3))
            if file
            else GameOpener(saved_games).preload_game(id, Watch(3))
        )
    assert browser.store.texts == before
    assert opened(saved_games, id).game.codes == CODES[:40]


def test_a_damaged_game_is_made_in_steps_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is recovered with pauses, and a player who stops it loses nothing."""
    browser = Browser()
    id, _ = begun(browser, 40)
    opener = GameOpener(browser.start())
    key = next(key for key in browser.store.texts if key.endswith(id))
    browser.store.texts[key] = damaged = browser.store.texts[key][:-200]
    with pytest.raises(LoadingCanceled):
        finish(opener.preload_game(id, Watch(3)))
    assert browser.store.texts[key] == damaged
    watch = Watch()
    finish(opener.preload_game(id, watch))
    assert len(watch.seen) > 8

    def again(text: str) -> Game:
        raise AssertionError("it has been made already")

    monkeypatch.setattr(Game, "salvage_in_steps", again)
    opened_game = opener.open_game(id)
    assert opened_game.notice is not None and opened_game.notice.id.startswith("saves.notice.")
    codes = opened_game.game.codes
    assert codes and codes == CODES[: len(codes)]
