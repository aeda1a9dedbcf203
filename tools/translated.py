"""Say which translations were made from another English text, and mark those that are looked at.

    python -m tools.translated                      what has changed: old English, new, translations
    python -m tools.translated far.honor 'live.*'   all four translations of these texts are right
    python -m tools.translated -l el far.honor      the Greek one is

`tools/translated_from/<language>.json` keeps, by key, the beginning of the SHA-256 of the English
text that a translation was made from. The page does not load these files. A test fails for each
translation whose English text has changed since (`tests/ui/text/test_translated.py`).
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from tashkalar.ui.text.catalogue import LANGUAGES, NOUN_FORM, SOURCE_LANGUAGE

ROOT = Path(__file__).resolve().parents[1]
TRANSLATIONS = tuple(language for language in LANGUAGES if language != SOURCE_LANGUAGE)
HASH_DIGITS = 8
_OTHER_SOURCES = {".many": ".other", ".alias": ".name"}  # endings that English does not have


class Stale(NamedTuple):
    """A translation that was made from another English text than today's."""

    language: str
    key: str
    english: str
    old_hash: str  # "" for a translation that nobody has looked at yet


def read_texts(language: str, root: Path = ROOT) -> dict[str, str]:
    """Return the texts of all catalogues of a language by key."""
    texts: dict[str, str] = {}
    for path in sorted((root / "static" / "locale" / language).glob("*.json")):
        texts |= json.loads(path.read_text(encoding="utf-8"))
    return texts


def text_hash(text: str) -> str:
    """Return the hash that stands for an English text."""
    return sha256(text.encode()).hexdigest()[:HASH_DIGITS]


def source_text(key: str, english: Mapping[str, str]) -> str:
    """Return the English text from which the translation with a key is made.

    Raise KeyError for a key without one.
    """
    for ending, of_english in _OTHER_SOURCES.items():
        if key not in english and key.endswith(ending):
            return english[key.removesuffix(ending) + of_english]
    return english[key]


def translated_keys(language: str, root: Path = ROOT) -> list[str]:
    """Return the keys of a language whose texts are translations: forms of nouns are not."""
    return [key for key in read_texts(language, root) if not NOUN_FORM.fullmatch(key)]


def read_hashes(language: str, root: Path = ROOT) -> dict[str, str]:
    """Return by key the hash of the English text that each translation was made from."""
    path = _hashes_path(language, root)
    hashes: dict[str, str] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return hashes


def find_stale(language: str, root: Path = ROOT) -> list[Stale]:
    """Return the translations of a language that were made from another English text."""
    english, hashes = read_texts(SOURCE_LANGUAGE, root), read_hashes(language, root)
    stale = []
    for key in translated_keys(language, root):
        text, old_hash = source_text(key, english), hashes.get(key, "")
        if text_hash(text) != old_hash:
            stale.append(Stale(language, key, text, old_hash))
    return stale


def mark(language: str, patterns: Sequence[str], root: Path = ROOT) -> list[str]:
    """Mark the translations whose keys match a pattern as looked at; return the keys that changed.

    Keys that are not in the language any more are forgotten.
    """
    keys, hashes = translated_keys(language, root), read_hashes(language, root)
    stale = {one.key: text_hash(one.english) for one in find_stale(language, root)}
    marked = [key for key in stale if any(fnmatchcase(key, one) for one in patterns)]
    hashes |= {key: stale[key] for key in marked}
    kept = {key: hashes[key] for key in sorted(keys) if key in hashes}
    path = _hashes_path(language, root)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(kept, indent=0) + "\n", encoding="utf-8")
    return marked


def find_old_text(key: str, old_hash: str, root: Path = ROOT) -> str | None:
    """Return the English text with a hash from the history of git; None when it is not there."""
    quoted = json.dumps(key)
    command = ("git", "log", "-p", "-U0", "-G", re.escape(quoted), "--", "static/locale/en")
    try:
        shown = subprocess.run(
            command, cwd=root, capture_output=True, encoding="utf-8", errors="replace"
        ).stdout
    except FileNotFoundError:  # no git
        return None
    return next((text for text in _texts_in(shown, quoted) if text_hash(text) == old_hash), None)


def _texts_in(shown: str, quoted_key: str) -> Iterator[str]:
    """Yield the texts that a key had in the lines of differences."""
    for line in re.findall(rf"^[-+]\s*{re.escape(quoted_key)}: (\".*\"),?$", shown, re.MULTILINE):
        yield json.loads(line)


def _hashes_path(language: str, root: Path) -> Path:
    return root / "tools" / "translated_from" / f"{language}.json"


def _report() -> Iterator[str]:
    """Yield the lines about each key with a stale translation."""
    texts = {language: read_texts(language) for language in TRANSLATIONS}
    by_key: dict[str, list[Stale]] = {}
    for language in TRANSLATIONS:
        for one in find_stale(language):
            by_key.setdefault(one.key, []).append(one)
    for key, stale in by_key.items():
        yield f"{key}\n  now: {stale[0].english}"
        for old_hash in dict.fromkeys(one.old_hash for one in stale if one.old_hash):
            yield f"  was: {find_old_text(key, old_hash) or 'not in the history that is here'}"
        yield from (f"  {one.language}:  {texts[one.language][key]}" for one in stale)
    yield f"{len(by_key)} keys to look at."


def main(arguments: Sequence[str]) -> int:
    """Report or mark; return the exit status: 1 where a translation is left behind."""
    parser = argparse.ArgumentParser(prog="python -m tools.translated", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("keys", nargs="*", help="keys, or patterns such as 'live.*'")
    parser.add_argument("-l", "--language", choices=TRANSLATIONS, action="append")
    options = parser.parse_args(arguments)
    if not options.keys:
        lines = list(_report())
        print("\n".join(lines))
        return int(len(lines) > 1)
    for language in options.language or TRANSLATIONS:
        for key in mark(language, options.keys):
            print(f"{language} {key}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
