"""The page's own address, changed without leaving the page."""

from __future__ import annotations

from pyscript import window


def replace_url(rest: str) -> None:
    """Write what follows the path.

    With the site before it: a path that begins with two slashes would be taken for another site's.
    """
    location = window.location
    window.history.replaceState(None, "", f"{location.origin}{location.pathname}{rest}")
