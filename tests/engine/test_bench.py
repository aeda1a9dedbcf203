"""The benchmark measures what it says, whatever the figures are."""

from __future__ import annotations

import pytest

from tashkalar import bench
from tashkalar.bench import judging, plan_times, redraw
from tashkalar.bots.batch import Packed, PackedSide


def test_it_measures_duels_and_melees_and_the_price_of_help() -> None:
    figures = bench.measure(positions=4, rounds=1)
    assert figures.positions == 4
    assert all(value is None or value > 0 for value in figures)
    report = bench.report(figures)
    for line in (
        "squares for a full hand (5 cards)",
        "with a borrowed piece allowed",
        "with an improvised piece allowed",
        "random duel: decisions a second",
        "random melee of four: decisions a second",
        "squares for a full hand, improvising too",
    ):
        assert line in report


def test_positions_of_a_melee_have_four_seats_and_markers() -> None:
    positions, _ = bench.collect_positions(3, "melee", melee=True)
    assert [len(state.setup.schools) for _, state, _, _ in positions] == [4, 4, 4]
    assert {state.setup.form for _, state, _, _ in positions} == {"melee"}
    assert all(positions[0].state.markers)  # improvising is possible
    assert all(len(hand) == 5 for *_, hand in positions)


def test_the_heaviest_positions_are_drawn_with_what_is_looked_at() -> None:
    games = bench.random_games("redraw", 6)
    figures = redraw.heaviest_positions(games)
    assert {"a leap to choose", "a card, where it can go", "a card, why it cannot go"} <= set(
        figures
    )
    for name, (game, number, card, looks) in figures.items():
        if "to choose" in name:
            assert number == len(game.legal_moves()) > len(looks) > 1
        elif "where it can go" in name:
            ways = [m for m in game.legal_moves() if m.kind == "summon" and m.card == card]
            assert number == len(ways)
            assert set(looks) == {move.square for move in ways}
    report = redraw.report(redraw.measure(games, 1))
    assert all(f"{name}: {heavy.moves}" in report for name, heavy in figures.items())


def test_boards_are_judged_together_and_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each round judges anew: a judge that knows a board would only look its worth up."""
    positions, _ = bench.collect_positions(1, "judging")
    searched: list[int] = []
    search = PackedSide.squares_by_missing

    def counted(side: PackedSide, card: str) -> tuple[Packed, Packed, Packed]:
        searched.append(side.board_count)
        return search(side, card)

    monkeypatch.setattr(PackedSide, "squares_by_missing", counted)
    boards: list[int] = []
    for rounds in (1, 2):
        searched.clear()
        figures = judging.measure([positions[0].game], rounds)
        boards.append(sum(searched))
    assert boards[0] < boards[1]
    assert figures.batch_us > 0 and figures.single_us > 0
    assert "ratio of the two" in judging.report(figures)


def test_the_times_of_plans_have_a_median_and_a_95th_percentile(
    capsys: pytest.CaptureFixture[str],
) -> None:
    ticks = iter(range(100_000))
    [row] = plan_times.measure(["learner"], "duel", 2, lambda: next(ticks))
    assert row.times_ms == (1000, 1000)
    row = row._replace(times_ms=tuple(map(float, range(100, 0, -1))))
    assert (row.median_ms, row.high_ms) == (50.5, 95)
    assert row._replace(times_ms=(3.0, 1.0, 2.0)).high_ms == 3
    table = plan_times.report([row]).splitlines()
    assert table[-1].split() == ["learner", "duel", "100", "50", "95", "100"]
    for wrong in ("--levels=nobody", "--forms=chess", "--turns=0"):
        assert plan_times.main([wrong]) == 2
    assert "nobody is none of" in capsys.readouterr().err
