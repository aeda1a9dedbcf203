"""Passing a link to another app of the device, by the browser's share sheet."""

from __future__ import annotations

from pyodide.ffi import to_js
from pyscript import window

from tashkalar.web.browser.optional_features import UNAVAILABLE

_CANCELED = "AbortError"  # the name of the browser's error if a person chooses nothing


def can_share() -> bool:
    """Return whether the browser can pass a link to another app."""
    return getattr(window.navigator, "share", None) is not None


async def share_link(title: str, link: str, text: str = "") -> bool:
    """Pass a link and a text to an app that the person chooses; return False if refused."""
    values = {"title": title, "url": link, **({"text": text} if text else {})}
    content = to_js(values, dict_converter=window.Object.fromEntries)
    try:
        await window.navigator.share(content)
    except UNAVAILABLE as error:
        return getattr(error, "name", "") == _CANCELED
    return True
