"""Changes that a text suffers on its way: by mail, chats, word processors and redirectors.

Each has a name and a function that mangles. The tests of the text forms, of the command line and of
the boards in other pages take the same ones.
"""

from __future__ import annotations

import base64
import html
import quopri
import re
import textwrap
from collections.abc import Callable
from urllib.parse import quote

Mangle = Callable[[str], str]
EARLIER = "#far=q1YqU7JSMlTSUSrLTFGyUoo21DGMrQUA"  # an earlier message, whose end is lost


def hard_wrapped(text: str, width: int = 76, end: str = "\n") -> str:
    """Cut each line after so many characters."""
    return re.sub(f"(.{{{width}}})(?=.)", rf"\1{end}", text)


def wrapped(text: str, *, end: str = "") -> str:
    """Break lines at blanks, in whose place `end` stays."""
    lines = (
        textwrap.wrap(line, 76, break_long_words=False, break_on_hyphens=False)
        for line in text.split("\n")
    )
    return "\n".join(f"{end}\n".join(parts) for parts in lines)


def quoted(text: str, sign: str = "> ") -> str:
    """Put a sign before each line."""
    return "".join(f"{sign}{line}\n" for line in text.split("\n"))


def curly(text: str, quotes: str = "“”") -> str:
    """Replace the straight quotes of a JSON text without quotes inside its strings."""
    return re.sub('"([^"]*)"', rf"{quotes[0]}\1{quotes[1]}", text)


def quoted_printable(text: str) -> str:
    """Encode a text as mail programs do (RFC 2045, 6.7)."""
    return quopri.encodestring(text.encode()).decode()


def proofpoint_2(text: str) -> str:
    """Return the link that version 2 of a mail filter makes of a link."""
    encoded = re.sub("[^A-Za-z0-9./]", lambda sign: f"-{ord(sign[0]):02X}", text)
    return f"https://urldefense.proofpoint.com/v2/url?u={encoded.replace('/', '_')}&d=DwMFaQ&c=e"


def proofpoint_3(text: str) -> str:
    """Return the link that version 3 of a mail filter makes of a link."""
    replaced = base64.urlsafe_b64encode(b"#" * text.count("#")).decode().rstrip("=")
    return f"https://urldefense.com/v3/__{text.replace('#', '*')}__;{replaced}!!Ab-c!DeF$"


EVERY_TEXT: dict[str, Mangle] = {
    "nothing": str,
    "a byte order mark": lambda text: f"\ufeff{text}",
    "blanks and line ends around": lambda text: f"\r\n  {text}\r\n \t\r\n",
    "no-break spaces around": lambda text: f"\u00a0{text}\u00a0\n",
    "straight quotes around": lambda text: f'"{text}"',
    "curly quotes around": lambda text: f"“{text}”",
    "German quotes around": lambda text: f"„{text}“",
    "single curly quotes around": lambda text: f"‘{text}’",
    "guillemets around": lambda text: f"« {text} »",
    "round brackets around": lambda text: f"({text})",
    "angle brackets around": lambda text: f"<{text}>",
    "a bracket and a dot behind": lambda text: f"{text.rstrip()}).",
    "a comma behind": lambda text: f"{text.rstrip()},",
    "an exclamation mark behind": lambda text: f"{text.rstrip()}!",
    "question marks behind": lambda text: f"{text.rstrip()} ??",
    "an ellipsis behind": lambda text: f"{text.rstrip()}…",
    "bold in a chat": lambda text: f"*{text.strip()}*",
    "bold in Markdown": lambda text: f"**{text.strip()}**",
    "italic in a chat": lambda text: f"_{text.strip()}_",
    "code in a chat": lambda text: f"`{text.strip()}`",
    "struck out in a chat": lambda text: f"~{text.strip()}~",
    "left-to-right marks around": lambda text: f"\u200e{text}\u200e",
    "isolated from the words around": lambda text: f"\u2068{text}\u2069",
    "embedded in the words around": lambda text: f"\u202a{text}\u202c",
    "zero-width spaces around": lambda text: f"\u200b{text}\u200b",
    "word joiners around": lambda text: f"\u2060{text}\u2060",
    "quoted by mail": quoted,
    "quoted without blanks": lambda text: quoted(text, ">"),
    "forwarded by mail": lambda text: quoted(text, ">>> "),
    "forwarded with blanks": lambda text: quoted(text, "> > "),
    "quoted below words": lambda text: f"On Monday Ann wrote:\n{quoted(text)}",
    "quoted between words": lambda text: f"Hello\n\n{quoted(text)}\nSee you!\nAnn",
    "in the fences of a chat": lambda text: f"```\n{text}\n```\n",
    "in fences that name a language": lambda text: f"```json\n{text}\n```",
    "in other fences": lambda text: f"~~~\n{text}\n~~~\n",
    "in fences among words": lambda text: f"Here it is:\n```\n{text}\n```\nGood luck!\n",
    "in quoted fences": lambda text: quoted(f"```\n{text}\n```"),
    "below words": lambda text: f"Hello Bea,\nhere is what I have:\n\n{text}",
    "above words": lambda text: f"{text}\n\nSee you on Friday!\n-- \nAnn\n",
    "among words": lambda text: f"Hello!\n\n{text}\n\nYours, Ann",
    "indented": lambda text: textwrap.indent(text, "    "),
    "indented by tabs": lambda text: textwrap.indent(text, "\t"),
    "quoted-printable": quoted_printable,
    "escaped for HTML": html.escape,
    "percent-encoded": lambda text: quote(text, safe=""),
}
SEVERAL_LINES: dict[str, Mangle] = {
    "Windows": lambda text: text.replace("\n", "\r\n"),
    "lone carriage returns": lambda text: text.replace("\n", "\r"),
    "lines of an old mainframe": lambda text: text.replace("\n", "\x85"),
    "line separators": lambda text: text.replace("\n", "\u2028"),
    "empty lines between lines": lambda text: text.replace("\n", "\n\n"),
    "blanks at the ends of lines": lambda text: text.replace("\n", " \u00a0\n"),
    "broken, blanks stay": lambda text: wrapped(text, end=" "),
    "broken, blanks go": wrapped,
    "no-break spaces for blanks": lambda text: text.replace(" ", "\u00a0"),
    "narrow spaces for blanks": lambda text: text.replace(" ", "\u202f"),
    "tabs for blanks": lambda text: text.replace(" ", "\t"),
    "soft hyphens in long words": lambda text: re.sub("([a-z]{4})(?=[a-z]{3})", "\\1\u00ad", text),
    "zero-width spaces after signs": lambda text: re.sub("([:,/-])", "\\1\u200b", text),
    "word joiners after hyphens": lambda text: text.replace("-", "-\u2060"),
    "quoted, broken and fenced": lambda text: quoted(f"```\n{wrapped(text)}\n```"),
    "forwarded in quoted-printable": lambda text: quoted_printable(quoted(text)),
}
JSON_TEXTS: dict[str, Mangle] = {
    "curly quotes": curly,
    "German quotes": lambda text: curly(text, "„“"),
    "French quotes": lambda text: re.sub('"([^"]*)"', "«\u00a0\\1\u00a0»", text),
    "full-width quotes": lambda text: text.replace('"', "＂"),
    "no-break spaces to indent": lambda text: re.sub(
        "(?m)^ +", lambda found: "\u00a0" * len(found[0]), text
    ),
    "curly quotes, quoted, among words": lambda text: f"Hello!\n\n{quoted(curly(text))}\nBye.",
}
RECORDS: dict[str, Mangle] = {
    "no-break hyphens": lambda text: text.replace("-", "\u2011"),
    "minus signs": lambda text: text.replace("-", "\u2212"),
    "dashes": lambda text: text.replace("-", "–"),
    "above an earlier one": lambda text: f"{text}\nAnn wrote on Monday:\n\n{quoted(text)}",
}
LINKS: dict[str, Mangle] = {
    "behind words": lambda link: f"My turn: {link} See you!",
    "broken": lambda link: hard_wrapped(link, 76, "\r\n"),
    "broken early": lambda link: hard_wrapped(link, 30),
    "broken and quoted": lambda link: quoted(hard_wrapped(link, 72)),
    "broken, words follow": lambda link: f"{hard_wrapped(link)}\nSee you on Friday, Ann",
    "broken, words follow at once": lambda link: f"{hard_wrapped(link)} See you on Friday!",
    "broken and quoted, words follow": lambda link: (
        f"On Monday Ann wrote:\n{quoted(hard_wrapped(link, 74))}> See you, Ann\n"
    ),
    "broken by backslashes": lambda link: hard_wrapped(link, 70, "\\\\\n"),
    "an earlier link below": lambda link: f"{link}\n\n> My turn: https://a.example/{EARLIER}",
    "an earlier link above": lambda link: f"https://a.example/{EARLIER} {link}",
    "a link of Markdown": lambda link: f"[Your turn]({link})",
    "a link of Slack": lambda link: f"<{link}|Your turn>",
    "a link of BBCode": lambda link: f"[url={link}]Your turn[/url]",
    "a link of HTML": lambda link: f'<a href="{html.escape(link)}">Your turn</a>',
    "escaped for Markdown": lambda link: re.sub("([_*-])", r"\\\1", link),
    "Safe Links": lambda link: (
        f"https://eur01.safelinks.protection.outlook.com/?url={quote(link, safe='')}"
        "&data=05%7C02%7Cann%40a.example%7C08dc&sdata=Qx%2Bz&reserved=0"
    ),
    "Safe Links, escaped for HTML": lambda link: html.escape(LINKS["Safe Links"](link)),
    "Safe Links, broken": lambda link: hard_wrapped(LINKS["Safe Links"](link)),
    "Safe Links, twice": lambda link: LINKS["Safe Links"](LINKS["Safe Links"](link)),
    "a redirector of a search": lambda link: (
        f"https://www.google.com/url?q={quote(link, safe='')}&sa=D&source=docs&ust=17&usg=AOv"
    ),
    "a redirector of a network": lambda link: (
        f"https://l.facebook.com/l.php?u={quote(link, safe='')}&h=A"
    ),
    "a redirector in small letters": lambda link: (
        "https://r.example/?to="
        + re.sub("%[0-9A-F]{2}", lambda found: found[0].lower(), quote(link, safe=""))
    ),
    "a mail filter, version 2": proofpoint_2,
    "a mail filter, version 3": proofpoint_3,
    "percent-encoded twice": lambda link: quote(quote(link, safe=""), safe=""),
    "only the sign of equality encoded": lambda link: link.replace("far=", "far%3D"),
    "a query instead of a fragment": lambda link: link.replace("#", "?"),
    "zero-width spaces inside": lambda link: hard_wrapped(link, 20, "\u200b"),
    "soft hyphens inside": lambda link: hard_wrapped(link, 12, "\u00ad"),
    "no-break hyphens": lambda link: link.replace("-", "\u2011"),
    "dashes for two hyphens": lambda link: link.replace("--", "—"),
    "dashes for hyphens": lambda link: link.replace("-", "–"),
    "quoted-printable, quoted": lambda link: quoted_printable(quoted(link)),
    "bold, among words": lambda link: f"Hi *{link}*, your turn",
    "italic, with a full stop": lambda link: f"See _{link}_.",
}
