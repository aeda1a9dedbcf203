"""The storage and the files of the pages that the page for translators opens."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from tashkalar import Game
from tashkalar.features.mistakes.exercises import Exercise, save_exercises
from tashkalar.features.puzzles.puzzle_progress import PuzzleProgress, save_progress
from tashkalar.features.puzzles.repetition import Memory, Repetition
from tashkalar.position.ids import SeatNumber
from tashkalar.ui.storage.key_value_store import MemoryStore
from tashkalar.ui.storage.saved_games import SavedGames
from tests import golden, packmaking
from tests.support import arrange, pattern_at

_WHEEL = "sparks-0.1-py3-none-any.whl"
_TEXT = "game.json"
_FAULTY_PACKS = {
    "no-wheel": packmaking.files(METADATA=""),
    "depends": packmaking.files(METADATA=packmaking.METADATA + "Requires-Dist: numpy\n"),
    "entry": packmaking.files(entry_points=""),
    "shadow": packmaking.files() | {"json/__init__.py": ""},
    "content": packmaking.files() | {"sparks/native.so": ""},
    "path": packmaking.files() | {"../x.py": ""},
    "run": packmaking.files("raise RuntimeError('boom')"),
    "good": packmaking.files(),
}


def entries(name: str) -> dict[str, str]:
    """Return the entries of the storage that a state begins with."""
    return _ENTRIES[name]()


def _saved(*games: Game) -> dict[str, str]:
    store = MemoryStore()
    stamps = iter(range(1_700_000_000_000, 1_700_000_000_100))
    saved_games = SavedGames(store, lambda: next(stamps))
    for game in games:
        saved_games.create(game, False)
    return dict(store.texts)


def _going() -> Game:
    return golden.load("high-form").start()


_BEFORE_THE_MISTAKE: dict[str, object] = {
    "form": "high-form",
    "seed": 3,
    "seats": [{"school": "northern", "hand": ["knight", "swordmaster"]}, {"school": "sylvan"}],
    "board": pattern_at("knight", "d7") | {"c2": "1 heroic", "d8": "1 heroic", "a5": "2 heroic"},
    "tasks": {"current": ["red-conquest", "destruction"], "next": "side-chain"},
    "turn": {"seat": 1, "actions": 2, "last_turns": 1},
}


def _exercise(id: str) -> Exercise:
    return Exercise(
        id,
        _BEFORE_THE_MISTAKE,
        SeatNumber(1),
        "task",
        2000,
        ("+e5", "+g1", "=red-conquest"),
        Repetition(1, 0, Memory(1.0, 5.0)),
    )


def _mistakes() -> dict[str, str]:
    """Return two exercises that are due, and a puzzle."""
    store = MemoryStore()
    asks = _exercise("asks")._replace(played=("+i5", "+h5", "."), drops=(0, 2000))
    save_exercises(store, (_exercise("plain"), asks))
    save_progress(store, PuzzleProgress().add_failed("one-quiet-stone", 1))
    return dict(store.texts)


def _damaged_mistake() -> dict[str, str]:
    store = MemoryStore()
    save_exercises(store, (_exercise("damaged")._replace(scenario={"form": "nothing"}),))
    return dict(store.texts)


def _damaged_saves() -> dict[str, str]:
    ((_, whole),) = _saved(_going()).items()
    record = json.loads(whole)
    return {
        "tashkalar.game.v1.1": whole[: whole.index('"game"')],
        "tashkalar.game.v1.5": json.dumps(record | {"game": record["game"][-50:]}),
    }


def _newer_save() -> dict[str, str]:
    ((_, whole),) = _saved(_going()).items()
    record = json.loads(whole)
    engine = json.dumps(json.loads(record["game"]) | {"v": 99})
    newer = json.dumps(record | {"game": engine})
    return {"tashkalar.game.v1.5": newer, "tashkalar.game.v2.4": "{}"}


def _cut_save() -> dict[str, str]:
    """Return a game whose text ends in the middle."""
    game = golden.load("duel").game
    ((key, whole),) = _saved(game).items()
    record = json.loads(whole)
    cut = record["game"].index(game.codes[4])
    return {key: json.dumps(record | {"game": record["game"][:cut]})}


def _everything() -> dict[str, str]:
    return {**_saved(golden.load("duel").game, _going()), **_mistakes(), **_damaged_saves()}


def _ready_hand() -> dict[str, str]:
    board = pattern_at("knight", "e5") | {"e5": "2 common", "i4": "2 common", "c3": "2 heroic"}
    hand = ["knight", "champion", "swordmaster"]
    return _saved(arrange(board, hand=hand, flare="flare-08", form="high-form"))


_ENTRIES: dict[str, Callable[[], dict[str, str]]] = {
    "going": lambda: _saved(_going()),
    "finished": lambda: _saved(golden.load("duel").game, _going()),
    "mistakes": _mistakes,
    "damaged-mistake": _damaged_mistake,
    "damaged-saves": _damaged_saves,
    "newer-save": _newer_save,
    "cut-save": _cut_save,
    "everything": _everything,
    "ready-hand": _ready_hand,
}


def file(name: str) -> tuple[str, bytes]:
    """Return the name and the content of a file that a state opens."""
    if name.startswith("pack-"):
        with TemporaryDirectory() as folder:
            path = packmaking.write_wheel(Path(folder), _FAULTY_PACKS[name.removeprefix("pack-")])
            return _WHEEL, path.read_bytes()
    return _FILES[name]()


def _newer_file() -> bytes:
    return json.dumps(json.loads(_going().to_json()) | {"v": 99}).encode()


_FILES: dict[str, Callable[[], tuple[str, bytes]]] = {
    "empty": lambda: (_TEXT, b""),
    "damaged": lambda: (_TEXT, b'{"a": "mangled"}'),
    "huge": lambda: (_TEXT, b" " * 45_000_000),
    "newer": lambda: (_TEXT, _newer_file()),
    "record": lambda: ("game.txt", golden.load("duel").text.replace("2. ", "2. nothing ").encode()),
    "no-zip": lambda: (_WHEEL, b"PK"),
}
