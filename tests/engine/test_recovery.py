"""A damaged save: as much of the game as can still be read, and never more than the rules allow."""

from __future__ import annotations

import json
import random

import pytest

from tashkalar import Game, SaveError
from tashkalar.formats import recovery
from tashkalar.json_reader import first_value
from tests import golden

FORMS = ("duel", "high-form", "melee", "teams")


def a_game(name: str, decisions: int) -> Game:
    game = golden.load(name).start()
    for code in golden.load(name).game.codes[:decisions]:
        game.play(code)
    return game


def flipped(text: str, dice: random.Random) -> str:
    """A text with one bit of one character changed."""
    at = dice.randrange(len(text))
    return text[:at] + chr(ord(text[at]) ^ 1 << dice.randrange(7)) + text[at + 1 :]


@pytest.mark.parametrize("form", FORMS)
def test_flipped_bits(form: str) -> None:
    """Nearly all are whole: the moves are told, whatever has become of the position."""
    game, dice = a_game(form, 60), random.Random(1)
    text = game.to_json()
    whole = partly = refused = 0
    for _ in range(150):
        damaged = flipped(text, dice)
        try:
            Game.from_json(damaged)
        except SaveError:
            refused += 1
        else:
            continue
        found = Game.salvage(damaged)
        if found is None:
            continue
        whole += found.is_complete
        partly += not found.is_complete
        if not found.is_complete:  # then it stops before the end, or at the damaged decision
            assert len(found.game.codes) <= len(game.codes) + 1
    assert refused > 80
    assert whole > 0.6 * refused
    assert whole + partly > 0.85 * refused


@pytest.mark.parametrize("decisions", [60, 90])
@pytest.mark.parametrize("form", FORMS)
def test_a_whole_checkpoint_decides_the_position(form: str, decisions: int) -> None:
    """The game goes on where it was, with or without its moves."""
    game, dice = a_game(form, decisions), random.Random(decisions)
    text = game.to_json()
    start, end = text.index('"moves":'), text.index(',"checkpoint":')
    repaired = 0
    for number in range(60):
        damaged = flipped(text[start:end], dice)
        if number % 5 == 0:  # a part that is lost, not a bit
            damaged = damaged[: dice.randrange(len(damaged))]
        damaged = text[:start] + damaged + text[end:]
        try:
            found = Game.from_json(damaged)
        except SaveError:
            salvaged = Game.salvage(damaged)
            assert salvaged is not None, damaged[start:end]
            found = salvaged.game
            repaired += 1
        assert found.settled_state.key() == game.settled_state.key(), damaged[start:end]
    assert repaired > 20


@pytest.mark.parametrize("form", FORMS)
def test_an_end_that_is_missing(form: str) -> None:
    game = a_game(form, 60)
    text = game.to_json()
    shares = []
    for length in range(len(text) // 10, len(text), len(text) // 10):
        found = Game.salvage(text[:length])
        if found is None:
            continue
        assert found.game.codes == game.codes[: len(found.game.codes)]
        assert found.is_complete == (text[:length].find('],"open":') > 0)
        shares.append(len(found.game.codes))
    assert shares == sorted(shares)
    assert shares[-1] == 60


def test_the_open_move_and_an_effect_come_along() -> None:
    before = next(
        game for game, _ in golden.decisions(golden.load("high-form").game) if game.open_move
    )
    damaged = before.to_json().replace('"hash":"', '"hash":"x')
    found = Game.salvage(damaged)
    assert found and found.is_complete
    assert found.game.codes == before.codes
    assert found.game.prompt == before.prompt


def test_a_game_of_a_scenario() -> None:
    scenario = {
        "form": "duel",
        "seats": [{"school": "northern"}, {"school": "sylvan"}],
        "board": {"e5": "1 heroic"},
        "text": 'A "moves":["e5"] and a \\ that look like the save',
    }
    game = Game.from_scenario(scenario)
    game.play(game.legal_moves()[0])
    found = Game.salvage(game.to_json()[:-40])
    assert found and found.is_complete
    assert found.game.codes == game.codes
    assert found.game.scenario == game.scenario


def test_inside_another_text() -> None:
    """On the shelf and in files a save stands in a JSON text, with every quote escaped."""
    game = a_game("duel", 20)
    record = json.dumps({"title": 'a "title"', "game": game.to_json(), "v": 1})
    found = Game.salvage(record[:-10])
    assert found and found.game.codes == game.codes


def test_a_history_that_begins_later() -> None:
    """After a card was corrected: the position at which the history begins is needed too."""
    game = a_game("duel", 20)
    data = json.loads(game.to_json())
    data["moves"] = ["+a9"]
    later = Game.from_json(json.dumps(data))
    assert later.restored_from_checkpoint
    move = later.legal_moves()[0]
    later.play(move)
    text = later.to_json()
    found = Game.salvage(text.replace('"hash":"', '"hash":"x'))
    assert found and found.game.to_json() == later.to_json()
    damaged = text.replace('"start":{"rng":', '"start":{"rgn":')
    found = Game.salvage(damaged)
    assert found and found.game.state.key() == later.state.key()
    assert Game.salvage(damaged.replace('"hash":"', '"hash":"x')) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        '{"setup":',
        '{"setup":{"form":"duel"},"moves":["+a1"],"open":null}',
        '{"setup":{"form":"duel","schools":["northern","sylvan"],"seed":"1"},"moves":[],"open":null}',
        '{"setup":{"form":"duel","schools":["x-gone","sylvan"],"seed":"1"},"moves":["+c5"],"open":null}',
        '"setup":' + "[" * 100_000,
    ],
)
def test_nothing_to_save(text: str) -> None:
    assert Game.salvage(text) is None


@pytest.mark.parametrize("key", ["moves", "open", "setup", "scenario", "start"])
@pytest.mark.parametrize("value", ["", "[", '["', "{},"])
def test_a_name_without_end(key: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However often a name stands in a text, it is not read from each of these places anew."""
    read: list[int] = []

    def counted(text: str, start: int = 0) -> object:
        read.append(start)
        return first_value(text, start)

    monkeypatch.setattr(recovery, "first_value", counted)
    many = f'"{key}":{value}' * (300_000 // len(f'"{key}":{value}'))
    assert Game.salvage(many) is None
    Game.salvage(many[: len(many) // 2] + a_game("duel", 60).to_json())  # found or not
    assert len(read) <= 4 * 2 * recovery.MOST_PLACES


def test_a_value_in_the_middle_of_a_text() -> None:
    assert first_value('{"a": [1, {"b": 2}], "c"', 6) == [1, {"b": 2}]
    assert first_value('xx"y"zz', 2) == "y"
    with pytest.raises(ValueError, match="inside each other"):
        first_value("]" + "[" * 100_000, 1)
    with pytest.raises(ValueError, match="Expecting value"):
        first_value("xx", 2)
