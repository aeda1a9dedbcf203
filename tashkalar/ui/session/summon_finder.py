"""The lens over the board: where a card can be summoned, and where it is one piece away."""

from __future__ import annotations

from typing import NamedTuple

from tashkalar import cards
from tashkalar.position.board import BIT, NAMES, RANK_OF, RANKS, names, squares
from tashkalar.position.ids import SeatNumber, seat_number, seat_of
from tashkalar.position.pattern import one_short
from tashkalar.position.state import GameState
from tashkalar.rules.summoning import open_to, search


class Ghost(NamedTuple):
    """A piece that is missing for a summoning: where, of what rank, and what is there now.

    `there` is ``"empty"``, ``"enemy"``, or the rank of an own piece that is too low. `summons` are
    the squares on which the card could be summoned if the piece stood there (none named for a
    pattern that lies anywhere, R22.17), `used` the pieces that wait for it.
    """

    square: str
    rank: str
    there: str
    summons: tuple[str, ...]
    used: tuple[str, ...]


class LensView(NamedTuple):
    """A card seen through the lens; nothing of it for flares, which have no pattern."""

    card: str
    ready: tuple[str, ...]
    ghosts: tuple[Ghost, ...]


MANY_GHOSTS = 12  # of more, the board would be full of them
PLACED = ("empty", "common")  # where an action places a piece, and of what rank (R6.1)


def shown_ghosts(lens: LensView) -> tuple[Ghost, ...]:
    """The ghosts that are drawn: none while the card can be summoned somewhere.

    Those that an action can place are enough where there are any.
    """
    if lens.ready:
        return ()
    plain = [ghost for ghost in lens.ghosts if (ghost.there, ghost.rank) == PLACED]
    ghosts = sorted(plain or lens.ghosts, key=lambda g: (g.there != "empty", RANK_OF[g.rank]))
    return tuple(ghosts[:MANY_GHOSTS])


def lens_view(state: GameState, card: str) -> LensView:
    """Where the player on turn can summon a card, and where one piece more would do."""
    being = cards.BEINGS.get(card)
    if being is None:
        return LensView(card, (), ())
    colour = state.colour
    ready = search(state, being, colour)
    wanted = open_to(state, RANK_OF[being.rank]) & ~ready
    found: dict[tuple[int, int], tuple[int, int]] = {}  # by square and rank: anchors, pieces used
    for short in one_short(being.shape, state.at_least(state.colours[colour])):
        if being.shape.detached or BIT[short.anchor] & wanted:
            anchors, used = found.get((short.square, short.rank), (0, 0))
            key = short.square, short.rank
            found[key] = anchors | BIT[short.anchor], used | short.used
    ghosts = tuple(
        Ghost(
            NAMES[square],
            RANKS[rank],
            _there(state, square),
            () if being.shape.detached else tuple(names(anchors)),
            tuple(names(used)),
        )
        for (square, rank), (anchors, used) in sorted(found.items())
    )
    return LensView(card, tuple(NAMES[s] for s in squares(ready)), ghosts)


def _there(state: GameState, square: int) -> str:
    bit = BIT[square]
    owner = state.owner_at(bit)
    if owner < 0:
        return "empty"
    return RANKS[state.rank_at(bit)] if owner == state.colour else "enemy"


class Threat(NamedTuple):
    """What opponents could summon on a square if it were their turn, by what everybody knows."""

    square: str
    cards: tuple[tuple[SeatNumber, str], ...]  # the seat and the card, seat by seat


def threats(state: GameState, seat: SeatNumber) -> tuple[Threat, ...]:
    """The squares on which opponents of a seat could summon a being of their decks now.

    Beings that were seen to be played are gone (R25.1), so are those in play by an effect; which of
    the others an opponent holds is not looked at. Legends are left out: anybody may hold them.
    """
    setup = state.setup
    found: dict[int, list[tuple[SeatNumber, str]]] = {}
    for other in range(setup.seats):
        if setup.colours[other] == setup.colours[seat_of(seat)]:
            continue
        seen = {c for c in state.discards[other] if c not in state.dropped[other]}
        seen |= {state.frozen[other], state.playing or ""}
        for being in cards.by_school(setup.schools[other]):
            if being.id not in seen:
                for square in squares(search(state, being, setup.colours[other])):
                    found.setdefault(square, []).append((seat_number(other), being.id))
    return tuple(Threat(NAMES[s], tuple(who)) for s, who in sorted(found.items()))
