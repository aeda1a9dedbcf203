"""The pages of the rules: a contents page, and a page for each section."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from tashkalar.site.paths import RULES_FOLDER
from tashkalar.site.reference_pages.drawings import diagrams_html
from tashkalar.site.reference_pages.layout import GAME_PAGE, INDEX, PageContent, game_url
from tashkalar.site.reference_pages.marked_html import marked_html, paragraph_id
from tashkalar.ui.reference import rulebook
from tashkalar.ui.reference.rulebook import PARAGRAPH_OF_QUESTION, split_paragraph
from tashkalar.ui.reference.term_diagrams import SECTION_DIAGRAMS, scenario_url
from tashkalar.ui.text.catalogue import Catalogue

SECTION_LESSONS: Mapping[str, tuple[str, ...]] = {
    "aim": ("pattern",),
    "board": ("colors",),
    "turn": ("placing",),
    "place": ("placing",),
    "summon": ("pattern", "turned", "rank"),
    "shortage": ("shortage",),
    "discard": ("discard",),
    "flares": ("flare",),
    "effects": ("effects",),
    "moves": ("moves",),
    "highform": ("task",),
    "duel": ("pairs", "flare-price"),
    "melee": ("weakest", "improvise", "odd"),
    "teams": ("sideways", "pass", "legends"),
    "schools": ("imperial-1", "highland-1", "sylvan-1"),
    "everfrost": ("everfrost-1", "everfrost-2"),
    "nethervoid": ("nethervoid-1", "nethervoid-3"),
    "etherweave": ("etherweave-1", "etherweave-2"),
    "end": ("last-round",),
    "winning": ("last-round",),
    "words": ("moves",),
}
"""The lessons in which a reader can try what a section says."""


def rules_pages(words: Catalogue) -> list[PageContent]:
    """Return the pages of the rules in the language of the catalogue, in their order."""
    sections = rulebook.sections(words)
    pages = [(INDEX, words.text("pages.rules.title")), *((s.name, s.title) for s in sections)]
    contents = [_contents_page(sections, words)]
    for number, section in enumerate(sections, start=1):
        following = pages[number + 1] if number + 1 < len(pages) else None
        contents.append(
            PageContent(
                folder=RULES_FOLDER,
                name=section.name,
                title=words.text("pages.rules.section", section=section.title),
                description=section.paragraphs[0].text,
                main=_section_html(section, words),
                previous=pages[number - 1],
                next=following,
                board=("rule", section.name),
            )
        )
    return contents


def _contents_page(sections: tuple[rulebook.Section, ...], words: Catalogue) -> PageContent:
    title, about = words.text("pages.rules.title"), words.text("pages.rules.about")
    entries = "\n".join(
        f'<li><a href="./{section.name}.html">{escape(section.title, quote=False)}</a> '
        f'<span class="dim">{escape(section.paragraphs[0].text, quote=False)}</span></li>'
        for section in sections
    )
    main = (
        f"<h1>{escape(title, quote=False)}</h1>\n<p>{escape(about, quote=False)}</p>\n"
        f"{_search_html(words)}\n"
        f'<ol class="sections">\n{entries}\n</ol>\n{_questions_html(words)}'
    )
    first = (sections[0].name, sections[0].title)
    return PageContent(RULES_FOLDER, INDEX, title, about, main, next=first)


def _questions_html(words: Catalogue) -> str:
    """Return the questions that people ask, as links to the paragraphs that answer them."""
    entries = "\n".join(
        f'<li><a href="./{section}.html#{paragraph_id(number)}">'
        f"{escape(words.text(f'question.{name}'), quote=False)}</a></li>"
        for name, paragraph in PARAGRAPH_OF_QUESTION.items()
        for section, number in (split_paragraph(paragraph),)
    )
    title = words.text("question.title")
    return f"<h2>{escape(title, quote=False)}</h2>\n<ul>\n{entries}\n</ul>"


def _search_html(words: Catalogue) -> str:
    """Return the field of the search, which needs no script: the game searches, and answers."""
    label, button = words.text("page.rules.search"), words.text("pages.rules.search")
    return (
        f'<form class="search not-printed" role="search" action="{GAME_PAGE}">'
        f'<input type="hidden" name="lang" value="{words.language}">'
        f'<label class="field"><span>{escape(label, quote=False)}</span>'
        '<input class="input" type="search" name="search" required maxlength="60"></label>'
        f'<button class="btn">{escape(button, quote=False)}</button></form>'
    )


def _section_html(section: rulebook.Section, words: Catalogue) -> str:
    known_terms: set[str] = set()
    named_rules: set[str] = set()
    paragraphs = "\n".join(
        _paragraph_html(number, paragraph, words, known_terms, named_rules)
        for number, paragraph in enumerate(section.paragraphs, start=1)
    )
    return (
        f"<h1>{escape(section.title, quote=False)}</h1>\n"
        f"{_diagrams(section.name, words)}\n"
        f"{_lesson_links(section.name, words)}\n"
        f'<div class="prose">\n{paragraphs}\n</div>\n{_search_html(words)}\n'
        f'<p class="not-printed"><a href="{game_url(words.language, f"#rules/{section.name}")}">'
        f"{escape(words.text('pages.open'), quote=False)}</a></p>"
    )


def _diagrams(section: str, words: Catalogue) -> str:
    """Return the diagrams of a section; a link opens the position of each in the game."""
    diagrams = SECTION_DIAGRAMS[section]
    addresses = [
        game_url(words.language, f"#scenario={scenario_url(section, number)}")
        for number in range(1, len(diagrams) + 1)
    ]
    return diagrams_html(diagrams, addresses, words)


def _lesson_links(section: str, words: Catalogue) -> str:
    items = "".join(
        f'<li><a class="btn" href="{game_url(words.language, f"&lesson={lesson}")}">'
        f"{escape(words.text('pages.lesson', name=words.text(f'learn.{lesson}.title')))}</a></li>"
        for lesson in SECTION_LESSONS[section]
    )
    return f'<ul class="tries">{items}</ul>'


def _paragraph_html(
    number: int,
    paragraph: rulebook.Paragraph,
    words: Catalogue,
    known_terms: set[str],
    named_rules: set[str],
) -> str:
    """Return a paragraph; a rule's number is an anchor (``#R7.2``) where it stands first."""
    rules = []
    for rule in paragraph.rule_numbers:
        anchor = "" if rule in named_rules else f' id="R{rule}"'
        rules.append(f"<span{anchor}>R{rule}</span>")
        named_rules.add(rule)
    cited = f' <small class="rule-numbers">{" ".join(rules)}</small>' if rules else ""
    text = marked_html(paragraph.text, words, known_terms)
    return f'<p id="{paragraph_id(number)}">{text}{cited}</p>'
