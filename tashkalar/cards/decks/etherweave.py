"""The Etherweave deck: beings with warp effects (R22)."""

from __future__ import annotations

from functools import partial

from tashkalar.cards.catalogue import BEINGS, being, nothing, warp
from tashkalar.cards.schools import School
from tashkalar.effects.effect import Effect
from tashkalar.effects.piece import combat, standard
from tashkalar.position.board import (
    ARENA,
    BIT,
    COLOURED,
    COMMON,
    HEROIC,
    NEAR,
    RAYS,
    Colour,
    Mask,
    Square,
    spread,
    squares,
)

ETHERWEAVE = School("etherweave", "etherweave", expansion=True, takes_captive=True)

etherweave = partial(being, ETHERWEAVE.deck)

COLOURLESS = ARENA & ~COLOURED
# Its warp effect cannot be copied; pending, it cannot be discarded or taken back (R22.8, R22.11).
MERCHANT = "merchant-of-time"


def _beside(square: Square, direction: int) -> Mask:
    """The next square in a direction, 0 at the edge of the board."""
    ray = RAYS[square][direction]
    return BIT[ray[0]] if ray else 0


def _copy_warp(e: Effect, card: str) -> None:
    """Carry out the warp effect of a card as part of the current effect (R22.11)."""
    effect = BEINGS[card].warp
    assert effect is not None
    effect(e)


def _loose_pending(e: Effect) -> tuple[str, ...]:
    """The pending being if it may leave for elsewhere than the board."""
    return (e.pending,) if e.pending not in ("", MERCHANT) else ()


def _may_discard_pending(e: Effect) -> None:
    """You may discard your pending being."""
    if e.choose_card("discard-pending", _loose_pending(e), optional=True):
        e.discard_pending()


@etherweave(
    "Doppelganger",
    COMMON,
    """
    c@
    c.
    """,
)
def doppelganger(e: Effect) -> None:
    """Copy the warp effect of your pending being."""
    for card in _loose_pending(e):
        _copy_warp(e, card)


@etherweave(
    "Paradox Worm",
    COMMON,
    """
    ..c@
    cc..
    """,
)
def paradox_worm(e: Effect) -> None:
    """You may swap a non-legendary piece of yours with an enemy piece of the same rank."""
    e.may_swap(
        (e.own & e.common, e.enemies & e.common),
        (e.own & e.heroic, e.enemies & e.heroic),
    )


@warp("Paradox Worm")
def paradox_worm_warp(e: Effect) -> None:
    """Upgrade a common enemy piece. You may discard your pending being."""
    e.must_upgrade(e.enemies & e.common)
    _may_discard_pending(e)


@etherweave(
    "Lesser Shadow Twin",
    COMMON,
    """
    @..
    ccc
    """,
)
def lesser_shadow_twin(e: Effect) -> None:
    """With the other Twin in your discard pile, choose a piece of yours.

    You may destroy up to two common pieces adjacent to it.
    """
    if "greater-shadow-twin" not in e.discard_pile:
        return
    square = e.choose_square("piece", e.own)
    if square:
        for _ in range(2):
            if not e.may_destroy(e.common & NEAR[square]):
                break


@warp("Lesser Shadow Twin")
def lesser_shadow_twin_warp(e: Effect) -> None:
    """Upgrade a common piece of yours."""
    e.must_upgrade(e.own & e.common)


@etherweave(
    "Translocationist",
    COMMON,
    """
    ..c
    c@.
    cc.
    """,
)
def translocationist(e: Effect) -> None:
    """Up to two heroic pieces of yours may each swap squares with a common piece of yours."""
    swapped = e.may_swap((e.own & e.heroic, e.own & e.common))
    if swapped:
        e.may_swap((e.own & e.heroic & ~BIT[swapped], e.own & e.common))


@warp("Translocationist")
def translocationist_warp(e: Effect) -> None:
    """Gain an action."""
    e.gain_action()


etherweave(
    "Antimatter Spirit",
    COMMON,
    """
    ..c
    .@.
    c..
    """,
)(nothing)


@warp("Antimatter Spirit")
def antimatter_spirit_warp(e: Effect) -> None:
    """Linked: a common piece of yours appears on an empty colourless square and moves (combat).

    Then a common enemy piece does the same from there in the opposite direction.
    """
    e.linked(_annihilate)


def _annihilate(e: Effect) -> None:
    square = e.must_place(e.empty & COLOURLESS)
    assert square is not None  # a linked effect is completed or never begun
    step = e.must_move(combat(BIT[square]))
    assert step is not None
    e.must_place(BIT[square], colour=e.choose_colour(e.enemy_colours))
    e.must_move(combat(BIT[square], _beside(square, (step.direction + 4) % 8)))


@etherweave(
    "Merchant of Time",
    HEROIC,
    """
    ..@.
    .c.c
    c.c.
    """,
)
def merchant_of_time(e: Effect) -> None:
    """The piece held on this card makes a standard leap to any colourless square."""
    if e.state.captive:
        _, rank, _ = e.state.captive
        lower = (0, e.common, e.nonlegendary)[rank]
        square = e.choose_square("release", (e.empty | lower) & COLOURLESS)
        if square:
            e.release(square)


@warp("Merchant of Time")
def merchant_of_time_warp(e: Effect) -> None:
    """Take a piece off a colourless square; this card holds it, and one only."""
    within_reach = e.pieces & COLOURLESS if not e.state.captive else 0
    square = e.choose_square("capture", within_reach)
    if square:
        e.capture(square)


@etherweave(
    "Gate of Oblivion",
    HEROIC,
    """
    .***.
    *c@c*
    *coc*
    """,
)
def gate_of_oblivion(e: Effect) -> None:
    """Destroy the piece on the special square. You may destroy a non-legendary marked one."""
    e.destroy_all(e.match.special)
    e.may_destroy(e.nonlegendary & e.match.marked)


@warp("Gate of Oblivion")
def gate_of_oblivion_warp(e: Effect) -> None:
    """For the rest of the turn each piece you destroy counts once more."""
    e.multiply_destroyed()


@etherweave(
    "Time Traveler",
    HEROIC,
    """
    c..
    .c.
    ..c
    """,
)
def time_traveler(e: Effect) -> None:
    """You may destroy an adjacent common piece; if you do, a discarded card goes on your deck."""
    if e.may_destroy(e.common & e.being.near) and e.discard_pile:
        e.put_on_deck(e.discard_pile[-1])


@etherweave(
    "Greater Shadow Twin",
    HEROIC,
    """
    @ccc
    """,
)
def greater_shadow_twin(e: Effect) -> None:
    """With the other Twin discarded, you may destroy a heroic piece next to two of yours."""
    if "lesser-shadow-twin" in e.discard_pile:
        own = e.own
        e.may_destroy(sum(BIT[s] for s in squares(e.heroic) if (NEAR[s] & own).bit_count() >= 2))


warp("Greater Shadow Twin")(lesser_shadow_twin_warp)


@etherweave(
    "Warpmaster",
    HEROIC,
    """
    .c.
    ...
    c.@
    .c.
    """,
)
def warpmaster(e: Effect) -> None:
    """You may take your pending being back to your hand, or make a standard move."""
    step = standard(e.being.bit)
    possible = {"return-pending": bool(_loose_pending(e)), "move": e.can_move(step)}
    option = e.choose_option(*(name for name, can in possible.items() if can), optional=True)
    if option == "return-pending":
        e.return_pending()
    elif option == "move":
        e.must_move(step)


@etherweave(
    "Dark Sphere",
    HEROIC,
    """
    c#
    cc
    """,
)
def dark_sphere(e: Effect) -> None:
    """Up to three non-legendary pieces, at most two of a colour, may make one combat move each.

    The moves end at distance 2 from the Sphere. No piece moves away from there again, so a
    square moved to tells a piece that has been moved.
    """
    ring = e.being.within(2) & ~e.being.near
    moved: Mask = 0
    colours: list[Colour] = []
    for _ in range(3):
        full = sum(e.state.colours[c] for c in set(colours) if colours.count(c) == 2)
        step = e.may_move(combat(e.nonlegendary & ~moved & ~full, ring))
        if not step:
            break
        moved |= BIT[step.target]
        colours.append(e.state.owner_at(BIT[step.target]))


@etherweave(
    "Void Summoner",
    HEROIC,
    """
    .@c
    .c.
    c.c
    """,
)
def void_summoner(e: Effect) -> None:
    """Up to two empty squares may stand in for common pieces at the next summoning."""
    e.allow_empties(2)


@warp("Void Summoner")
def void_summoner_warp(e: Effect) -> None:
    """Make a standard move with a non-legendary piece of yours."""
    e.must_move(standard(e.own & e.nonlegendary))


@etherweave(
    "Eternal Emperor",
    HEROIC,
    """
    c.
    c@
    cc
    """,
)
def eternal_emperor(e: Effect) -> None:
    """You may carry out the warp effect, unless you have played it this turn."""
    if "eternal-emperor" not in e.state.warped:
        _reign(e, optional=True)


@warp("Eternal Emperor")
def eternal_emperor_warp(e: Effect) -> None:
    """Place a common piece, or move: a common one (combat) or an upgraded one (standard)."""
    _reign(e, optional=False)


def _reign(e: Effect, *, optional: bool) -> None:
    moves = combat(e.own & e.common), standard(e.own & ~e.common)
    room = e.empty if e.state.supply(e.me, COMMON) > 0 else 0
    possible = {"place": bool(room), "move": e.can_move(*moves)}
    options = (name for name, can in possible.items() if can)
    option = e.choose_option(*options, optional=optional)
    if option == "place":
        e.must_place(room)
    elif option == "move":
        e.must_move(*moves)


@etherweave(
    "Reality Patch",
    HEROIC,
    """
    .c.
    c@c
    .c.
    """,
)
def reality_patch(e: Effect) -> None:
    """You may destroy a heroic piece of each enemy colour.

    You may discard your pending being, and you may discard any card of your hand.
    """
    for colour in e.enemy_colours:
        e.may_destroy(e.heroic & e.state.colours[colour])
    _may_discard_pending(e)
    card = e.choose_card("discard-card", e.hand, optional=True)
    if card:
        e.discard_from_hand(card)


@etherweave(
    "Polarity Queen",
    HEROIC,
    """
    .@.
    c.c
    .c.
    .c.
    """,
)
def polarity_queen(e: Effect) -> None:
    """Linked: two other non-legendary pieces of yours move (combat) in opposite directions."""
    e.linked(_polarise)


def _polarise(e: Effect) -> None:
    first = e.must_move(combat(e.own & e.nonlegendary & ~e.being.bit))
    assert first is not None  # a linked effect is completed or never begun
    opposite = (first.direction + 4) % 8
    others = e.own & e.nonlegendary & ~e.being.bit & ~BIT[first.target]
    e.must_move(*(combat(BIT[s], _beside(s, opposite)) for s in squares(others)))


@warp("Polarity Queen")
def polarity_queen_warp(e: Effect) -> None:
    """Place a common piece of yours next to an enemy piece."""
    e.must_place(e.empty & spread(e.enemies))


@etherweave(
    "Singularity",
    HEROIC,
    """
    c.c
    .@.
    c.c
    """,
)
def singularity(e: Effect) -> None:
    """Choose an empty colourless square; all common pieces next to it move (combat) onto it."""
    square = e.choose_square("square", e.empty & COLOURLESS)
    if square:
        while e.must_move(combat(e.common & NEAR[square], BIT[square])):
            pass  # each destroys the one before


@etherweave(
    "Ziggurat Sentinel",
    HEROIC,
    """
    ..@
    .1c
    .cc
    cc.
    """,
)
def ziggurat_sentinel(e: Effect) -> None:
    """You may copy a warp effect from your discard pile, or move (combat) up to three times.

    All the moves go along the arrow.
    """
    cards = [card for card in e.discard_pile if BEINGS[card].warp and card != MERCHANT]
    (arrow,) = e.match.directions
    ahead = combat(e.being.bit, _beside(e.being.square, arrow))
    possible = {"copy-warp": bool(cards), "move": e.can_move(ahead)}
    option = e.choose_option(*(name for name, can in possible.items() if can), optional=True)
    if option == "copy-warp":
        card = e.choose_card("copy-warp", cards)
        if card:
            _copy_warp(e, card)
    elif option == "move":
        step = e.must_move(ahead)
        for _ in range(2):
            step = step and e.may_move(combat(e.being.bit, e.onward(step)))


@warp("Ziggurat Sentinel")
def ziggurat_sentinel_warp(e: Effect) -> None:
    """One combat move or two standard moves with a non-legendary piece of yours.

    A first move that is a standard one may be declared the only one, so the second is optional.
    """
    step = e.must_move(combat(e.own & e.nonlegendary))
    if step and not step.equal:
        e.may_move(standard(BIT[step.target]))


@etherweave(
    "Iris of Eternity",
    HEROIC,
    """
    +++
    +@+
    c+c
    c.c
    .c.
    """,
    may_count_as_legend=True,
)
def iris_of_eternity(e: Effect) -> None:
    """You may destroy an adjacent legendary piece or upgrade the Iris.

    Legendary, the Iris counts as a legend summoned, and your legends in hand are discarded.
    """
    near = e.legendary & e.being.near
    possible = {"destroy": bool(near), "upgrade": bool(e.being.bit & e.upgradable)}
    option = e.choose_option(*(name for name, can in possible.items() if can), optional=True)
    if option == "destroy":
        e.must_destroy(near)
    elif option == "upgrade" and e.upgrade(e.being.square):
        e.count_as_legend()
        for card in e.state.legends[e.state.seat]:
            e.discard_from_hand(card)
