"""Tests of the confirmations, and of who may resign."""

from __future__ import annotations

import pytest

from tashkalar import new_game
from tashkalar.ui.screen import confirmations
from tashkalar.ui.screen.confirmations import Confirmation
from tashkalar.ui.screen.screen import build_screen
from tashkalar.ui.session.session import Session
from tests.support import arrange
from tests.ui.table import english, said


def test_every_question_has_words() -> None:
    session = Session(new_game("duel", ["northern", "sylvan"], seed=1, names=["Ann", "Bob"]))
    resigning = confirmations.confirm_resignation(session)
    assert resigning is not None
    asked = (
        resigning,
        confirmations.confirm_move("pass-control"),
        confirmations.ask_for_name(),
        confirmations.confirm_deletion("My game"),
        confirmations.confirm_secret_file(),
    )
    for question in asked:
        assert isinstance(question, Confirmation)
        assert not any("⟨" in said(message) for message in question)
    assert "Bob" in said(resigning.text)  # the second one sets the marks
    assert "My game" in said(asked[3].text)


@pytest.mark.parametrize(
    ("form", "schools", "may"),
    [
        ("high-form", ["northern", "sylvan"], True),
        ("duel", ["northern", "sylvan"], True),
        ("melee", ["northern", "sylvan", "highland"], False),  # R18.6
    ],
)
def test_who_may_give_up(form: str, schools: list[str], may: bool) -> None:
    session = Session(new_game(form, schools, seed=1), curtain=False)
    assert build_screen(session).may_resign == may
    assert (confirmations.confirm_resignation(session) is not None) == may
    assert session.resign(session.seating.seat) == may
    assert session.game.is_over == may
    assert not build_screen(session).may_resign  # it is over, or nobody ever may
    assert confirmations.confirm_resignation(session) is None
    assert not session.resign(1)


def test_nobody_gives_up_in_a_replay() -> None:
    session = Session(arrange({"e5": "1 common"}), curtain=False)
    session.is_read_only = True
    assert confirmations.confirm_resignation(session) is None and not session.resign(1)


def test_in_a_team_the_one_who_decides_is_asked() -> None:
    names = ["Ann", "Bob", "Cleo", "Dan"]
    schools = ["northern", "sylvan", "highland", "southern"]
    session = Session(new_game("high-form", schools, teams=True, seed=1, names=names))
    asked = confirmations.confirm_resignation(session)
    assert asked is not None and "Ann" in english().translate(asked.text)
