"""Measure how long the screens of the heaviest positions take to build, as plain data.

No browser is involved; `tools/bench_click.py` measures from a click to the painted board.
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

STEPS = ("leap", "move", "swap")  # kinds of questions with an answer for each pair of squares
MOST_LOOKS = 40  # squares to point at in one position


class HeavyPosition(NamedTuple):
    """A position that takes long to draw, with the card and squares to look at."""

    game: Game
    moves: int
    card: str | None = None  # taken up
    looks: tuple[str | None, ...] = (None,)


class Redraw(NamedTuple):
    """A measured redraw: what is drawn, the number of choices or log lines, and milliseconds."""

    what: str
    number: int
    milliseconds: float


def heaviest_positions(games: Sequence[Game]) -> dict[str, HeavyPosition]:
    """Return the positions of finished games with the most choices, by what is drawn."""
    heaviest: dict[str, HeavyPosition] = {}
    for played in games:
        game = played.copy()
        while game.can_undo:
            game.undo()
            for name, heavy in _looks(game):
                if name not in heaviest or heavy.moves > heaviest[name].moves:
                    heaviest[name] = heavy._replace(game=game.copy())
    longest = max(games, key=lambda game: len(game.history()))
    heaviest["the end of the longest game (its moves)"] = HeavyPosition(
        longest, len(longest.history())
    )
    return heaviest


def _looks(game: Game) -> list[tuple[str, HeavyPosition]]:
    """Return what can be looked at in a position: a question of steps, or each card."""
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
    looks: list[tuple[str, HeavyPosition]] = []
    for card in state.hands[state.seat] + state.legends[state.seat]:
        summons = [move for move in moves if move.kind == "summon" and move.card == card]
        if summons:
            where = tuple(dict.fromkeys(move.square for move in summons))[:MOST_LOOKS]
            looks.append(
                ("a card, where it can go", HeavyPosition(game, len(summons), card, where))
            )
        else:  # the more ways the pattern can be turned, the more there is to explain
            ways = len(cards.BEINGS[card].shape.orientations)
            where = tuple(NAMES[square] for square in SQUARES)[:MOST_LOOKS]
            looks.append(("a card, why it cannot go", HeavyPosition(game, ways, card, where)))
    return looks


def time_redraws(session: Session, heavy: HeavyPosition) -> float:
    """Draw the position once for every look; return the milliseconds per redraw."""
    start = time.process_time()
    for square in heavy.looks:
        session.selection = Selection(card=heavy.card)  # clear the previous look
        build_screen(session)
        session.look_at_square(square)
        build_screen(session)
    return 500 * (time.process_time() - start) / len(heavy.looks)


def measure(games: Sequence[Game], rounds: int) -> list[Redraw]:
    """Measure every heavy position of the games; return the medians of the rounds."""
    redraws = []
    for name, heavy in heaviest_positions(games).items():
        session = Session(heavy.game, curtain=False)
        time_redraws(session, heavy)  # the first redraw also composes the log
        times = [time_redraws(session, heavy) for _ in range(rounds)]
        redraws.append(Redraw(name, heavy.moves, median(times)))
    return redraws


def report(redraws: Sequence[Redraw]) -> str:
    """Return the figures as text."""
    lines = ["redrawing the heaviest positions, without a browser"]
    for what, number, took in redraws:
        lines.append(f"{f'  {what}: {number}':<44} {took:>10,.2f} ms")
    return "\n".join(lines)
