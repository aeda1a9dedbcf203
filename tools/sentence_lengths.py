"""Print how long the sentences of each catalogue are, and the longest ones.

python -m tools.sentence_lengths           English
python -m tools.sentence_lengths el 25     Greek; every sentence of more than 25 words
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

LOCALE = Path(__file__).resolve().parents[1] / "static" / "locale"
MOST_WORDS = 20  # docs/translations.md
# A full stop in "17.5", before a small letter or inside a name ends no sentence.
_END = re.compile(r"(?<=[.!?;·:…])[\s\u00a0\u202f]+(?=[^\W\d_]|[“«¿¡{\d])")
_WORD = re.compile(r"[^\W_][\w’'.-]*|\{[^}]*\}")


def sentences(text: str) -> list[str]:
    """Return the sentences of a text; what stands on each side of a colon counts as one."""
    return [part for part in _END.split(text) if _WORD.search(part)]


def count_words(sentence: str) -> int:
    """Return the number of words; something filled in counts as one."""
    return len(_WORD.findall(sentence))


def catalogue_sentences(language: str, file: str) -> Iterator[tuple[str, str]]:
    """Yield key and sentence for each sentence of a catalogue such as ``far.json``."""
    texts = json.loads((LOCALE / language / file).read_text(encoding="utf-8"))
    for key, text in texts.items():
        for sentence in sentences(text):
            yield key, sentence


def _report(language: str, most: int) -> Iterator[str]:
    yield f"{'file':16}{'sentences':>10}{'mean':>7}{'longest':>9}{f'over {most}':>9}"
    long_ones: list[str] = []
    for path in sorted((LOCALE / language).glob("*.json")):
        found = list(catalogue_sentences(language, path.name))
        lengths = [count_words(sentence) for _, sentence in found]
        over = [(key, one) for key, one in found if count_words(one) > most]
        mean = sum(lengths) / len(lengths)
        yield f"{path.stem:16}{len(lengths):10}{mean:7.1f}{max(lengths):9}{len(over):9}"
        long_ones += [f"{key} ({count_words(one)}): {one}" for key, one in over]
    yield from ("", *long_ones)


def main(arguments: Sequence[str]) -> int:
    """Print the report about a language."""
    parser = argparse.ArgumentParser(prog="tools.sentence_lengths", description=__doc__)
    parser.add_argument("language", nargs="?", default="en")
    parser.add_argument("most", nargs="?", type=int, default=MOST_WORDS, help="words a sentence")
    wanted = parser.parse_args(arguments)
    print("\n".join(_report(wanted.language, wanted.most)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
