"""Tests of the session: which clicks, cards and buttons become moves, and which do not."""

from __future__ import annotations

from random import Random

import pytest

from tashkalar import Game, new_game
from tashkalar.ui.screen.screen import build_screen
from tashkalar.ui.session.session import Session
from tests.support import arrange, pattern_at, play
from tests.ui.table import (
    PAIRS,
    TABLES,
    TABLES_AND_PAIRS,
    crowded,
    fresh,
    invoking,
    offered,
    positions,
    reach,
    short_of_pieces,
    summoning,
)


def at_table(game: Game) -> Session:
    """A session without a curtain."""
    return Session(game, curtain=False)


def knights(**more: object) -> Session:
    """A Knight that can be summoned on e5 alone, where an enemy stands."""
    board = pattern_at("knight", "e5") | {"e5": "2 common", "i4": "2 common"}
    return at_table(arrange(board, hand=["knight", "champion"], **more))  # type: ignore[arg-type]


def guardians() -> Session:
    """A Guardian with two placements on e5, one on each side, and one on b5."""
    board = dict.fromkeys(("c5", "d5", "f5", "g5"), "1 common")
    game = arrange(board, hand=["clan-guardian", "hungry-bear"], school="highland")
    return at_table(game)


def heralds() -> Session:
    """The Herald asks for a move of one of many pieces."""
    session = at_table(play(summoned("herald"), "herald@e5"))
    assert session.game.prompt.kind == "move"
    return session


def summoned(card: str, **more: str) -> Game:
    """A game in which a card can be summoned on e5."""
    return arrange(pattern_at(card, "e5") | more, hand=[card])


class TestFingers:
    def test_a_piece_is_taken_up_at_once_and_its_way_can_be_shown_first(self) -> None:
        """A finger cannot hover: for those who want it, the first tap only shows the way."""
        session = heralds()
        origin = sorted(
            session.targets.origins
            - {s for s in session.targets.origins if session.targets.moves_for_square(s)}
        )[0]
        assert not session.tap_square(origin)
        assert session.targets.origin == origin  # no second tap
        buttons = [
            choice.action or choice.code for choice in build_screen(session).action_panel.buttons
        ]
        assert buttons == ["cancel", "-"]  # what was there already keeps its place
        target = sorted(
            move.square for move in session.moves if move.origin == origin and move.square
        )[0]
        assert not session.tap_square(target, confirms_all=True)
        assert session.targets.target_square == target
        assert session.tap_square(target, confirms_all=True)
        assert session.game.history()[-1].answers[-1] == f"{origin}-{target}"

    def test_one_tap_is_enough_where_nothing_is_lost(self) -> None:
        """The Knight goes to empty squares at once; onto a piece only when it is confirmed."""
        board = pattern_at("knight", "e5") | {"f6": "2 heroic", "d6": "1 heroic"}
        session = at_table(arrange(board, hand=["knight"]))
        session.click_card("knight")
        assert session.tap_square("e5")  # the only square, which is shown already
        own = sorted(m.square for m in session.moves if m.square == "d6")
        assert own == ["d6"], "the Knight may destroy a heroic piece of its own side"
        for square in ("f6", "d6"):
            assert not session.tap_square(square) and session.targets.target_square == square
        assert session.tap_square("e6") and session.tap_square("e5") and session.tap_square("e6")
        assert session.game.open_move is None

    def test_a_plain_piece_is_placed_with_one_tap(self) -> None:
        session = at_table(arrange(pattern_at("knight", "e5"), hand=["knight"]))
        assert session.tap_square("a5")
        assert not session.tap_square("b5", confirms_all=True)
        screen = build_screen(session)
        assert offered(screen)[0] == "+b5" and screen.prompt.choices[0].is_primary
        assert session.tap_square("b5", confirms_all=True)

    def test_a_mark_is_confirmed(self) -> None:
        """The first pieces of a deathmatch pass the turn on and cannot be taken back (R2.5)."""
        session = at_table(new_game("duel", ["northern", "sylvan"], seed=1))
        assert not session.tap_square("c5") and session.tap_square("c5")

    def test_a_tap_with_two_meanings_only_shows(self) -> None:
        session = guardians()
        session.click_card("clan-guardian")
        assert not session.tap_square("e5") and not session.game.codes

    def test_pointing_twice_at_the_same_changes_nothing(self) -> None:
        session = at_table(arrange({}))
        assert session.point_at_move("+e5") and not session.point_at_move("+e5")
        assert session.point_at_move(None) and not session.point_at_move(None)

    def test_looking_at_a_square_ends_pointing_at_a_button(self) -> None:
        session = at_table(arrange({}))
        session.look_at_square("e5")
        assert not session.hover_square("e5")  # nothing changes
        assert session.point_at_move("+d4")
        assert session.hover_square("e5") and session.selection.pointed_code is None

    def test_a_look_back_stays_at_its_move_when_the_history_comes(self) -> None:
        """A long game opens without its moves, which are put before those made since."""
        session = at_table(play(arrange({}), "+a4", "+a5", "."))
        session.show_position_after(1)
        session.shift_move_numbers(400)
        assert session.selection.shown_move_number == 401
        session.show_position_after(None)
        session.shift_move_numbers(400)
        assert session.selection.shown_move_number is None


def eagles() -> Session:
    """The Wild Eagle asks for a leap of itself."""
    game = arrange(pattern_at("wild-eagle", "e5"), hand=["wild-eagle"], school="highland")
    return at_table(play(game, "wild-eagle@e5"))


class TestPlacing:
    def test_click(self) -> None:
        session = at_table(arrange({}))
        assert session.click_square("e5")
        assert session.game.codes == ("+e5",)

    def test_only_empty_squares(self) -> None:
        session = at_table(arrange({"e5": "2 common", "d5": "1 common"}))
        assert "e5" not in session.targets.selectable_squares
        assert "d5" not in session.targets.selectable_squares
        assert not session.click_square("e5")
        assert not session.click_square("d5")
        assert session.game.codes == ()

    def test_not_with_a_card_up(self) -> None:
        session = knights()
        session.click_card("knight")
        assert session.targets.selectable_squares == {"e5"}
        assert not session.click_square("a4")
        assert session.targets.target_square == "a4"
        assert not session.game.codes

    def test_shortage(self) -> None:
        session = at_table(short_of_pieces())
        own = {s for s, p in session.game.board.items() if p.owner == 1}
        assert session.targets.selectable_squares == own
        assert not session.click_square("b5")
        assert session.click_square("c5")
        assert session.game.codes == ("^c5",)
        assert session.game.prompt.kind == "place"
        assert "c5" in session.targets.selectable_squares
        assert session.click_square("a5")
        assert list(session.game.codes) == ["^c5", "a5"]
        assert "a5" in session.game.board
        assert "c5" not in session.game.board

    def test_no_actions(self) -> None:
        session = knights(actions=0)
        assert session.targets.selectable_squares == frozenset()
        assert not session.click_square("a4")


class TestCards:
    def test_up_and_down(self) -> None:
        session = knights()
        assert not session.click_card("knight")
        assert session.selection.card == "knight"
        session.look_at_square("e5")
        assert not session.click_card("champion")
        assert (session.selection.card, session.targets.target_square) == ("champion", None)
        assert not session.click_card("champion")
        assert session.selection.card is None
        assert session.game.codes == ()

    def test_look_shows_the_match(self) -> None:
        session = knights()
        session.look_at_square("e5")
        assert session.targets.shown_match is None
        session.click_card("knight")
        match = session.targets.shown_match
        assert match is not None
        assert match.used == {"d4", "e4", "f4", "d3"}
        session.look_at_square("e6")
        assert session.targets.shown_match is None
        session.look_at_square(None)
        assert session.targets.shown_match == match

    def test_click_commits(self) -> None:
        session = knights()
        session.click_card("knight")
        assert session.click_square("e5")
        assert session.game.codes == ("knight@e5",)
        assert (session.selection.card, session.targets.target_square) == (None, None)

    def test_click_elsewhere_looks(self) -> None:
        session = knights()
        session.click_card("knight")
        assert not session.click_square("c7")
        assert session.targets.target_square == "c7"
        assert session.selection.card == "knight"

    def test_no_actions_left(self) -> None:
        session = knights(actions=0)
        session.click_card("knight")
        assert not session.click_square("e5")
        assert session.targets.shown_match is None
        assert session.game.codes == ()

    def test_cancel_lays_down(self) -> None:
        session = knights()
        session.click_card("knight")
        session.look_at_square("e5")
        session.cancel_selection()
        assert (session.selection.card, session.targets.target_square) == (None, None)


class TestPlacements:
    def test_click_shows_the_first(self) -> None:
        session = guardians()
        session.click_card("clan-guardian")
        codes = [move.code for move in session.targets.moves_for_square("e5")]
        assert codes == ["clan-guardian@e5/1", "clan-guardian@e5/2"]
        assert not session.click_square("e5")
        assert session.selection.placement_code == codes[0]
        assert session.game.codes == ()

    def test_each_shows_its_own_match(self) -> None:
        session = guardians()
        session.click_card("clan-guardian")
        session.click_square("e5")
        used = set()
        for move in session.targets.moves_for_square("e5"):
            session.look_at_placement(move.code)
            assert session.targets.shown_match == move.match
            used.add(frozenset(move.match.used if move.match else ()))
        assert used == {frozenset({"c5", "d5", "f5"}), frozenset({"d5", "f5", "g5"})}

    def test_click_again_makes_the_one_shown(self) -> None:
        session = guardians()
        session.click_card("clan-guardian")
        session.click_square("e5")
        session.look_at_placement("clan-guardian@e5/2")
        assert session.click_square("e5")
        assert session.game.codes == ("clan-guardian@e5/2",)

    def test_press(self) -> None:
        session = guardians()
        session.click_card("clan-guardian")
        session.click_square("e5")
        assert session.play_code("clan-guardian@e5/2")
        assert session.game.codes == ("clan-guardian@e5/2",)

    def test_hover_then_click_shows_first(self) -> None:
        session = guardians()
        session.click_card("clan-guardian")
        session.look_at_square("e5")
        assert session.targets.shown_match == session.targets.moves_for_square("e5")[0].match
        assert not session.click_square("e5")
        assert session.game.codes == ()

    def test_another_square_forgets_the_placement(self) -> None:
        session = guardians()
        session.click_card("clan-guardian")
        session.click_square("e5")
        session.look_at_placement("clan-guardian@e5/2")
        session.click_square("a5")
        assert (session.targets.target_square, session.selection.placement_code) == ("a5", None)
        session.click_square("e5")
        assert session.selection.placement_code == "clan-guardian@e5/1"

    def test_another_square_with_placements(self) -> None:
        session = at_table(short_of_pieces())
        session.click_card("clan-guardian")
        several = [
            s
            for s in sorted(session.targets.selectable_squares)
            if len(session.targets.moves_for_square(s)) > 1
        ]
        assert several == ["e5", "e9"]
        session.click_square("e5")
        assert not session.click_square("e9")
        assert session.selection.placement_code == "clan-guardian@e9/1"
        assert session.targets.shown_match == session.targets.moves_for_square("e9")[0].match

    def test_cancel(self) -> None:
        session = guardians()
        session.click_card("clan-guardian")
        session.click_square("e5")
        session.cancel_selection()
        assert (session.selection.card, session.selection.placement_code) == ("clan-guardian", None)
        session.cancel_selection()
        assert session.selection.card is None


class TestSteps:
    def test_one_piece_is_up_by_itself(self) -> None:
        session = eagles()
        assert session.targets.origins == {"e5"}
        assert session.targets.origin == "e5"
        assert "a4" in session.targets.selectable_squares
        assert session.click_square("a4")
        assert session.game.codes == ("wild-eagle@e5", "e5-a4")

    def test_one_piece_stays_up(self) -> None:
        session = eagles()
        assert not session.click_square("e5")
        assert session.targets.origin == "e5"
        session.cancel_selection()
        assert session.targets.origin == "e5"

    def test_one_piece_in_a_game_opened_in_mid_effect(self) -> None:
        session = Session(eagles().game.copy())
        assert session.targets.origin is None
        session.seating.lift_curtain()
        assert session.targets.origin == "e5"
        assert session.click_square("a4")

    def test_one_piece_when_the_page_sets_the_curtain(self) -> None:
        session = Session(eagles().game.copy())
        session.seating.is_covered = False
        assert session.targets.origin == "e5"

    def test_several_pieces(self) -> None:
        session = heralds()
        assert session.targets.origin is None
        assert session.targets.selectable_squares == session.targets.origins
        first, second = sorted(session.targets.origins)[:2]
        assert not session.click_square(first)
        assert session.targets.origin == first
        targets = {m.square for m in session.moves if m.origin == first}
        assert session.targets.selectable_squares == session.targets.origins | targets
        assert not session.click_square(second)
        assert session.targets.origin == second

    def test_click_piece_click_target(self) -> None:
        session = heralds()
        move = session.moves[-2]
        assert move.origin and move.square
        assert not session.click_square(move.origin)
        assert session.click_square(move.square)
        assert session.game.codes[-1] == move.code
        assert session.targets.origin is None

    def test_change_of_mind(self) -> None:
        session = heralds()
        first = min(session.targets.origins)
        session.click_square(first)
        session.click_square(first)
        assert session.targets.origin is None
        session.click_square(first)
        session.cancel_selection()
        assert session.targets.origin is None
        assert session.game.codes == ("herald@e5",)

    def test_a_target_that_could_move_itself(self) -> None:
        """With a selected piece, another own piece is a target to run over."""
        board = pattern_at("war-drummer", "e5") | {"g7": "1 common", "g8": "1 common"}
        game = arrange(board, hand=["war-drummer"], school="highland")
        session = at_table(play(game, "war-drummer@e5"))
        assert not session.click_square("g7")
        assert "g8" in session.targets.origins
        legal = {s.name: s.legal for s in build_screen(session).squares}
        assert (legal["g8"], legal["f5"]) == ("lose", "other")
        assert session.click_square("g8")
        assert session.game.codes[-1] == "g7-g8"

    def test_a_square_that_is_nothing(self) -> None:
        session = heralds()
        session.click_square(min(session.targets.origins))
        up = session.targets.origin
        assert not session.click_square("i4")
        assert session.targets.origin == up

    def test_skip(self) -> None:
        session = heralds()
        assert session.play_code("-")
        assert session.choices.is_turn_decision


class TestAnswers:
    def test_square(self) -> None:
        game = summoned("swordmaster", d6="2 common", f6="2 common", d4="2 common")
        session = at_table(play(game, "swordmaster@e5"))
        assert session.game.prompt.kind == "destroy"
        assert (
            session.targets.selectable_squares
            == {"d6", "f6", "d4"} & session.targets.selectable_squares
        )
        assert session.click_square("d6")
        assert "d6" not in session.game.board

    def test_direction_by_a_square_on_its_ray(self) -> None:
        board = pattern_at("kiskin-leafsplitter", "e5")
        game = arrange(board, hand=["kiskin-leafsplitter"], school="sylvan", other="northern")
        for square in ("f6", "g7", "h8"):
            session = at_table(play(game.copy(), "kiskin-leafsplitter@e5"))
            assert session.game.prompt.kind == "direction"
            assert square in session.targets.selectable_squares
            assert session.click_square(square)
            assert session.game.codes[-1] == "ne"
        assert "e6" not in session.targets.selectable_squares
        assert not session.click_square("e6")

    def test_direction_by_its_button(self) -> None:
        board = pattern_at("kiskin-leafsplitter", "e5")
        game = arrange(board, hand=["kiskin-leafsplitter"], school="sylvan", other="northern")
        session = at_table(play(game, "kiskin-leafsplitter@e5"))
        assert session.play_code("sw")

    def test_option(self) -> None:
        board = pattern_at("unicorn", "e5")
        game = arrange(board, hand=["unicorn"], school="sylvan", other="northern")
        session = at_table(play(game, "unicorn@e5"))
        assert session.play_code("gain-action")
        assert session.game.state.actions == 2

    def test_card_return(self) -> None:
        session = knights(flare="flare-02")
        assert not session.click_card("knight")
        assert session.play_code("~knight")
        assert session.game.prompt.kind == "return"
        assert not session.click_card("knight")  # it is not in hand any more
        assert not session.click_card("herald")
        assert session.click_card("champion")
        assert session.click_card("flare-02")
        assert session.game.codes == ("~knight", "champion", "flare-02")

    def test_cards_are_not_taken_up_in_mid_effect(self) -> None:
        session = eagles()
        state = session.game.state
        for card in (*state.hands[0], *state.legends[0], *state.flares[0]):
            assert not session.click_card(card)
            assert session.selection.card is None

    def test_discard_needs_its_button(self) -> None:
        session = knights()
        session.click_card("champion")
        assert session.play_code("~champion")
        assert session.play_code("-")
        assert session.game.state.discarded

    def test_flare(self) -> None:
        session = at_table(invoking("flare-02", 0))
        assert not session.click_card("flare-02")
        assert session.targets.selectable_squares == frozenset()
        assert session.play_code("!flare-02")
        assert session.click_square(min(session.targets.selectable_squares))

    def test_claim(self) -> None:
        board = dict.fromkeys(("e5", "d5", "f5", "e4", "e6"), "1 common")
        tasks = {"current": ["center-cross", "destruction", "imprisonment"]}
        session = at_table(arrange(board, form="high-form", actions=0, tasks=tasks))
        assert session.play_code("=center-cross")
        assert session.game.score(1) == 2
        assert session.game.player == 2

    def test_end(self) -> None:
        session = at_table(arrange({}, actions=0))
        assert session.play_code(".")
        assert session.game.player == 2

    def test_a_button_that_is_gone(self) -> None:
        session = knights()
        before = session.game.state
        for code in ("+e5", ".", "-", "", "resign:1", "knight@c7"):
            assert not session.play_code(code)
        assert session.game.state is before


class TestCurtain:
    def test_down_at_the_start(self) -> None:
        session = Session(arrange({}))
        assert session.seating.is_covered
        assert session.moves == ()
        assert session.targets.selectable_squares == frozenset()

    def test_nothing_can_be_done_behind_it(self) -> None:
        session = Session(knights().game)
        assert not session.click_square("a4")
        assert not session.click_card("knight")
        assert session.selection.card is None
        assert not session.play_code("+a4")
        assert not session.undo()
        assert not session.redo()
        assert session.game.codes == ()

    def test_hand_hidden(self) -> None:
        session = Session(knights().game)
        assert build_screen(session).hand == ()
        session.seating.lift_curtain()
        assert [card.id for card in build_screen(session).hand][:2] == ["knight", "champion"]

    def test_down_after_the_turn_passes_only(self) -> None:
        session = Session(arrange({}))
        session.seating.lift_curtain()
        session.click_square("e5")
        assert not session.seating.is_covered
        session.click_square("e4")
        assert not session.seating.is_covered
        session.play_code(".")
        assert session.seating.is_covered
        assert session.game.player == 2
        session.seating.lift_curtain()
        assert not session.seating.is_covered
        assert session.click_square("a4")

    def test_down_after_the_marks(self) -> None:
        session = Session(new_game("duel", PAIRS[0], seed=1))
        session.seating.lift_curtain()
        assert session.game.player == 2
        assert session.click_square("c5")
        assert session.seating.is_covered

    def test_not_without(self) -> None:
        session = at_table(arrange({}, actions=0))
        assert not session.seating.is_covered
        session.play_code(".")
        assert not session.seating.is_covered
        session.cover_hands()
        assert not session.seating.is_covered

    def test_an_extra_turn_is_the_same_player(self) -> None:
        session = Session(arrange({}, actions=0, turn={"extra_turns": 1}))
        session.seating.lift_curtain()
        turn = session.game.state.turn
        session.play_code(".")
        assert session.game.state.turn == turn + 1
        assert session.game.player == 1
        assert not session.seating.is_covered

    def test_cover_again(self) -> None:
        session = Session(knights().game)
        session.seating.lift_curtain()
        session.click_card("knight")
        session.look_at_square("e6")
        session.cover_hands()
        assert session.seating.is_covered
        assert session.selection.card is None
        screen = build_screen(session)
        assert screen.kind == "curtain"
        assert not any(square.lacking for square in screen.squares)

    def test_a_game_that_is_over_has_none(self) -> None:
        game = arrange({})
        game.resign(1)
        session = Session(game)
        assert not session.seating.is_covered
        session.cover_hands()
        assert not session.seating.is_covered

    def test_redo_over_the_end_of_a_turn_lowers_it(self) -> None:
        game = arrange({}, actions=0)
        game.keep_redo(["."])
        session = Session(game)
        session.seating.lift_curtain()
        assert session.redo()
        assert session.seating.is_covered


class TestUndo:
    def test_to_the_start_of_the_turn_and_not_beyond(self) -> None:
        session = at_table(arrange({}))
        assert not session.can_undo
        session.click_square("e5")
        session.click_square("e4")
        session.play_code(".")
        assert not session.can_undo
        assert not session.undo()
        session.click_square("a4")
        assert session.can_undo
        assert session.undo()
        assert not session.undo()
        assert session.game.codes == ("+e5", "+e4", ".")

    def test_inside_an_effect(self) -> None:
        session = heralds()
        session.click_square(min(session.targets.origins))
        move = next(m for m in session.moves if m.origin == session.targets.origin)
        session.click_square(move.square or "")
        assert session.game.prompt.kind == "move"
        assert session.undo()
        assert session.game.codes == ("herald@e5",)
        assert session.targets.origin is None
        assert session.undo()
        assert not session.game.codes
        assert not session.can_undo

    def test_not_across_the_marks(self) -> None:
        session = at_table(new_game("duel", PAIRS[0], seed=1))
        assert not session.can_undo
        session.click_square("c5")
        assert not session.can_undo
        session.click_square("a4")
        assert session.undo()
        assert not session.undo()

    def test_not_across_an_extra_turn(self) -> None:
        session = at_table(arrange({}, actions=0, turn={"extra_turns": 1}))
        session.play_code(".")
        assert not session.can_undo

    def test_redo(self) -> None:
        session = at_table(arrange({}))
        assert not session.can_redo
        assert not session.redo()
        session.click_square("e5")
        session.click_square("e4")
        session.undo()
        session.undo()
        assert session.can_redo
        assert session.redo()
        assert session.game.codes == ("+e5",)
        assert session.redo()
        assert session.game.codes == ("+e5", "+e4")
        assert not session.can_redo

    def test_another_move_ends_redo(self) -> None:
        session = at_table(arrange({}))
        session.click_square("e5")
        session.undo()
        session.click_square("e4")
        assert not session.can_redo

    def test_lays_down(self) -> None:
        session = knights()
        session.click_square("a4")
        session.click_card("knight")
        session.look_at_square("e5")
        session.undo()
        assert (session.selection.card, session.targets.target_square) == (None, None)
        session.click_card("knight")
        session.redo()
        assert session.selection.card is None

    def test_none_while_covered(self) -> None:
        session = Session(arrange({}))
        session.seating.lift_curtain()
        session.click_square("e5")
        session.click_square("e4")
        session.undo()
        session.cover_hands()
        assert not session.can_undo
        assert not session.can_redo
        assert not session.undo()
        assert not session.redo()
        session.seating.lift_curtain()
        assert session.can_undo
        assert session.can_redo

    def test_none_while_looking_back(self) -> None:
        session = at_table(arrange({}))
        session.click_square("e5")
        session.click_square("e4")
        session.undo()
        session.show_position_after(0)
        assert not session.can_undo
        assert not session.can_redo
        assert not session.undo()
        assert not session.redo()

    def test_none_after_the_end(self) -> None:
        session = at_table(arrange({}))
        session.click_square("e5")
        session.resign(1)
        assert not session.can_undo
        assert not session.undo()
        assert not session.can_redo


class TestLookingBack:
    def moved(self) -> Session:
        session = at_table(arrange({}))
        for square in ("e5", "e4"):
            session.click_square(square)
        session.play_code(".")
        session.click_square("a4")
        return session

    def test_any_finished_move(self) -> None:
        session = self.moved()
        boards = {1: {"e5"}, 2: {"e5", "e4"}, 3: {"e5", "e4"}, 0: set[str]()}
        for number, board in boards.items():
            session.show_position_after(number)
            assert session.selection.shown_move_number == number
            screen = build_screen(session)
            assert {s.name for s in screen.squares if s.owner} == board
            assert screen.is_looking_back
        session.show_position_after(None)
        assert session.selection.shown_move_number is None
        assert {s.name for s in build_screen(session).squares if s.owner} == {"e5", "e4", "a4"}

    def test_the_last_move_is_the_present(self) -> None:
        session = self.moved()
        for number in (4, 5, 99):
            session.show_position_after(1)
            session.show_position_after(number)
            assert session.selection.shown_move_number is None

    def test_no_moves_meanwhile(self) -> None:
        session = self.moved()
        card = session.game.state.hands[1][0]
        session.show_position_after(1)
        assert session.moves == ()
        assert not session.click_square("b4")
        assert not session.click_card(card)
        assert session.selection.card is None
        assert not session.play_code("+b4")
        assert len(session.game.codes) == 4

    def test_cancel_comes_back(self) -> None:
        session = self.moved()
        session.show_position_after(1)
        session.cancel_selection()
        assert session.selection.shown_move_number is None
        assert session.click_square("b4")

    def test_from_inside_an_effect(self) -> None:
        session = heralds()
        session.click_square(min(session.targets.origins))
        up = session.targets.origin
        session.show_position_after(0)
        assert session.selection.shown_move_number == 0
        assert session.targets.origin is None
        assert "e5" not in {s.name for s in build_screen(session).squares if s.owner}
        session.show_position_after(None)
        assert session.targets.origin == up
        assert session.targets.selectable_squares > session.targets.origins

    def test_the_card_up_explains_nothing_of_the_past(self) -> None:
        session = knights()
        session.click_square("a4")
        session.click_card("knight")
        session.look_at_square("c7")
        assert any(square.lacking for square in build_screen(session).squares)
        session.show_position_after(0)
        assert not any(square.lacking for square in build_screen(session).squares)
        session.show_position_after(None)
        assert session.selection.card == "knight"


class TestTheEnd:
    def over(self) -> Session:
        session = Session(knights().game)
        session.resign(2)
        return session

    def test_resign(self) -> None:
        session = Session(arrange({}))
        assert session.resign(1)
        outcome = session.game.outcome
        assert outcome is not None
        assert (outcome.winners, outcome.reason) == ((2,), "resigned")
        assert not session.seating.is_covered

    def test_resign_in_mid_effect(self) -> None:
        session = heralds()
        session.click_square(min(session.targets.origins))
        session.resign(1)
        assert session.game.is_over
        assert (session.targets.origin, session.targets.origins) == (None, frozenset())

    def test_nothing_is_possible(self) -> None:
        session = self.over()
        codes = session.game.codes
        assert session.moves == ()
        assert session.targets.selectable_squares == frozenset()
        assert not session.click_square("a4")
        assert not session.click_card("knight")
        assert session.selection.card is None
        assert not session.play_code("+a4")
        assert not session.play_code(".")
        assert not session.resign(1)
        session.cover_hands()
        assert not session.seating.is_covered
        session.cancel_selection()
        assert session.game.codes == codes

    def test_looking_back_is(self) -> None:
        session = knights()
        session.click_square("a4")
        session.resign(1)
        session.show_position_after(0)
        assert session.selection.shown_move_number == 0


# -- anything goes ---------------------------------------------------------------------------------


def poke(session: Session, rng: Random) -> None:
    """Make one random input, sensible or not."""
    screen = build_screen(session)
    squares = [s.name for s in screen.squares]
    legal = [s.name for s in screen.squares if s.legal]
    cards = [card.id for card in screen.hand]
    codes = [choice.code for choice in screen.prompt.choices if choice.code]
    match rng.choice("ssssscccbbbbbuxrlhpko"):
        case "s" if legal:
            session.click_square(rng.choice(legal))
        case "c" if cards:
            session.click_card(rng.choice(cards))
        case "b" if codes:
            assert session.play_code(rng.choice(codes))
        case "u":
            assert session.undo() == screen.can_undo
        case "r":
            assert session.redo() == screen.can_redo
        case "x":
            session.cancel_selection()
        case "l":
            session.show_position_after(rng.choice([None, 0, 1, 5, 40]))
            build_screen(session)
            session.show_position_after(None)
        case "h":
            session.look_at_square(rng.choice([None, *squares]))
            session.is_summon_finder_on = rng.random() < 0.5
        case "p":
            session.look_at_placement(rng.choice([*codes, "nonsense"]))
        case "k" if rng.random() < 0.2:
            session.cover_hands()
        case "o":
            session.click_square(rng.choice(squares))
        case _:
            session.seating.lift_curtain()


def state_of(session: Session) -> object:
    game = session.game
    return game.state.key(), game.codes, game.prompt


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("seed", range(4))
def test_random_hands_never_break_anything(table: str, seed: int) -> None:
    pair = PAIRS[seed % len(PAIRS)]
    game = (crowded if seed % 2 else fresh)(table, pair, seed)
    session = Session(game, curtain=seed != 2)
    rng = Random(f"{table} {seed}")
    for _ in range(250):
        poke(session, rng)
        if session.seating.is_covered:
            assert session.moves == ()
            assert session.seating.has_curtain
        if session.game.is_over:
            break
    assert len(session.game.codes) > 15
    again = Game.from_json(session.game.to_json())
    assert again.codes == session.game.codes


# Of two at each table, one is crowded.
@pytest.mark.parametrize(("table", "seed"), TABLES_AND_PAIRS)
def test_every_legal_move_can_be_made_by_hand(table: str, seed: int) -> None:
    """From a fresh session the squares, cards and buttons lead to exactly that move."""
    kinds: set[str] = set()
    for number, game in enumerate(positions(table, PAIRS[seed], seed, 80)):
        if number % 10 and game.prompt.kind == "turn":
            continue
        check_all(game)
        kinds.add(game.prompt.kind)
    assert {"turn", "end"} <= kinds


@pytest.mark.parametrize("card", ["clan-guardian", "summoner", "master-of-intrigue", "cannon"])
def test_every_placement_can_be_made_by_hand(card: str) -> None:
    for seed in range(4):
        check_all(summoning(card, seed))


def test_every_move_of_a_shortage_can_be_made_by_hand() -> None:
    game = short_of_pieces()
    check_all(game)
    check_all(play(game, "clan-guardian@e5/1"))


def check_all(game: Game) -> None:
    """Check every legal move of a position, each in a new session."""
    for move in game.legal_moves():
        wanted = game.copy()
        wanted.play(move)
        session = at_table(game.copy())
        assert reach(session, move), f"{move} is not made"
        assert state_of(session) == state_of(at_table(wanted)), f"{move} became another move"


@pytest.mark.parametrize("table", TABLES)
def test_every_reachable_square_leads_somewhere(table: str) -> None:
    """Clicking it decides, takes a piece up or down, or shows a placement; no other square does."""
    checked = 0
    for number, game in enumerate(positions(table, PAIRS[1], 1, 150)):
        if number % 5 and game.prompt.kind in ("turn", "end"):
            continue
        fresh = at_table(game)
        hand: list[str | None] = [None]
        if fresh.choices.is_turn_decision and not game.is_over:
            state = game.state
            hand += [*state.hands[state.seat], *state.legends[state.seat]]
        for card in hand:
            for square in sorted(fresh.game.board) if number % 3 else ["a4", "e5", "g7"]:
                session = at_table(game.copy())
                if card:
                    session.click_card(card)
                can = square in session.targets.selectable_squares
                before = (session.targets.origin, session.selection.placement_code)
                decided = session.click_square(square)
                after = (session.targets.origin, session.selection.placement_code)
                alone = before[0] == square and len(session.targets.origins) == 1
                assert (decided or before != after) == (can and not alone), (card, square)
                checked += 1
    assert checked > 300
    played = {m.code for m in game.legal_moves()}  # a finished game offers its result
    assert set(offered(build_screen(at_table(game)))) <= (played or {"(result)"})


class TestDragging:
    def test_a_card_let_go_over_its_square_is_summoned(self) -> None:
        session = Session(arrange(pattern_at("knight", "e5"), hand=["knight"]), curtain=False)
        session.click_card("knight")
        assert (
            not session.drop_on_square(None)
            and not session.drop_on_square("a5")
            and session.selection.card == "knight"
        )
        assert session.drop_on_square("e5") and session.game.codes == ("knight@e5",)

    def test_a_piece_let_go_where_it_can_move(self) -> None:
        board = pattern_at("herald", "e5") | {"c8": "1 common"}
        game = play(arrange(board, hand=["herald"]), "herald@e5")
        session = Session(game, curtain=False)
        assert not session.start_drag("a5") and session.start_drag("c8")
        assert not session.drop_on_square("c5") and session.drop_on_square("c9")
        assert session.game.codes[-1] == "c8-c9"

    def test_a_missing_piece_is_not_put_down_by_a_dragged_card(self) -> None:
        board = dict(list(pattern_at("knight", "e5").items())[1:])
        session = Session(arrange(board, hand=["knight"]), curtain=False)
        session.click_card("knight")
        square = next(iter(session.targets.placeable_pieces))
        assert not session.drop_on_square(square) and not session.game.codes


def test_a_turn_is_spent_when_only_its_end_is_left() -> None:
    assert Session(arrange({}, actions=0), curtain=False).choices.turn_is_spent
    assert not Session(arrange({}, actions=1), curtain=False).choices.turn_is_spent
    board = dict.fromkeys(("e5", "d5", "f5", "e4", "e6"), "1 common")
    tasks = {"current": ["center-cross", "destruction", "imprisonment"]}
    claim = arrange(board, form="high-form", actions=0, tasks=tasks)
    assert not Session(claim, curtain=False).choices.turn_is_spent
