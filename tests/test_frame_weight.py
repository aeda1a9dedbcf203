"""A board in another page loads little before it is touched; `tests/browser/test_embed.py` checks
that it loads no other files."""

from __future__ import annotations

import pytest

from tashkalar.ui.text.catalogue import LANGUAGES
from tools.frame_weight import KINDS, LIMIT_BYTES, frame_weight


@pytest.mark.parametrize("kind", KINDS)
def test_an_untouched_board_is_light(kind: str) -> None:
    weights = {language: frame_weight(kind, language) for language in LANGUAGES}
    assert max(weights.values()) <= LIMIT_BYTES, weights
