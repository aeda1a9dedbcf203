"""Sheets to print: each form on one sheet, cards to cut out, puzzles and blank boards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

from tashkalar import cards
from tashkalar.cards.schools import built_in_schools
from tashkalar.site.paths import PRINT_FOLDER
from tashkalar.site.reference_pages.card_pages import (
    CardDeck,
    card_decks,
    card_kind,
    card_texts,
    name_html,
)
from tashkalar.site.reference_pages.drawings import pattern_svg
from tashkalar.site.reference_pages.layout import INDEX, PageContent
from tashkalar.site.reference_pages.print_board import board_svg_text
from tashkalar.ui.reference import gallery
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.views import CardView

CARDS_PER_PAGE = 9
_LONG_TEXT = 220  # characters; a longer text is printed smaller, below a smaller pattern

FORM_SHEETS: Mapping[str, Mapping[str, str]] = {
    "high-form": {
        "pages.sheet.setup": "board.1 board.3 board.4 highform.6 highform.1",
        "rules.turn.title": "turn.1 turn.2 turn.3 turn.4 place.1 discard.1 discard.2",
        "rules.summon.title": "summon.1 summon.2 summon.3 summon.5 summon.7",
        "pages.sheet.scoring": "highform.2 highform.3 highform.4 highform.5 turn.6",
        "rules.end.title": "end.1 end.2 end.3 winning.1 winning.2",
    },
    "duel": {
        "pages.sheet.setup": "board.1 board.3 board.4 duel.1 duel.2",
        "rules.turn.title": "turn.1 turn.2 turn.3 turn.4 place.1 discard.1 discard.2",
        "rules.summon.title": "summon.1 summon.2 summon.3 summon.5 summon.7",
        "pages.sheet.scoring": "duel.3 duel.4 flares.4 turn.6",
        "rules.end.title": "end.1 end.2 end.3 winning.1 winning.2",
    },
    "melee": {
        "pages.sheet.setup": "board.4 melee.1 melee.2 melee.3",
        "rules.turn.title": "turn.1 turn.2 turn.3 turn.4 place.1 discard.1 discard.2",
        "rules.summon.title": "summon.1 summon.2 summon.3 summon.5 summon.7 melee.7",
        "pages.sheet.scoring": "melee.4 melee.5 melee.6 melee.8 turn.6",
        "rules.end.title": "end.1 end.2 end.3 winning.3",
    },
    "teams": {
        "pages.sheet.setup": "board.3 board.4 teams.1 teams.6 teams.7",
        "rules.turn.title": "turn.1 turn.2 turn.3 turn.4 teams.4 teams.5 teams.2",
        "rules.summon.title": "summon.1 summon.2 summon.3 summon.5 summon.7",
        "pages.sheet.scoring": "highform.2 highform.5 duel.3 duel.4",
        "rules.end.title": "teams.3 end.2 end.3 winning.1 winning.2",
    },
}
"""The paragraphs of the rules on the sheet of each form, under their headings."""

FORM_DESCRIPTIONS: Mapping[str, str] = {
    "high-form": "highform.5",
    "duel": "duel.3",
    "melee": "melee.1",
    "teams": "teams.1",
}
"""The paragraph of the rules that describes each form in the list of sheets."""


class PrintedSheet(NamedTuple):
    """A sheet of the list of sheets: the name of its file, its title, and what is on it."""

    name: str
    title: str
    about: str
    main: str


def print_pages(words: Catalogue, puzzles: str) -> list[PageContent]:
    """Return the pages with sheets, and a list of them.

    `puzzles` is the HTML of the sheets with puzzles.
    """
    groups = (
        ("pages.print.sheets", [_form_sheet(form, words) for form in FORM_SHEETS]),
        ("pages.print.cards", [_card_sheets(deck, words) for deck in card_decks(words)]),
        ("pages.print.more", [_puzzle_sheets(puzzles, words), _board_sheets(words)]),
    )
    title, about = words.text("pages.print.title"), words.text("pages.print.about")
    lists = "\n".join(
        f"<h2>{escape(words.text(heading), quote=False)}</h2>\n{_list_html(sheets)}"
        for heading, sheets in groups
    )
    main = f"<h1>{escape(title, quote=False)}</h1>\n<p>{escape(about, quote=False)}</p>\n{lists}"
    return [
        PageContent(PRINT_FOLDER, INDEX, title, about, main),
        *(
            PageContent(PRINT_FOLDER, sheet.name, sheet.title, sheet.about, sheet.main)
            for _, sheets in groups
            for sheet in sheets
        ),
    ]


def _list_html(sheets: Sequence[PrintedSheet]) -> str:
    """Return a list of sheets; what all have in common stands above the list."""
    shared = sheets[0].about if len({sheet.about for sheet in sheets}) == 1 else ""
    above = f"<p>{escape(shared, quote=False)}</p>\n" if shared else ""
    entries = "".join(_entry(sheet, with_about=not shared) for sheet in sheets)
    return f'{above}<ul class="sections">\n{entries}</ul>'


def _entry(sheet: PrintedSheet, *, with_about: bool) -> str:
    about = f' <span class="dim">{escape(sheet.about, quote=False)}</span>' if with_about else ""
    title = escape(sheet.title, quote=False)
    return f'<li><a href="./{sheet.name}.html">{title}</a>{about}</li>\n'


def _screen_heading(title: str, about: str) -> str:
    """Return a heading that is not printed."""
    return (
        f'<div class="not-printed"><h1>{escape(title, quote=False)}</h1>\n'
        f"<p>{escape(about, quote=False)}</p></div>\n"
    )


# --- forms ---------------------------------------------------------------------------------------


def _form_sheet(form: str, words: Catalogue) -> PrintedSheet:
    name = words.text("rules.teams.title" if form == "teams" else f"form.{form}.name")
    title = words.text("pages.sheet.title", form=name)
    parts = "\n".join(
        f"<section><h2>{escape(words.text(heading), quote=False)}</h2>\n<ul>\n"
        + "".join(
            f"<li>{escape(words.text(f'rules.{paragraph}'), quote=False)}</li>\n"
            for paragraph in paragraphs.split()
        )
        + "</ul></section>"
        for heading, paragraphs in FORM_SHEETS[form].items()
    )
    board = board_svg_text({}, form, escape(words.text("pages.print.board")))
    main = (
        f'<h1>{escape(name, quote=False)}</h1>\n<div class="form-sheet">\n{board}\n{parts}\n</div>'
    )
    about = words.text(f"rules.{FORM_DESCRIPTIONS[form]}")
    return PrintedSheet(form, title, about, main)


# --- cards ---------------------------------------------------------------------------------------


def _card_sheets(deck: CardDeck, words: Catalogue) -> PrintedSheet:
    title = words.text("pages.print.deck", deck=deck.title)
    about = words.text("pages.print.size")
    pages = "\n".join(
        f'<div class="cut-page">\n{"".join(_cut_card(deck, card, words) for card in some)}</div>'
        for some in _batches(deck.cards)
    )
    main = f"{_screen_heading(title, about)}{pages}"
    return PrintedSheet(f"cards-{_deck_name(deck)}", title, about, main)


def _batches(
    listed: Sequence[CardView | gallery.PrintedTask],
) -> list[Sequence[CardView | gallery.PrintedTask]]:
    starts = range(0, len(listed), CARDS_PER_PAGE)
    return [listed[start : start + CARDS_PER_PAGE] for start in starts]


def _deck_name(deck: CardDeck) -> str:
    """Return the name of a deck's file."""
    first = deck.cards[0]
    if isinstance(first, gallery.PrintedTask):
        return "tasks"
    if not first.rank:
        return "flares"
    card = cards.BEINGS[first.id]
    return "legends" if first.rank == "legendary" else card.deck


def _cut_card(deck: CardDeck, card: CardView | gallery.PrintedTask, words: Catalogue) -> str:
    """Return a card of its real size. Its foot says that it is unofficial."""
    being = cards.BEINGS.get(card.id)
    pattern = pattern_svg(being, built_in_schools()[0], words) if being else ""
    texts = "".join(f"<p>{escape(text, quote=False)}</p>" for text in card_texts(card, words))
    long = " data-long" if being and len(texts) > _LONG_TEXT else ""
    kind = card_kind(deck, card, words)
    foot = words.join(("Tash-Kalar", words.text("packs.unofficial")), "comma")
    return (
        f'<article class="cut-card"{long}><h2>{name_html(card, words)}</h2>'
        f'<p class="cut-kind">{escape(kind, quote=False)}</p>{pattern}'
        f'<div class="cut-text">{texts}</div>'
        f'<p class="cut-foot">{escape(foot, quote=False)}</p></article>\n'
    )


# --- puzzles and boards --------------------------------------------------------------------------


def _puzzle_sheets(puzzles: str, words: Catalogue) -> PrintedSheet:
    title, about = words.text("pages.print.puzzles"), words.text("pages.print.puzzles.about")
    return PrintedSheet("puzzles", title, about, f"{_screen_heading(title, about)}{puzzles}")


def _board_sheets(words: Catalogue) -> PrintedSheet:
    title, about = words.text("pages.print.boards"), words.text("pages.print.boards.about")
    label = escape(words.text("pages.print.board"))
    board = board_svg_text({}, "high-form", label)
    main = (
        f'{_screen_heading(title, about)}<div class="sheet-page large-board">{board}</div>\n'
        f'<div class="sheet-page small-boards">{board * 4}</div>'
    )
    return PrintedSheet("boards", title, about, main)
