"""Tests of scenarios: each field has its effect, omitted cards are dealt, mistakes are named."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tashkalar import Game, ScenarioError, cards
from tashkalar.formats.checkpoint import state_hash
from tashkalar.formats.scenario_form import PilesForm, ScenarioForm, SeatForm, TurnForm
from tashkalar.json_reader import DEEPEST_NESTING, Node, parse_json
from tests.engine.playing import assert_equal, steps
from tests.support import run_out

Data = dict[str, Any]

NORTHERN = [card.id for card in cards.by_school("northern")]
LEGENDS = [card.id for card in cards.legend_deck()]
FLARES = list(cards.FLARES)
SMALL: Data = {
    "form": "duel",
    "seats": [{"school": "northern"}, {"school": "sylvan"}],
    "board": {},
}
FULL: Data = {
    "form": "high-form",
    "seed": 7,
    "teams": False,
    "options": {"legends": True},
    "goal": "claim",
    "text": "Claim a task.",
    "seats": [
        {
            "school": "northern",
            "name": "Ann",
            "hand": ["swordmaster", "bomb", "knight"],
            "legends": ["titan", "leviathan"],
            "flare": "flare-03",
            "score": 4,
            "deck": ["herald"],  # the others are the discard pile
        },
        {"school": "sylvan", "score": 2, "flare": ["flare-05"]},
    ],
    "board": {"e5": "1 heroic", "e6": "2 common", "a5": "2 legendary"},
    "tasks": {"current": ["red-conquest", "destruction"], "next": "isolation"},
    "piles": {
        "legend_deck": ["fire-dragon"],
        "legend_discards": ["hell-bull"],
        "flare_deck": ["flare-01", "flare-02"],
        "flare_discards": ["flare-04"],
    },
    "turn": {
        "seat": 2,
        "actions": 1,
        "number": 12,
        "discarded": True,
        "destroyed": {"1": {"common": 2, "legendary": 1}},
        "summoned": [{"card": "dryad", "square": "e6"}],
        "last_turns": 2,
        "deck_out": True,
        "extra": True,
        "extra_turns": 1,
        "extra_beings": 2,
        "extra_legends": 1,
        "borrow": 1,
    },
}
# Everything that the expansion schools, the melee and teams add.
MELEE: Data = {
    "form": "melee",
    "seats": [
        {
            "school": "everfrost",
            "frozen": "ice-queen",
            "score": {"2": 4, "3": 1},
            "improvised": [3],
            "penalty": 1,
        },
        {"school": "nethervoid", "score": {"1": 7}, "improvised": []},
        {"school": "etherweave", "pending": "merchant-of-time"},
    ],
    "board": {"e5": "2 heroic", "e6": "1 common", "e7": "3 legendary"},
    "gateway": "e5",
    "captive": {"owner": 2, "rank": "common", "gateway": True},
    "removed": {"2": {"two-sided": 2, "legendary": 1}, "3": {"legendary": 1}},
    "turn": {
        "seat": 3,
        "number": 9,
        "empties": 2,
        "summon_with": 1,
        "doubled": 1,
        "warped": ["merchant-of-time"],
        "last_turns": 3,
    },
}
TEAMS: Data = {
    "form": "high-form",
    "teams": True,
    "seats": [
        {"school": "northern", "score": 2, "deck": ["bomb", "knight", "herald"]},
        {"school": "sylvan", "sideways": 4},
        {"school": "everfrost", "score": 3, "legends": "titan"},
        {"school": "nethervoid"},
    ],
    "board": {"e5": "1 heroic", "e6": "2 common"},
    "gateway": "e6",
    "turn": {"seat": 1, "passed": True, "last_turns": 4},
}


def with_value(place: str, value: object, base: Data = FULL) -> Data:
    """A copy of a scenario with a value put at a path such as ``seats[0].hand``."""
    data = copy.deepcopy(base)
    *path, last = steps_of(place)
    inner: Any = data
    for key in path:
        inner = inner[key]
    inner[last] = value
    return data


def without(place: str, base: Data = FULL) -> Data:
    data = copy.deepcopy(base)
    *path, last = steps_of(place)
    inner: Any = data
    for key in path:
        inner = inner[key]
    del inner[last]
    return data


def steps_of(place: str) -> list[Any]:
    parts = re.findall(r"\[(\d+)\]|([^.\[\]]+)", place)
    return [int(number) if number else name for number, name in parts]


def error_of(mapping: object) -> str:
    with pytest.raises(ScenarioError) as caught:
        Game.from_scenario(mapping)  # type: ignore[arg-type]
    message = str(caught.value)
    assert message.startswith(f"{caught.value.path}: ")
    assert "\n" not in message
    assert len(message) < 400
    return message


def all_cards(game: Game, seat: int) -> list[str]:
    state = game.state
    return sorted(state.hands[seat] + state.decks[seat] + state.discards[seat])


# -- what is written -----------------------------------------------------------------------------


def test_everything_that_is_written_comes_true() -> None:
    game = Game.from_scenario(FULL)
    state = game.state
    assert state.setup.form == "high-form"
    assert state.setup.seed == "7"
    assert state.setup.names == ("Ann", "")
    assert state.hands[0] == ("swordmaster", "bomb", "knight")
    assert state.decks[0] == ("herald",)
    assert set(state.discards[0]) == {*NORTHERN} - {"swordmaster", "bomb", "knight", "herald"}
    assert state.legends[0] == ("titan", "leviathan")
    assert len(state.legends[1]) == 2
    assert state.legend_deck == ("fire-dragon",)
    assert state.legend_discards[0] == "hell-bull"
    assert state.flares == (("flare-03",), ("flare-05",))
    assert state.flare_deck == ("flare-01", "flare-02")
    assert state.flare_discards[0] == "flare-04"
    assert state.points == (4, 2)
    assert game.score(2) == 3
    assert {s: (p.owner, p.rank) for s, p in game.board.items()} == {
        "e5": (1, "heroic"),
        "e6": (2, "common"),
        "a5": (2, "legendary"),
    }
    assert state.current_tasks == ("red-conquest", "destruction")
    assert state.task_deck[0] == "isolation"
    assert game.player == 2
    assert state.actions == 1
    assert state.turn == 12
    assert state.discarded
    assert state.destroyed == (2, 0, 1, 0, 0, 0)
    assert [(s.card, s.legend) for s in state.summoned] == [("dryad", False)]
    assert state.last_turns == 2
    assert state.deck_out
    assert state.in_extra_turn
    assert (state.extra_turns, state.extra_beings, state.extra_legends) == (1, 2, 1)
    assert state.borrow == 1


def test_what_schools_and_the_melee_add_comes_true() -> None:
    game = Game.from_scenario(MELEE)
    state = game.state
    assert game.player == 3
    assert state.frozen == ("ice-queen", "", "")
    assert state.pending == ("", "", "merchant-of-time")
    assert [len(hand) for hand in state.hands] == [3, 3, 2]
    assert [len(deck) for deck in state.decks] == [14, 15, 15]
    assert state.points == (0, 4, 1, 7, 0, 0, 0, 0, 0)
    assert state.markers == (0b100, 0, 0b011)
    assert state.penalties == (1, 0, 0)
    assert game.view(1)["gateway"] == "e5"
    assert game.view(1)["captive"] == {"owner": 2, "rank": "common", "gateway": True}
    assert [state.supply(1, rank) for rank in (0, 2)] == [15 - 1 - 1 - 2, 2]
    assert [state.supply(2, rank) for rank in (0, 2)] == [15, 1]
    assert (state.empties, state.summon_with, state.doubled) == (2, 1, 1)
    assert state.warped == ("merchant-of-time",)
    assert state.last_turns == 3
    plain = Game.from_scenario({**without("turn", MELEE), "removed": {}}).state
    assert (plain.seat, plain.actions, plain.phase) == (0, 2, "play")
    assert (plain.empties, plain.summon_with, plain.doubled, plain.warped) == (0, 0, 0, ())


def test_a_being_that_counted_as_a_legend_is_told() -> None:
    done = [
        {"card": "gate-master", "square": "e5", "legend": True},
        {"card": "iris-of-eternity", "square": "e6", "legend": False},
        {"card": "gate-master", "square": "e7"},
        {"card": "titan", "square": "e4", "legend": True},
    ]
    game = Game.from_scenario(with_value("turn.summoned", done))
    assert [s.legend for s in game.state.summoned] == [True, False, False, True]


@pytest.mark.parametrize(
    ("turn", "early", "first"),
    [
        ({"seat": 1, "number": 1}, 0, True),
        ({"seat": 2, "number": 2}, 0, True),
        ({"seat": 1, "number": 2, "extra": True}, 1, False),
        ({"seat": 2, "number": 3, "early_extras": 1}, 1, True),
        ({"seat": 2, "number": 4, "early_extras": 2, "extra": True}, 2, False),
        ({"seat": 1, "number": 3}, 0, False),
        ({"seat": 1, "number": 4, "extra": True}, 0, False),
    ],
)
def test_the_first_turns_are_told(turn: Data, early: int, first: bool) -> None:
    state = Game.from_scenario({**SMALL, "turn": turn}).state
    assert (state.early_extras, state.is_first_turn) == (early, first)


@pytest.mark.parametrize("extra", [False, True])
@pytest.mark.parametrize("seat", [1, 2])
def test_a_position_is_past_the_first_round_unless_it_says_so(seat: int, extra: bool) -> None:
    """The author of a puzzle with a warp effect need not think of the first turn (R22.4)."""
    weaver = {"school": "etherweave", "hand": ["antimatter-spirit"]}
    seats = [weaver, {"school": "sylvan"}]
    described = {"form": "duel", "seats": seats[:: 3 - 2 * seat], "board": {}}
    turn: Data = {"seat": seat, "extra": extra}
    game = Game.from_scenario({**described, "turn": turn})
    assert not game.state.is_first_turn
    assert (game.state.turn, game.state.early_extras) == (2 + seat + extra, 0)
    assert "%antimatter-spirit" in {move.code for move in game.legal_moves()}
    first = Game.from_scenario({**described, "turn": {"seat": seat, "number": seat}})
    assert "%antimatter-spirit" not in {move.code for move in first.legal_moves()}


def dealt_legends(named: Mapping[int, object], **turn: object) -> list[int]:
    """Return the number of legends of each seat of a team game, for some named hands."""
    seats: list[Data] = [{"school": s} for s in ("northern", "sylvan", "highland", "southern")]
    for seat, legends in named.items():
        seats[seat - 1]["legends"] = legends
    data: Data = {"form": "duel", "teams": True, "seats": seats, "board": {}, "turn": turn}
    return [len(hand) for hand in Game.from_scenario(data).state.legends]


@pytest.mark.parametrize(
    ("named", "turn", "held"),
    [
        ({}, {}, [2, 2, 0, 0]),
        ({}, {"seat": 2}, [0, 2, 2, 0]),  # seat 1 has handed its legends over (R19.15)
        ({}, {"seat": 3}, [0, 0, 2, 2]),
        ({}, {"seat": 4}, [2, 0, 0, 2]),
        ({}, {"seat": 1, "passed": True}, [0, 2, 2, 0]),  # R19.12
        ({1: "titan"}, {"seat": 3}, [1, 0, 0, 2]),
        ({1: [], 2: ["titan"]}, {"seat": 3}, [0, 1, 0, 0]),
    ],
)
def test_a_teams_legends_are_dealt_to_who_holds_them(
    named: Mapping[int, object], turn: Mapping[str, object], held: list[int]
) -> None:
    assert dealt_legends(named, **turn) == held


def test_what_teams_add_comes_true() -> None:
    game = Game.from_scenario(TEAMS)
    state = game.state
    assert state.setup.colours == (0, 1, 0, 1)
    assert (game.player, state.seat, state.passed) == (3, 0, True)
    assert state.points == (5, 0)
    assert state.sideways == (3, 4, 6, 6)
    assert [len(hand) for hand in state.legends] == [0, 2, 1, 0]  # R19.5: one of a team has them
    assert state.last_turns == 4
    assert state.gateway


@pytest.mark.parametrize("base", [MELEE, TEAMS], ids=["melee", "teams"])
def test_a_scenario_of_three_or_four_is_told_and_played(base: Data) -> None:
    game = Game.from_scenario(base)
    for _ in steps(game, 5, 60):
        if game.is_over or game.state.turn % 3 == 0:
            assert_equal(Game.from_json(game.to_json()), game)
            assert_equal(Game.from_record(game.record()), game)


def test_what_is_left_out_is_dealt_from_the_seed() -> None:
    one, again = (Game.from_scenario({**SMALL, "seed": "x"}) for _ in range(2))
    assert one.state.key() == again.state.key()
    assert state_hash(one.state) != state_hash(Game.from_scenario({**SMALL, "seed": "y"}).state)
    assert [len(hand) for hand in one.state.hands] == [3, 3]
    assert [len(hand) for hand in one.state.legends] == [2, 2]
    assert [len(hand) for hand in one.state.flares] == [1, 1]
    assert one.player == 1
    assert one.state.actions == 2


@pytest.mark.parametrize("base", [SMALL, FULL], ids=["small", "full"])
def test_no_card_is_lost_or_doubled(base: Data) -> None:
    game = Game.from_scenario(base)
    state = game.state
    assert all_cards(game, 0) == sorted(NORTHERN)
    assert all_cards(game, 1) == sorted(card.id for card in cards.by_school("sylvan"))
    legends = (*state.legends, state.legend_deck, state.legend_discards)
    assert sorted(c for pile in legends for c in pile) == sorted(LEGENDS)
    flares = (*state.flares, state.flare_deck, state.flare_discards)
    assert sorted(c for pile in flares for c in pile) == sorted(FLARES)


def test_a_deck_order_can_be_given() -> None:
    order = [card for card in NORTHERN if card != "knight"]
    data = with_value("seats[0]", {"school": "northern", "hand": "knight", "deck": order}, SMALL)
    state = Game.from_scenario(data).state
    assert state.hands[0] == ("knight",)
    assert state.decks[0] == tuple(order)
    assert state.discards[0] == ()
    pile = with_value("seats[0]", {"school": "northern", "hand": [], "discards": order}, SMALL)
    state = Game.from_scenario(pile).state
    assert state.hands[0] == ()
    assert state.decks[0] == ("knight",)
    assert state.discards[0] == tuple(order)


def test_how_deep_a_scenario_may_go() -> None:
    """Values are read to the deepest level allowed; deeper ones are refused for their depth."""

    def deep(levels: int) -> Data:
        inner: object = 1
        for _ in range(levels):
            inner = [inner]
        return {**SMALL, "anything": inner}

    for levels, message in (
        (DEEPEST_NESTING - 1, "anything: unknown key"),
        (DEEPEST_NESTING, "inside each other"),
    ):
        with pytest.raises(ScenarioError, match=message):
            Game.from_scenario(deep(levels))


def test_every_being_must_lie_somewhere() -> None:
    places = {"hand": "knight", "deck": NORTHERN[:2], "discards": []}
    data = with_value("seats[0]", {"school": "northern", **places}, SMALL)
    with pytest.raises(ScenarioError, match="neither in the hand, the deck nor the discard pile"):
        Game.from_scenario(data)


def test_what_the_discard_action_put_on_the_pile_is_known_to_its_owner_alone() -> None:
    seat = {"school": "northern", "discards": ["knight", "bomb"], "dropped": ["knight"]}
    game = Game.from_scenario(with_value("seats[0]", seat, SMALL))
    assert game.state.dropped[0] == ("knight",)
    (seats,) = (value for key, value in game.view(1).items() if key == "seats")
    assert isinstance(seats, list) and seats[0]["played"] == ["bomb"]
    seat["dropped"] = ["champion"]
    with pytest.raises(ScenarioError, match="dropped"):
        Game.from_scenario(with_value("seats[0]", seat, SMALL))


def test_task_decks_can_be_given() -> None:
    tasks = {"current": ["isolation"], "next": [], "deck": ["destruction", "side-chain"]}
    state = Game.from_scenario(with_value("tasks", tasks)).state
    assert state.current_tasks == ("isolation",)
    assert state.task_deck == ("destruction", "side-chain")
    state = Game.from_scenario(with_value("tasks", {"next": "isolation"})).state
    assert len(state.current_tasks) == 3
    assert "isolation" not in state.current_tasks
    assert len({*state.current_tasks, *state.task_deck}) == len(cards.TASKS)


def test_a_dealt_next_task_keeps_to_the_three_of_four_rule() -> None:
    for seed in range(20):
        tasks = {"current": ["red-conquest", "green-conquest", "isolation"]}
        state = Game.from_scenario({**with_value("tasks", tasks), "seed": seed}).state
        kinds = [cards.TASKS[t].type for t in state.current_tasks]
        assert kinds.count(cards.TASKS[state.task_deck[0]].type) < 2


def test_dealt_current_tasks_keep_to_it_too() -> None:
    for seed in range(20):
        named = {"next": "heroic-destruction"}
        state = Game.from_scenario({**with_value("tasks", named), "seed": seed}).state
        assert not any(cards.TASKS[t].advanced for t in state.current_tasks)  # R4.6
        kinds = [cards.TASKS[t].type for t in (*state.current_tasks, state.task_deck[0])]
        assert max(map(kinds.count, kinds)) < 3  # R4.9


def test_named_tasks_are_taken_as_they_are() -> None:
    """An author may break R4.6 and R4.9; the next claim deals by the rule again (R13.6)."""
    named = {"current": ["red-conquest", "green-conquest", "red-legends"], "next": "color-conquest"}
    board = {"d8": "1 heroic", "h4": "1 heroic", "c2": "1 common"}
    data = {"form": "high-form", "seats": SMALL["seats"], "board": board, "tasks": named}
    game = Game.from_scenario({**data, "turn": {"actions": 0}})
    assert list(game.state.current_tasks) == named["current"]
    assert game.state.task_deck[0] == named["next"]
    game.play("=red-conquest")
    assert cards.TASKS[game.state.task_deck[0]].type != "colored"


def test_a_learning_game_has_no_legends() -> None:
    state = Game.from_scenario({**SMALL, "options": {"legends": False}}).state
    assert not any((*state.legends, state.legend_deck, state.legend_discards))
    assert not state.setup.legends


def test_the_description_has_a_working_example_and_every_key() -> None:
    text = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
    example = re.search(r"## Scenario\n\n```json\n(.*?)```", text, re.DOTALL)
    assert example is not None
    assert Game.from_scenario(json.loads(example[1])).board
    for form in (ScenarioForm, SeatForm, TurnForm, PilesForm):
        for key in form.shapes:
            assert f"`{key}`" in text, key


def test_the_game_keeps_a_copy_of_its_own() -> None:
    class Odd(Mapping[str, object]):
        def __getitem__(self, key: str) -> object:
            return SMALL[key]

        def __iter__(self) -> Any:
            return iter(SMALL)

        def __len__(self) -> int:
            return len(SMALL)

    data = copy.deepcopy(FULL)
    data["seats"] = tuple(data["seats"])
    game = Game.from_scenario(data)
    before = game.to_json()
    data["board"]["e7"] = "1 common"
    data["seats"][0]["hand"].append("x")
    assert game.to_json() == before
    assert json.loads(before)["scenario"] == FULL
    odd = Game.from_scenario(Odd())
    scenario = {**SMALL, "turn": {"number": 3}}  # what may have another default some day
    assert json.loads(odd.to_json())["scenario"] == scenario


# -- what is wrong -------------------------------------------------------------------------------

DEEP: list[Any] = []
DEEP.append(DEEP)

WRONG: list[tuple[object, str]] = [
    (None, "scenario: an object is needed"),
    ([], "scenario: an object is needed"),
    ("{}", "scenario: an object is needed"),
    (7, "scenario: an object is needed"),
    ({}, "form: is missing"),
    ({1: 2}, "scenario: the key 1 is not a text"),
    (without("form"), "form: is missing"),
    (without("seats"), "seats: is missing"),
    (without("board"), "board: is missing"),
    (without("seats[1].school"), "seats[1].school: is missing"),
    (with_value("colour", 1), "colour: unknown key"),
    (with_value("seats[1].hat", 1), "seats[1].hat: unknown key"),
    (with_value("turn.bonus", 1), "turn.bonus: unknown key"),
    (with_value("piles.being_deck", []), "piles.being_deck: unknown key"),
    (with_value("tasks.claimed", []), "tasks.claimed: unknown key"),
    (with_value("options.cheat", True), "options.cheat: unknown key"),
    ({**FULL, "a b\n": 1}, "'a b\\n': unknown key"),
    ({**FULL, "x" * 5000: 1}, "unknown key"),
    (with_value("form", "chess"), "form: 'chess' is not known (high-form, duel"),
    (with_value("form", None), "form: a text is needed"),
    (with_value("form", ["duel"]), "form: a text is needed"),
    (with_value("seed", None), "seed: a whole number or a text"),
    (with_value("seed", True), "seed: a whole number or a text"),
    (with_value("seed", 1.5), "seed: float is not a type"),
    (with_value("seed", "\ud800"), "seed: control characters"),
    (with_value("seed", "x" * 101), "seed: longer than 100"),
    (with_value("seed", 10**5000), "seed: the number is too long"),
    (with_value("teams", 0), "teams: true or false"),
    (with_value("teams", True), "seats: the high-form in teams needs 4 schools, not 2"),
    (with_value("options", []), "options: an object"),
    (with_value("options.legends", 1), "options.legends: true or false"),
    (with_value("goal", 1), "goal: a text"),
    (with_value("text", "x" * 4001), "text: longer than 4000"),
    (with_value("text", b"x"), "text: bytes is not a type"),
    (with_value("seats", {}), "seats: a list"),
    (with_value("seats", "northern"), "seats: a list"),
    (with_value("seats", []), "seats: the high-form needs 2"),
    (with_value("seats", [{"school": "northern"}]), "seats: the high-form needs 2"),
    (with_value("seats", [1] * 5), "seats: more than 4"),
    (with_value("seats[1]", None), "seats[1]: an object"),
    (with_value("seats[1]", []), "seats[1]: an object"),
    (with_value("seats[1].school", "x"), "seats[1].school: 'x' is not known"),
    (with_value("seats[1].school", "northern"), "seats[1].school: 'northern' is used twice"),
    (with_value("seats[1].school", 5), "seats[1].school: a text"),
    (with_value("seats[0].name", 5), "seats[0].name: a text"),
    (with_value("seats[0].name", "x" * 41), "seats[0].name: longer than 40"),
    (with_value("seats[0].name", "a\nb"), "seats[0].name: the sign U+000A"),
    (with_value("seats[0].hand", 5), "seats[0].hand: a list"),
    (with_value("seats[0].hand", {"a": 1}), "seats[0].hand: a list"),
    (with_value("seats[0].hand", [5]), "seats[0].hand[0]: a text"),
    (with_value("seats[0].hand", ["x" * 999]), "seats[0].hand[0]: 'xxx"),
    (with_value("seats[0].hand[1]", "dragon"), "seats[0].hand[1]: 'dragon' is not a card"),
    (with_value("seats[0].hand[0]", "dryad"), "seats[0].hand[0]: 'dryad' is not a card of that"),
    (with_value("seats[0].hand[1]", "knight"), "seats[0].hand[2]: 'knight' is named twice"),
    (with_value("seats[0].deck", ["bomb"]), "seats[0].deck[0]: 'bomb' is named twice"),
    (with_value("seats[0].discards", ["bomb"]), "seats[0].discards[0]: 'bomb' is named twice"),
    (with_value("seats[0].discards", ["champion"]), "seats[0].deck: "),
    (with_value("seats[1].legends", ["titan"]), "seats[1].legends[0]: 'titan' is named twice"),
    (with_value("seats[1].flare", "flare-03"), "seats[1].flare: 'flare-03' is named twice"),
    (with_value("seats[1].flare", "titan"), "seats[1].flare: 'titan' is not a card"),
    (with_value("piles.legend_deck", ["titan"]), "piles.legend_deck[0]: 'titan' is named twice"),
    (with_value("piles.flare_discards", ["flare-01"]), "piles.flare_discards[0]: 'flare-01' is"),
    (with_value("piles", []), "piles: an object"),
    (with_value("options.legends", False), "seats[0].legends[0]: 'titan' is not a card"),
    (with_value("seats[0].score", -1), "seats[0].score: -1 is not between"),
    (with_value("seats[0].score", True), "seats[0].score: a whole number"),
    (with_value("seats[0].score", "4"), "seats[0].score: a whole number"),
    (with_value("seats[0].score", {"2": 4}), "seats[0].score: a whole number is needed: there is"),
    (with_value("board", []), "board: an object"),
    (with_value("board.a1", "1 common"), "board.a1: is not a square"),
    (with_value("board.E5", "1 common"), "board.E5: is not a square"),
    (with_value("board.e5", None), "board.e5: a text"),
    (with_value("board.e5", ""), "board.e5: the owner"),
    (with_value("board.e5", "3 common"), "board.e5: the owner"),
    (with_value("board.e5", "0 common"), "board.e5: the owner"),
    (with_value("board.e5", "\u00b2 common"), "board.e5: the owner"),
    (with_value("board.e5", "1  common"), "board.e5: the rank"),
    (with_value("board.e5", "1 king"), "board.e5: the rank"),
    (with_value("board.e5", "1"), "board.e5: the rank"),
    (
        with_value("board", {f"{f}5": "1 legendary" for f in "abcd"}),
        "board.d5: colour 1 has no piece left for a legendary one",
    ),
    (
        with_value("board", {f"{f}{r}": "2 common" for f in "cdefg" for r in "3456"}),
        "colour 2 has no piece left for a common one",
    ),
    ({**SMALL, "tasks": {}}, "tasks: there are no tasks in the duel"),
    (with_value("tasks", []), "tasks: an object"),
    (with_value("tasks.current", "chess"), "tasks.current: 'chess' is not a card"),
    (with_value("tasks.current", list(cards.TASKS)[:4]), "tasks.current: at most 3"),
    (with_value("tasks.next", "red-conquest"), "tasks.next: 'red-conquest' is named twice"),
    (with_value("tasks.next", ["isolation", "side-chain"]), "tasks.next: there is one"),
    (with_value("tasks.deck", ["isolation"]), "tasks.deck[0]: 'isolation' is named twice"),
    (with_value("turn", 1), "turn: an object"),
    (with_value("turn.seat", 0), "turn.seat: 0 is not between 1 and 2"),
    (with_value("turn.seat", 3), "turn.seat: 3 is not between 1 and 2"),
    (with_value("turn.seat", "1"), "turn.seat: a whole number"),
    (with_value("turn.actions", -1), "turn.actions: -1"),
    (with_value("turn.actions", 100), "turn.actions: 100"),
    (with_value("turn.number", 0), "turn.number: 0"),
    (with_value("turn.last_turns", 3), "turn.last_turns: 3 is not between 0 and 2"),
    (with_value("turn", {"last_turns": 0}), "turn.last_turns: the game must be over"),
    (with_value("turn.discarded", 1), "turn.discarded: true or false"),
    (with_value("turn.extra", "yes"), "turn.extra: true or false"),
    (with_value("turn.early_extras", -1), "turn.early_extras: -1"),
    (with_value("turn.early_extras", 1), "turn.early_extras: turn 12 is not in the first round"),
    (with_value("turn.early_extras", 12), "turn.early_extras: turn 12 is not in the first round"),
    (with_value("turn.borrow", 100), "turn.borrow: 100"),
    (with_value("turn.destroyed", []), "turn.destroyed: an object"),
    (with_value("turn.destroyed", {"3": {}}), "turn.destroyed.3: the owner"),
    (with_value("turn.destroyed", {"1": 2}), "turn.destroyed.1: an object"),
    (with_value("turn.destroyed", {"1": {"king": 1}}), "turn.destroyed.1.king: unknown key"),
    (with_value("turn.destroyed", {"1": {"common": -1}}), "turn.destroyed.1.common: -1"),
    (with_value("turn.summoned", {}), "turn.summoned: a list"),
    (with_value("turn.summoned", [{}]), "turn.summoned[0].card: is missing"),
    (with_value("turn.summoned[0].square", "a1"), "turn.summoned[0].square: 'a1'"),
    (with_value("turn.summoned[0].card", "chess"), "turn.summoned[0].card: 'chess'"),
    (with_value("turn.summoned", [{"card": "dryad", "square": "e6"}] * 51), "more than 50"),
    (with_value("turn.summoned[0].legend", 1), "turn.summoned[0].legend: true or false"),
    (with_value("turn.summoned[0].legend", True), "turn.summoned[0].legend: 'dryad' never counts"),
    (
        with_value("turn.summoned[0]", {"card": "titan", "square": "e6", "legend": False}),
        "turn.summoned[0].legend: 'titan' always counts as a legend",
    ),
    # -- seats, teams and schools
    ({**SMALL, "teams": True}, "seats: the duel in teams needs 4 schools, not 2"),
    (without("seats[3]", TEAMS), "seats: the high-form in teams needs 4 schools, not 3"),
    (with_value("teams", False, TEAMS), "seats: the high-form needs 2 schools, not 4"),
    (with_value("form", "melee", TEAMS), "teams: there is no team play in the melee"),
    (with_value("form", "duel", without("teams", TEAMS)), "seats: the duel needs 2 schools, not 4"),
    (with_value("form", "melee", SMALL), "seats: the melee needs 3 or 4 schools, not 2"),
    (with_value("seats", MELEE["seats"][:1], MELEE), "seats: the melee needs 3 or 4 schools"),
    (with_value("seats", TEAMS["seats"] * 2, MELEE), "seats: more than 4"),
    (with_value("teams", True, MELEE), "teams: there is no team play in the melee"),
    (with_value("seats[1].frozen", "frostling", TEAMS), "seats[1].frozen: 'frostling' is not"),
    (with_value("seats[3].pending", "merchant-of-time", TEAMS), "seats[3].pending: 'merchant-of"),
    (with_value("gateway", "e5", SMALL), "gateway: nobody plays a school with a Gateway"),
    (with_value("gateway", ["e5", "e6"], MELEE), "gateway: a text is needed"),
    (with_value("seats[0].improvised", [2], SMALL), "seats[0].improvised: only in a melee"),
    (with_value("seats[3].school", "sylvan", TEAMS), "seats[3].school: 'sylvan' is used twice"),
    (with_value("board.e5", "3 common", TEAMS), "board.e5: the owner must be a number from 1 to 2"),
    (with_value("board.e5", "4 common", MELEE), "board.e5: the owner must be a number from 1 to 3"),
    (with_value("turn.seat", 5, TEAMS), "turn.seat: 5 is not between 1 and 4"),
    (with_value("turn.last_turns", 5, TEAMS), "turn.last_turns: 5 is not between 0 and 4"),
    (with_value("turn.passed", 1, TEAMS), "turn.passed: true or false"),
    (with_value("turn.passed", True, MELEE), "turn.passed: control is passed in team games only"),
    (with_value("seats[1].sideways", 7, TEAMS), "seats[1].sideways: 7 is not between 0 and 6"),
    (with_value("seats[0].sideways", 4, TEAMS), "seats[0].sideways: 4 is not between 0 and 3"),
    (with_value("seats[0].sideways", 0, MELEE), "seats[0].sideways: cards lie sideways in team"),
    (with_value("seats[0].score", {"2": 1}, TEAMS), "seats[0].score: a whole number is needed"),
    (with_value("seats[0].score", 4, MELEE), "seats[0].score: an object is needed"),
    (with_value("seats[0].score", {"1": 4}, MELEE), "seats[0].score.1: unknown key"),
    (with_value("seats[0].score", {"4": 4}, MELEE), "seats[0].score.4: unknown key"),
    (with_value("seats[0].score.2", -1, MELEE), "seats[0].score.2: -1 is not between"),
    (with_value("seats[0].improvised", [1], MELEE), "seats[0].improvised[0]: that is the seat's"),
    (with_value("seats[0].improvised", [4], MELEE), "seats[0].improvised[0]: 4 is not between"),
    (with_value("seats[0].improvised", 2, MELEE), "seats[0].improvised: a list is needed"),
    (with_value("seats[0].improvised", [2], TEAMS), "seats[0].improvised: only in a melee"),
    (with_value("seats[0].penalty", 3, MELEE), "seats[0].penalty: 3 is not between 0 and 2"),
    (with_value("seats[0].frozen", ["ice-queen", "x"], MELEE), "seats[0].frozen: a text is needed"),
    (with_value("seats[0].frozen", "polar-bear", MELEE), "seats[0].frozen: 'polar-bear' has no"),
    (
        with_value("seats[1].frozen", "ice-queen", MELEE),
        "seats[1].frozen: 'ice-queen' is not known",
    ),
    (with_value("seats[0].hand", "ice-queen", MELEE), "seats[0].hand: 'ice-queen' is not a card"),
    (
        with_value("seats[0].pending", "ice-queen", MELEE),
        "seats[0].pending: 'ice-queen' has no warp",
    ),
    (with_value("seats[1].pending", "merchant-of-time", MELEE), "seats[1].pending: 'merchant-of"),
    (with_value("seats[2].pending", "time-weaver", MELEE), "seats[2].pending: 'time-weaver'"),
    (with_value("gateway", "e7", MELEE), "gateway: a legendary piece is never the Gateway"),
    (with_value("gateway", "e6", MELEE), "gateway: there is no common or heroic piece"),
    (with_value("gateway", "e4", MELEE), "gateway: there is no common or heroic piece"),
    (with_value("gateway", "a1", MELEE), "gateway: 'a1' is not known"),
    (with_value("gateway", "e5", FULL), "gateway: nobody plays a school with a Gateway"),
    (with_value("captive", {"owner": 1}, MELEE), "captive.rank: is missing"),
    (with_value("captive.owner", 4, MELEE), "captive.owner: 4 is not between 1 and 3"),
    (with_value("captive.rank", "king", MELEE), "captive.rank: 'king' is not known"),
    (
        with_value("captive.rank", "legendary", MELEE),
        "captive.gateway: this piece cannot have been",
    ),
    (with_value("captive.owner", 1, MELEE), "captive.gateway: this piece cannot have been"),
    (
        with_value("captive", {"owner": 1, "rank": "common"}, TEAMS),
        "captive: nobody plays",
    ),
    (
        {**MELEE, "removed": {"1": {"legendary": 3}}, "captive": {"owner": 1, "rank": "legendary"}},
        "captive.rank: colour 1 has no piece left for a legendary one",
    ),
    (with_value("removed", {"4": {}}, MELEE), "removed.4: unknown key"),
    (with_value("removed", {"1": {"common": 1}}, MELEE), "removed.1.common: unknown key"),
    (with_value("removed.2.legendary", 4, MELEE), "removed.2.legendary: 4 is not between 0 and 3"),
    (
        with_value("removed.2.two-sided", 14, MELEE),
        "removed.2.two-sided: 14 is not between 0 and 13",
    ),
    (with_value("removed", {}, FULL), "removed: nobody plays a school that removes"),
    (with_value("removed.3.legendary", 3, MELEE), "board.e7: colour 3 has no piece left"),
    (with_value("turn.warped", ["knight"], MELEE), "turn.warped[0]: 'knight' is not known"),
    (with_value("turn.summon_with", 4, MELEE), "turn.summon_with: 4 is not between 1 and 3"),
    (with_value("turn.empties", -1, MELEE), "turn.empties: -1"),
    (with_value("turn.doubled", 100, MELEE), "turn.doubled: 100"),
    (with_value("turn.number", 100_000), "turn.number: 100000 is not between 1 and 99999"),
    (with_value("seats[0].score", 10_000), "seats[0].score: 10000 is not between"),
    (with_value("seats[0].score", 9_998, TEAMS), "seats: 10001 is not between 0 and 9999"),
    (with_value("text", {1, 2}), "text: set is not a type"),
    (with_value("text", DEEP), "more than 32 lists and objects"),
    (with_value("text", [[0] * 500] * 500), "more than 200000 values"),
    (with_value("seats[0].hand", ["bomb"] * 10**5), "seats[0].hand[1]: 'bomb' is named twice"),
]


@pytest.mark.parametrize(("mapping", "message"), WRONG, ids=range(len(WRONG)))
def test_what_is_wrong_is_named_with_its_place(mapping: object, message: str) -> None:
    assert message in error_of(mapping)


def test_reading_says_what_is_wrong_with_a_text() -> None:
    assert parse_json('\ufeff {"a": [1, "\\u00e9"]}') == {"a": [1, "é"]}
    for text in ("[1", "[1] 2", '{"a":1,"a":1}', "[" * 40, "NaN", "1" * 30, "", None):
        with pytest.raises(ValueError, match=r"^[^\n]{5,200}$"):
            parse_json(text)
    assert parse_json('"' + "[" * 50 + '"') == "[" * 50
    assert parse_json("[" * 32 + "]" * 32)


def test_lists_are_no_texts_and_truths_no_numbers() -> None:
    for value in ("abc", {"a": 1}, 1, None):
        with pytest.raises(ScenarioError):
            Node(value, "x").items()
    with pytest.raises(ScenarioError, match="x: a whole number is needed"):
        Node(True, "x").number()


# -- fuzzing -------------------------------------------------------------------------------------

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 20)
    | st.integers()
    | st.floats()
    | st.text(max_size=4)
    | st.sampled_from(["e5", "knight", "titan", "flare-03", "2 heroic", "isolation", "sylvan"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.text(max_size=3) | st.sampled_from(["e5", "card", "square", "school", "1"]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=6,
)


def places(value: object, path: str = "") -> list[str]:
    paths = [path] if path else []
    if isinstance(value, dict):
        for key, child in value.items():
            paths += places(child, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for number, child in enumerate(value):
            paths += places(child, f"{path}[{number}]")
    return paths


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from([(base, place) for base in (FULL, MELEE, TEAMS) for place in places(base)]),
    VALUES,
    st.booleans(),
)
def test_any_value_in_any_place_is_refused_or_playable(
    where: tuple[Data, str], value: object, leave_out: bool
) -> None:
    base, place = where
    data = without(place, base) if leave_out else with_value(place, value, base)
    try:
        game = Game.from_scenario(data)
    except ScenarioError as error:
        assert "\n" not in str(error)
        return
    run_out(steps(game, 1, 6))
    assert_equal(Game.from_json(game.to_json()), game)
    assert_equal(Game.from_record(game.record()), game)


@settings(max_examples=60, deadline=None)
@given(VALUES)
def test_anything_at_all_is_refused(value: object) -> None:
    error_of(value)
