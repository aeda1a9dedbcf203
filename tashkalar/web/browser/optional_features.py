"""Features that a browser may lack or refuse; each function returns that instead of failing.

The clipboard and the lasting storage need https, and a person may refuse both. Vibration is in
`static/js/board/sound.js`, the use of the storage in `static/js/offline/offline.js`, and the locks
of tabs are in `tab_channel.py`.
"""

from __future__ import annotations

from pyodide.ffi import JsException, to_js
from pyscript import window

UNAVAILABLE = (AttributeError, TypeError, JsException)
"""The errors of using a feature that is missing, is there without a value, or is refused."""


async def copy_text(text: str) -> bool:
    """Copy a text to the clipboard; return False where the browser has none or refuses."""
    try:
        await window.navigator.clipboard.writeText(text)
    except UNAVAILABLE:
        return False
    return True


async def show_badge(count: int) -> None:
    """Show a number on the icon of the installed app, nothing for 0, where a browser can."""
    navigator = window.navigator
    try:
        await (navigator.setAppBadge(count) if count else navigator.clearAppBadge())
    except UNAVAILABLE:
        return


async def can_ask_to_persist() -> bool:
    """Return whether the browser may still clear what is stored, and has not refused to keep it."""
    try:
        if await window.navigator.storage.persisted():
            return False
    except UNAVAILABLE:
        return False
    try:
        query = to_js({"name": "persistent-storage"})
        permission = await window.navigator.permissions.query(query)
    except UNAVAILABLE:  # a browser that does not know this permission
        return True
    return str(permission.state) != "denied"


async def persist() -> bool:
    """Ask the browser to keep what is stored; return False where it refuses or cannot."""
    try:
        return bool(await window.navigator.storage.persist())
    except UNAVAILABLE:
        return False


def has_person_acted() -> bool:
    """Return whether a person has clicked or pressed a key; True where the browser cannot tell."""
    try:
        return bool(window.navigator.userActivation.hasBeenActive)
    except UNAVAILABLE:
        return True
