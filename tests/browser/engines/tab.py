"""The common interface to three browsers.

    with launch("firefox", profile, width=390, height=844, touch=True) as tab:
        tab.open(url)
        tab.wait_for("document.documentElement.dataset.app === 'ready'")
        tab.click("#setup-start")

`profile` is a folder: an empty one is a browser that has never been anywhere, one that was used
before is the same person's browser started again. What a browser does not do by itself is done
here, once for all: `click` and `tap` wait until their place can be hit, as a person would.
"""

from __future__ import annotations

import importlib
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast

PATIENCE = 15.0
POLL = 0.03

# Where an element can be hit, or why it cannot. An offset counts from its left upper corner.
_AIM = """(selector, offset) => {
  const found = document.querySelectorAll(selector);
  if (found.length !== 1) return found.length + ' elements match';
  const [element] = found;
  if (element.matches(':disabled')) return 'it is disabled';
  const where = () => {
    const box = element.getBoundingClientRect();
    return offset ? [box.left + offset[0], box.top + offset[1]]
      : [box.left + box.width / 2, box.top + box.height / 2];
  };
  const hit = ([x, y]) => {
    const top = document.elementFromPoint(x, y);
    return top && (element.contains(top) || (top.closest('label')?.control === element));
  };
  if (!hit(where())) element.scrollIntoView({block: 'center', inline: 'center'});
  const point = where();
  if (hit(point)) return point;
  const top = document.elementFromPoint(...point);
  return top ? 'it is covered by ' + top.outerHTML.slice(0, 100) : 'it is out of view';
}"""


class DriverError(Exception):
    """The browser, or what drives it, could not do what was asked."""


class Window(NamedTuple):
    """The settings with which a browser starts."""

    width: int
    height: int
    touch: bool  # a device whose only pointer is a finger, where the browser can play one
    listens: bool  # whether `requests` is asked; Firefox copies all that comes for it
    script: str  # runs in each page before the page's own scripts


class Tab(ABC):
    """The one tab of a running browser. Its pages tell on themselves: see `problems`."""

    plays_touch = True  # whether `tap` is a finger to the page

    @abstractmethod
    def open(self, url: str) -> None:
        """Go to an address; return when the page has been read."""

    @abstractmethod
    def reload(self) -> None:
        """Load the page again."""

    @abstractmethod
    def renew(self) -> None:
        """Open a new, empty tab and close the one that is open; the browser goes on."""

    @abstractmethod
    def evaluate(self, function: str, *arguments: Any) -> Any:
        """Call a JavaScript function, perhaps an async one, with JSON values; return its JSON."""

    @abstractmethod
    def press(self, key: str) -> None:
        """Press and let go a key, by the name that `KeyboardEvent.key` gives it."""

    @abstractmethod
    def type(self, text: str) -> None:
        """Type a text into the focused element."""

    @abstractmethod
    def screenshot(self, path: Path) -> None:
        """Write what the window shows as a PNG file."""

    @abstractmethod
    def set_size(self, width: int, height: int) -> None:
        """Change the inner size of the window."""

    def slow_down(self, times: int) -> bool:
        """Slow the page's thread by a factor; return False where a browser cannot."""
        return times == 1

    @abstractmethod
    def problems(self) -> list[str]:
        """Return all errors and warnings of the console, and what failed to load, so far."""

    @abstractmethod
    def requests(self) -> list[str]:
        """Return every address that was asked for so far."""

    @abstractmethod
    def _mouse(self, x: float, y: float) -> None:
        """Move the mouse to a place and click."""

    @abstractmethod
    def _finger(self, x: float, y: float) -> None:
        """Tap a place."""

    def click(self, selector: str, offset: tuple[float, float] | None = None) -> None:
        """Click the one element that matches."""
        self._mouse(*self._aim(selector, offset))

    def tap(self, selector: str, offset: tuple[float, float] | None = None) -> None:
        """Tap the only element that matches."""
        self._finger(*self._aim(selector, offset))

    def choose(self, selector: str, value: str) -> None:
        """Choose an entry of a `select`, whose list is drawn outside of the page."""
        self.evaluate(
            """(selector, value) => {
              const list = document.querySelector(selector);
              list.value = value;
              list.dispatchEvent(new Event('input', {bubbles: true}));
              list.dispatchEvent(new Event('change', {bubbles: true}));
            }""",
            selector,
            value,
        )

    def wait_for(self, condition: str, timeout: float = PATIENCE) -> Any:
        """Wait until a JavaScript expression is true, over reloads too, and return its value."""
        until = time.monotonic() + timeout
        trouble = ""
        while time.monotonic() < until:
            try:
                value = self.evaluate(f"() => {condition}")
            except DriverError as error:
                trouble = f" ({error})"
            else:
                if value:
                    return value
                trouble = ""
            time.sleep(POLL)
        raise DriverError(f"waited {timeout:.0f} s for {condition}{trouble}")

    def text(self, selector: str) -> str:
        """Return the text of the first element that matches, as it is shown."""
        found: str = self.evaluate("(s) => document.querySelector(s).innerText", selector)
        return found

    def _aim(self, selector: str, offset: tuple[float, float] | None) -> tuple[float, float]:
        """Wait until the place can be hit and does not move any more."""
        until = time.monotonic() + PATIENCE
        before: object = None
        while time.monotonic() < until:
            place = self.evaluate(_AIM, selector, list(offset) if offset else None)
            if isinstance(place, list) and place == before:
                return place[0], place[1]
            before = place
            time.sleep(POLL)
        raise DriverError(f"{selector} cannot be clicked: {before}")


class Driver(Protocol):
    """The interface of the modules beside this one."""

    def start(self, profile: Path, window: Window) -> AbstractContextManager[Tab]:
        """Start the browser; leaving the context closes it."""


@contextmanager
def launch(
    name: str,
    profile: Path,
    *,
    width: int = 1600,
    height: int = 1000,
    touch: bool = False,
    listens: bool = True,
    script: str = "",
) -> Iterator[Tab]:
    """Start "chromium", "firefox" or "webkit" with a profile folder of its own."""
    # Imported when asked for: each needs a library that the others do not.
    driver = cast(Driver, importlib.import_module(f"tests.browser.engines.{name}"))
    profile.mkdir(parents=True, exist_ok=True)
    with driver.start(profile, Window(width, height, touch, listens, script)) as tab:
        yield tab
