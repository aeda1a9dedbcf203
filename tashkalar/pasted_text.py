"""Texts that were pasted or sent by mail: undo what programs on the way have done to them.

Such programs write no-break spaces, curly quotes and lone carriage returns, break lines at about
76 characters, and put signs around a text. A change is undone only if its undoing is unambiguous.
"""

from __future__ import annotations

import re

_MAIL_WIDTH = 76  # characters after which mail programs break lines
CUT_WIDTHS = (*range(_MAIL_WIDTH, 81), 998)  # of lines that may have been cut inside a word
CUT_WORD = "a word is broken at the end; write it in one line"
_LONGEST_LINE = 1_000  # characters of a line that are looked at
_SHORTEST_HARD_WRAP = 60  # characters
_LINE_END = re.compile(r"\r\n|\r|\n")
_RARE_LINE_END = re.compile("[\x85\u2028\u2029]")  # line ends only in a text without the usual ones
_FENCE = re.compile(r"\s*```\w*\s*")  # the line around a text in a chat
_MOST_QUOTES = 9  # how often a mail may have been forwarded
_SPACES = re.compile("[\t\v\f\u00a0\u1680\u2000-\u200b\u202f\u205f\u2060\u3000\ufeff]")
_CURLY_QUOTES = "“”„‟«»"
_BEFORE = f"\"'‘’‚{_CURLY_QUOTES}<("
_AFTER = f"\"'‘’‚{_CURLY_QUOTES}>).,;"
# Closed or not, so that the search is linear.
_JSON_STRING = re.compile(r'("[^"\\]*+(?:\\.[^"\\]*+)*+"?)', re.DOTALL)


def split_lines(text: str) -> list[str]:
    """Return the lines of a text, which may end as on any system.

    Mail quotes are removed. The fences of a chat become empty lines, so that the numbers of the
    others stay.
    """
    lines = (_LINE_END if re.search("[\r\n]", text) else _RARE_LINE_END).split(text)
    for _ in range(_MOST_QUOTES):
        filled = [line for line in lines if line.strip()]
        if not filled or not all(line.startswith(">") for line in filled):
            break
        lines = [line.removeprefix(">").removeprefix(" ") for line in lines]
    if len(filled) > 2 and all(_FENCE.fullmatch(line) for line in (filled[0], filled[-1])):
        lines = ["" if _FENCE.fullmatch(line) else line for line in lines]
    return lines


def replace_spaces(text: str) -> str:
    """Return a text with plain blanks in the place of tabs and of all other spaces."""
    return _SPACES.sub(" ", text)


def is_json_object(text: str) -> bool:
    """Tell whether a text is meant as a JSON object, perhaps with signs around it."""
    beginning = _FENCE.sub("", replace_spaces(text[:100]), count=1)
    return beginning.lstrip(f"{_BEFORE}> \r\n").startswith("{")


def strip_link_end(text: str) -> str:
    """Return a value from the end of a link without the signs of the sentence around the link."""
    return replace_spaces(text).strip().rstrip(_AFTER).strip()


def mend_json(text: str) -> str:
    """Return a JSON text as it was before it was pasted; ValueError names an ambiguous line."""
    lines = split_lines(text)
    width = len(lines[0])
    is_hard_wrapped = (
        width >= _SHORTEST_HARD_WRAP
        and all(len(line) == width for line in lines[:-1])
        and len(lines[-1]) <= width
    )
    text = ("" if is_hard_wrapped else "\n").join(lines)
    first, last = text.find("{"), text.rfind("}")
    around = replace_spaces(text[:first]), replace_spaces(text[last + 1 :])
    if 0 <= first < last and not around[0].strip(f"{_BEFORE} \n") + around[1].strip(f"{_AFTER} \n"):
        # The line ends before the object stay, so that errors name the right line.
        text = "\n" * text.count("\n", 0, first) + text[first : last + 1]
    if '"' not in text:
        text = re.sub(f"[{_CURLY_QUOTES}]", '"', text)
    return _mend_strings(_JSON_STRING.split(text))


def _mend_strings(parts: list[str]) -> str:
    """Return a JSON text whose odd parts are strings, without line ends and tabs in them."""
    mended: list[str] = []
    number, line = 1, ""  # the number of the current line, and the line up to here
    for index, part in enumerate(parts):
        first, *others = part.split("\n")
        line = (line + first)[-_LONGEST_LINE:]
        if index % 2 == 0:
            mended.append(replace_spaces(part))
            number, line = number + len(others), others[-1] if others else line
            continue
        string = first
        for other in others:
            if is_cut_long_word(line):
                raise ValueError(f"line {number}: {CUT_WORD}")
            string = join_broken_line(string, other, len(line))
            number, line = number + 1, other
        mended.append(string.replace("\t", " "))
    return "".join(mended)


def is_cut_long_word(line: str) -> bool:
    """Return whether a line is one long word that may or may not have been cut at its end."""
    return len(line) in CUT_WIDTHS and not line.endswith("=") and " " not in line.strip()


def join_broken_line(before: str, after: str, width: int) -> str:
    """Return the two parts of a line that was broken; `width` is the length of its last line.

    Mail programs break lines at blanks, which stay at the end of the line or go.
    """
    if before.endswith("=") and width == _MAIL_WIDTH:  # quoted-printable
        return before[:-1] + after
    return before + after if before.endswith(" ") else f"{before} {after}"
