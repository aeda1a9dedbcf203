"""Tests of saves: they restore everything and refuse everything wrong."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tashkalar import Game, SaveError, ScenarioError, new_game
from tashkalar.formats import checkpoint, save
from tashkalar.formats.checkpoint import state_hash
from tashkalar.json_reader import Node
from tashkalar.position.state import GameState, Summoned
from tashkalar.rules import turn
from tests.engine.playing import (
    assert_equal,
    in_mid_effect,
    mid_effect_game,
    random_game,
    steps,
)
from tests.limits import COMMAND_TIMEOUT_S
from tests.support import arrange, pattern_at, play, run_out

DATA = Path(__file__).with_name("data")
Data = dict[str, Any]


def data_of(game: Game) -> Data:
    found: Data = json.loads(game.to_json())
    return found


def sealed(data: Data) -> str:
    """The text of a save whose checkpoint was changed by somebody who knows the hash."""
    origin = data["setup"] if "setup" in data else Game.from_scenario(data["scenario"]).setup
    setup = origin if isinstance(origin, dict) else checkpoint.setup_data(origin)
    return json.dumps({**data, "hash": checkpoint.digest(setup, data["checkpoint"])})


def load(data: Data) -> Game:
    return Game.from_json(json.dumps(data))


def error_of(text: object) -> str:
    with pytest.raises(SaveError) as caught:
        Game.from_json(text)  # type: ignore[arg-type]
    message = str(caught.value)
    assert "\n" not in message
    assert 5 < len(message) < 400
    return message


def loads_or_refuses(text: str) -> Game | None:
    """The loaded game; None for a SaveError, the only error there may be."""
    try:
        return Game.from_json(text)
    except SaveError:
        return None


# -- round trips ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("form", "seed"), [("duel", 3), ("high-form", 2)])
def test_every_decision_of_a_game_comes_back(form: str, seed: int) -> None:
    game = new_game(form, ["highland", "sylvan"], seed=seed, names=["Ann", 'Zoë "Z" \\'])
    open_moves = 0
    for number, _ in enumerate(steps(game, seed)):
        if number > 90 and number % 23 and not game.is_over:
            continue
        text = game.to_json()
        loaded = Game.from_json(text)
        assert_equal(loaded, game)
        assert not loaded.restored_from_checkpoint
        assert loaded.to_json() == text
        assert text.isascii()
        open_moves += in_mid_effect(game)
    assert game.is_over
    assert open_moves > 5
    assert loaded.setup.names == game.setup.names


def test_a_loaded_game_can_be_undone_to_its_beginning() -> None:
    game = random_game("high-form", 5, 60)
    loaded = Game.from_json(game.to_json())
    while game.can_undo:
        game.undo()
        loaded.undo()
        assert_equal(loaded, game)
    assert not loaded.can_undo


@pytest.mark.parametrize("back", [1, 2, 3, 7, 25])
def test_what_was_undone_can_be_redone_after_loading(back: int) -> None:
    game = mid_effect_game()
    for _ in range(back):
        game.undo()
    loaded = Game.from_json(game.to_json())
    assert_equal(loaded, game)
    for _ in range(back):
        loaded.redo()
        game.redo()
        assert_equal(loaded, game)
    assert not loaded.can_redo
    assert not game.can_redo


@pytest.mark.parametrize("in_effect", [False, True])
def test_a_resignation_comes_back_and_can_be_undone_and_redone(in_effect: bool) -> None:
    game = mid_effect_game() if in_effect else random_game("duel", 1, 12)
    game.resign(2)
    loaded = Game.from_json(game.to_json())
    assert_equal(loaded, game)
    assert loaded.outcome is not None
    assert loaded.outcome.reason == "resigned"
    assert loaded.outcome.winners == (1,)
    game.undo()
    loaded = Game.from_json(game.to_json())
    assert_equal(loaded, game)
    assert loaded.can_redo
    loaded.redo()
    assert loaded.is_over
    assert loaded.outcome == Game.from_json(loaded.to_json()).outcome


@pytest.mark.parametrize(
    ("school", "card", "position", "codes"),
    [
        (
            "nethervoid",
            "gate-master",
            {"h5": "1 heroic", "c5": "1 common"},
            ["gate-master@e5", "c5"],
        ),
        ("etherweave", "iris-of-eternity", {}, ["iris-of-eternity@e5", "upgrade"]),
    ],
)
def test_a_being_that_counts_as_a_legend_comes_back_from_the_checkpoint(
    school: str, card: str, position: Data, codes: list[str]
) -> None:
    more: Data = {"gateway": "h5"} if school == "nethervoid" else {}
    board = {**pattern_at(card, "e5"), **position}
    game = play(arrange(board, hand=[card], school=school, **more), *codes)
    assert [(s.card, s.legend) for s in game.settled_state.summoned] == [(card, True)]
    assert data_of(game)["checkpoint"]["summoned"] == [[card, "e5", True]]
    assert_equal(Game.from_json(game.to_json()), game)
    loaded = load({**data_of(game), "moves": ["nonsense"]})  # only the checkpoint tells it
    assert loaded.restored_from_checkpoint
    assert loaded.state.key() == game.state.key()


def test_a_checkpoint_without_the_mark_of_a_legend_is_still_read() -> None:
    data = data_of(arrange({"e5": "1 heroic"}))
    data["checkpoint"]["summoned"] = [["gate-master", "e5"], ["titan", "e6"]]
    game = Game.from_json(sealed({**data, "moves": ["nonsense"]}))
    assert [s.legend for s in game.state.summoned] == [False, True]


def test_forced_answers_are_found_again_and_skipped_by_undo() -> None:
    game = mid_effect_game("duel", 2)
    for _ in steps(game, 2):
        entry = game.history()[-1]
        if any(entry.forced):
            break
    loaded = Game.from_json(game.to_json())
    assert loaded.history()[-1].forced == entry.forced
    assert loaded.history()[-1].answers == entry.answers
    loaded.undo()
    game.undo()
    assert_equal(loaded, game)


def test_a_scenario_is_saved_with_the_game() -> None:
    mapping: Data = {
        "form": "high-form",
        "seats": [{"school": "northern", "name": "Ann"}, {"school": "sylvan"}],
        "board": {"e5": "1 heroic"},
        "goal": "red",
    }
    game = Game.from_scenario(mapping)
    mapping["board"]["e6"] = "2 common"
    mapping["seats"].clear()
    run_out(steps(game, 4, 9))
    loaded = Game.from_json(game.to_json())
    assert_equal(loaded, game)
    assert data_of(game)["scenario"]["board"] == {"e5": "1 heroic"}
    assert data_of(game)["scenario"]["goal"] == "red"
    assert loaded.to_json() == game.to_json()


@pytest.mark.parametrize("seed", ["", "a\tb", "Zoë", "x" * 10_000, 'quote " \\ \n', "7"])
def test_any_seed_comes_back(seed: str) -> None:
    game = new_game("duel", ["southern", "highland"], seed=seed)
    assert_equal(Game.from_json(game.to_json()), game)


def test_a_learning_game_without_legends_comes_back() -> None:
    game = random_game("high-form", 3, 30, options={"legends": False})
    loaded = Game.from_json(game.to_json())
    assert_equal(loaded, game)
    assert not loaded.setup.legends


def test_saving_does_not_play_anything_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = mid_effect_game()
    monkeypatch.setattr(turn, "perform", None)
    monkeypatch.setattr(turn, "legal_moves", None)
    assert game.to_json()


def test_loading_leaves_the_rest_of_the_game_alone() -> None:
    game = random_game("duel", 1, 20)
    before = game.state.key(), game.codes
    Game.from_json(game.to_json()).undo()
    assert before == (game.state.key(), game.codes)


# -- the hash ------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "emscripten", reason="a browser starts no process")
def test_the_hash_does_not_depend_on_the_process() -> None:
    program = (
        "from tests.engine.playing import random_game\n"
        "from tashkalar.formats.checkpoint import state_hash\n"
        "print(state_hash(random_game('high-form', 1, 80).settled_state))"
    )
    hashes = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(DATA.parents[2])},
            capture_output=True,
            text=True,
            check=True,
            timeout=COMMAND_TIMEOUT_S,
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert hashes == {state_hash(random_game("high-form", 1, 80).settled_state)}


def test_every_field_counts_for_the_hash() -> None:
    state = random_game("high-form", 1, 50).settled_state
    whole = state_hash(state)
    changes: dict[str, Callable[[Any], object]] = {
        "int": lambda value: value + 1,
        "bool": lambda value: not value,
        "str": lambda value: "else",
        "str | None": lambda value: "else",
        "Mask": lambda value: value ^ 1 << 40,
        "tuple[Mask, ...]": lambda value: (value[0] ^ 1 << 40, *value[1:]),
        "Cards": lambda value: (*value, "else"),
        "tuple[Cards, ...]": lambda value: ((*value[0], "else"), *value[1:]),
        "Square": lambda value: value + 40,
        "tuple[int, ...]": lambda value: (value[0] + 1, *value[1:]) if value else (1,),
        "tuple[str, ...]": lambda value: ("else", *value[1:]),
        "tuple[Summoned, ...]": lambda value: (*value, Summoned("knight", 40, False)),
    }
    for name, kind in checkpoint.STATE_FIELDS.items():
        if name == "dropped":  # who has seen a card changes nothing in the game
            continue
        changed = state.copy()
        setattr(changed, name, changes[kind](getattr(state, name)))
        assert state_hash(changed) != whole, name


def test_names_and_empty_fields_do_not_count_for_the_hash() -> None:
    plain, named = (random_game("duel", 1, 9, names=n) for n in (None, ["Ann", "Bob"]))
    assert state_hash(plain.settled_state) == state_hash(named.settled_state)
    setup, state = checkpoint.setup_data(plain.setup), checkpoint.state_data(plain.settled_state)
    later: Data = {"hats": [[], []], "cat": None, "dice": 0, "seen": False}
    assert checkpoint.digest(setup, state) == checkpoint.digest(setup, {**state, **later})


def test_every_field_of_a_position_is_written_and_read() -> None:
    assert set(checkpoint.STATE_FIELDS) | {"setup"} == set(GameState.__slots__)
    assert set(checkpoint.STATE_FIELDS.values()) <= checkpoint._READERS.keys()
    state = mid_effect_game("high-form").settled_state
    read = checkpoint.read_state(state.setup, Node(checkpoint.state_data(state), "checkpoint"))
    assert read.key() == state.key()


# -- going on from the checkpoint ----------------------------------------------------------------


def test_a_game_whose_moves_lead_elsewhere_goes_on_from_the_checkpoint() -> None:
    game = random_game("duel", 1, 30)
    data = data_of(game)
    assert data["moves"][1].startswith("+")
    data["moves"][1] = "+a5" if data["moves"][1] != "+a5" else "+a6"
    loaded = load(data)
    assert loaded.restored_from_checkpoint
    assert loaded.settled_state.key() == game.settled_state.key()
    assert loaded.codes == tuple(loaded.saved_game().open_move)
    run_out(steps(loaded, 9, 25))
    again = Game.from_json(loaded.to_json())
    assert again.restored_from_checkpoint
    assert_equal(again, loaded)
    assert again.copy().restored_from_checkpoint
    read_back = Game.from_record(loaded.record())
    assert read_back.restored_from_checkpoint
    assert_equal(read_back, loaded)
    assert read_back.record() == loaded.record()
    while again.can_undo:
        again.undo()
    assert again.state.key() == game.settled_state.key()


@pytest.mark.parametrize("moves", [["nonsense"], [], ["g5", "resign:1"], ["c5 c5 c5"]])
def test_moves_that_are_not_legal_any_more_lead_to_the_checkpoint(moves: list[str]) -> None:
    game = mid_effect_game()
    loaded = load({**data_of(game), "moves": moves})
    assert loaded.restored_from_checkpoint
    assert loaded.settled_state.key() == game.settled_state.key()
    assert (
        loaded.saved_game().open_move == game.saved_game().open_move
    )  # the open move was still possible
    assert loaded.state.key() == game.state.key()


@pytest.mark.parametrize("opened", ["nonsense", "+e5", "resign:1", "{} {} {}"])
def test_an_open_move_that_is_not_possible_any_more_is_dropped(opened: str) -> None:
    game = mid_effect_game()
    loaded = load({**data_of(game), "open": opened})
    assert loaded.restored_from_checkpoint
    assert loaded.state.key() == loaded.settled_state.key() == game.settled_state.key()
    assert loaded.codes == ()
    assert loaded.legal_moves()


def test_what_cannot_be_redone_any_more_is_dropped() -> None:
    game = random_game("duel", 1, 30)
    for _ in range(4):
        game.undo()
    data = data_of(game)
    assert len(data["redo"]) == 4
    data["redo"][2] = "nonsense"
    loaded = load(data)
    assert_equal(loaded, game)
    assert loaded.saved_game().redo == game.saved_game().redo[:2]


# -- versions ------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(DATA.glob("save-v*.json")), ids=lambda path: path.stem)
def test_stored_saves_stay_loadable(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    stored = json.loads(text)
    game = Game.from_json(text)
    assert state_hash(game.settled_state) == stored["hash"]
    run_out(steps(game, 1, 20))
    assert_equal(Game.from_json(game.to_json()), game)


def test_an_older_save_of_a_scenario_keeps_its_history() -> None:
    """Its scenario told no number of the turn: one more than the seat, it was then."""
    text = (DATA / "save-v1-scenario.json").read_text(encoding="utf-8")
    assert "turn" not in json.loads(text)["scenario"]
    game = Game.from_json(text)
    assert not game.restored_from_checkpoint
    assert game.history()[0].state_before.turn == 2
    assert_equal(Game.from_json(game.to_json()), game)


def test_there_are_stored_saves_of_every_version() -> None:
    stored = [json.loads(path.read_text("utf-8")) for path in DATA.glob("save-v*.json")]
    assert {data["v"] for data in stored} == set(range(1, save.VERSION + 1))
    assert any(data["open"] for data in stored)
    assert any("scenario" in data for data in stored)
    assert any("start" in data for data in stored)


def test_migrations_are_carried_out_one_after_another(monkeypatch: pytest.MonkeyPatch) -> None:
    def first(data: Data) -> None:
        data["moves"] = data.pop("played")

    def second(data: Data) -> None:
        data["open"] = data.pop("now")

    monkeypatch.setattr(save, "VERSION", 3)
    monkeypatch.setattr(save, "MIGRATIONS", {1: first, 2: second})
    game = mid_effect_game()
    data = {**data_of(game), "v": 1}
    data["played"], data["now"] = data.pop("moves"), data.pop("open")
    assert_equal(load(data), game)


def test_a_newer_version_says_so() -> None:
    data = {"format": "tashkalar-save", "v": save.VERSION + 1, "whatever": []}
    assert "made by a newer version" in error_of(json.dumps(data))


# -- wrong texts ---------------------------------------------------------------------------------

GAME = random_game("high-form", 1, 40)
GOOD = data_of(GAME)
assert GOOD["open"] is None


def text_with(**changes: object) -> str:
    return json.dumps({**GOOD, **changes})


def text_without(key: str) -> str:
    return json.dumps({k: v for k, v in GOOD.items() if k != key})


def setup_with(**changes: object) -> str:
    return text_with(setup={**GOOD["setup"], **changes})


WRONG: list[tuple[object, str]] = [
    (None, "a text is needed"),
    (b"{}", "a text is needed"),
    (7, "a text is needed"),
    ({}, "a text is needed"),
    ("", "not JSON"),
    (" ", "not JSON"),
    ("nonsense", "not JSON"),
    ("{", "not JSON"),
    ('{"format":"tashkalar-save","v":1', "not JSON"),
    ('{"a":1}}', "not JSON"),
    ("[1,]", "not JSON"),
    ("{'format': 1}", "not JSON"),
    ("\x00", "not JSON"),
    ("\ud800", "not JSON"),
    ('"\x01"', "not JSON"),
    ("__import__('os')", "not JSON"),
    (GAME.to_json()[:-1], "not JSON"),
    (GAME.to_json() + "x", "not JSON"),
    ("null", "not a saved game"),
    ("[]", "not a saved game"),
    ('"text"', "not a saved game"),
    ("1", "not a saved game"),
    ("1e999", "not a saved game"),
    ("{}", "not a saved game"),
    ('{"v":1}', "not a saved game"),
    ('{"format":"else","v":1}', "not a saved game"),
    ('{"format":["tashkalar-save"],"v":1}', "not a saved game"),
    ("NaN", "NaN is not a number"),
    ('{"v":Infinity}', "Infinity is not a number"),
    ("[-Infinity]", "-Infinity is not a number"),
    ('{"v":1,"v":1}', "the key 'v' is given twice"),
    ('{"a":{"b":1,"b":1}}', "the key 'b' is given twice"),
    ("9" * 5000, "5000 digits is too long"),
    ("[" * 100_000, "inside each other"),
    ('{"a":' * 1000 + "1" + "}" * 1000, "inside each other"),
    ("[" * 33 + "]" * 33, "inside each other"),
    ('"' * 300_001, "not JSON"),
    ('\\"' * 300_001, "not JSON"),
    ("x" * 2_000_001, "longer than 2000000"),
    (text_with(v=None), "v: a whole number"),
    (text_with(v=True), "v: a whole number"),
    (text_with(v="1"), "v: a whole number"),
    (text_with(v=1.0), "v: a whole number"),
    (text_with(v=-1), "v: -1 is not between"),
    (text_with(v=0), "never was a format 0"),
    (text_with(v=2), "made by a newer version"),
    (text_with(v=999_999_999), "made by a newer version"),
    (text_with(extra=1), "extra: unknown key"),
    (text_with(**{"a\nb" * 99: 1}), "unknown key"),
    (text_with(engine=1), "engine: a text"),
    (text_with(scenario={}), "setup: unknown key"),
    (text_without("setup"), "setup: is missing"),
    (text_without("moves"), "moves: is missing"),
    (text_without("open"), "open: is missing"),
    (text_without("redo"), "redo: is missing"),
    (text_without("checkpoint"), "checkpoint: is missing"),
    (text_without("hash"), "hash: is missing"),
    (text_with(setup=None), "setup: an object"),
    (text_with(setup=[]), "setup: an object"),
    (setup_with(form="chess"), "setup: form: unknown form"),
    (setup_with(form=None), "setup.form: a text"),
    (setup_with(form={}), "setup.form: a text"),
    (setup_with(schools="northern"), "setup.schools: a list"),
    (setup_with(schools=["northern", 1]), "setup.schools[1]: a text"),
    (setup_with(schools=["northern", "x"]), "schools[1]: unknown school"),
    (setup_with(schools=["northern"]), "schools: "),
    (setup_with(schools=["northern", "northern"]), "used twice"),
    (setup_with(seed=7), "setup.seed: a text"),
    (setup_with(seed="\ud800"), "setup.seed: half a character"),
    (setup_with(seed="other"), "changed or damaged"),
    (setup_with(teams=1), "setup.teams: true or false"),
    (setup_with(teams=True), "teams"),
    (setup_with(names=["a"]), "names"),
    (setup_with(names=["a", 1]), "setup.names[1]: a text"),
    (setup_with(names=["a", "\n"]), "names[1]"),
    (setup_with(names=["a", "x" * 41]), "setup.names[1]: longer"),
    (setup_with(options=[]), "setup.options: an object"),
    (setup_with(options={"legends": 0}), "setup.options.legends: true or false"),
    (setup_with(options={"legends": False}), "checkpoint.legends"),
    (setup_with(options={"cheat": True}), "setup.options.cheat: unknown key"),
    (text_with(moves={}), "moves: a list"),
    (text_with(moves="+e5"), "moves: a list"),
    (text_with(moves=[1]), "moves[0]: a text"),
    (text_with(moves=["+e5", None]), "moves[1]: a text"),
    (text_with(moves=["a" * 3000]), "moves[0]: longer"),
    (text_with(moves=["a  b"]), "moves[0]: codes"),
    (text_with(moves=[""]), "moves[0]: codes"),
    (text_with(moves=["."] * 100_001), "moves: more than"),
    (text_with(open=1), "open: a text"),
    (text_with(open=[]), "open: a text"),
    (text_with(open=""), "open: codes"),
    (text_with(redo={}), "redo: a list"),
    (text_with(redo=[[]]), "redo[0]: a text"),
    (text_with(redo=["x" * 81]), "redo[0]: longer"),
    (text_with(start=1), "start: an object"),
    (text_with(start={}), "start.decks: 2 entries"),
    (text_with(checkpoint=None), "checkpoint: an object"),
    (text_with(checkpoint=[]), "checkpoint: an object"),
    (text_with(checkpoint={}), "checkpoint.decks: 2 entries"),
    (text_with(hash=None), "hash: a text"),
    (text_with(hash=""), "changed or damaged"),
    (text_with(hash="0" * 32), "changed or damaged"),
]


@pytest.mark.parametrize(("text", "message"), WRONG, ids=range(len(WRONG)))
def test_wrong_texts_are_refused(text: object, message: str) -> None:
    assert message in error_of(text)


def change(field: str, value: object) -> Callable[[Data], None]:
    def carry_out(state: Data) -> None:
        state[field] = value(copy.deepcopy(state[field])) if callable(value) else value

    return carry_out


WRONG_POSITIONS: list[tuple[Callable[[Data], None], str]] = [
    (change("rng", -1), "rng"),
    (change("rng", 2**64), "rng"),
    (change("rng", True), "rng: a whole number"),
    (change("rng", 1.5), "rng: a whole number"),
    (change("phase", "dream"), "phase: there is no such"),
    (change("phase", "marks"), "phase: there is no such"),
    (change("phase", 1), "phase: a text"),
    (change("colours", ["e5", "e5"]), "two pieces stand"),
    (change("colours", ["a1", ""]), "'a1' is not a square"),
    (change("colours", ["e5"]), "2 entries"),
    (change("colours", ["", "", ""]), "2 entries"),
    (change("colours", [1, 2]), "colours[0]: a text"),
    (change("colours", "e5"), "colours: a list"),
    (
        change("colours", [" ".join(f"{f}{r}" for f in "cdefg" for r in "3456"), ""]),
        "colour 1 is out of pieces",
    ),
    (change("heroic", "a5 i5 e9 e1 d9 f9"), "heroic: there is no piece"),
    (change("legendary", "e5"), "legendary"),
    (change("hands", []), "hands: 2 entries"),
    (change("hands", [[], []]), "hands[0]: these are not the cards"),
    (change("hands", lambda v: [v[0] + v[0][:1], v[1]]), "hands[0]: these are not the cards"),
    (change("hands", lambda v: [["dragon"], v[1]]), "hands[0]: these are not the cards"),
    (change("hands", lambda v: [v[1], v[0]]), "hands[0]: these are not the cards"),
    (change("decks", lambda v: [v[0][1:], v[1]]), "these are not the cards"),
    (change("discards", [1, 2]), "discards[0]: a list"),
    (change("legend_deck", []), "these are not the legends"),
    (change("legends", [["titan", "titan"], []]), "these are not the legends"),
    (change("flare_deck", ["flare-99"]), "these are not the flares"),
    (change("flares", [[], [], []]), "flares: 2 entries"),
    (change("playing", "knight"), "playing: no card"),
    (change("playing", 1), "playing: a text"),
    (change("current_tasks", ["nonsense"]), "no such task"),
    (change("current_tasks", lambda v: [v[0], v[0]]), "there twice"),
    (change("current_tasks", lambda v: [*v, v[0]]), "there twice"),
    (change("task_deck", None), "task_deck: a list"),
    (change("points", [0]), "points: 2 entries"),
    (change("points", [-1, 0]), "is not between 0 and 1000000000"),
    (change("points", [10**9 + 1, 0]), "is not between 0 and 1000000000"),
    (change("turn", 0), "turn: 0 is not between 1 and 1000000000"),
    (change("seat", 2), "seat: 2 is not between 0 and 1"),
    (change("seat", -1), "seat: -1 is not between 0 and 1"),
    (change("last_turns", 0), "last_turns: the game must be over"),
    (change("last_turns", 3), "last_turns: 3 is not between -1 and 2"),
    (change("deck_out", 1), "deck_out: true or false"),
    (change("resigned", 0), "resigned: the game is not over"),
    (change("resigned", 2), "resigned: 2 is not between -1 and 1"),
    (change("actions", -1), "actions: -1 is not between 0 and 99"),
    (change("actions", 10_000), "actions: 10000 is not between 0 and 9999"),
    (change("destroyed", [0]), "destroyed: 6 entries"),
    (change("destroyed", [-1] * 6), "destroyed: -1 is not between 0 and 1000000000"),
    (change("summoned", [["knight"]]), "summoned[0]: a card and a square"),
    (change("summoned", [["dragon", "e5"]]), "summoned[0][0]"),
    (change("summoned", [["knight", "a1"]]), "summoned[0][1]"),
    (change("summoned", [["knight", "e5", True]]), "summoned[0][2]: 'knight' never counts"),
    (change("summoned", [["titan", "e5", True]]), "summoned[0][2]: 'titan' never counts"),
    (change("summoned", [["gate-master", "e5", False]]), "summoned[0][2]: 'gate-master'"),
    (change("summoned", [["gate-master", "e5", 1]]), "summoned[0][2]: true or false"),
    (change("summoned", [["gate-master", "e5", True, True]]), "summoned[0]: more than 3"),
    (change("early_extras", 1), "is not in the first round"),
    (change("early_extras", -1), "early_extras: -1 is not between"),
    (change("borrow", 10_000), "borrow: 10000 is not between"),
    (change("extra_turns", -1), "extra_turns: -1 is not between"),
    (change("frozen", 1), "frozen: a list"),
    (change("frozen", [""]), "frozen: 2 entries"),
    (change("frozen", ["knight", ""]), "frozen[0]: 'knight' has no frozen effect"),
    (change("frozen", ["", "polar-bear"]), "frozen[1]: 'polar-bear' has no frozen effect"),
    (change("frozen", ["", "ice-queen"]), "frozen[1]: 'ice-queen' is not the seat's card"),
    (change("pending", ["", "nonsense"]), "pending[1]: 'nonsense' has no warp effect"),
    (change("pending", ["ice-queen", ""]), "pending[0]: 'ice-queen' has no warp effect"),
    (
        change("pending", ["", "merchant-of-time"]),
        "pending[1]: 'merchant-of-time' is not the",
    ),
    (change("gateway", "e5"), "gateway: nobody plays a school with a Gateway"),
    (change("gateway", "a1"), "gateway: 'a1' is not known"),
    (change("gateway", 1), "gateway: a text"),
    (change("captive", [0, 0, 0]), "captive: nobody plays a school that takes a captive"),
    (change("captive", [0, 0]), "captive: 3 entries are needed"),
    (change("captive", [2, 0, 0]), "captive: there is no such piece"),
    (change("captive", [0, 3, 0]), "captive: there is no such piece"),
    (change("captive", [0, -1, 0]), "captive: there is no such piece"),
    (change("captive", [0, 0, 2]), "captive: there is no such piece"),
    (change("removed", [1, 0, 0, 0]), "removed: nobody plays a school that removes pieces"),
    (change("markers", [2, 1]), "markers: 0 entries"),
    (change("sideways", [6, 6]), "sideways: 0 entries"),
    (change("passed", True), "passed: control is passed in team games only"),
    (change("passed", 1), "passed: true or false"),
    (change("penalties", [0]), "penalties: 2 entries"),
    (change("penalties", [0, -1]), "penalties: -1 is not between 0 and 2"),
    (change("penalties", [0, 3]), "penalties: 3 is not between 0 and 2"),
    (change("empties", -1), "empties: -1 is not between"),
    (change("summon_with", 3), "summon_with: 3 is not between 0 and 2"),
    (change("doubled", 10_000), "doubled: 10000 is not between"),
    (change("warped", ["knight"]), "warped[0]: 'knight' has no warp effect"),
    (lambda state: state.update(hats=1), "hats: unknown key"),
    (lambda state: state.pop("hands"), "hands: 2 entries"),
]


@pytest.mark.parametrize(("spoil", "message"), WRONG_POSITIONS, ids=range(len(WRONG_POSITIONS)))
@pytest.mark.parametrize("key", ["checkpoint", "start"])
def test_impossible_positions_are_refused(
    spoil: Callable[[Data], None], message: str, key: str
) -> None:
    data = copy.deepcopy(GOOD)
    data[key] = copy.deepcopy(GOOD["checkpoint"])
    spoil(data[key])
    error = error_of(sealed(data))
    assert error.startswith(key)
    assert message in error


SCHOOLS = ["everfrost", "nethervoid", "etherweave", "sylvan"]
MELEE = data_of(new_game("melee", SCHOOLS, seed=1))
TEAMS = data_of(new_game("duel", SCHOOLS, teams=True, seed=1))
HELD = [1, 0, 1]  # a common piece of the Nethervoid, the Gateway


def standing(square: str, piece: str, **more: object) -> Callable[[Data], None]:
    """A position with one piece on the board, of two colours."""
    owner, rank = piece.split()

    def carry_out(state: Data) -> None:
        state.update(more, phase="play", colours=["", ""])
        state["colours"][int(owner) - 1] = square
        state[rank] = square

    return carry_out


WRONG_ADDITIONS: list[tuple[Data, Callable[[Data], None], str]] = [
    (MELEE, change("markers", [14, 13, 11]), "markers: 4 entries"),
    (MELEE, change("markers", [15, 13, 11, 7]), "markers[0]: no such colours"),
    (MELEE, change("markers", [14, 13, 27, 7]), "markers[2]: no such colours"),
    (MELEE, change("markers", [14, 13, -1, 7]), "markers[2]: no such colours"),
    (MELEE, change("points", [0] * 4), "points: 16 entries"),
    (MELEE, change("points", [0] * 5 + [1] + [0] * 10), "points: somebody has points in the own"),
    (MELEE, change("phase", "claim"), "phase: there is no such"),
    (MELEE, change("passed", True), "passed: control is passed in team games only"),
    (MELEE, change("captive", [0, 0, 1]), "captive[2]: this piece cannot have been the Gateway"),
    (MELEE, change("captive", [1, 2, 1]), "captive[2]: this piece cannot have been the Gateway"),
    (MELEE, change("removed", [0] * 4), "removed: 8 entries"),
    (MELEE, change("removed", [0, 0, 0, 4, 0, 0, 0, 0]), "removed[3]: 4 is not between 0 and 3"),
    (MELEE, change("removed", [0, 0, 13, 0, 0, 0, 0, 0]), "removed[2]: 13 is not between 0 and 12"),
    (MELEE, change("frozen", ["ice-queen", "", "", ""]), "hands[0]: these are not the cards"),
    (
        MELEE,
        change("frozen", ["", "ice-queen", "", ""]),
        "frozen[1]: 'ice-queen' is not the seat's card",
    ),
    (
        MELEE,
        change("pending", ["merchant-of-time", "", "", ""]),
        "pending[0]: 'merchant",
    ),
    (MELEE, change("early_extras", 1), "early_extras: turn 1 is not in the first round"),
    (TEAMS, standing("e5", "2 legendary", gateway="e5"), "gateway: a legendary piece is"),
    (TEAMS, standing("e5", "1 heroic", gateway="e5"), "gateway: there is no common"),
    (TEAMS, standing("e5", "2 heroic", gateway="e6"), "gateway: there is no common"),
    (TEAMS, change("points", [0] * 4), "points: 2 entries"),
    (TEAMS, change("colours", [""] * 4), "colours: 2 entries"),
    (TEAMS, change("sideways", []), "sideways: 4 entries"),
    (TEAMS, change("sideways", [6, 6, 6, 7]), "sideways[3]: 7 is not between 0 and 6"),
    (TEAMS, change("sideways", [6, -1, 6, 6]), "sideways[1]: -1 is not between 0 and 6"),
    (TEAMS, change("markers", [0] * 4), "markers: 0 entries"),
    (TEAMS, change("seat", 4), "is not between 0 and 3"),
    (TEAMS, change("last_turns", 5), "is not between -1 and 4"),
    (TEAMS, change("removed", [15, 0, 0, 0]), "removed[0]: 15 is not between 0 and 14"),
]


@pytest.mark.parametrize(("good", "spoil", "message"), WRONG_ADDITIONS)
def test_impossible_positions_of_melee_and_teams_are_refused(
    good: Data, spoil: Callable[[Data], None], message: str
) -> None:
    data = copy.deepcopy(good)
    spoil(data["checkpoint"])
    error = error_of(sealed(data))
    assert error.startswith("checkpoint")
    assert message in error


def test_what_the_schools_add_to_a_position_can_be_saved() -> None:
    data = copy.deepcopy(MELEE)
    state = data["checkpoint"]
    state["captive"], state["removed"] = HELD, [12, 3, 0, 0, 0, 0, 0, 0]
    for seat, field, card in ((0, "frozen", "ice-queen"), (2, "pending", "merchant-of-time")):
        state[field][seat] = card
        for pile in (state["hands"], state["decks"]):
            pile[seat] = [c for c in pile[seat] if c != card]
    state["warped"], state["penalties"] = ["merchant-of-time"], [0, 1, 0, 0]
    data["moves"] = ["nonsense"]
    game = Game.from_json(sealed(data))
    assert game.restored_from_checkpoint
    assert game.state.frozen[0] == "ice-queen"
    assert game.state.supply(0, 0) == 2
    assert game.state.supply(1, 0) == 13
    run_out(steps(game, 1, 30))
    assert_equal(Game.from_json(game.to_json()), game)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"schools": SCHOOLS[:3]}, "setup: schools: the duel in teams needs 4 schools, not 3"),
        ({"schools": SCHOOLS[:3] * 2}, "schools[3]: 'everfrost' is used twice"),
        ({"form": "melee"}, "setup: teams: there is no team play in the melee"),
        ({"teams": False}, "setup: schools: the duel needs 2 schools, not 4"),
        ({"form": "melee", "teams": False}, "checkpoint.colours: 4 entries"),
    ],
)
def test_an_agreement_that_cannot_be_is_refused(changes: Data, message: str) -> None:
    data = {**TEAMS, "setup": {**TEAMS["setup"], **changes}}
    assert message in error_of(json.dumps(data))


def test_a_position_that_has_lost_a_field_is_refused() -> None:
    state = GAME.settled_state.copy()
    state.actions = 0
    data = copy.deepcopy(GOOD)
    data["checkpoint"], data["hash"] = checkpoint.state_data(state), state_hash(state)
    assert load(data).state.actions == 0
    del data["checkpoint"]["actions"]  # a new game has 1
    assert "changed or damaged" in error_of(json.dumps(data))


def test_a_wrong_scenario_in_a_save_is_named() -> None:
    data = data_of(arrange({"e5": "1 heroic"}))
    data["scenario"]["board"]["a1"] = "1 common"
    assert error_of(json.dumps(data)) == "scenario: board.a1: is not a square of the board"
    wrong: object
    for wrong in (None, [], 1, {}, {"form": "duel"}):
        assert error_of(json.dumps({**data, "scenario": wrong})).startswith("scenario: ")


# -- fuzzing -------------------------------------------------------------------------------------

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 3)
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["e5", "+e5", ".", "knight", "titan", "flare-03", "play", "over", "marks"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=4) | st.sampled_from(list(GOOD)), inner, max_size=4)
    ),
    max_leaves=6,
)


def after_passing_in_an_effect() -> Game:
    """A team game of expansion schools in which the teammate is finishing an effect."""
    game = new_game("high-form", SCHOOLS, teams=True, seed=2)
    for _ in steps(game, 2):
        if in_mid_effect(game) and game.state.passed:
            return game
    raise AssertionError("control was never passed inside an effect")


def three_in_a_melee() -> Game:
    game = new_game("melee", SCHOOLS[:3], seed=3)
    run_out(steps(game, 3, 90))
    return game


SAVES = [
    data_of(random_game("high-form", 1, 40)),
    data_of(mid_effect_game("duel", 1)),
    data_of(arrange({}, hand=["knight", "bomb"])),
    data_of(after_passing_in_an_effect()),
    data_of(three_in_a_melee()),
]


def places(value: object, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    paths = [path] if path else []
    entries = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, child in entries:
        paths += places(child, (*path, key))
    return paths


PLACES = [places(data) for data in SAVES]


@st.composite
def spoiled(draw: st.DrawFn) -> Data:
    """A good save with something else in one to three places."""
    which = draw(st.integers(0, len(SAVES) - 1))
    data = copy.deepcopy(SAVES[which])
    for _ in range(draw(st.integers(1, 3))):
        *path, last = draw(st.sampled_from(PLACES[which]))
        inner: Any = data
        try:
            for key in path:
                inner = inner[key]
            if draw(st.booleans()):
                inner[last] = draw(JSON)
            else:
                del inner[last]
        except (KeyError, IndexError, TypeError):
            continue  # an earlier change took the place away
    return data


@settings(max_examples=120, deadline=None)
@given(spoiled())
def test_a_spoiled_save_is_refused_or_gives_the_same_position(data: Data) -> None:
    loaded = loads_or_refuses(json.dumps(data))
    if loaded is not None:
        assert state_hash(loaded.settled_state) == data["hash"]
        assert loaded.to_json()


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(sorted(GOOD["checkpoint"])), JSON, st.integers(0, len(SAVES) - 1))
def test_a_position_made_up_by_somebody_is_refused_or_playable(
    field: str, value: object, which: int
) -> None:
    data = copy.deepcopy(SAVES[which])
    data["checkpoint"][field] = value
    data["moves"] = ["nonsense"]
    loaded = loads_or_refuses(sealed(data))
    if loaded is not None:
        assert loaded.restored_from_checkpoint
        run_out(steps(loaded, 1, 12))
        assert_equal(Game.from_json(loaded.to_json()), loaded)


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_a_text_with_a_slip_is_refused_or_gives_the_same_position(draw: st.DataObject) -> None:
    text = json.dumps(SAVES[1])
    place = draw.draw(st.integers(0, len(text)))
    length = draw.draw(st.integers(0, 3))
    slip = draw.draw(st.text(max_size=3))
    changed = text[:place] + slip + text[place + length :]
    loaded = loads_or_refuses(changed)
    if loaded is not None:
        assert state_hash(loaded.settled_state) == SAVES[1]["hash"]


@settings(max_examples=60, deadline=None)
@given(st.text() | JSON.map(lambda value: json.dumps(value)))
def test_any_other_text_is_refused(text: str) -> None:
    assert loads_or_refuses(text) is None


def test_no_other_error_escapes_the_scenario_reader() -> None:
    with pytest.raises(ScenarioError):
        Game.from_scenario(json.loads('{"form": "duel", "seats": [], "board": {}}'))
