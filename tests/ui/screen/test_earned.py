"""The line of the points panel about what the turn has earned (R14, R15)."""

from __future__ import annotations

from itertools import pairwise

from tashkalar import Game
from tashkalar.ui.screen.screen import build_screen
from tashkalar.ui.session.session import Session
from tests import golden
from tests.support import arrange, pattern_at, play
from tests.ui.table import said


def earned(game: Game) -> str | None:
    text = build_screen(Session(game, curtain=False)).earned_text
    return said(text) if text else None


def test_a_legend_earns_a_point_at_once() -> None:
    """R14.4; the turn before it had earned nothing, and neither has the next turn."""
    game = arrange(pattern_at("titan", "e5"), legends=["titan"], form="duel")
    assert earned(game) == "Nothing earned in this turn yet."
    play(game, "titan@e5")
    while game.prompt.kind not in ("turn", "end"):
        game.play(game.legal_moves()[-1])
    assert earned(game) == "This turn: +1"
    play(game, "+a5", ".")
    assert earned(game) == "Nothing earned in this turn yet."


def test_a_form_with_tasks_has_no_such_line() -> None:
    assert earned(arrange({}, form="high-form")) is None


def signed(n: int) -> str:
    return f"{n:+}".replace("-", "\N{MINUS SIGN}")


def scores(game: Game, seat: int) -> dict[str, int]:
    player = build_screen(Session(game, curtain=False)).players[seat]
    return {said(score.name): score.points for score in player.color_scores}


def test_a_melee_counts_each_color() -> None:
    """R15.2: the turn's end brings what was said before; odd commons are left to a question."""
    steps = [before for before, _ in golden.decisions(golden.load("melee").game)]
    start, turns_with_gains = steps[0], 0
    for before, after in pairwise(steps):
        if before.state.phase != "play" or before.state.turn != start.state.turn:
            start = before
        if before.prompt.kind != "end" or after.state.turn == before.state.turn:
            continue
        seat = before.state.seat
        old, new = scores(start, seat), scores(after, seat)
        gains = [f"{signed(new[who] - old[who])} {who}" for who in old if new[who] != old[who]]
        text = earned(before)
        assert text is not None
        if gains:
            assert text.startswith("This turn: ") and all(gain in text for gain in gains), text
        else:
            assert text == "Nothing earned in this turn yet."
        turns_with_gains += bool(gains)
    assert turns_with_gains > 3
