"""The lens: where a card is ready, and where one piece is missing."""

from __future__ import annotations

import pytest

from tashkalar import Game, cards
from tashkalar.position.board import SQUARE_OF
from tashkalar.position.ids import SeatNumber
from tashkalar.ui.screen.screen import build_screen
from tashkalar.ui.session.session import Session
from tashkalar.ui.session.summon_finder import find_summon_options, find_threats
from tests.support import arrange, pattern_at
from tests.ui.previews import compute_preview
from tests.ui.table import PAIRS, positions, said


def without(card: str, square: str, gone: str) -> Game:
    board = {s: p for s, p in pattern_at(card, square).items() if s != gone}
    return arrange(board, hand=[card])


class TestGhosts:
    def test_a_whole_pattern_is_ready(self) -> None:
        game = arrange(pattern_at("knight", "e5"), hand=["knight"])
        assert "e5" in find_summon_options(game.state, "knight").summon_squares

    @pytest.mark.parametrize("gone", sorted(pattern_at("knight", "e5")))
    def test_the_missing_piece_has_its_rank_and_waits_for_its_square(self, gone: str) -> None:
        game = without("knight", "e5", gone)
        missing_pieces = {
            (g.square, g.rank): g for g in find_summon_options(game.state, "knight").missing_pieces
        }
        missing_piece = missing_pieces[gone, "common"]
        assert missing_piece.occupant == "empty" and "e5" in missing_piece.summon_squares
        assert set(game.board) <= set(missing_piece.used_squares)

    def test_a_piece_too_low_and_an_enemy_are_told_apart(self) -> None:
        whole = pattern_at("fire-dragon", "e3")
        where = next(s for s, piece in whole.items() if piece == "1 heroic")
        for piece, there in (("1 common", "common"), ("2 common", "enemy")):
            game = arrange({**whole, where: piece}, legends=["fire-dragon"])
            missing_pieces = find_summon_options(game.state, "fire-dragon").missing_pieces
            assert [(g.rank, g.occupant) for g in missing_pieces if g.square == where] == [
                ("heroic", there)
            ]

    def test_a_flare_has_no_pattern(self) -> None:
        game = arrange({"e5": "1 common"}, flare="flare-01")
        view = find_summon_options(game.state, "flare-01")
        assert (view.summon_squares, view.missing_pieces) == ((), ())

    def test_a_higher_piece_bars_the_square(self) -> None:
        """A common being cannot be summoned onto a heroic piece (R7.9)."""
        card = next(c for c in cards.by_school("northern") if c.rank == "common")
        whole = pattern_at(card.id, "e5")
        gone = next(s for s in whole if s != "e5")
        board = {s: p for s, p in whole.items() if s != gone} | {"e5": "2 heroic"}
        game = arrange(board, hand=[card.id])
        missing_pieces = find_summon_options(game.state, card.id).missing_pieces
        assert not any("e5" in missing_piece.summon_squares for missing_piece in missing_pieces)


@pytest.mark.parametrize("pair", PAIRS)
def test_a_common_ghost_comes_true(pair: tuple[str, str]) -> None:
    """In random games, placing a missing piece lets the card be summoned there."""
    tried = 0
    for game in positions("duel", pair, 3, 12):
        if game.prompt.kind != "turn" or game.player != 1:
            continue
        legal = {move.code for move in game.legal_moves()}
        for card in (*game.state.hands[0], *game.state.legends[0]):
            for missing_piece in find_summon_options(game.state, card).missing_pieces:
                if f"+{missing_piece.square}" in legal and missing_piece.rank == "common":
                    trial = game.copy()
                    trial.play(f"+{missing_piece.square}")
                    assert set(missing_piece.summon_squares) <= set(
                        trial.summons(card, 1)
                    ) | _short(trial, card)
                    tried += 1
    assert tried


def _short(game: Game, card: str) -> set[str]:
    """The squares where the pattern fits, but not enough pieces are left (R7.18)."""
    reasons = {name: game.explain(card, name, 1).reason for name in SQUARE_OF}
    return {name for name, why in reasons.items() if why and why.id.startswith("why.shortage")}


class TestThreats:
    def board(self, **theirs: object) -> Game:
        whole = pattern_at("naiad", "e5", owner=2)
        return arrange({**whole, "a5": "1 common"}, theirs={"hand": ["dryad"], **theirs})

    def summons(self, game: Game) -> set[str]:
        return {
            card for threat in find_threats(game.state, SeatNumber(1)) for _, card in threat.cards
        }

    def test_a_being_that_may_be_in_hand_or_deck(self) -> None:
        counts = {
            threat.square: threat.cards
            for threat in find_threats(self.board().state, SeatNumber(1))
        }
        assert (2, "naiad") in counts["e5"]

    def test_hidden_cards_make_no_difference(self) -> None:
        held = self.board(hand=["naiad"])
        assert find_threats(held.state, SeatNumber(1)) == find_threats(
            self.board().state, SeatNumber(1)
        )

    def test_what_was_played_is_gone(self) -> None:
        assert "naiad" in self.summons(self.board())
        assert "naiad" not in self.summons(self.board(discards=["naiad"]))
        # Nobody else has seen what the discard action put there (R25.1).
        dropped = self.board(discards=["naiad"], dropped=["naiad"])
        assert self.summons(dropped) == self.summons(self.board())

    def test_partners_do_not_threaten(self) -> None:
        schools = ("northern", "sylvan", "highland", "southern")
        game = arrange(
            pattern_at("naiad", "e5", owner=2),
            form="duel",
            teams=True,
            seats=[{"school": school} for school in schools],
        )
        seats = {
            seat for threat in find_threats(game.state, SeatNumber(1)) for seat, _ in threat.cards
        }
        assert seats == {2, 4}
        session = Session(game, curtain=False)
        session.is_threat_view_on = True
        label = next(view.label for view in build_screen(session).squares if view.name == "e5")
        assert "(Green 1)" in said(label) and "(Green 2)" in said(label)
        assert find_threats(game.state, SeatNumber(2)) == ()

    def test_they_are_shown_and_told_when_asked_for(self) -> None:
        session = Session(self.board(), curtain=False)
        assert not any(mark.kind == "threat" for mark in build_screen(session).marks)
        session.is_threat_view_on = True
        screen = build_screen(session)
        marked = {mark.square: mark.number for mark in screen.marks if mark.kind == "threat"}
        counts = {t.square: len(t.cards) for t in find_threats(session.game.state, SeatNumber(1))}
        assert marked == counts
        assert "prompt.turn.threats" in [detail.id for detail in screen.prompt.details]
        label = next(view.label for view in screen.squares if view.name == "e5")
        assert "could be summoned here: Naiad" in said(label)
        assert "(Green" not in said(label)  # nobody else could be meant
        session.look_at_square("e5")
        stage = build_screen(session).action_panel
        assert stage.lines_title is not None and said(stage.lines_title) == "On e5"
        assert said(stage.lines[0].text).startswith("Could be summoned here: Naiad")
        assert stage.lines[0].sign == "note" and "Naiad" in said(stage.lines[0].text)

    def test_they_rest_while_a_choice_is_previewed(self) -> None:
        """They belong to the position before the choice."""
        board = {**pattern_at("naiad", "e5", owner=2), **pattern_at("messenger", "b2")}
        session = Session(arrange(board, hand=["messenger"]), curtain=False)
        session.is_threat_view_on = True

        def threats() -> list[str]:
            return [mark.square for mark in build_screen(session).marks if mark.kind == "threat"]

        assert "e5" in threats()
        session.click_card("messenger")
        session.look_at_square("b2")
        assert compute_preview(session)
        assert threats() == []
        session.cancel_selection()
        assert "e5" in threats()

    def test_they_and_the_lens_belong_to_who_asked(self) -> None:
        session = Session(self.board(), curtain=False)
        session.is_summon_finder_on = session.is_threat_view_on = True
        session.play_code("+c1")
        assert session.is_summon_finder_on and session.is_threat_view_on
        session.play_code("+d1")
        session.play_code(".")
        assert (
            session.seating.viewer == 2
            and not session.is_summon_finder_on
            and not session.is_threat_view_on
        )
