"""Tests of the previews: they are computed before a summoning is looked at, if there is time."""

from __future__ import annotations

from tashkalar import Game
from tashkalar.ui.session.session import Session
from tests.support import arrange, pattern_at
from tests.ui.table import preview_move

PRIEST = pattern_at("high-priestess", "d4") | {"e5": "1 common", "c5": "2 common"}
BOTH = pattern_at("knight", "g7") | PRIEST


def game() -> Game:
    return arrange(BOTH, hand=["high-priestess", "knight"])


def test_whatever_card_is_taken_up_its_outcome_is_there() -> None:
    session = Session(game(), curtain=False)
    assert list(session.prefetch_previews())
    summonings = [move for move in session.moves if move.kind == "summon"]
    assert len(summonings) > 1
    for move in summonings:
        assert move.card and move.square
        session.click_card(move.card)
        session.look_at_square(move.square)
        if session.targets.candidate_move != move:
            assert session.look_at_placement(move.code)
        assert session.preview is not None and session.preview.possible_effects
        session.compute_preview()  # what follows later questions
        assert session.is_preview_finished
        assert session.preview == preview_move(session.game, move)
        assert not session.compute_preview()
        session.selection = session.selection._replace(card=None)
    assert not list(session.prefetch_previews()) and not session.game.codes


def test_it_ends_with_the_position_and_nothing_of_it_is_told_later() -> None:
    session = Session(game(), curtain=False)
    ahead = session.prefetch_previews()
    next(ahead)
    assert session.click_square("a5")
    assert not list(ahead)
    session.click_card("high-priestess")
    session.look_at_square("d4")
    assert (
        session.targets.candidate_move
        and session.preview is None
        and session.partial_preview is None
    )


def test_what_was_begun_is_not_begun_again() -> None:
    session = Session(game(), curtain=False)
    whole = sum(1 for _ in Session(game(), curtain=False).prefetch_previews())
    ahead = session.prefetch_previews()
    done = sum(1 for _ in range(2) if next(ahead) is None)
    assert sum(1 for _ in session.prefetch_previews()) == whole - done


def test_nothing_is_found_out_where_nobody_may_look() -> None:
    session = Session(game(), curtain=True)
    assert session.seating.is_covered and not list(session.prefetch_previews())
