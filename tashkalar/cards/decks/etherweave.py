"""The Etherweave deck: beings with warp effects (R22)."""

from __future__ import annotations

from functools import partial

from tashkalar.cards.catalogue import BEINGS, being, no_effect, warp
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

ETHERWEAVE = School("etherweave", "etherweave", is_expansion=True, takes_captive=True)

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
    """Carry out the warp effect of your pending being."""
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
    """You may swap one of your non-legendary pieces with an enemy piece of the same rank."""
    e.may_swap(
        (e.own & e.common, e.enemies & e.common),
        (e.own & e.heroic, e.enemies & e.heroic),
    )


@warp("Paradox Worm")
def paradox_worm_warp(e: Effect) -> None:
    """Upgrade one common enemy piece. Then you may discard your pending being."""
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
    """If the Greater Shadow Twin is in your discard pile: choose one of your pieces. You may
    destroy up to two common pieces adjacent to it."""
    if "greater-shadow-twin" not in e.discard_pile:
        return
    square = e.choose_square("piece", e.own)
    if square:
        for _ in e.up_to(2):
            if not e.may_destroy(e.common & NEAR[square]):
                break


@warp("Lesser Shadow Twin")
def lesser_shadow_twin_warp(e: Effect) -> None:
    """Upgrade one of your common pieces."""
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
    """Up to two of your heroic pieces may each trade places with one of your common pieces."""
    still = e.own & e.heroic
    for _ in e.up_to(2):
        swapped = e.may_swap((still, e.own & e.common))
        if not swapped:
            break
        still = e.own & e.heroic & ~BIT[swapped]


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
)(no_effect)


@warp("Antimatter Spirit")
def antimatter_spirit_warp(e: Effect) -> None:
    """Linked: place a common piece of yours on an empty colorless square and make a combat move
    with it. Then place a common piece of an opponent on that square and make a combat move with
    it in the opposite direction."""
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
    """If a piece lies on this card, it makes a standard leap onto any colorless square."""
    if e.state.captive:
        _, rank, _ = e.state.captive
        lower = (0, e.common, e.nonlegendary)[rank]
        square = e.choose_square("release", (e.empty | lower) & COLOURLESS)
        if square:
            e.release(square)


@warp("Merchant of Time")
def merchant_of_time_warp(e: Effect) -> None:
    """Take one piece of any color and rank off a colorless square and keep it on this card."""
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
    """Destroy the piece on the specially marked square, whatever its color and rank. You may
    destroy a non-legendary piece on one of the other marked squares."""
    e.destroy_all(e.match.special)
    e.may_destroy(e.nonlegendary & e.match.marked)


@warp("Gate of Oblivion")
def gate_of_oblivion_warp(e: Effect) -> None:
    """For the rest of this turn, each piece you destroy counts as two pieces of its color and
    rank."""
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
    """Summon the Time Traveler on any empty colorless square: its pattern may be anywhere. You
    may destroy a common piece adjacent to it. If you do, put the top card of your discard pile
    on top of your deck."""
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
    """If the Lesser Shadow Twin is in your discard pile, you may destroy a heroic piece that is
    adjacent to at least two of your pieces."""
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
    """You may choose one: take your pending being back into your hand; or make one standard move
    with the Warpmaster."""
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
    """Up to three non-legendary pieces, no more than two of one color, may make one combat move
    each. Every move must end at distance 2 from the Dark Sphere.

    No piece moves away from there again, so a square moved to tells a piece that has been moved.
    """
    ring = e.being.within(2) & ~e.being.near
    moved: Mask = 0
    colours: list[Colour] = []
    for _ in e.up_to(3):
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
    """In your next summoning this turn, up to two empty squares may stand in for common pieces
    of yours."""
    e.allow_empties(2)


@warp("Void Summoner")
def void_summoner_warp(e: Effect) -> None:
    """Make one standard move with one of your non-legendary pieces."""
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
    """You may carry out this card’s warp effect now, unless you have already played it from your
    hand this turn."""
    if "eternal-emperor" not in e.state.warped:
        _reign(e, optional=True)


@warp("Eternal Emperor")
def eternal_emperor_warp(e: Effect) -> None:
    """Choose one: place a new common piece of yours on any empty square; make one combat move
    with one of your common pieces; or make one standard move with one of your upgraded pieces."""
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
    """You may destroy one heroic piece of each enemy color. You may discard your pending being.
    You may discard one card from your hand: a being, a legend or a flare."""
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
    """Linked: two of your non-legendary pieces other than the Polarity Queen make one combat
    move each, the second in the direction opposite to the first."""
    e.linked(_polarise)


def _polarise(e: Effect) -> None:
    first = e.must_move(combat(e.own & e.nonlegendary & ~e.being.bit))
    assert first is not None  # a linked effect is completed or never begun
    opposite = (first.direction + 4) % 8
    others = e.own & e.nonlegendary & ~e.being.bit & ~BIT[first.target]
    e.must_move(*(combat(BIT[s], _beside(s, opposite)) for s in squares(others)))


@warp("Polarity Queen")
def polarity_queen_warp(e: Effect) -> None:
    """Place a new common piece of yours on an empty square adjacent to an enemy piece."""
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
    """Choose an empty colorless square. All common pieces adjacent to it, yours included, make a
    combat move onto it, one by one in an order you choose."""
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
    """You may choose one: copy the warp effect of a card in your discard pile; or make up to
    three combat moves with the Ziggurat Sentinel in the direction of the arrow."""
    cards = [card for card in e.known_discards if BEINGS[card].warp and card != MERCHANT]
    (arrow,) = e.match.directions
    ahead = combat(e.being.bit, _beside(e.being.square, arrow))
    possible = {"copy-warp": bool(cards), "move": e.can_move(ahead)}
    option = e.choose_option(*(name for name, can in possible.items() if can), optional=True)
    if option == "copy-warp":
        card = e.choose_card("copy-warp", cards)
        if card:
            _copy_warp(e, card)
    elif option == "move":
        step = None
        for _ in e.up_to(3):
            step = e.may_move(combat(e.being.bit, e.onward(step))) if step else e.must_move(ahead)
            if not step:
                break


@warp("Ziggurat Sentinel")
def ziggurat_sentinel_warp(e: Effect) -> None:
    """One of your non-legendary pieces makes one combat move; or it makes one standard move and
    may then make another.

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
    """You may choose one: destroy an adjacent legendary piece; or upgrade the Iris of Eternity.
    If it becomes legendary, it counts as a legend summoned this turn, and you discard all
    legends in your hand."""
    near = e.legendary & e.being.near
    possible = {"destroy": bool(near), "upgrade": bool(e.being.bit & e.upgradable)}
    option = e.choose_option(*(name for name, can in possible.items() if can), optional=True)
    if option == "destroy":
        e.must_destroy(near)
    elif option == "upgrade" and e.upgrade(e.being.square):
        e.count_as_legend()
        e.discard_legends()
