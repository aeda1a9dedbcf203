"""A finished preview compared with every end of the choice, found by playing all the answers."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tashkalar import Game, Move
from tashkalar.rules.forms import FORMS
from tashkalar.ui.history.timeline import LOSS_KINDS, TimelineEvent, build_timeline
from tashkalar.ui.session import endings
from tashkalar.ui.session.dry_run import Preview
from tests.ui.table import PAIRS, TABLES, crowded, eager_move, fresh, preview_move

SAMPLED_CONTINUATIONS = 200
Effects = frozenset[tuple[object, ...]]


def effect(event: TimelineEvent) -> tuple[object, ...]:
    """All that a mark or a line can say of an event."""
    return event.kind, event.square, event.origin, event.school, event.rank, event.card


def shown(effects: Effects) -> set[tuple[object, ...]]:
    """Return the effects that have marks: what is lost, and what changes its side or rank."""
    marked = {*LOSS_KINDS, "convert", "upgrade", "downgrade"}
    return {
        ("loss" if kind in LOSS_KINDS else kind, square, school)
        for kind, square, _, school, *_ in effects
        if kind in marked
    }


def is_told_in_one(event: tuple[object, ...]) -> bool:
    """Tell whether an event may be one of several steps of a piece that are told as one."""
    return event[0] == "move"


def answers(game: Game) -> list[Move]:
    """The answers to the open question; a teammate answers the same ones (R19.11)."""
    return [move for move in game.legal_moves() if move.kind != "pass-control"]


def ends(game: Game) -> Iterator[Game]:
    """Yield the game at every end of its open move."""
    if game.open_move is None:
        yield game
        return
    for move in answers(game):
        after = game.copy()
        after.play(move)
        yield from ends(after)


def some_ends(game: Game, rng: Random, count: int) -> Iterator[Game]:
    """Yield the game at the ends of random answers."""
    for _ in range(count):
        after = game.copy()
        while after.open_move is not None:
            after.play(rng.choice(answers(after)))
        yield after


def happened(end: Game, seen: int) -> Effects:
    """Return the effects of the last move, without its first events."""
    assert end.last_move is not None
    timeline = build_timeline([end.last_move], end.state)
    return frozenset(effect(event) for event in timeline.events[seen:])


def gained(start: Game, end: Game) -> tuple[int, frozenset[str]]:
    """The points and the tasks that a move has brought."""
    form, seat = FORMS[start.setup.form], start.state.seat
    color = start.setup.colours[seat]
    points = form.tally(end.state, color) - form.tally(start.state, color)
    tasks = form.claimable_tasks(end.state), form.claimable_tasks(start.state)
    return points, frozenset(tasks[0]) - frozenset(tasks[1])


def certain(preview: Preview) -> Effects:
    return frozenset(map(effect, preview.certain_events))


def possible(preview: Preview) -> Effects:
    return frozenset(effect(found.event) for found in preview.possible_effects)


def check_all_ends(start: Game, asked: Game, preview: Preview, seen: int) -> None:
    """The preview says of each effect whether it happens at all ends or at some."""
    last = list(ends(asked))
    effects = [happened(end, seen) for end in last]
    common, some = frozenset.intersection(*effects), frozenset().union(*effects)
    for found, expected in (
        (certain(preview), common),
        (possible(preview), some - common),
    ):
        assert {e for e in found if not is_told_in_one(e)} == {
            e for e in expected if not is_told_in_one(e)
        }
    assert possible(preview) <= some
    gains = [gained(start, end) for end in last]
    assert preview.points == min(points for points, _ in gains)
    tasks = [tasks for _, tasks in gains]
    assert set(preview.tasks) == frozenset.intersection(*tasks)
    assert {*preview.tasks, *preview.possible_tasks} == frozenset().union(*tasks)


def check_some_ends(start: Game, asked: Game, preview: Preview, seen: int) -> None:
    """Of very many ends, what is certain happens in all that are tried, the rest is told."""
    listed = {*shown(certain(preview)), *shown(possible(preview))}
    missed = 0
    for end in some_ends(asked, Random(1), SAMPLED_CONTINUATIONS):
        effects = happened(end, seen)
        assert {e for e in certain(preview) if not is_told_in_one(e)} <= effects
        missed += len(shown(effects) - listed)
        points, tasks = gained(start, end)
        assert preview.points <= points and set(preview.tasks) <= tasks
    # The stage says that more may follow.
    assert missed <= SAMPLED_CONTINUATIONS // 40, f"{missed} effects are not told"


def check(game: Game, move: Move) -> bool:
    """Compare the preview of a move with its ends; return whether all ends are known."""
    seen = len(game.open_move.events) if game.open_move else 0
    preview = preview_move(game, move)
    asked = game.copy()
    asked.play(move)
    compare = check_some_ends if preview.is_open_ended else check_all_ends
    compare(game, asked, preview, seen)
    return not preview.is_open_ended


def choices(
    table: str, pair: tuple[str, str], seed: int, length: int
) -> Iterator[tuple[Game, Move]]:
    """Yield positions of a random game, each with a move that may ask something."""
    game = (crowded if seed % 2 else fresh)(table, pair, seed)
    rng = Random(f"{pair}+{seed}")
    for _ in range(length):
        if game.is_over:
            return
        asking = [m for m in game.legal_moves() if m.kind not in ("place", "end", "discard")]
        if asking:
            yield game.copy(), rng.choice(asking)
        game.play(eager_move(game, rng))


@pytest.mark.parametrize("table", TABLES)
def test_in_random_positions(table: str) -> None:
    number = TABLES.index(table)
    for seed, pair in enumerate(PAIRS):
        if (seed + number) % 3 == 0:
            for game, move in choices(table, pair, seed, 12):
                check(game, move)


def test_beyond_the_known_ends_chance_finds_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a choice with more than 2,000 ends, some are followed by chance; nothing else changes."""
    found = choices("duel in teams", ("sylvan", "highland"), 15, 25)
    game, move = next((game, move) for game, move in found if move.code == "herald@h3")
    preview = preview_move(game, move)
    monkeypatch.setattr(endings, "SAMPLED_SERIES", 0)
    without = preview_move(game, move)
    assert preview.is_open_ended and certain(preview) == certain(without)
    assert possible(preview) > possible(without)


@pytest.mark.long
@pytest.mark.parametrize("table", TABLES)
def test_in_many_random_positions(table: str) -> None:
    complete = []
    for seed, pair in enumerate(PAIRS * 4):
        complete += [check(game, move) for game, move in choices(table, pair, seed + 11, 40)]
    assert len(complete) > 100 and sum(complete) > 0.9 * len(complete)
