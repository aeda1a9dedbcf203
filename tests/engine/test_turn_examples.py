"""The worked positions of data/turn-examples.json, played through the engine.

Their patterns and effects are invented, so they are registered for one test and then played by
the codes a person would type. `SHAPES` names the function for each kind of situation; an example
that fits none fails.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from tashkalar import Game, IllegalMove, new_game
from tashkalar.cards import BEINGS, SCHOOLS, TASKS, by_school
from tashkalar.effects.effect import Effect
from tashkalar.effects.piece import combat, standard
from tashkalar.position.board import (
    COMMON,
    HEROIC,
    NAMES,
    NEAR,
    SQUARE_OF,
    SQUARES,
    distance,
    from_column_row,
)
from tashkalar.position.state import GameState
from tashkalar.rules.forms import FORMS
from tashkalar.rules.forms.high_form import HighForm, select_first_tasks
from tests.engine import plain_matcher as plain
from tests.engine.invented import Text, Workshop, being, nothing
from tests.support import assert_idle, offered, pieces

Example = dict[str, Any]
EXAMPLES: list[Example] = json.loads(
    (Path(__file__).parent / "data" / "turn-examples.json").read_text(encoding="utf-8")
)

SEAT = {"A": 1, "B": 2, "C": 3, "D": 4}
SIDES = {"A": 1, "B": 2}


def square(cell: Sequence[int]) -> str:
    return NAMES[from_column_row(cell[0], cell[1])]


def named(text: str) -> str:
    """ "5,4" as the examples write a square among keys."""
    return square([int(part) for part in text.split(",")])


def position(example: Example) -> dict[str, str]:
    return {square([c, r]): f"{SEAT[who]} {rank}" for c, r, who, rank in example["position"]}


def start(
    example: Example,
    *,
    hand: Sequence[str] = (),
    legends: Sequence[str] = (),
    flare: Sequence[str] = (),
    scores: Mapping[str, int] | None = None,
    deck: Sequence[str] | None = None,
    turn: Mapping[str, object] | None = None,
    board: Mapping[str, str] | None = None,
    **more: object,
) -> Game:
    """The position of an example with seat 1 to act (A is on turn in all of them)."""
    situation = example["situation"]
    assert situation.get("active", "A") == "A" and situation.get("on_turn", "A") == "A"
    scores = scores or {}
    first: dict[str, object] = {
        "school": "northern",
        "hand": list(hand),
        "legends": list(legends),
        "flare": list(flare),
        "score": scores.get("A", 0),
    }
    if deck is not None:
        first["deck"] = list(deck)
    return Game.from_scenario(
        {
            "form": situation.get("form", "high-form"),
            "seats": [first, {"school": "southern", "score": scores.get("B", 0)}],
            "board": position(example) if board is None else board,
            "turn": {"seat": 1, "actions": situation.get("actions_left", 2), **(turn or {})},
            **more,
        }
    )


def finish_turn(game: Game) -> None:
    """Use up the actions with placing, then end the turn."""
    seat, number = game.player, game.state.turn
    while game.player == seat and game.state.turn == number:
        codes = [move.code for move in game.legal_moves()]
        game.play("." if "." in codes else codes[0])


def remaining_turns(game: Game) -> list[str]:
    """Who has the turns that are still to come, to the end of the game."""
    found: list[str] = []
    while game.player is not None:
        found.append("ABCD"[game.player - 1])
        finish_turn(game)
        assert len(found) < 20
    return found


def destroyed(game: Game, from_event: int = 0) -> list[list[str]]:
    """The destroyed pieces of the whole game as [owner, rank]."""
    return [
        ["AB"[event.owner - 1], event.rank or ""]
        for entry in game.history()
        for event in entry.events[from_event:]
        if event.kind == "destroy"
    ]


def count_destroyed(state: GameState, owner: str) -> dict[str, int]:
    at = 3 * (SEAT[owner] - 1)
    return dict(zip(("common", "heroic", "legendary"), state.destroyed[at : at + 3], strict=True))


# --- one function for each shape of situation -------------------------------------------------

REASONS = {
    "no match": ("why.missing", "why.off-board"),
    "higher rank on summoning square": ("why.higher-rank",),
    "shortage": ("why.shortage.two-sided", "why.shortage.legendary"),
}


def summoning(example: Example, workshop: Workshop) -> None:
    situation, expected = dict(example["situation"]), dict(example["expected"])
    rank = situation["being_rank"]
    card = workshop.being(rank, [tuple(piece) for piece in situation["pattern"]])
    in_hand: dict[str, Any] = {"legends" if rank == "legendary" else "hand": [card]}
    game = start(example, **in_hand)
    target = square(situation["summon_at"])
    if "two_sided_supply" in situation:
        assert game.state.supply(0, COMMON) == situation["two_sided_supply"]
    if "legendary_supply" in situation:
        assert game.state.supply(0, 2) == situation["legendary_supply"]

    codes = {m.code for m in game.legal_moves() if m.kind == "summon" and m.square == target}
    assert bool(codes) == expected.pop("legal")
    assert (target in game.summons(card)) == bool(codes)
    why = game.explain(card, target)
    assert why.possible == bool(codes)
    if not codes:
        assert why.reason is not None and why.reason.id in REASONS[expected.pop("reason")]
        with pytest.raises(IllegalMove):
            game.play(f"{card}@{target}")
        if "actions_left" in expected:
            assert game.state.actions == expected.pop("actions_left")
            assert expected.pop("card_stays_in_hand") and card in game.state.hands[0]
        assert not expected
        return

    if expected.pop("only_with_mirroring", False):
        facts = plain.drawing(BEINGS[card])
        where = plain.cell_of(target)
        assert not plain.fits(plain.board_of(game), facts, 1, where, mirrors=(False,))
    if "placements" in expected:
        wanted = {frozenset(map(square, used)) for used in expected.pop("placements")}
        assert {match.used for match in game.summons(card)[target]} == wanted
    before = pieces(game)
    (code,) = codes
    game.play(code)
    if expected.pop("pick_up_required", False):
        assert game.prompt.kind == "pick-up" and not game.prompt.optional
        allowed = set(map(square, expected.pop("pick_up_allowed")))
        assert offered(game) == allowed
        assert not allowed & set(map(square, expected.pop("pick_up_forbidden")))
        lifted = sorted(allowed)[0]
        game.play(lifted)
        assert lifted not in game.board and destroyed(game) == []
        del before[lifted]
    assert_idle(game)
    assert pieces(game) == before | {target: f"1 {rank}"}
    for key, value in expected.items():
        if key == "destroyed":
            assert destroyed(game) == value
        elif key == "counted_for_points":
            assert sum(count_destroyed(game.state, "B").values()) == 1
        elif key == "points":
            game.play("+a5")
            game.play(".")
            assert game.score(1) == value and game.score(2) == 0
        elif key == "points_now":
            assert game.score(1) == value
        elif key == "points_end_of_turn":
            scored = game.score(1)
            finish_turn(game)
            assert game.score(1) - scored == value
        elif key == "pick_up":
            assert value is None
            assert not any(e.kind == "pick-up" for d in game.history() for e in d.events)
        elif key == "piece_at_5_5":
            assert value == ["AB"[game.board["e5"].owner - 1], game.board["e5"].rank]
        elif key == "two_sided_on_board":
            own = [p for p in game.board.values() if p.owner == 1 and p.rank != "legendary"]
            assert len(own) == value
        else:
            raise AssertionError(f"{example['id']}: nothing checks {key!r}")


def board_geometry(example: Example, workshop: Workshop) -> None:
    expected = example["expected"]
    for cell, exists in expected["on_board"].items():
        assert (named(cell) in SQUARE_OF) == exists
    for pair, adjacent in expected["adjacent"].items():
        a, b = (SQUARE_OF[named(cell)] for cell in pair.split("-"))
        assert bool(NEAR[a] >> b & 1) == bool(NEAR[b] >> a & 1) == adjacent
    for pair, steps in expected["distance"].items():
        a, b = (SQUARE_OF[named(cell)] for cell in pair.split("-"))
        assert distance(a, b) == steps
    assert len(SQUARES) == expected["squares_total"]
    game = start(example)
    assert len([m for m in game.legal_moves() if m.kind == "place"]) == expected["squares_total"]


def supplies(example: Example, workshop: Workshop) -> None:
    expected = example["expected"]
    assert set(expected["two_sided"]) == {"high-form", "duel", "melee-3", "melee-4"}
    for name, two_sided in expected["two_sided"].items():
        form, _, number = name.partition("melee-")
        schools = list(SCHOOLS)[: int(number or 2)]
        game = Game.from_scenario(
            {"form": form or "melee", "seats": [{"school": s} for s in schools], "board": {}}
        )
        for colour in range(len(schools)):
            assert game.state.supply(colour, COMMON) == two_sided
            assert game.state.supply(colour, HEROIC) == two_sided
            assert game.state.supply(colour, 2) == expected["legendary"]


def place_action(example: Example, workshop: Workshop) -> None:
    situation, expected = example["situation"], example["expected"]
    assert situation["action"] == "place"
    game = start(example)
    assert game.state.supply(0, COMMON) == situation["two_sided_supply"]
    lift = square(situation["pick_up"])
    legal = f"^{lift}" in offered(game)
    assert legal == expected["legal"]
    if not legal:
        assert not any(code.startswith("^") for code in offered(game))
        assert any(code.startswith("+") for code in offered(game))
        return
    assert not any(code.startswith("+") for code in offered(game))
    assert ("^e5" in offered(game)) == expected["pick_up_5_5_allowed"]
    game.play(f"^{lift}")
    assert ("e3" in offered(game)) == expected["target_5_7_allowed"]
    game.play(lift)
    assert_idle(game)
    assert game.board[lift].rank == expected["rank_after"]
    assert game.state.actions == 1
    assert destroyed(game) == []


def effect_of_text(text: str, target: str) -> Text:
    """The effects that the examples describe in words."""
    at = SQUARE_OF[target]

    def place_own(e: Effect) -> None:
        e.must_place(e.empty)

    def convert(e: Effect) -> None:
        e.must_convert(e.enemies & e.nonlegendary, COMMON)

    def upgrade(e: Effect) -> None:
        e.must_upgrade(e.own)

    def run_over(e: Effect) -> None:
        e.must_move(combat(e.enemies & e.common & 1 << at))

    return {
        "place one own common piece on an empty square": place_own,
        "convert an enemy piece (not legendary) into an own common piece": convert,
        "upgrade one of your pieces": upgrade,
        "combat move with an enemy common piece": run_over,
    }[text]


def effect(example: Example, workshop: Workshop) -> None:
    situation, expected = example["situation"], example["expected"]
    where = situation.get("target") or situation.get("move", [[5, 5]])[0]
    flare = workshop.always(effect_of_text(situation["effect"], square(where)))
    game = start(example, flare=[flare], turn={"actions": 0})
    before = pieces(game)
    game.play(f"!{flare}")
    if "move" in situation:
        origin, target = map(square, situation["move"])
        assert f"{origin}-{target}" in offered(game)
        game.play(f"{origin}-{target}")
    assert_idle(game)
    scored = game.score(1)
    for key, value in expected.items():
        if key == "placed":
            assert value == 0 and pieces(game) == before
        elif key == "pick_up_allowed":
            assert not value and all(e.kind == "flare" for e in game.history()[-1].events)
        elif key == "piece_at_5_5":
            assert value == ["AB"[game.board["e5"].owner - 1], game.board["e5"].rank]
        elif key == "points":
            finish_turn(game)
            assert game.score(1) == value
        elif key == "points_end_of_turn":
            finish_turn(game)
            assert game.score(1) - scored == value
        elif key == "counted":
            assert destroyed(game) == value == [["B", "common"]]
            assert count_destroyed(game.state, "B")["common"] == 1
        else:
            raise AssertionError(f"{example['id']}: nothing checks {key!r}")


def move_of_a_piece(example: Example, workshop: Workshop) -> None:
    situation, expected = example["situation"], example["expected"]
    how = {"standard": standard, "combat": combat}[situation["move"]]
    origin = square(situation["piece"])
    flare = workshop.always(lambda e: e.must_move(how(1 << SQUARE_OF[origin])))
    game = start(example, flare=[flare])
    game.play(f"!{flare}")
    for cell, allowed in expected["allowed"].items():
        assert (f"{origin}-{named(cell)}" in offered(game)) == allowed


def adjacent_after_moving(example: Example, workshop: Workshop) -> None:
    situation, expected = example["situation"], example["expected"]
    origin, target = square(situation["summoned_at"]), square(situation["now_at"])

    def moves_then_destroys(e: Effect) -> None:
        e.must_move(standard(e.being.bit, 1 << SQUARE_OF[target]))
        e.may_destroy(e.enemies & e.common & e.being.near)

    card = workshop.being("heroic", [], moves_then_destroys)
    board = position(example)
    assert board.pop(target) == "1 heroic"
    game = start(example, hand=[card], board=board)
    game.play(f"{card}@{origin}")
    assert game.board[target].rank == "heroic" and origin not in game.board
    assert offered(game) == set(map(square, expected["targets"]))


def destroyed_in_turns(example: Example, workshop: Workshop) -> None:
    """Points for pieces destroyed: they stand on the board and an effect destroys them."""
    situation, expected = example["situation"], example["expected"]
    turns = situation.get("turns") or [situation["destroyed"]]
    board: dict[str, str] = {}
    free = iter(square([c, r]) for r in range(3, 8) for c in range(3, 8))
    batches: list[list[str]] = []
    for counts in turns:
        batches.append([])
        for owner, ranks in counts.items():
            for rank, number in ranks.items():
                for _ in range(number):
                    batches[-1].append(next(free))
                    board[batches[-1][-1]] = f"{SEAT[owner]} {rank}"
    flares = []
    for number, batch in enumerate(batches):
        mask = sum(1 << SQUARE_OF[s] for s in batch)

        def sweep(e: Effect, mask: int = mask) -> None:
            e.destroy_all(mask)

        flares.append(workshop.always(sweep, id=f"flare-sweep-{number}"))
    game = start(example, flare=flares, board=board, turn={"actions": 0})
    gains: list[int] = []
    for flare in flares:
        before = game.score(1)
        game.play(f"!{flare}")
        assert game.score(1) == before  # nothing before the end of the turn
        game.play(".")
        gains.append(game.score(1) - before)
        finish_turn(game)
        if flare != flares[-1]:
            while game.state.actions:
                game.play(game.legal_moves()[0])
    if "points_per_turn" in expected:
        assert gains == expected["points_per_turn"]
        return
    assert gains == [expected["points"]["A"]]
    invoked = len(flares)  # each flare gave the other side one point (R14.5)
    assert game.score(2) - invoked == expected["points"].get("B", 0)


def duel_marks(example: Example, workshop: Workshop) -> None:
    expected = example["expected"]
    ways = [example["position"], expected["also_legal"]]
    start_game = new_game("duel", ["northern", "southern"], seed="marks")
    assert start_game.player == SEAT[example["situation"]["setup_by"]]
    assert len(start_game.legal_moves()) == len(ways)
    results = []
    for move in start_game.legal_moves():
        game = start_game.copy()
        game.play(move)
        results.append(pieces(game))
        assert game.player == 1
    wanted = [{square([c, r]): f"{SEAT[who]} {rank}" for c, r, who, rank in way} for way in ways]
    assert sorted(map(str, map(sorted, (r.items() for r in results)))) == sorted(
        map(str, map(sorted, (w.items() for w in wanted)))
    )
    assert expected["legal"]


def flare_thresholds(example: Example, workshop: Workshop) -> None:
    situation, expected = example["situation"], example["expected"]
    done: list[str] = []
    texts: dict[str, Text] = {
        "place one own common piece": lambda e: e.must_place(e.empty),
        "place one own heroic piece": lambda e: e.must_place(e.empty, HEROIC),
    }

    def half(name: str) -> tuple[int, Text]:
        text = texts.get(situation.get(f"{name}_effect", ""), nothing)

        def run(e: Effect) -> None:
            done.append(name)
            text(e)

        return situation["flare"][name], run

    flare = workshop.flare(upper=half("upper"), lower=half("lower"))
    game = start(example, flare=[flare])
    assert (f"!{flare}" in offered(game)) == expected["legal"]
    if not expected["legal"]:
        return
    actions = game.state.actions
    game.play(f"!{flare}")
    while game.prompt.kind == "place":  # a re-run effect reports again, so count the last run
        done.clear()
        game.play(game.legal_moves()[0])
    assert done == expected["effects"]
    assert game.state.actions == actions  # it costs no action
    if "points" in expected:
        assert game.score(2) == expected["points"]["B"]


def flare_gains_an_action(example: Example, workshop: Workshop) -> None:
    situation, expected = example["situation"], example["expected"]
    assert situation["flare_effect"] == "gain an action"
    flare = workshop.always(lambda e: e.gain_action())
    game = start(example, flare=[flare])
    assert "." in offered(game)
    game.play(f"!{flare}")
    assert game.state.actions == expected["actions_left"]
    assert ("." in offered(game)) == expected["may_end_turn"]


def tasks_at_set_up(example: Example, workshop: Workshop) -> None:
    situation, expected = example["situation"], example["expected"]
    for id, type, level in situation["revealed"]:
        workshop.task(id, type, advanced=level == "advanced")
    revealed = tuple(id for id, _, _ in situation["revealed"])
    current, rest = select_first_tasks(revealed)
    assert list(current) == expected["current"]
    assert list(rest) == expected["set_aside"]


def next_task(example: Example, workshop: Workshop) -> None:
    situation, expected = example["situation"], example["expected"]
    open_now = [workshop.task(f"c{n}", type) for n, type in enumerate(situation["current_types"])]
    deck = [workshop.task(id, type) for id, type in situation["deck_top"]]
    settled = HighForm().settle_tasks(tuple(open_now), tuple(deck))
    assert (settled[0], settled[-1]) == (expected["next"], expected["bottom_of_deck"])
    # The same through a claim, after which these three are the current ones (R13.6).
    claimed = workshop.task("claimed", "other", met=True)
    game = start(
        example,
        turn={"actions": 0},
        tasks={
            "current": [open_now[0], claimed, open_now[2]],
            "next": open_now[1],
            "deck": deck,
        },
    )
    game.play(f"={claimed}")
    assert sorted(game.state.current_tasks) == sorted(open_now)
    assert game.state.task_deck[0] == expected["next"]
    assert game.state.task_deck[-1] == expected["bottom_of_deck"]


def claims(example: Example, workshop: Workshop) -> None:
    situation, expected = example["situation"], example["expected"]
    fulfilled = situation["fulfilled"]
    current = [workshop.task(id, f"type-{id}", met=id in fulfilled) for id in ("t1", "t2", "t3")]
    following = workshop.task("t4", "type-t4", met="next" in fulfilled)
    last = workshop.task("t5", "type-t5")
    game = start(
        example,
        turn={"actions": 0},
        tasks={"current": current, "next": following, "deck": [last]},
    )
    claimable = [move.card for move in game.legal_moves() if move.kind == "claim"]
    assert claimable == [id for id in current if id in fulfilled]
    if "optional" in expected:
        assert ("." in offered(game)) == expected["optional"]
    game.play(f"={situation.get('claimed', claimable[0])}")
    made = [e for entry in game.history() for e in entry.events if e.kind == "claim"]
    assert len(made) == expected.get("max_claims", 1)
    assert game.player == 2  # the turn is over: no second claim, nor of what has moved in
    assert following in game.state.current_tasks
    further = [m for m in game.legal_moves() if m.kind == "claim"]
    assert len(further) == expected.get("further_claims", 0)
    assert game.score(1) == 1


def condition_in_mid_turn(example: Example, workshop: Workshop) -> None:
    situation, expected = example["situation"], example["expected"]
    assert situation["condition"] == "three or more own pieces standing on red"
    red = sum(1 << SQUARE_OF[s] for s in ("c2", "d8", "e5", "h4"))

    def met(state: GameState, me: int) -> bool:
        return (state.colours[me] & red).bit_count() >= 3

    task = workshop.task("on-red", met=met)
    others = [workshop.task("u1", "u1"), workshop.task("u2", "u2")]
    flare = workshop.always(lambda e: e.destroy(SQUARE_OF["e5"]))
    game = start(
        example,
        flare=[flare],
        turn={"actions": 1},
        tasks={"current": [task, *others], "deck": []},
    )
    game.play("+e5")
    assert f"={task}" in offered(game)
    game.play(f"!{flare}")
    assert (f"={task}" in offered(game)) == expected["claimable"]
    assert (game.state.colours[0] & red).bit_count() == expected["count"]


def counted_for_tasks(example: Example, workshop: Workshop) -> None:
    situation, expected = example["situation"], example["expected"]
    assert situation["destroyed_by"] == ["summoning", "move", "conversion"]
    assert situation["downgraded"] == 1

    def busy(e: Effect) -> None:
        e.must_move(standard(e.being.bit, 1 << SQUARE_OF["e6"]))
        e.convert(SQUARE_OF["f7"])
        e.downgrade(SQUARE_OF["d7"])

    card = workshop.being("heroic", [], busy)
    board = {"e5": "2 common", "e6": "2 common", "f7": "2 common", "d7": "2 heroic"}
    others = [workshop.task("u1", "u1"), workshop.task("u2", "u2")]
    game = start(
        example,
        hand=[card],
        board=board,
        turn={"actions": 1},
        tasks={"current": ["destruction", *others], "deck": []},
    )
    game.play(f"{card}@e5")
    assert pieces(game) == {"e6": "1 heroic", "f7": "1 common", "d7": "2 common"}
    assert sum(count_destroyed(game.state, "B").values()) == expected["destroyed_count"]
    (need,) = TASKS["destruction"].closest_way(game.state, 0)
    assert (need.have, need.need) == (expected["destroyed_count"], 3)
    assert "=destruction" in offered(game)


def points_now(example: Example, workshop: Workshop) -> None:
    game = start(example, scores=example["situation"]["task_points"])
    assert {who: game.score(seat) for who, seat in SIDES.items()} == example["expected"]["score"]
    public: Any = game.view(2)["seats"]
    assert [seat["score"] for seat in public] == list(example["expected"]["score"].values())


def triggered(game: Game) -> bool:
    return any(e.kind == "end-triggered" for entry in game.history() for e in entry.events)


def end_by_score(example: Example, workshop: Workshop) -> None:
    situation, expected = example["situation"], example["expected"]
    scores = situation["score_end_of_turn"]
    if "score_mid_turn" not in situation:
        game = start(example, scores=scores, turn={"actions": 0})
        game.play(".")
        assert triggered(game) == expected["triggered"]
        assert remaining_turns(game) == expected["remaining_turns"]
        return
    # A legendary piece makes the difference; it is downgraded in mid-turn.
    middle = situation["score_mid_turn"]
    flare = workshop.always(lambda e: e.downgrade(SQUARE_OF["e5"]))
    game = start(
        example, scores=scores, flare=[flare], board={"e5": "1 legendary"}, turn={"actions": 0}
    )
    assert {who: game.score(seat) for who, seat in SIDES.items()} == middle
    game.play(f"!{flare}")
    assert {who: game.score(seat) for who, seat in SIDES.items()} == scores
    game.play(".")
    assert triggered(game) == expected["triggered"]
    assert game.state.last_turns == -1


def score_drops_later(example: Example, workshop: Workshop) -> None:
    situation, expected = example["situation"], example["expected"]
    later = situation["score_later"]
    flare = workshop.always(lambda e: e.downgrade(SQUARE_OF["e5"]))
    game = Game.from_scenario(
        {
            "form": "high-form",
            "seats": [
                {"school": "northern", "score": later["A"]},
                {"school": "southern", "score": later["B"], "flare": [flare]},
            ],
            "board": {"e5": "1 legendary"},
            "turn": {"seat": 1, "actions": 0},
        }
    )
    assert game.score(1) == 9
    game.play(".")
    assert triggered(game) and game.player == 2
    game.play(f"!{flare}")
    assert (game.score(1), game.score(2)) == (later["A"], later["B"])
    assert (remaining_turns(game) == ["B", "A"]) == expected["game_continues_as_final_round"]
    assert game.is_over


def end_by_flare(example: Example, workshop: Workshop) -> None:
    situation, expected = example["situation"], example["expected"]
    flare = workshop.always(nothing)
    game = start(example, scores=situation["score_before"], flare=[flare], turn={"actions": 0})
    game.play(f"!{flare}")
    assert game.score(2) == expected["score_after"]["B"]
    game.play(".")
    assert triggered(game) == expected["triggered"]
    assert remaining_turns(game) == expected["remaining_turns"]


def own_cards(workshop: Workshop, number: int) -> list[str]:
    """So many invented cards of the first seat's deck."""
    return [workshop.being("common", [(0, 0, "common")], id=f"own-{n}") for n in range(number)]


def end_by_last_card(example: Example, workshop: Workshop) -> None:
    situation, expected = example["situation"], example["expected"]
    cards = own_cards(workshop, 3)
    held = situation["beings_in_hand"]
    game = start(
        example,
        hand=cards[:held],
        deck=cards[held : held + situation["deck_before"]],
        turn={"actions": 0},
    )
    game.play(".")
    assert len(game.state.hands[0]) - held == expected["drawn"]
    assert len(game.state.decks[0]) == expected["deck_after"]
    assert triggered(game) == expected["triggered"]
    assert remaining_turns(game) == expected["remaining_turns"]


def extra_turn_at_the_end(example: Example, workshop: Workshop) -> None:
    situation, expected = example["situation"], example["expected"]
    turn: dict[str, object] = {"actions": 0}
    if situation.get("triggered"):
        scores = {"A": 18, "B": 0}  # noticed when this turn ends
    else:
        assert situation["final_round"] and situation["last_turn"]
        scores = {}
        turn["last_turns"] = 1
    flare = workshop.always(lambda e: e.take_extra_turn())
    game = start(example, scores=scores, flare=[flare], turn=turn)
    game.play(f"!{flare}")
    game.play(".")
    assert remaining_turns(game) == expected["remaining_turns"]


def two_triggers(example: Example, workshop: Workshop) -> None:
    situation, expected = example["situation"], example["expected"]
    assert situation["events"] == ["last card drawn", "18 points"]
    cards = own_cards(workshop, 3)
    game = start(example, scores={"A": 18}, hand=cards[:2], deck=cards[2:], turn={"actions": 0})
    game.play(".")
    assert game.state.decks[0] == ()
    events = [e.kind for entry in game.history() for e in entry.events]
    assert events.count("end-triggered") == 1
    assert remaining_turns(game) == expected["remaining_turns"]


def tie(example: Example, workshop: Workshop) -> None:
    situation, expected = example["situation"], example["expected"]
    game = start(example, scores=situation["score"], turn={"actions": 0, "last_turns": 1})
    game.play(".")
    outcome = game.outcome
    assert outcome is not None and game.player is None and game.legal_moves() == ()
    assert outcome.scores == tuple(situation["score"].values())
    reasons = {"upgraded pieces": "upgraded", "pieces": "pieces"}
    if expected["winner"] is None:
        assert outcome.winners == tuple(SEAT[who] for who in expected["shared"])
        assert outcome.reason == "tie"
    else:
        assert outcome.winners == (SEAT[expected["winner"]],)
        assert outcome.reason == reasons[expected["by"]]


def hand_sizes(game: Game) -> dict[str, int]:
    state = game.state
    return {
        "beings": len(state.hands[0]),
        "legends": len(state.legends[0]),
        "flares": len(state.flares[0]),
    }


def held_cards(workshop: Workshop, hand: Mapping[str, int]) -> dict[str, Any]:
    """Invented cards for a hand of that size."""
    legends = [
        workshop.being("legendary", [(0, 0, "legendary")], id=f"legend-{n}")
        for n in range(hand.get("legends", 0))
    ]
    flares = [
        workshop.flare((99, nothing), (99, nothing), id=f"flare-own-{n}")
        for n in range(hand.get("flares", 0))
    ]
    return {"hand": own_cards(workshop, hand["beings"]), "legends": legends, "flare": flares}


def discard_and_return(example: Example, workshop: Workshop) -> None:
    situation, expected = example["situation"], example["expected"]
    spare = workshop.being("common", [(0, 0, "common")], id="spare")
    held = held_cards(workshop, situation["hand"])
    game = start(example, **held, deck=[spare, "knight", "swordmaster"])
    kinds = {"being": "hand", "legend": "legends", "flare": "flare"}
    game.play(f"~{held[kinds[situation['discard']]][0]}")
    for kind in situation["returned"]:
        game.play(held[kinds[kind]][0])
    game.play("-")
    assert_idle(game)
    assert hand_sizes(game) == expected["hand_after_action"]
    finish_turn(game)
    assert hand_sizes(game) == expected["hand_after_turn"]


def discard_not_possible(example: Example, workshop: Workshop) -> None:
    situation, expected = example["situation"], example["expected"]
    assert situation["action"] == "discard"
    held = held_cards(workshop, situation["hand"])
    game = start(example, **held, turn={"discarded": situation.get("discard_used", False)})
    assert any(move.kind == "discard" for move in game.legal_moves()) == expected["legal"]


def extra_card(example: Example, workshop: Workshop) -> None:
    situation, expected = example["situation"], example["expected"]
    number = situation["extra_own"]
    flare = workshop.always(lambda e: e.draw_extra(beings=number))
    hand = [
        workshop.being("common", [], id=f"own-{n}")
        for n in range(situation["hand_end_of_turn"]["beings"])
    ]
    deck = [workshop.being("common", [], id=f"next-{n}") for n in range(5)]
    game = start(example, hand=hand, deck=deck, flare=[flare], turn={"actions": 0})
    game.play(f"!{flare}")
    game.play(".")
    assert len(game.state.hands[0]) == expected["hand_after_extra"]
    finish_turn(game)
    for n in range(situation["later_summoned"]):
        game.play(f"{hand[n]}@c{n + 5}")
    before = len(game.state.decks[0])
    finish_turn(game)
    assert before - len(game.state.decks[0]) == expected["drawn_later"]
    assert len(game.state.hands[0]) == expected["hand_later"]


def first_turns(example: Example, workshop: Workshop) -> None:
    for form in (name for name, rules in FORMS.items() if 2 in rules.seats):
        game = new_game(form, ["northern", "southern"], seed="first turns")
        if form == "duel":
            game.play("c5")
        found: dict[str, int] = {}
        for number in range(3):
            who = "AB"[(game.player or 0) - 1]
            turn = f"{who} turn {number // 2 + 1}"
            used = 0
            while game.state.actions:
                game.play(game.legal_moves()[0])  # place moves come first
                used += 1
            found[turn] = used
            game.play(".")
        assert found == example["expected"]["actions"]


# --- melee -------------------------------------------------------------------------------------

TABLES = {  # form, seats, teams
    "melee-3": ("melee", 3, False),
    "melee-4": ("melee", 4, False),
    "team": ("high-form", 4, True),
    "team-high-form": ("high-form", 4, True),
    "team-duel": ("duel", 4, True),
}


def gather(
    form: str,
    board: Mapping[str, str],
    seats: Mapping[str, Mapping[str, object]],
    *,
    schools: Sequence[str] = ("northern", "southern", "highland", "sylvan"),
    **turn: object,
) -> Game:
    """A game of three or four players with A on turn; without flares but for those named."""
    name, number, teams = TABLES[form]
    return Game.from_scenario(
        {
            "form": name,
            "teams": teams,
            "seats": [
                {"school": school, "flare": [], **seats.get(letter, {})}
                for letter, school in zip("ABCD"[:number], schools, strict=False)
            ],
            "board": dict(board),
            "turn": {"seat": 1, "actions": 2, **turn},
        }
    )


def public(game: Game, seat: int = 1) -> Any:
    """What everybody sees of a seat."""
    seats: Any = game.view(1)["seats"]
    return seats[seat - 1]


def scores_in(game: Game, who: str = "A") -> dict[str, int]:
    """A melee player's points by enemy colour."""
    return {"ABCD"[int(c) - 1]: n for c, n in public(game, SEAT[who])["scores"].items()}


def destroyed_in_melee(example: Example, workshop: Workshop) -> None:
    situation, expected = example["situation"], example["expected"]
    free = iter(square([c, r]) for r in range(3, 8) for c in range(3, 8))
    board = {
        next(free): f"{SEAT[who]} {rank}"
        for who, ranks in situation["destroyed"].items()
        for rank, number in ranks.items()
        for _ in range(number)
    }
    sweep = workshop.always(lambda e: e.destroy_all(e.enemies))
    game = gather(situation["form"], board, {"A": {"flare": [sweep]}}, actions=0)
    game.play(f"!{sweep}/2")
    assert set(scores_in(game).values()) == {0}
    game.play(".")
    choice = expected["choice"]
    if choice is None:
        assert game.player == 2 and scores_in(game) == expected["sure"]
        return
    assert game.prompt.kind == "odd-commons" and game.player == 1
    assert offered(game) == {str(SEAT[who]) for who in choice["one_of"]}
    for who in choice["one_of"]:
        twin = game.copy()
        twin.play(str(SEAT[who]))
        assert twin.player == 2
        wanted = dict(expected["sure"])
        wanted[who] += choice["points"]
        assert scores_in(twin) == wanted


def flare_against_one(example: Example, workshop: Workshop) -> None:
    situation, expected = example["situation"], example["expected"]
    done: list[str] = []
    flare = workshop.flare(
        *((situation["flare"][name], lambda e, n=name: done.append(n)) for name in HALVES)
    )
    game = gather(situation["form"], position(example), {"A": {"flare": [flare]}})
    for way in (expected | {"named": situation["named"]}, expected["alternative"]):
        twin = game.copy()
        done.clear()
        assert (f"!{flare}/{SEAT[way['named']]}" in offered(twin)) == expected["legal"]
        twin.play(f"!{flare}/{SEAT[way['named']]}")
        assert done == way["effects"]
        for who, points in way.get("points", {}).items():
            assert scores_in(twin, who)[points["in_colour_of"]] == points["points"]
            assert sum(scores_in(twin, who).values()) == points["points"]


HALVES = ("upper", "lower")


def improvising(example: Example, workshop: Workshop) -> None:
    situation, expected = dict(example["situation"]), dict(example["expected"])
    card = workshop.being(situation["being_rank"], [tuple(p) for p in situation["pattern"]])
    held = "legends" if situation["being_rank"] == "legendary" else "hand"
    left = [SEAT[who] for who, side in situation["markers"].items() if side == "heroic"]
    game = gather(situation["form"], position(example), {"A": {held: [card], "improvised": left}})
    target = square(situation["summon_at"])
    found = [m for m in game.legal_moves() if m.kind == "summon" and m.card == card]
    assert bool(found) == expected.pop("legal") == game.explain(card, target).possible
    if not found:
        assert set(expected) <= {"reason"}
        return
    (move,) = found
    borrowed = square(situation["improvise"])
    assert move.match is not None and move.match.foreign == {borrowed}
    assert move.match.improvised == game.board[borrowed].owner
    game.play(move)
    while game.prompt.kind == "legend-colour":
        game.play(game.legal_moves()[0])
    assert_idle(game)
    after = [who for who, side in expected.pop("markers_after").items() if side == "heroic"]
    assert public(game)["improvised"] == [SEAT[who] for who in after]
    assert destroyed(game) == expected.pop("destroyed", [])
    if "piece_at_6_5" in expected:
        piece = game.board["f5"]
        assert ["ABCD"[piece.owner - 1], piece.rank] == expected.pop("piece_at_6_5")
    assert not expected


def melee_set_up(example: Example, workshop: Workshop) -> None:
    game = new_game("melee", list(SCHOOLS)[:4], seed="set-up")
    assert game.player == SEAT[example["situation"]["setup_by"]]
    waiting, found = [game], []
    while waiting:
        here = waiting.pop()
        if here.prompt.kind != "marks":
            assert here.player == 1
            found.append(pieces(here))
            continue
        for move in here.legal_moves():
            waiting.append(here.copy())
            waiting[-1].play(move)
    assert len({str(sorted(board.items())) for board in found}) == 3 * 2 * 2**3
    assert (position(example) in found) == example["expected"]["legal"]


def melee_thresholds(example: Example, workshop: Workshop) -> None:
    for name, cases in example["expected"].items():
        for points, wanted in cases.items():
            score = {"score": {"2": int(points), "3": 0}}
            game = gather(name.replace("_", "-"), {}, {"A": score}, actions=0)
            game.play(".")
            assert triggered(game) == wanted


def melee_ends(example: Example, workshop: Workshop) -> None:
    situation = example["situation"]
    enough = {situation["on_turn"]: {"score": {"1": 12}}}
    number = SEAT[situation["on_turn"]]
    game = gather(situation["form"], {}, enough, actions=0, seat=number)
    game.play(".")
    assert triggered(game)
    assert remaining_turns(game) == example["expected"]["remaining_turns"]


def melee_places(example: Example, workshop: Workshop) -> None:
    situation, expected = example["situation"], example["expected"]
    seats = {
        who: {"score": {str(SEAT[other]): n for other, n in scores.items()}}
        for who, scores in situation["scores"].items()
    }
    game = gather(situation["form"], {}, seats, actions=0, last_turns=1)
    game.play(".")
    outcome = game.outcome
    assert outcome is not None
    ranking = sorted(seats, key=lambda who: outcome.places[SEAT[who] - 1])
    assert ranking == expected["ranking"] and len(set(outcome.places)) == len(seats)
    assert outcome.winners == (SEAT[ranking[0]],)
    for who, points in expected.get("result", {}).items():
        assert outcome.scores[SEAT[who] - 1] == points


# --- teams --------------------------------------------------------------------------------------


def deck_of_a_teammate(example: Example, workshop: Workshop) -> None:
    expected = example["expected"]
    schools = list(SCHOOLS)[:4]
    for form in ("high-form", "duel"):
        game = new_game(form, schools, teams=True, seed="team")
        for seat, school in enumerate(schools, 1):
            facts = public(game, seat)
            assert len(by_school(school)) == example["situation"]["deck_size"]
            assert facts["deck"] - facts["sideways"] == expected["straight"]
            assert facts["sideways"] == expected["sideways"]
            assert facts["hand"]["beings"] == expected["hand_beings"]


def control_passed(example: Example, workshop: Workshop) -> None:
    situation, expected = example["situation"], example["expected"]
    flare = workshop.always(nothing)
    card = workshop.being("common", [])
    hand = {"A": {"flare": [flare], "hand": [card]}}
    game = gather(situation["form"], {}, hand, actions=situation["actions_left"])
    forbidden = {"summon", "discard", "flare", "pass-control"}
    assert {m.kind for m in game.legal_moves()} == forbidden | {"place"}
    game.play(">")
    mate = SEAT[situation["in_control"]]
    assert expected["must_use_all"] and expected["allowed"] == ["place"]
    for _ in range(situation["actions_left"]):
        assert game.player == mate
        assert {m.kind for m in game.legal_moves()} == {"place"}
        game.play(game.legal_moves()[0])
    assert game.player == SEAT[expected["end_of_turn_by"]]
    assert (f"!{flare}" in offered(game)) == expected["flare_after_last_action"]
    assert offered(game) == {"."}


def passed_in_an_effect(example: Example, workshop: Workshop) -> None:
    situation, expected = example["situation"], example["expected"]
    assert situation["rest_of_effect"] == "gain an action"

    def text(e: Effect) -> None:
        e.may_place(e.empty)
        e.gain_action()

    card = workshop.being("common", [], text)
    game = gather(situation["form"], {}, {"A": {"hand": [card]}}, actions=1)
    game.play(f"{card}@e5")
    assert game.state.actions == situation["actions_left"]
    game.play(">")
    assert game.player == SEAT[situation["in_control"]] and ">" not in offered(game)
    game.play("-")
    assert game.player == SEAT[situation["in_control"]]
    assert game.state.actions == expected["actions_left"]
    assert [*{m.kind for m in game.legal_moves()}] == expected["allowed"]


def returned_sideways(example: Example, workshop: Workshop) -> None:
    situation, expected = example["situation"], example["expected"]
    own = [card.id for card in by_school("northern")]
    size = situation["straight"] + situation["sideways"]
    seat = {"hand": own[:3], "deck": own[3 : 3 + size], "sideways": situation["sideways"]}
    game = gather(situation["form"], {}, {"A": seat})
    game.play(f"~{own[0]}")
    for card in own[1 : 1 + situation["returned"]]:
        game.play(card)
    game.play("-")
    facts = public(game)
    assert facts["sideways"] == expected["sideways"]
    assert facts["deck"] - facts["sideways"] == expected["straight"]


def drawn_sideways(example: Example, workshop: Workshop) -> None:
    situation, expected = example["situation"], example["expected"]
    own = [card.id for card in by_school("northern")]
    held = 3 - situation["draw"]
    size = situation["straight"] + situation["sideways"]
    seat = {
        "hand": own[:held],
        "deck": own[held : held + size],
        "sideways": situation["sideways"],
    }
    game = gather(situation["form"], {}, {"A": seat}, actions=0)
    game.play(".")
    assert situation["sideways"] - public(game)["sideways"] == expected["sideways_drawn"]
    assert triggered(game) == expected["triggered"]
    assert remaining_turns(game) == expected["remaining_turns"]


def legends_of_a_team(example: Example, workshop: Workshop) -> None:
    situation, expected = example["situation"], example["expected"]
    held = ["titan", "fire-dragon"][: situation["legends_held"]]
    owed = situation["extra_legends"]
    game = gather(situation["form"], {}, {"A": {"legends": held}}, actions=0, extra_legends=owed)
    game.play(".")
    for who, number in expected["legends"].items():
        assert len(game.state.legends[SEAT[who] - 1]) == number


def no_passing(example: Example, workshop: Workshop) -> None:
    situation = example["situation"]
    game = gather(situation["form"], {}, {}, actions=situation["actions_left"])
    assert_idle(game)
    assert (">" in offered(game)) == example["expected"]["pass_allowed"]


def shared_colour(example: Example, workshop: Workshop) -> None:
    situation = example["situation"]
    card = workshop.being(situation["being_rank"], [tuple(p) for p in situation["pattern"]])
    who = situation["active"]
    game = gather(
        situation["form"],
        position(example),
        {who: {"hand": [card]}},
        schools=("highland", "sylvan", "northern", "southern"),
        seat=SEAT[who],
    )
    target = square(situation["summon_at"])
    assert (f"{card}@{target}" in offered(game)) == example["expected"]["legal"]
    game.play(f"{card}@{target}")
    assert game.board[target].owner == SEAT[situation["colour"]]


def team_set_up(example: Example, workshop: Workshop) -> None:
    expected = example["expected"]
    game = new_game("duel", list(SCHOOLS)[:4], teams=True, seed="set-up")
    assert game.player == SEAT[expected["placed_by"]]
    game.play(game.legal_moves()[0])
    assert len(game.board) == expected["pieces"] and game.player == 1


# --- schools ------------------------------------------------------------------------------------


def at_home(
    school: str, board: Mapping[str, str], *, turn: Mapping[str, object], **more: Any
) -> Game:
    """A game of seat 1 with a school; seat keys and keys of the whole scenario together."""
    whole: dict[str, Any] = {k: more.pop(k) for k in ("gateway", "form") if k in more}
    return Game.from_scenario(
        {
            "form": "high-form",
            "seats": [{"school": school, "flare": [], **more}, {"school": "southern"}],
            "board": dict(board),
            "turn": {"seat": 1, **turn},
            **whole,
        }
    )


def of_deck(workshop: Workshop, deck: str, id: str, rank: str = "common", **more: Any) -> str:
    """An invented being of a school, with a frozen or warp effect."""
    card = being(rank, more.pop("pieces", []), more.pop("effect", nothing), id=id, deck=deck)
    return workshop.register(card._replace(**more)).id


def second_frozen_card(example: Example, workshop: Workshop) -> None:
    situation, expected = example["situation"], example["expected"]
    old, new = (
        of_deck(workshop, "everfrost", situation[key], frozen=nothing) for key in ("in_play", "new")
    )
    game = at_home("everfrost", {}, hand=[new], frozen=old, discards=[], turn={"actions": 1})
    game.play(f"{new}@e5")
    assert offered(game) == set(expected["choose_one_to_keep"])
    assert expected["other_goes_to"] == "discard"
    for kept in (old, new):
        twin = game.copy()
        twin.play(kept)
        assert twin.state.frozen[0] == kept
        assert {*twin.state.discards[0]} & {old, new} == {old, new} - {kept}


def thaw_at_the_end(example: Example, workshop: Workshop) -> None:
    situation, expected = example["situation"], example["expected"]
    card = of_deck(workshop, "everfrost", situation["in_play"], frozen=nothing)
    turn = {"actions": situation["actions_left"]}
    game = at_home("everfrost", {}, hand=[], frozen=card, turn=turn)
    assert (f"*{card}" in offered(game)) == expected["thaw_allowed"]
    game.play(f"*{card}")
    assert game.state.actions == expected["actions_left"]
    assert game.state.frozen[0] == "" and card in game.state.discards[0]


def gateway_at_a_summoning(example: Example, workshop: Workshop) -> None:
    situation, expected = example["situation"], example["expected"]
    seen: list[str] = []
    card = of_deck(
        workshop,
        situation["deck"],
        "invented",
        situation["being_rank"],
        pieces=[tuple(p) for p in situation["pattern"]],
        effect=lambda e: seen.append(NAMES[e.state.gateway]),
    )
    game = at_home(
        situation["deck"],
        position(example),
        hand=[card],
        gateway=square(situation["gateway"]),
        turn={"actions": 1},
    )
    target = square(situation["summon_at"])
    assert (f"{card}@{target}" in offered(game)) == expected["legal"]
    game.play(f"{card}@{target}")
    assert seen == [square(expected["gateway_before_effect"])]


def gateway_becomes_legendary(example: Example, workshop: Workshop) -> None:
    situation, expected = example["situation"], example["expected"]
    assert situation["effect"] == "upgrade"
    target = square(situation["target"])
    flare = workshop.always(lambda e: e.upgrade(SQUARE_OF[target]))
    gateway = square(situation["gateway"])
    board = position(example)
    game = at_home("nethervoid", board, flare=[flare], gateway=gateway, turn={"actions": 1})
    assert game.state.supply(0, 2) == situation["legendary_supply"]
    assert game.view(1)["gateway"] == gateway
    game.play(f"!{flare}")
    piece = game.board[target]
    assert ["AB"[piece.owner - 1], piece.rank] == expected["piece_at_5_5"]
    assert game.view(1)["gateway"] == expected["gateway"]


def warping(example: Example, workshop: Workshop) -> None:
    card = of_deck(workshop, "etherweave", "warping", warp=nothing)
    found = []
    for case in example["situation"]["cases"]:
        seat: dict[str, object] = {"hand": [card]}
        if case["pending"]:
            seat["pending"] = of_deck(workshop, "etherweave", case["pending"], warp=nothing)
        turn = {"number": 2 * case["own_turn"] - 1, "actions": 1}
        game = at_home("etherweave", {}, turn=turn, **seat)
        found.append(f"%{card}" in offered(game))
    assert found == example["expected"]["allowed"]


def pending_counts_as_held(example: Example, workshop: Workshop) -> None:
    situation = example["situation"]
    own = [card.id for card in by_school("etherweave") if card.warp]
    held, size = situation["beings_in_hand"], situation["deck"]
    assert situation["pending"] == 1
    game = at_home(
        "etherweave",
        {},
        pending=own[0],
        hand=own[1 : 1 + held],
        deck=own[1 + held : 1 + held + size],
        turn={"actions": 0},
    )
    game.play(".")
    assert size - len(game.state.decks[0]) == example["expected"]["drawn"]


def pending_costs_points(example: Example, workshop: Workshop) -> None:
    situation, expected = example["situation"], example["expected"]
    raw = situation["score_raw"]
    assert situation["pending_owner"] == "A"
    game = Game.from_scenario(
        {
            "form": situation["form"],
            "seats": [
                {"school": "etherweave", "pending": "translocationist", "score": raw["A"]},
                {"school": "southern", "score": raw["B"]},
            ],
            "board": {},
            "turn": {"seat": 1, "actions": 0},
        }
    )
    assert {who: game.score(SEAT[who]) for who in raw} == expected["counts_as"]
    game.play(".")
    assert triggered(game) == expected["triggered"]


def removed_from_the_game(example: Example, workshop: Workshop) -> None:
    situation, expected = example["situation"], example["expected"]
    assert situation["destroyed"] == situation["removed"] == {"B": {"common": 1}}
    flare = workshop.always(lambda e: e.remove(SQUARE_OF["e5"]))
    game = start(example, flare=[flare], board={"e5": "2 common"}, turn={"actions": 0})
    game.play(f"!{flare}")
    for who, ranks in situation["counts_as"].items():
        found = count_destroyed(game.state, who)
        assert {rank: found[rank] for rank in ranks} == ranks
    assert game.board == {}
    for who, left in expected["two_sided_stock"].items():
        assert game.state.supply(SEAT[who] - 1, COMMON) == left
    game.play(".")
    assert {"A": game.score(1)} == expected["points"]


# --- which shape an example has ---------------------------------------------------------------

Check = Callable[[Example, Workshop], None]

# The keys a situation has, those of `ANYWHERE` left out, and the function for it.
ANYWHERE = {
    "form",
    "active",
    "on_turn",
    "players",
    "phase",
    "actions_left",
    "two_sided_supply",
    "legendary_supply",
}
SHAPES: list[tuple[set[str], Check]] = [
    ({"being_rank", "pattern", "summon_at"}, summoning),
    ({"question"}, board_geometry),
    ({"action", "pick_up"}, place_action),
    ({"effect"}, effect),
    ({"effect", "target"}, effect),
    ({"effect", "move"}, effect),
    ({"move", "piece"}, move_of_a_piece),
    ({"summoned_at", "now_at", "effect"}, adjacent_after_moving),
    ({"destroyed"}, destroyed_in_turns),
    ({"turns"}, destroyed_in_turns),
    ({"setup_by"}, duel_marks),
    ({"flare"}, flare_thresholds),
    ({"flare", "upper_effect", "lower_effect"}, flare_thresholds),
    ({"flare_effect"}, flare_gains_an_action),
    ({"revealed"}, tasks_at_set_up),
    ({"current_types", "deck_top"}, next_task),
    ({"fulfilled"}, claims),
    ({"fulfilled", "claimed"}, claims),
    ({"condition"}, condition_in_mid_turn),
    ({"destroyed_by", "downgraded"}, counted_for_tasks),
    ({"task_points"}, points_now),
    ({"score_end_of_turn"}, end_by_score),
    ({"score_end_of_turn", "score_mid_turn"}, end_by_score),
    ({"triggered_by", "score_later"}, score_drops_later),
    ({"score_before", "event"}, end_by_flare),
    ({"deck_before", "beings_in_hand"}, end_by_last_card),
    ({"extra_turn", "triggered"}, extra_turn_at_the_end),
    ({"final_round", "last_turn", "extra_turn"}, extra_turn_at_the_end),
    ({"events"}, two_triggers),
    ({"score"}, tie),
    ({"hand", "discard", "returned"}, discard_and_return),
    ({"hand", "action"}, discard_not_possible),
    ({"hand", "action", "discard_used"}, discard_not_possible),
    ({"hand_end_of_turn", "extra_own", "later_summoned"}, extra_card),
    ({"starting"}, first_turns),
    ({"melee", "destroyed"}, destroyed_in_melee),
    ({"melee", "flare", "named"}, flare_against_one),
    ({"melee", "being_rank", "pattern", "summon_at", "markers"}, improvising),
    ({"melee", "being_rank", "pattern", "summon_at", "markers", "improvise"}, improvising),
    ({"melee", "setup_by"}, melee_set_up),
    ({"melee"}, melee_ends),
    ({"melee", "scores"}, melee_places),
    ({"team", "deck_size"}, deck_of_a_teammate),
    ({"team", "in_control"}, control_passed),
    ({"team", "in_control", "rest_of_effect"}, passed_in_an_effect),
    ({"team", "straight", "sideways", "returned"}, returned_sideways),
    ({"team", "straight", "sideways", "draw"}, drawn_sideways),
    ({"team", "legends_held", "extra_legends"}, legends_of_a_team),
    ({"team", "effect_open"}, no_passing),
    ({"team", "colour", "being_rank", "pattern", "summon_at"}, shared_colour),
    ({"team", "turn_order"}, team_set_up),
    ({"in_play", "new"}, second_frozen_card),
    ({"in_play", "effect_open"}, thaw_at_the_end),
    ({"deck", "being_rank", "pattern", "summon_at", "gateway"}, gateway_at_a_summoning),
    ({"effect", "target", "gateway"}, gateway_becomes_legendary),
    ({"cases"}, warping),
    ({"pending", "beings_in_hand", "deck"}, pending_counts_as_held),
    ({"score_raw", "pending_owner"}, pending_costs_points),
    ({"destroyed", "counts_as", "removed"}, removed_from_the_game),
]
QUESTIONS: dict[str, Check] = {"supply": supplies, "melee thresholds": melee_thresholds}


def shape_of(example: Example) -> Check:
    situation = example["situation"]
    keys = set(situation) - ANYWHERE
    keys |= {kind for kind in ("melee", "team") if situation.get("form", "").startswith(kind)}
    if situation.get("question") in QUESTIONS:
        return QUESTIONS[situation["question"]]
    for shape, check in SHAPES:
        if keys == shape:
            return check
    raise AssertionError(f"{example['id']}: no function for a situation with {sorted(keys)}")


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: f"{e['id']}-{e['rule']}")
def test_example(example: Example, workshop: Workshop) -> None:
    shape_of(example)(example, workshop)


def test_no_example_is_dropped_silently() -> None:
    assert len({e["id"] for e in EXAMPLES}) == len(EXAMPLES) == 98


def test_every_shape_is_used() -> None:
    used = {id(shape_of(e)) for e in EXAMPLES}
    unused: Iterable[str] = [c.__name__ for _, c in SHAPES if id(c) not in used]
    assert not list(unused)
