"""Check, when a game with sealed hands is over, that each player kept what was promised."""

from __future__ import annotations

from typing import Literal, NamedTuple

from tashkalar.errors import IllegalMove
from tashkalar.far.far_game import FarGame, game_id
from tashkalar.game import Game
from tashkalar.history.played_moves import PlayedMove
from tashkalar.position.ids import SeatNumber, seat_of
from tashkalar.position.state import GameState


class DeckCheck(NamedTuple):
    """The result of checking the opened deck of a seat.

    `fault` is "" if the player kept every promise, "unopened" while the secret is missing, "secret"
    for another secret than the promised one, "share" for a share of the other deck, or of the
    seed, that does not follow from it, "cards" for beings that the secret and the share of the
    other player do not give, and "play" for a turn that goes otherwise when all beings of the
    player are known, because a being that its text reads was not revealed.
    """

    seat: SeatNumber
    fault: Literal["", "unopened", "secret", "share", "cards", "play"]
    turn: int = 0  # of the game, for "play"


def check_decks(far: FarGame) -> tuple[DeckCheck, ...]:
    """Return what the opened decks prove; nothing unless a game with sealed hands is over."""
    if far.seals is None or far.game is None or not far.game.is_over:
        return ()
    return tuple(_check(far, far.game, seat) for seat in sorted(far.seals.by_seat))


def _check(far: FarGame, game: Game, seat: SeatNumber) -> DeckCheck:
    assert far.seals is not None
    seal = far.seals.by_seat[seat]
    if not seal.secret:
        return DeckCheck(seat, "unopened")
    id = game_id(far.log)
    if not far.seals.is_secret_kept(id, seat):
        return DeckCheck(seat, "secret")
    if not far.seals.is_share_kept(id, seat) or not _is_value_kept(far, seat):
        return DeckCheck(seat, "share")
    deck = far.seals.opened_deck(id, seat)
    if deck is None and seal.cards:
        return DeckCheck(seat, "cards")
    # A player who has found two beings with one hash would reveal one and open the other.
    if deck is not None and any(deck.order[n - 1] != card for n, card in seal.revealed.items()):
        return DeckCheck(seat, "cards")
    moves = game.history()
    after = [*(move.state_before for move in moves[1:]), game.settled_state]
    for move, state in zip(moves, after, strict=True):
        if move.state_before.seat == seat_of(seat) and not _leads_to(move, state):
            return DeckCheck(seat, "play", move.state_before.turn)
    return DeckCheck(seat, "")


def _is_value_kept(far: FarGame, seat: SeatNumber) -> bool:
    """Tell whether the cards were dealt from the value that a secret gives, if it is of a seat."""
    assert far.seals is not None
    if far.deal is None or seat != far.seals.inviter:
        return True
    secret = far.seals.by_seat[seat].secret
    return far.deal.value == far.seals.deal_value(game_id(far.log), secret)


def _leads_to(move: PlayedMove, after: GameState) -> bool:
    """Tell whether a move is legal with all beings known, and leads to a position."""
    if move.move.kind == "resign":
        return True
    game = Game(move.state_before)
    try:
        for code in move.decisions:
            game.decide(code)
    except IllegalMove:
        return False
    # A player who resigns inside an effect leaves the move unfinished, and its position as it was.
    return game.settled_state.key() == after.key()
