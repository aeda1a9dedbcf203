"""What a feature adds to the page. The core calls features by this form, never by their names."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Coroutine, Iterator, Mapping
from typing import Any, NamedTuple

from pyscript import document

from tashkalar.ui.session.session import Session
from tashkalar.web.browser.dom import DomNode
from tashkalar.web.browser.listeners import PageEvent

Action = Callable[[], object]
Work = Coroutine[Any, Any, None]  # goes on after the call


class Click(NamedTuple):
    """A click on an element that has an action."""

    event: PageEvent
    node: DomNode  # the element that has the action: the clicked one or one around it
    by_touch: bool  # made with a finger


ClickHandler = Callable[[Click], object]


class Feature:
    """What a feature adds; the base class adds nothing.

    An action may return a coroutine, which the page runs.
    """

    has_unsaved_work = False  # the browser asks before the page is left

    def actions(self) -> Mapping[str, Action]:
        """Return what buttons do, by their `data-action`."""
        return {}

    def commands(self) -> Mapping[str, Action]:
        """Return what buttons of the action panel do, by their `data-choice`."""
        return {}

    def clicks(self) -> Mapping[str, ClickHandler]:
        """Return what a click on other elements does, by their CSS selectors."""
        return {}

    async def open_address(self, name: str, parameters: Mapping[str, str]) -> None:
        """Show what a parameter of the address asks for; raise `Refusal` if it is wrong."""

    def open_file(self, text: str) -> Work | None:
        """Open the text of a file that a person has chosen; return None for other texts."""
        return None

    def decided(self, session: Session, id: str) -> None:
        """Follow a decision of a saved game, which has this id."""

    def on_language_changed(self) -> Work | None:
        """Write in the new language what the game does not draw."""
        return None


class Features:
    """The features of this site; each gets the application `app`."""

    def __init__(self, app: object) -> None:
        table = json.loads(str(document.documentElement.dataset.features))
        self._by_name: dict[str, Feature] = {}
        self._name_by_parameter: dict[str, str] = {}
        for name, row in table.items():
            for parameter in row["parameters"]:
                self._name_by_parameter[parameter["name"]] = name
            if row["here"]:
                module = importlib.import_module(f"tashkalar.features.{name}.page.door")
                self._by_name[name] = module.make_feature(app)

    def __iter__(self) -> Iterator[Feature]:
        """Return the features, in the order of their table."""
        return iter(self._by_name.values())

    def find_reader(self, parameter: str) -> Feature | None:
        """Return the feature that reads a parameter of the address; None if it is left out."""
        return self._by_name.get(self._name_by_parameter[parameter])
