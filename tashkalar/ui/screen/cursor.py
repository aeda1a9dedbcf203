"""The square that the keyboard stands on, and where a key takes it."""

from __future__ import annotations

from collections.abc import Container

from tashkalar.position.board import COMPASS, FILES, NAMES, SQUARE_OF, SQUARES

_SQUARE_NAMES = [NAMES[square] for square in SQUARES]


def neighbor_square(square: str, direction: str) -> str:
    """The next square in a direction (``n``, ``ne``...); the same one at the edge."""
    dx, dy = next((dx, dy) for name, dx, dy in COMPASS if name == direction)
    file, rank = FILES.index(square[0]) + dx, int(square[1]) + dy
    there = f"{FILES[file]}{rank}" if 0 <= file < 9 else ""
    return there if there in SQUARE_OF else square


def next_square(square: str, wanted: Container[str], way: int) -> str:
    """The next of the wanted squares, or with -1 the one before; from the last to the first."""
    start = _SQUARE_NAMES.index(square)
    for offset in range(1, len(_SQUARE_NAMES) + 1):
        name = _SQUARE_NAMES[(start + way * offset) % len(_SQUARE_NAMES)]
        if name in wanted:
            return name
    return square


def square_for_key(square: str, key: str) -> str:
    """The square of the same rank in a file ``a``-``i``, or of the same file in a rank 1-9.

    Beside a cut corner it is the nearest one; a key that names neither changes nothing.
    """
    file, rank = (key, square[1]) if key in FILES else (square[0], key)
    return min(
        (name for name in _SQUARE_NAMES if key in name),
        key=lambda n: abs(int(n[1]) - int(rank)) + abs(FILES.index(n[0]) - FILES.index(file)),
        default=square,
    )
