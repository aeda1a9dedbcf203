"""The result of a game on the screen: the winner, the reason, and every player's place."""

from __future__ import annotations

from tashkalar.position.ids import SeatNumber, colour_number, seat_numbers, seat_of
from tashkalar.position.move import Message
from tashkalar.position.state import GameState
from tashkalar.rules.forms import FORMS
from tashkalar.rules.outcome import Outcome
from tashkalar.ui.screen.players import color_scores
from tashkalar.ui.session.session import Session
from tashkalar.ui.text import phrases
from tashkalar.ui.views import ColorScore, ResultRow, ResultView


def result_view(session: Session, outcome: Outcome) -> ResultView:
    """Return the result of the session's game."""
    game = session.game
    setup, state = game.setup, game.state
    names = tuple(phrases.player_name(setup, seat) for seat in outcome.winners)
    colors = {setup.colours[seat_of(seat)] for seat in outcome.winners}
    shared = len(colors) > 1
    if len(names) > 1 and not shared:  # a team
        names = (phrases.color_owner_name(setup, colour_number(colors.pop())),)
    title = Message("result.shared" if shared else "result.winner", {"who": names})
    sides = _two_side_points(game.state, outcome)
    # No "wins, 4 to 4" where a tiebreak decides.
    if sides and sides[0] != sides[1] and not shared and outcome.reason != "resigned":
        title = Message("result.winner.by", {"who": names, "won": sides[0], "lost": sides[1]})
    rows = tuple(
        ResultRow(
            seat=seat,
            name=phrases.player_name(setup, seat),
            school=phrases.school_of_stones(setup, seat),
            score=outcome.scores[seat_of(seat)],
            color_scores=_final_scores(state, seat),
            upgraded_count=state.upgraded_pieces(setup.colours[seat_of(seat)]).bit_count(),
            piece_count=state.colours[setup.colours[seat_of(seat)]].bit_count(),
            is_winner=seat in outcome.winners,
        )
        for seat in sorted(
            seat_numbers(setup.seats), key=lambda seat: outcome.places[seat_of(seat)]
        )
    )
    compared = FORMS[setup.form].tiebreak
    tiebreak = Message(compared) if compared else None
    return ResultView(title, _reason_message(session, outcome), rows, tiebreak)


def _reason_message(session: Session, outcome: Outcome) -> Message:
    """Return why the game ended; of one who resigned, the name, or "you" to a single person."""
    if outcome.reason != "resigned":
        return Message(f"result.reason.{outcome.reason}")
    setup, seating = session.game.setup, session.seating
    losers = [seat for seat in seat_numbers(setup.seats) if seat not in outcome.winners]
    is_alone = seating.is_human_versus_computer
    if is_alone and not any(seat in seating.opponents.level_by_seat for seat in losers):
        return Message("result.reason.resigned.you")
    names = tuple(phrases.player_name(setup, seat) for seat in losers)
    return Message("result.reason.resigned", {"who": names})


def _two_side_points(state: GameState, outcome: Outcome) -> tuple[int, int] | None:
    """Return the points of the winning side and of the other one; None with more sides."""
    colours = state.setup.colours
    points = dict(zip(colours, outcome.scores, strict=True))
    won = {colours[seat_of(seat)] for seat in outcome.winners}
    if len(points) != len(won) + 1 or len(won) != 1:
        return None
    [side] = won
    [lost] = (points[colour] for colour in points if colour != side)
    return points[side], lost


def _final_scores(state: GameState, seat: SeatNumber) -> tuple[ColorScore, ...]:
    """Return the scores in the order of comparison (R18.3), without improvising."""
    scores = sorted(color_scores(state, seat), key=lambda score: score.points)
    return tuple(score._replace(can_improvise=False) for score in scores)
