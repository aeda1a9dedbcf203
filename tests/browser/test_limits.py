"""Limits of waiting: for a script of the page that does not end, and for a loop of presses."""

from __future__ import annotations

import pytest
from playwright.sync_api import Error, Page

from tests.browser.engines import chromium
from tests.limits import attempts


def test_an_endless_script_and_an_endless_loop_fail_where_they_stand(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as changed:
        changed.setattr(chromium, "CALL_LIMIT_S", 0.2)
        with pytest.raises(Error, match=r"evaluate has not ended within 0\.2 s"):
            page.evaluate("new Promise(() => {})")
    assert page.evaluate("1 + 1") == 2, "the page goes on"
    with pytest.raises(AssertionError, match="after 3 attempts still wanted: a sign"):
        for _ in attempts("a sign", 3):
            page.evaluate("0")
