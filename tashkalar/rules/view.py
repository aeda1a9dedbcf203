"""The view of one seat: all that it may know, as plain data without the game itself (R25)."""

from __future__ import annotations

from tashkalar.cards.tasks import TASKS
from tashkalar.position.board import NAMES, RANKS, squares
from tashkalar.position.ids import colour_number, seat_number
from tashkalar.position.state import GameState
from tashkalar.rules.forms import FORMS


def view(state: GameState, seat: int) -> dict[str, object]:
    """Return everything that a seat (from 0) may know, JSON-ready: own hand and public facts."""
    setup = state.setup
    return {
        "form": setup.form,
        "teams": setup.teams,
        "legends": setup.legends,
        "seat": seat_number(seat),
        "phase": state.phase,
        "turn": _turn(state),
        "board": {
            NAMES[s]: f"{colour_number(state.owner_at(1 << s))} {RANKS[state.rank_at(1 << s)]}"
            for s in squares(state.occupied)
        },
        "playing": state.playing,
        "gateway": NAMES[state.gateway] if state.gateway else None,
        "captive": _captive(state),
        "hand": _hand(state, seat),
        "seats": [_public_facts(state, other) for other in range(setup.seats)],
        "tasks": {
            "current": list(state.current_tasks),
            "next": state.task_deck[0] if state.task_deck else None,
            "deck": len(state.task_deck),
            "claimed": _claimed(state),
        },
        "piles": {
            "legend_deck": len(state.legend_deck),
            "legend_discards": list(state.legend_discards),
            "flare_deck": len(state.flare_deck),
            "flare_discards": list(state.flare_discards),
        },
    }


def _turn(state: GameState) -> dict[str, object]:
    return {
        "number": state.turn,
        "seat": seat_number(state.seat),
        "actions": state.actions,
        "discarded": state.discarded,
        "extra": state.in_extra_turn,
        "early_extras": state.early_extras,
        "deck_out": state.deck_out,
        "last_turns": state.last_turns if state.last_turns >= 0 else None,
        "destroyed": _by_colour(state, state.destroyed),
        "summoned": [
            {"card": s.card, "square": NAMES[s.square], "legend": s.legend} for s in state.summoned
        ],
        "extra_beings": state.extra_beings,
        "extra_legends": state.extra_legends,
        "extra_turns": state.extra_turns,
        "borrow": state.borrow,
        "empties": state.empties,
        "summon_with": state.summon_with or None,
        "doubled": state.doubled,
        "warped": list(state.warped),
        "passed": state.passed,
    }


def _hand(state: GameState, seat: int) -> dict[str, object]:
    return {
        "beings": list(state.hands[seat]),
        "legends": list(state.legends[seat]),
        "team_legends": list(_team_legends(state, seat)),
        "flares": list(state.flares[seat]),
        "discards": list(state.discards[seat]),
    }


def _by_colour(state: GameState, counts: tuple[int, ...]) -> list[dict[str, int]]:
    colours = range(len(state.colours))
    return [{name: counts[3 * c + rank] for rank, name in enumerate(RANKS)} for c in colours]


def _captive(state: GameState) -> dict[str, object] | None:
    """Return the piece held on a card (R22.18), or None."""
    if not state.captive:
        return None
    owner, rank, gateway = state.captive
    return {"owner": colour_number(owner), "rank": RANKS[rank], "gateway": bool(gateway)}


def _claimed(state: GameState) -> list[str]:
    """Return the tasks that are out of the game, in the order of the catalog (R13.6)."""
    if not FORMS[state.setup.form].has_tasks:
        return []
    left = {*state.current_tasks, *state.task_deck}
    return [task for task in TASKS if task not in left]


def _public_facts(state: GameState, seat: int) -> dict[str, object]:
    """Return what everybody sees of a seat: sizes, supply, score."""
    setup = state.setup
    colour = setup.colours[seat]
    return {
        "seat": seat_number(seat),
        "name": setup.names[seat],
        "school": setup.schools[seat],
        "colour": colour_number(colour),
        "score": FORMS[setup.form].score(state, colour),
        "scores": _scores(state, seat),
        "improvised": _open_improvisations(state, seat),
        "frozen": state.frozen[seat] or None,
        "pending": state.pending[seat] or None,
        "sideways": state.sideways[seat] if state.sideways else None,
        "penalty": state.penalties[seat],
        "hand": {
            "beings": len(state.hands[seat]),
            "legends": len(state.legends[seat]),
            "flares": len(state.flares[seat]),
        },
        "deck": len(state.decks[seat]),
        "discards": len(state.discards[seat]),
        "played": [c for c in state.discards[seat] if c not in state.dropped[seat]],
        "supply": {rank: state.supply(colour, number) for number, rank in enumerate(RANKS)},
    }


def _scores(state: GameState, seat: int) -> dict[str, int] | None:
    """Return a melee player's points by the number of the enemy color (R15.1), or None."""
    scores = FORMS[state.setup.form].colour_scores(state, seat)
    return {str(colour_number(colour)): score for colour, score in scores.items()} or None


def _open_improvisations(state: GameState, seat: int) -> list[int] | None:
    """Return the colors with which a melee player can still improvise (R15.9), or None."""
    if not state.markers:
        return None
    return [colour_number(c) for c in range(state.setup.seats) if state.markers[seat] >> c & 1]


def _team_legends(state: GameState, seat: int) -> tuple[str, ...]:
    """Return the legends that a team shares, whichever teammate holds them (R19.21)."""
    if not state.setup.teams:
        return ()
    return state.legends[seat] + state.legends[state.teammate(seat)]
