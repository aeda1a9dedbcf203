"""The keyboard's square on the board, and the squares that keys lead to."""

from __future__ import annotations

from collections.abc import Container

from tashkalar.position.board import COMPASS, FILES, NAMES, SQUARE_OF, SQUARES

_SQUARE_NAMES = [NAMES[square] for square in SQUARES]


def neighbor_square(square: str, direction: str) -> str:
    """Return the next square in a direction (``n``, ``ne``...), or the same one at the edge."""
    dx, dy = next((dx, dy) for name, dx, dy in COMPASS if name == direction)
    file, rank = FILES.index(square[0]) + dx, int(square[1]) + dy
    neighbor = f"{FILES[file]}{rank}" if 0 <= file < 9 else ""
    return neighbor if neighbor in SQUARE_OF else square


def next_square(square: str, wanted: Container[str], way: int) -> str:
    """Return the next of the wanted squares; with `way` -1 the previous one.

    The search wraps around; the same square without any wanted one.
    """
    start = _SQUARE_NAMES.index(square)
    for offset in range(1, len(_SQUARE_NAMES) + 1):
        name = _SQUARE_NAMES[(start + way * offset) % len(_SQUARE_NAMES)]
        if name in wanted:
            return name
    return square


def square_for_key(square: str, key: str) -> str:
    """Return the square of a key: a file ``a``-``i`` or a rank 1-9, the other coordinate kept.

    Beside a cut corner, return the nearest square; other keys change nothing.
    """
    file, rank = (key, square[1]) if key in FILES else (square[0], key)
    return min(
        (name for name in _SQUARE_NAMES if key in name),
        key=lambda n: abs(int(n[1]) - int(rank)) + abs(FILES.index(n[0]) - FILES.index(file)),
        default=square,
    )
