"""Tests of shortcuts: the keys for them on the usual keyboards."""

from __future__ import annotations

import pytest

from tashkalar.ui.screen.shortcuts import pressed_shortcut, shortcut_label

GREEK = {"KeyU": "θ", "KeyR": "ρ", "KeyT": "τ", "KeyA": "α", "Digit1": "1", "Slash": "/"}
AZERTY = {"KeyU": "u", "KeyR": "r", "KeyQ": "a", "KeyA": "q", "Digit1": "&", "Digit2": "é"}


@pytest.mark.parametrize(
    ("key", "code", "shortcut"),
    [
        ("u", "KeyU", "u"),
        ("U", "KeyU", "u"),  # Caps Lock
        ("θ", "KeyU", "u"),  # Greek
        ("Θ", "KeyU", "u"),
        ("г", "KeyU", "u"),  # Cyrillic
        ("ו", "KeyU", "u"),  # Hebrew
        ("ㅕ", "KeyU", "u"),  # Korean
        ("Process", "KeyU", "u"),  # an input method waits for more
        ("ı", "KeyI", "i"),  # Turkish
        ("a", "KeyQ", "a"),  # AZERTY: the letter decides where it is Latin
        ("q", "KeyA", "q"),
        ("&", "Digit1", "1"),  # AZERTY without Shift
        ("é", "Digit2", "2"),
        ("à", "Digit0", "0"),
        ("1", "Digit1", "1"),
        ("1", "Numpad1", "1"),
        ("۱", "Digit1", "1"),  # Persian
        ("۱", "", "1"),
        ("²", "Backquote", "²"),  # beside the 1 on AZERTY: a digit that is no number
        ("?", "Slash", "?"),
        ("?", "KeyM", "?"),  # AZERTY
        ("?", "Digit7", "?"),  # Cyrillic
        ("؟", "Slash", "?"),  # Arabic
        ("ArrowUp", "ArrowUp", "ArrowUp"),
        ("Enter", "NumpadEnter", "Enter"),
        (" ", "Space", " "),
        ("ö", "Semicolon", "ö"),
        ("F5", "F5", "F5"),
    ],
)
def test_the_shortcut_of_a_key(key: str, code: str, shortcut: str) -> None:
    assert pressed_shortcut(key, code) == shortcut


def test_shift_and_a_digit_is_a_sign() -> None:
    assert pressed_shortcut("!", "Digit1", has_shift=True) == "!"


@pytest.mark.parametrize(
    ("layout", "labels"),
    [(GREEK, "θραρτ"), (AZERTY, "urart"), ({}, "urart")],
    ids=["greek", "azerty", "unknown"],
)
def test_the_sheet_names_the_keys_of_the_layout(layout: dict[str, str], labels: str) -> None:
    assert "".join(shortcut_label(name, layout) for name in "urart") == labels
