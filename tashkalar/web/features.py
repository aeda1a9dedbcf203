"""The form of a feature. The core calls features by this form, never by their names."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Collection, Coroutine, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from tashkalar.ui.session.pack_room import PackRoom
from tashkalar.ui.session.session import Session
from tashkalar.ui.statistics_table import StatisticsTable
from tashkalar.ui.storage.key_value_store import MergeTexts
from tashkalar.web.browser import location
from tashkalar.web.browser.dom import DomNode
from tashkalar.web.browser.listeners import PageEvent
from tashkalar.web.browser.tasks import start_task

Action = Callable[[], object]
Work = Coroutine[Any, Any, None]  # goes on after the call


class Click(NamedTuple):
    """A click on an element that has an action."""

    event: PageEvent
    node: DomNode  # the element that has the action: the clicked one or one around it
    by_touch: bool  # made with a finger


ClickHandler = Callable[[Click], object]


def with_number(attribute: str, action: Callable[[int], object]) -> ClickHandler:
    """Return the action on the number of an attribute.

    An extension may have put an attribute of that name on an element of its own.
    """

    def act(click: Click) -> object:
        text = str(click.node.getAttribute(attribute))
        return action(int(text)) if text.isascii() and text.isdecimal() else None

    return act


class Frame(Protocol):
    """The page as a board inside another page."""

    async def open(self, asked: dict[str, str]) -> bool:
        """Put on the table what the frame shows; report an error and return False if illegal."""

    def replay_first_touch(self) -> None:
        """Choose the square whose touch started this board."""


class Feature:
    """A feature of the page; the base class adds nothing.

    An action may return a coroutine, which the page runs.
    """

    pack_room: PackRoom | None = None  # of the feature that runs packs of cards
    has_unsaved_work = False  # the browser asks before the page is left

    def connect(self) -> None:
        """Begin to follow the page, whose parts are all there now."""

    def actions(self) -> Mapping[str, Action]:
        """Return what buttons do, by their `data-action`."""
        return {}

    def commands(self) -> Mapping[str, Action]:
        """Return what buttons of the action panel do, by their `data-choice`."""
        return {}

    def shortcuts(self) -> Mapping[str, Action]:
        """Return what keys do anywhere on the page, by `pressed_shortcut`."""
        return {}

    def clicks(self) -> Mapping[str, ClickHandler]:
        """Return what a click on other elements does, by their CSS selectors."""
        return {}

    async def open_address(self, name: str, parameters: Mapping[str, str]) -> None:
        """Show what a parameter of the address asks for; raise `Refusal` if it is wrong.

        A parameter that names a file has the text of the file.
        """

    def on_address_refused(self) -> None:
        """Remove what the page has made ready for an address that is refused."""

    def offer_on_start(self) -> str:
        """Draw what the start screen shows of the feature.

        Return the id of the button that a person is to press before any other, or "".
        """
        return ""

    def fitting_level(self, form: str) -> str:
        """Return the level, or the step between two, that fits the person in a form, or ""."""
        return ""

    def make_frame(self) -> Frame | None:
        """Return the board inside another page that this page is, if the feature makes it."""
        return None

    def open_file(self, text: str) -> Work | None:
        """Open the text of a file that a person has chosen; return None for other texts."""
        return None

    def open_save(self, id: str) -> Work | None:
        """Open a save that holds more than a game; return None for other saves."""
        return None

    def save_actions(self) -> Mapping[str, Callable[[str], object]]:
        """Return what buttons do with a saved game of an id, by their `data-save-action`."""
        return {}

    def before_deletion(self, id: str) -> Work | None:
        """Keep what is needed of a saved game that is about to be deleted."""
        return None

    def count_due(self) -> int:
        """Return how many exercises of this feature are due today."""
        return 0

    def active_days(self) -> Collection[int]:
        """Return days, since 1970-01-01, on which the person has practiced with this feature."""
        return ()

    async def statistics(self) -> Sequence[StatisticsTable]:
        """Return the tables that this feature adds to the statistics."""
        return ()

    async def merges(self) -> Mapping[str, MergeTexts] | None:
        """Return how two texts of the feature become one, by key; None if that is not here now."""
        return {}

    def rematch(self, session: Session) -> Work | None:
        """Begin a rematch of a game that is over; return None if it begins as any game does."""
        return None

    def decided(self, session: Session, id: str) -> None:
        """Follow a decision of a saved game, which has this id."""

    def on_page_hidden(self) -> None:
        """Keep what is not kept yet: the page is hidden or left, and may never come back."""

    def on_language_changed(self) -> Work | None:
        """Write in the new language what the game does not draw."""
        return None


SomeFeature = TypeVar("SomeFeature", bound=Feature)


class Features:
    """The features of this site; each gets the application `app`."""

    def __init__(self, app: object) -> None:
        self._by_name: dict[str, Feature] = {}
        self._name_by_parameter: dict[str, str] = {}
        for name, row in location.feature_rows().items():
            for parameter in row["parameters"]:
                self._name_by_parameter[parameter["name"]] = name
            if row["here"]:
                module = importlib.import_module(f"tashkalar.features.{name}.page.door")
                self._by_name[name] = module.make_feature(app)

    def __iter__(self) -> Iterator[Feature]:
        """Return the features, in the order of their table."""
        return iter(self._by_name.values())

    def find(self, kind: type[SomeFeature]) -> SomeFeature | None:
        """Return the feature of a class, for another feature; None if it is left out."""
        return next((one for one in self if isinstance(one, kind)), None)

    def find_pack_room(self) -> PackRoom:
        """Return the packs of the feature that runs packs; without it, a room without packs."""
        return next(filter(None, (feature.pack_room for feature in self)), None) or PackRoom()

    def make_frame(self) -> Frame | None:
        """Return the board inside another page that this page is; None without the feature."""
        return next(filter(None, (feature.make_frame() for feature in self)), None)

    def open_file(self, text: str) -> Work | None:
        """Open a chosen file that a feature reads; return None for other files."""
        return next(filter(None, (feature.open_file(text) for feature in self)), None)

    async def merges(self) -> dict[str, MergeTexts] | None:
        """Return how stored texts become one, by key; None if a feature cannot be fetched now."""
        found = [await feature.merges() for feature in self]
        known = {key: merge for one in found if one for key, merge in one.items()}
        return None if None in found else known

    async def before_deletion(self, id: str) -> None:
        """Let the features keep what they need of a saved game that is about to be deleted."""
        for feature in self:
            if work := feature.before_deletion(id):
                await work

    def rematch(self, session: Session) -> bool:
        """Begin a rematch in the way of a feature; return False if none has one for this game."""
        work = next(filter(None, (feature.rematch(session) for feature in self)), None)
        if work:
            start_task(work)
        return work is not None

    def on_page_hidden(self) -> None:
        """Let the features keep what a person has begun: a hidden page may never come back."""
        for feature in self:
            feature.on_page_hidden()

    def on_language_changed(self) -> None:
        """Let the features write in the new language."""
        for feature in self:
            if work := feature.on_language_changed():
                start_task(work)

    def is_left_out(self, parameter: str) -> bool:
        """Return whether a parameter of the address is of a feature that this site lacks."""
        return self._name_by_parameter.get(parameter, "") not in ("", *self._by_name)

    def find_reader(self, parameter: str) -> Feature | None:
        """Return the feature that reads a parameter of the address; None if it is left out."""
        return self._by_name.get(self._name_by_parameter[parameter])
