"""English sentences are short enough to be read once (`docs/translations.md`)."""

from __future__ import annotations

import pytest

from tools.sentence_lengths import (
    LOCALE,
    MOST_WORDS,
    catalogue_sentences,
    count_words,
    sentences,
)

LONGER = {"cards.json", "rules.json"}  # where the rule is
FILES = sorted({path.name for path in (LOCALE / "en").glob("*.json")} - LONGER)


@pytest.mark.parametrize("file", FILES)
def test_no_english_sentence_is_long(file: str) -> None:
    found = list(catalogue_sentences("en", file))
    assert found
    assert [one for one in found if count_words(one[1]) > MOST_WORDS] == []


def test_sentences_are_told_apart() -> None:
    assert sentences("It works in Safari 17.5 (iOS 17.5). Update, or wait… Done!") == [
        "It works in Safari 17.5 (iOS 17.5).",
        "Update, or wait…",
        "Done!",
    ]
    assert sentences("Play the turn: {n} steps; then end it.") == [
        "Play the turn:",
        "{n} steps;",
        "then end it.",
    ]


def test_words_are_counted() -> None:
    assert count_words("You have {n} of {of} pieces – your opponent’s, too.") == 9
