"""Tests of the page's modules: imported without a page, and connected to one later."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from tashkalar.ui.snapshot.page_stubs import PAGE_MODULES, bind_page, install_page_stubs

PROBE = "tashkalar.web.probe"


def probe(monkeypatch: pytest.MonkeyPatch, source: str) -> ModuleType:
    """Make a module of the page, without a page."""
    module = ModuleType(PROBE)
    monkeypatch.setitem(sys.modules, PROBE, module)
    with install_page_stubs():
        exec(source, vars(module))
    return module


def test_names_become_what_the_page_has(monkeypatch: pytest.MonkeyPatch) -> None:
    source = """
from pyscript import document, window as w
from pyscript.workers import create_named_worker
import pyodide_js
def look(): return document, w, create_named_worker, pyodide_js
"""
    module = probe(monkeypatch, source)
    assert not sys.modules.keys() & PAGE_MODULES, "nothing is left in the place of the real ones"
    real = {name: ModuleType(name) for name in PAGE_MODULES}
    vars(real["pyscript"]).update(document="document", window="window")
    vars(real["pyscript.workers"]).update(create_named_worker="worker")
    for name, one in real.items():
        monkeypatch.setitem(sys.modules, name, one)
    for _ in range(2):
        bind_page()
        assert module.look() == ("document", "window", "worker", real["pyodide_js"])


@pytest.mark.parametrize(
    "use",
    ["def f(a=window): pass", "class C: a = window", "a = (window,)", "a = lambda *, b=window: 0"],
)
def test_nothing_of_the_page_is_kept_elsewhere(monkeypatch: pytest.MonkeyPatch, use: str) -> None:
    with pytest.raises(RuntimeError, match=r"pyscript\.window is kept"):
        probe(monkeypatch, f"from pyscript import window\n{use}")


def test_nobody_looks_at_the_page_too_early(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(AttributeError):
        probe(monkeypatch, "from pyscript import window\nwindow.origin")
