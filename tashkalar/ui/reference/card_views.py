"""Cards as printed, for reading: without choices and without comparison to a game."""

from __future__ import annotations

from tashkalar import cards
from tashkalar.cards import Being
from tashkalar.cards.schools import built_in_schools
from tashkalar.position.move import Message
from tashkalar.ui.text import phrases
from tashkalar.ui.views import CardView, HalfView


def decks() -> tuple[tuple[str, Message], ...]:
    """Return the id and name of each deck that can be looked through.

    The name of a pack's school says that it comes from a pack.
    """
    built_in = ((id, Message(f"school.{id}.name")) for id in built_in_schools())
    from_packs = (
        (s.id, Message(f"page.school.{s.id}")) for s in cards.SCHOOLS.values() if s.is_pack
    )
    shared = ((id, Message(f"gallery.{id}")) for id in ("legends", "flares"))
    return (*built_in, *from_packs, *shared)


def deck_card_views(deck: str) -> tuple[CardView, ...]:
    """Return the cards of a school, or of ``"legends"`` or ``"flares"``."""
    shared = next(iter(cards.SCHOOLS))  # legends and flares belong to no school
    if deck == "flares":
        return tuple(card_view(id, shared) for id in cards.FLARES)
    if deck == "legends":
        return tuple(card_view(card.id, shared) for card in cards.legend_deck())
    return tuple(card_view(card.id, deck) for card in cards.by_school(deck))


def card_view(id: str, school: str) -> CardView:
    """Return the view of a being, legend or flare, drawn with the stones of `school`."""
    being = cards.BEINGS.get(id)
    return CardView(
        id=id,
        kind=phrases.card_kind(id),
        rank=being.rank if being else None,
        school=school,
        name=phrases.card_name(id),
        texts=_being_texts(being) if being else (),
        halves=() if being else _flare_halves(id),
        square_count=0,
        is_usable=True,
        is_selected=False,
    )


def card_neighbors(id: str) -> tuple[str, str]:
    """Return the ids of the cards before and after a card, in the order of the decks.

    An id is empty at the ends of the order, and beside a card that is not a being or flare.
    """
    order = (*cards.BEINGS, *cards.FLARES)
    if id not in order:
        return "", ""
    at = order.index(id)
    return order[at - 1] if at else "", order[at + 1] if at + 1 < len(order) else ""


def _being_texts(being: Being) -> tuple[Message, ...]:
    """Return the texts of a being: its warp effect, its effect, and its frozen effect."""
    warp = (Message(f"card.{being.id}.warp"),) if being.warp else ()
    frozen = (Message(f"card.{being.id}.frozen"),) if being.frozen else ()
    return (
        *(Message("card.warp", {"text": text}) for text in warp),
        Message(being.text_id),
        *(Message("card.freeze", {"text": text}) for text in frozen),
    )


def _flare_halves(id: str) -> tuple[HalfView, ...]:
    flare = cards.FLARES[id]
    upper, lower = flare.text_ids
    return (
        HalfView("upper", flare.upper.difference, None, False, Message(upper)),
        HalfView("lower", flare.lower.difference, None, False, Message(lower)),
    )
