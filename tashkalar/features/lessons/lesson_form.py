"""The form of lesson and course files (``docs/lessons.md``)."""

from __future__ import annotations

from tashkalar.bots import PLANNING_LEVELS
from tashkalar.formats.goal_form import GOAL
from tashkalar.formats.scenario_form import SCENARIO
from tashkalar.formats.shapes import (
    SQUARE,
    CardId,
    Choice,
    Deferred,
    Either,
    Fields,
    FileForm,
    Flag,
    Kinds,
    List,
    Map,
    Number,
    Only,
    Text,
)
from tashkalar.rules.presets import PRESETS
from tashkalar.ui.text.catalogue import LANGUAGES

LESSON_FORMAT, COURSE_FORMAT, VERSION = "tashkalar-lesson", "tashkalar-course", 2
MOST_PARTS = 20
MOST_LINES = 40
MOST_HINTS = 3
MOST_CHAPTERS = 40
MOST_LESSONS = 200
LONGEST_LINE = 400

ID = Text(
    40,
    "[a-z0-9]+(?:-[a-z0-9]+)*",
    "small letters, digits and single hyphens are needed",
)
_FLAG = Flag()
_CODE = Text(60)
_LINE = Text(LONGEST_LINE)
_WORD = Text(40)
_NUMBER = Number(0, 200)
_WAY = List(_CODE, MOST_LINES, least=1, few="a way needs a decision")
_LANGUAGE_NEEDED = f"a language is needed: one of {', '.join(LANGUAGES)}"
WORDS = Map(Choice(LANGUAGES), Map(ID, _LINE), least=1, fault=_LANGUAGE_NEEDED)


class MomentForm(Fields):
    """A moment, which holds when all its conditions hold."""

    done = _NUMBER
    """this number of decisions have been made in this part"""
    card = _WORD
    """this hand card is selected; `""`: no card is selected"""
    asks = _WORD
    """this [question](events.md#questions) is asked; `effect`: any question of an effect"""
    can = _WORD
    """a [move](events.md#moves) of this kind can be made"""
    event = _WORD
    by = _NUMBER
    """this [event](events.md#events) happened in this turn or the previous turn, in a turn of the
    seat `by`"""
    seat = _NUMBER
    turn = _NUMBER
    actions = _NUMBER
    """this seat decides; the turn has this number or a higher one; this number of actions are
    left"""
    ending = _FLAG
    over = _FLAG
    """the end has been triggered; the game is over"""
    reached = _FLAG
    """the goal of the scenario has been reached"""


class _CoachLine(Fields, needed=["say"]):
    """A line of the coach."""

    say = ID
    when = MomentForm()
    at = List(_CODE, MOST_LINES)
    once = _FLAG


class _Reply(Fields, needed=["codes", "level"]):
    """Decisions of which a computer player has made those of the other side."""

    codes = _WAY
    level = Choice(PLANNING_LEVELS)


class _BesideMistake(Fields, needed=["say"]):
    """The keys beside the move or the square of an answer to a mistake."""

    say = ID
    card = _CODE
    when = MomentForm()
    expected = _FLAG
    after = Either(_WAY, _Reply())


_MISTAKE = Kinds(
    {"move": _CODE, "square": Choice(("*", *SQUARE.words))},
    "either a move or a square is needed",
    _BesideMistake,
    only={"after": Only("move", str, "only beside a move")},
)


class PartForm(Fields, apart=("scenario", "preset", "either a scenario or a preset is needed")):
    """A part of a lesson."""

    scenario = Deferred(SCENARIO)
    preset = Choice(tuple(PRESETS))
    seed = _WORD
    """the position ([formats.md](formats.md#scenario)); `preset` (with `seed`) in its place starts
    a whole game. Without either, the part continues where the previous part ended"""
    goal = GOAL
    """the [goal](formats.md#goals) of the part instead of the goal of the scenario"""
    until = MomentForm()
    """the moment at which the part is done; without `until`, the part is done when the goal is
    reached"""
    coach = List(_CoachLine(), MOST_LINES)
    """the lines of the coach, who says the first line whose `when` holds. `at` names squares, cards
    or codes of moves to point at. A line with `once` stays until the next decision and is not said
    again"""
    ways = List(_WAY, MOST_LINES)
    """sequences of decisions that lead to the end of the part, as
    [codes](architecture.md#move-codes) in which `*` stands for any text. A decision that is on no
    way is a mistake: the coach answers, and the decision is taken back. "Show me" plays the next
    decision of the first way that is still possible. Without `ways` every decision is accepted"""
    mistakes = List(_MISTAKE, MOST_LINES)
    """answers to mistakes; the first that fits is used. An answer is for a decision (`move`) or for
    a click on a `square` that cannot be chosen, with `card` only while that card is selected, with
    `when` only at that moment. `"expected": true` says that the coach has asked for it: the answer
    does not look like a reproach. `after` lists decisions that the board shows before the mistake
    is taken back, such as the opponent's answer ([see below](#what-follows-a-mistake)). Without a
    fitting answer the coach says "That is allowed, but it does not help here.\""""
    hint = List(ID, MOST_HINTS)
    """up to three lines: where to look, what to do, the move. The button gives one after the other,
    then shows the decision"""
    show = List(CardId("task"), MOST_LINES)
    """tasks (ids) whose rows stand under the coach's words"""
    poster = Either(_LINE, Map(Choice(LANGUAGES), _LINE))
    """of the first part: what a board in another page says before it is touched; a text, or texts
    by language"""
    done = ID
    """what the coach says at the end of the part"""
    opponent = Number(1, 4)
    """the seat that a computer plays. With `ways`, it makes the decisions that the ways give, so a
    part can go on into the learner's next turn. Without `ways` the part is a whole game against the
    level *First steps* ([bots.md](bots.md))"""


_FIRST = "the first part needs a scenario or a preset"


class LessonForm(FileForm, format=LESSON_FORMAT, version=VERSION, needed=["id", "parts"]):
    """A lesson file."""

    id = ID
    parts = List(PartForm(), MOST_PARTS, least=1, few=_FIRST, first=("scenario", "preset"))
    idea = Text(140)
    words = WORDS


LESSON = LessonForm()
LESSON.shape_id = "lesson"


class ChapterForm(Fields, needed=["id", "lessons"]):
    """A chapter of a course."""

    id = ID
    lessons = List(ID, MOST_LESSONS, least=1, few="a lesson is needed")


class CourseForm(
    FileForm,
    format=COURSE_FORMAT,
    version=VERSION,
    needed=["chapters"],
    together=("id", "lessons", "words"),
):
    """A course file."""

    chapters = List(ChapterForm(), MOST_CHAPTERS, least=1, few="a lesson is needed")
    id = ID
    lessons = List(LESSON, MOST_LESSONS, least=1)
    words = WORDS


COURSE = CourseForm()
