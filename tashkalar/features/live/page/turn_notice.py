"""The system's notification that a connected device has brought the own turn.

The service worker shows it: browsers of phones know no other way. It needs the permission of the
person, and a page that stays open.
"""

from __future__ import annotations

from typing import Any

from pyodide.ffi import to_js
from pyscript import document, window

from tashkalar.web.browser.optional_features import UNAVAILABLE

_TAG = "tashkalar-turn"  # a newer notification takes the place of the last
_ICON = "./static/img/icon-192.png"


async def can_ask() -> bool:
    """Return whether the browser can notify, and the person has not decided about that yet."""
    return _permission() == "default" and await _registration() is not None


async def ask() -> bool:
    """Ask the person, who has just pressed a button for that; return whether they agree."""
    try:
        return str(await window.Notification.requestPermission()) == "granted"
    except UNAVAILABLE:
        return False


async def show(title: str, text: str) -> None:
    """Notify the person if the page is hidden and they have agreed."""
    if not document.hidden or _permission() != "granted":
        return
    options = {"body": text, "tag": _TAG, "icon": _ICON, "data": str(window.location.href)}
    if registration := await _registration():
        content = to_js(options, dict_converter=window.Object.fromEntries)
        await registration.showNotification(title, content)


async def close_when_seen() -> None:
    """Remove the notification if the page is seen again."""
    if document.hidden or _permission() != "granted":
        return
    if registration := await _registration():
        options = to_js({"tag": _TAG}, dict_converter=window.Object.fromEntries)
        for notification in await registration.getNotifications(options):
            notification.close()


def _permission() -> str:
    """Return "granted", "denied" or "default"; "" in a browser without notifications."""
    try:
        return str(window.Notification.permission)
    except UNAVAILABLE:
        return ""


async def _registration() -> Any:
    """Return the registration of the service worker; None until one is active."""
    try:
        registration = await window.navigator.serviceWorker.getRegistration()
        return registration if registration and registration.active else None
    except UNAVAILABLE:
        return None
