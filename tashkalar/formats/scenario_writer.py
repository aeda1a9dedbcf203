"""Write a position as a scenario, so that reading the scenario gives the position again."""

from __future__ import annotations

from collections.abc import Sequence

from tashkalar.position.board import NAMES, RANKS, Mask, squares
from tashkalar.position.ids import colour_number, seat_number
from tashkalar.position.state import GameState, Summoned
from tashkalar.rules.deal import ACTIONS
from tashkalar.rules.forms import FORMS

JsonObject = dict[str, object]

_TURN_NUMBERS = ("extra_turns", "extra_beings", "extra_legends", "borrow", "empties", "summon_with")
_TURN_FLAGS = {"discarded": "discarded", "deck_out": "deck_out", "extra": "in_extra_turn"}
_OWN_PILES = {"hand": "hands", "deck": "decks", "discards": "discards", "dropped": "dropped"}
_SHARED_HANDS = {"legends": "legends", "flare": "flares"}
_SHARED_PILES = ("legend_deck", "legend_discards", "flare_deck", "flare_discards")


def write(state: GameState) -> JsonObject:
    """Return the scenario of a position between two moves.

    `scenario.read` gives the same position again, except for the random numbers to come. Raise
    ValueError if a move is in progress, or if the game is over or its set-up is not finished.
    """
    if state.phase != "play" or state.playing is not None:
        raise ValueError("only a position between two moves of a running game is a scenario")
    setup = state.setup
    scenario: JsonObject = {"form": setup.form, "seed": setup.seed}
    if setup.teams:
        scenario["teams"] = True
    if not setup.legends:
        scenario["options"] = {"legends": False}
    scenario["seats"] = [_seat(state, seat) for seat in range(setup.seats)]
    scenario["board"] = _board(state)
    scenario["turn"] = _turn(state)
    if FORMS[setup.form].has_tasks:
        scenario["tasks"] = {
            "current": list(state.current_tasks),
            "next": list(state.task_deck[:1]),
            "deck": list(state.task_deck[1:]),
        }
    scenario["piles"] = {pile: list(getattr(state, pile)) for pile in _SHARED_PILES}
    if state.gateway:
        scenario["gateway"] = NAMES[state.gateway]
    if state.captive:
        owner, rank, gateway = state.captive
        scenario["captive"] = {
            "owner": colour_number(owner),
            "rank": RANKS[rank],
            "gateway": bool(gateway),
        }
    if state.removed:
        scenario["removed"] = {
            str(colour_number(colour)): dict(
                zip(("two-sided", "legendary"), state.removed[2 * colour :], strict=False)
            )
            for colour in range(len(state.colours))
        }
    return scenario


def _seat(state: GameState, seat: int) -> JsonObject:
    setup, written = state.setup, JsonObject(school=state.setup.schools[seat])
    if setup.names[seat]:
        written["name"] = setup.names[seat]
    for key, field in (_OWN_PILES | _SHARED_HANDS).items():
        written[key] = list(getattr(state, field)[seat])
    if score := _score(state, seat):
        written["score"] = score
    for key in ("frozen", "pending"):
        if card := getattr(state, key)[seat]:
            written[key] = card
    if state.markers:
        written["improvised"] = _colours_in(state.markers[seat], len(state.colours))
    if state.sideways:
        written["sideways"] = state.sideways[seat]
    if state.penalties[seat]:
        written["penalty"] = state.penalties[seat]
    return written


def _score(state: GameState, seat: int) -> int | JsonObject:
    """Return a seat's points: by enemy seat in the melee; a team's points at its first seat."""
    setup = state.setup
    if FORMS[setup.form].scores_by_colour:
        row = state.points[seat * setup.seats : (seat + 1) * setup.seats]
        return {str(colour_number(c)): points for c, points in enumerate(row) if points}
    colour = setup.colours[seat]
    return state.points[colour] if setup.colours.index(colour) == seat else 0


def _colours_in(bits: int, colours: int) -> list[int]:
    return [colour_number(colour) for colour in range(colours) if bits >> colour & 1]


def _board(state: GameState) -> JsonObject:
    """Return the pieces, by owner and then by square from a1 along the ranks."""

    def piece(bit: Mask) -> str:
        return f"{colour_number(state.owner_at(bit))} {RANKS[state.rank_at(bit)]}"

    return {NAMES[s]: piece(1 << s) for pieces in state.colours for s in squares(pieces)}


def _turn(state: GameState) -> JsonObject:
    turn: JsonObject = {"seat": seat_number(state.seat), "number": state.turn}
    if state.actions != ACTIONS:
        turn["actions"] = state.actions
    for key, field in _TURN_FLAGS.items():
        if getattr(state, field):
            turn[key] = True
    if state.passed:
        turn["passed"] = True
    for key in (*_TURN_NUMBERS, "doubled"):
        if number := getattr(state, key):
            turn[key] = number
    # Without the key, an extra turn of the first round counts as one.
    if state.early_extras or state.in_extra_turn:
        turn["early_extras"] = state.early_extras
    if state.last_turns >= 0:
        turn["last_turns"] = state.last_turns
    if any(state.destroyed):
        turn["destroyed"] = _destroyed(state.destroyed)
    if state.summoned:
        turn["summoned"] = [_summoned(summoned) for summoned in state.summoned]
    if state.warped:
        turn["warped"] = list(state.warped)
    return turn


def _destroyed(counts: Sequence[int]) -> JsonObject:
    by_colour = {
        str(colour_number(place // 3)): {
            rank: number
            for rank, number in zip(RANKS, counts[place : place + 3], strict=True)
            if number
        }
        for place in range(0, len(counts), 3)
    }
    return {colour: ranks for colour, ranks in by_colour.items() if ranks}


def _summoned(summoned: Summoned) -> JsonObject:
    written: JsonObject = {"card": summoned.card, "square": NAMES[summoned.square]}
    if summoned.legend:
        written["legend"] = True
    return written
