"""Two tabs of one browser: what one of them has stored outlives what the other one stores next.

Each case has two tabs that were opened before either of them stored anything. So what they have
read is old when they write. Saved games, studies, and works and drafts of the workshop have tests
of their own (`EXEMPT`).
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tashkalar.features.daily_duel import duel_record
from tashkalar.features.daily_duel.daily_duel import DuelResult
from tashkalar.features.drill import drill_record
from tashkalar.features.drill.questions import QuestionKind
from tashkalar.features.lessons import course
from tashkalar.features.lessons.lesson_game import LessonGameKeeper
from tashkalar.features.mistakes import exercises
from tashkalar.features.moments import moments
from tashkalar.features.packs.installed_packs import InstalledPacks
from tashkalar.features.puzzles.puzzle_progress import read_progress, save_progress
from tashkalar.features.tour import tour
from tashkalar.ui.storage.kept_store import KeptStore
from tashkalar.ui.storage.pack_records import PackRecord, write_pack_records
from tashkalar.ui.storage.settings import Settings, StoredSettings, read_settings
from tashkalar.ui.storage.stored_kinds import LIMITS
from tests.ui.lessons.test_lesson_game import LESSON, played
from tests.ui.mistakes.test_mistakes import another, found
from tests.ui.moments.test_moments import moment
from tests.ui.start.test_tour import BOTS, finished
from tests.ui.storage.test_kept_store import Browser
from tests.ui.table import english

PACKAGE = Path(__file__).resolve().parents[3] / "tashkalar"
TODAY = 20_000


def lesson_game(one: KeptStore, two: KeptStore) -> bool:
    """Each tab plays on in the lesson that both have open."""
    keepers = [LessonGameKeeper(store) for store in (one, two)]
    keepers[0].save(played(3))
    keepers[1].open(LESSON)
    said = [keeper.save(played(n)) for keeper, n in zip(keepers * 2, (6, 4, 7, 5), strict=True)]
    kept = [LessonGameKeeper(one).open(LESSON, [key.key]) for key in reversed(keepers)]
    decisions = [len(runner.session.game.codes) for runner in kept if runner]
    return decisions == [7, 5] and [bool(message) for message in said] == [
        False,
        True,
        False,
        False,
    ]


def lessons(one: KeptStore, two: KeptStore) -> bool:
    """Each tab finishes parts of lessons."""
    course.save_progress(one, "placing", 2)
    course.save_progress(two, "moves", 1)
    course.save_progress(two, "placing", 1)
    return course._read_all_progress(one) == {"placing": 2, "moves": 1}


def puzzles(one: KeptStore, two: KeptStore) -> bool:
    """A puzzle is solved in one tab, and another one looked at in the other."""
    save_progress(one, read_progress(one).add_solved("a", TODAY))
    save_progress(two, read_progress(two).add_hint("b", 1))
    progress = read_progress(one)
    return progress.solved == ("a",) and set(progress.tries) == {"a", "b"}


def favorites(one: KeptStore, two: KeptStore) -> bool:
    """In both tabs a person presses the star of a puzzle that neither shows as a favorite."""
    for store in (one, two):
        save_progress(store, read_progress(store).with_favorite("a", is_favorite=True))
    return read_progress(one).favorites == ("a",)


def mistakes(one: KeptStore, two: KeptStore) -> bool:
    """Each tab has looked at a game."""
    (exercise,) = found()
    for store, id in ((one, "a"), (two, "b")):
        known = exercises.read_exercises(store)
        exercises.save_exercises(store, exercises.add_exercises(known, [another(exercise, id)]))
    return [one.id for one in exercises.read_exercises(one)] == ["a", "b"]


def best_moments(one: KeptStore, two: KeptStore) -> bool:
    """A game has ended in each tab."""
    for store, id in ((one, "a"), (two, "b")):
        known = moments.read_moments(store)
        moments.save_moments(store, moments.add_moments(known, [moment(id=id, save=id)], id))
    return {one.id for one in moments.read_moments(one)} == {"a", "b"}


def drill(one: KeptStore, two: KeptStore) -> bool:
    """Each tab answers a question."""
    kinds = [QuestionKind(rank, drill_record.TRANSFORMS[0]) for rank in ("common", "heroic")]
    for store, kind in zip((one, two), kinds, strict=True):
        record = drill_record.read_record(store)
        drill_record.save_record(store, record.add_answer(kind, 1, is_right=True, seconds=1))
    return set(drill_record.read_record(one).answers) == set(kinds)


def daily_duel(one: KeptStore, two: KeptStore) -> bool:
    """The duels of two days end, and then that of the first day again."""
    results = [DuelResult(points, 3, 20, has_won=True) for points in (9, 8, 7)]
    for store, day, result in zip((one, two, two), (1, 2, 1), results, strict=True):
        record = duel_record.read_record(store)
        duel_record.save_record(store, duel_record.add_result(record, day, result))
    kept = duel_record.read_record(one)
    return (kept[1], kept[2]) == (results[0]._replace(games=2), results[1])


def victories(one: KeptStore, two: KeptStore) -> bool:
    """An opponent is beaten in both tabs, better in the first one."""
    tour.note_victory(one, finished(9, 4), BOTS)
    tour.note_victory(two, finished(7, 5), BOTS)
    return tour.read_tour(one)["duel"]["dovi"][:2] == (9, 4)


def settings(one: KeptStore, two: KeptStore) -> bool:
    """Each tab changes a setting, and the first one another one after that."""
    stored, shown = [StoredSettings(store) for store in (one, two)], Settings()
    first, _ = stored[0].change(shown, "theme", "dark")
    second, _ = stored[1].change(shown, "sound", "off")
    first, _ = stored[0].change(first, "legal", value=False)
    wanted = Settings(theme="dark", sound="off", legal=False)
    return read_settings(two) == first == wanted and second == wanted._replace(legal=True)


def packs(one: KeptStore, two: KeptStore) -> bool:
    """One tab switches a pack off, the other one removes one and adds one."""
    records = [
        PackRecord(f"x-{name}", "1.0", {"en": name}, "tide", f"{name}.whl", name, "0" * 64, True)
        for name in ("ada", "bea", "cyd")
    ]
    write_pack_records(one, records[:2])
    tabs = [
        InstalledPacks(english(), store, lambda: None, lambda message: None, tuple)
        for store in (one, two)
    ]
    tabs[0].set_enabled("x-bea", is_enabled=False)
    tabs[1].remove_record("x-ada")
    tabs[0].add_record(records[2])
    tabs[0].store_record(records[2])
    tabs[1].set_enabled("x-cyd", is_enabled=False)
    now = InstalledPacks(english(), one, lambda: None, lambda message: None, tuple)
    return [(record.id, record.enabled) for record in now.records] == [
        ("x-bea", False),
        ("x-cyd", False),
    ]


CASES: dict[str, tuple[Callable[[KeptStore, KeptStore], bool], ...]] = {
    "lessons": (lesson_game, lessons),
    "puzzles": (puzzles, favorites),
    "mistakes": (mistakes,),
    "moments": (best_moments,),
    "drill": (drill,),
    "daily-duel": (daily_duel,),
    "tour": (victories,),
    "settings": (settings,),
    "packs": (packs,),
}
"""By kind of stored text, what two tabs do; each returns whether all of it is there then."""

EXEMPT = {
    "going": "tests/ui/storage/test_saved_games.py",
    "far": "tests/ui/storage/test_saved_games.py",
    "studies": "tests/ui/storage/test_saved_studies.py",
    "finished": "tests/ui/storage/test_saved_games.py",
    "damaged": "",
    "results": "tests/ui/stored/test_game_results.py",
    "workshop": "tests/ui/workshop",
    "drafts": "tests/ui/workshop/test_drafts.py",
    "other": "",
}
"""Where other kinds are tested; nobody changes those without a file."""


@pytest.mark.parametrize("case", [case for of_kind in CASES.values() for case in of_kind])
def test_what_both_tabs_store_is_there(case: Callable[[KeptStore, KeptStore], bool]) -> None:
    browser = Browser()
    assert case(browser.open_page(), browser.open_page())


def test_no_kind_is_left_out() -> None:
    assert {*CASES, *EXEMPT} == {*LIMITS} and not CASES.keys() & EXEMPT.keys()
    assert all((PACKAGE.parent / file).exists() for file in EXEMPT.values())


# What is read and kept in an object is old when another tab writes.
READERS = {
    "read_record",
    "read_progress",
    "read_exercises",
    "read_moments",
    "read_tour",
    "read_settings",
    "read_pack_records",
}
KEPT_READS = {
    "drill_screen.py": "read again before each answer",
    "installed_packs.py": "`SeenText` says when another tab has changed it",
    "moments_dialog.py": "only shown",
}


def _kept_reads() -> Iterator[str]:
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Call):
                continue
            called = ast.unparse(node.value.func).rpartition(".")[2]
            if called in READERS and any(isinstance(at, ast.Attribute) for at in node.targets):
                yield path.name


def test_what_is_read_is_kept_only_where_changes_are_seen() -> None:
    assert set(_kept_reads()) == set(KEPT_READS)
