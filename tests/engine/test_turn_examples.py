"""The worked positions of data/turn-examples.json, played through the engine.

Their patterns and effects are invented, so they are registered for one test and then played by
the codes a person would type. `SHAPES` names the function for each kind of situation; an example
that fits none fails. Examples of forms and schools that do not exist yet are listed in `LATER`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from tashkalar import Game, IllegalMove, new_game
from tashkalar.board import (
    COMMON,
    HEROIC,
    NAMES,
    NEAR,
    SQUARE_OF,
    SQUARES,
    distance,
    from_column_row,
)
from tashkalar.cards import BEINGS, TASKS
from tashkalar.effect import Effect, combat, standard
from tashkalar.forms import FORMS
from tashkalar.forms.high_form import open_tasks, settle_next
from tashkalar.state import GameState
from tests.engine import plain_matcher as plain
from tests.engine.invented import Text, Workshop, nothing
from tests.support import assert_idle, offered, pieces

Example = dict[str, Any]
EXAMPLES: list[Example] = json.loads(
    (Path(__file__).parent / "data" / "turn-examples.json").read_text(encoding="utf-8")
)

# Prefixes of examples about melee, teams and the expansion schools, with how many there are.
LATER = {
    "melee-": 11,
    "team-": 9,
    "exp-": 9,
    "end-06": 1,  # thresholds of the melee
    "end-07": 1,
    "tie-04": 1,
    "tie-05": 1,
}
NOW = 98 - 33

SEAT = {"A": 1, "B": 2}


def is_later(example: Example) -> bool:
    return str(example["id"]).startswith(tuple(LATER))


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
        found.append("AB"[game.player - 1])
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
    forms_now = {"high-form", "duel"}
    assert set(expected["two_sided"]) - forms_now == {"melee-3", "melee-4"}  # later
    for form in forms_now:
        game = Game.from_scenario(
            {
                "form": form,
                "seats": [{"school": "northern"}, {"school": "southern"}],
                "board": {},
            }
        )
        for colour in (0, 1):
            two_sided = expected["two_sided"][form]
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
    current, rest = open_tasks(revealed)
    assert list(current) == expected["current"]
    assert list(rest) == expected["set_aside"]


def next_task(example: Example, workshop: Workshop) -> None:
    situation, expected = example["situation"], example["expected"]
    open_now = [workshop.task(f"c{n}", type) for n, type in enumerate(situation["current_types"])]
    deck = [workshop.task(id, type) for id, type in situation["deck_top"]]
    settled = settle_next(tuple(open_now), tuple(deck))
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
    (need,) = TASKS["destruction"].closest(game.state, 0)
    assert (need.have, need.need) == (expected["destroyed_count"], 3)
    assert "=destruction" in offered(game)


def points_now(example: Example, workshop: Workshop) -> None:
    game = start(example, scores=example["situation"]["task_points"])
    assert {who: game.score(seat) for who, seat in SEAT.items()} == example["expected"]["score"]
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
    assert {who: game.score(seat) for who, seat in SEAT.items()} == middle
    game.play(f"!{flare}")
    assert {who: game.score(seat) for who, seat in SEAT.items()} == scores
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
    for form in FORMS:
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
]


def shape_of(example: Example) -> Check:
    keys = set(example["situation"]) - ANYWHERE
    if example["situation"].get("question") == "supply":
        return supplies
    for shape, check in SHAPES:
        if keys == shape:
            return check
    raise AssertionError(f"{example['id']}: no function for a situation with {sorted(keys)}")


@pytest.mark.parametrize(
    "example", [e for e in EXAMPLES if not is_later(e)], ids=lambda e: f"{e['id']}-{e['rule']}"
)
def test_example(example: Example, workshop: Workshop) -> None:
    shape_of(example)(example, workshop)


def test_no_example_is_dropped_silently() -> None:
    assert len({e["id"] for e in EXAMPLES}) == len(EXAMPLES) == NOW + sum(LATER.values())
    for prefix, number in LATER.items():
        assert len([e for e in EXAMPLES if e["id"].startswith(prefix)]) == number
    assert len([e for e in EXAMPLES if not is_later(e)]) == NOW


def test_every_shape_is_used() -> None:
    used = {id(shape_of(e)) for e in EXAMPLES if not is_later(e)}
    unused: Iterable[str] = [c.__name__ for _, c in SHAPES if id(c) not in used]
    assert not list(unused)
