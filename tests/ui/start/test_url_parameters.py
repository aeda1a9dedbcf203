"""What the page's address asks for."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tashkalar import Game, new_game
from tashkalar.ui.start.url_parameters import (
    create_requested_game,
    is_inline,
    parse_scenario,
    read_parameters,
    requested_parameter,
    url_error_message,
    url_with_lesson,
    url_without_game,
)
from tashkalar.ui.text.catalogue import LANGUAGES, SOURCE_LANGUAGE, Catalogue
from tests import hostile
from tests.support import about
from tests.ui.table import english

LOCALE = Path(__file__).resolve().parents[3] / "static" / "locale"


def _texts(language: str) -> dict[str, str]:
    """The words of the page in a language."""
    found = json.loads((LOCALE / language / "ui.json").read_text(encoding="utf-8"))
    return dict(found)


def test_parameters() -> None:
    assert read_parameters("", "") == {}
    found = read_parameters(
        "?form=duel&schools=sylvan%2Chighland&seed=a+b&seed=c&x=1&lang=", "#top"
    )
    assert found == {"form": "duel", "schools": "sylvan,highland", "seed": "a b", "lang": ""}


def test_what_is_long_may_stand_behind_the_mark() -> None:
    """There it counts before the other, and nothing else is looked for."""
    assert read_parameters("?record=a&form=duel", "#record=b%20c&form=melee") == {
        "record": "b c",
        "form": "duel",
    }


@pytest.mark.parametrize(
    ("query", "behind", "rest"),
    [
        ("", "", ""),
        ("?form=duel&schools=a,b&teams=1&seed=7", "", ""),
        ("?lang=fr&form=duel&x=%26&x=2", "", "?lang=fr&x=%26&x=2"),
        ("?scenario=%7B%7D&lang=el", "#rules", "?lang=el#rules"),
        ("?lang=el", "#scenario=%7B%7D", "?lang=el"),
    ],
)
def test_the_game_is_taken_out(query: str, behind: str, rest: str) -> None:
    assert url_without_game(query, behind) == rest


def test_a_lesson_takes_the_place_of_the_game() -> None:
    assert url_with_lesson("", "", "placing") == "?lesson=placing"
    assert url_with_lesson("?lang=fr&form=duel", "", "task") == "?lang=fr&lesson=task"
    assert (
        url_with_lesson("?lang=el&lesson=task", "#scenario=%7B%7D", "rank")
        == "?lang=el&lesson=rank"
    )
    assert url_with_lesson("", "#card/knight", "rank") == "?lesson=rank#card/knight"


def test_what_decides() -> None:
    assert requested_parameter({"lang": "fr", "seed": "1"}) is None
    assert requested_parameter({"form": "duel"}) == "form"
    assert requested_parameter({"form": "duel", "record": ""}) == "record"
    assert requested_parameter({"form": "duel", "record": "", "scenario": ""}) == "scenario"


@pytest.mark.parametrize(
    ("asked", "schools"),
    [
        ({"form": "high-form"}, ("northern", "southern")),
        ({"form": "melee"}, ("northern", "southern", "highland")),
        ({"form": "duel", "teams": "1"}, ("northern", "southern", "highland", "sylvan")),
        ({"form": "duel", "teams": "0"}, ("northern", "southern")),
        ({"form": "duel", "schools": "sylvan,everfrost"}, ("sylvan", "everfrost")),
    ],
)
def test_a_new_game(asked: dict[str, str], schools: tuple[str, ...]) -> None:
    game = create_requested_game({**asked, "seed": "7"}, english())
    assert (game.setup.form, game.setup.schools, game.setup.seed) == (asked["form"], schools, "7")
    assert game.setup.teams == (asked.get("teams") == "1")
    assert all(game.setup.names) == game.setup.teams  # teammates have to be told apart


def test_the_first_game() -> None:
    """R24.2; its seed can be given, but nothing that makes it what it is."""
    game = create_requested_game({"form": "first-game", "seed": "7"}, english())
    same = new_game("high-form", ["northern", "southern"], seed="7", options={"legends": False})
    assert game.state.decks == same.state.decks
    assert not game.state.legend_deck and game.state.legends == ((), ())
    assert create_requested_game({"form": "first-game", "schools": "northern,southern"}, english())
    for name, text in (("schools", "sylvan,highland"), ("teams", "1")):
        with pytest.raises(ValueError, match=name):
            create_requested_game({"form": "first-game", name: text}, english())


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ({"form": "chess"}, "chess"),
        ({"form": "chess", "teams": "1"}, "chess"),
        ({}, "form"),
        ({"form": "duel", "schools": ""}, "schools"),
        ({"form": "duel", "schools": "northern,northern"}, "twice"),
        ({"form": "duel", "schools": "northern"}, "2 schools"),
        ({"form": "duel", "schools": "northern,x-gone"}, "x-gone"),
        ({"form": "melee", "teams": "1"}, "teams"),
    ],
)
def test_what_is_no_game_is_named(asked: dict[str, str], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        create_requested_game(asked, english())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_wrong_parameter_is_told_in_every_language(language: str) -> None:
    words = Catalogue({name: _texts(name) for name in {SOURCE_LANGUAGE, language}}, language)
    asked = {"form": "duel", "schools": "northern"}
    with pytest.raises(ValueError) as raised:
        create_requested_game(asked, english())
    told = words.translate(url_error_message(raised.value, asked))
    assert "schools=northern" in told and "2 schools, not 1" in told
    with pytest.raises(ValueError) as raised:
        Game.from_scenario({"form": "chess", "seats": [{"school": "northern"}] * 2, "board": {}})
    assert str(raised.value).startswith("form: ")  # of the scenario, not of the address
    assert url_error_message(raised.value, asked).id == "url.error"
    assert str(raised.value) in words.translate(url_error_message(raised.value, asked))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_could_not_be_fetched_is_named(language: str) -> None:
    words = Catalogue({name: _texts(name) for name in {SOURCE_LANGUAGE, language}}, language)
    told = words.translate(url_error_message(OSError("404"), {"lesson": "nowhere\x07"}))
    assert "nowhere" in told and "404" in told and "\x07" not in told


def test_a_scenario_inline_or_in_a_file() -> None:
    assert is_inline(' {"form": "duel"}') and parse_scenario(' {"form": "duel"}') == {
        "form": "duel"
    }
    assert not is_inline("lessons/1.json") and not is_inline("")
    for text in ("[]", "7", "{", ""):
        with pytest.raises(ValueError):
            parse_scenario(text)


def test_hostile_addresses() -> None:
    """Each text in the place of each parameter: a game, or one plain sentence that refuses it."""
    harmless = {"form": "duel", "schools": "northern,sylvan"}
    for kind, text in hostile.TEXTS.items():
        for name in ("form", "schools", "teams", "seed"):
            with about(f"{kind} as {name}"):
                asked = read_parameters(
                    "?" + urlencode(harmless | {name: text}, errors="replace"), ""
                )
                try:
                    game = create_requested_game(asked, english())
                except ValueError as error:
                    assert 5 < len(str(error)) < 400 and str(error).isprintable()
                else:
                    assert game.setup.form == "duel"
        with about(f"{kind} as a scenario"), pytest.raises(ValueError):
            parse_scenario(text)
    odd = read_parameters("?__proto__=1&constructor=1&form=duel&form[]=melee", "#__proto__=1")
    assert odd == {"form": "duel"}
