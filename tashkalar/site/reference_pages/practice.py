"""Positions in which a reader can try a card at once."""

from __future__ import annotations

import json
from collections.abc import Mapping
from urllib.parse import quote

from tashkalar import cards
from tashkalar.cards import Being, Flare
from tashkalar.position.board import NAMES, RANKS, SQUARE_OF

_CENTER = "e5"  # where a being can be summoned
_OTHER_SCHOOLS = ("southern", "northern")  # of the other side: the first that is not the card's
_ENEMIES = {"d6": "common", "f4": "common", "f6": "common", "d4": "heroic", "e7": "common"}
_OWN_WITH_FLARE = ("e5", "e4")
_ENEMY_PLACES = ("c7", "d8", "f8", "g7", "h6", "h4", "g3", "f2", "d2", "c3", "b4", "b6", "c5", "g5")


def practice_fragment(id: str, school: str, text: Mapping[str, str]) -> str:
    """Return the end of the game's address that opens the practice position of a card.

    `text`, by language, says what there is to do; with it the game asks for no second player.
    """
    scenario = practice_scenario(id, school) | {"text": text}
    return f"#scenario={quote(json.dumps(scenario, separators=(',', ':')), safe=',:')}"


def practice_scenario(id: str, school: str) -> dict[str, object]:
    """Return a scenario in which a player of `school` can summon a being or invoke a flare.

    ValueError for a task, which needs a whole game.
    """
    card = cards.get(id)
    # Nothing else is held, so the page points at this card.
    own: dict[str, object] = {"school": school, "hand": [], "legends": [], "flare": []}
    if isinstance(card, Flare):
        own["flare"] = [id]
        board = _flare_board(card)
    elif isinstance(card, Being):
        own["legends" if card.rank == "legendary" else "hand"] = [id]
        board = _being_board(card)
    else:
        raise ValueError(f"id: {id!r} is not a being or a flare")
    other = next(name for name in _OTHER_SCHOOLS if name != school)
    return {
        "form": "duel",
        "seed": 1,
        "seats": [own, {"school": other}],
        "board": board,
        "turn": {"seat": 1, "actions": 2},
    }


def _being_board(card: Being) -> dict[str, str]:
    """Return a board with the card's pattern, and enemies for the effect around it."""
    center = SQUARE_OF[_CENTER]
    board = {NAMES[center + x + 9 * y]: f"1 {RANKS[rank]}" for (x, y), rank in card.shape.pieces}
    for square, rank in _ENEMIES.items():
        board.setdefault(square, f"2 {rank}")
    return board


def _flare_board(flare: Flare) -> dict[str, str]:
    """Return a board on which the player may invoke both halves of a flare (R9.2)."""
    upgraded, pieces = flare.upper.difference, flare.lower.difference + len(_OWN_WITH_FLARE)
    board = dict.fromkeys(_OWN_WITH_FLARE, "1 common")
    for number, square in enumerate(_ENEMY_PLACES[: max(upgraded, pieces)]):
        board[square] = "2 heroic" if number < upgraded else "2 common"
    return board
