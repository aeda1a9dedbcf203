"""The limits of the kinds of stored data bind where texts are written, and name the kind."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tashkalar import new_game
from tashkalar.features.lessons import course, lesson_game
from tashkalar.features.puzzles import puzzle_progress
from tashkalar.features.puzzles.due_days import PROGRESS_KEY
from tashkalar.features.puzzles.puzzle_progress import PuzzleProgress
from tashkalar.position.move import Message
from tashkalar.ui.storage import stored_kinds
from tashkalar.ui.storage.key_value_store import MemoryStore, StoreError
from tashkalar.ui.storage.pack_records import PACK_LIST_KEY
from tashkalar.ui.storage.save_texts import QUARANTINE_KEY_PREFIX, STORAGE_RECOVERED
from tashkalar.ui.storage.saved_games import SavedGames
from tashkalar.ui.storage.settings import SETTINGS_KEY, Settings, write_settings
from tashkalar.ui.storage.stored_kinds import LIMITS, LimitedStore, kind_of, limit_notice
from tashkalar.ui.storage.tombstones import TOMBSTONES_KEY, read_tombstones
from tests import kinds
from tests.ui.table import said

FEATURES = Path(__file__).parents[3] / "tashkalar/features"
KINDS = {
    course.PROGRESS_KEY: "lessons",
    lesson_game.GAME_KEY: "lessons",
    f"{lesson_game.GAME_KEY}.7": "lessons",
    PROGRESS_KEY: "puzzles",
    PACK_LIST_KEY: "packs",
    SETTINGS_KEY: "settings",
    "tashkalar.later.v1": "other",
}


@pytest.fixture
def limits(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """The limits, to be changed."""
    changed = dict(LIMITS)
    monkeypatch.setattr(stored_kinds, "LIMITS", changed)
    return changed


@pytest.mark.parametrize(("key", "kind"), KINDS.items())
def test_data_of_every_kind_is_refused_by_its_name(key: str, kind: str) -> None:
    assert kind_of(key, "{}") == kind
    store = LimitedStore(MemoryStore())
    most = "x" * (LIMITS[kind] - len(key))
    store.set(key, most)
    with pytest.raises(StoreError) as caught:
        store.set(key, most + "x")
    assert caught.value.notice == limit_notice(kind)
    assert said(Message(f"stored.kind.{kind}")) in said(limit_notice(kind))
    assert store.get(key) == most


def test_settings_and_solved_puzzles_tell_of_their_limit(limits: dict[str, int]) -> None:
    limits["settings"] = limits["puzzles"] = 30
    store = LimitedStore(MemoryStore())
    assert write_settings(store, Settings(theme="dark")) == limit_notice("settings")
    assert puzzle_progress.save_progress(store, PuzzleProgress(("p" * 30,))) == limit_notice(
        "puzzles"
    )
    assert store.keys() == []


def test_a_new_game_above_the_limit_waits_in_memory(limits: dict[str, int]) -> None:
    """The games before it go on; the notice names the kind; room is found by deleting."""
    memory = MemoryStore()
    games = SavedGames(LimitedStore(memory), lambda: 1_700_000_000_000)
    game = new_game("duel", ["northern", "sylvan"], seed=1)
    first = games.create(game, False)
    assert first.notice is None
    limits["going"] = sum(len(key) + len(text) for key, text in memory.texts.items()) + 30
    second = games.create(new_game("duel", ["northern", "sylvan"], seed=2), False)
    assert second.notice == limit_notice("going")
    assert "Games in progress" in said(limit_notice("going"))
    assert games.texts.has_unsaved_games and len(games.entries()) == 2
    before = len(memory.texts)
    for _ in range(4):  # the stored game grows above the limit
        game.play(game.legal_moves()[0])
        assert games.save(first.id, game, False).notice is None
    (text,) = memory.texts.values()
    assert before == 1 and json.loads(json.loads(text)["game"]) == json.loads(game.to_json())
    # Another kind has room of its own.
    finished = new_game("duel", ["northern", "sylvan"], seed=3)
    finished.resign(1)
    games.create(finished, False)
    assert len(memory.texts) == 2
    games.delete(first.id)
    assert games.texts.retry_pending_writes() == STORAGE_RECOVERED
    assert not games.texts.has_unsaved_games and len(memory.texts) == 2


def test_a_damaged_text_stays_in_its_place_without_room_for_a_copy(
    limits: dict[str, int],
) -> None:
    limits["damaged"] = 50
    memory = MemoryStore()
    memory.texts["tashkalar.game.v1.7"] = '{"v": 1, ' * 9
    games = SavedGames(LimitedStore(memory), lambda: 1_700_000_000_000)
    games.texts.move_to_quarantine("tashkalar.game.v1.7", memory.texts["tashkalar.game.v1.7"])
    assert list(memory.texts) == ["tashkalar.game.v1.7"]
    assert games.texts.pop_notice() == limit_notice("damaged")
    assert kind_of(f"{QUARANTINE_KEY_PREFIX}7", "") == "damaged"


def test_deletions_are_noted_whatever_else_is_stored(limits: dict[str, int]) -> None:
    limits["other"] = 0
    store = LimitedStore(MemoryStore())
    store.set(TOMBSTONES_KEY, '{"tashkalar.game.v1.1": 5}')
    assert read_tombstones(store) == {"tashkalar.game.v1.1": 5}
    store.set("of another program", "x")
    assert len(store.keys()) == 2


def test_a_feature_says_itself_what_it_stores() -> None:
    """Each key in its code has a kind, and the core knows none of them."""
    texts = "".join(file.read_text("utf-8") for file in sorted(FEATURES.rglob("*.py")))
    keys = set(re.findall(r'_(?:KEY|PREFIX) = "(tashkalar[^"]+)"', texts))
    assert len(keys) >= 10
    kept = {key for key in keys if not stored_kinds.is_of_this_browser(key)}
    assert {key for key in kept if kind_of(key, "{}") == "other"} == {"tashkalar.far.ways.v1"}
    core = Path(stored_kinds.__file__).read_text("utf-8")
    for row in kinds.ROWS:
        known = set(row.keys) & set(re.findall(r'"(.*?)"', core))
        assert not known and (row.kind not in kinds.CORE_KINDS or not row.most), row


def test_the_kinds_have_one_order() -> None:
    games = ["going", "far", "studies", "finished", "damaged"]
    progress = ["lessons", "puzzles", "mistakes", "moments", "drill", "daily-duel"]
    rest = ["results", "tour", "workshop", "drafts", "packs", "settings", "other"]
    assert list(LIMITS) == games + progress + rest
