"""The presses before the start, read from the page's script, and named where they are refused."""

from __future__ import annotations

import json

from tashkalar.position.move import Message
from tashkalar.ui.start.early_presses import (
    EarlyPress,
    new_position,
    read_presses,
    refusal_message,
    saved_position,
)

SQUARE = {
    "selector": '[data-square="e5"]',
    "dialog": "",
    "key": "",
    "code": "",
    "level": "",
    "label": "e5",
    "position": "tashkalar.game.v1.abc@1700000000007",
    "isTouch": True,
}
KEY = SQUARE | {"selector": "", "key": "u", "code": "KeyU", "label": "u", "isTouch": False}


def test_presses_are_read_in_order() -> None:
    square, key = read_presses(json.dumps([SQUARE, KEY]))
    assert (square.selector, square.label, square.is_touch) == ('[data-square="e5"]', "e5", True)
    assert (key.selector, key.key, key.code, key.is_touch) == ("", "u", "KeyU", False)
    assert read_presses("[]") == []


def test_positions_are_named_as_the_script_names_them() -> None:
    assert saved_position("tashkalar.game.v1.abc", 1700000000007) == SQUARE["position"]
    assert new_position(0) == "new@0"


def test_one_line_names_all_that_was_refused() -> None:
    presses: list[EarlyPress] = read_presses(json.dumps([SQUARE, KEY]))
    assert refusal_message(presses) == Message("start.not-carried-out", {"presses": ("e5", "u")})
