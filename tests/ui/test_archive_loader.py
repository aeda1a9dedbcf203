"""Modules that are loaded when they are needed."""

from __future__ import annotations

import importlib
import importlib.util
import marshal
import sys
import zipfile
from pathlib import Path

import pytest

from tashkalar.ui.archive_loader import add_archive

SOURCES = {"partly/later/__init__.py": "", "partly/later/part.py": "number = 2"}


def compiled(name: str, source: str) -> bytes:
    code = compile(source, name, "exec")
    return importlib.util.MAGIC_NUMBER + bytes(12) + marshal.dumps(code)


@pytest.mark.parametrize("suffix", [".py", ".pyc"])
def test_parts_of_a_package_that_is_loaded_already(
    tmp_path: Path, suffix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "here" / "partly"
    here.mkdir(parents=True)
    (here / "__init__.py").touch()
    (here / "part.py").write_text("number = 1", encoding="utf-8")
    archive = tmp_path / "later.zip"
    with zipfile.ZipFile(archive, "w") as opened:
        for name, source in SOURCES.items():
            is_source = suffix == ".py"
            opened.writestr(
                name if is_source else f"{name}c", source if is_source else compiled(name, source)
            )
    monkeypatch.setattr(sys, "path", [str(here.parent), *sys.path])
    try:
        first = importlib.import_module("partly.part")
        add_archive(archive)
        later = importlib.import_module("partly.later.part")
        assert (first.number, later.number) == (1, 2)
    finally:
        for name in [name for name in sys.modules if name.partition(".")[0] == "partly"]:
            del sys.modules[name]
