"""Tests of saved games: nothing is lost, whatever the storage does and holds."""

from __future__ import annotations

import contextlib
import importlib
import json
import math
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tashkalar import Game, new_game
from tashkalar.formats import save
from tashkalar.position.move import Message
from tashkalar.ui.storage.game_files import FILE_FORMAT, GameFiles
from tashkalar.ui.storage.key_value_store import MemoryStore, StoreError
from tashkalar.ui.storage.open_game import GameOpener
from tashkalar.ui.storage.save_record import GAME_KEY_PREFIX, LONGEST_FILE, LONGEST_TITLE
from tashkalar.ui.storage.save_texts import (
    QUARANTINE_KEY_PREFIX,
    STORAGE_RECOVERED,
    SavedGameError,
    id_of_key,
)
from tashkalar.ui.storage.saved_games import SavedGames
from tashkalar.ui.text.catalogue import Catalogue

LOCALE = Path(__file__).resolve().parents[3] / "static" / "locale" / "en"
WORDS = Catalogue()
for name in ("cards", "ui", "saves"):
    WORDS.load("en", (LOCALE / f"{name}.json").read_text(encoding="utf-8"))


class FakeStore(MemoryStore):
    """A browser's storage with a quota, and with a switch that makes everything fail."""

    def __init__(self, quota: int = 10**9) -> None:
        super().__init__()
        self.quota = quota
        self.fails: str | None = None

    def _work(self) -> None:
        if self.fails:
            raise StoreError(self.fails)

    def get(self, key: str) -> str | None:
        self._work()
        return super().get(key)

    def set(self, key: str, text: str) -> None:
        self._work()
        rest = sum(len(k) + len(t) for k, t in self.texts.items() if k != key)
        if rest + len(key) + len(text) > self.quota:
            raise StoreError("full")
        super().set(key, text)

    def remove(self, key: str) -> None:
        self._work()
        super().remove(key)

    def keys(self) -> list[str]:
        self._work()
        return super().keys()


class Clock:
    """The time as a browser tells it."""

    def __init__(self, start: int = 1_700_000_000_000, step: int = 1000) -> None:
        self.time = start
        self.step = step

    def __call__(self) -> int:
        self.time += self.step
        return self.time


YEAR = 31_557_600_000
NOW = 1_700_000_000_000
JUMPS = {
    "back by a year": NOW - YEAR,
    "back to 1970": 0,
    "before 1970": -YEAR,
    "to the year 9999": 253_402_300_799_999,
    "beyond the last date": 10**18,
    "to no number": math.nan,
    "to infinity": math.inf,
    "to a fraction": NOW + 0.4,
}


class Crash(Exception):  # not a StoreError: nothing in the shelf may catch it
    """The page is gone."""


class CrashingStore(FakeStore):
    """A store whose page crashes at one of its operations, before or after it takes effect."""

    def __init__(self, texts: dict[str, str], at: int, *, after: bool) -> None:
        super().__init__()
        self.texts = texts
        self.left, self.after = at, after

    def _counted(self, work: Callable[[], Any]) -> Any:
        self.left -= 1
        if self.left == 0 and not self.after:
            raise Crash
        result = work()
        if self.left == 0:
            raise Crash
        return result

    def get(self, key: str) -> str | None:
        found: str | None = self._counted(lambda: MemoryStore.get(self, key))
        return found

    def set(self, key: str, text: str) -> None:
        self._counted(lambda: MemoryStore.set(self, key, text))

    def remove(self, key: str) -> None:
        self._counted(lambda: MemoryStore.remove(self, key))

    def keys(self) -> list[str]:
        found: list[str] = self._counted(lambda: MemoryStore.keys(self))
        return found


class FlakyStore(FakeStore):
    """A store of which some operations fail, as `fails_next` says one after another."""

    def __init__(self, texts: dict[str, str], fails_next: list[str | None]) -> None:
        super().__init__()
        self.texts = texts
        self.fails_next = fails_next

    def _work(self) -> None:
        if self.fails_next and (reason := self.fails_next.pop()):
            raise StoreError(reason)


def a_game(seed: int = 1, form: str = "duel", names: tuple[str, ...] | None = None) -> Game:
    return new_game(form, ["northern", "sylvan"], seed=seed, names=names)


def advanced(game: Game, decisions: int, seed: int = 0) -> Game:
    """The same game some decisions later."""
    dice = random.Random(seed)
    for _ in range(decisions):
        if game.is_over:
            break
        game.play(dice.choice(game.legal_moves()))
    return game


def mid_effect(seed: int = 1) -> Game:
    """A game in which an effect waits for an answer."""
    game, dice = a_game(seed), random.Random(seed)
    while game.prompt.kind in ("turn", "end", "marks"):
        moves = game.legal_moves()
        wanted = [move for move in moves if move.kind == "summon"] or moves
        game.play(dice.choice(wanted))
    return game


def facts(game: Game) -> object:
    """Return all visible facts of a game, history and future included."""
    seats = range(1, game.setup.seats + 1)
    views = [game.view(seat) for seat in seats]
    can = (game.can_undo, game.can_redo)
    now = (game.player, game.prompt, game.legal_moves(), dict(game.board), game.outcome)
    return (game.setup, now, views, can, game.codes, game.to_json())


def make_saved_games(store: MemoryStore | None = None, **more: Any) -> SavedGames:
    return SavedGames(FakeStore() if store is None else store, Clock(), **more)


def sentence(message: Message | str | None) -> str:
    """A message as a person reads it; it must have a text, and a value for every blank."""
    assert message is not None
    text = message if isinstance(message, str) else WORDS.translate(message)
    assert "⟨" not in text
    return text


def refused(excinfo: pytest.ExceptionInfo[SavedGameError]) -> str:
    sentence(excinfo.value.message)
    return excinfo.value.message.id


class TestReload:
    @pytest.mark.parametrize("form", ["duel", "high-form"])
    def test_every_decision_of_a_game(self, form: str) -> None:
        store, game, dice = FakeStore(), a_game(3, form), random.Random(3)
        saved_games = make_saved_games(store)
        id = saved_games.create(game, True).id
        kinds = set()
        for number in range(120):
            curtain = number % 3 == 0
            assert saved_games.save(id, game, curtain) == (id, None)
            kinds.add(game.prompt.kind)
            opened = GameOpener(make_saved_games(store)).open_game(id)
            assert facts(opened.game) == facts(game)
            assert (opened.id, opened.is_curtain_down, opened.notice) == (id, curtain, None)
            if game.is_over:
                break
            game.play(dice.choice(game.legal_moves()))
        assert kinds - {"turn", "end", "marks"}, "no effect was interrupted"

    def test_a_reloaded_game_goes_on_alike(self) -> None:
        saved_games, game = make_saved_games(), mid_effect()
        again = GameOpener(saved_games).open_game(saved_games.create(game, False).id).game
        for _ in range(30):
            code = game.legal_moves()[-1].code
            game.play(code)
            again.play(code)
            assert facts(again) == facts(game)

    def test_undo_and_redo_survive(self) -> None:
        store, game = FakeStore(), mid_effect()
        game.undo()
        id = make_saved_games(store).create(game, False).id
        again = GameOpener(make_saved_games(store)).open_game(id).game
        assert again.can_redo
        game.redo()
        again.redo()
        again_undone, game_undone = again.copy(), game.copy()
        again_undone.undo()
        game_undone.undo()
        assert facts(again) == facts(game)
        assert facts(again_undone) == facts(game_undone)

    def test_a_game_is_looked_at_without_its_moves_being_made_again(self) -> None:
        """The copy is as the last finished move left the game; the saved games do not change."""
        store, game = FakeStore(), mid_effect()
        saved_games = make_saved_games(store)
        id = saved_games.create(game, False).id
        stored = dict(store.texts)
        standing = GameOpener(saved_games).load_position(id)
        assert standing is not None and standing.state.key() == game.settled_state.key()
        assert not standing.can_undo and standing.setup == game.setup
        assert store.texts == stored and GameOpener(saved_games).load_position("17") is None

    def test_title_and_start_survive_every_save(self) -> None:
        store, game = FakeStore(), a_game()
        saved_games = make_saved_games(store)
        id = saved_games.create(game, True, "Friday").id
        started = saved_games.entries()[0].started_at_ms
        saved_games.save(id, advanced(game, 3), False)
        (entry,) = make_saved_games(store).entries()
        assert (entry.title, entry.started_at_ms, entry.is_curtain_down) == (
            "Friday",
            started,
            False,
        )
        assert entry.saved_at_ms > started > 0


class TestList:
    def test_newest_first_and_last_unfinished(self) -> None:
        saved_games = make_saved_games()
        games = [a_game(seed) for seed in range(3)]
        ids = [saved_games.create(game, True).id for game in games]
        assert [entry.id for entry in saved_games.entries()] == ids[::-1]
        saved_games.save(ids[0], games[0], True)
        assert [entry.id for entry in saved_games.entries()] == [ids[0], ids[2], ids[1]]
        assert saved_games.last_unfinished_id() == ids[0]
        games[0].resign(1)
        saved_games.save(ids[0], games[0], True)
        assert saved_games.entries()[0].id == ids[0]
        assert saved_games.last_unfinished_id() == ids[2]

    def test_order_when_the_clock_stands_still_or_goes_back(self) -> None:
        for step in (0, -5000):
            saved_games = SavedGames(FakeStore(), Clock(step=step))
            ids = [saved_games.create(a_game(), True).id for _ in range(12)]
            assert len(set(ids)) == 12
            assert [entry.id for entry in saved_games.entries()] == ids[::-1]

    @pytest.mark.parametrize("jump", JUMPS.values(), ids=JUMPS)
    def test_the_clock_jumps(self, jump: float) -> None:
        """Every page load has its own shelf; the clock jumps between them and within."""
        store, times = FakeStore(), iter([NOW, jump, NOW + 5, jump, jump])
        games = [a_game(seed) for seed in range(5)]
        ids: list[str] = []
        for game, time in zip(games, times, strict=True):
            saved_games = SavedGames(store, lambda time=time: time)  # type: ignore[misc]
            ids.append(saved_games.create(game, True).id)
            assert saved_games.save(ids[-1], advanced(game, 2), True) == (ids[-1], None)
            assert [entry.id for entry in saved_games.entries()] == ids[::-1]
        fresh = make_saved_games(store)
        assert len(set(ids)) == len(store.texts) == 5
        assert fresh.last_unfinished_id() == ids[-1]
        for id, game in zip(ids, games, strict=True):
            opened = GameOpener(fresh).open_game(id)
            assert (facts(opened.game), opened.notice) == (facts(game), None)
        for entry in fresh.entries():
            assert entry.status == "game"
            assert (
                entry.saved_at_ms == 0
                or abs(entry.saved_at_ms - NOW) < 10
                or entry.saved_at_ms == jump
            )

    def test_the_game_goes_on_while_the_clock_jumps(self) -> None:
        store, game, other = FakeStore(), a_game(1), a_game(2)
        clock = {"time": float(NOW)}
        saved_games = SavedGames(store, lambda: clock["time"])
        old, id = saved_games.create(other, True).id, saved_games.create(game, True, "mine").id
        for jump in JUMPS.values():
            clock["time"] = jump
            assert saved_games.save(id, advanced(game, 1), True) == (id, None)
            assert SavedGames(store, lambda: clock["time"]).last_unfinished_id() == id
            assert facts(GameOpener(make_saved_games(store)).open_game(id).game) == facts(game)
        assert {entry.id for entry in make_saved_games(store).entries()} == {old, id}
        assert make_saved_games(store).title(id) == "mine"

    def test_saves_without_an_order_stand_by_their_date(self) -> None:
        store = FakeStore()
        for id, saved in (("a", NOW + 2), ("b", NOW + 1), ("c", NOW + 3)):
            store.texts[GAME_KEY_PREFIX + id] = stored(saved=saved, order=...)
        saved_games = SavedGames(store, lambda: NOW - YEAR)
        assert [entry.id for entry in saved_games.entries()] == ["c", "a", "b"]
        assert saved_games.last_unfinished_id() == "c"
        new = saved_games.create(a_game(), True).id
        assert [entry.id for entry in saved_games.entries()] == [new, "c", "a", "b"]

    def test_empty(self) -> None:
        assert (make_saved_games().entries(), make_saved_games().last_unfinished_id()) == ([], None)

    def test_what_a_line_says(self) -> None:
        saved_games = make_saved_games()
        game = advanced(a_game(2, names=("Ada", "")), 40)
        saved_games.create(game, True)
        (entry,) = saved_games.entries()
        assert entry.can_open and entry.is_stored and not entry.is_quarantined
        assert sentence(entry.name) == "Ada against Sylvan"
        scores = f"{game.score(1)} : {game.score(2)}"
        about = sentence(entry.detail)
        assert about == f"Deathmatch Duel, turn {game.state.turn}, score {scores}"
        assert entry.summary is not None
        assert entry.summary.scores == (game.score(1), game.score(2))
        game.resign(1)
        saved_games.create(game, True, "The end")
        assert sentence(saved_games.entries()[0].name) == "The end"
        assert "finished" in sentence(saved_games.entries()[0].detail)

    def test_foreign_keys_are_neither_listed_nor_touched(self) -> None:
        foreign = {
            "tashkalar.settings.v1": "{}",
            "tashkalar.game.v0.1": "x",
            "tashkalar.gamev1.1": "x",
            "other.tashkalar.game.v1.1": "x",
            "": "x",
        }
        store = FakeStore()
        store.texts.update(foreign)
        saved_games = make_saved_games(store)
        assert saved_games.entries() == []
        for key in foreign:
            for act in (
                GameOpener(saved_games).open_game,
                saved_games.delete,
                GameFiles(saved_games).export_game,
            ):
                if key.startswith("tashkalar.") or act != saved_games.delete:
                    with pytest.raises(SavedGameError):
                        act(key)
        id = saved_games.create(a_game(), True).id
        saved_games.delete(id)
        assert store.texts == foreign


class TestRenameAndDelete:
    def test_rename(self) -> None:
        store = FakeStore()
        saved_games, game = make_saved_games(store), a_game()
        id = saved_games.create(game, True).id
        saved = saved_games.entries()[0].saved_at_ms
        saved_games.rename(id, "  Rematch\n with\tBo  ")
        assert saved_games.title(id) == "Rematch with Bo"
        assert make_saved_games(store).entries()[0].title == "Rematch with Bo"
        assert saved_games.entries()[0].saved_at_ms == saved
        assert saved_games.save(id, advanced(game, 2), True).id == id
        assert saved_games.title(id) == "Rematch with Bo"
        saved_games.rename(id, None)
        assert saved_games.title(id) is None
        assert facts(GameOpener(saved_games).open_game(id).game) == facts(game)

    def test_rename_when_that_is_impossible(self) -> None:
        store = FakeStore()
        saved_games = make_saved_games(store)
        id = saved_games.create(a_game(), True, "old").id
        before = dict(store.texts)
        store.quota = 10
        with pytest.raises(SavedGameError) as excinfo:
            saved_games.rename(id, "new")
        assert refused(excinfo) == "saves.error.rename"
        assert (store.texts, saved_games.title(id)) == (before, "old")
        with pytest.raises(SavedGameError) as excinfo:
            saved_games.rename("nobody", "new")
        assert refused(excinfo) == "saves.error.gone"

    def test_delete(self) -> None:
        store = FakeStore()
        saved_games = make_saved_games(store)
        first, second = (saved_games.create(a_game(seed), True).id for seed in (1, 2))
        saved_games.delete(first)
        assert [entry.id for entry in saved_games.entries()] == [second]
        assert list(store.texts) == [GAME_KEY_PREFIX + second]
        with pytest.raises(SavedGameError) as excinfo:
            GameOpener(saved_games).open_game(first)
        assert refused(excinfo) == "saves.error.gone"
        saved_games.delete(first)  # nothing happens

    def test_delete_when_that_is_impossible(self) -> None:
        store = FakeStore()
        saved_games = make_saved_games(store)
        id = saved_games.create(a_game(), True).id
        store.fails = "off"
        with pytest.raises(SavedGameError) as excinfo:
            saved_games.delete(id)
        assert refused(excinfo) == "saves.error.delete"
        store.fails = None
        assert [entry.id for entry in saved_games.entries()] == [id]

    @pytest.mark.parametrize(
        "title",
        [
            "<img src=x onerror=alert(1)>",
            '"},"v":2,"x":{"',
            "{who} ⟨x⟩ {n}",
            "../../etc/passwd",
            "\u202egnp.exe",
            "\ud800 half",
            "\x00\x1b[31m",
            "a" * 100_000,
            "Παρασκευή 🎲",
        ],
    )
    def test_hostile_titles_stay_data(self, title: str) -> None:
        store, game = FakeStore(), a_game()
        saved_games = make_saved_games(store)
        id = saved_games.create(game, True, title).id
        (entry,) = make_saved_games(store).entries()
        assert entry.status == "game"
        shown = entry.name if isinstance(entry.name, str) else ""
        assert shown.isprintable() and len(shown) <= LONGEST_TITLE
        assert store.texts[GAME_KEY_PREFIX + id].isascii()
        name, text = GameFiles(saved_games).export_game(id)
        assert name.startswith("tash-kalar-") and name.endswith(".json") and len(name) < 100
        assert all(c.isalnum() or c in "-." for c in name) and name.count(".") == 1
        assert text.isascii()
        assert facts(GameOpener(saved_games).open_game(id).game) == facts(game)

    def test_hostile_names_of_players(self) -> None:
        game = a_game(names=('<b>"{first}', "{second}"))
        saved_games = make_saved_games()
        id = saved_games.create(game, True).id
        assert saved_games.entries()[0].status == "game"
        assert sentence(saved_games.entries()[0].name) == '<b>"{first} against {second}'
        assert facts(GameOpener(saved_games).open_game(id).game) == facts(game)


def stored(**changes: object) -> str:
    """The text of a whole game, with changes; None removes a key."""
    store = FakeStore()
    make_saved_games(store).create(advanced(a_game(), 9), False, "whole")
    (text,) = store.texts.values()
    data = json.loads(text)
    for key, value in changes.items():
        data[key] = value
        if value is ...:
            del data[key]
    return json.dumps(data)


WHOLE = stored()
ENGINE = json.loads(WHOLE)["game"]


def broken_engine(**changes: object) -> str:
    return stored(game=json.dumps({**json.loads(ENGINE), **changes}))


HOPELESS = {
    "empty": "",
    "not JSON": "hello",
    "a list": "[]",
    "a number": "17",
    "foreign": '{"type":"FeatureCollection"}',
    "no game": stored(game=...),
    "game of a wrong type": stored(game={"v": 1}),
    "wrong moves": broken_engine(moves=7, hash="0" * 32),
    "deep": "[" * 100_000,
    "deep and closed": "[" * 50_000 + "]" * 50_000,
    "deep in the game": stored(game='{"a":' * 5000 + "1" + "}" * 5000),
    "huge": '"' + "x" * LONGEST_FILE + '"',
    "half a character": '"\\ud800',
}
SALVAGED = {
    "truncated": WHOLE[:-40],
    "truncated game": stored(game=ENGINE[:-9]),
    "changed game": broken_engine(hash="0" * 32),
    "a key twice": WHOLE.replace('"v"', '"game": "", "v"', 1),
    "not a number": stored(saved=float("nan")),
    "a long number": WHOLE.replace('"v": 1', '"v": ' + "9" * 5000, 1),
}
HALF = {
    "no version": stored(v=...),
    "version zero": stored(v=0),
    "version true": stored(v=True),
    "title of a wrong type": stored(title=["x"]),
    "no dates": stored(started=..., saved=...),
    "wrong dates": stored(started="yesterday", saved=-1),
    "date out of range": stored(saved=10**18),
    "order of a wrong type": stored(order="last"),
    "order out of range": stored(order=2**53),
    "curtain of a wrong type": stored(curtain="no"),
    "no summary": stored(summary=...),
    "summary of a wrong type": stored(summary=[1]),
    "hostile summary": stored(summary={"form": "<b>", "schools": [[]], "names": {}, "turn": 1e9}),
    "summary with other lengths": stored(
        summary={**json.loads(WHOLE)["summary"], "names": ["one", "two", "three"]}
    ),
}


class TestMangled:
    @pytest.mark.parametrize("text", HOPELESS.values(), ids=HOPELESS)
    def test_hopeless(self, text: str) -> None:
        store = FakeStore()
        store.texts[GAME_KEY_PREFIX + "17"] = text
        good = make_saved_games(store).create(a_game(), True).id
        saved_games = make_saved_games(store)
        assert {entry.id for entry in saved_games.entries()} == {"17", good}
        assert GameOpener(saved_games).load_position("17") is None
        if saved_games.entries()[-1].status == "damaged":
            assert GameFiles(saved_games).export_game("17")[1] == text
        with pytest.raises(SavedGameError) as excinfo:
            GameOpener(saved_games).open_game("17")
        assert refused(excinfo) == "saves.error.damaged"
        assert excinfo.value.downloadable_id is not None
        assert (
            GameFiles(saved_games).export_game(excinfo.value.downloadable_id)[1] == text
        )  # what the message offers
        assert store.texts[QUARANTINE_KEY_PREFIX + "17"] == text
        assert GAME_KEY_PREFIX + "17" not in store.texts
        aside = next(entry for entry in saved_games.entries() if entry.is_quarantined)
        assert aside.status == "damaged" and not aside.can_open
        sentence(aside.detail)
        name, raw = GameFiles(saved_games).export_game(aside.id)
        assert (raw, name[-4:]) == (text, ".txt")
        with pytest.raises(SavedGameError):
            GameOpener(saved_games).open_game(aside.id)
        assert store.texts[QUARANTINE_KEY_PREFIX + "17"] == text
        saved_games.delete(aside.id)
        assert list(store.texts) == [GAME_KEY_PREFIX + good]

    @pytest.mark.parametrize("text", SALVAGED.values(), ids=SALVAGED)
    @pytest.mark.parametrize("room", [True, False])
    def test_salvaged(self, text: str, room: bool) -> None:
        """All decisions can still be read: the game is whole, and the damaged text is kept."""
        store = FakeStore()
        store.texts[GAME_KEY_PREFIX + "17"] = text
        if not room:
            store.quota = len(text) + 50
        saved_games = make_saved_games(store)
        opened = GameOpener(saved_games).open_game("17")
        assert opened.game.codes == Game.from_json(ENGINE).codes
        assert opened.notice is not None and opened.notice.id == "saves.notice.repaired"
        sentence(opened.notice)
        assert store.texts[(QUARANTINE_KEY_PREFIX if room else GAME_KEY_PREFIX) + "17"] == text
        assert (opened.id == "17") == room
        if room:
            assert facts(GameOpener(make_saved_games(store)).open_game("17").game) == facts(
                opened.game
            )
        else:
            assert saved_games.texts.has_unsaved_games

    def test_damaged_moves_beside_a_whole_position(self) -> None:
        store = FakeStore()
        store.texts[GAME_KEY_PREFIX + "17"] = broken_engine(moves=["+e5", 7])
        opened = GameOpener(make_saved_games(store)).open_game("17")
        assert opened.game.state.key() == Game.from_json(ENGINE).state.key()
        assert opened.notice is not None and opened.notice.id == "saves.notice.history"
        assert QUARANTINE_KEY_PREFIX + "17" in store.texts

    @pytest.mark.parametrize("text", HALF.values(), ids=HALF)
    def test_half(self, text: str) -> None:
        store = FakeStore()
        store.texts[GAME_KEY_PREFIX + "17"] = text
        saved_games = make_saved_games(store)
        (entry,) = saved_games.entries()
        assert (entry.id, entry.status, entry.can_open) == ("17", "damaged", True)
        sentence(entry.name)
        sentence(entry.detail)
        assert saved_games.last_unfinished_id() is None
        opened = GameOpener(saved_games).open_game("17")
        assert facts(opened.game) == facts(Game.from_json(ENGINE))
        assert opened.is_curtain_down == ("no" in json.loads(text).values())
        assert opened.notice is not None and opened.notice.id == "saves.notice.repaired"
        sentence(opened.notice)
        assert store.texts == {GAME_KEY_PREFIX + "17": text, QUARANTINE_KEY_PREFIX + "17": text}
        GameOpener(saved_games).open_game("17")
        assert len(store.texts) == 2
        opened.game.play(opened.game.legal_moves()[0])
        assert saved_games.save("17", opened.game, False).id == "17"
        assert store.texts[QUARANTINE_KEY_PREFIX + "17"] == text
        assert facts(GameOpener(make_saved_games(store)).open_game("17").game) == facts(opened.game)

    def test_other_bytes_of_the_same_id_are_kept_too(self) -> None:
        store = FakeStore()
        saved_games = make_saved_games(store)
        for text in ("one", "two", "one"):
            store.texts[GAME_KEY_PREFIX + "17"] = text
            with pytest.raises(SavedGameError):
                GameOpener(saved_games).open_game("17")
        assert sorted(store.texts.values()) == ["one", "two"]

    def test_no_room_to_keep_it_aside(self) -> None:
        store = FakeStore()
        store.texts[GAME_KEY_PREFIX + "17"] = "mangled"
        store.quota = 40
        saved_games = make_saved_games(store)
        for _ in range(2):
            with pytest.raises(SavedGameError) as excinfo:
                GameOpener(saved_games).open_game("17")
            assert refused(excinfo) == "saves.error.damaged"
            assert store.texts[GAME_KEY_PREFIX + "17"] == "mangled"

    def test_newer_versions_are_left_alone(self) -> None:
        store = FakeStore()
        texts = {
            GAME_KEY_PREFIX + "1": stored(v=2),
            GAME_KEY_PREFIX + "2": '{"v":7,"everything":"else"}',
            "tashkalar.game.v2.3": "who knows",
            GAME_KEY_PREFIX + "4": broken_engine(v=99),
        }
        store.texts.update(texts)
        saved_games = make_saved_games(store)
        entries = {entry.id: entry for entry in saved_games.entries()}
        assert len(entries) == 4
        for id in entries:
            with pytest.raises(SavedGameError) as excinfo:
                GameOpener(saved_games).open_game(id)
            assert refused(excinfo) == "saves.error.newer"
            assert excinfo.value.downloadable_id == id
            if id != "4":
                assert (entries[id].status, entries[id].can_open) == ("newer", False)
                sentence(entries[id].name)
                sentence(entries[id].detail)
                with pytest.raises(SavedGameError) as excinfo:
                    saved_games.rename(id, "mine")
                assert refused(excinfo) == "saves.error.newer"
        assert GameFiles(saved_games).export_game("tashkalar.game.v2.3")[1] == "who knows"
        assert store.texts == texts
        saved_games.delete("tashkalar.game.v2.3")
        assert len(store.texts) == 3

    def test_a_text_kept_aside_opens_when_it_can_be_read(self) -> None:
        store = FakeStore()
        store.texts[QUARANTINE_KEY_PREFIX + "17"] = WHOLE
        opened = GameOpener(make_saved_games(store)).open_game(QUARANTINE_KEY_PREFIX + "17")
        assert opened.id != "17"
        assert facts(GameOpener(make_saved_games(store)).open_game(opened.id).game) == facts(
            Game.from_json(ENGINE)
        )
        assert store.texts[QUARANTINE_KEY_PREFIX + "17"] == WHOLE

    @pytest.mark.parametrize("id", ["", "a b", "tashkalar.x", "<b>", "é", "-2", "x" * 500])
    def test_strange_ids(self, id: str) -> None:
        store = FakeStore()
        store.texts[GAME_KEY_PREFIX + id] = WHOLE
        saved_games = make_saved_games(store)
        (entry,) = saved_games.entries()
        opened = GameOpener(saved_games).open_game(entry.id)
        opened.game.play(opened.game.legal_moves()[0])
        assert saved_games.save(opened.id, opened.game, True).notice is None
        assert list(store.texts) == [GAME_KEY_PREFIX + id]
        assert facts(GameOpener(saved_games).open_game(entry.id).game) == facts(opened.game)
        saved_games.delete(entry.id)
        assert store.texts == {}

    def test_a_long_game_is_there_before_its_history(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(save, "LONG_GAME_MOVES", 10)
        store = FakeStore()
        whole = advanced(a_game(), 40)
        id = make_saved_games(store).create(whole, True).id
        saved_games = make_saved_games(store)
        text = saved_games.texts.newest_text(saved_games.texts.shared_key(id)) or ""
        opened = GameOpener(saved_games).open_game(id)
        assert opened.history_steps and opened.notice is None and not opened.game.codes
        for game in (whole, opened.game):
            game.play(game.legal_moves()[0])
        saved_games.save(id, opened.game, True)
        assert facts(
            Game.from_json(GameOpener(make_saved_games(store)).open_game(id).game.to_json())
        ) == facts(whole)
        assert save.run_to_end(GameOpener(saved_games).attach_history(opened, text)) is None
        assert facts(opened.game) == facts(whole)
        assert list(store.texts) == [GAME_KEY_PREFIX + id]

    @pytest.mark.parametrize("long", [10, 1000])
    def test_moves_that_lead_elsewhere(self, long: int, monkeypatch: pytest.MonkeyPatch) -> None:
        """The position goes on, and what tells the moves is kept."""
        monkeypatch.setattr(save, "LONG_GAME_MOVES", long)
        store = FakeStore()
        game = advanced(a_game(), 40)
        id = make_saved_games(store).create(game, True).id
        first = json.loads(game.to_json())["moves"][0]
        store.texts[GAME_KEY_PREFIX + id] = text = store.texts[GAME_KEY_PREFIX + id].replace(
            first, "+a5", 1
        )
        saved_games = make_saved_games(store)
        opened = GameOpener(saved_games).open_game(id)
        notice = (
            save.run_to_end(GameOpener(saved_games).attach_history(opened, text))
            if opened.history_steps
            else opened.notice
        )
        assert bool(opened.history_steps) == (long == 10)
        assert notice and notice.id == "saves.notice.history"
        assert sentence(notice)
        assert opened.game.restored_from_checkpoint
        assert opened.game.settled_state.key() == game.settled_state.key()
        assert store.texts[QUARANTINE_KEY_PREFIX + id] == text
        saved_games.save(id, opened.game, True)
        again = GameOpener(make_saved_games(store)).open_game(id)
        assert again.notice is None and len(store.texts) == 2

    def test_an_engine_that_breaks_its_promise(self, monkeypatch: pytest.MonkeyPatch) -> None:
        store = FakeStore()
        store.texts[GAME_KEY_PREFIX + "17"] = WHOLE

        def broken(text: str) -> Game:
            raise KeyError(text[:9])

        monkeypatch.setattr(Game, "open_in_steps", broken)
        monkeypatch.setattr(Game, "salvage_in_steps", broken)
        with pytest.raises(SavedGameError):
            GameOpener(make_saved_games(store)).open_game("17")
        assert store.texts == {QUARANTINE_KEY_PREFIX + "17": WHOLE}
        with pytest.raises(SavedGameError):
            GameFiles(make_saved_games(store)).import_game(WHOLE)

    @settings(max_examples=50, deadline=None)
    @given(st.data())
    def test_any_mangling(self, data: st.DataObject) -> None:
        start = data.draw(st.integers(0, len(WHOLE)))
        end = data.draw(st.integers(start, min(len(WHOLE), start + 20)))
        piece = data.draw(st.text(max_size=8) | st.sampled_from(["}", '"', "[", "null", "\\", "9"]))
        text = WHOLE[:start] + piece + WHOLE[end:]
        store = FakeStore()
        store.texts[GAME_KEY_PREFIX + "17"] = text
        saved_games = make_saved_games(store)
        for entry in saved_games.entries():
            sentence(entry.detail)
        try:
            GameOpener(saved_games).open_game("17")
        except SavedGameError as error:
            sentence(error.message)
        assert text in store.texts.values()


class TestTrouble:
    def test_the_storage_fills_up_in_the_middle_of_a_game(self) -> None:
        store, game, dice = FakeStore(), a_game(5), random.Random(5)
        saved_games = make_saved_games(store)
        store.texts["another.program"] = "x" * 5000
        id = saved_games.create(game, True, "mine").id
        store.quota = sum(len(k) + len(t) for k, t in store.texts.items()) + 150
        notices = []
        for number in range(60):
            game.play(dice.choice(game.legal_moves()))
            saved = saved_games.save(id, game, number % 2 == 0)
            assert saved.id == id
            notices.append(saved.notice)
            assert facts(GameOpener(saved_games).open_game(id).game) == facts(game)
        shown_notices = [notice for notice in notices if notice]
        assert [notice.id for notice in shown_notices] == ["storage.full"]
        sentence(shown_notices[0])
        assert saved_games.texts.has_unsaved_games
        (entry,) = saved_games.entries()
        assert (entry.is_stored, entry.title) == (False, "mine")
        # What was stored before is still whole, and what is in memory can be downloaded.
        older = GameOpener(make_saved_games(store)).open_game(id).game
        assert older.codes == game.codes[: len(older.codes)]
        assert len(older.codes) < len(game.codes)
        copy = make_saved_games()
        assert facts(
            GameOpener(copy)
            .open_game(GameFiles(copy).import_game(GameFiles(saved_games).export_game(id)[1]).id)
            .game
        ) == facts(game)
        saved_games.rename(id, "still mine")
        saved_games.save(id, game, True)
        assert saved_games.title(id) == "still mine"
        # As soon as there is room, all of it is stored.
        store.remove("another.program")
        notice = saved_games.save(id, game, True).notice
        assert notice == STORAGE_RECOVERED
        sentence(notice)
        assert saved_games.save(id, game, True).notice is None
        assert not saved_games.texts.has_unsaved_games
        assert saved_games.entries()[0].is_stored
        assert facts(GameOpener(make_saved_games(store)).open_game(id).game) == facts(game)
        # And if it fills up again, the person is told again.
        store.quota = 10
        notice = saved_games.save(id, game, True).notice
        assert notice is not None and notice.id == "storage.full"

    def test_deleting_another_game_makes_room(self) -> None:
        store = FakeStore()
        saved_games, game = make_saved_games(store), a_game()
        old = saved_games.create(a_game(2), True).id
        store.quota = sum(map(len, store.texts.values())) + 1000
        id, notice = saved_games.create(game, True)
        assert notice is not None and notice.id == "storage.full"
        assert {entry.id for entry in saved_games.entries()} == {old, id}
        saved_games.rename(id, "not stored yet")
        assert saved_games.title(id) == "not stored yet"
        saved_games.delete(old)
        assert facts(GameOpener(make_saved_games(store)).open_game(id).game) == facts(game)
        assert make_saved_games(store).title(id) == "not stored yet"
        assert not saved_games.texts.has_unsaved_games

    @pytest.mark.parametrize("reason", ["off", "full", "other"])
    def test_a_storage_that_never_works(self, reason: str) -> None:
        store, game = FakeStore(), a_game()
        store.fails = reason
        saved_games = make_saved_games(store)
        assert (saved_games.entries(), saved_games.last_unfinished_id()) == ([], None)
        id, notice = saved_games.create(game, True)
        assert notice is not None and notice.id == f"storage.{reason}"
        sentence(notice)
        assert saved_games.save(id, advanced(game, 4), False) == (id, None)
        opened = GameOpener(saved_games).open_game(id)
        assert (facts(opened.game), opened.is_curtain_down) == (facts(game), False)
        assert saved_games.last_unfinished_id() == id
        saved_games.delete(id)
        assert saved_games.entries() == []
        with pytest.raises(SavedGameError) as excinfo:
            GameOpener(saved_games).open_game("elsewhere")
        assert refused(excinfo) == "saves.error.storage"

    def test_a_storage_that_is_switched_off_in_between(self) -> None:
        store, game = FakeStore(), a_game()
        saved_games = make_saved_games(store)
        id = saved_games.create(game, True).id
        store.fails = "off"
        notice = saved_games.save(id, advanced(game, 3), True).notice
        assert notice is not None and notice.id == "storage.off"
        assert [entry.id for entry in saved_games.entries()] == [id]
        store.fails = None
        assert saved_games.save(id, advanced(game, 3), True) == (id, STORAGE_RECOVERED)
        assert facts(GameOpener(make_saved_games(store)).open_game(id).game) == facts(game)

    def test_trying_again_without_a_decision(self) -> None:
        store, game = FakeStore(quota=10), a_game()
        saved_games = make_saved_games(store)
        assert saved_games.texts.retry_pending_writes() is None
        id = saved_games.create(game, True).id
        assert (saved_games.texts.retry_pending_writes(), saved_games.texts.has_unsaved_games) == (
            None,
            True,
        )
        store.quota = 10**9
        assert (saved_games.texts.retry_pending_writes(), saved_games.texts.has_unsaved_games) == (
            STORAGE_RECOVERED,
            False,
        )
        assert facts(GameOpener(make_saved_games(store)).open_game(id).game) == facts(game)

    def test_a_name_given_just_before_the_storage_fails(self) -> None:
        store, game = FakeStore(), a_game()
        saved_games = make_saved_games(store)
        id = saved_games.create(game, True, "old").id
        saved_games.rename(id, "new")
        store.fails = "off"
        saved_games.save(id, advanced(game, 2), True)
        store.fails = None
        saved_games.texts.retry_pending_writes()
        assert make_saved_games(store).title(id) == "new"

    def test_a_store_that_does_not_last(self) -> None:
        saved_games = SavedGames(MemoryStore(), Clock(), "off")
        assert not saved_games.texts.has_unsaved_games
        id, notice = saved_games.create(a_game(), True)
        assert notice is not None and notice.id == "storage.off"
        assert saved_games.texts.has_unsaved_games
        assert not saved_games.entries()[0].is_stored
        assert saved_games.save(id, a_game(), True).notice is None

    def test_an_unknown_reason_is_other(self) -> None:
        assert StoreError("storage.<b>").reason == "other"


class TestTwoWindows:
    def test_different_games(self) -> None:
        store = FakeStore()
        one, two = SavedGames(store, Clock(step=0)), SavedGames(store, Clock(step=0))
        games = [a_game(1), a_game(2)]
        saved = [one.create(games[0], True), two.create(games[1], True)]
        ids = [id for id, _ in saved]
        assert len(set(ids)) == 2
        assert [notice for _, notice in saved] == [None, None]
        for _ in range(5):
            one.save(ids[0], advanced(games[0], 1), True)
            two.save(ids[1], advanced(games[1], 1), True)
        for id, game in zip(ids, games, strict=True):
            assert facts(GameOpener(make_saved_games(store)).open_game(id).game) == facts(game)

    def test_the_same_game(self) -> None:
        store = FakeStore()
        one, two = make_saved_games(store), make_saved_games(store)
        id = one.create(advanced(a_game(), 6), True, "ours").id
        here, there = GameOpener(one).open_game(id).game, GameOpener(two).open_game(id).game
        advanced(there, 4, seed=1)
        assert two.save(id, there, True) == (id, None)
        advanced(here, 3, seed=2)
        mine, notice = one.save(id, here, False)
        assert mine != id
        assert notice is not None and notice.id == "saves.notice.elsewhere"
        sentence(notice)
        # The old id goes on meaning this game, and nothing is told twice.
        assert one.save(id, advanced(here, 1), False) == (mine, None)
        assert two.save(id, advanced(there, 1), True) == (id, None)
        fresh = make_saved_games(store)
        assert len(fresh.entries()) == 2
        assert facts(GameOpener(fresh).open_game(id).game) == facts(there)
        assert facts(GameOpener(fresh).open_game(mine).game) == facts(here)
        assert (fresh.title(mine), GameOpener(fresh).open_game(mine).is_curtain_down) == (
            "ours",
            False,
        )
        # Opening the other version plays the other version.
        game = GameOpener(one).open_game(id).game
        assert one.save(id, advanced(game, 1), True) == (id, None)

    def test_it_was_only_looked_at_or_renamed(self) -> None:
        store, game = FakeStore(), a_game()
        one, two = make_saved_games(store), make_saved_games(store)
        id = one.create(game, True).id
        two.save(id, GameOpener(two).open_game(id).game, False)
        two.rename(id, "a name")
        assert one.save(id, advanced(game, 2), True) == (id, None)
        assert (len(one.entries()), one.title(id)) == (1, "a name")

    def test_renaming_what_another_window_plays(self) -> None:
        store, game = FakeStore(), a_game()
        one, two = make_saved_games(store), make_saved_games(store)
        id = one.create(game, True).id
        further = GameOpener(two).open_game(id).game
        two.save(id, advanced(further, 3), True)
        one.rename(id, "a name")
        assert facts(GameOpener(make_saved_games(store)).open_game(id).game) == facts(further)
        assert one.save(id, advanced(game, 2, seed=9), True).id != id
        assert facts(GameOpener(make_saved_games(store)).open_game(id).game) == facts(further)

    def test_it_was_deleted_elsewhere(self) -> None:
        store, game = FakeStore(), a_game()
        one, two = make_saved_games(store), make_saved_games(store)
        id = one.create(game, True, "kept").id
        two.delete(id)
        assert one.save(id, advanced(game, 2), True) == (id, None)
        assert two.title(id) == "kept"
        assert facts(GameOpener(two).open_game(id).game) == facts(game)

    @pytest.mark.parametrize("text", ["mangled", '{"v":2}', "[" * 99999])
    def test_it_was_mangled_or_taken_over_by_a_newer_version(self, text: str) -> None:
        store, game = FakeStore(), a_game()
        saved_games = make_saved_games(store)
        id = saved_games.create(game, True, "mine").id
        store.texts[GAME_KEY_PREFIX + id] = text
        saved = saved_games.save(id, advanced(game, 2), True)
        assert saved.id != id
        assert store.texts[GAME_KEY_PREFIX + id] == text
        assert facts(GameOpener(make_saved_games(store)).open_game(saved.id).game) == facts(game)
        assert saved_games.title(saved.id) == "mine"

    def test_an_id_that_was_never_opened_here(self) -> None:
        store = FakeStore()
        id = make_saved_games(store).create(a_game(1), True).id
        before = store.texts[GAME_KEY_PREFIX + id]
        for key in (id, QUARANTINE_KEY_PREFIX + id, "tashkalar.settings.v1"):
            assert make_saved_games(store).save(key, a_game(2), True).id != id
        assert store.texts[GAME_KEY_PREFIX + id] == before
        assert all(key.startswith(GAME_KEY_PREFIX) for key in store.texts)

    def test_waiting_for_room_while_another_window_goes_on(self) -> None:
        store, game = FakeStore(), a_game()
        one, two = make_saved_games(store), make_saved_games(store)
        id = one.create(game, True).id
        store.quota = 10
        one.save(id, advanced(game, 2), True)
        store.quota = 10**9
        further = GameOpener(two).open_game(id).game
        two.save(id, advanced(further, 3, seed=7), True)
        other, notice = one.create(a_game(4), True)
        assert notice is not None and notice.id == "saves.notice.elsewhere"
        assert facts(GameOpener(make_saved_games(store)).open_game(id).game) == facts(further)
        assert len(store.texts) == 3
        assert other != id


class TestHandingOver:
    """A game goes from one window to another; only one of them writes it."""

    def without_room(self, saved_games: SavedGames, store: FakeStore, game: Game) -> str:
        """Go on with a game that was stored, in memory only; its id."""
        id = saved_games.create(game, True).id
        store.quota = 10
        saved_games.save(id, advanced(game, 4), True)
        assert saved_games.texts.has_unsaved_games
        return id

    def test_it_is_stored(self) -> None:
        store, game = FakeStore(), a_game()
        one, two = make_saved_games(store), make_saved_games(store)
        id = one.create(game, True, "ours").id
        one.save(id, advanced(game, 3), False)
        key = one.texts.shared_key(id)
        text = one.texts.newest_text(key)
        assert text is not None
        two.texts.take_over_game(key, text)
        one.texts.release_game(key)
        opened = GameOpener(two).open_game(id_of_key(key))
        assert (opened.id, facts(opened.game)) == (id, facts(game))
        assert two.save(id, advanced(opened.game, 2), True) == (id, None)
        # And back again.
        text = two.texts.newest_text(key)
        assert text is not None
        one.texts.take_over_game(key, text)
        two.texts.release_game(key)
        again = GameOpener(one).open_game(id).game
        assert facts(again) == facts(opened.game)
        assert one.save(id, advanced(again, 2), True) == (id, None)
        assert len(store.texts) == 1

    def test_it_waits_for_room(self) -> None:
        """A game that never was in the store moves from memory to memory."""
        store, game = FakeStore(), a_game()
        one, two = make_saved_games(store), make_saved_games(store)
        id = self.without_room(one, store, game)
        key = one.texts.shared_key(id)
        two.texts.take_over_game(key, one.texts.newest_text(key) or "")
        one.texts.release_game(key)
        assert (one.texts.has_unsaved_games, two.texts.has_unsaved_games) == (False, True)
        opened = GameOpener(two).open_game(id)
        assert facts(opened.game) == facts(game)
        store.quota = 10**9
        assert one.texts.retry_pending_writes() is None
        assert two.save(id, advanced(opened.game, 1), True).id == id
        assert facts(GameOpener(make_saved_games(store)).open_game(id).game) == facts(opened.game)
        assert len(store.texts) == 1

    def test_it_never_arrived(self) -> None:
        """The other window took an older position on: both are kept."""
        store, game = FakeStore(), a_game()
        one, two = make_saved_games(store), make_saved_games(store)
        id = self.without_room(one, store, game)
        assert one.texts.newest_text(one.texts.shared_key(id))
        store.quota = 10**9
        older = GameOpener(two).open_game(id).game
        two.save(id, advanced(older, 2, seed=5), True)
        notice = one.texts.retry_pending_writes()
        assert notice is not None and notice.id == "saves.notice.elsewhere"
        fresh = make_saved_games(store)
        stored_games = [
            facts(GameOpener(fresh).open_game(entry.id).game) for entry in fresh.entries()
        ]
        assert len(stored_games) == 2
        assert facts(older) in stored_games and facts(game) in stored_games

    def test_an_older_or_strange_text_changes_nothing(self) -> None:
        store, game = FakeStore(), a_game()
        saved_games = make_saved_games(store)
        id = saved_games.create(game, True).id
        older = store.texts[GAME_KEY_PREFIX + id]
        saved_games.save(id, advanced(game, 3), True)
        before = dict(store.texts)
        for text in (older, "", "mangled", '{"v":2}', stored(game=...), stored(v=0)):
            saved_games.texts.take_over_game(GAME_KEY_PREFIX + id, text)
            assert (store.texts, saved_games.texts.has_unsaved_games) == (before, False)

    def test_whoever_let_go_does_not_write(self) -> None:
        store, game = FakeStore(), a_game()
        one, two = make_saved_games(store), make_saved_games(store)
        id = one.create(game, True).id
        further = GameOpener(two).open_game(id).game
        two.save(id, advanced(further, 3, seed=4), True)
        one.texts.release_game(one.texts.shared_key(id))
        assert one.save(id, advanced(game, 1), True).id != id
        assert facts(GameOpener(make_saved_games(store)).open_game(id).game) == facts(further)


class TestCrash:
    """The page dies at one operation of the store: before it takes effect, or right after."""

    there: dict[str, str]  # what is in the store while the work is done

    def crash(
        self, texts: dict[str, str], at: int, *, after: bool, work: Callable[[SavedGames], None]
    ) -> bool:
        """Do some work in a page that crashes at its `at`-th operation; whether it got there."""
        self.there = texts
        saved_games = make_saved_games(CrashingStore(texts, at, after=after))
        try:
            work(saved_games)
        except Crash:
            return True
        return False

    def check(
        self, work: Callable[[SavedGames], None], texts: dict[str, str], *allowed: list[object]
    ) -> None:
        """Check that a crash at any operation leaves the games before or after that step."""
        wanted = [sorted(map(repr, games)) for games in allowed]
        for after in (False, True):
            at, crashed = 0, True
            while crashed:
                at += 1
                there = dict(texts)
                crashed = self.crash(there, at, after=after, work=work)
                store = FakeStore()
                store.texts = there
                fresh, stored_games = make_saved_games(store), []
                for entry in fresh.entries():
                    opened = GameOpener(fresh).open_game(entry.id)
                    assert opened.notice is None
                    stored_games.append(repr(facts(opened.game)))
                assert sorted(stored_games) in wanted, (at, after)
            assert at > 1

    def test_decisions(self) -> None:
        store, game = FakeStore(), mid_effect()
        id = make_saved_games(store).create(game, True).id
        steps = [game.copy() for _ in range(4)]
        for number, step in enumerate(steps):
            advanced(step, number)

        def play(saved_games: SavedGames) -> None:
            opened = GameOpener(saved_games).open_game(id)
            assert facts(opened.game) == facts(steps[0])
            for step in steps[1:]:
                assert saved_games.save(id, step, True).id == id

        allowed = [[facts(step)] for step in steps]
        self.check(play, store.texts, *allowed)

    def test_a_new_game_and_an_import(self) -> None:
        store, games = FakeStore(), [a_game(seed) for seed in range(3)]
        saved_games = make_saved_games(store)
        saved_games.create(games[0], True)
        file = make_saved_games().create(games[2], True)
        assert file.notice is None
        text = games[2].to_json()

        def work(saved_games: SavedGames) -> None:
            saved_games.create(games[1], True)
            GameFiles(saved_games).import_game(text)

        one, two, three = map(facts, games)
        self.check(work, store.texts, [one], [one, two], [one, two, three])

    def test_a_fork(self) -> None:
        """Another window has gone on meanwhile: its game is whole at every moment."""
        store, game = FakeStore(), a_game()
        id = make_saved_games(store).create(game, True).id
        base = game.copy()
        theirs = advanced(game.copy(), 3, seed=1)
        mine = [advanced(game.copy(), number, seed=2) for number in (1, 2)]
        other = FakeStore()
        other.texts = dict(store.texts)
        elsewhere = make_saved_games(other)
        GameOpener(elsewhere).open_game(id)
        elsewhere.save(id, theirs, True)

        def work(saved_games: SavedGames) -> None:
            GameOpener(saved_games).open_game(id)
            self.there.update(other.texts)
            moved = saved_games.save(id, mine[0], True).id
            assert moved != id
            saved_games.save(moved, mine[1], True)

        only = facts(theirs)
        self.check(
            work, store.texts, [facts(base)], [only], [only, facts(mine[0])], [only, facts(mine[1])]
        )

    @pytest.mark.parametrize("text", ["mangled", broken_engine(hash="0" * 32), HALF["no version"]])
    def test_putting_a_damaged_text_aside(self, text: str) -> None:
        for after in (False, True):
            at, crashed = 0, True
            while crashed:
                at += 1
                there = {GAME_KEY_PREFIX + "17": text}

                def work(saved_games: SavedGames) -> None:
                    with contextlib.suppress(SavedGameError):
                        GameOpener(saved_games).open_game("17")

                crashed = self.crash(there, at, after=after, work=work)
                assert text in there.values(), (at, after)

    def test_renaming_and_deleting(self) -> None:
        store, games = FakeStore(), [a_game(1), a_game(2)]
        ids = [make_saved_games(store).create(game, True).id for game in games]

        def work(saved_games: SavedGames) -> None:
            saved_games.rename(ids[0], "a name")
            saved_games.delete(ids[1])

        one, two = map(facts, games)
        self.check(work, store.texts, [one, two], [one])

    @settings(max_examples=60, deadline=None)
    @given(st.data())
    def test_any_operation_may_fail_at_any_time(self, data: st.DataObject) -> None:
        """With a store that fails now and then, the newest position is always at hand, and in the
        end in the store."""
        reasons: st.SearchStrategy[str | None] = st.sampled_from(
            [None, None, "full", "off", "other"]
        )
        store = FlakyStore({}, [])
        saved_games = make_saved_games(store)
        games: dict[str, Game] = {}
        for seed in range(data.draw(st.integers(3, 12))):
            store.fails_next = data.draw(st.lists(reasons, max_size=8))
            act = data.draw(st.sampled_from(["create", "save", "save", "rename", "delete", "list"]))
            id = data.draw(st.sampled_from(sorted(games))) if games else ""
            if act == "create" or not games:
                game = a_game(seed)
                games[saved_games.create(game, True).id] = game
            elif act == "save":
                saved = saved_games.save(id, advanced(games[id], 1, seed), True)
                games[saved.id] = games.pop(id)
            elif act == "list":
                saved_games.entries()
            else:
                try:
                    if act == "rename":
                        saved_games.rename(id, "a name")
                    else:
                        saved_games.delete(id)
                        del games[id]
                except SavedGameError as error:
                    sentence(error.message)
            store.fails_next = []
            for id, game in games.items():
                assert facts(GameOpener(saved_games).open_game(id).game) == facts(game)
        saved_games.texts.retry_pending_writes()
        assert not saved_games.texts.has_unsaved_games
        fresh = make_saved_games(FlakyStore(store.texts, []))
        stored_games = {
            entry.id: facts(GameOpener(fresh).open_game(entry.id).game) for entry in fresh.entries()
        }
        for id, game in games.items():
            assert stored_games[id] == facts(game)


class TestFiles:
    @pytest.mark.parametrize("curtain", [True, False])
    def test_own_export_on_a_clean_store(self, curtain: bool) -> None:
        saved_games, game = make_saved_games(), mid_effect()
        id = saved_games.create(game, curtain, "Sunday final").id
        name, text = GameFiles(saved_games).export_game(id)
        assert name == f"tash-kalar-sunday-final-turn-{game.state.turn}.json"
        assert json.loads(text)["format"] == FILE_FORMAT
        store = FakeStore()
        new, notice = GameFiles(make_saved_games(store)).import_game(
            text, is_curtain_down=not curtain
        )
        assert notice is None
        opened = GameOpener(make_saved_games(store)).open_game(new)
        assert (facts(opened.game), opened.is_curtain_down) == (facts(game), curtain)
        (entry,) = make_saved_games(store).entries()
        assert (entry.title, entry.started_at_ms) == (
            "Sunday final",
            saved_games.entries()[0].started_at_ms,
        )
        for _ in range(10):
            code = game.legal_moves()[0].code
            game.play(code)
            opened.game.play(code)
        assert facts(opened.game) == facts(game)

    def test_the_name_of_a_file_without_title(self) -> None:
        saved_games = make_saved_games()
        id = saved_games.create(a_game(), True).id
        assert (
            GameFiles(saved_games).export_game(id)[0]
            == "tash-kalar-duel-northern-sylvan-turn-1.json"
        )

    def test_importing_twice_and_beside_the_original(self) -> None:
        saved_games = make_saved_games()
        text = GameFiles(saved_games).export_game(saved_games.create(a_game(), True).id)[1]
        GameFiles(saved_games).import_game(text)
        GameFiles(saved_games).import_game("\ufeff" + text)
        assert len({entry.id for entry in saved_games.entries()}) == 3

    @pytest.mark.parametrize("curtain", [True, False])
    def test_a_save_of_the_engine_and_a_record(self, curtain: bool) -> None:
        game = advanced(a_game(), 20)
        saved_games = make_saved_games()
        saved = GameFiles(saved_games).import_game(game.to_json(), is_curtain_down=curtain)
        opened = GameOpener(saved_games).open_game(saved.id)
        assert (facts(opened.game), opened.is_curtain_down) == (facts(game), curtain)
        opened_game = GameOpener(saved_games).open_game(
            GameFiles(saved_games).import_game(game.record(), is_curtain_down=curtain).id
        )
        assert opened_game.game.codes == game.codes
        assert (dict(opened_game.game.board), opened_game.is_curtain_down) == (
            dict(game.board),
            curtain,
        )

    def test_the_summary_is_that_of_the_game(self) -> None:
        saved_games = make_saved_games()
        lying = stored(summary={**json.loads(WHOLE)["summary"], "scores": [99, 99]})
        GameFiles(saved_games).import_game(lying)
        summary = saved_games.entries()[0].summary
        assert summary is not None and summary.scores != (99, 99)

    @pytest.mark.parametrize(
        ("text", "id"),
        [
            ("", "empty"),
            (" \n\ufeff", "empty"),
            (None, "empty"),
            (b"{}", "empty"),
            ("x" * (LONGEST_FILE + 1), "large"),
            ("hello", "file"),
            ("{", "file"),
            ("[1, 2]", "file"),
            ("{}", "file"),
            ('{"type":"FeatureCollection"}', "file"),
            (WHOLE[:-30], "file"),
            (ENGINE[:-30], "file"),
            (stored(game="{}"), "file"),
            (stored(format="other"), "file"),
            (stored(format=["x"]), "file"),
            ('{"a":' * 100_000, "file"),
            (stored(game="[" * 100_000), "file"),
            (stored(v=2), "newer-file"),
            (broken_engine(v=2), "newer-file"),
            (json.dumps({**json.loads(ENGINE), "v": 2}), "newer-file"),
            ("<!doctype html><script>alert(1)</script>", "file"),
            ("\x00\x01\x02", "file"),
        ],
    )
    def test_other_files(self, text: object, id: str) -> None:
        store = FakeStore()
        saved_games = make_saved_games(store)
        saved_games.create(a_game(), True)
        before = dict(store.texts)
        with pytest.raises(SavedGameError) as excinfo:
            GameFiles(saved_games).import_game(text)
        assert refused(excinfo) == f"saves.error.{id}"
        assert "Nothing has changed" in sentence(excinfo.value.message)
        assert store.texts == before

    def test_a_record_with_a_wrong_line(self) -> None:
        lines = advanced(a_game(), 20).record().splitlines()
        lines[-2] += " nonsense"
        with pytest.raises(SavedGameError) as excinfo:
            GameFiles(make_saved_games()).import_game("\n".join(lines))
        assert refused(excinfo) == "saves.error.record"
        assert f"Line {len(lines) - 1} " in sentence(excinfo.value.message)

    def test_a_full_storage(self) -> None:
        text = WHOLE
        saved_games = make_saved_games(FakeStore(quota=50))
        id, notice = GameFiles(saved_games).import_game(text)
        assert notice is not None and notice.id == "storage.full"
        assert facts(GameOpener(saved_games).open_game(id).game) == facts(Game.from_json(ENGINE))

    @settings(max_examples=50, deadline=None)
    @given(st.text() | st.binary().map(lambda b: b.decode("latin-1")))
    def test_anything(self, text: str) -> None:
        store = FakeStore()
        with pytest.raises(SavedGameError):
            GameFiles(make_saved_games(store)).import_game(text)
        assert store.texts == {}


# -- the browser's storage, with a window that is made up ----------------------------------------


class JsException(Exception):
    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class JsNull:
    """JavaScript's null as newer versions of Pyodide give it: false, but not None."""

    def __bool__(self) -> bool:
        return False


class LocalStorage:
    """A stand-in for `window.localStorage`."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.throws = ""
        self.vanished = 0  # keys that another window removes while they are counted

    def _work(self) -> None:
        if self.throws:
            raise JsException(self.throws)

    @property
    def length(self) -> int:
        self._work()
        return len(self.texts) + self.vanished

    def key(self, number: int) -> object:
        return list(self.texts)[number] if number < len(self.texts) else JsNull()

    def getItem(self, key: str) -> object:  # noqa: N802
        self._work()
        return self.texts.get(key, JsNull())

    def setItem(self, key: str, text: str) -> None:  # noqa: N802
        self._work()
        self.texts[key] = text

    def removeItem(self, key: str) -> None:  # noqa: N802
        self._work()
        self.texts.pop(key, None)


class Window:
    def __init__(self) -> None:
        self.storage: object = LocalStorage()
        self.throws = ""

    @property
    def localStorage(self) -> object:  # noqa: N802
        if self.throws:
            raise JsException(self.throws)
        return self.storage


CLOCK = Clock(step=0)


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Window, Any]]:
    """A made-up window and `tashkalar/web/browser/local_storage.py` on top of it."""
    window = Window()
    modules: dict[str, dict[str, object]] = {
        "pyscript": {"window": window},
        "pyodide": {},
        "pyodide.ffi": {"JsException": JsException, "to_js": dict},
    }
    # The real package would import the whole page.
    modules |= {name: {"__path__": []} for name in ("tashkalar.web", "tashkalar.web.browser")}
    for name, values in modules.items():
        module = ModuleType(name)
        vars(module).update(values)
        monkeypatch.setitem(sys.modules, name, module)
    for name in ("optional_features", "local_storage"):
        path = Path(__file__).resolve().parents[3] / f"tashkalar/web/browser/{name}.py"
        spec = importlib.util.spec_from_file_location(f"tashkalar.web.browser.{name}", path)
        assert spec and spec.loader
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, spec.name, module)
        spec.loader.exec_module(module)
    yield window, module


class TestLocalStore:
    def test_a_game(self, browser: tuple[Window, Any]) -> None:
        window, storage = browser
        store, reason = storage.open_store()
        assert reason is None
        game = mid_effect()
        id = SavedGames(store, CLOCK).create(game, True).id
        assert id == "1700000000000"
        assert facts(
            GameOpener(SavedGames(storage.LocalStore(), CLOCK)).open_game(id).game
        ) == facts(game)
        window.storage.vanished = 1  # type: ignore[attr-defined]
        assert store.keys() == [GAME_KEY_PREFIX + id]
        window.storage.vanished = 0  # type: ignore[attr-defined]
        store.remove(GAME_KEY_PREFIX + id)
        assert (store.keys(), store.get(GAME_KEY_PREFIX + id)) == ([], None)

    @pytest.mark.parametrize(
        ("name", "reason"),
        [
            ("QuotaExceededError", "full"),
            ("NS_ERROR_DOM_QUOTA_REACHED", "full"),
            ("SecurityError", "off"),
            ("TypeError", "other"),
        ],
    )
    def test_errors(self, browser: tuple[Window, Any], name: str, reason: str) -> None:
        window, storage = browser
        store, _ = storage.open_store()
        window.storage.throws = name  # type: ignore[attr-defined]
        for act in (
            lambda: store.set("k", "t"),
            lambda: store.get("k"),
            lambda: store.remove("k"),
            store.keys,
        ):
            with pytest.raises(StoreError) as excinfo:
                act()
            assert excinfo.value.reason == reason

    @pytest.mark.parametrize("storage_object", [None, JsNull()])
    def test_no_storage(self, browser: tuple[Window, Any], storage_object: object) -> None:
        window, storage = browser
        window.storage = storage_object
        store, reason = storage.open_store()
        assert isinstance(store, MemoryStore)
        assert reason == "off"

    def test_a_sandboxed_frame(self, browser: tuple[Window, Any]) -> None:
        window, storage = browser
        window.throws = "SecurityError"
        store, reason = storage.open_store()
        assert isinstance(store, MemoryStore)
        assert reason == "off"
        notice = SavedGames(store, CLOCK, reason).create(a_game(), True).notice
        assert notice is not None and notice.id == "storage.off"
