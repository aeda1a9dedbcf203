"""No screen shows the name of a text in place of the text, whatever is open on it."""

from __future__ import annotations

import json
from random import Random

import pytest

from tashkalar import Game, new_game
from tashkalar.features.studies.study_review import StudyReview
from tashkalar.position.ids import SeatNumber
from tashkalar.ui.screen.screen import build_screen
from tashkalar.ui.session.session import Session
from tests.ui.previews import compute_preview
from tests.ui.table import (
    PAIRS,
    TABLES,
    TABLES_AND_PAIRS,
    agreed,
    eager_move,
    english,
    messages,
    positions,
    said,
)

POSITIONS = 10  # of a table and a pair: 300 in all with --long


def missing_texts(value: object) -> set[str]:
    """Return the messages in a value that have no English text."""
    return {message.id for message in messages(value) if "⟨" in said(message)}


def look_at_everything(session: Session, rng: Random) -> None:
    """Open hint, threats and the summon finder, and look at a card and a move."""
    session.is_summon_finder_on = session.is_threat_view_on = True
    move = eager_move(session.game, rng)
    assert session.request_hint()
    assert session.receive_hint({"codes": [move.code], "reasons": []})
    assert missing_texts(build_screen(session)) == set(), move
    session.point_at_move(move.code)
    compute_preview(session)
    assert missing_texts(build_screen(session)) == set(), move
    session.point_at_move(None)
    if session.choices.is_turn_decision and move.card:
        session.click_card(move.card)
        session.look_at_square(move.square)
        compute_preview(session)
        assert missing_texts(build_screen(session)) == set(), move


@pytest.mark.parametrize(("table", "pair"), TABLES_AND_PAIRS)
def test_with_hint_threats_and_previews_open(table: str, pair: int) -> None:
    rng, looked = Random(f"{table}-{pair}"), 0
    for game in positions(table, PAIRS[pair], pair, POSITIONS):
        look_at_everything(Session(game, curtain=False), rng)
        looked += 1
    assert looked == POSITIONS


@pytest.mark.parametrize("table", TABLES)
def test_in_the_review_of_a_game(table: str) -> None:
    form, teams, schools = agreed(table, PAIRS[0], 0)
    game: Game = new_game(form, schools, teams=teams, seed=5)
    rng = Random(table)
    while not game.is_over and game.state.turn < 6:
        game.play(eager_move(game, rng))
    if not game.is_over and form != "melee":  # in which nobody resigns (R18.6)
        game.resign(SeatNumber(1))
    review = StudyReview.of_game(game, english(), {SeatNumber(2): "adept"})
    assert review.job is not None
    while review.job is not None:
        played = json.loads(review.job.json_text)["played"]
        review.accept_answer({"codes": played, "reasons": [], "worth": 1000, "lost": 3000})
        review.update_findings()
        assert missing_texts((review.view(), build_screen(review.session))) == set()
