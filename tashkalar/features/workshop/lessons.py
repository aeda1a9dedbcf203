"""A lesson that a person makes: edits of a lesson file, each of which returns a new one.

`docs/lessons.md` describes the file. The workshop makes parts with a position, ways that were
played, mistakes that were played, and lines: one for each moment of the first way.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from fnmatch import fnmatchcase
from itertools import count
from typing import Any, NamedTuple

from tashkalar import Game
from tashkalar.errors import ScenarioError
from tashkalar.features.lessons.lesson_form import LESSON_FORMAT, MOST_HINTS, VERSION
from tashkalar.features.workshop.position import Scenario
from tashkalar.formats import scenario_writer
from tashkalar.position.move import Message
from tashkalar.ui.history.timeline import event_sentences
from tashkalar.ui.session.goal_panel import goal_progress
from tashkalar.ui.text.catalogue import SOURCE_LANGUAGE

LessonContent = dict[str, Any]
LessonPartContent = dict[str, Any]

MOST_PARTS = 10
LONGEST_SAID = 140  # letters of a line that fits above the board of a phone
TITLES = ("title", "about")
_PREFIX_STEP = 100  # above the number of parts, so that no two parts find the same prefix


class PlayedWay(NamedTuple):
    """Decisions that were played, and the sentences of the log about them."""

    codes: tuple[str, ...]
    lines: tuple[Message, ...]
    is_possible: bool  # in the position as it is now
    reaches_goal: bool


class TextRow(NamedTuple):
    """A line of the coach: its id, the moment at which it is said, and what has just happened."""

    line: str
    label: Message
    moment: int  # decisions of the first way before it; -1: of no certain moment


# -- reading -------------------------------------------------------------------------------------


def parts(lesson: LessonContent) -> list[LessonPartContent]:
    """Return the parts."""
    found: list[LessonPartContent] = lesson["parts"]
    return found


def goes_on(lesson: LessonContent, number: int) -> bool:
    """Tell whether a part has no position of its own: it goes on where the part before it ended."""
    return "scenario" not in parts(lesson)[number]


def scenario_of_part(lesson: LessonContent, number: int) -> Scenario:
    """Return the position in which a part begins, with the goal of the part."""
    part = parts(lesson)[number]
    if goes_on(lesson, number):
        scenario = _end_of_part(lesson, number - 1)
    else:
        scenario = {key: value for key, value in part["scenario"].items() if key != "text"}
    return {**scenario, "goal": part["goal"]} if "goal" in part else scenario


def _end_of_part(lesson: LessonContent, number: int) -> Scenario:
    """Return the position after the first way of a part, without a goal.

    As far as the way cannot be played, or ends within a move, that is the position before it.
    """
    start = scenario_of_part(lesson, number)
    end = {key: value for key, value in start.items() if key != "goal"}
    try:
        game = Game.from_scenario(end)
        for step in next(iter(parts(lesson)[number].get("ways", ())), ()):
            code = next(move.code for move in game.legal_moves() if fnmatchcase(move.code, step))
            game.play(code)
            if game.open_move is None:
                end = dict(scenario_writer.write(game.state))
    except (StopIteration, ValueError):
        pass  # the way does not fit the position any more, or the game is over
    return end


def text(lesson: LessonContent, language: str, line: str) -> str:
    """Return the words of a line in a language; "" without any."""
    return str(lesson.get("words", {}).get(language, {}).get(line, ""))


def play_way(scenario: Scenario, codes: Sequence[str]) -> PlayedWay:
    """Return what decisions do in a position, up to the first that is not possible."""
    try:
        game, is_possible = Game.from_scenario(scenario), True
    except ScenarioError:  # a position that is not finished
        return PlayedWay(tuple(codes), (), False, False)
    for code in codes:
        try:
            game.play(code)
        except ValueError:
            is_possible = False
            break
    lines = tuple(line for entry in game.history() for _, line in event_sentences(entry))
    progress = goal_progress(game)
    reaches = progress is None or progress.state == "reached"
    return PlayedWay(tuple(codes), lines, is_possible, is_possible and reaches)


ANY_OTHER_MOVE = "*"


def is_any_other_move(mistake: dict[str, Any]) -> bool:
    """Tell whether a mistake stands for every move that no other entry answers."""
    return bool(mistake.get("move") == ANY_OTHER_MOVE and "when" not in mistake)


def codes_of_mistake(mistake: dict[str, Any]) -> tuple[str, ...]:
    """Return the decision of a mistake, and those that are shown after it; none for a square."""
    if "move" not in mistake:
        return ()
    after = mistake.get("after", ())
    return (mistake["move"], *(after["codes"] if isinstance(after, dict) else after))


def text_rows(lesson: LessonContent, number: int) -> tuple[TextRow, ...]:
    """Return the lines that a part can have: at its start, on its first way, and its answers."""
    part, prefix = parts(lesson)[number], _prefix(lesson, number)
    scenario = scenario_of_part(lesson, number)
    rows = [TextRow(line, Message(f"workshop.line.{line}"), -1) for line in TITLES if not number]
    rows += _rows_of_way(part, prefix, scenario)
    shown = {row.line for row in rows}
    others = (line["say"] for line in part.get("coach", []) if line["say"] not in shown)
    rows += [TextRow(line, Message("workshop.line.other"), -1) for line in others]
    for mistake in part.get("mistakes", []):
        done = play_way(scenario, codes_of_mistake(mistake)).lines
        what = done[0] if done else mistake.get("square", mistake.get("move"))
        if is_any_other_move(mistake):
            what = Message("workshop.mistake.any")
        label = Message("workshop.line.mistake", {"what": what})
        rows.append(TextRow(mistake["say"], label, -1))
    hints = [*part.get("hint", []), *_unused_hints(part, prefix)]
    rows += [
        TextRow(line, Message(f"workshop.line.hint.{grade}"), -1)
        for grade, line in enumerate(hints[:MOST_HINTS], 1)
    ]
    end = len(next(iter(part.get("ways", ())), ())) or -1
    rows.append(TextRow(part.get("done", f"{prefix}-done"), Message("workshop.line.done"), end))
    first_rows: dict[str, TextRow] = {}
    for row in rows:
        first_rows.setdefault(row.line, row)
    return tuple(first_rows.values())


def _unused_hints(part: LessonPartContent, prefix: str) -> list[str]:
    """Return ids for the hints that a part can still get, one for each grade."""
    lines = (f"{prefix}-hint-{grade}" for grade in range(1, MOST_HINTS + 1))
    return [line for line in lines if line not in part.get("hint", [])]


def _rows_of_way(part: LessonPartContent, prefix: str, scenario: Scenario) -> list[TextRow]:
    """Return a line for the start of a part, and for each moment of its first way but the last."""
    rows = list[TextRow]()
    way = next(iter(part.get("ways", ())), ())
    said_at = {line.get("when", {}).get("done", 0): line["say"] for line in part.get("coach", [])}
    for moment in range(max(1, len(way))):
        unused = f"{prefix}-after-{moment}" if moment else f"{prefix}-start"
        happened = play_way(scenario, way[:moment]).lines if moment else ()
        label = Message("workshop.line.start")
        if happened:
            label = Message("workshop.line.after", {"what": happened[-1]})
        rows.append(TextRow(said_at.get(moment, unused), label, moment))
    return rows


def _said_lines(part: LessonPartContent) -> set[str]:
    """Return the ids of the lines that a part says."""
    lines = {one["say"] for key in ("coach", "mistakes") for one in part.get(key, [])}
    return lines | set(part.get("hint", [])) | ({part["done"]} if "done" in part else set())


def _prefix(lesson: LessonContent, number: int) -> str:
    """Return what the ids of new lines of a part begin with: no line of another part does.

    That is `p` and the number of the part, unless a part that stood there has such lines.
    """
    others = [part for index, part in enumerate(parts(lesson)) if index != number]
    taken = {line.partition("-")[0] for part in others for line in _said_lines(part)}
    free = (p for n in count(number + 1, _PREFIX_STEP) if (p := f"p{n}") not in taken)
    return next(free)


# -- edits ---------------------------------------------------------------------------------------


def new_lesson(scenario: Scenario) -> LessonContent:
    """Return a lesson with one part: a position, perhaps with a goal; its titles become words."""
    titles = scenario.get("text", {})
    if not isinstance(titles, dict):
        titles = {SOURCE_LANGUAGE: titles}
    words = {language: {"title": title} for language, title in titles.items() if title}
    return {
        "format": LESSON_FORMAT,
        "v": VERSION,
        "id": "my-lesson",
        "parts": [_new_part(scenario)],
        "words": with_languages(words),
    }


def _new_part(scenario: Scenario) -> LessonPartContent:
    return {"scenario": {key: value for key, value in scenario.items() if key != "text"}}


def add_part(lesson: LessonContent, scenario: Scenario) -> LessonContent:
    """Return the lesson with one more part, which begins with a position."""
    return {**lesson, "parts": [*parts(lesson), _new_part(scenario)]}


def remove_part(lesson: LessonContent, number: int) -> LessonContent:
    """Return the lesson without a part, whose words go with it.

    If the next part goes on where the removed part ended, that position becomes its own.
    """
    left = list(parts(lesson))
    if number + 1 < len(left) and goes_on(lesson, number + 1):
        left[number + 1] = {"scenario": _end_of_part(lesson, number), **left[number + 1]}
    removed = left.pop(number)
    still_said = {line for part in left for line in _said_lines(part)}.union(TITLES)
    return _without_words({**lesson, "parts": left}, _said_lines(removed) - still_said)


def set_part_scenario(lesson: LessonContent, number: int, scenario: Scenario) -> LessonContent:
    """Return the lesson with another position, or another goal, of a part.

    A part that goes on where the part before it ended does so until its position is changed.
    """
    part = {key: value for key, value in parts(lesson)[number].items() if key != "goal"}
    start = {key: value for key, value in scenario.items() if key != "goal"}
    if not goes_on(lesson, number) or start != _end_of_part(lesson, number - 1):
        part |= _new_part(scenario)
    elif "goal" in scenario:
        part["goal"] = scenario["goal"]
    return _with_part(lesson, number, part)


def set_goes_on(lesson: LessonContent, number: int, *, is_on: bool) -> LessonContent:
    """Let a part go on where the part before it ended, or give it a position of its own."""
    scenario, part = scenario_of_part(lesson, number), dict(parts(lesson)[number])
    part.pop("goal", None)
    if not is_on:
        return _with_part(lesson, number, {**part, **_new_part(scenario)})
    del part["scenario"]
    if isinstance(scenario.get("goal"), dict):
        part["goal"] = scenario["goal"]
    return _with_part(lesson, number, part)


def add_way(lesson: LessonContent, number: int, codes: Sequence[str]) -> LessonContent:
    """Return the lesson with a way that was played, cut where it reaches the goal.

    Decisions of other seats are made by the program, so the part gets an opponent.
    """
    scenario = scenario_of_part(lesson, number)
    game, kept, opponent = Game.from_scenario(scenario), list[str](), None
    learner = game.player
    for code in codes:
        if game.player != learner:
            opponent = game.player
        game.play(code)
        kept.append(code)
        progress = goal_progress(game)
        if progress is not None and progress.state == "reached":
            break
    part = dict(parts(lesson)[number])
    if kept and kept not in part.get("ways", []):
        part["ways"] = [*part.get("ways", []), kept]
    if "goal" not in scenario:
        part["until"] = {"done": len(part["ways"][0])}
    if opponent is not None:
        part["opponent"] = opponent
    return _with_part(lesson, number, part)


def add_mistake(lesson: LessonContent, number: int, codes: Sequence[str]) -> LessonContent:
    """Return the lesson with an answer to a decision; what was played after it is shown."""
    part = dict(parts(lesson)[number])
    mistakes = part.get("mistakes", [])
    used = {mistake["say"] for mistake in mistakes}
    prefix = _prefix(lesson, number)
    lines = (f"{prefix}-mistake-{n}" for n in range(1, len(mistakes) + 2))
    made: dict[str, Any] = {"move": codes[0], "say": next(one for one in lines if one not in used)}
    if len(codes) > 1:
        made["after"] = list(codes[1:])
    part["mistakes"] = [*mistakes, made]
    # The first that fits answers, so the answer to any other move comes last.
    part["mistakes"].sort(key=is_any_other_move)
    return _with_part(lesson, number, part)


def remove_entry(lesson: LessonContent, number: int, key: str, index: int) -> LessonContent:
    """Return the lesson without a way or a mistake; `key` is ``ways`` or ``mistakes``."""
    part = dict(parts(lesson)[number])
    entries = list(part[key])
    removed = entries.pop(index)
    part[key] = entries
    if not entries:
        del part[key]
        if key == "ways":
            part.pop("until", None)
    changed = _with_part(lesson, number, part)
    return _without_words(changed, {removed["say"]}) if key == "mistakes" else changed


def set_text(lesson: LessonContent, language: str, line: str, said: str) -> LessonContent:
    """Return the lesson with other words of a line, which is not said without any words."""
    words = {code: dict(lines) for code, lines in lesson.get("words", {}).items()}
    own = words.setdefault(language, {})
    if said:
        own[line] = said
    else:
        own.pop(line, None)
    changed = {**lesson, "words": with_languages(words)}
    is_said = any(line in lines for lines in words.values())
    for number in range(len(parts(lesson))):
        row = next((one for one in text_rows(lesson, number) if one.line == line), None)
        if row is not None and line not in TITLES:
            part = _with_line(parts(changed)[number], row, is_said=is_said)
            changed = _with_part(changed, number, part)
    return changed


def _with_line(part: LessonPartContent, row: TextRow, *, is_said: bool) -> LessonPartContent:
    """Return a part that says a line at its moment, or does not say it any more."""
    if row.label.id == "workshop.line.done":
        rest = {key: value for key, value in part.items() if key != "done"}
        return {**rest, "done": row.line} if is_said else rest
    if row.label.id.startswith("workshop.line.hint"):
        hints = [line for line in part.get("hint", []) if line != row.line]
        grade = int(row.label.id[-1])
        if is_said:
            hints.insert(grade - 1, row.line)
        rest = {key: value for key, value in part.items() if key != "hint"}
        return {**rest, "hint": hints} if hints else rest
    if row.moment < 0:
        return part  # an answer stays with its mistake
    before = part.get("coach", [])
    lines = [line for line in before if line["say"] != row.line]
    if is_said:
        kept = next((line for line in before if line["say"] == row.line), None)
        when = {"when": {"done": row.moment}} if row.moment else {}
        lines.append(kept or {"say": row.line, **when})
    # The first line that fits is said: the line without a moment comes last.
    lines.sort(key=lambda line: "when" not in line)
    rest = {key: value for key, value in part.items() if key != "coach"}
    return {**rest, "coach": lines} if lines else rest


def _with_part(lesson: LessonContent, number: int, part: LessonPartContent) -> LessonContent:
    changed = [part if index == number else one for index, one in enumerate(parts(lesson))]
    return {**lesson, "parts": changed}


def _without_words(lesson: LessonContent, removed: Container[str]) -> LessonContent:
    words = {
        language: {line: said for line, said in lines.items() if line not in removed}
        for language, lines in lesson.get("words", {}).items()
    }
    return {**lesson, "words": with_languages(words)}


def with_languages(words: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    """Return the words without empty languages; English stays if there is no other."""
    return {code: lines for code, lines in words.items() if lines} or {SOURCE_LANGUAGE: {}}
