"""The start screen: which game can be gone on with, what is golden, and what would be played."""

from __future__ import annotations

from tashkalar import new_game
from tashkalar.bots import PLANNING
from tashkalar.position.ids import SeatNumber
from tashkalar.ui.lessons.course import COURSE, WHOLE
from tashkalar.ui.start.new_game_form import SEATS, SetupForm, Wish
from tashkalar.ui.start.start_offer import first_offer, going_on, plan
from tashkalar.ui.storage.key_value_store import MemoryStore
from tashkalar.ui.storage.saved_games import Shelf
from tests.ui.table import said

FIELDS = {"form": "melee", "players": "3", "choosing": "players"}


def test_the_newest_game_that_is_not_over_can_be_gone_on_with() -> None:
    shelf = Shelf(MemoryStore(), lambda: 1)
    assert going_on(shelf.entries()) is None
    first = shelf.create(new_game("duel", ["northern", "sylvan"], seed=1), curtain=False)
    over = new_game("duel", ["northern", "sylvan"], seed=2)
    over.resign(1)
    shelf.create(over, curtain=False)
    found = going_on(shelf.entries())
    assert found is not None and found.id == first.id
    assert "Deathmatch Duel" in said(found.detail)


def test_one_button_is_golden() -> None:
    assert first_offer({}, game=True) == "learn"
    learnt = {COURSE[0]: WHOLE}
    assert first_offer(learnt, game=True) == "continue"
    assert first_offer(learnt, game=False) == "play"


def test_what_would_be_played_stands_in_one_line() -> None:
    assert said(plan(Wish())) == "High Form: Northern Imperial, Southern Imperial"
    assert said(plan(Wish(game="first-game"))).startswith("First game: ")
    assert said(plan(Wish(game="melee", choosing="random"))) == "Deathmatch Melee: Drawn by lot"
    assert said(plan(Wish(game="melee", players=4))).count(",") == 3


def test_against_the_computer_a_person_begins_and_all_others_are_programs() -> None:
    form = SetupForm()
    form.fill(FIELDS | form.against(PLANNING[1]))
    assert form.bots == {SeatNumber(2): PLANNING[1], SeatNumber(3): PLANNING[1]}
    form.fill(FIELDS | form.against(""))
    assert form.bots == {} and len(form.against("")) == SEATS
