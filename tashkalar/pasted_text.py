"""Texts from the world: undo what mail, chats, word processors and web pages have done to them.

Such programs change signs (no-break spaces, curly quotes, dashes), add signs without a width, break
lines at about 76 characters, encode a text once more, and put quotes, fences and words around it. A
change is undone only if its undoing is unambiguous. The readers of all text forms begin here.
"""

from __future__ import annotations

import codecs
import re
from binascii import a2b_qp
from collections.abc import Iterator
from urllib.parse import unquote

from tashkalar.plain_text import HIDDEN_SIGNS, remove_break_hints

_MAIL_WIDTH = 76  # characters after which mail programs break lines
CUT_WIDTHS = (*range(_MAIL_WIDTH, 81), 998)  # of lines that may have been cut inside a word
CUT_WORD = "a word is broken at the end; write it in one line"
_LONGEST_LINE = 1_000  # characters of a line that are looked at
_SHORTEST_HARD_WRAP = 60  # characters
_LINE_END = re.compile(r"\r\n|\r|\n")
_RARE_LINE_END = re.compile("[\x85\u2028\u2029]")  # line ends only in a text without the usual ones
_FENCE = re.compile(r"\s*(?:```\w*|~~~\w*)\s*")  # the line around a text in a chat
_QUOTE_MARKS = re.compile(r"[ \t]*(?:>[ \t]?)+")  # of mail, before a line
_SPACES = re.compile("[\t\v\f\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_HIDDEN = re.compile(f"[{HIDDEN_SIGNS}]+")
_HYPHENS = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212\ufe63\uff0d", "-"))
_DASHES = ({0x2013: "-", 0x2014: "--"}, {0x2013: "--", 0x2014: "-"})
# Proofpoint's; its third version keeps the signs of a link except the #.
_FILTERED_LINK = re.compile(r"https://urldefense\.proofpoint\.com/v2/url\?u=([^&\s]+)")
_CURLY_QUOTES = "“”„‟«»＂"
_CURLY_QUOTE = re.compile("«[ \u00a0\u202f]?|[ \u00a0\u202f]?»|[“”„‟＂]")
_EMPHASIS = "*_`~"
_BEFORE = f"\"'‘’‚{_CURLY_QUOTES}<({_EMPHASIS}"
SIGNS_AFTER = f"\"'‘’{_CURLY_QUOTES}>).,;!?…{_EMPHASIS}"
_AROUND = f"[{re.escape(_BEFORE)}{HIDDEN_SIGNS}\\s]*"
_OBJECT_START = re.compile(rf"{_AROUND}\{{")
_JSON_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[{}]', re.DOTALL)
_OBJECT = re.compile(rf'\{{(?=\s*(?:["{_CURLY_QUOTES}]|\}}|$))', re.MULTILINE)
_SIGNS_BEFORE = re.compile(f"^{_AROUND}")
_CURLY_VALUE = re.compile(rf"\s*[A-Z][a-z]*:\s*+[\[{{]?\s*+[{_CURLY_QUOTES}]")
_NO_WORDS = re.compile(r"\W*")
_HEADERS = "Record|Form|Schools|Names|Seed|Options|Decks|Packs|Scenario|Save|Result"
_HEADER = re.compile(r"\s*[A-Z][a-z]*:(?: |$)")
_TURN = re.compile(r"\s*[0-9]{1,6}\. seat ")
RECORD_START = re.compile(rf"{_AROUND}(?:{_HEADERS}):(?: |$)")
_NO_WORD = re.compile(rf"[{re.escape(SIGNS_AFTER)}{HIDDEN_SIGNS}]*(?:\s|$)")
_JSON_START = re.compile(rf".*{_OBJECT.pattern}")
# Closed or not, so that the search is linear.
_JSON_STRING = re.compile(r'("[^"\\]*+(?:\\.[^"\\]*+)*+"?)', re.DOTALL)

# Signs of an encoding, and signs that no text in that encoding has.
_QUOTED_PRINTABLE = re.compile(r"=(?:3D|[89A-F][0-9A-F]|[ \t]*\r?\n)")
_NOT_QUOTED_PRINTABLE = re.compile(r"=(?![0-9A-F]{2}|[ \t]*\r?(?:\n|\Z))|[^\0-~]")
_ENTITY = re.compile("&(quot|amp|lt|gt|apos|nbsp|shy|#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6});")
_ENTITIES = {
    **{"quot": '"', "amp": "&", "lt": "<", "gt": ">", "apos": "'", "nbsp": "\u00a0"},
    "shy": "\u00ad",
}
_PERCENT = re.compile("%(?:22|0A|7B|3A)", re.IGNORECASE)
_MOST_ENCODINGS = 3  # in each other

_BOMS = (
    (codecs.BOM_UTF32_LE, "utf-32"),  # before that of UTF-16, which begins alike
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


_CONTROL = re.compile(r"[\0-\x08\x0e-\x1f\x7f]")


# -- bytes -----------------------------------------------------------------------------------------


def decode_file(content: bytes, code_page: str = "") -> str:
    """Return the text of a file or stream; ValueError for bytes that are no text.

    The text is UTF-8, UTF-16 or UTF-32, or else in the code page of the system or in that of
    Windows in western Europe.
    """
    encoding = next((name for bom, name in _BOMS if content.startswith(bom)), "")
    zeros = [content[start:1_000:2].count(0) for start in (0, 1)]
    if not encoding and max(zeros) > len(content[:1_000]) // 4:
        encoding = "utf-16-le" if zeros[1] > zeros[0] else "utf-16-be"
    for name in (encoding,) if encoding else ("utf-8", code_page or "utf-8", "cp1252"):
        try:
            text = content.decode(name)
        except (UnicodeDecodeError, LookupError):
            continue
        if name == "utf-8" or not _CONTROL.search(text):
            return text.removeprefix("\ufeff")
    raise ValueError("not a text")


# -- whole texts -----------------------------------------------------------------------------------


def undo_encodings(text: str) -> str:
    """Return a text that was encoded once more, for mail, HTML or an address, as it was.

    A text is decoded only if all of it fits the encoding.
    """
    for _ in range(_MOST_ENCODINGS):
        decoded = _undo_encoding(text)
        if decoded == text:
            break
        text = decoded
    return text


def _undo_encoding(text: str) -> str:
    if _QUOTED_PRINTABLE.search(text) and not _NOT_QUOTED_PRINTABLE.search(text):
        try:
            return a2b_qp(text).decode()
        except UnicodeDecodeError:
            return text
    if _ENTITY.search(text) and not re.search('["<]', text):
        return _ENTITY.sub(_read_entity, text)
    if _PERCENT.search(text) and not re.search(r"\s|[\"{]", text.strip()):
        return unquote(text.strip(), errors="replace")
    return text


def _read_entity(found: re.Match[str]) -> str:
    name = found[1]
    if name[0] != "#":
        return _ENTITIES[name]
    number = int(name[2:], 16) if name[1] in "xX" else int(name[1:])
    return chr(number) if 0 < number < 0x110000 else found[0]


def split_lines(text: str) -> list[str]:
    """Return the lines of a text, which may end as on any system."""
    return (_LINE_END if re.search("[\r\n]", text) else _RARE_LINE_END).split(text)


def cut_out(lines: list[str], start: re.Pattern[str]) -> list[str]:
    """Return the lines of what begins in the first line that fits `start`, without mail quotes.

    The lines of words and fences around it become empty, so that the numbers of the others stay. A
    text without such a line stays as it is.
    """
    found = _find_start(lines, start)
    if found is None:
        return lines
    first, depth = found
    before = [_without_quotes(line, depth) or "" for line in lines[:first]]
    has_fence = any(map(_FENCE.fullmatch, before))
    cut: list[str] = []
    for line in lines[first:]:
        content = _without_quotes(line, depth)
        is_fence = content is not None and bool(_FENCE.fullmatch(content))
        if content is None or (is_fence and has_fence):
            break
        cut.append("" if is_fence else content)
    return [*_keep_near_lines(before), *cut, *[""] * (len(lines) - first - len(cut))]


def _find_start(lines: list[str], start: re.Pattern[str]) -> tuple[int, int] | None:
    """Return the index of the first line that fits, and how often it is quoted."""
    for index, line in enumerate(lines):
        marks = _QUOTE_MARKS.match(line)
        if start.match(line[marks.end() :] if marks else line):
            return index, marks[0].count(">") if marks else 0
    return None


def _without_quotes(line: str, depth: int) -> str | None:
    """Return a line without `depth` marks of mail quotes; None for words that have fewer."""
    rest = line
    for _ in range(depth):
        rest = rest.lstrip(" \t")
        if not rest.startswith(">"):
            return None if rest.strip() else ""
        rest = rest[1:].removeprefix(" ")
    return rest


def _keep_near_lines(lines: list[str]) -> list[str]:
    """Return empty lines in the place of words; a reader is to name what it nearly knows."""
    last_empty = max((n for n, line in enumerate(lines) if not line.strip()), default=-1)
    return [
        line if _TURN.match(line) or (number > last_empty and _HEADER.match(line)) else ""
        for number, line in enumerate(lines)
    ]


def replace_spaces(text: str) -> str:
    """Return a text with plain blanks instead of other spaces, without signs of no width."""
    return text if text.isascii() and "\t" not in text else _HIDDEN.sub("", _SPACES.sub(" ", text))


def replace_hyphens(text: str) -> str:
    """Return a text with plain hyphens instead of dashes, minus signs and no-break hyphens."""
    return text.translate(_HYPHENS)


def without_signs_before(line: str) -> str:
    """Return the first line of a text without quotes, brackets and signs of emphasis before it."""
    return _SIGNS_BEFORE.sub("", line, count=1)


def replace_curly_quotes(lines: list[str]) -> list[str]:
    """Return the lines of a record with straight quotes, if a program has made all of them curly.

    A comment in plain words keeps its quotes.
    """
    if any('"' in line for line in lines):
        return lines
    return [_CURLY_QUOTE.sub('"', line) if _has_curly_value(line) else line for line in lines]


def _has_curly_value(line: str) -> bool:
    """Tell whether a header has a value in curly quotes, with no word behind the last one."""
    begin, behind = _CURLY_VALUE.match(line), _NO_WORDS.match(line[::-1])
    assert behind is not None  # it may be empty
    end = len(line) - behind.end()
    return begin is not None and any(
        sign in _CURLY_QUOTES for sign in line[max(begin.end(), end) :]
    )


def is_json_object(text: str) -> bool:
    """Tell whether a text is meant as a JSON object, perhaps with signs or words around it."""
    for line in split_lines(undo_encodings(remove_break_hints(text))):
        content = line.lstrip("> \t")
        if RECORD_START.match(content):
            return False
        if _JSON_START.match(content) or _OBJECT_START.match(content):
            return True
    return False


def strip_link_end(text: str) -> str:
    """Return a value from the end of a link without the signs of the sentence around the link."""
    return replace_spaces(text).strip().rstrip(SIGNS_AFTER).strip()


def link_readings(text: str) -> list[str]:
    """Return what a text with a link may have been, the likeliest first.

    A phone writes a dash for two hyphens, a word processor one for a single hyphen. A filter for
    mail puts a link into one of its own. The last reading has no blanks, as a broken link has none.
    """
    text = _HIDDEN.sub("", text).replace("\\", "")  # Markdown
    text = _FILTERED_LINK.sub(_read_filtered_link, text)
    hyphens = [text.translate(_HYPHENS | dashes) for dashes in _DASHES]
    return list(dict.fromkeys((*hyphens, "".join(hyphens[0].split()))))


def _read_filtered_link(found: re.Match[str]) -> str:
    return unquote(found[1].replace("-", "%").replace("_", "/"))


# -- JSON ------------------------------------------------------------------------------------------


def json_readings(text: str) -> Iterator[str]:
    """Yield what a JSON text may have been before it was pasted, the likeliest first.

    ValueError names an ambiguous line.
    """
    lines = cut_out(split_lines(undo_encodings(text)), _JSON_START)
    yield _mend_json(lines)
    without_others = [line if not line.startswith(">") else "" for line in lines]
    if without_others != lines:  # such as an earlier mail below
        yield _mend_json(without_others)


def _mend_json(lines: list[str]) -> str:
    filled = [index for index, line in enumerate(lines) if line.strip()]
    first, last = (filled[0], filled[-1]) if filled else (0, 0)
    width = len(lines[first])
    is_hard_wrapped = (
        width >= _SHORTEST_HARD_WRAP
        and all(len(line) == width for line in lines[first:last])
        and len(lines[last]) <= width
    )
    text = ("" if is_hard_wrapped else "\n").join(lines[first : last + 1])
    start = _OBJECT.search(text)
    begin = start.start() if start else 0
    if _CURLY_QUOTE.match(text[begin + 1 : begin + 1_000].lstrip()) or '"' not in text:
        text = text[:begin] + _CURLY_QUOTE.sub('"', text[begin:])
    end = _find_end(text, begin) if start else len(text)
    if _OBJECT.search(text, end) or not _NO_WORD.match(text, end):
        begin, end = 0, len(text)  # two objects, or something that belongs to this one
    # The line ends before the object stay, so that errors name the right line.
    above = "\n" * (first + text.count("\n", 0, begin))
    return above + _mend_strings(_JSON_STRING.split(text[begin:end]), first_line=len(above) + 1)


def _find_end(text: str, begin: int) -> int:
    """Return the index behind the JSON object that begins at `begin`; that of the end if none."""
    depth = 0
    for token in _JSON_TOKEN.finditer(text, begin):
        depth += {"{": 1, "}": -1}.get(token[0], 0)
        if depth == 0:
            return token.end()
    return len(text)


def _mend_strings(parts: list[str], first_line: int) -> str:
    """Return a JSON text whose odd parts are strings, without line ends and tabs in them."""
    # A program that has replaced the blanks outside strings has replaced those inside.
    has_other_spaces = any(_SPACES.search(part) for part in parts[::2])
    mended: list[str] = []
    number, line = first_line, ""  # the number of the current line, and the line up to here
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
        mended.append(_SPACES.sub(" ", string) if has_other_spaces else string.replace("\t", " "))
    return "".join(mended)


# -- broken lines ----------------------------------------------------------------------------------


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
