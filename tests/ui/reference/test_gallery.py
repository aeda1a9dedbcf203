"""Tests of the gallery: decks, ranks, and the search."""

from __future__ import annotations

from tashkalar import cards
from tashkalar.ui.reference.gallery import (
    DECK_IN_PLAY,
    CardQuery,
    decks,
    search_cards,
    term_choices,
)
from tashkalar.ui.reference.glossary import TERMS
from tashkalar.ui.start.url_parameters import requested_reference
from tests.ui.table import english, said


def names(wanted: CardQuery) -> list[str]:
    """Return the names of the cards that a search finds."""
    shown = search_cards(wanted, english())
    return [said(view.name) for view in shown.cards] + [said(face.name) for face in shown.tasks]


def test_everything_is_there() -> None:
    assert [said(name) for _, name in decks()][-4:] == ["Legends", "Flares", "Tasks", "All cards"]
    shown = search_cards(CardQuery("all"), english())
    # The Imperial schools have the same cards, which are shown once.
    assert sorted(v.id for v in shown.cards) == sorted({*cards.BEINGS, *cards.FLARES})
    assert {face.id: face.points for face in shown.tasks} == {
        id: task.points for id, task in cards.TASKS.items()
    }
    assert search_cards(CardQuery("tasks"), english()).cards == ()


def test_the_schools_of_a_game_stand_first_with_what_was_played() -> None:
    in_play = ("sylvan", "northern")
    assert decks(in_play)[0][0] == DECK_IN_PLAY and said(decks(in_play)[0][1]) == "In this game"
    assert DECK_IN_PLAY not in dict(decks())
    query = CardQuery(DECK_IN_PLAY, schools_in_play=in_play, played_cards=frozenset({"unicorn"}))
    shown = search_cards(query, english()).cards
    beings = {c.id for school in in_play for c in cards.by_school(school)}
    assert [view.school for view in shown] == ["sylvan"] * 18 + ["northern"] * 18
    assert {view.id for view in shown} == beings
    assert {view.id: said(view.status) for view in shown if view.status} == {"unicorn": "Played"}


def test_a_rank_has_neither_flares_nor_tasks() -> None:
    shown = search_cards(CardQuery("all", "heroic"), english())
    assert {view.rank for view in shown.cards} == {"heroic"} and not shown.tasks
    assert names(CardQuery("flares", "heroic")) == []


def test_all_words_must_be_in_the_name_or_text() -> None:
    assert names(CardQuery("sylvan", query="unicorn")) == ["Unicorn"]
    assert names(CardQuery("all", query="  UNI corn ")) == ["Unicorn"]
    for view in search_cards(CardQuery("all", query="gateway leap"), english()).cards:
        card_text = " ".join(said(text) for text in view.texts).lower()
        assert "gateway" in card_text and "leap" in card_text
    assert names(CardQuery("all", query="no such word")) == []


def test_cards_that_name_a_term() -> None:
    ids = [id for id, _ in term_choices(english())]
    assert ids[0] == "" and sorted(ids[1:]) == sorted(TERMS)
    leaping = search_cards(CardQuery("all", term="combat-leap"), english()).cards
    assert {"wild-eagle", "gryphon-rider"} <= {view.id for view in leaping}
    assert all("combat leap" in said(view.texts).lower() for view in leaping if view.rank)
    assert names(CardQuery("sylvan", term="frozen")) == []


def test_what_an_address_looks_up() -> None:
    assert requested_reference("#card/knight") == ("card", "knight")
    assert requested_reference("#card/flare-03") == ("card", "flare-03")
    assert requested_reference("#rules/moves") == ("rules", "moves")
    assert requested_reference("#rules") == ("rules", "")
    for mark in ("", "#", "#card/", "#card/nobody", "#rules/nothing", "#scenario={}", "#learn"):
        assert requested_reference(mark) is None, mark
