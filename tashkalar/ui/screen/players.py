"""The players on the screen: the public facts and points of each one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tashkalar import Game, cards
from tashkalar.position.board import NAMES, RANK_OF, RANKS
from tashkalar.position.ids import SeatNumber, colour_number, seat_number, seat_of
from tashkalar.position.move import Message
from tashkalar.position.state import LEGENDARY_PIECES, GameState
from tashkalar.rules.deal import ACTIONS, FIRST_ACTIONS
from tashkalar.rules.forms import FORMS
from tashkalar.rules.turn import piece_leads, rivals
from tashkalar.ui.session.session import Session
from tashkalar.ui.text import phrases
from tashkalar.ui.views import ColorScore, Pips, PlayerView

_MIN_UPPER_DIFFERENCE = min(flare.upper.difference for flare in cards.FLARES.values())
_MIN_LOWER_DIFFERENCE = min(flare.lower.difference for flare in cards.FLARES.values())


_NAME_LENGTH_CLASSES = ((13, "longer"), (9, "long"), (7, "middling"))


def name_length_class(name: str) -> str | None:
    """Return the length class of a name in a narrow panel (see the style sheet); None if short."""
    return next((kind for least, kind in _NAME_LENGTH_CLASSES if len(name) >= least), None)


def _deciding_seat(session: Session, state: GameState) -> SeatNumber:
    """Return the seat that decides in the shown position."""
    return (
        session.seating.seat
        if session.selection.shown_move_number is None
        else seat_number(state.control)
    )


def player_view(session: Session, state: GameState, seat: SeatNumber) -> PlayerView:
    """Return the public facts of a seat (from 1) in the position `state`."""
    setup = state.setup
    seat_index = seat_of(seat)
    colour = setup.colours[seat_index]
    compared = rivals(state) if colour == state.colour else (state.colour,)
    behind = [piece_leads(state, colour, rival) for rival in compared]
    behind_upgraded = max(upgraded for upgraded, _ in behind)
    behind_pieces = max(pieces for _, pieces in behind)
    active = not session.game.is_over and _deciding_seat(session, state) == seat
    return PlayerView(
        seat=seat,
        name=phrases.player_name(setup, seat),
        school=phrases.school_of_stones(setup, seat),
        school_name=Message(f"school.{setup.schools[seat_of(seat)]}.name"),
        score=FORMS[setup.form].score(state, colour),
        color_scores=color_scores(state, seat),
        team=phrases.player_name(setup, seat_number(state.teammate(seat_index)))
        if setup.teams
        else None,
        is_active=active,
        pips=action_pips(session.game, state) if active else Pips(0, 0),
        piece_count=state.colours[colour].bit_count(),
        total_piece_count=setup.two_sided + LEGENDARY_PIECES,
        upgraded_count=state.upgraded_pieces(colour).bit_count(),
        two_sided_left=state.supply(colour, RANK_OF["common"]),
        legendary_left=state.supply(colour, RANK_OF["legendary"]),
        deck_size=len(state.decks[seat_index]),
        hand_counts=(
            ("being", len(state.hands[seat_index])),
            ("legend", len(state.legends[seat_index])),
            ("flare", len(state.flares[seat_index])),
        ),
        lead_upgraded=-behind_upgraded,
        lead_pieces=-behind_pieces,
        flare_note=_flare_note(behind_upgraded, behind_pieces),
        notes=public_notes(state, seat_index),
        end_score=_end_score_reached(state, seat),
    )


def _end_score_reached(state: GameState, seat: SeatNumber) -> int | None:
    """Return the points that trigger the end (R17.3-R17.5) if the seat has them, else None."""
    form, seat_index = FORMS[state.setup.form], seat_of(seat)
    needed = form.end_score(state.setup.seats)
    by_color = form.colour_scores(state, seat_index).values()
    points = max(by_color, default=form.score(state, state.setup.colours[seat_index]))
    return needed if points >= needed else None


def action_pips(game: Game, state: GameState) -> Pips:
    """Return the actions of a turn, used and left (R5.1); none outside play."""
    if state.phase != "play":
        return Pips(0, 0)
    first = state.turn == 1 and game.scenario is None
    return Pips(max(FIRST_ACTIONS if first else ACTIONS, state.actions), state.actions)


def _flare_note(upgraded: int, pieces: int) -> Message | None:
    """Return a note if a player is far enough behind for some flare (R9.3), else None."""
    if upgraded < _MIN_UPPER_DIFFERENCE and pieces < _MIN_LOWER_DIFFERENCE:
        return None
    return Message("seat.flare", {"upgraded": max(0, upgraded), "pieces": max(0, pieces)})


def color_scores(state: GameState, seat: SeatNumber) -> tuple[ColorScore, ...]:
    """Return the points of a seat (from 1) in every enemy color.

    Empty in a form with one score per side.
    """
    setup = state.setup
    scores = FORMS[setup.form].colour_scores(state, seat_of(seat))
    lowest = min(scores.values()) if len(set(scores.values())) > 1 else None
    return tuple(
        ColorScore(
            school=setup.schools[enemy],
            name=phrases.player_name(setup, seat_number(enemy)),
            points=points,
            can_improvise=bool(state.markers and state.markers[seat_of(seat)] >> enemy & 1),
            is_lowest=points == lowest,
        )
        for enemy, points in scores.items()
    )


def public_notes(state: GameState, seat: int) -> tuple[Message, ...]:
    """Return the notes that schools and forms add to a seat (R25.1); `seat` counts from 0."""
    return tuple(_find_public_notes(state, seat))


def _find_public_notes(state: GameState, seat: int) -> Iterator[Message]:
    for card, key in ((state.frozen[seat], "seat.frozen"), (state.pending[seat], "seat.pending")):
        if card:
            yield Message(key, {"card": phrases.card_name(card)})
    school = cards.SCHOOLS[state.setup.schools[seat]]
    if state.captive and school.takes_captive:
        owner, rank, _ = state.captive
        held = phrases.piece_name(state.setup, colour_number(owner), RANKS[rank])
        yield Message("seat.captive", {"piece": held})
    if state.gateway and school.has_gateway:
        yield Message("seat.gateway", {"square": NAMES[state.gateway]})
    if state.sideways:
        yield Message("seat.sideways", {"n": state.sideways[seat]})
    if state.penalties[seat]:
        yield Message("seat.penalty", {"n": state.penalties[seat]})


def all_played_cards(session: Session) -> frozenset[str]:
    """Return the beings, legends and flares that anybody has played in the game so far."""
    seats = range(session.game.setup.seats)
    return frozenset(
        card for seat in seats for card in played_and_claimed_cards(session, seat_number(seat))[0]
    )


def played_and_claimed_cards(
    session: Session, seat: SeatNumber
) -> tuple[Iterable[str], Iterable[str]]:
    """Return the cards that a seat has played, the latest first, and the tasks it has claimed.

    The history of a long game may begin late; its piles still tell the beings.
    """
    number = session.selection.shown_move_number
    entries = session.history if number is None else session.history[:number]
    played: list[str] = []
    claimed: list[str] = []
    for entry in entries:
        for event in entry.events:
            if event.seat == seat and event.card and event.kind in ("summon", "flare"):
                played.append(event.card)
            elif event.card and event.kind == "claim" and entry.state_before.seat == seat_of(seat):
                claimed.append(event.card)
    state, index = session.shown_state, seat_of(seat)
    on_pile = [c for c in state.discards[index] if c not in state.dropped[index]]
    return dict.fromkeys((*reversed(played), *reversed(on_pile))), claimed
