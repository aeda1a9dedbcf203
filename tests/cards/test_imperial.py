"""The Imperial beings, each through a game."""

from tests.support import arrange, assert_idle, offered, optional, pattern_at, pieces, play


class TestSwordmaster:
    def test_destroys_a_diagonal_common_enemy_and_is_upgraded(self) -> None:
        board = pattern_at("swordmaster", "e5") | {
            "d6": "2 common",
            "f4": "2 common",
            "f6": "2 heroic",
            "d5": "2 common",
            "d4": "1 common",
        }
        game = play(arrange(board, hand=["swordmaster"]), "swordmaster@e5")
        assert offered(game) == {"d6", "f4"}  # not heroic, not orthogonal, not your own
        assert optional(game)
        play(game, "d6")
        assert_idle(game)
        assert pieces(game) == {
            square: piece for square, piece in board.items() if square != "d6"
        } | {"e5": "1 heroic"}

    def test_may_be_declined_and_stays_common(self) -> None:
        board = pattern_at("swordmaster", "e5") | {"d6": "2 common"}
        game = play(arrange(board, hand=["swordmaster"]), "swordmaster@e5", "-")
        assert_idle(game)
        assert pieces(game) == board | {"e5": "1 common"}

    def test_is_not_upgraded_for_a_piece_it_was_summoned_onto(self) -> None:
        board = pattern_at("swordmaster", "e5") | {"e5": "2 common"}
        game = play(arrange(board, hand=["swordmaster"]), "swordmaster@e5")
        assert_idle(game)  # nothing to destroy: nothing is asked
        assert pieces(game)["e5"] == "1 common"


class TestTimeMage:
    def test_gains_an_action_and_destroys_only_an_enemy_on_the_marked_square(self) -> None:
        board = pattern_at("time-mage", "e5") | {"d4": "2 legendary", "c5": "2 common"}
        game = play(arrange(board, hand=["time-mage"]), "time-mage@e5")
        assert_idle(game)
        assert game.state.actions == 2
        assert pieces(game) == pattern_at("time-mage", "e5") | {
            "e5": "1 heroic",
            "c5": "2 common",
        }

    def test_spares_your_own_piece_on_the_marked_square(self) -> None:
        board = pattern_at("time-mage", "e5") | {"d4": "1 common"}
        game = play(arrange(board, hand=["time-mage"]), "time-mage@e5")
        assert pieces(game)["d4"] == "1 common"
