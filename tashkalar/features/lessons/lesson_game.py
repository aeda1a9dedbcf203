"""The whole game of a lesson that a person has left in the middle, to be continued.

Lessons whose decisions are given keep only the number of finished parts (`course`). In a part that
is a game of many turns each decision is saved, with the lines that the coach has said.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from tashkalar import Game
from tashkalar.errors import SaveError
from tashkalar.features.lessons.lesson_file import Lesson
from tashkalar.features.lessons.lesson_runner import LessonRunner
from tashkalar.json_reader import parse_json
from tashkalar.position.move import Message
from tashkalar.ui.storage.key_value_store import KeyValueStore, StoreError

GAME_KEY = "tashkalar.lesson-game.v1"
"""The key of the game in the browser's storage; there is one at a time."""


def save_lesson_game(store: KeyValueStore, runner: LessonRunner) -> Message | None:
    """Save the game of a part with an opponent, or forget the game of a finished part.

    Return an error message if that fails.
    """
    if not runner.part.is_game:
        return None
    game = runner.session.game
    data = {
        "lesson": runner.lesson.id,
        "part": runner.part_index,
        "said": sorted(runner.said_lines),
        "game": game.to_json(),
    }
    try:
        if runner.decisions_in_part and not runner.view.can_restart:
            store.set(GAME_KEY, json.dumps(data))
        else:
            store.remove(GAME_KEY)
    except StoreError as error:
        return error.notice or Message("storage.settings")
    return None


def continue_lesson_game(store: KeyValueStore, lesson: Lesson) -> LessonRunner | None:
    """Return the lesson in the middle of its saved game; None if there is none that fits."""
    try:
        data = parse_json(store.get(GAME_KEY))
    except (StoreError, ValueError):
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
