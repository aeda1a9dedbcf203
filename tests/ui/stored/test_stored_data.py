"""The stored data: counted by kind, written to one file, merged from one without a loss."""

from __future__ import annotations

import base64
import hashlib
import json
import random

import pytest

from tashkalar import Game, new_game
from tashkalar.far.far_game import FarGame
from tashkalar.features.daily_duel import DAILY_DUEL_KEY
from tashkalar.features.daily_duel.duel_record import merge_record_texts as merge_duel_texts
from tashkalar.features.drill import DRILL_KEY
from tashkalar.features.drill.drill_record import merge_record_texts
from tashkalar.features.far.far_saves import FarSaves, has_nothing_new
from tashkalar.features.lessons import course
from tashkalar.features.lessons.course import PROGRESS_KEY
from tashkalar.features.puzzles import puzzle_progress
from tashkalar.features.puzzles.due_days import PROGRESS_KEY as PUZZLES_KEY
from tashkalar.features.stored import stored_data
from tashkalar.features.stored.stored_data import (
    ImportResult,
    StoredData,
    StoredFile,
    import_messages,
    is_same_log,
    read_stored_file,
)
from tashkalar.features.stored.text_importer import LogComparison
from tashkalar.features.tour.tour import TOUR_KEY, merge_tour_texts
from tashkalar.features.workshop.workshop_record import WORKSHOP_KEY, merge_works, write_works
from tashkalar.position.ids import SeatNumber
from tashkalar.position.move import Message
from tashkalar.study import Study
from tashkalar.ui.storage.kept_store import KeptStore
from tashkalar.ui.storage.key_value_store import MemoryStore, StoreError
from tashkalar.ui.storage.pack_records import (
    PACK_LIST_KEY,
    PackRecord,
    read_pack_records,
    write_pack_records,
)
from tashkalar.ui.storage.save_texts import QUARANTINE_KEY_PREFIX, SavedGameError, WaitingCopy
from tashkalar.ui.storage.saved_games import SavedGames
from tashkalar.ui.storage.settings import SETTINGS_KEY
from tashkalar.ui.storage.stored_kinds import LIMITS, kind_of
from tashkalar.ui.storage.tombstones import TOMBSTONES_KEY
from tests.far.peers import begun, play_turn
from tests.ui.table import said

WHEEL = b"PK-a-wheel"
PACK = PackRecord(
    id="x-sparks",
    version="0.1",
    names={"en": "Sparks"},
    look="tide",
    file="sparks-0.1-py3-none-any.whl",
    project="sparks",
    sha256=hashlib.sha256(WHEEL).hexdigest(),
    enabled=True,
)
WHEELS = {"x-sparks": base64.b64encode(WHEEL).decode()}


MERGES = {
    PROGRESS_KEY: course.merge_progress,
    PUZZLES_KEY: puzzle_progress.merge_progress,
    TOUR_KEY: merge_tour_texts,
    DRILL_KEY: merge_record_texts,
    DAILY_DUEL_KEY: merge_duel_texts,
    WORKSHOP_KEY: merge_works,
}


class Browser:
    """A browser with its own store and clock."""

    def __init__(self, now: int = 1_700_000_000_000, store: MemoryStore | None = None) -> None:
        self.store = store or MemoryStore()
        self.games = SavedGames(self.store, lambda: now)
        self.data = StoredData(self.games, self.store)

    def take(self, file: StoredFile, has_nothing_new: LogComparison = is_same_log) -> ImportResult:
        """Import a file as the page does that has all features."""
        return self.data.import_file(file, has_nothing_new, MERGES)

    def play(self, seed: int, moves: int = 2) -> str:
        game = new_game("duel", ["northern", "sylvan"], seed=seed)
        for _ in range(moves):
            game.play(game.legal_moves()[0])
        return self.games.create(game, False).id

    def finish(self, seed: int) -> str:
        game = new_game("duel", ["northern", "sylvan"], seed=seed)
        game.resign(1)
        return self.games.create(game, False).id

    def export(self) -> StoredFile:
        return read_stored_file(self.data.export(WHEELS))

    def counts(self) -> dict[str, int]:
        return {row.kind: row.entries for row in self.data.rows() if row.entries}

    def games_stored(self) -> list[str]:
        texts = (json.loads(text) for key, text in self.store.texts.items() if ".game." in key)
        return sorted(text["game"] for text in texts)


class FullStore(MemoryStore):
    """A store that takes so many characters."""

    room = 0

    def set(self, key: str, text: str) -> None:
        others = sum(len(k) + len(t) for k, t in self.texts.items() if k != key)
        if others + len(key) + len(text) > self.room:
            raise StoreError("full")
        super().set(key, text)


@pytest.fixture
def full_browser() -> Browser:
    """A browser with something of every kind."""
    browser = Browser()
    browser.play(1)
    browser.play(2)
    browser.finish(3)
    browser.store.set(f"{QUARANTINE_KEY_PREFIX}7", "half a ga")
    browser.store.set(PROGRESS_KEY, json.dumps({"placing": -1, "moves": 2}))
    browser.store.set(PUZZLES_KEY, json.dumps({"solved": ["green-legends", "two-heroes"]}))
    browser.store.set(WORKSHOP_KEY, write_works([{"id": "w1", "kind": "position"}]))
    browser.store.set(SETTINGS_KEY, '{"theme": "dark"}')
    browser.store.set("tashkalar.later.v1", "of a newer version")
    write_pack_records(browser.store, [PACK])
    return browser


def test_everything_is_counted(full_browser: Browser) -> None:
    full_browser.store.set("elsewhere", "another program's")
    assert full_browser.counts() == {
        "going": 2,
        "finished": 1,
        "damaged": 1,
        "lessons": 1,
        "puzzles": 1,
        "workshop": 1,
        "packs": 1,
        "settings": 1,
        "other": 1,
    }
    for row in full_browser.data.rows(len(WHEEL)):
        assert "⟨" not in said(row.name) + said(row.detail)
        most = 20 if row.kind == "packs" else LIMITS[row.kind] // 1000
        assert str(most) in said(row.detail).replace(",", "")


def test_an_empty_browser_gets_everything(full_browser: Browser) -> None:
    other = Browser()
    result = other.take(full_browser.export())
    assert (result.added, result.known, result.refused) == (9, 0, {})
    assert result.unknown == 1  # of a newer version
    assert result.pack_ids == ("x-sparks",)
    assert {**other.counts(), "other": 1} == full_browser.counts()
    assert other.games_stored() == full_browser.games_stored()
    assert [record.enabled for record in read_pack_records(other.store)] == [False]
    assert other.store.get(SETTINGS_KEY) == '{"theme": "dark"}'
    for entry in other.games.entries():
        if entry.summary:
            assert Game.from_json(json.loads(other.games.texts.find(entry.id)[1])["game"])


def test_a_second_import_adds_nothing(full_browser: Browser) -> None:
    before = dict(full_browser.store.texts)
    result = full_browser.take(full_browser.export())
    assert (result.added, result.pack_ids) == (0, ())
    assert full_browser.store.texts == before


def test_a_study_is_more_than_the_game_that_it_was_made_from() -> None:
    browser, here = Browser(), Browser()
    game = new_game("duel", ["northern", "sylvan"], seed=3)
    game.play(game.legal_moves()[0])
    browser.games.create(game, False)
    browser.games.create_study(Study.from_game(game))
    result = here.take(browser.export())
    assert result.added == 2
    texts = [text for key, text in here.store.texts.items() if ".game." in key]
    assert sum('"study":' in text for text in texts) == 1
    assert here.take(browser.export()).added == 0


def test_studies_and_far_games_are_kinds_of_their_own(full_browser: Browser) -> None:
    game = new_game("duel", ["northern", "sylvan"], seed=7)
    full_browser.games.create_study(Study.from_game(game))
    full_browser.games.create_study(Study.from_game(game))
    FarSaves(full_browser.games).create(begun(), SeatNumber(1))
    here = Browser()
    result = here.take(full_browser.export())
    assert result.refused == {}
    others = {"studies": 1, "other": 1}  # the same twice; what a newer version has
    assert here.counts() | {"other": 1} == full_browser.counts() | others
    assert (full_browser.counts()["studies"], full_browser.counts()["far"]) == (2, 1)
    for kind in ("studies", "far"):
        assert here.data.delete(kind) == 1
    assert here.counts()["going"] == 2


def test_a_far_game_comes_only_with_a_log_that_goes_on() -> None:
    """An older log is known; one that goes on, or another seat, comes as a game of its own."""
    older, newer = begun(), begun()
    play_turn(newer, random.Random(1))

    def kept(far: FarGame, seat: int) -> Browser:
        browser = Browser()
        FarSaves(browser.games).create(far, SeatNumber(seat))
        return browser

    for ours, theirs, seat, added in (
        (newer, older, 1, 0),
        (newer, newer, 1, 0),
        (older, newer, 1, 1),
        (newer, older, 2, 1),
    ):
        here = kept(ours, 1)
        before = dict(here.store.texts)
        result = here.take(kept(theirs, seat).export(), has_nothing_new)
        assert (result.added, result.known) == (added, 1 - added)
        assert before.items() <= here.store.texts.items()
        assert here.counts() == {"far": 1 + added}


@pytest.mark.parametrize(
    ("ours", "theirs", "merged"),
    [
        (["b"], ["a", "b", "c"], ["a", "c", "b"]),
        (["a", "b"], ["b"], ["a", "b"]),
        ([], ["a", "a"], ["a"]),
        (["a"], [1, None, "b", ["c"]], ["b", "a"]),
        (["own"], [f"p{n}" for n in range(10_000)], [*(f"p{n}" for n in range(1, 10_000)), "own"]),
    ],
)
def test_solved_puzzles_are_merged(ours: list[str], theirs: list[str], merged: list[str]) -> None:
    here, other = Browser(), Browser()
    here.store.set(PUZZLES_KEY, json.dumps({"solved": ours}))
    other.store.set(PUZZLES_KEY, json.dumps({"solved": theirs}))
    result = here.take(other.export())
    assert json.loads(here.store.get(PUZZLES_KEY) or "")["solved"] == merged
    assert result.added == (merged != ours)


def test_the_better_victories_of_two_browsers_are_kept() -> None:
    here, other = Browser(), Browser()
    here.store.set(TOUR_KEY, json.dumps({"duel": {"dovi": [18, 9, 20], "tolk": [18, 17, 30]}}))
    theirs = {"duel": {"dovi": [18, 12, 9], "tolk": [20, 4, 31]}, "high-form": {"ilva": [9, 0, 8]}}
    other.store.set(TOUR_KEY, json.dumps(theirs))
    assert here.take(other.export()).added == 1
    assert json.loads(here.store.get(TOUR_KEY) or "") == {
        "high-form": {"ilva": [9, 0, 8]},
        "duel": {"dovi": [18, 9, 20], "tolk": [20, 4, 31]},
    }
    assert here.take(other.export()).added == 0


def test_what_is_here_is_known_also_where_its_kind_is_full(full_browser: Browser) -> None:
    """Before, a text was refused for want of room although the browser had that text."""
    full_browser.store.set("tashkalar.later.v1", "x" * (LIMITS["other"] - 30))
    full_browser.store.set(PUZZLES_KEY, json.dumps({"solved": ["p" * 300_000]}))
    result = full_browser.take(full_browser.export())
    assert (result.added, result.refused) == (0, {})


def test_nothing_is_overwritten(full_browser: Browser) -> None:
    """The file has another game under the same key, other settings, and more and less progress."""
    here = Browser()
    ours = here.play(9)  # at the same moment, so under the same key as the first of the other
    here.store.set(SETTINGS_KEY, '{"theme": "light"}')
    here.store.set(PROGRESS_KEY, json.dumps({"placing": 1, "moves": 5, "rank": 1}))
    before = here.games.texts.find(ours)[1]
    here.take(full_browser.export())
    assert here.games.texts.find(ours)[1] == before
    assert here.counts()["going"] == 3
    assert here.store.get(SETTINGS_KEY) == '{"theme": "light"}'
    progress = json.loads(here.store.get(PROGRESS_KEY) or "")
    assert progress == {"placing": -1, "moves": 5, "rank": 1}


def test_a_deleted_game_comes_back_to_stay(full_browser: Browser) -> None:
    """A note of its deletion would delete the game under its old key again."""
    file = full_browser.export()
    keys = [key for key in full_browser.store.texts if ".game." in key]
    full_browser.data.delete("going")
    full_browser.store.set(TOMBSTONES_KEY, json.dumps(dict.fromkeys(keys, 2**52)))
    assert full_browser.take(file).added == 2
    assert full_browser.counts()["going"] == 2
    assert not set(keys[:2]) & set(full_browser.store.texts)


def test_games_that_go_on_come_first(full_browser: Browser) -> None:
    store = FullStore()
    store.room = 10_000_000
    here = Browser(store=store)
    file = full_browser.export()
    going = {k: t for k, t in file.texts.items() if kind_of(k, t) == "going"}
    store.room = sum(len(k) + len(t) for k, t in going.items())
    result = here.take(file)
    assert {k: store.texts.get(k) for k in going} == going
    assert {"lessons", "packs", "settings"} <= set(result.refused)
    text = " ".join(map(said, import_messages(result)))
    for kind in result.refused:
        assert said(next(row.name for row in here.data.rows() if row.kind == kind)) in text


def test_every_kind_has_a_limit(full_browser: Browser) -> None:
    """Too much of a kind is refused with the name of the kind; the rest is imported."""
    here = Browser()
    texts = dict(full_browser.export().texts)
    texts[SETTINGS_KEY] = "x" * (LIMITS["settings"] + 1)
    texts[f"{QUARANTINE_KEY_PREFIX}8"] = "x" * (LIMITS["damaged"] + 1)
    result = here.take(StoredFile(texts, WHEELS))
    assert result.refused == {"damaged": 1, "settings": 1}
    assert here.counts()["going"] == 2
    assert here.store.get(SETTINGS_KEY) is None
    text = " ".join(map(said, import_messages(result)))
    assert "Settings" in text and "Damaged saves" in text


def test_a_wheel_that_differs_is_not_listed(full_browser: Browser) -> None:
    texts = full_browser.export().texts
    for wheels in ({}, {"x-sparks": "?"}, {"x-sparks": base64.b64encode(b"other").decode()}):
        here = Browser()
        assert here.take(StoredFile(texts, wheels)).pack_ids == ()
        assert here.store.get(PACK_LIST_KEY) is None


def test_deleting_a_kind(full_browser: Browser) -> None:
    """Games that are open stay."""
    opened = next(key for key in full_browser.store.texts if ".game." in key)
    assert full_browser.data.delete("going", [opened]) == 1
    for kind in ("finished", "damaged", "lessons", "puzzles", "workshop", "settings", "other"):
        assert full_browser.data.delete(kind) == 1
    assert full_browser.counts() == {"going": 1, "packs": 1}
    assert full_browser.store.get(opened) is not None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "{}",
        '{"format": "tashkalar-game-file"}',
        '{"format": "tashkalar-stored-data", "v": "1"}',
        '{"format": "tashkalar-stored-data", "v": 2, "texts": {}}',
        "[" * 40,
    ],
)
def test_other_files_are_refused(text: str) -> None:
    with pytest.raises(SavedGameError) as caught:
        read_stored_file(text)
    assert "Nothing has changed" in said(caught.value.message)


def test_very_many_entries_are_refused_at_once() -> None:
    """Before, the page looked at each of them, for a minute, and kept a thousand for good."""
    texts = {f"tashkalar.x{number}": "1" for number in range(stored_data.MOST_TEXTS * 4)}
    file = {"format": stored_data.FILE_FORMAT, "v": 1, "texts": texts}
    for spaces in ((",", ":"), (", ", ": "), (",", " : ")):
        with pytest.raises(SavedGameError) as caught:
            read_stored_file(json.dumps(file, separators=spaces))
        assert caught.value.message == Message("stored.error.many", {"most": 10_000})


def test_only_known_kinds_are_taken(full_browser: Browser) -> None:
    result = full_browser.take(
        StoredFile({"tashkalar.later.v1": "of a newer version", "tashkalar.later.v2": "?"}, {})
    )
    assert (result.added, result.known, result.unknown) == (0, 1, 1)
    assert "1 entry of a kind" in " ".join(map(said, import_messages(result)))


def test_a_file_that_was_changed_says_so(full_browser: Browser) -> None:
    text = full_browser.data.export(WHEELS)
    assert read_stored_file(text).is_intact
    data = json.loads(text)
    for changed in (
        text.replace("dark", "lark"),
        json.dumps({**data, "wheels": {}}),
        json.dumps({**data, "texts": {**data["texts"], "tashkalar.later.v1": ""}}),
    ):
        file = read_stored_file(changed)
        assert not file.is_intact
        result = Browser().take(file)
        assert said(import_messages(result)[0]).startswith("This file was changed")
    again = json.dumps(dict(reversed(data.items())), indent=1)  # by an editor
    assert read_stored_file(again).is_intact
    del data["sha256"]  # of an earlier version
    assert read_stored_file(json.dumps(data)).is_intact


def test_hostile_entries_are_left_out() -> None:
    """Keys of other programs, values that are no texts, notes of deletions."""
    data = {
        "format": stored_data.FILE_FORMAT,
        "v": 1,
        "texts": {
            "elsewhere": "x",
            "tashkalar.settings.v1": {"theme": "dark"},
            TOMBSTONES_KEY: '{"tashkalar.game.v1.1": 9}',
            PACK_LIST_KEY: "[[]]",
            PROGRESS_KEY: '{"placing": "all", "moves": 99999}',
            "tashkalar.game.v1.1": "{",
        },
        "wheels": [],
    }
    here = Browser()
    result = here.take(read_stored_file(json.dumps(data)))
    assert result == ImportResult(1, 1, {}, ())
    assert here.counts() == {"damaged": 1}


def test_a_game_from_the_far_future_is_not_always_the_newest(full_browser: Browser) -> None:
    file = full_browser.export()
    texts = {
        key: json.dumps(json.loads(text) | {"order": 2**53 - 1}) if ".game." in key else text
        for key, text in file.texts.items()
    }
    here = Browser()
    here.take(file._replace(texts=texts))
    assert all(record.order < 2**52 for _, record in here.games.texts.records())
    played = here.play(9)
    assert here.games.entries()[0].id == played, "the newest game stands on top"


def test_what_waits_for_room_is_exported() -> None:
    browser = Browser()
    kept = KeptStore(browser.games.texts)
    kept.set(PUZZLES_KEY, json.dumps({"solved": ["a"]}))
    newer = json.dumps({"solved": ["a", "b"]})
    stored = browser.store.get(PUZZLES_KEY)
    browser.games.texts.waiting_copies[PUZZLES_KEY] = WaitingCopy(newer, stored)
    file = read_stored_file(StoredData(browser.games, kept).export({}))
    assert file.texts[PUZZLES_KEY] == newer
