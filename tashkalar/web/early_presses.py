"""Carry out what a person has pressed before Python had started.

A press is carried out only if the same thing is on offer in the same position. A question that asks
for a confirmation ends it all, so that an early press never confirms anything. An entry of the menu
ends it all too: what it leads to has to be seen first.
"""

from __future__ import annotations

import asyncio
import contextlib

from pyscript import document, window

from tashkalar.ui.screen.shortcuts import pressed_shortcut
from tashkalar.ui.start.early_presses import (
    EarlyPress,
    new_position,
    read_presses,
    refusal_message,
    saved_position,
)
from tashkalar.web.app import App
from tashkalar.web.browser import dialogs, failures, files
from tashkalar.web.browser.dom import DomNode, by_id
from tashkalar.web.events import PageEvents

FILE_TIMEOUT_S = 2.0  # the start does not wait longer for what a pressed button will need


async def fetch_pressed_file() -> None:
    """Fetch the file that a pressed button needs (`data-early-file`), and keep it for the press.

    What the button leads to then opens without another wait. A file that does not come at once is
    fetched again when the press is carried out.
    """
    pressed = document.querySelector("[data-early-file][data-pressed]")
    if pressed:
        address = str(pressed.getAttribute("data-early-file"))
        with contextlib.suppress(OSError):  # a timeout too
            async with asyncio.timeout(FILE_TIMEOUT_S):
                files.keep_text(address, await files.fetch_text(address))


async def carry_out_early_presses(app: App, events: PageEvents) -> None:
    """Carry out the presses that the page has kept, in order, and say which were not."""
    presses = read_presses(str(window.tashkalar.takeEarlyPresses()))
    refused = []
    is_over = False
    for press in presses:
        try:
            if is_over or not await _carry_out(press, app, events):
                refused.append(press)
            else:
                is_over = press.is_in_menu
        except Exception as error:
            failures.report(error)
    if refused:
        dialogs.show_toast(app.words.translate(refusal_message(refused)))


async def _carry_out(press: EarlyPress, app: App, events: PageEvents) -> bool:
    """Carry out one press; return False if what it named is not on offer any more."""
    if press.dialog:
        # The page's script has opened the dialog, and the person may have closed it again.
        if by_id(press.dialog).open:
            opener = document.querySelector(press.selector)
            await _finish(events.press_element(opener, by_touch=press.is_touch))
        return True
    if press.position != _position_on_table(app) or document.querySelector("dialog[open]"):
        return False
    if press.key:
        events.press_shortcut(pressed_shortcut(press.key, press.code))
        return True
    # Some buttons exist on several screens.
    is_on_offer = _is_entry_on_offer if press.is_in_menu else _is_on_offer
    node = next(filter(is_on_offer, document.querySelectorAll(press.selector)), None)
    if node is None:
        return False
    if press.level:
        by_id("levels").querySelector(f'[value="{press.level}"]').checked = True
    await _finish(events.press_element(node, by_touch=press.is_touch))
    return True


async def _finish(work: object) -> None:
    if asyncio.iscoroutine(work):
        await work


def _is_on_offer(node: DomNode) -> bool:
    """Return whether a person could press this element now."""
    if node.getAttribute("data-square"):
        return bool(node.hasAttribute("data-legal"))
    if node.matches("dialog:not([open]) [data-closes]"):  # the press itself has closed the dialog
        return not node.disabled
    is_visible = node.getClientRects().length > 0
    return is_visible and not node.matches(":disabled, [inert] *")


def _is_entry_on_offer(node: DomNode) -> bool:
    """Return whether a person could press this entry in the open menu."""
    if node.disabled:
        return False
    while not node.matches(".menu"):  # which is closed, so that nothing in it is visible
        if window.getComputedStyle(node).display == "none":
            return False
        node = node.parentElement
    return True


def _position_on_table(app: App) -> str | None:
    """Return the position as `positionToCome` of first_screen.js names it; None for a lesson."""
    table, screen = app.table, str(document.body.dataset.screen)
    if table.session is None:
        return screen
    if table.activity.is_coached:
        return None
    if not table.game_id:
        return new_position(len(table.session.game.codes))
    key = app.saved_games.texts.shared_key(table.game_id)
    record = app.saved_games.texts.newest_record(key)
    return saved_position(key, record.order) if record else None
