"""Dialogs that ask a question, and short notices."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from pyodide.ffi import create_once_callable, create_proxy
from pyscript import document, window

from tashkalar.position.move import Message
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser.dom import DomNode, by_id, clone_template
from tashkalar.web.browser.fault_text import write_faults

_TOAST_MS = 6000


def open_dialog(dialog: DomNode) -> None:
    """Open a dialog, or go to the top of an open one.

    Browsers keep how far a dialog was scrolled when it was closed.
    """
    if not dialog.open:
        dialog.showModal()
    dialog.scrollTop = 0


def show_toast(text: str, *, click_through: bool = False) -> None:
    """Show a short notice that disappears after `_TOAST_MS`.

    `click_through` lets clicks and taps pass through the notice.
    """
    node = clone_template("tpl-toast")
    node.classList.toggle("passing", click_through)
    node.textContent = text
    by_id("toasts").appendChild(node)
    window.setTimeout(create_once_callable(lambda: node.remove()), _TOAST_MS)


def show_banner(message: Message, words: Catalogue, offer: str | None) -> None:
    """Show a notice that stays until it is closed; `offer` is the id of a game to download."""
    banner = by_id("banner")
    banner.toggleAttribute("hidden", False)
    banner.setAttribute("data-message", message.id)
    write_faults(by_id("banner-text"), (message,), words)
    by_id("banner-action").toggleAttribute("hidden", not offer)
    by_id("banner-action").setAttribute("data-offer", offer or "")


def close_banner(about: str = "") -> None:
    """Close the notice if its message id begins with `about`."""
    banner = by_id("banner")
    if str(banner.getAttribute("data-message") or "").startswith(about):
        banner.toggleAttribute("hidden", True)


def close_all() -> None:
    """Close the open dialogs as Escape does."""
    for dialog in document.querySelectorAll("dialog[open]"):
        dialog.close("")


def jump_to_heading(id: str) -> None:
    """Scroll to a heading and focus it, so that a screen reader continues from there."""
    heading = by_id(id)
    heading.focus()
    heading.scrollIntoView()


async def confirm(title: str, text: str, ok: str, field: str | None = None) -> str | None:
    """Ask for a confirmation; return None for "cancel", else the text of the input field.

    `field` is the initial text of the field; None hides it, and the returned text is empty then.
    While a question is open, another one counts as canceled: it comes of a double press.
    """
    dialog = by_id("dlg-confirm")
    if dialog.open:
        return None
    by_id("confirm-title").textContent = title
    by_id("confirm-text").textContent = text
    by_id("confirm-ok").textContent = ok
    by_id("confirm-field").toggleAttribute("hidden", field is None)
    by_id("confirm-label").textContent = title
    entry = by_id("confirm-input")
    entry.value = field or ""
    agreed = await ask_in_dialog(dialog, by_id("confirm-ok") if field is None else entry)
    return str(entry.value) if agreed else None


def show_text_to_copy(title: str, hint: str, text: str, *, close: str) -> None:
    """Show a text selected in a field, to copy by key; `close` is the label of the button."""
    dialog, entry = by_id("dlg-confirm"), by_id("confirm-input")
    by_id("confirm-title").textContent = by_id("confirm-label").textContent = title
    by_id("confirm-text").textContent = hint
    by_id("confirm-ok").textContent = close
    by_id("confirm-cancel").toggleAttribute("hidden", True)
    by_id("confirm-field").toggleAttribute("hidden", False)
    entry.value, entry.readOnly = text, True

    def restore() -> None:
        by_id("confirm-cancel").toggleAttribute("hidden", False)
        entry.readOnly = False

    _call_when_closed(dialog, restore)
    open_dialog(dialog)
    entry.focus()
    entry.select()


class ProgressDialog:
    """Shows the progress of a long task; closing the dialog cancels the task."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._is_open = False

    def show(self, text: str) -> None:
        """Show a text about the progress; open the dialog if necessary."""
        by_id("confirm-text").textContent = text
        if not self._is_open:
            self._is_open = True
            by_id("confirm-title").textContent = self._title
            by_id("confirm-field").toggleAttribute("hidden", True)
            by_id("confirm-ok").toggleAttribute("hidden", True)
            open_dialog(by_id("dlg-confirm"))

    @property
    def was_canceled(self) -> bool:
        """True if the person has closed the dialog."""
        return self._is_open and not by_id("dlg-confirm").open

    def close(self) -> None:
        """Close the dialog because the task is done."""
        if self._is_open:
            self._is_open = False
            by_id("confirm-ok").toggleAttribute("hidden", False)
            by_id("dlg-confirm").close()


async def ask_in_dialog(dialog: DomNode, focus: DomNode | None = None) -> bool:
    """Open a dialog with a question; return whether its ``ok`` button closed it."""
    closed: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def answer() -> None:
        if not closed.done():
            closed.set_result(str(dialog.returnValue))

    dialog.returnValue = ""
    _call_when_closed(dialog, answer)
    open_dialog(dialog)
    if focus is not None:
        focus.focus()
    return await closed == "ok"


def _call_when_closed(dialog: DomNode, action: Callable[[], None]) -> None:
    """Call `action` when the open dialog is closed, and not again.

    `addEventListener` could do so by an option, but reading a Python dictionary there needs the
    second part of WebAssembly (docs/start.md), which may still have to be compiled.
    """

    def on_close(event: object) -> None:
        dialog.removeEventListener("close", handler)
        handler.destroy()
        action()

    handler = create_proxy(on_close)
    dialog.addEventListener("close", handler)
