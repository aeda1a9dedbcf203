"""Tests of the beings that pieces were summoned as: moves, losses, undo and looking back."""

from __future__ import annotations

import pytest

from tashkalar import Game
from tashkalar.position.ids import ColourNumber
from tashkalar.position.literals import EventKind
from tashkalar.position.move import SKIP, Event
from tashkalar.ui.history.summoned_pieces import (
    SummonedPiece,
    SummonedPiecesMemo,
    SummonedPiecesTracker,
)
from tashkalar.ui.screen.screen import build_board
from tashkalar.ui.screen.squares import being_note
from tashkalar.ui.session.session import Session
from tests.support import arrange, pattern_at, play
from tests.ui.table import PAIRS, TABLES, positions


def cards(game: Game, number: int | None = None) -> dict[str, str]:
    """Return the cards of the pieces that came as beings, by square, as the board shows them."""
    session = Session(game, curtain=False)
    session.show_position_after(number)
    return {view.name: view.card for view in build_board(session).squares if view.card}


def knight_in_play() -> Game:
    board = {**pattern_at("knight", "e5"), "e5": "2 common", "e6": "2 heroic"}
    return play(arrange(board, hand=["knight"]), "knight@e5")


def test_a_being_keeps_its_emblem_where_it_goes() -> None:
    game = knight_in_play()
    assert cards(game) == {"e5": "knight"}  # the piece that it replaced is not the being
    play(game, "e5-e6", "e6-e7", SKIP.code)
    assert cards(game) == {"e7": "knight"}
    game.undo()
    game.undo()
    assert cards(game) == {"e6": "knight"}
    assert cards(Game.from_json(game.to_json())) == {"e6": "knight"}
    assert cards(Game.from_record(game.record())) == {"e6": "knight"}
    assert cards(game, 0) == {}


def test_the_emblem_is_large_in_the_turn_of_the_summoning() -> None:
    game = play(knight_in_play(), SKIP.code)
    session = Session(game, curtain=False)

    def large() -> list[bool]:
        return [view.is_new_being for view in build_board(session).squares if view.card]

    assert large() == [True]
    play(game, "+a5", ".")
    assert large() == [False]
    note = being_note(session, "e5")
    assert note and note.params["n"] == 3 and being_note(session, "a5") is None
    session.show_position_after(1)
    assert large() == [True]  # as it was then


def test_a_being_takes_the_place_of_another() -> None:
    board = {**pattern_at("knight", "e5"), **pattern_at("swordmaster", "e5")}
    game = play(arrange(board, hand=["knight", "swordmaster"]), "swordmaster@e5")
    assert cards(game) == {"e5": "swordmaster"}
    play(game, "knight@e5")
    assert cards(game) == {"e5": "knight"}
    move = next(move for move in game.legal_moves() if move.origin == "e5")
    play(game, move.code)
    assert cards(game) == {move.square: "knight"}


def test_a_piece_that_gives_way_to_another_is_gone() -> None:
    piece = SummonedPiece("knight", ColourNumber(1), "heroic", 1)
    entry = knight_in_play().history()[-1]
    kinds: tuple[EventKind, ...] = ("place", "release", "change-sides", "convert", "destroy")
    for kind in kinds:
        tracker = SummonedPiecesTracker({"a5": piece, "b5": piece}, entry)
        tracker.follow(Event(kind, square="a5", owner=ColourNumber(1), rank="legendary"))
        assert tracker.pieces == {"b5": piece}, kind
    tracker = SummonedPiecesTracker({"a5": piece}, entry)
    tracker.follow(Event("upgrade", square="a5", owner=ColourNumber(1), rank="legendary"))
    assert tracker.pieces == {"a5": piece._replace(rank="legendary")}  # it came as the Knight


@pytest.mark.parametrize("table", TABLES)
def test_each_emblem_is_on_a_piece_of_its_rank(table: str) -> None:
    """Going on from the last move gives the same as beginning with the first one."""
    memo, seen = SummonedPiecesMemo(), 0
    for game in positions(table, PAIRS[0], 5, 60):
        history, board = game.history(), game.board
        assert memo.after(history) == SummonedPiecesMemo().after(history)
        if game.prompt.kind == "turn":
            for square, being in memo.after(history).items():
                assert tuple(board[square]) == (being.owner, being.rank), square
                seen += 1
    assert seen
