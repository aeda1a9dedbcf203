"""The address follows the open reference: it can be copied, and the back button closes a dialog."""

from __future__ import annotations

from functools import partial

from pyscript import window

from tashkalar.ui.start.url_parameters import requested_reference
from tashkalar.web.browser import location
from tashkalar.web.browser.dom import by_id
from tashkalar.web.browser.listeners import PageEvent, listen

_DIALOGS = {"card": "dlg-card", "rules": "dlg-rules"}
_HISTORY_STATE = "looked-up"  # the state of history entries made by this module


class ReferenceUrl:
    """Writes ``#card/...`` or ``#rules/...`` into the address while that dialog is open.

    Other fragments belong to a game and stay; a board inside another page does not write.
    """

    def __init__(self) -> None:
        self._can_write_url = not hasattr(window.tashkalar, "embed")
        self._closed_kinds: set[str] = set()  # closed for another address; not told of it yet
        for what, id in _DIALOGS.items():
            listen(by_id(id), "close", partial(self._on_dialog_closed, what))

    def write(self, mark: str) -> None:
        """Write the fragment of a dialog that is open or opens."""
        fragment = str(window.location.hash)
        reference = requested_reference(fragment)
        is_free = (
            not fragment
            or reference
            or fragment.removeprefix("#") in location.address_form().list_names
        )
        if not self._can_write_url or fragment == mark or not is_free:
            return
        if reference and reference[0] == mark.removeprefix("#").partition("/")[0]:
            window.history.replaceState(window.history.state, "", mark)
        else:
            window.history.pushState(_HISTORY_STATE, "", mark)

    def requested(self) -> tuple[str, str]:
        """Return the address's kind and name of reference, else ("", "")."""
        return requested_reference(str(window.location.hash)) or ("", "")

    def close_others(self, requested: str) -> None:
        """Close the dialogs of other kinds of reference than the requested one, "" for none."""
        for kind, id in _DIALOGS.items():
            # A card's dialog may stay open below the rules.
            if kind != requested and (kind == "rules" or not requested) and by_id(id).open:
                self._closed_kinds.add(kind)
                by_id(id).close()

    def _on_dialog_closed(self, what: str, _: PageEvent) -> None:
        if what in self._closed_kinds:  # the address may have come back to this kind since
            self._closed_kinds.remove(what)
            return
        if by_id(_DIALOGS[what]).open:  # again, before this was told
            return
        reference = requested_reference(str(window.location.hash))
        if not self._can_write_url or reference is None or reference[0] != what:
            return
        if window.history.state == _HISTORY_STATE:
            window.history.back()
        else:
            location.replace_url(str(window.location.search))
