"""The board of the workshop as values to draw."""

from __future__ import annotations

from collections.abc import Collection

from tashkalar.features.workshop import position
from tashkalar.features.workshop.position import Scenario
from tashkalar.position.board import BIT, CENTRE, GREEN, NAMES, RED, SQUARES
from tashkalar.position.ids import NOBODY
from tashkalar.position.move import Message
from tashkalar.ui.text import phrases
from tashkalar.ui.views import BoardContents, SquareView


def board_contents(
    scenario: Scenario, *, chosen: str = "", marked: Collection[str] = ()
) -> BoardContents:
    """Return the board of a position; `chosen` is selected, `marked` squares belong to a goal."""
    setup = position.setup_of(scenario)
    pieces = position.stones(scenario)
    views = []
    for square in SQUARES:
        name, stone = NAMES[square], pieces.get(NAMES[square])
        standing = (
            phrases.piece_name(setup, stone.owner, stone.rank) if stone else Message("square.empty")
        )
        about = _about(square, standing)
        gateway = (Message("square.gateway"),) if name == scenario.get("gateway") else ()
        view = SquareView(
            name=name,
            owner=stone.owner if stone else NOBODY,
            rank=stone.rank if stone else None,
            school=phrases.school_of_color(setup, stone.owner) if stone else None,
            label=Message("square.label", {"square": name, "about": (*about, *gateway)}),
            legal="place",
            selected=name == chosen,
            used=name in marked,
            target=False,
            doomed=False,
            marked=False,
            lacking=False,
            last=False,
            hinted=False,
            gateway=bool(gateway),
        )
        views.append(view)
    return BoardContents("game", scenario["form"], tuple(views), (), (), (), (), (), None)


def _about(square: int, standing: Message) -> tuple[Message, ...]:
    if square == CENTRE:
        return Message("square.centre"), standing
    if BIT[square] & (RED | GREEN):
        return Message("square.red" if BIT[square] & RED else "square.green"), standing
    return (standing,)
