"""The page's own address, changed without leaving the page."""

from __future__ import annotations

from pyscript import window


def replace_url(rest: str) -> None:
    """Replace the query and fragment of the page's address.

    The new address includes the origin: without it, a path that begins with two slashes would name
    another site.
    """
    location = window.location
    window.history.replaceState(None, "", f"{location.origin}{location.pathname}{rest}")
