"""The forms of puzzle files and of their index (``docs/puzzles.md``)."""

from __future__ import annotations

from tashkalar.formats.scenario_form import SCENARIO
from tashkalar.formats.shapes import (
    Choice,
    Deferred,
    Fields,
    FileForm,
    Flag,
    List,
    Map,
    Number,
    Text,
)

FORMAT, INDEX_FORMAT, VERSION = "tashkalar-puzzles", "tashkalar-puzzle-index", 1
THEMES = ("beings", "legend", "destroy", "upgraded", "gain", "claim", "advanced", "win", "survive")
MOST_PUZZLES = 100  # in a file
MOST_GRADE = 5
MOST_TWINS = 20
_MOST_CODES = 60
_COUNT = Number(0, 10**7)
_CODES = List(Text(60), _MOST_CODES)
_DAY = Text(
    10,
    "20[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])",
    "is not a day such as 2026-11-26",
)
_LANGUAGE = Text(3, "[a-z]{2,3}", "is not a language such as en or it")
_TITLE = Map(_LANGUAGE, Text(60))


class ProvedForm(Fields, is_whole=True):
    """The facts that a search has found."""

    moves = _COUNT
    """moves of the shortest solution, without the end of the turn"""
    solutions = _COUNT
    """different positions in which the goal is reached"""
    summonings = _COUNT
    """different sets of beings that solutions summon, with their squares"""
    boards = _COUNT
    """different boards among the solutions"""
    ends = _COUNT
    """different positions that end the turn, those of the solutions included"""
    nodes = _COUNT
    """moves and answers that the search executed"""
    refuted = _CODES
    """first moves of players that know no goal; after each of them no way to the goal is left"""


class OpinionForm(Fields, is_whole=True):
    """The opinion of a judge on how hard a puzzle is."""

    judge = Text(40)
    """the name of the judge"""
    grade = Number(1, MOST_GRADE)
    """from 1, easy"""
    decisions = Number(1, _MOST_CODES)
    """decisions of the shortest solution"""
    solved = Map(Text(), Number(0, 1000))
    """how many of 20 runs reach the goal, by their nodes or by their level"""


class PuzzleForm(Fields, needed=["id", "theme", "scenario", "solution", "proved"]):
    """A position with a goal for one turn."""

    id = Text(
        40,
        "[a-z0-9]+(?:-[a-z0-9]+)*",
        "small letters, digits and single hyphens are needed",
    )
    """the name of the puzzle, forever: addresses and stored progress use it"""
    theme = Choice(THEMES)
    """`beings`, `legend`, `destroy`, `upgraded`, `gain`, `claim`, `advanced`, `win` or `survive`"""
    title = _TITLE
    """a title for each language"""
    scenario = Deferred(SCENARIO, "goal", "an object with a goal is needed")
    """the [position](formats.md#scenario) with its [goal](formats.md#goals); its `text` says what
    there is to do"""
    solution = _CODES
    """decisions that reach the goal, as [codes](architecture.md#move-codes)"""
    proved = ProvedForm()
    """what the search has found: a fact"""
    opinion = OpinionForm()
    """how hard a judge thinks the puzzle is: another judge may disagree"""
    source = Text(200)
    """the game that the position comes from"""
    also = List(Text(40), MOST_TWINS)
    """ids of puzzles that were the same one: they lead here, forever"""


class _Puzzles(FileForm, format=FORMAT, version=VERSION, needed=["puzzles"]):
    """A puzzle file."""

    puzzles = List(PuzzleForm(), MOST_PUZZLES)
    since = _DAY


class ListedPuzzleForm(Fields, needed=["id", "theme", "form", "school", "grade", "title", "task"]):
    """An entry of the list of puzzles."""

    id = Text(40)
    theme = Choice(THEMES)
    form = Text(40)
    school = Text(40)
    grade = Number(0, MOST_GRADE)
    title = _TITLE
    task = Map(_LANGUAGE, Text(400))
    teams = Flag()
    also = List(Text(40), MOST_TWINS)


class _ListedFile(Fields, needed=["name", "puzzles"]):
    """The entries of the list that come from one file."""

    name = Text(60)
    since = _DAY
    puzzles = List(ListedPuzzleForm(), MOST_PUZZLES)


class _Index(FileForm, format=INDEX_FORMAT, version=VERSION, needed=["files"]):
    """The index of the puzzles of the page."""

    files = List(_ListedFile(), 100)


PUZZLES, INDEX = _Puzzles(), _Index()
