"""The problems of a lesson that can be read but not taught, for ``tashkalar teach check``.

The reader of lesson files only looks at each value by itself. Here every way is played to its end,
and every line, name and square is looked up. A problem is the place in the file and a sentence.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from fnmatch import fnmatchcase
from itertools import islice
from typing import get_args

from tashkalar import Game, cards
from tashkalar.bots.levels import player
from tashkalar.features.lessons.course import TITLES, Course, read_course
from tashkalar.features.lessons.lesson_file import (
    Aftermath,
    Lesson,
    LessonCondition,
    LessonPart,
    read_lesson,
)
from tashkalar.features.lessons.lesson_runner import PART_DONE_KIND, LessonRunner
from tashkalar.json_reader import parse_json
from tashkalar.position.board import SQUARE_OF
from tashkalar.position.literals import EventKind, MoveKind, QuestionKind
from tashkalar.ui.text.catalogue import LANGUAGES, SOURCE_LANGUAGE

LONGEST_TOLD_LINE = 140
"""The letters of a line that fits above the board of a phone."""

COURSE_FORMAT = "tashkalar-course"

_ASKS = (*get_args(QuestionKind), "turn", "end", "over", "effect")
_SHOWN_CODES = 6  # of the legal decisions named in a problem


def lesson_problems(text: str, known_lines: Collection[str] = ()) -> list[str]:
    """Return the problems of a lesson file, each with its place; none for a good lesson.

    `known_lines` are the keys of the lesson texts in the page's own English catalogue.
    """
    try:
        lesson = read_lesson(text)
    except ValueError as error:
        return [str(error)]
    problems = [*_missing_words(lesson, known_lines), *_long_lines(lesson)]
    for number, part in enumerate(lesson.parts):
        problems += [f"parts[{number}].{problem}" for problem in _PartCheck(lesson, number).run()]
        if not part.lines:
            problems.append(f"parts[{number}].coach: the coach says nothing in this part")
    return problems


def is_course(text: str) -> bool:
    """Tell whether a text is a course, by its format alone."""
    try:
        data = parse_json(text)
    except ValueError:
        return False
    return isinstance(data, Mapping) and data.get("format") == COURSE_FORMAT


def course_problems(text: str, known_lines: Collection[str] = ()) -> list[str]:
    """Return the problems of a course that brings its lessons, and of these, with their places.

    A course of lessons that lie beside it in files has only its own form to be checked.
    """
    try:
        course = read_course(text)
    except ValueError as error:
        return [str(error)]
    problems = list(_course_word_problems(course))
    for index, lesson_text in enumerate(lessons_of_course(text)):
        found = lesson_problems(lesson_text, known_lines)
        problems += [f"lessons[{index}].{problem}" for problem in found]
    return problems


def lessons_of_course(text: str) -> list[str]:
    """Return the texts of the lessons that a course brings; none of a course without lessons."""
    data = parse_json(text)
    lessons = data.get("lessons", ()) if isinstance(data, Mapping) else ()
    return [json.dumps(lesson) for lesson in lessons]


def _course_word_problems(course: Course) -> Iterator[str]:
    if not course.id:
        return
    sayable = {*TITLES, *(chapter.id for chapter in course.chapters)}
    if not any("title" in lines for lines in course.words.values()):
        yield "words: the course has no title in any language"
    for language, lines in course.words.items():
        for line in lines:
            if line not in sayable:
                yield f"words.{language}.{line}: no chapter of the course has this id"


def reply_problems(text: str) -> list[str]:
    """Return the recorded replies to mistakes that their level would not play now.

    A reply that names a level (``"after": {"codes": [...], "level": "adept"}``) is played again by
    that level. ValueError if the lesson cannot be read.
    """
    lesson = read_lesson(text)
    problems: list[str] = []
    for number in range(len(lesson.parts)):
        check = _PartCheck(lesson, number)
        list(check.run())
        problems += [f"parts[{number}].{problem}" for problem in check.reply_problems()]
    return problems


def language_gaps(text: str) -> list[str]:
    """Return the languages in which a lesson with words of its own has none, or not all.

    Readers of these languages get the words of another one. ValueError if the lesson cannot be
    read.
    """
    lesson = read_lesson(text)
    if not lesson.words:
        return []
    absent = [language for language in LANGUAGES if not lesson.words.get(language)]
    gaps = [f"words: none in {', '.join(absent)}"] if absent else []
    for language, words in lesson.words.items():
        lacking = sorted(lesson.line_ids - words.keys())
        if words and lacking:
            gaps.append(f"words.{language}: lacks {', '.join(lacking)}")
    return gaps


def _fullest_language(lesson: Lesson) -> str:
    """Return the language in which a lesson has the most lines."""
    languages = [language for language in LANGUAGES if language in lesson.words]
    return max(languages, key=lambda one: len(lesson.words[one]), default=SOURCE_LANGUAGE)


def _missing_words(lesson: Lesson, known_lines: Collection[str]) -> Iterator[str]:
    own = {line for words in lesson.words.values() for line in words}
    language = _fullest_language(lesson)
    for line in sorted(lesson.line_ids - own):
        if lesson.message_id(line) not in known_lines:
            yield f"words.{language}.{line}: the line has no words"
    for language, words in lesson.words.items():
        for line in words:
            if line not in lesson.line_ids:
                yield f"words.{language}.{line}: no part of the lesson says this line"


def _long_lines(lesson: Lesson) -> Iterator[str]:
    for language, words in lesson.words.items():
        for line, text in words.items():
            if len(text) > LONGEST_TOLD_LINE:
                yield (
                    f"words.{language}.{line}: has {len(text)} letters,"
                    f" at most {LONGEST_TOLD_LINE} are shown on a phone"
                )


class _PartCheck:
    """The check of one part: its ways are played, and what is met on them is collected."""

    def __init__(self, lesson: Lesson, number: int) -> None:
        self._lesson = lesson
        self._number = number
        self._part: LessonPart = lesson.parts[number]
        self._codes: set[str] = set()  # all decisions that are legal on a way
        self._names: set[str] = set()  # the hands, cards set aside and tasks on a way
        self._mistaken: set[int] = set()  # mistakes that can be made on a way
        self._continued: set[int] = set()  # mistakes whose consequences can be played
        self._positions: dict[int, Game] = {}  # after a mistake, the first time it can be made

    def run(self) -> Iterator[str]:
        """Yield the problems of the part; the places begin within the part."""
        if self._runner_at_start() is None:
            yield "scenario: the parts before have no way to their end, so this part cannot begin"
            return
        for index, way in enumerate(self._part.ways):
            problem = self._play(way)
            if problem:
                yield f"ways[{index}]{problem}"
        yield from self._condition_problems("until", self._part.until)
        for index, line in enumerate(self._part.lines):
            yield from self._condition_problems(f"coach[{index}].when", line.when)
            for at, target in enumerate(line.at):
                if not self._is_target(target):
                    yield f"coach[{index}].at[{at}]: {target!r} names no square, card, task or move"
        yield from self._mistake_problems()

    def _runner_at_start(self) -> LessonRunner | None:
        """Return the lesson at the start of the part; None if no way leads there."""
        first = self._number
        while self._lesson.parts[first].start is None:
            first -= 1
        runner = LessonRunner(self._lesson, part=first)
        while runner.part_index < self._number:
            for step in islice(next(iter(runner.part.ways), ()), 100):
                code = _fitting_code(runner.session.game, step)
                if code is None:
                    return None
                runner.session.play_code(code)
                runner.check_decision()
            if not runner.start_next_part():
                return None
        return runner

    def _play(self, way: tuple[str, ...]) -> str | None:
        """Play a way from the start of the part; return a problem with its place in the way."""
        runner = self._runner_at_start()
        assert runner is not None
        for index, step in enumerate(way):
            if runner.view.coach.kind == PART_DONE_KIND:
                return f"[{index}]: the part is done before this decision"
            game = runner.session.game
            self._collect(runner)
            code = _fitting_code(game, step)
            if code is None:
                legal = [move.code for move in game.legal_moves()]
                shown_codes = ", ".join(legal[:_SHOWN_CODES])
                more = ", ..." if len(legal) > _SHOWN_CODES else ""
                return f"[{index}]: no decision fits {step!r}; there are {shown_codes}{more}"
            runner.session.play_code(code)
            if not runner.check_decision():
                return f"[{index}]: {code!r} is not accepted here"
        if runner.view.coach.kind != PART_DONE_KIND:
            return ": the part is not done after this way; see 'until' and 'goal'"
        return None

    def _collect(self, runner: LessonRunner) -> None:
        """Note what can be decided, seen and mistaken in the position."""
        game = runner.session.game
        state, seat = game.state, game.state.seat
        codes = [move.code for move in game.legal_moves()]
        self._codes |= set(codes)
        self._names |= {*state.hands[seat], *state.legends[seat], *state.flares[seat]}
        self._names |= {*state.current_tasks, *state.task_deck[:1]}
        self._names |= {state.pending[seat], state.frozen[seat]} - {""}
        for index, mistake in enumerate(self._part.mistakes):
            fitting = [c for c in codes if mistake.move and fnmatchcase(c, mistake.move)]
            if not fitting or not runner.is_condition_met(mistake.when):
                continue
            self._mistaken.add(index)
            if index not in self._positions:
                self._positions[index] = game.copy()
                self._positions[index].play(fitting[0])
            if any(_can_follow(game, code, mistake.after.codes) for code in fitting):
                self._continued.add(index)

    def _is_target(self, target: str) -> bool:
        if target in SQUARE_OF or target in self._names or target in self._codes:
            return True
        if self._part.ways:
            return False
        return target in cards.BEINGS or target in cards.FLARES or target in cards.TASKS

    def _mistake_problems(self) -> Iterator[str]:
        for index, mistake in enumerate(self._part.mistakes):
            place = f"mistakes[{index}]"
            yield from self._condition_problems(f"{place}.when", mistake.when)
            if mistake.card and mistake.card not in (cards.BEINGS.keys() | cards.FLARES.keys()):
                yield f"{place}.card: there is no card {mistake.card!r}"
            if not mistake.move or not self._part.ways:
                continue
            if index not in self._mistaken:
                yield f"{place}.move: no decision on any way fits {mistake.move!r}"
            elif index not in self._continued:
                yield f"{place}.after: these decisions cannot be made after the mistake"

    def reply_problems(self) -> Iterator[str]:
        """Yield the replies that their level would not play now; call `run` first."""
        for index, mistake in enumerate(self._part.mistakes):
            if mistake.after.level is None or index not in self._positions:
                continue
            played = _played_by_level(self._positions[index], mistake.after)
            codes = mistake.after.codes
            if len(codes) > len(played) or not all(map(fnmatchcase, played, codes)):
                yield (
                    f"mistakes[{index}].after: {mistake.after.level} plays otherwise now:"
                    f" {', '.join(played)}"
                )

    def _condition_problems(self, place: str, moment: LessonCondition) -> Iterator[str]:
        known: dict[str, tuple[str | None, Collection[str]]] = {
            "asks": (moment.asks, _ASKS),
            "can": (moment.can, get_args(MoveKind)),
            "event": (moment.event, get_args(EventKind)),
            "card": (moment.card or None, cards.BEINGS.keys() | cards.FLARES.keys()),
        }
        for name, (value, values) in known.items():
            if value is not None and value not in values:
                yield f"{place}.{name}: there is no {name} {value!r}; see docs/lessons.md"


def _fitting_code(game: Game, pattern: str) -> str | None:
    return next((m.code for m in game.legal_moves() if fnmatchcase(m.code, pattern)), None)


def _can_follow(game: Game, code: str, after: tuple[str, ...]) -> bool:
    """Return whether the decisions can be made after a code, which is played on a copy."""
    copy = game.copy()
    copy.play(code)
    for pattern in after:
        following = _fitting_code(copy, pattern)
        if following is None:
            return False
        copy.play(following)
    return True


def _played_by_level(game: Game, after: Aftermath) -> list[str]:
    """Return the decisions after a mistake, those of the other side as its level makes them.

    The learner's own decisions are taken from the file, those of the other side up to the end of
    its turn are planned anew.
    """
    copy, learner = game.copy(), game.player
    played: list[str] = []
    for pattern in after.codes:
        code = _fitting_code(copy, pattern) if copy.player == learner else None
        if code is None:
            break
        copy.play(code)
        played.append(code)
    seat, turn = copy.player, copy.state.turn
    planner = player(after.level or "", f"{copy.setup.seed}/{seat}")
    while seat is not None and seat != learner and (copy.player, copy.state.turn) == (seat, turn):
        move = planner.choose(copy.view(seat), copy.prompt, copy.legal_moves())
        copy.play(move.code)
        played.append(move.code)
    return played
