"""The figures of one game, which its record is played again for."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from tashkalar import Game, RecordError
from tashkalar.position.ids import seat_of
from tashkalar.position.state import GameState
from tashkalar.rules.forms import FORMS

UNFINISHED = "unfinished"


class GameFigures(NamedTuple):
    """The figures of a game; sides are colors, counted from 0, and so are seats."""

    form: str
    teams: bool
    seed: str
    schools: tuple[str, ...]  # of the seats
    sides: tuple[int, ...]  # of the seats
    shares: tuple[float, ...]  # of the sides: 1 won, 0 lost, and equal parts after a tie
    places: tuple[int, ...]  # of the sides; no shares and places if the game did not end
    trigger: str  # of the last round: "points", "deck", "resigned"; else "unfinished"
    reason: str  # of the result, as in records
    turns: int
    marks: tuple[str, ...]  # the squares chosen at the set-up
    openings: tuple[str, ...]  # of the seats: the square of the first piece placed in a turn, or ""
    played: dict[tuple[int, str], int]  # how often a side summoned or invoked a card
    scores: dict[int, tuple[int, ...]]  # of the sides, at the end of each turn


def figures_of_record(text: str) -> GameFigures | str:
    """Return the figures of a record; or the message of its error, as another process sends it."""
    try:
        return game_figures(Game.from_record(text))
    except RecordError as error:
        return str(error)


def game_figures(game: Game) -> GameFigures:
    """Return the figures of a game."""
    setup, outcome = game.setup, game.outcome
    rules = FORMS[setup.form]
    sides = range(len(game.state.colours))
    winners = {setup.colours[seat_of(seat)] for seat in outcome.winners} if outcome else set()
    places = dict(zip(setup.colours, outcome.places, strict=True)) if outcome else {}
    marks: list[str] = []
    openings = [""] * setup.seats
    played: Counter[tuple[int, str]] = Counter()
    scores: dict[int, tuple[int, ...]] = {}
    for entry in game.history():
        before = entry.state_before
        if before.phase != "play":
            marks += [entry.move.square] if entry.move.square else []
            continue
        if before.turn - 1 not in scores:
            scores[before.turn - 1] = tuple(rules.score(before, side) for side in sides)
        if entry.move.kind == "place" and not openings[before.seat]:
            openings[before.seat] = entry.move.square or ""
        for event in entry.events:
            if event.kind in ("summon", "flare") and event.card:
                played[setup.colours[seat_of(event.seat)], str(event.card)] += 1
    scores[game.state.turn] = tuple(rules.score(game.state, side) for side in sides)
    scores.pop(0, None)
    return GameFigures(
        form=setup.form,
        teams=setup.teams,
        seed=setup.seed,
        schools=setup.schools,
        sides=setup.colours,
        shares=tuple(
            1 / len(winners) if side in winners else 0.0 for side in (sides if outcome else ())
        ),
        places=tuple(places[side] for side in sides) if outcome else (),
        trigger=_trigger(game) if outcome else UNFINISHED,
        reason=outcome.reason if outcome else UNFINISHED,
        turns=game.state.turn,
        marks=tuple(marks),
        openings=tuple(openings),
        played=dict(played),
        scores=scores,
    )


def _trigger(game: Game) -> str:
    """Return what began the last round of a finished game (R17.2)."""
    if game.state.resigned >= 0:
        return "resigned"
    states: list[GameState] = [entry.state_before for entry in game.history()] + [game.state]
    first = next((state for state in states if state.last_turns >= 0), game.state)
    return "points" if FORMS[game.setup.form].is_end_reached(first) else "deck"
