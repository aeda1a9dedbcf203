"""The dry run says what a choice would do: what is certain, what is possible, what is unknown."""

from __future__ import annotations

from random import Random

import pytest

from tashkalar import Game, IllegalMove
from tashkalar.ui.history.timeline import board_of
from tashkalar.ui.session.dry_run import Preview, preview_steps
from tests.support import arrange, pattern_at
from tests.ui.table import PAIRS, TABLES, positions, preview_move, secret_cards, walk


def look(game: Game, code: str) -> Preview:
    return preview_move(game, game.find_move(code))


def brief(found: Preview) -> list[tuple[str, str | None]]:
    return [(event.kind, event.square) for event in found.certain_events]


class TestCertain:
    def test_a_placed_piece(self) -> None:
        game = arrange({"e5": "1 common"})
        preview = look(game, "+d5")
        assert brief(preview) == [("place", "d5")]
        assert (
            preview.is_harmless and preview.next_question is None and not preview.possible_effects
        )

    def test_the_game_is_left_alone(self) -> None:
        game = arrange(pattern_at("bomb", "e5"), hand=["bomb"])
        before = game.to_json()
        look(game, "bomb@e5")
        assert game.to_json() == before

    def test_forced_answers_are_followed(self) -> None:
        """Only one enemy piece is heroic, so the wardens destroy it without a question."""
        board = {**pattern_at("forest-wardens", "e5"), "a5": "2 common", "a6": "2 heroic"}
        game = arrange(board, school="sylvan", other="northern", hand=["forest-wardens"])
        preview = look(game, "forest-wardens@e5")
        assert brief(preview) == [("summon", "e5"), ("destroy", "a6")]
        assert preview.next_question is None and not preview.is_harmless

    def test_points_that_the_turn_will_score(self) -> None:
        """The second common piece destroyed makes a point in the Duel (R14.1)."""
        board = {**pattern_at("knight", "e5"), "e5": "2 common"}
        game = arrange(board, hand=["knight"], turn={"destroyed": {"2": {"common": 1}}})
        preview = look(game, "knight@e5")
        assert preview.points == 1
        assert not preview.is_harmless

    def test_a_piece_that_slides_is_told_in_one_line(self) -> None:
        """The Frost Imp's piece moves on in the same direction until its way is blocked."""
        board = {**pattern_at("frost-imp", "e5"), "f6": "1 common"}
        game = arrange(board, school="everfrost", other="nethervoid", hand=["frost-imp"])
        game.play("frost-imp@e5")
        (slide,) = look(game, "f6-g7").certain_events
        assert (slide.origin, slide.square) == ("f6", "h8")
        (slide,) = look(game, "f6-f7").certain_events
        assert (slide.origin, slide.square) == ("f6", "f9")
        assert slide.caption is not None
        assert (slide.caption.params["origin"], slide.caption.params["square"]) == ("f6", "f9")
        assert set(slide.board_before) - set(slide.board_after) == {"f6"}


class TestPossible:
    def test_a_choice_is_told_apart_from_what_is_certain(self) -> None:
        board = {**pattern_at("swordmaster", "e5"), "d6": "2 common", "f6": "2 common"}
        game = arrange(board, hand=["swordmaster"])
        preview = look(game, "swordmaster@e5")
        assert brief(preview) == [("summon", "e5")]
        assert preview.next_question is not None and preview.is_optional
        seen = {(effect.event.kind, effect.event.square) for effect in preview.possible_effects}
        assert seen == {("destroy", "d6"), ("destroy", "f6"), ("upgrade", "e5")}
        assert not preview.is_harmless

    def test_inside_an_effect_only_what_is_new(self) -> None:
        board = {**pattern_at("swordmaster", "e5"), "d6": "2 common", "f6": "2 common"}
        game = arrange(board, hand=["swordmaster"])
        game.play("swordmaster@e5")
        assert brief(look(game, "d6")) == [("destroy", "d6"), ("upgrade", "e5")]
        assert brief(look(game, "-")) == []
        assert look(game, "-").is_harmless

    def test_what_follows_several_questions_is_told(self) -> None:
        """The Charging Buck may make two combat leaps: an enemy can wait for the second."""
        board = {**pattern_at("charging-buck", "e5"), "e7": "2 common", "e9": "2 common"}
        game = arrange(board, school="sylvan", other="northern", hand=["charging-buck"])
        preview = look(game, "charging-buck@e5")
        assert not preview.is_open_ended and not preview.is_harmless
        run_over = {
            effect.event.square: effect.is_next
            for effect in preview.possible_effects
            if effect.event.kind == "run-over"
        }
        assert run_over["e7"] and not run_over["e9"]

    @pytest.mark.parametrize("enemy", [False, True])
    def test_own_losses_are_told(self, enemy: bool) -> None:
        """The Blood Shaman must destroy a piece, perhaps one of the player's own."""
        board = pattern_at("blood-shaman", "e5") | ({"a5": "2 heroic"} if enemy else {})
        game = arrange(board, school="highland", hand=["blood-shaman"])
        preview = look(game, "blood-shaman@e5")
        lost = {
            effect.event.square: effect.is_own_loss
            for effect in preview.possible_effects
            if effect.event.kind == "destroy"
        }
        own = dict.fromkeys({*pattern_at("blood-shaman", "e5"), "e5"}, True)
        assert lost == own | ({"a5": False} if enemy else {})
        assert not preview.is_harmless

    def test_an_own_piece_in_the_way_of_a_shot_is_told(self) -> None:
        """The Cannon fires along a whole direction: what is certain of no direction is possible."""
        board = pattern_at("cannon", "e5") | {"e3": "2 common", "e4": "1 common", "h5": "2 common"}
        preview = look(arrange(board, hand=["cannon"]), "cannon@e5")
        lost = {
            effect.event.square: effect.is_own_loss
            for effect in preview.possible_effects
            if effect.event.kind == "destroy"
        }
        assert (lost["e3"], lost["e4"], lost["h5"]) == (False, True, False)

    def test_points_are_not_counted_from_the_worst_end(self) -> None:
        """The Leviathan may cost its player two legends; at best it is one legend more (R13.1)."""
        board = pattern_at("leviathan", "e5") | {"d5": "1 legendary", "c5": "1 legendary"}
        game = arrange(board, legends=["leviathan"], form="high-form")
        preview = look(game, "leviathan@e5")
        assert preview.points == -2
        assert max(effect.points for effect in preview.possible_effects) == 1

    def test_a_task_that_an_answer_would_fulfil(self) -> None:
        """The High Priestess may upgrade a piece on red: the second upgraded one of three."""
        board = {**pattern_at("high-priestess", "d4"), "d8": "1 heroic", "e5": "1 common"}
        board |= {"c2": "1 common"}
        game = arrange(
            board,
            hand=["high-priestess"],
            form="high-form",
            tasks={"current": ["red-conquest", "destruction", "side-chain"]},
        )
        squares = {m.square for m in game.legal_moves() if m.card == "high-priestess"}
        assert "d4" in squares
        preview = look(game, "high-priestess@d4")
        assert preview.tasks == ()
        game.play("high-priestess@d4")
        if game.prompt.kind == "move":
            game.play("-")
        assert look(game, "e5").tasks == ("red-conquest",)


class TestAlways:
    @pytest.mark.parametrize("table", TABLES)
    def test_what_is_certain_comes_true(self, table: str) -> None:
        """In random games: the move brings exactly the certain beats, an answer possible ones."""
        looked = 0
        for seed, pair in enumerate(PAIRS):
            for game in positions(table, pair, seed, 25):
                moves = game.legal_moves()
                if not moves:
                    continue
                move = Random(seed).choice(moves)
                preview = preview_move(game, move)
                game.play(move)
                if preview.certain_events and game.open_move is None:
                    assert dict(preview.certain_events[-1].board_after) == board_of(game.state)
                assert (preview.next_question is None) == (game.open_move is None)
                looked += 1
        assert looked > 60

    @pytest.mark.parametrize("table", TABLES)
    def test_no_hidden_card_is_told(self, table: str) -> None:
        for seed, pair in enumerate(PAIRS[:3]):
            for game in positions(table, pair, seed, 12):
                for move in game.legal_moves()[-3:]:
                    state, me = game.state, game.player
                    seats = range(1, game.setup.seats + 1)
                    hidden = {c for s in seats if s != me for c in secret_cards(state, s)}
                    hidden |= {card for deck in state.decks for card in deck}
                    hidden -= {move.card, *state.frozen, *state.pending}
                    texts = {
                        item for item in walk(preview_move(game, move)) if isinstance(item, str)
                    }
                    assert not texts & hidden

    def test_an_illegal_move_is_refused(self) -> None:
        game = arrange({"e5": "1 common"})
        other = arrange({"d5": "1 common"}).find_move("+e5")
        with pytest.raises(IllegalMove):
            preview_move(game, other)


def test_bit_by_bit_it_is_the_same_and_says_that_there_is_more() -> None:
    game = arrange(pattern_at("high-priestess", "d4"), hand=["high-priestess"])
    (move,) = (m for m in game.legal_moves() if m.kind == "summon" and m.square == "d4")
    *before, whole = preview_steps(game, move)
    assert whole == preview_move(game, move)
    steps = [found for found in before if found is not None]
    assert len(before) > len(steps) > 1 and all(found.is_open_ended for found in steps[:-1])
