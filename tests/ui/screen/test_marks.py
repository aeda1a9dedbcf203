"""Tests of the marks over the board: outcomes, missing pieces, the trail, and their places."""

from __future__ import annotations

import pytest

from tashkalar import Game
from tashkalar.ui.history.timeline import board_of
from tashkalar.ui.screen.marks import (
    PHONE_SIGN_SCALE,
    free_segments,
    gain_sign_position,
    square_center,
)
from tashkalar.ui.screen.screen import build_screen
from tashkalar.ui.session.session import Session
from tashkalar.ui.views import LogView, Screen
from tests.support import arrange, pattern_at, play
from tests.ui.previews import compute_preview
from tests.ui.table import said


def at_table(game: Game, card: str | None = None, square: str | None = None) -> Session:
    """A session without a curtain, perhaps with a card up and a square looked at."""
    session = Session(game, curtain=False)
    if card:
        session.click_card(card)
    session.look_at_square(square)
    return session


def looked(game: Game, card: str | None, square: str) -> Screen:
    """The screen when a square has been looked at long enough."""
    session = at_table(game, card, square)
    compute_preview(session)
    return build_screen(session)


def marks(screen: Screen, kind: str) -> dict[str, bool]:
    """The squares with marks of a kind, and whether they are only possible."""
    return {mark.square: mark.is_possible for mark in screen.marks if mark.kind == kind}


def label(screen: Screen, name: str) -> str:
    return said(next(view.label for view in screen.squares if view.name == name))


PRIEST = pattern_at("high-priestess", "d4") | {"e5": "1 common", "c5": "2 common"}


class TestScorches:
    def test_they_last_until_the_turn_ends(self) -> None:
        board = pattern_at("bomb", "e5") | {"e6": "2 common", "d4": "2 common", "d6": "2 heroic"}
        session = Session(arrange(board, hand=["bomb"]), curtain=False)
        assert build_screen(session).scorches == ()
        session.play_code("bomb@e5")
        assert set(build_screen(session).scorches) >= {"d4", "e5", "e6"}
        assert "d6" not in build_screen(session).scorches, "a heroic piece is not destroyed"
        session.play_code("+e6")
        assert "e6" not in build_screen(session).scorches, "a piece covers it"
        session.show_position_after(1)
        assert "e6" in build_screen(session).scorches, "as the board was then"
        session.show_position_after(None)
        session.play_code(".")
        assert build_screen(session).scorches == ()


class TestOutcome:
    def test_an_own_piece_makes_way_and_is_not_called_doomed(self) -> None:
        game = arrange(PRIEST | {"d4": "1 common"}, hand=["high-priestess"])
        screen = looked(game, "high-priestess", "d4")
        assert set(marks(screen, "come")) == set(marks(screen, "way")) == {"d4"}
        spoken = label(screen, "d4")
        assert "your piece here will be destroyed" in spoken and spoken.count("destroyed") == 1

    def test_an_enemy_on_the_square_is_lost(self) -> None:
        game = arrange(pattern_at("knight", "e5") | {"e5": "2 common"}, hand=["knight"])
        screen = looked(game, "knight", "e5")
        assert set(marks(screen, "taken")) == {"e5"} and "destroyed" in label(screen, "e5")

    def test_what_may_follow_is_open(self) -> None:
        game = arrange(PRIEST, hand=["high-priestess"])
        screen = looked(game, "high-priestess", "d4")
        assert marks(screen, "doom").get("c5") is True
        assert "may be destroyed" in label(screen, "c5")
        flags = {view.name: view.doomed for view in screen.squares}
        assert not flags["c5"]  # only what is certain

    def test_a_move_draws_its_arrow(self) -> None:
        game = play(arrange(PRIEST, hand=["high-priestess"]), "high-priestess@d4")
        screen = looked(game, None, "c5")
        assert [(m.origin, m.square) for m in screen.marks if m.kind == "taking"] == [("d4", "c5")]
        assert marks(screen, "doom") == {"c5": False}
        kinds = [mark.kind for mark in screen.marks]
        assert kinds.index("taking") < kinds.index("doom"), "the arrow would lie over the cross"

    def test_a_move_that_takes_looks_different_from_one_that_does_not(self) -> None:
        """The Knight may go onto a heroic piece of either side: each has its own words."""
        board = pattern_at("knight", "e5") | {"f6": "2 heroic", "d6": "1 heroic"}
        game = play(arrange(board, hand=["knight"]), "knight@e5")
        screen = build_screen(at_table(game))
        legal = {view.name: view.legal for view in screen.squares if view.legal}
        assert (legal["f6"], legal["d6"], legal["e6"]) == ("take", "lose", "answer")
        assert "Can be chosen: the piece on it is then destroyed" in label(screen, "f6")
        assert "Can be chosen: your own piece on it is then destroyed" in label(screen, "d6")
        assert "destroyed" not in label(screen, "e6") and "Can be chosen" in label(screen, "e6")

    def test_the_square_for_a_rank_is_marked(self) -> None:
        """The Storm Elemental asks for the rank of a piece that does not stand there yet."""
        board = pattern_at("storm-elemental", "e5")
        game = arrange(board, legends=["storm-elemental"])
        play(game, next(m.code for m in game.legal_moves() if m.kind == "summon"))
        square = min(m.square for m in game.legal_moves() if m.square)
        play(game, square)
        assert game.prompt.kind == "rank"
        assert set(marks(build_screen(at_table(game)), "asked")) == {square}

    def test_own_losses_have_a_mark_of_their_own(self) -> None:
        """The Cannon may fire south: e3 is an enemy's, e4 the player's own."""
        board = pattern_at("cannon", "e5") | {"e3": "2 common", "e4": "1 common", "h5": "2 common"}
        screen = looked(arrange(board, hand=["cannon"]), "cannon", "e5")
        assert marks(screen, "doom") == {"e3": True, "h5": True}
        assert marks(screen, "lose")["e4"] is True
        assert "Your own piece may be destroyed" in label(screen, "e4")
        lines = [(line.sign, said(line.text)) for line in screen.action_panel.lines]
        (own,) = (text for sign, text in lines if sign == "lose")
        assert own.startswith("Your own may be destroyed: ") and "e4" in own and "e3" not in own

    def test_the_way_back_to_a_square_that_was_left_takes_nothing(self) -> None:
        board = pattern_at("knight", "f5") | {"f6": "2 heroic"}
        game = play(arrange(board, hand=["knight"]), "knight@f5")
        marked = looked(game, None, "e5").marks
        ways = {(m.kind, m.origin, m.square) for m in marked if m.origin}
        assert ways == {("moving", "f5", "e5"), ("taking", "e5", "f6")}

    def test_of_several_directions_only_the_one_looked_at_is_an_arrow(self) -> None:
        board = pattern_at("cannon", "e5") | dict.fromkeys(("e8", "h5"), "2 common")
        game = arrange(board, hand=["cannon"])
        assert not any(a.is_chosen for a in build_screen(at_table(game, "cannon", "e5")).arrows)
        play(game, next(m.code for m in game.legal_moves() if m.kind == "summon"))
        session = at_table(game)
        assert not any(a.is_chosen for a in build_screen(session).arrows)
        code = build_screen(session).arrows[0].code
        assert session.point_at_move(code)
        assert [a.code for a in build_screen(session).arrows if a.is_chosen] == [code]

    def test_points_stand_over_the_square_that_earns_them(self) -> None:
        board = {"d8": "1 heroic", "c2": "1 common", "h4": "1 heroic", "a5": "1 common"}
        tasks = {"current": ["red-conquest", "destruction", "side-chain"], "next": "isolation"}
        before = {s: p for s, p in board.items() if s != "c2"}
        game = arrange(before, hand=["knight"], tasks=tasks, form="high-form")
        screen = looked(game, None, "c2")
        assert set(marks(screen, "gain")) == {"c2"}
        (task,) = (task for task in screen.tasks if task.id == "red-conquest")
        assert task.is_previewed and [
            (sign.shape, sign.have, sign.need) for sign in task.need_views
        ] == [
            ("red", 2, 3),
            ("rise", 2, 2),
        ]
        assert [sign.signs for sign in task.need_views] == [("have", "have", "then"), ("have",) * 2]
        assert [message.id for message in task.status_lines] == ["task.then"]
        assert (
            screen.action_panel.lines_title is not None
            and said(screen.action_panel.lines_title) == "On c2"
        )
        session = at_table(game)
        assert session.point_at_move("+c2") and compute_preview(session)
        assert build_screen(session).action_panel.lines_title is None  # its button says where
        assert not marks(looked(game, None, "e3"), "gain")

    def test_a_button_pointed_at_shows_what_it_does(self) -> None:
        game = arrange({"a4": "1 common"}, hand=["knight"])
        session = at_table(game)
        assert session.point_at_move("+b4")
        assert compute_preview(session)
        assert set(marks(build_screen(session), "come")) == {"b4"}
        session.look_at_square("c4")
        assert session.selection.pointed_code is None

    def test_it_goes_on_where_it_was_left_and_is_kept(self) -> None:
        board = {**pattern_at("swordmaster", "e5"), "d6": "2 common", "f6": "2 common"}
        session = at_table(arrange(board, hand=["swordmaster"]), "swordmaster", "e5")
        next(session.preview_steps())
        assert session.preview is None and session.partial_preview is not None
        assert (
            session.partial_preview.is_open_ended and not session.partial_preview.possible_effects
        )
        rest = sum(1 for _ in session.preview_steps())
        preview = session.preview
        assert (
            preview is not None and not preview.is_open_ended and session.partial_preview is preview
        )
        session.look_at_square("a1")
        assert session.preview is None and session.partial_preview is None
        session.look_at_square("e5")
        assert session.preview is preview and not compute_preview(session)
        again = at_table(session.game, "swordmaster", "e5")
        assert sum(1 for _ in again.preview_steps()) == rest + 1


class TestMissing:
    def test_ghosts_for_the_square_asked_about(self) -> None:
        whole = pattern_at("knight", "e5")
        gone = sorted(whole)[0]
        game = arrange({s: p for s, p in whole.items() if s != gone}, hand=["knight"])
        screen = build_screen(at_table(game, "knight", "e5"))
        assert set(marks(screen, "missing")) == {gone} and set(marks(screen, "asked")) == {"e5"}
        assert "missing" in label(screen, gone)

    def test_ghosts_of_a_card_that_is_pointed_at(self) -> None:
        whole = pattern_at("knight", "e5")
        gone = sorted(whole)[0]
        session = at_table(arrange({s: p for s, p in whole.items() if s != gone}, hand=["knight"]))
        assert not marks(build_screen(session), "missing")
        session.hover_card("knight")
        assert gone in marks(build_screen(session), "missing")

    def test_a_click_on_a_ghost_places_the_piece_and_keeps_the_card(self) -> None:
        whole = pattern_at("knight", "e5")
        gone = sorted(whole)[0]
        game = arrange({s: p for s, p in whole.items() if s != gone}, hand=["knight"])
        session = at_table(game, "knight", gone)
        assert compute_preview(session)
        screen = build_screen(session)
        assert "e5" in marks(screen, "asked") and gone in marks(screen, "come")
        assert next(v.legal for v in screen.squares if v.name == gone) == "place"
        assert session.click_square(gone)
        assert gone in game.board and session.selection.card == "knight"
        assert session.click_square("e5")
        assert game.board["e5"].rank == "heroic"

    def test_an_enemy_in_the_way_is_outlined_not_painted_over(self) -> None:
        whole = pattern_at("knight", "e5")
        gone = sorted(whole)[0]
        game = arrange(whole | {gone: "2 common"}, hand=["knight"])
        missing_marks = [
            m for m in build_screen(at_table(game, "knight", "e5")).marks if m.kind == "missing"
        ]
        assert [(mark.square, mark.school) for mark in missing_marks] == [(gone, None)]


class TestTrail:
    def test_the_others_turn_stays_while_one_plays(self) -> None:
        game = play(arrange({"a4": "1 common"}), "+b4", "+b5", ".", "+g4", "+g5", ".")
        session = at_table(game)

        def steps() -> dict[str, int]:
            return {mark.square: mark.number for mark in build_screen(session).trail}

        assert steps() == {"g4": 1, "g5": 2}
        assert "step 2 of the previous turn" in label(build_screen(session), "g5")
        session.click_square("c4")
        assert steps() == {"g4": 1, "g5": 2}

    def test_a_square_that_has_changed_since_has_no_number(self) -> None:
        game = arrange(pattern_at("cannon", "e5"), hand=["cannon"], turn={"seat": 2})
        session = at_table(play(game, "+e8", "+g4", "."))
        assert {mark.square for mark in build_screen(session).trail} == {"e8", "g4"}
        session.play_code("cannon@e5")
        session.play_code("n")
        assert "e8" not in board_of(session.game.state)
        assert {mark.square for mark in build_screen(session).trail} == {"g4"}
        session.show_position_after(1)
        assert {mark.square for mark in build_screen(session).trail} == {"e8"}

    def test_the_log_has_the_same_numbers(self) -> None:
        game = play(arrange({"a4": "1 common"}), "+b4", "+b5", ".", "+g4", "+g5", ".")
        log = [view for view in build_screen(at_table(game)).log if isinstance(view, LogView)]
        assert {view.squares: view.line_steps for view in log if view.squares} == {
            ("b4",): (),
            ("b5",): (),
            ("g4",): (1,),
            ("g5",): (2,),
        }

    def test_whom_a_move_ran_over_is_told_with_the_move(self) -> None:
        board = {**pattern_at("unicorn", "e5", 2), "e6": "1 common", "a7": "1 common"}
        game = arrange(board, theirs={"hand": ["unicorn"]}, turn={"number": 3})
        play(game, "+a5", "+a6", ".", "unicorn@e5", "move", "e5-e6", "+g2", ".")
        log = [view for view in build_screen(at_table(game)).log if isinstance(view, LogView)]
        (entry,) = (view for view in log if "e6" in view.squares)
        lines = [said(line) for line in entry.lines]
        assert ["Moved" in line for line in lines] == [False, True, False]
        assert "Destroyed on e6" in lines[2] and entry.line_steps == (1, 2, 0)

    def test_the_curtain_shows_it_too(self) -> None:
        """The curtain shows the next player what everybody has seen (R25.3)."""
        game = play(arrange({"a4": "1 common"}), "+b4", "+b5", ".")
        assert [mark.square for mark in build_screen(Session(game)).trail] == ["b4", "b5"]

    def test_the_numbers_run_on_from_turn_to_turn(self) -> None:
        """The trail continues over several turns that are shown one after another."""
        seats = [{"school": school} for school in ("northern", "sylvan", "highland")]
        game = arrange({"e5": "1 common"}, form="melee", seats=seats)
        play(game, "+a5", "+a6", ".", "+i4", "+i5", ".", "+c2", "+d2", ".")
        marks = build_screen(at_table(game)).trail
        assert [mark.number for mark in marks] == [*range(1, len(marks) + 1)]
        assert len({mark.school for mark in marks}) > 1

    def test_a_look_back_shows_that_turn_so_far(self) -> None:
        session = at_table(play(arrange({"a4": "1 common"}), "+b4", "+b5", ".", "+g4"))
        session.show_position_after(1)
        assert {mark.square for mark in build_screen(session).trail} == {"b4"}


class TestDrawing:
    def test_a_line_passes_no_stone(self) -> None:
        ways = free_segments("a5", "e5", ["a5", "c5", "e5"])
        assert len(ways) == 2
        assert ways[0][1][0] == 210 and ways[1][0][0] == 290

    def test_no_way_from_a_square_to_itself(self) -> None:
        assert free_segments("e5", "e5", ["e5"]) == ()

    @pytest.mark.parametrize("square", ["a7", "e9", "i4", "c1"])
    def test_points_stay_on_the_board(self, square: str) -> None:
        x, y = gain_sign_position(square, 240, [])
        assert 120 <= x <= 780 and 0 <= y <= 900

    def test_points_cover_no_piece_where_there_is_room(self) -> None:
        x, y = gain_sign_position("e5", 240, [square_center("f6")])
        assert abs(x - square_center("f6")[0]) >= 160 and y == square_center("e5")[1] - 84

    @pytest.mark.parametrize("place", [0, 1, 2])
    def test_points_cover_no_number_of_a_plan(self, place: int) -> None:
        left, low = square_center("e6")[0] - 32 + 32 * place, square_center("e6")[1] + 32
        x, _ = gain_sign_position("e5", 240, [(left, low)])
        assert abs(x - left) >= 240 * PHONE_SIGN_SCALE / 2 + 22
