"""A browser that is killed has lost nothing that a person has made, typed or earned.

As in `test_killed.py`, but for what is no game. The browser is killed half a second after “Saved”
or a star is shown, and after the last typed letter.

`python tests/run.py --long tests/browser/test_killed_works.py` kills later too, and Firefox.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from tests.browser.engines.programs import chosen_browsers
from tests.browser.engines.tab import Tab
from tests.browser.test_engines import Visitor
from tests.browser.test_killed import Killer, dying
from tests.browser.test_studies import a_study

_SETTLE_S = 0.3


def _open(tab: Tab, address: str) -> None:
    tab.open(address)
    Visitor(tab, touch=False).wait_until_ready()


def _count(tab: Tab, selector: str) -> Any:
    return tab.evaluate("(selector) => document.querySelectorAll(selector).length", selector)


def _begin_work(tab: Tab, url: str) -> None:
    _open(tab, url + "#workshop")
    tab.click("#workshop-new")
    tab.click("#workshop-tab-goal")
    tab.click("#workshop-name")


def type_title(tab: Tab, url: str) -> None:
    """Type the name of a new position, and stay in the field."""
    _begin_work(tab, url)
    tab.type("Two heroes")


def save_work(tab: Tab, url: str) -> None:
    """Save a new position, and wait until “Saved” is shown."""
    type_title(tab, url)
    tab.click("#workshop-save")
    tab.wait_for("document.getElementById('workshop-saved').textContent")


def choose_favorite(tab: Tab, url: str) -> None:
    """Choose the first puzzle of the list as a favorite."""
    _open(tab, url + "#puzzles")
    tab.evaluate("() => document.querySelector('[data-favorite]').click()")
    tab.wait_for("!!document.querySelector('[data-favorite][aria-pressed=true]')")


def change_setting(tab: Tab, url: str) -> None:
    """Switch a setting off."""
    _open(tab, url)
    tab.evaluate("() => document.querySelector('[data-setting=emblems]').click()")
    tab.wait_for("!document.querySelector('[data-setting=emblems]').checked")


def play_lesson(tab: Tab, url: str) -> None:
    """Make a decision in the game of a lesson."""
    _open(tab, url + "?lesson=first-game")
    tab.click('[data-square="e5"]')
    tab.wait_for("!!document.querySelector('[data-square=e5] [data-piece]')")


def comment_study(tab: Tab, url: str) -> None:
    """Type a comment in a study that came by a link, and stay in the field."""
    _open(tab, f"{url}#study={quote(a_study().record())}")
    tab.wait_for("document.getElementById('study-comment').textContent")
    tab.evaluate("() => document.querySelector('[data-study-action=write]').click()")
    tab.wait_for("document.activeElement.id === 'study-note'")
    tab.type("More")


def is_comment_kept(tab: Tab, url: str) -> bool:
    """Tell whether one study has the typed word."""
    _open(tab, url)
    texts = tab.evaluate("() => Object.values(localStorage)")
    return sum("More" in str(text) for text in texts) == 1


def is_title_offered(tab: Tab, url: str) -> bool:
    """Tell whether the typed name is offered as a draft, once."""
    _open(tab, url + "#workshop")
    said = tab.evaluate(
        "() => [...document.querySelectorAll('[data-workshop-draft] b')].map(b => b.textContent)"
    )
    return list(said) == ["Two heroes"] and _count(tab, "[data-workshop-work]") == 0


def is_work_listed(tab: Tab, url: str) -> bool:
    """Tell whether the work is in the list, once."""
    _open(tab, url + "#workshop")
    works, drafts = (_count(tab, f"[data-workshop-{kind}]") for kind in ("work", "draft"))
    return (int(works), int(drafts)) == (1, 0)


def is_setting_off(tab: Tab, url: str) -> bool:
    """Tell whether the setting is off."""
    _open(tab, url)
    return tab.evaluate("() => document.documentElement.dataset.emblems === 'off'") is True


def is_lesson_continued(tab: Tab, url: str) -> bool:
    """Tell whether the game of the lesson goes on after the decision."""
    _open(tab, url + "?lesson=first-game")
    return int(_count(tab, "[data-square=e5] [data-piece]")) == 1


def is_favorite(tab: Tab, url: str) -> bool:
    """Tell whether one puzzle is a favorite."""
    _open(tab, url + "#puzzles")
    return int(_count(tab, "[data-favorite][aria-pressed=true]")) == 1


KINDS: dict[str, tuple[Callable[[Tab, str], None], Callable[[Tab, str], bool]]] = {
    "typed": (type_title, is_title_offered),
    "saved": (save_work, is_work_listed),
    "comment": (comment_study, is_comment_kept),
    "favorite": (choose_favorite, is_favorite),
    "setting": (change_setting, is_setting_off),
    "lesson": (play_lesson, is_lesson_continued),
}


WAITS = (0.5, 3, 8, 15)
"""Seconds from what is shown until the browser is killed."""


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("engine", "waits"),
    [
        pytest.param("chromium", (0.5,), id="chromium"),
        pytest.param("chromium", WAITS * 3, id="chromium-long", marks=pytest.mark.long),
        pytest.param("firefox", WAITS * 3, id="firefox-long", marks=pytest.mark.long),
    ],
)
def test_nothing_that_was_made_is_lost(
    engine: str, waits: tuple[float, ...], kind: str, site: str, tmp_path: Path
) -> None:
    if engine not in chosen_browsers():
        pytest.skip(f"{engine} is left out")
    make, is_there = KINDS[kind]
    lost = []
    for number, wait in enumerate(waits):
        profile = tmp_path / str(number)
        profile.mkdir()
        with dying(engine, profile) as tab:
            make(tab, site)
            Killer(profile, wait).wait()
        time.sleep(_SETTLE_S)
        with dying(engine, profile) as tab:
            lost.append(not is_there(tab, site))
    print(f"{engine}, {kind}: {sum(lost)} of {len(lost)} lost")
    assert not any(lost)
