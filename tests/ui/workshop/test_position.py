"""Setting up a position: every edit makes another scenario, and faults are told at their place."""

from __future__ import annotations

import json

import pytest

from tashkalar import Game, new_game
from tashkalar.bots.prove import prove
from tashkalar.features.workshop import goals, lessons, position
from tashkalar.features.workshop.from_game import lesson_of_game, puzzle_of_game
from tashkalar.features.workshop.position import Scenario, Stone, new_position, put_stone
from tashkalar.features.workshop.position_faults import find_faults
from tashkalar.features.workshop.proof import can_be_proved
from tashkalar.formats import goal
from tashkalar.json_reader import Node
from tashkalar.position.ids import ColourNumber, SeatNumber
from tashkalar.ui.session.session import Session
from tashkalar.ui.text.refusal import Refusal

BLUE, GREEN = ColourNumber(1), ColourNumber(2)
COMMON = Stone(BLUE, "common")


def with_stones(**stones: str) -> Scenario:
    return {**new_position(), "board": dict(stones)}


@pytest.mark.parametrize("form", ["high-form", "duel", "melee"])
def test_a_new_position_can_be_played_in_every_form(form: str) -> None:
    made = position.set_form(new_position(), form)
    assert find_faults(made) == ()
    game = Game.from_scenario(made)
    assert not game.board and game.setup.form == form


def test_edits_leave_the_scenario_before_them_unchanged() -> None:
    before = with_stones(e5="1 common")
    text = json.dumps(before)
    put_stone(before, "d4", COMMON)
    position.set_cards(before, SeatNumber(1), "hand", ["knight"])
    position.set_turn(before, actions=1)
    position.set_school(before, SeatNumber(1), "sylvan")
    assert json.dumps(before) == text


def test_a_piece_turns_through_its_ranks_and_then_the_other_color() -> None:
    made, seen = with_stones(e5="1 common"), []
    for _ in range(6):
        stone = position.next_stone(made, position.stones(made)["e5"])
        made = put_stone(made, "e5", stone)
        seen.append(made["board"]["e5"])
    assert seen == [
        *("1 heroic", "1 legendary", "2 common", "2 heroic", "2 legendary", "1 common"),
    ]


def test_a_rank_that_is_used_up_is_passed_over() -> None:
    made = with_stones(e5="1 heroic", a3="1 legendary", a4="1 legendary", a5="1 legendary")
    assert position.pieces_left(made, Stone(BLUE, "legendary")) == 0
    assert position.next_stone(made, Stone(BLUE, "heroic")) == Stone(GREEN, "common")


def test_a_school_that_is_taken_changes_places() -> None:
    made = position.set_school(new_position(), SeatNumber(1), "sylvan")
    assert [seat["school"] for seat in made["seats"]] == ["sylvan", "northern"]
    assert find_faults(made) == ()


def test_too_many_pieces_are_told_on_the_board() -> None:
    rows = [f"{file}{rank}" for file in "cdefg" for rank in range(1, 10)]
    made = {**new_position(), "board": dict.fromkeys(rows[:20], "1 common")}
    (fault,) = find_faults(made)
    assert (fault.place, fault.message.id) == ("board", "workshop.fault.supply.two-sided")
    assert fault.message.params["n"] == 20 - position.setup_of(made).two_sided == 4


def test_a_legend_in_two_hands_is_told_at_the_second() -> None:
    made = new_position()
    for seat in (1, 2):
        made = position.set_cards(made, SeatNumber(seat), "legends", ["titan"])
    (fault,) = find_faults(made)
    assert (fault.place, fault.seat, fault.message.id) == ("hand", 2, "workshop.fault.twice")


def test_what_only_the_reader_knows_is_told_where_its_path_says() -> None:
    made = {**new_position(), "turn": {"seat": 1, "actions": 500}}
    (fault,) = find_faults(made)
    assert fault.place == "turn" and "500" in str(fault.message.params["reason"])
    made = {**new_position(), "piles": {"legend_deck": ["titan"]}}
    (fault,) = find_faults(position.set_cards(made, SeatNumber(1), "legends", ["titan"]))
    assert fault.place == "turn"  # of no seat, and the screen shows faults of hands at their seats


def test_a_gateway_is_dragged_with_its_piece_and_turned_while_it_may_be_one() -> None:
    made = with_stones(e5="2 common", d4="1 common")
    assert position.gateway_color(made) is None
    made = position.set_school(made, SeatNumber(2), "nethervoid")
    assert position.gateway_color(made) == GREEN and not position.can_be_gateway(made, "d4")
    assert position.can_be_gateway(made, "e5") and not position.can_be_gateway(made, "a5")
    assert position.toggle_gateway(position.toggle_gateway(made, "e5"), "e5") == made
    made = position.toggle_gateway(made, "e5")
    assert made["gateway"] == "e5" and find_faults(made) == ()
    assert "gateway" not in position.set_school(made, SeatNumber(2), "sylvan")
    moved = position.move_stone(made, "e5", "c3")
    assert moved["gateway"] == "c3" and find_faults(moved) == ()
    heroic = position.turn_stone(made, "e5")
    assert (heroic["board"]["e5"], heroic["gateway"]) == ("2 heroic", "e5")
    assert "gateway" not in position.turn_stone(heroic, "e5")  # legendary it may not be
    assert "gateway" not in position.move_stone(made, "d4", "e5")  # its piece is gone


@pytest.mark.parametrize("form", ["high-form", "duel", "melee"])
def test_every_number_of_players_can_be_played_and_proved(form: str) -> None:
    start = position.set_form(with_stones(e4="1 common", e6="1 common", d6="2 common"), form)
    choices = position.players_to_choose(start)
    assert (4, True) in choices if form != "melee" else [n for n, _ in choices] == [3, 4]
    for count, is_team in choices:
        made = position.set_players(start, count, is_team=is_team)
        assert position.players(made) == (count, is_team) and find_faults(made) == ()
        last = position.set_turn(made, seat=SeatNumber(count))
        last = position.set_cards(last, SeatNumber(1), "hand", ["swordmaster"])
        destroying = goals.new_condition(last, "destroy-on")
        pieces, own = position.stones(last), position.color_of_turn(last)
        assert pieces[destroying["destroy"][0]].owner != own
        made = position.set_cards(made, SeatNumber(1), "hand", ["swordmaster"])
        made = goals.set_conditions(made, [{"destroy": ["d6"]}])
        assert can_be_proved(made)
        proof = prove(Game.from_scenario(made).state, goal_of(made))
        assert proof.is_complete and proof.solutions


def goal_of(made: Scenario) -> goal.Goal:
    return goal.read(Node(made["goal"], "goal"), Game.from_scenario(made).state)


def test_a_goal_to_survive_stands_alone_and_its_fear_can_be_chosen() -> None:
    start = with_stones(e5="2 heroic")
    assert goals.menu(start)[-1] == "survive"
    assert "survive" not in goals.menu(position.set_form(start, "melee"))
    fear = goals.new_condition(start, "survive")
    fear = goals.change_condition(start, fear, "feared", "destroy")
    fear = goals.change_condition(start, fear, "number", "3")
    fear = goals.change_condition(start, fear, "rank", "heroic")
    made = goals.set_conditions({**start, "goal": {"win": True, "within": {"turns": 2}}}, [fear])
    assert made["goal"] == {"survive": {"destroy": 3, "rank": "heroic"}}
    assert find_faults(made) == () and can_be_proved(made)
    assert goals.is_survival(made) and not goals.is_nested(made)
    assert "survive" not in goals.menu(made)
    deeper = {"survive": {"any": [{"win": True}, {"legend": 1}]}}
    assert goals.is_nested({**start, "goal": deeper})


@pytest.mark.parametrize("kind", [*goals.MENU, "win"])
def test_every_condition_of_the_menu_can_be_read(kind: str) -> None:
    start = position.set_form(with_stones(e5="2 heroic"), "high-form")
    made = goals.set_conditions(start, [goals.new_condition(start, kind)])
    assert find_faults(made) == ()
    (condition,) = goals.conditions(made)
    assert goals.kind_of_condition(condition) == kind and goals.is_one_turn(made)
    for square in ("d4", "d4", "d4"):
        if kind in goals.ON_SQUARES:
            changed = goals.toggle_square(made, goals.conditions(made)[0], square)
            made = goals.set_conditions(made, [changed])
            assert find_faults(made) == ()


def test_the_menu_has_every_kind_of_goal() -> None:
    start = position.set_form(new_position(), "high-form")
    kinds = {kind.removesuffix("-on") for kind in goals.menu(start)}
    assert kinds | set(goals.JOINS) == set(goal.KINDS)
    for kind in goals.FEARED:
        fear = goals.change_condition(start, {"survive": {"win": True}}, "feared", kind)
        assert find_faults(goals.set_conditions(start, [fear])) == ()


def test_two_conditions_are_joined_and_the_last_takes_the_goal_with_it() -> None:
    start = with_stones(e5="2 heroic")
    two: list[goals.Condition] = [{"beings": 2}, {"destroy": 1, "rank": "heroic"}]
    made = goals.set_conditions(start, two, join="any")
    assert made["goal"] == {"any": two, "within": {"turns": 1}}
    assert goals.conditions(made) == tuple(two) and goals.join_of(made) == "any"
    assert goals.set_conditions(made, two[:1])["goal"] == {"beings": 2, "within": {"turns": 1}}
    assert goals.set_conditions(made, []) == start


def test_a_puzzle_of_a_game_tells_nothing_that_the_player_to_move_may_not_know() -> None:
    game = new_game("high-form", ["northern", "etherweave"], seed=5)
    for _ in range(12):
        game.play(next(m for m in game.legal_moves() if m.kind in ("place", "end")))
    state, mover = game.settled_state, game.settled_state.seat
    made = puzzle_of_game(Session(game, curtain=False))
    assert find_faults(made) == ()
    text = json.dumps({**made, "tasks": {}})
    other = 1 - mover
    for secret in (state.hands[other], state.legends[other], state.decks[mover][:1]):
        assert secret and not any(f'"{card}"' in text for card in secret)
    again = Game.from_scenario(made)
    assert again.board == game.board and again.legal_moves() == game.legal_moves()


def test_a_lesson_of_a_position_looked_back_at_has_the_rest_of_the_turn_as_its_way() -> None:
    start = {
        **with_stones(e4="1 common", e6="1 common", d6="2 common"),
        "seats": [{"school": "northern", "hand": ["swordmaster"]}, {"school": "sylvan"}],
    }
    game = Game.from_scenario(start)
    for code in ("+a5", "swordmaster@e5", "d6", ".", "+i5"):
        game.play(code)
    session = Session(game, curtain=False)
    assert "ways" not in lessons.parts(lesson_of_game(session))[0]  # the present
    session.show_position_after(1)
    (part,) = lessons.parts(made := lesson_of_game(session))
    assert part["ways"] == [["swordmaster@e5", "d6"]] and part["until"] == {"done": 2}
    assert lessons.play_way(lessons.scenario_of_part(made, 0), part["ways"][0]).is_possible
    hidden = Session(game, curtain=False, bots={SeatNumber(1): "novice"})
    hidden.show_position_after(1)
    assert "ways" not in lessons.parts(lesson_of_game(hidden))[0]  # its hand may not be seen


def test_in_the_middle_of_a_move_no_puzzle_can_be_made() -> None:
    position_before = {
        **with_stones(e4="1 common", e6="1 common", d6="2 common"),
        "seats": [{"school": "northern", "hand": ["swordmaster"]}, {"school": "sylvan"}],
    }
    game = Game.from_scenario(position_before)
    game.play("swordmaster@e5")
    assert game.open_move is not None
    with pytest.raises(Refusal):
        puzzle_of_game(Session(game, curtain=False))


def test_a_puzzle_of_a_game_has_no_hand_that_the_person_may_not_see() -> None:
    game = new_game("high-form", ["northern", "sylvan"], seed=5)
    while game.player != 1 or game.state.turn < 3:
        game.play(next(m for m in game.legal_moves() if m.kind in ("place", "end")))

    def hand(session: Session, seat: int) -> list[str]:
        cards: list[str] = puzzle_of_game(session)["seats"][seat - 1]["hand"]
        return cards

    against_computer = Session(game, curtain=False, bots={SeatNumber(2): "novice"})
    assert hand(against_computer, 1) == list(game.state.hands[0])
    number = next(n for n, one in enumerate(game.history()) if one.state_before.seat == 1)
    open_game, curtained = Session(game, curtain=False), Session(game, curtain=True)
    assert hand(curtained, 1) == []  # the curtain is down
    curtained.seating.lift_curtain()
    assert hand(curtained, 1) == list(game.state.hands[0])
    for session in (against_computer, open_game, curtained):
        session.show_position_after(number)
        assert session.shown_state.seat == 1
    assert hand(open_game, 2) == list(open_game.shown_state.hands[1]) != []
    assert hand(against_computer, 2) == hand(curtained, 2) == []
