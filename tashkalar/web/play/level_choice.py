"""The levels that a person can choose from, and a step between two of them where one fits."""

from __future__ import annotations

from typing import Any

from pyscript import document

from tashkalar.bots.steps import read_step
from tashkalar.ui.bots.bot_names import level_name
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser.dom import by_id


def chosen_level() -> str:
    """Return the level that is shown on the start screen."""
    return str(by_id("levels").querySelector("input:checked").value)


def choose_level(level: str) -> None:
    """Show a level that is offered on the start screen."""
    by_id("levels").querySelector(f'[value="{level}"]').checked = True


def offer_step(name: str, words: Catalogue) -> None:
    """Offer a step between two levels on the start screen and in its form, and no other step.

    The name of a level, or "", offers only the levels.
    """
    for part in document.querySelectorAll("#start [data-step]"):
        part.remove()
    step = read_step(name)
    if step is None:
        return
    box = by_id("levels").querySelector(f'[value="{step.level}"]')
    line = box.nextElementSibling
    new_box, new_line = box.cloneNode(True), line.cloneNode(True)
    new_box.checked, new_box.value = False, name
    title, note = new_line.querySelector("b"), new_line.querySelector("small")
    title.removeAttribute("data-i18n")
    title.textContent = words.translate(level_name(name))
    note.setAttribute("data-i18n", "page.level.step")
    note.textContent = words.text("page.level.step")
    for part in (new_box, new_line):
        part.setAttribute("data-step", "")
    line.after(new_box, new_line)
    for select in document.querySelectorAll('#setup select[name^="player-"]'):
        add_step_option(select, name, words)


def add_step_option(select: Any, name: str, words: Catalogue) -> None:
    """Offer a step in a list of players, behind the level below it, unless it is there."""
    step = read_step(name)
    if step is None or select.querySelector(f'[value="{name}"]'):
        return
    level = select.querySelector(f'[value="{step.level}"]')
    option = level.cloneNode(True)
    option.removeAttribute("data-i18n")
    option.setAttribute("data-step", "")
    option.value, option.textContent = name, words.translate(level_name(name))
    level.after(option)
