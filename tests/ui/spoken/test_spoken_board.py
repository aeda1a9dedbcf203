"""The position and the cards in words: what is said, in which order, and what is not."""

from __future__ import annotations

import pytest

from tashkalar import Game
from tashkalar.features.spoken.spoken_board import (
    card_in_full,
    card_sentences,
    other_pieces_sentences,
    position_sentences,
)
from tashkalar.ui.session.session import Session
from tashkalar.ui.text.catalogue import LANGUAGES
from tests.support import arrange, pattern_at, play
from tests.ui.table import catalogue_in, said

BOARD = pattern_at("knight", "e5") | {"h7": "1 heroic", "c2": "2 common", "d2": "2 heroic"}


def seated(game: Game, *, curtain: bool = False) -> Session:
    return Session(game, curtain=curtain)


def test_own_pieces_then_what_can_be_summoned_then_threats() -> None:
    session = seated(arrange(BOARD | {"c3": "2 common"}, hand=["knight", "champion", "bomb"]))
    own, ready, threats = map(said, position_sentences(session))
    assert own == "Your pieces: row 3, d3; row 4, d4, e4, f4; row 7, heroic h7"
    assert ready == "You can summon: Knight on e5; Bomb on 11 squares"
    # R7.2: three Sylvan pieces in the shape of these beings; legends and hands are not counted.
    assert threats.startswith("Threats: Sapling on "), threats
    (others,) = map(said, other_pieces_sentences(session))
    assert others == "Green: row 2, c2, heroic d2; row 3, c3"


def test_nothing_of_a_hand_is_said_behind_the_curtain() -> None:
    session = seated(arrange(BOARD, hand=["knight"]), curtain=True)
    text = " ".join(map(said, position_sentences(session)))
    assert "d4" in text and "c2" in text, "the pieces are public"
    assert "Knight" not in text and "Threats" not in text


def test_inside_an_effect_only_the_pieces_are_said() -> None:
    board = BOARD | {"e5": "2 common", "e6": "2 common"}
    session = seated(play(arrange(board, hand=["knight"]), "knight@e5"))
    assert session.game.prompt.kind != "turn"
    (own,) = map(said, position_sentences(session))
    assert "heroic e5" in own


@pytest.mark.parametrize(
    ("card", "told"),
    [
        ("knight", ("Knight, heroic: on e5",)),
        ("bomb", ("Bomb, common: on 11 squares",)),
        ("champion", ("Champion, heroic: only one piece is missing",)),
    ],
)
def test_a_card_says_where_it_goes_or_what_it_lacks(card: str, told: tuple[str, ...]) -> None:
    hand = ["knight", "champion", "bomb"]
    session = seated(arrange(BOARD | {"c3": "2 common"}, hand=hand))
    sentences = tuple(map(said, card_sentences(session, card)))
    assert sentences[: len(told)] == told
    if card == "champion":
        assert sentences[1:] == (
            "A common piece on one of these: e3 or e5",
            "c3: common piece instead of the enemy’s",
        )


def test_a_card_far_from_its_pattern_says_the_pattern() -> None:
    session = seated(arrange({"e5": "1 common"}, hand=["knight"]))
    name, pattern = map(said, card_sentences(session, "knight"))
    assert name == "Knight, heroic: cannot be summoned yet"
    assert pattern.startswith("Pattern: ")
    full = card_in_full(session, "knight")
    assert full is not None and said(full[0][0]) == pattern


def test_flares_say_how_far_behind_is_needed_and_foreign_cards_nothing() -> None:
    session = seated(arrange(BOARD, hand=["knight"], flare="flare-08", form="high-form"))
    assert [said(message) for message in card_sentences(session, "flare-08")] == [
        "Flare 8",
        "Behind: 0 of 4 upgraded",
    ]
    assert said(card_sentences(session, "champion")[0]) == "Move the focus to a card first"
    assert card_in_full(session, "champion") is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_all(language: str) -> None:
    words = catalogue_in(language)
    session = seated(arrange(BOARD, hand=["knight", "champion", "bomb"], flare="flare-08"))
    cards = ("knight", "champion", "bomb", "flare-08")
    messages = [*position_sentences(session), *other_pieces_sentences(session)]
    messages += [message for card in cards for message in card_sentences(session, card)]
    texts = [words.translate(message) for message in messages]
    assert not [text for text in texts if "⟨" in text]
    assert language == "en" or not {said(m) for m in messages} & set(texts)
