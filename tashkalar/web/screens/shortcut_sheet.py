"""The sheet of keys and signs, which names the keys of the person's keyboard."""

from __future__ import annotations

from pyscript import document, window

from tashkalar.ui.screen.shortcuts import shortcut_label
from tashkalar.web.browser import dialogs
from tashkalar.web.browser.dom import DomNode, by_id
from tashkalar.web.browser.optional_features import UNAVAILABLE
from tashkalar.web.browser.tasks import start_task


def open_sheet() -> None:
    """Open the sheet."""
    dialogs.open_dialog(by_id("dlg-keys"))
    start_task(write_labels())


async def write_labels() -> None:
    """Write what stands on the keys now, if the browser tells.

    People change the layout of their keyboard, so this is done each time the sheet opens.
    """
    try:
        layout_map = await window.navigator.keyboard.getLayoutMap()
    except UNAVAILABLE:  # only some browsers know, and not inside a frame
        return
    layout = {str(code): str(key) for code, key in window.Array.new(*layout_map.entries())}
    for place in by_id("dlg-keys").querySelectorAll("[data-shortcuts]"):
        shortcuts = str(place.dataset.shortcuts)
        labels = [shortcut_label(shortcut, layout) for shortcut in shortcuts]
        if len(shortcuts) == 1:
            is_capital = place.textContent.isupper()
            place.textContent = labels[0].upper() if is_capital else labels[0]
        elif "".join(labels) != shortcuts:  # a range from a to i is none in another alphabet
            place.replaceChildren(*map(_create_key, labels))


def _create_key(label: str) -> DomNode:
    key = document.createElement("kbd")
    key.textContent = label
    return key
