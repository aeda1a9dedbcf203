"""The lines of docs/how-to/put-a-board-in-a-page.md, after what each program does to HTML.

The programs are not here: functions do what their documentation says. The frame holds an empty page
of the site, since only what reaches the reader is looked at.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

from tashkalar.site.bundles import EMBEDDER_SCRIPT, bundle_script
from tashkalar.site.paths import ROOT
from tests.browser.engines.tab import launch
from tests.browser.test_element_loading import served

DOCUMENT = (ROOT / "docs/how-to/put-a-board-in-a-page.md").read_text(encoding="utf-8")
THE_SITE = "https://the.site/"
FRAME, LINK = "frame", "link"
SEEN = """() => new Promise((done) => setTimeout(() => {
  const element = document.querySelector("tash-kalar");
  const frame = (element?.shadowRoot ?? document).querySelector("iframe");
  done([frame?.src ?? "", document.querySelector("a")?.href ?? "", document.body.innerText]);
}, 500))"""


def line_for(program: str, language: str = "html", number: int = 0) -> str:
    """Return a code block of a section of the document."""
    section = DOCUMENT.split(f"\n## {program}\n")[1].split("\n## ")[0]
    blocks: list[str] = re.findall(rf"```{language}\n(.*?)```", section, re.DOTALL)
    return blocks[number]


def strip_tags(text: str, *names: str) -> str:
    """Remove tags, and a script with its content."""
    text = (
        re.sub(r"<script\b.*?</script>", "", text, flags=re.DOTALL) if "script" in names else text
    )
    return re.sub(rf"</?(?:{'|'.join(names)})\b[^>]*>", "", text)


def wordpress_classic(text: str) -> str:
    """Put paragraphs and breaks around lines, as wpautop does."""
    return "<p>" + text.strip().replace("\n", "<br />\n") + "</p>"


def wordpress_filtered(text: str) -> str:
    """Strip what kses does not know, for accounts without unfiltered HTML."""
    return wordpress_classic(strip_tags(text, "script", "iframe", "tash-kalar"))


def discourse(text: str) -> str:
    """Strip scripts and unknown elements; keep a frame whose address begins as an allowed one."""
    cooked = MarkdownIt("commonmark").render(strip_tags(text, "script", "tash-kalar"))
    allowed = f'src="{THE_SITE}board.html'
    return cooked if allowed in cooked else strip_tags(cooked, "iframe")


def mkdocs(text: str) -> str:
    """Keep HTML in Markdown; the script stands at the end of the page."""
    (script,) = re.findall(r"- (\S+embed\.js)", line_for("MkDocs", "yaml"))
    page = MarkdownIt("commonmark").render(f"# A page\n\n{text}\nMore text.\n")
    return f'{page}<script src="{script}"></script>'


def docusaurus(text: str) -> str:
    """Write the page in advance, with the script in its head; then make it anew, as React does."""
    (script,) = re.findall(r'src: "(\S+embed\.js)"', line_for("Docusaurus", "js"))
    attributes = dict(re.findall(r'(\w+)="([^"]*)"', text.split(">")[0]))
    link = re.search(r'<a href="([^"]*)">(.*?)</a>', text)
    assert link
    return (
        f'<script src="{script}" defer></script><div id="root">{text}</div><script>'
        'addEventListener("load", () => { const e = document.createElement("tash-kalar");'
        f"for (const [k, v] of Object.entries({attributes})) e.setAttribute(k, v);"
        'const a = document.createElement("a");'
        f'a.href = "{link[1]}"; a.textContent = "{link[2]}"; e.append(a);'
        'document.getElementById("root").replaceChildren(e); })</script>'
    )


def obsidian(text: str) -> str:
    """Render Markdown and sanitize it: no scripts, no unknown elements, but frames."""
    return strip_tags(MarkdownIt("commonmark").render(text), "script", "tash-kalar")


def mediawiki(text: str) -> str:
    """Show tags that a wiki does not know as text."""
    return f"<p>{html.escape(text)}</p>"


def mediawiki_widget(text: str) -> str:
    """Fill in the fields of a widget."""
    return re.sub(r"<!--\{\$puzzle[^}]*\}-->", "daily", text)


WAYS: dict[str, tuple[str, Callable[[str], str], str]] = {
    "WordPress, Custom HTML": (line_for("WordPress"), str, FRAME),
    "WordPress, classic editor": (line_for("WordPress"), wordpress_classic, FRAME),
    "WordPress, other accounts": (line_for("WordPress"), wordpress_filtered, LINK),
    "Discourse": (line_for("Discourse"), discourse, FRAME),
    "Discourse, the element": (line_for("WordPress"), discourse, LINK),
    "MkDocs": (line_for("MkDocs"), mkdocs, FRAME),
    "Docusaurus": (line_for("Docusaurus"), docusaurus, FRAME),
    "Obsidian": (line_for("Obsidian"), obsidian, FRAME),
    "Obsidian, the element": (line_for("MkDocs"), obsidian, LINK),
    "MediaWiki, Widgets": (line_for("MediaWiki"), mediawiki_widget, FRAME),
    "MediaWiki, the element": (line_for("MkDocs"), mediawiki, "text"),
}


def test_each_line_shows_what_the_document_says(tmp_path: Path) -> None:
    script = bundle_script(ROOT, EMBEDDER_SCRIPT, "--minify")
    seen: dict[str, Any] = {}
    with served({f"/{EMBEDDER_SCRIPT}": ("text/javascript", script)}) as site:
        pages = {
            f"/{number}.html": (
                "text/html",
                f"<!doctype html><body>{do(line)}".replace(THE_SITE, site),
            )
            for number, (line, do, _) in enumerate(WAYS.values())
        }
        with served(pages) as host, launch("chromium", tmp_path, width=800, height=600) as tab:
            for way, path in zip(WAYS, pages, strict=True):
                tab.open(f"{host.rstrip('/')}{path}")
                seen[way] = tab.evaluate(SEEN)
    for way, (_, _, expected) in WAYS.items():
        frame, link, text = seen[way]
        if expected == FRAME:
            assert frame.startswith(f"{site}board.html?embed=1"), way
            assert "puzzle=daily" in frame, way
        else:
            assert frame == "", way
            assert (link == site) == (expected == LINK), way
            assert ("<tash-kalar" in text) == (expected == "text"), way


@pytest.mark.parametrize("program", ["WordPress", "Discourse", "MkDocs", "Docusaurus", "Obsidian"])
def test_each_section_says_that_it_was_tried_like_this(program: str) -> None:
    section = DOCUMENT.split(f"\n## {program}\n")[1]
    assert section.startswith("\nLike it.")
