"""The others' turn, step by step: from public facts, over a board that is right already."""

from __future__ import annotations

from tashkalar import Game
from tashkalar.position.ids import ColourNumber, SeatNumber
from tashkalar.ui.history.timeline import board_of
from tashkalar.ui.screen.animation import Look
from tashkalar.ui.screen.screen import build_screen
from tashkalar.ui.screen.turn_replay import (
    TurnReplay,
    board_before_others,
    turn_replay,
    was_seen_at_table,
)
from tashkalar.ui.session.session import Session
from tests import golden
from tests.support import arrange, pattern_at, play
from tests.ui.table import english, said


def turn_of_green() -> Game:
    """Return a game: Green places a piece and moves its Unicorn onto a piece of Blue's."""
    board = {**pattern_at("unicorn", "e5", 2), "e6": "1 common", "a7": "1 common"}
    game = arrange(board, theirs={"hand": ["unicorn"]}, turn={"number": 3})
    play(game, "+a5", "+a6", ".", "+g2", "unicorn@e5", "move", "e5-e6", ".")
    return game


def seen(game: Game) -> TurnReplay:
    replay = turn_replay(Session(game))
    assert replay is not None
    return replay


class TestSteps:
    def test_each_thing_told_is_a_step(self) -> None:
        replay = seen(turn_of_green())
        kinds = [
            [act.kind for part in step.animations for act in part.tweens] for step in replay.steps
        ]
        assert kinds[0] == ["come"] and "rise" in kinds[1] and kinds[2] == ["crack", "slide"]
        assert [step.number for step in replay.steps] == [1, 2, 3]
        assert {step.school for step in replay.steps} == {replay.school} == {"sylvan"}
        assert said(replay.title) == "Meanwhile: Green, turn 4"

    def test_a_step_says_what_is_being_done_and_shows_the_card_that_does_it(self) -> None:
        """Its effect is the card's doing too; of a piece put down there is the rule to read."""
        steps = seen(turn_of_green()).steps
        assert [step.card.id if step.card else None for step in steps] == [
            None,
            "unicorn",
            "unicorn",
        ]
        assert [said(step.present_text) for step in steps] == [
            "Green places a common piece on g2",
            "Green summons the Unicorn on e5",
            "Green moves a piece from e5 to e6",
        ]
        assert {said(step.turn_title) for step in steps} == {"Turn 4: Green"}
        assert {step.seat for step in steps} == {2}
        assert "empty square" in said(steps[0].note or "") and not any(s.note for s in steps[1:])

    def test_no_discarded_card_is_shown(self) -> None:
        """The replay hides the discarded being (R25.3) and shows what was invoked and claimed."""
        game = arrange({"e5": "1 common"}, theirs={"hand": ["unicorn"]}, turn={"number": 3})
        play(game, "+a5", "+a6", ".", "~unicorn", "-", "+g2", ".")
        replay = seen(game)
        assert said(replay.steps[0].present_text) == "Green discards a being"
        assert not any(step.card for step in replay.steps)
        assert not any("unicorn" in repr(step).lower() for step in replay.steps)

    def test_a_step_leaves_the_board_as_it_was_then(self) -> None:
        """The truth with the differences of a step is the board of that time."""
        game = turn_of_green()
        truth = {square: piece.rank for square, piece in board_of(game.state).items()}
        after = []
        for step in seen(game).steps:
            board = dict(truth)
            for square, look in step.board_after.overrides.items():
                board.pop(square, None)
                if look:
                    board[square] = look[1]
            after.append(board)
        assert "g2" in after[0] and "e5" not in after[0] and after[0]["e6"] == "common"
        assert after[1]["e5"] == "heroic" and after[1]["e6"] == "common"
        assert "e5" not in after[2] and after[2]["e6"] == "heroic"
        # The emblem is large as long as the turn is shown.
        emblem = Look("sylvan", "heroic", "unicorn")
        assert seen(game).steps[-1].board_after.overrides == {"e6": emblem}

    def test_the_summary_tells_what_was_lost_in_a_step(self) -> None:
        """A being on an enemy's square, and a piece that moves onto another, are one step each."""
        board = {**pattern_at("unicorn", "e5", 2), "e5": "1 common", "e6": "1 common"}
        game = arrange(board, theirs={"hand": ["unicorn"]}, turn={"number": 3})
        play(game, "+a5", "+a6", ".", "+g2", "unicorn@e5", "move", "e5-e6", ".")
        summary = [said(line) for line in seen(game).summary[1:]]
        assert len(seen(game).steps) == 3
        assert sum("Destroyed" in line for line in summary) == 2
        assert "Destroyed on e6" in summary[-1] and "Moved e5–\u2060e6" in summary[-2]
        lost = [[said(line) for line in step.lost_pieces] for step in seen(game).steps]
        assert lost == [
            [],
            ["Destroyed on e5: common piece of Blue"],
            ["Destroyed on e6: common piece of Blue"],
        ]


class TestWhen:
    def test_nothing_before_others_have_played(self) -> None:
        game = arrange({"e5": "1 common"}, turn={"number": 3})
        assert turn_replay(Session(game)) is None and not build_screen(Session(game)).can_watch
        play(game, "+a5")
        assert turn_replay(Session(game)) is None and not build_screen(Session(game)).can_watch

    def test_it_can_be_seen_again_at_any_time_of_ones_own_turn(self) -> None:
        game = turn_of_green()
        before = seen(game)
        assert build_screen(Session(game, curtain=False)).can_watch
        free = [move.code for move in game.legal_moves() if move.kind == "place"]
        play(game, free[0])
        again = seen(game)
        assert again.summary == before.summary
        emblem = Look("sylvan", "heroic", "unicorn")
        overrides = again.steps[-1].board_after.overrides
        assert overrides == {free[0][1:]: None, "e6": emblem}  # the new piece stood not there yet

    def test_whether_ones_own_turn_follows(self) -> None:
        game = turn_of_green()
        assert seen(game).is_own_turn_next
        looked = turn_replay(Session(game, bots={SeatNumber(1): "adept", SeatNumber(2): "adept"}))
        assert looked is not None and not looked.is_own_turn_next
        game.resign(2)
        assert not seen(game).is_own_turn_next

    def test_in_a_melee_all_of_the_others(self) -> None:
        seats = [{"school": school} for school in ("northern", "sylvan", "highland")]
        game = arrange({"e5": "1 common"}, form="melee", seats=seats)
        play(game, "+a5", "+a6", ".", "+i4", "+i5", ".", "+c2", "+d2", ".")
        replay = seen(game)
        assert [step.school for step in replay.steps] == ["sylvan"] * 2 + ["highland"] * 2
        assert said(replay.title) == "Meanwhile: the others’ turns"
        assert [said(step.turn_title) for step in replay.steps][1:3] == [
            "Turn 5: Green",
            "Turn 6: Yellow",
        ]
        assert [step.seat for step in replay.steps] == [2, 2, 3, 3]

    def test_while_the_computer_plays_the_board_is_held_as_it_was(self) -> None:
        game = turn_of_green()
        (scene,) = board_before_others(Session(game))
        assert scene.overrides["g2"] is None
        assert scene.overrides["e6"] == Look("northern", "common")
        assert board_of(game.state)["e6"].owner == ColourNumber(2)


def test_the_curtain_tells_it_and_nothing_secret() -> None:
    game = turn_of_green()
    session = Session(game)
    curtain = build_screen(session).curtain
    assert curtain is not None and curtain.others_title is not None
    assert said(curtain.others_title) == "Meanwhile: Green, turn 4"
    assert [
        english().translate_under_heading(step.text, curtain.others_name) for step in curtain.steps
    ][:2] == [
        "Common piece placed on g2",
        "Unicorn summoned on e5",
    ]
    # As the trail on the board: the same numbers, in the color of the step's player (R25.1).
    steps = seen(game).steps
    assert [(step.number, step.school, step.lost_pieces) for step in curtain.steps] == [
        (step.number, step.school, step.lost_pieces) for step in steps
    ]
    assert {step.school for step in curtain.steps} == {"sylvan"}
    assert any(step.lost_pieces for step in curtain.steps)
    session.seating.lift_curtain()
    assert build_screen(session).curtain is None


def test_what_everybody_at_the_table_saw_is_not_shown_again() -> None:
    game = play(arrange({"e5": "1 common"}), "+a5", "+a6", ".")
    opened = Session(game)  # a saved game: nobody saw Blue's turn here
    assert turn_replay(opened) is not None and not was_seen_at_table(opened)
    opened.seating.lift_curtain()
    for code in ("+i5", "+i6", "."):
        opened.play_code(code)
    assert turn_replay(opened) is not None, "it can still be asked for"
    assert was_seen_at_table(opened)
    alone = Session(game, bots={SeatNumber(1): "beginner"})
    alone.play_code("+i5")
    alone.play_code("+i6")
    alone.play_code(".")
    for code in ("+b5", "+b6", "."):
        alone.play_code(code)
    assert not was_seen_at_table(alone), "one person watches the computer's turn step by step"


def test_the_panels_follow_the_steps() -> None:
    """The pieces and points beside the board are those after the step, and at last those of now."""
    shown = 0
    for before, _ in golden.decisions(golden.load("high-form").game):
        session = Session(before, curtain=False)
        replay = turn_replay(session)
        last_move = before.last_move
        if replay is None or last_move is None or last_move.state_before.turn == before.state.turn:
            continue  # the viewer has played since
        players = build_screen(session).players
        for step in replay.steps:
            assert step.facts is not None and len(step.facts.players) == len(players)
        last = replay.steps[-1].facts
        assert last is not None
        assert [(p.score, p.piece_count, p.upgraded_count) for p in last.players] == [
            (p.score, p.piece_count, p.upgraded_count) for p in players
        ]
        first = replay.steps[0].facts
        assert first is not None
        shown += [p.piece_count for p in first.players] != [p.piece_count for p in last.players]
    assert shown > 10
