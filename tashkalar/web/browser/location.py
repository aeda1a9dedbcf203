"""The page's own address: read, and changed without leaving the page."""

from __future__ import annotations

from urllib.parse import quote, urlencode

from pyscript import window

from tashkalar.ui.start import url_parameters

MAX_LINK_LENGTH = 6000  # characters; messengers and servers may cut longer links


def link_with(parameter: str, text: str) -> str | None:
    """Return a link to this page that carries a text; None if it would be too long."""
    address = str(window.location.href).partition("#")[0].partition("?")[0]
    link = f"{address}#{urlencode({parameter: text}, quote_via=quote)}"
    return link if len(link) <= MAX_LINK_LENGTH else None


def parameters() -> dict[str, str]:
    """Return the parameters of the page's address."""
    return url_parameters.read_parameters(*_query_and_fragment())


def fragment_parameters() -> dict[str, str]:
    """Return the parameters behind the ``#``: a link in an open page can change only these."""
    return url_parameters.read_parameters("", _query_and_fragment()[1])


def replace_url(rest: str) -> None:
    """Replace the query and fragment of the page's address.

    The new address includes the origin: without it, a path that begins with two slashes would name
    another site.
    """
    location = window.location
    window.history.replaceState(None, "", f"{location.origin}{location.pathname}{rest}")


def remove_game() -> None:
    """Remove the game from the address: a reload must continue the game, not begin another."""
    replace_url(url_parameters.url_without_game(*_query_and_fragment()))


def write_lesson(id: str) -> None:
    """Let the address request this lesson of the course instead of a game."""
    replace_url(url_parameters.url_with_lesson(*_query_and_fragment(), id))


def write_puzzle(id: str) -> None:
    """Let the address request this puzzle of the page instead of a game."""
    replace_url(url_parameters.url_with_puzzle(*_query_and_fragment(), id))


def write_workshop() -> None:
    """Let the address request the workshop instead of a game."""
    replace_url(url_parameters.url_with_workshop(*_query_and_fragment()))


def remove_workshop() -> None:
    """Remove the workshop, if it is there, from the address."""
    if "workshop" in parameters():
        remove_game()


def puzzle_link(id: str) -> str:
    """Return a link to a puzzle of the page."""
    address = str(window.location.href).partition("#")[0].partition("?")[0]
    return f"{address}?{urlencode({'puzzle': id})}"


def remove_lesson() -> None:
    """Remove the lesson or the course from the address, so that a reload does not open it again."""
    if not {"lesson", "course"}.isdisjoint(parameters()):
        remove_game()


def remove_study() -> None:
    """Remove the study, if any, from the address: it is not shown any more."""
    if "study" in parameters():
        remove_game()


def _query_and_fragment() -> tuple[str, str]:
    """Return the parts of the address that begin with ``?`` and ``#``."""
    return str(window.location.search), str(window.location.hash)
