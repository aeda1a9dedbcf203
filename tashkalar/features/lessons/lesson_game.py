"""The whole game of a lesson that a person has left in the middle, to be continued.

Lessons whose decisions are given keep only the number of finished parts (`course`). In a part that
is a game of many turns each decision is saved, with the lines that the coach has said.

Two tabs may have the same lesson. Each saves under a key of its own, and none writes over what it
has not read or written itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping

from tashkalar import Game
from tashkalar.errors import SaveError
from tashkalar.features.lessons.lesson_file import Lesson
from tashkalar.features.lessons.lesson_runner import LessonRunner
from tashkalar.json_reader import parse_json
from tashkalar.position.move import Message
from tashkalar.ui.storage.key_value_store import KeepingStore, StoreError

GAME_KEY = "tashkalar.lesson-game.v1"
"""The key of a game in the browser's storage; others have a dot and an id behind it."""

MOST_GAMES = 10
"""The games that are kept; the oldest one gives way to a new one."""

COPY_NOTICE = Message("learn.elsewhere")
"""Said when another tab has the game too, and this one goes on with a copy."""

_KEY = re.compile(re.escape(GAME_KEY) + r"(?:\.([0-9]{1,16})(?:-[0-9a-z-]{1,20})?)?")


class LessonGameKeeper:
    """Keeps the game of a lesson that lies on the table of this tab."""

    def __init__(self, store: KeepingStore) -> None:
        self.key = ""  # of the game on the table; "" while none is stored
        self._store = store
        self._text: str | None = None  # what this tab has read or written there last

    def open(self, lesson: Lesson, held: Collection[str] = ()) -> LessonRunner | None:
        """Return the lesson in the middle of its saved game; None if there is none that fits.

        Of several, it is the one that has come furthest, and one whose key no other tab has
        `held`, if there is one.
        """
        found: dict[str, LessonRunner] = {}
        texts = {key: self._read(key) for key in self._keys()}
        for key, text in texts.items():
            if runner := _read_game(text, lesson):
                found[key] = runner
        if not found:
            return None

        def quality(key: str) -> tuple[bool, int, int]:
            runner = found[key]
            return key not in held, runner.part_index, len(runner.session.game.codes)

        self.key = max(found, key=quality)
        self._text = texts[self.key]
        return found[self.key]

    def continue_as_copy(self) -> None:
        """Leave the stored game to another tab: the one on the table gets a key of its own."""
        self.key, self._text = "", None

    def save(self, runner: LessonRunner) -> Message | None:
        """Save the game of a part with an opponent, or forget the game of a finished part.

        Return a message if that fails, or if another tab has gone on with the same game.
        """
        if not runner.part.is_game:
            return None
        notice = None
        try:
            if self.key and self._store.get(self.key) != self._text:
                self.continue_as_copy()
                notice = COPY_NOTICE
            if runner.decisions_in_part and not runner.view.can_restart:
                self._write(_write_game(runner))
            elif self.key:
                self._store.remove(self.key)
                self.key = ""
        except StoreError as error:
            return error.notice or Message("storage.settings")
        return notice

    def _write(self, text: str) -> None:
        key = self.key
        if not key:
            keys = self._keys()
            for old in keys[MOST_GAMES - 1 :]:
                self._store.remove(old)
            key = f"{GAME_KEY}.{self._store.new_id()}" if keys else GAME_KEY
        self._store.set(key, text)
        self.key, self._text = key, text

    def _keys(self) -> list[str]:
        """Return the keys of all games, the newest first."""
        try:
            stored_keys = self._store.keys()
        except StoreError:
            return []
        ages = {key: int(found[1] or 0) for key in stored_keys if (found := _KEY.fullmatch(key))}
        return sorted(ages, key=lambda key: ages[key], reverse=True)

    def _read(self, key: str) -> str | None:
        try:
            return self._store.get(key)
        except StoreError:
            return None


def _write_game(runner: LessonRunner) -> str:
    data = {
        "lesson": runner.lesson.id,
        "part": runner.part_index,
        "said": sorted(runner.said_lines),
        "game": runner.session.game.to_json(),
    }
    return json.dumps(data)


def _read_game(stored: str | None, lesson: Lesson) -> LessonRunner | None:
    """Return the lesson in the middle of a stored game; None if that does not fit."""
    try:
        data = parse_json(stored)
    except ValueError:
        return None
    if not isinstance(data, Mapping) or data.get("lesson") != lesson.id:
        return None
    part, said, text = data.get("part"), data.get("said"), data.get("game")
    if type(part) is not int or not 0 <= part < len(lesson.parts):
        return None
    if not isinstance(said, list) or not isinstance(text, str):
        return None
    try:
        game = Game.from_json(text)
    except SaveError:
        return None
    start = lesson.parts[part].start
    if start is None or game.setup != start.setup or game.is_over:
        return None
    return LessonRunner(lesson, part=part, game=game, said=frozenset(map(str, said)))
