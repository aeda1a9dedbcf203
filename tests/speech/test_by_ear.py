"""Play by ear with a screen reader, from the start of the browser to the end; see tools/listen.py.

The long tests play anew. The quick ones look at the transcripts of the repository, which a person
has read.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import NamedTuple

import pytest

from tests.speech.desk import missing_programs
from tests.speech.player import RESULTS, SOLVED
from tests.speech.words import says
from tools.listen import PLAYED, TRANSCRIPTS, main

LANGUAGES = ("en", "it", "el")
ENDS = {"game": RESULTS, "lesson": ("learn.placing.turn",), "puzzle": SOLVED}
DECIDING = {"Return", "n"}
# With what Orca adds: the way of the focus, its mode, and the role of each stop.
MEDIAN_WORDS = {"game": 25, "lesson": 26, "puzzle": 22}
LONGEST = {"game": 100, "lesson": 25, "puzzle": 40}  # words in one text
SHORT = 3  # words: "4 squares" may well be said twice
KEPT = sorted(path.name for path in TRANSCRIPTS.glob("*.txt"))


class Heard(NamedTuple):
    """A key and the lines that were said after it."""

    key: str
    lines: list[str]

    @property
    def words(self) -> int:
        """Count the words, without the name of the key, which comes first."""
        return sum(len(line.split()) for line in self.lines[1:])

    @property
    def sentences(self) -> list[str]:
        """Return the lines that are too long to be said twice."""
        return [line for line in self.lines if len(line.split()) > SHORT]


def after_each_key(path: Path) -> list[Heard]:
    """Return what was said after each key of a transcript; first, after none."""
    heard = [Heard("", [])]
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            heard.append(Heard(line.strip("[]"), []))
        else:
            heard[-1].lines.append(line.strip())
    return heard


def check(path: Path, what: str, language: str) -> None:
    """Check the end, what was said twice, and how long the player had to listen."""
    heard = after_each_key(path)
    assert any(says(line, language, *ENDS[what]) for line in heard[-1].lines), heard[-1]
    for after in heard[1:]:
        assert len(after.sentences) == len(set(after.sentences)), after
    for before, after in pairwise(heard):
        if {before.key, after.key} <= DECIDING:  # with other keys, a stop is visited again
            assert not set(before.sentences) & set(after.sentences), (before, after)
    decisions = [after.words for after in heard if after.key == "Return"]
    assert median(decisions) <= MEDIAN_WORDS[what], decisions
    assert max(len(line.split()) for after in heard for line in after.lines) <= LONGEST[what]


def test_nine_plays_are_kept() -> None:
    assert sorted(KEPT) == sorted(f"{what}-{lang}.txt" for what in PLAYED for lang in LANGUAGES)


@pytest.mark.parametrize("name", KEPT)
def test_the_transcripts_reach_the_end(name: str) -> None:
    what, language = name.removesuffix(".txt").split("-")
    check(TRANSCRIPTS / name, what, language)


@pytest.mark.long
@pytest.mark.skipif(bool(missing_programs()), reason="Orca and what it needs are not installed")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("what", sorted(PLAYED))
def test_by_ear(what: str, language: str, built_folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "transcript.txt"
    arguments = [what, "--language", language, "--site", str(built_folder), "--to", str(path)]
    assert main(arguments) == 0
    check(path, what, language)
