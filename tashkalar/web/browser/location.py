"""The page's own address: read, and changed without leaving the page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any
from urllib.parse import quote, urlencode

from pyscript import document, window

from tashkalar.ui.activity import HistoryEntry, PageAddress
from tashkalar.ui.start.url_parameters import AddressForm, AddressParameter
from tashkalar.ui.storage.stored_kinds import KindRow

_PLACE_MARK = "tashkalar "  # begins the state of the history's entries
MAX_LINK_LENGTH = 6000  # characters; messengers and servers may cut longer links


def link_with(parameter: str, text: str) -> str | None:
    """Return a link to this page that carries a text; None if it would be too long."""
    link = f"{bare_address()}#{urlencode({parameter: text}, quote_via=quote)}"
    return link if len(link) <= MAX_LINK_LENGTH else None


@cache
def feature_rows() -> dict[str, Any]:
    """Return the rows of all features by name, as `site/page_source/page.py` writes them."""
    rows: dict[str, Any] = json.loads(str(document.documentElement.dataset.features))
    return rows


@cache
def address_form() -> AddressForm:
    """Return the form of the address, with the parameters of the features."""
    return AddressForm(
        AddressParameter(**parameter)
        for row in feature_rows().values()
        for parameter in row["parameters"]
    )


def stored_kinds() -> Iterator[KindRow]:
    """Return the kinds of texts that the features store."""
    for row in feature_rows().values():
        yield from (KindRow(*fields) for fields in row["stores"])


def parameters() -> dict[str, str]:
    """Return the parameters of the page's address."""
    return address_form().read_parameters(*_query_and_fragment())


def fragment_parameters() -> dict[str, str]:
    """Return the parameters behind the ``#``: a link in an open page can change only these."""
    return address_form().read_parameters("", _query_and_fragment()[1])


def replace_url(rest: str) -> None:
    """Replace the query and fragment of the page's address."""
    window.history.replaceState(window.history.state, "", _whole_url(rest))


def go_back() -> None:
    """Go back in the history, as the browser's button does."""
    window.history.back()


def _whole_url(rest: str) -> str:
    """Return the page's address with another query and fragment.

    It includes the origin: without it, a path that begins with two slashes would name another
    site.
    """
    location = window.location
    return f"{location.origin}{location.pathname}{rest}"


class PageAddressBar:
    """The page's address and history, for `tashkalar.ui.activity`."""

    def read(self) -> HistoryEntry:
        """Return the entry that is shown."""
        return HistoryEntry("".join(_query_and_fragment()), place())

    def url_for(self, address: PageAddress) -> str:
        """Return the query and fragment that ask for this."""
        return address_form().url_for(*_query_and_fragment(), address)

    def write(self, entry: HistoryEntry, *, adds: bool) -> None:
        """Replace the entry that is shown, or add one behind it."""
        history = window.history
        change = history.pushState if adds else history.replaceState
        change(f"{_PLACE_MARK}{entry.place}", "", _whole_url(entry.url))


def place() -> str | None:
    """Return the place that the history's entry has, see `Activity.place`; None if not ours."""
    state = window.history.state
    is_ours = isinstance(state, str) and state.startswith(_PLACE_MARK)
    return state.removeprefix(_PLACE_MARK) if is_ours else None


def bare_address() -> str:
    """Return the page's address without query and fragment."""
    return str(window.location.href).partition("#")[0].partition("?")[0]


def _query_and_fragment() -> tuple[str, str]:
    """Return the parts of the address that begin with ``?`` and ``#``."""
    return str(window.location.search), str(window.location.hash)
