"""The shortcut of a pressed key, on any keyboard layout."""

from __future__ import annotations

from collections.abc import Mapping

_HELP_SIGNS = "?؟？՞"  # the question marks of Latin, Arabic, wide and Armenian writing
_NO_CHARACTER = ("Dead", "Process", "Unidentified")  # names of keys that give no character yet


def pressed_shortcut(key: str, code: str, *, has_shift: bool = False) -> str:
    """Return the shortcut of a key: a small Latin letter, a digit, ``?`` or the key's name.

    `key` is the character that the layout gives, and decides if the character is one of these.
    Otherwise the place of the key on an American keyboard decides (`code`, such as "KeyU"): a
    Greek or Cyrillic layout has no Latin letters, and on a French one digits need Shift.
    """
    if key.isascii() and (key.isalnum() or len(key) > 1) and key not in _NO_CHARACTER:
        return key.lower() if len(key) == 1 else key
    if key in _HELP_SIGNS:
        return "?"
    if code.startswith("Key") and (key.isalpha() or key in _NO_CHARACTER):
        return code.removeprefix("Key").lower()
    if code.startswith("Digit") and not has_shift:
        return code.removeprefix("Digit")
    return str(int(key)) if key.isdecimal() else key


def shortcut_label(shortcut: str, layout: Mapping[str, str]) -> str:
    """Return what stands on the key of a shortcut.

    `layout` has the character of each key by the key's place ("KeyU"); it is empty where the
    browser does not know the layout.
    """
    character = layout.get(f"Key{shortcut.upper()}", "")
    is_latin = shortcut in (value.lower() for value in layout.values())
    return character.lower() if character.isalpha() and not is_latin else shortcut
