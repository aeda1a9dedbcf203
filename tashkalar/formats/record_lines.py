"""The lines of a record, also of one that was pasted or came by mail."""

from __future__ import annotations

import re

from tashkalar import cards
from tashkalar.errors import RecordError
from tashkalar.pasted_text import (
    CUT_WIDTHS,
    CUT_WORD,
    RECORD_START,
    SIGNS_AFTER,
    cut_out,
    is_cut_long_word,
    join_broken_line,
    replace_curly_quotes,
    replace_hyphens,
    replace_spaces,
    split_lines,
    undo_encodings,
    without_signs_before,
)
from tashkalar.plain_text import remove_break_hints

_SHORTEST_BROKEN_LINE = 60  # characters with the word that did not fit any more
_TURN = re.compile(r"[0-9]{1,6}\. seat ")
_NEW_LINE = re.compile(rf"#|[A-Z][a-z]*:(?: |$)|{_TURN.pattern}")
_SQUARE = "[a-i][1-9]"
_CODE_WITH_ID = re.compile(rf"[~*%=!]?([a-z][a-z0-9-]*)(?:@{_SQUARE})?(?:/[0-9]+)?")
_CODE_WITHOUT_ID = re.compile(rf"[+^]?{_SQUARE}(?:-{_SQUARE})?|[.>-]|[0-9]|[ns]?[ew]|[ns]")
_SIGNS_AT_END = re.compile(rf"(?<=[a-z0-9.>)])[{re.escape(SIGNS_AFTER)}]+$")
_SIGNS_BEHIND = re.compile(
    f" [{re.escape(''.join(sign for sign in SIGNS_AFTER if sign not in '.>)'))} ]+$"
)
_HEADER_WITH_CODES = re.compile(r"(?:Record|Form|Schools|Result|Arrows|Marks):")


def record_lines(text: str) -> list[tuple[int, str]]:
    """Return the lines of a record with their numbers, from 1; RecordError names a faulty line.

    Comments and empty lines are left out. Lines that a mail program has broken are put together.
    """
    text = undo_encodings(remove_break_hints(text))
    # A record has blanks: without any, a program has replaced those of its comments and names too.
    given = split_lines(text if " " in text.strip() else replace_spaces(text))
    given = replace_curly_quotes(_without_words_after(cut_out(given, RECORD_START)))
    lines: list[tuple[int, str]] = []
    before = ""
    for number, raw in enumerate(given, 1):
        raw = raw if lines else without_signs_before(raw)
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


def _without_words_after(lines: list[str]) -> list[str]:
    """Return lines without the paragraphs of words that follow a record, and signs alone."""
    kept = list(lines)
    end = len(kept)
    while end := _last_filled(kept, end):
        begin = next((n for n in range(end, 0, -1) if not kept[n - 1].strip()), 0)
        is_sign = _is_sign_alone(kept[end - 1].strip(), kept[end - 2] if end > 1 else "")
        if is_sign:
            begin = end - 1
        elif not begin or not _are_words(kept[begin:end]):
            break
        kept[begin:end] = [""] * (end - begin)
        end = begin
    return kept


def _last_filled(lines: list[str], end: int) -> int:
    """Return the number of the last line before index `end` that is not empty; 0 for none."""
    return next((n for n in range(end, 0, -1) if lines[n - 1].strip()), 0)


def _is_sign_alone(content: str, before: str) -> bool:
    """Return whether a line has only signs that stood around the text, and no code."""
    if content in (".", ">") and _is_broken(before, content):
        return False
    return not replace_spaces(content).strip(f"{SIGNS_AFTER} ")


def _are_words(paragraph: list[str]) -> bool:
    """Return whether lines are words that follow a record; an earlier mail may be quoted."""
    contents = [replace_spaces(line).strip() for line in paragraph]
    for content in filter(None, contents):
        words = content.lstrip("> ").split()
        is_quoted = content.startswith(">") and not all(map(_is_code, words))
        if not is_quoted and words and (_NEW_LINE.match(content) or all(map(_is_code, words))):
            return False
    return any(re.search(r"[^\W\d_]{2}", content) for content in contents)


def _first_part(raw: str, content: str) -> str:
    """Return a line with plain blanks, except in JSON, where they may stand in a name."""
    name, _, value = raw.partition(":")
    is_json = value.strip().startswith(("[", "{", '"'))
    if is_json:
        return f"{name}: {value.strip()}"
    has_codes = _TURN.match(content) or _HEADER_WITH_CODES.match(content)
    return replace_hyphens(content) if has_codes else content


def _is_broken(before: str, content: str) -> bool:
    """Return whether a line was broken because the first word of the next line had no place."""
    words = content.split()
    return bool(words) and len(before) + 1 + len(words[0]) > _SHORTEST_BROKEN_LINE


def _join(line: str, content: str, before: str, number: int) -> str:
    if _TURN.match(line):
        content = replace_hyphens(content)
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
    codes, _, last = _SIGNS_BEHIND.sub("", line).rpartition(" ")
    end = _SIGNS_AT_END.search(last)
    if end and not _is_code(last.strip("()")) and _is_code(last[: end.start()].strip("()")):
        last = last[: end.start()]
    return f"{codes} {last}"
