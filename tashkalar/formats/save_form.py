"""The form of saves (``docs/formats.md``), for their schema and their documentation.

The page does not load this module: a start reads saves with `save` and `checkpoint`, whose limits
are quicker to check one by one. A test compares what both accept.
"""

from __future__ import annotations

from typing import Any

from tashkalar.formats.checkpoint import LONGEST_CODE, STATE_FIELDS
from tashkalar.formats.save import FORMAT, MOST_MOVES, VERSION
from tashkalar.formats.scenario_form import PACKS, SCENARIO, ScenarioForm, SeatForm
from tashkalar.formats.shapes import (
    MOST_PLAYERS,
    SQUARE,
    Choice,
    Constant,
    Deferred,
    Either,
    Fault,
    Fields,
    FileForm,
    Flag,
    Kinds,
    List,
    Number,
    Scope,
    Text,
    ValueShape,
)
from tashkalar.history.kept_moves import LONGEST_MOVE
from tashkalar.position.unknown import DECK_SIZE
from tashkalar.rules.deal import LONGEST_NAME
from tashkalar.rules.legality import SAVE_LIMITS

_SQUARE = "|".join(SQUARE.words)
_CODE = Text(LONGEST_CODE)
_CODES = Text(LONGEST_MOVE, "[^ ]+(?: [^ ]+)*", "codes with one blank between them are needed")
_MASK = Text(300, rf"\s*(?:(?:{_SQUARE})(?:\s+(?:{_SQUARE}))*\s*)?", "is not a square of the board")
_NUMBER = Number(-1, 2**64 - 1)
_CARDS = List(_CODE, 200)
_FEW = "two or more are needed"
_DECK = List(
    Text(LONGEST_CODE, "[a-z][a-z0-9-]*", "is not a being"),
    DECK_SIZE,
    DECK_SIZE,
    few=f"{DECK_SIZE} beings are needed",
)
_NULL = Constant(None, "null is needed")


class Row(ValueShape):
    """A list with a value of each of the shapes in their order, of which the last may be absent."""

    types, wanted = (list, tuple), "a list"

    def __init__(self, *shapes: ValueShape) -> None:
        self.shapes = shapes

    def walk(self, value: Any, scope: Scope) -> None:
        if not isinstance(value, list | tuple) or not 0 <= len(self.shapes) - len(value) <= 1:
            raise Fault(f"a list of {len(self.shapes) - 1} or {len(self.shapes)} is needed")
        for place, item in enumerate(value):
            try:
                self.shapes[place].walk(item, scope)
            except Fault as fault:
                fault.steps.append(place)
                raise


# The shape of a field of a position, by its type in `GameState`.
_SHAPES: dict[str, ValueShape] = {
    "int": _NUMBER,
    "bool": Flag(),
    "str": _CODE,
    "str | None": Either(_NULL, _CODE),
    "Mask": _MASK,
    "Cards": _CARDS,
    "tuple[Mask, ...]": List(_MASK, 8),
    "tuple[Cards, ...]": List(_CARDS, 8),
    "tuple[str, ...]": _CARDS,
    "Square": Choice(("", *SQUARE.words)),
    "tuple[int, ...]": List(_NUMBER, 50),
    "tuple[Summoned, ...]": List(
        Row(_CODE, SQUARE, Constant(True, "only true makes sense")), SAVE_LIMITS.summoned
    ),
}


class PositionForm(Fields):
    """The fields of `GameState`."""


PositionForm.shapes = {name: _SHAPES[kind] for name, kind in STATE_FIELDS.items()}
_POSITION = PositionForm()


class SetupForm(Fields, needed=["form", "schools", "seed"]):
    """The agreement: the arguments of `new_game`."""

    form = ScenarioForm.shapes["form"]
    """the form"""
    schools = List(SeatForm.shapes["school"], MOST_PLAYERS, 2, few=_FEW)
    """the school of each seat"""
    teams = Flag()
    """whether four seats play as two teams"""
    seed = Text()
    """decides everything that is dealt or shuffled"""
    names = List(Text(LONGEST_NAME), MOST_PLAYERS, 2, few=_FEW)
    """the players' names"""
    options = ScenarioForm.shapes["options"]
    """`{"legends": false}` for the learning game"""
    decks = List(_DECK, MOST_PLAYERS, 2, few=_FEW)
    """the order of the beings where the seed does not decide it, with `unknown-2-07` for a being
    that is not known ([sealed hands](far-sealed.md))"""


class SaveForm(
    FileForm,
    format=FORMAT,
    version=VERSION,
    needed=["moves", "open", "redo", "checkpoint", "hash"],
):
    """A saved game."""

    engine = _CODE
    """the version of the program that wrote the save"""
    packs = PACKS
    """only if a school comes from a [pack](packs.md): each pack with its version,
    `{"x-emberfall": "1.0"}`"""
    start = _POSITION
    """only if the history does not reach back to the beginning: the position where it begins"""
    moves = List(_CODES, MOST_MOVES)
    """the finished moves, each with its answers; forced answers are left out; `resign:2` means that
    seat 2 resigns"""
    open = Either(_NULL, _CODES)
    """the unfinished move with the answers so far, or `null`"""
    redo = List(_CODE, MOST_MOVES)
    """the decisions that were taken back, the next one to redo first"""
    checkpoint = _POSITION
    """the position after the last finished move: the fields of `GameState` (shortened above); an
    item of `summoned` is a card and a square, and `true` if a being counted as a legend without
    being one"""
    hash = Text(32, "[0-9a-f]{32}", "the saved position has been changed or damaged")
    """`checkpoint.state_hash` of the checkpoint: SHA-256 of its canonical JSON, 32 digits"""


_SETUP = SetupForm()
_SETUP.shape_id, _POSITION.shape_id, PACKS.shape_id = "setup", "position", "packs"
SAVE = Kinds(
    {"setup": _SETUP, "scenario": Deferred(SCENARIO)},
    "either a setup or a scenario is needed",
    SaveForm,
)
