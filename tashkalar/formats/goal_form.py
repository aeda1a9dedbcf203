"""The form of goals: what a scenario or a lesson may ask of a seat (``docs/formats.md``)."""

from __future__ import annotations

from tashkalar.formats.shapes import (
    RANK,
    SQUARE,
    Barred,
    CardId,
    Constant,
    Either,
    Fields,
    Kinds,
    List,
    Map,
    Number,
    Only,
    Ordinal,
    PieceText,
    ValueShape,
)

EMPTY_SQUARE = "empty"
_ONLY_TRUE = Constant(True, "only true makes sense")


class _Condition(Fields):
    """The conditions that do not hold others."""

    summon = CardId("being")
    """has summoned that being or legend; with `"at": "e5"` on that square"""
    beings = Number(1, 20)
    """has summoned that many beings, legends included"""
    legend = Number(1, 20)
    """has summoned that many legends; a Gate Master or an Iris of Eternity that counted as a legend
    is one"""
    score = Number(1, 999)
    """has that many points"""
    gain = Number(1, 999)
    """has that many points more than in the position of the scenario; with
    `"within": {"turns": 1}`, in this turn"""
    destroy = Either(
        Number(1, 60),
        List(SQUARE, most=20, least=1, few="at least one square is needed", is_set=True),
    )
    """has destroyed that many enemy pieces; converted pieces count; with `"rank": "heroic"` only
    pieces of that rank count, with `"upgraded": true` only heroic and legendary ones. A list of
    squares, `["e5", "e6"]`: has destroyed an enemy piece on each of them"""
    piece = Map(SQUARE, PieceText(EMPTY_SQUARE), 1, 20, "1 to 20 squares are needed")
    """has brought about a position in which all these squares are as named:
    `{"e5": "1 heroic", "e6": "empty"}`"""
    claim = CardId("task")
    """has claimed the task (High Form)"""
    win = _ONLY_TRUE
    """has won the game (`true`)"""


_KINDS = (*_Condition.shapes, "survive", "all", "any")
_FAULT = f"exactly one of {', '.join(_KINDS)} is needed"
_BESIDE_NUMBER = Only("destroy", int, "only beside a number of pieces")
_ONLY = {
    "at": Only("summon", str, "unknown key"),
    "rank": _BESIDE_NUMBER,
    "upgraded": _BESIDE_NUMBER,
}
_TOO_DEEP = Barred("goals may not be nested deeper", of_key=True, in_draft=True)
_NO_PART = "this goal may not be a part of another one"


class _BesidePart(Fields, apart=("rank", "upgraded", "either a rank or upgraded pieces")):
    """The keys beside the condition of a part of a goal."""

    at = SQUARE
    rank = RANK
    upgraded = _ONLY_TRUE


class _Limit(Fields):
    """The turns or the moves in which a goal must be reached."""

    turns = Number(1, 50)
    moves = Number(1, 200)


class _Beside(_BesidePart, apart=_BesidePart.apart):
    """The keys beside the condition of a goal."""

    seat = Ordinal("seats")
    within = Kinds(_Limit.shapes, "either turns or moves are needed")


def _two_or_more(part: ValueShape) -> List:
    return List(part, most=8, least=2, few="at least two goals are needed")


def _part(conditions: type[Fields], **barred: Barred) -> Kinds:
    """Return the shape of a goal inside another one, in which the `barred` kinds have no place."""
    return Kinds(conditions.shapes, _FAULT, _BesidePart, only=_ONLY, barred=barred)


_LAST = _part(
    _Condition,
    survive=Barred(_NO_PART, of_key=False, in_draft=True),
    all=_TOO_DEEP,
    any=_TOO_DEEP,
)


class _Part(_Condition):
    """A goal that is a part of another one."""

    survive = _LAST  # in a draft of the workshop, whose lists may hold such a goal
    all = _two_or_more(_LAST)
    any = _two_or_more(_LAST)


_PART = _part(_Part, survive=Barred(_NO_PART, of_key=False, in_draft=False))


class GoalForm(_Condition):
    """A goal as a whole."""

    survive = _PART
    """has ended its turn, and the other side its next turn without reaching that goal
    (`{"legend": 1}`); only in a game for two, without `within`, and not as a part of another
    goal"""
    all = _two_or_more(_PART)
    """has reached all of two to eight goals; these may be such lists again"""
    any = _two_or_more(_PART)
    """has reached one of two to eight goals"""


GOAL = Kinds(
    GoalForm.shapes,
    _FAULT,
    _Beside,
    only=_ONLY,
    never={"survive": ("within", "the next turn of the other side decides this goal")},
)
GOAL.shape_id, _PART.shape_id, _LAST.shape_id = "goal-watched", "goal-part", "goal-last"
