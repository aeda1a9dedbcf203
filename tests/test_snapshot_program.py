"""Tests of what the snapshot's program does before the snapshot is taken."""

from __future__ import annotations

from tashkalar.site.paths import ROOT
from tashkalar.site.pyodide.snapshot_program import rehearse
from tashkalar.ui.reference import glossary
from tashkalar.ui.text.catalogue import SOURCE_LANGUAGE, Catalogue


def test_after_the_rehearsal_no_pattern_has_to_be_compiled_for_the_first_lesson() -> None:
    words = Catalogue()
    for file in sorted((ROOT / "static/locale" / SOURCE_LANGUAGE).glob("*.json")):
        words.load(SOURCE_LANGUAGE, file.read_text(encoding="utf-8"))
    lessons = ROOT / "static/lessons"
    course, lesson = ((lessons / f"{name}.json").read_text() for name in ("course", "placing"))
    glossary._compile_finder.cache_clear()
    rehearse(words, course, lesson)
    compiled = glossary._compile_finder.cache_info()
    assert compiled.currsize == 1
    glossary.split_terms("A stone on an empty square.", words)
    assert glossary._compile_finder.cache_info().misses == compiled.misses
