"""The English words that a memory snapshot holds."""

from __future__ import annotations

import pytest

from tashkalar.ui.text import english_catalogue


def test_words_are_there_once_they_are_filled_in() -> None:
    assert english_catalogue.take_catalogue() is None  # an ordinary start fetches them
    english_catalogue.preload_english(['{"page.title": "Tash-Kalar"}', '{"ui.n": "{n} cards"}'])
    words = english_catalogue.take_catalogue()
    assert words is not None
    assert words.text("page.title") == "Tash-Kalar"
    assert words.text("ui.n", n=3) == "3 cards"
    # The taker may change the catalogue, so the module gives it away only once.
    assert english_catalogue.take_catalogue() is None


def test_broken_words_stop_the_build() -> None:
    with pytest.raises(ValueError, match="catalogue"):
        english_catalogue.preload_english(['["no object"]'])
    assert english_catalogue.take_catalogue() is None
