"""Tests of the two beings of Emberfall, through the public flow of the game."""

import pytest

from tashkalar import Game, authoring, cards
from tashkalar_emberfall import pack

MOTH, GIANT = "x-emberfall-cinder-moth", "x-emberfall-furnace-giant"


@pytest.fixture(autouse=True)
def registered():
    authoring.register(pack)
    yield
    authoring.unregister(pack.id)


def game(card, board):
    return Game.from_scenario(
        {
            "form": "duel",
            "seats": [{"school": pack.id, "hand": [card]}, {"school": "sylvan"}],
            "board": board,
        }
    )


def test_the_deck_is_highland_but_for_two_beings():
    ours = [card.id for card in cards.by_school(pack.id)]
    theirs = [card.id for card in cards.by_school("highland")]
    assert len(ours) == 18
    assert set(ours) - set(theirs) == {MOTH, GIANT}


def test_the_moth_burns_with_its_victim():
    played = game(MOTH, {"d6": "1 common", "f5": "1 common", "e4": "2 common", "d4": "2 heroic"})
    played.play(f"{MOTH}@e5")
    assert {move.code for move in played.legal_moves()} == {"d6", "f5", "e4", "-"}
    played.play("e4")
    assert set(played.board) == {"d6", "f5", "d4"}


def test_the_moth_may_spare_everybody():
    played = game(MOTH, {"d6": "1 common", "f5": "1 common", "e4": "2 common"})
    played.play(f"{MOTH}@e5")
    played.play("-")
    assert set(played.board) == {"d6", "f5", "e4", "e5"}


def test_the_giant_burns_common_enemies_on_marked_squares():
    board = {square: "1 common" for square in ("d6", "f6", "e5")}
    board |= {"e6": "2 common", "d4": "2 heroic", "f4": "2 common", "d5": "2 common"}
    played = game(GIANT, board)
    played.play(f"{GIANT}@e5")
    assert set(played.board) == {"d6", "f6", "e5", "d4", "d5"}  # e6 and f4 are gone
    played.play("e5-e6")
    assert played.board["e6"].rank == "heroic"
