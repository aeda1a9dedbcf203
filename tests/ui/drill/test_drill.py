"""The drill of turned patterns: its questions, what is kept of the answers, and the clock."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

import pytest

from tashkalar import cards
from tashkalar.features.drill import DRILL_KEY
from tashkalar.features.drill.drill_record import (
    LAST_ANSWERS,
    TRANSFORMS,
    DayPractice,
    DrillRecord,
    choose_kind,
    drill_tables,
    merge_record_texts,
    read_record,
    save_record,
)
from tashkalar.features.drill.drill_run import MINUTE_S, DrillRun
from tashkalar.features.drill.questions import (
    QuestionKind,
    cards_by_kind,
    create_question,
    summon_squares,
)
from tashkalar.features.puzzles.due_days import practiced_days
from tashkalar.position.board import RANKS
from tashkalar.position.pattern import PatternTransform
from tashkalar.ui.storage.key_value_store import MemoryStore

TODAY = 20_000
KINDS = tuple(cards_by_kind())
PRINTED = QuestionKind("heroic", PatternTransform(0, mirrored=False))
TURNED = QuestionKind("heroic", PatternTransform(1, mirrored=True))
SIDE = 9


def _squares() -> Iterator[tuple[int, int]]:
    """Yield the squares of R2.1 as columns and rows from 1: a square without its corners."""
    for x in range(1, SIDE + 1):
        for y in range(1, SIDE + 1):
            if 4 <= x + y <= 16 and abs(x - y) <= 6:
                yield x, y


def _turned_ways(card: str) -> Iterator[tuple[PatternTransform, dict[tuple[int, int], str]]]:
    """Yield the pieces of a pattern in all eight ways (R7.3), each from the summoning square."""
    for transform in TRANSFORMS:
        cells = {}
        for dx, dy, rank in cards.BEINGS[card].pattern:
            x, y = (-dx if transform.mirrored else dx), -dy
            for _ in range(transform.quarters):
                x, y = y, -x  # clockwise
            cells[x, y] = rank
        yield transform, cells


def fitting_squares(card: str, board: Mapping[str, str]) -> dict[str, set[PatternTransform]]:
    """Return where a card can be summoned by R7.2 to R7.10, found square by square."""
    pieces = {}
    for name, piece in board.items():
        owner, rank = piece.split()
        pieces["abcdefghi".index(name[0]) + 1, int(name[1])] = owner, RANKS.index(rank)
    arena, own_rank = set(_squares()), RANKS.index(cards.BEINGS[card].rank)
    fitting: dict[str, set[PatternTransform]] = {}
    for x, y in arena:
        if pieces.get((x, y), ("", 0))[1] > own_rank:
            continue
        for transform, cells in _turned_ways(card):
            if all(
                pieces.get((x + dx, y + dy), ("", -1))[0] == "1"
                and pieces[x + dx, y + dy][1] >= RANKS.index(rank)
                for (dx, dy), rank in cells.items()
            ):
                fitting.setdefault(f"{'abcdefghi'[x - 1]}{y}", set()).add(transform)
    return fitting


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.rank}-{kind.transform}")
def test_each_right_square_is_accepted_and_no_other(kind: QuestionKind) -> None:
    for seed in range(12):
        question = create_question(kind, seed)
        fitting = fitting_squares(question.card, question.board)
        assert fitting.keys() == question.answers
        assert len(question.answers) == 1
        assert kind.transform in fitting[next(iter(question.answers))]
        assert cards.BEINGS[question.card].rank == kind.rank
        game = question.start_game()
        assert summon_squares(game, question.card) == question.answers
        assert game.player == 1
        shown = question.board.keys() | question.answers
        assert all(question.area.contains(square) for square in shown)


def test_there_is_a_question_for_each_rank_and_each_way_to_turn_and_mirror() -> None:
    assert set(KINDS) == {QuestionKind(r, t) for r in RANKS for t in TRANSFORMS}


def test_questions_show_what_is_often_overlooked() -> None:
    """R7.2, R7.4 and R7.9: higher ranks, taken squares inside, a piece under the being."""
    questions = [create_question(kind, seed) for kind in KINDS for seed in range(4)]
    higher = [question for question in questions if question.higher]
    assert len(questions) / 4 < len(higher) < len(questions)
    for question in higher:
        cells = {cards.BEINGS[question.card].rank} | {
            rank for _, _, rank in cards.BEINGS[question.card].pattern
        }
        assert "common" in cells
        assert question.higher <= question.used
        assert {question.board[square] for square in question.higher} == {"1 heroic"}
    for question in questions:
        assert not question.filled & question.used and not question.filled & question.answers
        assert question.filled <= question.board.keys()
    assert sum(bool(question.filled) for question in questions) > len(questions) / 2
    assert sum(bool(q.answers & q.board.keys()) for q in questions) > len(questions) / 4
    owners = [{piece[0] for piece in question.board.values()} for question in questions]
    assert all(seats == {"1", "2"} for seats in owners)


def test_a_question_follows_from_its_seed_for_good() -> None:
    question = create_question(TURNED, 7)
    assert question == create_question(TURNED, 7)
    assert question != create_question(TURNED, 8)
    assert (question.card, sorted(question.answers), len(question.board)) == (
        "hypnotist",
        ["e2"],
        17,
    )


# -- what is kept --------------------------------------------------------------------------------


def _share(record: DrillRecord, kind: QuestionKind) -> float:
    chosen = [choose_kind(record, RANKS, number) for number in range(1000)]
    return chosen.count(kind) / len(chosen)


def test_weak_kinds_come_more_often() -> None:
    record = DrillRecord()
    for _ in range(10):
        record = record.add_answer(PRINTED, TODAY, is_right=True, seconds=3)
        record = record.add_answer(TURNED, TODAY, is_right=False, seconds=3)
    assert _share(record, TURNED) > 2 * _share(record, PRINTED) > 0
    for _ in range(LAST_ANSWERS):
        record = record.add_answer(TURNED, TODAY, is_right=True, seconds=3)
    assert _share(record, TURNED) <= _share(record, PRINTED), "what was hard long ago"
    assert {choose_kind(record, ["common"], n).rank for n in range(1000)} == {"common"}


def test_answers_are_counted_by_orientation_and_rank_the_weakest_first() -> None:
    record = DrillRecord()
    for is_right in (True, True, False):
        record = record.add_answer(PRINTED, TODAY, is_right=is_right, seconds=3)
    record = record.add_answer(TURNED, TODAY, is_right=False, seconds=3)
    by_orientation, by_rank = drill_tables(record)
    assert [(line.name.id, line.numbers) for line in by_orientation.lines] == [  # type: ignore[union-attr]
        ("drill.turned.1.mirrored", (0, 1)),
        ("drill.turned.0", (2, 3)),
    ]
    assert [line.numbers for line in by_rank.lines] == [(2, 4)]
    assert not any(table.lines for table in drill_tables(DrillRecord()))


def test_the_record_is_read_as_it_was_saved() -> None:
    store, record = MemoryStore(), DrillRecord(best=9)
    for day in (TODAY - 1, TODAY):
        record = record.add_answer(TURNED, day, is_right=day == TODAY, seconds=4.6)
    assert save_record(store, record) is None
    assert read_record(store) == record
    assert record.days == {TODAY - 1: DayPractice(1, 0, 5), TODAY: DayPractice(1, 1, 5)}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        '{"answers": [], "days": 3, "best": "9"}',
        '{"answers": {"heroic.1m": "012", "heroic.9": "1", "common.0": 1}, "best": -1}',
        '{"days": {"x": [1, 1, 1], "9999999": [1, 1, 1], "5": [1, 1], "6": [1, -1, 1]}}',
        '{"days": {"7": [1, true, 1], "²": [1, 1, 1]}, "best": true}',
    ],
)
def test_what_cannot_be_read_is_left_out(text: str) -> None:
    store = MemoryStore()
    store.set(DRILL_KEY, text)
    assert read_record(store) == DrillRecord()


def test_the_days_of_practice_are_found_without_the_code_of_the_drill() -> None:
    store, practice = MemoryStore(), DayPractice(1, 1, 1)
    save_record(store, DrillRecord(days={19: practice, 20: practice}))
    assert practiced_days(store, DRILL_KEY) == {19, 20}
    for text in ('{"days": [1]}', '{"days": {"x": 1, "9999999": 1, "\u00b2": 1}}'):
        store.set(DRILL_KEY, text)
        assert practiced_days(store, DRILL_KEY) == set()


def test_a_long_practice_stays_within_its_limit() -> None:
    days = {day: DayPractice(9999, 9999, 9999) for day in range(3000)}
    record = DrillRecord(dict.fromkeys(KINDS, "1" * 500), days)
    store = MemoryStore()
    save_record(store, record)
    read = read_record(store)
    assert len(read.days) == 1000 and 2999 in read.days
    assert {len(text) for text in read.answers.values()} == {LAST_ANSWERS}
    for day in (3000, 3001):
        read = read.add_answer(PRINTED, day, is_right=True, seconds=1)
    save_record(store, read)
    assert len(read.days) == 1000 and len(store.texts[DRILL_KEY]) < 30_000


def test_the_records_of_two_browsers_become_one() -> None:
    ours, theirs = MemoryStore(), MemoryStore()
    here = DrillRecord({TURNED: "101"}, {1: DayPractice(3, 2, 9), 2: DayPractice(1, 1, 1)}, 4)
    there = DrillRecord(
        {TURNED: "0", PRINTED: "11"}, {2: DayPractice(5, 0, 7), 3: DayPractice(1, 0, 2)}, 6
    )
    save_record(ours, here)
    save_record(theirs, there)
    text = merge_record_texts(ours.texts[DRILL_KEY], theirs.texts[DRILL_KEY])
    ours.set(DRILL_KEY, text)
    assert read_record(ours) == DrillRecord(
        {TURNED: "101", PRINTED: "11"},
        {1: DayPractice(3, 2, 9), 2: DayPractice(5, 0, 7), 3: DayPractice(1, 0, 2)},
        6,
    )
    assert merge_record_texts(text, theirs.texts[DRILL_KEY]) == text
    assert json.loads(merge_record_texts(None, theirs.texts[DRILL_KEY]))["best"] == 6


# -- what is shown -------------------------------------------------------------------------------


def _answer(run: DrillRun) -> str:
    return next(iter(run.question.answers))


def _other_square(run: DrillRun) -> str:
    names = [cell.name for row in run.rows for cell in row if cell.name]
    return next(name for name in names if name not in run.question.answers)


def test_a_wrong_answer_shows_the_pattern_in_its_true_place() -> None:
    run = DrillRun(DrillRecord(), "seed")
    cells = [cell for row in run.rows for cell in row]
    assert run.is_open and run.verdict is None and not run.rules
    assert not any(cell.is_used or cell.is_answer for cell in cells), "nothing is given away"
    wrong = _other_square(run)
    assert not run.answer(wrong, TODAY, 2)
    cells = [cell for row in run.rows for cell in row]
    assert {cell.name for cell in cells if cell.is_used} == run.question.used
    assert {cell.name for cell in cells if cell.is_answer} == run.question.answers
    assert [cell.name for cell in cells if cell.is_wrong] == [wrong]
    assert run.verdict is not None and run.verdict.id == "drill.wrong"
    assert run.verdict.params["square"] == _answer(run)
    before = run.question
    run.go_on()
    assert run.is_open and run.question != before


def test_the_rules_that_a_wrong_answer_may_overlook_are_said() -> None:
    run = DrillRun(DrillRecord(), "rules")
    seen = set()
    for _ in range(20):
        question = run.question
        run.answer(_other_square(run), TODAY, 1)
        rules = {rule.id for rule in run.rules}
        assert ("drill.rule.higher" in rules) == bool(question.higher)
        assert ("drill.rule.filled" in rules) == bool(question.filled)
        seen |= rules
        run.go_on()
    assert len(seen) == 2
    run.answer(_answer(run), TODAY, 1)
    assert run.is_right and not run.rules


def test_only_cards_of_the_chosen_rank_are_asked_for() -> None:
    run = DrillRun(DrillRecord(), "ranks")
    run.choose_ranks("legendary")
    for _ in range(6):
        assert run.question.kind.rank == "legendary"
        run.go_on()
    run.choose_ranks("")
    assert set(run.ranks) == set(RANKS)


def test_the_clock_runs_only_while_a_question_is_open() -> None:
    run = DrillRun(DrillRecord(best=1), "clock")
    run.start_minute()
    for _ in range(2):
        run.answer(_answer(run), TODAY, 1)
        assert not run.spend(MINUTE_S), "the answer is looked at"
        run.go_on()
    run.answer(_other_square(run), TODAY, 1)
    run.go_on()
    assert not run.spend(MINUTE_S - 1) and run.is_open
    assert run.clock is not None and run.clock.params == {"seconds": 1, "n": 2}
    assert run.spend(1.5) and not run.is_open
    assert run.verdict is not None and run.verdict.params == {"n": 2, "best": 2}
    assert run.record.best == 2
    run.go_on()
    assert run.is_open and run.clock is None


def test_a_minute_that_is_stopped_does_not_count() -> None:
    run = DrillRun(DrillRecord(), "stop")
    run.start_minute()
    run.answer(_answer(run), TODAY, 1)
    run.stop_minute()
    assert run.record.best == 0 and run.clock is None and run.is_open
    assert not run.spend(MINUTE_S)


def test_days_in_a_row_are_named_and_a_missed_day_is_not() -> None:
    def messages(*days: int) -> list[str]:
        run = DrillRun(DrillRecord(days=dict.fromkeys(days, DayPractice(20, 9, 130))), "days")
        return [message.id for message in run.day_messages(TODAY)]

    assert messages() == ["drill.today", "drill.answers"]
    assert messages(TODAY - 3, TODAY - 1) == ["drill.today", "drill.answers"]
    assert messages(TODAY - 2, TODAY - 1) == ["drill.today", "drill.answers", "drill.row"]
    run = DrillRun(DrillRecord(days={TODAY: DayPractice(20, 9, 130)}), "days")
    today, answers = run.day_messages(TODAY)
    assert (today.params, answers.params) == ({"minutes": 2, "of": 10}, {"n": 20})


def test_a_pause_is_no_practice() -> None:
    run = DrillRun(DrillRecord(), "pause")
    run.answer(_answer(run), TODAY, 3600)
    assert run.record.days[TODAY].seconds == 60
