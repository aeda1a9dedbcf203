"""Short messages that many sentences share: players, pieces, cards, squares."""

from __future__ import annotations

from collections.abc import Iterable

from tashkalar import cards
from tashkalar.position.ids import ColourNumber, SeatNumber, colour_number, colour_of, seat_of
from tashkalar.position.move import Event, Message, Prompt
from tashkalar.position.state import Setup
from tashkalar.position.unknown import UnknownCard


def player_name(setup: Setup, seat: SeatNumber) -> Message | str:
    """Return the name of a player (seat from 1).

    A player without a name goes by the color, and in a team game, where teammates share a color,
    by color and number.
    """
    colour = color_name(setup, colour_number(setup.colours[seat_of(seat)]))
    if setup.teams:
        teammate = Message("player.teammate", {"color": colour, "n": (seat + 1) // 2})
        return setup.names[seat_of(seat)] or teammate
    return setup.names[seat_of(seat)] or colour


def color_name(setup: Setup, owner: ColourNumber) -> Message:
    """Return the name of a color (from 1): that of the school of its first seat."""
    return Message(f"school.{school_of_color(setup, owner)}.colour")


def school_of_color(setup: Setup, owner: ColourNumber) -> str:
    """Return the id of the school whose stones a color (from 1) uses."""
    return setup.schools[setup.colours.index(colour_of(owner))]


def school_of_stones(setup: Setup, seat: SeatNumber) -> str:
    """Return the id of the school whose stones a player (seat from 1) uses.

    Teammates share the stones of the school of the color's first seat.
    """
    return school_of_color(setup, colour_number(setup.colours[seat_of(seat)]))


def color_owner_name(setup: Setup, owner: ColourNumber) -> Message | str:
    """Return who has a color (from 1), for sentences about points and pieces: player or team.

    A team has the name of its color: its pieces and points belong to both players.
    """
    color = colour_of(owner)
    if setup.colours.count(color) > 1:
        return color_name(setup, owner)
    return setup.names[setup.colours.index(color)] or color_name(setup, owner)


def piece_name(setup: Setup, owner: ColourNumber, rank: str) -> Message:
    """Return the name of a piece, for example "heroic piece of Blue"."""
    return Message(f"piece.{rank}", {"who": color_owner_name(setup, owner)})


def card_name(id: str) -> Message:
    """Return the name of a card; KeyError for an unknown id.

    A being that the game does not know has a name in common with all such beings.
    """
    if isinstance(id, UnknownCard):
        return Message("being.unknown")
    return Message(cards.get(id).name_id)


def event_sentence(setup: Setup, event: Event, *, is_replaced: bool = False) -> Message | None:
    """Return the sentence for an event; None for events that the log leaves out.

    The cards that a player discards, returns or puts on the deck stay secret (R25.3).
    `is_replaced`: the event destroys the player's own piece on the square where a being is
    summoned (R7.12).
    """
    kind: str = event.kind
    params: dict[str, object] = {"n": event.amount}
    if event.seat:
        params["who"] = player_name(setup, event.seat)
    elif event.owner:
        params["who"] = color_owner_name(setup, event.owner)
    if event.owner:
        params["color"] = color_name(setup, event.owner)
    if event.square:
        params["square"] = event.square
    if event.origin:
        params["origin"] = event.origin
    if event.rank:
        params["rank"] = Message(f"rank.{event.rank}")
        params["piece"] = piece_name(setup, event.owner, event.rank)
    if event.card and kind not in ("discard", "return", "put-on-deck"):
        params["card"] = card_name(event.card)
    if is_replaced:
        return Message("log.makes-way", params)
    if kind == "flare":
        kind = f"flare.{event.halves}"
    elif kind == "draw":
        kind = f"draw.{event.drawn}"
    elif kind == "return" and event.card:
        kind = f"return.{card_kind(event.card)}"
    elif kind == "turn":
        return None
    return Message(f"log.{kind}", params)


_OWN_CARD_SENTENCES = {
    "discard": "log.discard-flare",
    "return": "log.return.named",
    "put-on-deck": "log.put-on-deck.named",
}


def own_card_sentence(setup: Setup, event: Event) -> Message | None:
    """Return the sentence that names a card whose owner alone may know it; None for other events.

    Source: R25.3.
    """
    if event.kind not in _OWN_CARD_SENTENCES or not event.card or not event.seat:
        return None
    params = {"who": player_name(setup, event.seat), "card": card_name(event.card)}
    return Message(_OWN_CARD_SENTENCES[event.kind], params)


def card_kind(id: str) -> str:
    """Return the kind of a card: ``"being"``, ``"legend"`` or ``"flare"``."""
    if id in cards.FLARES:
        return "flare"
    if isinstance(id, UnknownCard):
        return "being"
    return "legend" if cards.BEINGS[id].rank == "legendary" else "being"


def skip_label(prompt: Prompt, events: Iterable[Event]) -> Message:
    """Return the label of declining a question: done after an answer of its kind, else skip.

    `events` are those of the move whose effect asks.
    """
    kinds = _MOVE_KINDS if prompt.kind in _MOVE_KINDS else {prompt.kind}
    is_further = prompt.kind == "return" or prompt.number > 1
    is_done = is_further or any(event.kind in kinds for event in events)
    return Message("choice.done" if is_done else "choice.no")


_MOVE_KINDS = frozenset({"move", "leap"})
