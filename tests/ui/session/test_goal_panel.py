"""Tests of the goal beside the board, and of the reports of an embedded board to its page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tashkalar import Game, new_game
from tashkalar.features.embeds.public_position import public_position, replay_caption
from tashkalar.ui.screen.screen import build_screen
from tashkalar.ui.session.goal_panel import GoalPanelView, goal_panel_view, goal_state, is_lesson
from tashkalar.ui.session.session import Session
from tests.support import arrange, pattern_at, play
from tests.ui.table import said, secret_cards

DEMO = Path(__file__).resolve().parents[3] / "static" / "demo"
KNIGHT = pattern_at("knight", "e5")


def puzzle(wanted: object, **more: Any) -> Game:
    return arrange(KNIGHT, hand=["knight"], goal=wanted, **more)


def view(game: Game, language: str = "en") -> GoalPanelView:
    view = goal_panel_view(game, language)
    assert view is not None
    return view


def parts(wanted: object, **more: Any) -> list[str]:
    """A goal in words."""
    return [said(part.text) for part in view(puzzle(wanted, **more)).parts]


TASKS = {"current": ["red-conquest", "destruction", "side-chain"], "next": "isolation"}
WORDS: tuple[tuple[dict[str, object], str], ...] = (
    ({"summon": "knight"}, "Summon the Knight"),
    ({"summon": "knight", "at": "e5"}, "Summon the Knight on e5"),
    ({"score": 1}, "Reach 1 point"),
    ({"score": 3}, "Reach 3 points"),
    ({"beings": 1}, "Summon a being"),
    ({"beings": 2}, "Summon 2 beings"),
    ({"legend": 1}, "Summon a legend"),
    ({"gain": 5}, "Gain 5 points"),
    ({"destroy": 2, "upgraded": True}, "Destroy 2 upgraded enemy pieces"),
    ({"destroy": 1}, "Destroy an enemy piece"),
    ({"destroy": 2, "rank": "common"}, "Destroy 2 common enemy pieces"),
    ({"destroy": 1, "rank": "heroic"}, "Destroy a heroic enemy piece"),
    ({"destroy": 3, "rank": "legendary"}, "Destroy 3 legendary enemy pieces"),
    ({"destroy": ["e5", "e6"]}, "Destroy everything on e5 and e6"),
    (
        {"piece": {"e5": "1 heroic", "e6": "empty"}},
        "Have on the board: heroic piece of Blue on e5 and nothing on e6",
    ),
    ({"win": True}, "Win the game"),
)


@pytest.mark.parametrize(("wanted", "words"), WORDS, ids=range(len(WORDS)))
def test_every_goal_has_words(wanted: dict[str, object], words: str) -> None:
    assert parts(wanted) == [words]


def test_a_task_has_words() -> None:
    assert parts({"claim": "red-conquest"}, form="high-form", tasks=TASKS) == ["Claim Red Conquest"]


def test_several_goals() -> None:
    inner = {"any": [{"win": True}, {"score": 9}]}
    shown = view(puzzle({"all": [{"summon": "knight"}, inner]}))
    assert said(shown.title or "") == "Goal for Blue: all of these"
    assert [said(p.text) for p in shown.parts] == [
        "Summon the Knight",
        "One of these: win the game or reach 9 points",
    ]
    shown = view(puzzle({**inner, "seat": 2}))
    assert said(shown.title or "") == "Goal for Green: one of these"


def test_how_far_one_is() -> None:
    game = puzzle({"piece": {"a5": "1 common"}, "within": {"moves": 2}})
    first = view(game)
    assert (first.state, said(first.status or ""), first.has_moves) == (
        "open",
        "2 steps are left to reach the goal.",
        False,
    )
    play(game, "+a6")
    assert said(view(game).status or "") == "One step is left to reach the goal."
    play(game, "+b4")
    failed = view(game)
    assert (failed.state, failed.has_moves) == ("failed", True)
    assert "no longer" in said(failed.status or "")
    game.undo()
    play(game, "+a5")
    reached = view(game)
    assert (reached.state, [p.is_met for p in reached.parts]) == ("reached", [True])
    assert "reached" in said(reached.status or "")


def test_texts_in_languages() -> None:
    game = arrange({}, text={"it": "Ciao", "en": "Hello"})
    assert [view(game, language).text for language in ("it", "en", "el")] == [
        "Ciao",
        "Hello",
        "Hello",
    ]
    assert view(arrange({}, text={"it": "Ciao"}), "el").text == "Ciao"
    assert view(arrange({}, text="Plain"), "el").text == "Plain"


def test_words_for_a_goal_are_not_watched() -> None:
    shown = view(puzzle("Find the best move."))
    assert (shown.state, shown.status) == ("none", None)
    assert [said(p.text) for p in shown.parts] == ["Find the best move."]


def test_an_ordinary_game_is_no_lesson() -> None:
    for game in (new_game("duel", ["northern", "sylvan"], seed=1), arrange({"e5": "1 common"})):
        assert not is_lesson(game)
        assert goal_panel_view(game, "en") is None


def test_begin_again() -> None:
    """Over the end of a turn too, where undo ends; it can be made again."""
    game = puzzle({"win": True})
    session = Session(game, curtain=False)
    assert not session.restart()
    play(game, "+a5", "+a6", ".")
    assert not session.can_undo
    session.click_card("knight")
    assert session.restart()
    assert (game.last_move, session.selection.card) == (None, None)
    assert session.can_redo


def test_the_page_around_learns_nothing_secret() -> None:
    game = puzzle({"summon": "knight"}, theirs={"hand": ["unicorn"]})
    session = Session(game, curtain=False)
    play(game, "+a5")
    position = public_position(session)
    assert position == {
        "form": "duel",
        "board": {**KNIGHT, "a5": "1 common"},
        "seat": 1,
        "turn": 3,
        "actions": 1,
        "move": 1,
        "moves": 1,
        "over": False,
    }
    text = json.dumps(position)
    assert not [card for seat in (1, 2) for card in secret_cards(game.state, seat) if card in text]
    assert goal_state(session.game) == "open"
    game.resign(1)
    assert public_position(session)["seat"] is None


def test_a_replay_goes_through_the_moves() -> None:
    game = puzzle("Watch.")
    play(game, "+a5", "+a6", ".")
    session = Session(game, curtain=False)
    session.is_read_only = True
    assert session.moves == ()
    assert not session.can_undo
    assert replay_caption(session).step == 3
    session.show_position_after(0)
    assert said(replay_caption(session).turn_title) == "The start"
    assert replay_caption(session).step == 0
    assert public_position(session)["board"] == KNIGHT
    session.show_position_after(1)
    assert public_position(session)["board"] == {**KNIGHT, "a5": "1 common"}
    assert public_position(session)["move"] == 1
    assert "a5" in said(replay_caption(session).lines[0])


@pytest.mark.parametrize("file", sorted(path.name for path in DEMO.glob("*.json")))
def test_the_scenarios_of_the_demo(file: str) -> None:
    game = Game.from_scenario(json.loads((DEMO / file).read_text(encoding="utf-8")))
    assert view(game).text
    assert view(game).state in ("none", "open")


def test_the_puzzle_of_the_demo_can_be_solved() -> None:
    game = Game.from_scenario(json.loads((DEMO / "puzzle.json").read_text(encoding="utf-8")))
    play(game, "+d3", "knight@e5", "e5-e6")
    while game.open_move is not None:
        game.play("-")
    assert view(game).state == "reached"


def test_the_record_of_the_demo() -> None:
    assert Game.from_record((DEMO / "game.txt").read_text(encoding="utf-8")).is_over


def test_a_failed_attempt_asks_nobody_and_is_taken_back_over_the_end_of_the_turn() -> None:
    session = Session(puzzle({"summon": "knight", "within": {"turns": 1}}), curtain=False)
    session.begin_attempt(session.seating.seat)
    hand = session.seating.viewer
    while not session.is_attempt_over:
        session.play_code(next(m.code for m in session.moves if m.kind in ("place", "end")))
    assert session.game.player == 2 and not session.moves
    screen = build_screen(session)
    assert said(screen.prompt.title) == "This attempt is over."
    assert session.seating.viewer == hand, "the cards of the other side are nobody's business"
    assert screen.action_panel.instruction is None
    while session.can_undo:
        session.undo()
    assert session.moves and not session.game.codes


def test_a_solved_puzzle_is_over_in_the_middle_of_the_turn() -> None:
    session = Session(puzzle({"summon": "knight", "within": {"turns": 1}}), curtain=False)
    session.begin_attempt(session.seating.seat)
    assert session.play_code("knight@e5")
    while session.game.open_move is not None:
        session.play_code(session.moves[-1].code)
    assert session.attempt_state == "reached" and session.game.player == 1
    assert not session.moves and not session.play_code(".")
    screen = build_screen(session)
    assert said(screen.prompt.title) == said(screen.to_act_text) == "The puzzle is solved."
    assert not screen.prompt.choices and screen.pips == (0, 0)
    assert session.undo() and session.moves


def test_nobody_plays_the_turn_of_the_other_side_in_a_puzzle_to_survive() -> None:
    session = Session(puzzle({"survive": {"legend": 1}}), curtain=False)
    session.begin_attempt(session.seating.seat)
    while session.game.player == 1:
        session.play_code(next(m.code for m in session.moves if m.kind in ("place", "end")))
    assert session.is_reply_due and not session.moves
    reply = next(m.code for m in session.game.legal_moves() if m.kind == "place")
    assert not session.play_code(reply) and session.play_code(reply, is_reply=True)
    assert session.game.player == 2 and session.game.codes[-1] == reply


def test_the_heading_of_a_goal_for_one_turn_says_so() -> None:
    shown = view(puzzle({"legend": 1, "within": {"turns": 1}}))
    assert said(shown.title or "") == "Goal for Blue this turn" and shown.status is None
    shown = view(puzzle({"legend": 1, "within": {"turns": 2}}))
    assert said(shown.title or "") == "Goal for Blue" and shown.status is not None
