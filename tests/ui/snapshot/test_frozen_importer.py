"""Tests of modules that a snapshot holds as code."""

from __future__ import annotations

import importlib
import sys
import traceback

import pytest

from tashkalar.ui.snapshot.frozen_importer import FrozenImporter

SOURCES = {
    "icebox": "from icebox.inner import answer\nseen = __name__, __package__",
    "icebox.inner": "answer = 42\ndef fail():\n    raise ValueError",
}


@pytest.fixture
def frozen(monkeypatch: pytest.MonkeyPatch) -> FrozenImporter:
    codes = {name: compile(text, f"/ice/{name}", "exec") for name, text in SOURCES.items()}
    held = FrozenImporter(codes, {"icebox"})
    monkeypatch.setattr(sys, "meta_path", [held, *sys.meta_path])
    for name in SOURCES:
        monkeypatch.delitem(sys.modules, name, raising=False)
    return held


@pytest.mark.usefixtures("frozen")
def test_they_are_run_when_somebody_imports_them() -> None:
    assert not SOURCES.keys() & sys.modules.keys()
    package = importlib.import_module("icebox")
    assert package.seen == ("icebox", "icebox")
    assert package.answer == 42
    assert importlib.import_module("icebox.inner") is sys.modules["icebox.inner"]
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("icebox.other")


@pytest.mark.usefixtures("frozen")
def test_an_error_in_one_names_its_line() -> None:
    with pytest.raises(ValueError) as caught:
        importlib.import_module("icebox.inner").fail()
    assert 'File "/ice/icebox.inner", line 3, in fail' in "".join(traceback.format_tb(caught.tb))


def test_what_is_held_elsewhere_is_not_found_here(frozen: FrozenImporter) -> None:
    assert frozen.find_spec("json") is None
    spec = frozen.find_spec("icebox")
    assert spec is not None and spec.origin == "/ice/icebox"
