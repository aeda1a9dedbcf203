"""Names, titles and comments: which signs they may contain, and where they can be cut.

Emoji are joined by signs without a width, Persian words are divided by one, and flags contain
invisible letters; names contain all of these. Only signs that hide or that change the order of the
text around them are refused.
"""

from __future__ import annotations

import re
import unicodedata

_JOINERS = "\u200c\u200d"
# Signs that only say where a line may be broken: programs put them into words.
_BREAK_HINTS = "\u00ad\u180e\u200b\u2060\ufeff"
# In a class of a regular expression: signs without a width, except those that reverse the order.
HIDDEN_SIGNS = f"{_BREAK_HINTS}{_JOINERS}\u061c\u200e\u200f\u202a-\u202c\u2061-\u206f"
_HINT_BESIDE_ASCII = re.compile(
    f"(?<=[\n-~])[{_BREAK_HINTS}]+|[{_BREAK_HINTS}]+(?=[\n-~]|$)|^[{_BREAK_HINTS}]+"
    f"|(?<=[!-~])[{_JOINERS}]+(?=[!-~])"
)
_HIDDEN_CATEGORIES = ("Cc", "Cf", "Cs", "Zl", "Zp")
# Marks of Arabic, Syriac and Kaithi numbers: they have a shape.
_VISIBLE_FORMAT_SIGNS = re.compile(
    "[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd]"
)
# What a browser draws as nothing although its category is that of a letter or a mark.
_BLANKS = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U000e0000-\U000e0fff]"
)
_UNASSIGNED_BLANKS = re.compile("[\u2065\ufff0-\ufff8\U000e0080-\U000e00ff\U000e01f0-\U000e0fff]")
_HIDDEN_SIGN = re.compile(f"[{HIDDEN_SIGNS}]")
_REGION_FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e007a]{1,6}\U000e007f")  # such as Scotland's
_REGION_FLAG_OR_SIGN = re.compile(f"{_REGION_FLAG.pattern}|.", re.DOTALL)
_DECEIVING = re.compile("[\u202d\u202e\U000e0001-\U000e007f]")
_SPACING_MARKS = "\u0e33\u0eb3"  # vowels of Thai and Lao that belong to the sign before
_VIRAMA = 9  # the combining class of the sign that ties two consonants of an Indian script


def find_unsafe_sign(text: str) -> str | None:
    """Return the first sign that hides or changes the order of the text; None if there is none."""
    previous = " "
    for sign in _REGION_FLAG.sub("\U0001f3f4", text):
        if sign in _JOINERS:
            if previous.isspace() or previous in _JOINERS:
                return sign
        elif _is_unsafe(sign):
            return sign
        previous = sign
    return None


def looks_empty(text: str) -> bool:
    """Return whether a text has signs but nothing of it can be seen."""
    return bool(text) and not _BLANKS.sub("", text).strip()


def remove_break_hints(text: str) -> str:
    """Return a text without the signs of no width that programs put into and around its words.

    They go beside signs of ASCII, which all words of the text forms have, and at both ends; so the
    words of scripts that need such signs stay as they are.
    """
    return text if text.isascii() else _HINT_BESIDE_ASCII.sub("", text)


def escape_hidden_signs(json_text: str) -> str:
    """Return a JSON text with its signs of no width as escapes.

    Readers of pasted texts remove such signs where they stand as they are, but not their escapes.
    """
    if json_text.isascii():
        return json_text
    return _HIDDEN_SIGN.sub(lambda sign: f"\\u{ord(sign[0]):04x}", json_text)


def replace_unsafe_signs(text: str) -> str:
    """Return a text without unsafe signs; a control character or a line end becomes a blank."""
    kept: list[str] = []
    previous = " "
    for part in _REGION_FLAG_OR_SIGN.findall(text):
        if len(part) == 1 and (
            previous.isspace() or previous in _JOINERS if part in _JOINERS else _is_unsafe(part)
        ):
            if unicodedata.category(part) not in ("Cc", "Zl", "Zp"):
                continue
            part = " "
        kept.append(part)
        previous = part
    return "".join(kept)


def clean_comment(text: str) -> str:
    """Return a comment of several lines without unsafe signs in them."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(map(replace_unsafe_signs, lines))


def clean_name(text: str) -> str:
    """Return a name that was typed or pasted, without unsafe signs and blanks around it.

    A name with signs that reverse its order stays as it is, to be refused by name.
    """
    is_deceiving = _DECEIVING.search(_REGION_FLAG.sub("", text))
    return text if is_deceiving else replace_unsafe_signs(text).strip()


def describe_sign(sign: str) -> str:
    """Return the code and the name of a sign, such as "U+202E (RIGHT-TO-LEFT OVERRIDE)"."""
    kind = {"Cc": "control character", "Cs": "half a character"}.get(unicodedata.category(sign))
    return f"U+{ord(sign):04X} ({kind or unicodedata.name(sign, 'unnamed')})"


def cut_text(text: str, longest: int) -> str:
    """Return at most `longest` characters of a text; what is drawn as one sign is kept whole."""
    end = longest
    while 0 < end < len(text) and _is_joined(text, end):
        end -= 1
    return text[:end]


def _is_unsafe(sign: str) -> bool:
    if unicodedata.category(sign) in _HIDDEN_CATEGORIES:
        return not _VISIBLE_FORMAT_SIGNS.match(sign)
    return bool(_UNASSIGNED_BLANKS.match(sign))


def _is_joined(text: str, index: int) -> bool:
    """Return whether the characters before and at an index are drawn as one sign."""
    before, sign = text[index - 1], text[index]
    if before == "\u200d" or sign in _JOINERS or sign in _SPACING_MARKS:
        return True
    if unicodedata.category(sign)[0] == "M" or unicodedata.combining(before) == _VIRAMA:
        return True
    if "\U0001f3fb" <= sign <= "\U0001f3ff" or "\U000e0020" <= sign <= "\U000e007f":
        return True  # the color of a skin, or a letter of a region's flag
    if "\u1160" <= sign <= "\u11ff":
        return True  # the rest of a Korean syllable
    if _is_flag_letter(sign) and _is_flag_letter(before):
        start = index
        while start and _is_flag_letter(text[start - 1]):
            start -= 1
        return (index - start) % 2 == 1
    return (before, sign) == ("\r", "\n")


def _is_flag_letter(sign: str) -> bool:
    """Return whether two such signs are a country's flag."""
    return "\U0001f1e6" <= sign <= "\U0001f1ff"
