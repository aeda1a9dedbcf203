"""The address follows what is looked up: it can be copied, and the back button closes it."""

from __future__ import annotations

from pyodide.ffi.wrappers import add_event_listener
from pyscript import window

from tashkalar.ui.start.url_parameters import requested_reference
from tashkalar.web.browser import location
from tashkalar.web.browser.dom import by_id

_DIALOGS = {"card": "dlg-card", "rules": "dlg-rules"}
_HISTORY_STATE = "looked-up"  # the state of a step that was made here


class ReferenceUrl:
    """Writes ``#card/...`` or ``#rules/...`` into the address while its dialog is open.

    What else stands behind the ``#`` is a game's and stays; a board inside another page has no
    address of its own.
    """

    def __init__(self) -> None:
        self._can_write_url = not hasattr(window.tashkalar, "embed")
        for what, id in _DIALOGS.items():
            add_event_listener(
                by_id(id), "close", lambda _, what=what: self._on_dialog_closed(what)
            )

    def write(self, mark: str) -> None:
        """This is looked up now, in a dialog that is open or opens."""
        now = str(window.location.hash)
        found = requested_reference(now)
        if not self._can_write_url or now == mark or (now and not found):
            return
        if found and found[0] == mark.removeprefix("#").partition("/")[0]:
            window.history.replaceState(window.history.state, "", mark)
        else:
            window.history.pushState(_HISTORY_STATE, "", mark)

    def sync_dialogs(self) -> tuple[str, str]:
        """What the address names, see `address.looked_up`; dialogs of anything else are closed."""
        found = requested_reference(str(window.location.hash)) or ("", "")
        for what, id in _DIALOGS.items():
            # A card may lie open under a chapter of the rules.
            if what != found[0] and (what == "rules" or not found[0]) and by_id(id).open:
                by_id(id).close()
        return found

    def _on_dialog_closed(self, what: str) -> None:
        found = requested_reference(str(window.location.hash))
        if not self._can_write_url or found is None or found[0] != what:
            return
        if window.history.state == _HISTORY_STATE:
            window.history.back()
        else:
            location.replace_url(str(window.location.search))
