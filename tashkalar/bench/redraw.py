"""How long the screen of the heaviest positions takes to put together, as plain data.

Nothing of a browser is in it; `tests/browser/bench_click.py` measures a click to the painted board.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from tashkalar import Game, cards
from tashkalar.position.board import NAMES, SQUARES
from tashkalar.ui.screen.screen import build_screen
from tashkalar.ui.session.selection import Selection
from tashkalar.ui.session.session import Session

STEPS = ("leap", "move", "swap")  # questions with a choice for each pair of squares
MOST_LOOKS = 40  # redraws of one look around


class HeavyPosition(NamedTuple):
    """A position that takes long to draw, and the cards and squares a person may look at in it."""

    game: Game
    moves: int
    card: str | None = None  # taken up
    looks: tuple[str | None, ...] = (None,)


class Redraw(NamedTuple):
    """What is drawn, of how many choices (or lines of the log), and milliseconds a redraw."""

    what: str
    number: int
    milliseconds: float


def heaviest_positions(games: Sequence[Game]) -> dict[str, HeavyPosition]:
    """Of finished games the positions with the most choices, by what is drawn in them."""
    found: dict[str, HeavyPosition] = {}
    for played in games:
        game = played.copy()
        while game.can_undo:
            game.undo()
            for name, heavy in _looks(game):
                if name not in found or heavy.moves > found[name].moves:
                    found[name] = heavy._replace(game=game.copy())
    longest = max(games, key=lambda game: len(game.history()))
    found["the end of the longest game (its moves)"] = HeavyPosition(
        longest, len(longest.history())
    )
    return found


def _looks(game: Game) -> list[tuple[str, HeavyPosition]]:
    """What can be looked at in a position: a question of steps, or each card taken up."""
    kind, moves = game.prompt.kind, game.legal_moves()
    if kind in STEPS:
        origins = dict.fromkeys(move.origin for move in moves if move.origin)
        return [
            (
                f"a {kind} to choose",
                HeavyPosition(game, len(moves), looks=tuple(origins)[:MOST_LOOKS]),
            )
        ]
    if kind != "turn":
        return []
    state = game.state
    found: list[tuple[str, HeavyPosition]] = []
    for card in state.hands[state.seat] + state.legends[state.seat]:
        summons = [move for move in moves if move.kind == "summon" and move.card == card]
        if summons:
            where = tuple(dict.fromkeys(move.square for move in summons))[:MOST_LOOKS]
            found.append(
                ("a card, where it can go", HeavyPosition(game, len(summons), card, where))
            )
        else:  # the more ways the pattern can be turned, the more there is to explain
            ways = len(cards.BEINGS[card].shape.orientations)
            where = tuple(NAMES[square] for square in SQUARES)[:MOST_LOOKS]
            found.append(("a card, why it cannot go", HeavyPosition(game, ways, card, where)))
    return found


def time_redraws(session: Session, heavy: HeavyPosition) -> float:
    """Draw the position once for every look; milliseconds a redraw."""
    start = time.process_time()
    for square in heavy.looks:
        session.selection = Selection(card=heavy.card)  # nothing is left of the look before
        build_screen(session)
        session.look_at_square(square)
        build_screen(session)
    return 500 * (time.process_time() - start) / len(heavy.looks)


def measure(games: Sequence[Game], rounds: int) -> list[Redraw]:
    """Measure every heavy position of the games; the median of some rounds."""
    found = []
    for name, heavy in heaviest_positions(games).items():
        session = Session(heavy.game, curtain=False)
        time_redraws(session, heavy)  # the log is told at the first time only
        times = [time_redraws(session, heavy) for _ in range(rounds)]
        found.append(Redraw(name, heavy.moves, median(times)))
    return found


def report(redraws: Sequence[Redraw]) -> str:
    """The figures as a person reads them."""
    lines = ["redrawing the heaviest positions, without a browser"]
    for what, number, took in redraws:
        lines.append(f"{f'  {what}: {number}':<44} {took:>10,.2f} ms")
    return "\n".join(lines)
