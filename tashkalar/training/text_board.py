"""A position as plain text, for people who watch an environment."""

from __future__ import annotations

from tashkalar import Game
from tashkalar.position.board import FILES, RANK_OF, SQUARE_OF
from tashkalar.position.ids import seat_numbers

_EMPTY, _CUT_OFF = " .", "  "
_RANK_LETTERS = "chl"


def write_board(game: Game) -> str:
    """Return the board in nine lines, the scores, and whose decision is due.

    A piece is the number of its color and the first letter of its rank: ``1h`` is a heroic piece of
    the first color.
    """
    board = game.board
    lines = []
    for rank in range(9, 0, -1):
        cells = []
        for square in (f"{file}{rank}" for file in FILES):
            if piece := board.get(square):
                cells.append(f"{piece.owner}{_RANK_LETTERS[RANK_OF[piece.rank]]}")
            else:
                cells.append(_EMPTY if square in SQUARE_OF else _CUT_OFF)
        lines.append(f"{rank} {' '.join(cells)}".rstrip())
    lines.append("   " + "  ".join(FILES))
    scores = (f"{seat}: {game.score(seat)}" for seat in seat_numbers(game.setup.seats))
    lines.append(f"points by seat: {', '.join(scores)}")
    if game.outcome is not None:
        lines.append(f"won by seat: {', '.join(map(str, game.outcome.winners))}")
    else:
        lines.append(f"seat {game.player} decides: {game.prompt.kind}")
    return "\n".join(lines)
