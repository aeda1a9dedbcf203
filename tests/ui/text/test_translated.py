"""Each translation knows the English text that it was made from (`tools/translated.py`)."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tashkalar.ui.text.catalogue import LANGUAGES
from tools.translated import (
    ROOT,
    TRANSLATIONS,
    find_old_text,
    find_stale,
    mark,
    read_hashes,
    text_hash,
    translated_keys,
)

HOW = "look at each translation, mend it, then: python -m tools.translated KEY ..."
KEY, PLURAL = "far.honor", "story.lost"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Copy the catalogues and what is known of them."""
    for folder in ("static/locale", "tools/translated_from"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    return tmp_path


def change(root: Path, language: str, key: str, text: str) -> None:
    """Give a key of a catalogue another text."""
    for path in (root / "static" / "locale" / language).glob("*.json"):
        texts = json.loads(path.read_text(encoding="utf-8"))
        if key in texts:
            path.write_text(json.dumps({**texts, key: text}, ensure_ascii=False), encoding="utf-8")


def stale_keys(language: str, root: Path) -> list[str]:
    return [one.key for one in find_stale(language, root)]


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_every_translation_was_made_from_the_english_text_of_today(language: str) -> None:
    behind = [f"{one.key}: “{one.english}”" for one in find_stale(language)]
    assert behind == [], HOW


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_only_translations_are_remembered(language: str) -> None:
    assert set(read_hashes(language)) == set(translated_keys(language))


def test_a_changed_english_text_makes_all_its_translations_stale(checkout: Path) -> None:
    change(checkout, "en", KEY, "Another text.")
    assert {language: stale_keys(language, checkout) for language in TRANSLATIONS} == {
        language: [KEY] for language in TRANSLATIONS
    }
    assert find_stale("el", checkout)[0].english == "Another text."


def test_a_changed_translation_is_not_stale(checkout: Path) -> None:
    change(checkout, "fr", KEY, "Un autre texte.")
    assert stale_keys("fr", checkout) == []


def test_forms_that_english_lacks_are_made_from_the_plural(checkout: Path) -> None:
    with_many = [language for language in TRANSLATIONS if f"{PLURAL}.many" in read_hashes(language)]
    assert with_many  # some languages have a form for a million
    change(checkout, "en", f"{PLURAL}.other", "{n} pieces gone")
    for language in with_many:
        assert set(stale_keys(language, checkout)) == {f"{PLURAL}.other", f"{PLURAL}.many"}


def test_what_is_looked_at_is_marked_and_nothing_else(checkout: Path) -> None:
    change(checkout, "en", KEY, "Another text.")
    change(checkout, "en", "live.lost", "Another text, too.")
    assert mark("el", ["far.*"], checkout) == [KEY]
    assert stale_keys("el", checkout) == ["live.lost"]
    assert stale_keys("it", checkout) == [KEY, "live.lost"]
    assert mark("el", ["far.*"], checkout) == []


def test_the_files_are_not_part_of_the_page() -> None:
    files = [path.relative_to(ROOT).as_posix() for path in ROOT.glob("**/translated_from/*.json")]
    assert sorted(files) == sorted(f"tools/translated_from/{one}.json" for one in TRANSLATIONS)
    assert set(TRANSLATIONS) == set(LANGUAGES) - {"en"}


def test_the_old_text_is_found_in_the_history(tmp_path: Path) -> None:
    git = shutil.which("git")
    if git is None:
        assert find_old_text(KEY, text_hash("Old."), tmp_path) is None
        return

    def commit(text: str) -> None:
        folder = tmp_path / "static" / "locale" / "en"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "far.json").write_text(f'{{\n  "{KEY}": "{text}"\n}}\n', encoding="utf-8")
        name = ("-c", "user.name=Test", "-c", "user.email=test@example.org")
        subprocess.run([git, "add", "."], cwd=tmp_path, check=True)
        subprocess.run([git, *name, "commit", "-qm", "Change"], cwd=tmp_path, check=True)

    subprocess.run([git, "init", "-q"], cwd=tmp_path, check=True)
    for text in ("Old.", "New."):
        commit(text)
    assert find_old_text(KEY, text_hash("Old."), tmp_path) == "Old."
    assert find_old_text(KEY, text_hash("Never."), tmp_path) is None
