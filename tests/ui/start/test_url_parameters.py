"""Tests of the parameters in the page's address."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest

from tashkalar import Game, new_game
from tashkalar.ui.activity import PageAddress
from tashkalar.ui.start.url_parameters import (
    FeatureRequest,
    FileRequest,
    LastGameRequest,
    NewGameRequest,
    RecordRequest,
    ScenarioRequest,
    create_game,
    new_game_request,
    scenario_request,
)
from tashkalar.ui.text.catalogue import LANGUAGES, SOURCE_LANGUAGE, Catalogue
from tashkalar.ui.text.refusal import Refusal
from tests import golden, hostile
from tests.support import about
from tests.ui.address_form import FORM
from tests.ui.table import english, with_detail

read_parameters, requested = FORM.read_parameters, FORM.requested
url_for, url_without_game = FORM.url_for, FORM.url_without_game

LOCALE = Path(__file__).resolve().parents[3] / "static" / "locale"


def _texts(language: str) -> dict[str, str]:
    """The words of the page in a language."""
    found = json.loads((LOCALE / language / "ui.json").read_text(encoding="utf-8"))
    return dict(found)


def create(asked: dict[str, str]) -> Game:
    """Create the game that the parameters of an address request."""
    request = requested(asked) if asked else new_game_request({})
    assert isinstance(request, NewGameRequest | ScenarioRequest | RecordRequest | Refusal)
    return create_game(request, english())


@pytest.mark.parametrize("end", [")", ".", ",", ">", ").", "%C2%A0", "%E2%80%9D", "%3E", "%22"])
def test_signs_behind_a_link(end: str) -> None:
    """Mail programs and sentences leave signs behind a link."""
    plain = {"form": "duel", "schools": "northern,sylvan", "seed": "7"}
    assert read_parameters(f"?form=duel&schools=northern,sylvan&seed=7{end}", "") == plain
    assert read_parameters(f"?form=duel{end}", "") == {"form": "duel"}
    assert read_parameters(f"?lesson=pattern{end}", "") == {"lesson": "pattern"}
    assert read_parameters(f"?scenario=puzzle.json{end}", "") == {"scenario": "puzzle.json"}
    game = new_game("duel", ["northern", "sylvan"], seed=1)
    game.play(game.legal_moves()[0])
    given = read_parameters("", "#record=" + quote(game.record()) + end)["record"]
    assert Game.from_record(given).codes == game.codes
    inline = read_parameters("", '#scenario={"form":"duel"}' + end)["scenario"]
    assert scenario_request(inline) == ScenarioRequest({"form": "duel"})


def test_parameters() -> None:
    assert read_parameters("", "") == {}
    found = read_parameters(
        "?form=duel&schools=sylvan%2Chighland&seed=a+b&seed=c&x=1&lang=", "#top"
    )
    assert found == {"form": "duel", "schools": "sylvan,highland", "seed": "a b", "lang": ""}


def test_what_is_long_may_stand_behind_the_mark() -> None:
    """A long parameter behind the mark wins over one before it; no others are read there."""
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


def test_an_address_takes_the_place_of_the_game() -> None:
    def with_lesson(query: str, behind: str, id: str) -> str:
        return url_for(query, behind, PageAddress("lesson", id))

    assert with_lesson("", "", "placing") == "?lesson=placing"
    assert with_lesson("?lang=fr&form=duel", "", "task") == "?lang=fr&lesson=task"
    assert with_lesson("?lang=el&lesson=task", "#scenario=%7B%7D", "rank") == "?lang=el&lesson=rank"
    assert with_lesson("", "#card/knight", "rank") == "?lesson=rank#card/knight"
    workshop = PageAddress("workshop")
    assert url_for("?lang=fr&form=duel", "#learn", workshop) == "?lang=fr#workshop"
    assert requested(read_parameters("?lang=fr", "#workshop")) == FeatureRequest(
        "workshop", {"workshop": "", "lang": "fr"}
    )
    assert url_for("?lang=fr&puzzle=x", "#workshop", PageAddress()) == "?lang=fr"


def test_what_decides() -> None:
    assert isinstance(requested({"lang": "fr", "seed": "1"}), LastGameRequest)
    far = {"far": "text", "form": "duel", "lesson": "placing"}
    assert requested(far) == FeatureRequest("far", far)
    assert requested({"form": "duel", "lang": "fr"}) == NewGameRequest("duel")
    assert requested({"form": "duel", "record": ""}) == RecordRequest("")
    every = {"form": "duel", "record": "", "lesson": "", "scenario": ""}
    assert requested(every) == FileRequest("scenario", "", every)
    assert isinstance(requested({"lesson": "task", "record": ""}), RecordRequest)
    study = {"form": "duel", "study": "x", "lesson": "task"}
    assert requested(study) == FeatureRequest("study", study)
    assert isinstance(requested({"study": "x", "scenario": "{}"}), ScenarioRequest)


def test_what_may_name_packs() -> None:
    assert NewGameRequest("duel").text_with_packs == ""
    assert NewGameRequest("duel", "sylvan,x-pack").text_with_packs == "sylvan,x-pack"
    assert RecordRequest("x-pack").text_with_packs == "x-pack"
    assert "x-pack" in ScenarioRequest({"seats": [{"school": "x-pack"}]}).text_with_packs


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
    game = create({**asked, "seed": "7"})
    assert (game.setup.form, game.setup.schools, game.setup.seed) == (asked["form"], schools, "7")
    assert game.setup.teams == (asked.get("teams") == "1")
    assert all(game.setup.names) == game.setup.teams  # teammates have to be told apart


def test_the_first_game() -> None:
    """R24.2; its seed can be given, but nothing that makes it what it is."""
    game = create({"form": "first-game", "seed": "7"})
    same = new_game("high-form", ["northern", "southern"], seed="7", options={"legends": False})
    assert game.state.decks == same.state.decks
    assert not game.state.legend_deck and game.state.legends == ((), ())
    assert create({"form": "first-game", "schools": "northern,southern"})
    for name, text in (("schools", "sylvan,highland"), ("teams", "1")):
        with pytest.raises(Refusal, match=name):
            create({"form": "first-game", name: text})


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
    with pytest.raises(Refusal, match=named) as raised:
        create(asked)
    assert raised.value.message.id == "url.error.parameter"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_wrong_parameter_is_told_in_every_language(language: str) -> None:
    words = Catalogue({name: _texts(name) for name in {SOURCE_LANGUAGE, language}}, language)
    asked = {"form": "duel", "schools": "northern"}
    with pytest.raises(Refusal) as raised:
        create(asked)
    text = with_detail(words, raised.value.message)
    assert "schools=northern" in text and "2 schools, not 1" in text
    scenario = {"form": "chess", "seats": [{"school": "northern"}] * 2, "board": {}}
    with pytest.raises(Refusal) as raised:
        create({"scenario": json.dumps(scenario)} | asked)
    reason = raised.value.detail
    assert reason.startswith("form: ")  # of the scenario, not of the address
    assert raised.value.message.id == "url.error.position"
    assert f"[{reason}]" in with_detail(words, raised.value.message)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_could_not_be_fetched_is_named(language: str) -> None:
    words = Catalogue({name: _texts(name) for name in {SOURCE_LANGUAGE, language}}, language)
    file = requested({"lesson": "nowhere\x07"})
    assert isinstance(file, FileRequest)
    text = with_detail(words, file.refuse_unfetched("404").message)
    assert "nowhere" in text and "404" in text and "\x07" not in text


def test_a_scenario_inline_or_in_a_file() -> None:
    text = ' {"form": "duel"}'
    assert requested({"scenario": text}) == ScenarioRequest({"form": "duel"})
    for place in ("lessons/1.json", ""):
        file = requested({"scenario": place})
        assert file == FileRequest("scenario", place, {"scenario": place})
        assert isinstance(file, FileRequest) and file.read(text) == requested({"scenario": text})
    for text in ("[]", "7", "{", ""):
        refusal = scenario_request(text)
        assert isinstance(refusal, Refusal) and refusal.message.id == "url.error"
    assert isinstance(requested({"scenario": "{"}), Refusal)


def test_a_record() -> None:
    game = golden.load("duel").start()
    assert create({"record": game.record()}).codes == game.codes
    with pytest.raises(Refusal) as raised:
        create({"record": "nonsense"})
    assert raised.value.message.id == "url.error.record"


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
                    game = create(asked)
                except Refusal as refusal:
                    assert 5 < len(refusal.detail) < 400 and refusal.detail.isprintable()
                else:
                    assert game.setup.form == "duel"
        with about(f"{kind} as a scenario"):
            assert isinstance(scenario_request(text), Refusal)
    odd = read_parameters("?__proto__=1&constructor=1&form=duel&form[]=melee", "#__proto__=1")
    assert odd == {"form": "duel"}
