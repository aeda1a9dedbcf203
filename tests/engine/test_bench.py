"""The benchmark measures what it says, whatever the figures are."""

from __future__ import annotations

from tashkalar import bench
from tashkalar.bench import judging, redraw


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


def test_boards_are_judged_together_and_one_by_one() -> None:
    positions, _ = bench.collect_positions(1, "judging")
    figures = judging.measure([positions[0].game], 1)
    assert figures.batch_us > 0 and figures.single_us > 0
    report = judging.report(figures)
    assert "ratio of the two" in report
    assert all(f"planning a turn, {level}: " in report for level in figures.plans)
