"""The lines of a record, also of one that was pasted or came by mail."""

from __future__ import annotations

import re

from tashkalar import cards
from tashkalar.errors import RecordError
from tashkalar.pasted_text import (
    CUT_WIDTHS,
    CUT_WORD,
    is_cut_long_word,
    join_broken_line,
    replace_spaces,
    split_lines,
)

_SHORTEST_BROKEN_LINE = 60  # characters with the word that did not fit any more
_TURN = re.compile(r"[0-9]{1,6}\. seat ")
_NEW_LINE = re.compile(rf"#|[A-Z][a-z]*:(?: |$)|{_TURN.pattern}")
_SQUARE = "[a-i][1-9]"
_CODE_WITH_ID = re.compile(rf"[~*%=!]?([a-z][a-z0-9-]*)(?:@{_SQUARE})?(?:/[0-9]+)?")
_CODE_WITHOUT_ID = re.compile(rf"[+^]?{_SQUARE}(?:-{_SQUARE})?|[.>-]|[0-9]|[ns]?[ew]|[ns]")
_SIGNS_AFTER = "\"'’”»).,;>"
_SIGNS_AT_END = re.compile(rf"(?<=[a-z0-9.>])[{re.escape(_SIGNS_AFTER)}]+$")


def record_lines(text: str) -> list[tuple[int, str]]:
    """Return the lines of a record with their numbers, from 1; RecordError names a faulty line.

    Comments and empty lines are left out. Lines that a mail program has broken are put together.
    """
    lines: list[tuple[int, str]] = []
    before = ""
    for number, raw in enumerate(split_lines(_without_signs_around(text)), 1):
        spaced = replace_spaces(raw)
        content = spaced.strip()
        if lines and before and not _NEW_LINE.match(content) and _is_broken(before, content):
            start, line = lines[-1]
            lines[-1] = start, _join(line, content, before, start)
        elif content and not content.startswith("#"):
            lines.append((number, _first_part(raw.strip(), content)))
        before = "" if content.startswith("#") else spaced
    if lines and _TURN.match(lines[-1][1]):
        number, line = lines[-1]
        lines[-1] = number, _without_sign_at_end(line)
    return lines


def _without_signs_around(text: str) -> str:
    """Return a text without quotes before the text, and without last lines of signs alone."""
    text = text.lstrip("\ufeff \u00a0\t\"'“„«")
    end = len(text.rstrip(f"{_SIGNS_AFTER} \u00a0\t\r\n"))
    return text[:end] + re.split("[\r\n]", text[end:], maxsplit=1)[0]


def _first_part(raw: str, content: str) -> str:
    """Return a line with plain blanks, except in JSON, where they may stand in a name."""
    name, _, value = raw.partition(":")
    is_json = value.strip().startswith(("[", "{", '"'))
    return f"{name}: {value.strip()}" if is_json else content


def _is_broken(before: str, content: str) -> bool:
    """Return whether a line was broken because the first word of the next line had no place."""
    words = content.split()
    return bool(words) and len(before) + 1 + len(words[0]) > _SHORTEST_BROKEN_LINE


def _join(line: str, content: str, before: str, number: int) -> str:
    if before.endswith(" "):
        return f"{line} {content}"
    if not _TURN.match(line):
        if is_cut_long_word(before):
            raise RecordError(number, CUT_WORD)
        return join_broken_line(line, content, len(before))
    last, first = line.split()[-1].strip("()"), content.split()[0].strip("()")
    is_one_code = _is_code(last + first)
    if is_one_code != (_is_code(last) and _is_code(first)):
        return line + content if is_one_code else f"{line} {content}"
    if len(before) in CUT_WIDTHS and not before.endswith("="):
        raise RecordError(number, CUT_WORD)
    return join_broken_line(line, content, len(before))


def _is_code(text: str) -> bool:
    """Return whether a text is a whole code; words that only some effects know do not count."""
    if _CODE_WITHOUT_ID.fullmatch(text):
        return True
    match = _CODE_WITH_ID.fullmatch(text)
    return match is not None and any(
        match[1] in known for known in (cards.BEINGS, cards.FLARES, cards.TASKS)
    )


def _without_sign_at_end(line: str) -> str:
    """Return the last line without the signs of a sentence around the record."""
    codes, _, last = line.rpartition(" ")
    end = _SIGNS_AT_END.search(last)
    if end and not _is_code(last.strip("()")) and _is_code(last[: end.start()].strip("()")):
        last = last[: end.start()]
    return f"{codes} {last}"
