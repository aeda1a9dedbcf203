"""Beings that a game does not know: their texts, their moves, and what happens when they are known.

Sealed hands use them (`docs/far-sealed.md`).
"""

from __future__ import annotations

import random

import pytest

from tashkalar import Game
from tashkalar.cards import FLARES
from tashkalar.errors import IllegalMove, SaveError
from tashkalar.formats.checkpoint import setup_data
from tashkalar.position.move import card_choice, discard_move
from tashkalar.position.unknown import (
    UnknownCard,
    card_of_text,
    known_cards,
    replace_in_code,
    unknown_deck,
)
from tashkalar.rules.deal import deal, make_setup

SETUP = make_setup("high-form", ("etherweave", "everfrost"), seed="5")
DEALT = deal(SETUP)
ORDERS = tuple(DEALT.hands[seat] + DEALT.decks[seat] for seat in (0, 1))


def stand_ins(seat: int) -> dict[str, str]:
    """Return the beings of a seat (from 0) by the texts of their stand-ins."""
    return dict(zip(unknown_deck(seat), ORDERS[seat], strict=True))


def test_a_move_of_an_unknown_being_is_not_that_of_its_text() -> None:
    text = "unknown-1-01"
    for move_of in (card_choice, discard_move):
        assert not isinstance(move_of(text).card, UnknownCard)
        assert isinstance(move_of(UnknownCard(text)).card, UnknownCard)


def sealed() -> Game:
    """Return a game in which nobody's beings are known."""
    return Game(deal(SETUP._replace(decks=(unknown_deck(0), unknown_deck(1)))))


def sealed_for(seat: int) -> Game:
    """Return the game as the player of a seat (from 1) knows it."""
    game = sealed()
    game.reveal(seat, stand_ins(seat - 1))
    return game


def test_a_stand_in_has_a_type_and_a_text_of_its_own() -> None:
    card = UnknownCard.at(1, 7)
    assert str(card) == "unknown-2-07" and (card.seat, card.place) == (1, 7)
    assert card == UnknownCard.at(1, 7) and card != UnknownCard.at(0, 7)
    assert len({*unknown_deck(0), *unknown_deck(0)}) == 18
    assert type(card_of_text("unknown-2-07")) is UnknownCard
    for text in ("knight", "unknown-5-07", "unknown-2-19", "unknown-2-7", "unknown-2-00", "x"):
        assert type(card_of_text(text)) is str
    assert known_cards(("knight", card)) == ("knight",)
    assert replace_in_code("~unknown-2-07", {card: "oni"}) == "~oni"
    assert replace_in_code("~unknown-2-08", {card: "oni"}) == "~unknown-2-08"


def test_only_the_own_beings_differ_from_an_open_game() -> None:
    state = sealed().state
    for name in ("legends", "flares", "legend_deck", "flare_deck", "current_tasks", "task_deck"):
        assert getattr(state, name) == getattr(DEALT, name)
    assert state.hands == (unknown_deck(0)[:3], unknown_deck(1)[:3])
    assert sealed_for(1).state.hands == (ORDERS[0][:3], unknown_deck(1)[:3])
    both = sealed_for(1)
    both.reveal(2, stand_ins(1))
    assert both.setup.decks == ORDERS
    assert [getattr(both.state, name) for name in ("hands", "decks")] == [DEALT.hands, DEALT.decks]


def test_an_unknown_being_is_discarded_and_returned_but_not_summoned() -> None:
    game = sealed()
    kinds = {move.kind for move in game.legal_moves()}
    assert kinds <= {"place", "discard", "summon"}
    legends = set(game.state.legends[0])
    assert {move.card for move in game.legal_moves() if move.kind == "summon"} <= legends
    with pytest.raises(IllegalMove):
        game.play("unknown-1-01@e5")
    game.play("~unknown-1-02")
    game.play("unknown-1-01")
    flare = game.state.flares[0][0]
    assert flare in FLARES
    game.play(flare)
    game.play("-")
    assert game.state.decks[0][-1] == UnknownCard.at(0, 1)
    assert game.state.discards[0] == game.state.dropped[0] == (UnknownCard.at(0, 2),)
    assert game.state.flare_deck[-1] == flare
    game.play(".")
    assert UnknownCard.at(0, 4) in game.state.hands[0]


def test_a_view_tells_no_stand_in_of_the_other_seat() -> None:
    game, choice = sealed_for(1), random.Random(2)
    while not game.is_over:
        assert "unknown-" not in str(game.view(1)).replace("'open': ", "")
        game.play(choice.choice(game.legal_moves()))


def test_the_texts_of_a_game_keep_what_is_known() -> None:
    game, choice = sealed_for(2), random.Random(3)
    for _ in range(60):
        game.play(choice.choice(game.legal_moves()))
    for copy in (Game.from_json(game.to_json()), Game.from_record(game.record())):
        assert copy.codes == game.codes and copy.state.key() == game.state.key()
        assert {type(card) for card in copy.setup.decks[0]} == {UnknownCard}
        assert {type(card) for card in copy.state.decks[1]} <= {str}
    assert "Decks: [" in game.record() and "Decks" not in Game(DEALT).record()
    assert "decks" in setup_data(game.setup) and "decks" not in setup_data(SETUP)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("unknown-2-05", "unknown-2-04", "a being is there twice"),
        ("unknown-2-05", "unknown-1-05", "the 18 beings of the school are needed"),
        ("unknown-2-05", "knight", "the 18 beings of the school are needed"),
    ],
)
def test_a_save_with_other_beings_is_refused(old: str, new: str, words: str) -> None:
    with pytest.raises(SaveError, match=words):
        Game.from_json(sealed().to_json().replace(old, new))
    with pytest.raises(ValueError, match="2 decks are needed"):
        make_setup("duel", ("northern", "sylvan"), decks=(unknown_deck(0),))


def test_a_hand_of_other_beings_than_the_decks_is_refused() -> None:
    text = sealed().to_json()
    place = text.index('"hands":[["unknown-1-01"')
    with pytest.raises(SaveError, match="these are not the cards"):
        Game.from_json(text[:place] + text[place:].replace("unknown-1-01", "oni", 1))


def test_beings_that_become_known_were_known_all_along() -> None:
    """A game whose beings become known late is the game that knew them from the beginning."""
    late, choice = sealed_for(1), random.Random(4)
    late.reveal(2, {card: known for card, known in stand_ins(1).items() if card.endswith("01")})
    for _ in range(70):
        late.play(choice.choice(late.legal_moves()))
    while late.open_move is None:  # the open question must offer the known beings too
        discards = [move for move in late.legal_moves() if move.kind == "discard"]
        late.play(choice.choice(discards or late.legal_moves()))
    late.undo()
    late.redo()
    late.reveal(2, stand_ins(1))
    early = sealed_for(1)
    early.reveal(2, stand_ins(1))
    for code in late.codes:
        early.play(code)
    assert early.state.key() == late.state.key()
    assert early.legal_moves() == late.legal_moves()
    for before, after in zip(early.history(), late.history(), strict=True):
        assert before.events == after.events and before.answers == after.answers
    late.undo()
    early.undo()
    assert early.state.key() == late.state.key()
    late.redo()
    assert late.codes == Game.from_json(late.to_json()).codes
