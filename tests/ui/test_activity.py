"""Each thing that can lie on the table, left for each other one: where reload and back lead."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from itertools import product
from types import ModuleType
from typing import Any
from urllib.parse import quote

import pytest

from tashkalar import new_game
from tashkalar.features.lessons.course import Course
from tashkalar.features.lessons.lesson_game import LessonGameKeeper
from tashkalar.ui.activity import Activities, Activity, HistoryEntry, PageAddress
from tashkalar.ui.snapshot.page_stubs import install_page_stubs
from tashkalar.ui.start import url_parameters
from tashkalar.ui.start.url_parameters import (
    FeatureRequest,
    FileRequest,
    LastGameRequest,
    PlaceRequest,
    RecordRequest,
    SavedGameRequest,
    ScenarioRequest,
    StartRequest,
)
from tashkalar.ui.storage.key_value_store import MemoryStore
from tashkalar.ui.storage.saved_games import SaveResult
from tests.ui.address_form import FORM


class _Pyodide(ModuleType):
    """Stands for the library that only Pyodide has."""

    JsException = OSError

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.__path__ = []

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return object


for _name in ("pyodide", "pyodide.ffi", "pyodide.ffi.wrappers", "pyodide.http"):
    sys.modules.setdefault(_name, _Pyodide(_name))

with install_page_stubs():
    from tashkalar.features.daily_duel.page.duel_screen import DuelShown
    from tashkalar.features.drill.page.drill_screen import DrillShown
    from tashkalar.features.lessons.page.lesson_screen import LessonList, LessonOnTable
    from tashkalar.features.puzzles.page.puzzle_screen import PuzzleList, PuzzleOnTable
    from tashkalar.features.studies.page.study_on_table import StudyOnTable
    from tashkalar.features.workshop.page.door import TRIAL, WorkshopOpen, WorkshopTrial
    from tashkalar.web.screens.games import LinkedGame, OwnGame, WatchedGame
    from tashkalar.web.screens.home import PLAY, ListShown, SetupShown, StartShown


_PAGE_MODULE = re.compile(r"tashkalar\.(web|features\.\w+\.page)\b|pyodide\b")
for _name in filter(_PAGE_MODULE.match, list(sys.modules)):
    del sys.modules[_name]  # other tests import them with stubs of their own


class Page:
    """Stands for a part of the page that an activity draws; it keeps nothing."""

    def __getattr__(self, name: str) -> Any:
        return Page()

    def __call__(self, *args: Any, **named: Any) -> Any:
        return Page()


class Keeper(Page):
    """Saves games under the ids 1, 2, 3..."""

    def __init__(self) -> None:
        self.count = 0

    def create(self, session: object) -> SaveResult:
        self.count += 1
        return SaveResult(f"new-{self.count}", None)


class Browser:
    """A browser's history, as the page's address bar sees it."""

    def __init__(self, url: str = "") -> None:
        self.entries, self.at = [HistoryEntry(url, None)], 0

    def read(self) -> HistoryEntry:
        return self.entries[self.at]

    def url_for(self, address: PageAddress) -> str:
        query, mark, fragment = self.read().url.partition("#")
        return FORM.url_for(query, mark + fragment, address)

    def write(self, entry: HistoryEntry, *, adds: bool) -> None:
        if adds:
            self.open(entry.url)
        self.entries[self.at] = entry

    def open(self, url: str) -> None:
        """Open a link, or an address that was typed."""
        self.entries[self.at + 1 :] = [HistoryEntry(url, None)]
        self.at += 1

    def request(self) -> FileRequest | StartRequest:
        """Return what a page asks for that is loaded here."""
        url, place = self.read()
        query, mark, fragment = url.partition("#")
        return FORM.requested(FORM.read_parameters(query, mark + fragment), place or "")

    def back(self) -> FileRequest | StartRequest:
        """Go back; return what the page asks for then."""
        self.at -= 1
        return self.request()


GAME = new_game("duel", ["northern", "sylvan"], seed=7)
RECORD, SCENARIO = GAME.record(), {"form": "duel"}
COURSE = Course((), "own")


def _feature(name: str) -> FeatureRequest:
    return FeatureRequest(name, {name: ""})


class Shown:
    """A kind of thing on the table: how it is made, the link to it, what leads back to it."""

    def __init__(self, make: Callable[[], Activity], asks: object, link: str | None = None) -> None:
        self.make, self.asks, self.link = make, asks, link


def _own(id: str = "3") -> OwnGame:
    return OwnGame(Keeper(), GAME, Page(), id=id)  # type: ignore[arg-type]


def _linked(address: PageAddress | None = None) -> LinkedGame:
    return LinkedGame(Keeper(), GAME, Page(), address=address)  # type: ignore[arg-type]


def _page(kind: Any, *args: Any, **named: Any) -> Callable[[], Activity]:
    return lambda: kind(*args, **named)


class Named(Page):
    """A lesson or a puzzle with an id."""

    id = "twins"
    puzzle: Any = None


def _lesson() -> Any:
    runner: Any = Page()
    runner.lesson = Named()
    lessons = LessonList(Page(), Course(()))  # type: ignore[arg-type]
    keeper = LessonGameKeeper(MemoryStore())
    return LessonOnTable(Page(), runner, lessons.course, lessons, keeper)  # type: ignore[arg-type]


def _puzzle() -> Any:
    shown = object.__new__(PuzzleOnTable)
    LinkedGame.__init__(
        shown,
        Keeper(),  # type: ignore[arg-type]
        GAME,
        Page(),
        address=PageAddress("puzzle", "twins"),
        saves_unasked=False,
    )
    shown.puzzle, shown._screen = Named(), Page()  # type: ignore[assignment]
    shown._begin = Page()  # type: ignore[method-assign]
    return shown


def _review() -> Any:
    under = _own()
    place = f"{url_parameters.REVIEW_OF}{under.place}"
    return StudyOnTable(Page(), Page(), under=under, address=under.address, place=place)  # type: ignore[arg-type]


LINKS = {
    "record": f"#record={quote(RECORD)}",
    "scenario": f"?scenario={quote(json.dumps(SCENARIO))}",
    "study": "#study=x",
    "course": "?course=course.json",
}
KINDS = {
    "start": Shown(_page(StartShown, Page(), PLAY), PlaceRequest("play")),
    "form": Shown(lambda: SetupShown(Page(), against_computer=True), PlaceRequest("play")),  # type: ignore[arg-type]
    "library": Shown(_page(ListShown, Page(), "library"), PlaceRequest("library")),
    "lessons": Shown(_page(LessonList, Page(), Course(())), _feature("learn")),
    "lesson": Shown(_lesson, FileRequest),
    "course": Shown(_page(LessonList, Page(), COURSE), FileRequest, LINKS["course"]),
    "tried course": Shown(_page(LessonList, Page(), COURSE, TRIAL), _feature("workshop")),
    "puzzles": Shown(_page(PuzzleList, Page()), _feature("puzzles")),
    "puzzle": Shown(_puzzle, FeatureRequest("puzzle", {"puzzle": "twins"})),
    "duel of the day": Shown(_page(DuelShown, Page()), _feature("duel-of-the-day")),
    "drill": Shown(_page(DrillShown, Page()), _feature("drill")),
    "workshop": Shown(_page(WorkshopOpen, Page()), _feature("workshop")),
    "trial": Shown(
        lambda: WorkshopTrial(Page(), GAME, Keeper(), Page(), "way"),  # type: ignore[arg-type]
        _feature("workshop"),
    ),
    "own game": Shown(_own, SavedGameRequest("3")),
    "new game": Shown(lambda: _own(""), SavedGameRequest("new-1")),
    "record": Shown(_linked, RecordRequest(RECORD), LINKS["record"]),
    "scenario": Shown(_linked, ScenarioRequest(dict(SCENARIO)), LINKS["scenario"]),
    "watched game": Shown(
        lambda: WatchedGame(Keeper(), GAME, "5", "open", None),  # type: ignore[arg-type]
        SavedGameRequest("5"),
    ),
    "study": Shown(
        lambda: StudyOnTable(Page(), Page()),  # type: ignore[arg-type]
        FeatureRequest("study", {"study": "x"}),
        LINKS["study"],
    ),
    "saved study": Shown(
        lambda: StudyOnTable(Page(), Page(), address=PageAddress(), place="game:8"),  # type: ignore[arg-type]
        SavedGameRequest("8"),
    ),
    "review": Shown(_review, SavedGameRequest("3")),
}


def _show(browser: Browser, activities: Activities, kind: str) -> Activity:
    """Show a kind of thing as a person comes to it: by its link if it has one, or in the page."""
    shown = KINDS[kind]
    if shown.link is not None:
        browser.open(shown.link)
    activities.follows_address = shown.link is not None
    activity = shown.make()
    activities.show(activity)
    activities.follows_address = False
    return activity


def _is_asked(request: object, kind: str) -> bool:
    asks = KINDS[kind].asks
    if isinstance(asks, type):
        return isinstance(request, FileRequest) and request.kind == kind
    return request == asks


@pytest.mark.parametrize(("first", "second"), list(product(KINDS, KINDS)))
def test_reload_and_back_lead_to_what_was_shown(first: str, second: str) -> None:
    browser = Browser()
    activities = Activities(browser)
    _show(browser, activities, "start")
    for kind in (first, second):
        before = len(browser.entries)
        _show(browser, activities, kind)
        assert _is_asked(browser.request(), kind), f"a reload of {kind}: {browser.read()}"
    if len(browser.entries) > before:  # the same thing once more has no entry of its own
        assert _is_asked(browser.back(), first), f"back from {second} to {first}"


def test_a_first_visit_keeps_its_address() -> None:
    browser = Browser("?lang=fr")
    activities = Activities(browser)
    activities.show(StartShown(Page(), PageAddress()))
    assert browser.entries == [HistoryEntry("?lang=fr", "start")]
    assert browser.request() == LastGameRequest()


def test_the_first_decision_replaces_the_link_by_the_saved_game() -> None:
    browser = Browser(LINKS["record"])
    activities = Activities(browser)
    keeper: Any = Keeper()
    keeper.saved_games = Page()
    keeper.saved_games.texts = Page()
    keeper.saved_games.texts.has_unsaved_games = False
    game = LinkedGame(keeper, GAME, activities.write_address)
    activities.show(game)
    assert browser.request() == RecordRequest(RECORD)
    game.keep()
    assert len(browser.entries) == 1 and browser.request() == SavedGameRequest("new-1")


def test_a_link_that_was_taken_leaves_the_address_of_what_stays() -> None:
    browser = Browser(LINKS["record"])
    activities = Activities(browser)
    activities.show(_linked())
    browser.open("#far=message")
    activities.write_address()  # what the message asked for was done
    assert browser.request() == RecordRequest(RECORD)


def test_leaving_is_heard_once_and_before_the_next_begins() -> None:
    heard = []

    class Heard(Activity):
        def __init__(self, name: str) -> None:
            self.name = name

        def enter(self) -> None:
            heard.append(f"enter {self.name}")

        def leave(self) -> None:
            heard.append(f"leave {self.name}")

    activities = Activities(Browser())
    for name in "abc":
        activities.show(Heard(name))
    assert heard == ["enter a", "leave a", "enter b", "leave b", "enter c"]
