"""The form for a new game: every kind of table, every way to choose the schools."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

import pytest

from tashkalar import Game
from tashkalar.cards.schools import built_in_schools
from tashkalar.rules.forms import FORMS
from tashkalar.rules.presets import PRESETS
from tashkalar.ui.start.game_choices import BASE_GAME_SCHOOLS
from tashkalar.ui.start.new_game_form import CHOOSING_MODES, MAX_SEATS, FormView, NewGameForm
from tashkalar.ui.text.refusal import Refusal
from tests.ui.table import english, said, with_detail

ALL = built_in_schools()
PLAYERS = ("Anna", "Bob", "Chris", "Dora")


class Person:
    """A person who fills in the form: a field keeps its value until it is changed."""

    def __init__(self) -> None:
        seeds = count()
        self.form = NewGameForm(lambda: str(next(seeds)))
        self.fields = {"form": "high-form", "players": "3", "choosing": "players"}
        self.fields |= {f"name-{seat}": "" for seat in range(1, MAX_SEATS + 1)}
        self.fields |= {
            f"school-{n}": school for n, school in enumerate(BASE_GAME_SCHOOLS[:MAX_SEATS], 1)
        }
        self.fill()

    def fill(self, **fields: str | None) -> FormView:
        """Change fields; None clears a check box."""
        for name, value in fields.items():
            self.fields[name.replace("_", "-")] = value or ""
            if value is None:
                del self.fields[name.replace("_", "-")]
        self.form.update_fields(self.fields)
        return self.drawn()

    def drawn(self) -> FormView:
        """Return the drawn schools, which the fields show from then on."""
        view = self.form.view
        for seat, place in enumerate(view.seats, 1):
            assert not place.chosen_school or place.chosen_school in place.school_choices
            self.fields[f"school-{seat}"] = place.chosen_school
        return view

    def names(self, names: Sequence[str]) -> None:
        self.fill(**{f"name_{seat}": name for seat, name in enumerate(names, 1)})

    def schools(self, schools: Sequence[str]) -> FormView:
        return self.fill(**{f"school_{seat}": school for seat, school in enumerate(schools, 1)})

    def go(self) -> Game | None:
        game = self.form.create_game(english())
        self.drawn()
        return game

    def begun(self) -> Game:
        game = self.go()
        assert game is not None
        return game

    def refused(self) -> str:
        """Return the reason why the game cannot begin."""
        with pytest.raises(Refusal) as caught:
            self.go()
        self.drawn()
        return with_detail(english(), caught.value.message)


@pytest.fixture
def person() -> Person:
    return Person()


def shown(view: FormView) -> list[int]:
    """The places that show, from 1."""
    return [seat for seat, place in enumerate(view.seats, 1) if place.is_shown]


# -- what shows ----------------------------------------------------------------------------------


def test_what_belongs_to_each_form(person: Person) -> None:
    """Three or four in the melee alone, teams everywhere else (R3.3, R3.4)."""
    for game in (*FORMS, *PRESETS):
        view = person.fill(form=game, teams="1")
        assert (view.game, view.has_options) == (game, game not in PRESETS)
        assert view.can_choose_player_count == (game == "melee")
        assert view.can_team == view.has_teams == (game in ("high-form", "duel"))
        assert len(shown(view)) == (3 if game == "melee" else 4 if view.has_teams else 2)
    assert shown(person.fill(form="melee", players="4")) == [1, 2, 3, 4]
    assert shown(person.fill(form="duel", teams=None)) == [1, 2]


def test_the_ways_to_choose(person: Person) -> None:
    for choosing in CHOOSING_MODES:
        view = person.fill(choosing=choosing)
        assert view.choosing == choosing
        assert {place.is_choosing for place in view.seats} == {choosing in ("players", "ban")}
        assert view.secret is None


def test_expansions_and_packs_among_the_schools(person: Person) -> None:
    """A pack may be chosen, openly or in secret, but is never drawn or banned."""
    person.form.set_pack_schools(["x-sparks"])
    for expansions, official in ((None, BASE_GAME_SCHOOLS), ("1", ALL)):
        for choosing in CHOOSING_MODES:
            view = person.fill(expansions=expansions, choosing=choosing)
            packs = () if choosing in ("random", "ban") else ("x-sparks",)
            assert {place.school_choices for place in view.seats} == {official + packs}


def test_schools_that_others_have_are_marked(person: Person) -> None:
    view = person.fill(school_1="sylvan", school_2="sylvan", school_3="highland")
    assert [place.owners for place in view.seats[:2]] == [{"sylvan": 2}, {"sylvan": 1}]
    view = person.fill(form="melee")
    assert view.seats[0].owners == {"sylvan": 2, "highland": 3}
    assert [str(place.name) for place in person.fill(name_2="Bob").seats[1:2]] == ["Bob"]
    assert not any(place.owners for place in person.fill(choosing="ban").seats)  # all may ban one


def test_an_expansion_that_is_switched_off_is_replaced(person: Person) -> None:
    """Each seat keeps its school where possible; the others get unused schools."""
    person.fill(form="melee", players="4", expansions="1")
    person.schools(("etherweave", "northern", "everfrost", "sylvan"))
    view = person.fill(expansions=None)
    assert [place.chosen_school for place in view.seats] == [
        "southern",
        "northern",
        "highland",
        "sylvan",
    ]


def test_a_pack_that_is_gone_is_replaced(person: Person) -> None:
    person.form.set_pack_schools(["x-sparks"])
    assert person.fill(school_2="x-sparks").seats[1].chosen_school == "x-sparks"
    person.form.set_pack_schools([])
    assert [place.chosen_school for place in person.drawn().seats[:2]] == ["northern", "southern"]


def test_the_preset_shows_its_schools_and_gives_back_the_others(person: Person) -> None:
    person.fill(school_1="sylvan", school_2="highland", choosing="ban", expansions="1")
    view = person.fill(form="first-game")
    assert [place.chosen_school for place in view.seats[:2]] == ["northern", "southern"]
    assert all(place.is_fixed and place.is_choosing for place in view.seats)
    assert not any(place.owners for place in view.seats)
    assert all(place.school_choices == (place.chosen_school,) for place in view.seats)
    person.fill(name_1="Anna")
    view = person.fill(form="duel")
    assert [place.chosen_school for place in view.seats[:2]] == ["sylvan", "highland"]
    assert not any(place.is_fixed for place in view.seats)


# -- the game ------------------------------------------------------------------------------------


def test_melee(person: Person) -> None:
    """The change from four players to three removes the fourth seat and its choices."""
    person.fill(form="melee", players="4", expansions="1")
    person.schools(("etherweave", "sylvan", "everfrost", "nethervoid"))
    person.names(PLAYERS)
    setup = person.begun().setup
    assert (setup.form, setup.names) == ("melee", PLAYERS)
    assert setup.schools == ("etherweave", "sylvan", "everfrost", "nethervoid")
    person.fill(players="3", school_4="sylvan")
    setup = person.begun().setup
    assert (setup.schools, setup.names) == (("etherweave", "sylvan", "everfrost"), PLAYERS[:3])


@pytest.mark.parametrize("form", ["duel", "high-form"])
def test_teams(person: Person, form: str) -> None:
    """First and third against second and fourth; nameless they are told apart by a number."""
    person.fill(form=form, teams="1")
    schools = ("sylvan", "highland", "northern", "southern")
    person.schools(schools)
    person.names(("", "Bob"))
    setup = person.begun().setup
    assert (setup.form, setup.teams, setup.schools) == (form, True, schools)
    colour = english().text("school.sylvan.colour"), english().text("school.highland.colour")
    assert setup.names == (f"{colour[0]} 1", "Bob", f"{colour[0]} 2", f"{colour[1]} 2")


def test_computer_players_are_called_by_their_levels(person: Person) -> None:
    """Those of one level by a number too; a name that was filled in stays."""
    person.fill(form="melee", players="4", player_2="adept", player_3="novice", player_4="adept")
    person.names(("Anna", "", "", ""))
    assert person.begun().setup.names == ("Anna", "Adept 1", "Novice", "Adept 2")
    assert person.form.bots == {2: "adept", 3: "novice", 4: "adept"}
    person.names(("", "", "Bob", ""))
    assert person.begun().setup.names == ("", "Adept 1", "Bob", "Adept 2")


def test_the_first_game(person: Person) -> None:
    """R24.2: High Form between the Imperial schools, no legends."""
    person.fill(form="first-game", school_1="sylvan")
    person.names(PLAYERS[:2])
    game = person.begun()
    assert (game.setup.form, game.setup.names) == ("high-form", PLAYERS[:2])
    assert game.setup.schools == ("northern", "southern")
    assert game.state.legends == ((), ()) and not game.state.legend_deck


def test_drawn_by_lot(person: Person) -> None:
    person.fill(form="melee", players="4", choosing="random")
    drawn = [person.begun().setup.schools for _ in range(12)]
    assert {frozenset(schools) for schools in drawn} == {frozenset(BASE_GAME_SCHOOLS)}
    assert len(set(drawn)) > 3  # in another order each time
    person.fill(expansions="1")
    assert set().union(*(person.begun().setup.schools for _ in range(12))) == set(ALL)


def test_each_bans_one(person: Person) -> None:
    person.fill(form="duel", choosing="ban")
    person.schools(("sylvan", "northern"))
    assert set(person.begun().setup.schools) == set(BASE_GAME_SCHOOLS) - {"sylvan", "northern"}
    person.schools(("sylvan", "sylvan"))
    drawn = [person.begun().setup.schools for _ in range(12)]
    assert set().union(*drawn) == set(BASE_GAME_SCHOOLS) - {"sylvan"}


def test_too_many_bans_are_refused(person: Person) -> None:
    """The choices stay; with the expansions there are enough schools."""
    person.fill(form="melee", choosing="ban")
    bans = ("sylvan", "northern", "highland")
    person.schools(bans)
    assert person.refused() == english().text("setup.too-few")
    view = person.fill(expansions="1")
    assert tuple(place.chosen_school for place in view.seats[:3]) == bans
    schools = person.begun().setup.schools
    assert len(schools) == 3 and not set(schools) & set(bans)


def test_equal_schools_are_refused(person: Person) -> None:
    person.schools(("sylvan", "sylvan"))
    assert person.refused() == english().text("setup.same-school", school="Sylvan")


def test_names_are_text_and_nothing_else(person: Person) -> None:
    person.names(("<img src=x onerror=x()>", "  שלום ابن  "))
    assert person.begun().setup.names == ("<img src=x onerror=x()>", "שלום ابن")
    person.names(("two\u202eeman",))  # turns the rest of the line around
    sign = "U+202E (RIGHT-TO-LEFT OVERRIDE)"
    assert person.refused() == english().text("setup.names-sign", sign=sign)
    person.names(("\u3164",))
    assert "U+3164 (HANGUL FILLER)" in person.refused()
    person.names(("x" * 41,))
    assert person.refused() == english().text("setup.names")
    person.names(("👩\u200d🚀", "می\u200cخواهم"))
    assert person.begun().setup.names == ("👩\u200d🚀", "می\u200cخواهم")


def test_what_else_the_engine_says_is_told(person: Person) -> None:
    person.form.set_pack_schools(["x-gone"])  # offered, but not running
    person.schools(("x-gone", "sylvan"))
    assert "x-gone" in person.refused()


def test_the_schools_that_a_game_will_need(person: Person) -> None:
    """The page can then prepare their packs first."""
    person.form.set_pack_schools(["x-sparks"])
    person.schools(("x-sparks", "sylvan"))
    assert person.form.schools == ("x-sparks", "sylvan")
    person.fill(form="first-game")
    assert person.form.schools == ("northern", "southern")
    person.fill(form="duel", choosing="secret")
    person.go()
    person.go()
    person.fill(school_1="x-sparks")
    assert "x-sparks" in person.form.schools
    person.go()
    assert "x-sparks" in person.form.schools  # no longer in the fields


# -- in secret -----------------------------------------------------------------------------------


@pytest.fixture
def secret(person: Person) -> Person:
    """Return a form in which three players of a melee begin to choose in secret."""
    person.fill(form="melee", expansions="1", choosing="secret")
    person.names(PLAYERS[:3])
    assert person.go() is None
    return person


def choose(person: Person, seat: int, school: str) -> Game | None:
    """The device is handed on, the cover lifted, a school chosen."""
    view = person.form.view
    assert view.secret is not None and view.secret.step == "cover"
    assert PLAYERS[seat - 1] in said(view.secret.title)
    assert PLAYERS[seat - 1] in said(view.button_label)
    assert shown(view) == [] and not any(place.chosen_school for place in view.seats)
    assert person.go() is None
    view = person.form.view
    assert view.secret is not None and view.secret.step == "pick"
    assert shown(view) == [seat] and view.seats[seat - 1].is_choosing
    assert not any(place.chosen_school for place in view.seats)
    person.fill(**{f"school_{seat}": school})
    return person.go()


def test_chosen_in_secret(secret: Person) -> None:
    schools = ("southern", "etherweave", "nethervoid")
    games = [choose(secret, seat, school) for seat, school in enumerate(schools, 1)]
    assert games[:2] == [None, None] and games[2] is not None
    assert (games[2].setup.schools, games[2].setup.names) == (schools, PLAYERS[:3])
    view = secret.form.view
    assert view.secret is None and shown(view) == [1, 2, 3]  # for the next game


def test_computer_players_choose_in_secret_by_lot(person: Person) -> None:
    """They get no cover, and take no other seat's school."""
    person.fill(form="melee", choosing="secret", player_1="adept", player_3="novice")
    person.names(PLAYERS[:3])
    assert person.go() is None
    for school in BASE_GAME_SCHOOLS:  # the first has chosen already: only what it has not is free
        game = choose(person, 2, school)
        if game is not None:
            schools = game.setup.schools
            assert (
                schools[1] == school
                and len(set(schools)) == 3
                and set(schools) <= set(BASE_GAME_SCHOOLS)
            )
            break
    assert game is not None


def test_a_clash_in_secret(secret: Person) -> None:
    """Everybody chooses once more."""
    choose(secret, 1, "nethervoid")
    choose(secret, 2, "everfrost")
    with pytest.raises(Refusal) as caught:
        choose(secret, 3, "nethervoid")
    secret.drawn()
    assert said(caught.value.message) == english().text("setup.secret.clash")
    assert choose(secret, 1, "nethervoid") is None


def test_nothing_chosen_in_secret(secret: Person) -> None:
    secret.go()
    assert secret.refused() == english().text("setup.secret.none")
    view = secret.form.view
    assert view.secret is not None and view.secret.step == "pick"  # try again
    secret.fill(school_1="sylvan")
    assert secret.go() is None


def test_leaving_the_secret_forgets_it(secret: Person) -> None:
    choose(secret, 1, "nethervoid")
    secret.form.cancel_secret_choice()
    view = secret.drawn()
    assert view.secret is None and shown(view) == [1, 2, 3]
    assert tuple(place.chosen_school for place in view.seats) == BASE_GAME_SCHOOLS
    assert said(view.button_label) == english().text("page.setup.start")
    assert "nethervoid" not in secret.form.schools
    assert secret.go() is None
    choose(secret, 1, "sylvan")  # from the first player again


def test_a_pack_that_goes_while_somebody_chooses(secret: Person) -> None:
    secret.form.set_pack_schools(["x-sparks"])
    secret.go()
    secret.fill(school_1="x-sparks")
    secret.form.set_pack_schools([])
    assert secret.drawn().seats[0].chosen_school == ""


def test_a_wrong_name_is_told_before_anybody_chooses(person: Person) -> None:
    person.fill(choosing="secret", name_1="a\u202eb")
    assert "U+202E" in person.refused()
    assert person.form.view.secret is None
