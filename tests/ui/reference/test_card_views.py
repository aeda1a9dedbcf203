"""Tests of printed cards: in the gallery, and large in their dialog."""

from __future__ import annotations

import pytest

from tashkalar import cards
from tashkalar.ui.reference.card_views import card_neighbors, card_view, deck_card_views, decks
from tests.ui.table import english, said


def test_every_card_lies_in_one_deck() -> None:
    assert [said(name) for _, name in decks()] == [
        *("Northern Imperial", "Southern Imperial", "Highland", "Sylvan"),
        *("Everfrost", "Nethervoid", "Etherweave", "Legends", "Flares"),
    ]
    ids = {view.id for deck, _ in decks() for view in deck_card_views(deck)}
    assert ids == {*cards.BEINGS, *cards.FLARES}
    assert {view.school for view in deck_card_views("everfrost")} == {"everfrost"}


def test_a_card_leads_to_the_cards_beside_it() -> None:
    assert card_neighbors("knight") == ("gryphon-rider", "high-priestess")
    first, last = next(iter(cards.BEINGS)), list(cards.FLARES)[-1]
    assert card_neighbors(first)[0] == card_neighbors(last)[1] == ""
    assert card_neighbors("red-conquest") == card_neighbors("") == ("", "")
    # Read from the first to the last, they are all cards.
    read, id = [], first
    while id:
        read.append(id)
        id = card_neighbors(id)[1]
    assert read == [*cards.BEINGS, *cards.FLARES]


def test_the_whole_text_of_a_being() -> None:
    """A frozen effect follows the text, a warp effect comes before it (R20, R22)."""
    words = english()
    for id, being in cards.BEINGS.items():
        wanted = [words.text(f"card.{id}.text")]
        if being.frozen:
            wanted.append("Frozen: " + words.text(f"card.{id}.frozen"))
        if being.warp:
            wanted.insert(0, "Warp: " + words.text(f"card.{id}.warp"))
        view = card_view(id, "northern")
        assert [said(text) for text in view.texts] == wanted, id
        assert (view.rank, view.halves) == (being.rank, ()), id


@pytest.mark.parametrize("id", cards.FLARES)
def test_a_flare_compares_nothing(id: str) -> None:
    flare, view = cards.FLARES[id], card_view(id, "northern")
    assert (view.kind, view.rank, view.texts) == ("flare", None, ())
    assert [(half.half, half.need, half.have, half.is_met) for half in view.halves] == [
        ("upper", flare.upper.difference, None, False),
        ("lower", flare.lower.difference, None, False),
    ]
    assert [said(half.text) for half in view.halves] == [
        english().text(f"card.{id}.{half}") for half in ("upper", "lower")
    ]
