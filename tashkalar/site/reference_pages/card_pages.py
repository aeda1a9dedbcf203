"""The pages of the cards: a page with all cards, and one for each being, legend, flare and task."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from tashkalar import cards
from tashkalar.cards import Flare
from tashkalar.position.move import Message
from tashkalar.site.paths import CARDS_FOLDER
from tashkalar.site.reference_pages.drawings import emblem_svg, pattern_svg, stone_svg
from tashkalar.site.reference_pages.layout import INDEX, PageContent, game_url
from tashkalar.site.reference_pages.marked_html import marked_html
from tashkalar.site.reference_pages.practice import practice_fragment
from tashkalar.ui.reference import card_views, gallery
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.views import CardView


class CardDeck(NamedTuple):
    """A deck under its heading: a school, or the Imperial schools, which have the same cards."""

    title: str
    cards: tuple[CardView | gallery.PrintedTask, ...]


def card_decks(words: Catalogue) -> tuple[CardDeck, ...]:
    """Return all decks, each card once."""
    names: dict[tuple[str, ...], list[str]] = {}
    views: dict[tuple[str, ...], tuple[CardView, ...]] = {}
    for deck, name in card_views.decks():
        deck_views = card_views.deck_card_views(deck)
        ids = tuple(view.id for view in deck_views)
        names.setdefault(ids, []).append(words.translate(name))
        views.setdefault(ids, deck_views)
    tasks = tuple(gallery.printed_task(id) for id in cards.TASKS)
    return (
        *(CardDeck(words.join(names[ids], "dot"), views[ids]) for ids in names),
        CardDeck(words.text("gallery.tasks"), tasks),
    )


def card_pages(words: Catalogue) -> list[PageContent]:
    """Return the pages of the cards in the language of the catalogue, in their order."""
    decks = card_decks(words)
    listed = [(deck, card) for deck in decks for card in deck.cards]
    title = words.text("pages.cards.title")
    pages = [(INDEX, title), *((card.id, words.translate(card.name)) for _, card in listed)]
    contents = [_contents_page(decks, pages[1], words)]
    for number, (deck, card) in enumerate(listed, start=1):
        contents.append(
            PageContent(
                folder=CARDS_FOLDER,
                name=card.id,
                title=words.text(
                    "pages.card", card=_full_name(card, words), kind=card_kind(deck, card, words)
                ),
                description=_plain_text(card, words),
                main=_card_html(deck, card, words),
                previous=pages[number - 1],
                next=pages[number + 1] if number + 1 < len(pages) else None,
                board=("card" if isinstance(card, CardView) else "task", card.id),
            )
        )
    return contents


def _contents_page(
    decks: Sequence[CardDeck], first: tuple[str, str], words: Catalogue
) -> PageContent:
    title, about = words.text("pages.cards.title"), words.text("pages.cards.about")
    jumps = "".join(
        f'<li><a href="#deck-{number}">{escape(deck.title, quote=False)}</a></li>'
        for number, deck in enumerate(decks, start=1)
    )
    sections = "\n".join(
        f'<h2 id="deck-{number}">{escape(deck.title, quote=False)}</h2>\n'
        f'<ul class="card-list">\n{"".join(_entry(card, words) for card in deck.cards)}</ul>'
        for number, deck in enumerate(decks, start=1)
    )
    main = (
        f"<h1>{escape(title, quote=False)}</h1>\n<p>{escape(about, quote=False)}</p>\n"
        f'<ul class="jumps">{jumps}</ul>\n{sections}'
    )
    return PageContent(CARDS_FOLDER, INDEX, title, about, main, next=first)


def _entry(card: CardView | gallery.PrintedTask, words: Catalogue) -> str:
    stone = stone_svg(card.rank, card.school) if isinstance(card, CardView) and card.rank else ""
    return (
        f'<li>{stone}<a href="./{card.id}.html">{name_html(card, words)}</a> '
        f'<span class="dim">{escape(_plain_text(card, words), quote=False)}</span></li>\n'
    )


def _card_html(deck: CardDeck, card: CardView | gallery.PrintedTask, words: Catalogue) -> str:
    known_terms: set[str] = set()
    texts = "\n".join(
        f"<p>{marked_html(text, words, known_terms)}</p>" for text in card_texts(card, words)
    )
    return (
        f"<h1>{name_html(card, words)}</h1>\n"
        f'<p class="dim">{escape(card_kind(deck, card, words), quote=False)}</p>\n'
        f'{_pictures_html(card, words)}<div class="prose">\n{texts}\n</div>\n'
        f"{_rulings_html(card.id, words, known_terms)}{_links_html(card, words)}"
    )


def _pictures_html(card: CardView | gallery.PrintedTask, words: Catalogue) -> str:
    if isinstance(card, gallery.PrintedTask):
        return ""
    being = cards.BEINGS.get(card.id)
    pattern = pattern_svg(being, card.school, words) if being else ""
    return f'<div class="pictures">{pattern}{emblem_svg(card.id, card.school)}</div>\n'


def _rulings_html(id: str, words: Catalogue, known_terms: set[str]) -> str:
    rulings = words.numbered_texts(f"card.{id}.note")
    if not rulings:
        return ""
    items = "\n".join(f"<li>{marked_html(text, words, known_terms)}</li>" for text in rulings)
    heading = escape(words.text("pages.rulings"), quote=False)
    return f'<h2>{heading}</h2>\n<ul class="rulings">\n{items}\n</ul>\n'


def _links_html(card: CardView | gallery.PrintedTask, words: Catalogue) -> str:
    language = words.language
    if isinstance(card, gallery.PrintedTask):
        address, key = game_url(language, "&lesson=task"), "pages.try.task"
        return _links(((address, words.text(key)),))
    kind = "being" if card.rank else "flare"
    text = {language: words.text(f"pages.practice.{kind}", card=card.name)}
    practice = practice_fragment(card.id, card.school, text)
    return _links(
        (
            (game_url(language, practice), words.text(f"pages.try.{kind}")),
            (game_url(language, f"#card/{card.id}"), words.text("pages.open")),
        )
    )


def _links(links: Sequence[tuple[str, str]]) -> str:
    items = "".join(
        f'<li><a class="btn" href="{address}">{escape(name, quote=False)}</a></li>'
        for address, name in links
    )
    return f'<ul class="tries">{items}</ul>'


def card_kind(deck: CardDeck, card: CardView | gallery.PrintedTask, words: Catalogue) -> str:
    """Return the rank and deck of a card, or the points of a task."""
    if isinstance(card, gallery.PrintedTask):
        return words.plural_text("pages.task", card.points)
    if not card.rank:
        return words.text("card.kind.flare")
    if card.rank == "legendary":
        return words.text("pages.legend")
    return words.text("pages.being", rank=Message(f"rank.{card.rank}"), deck=deck.title)


def _full_name(card: CardView | gallery.PrintedTask, words: Catalogue) -> str:
    """Return the printed name, with the translated name if there is one."""
    name, alias = words.translate(card.name), f"card.{card.id}.alias"
    if not words.has_text(alias):
        return name
    return words.text("list.brackets", text=name, more=words.text(alias))


def name_html(card: CardView | gallery.PrintedTask, words: Catalogue) -> str:
    """Return the name; the printed names of beings are English in every language."""
    name, alias = escape(words.translate(card.name), quote=False), f"card.{card.id}.alias"
    if not words.has_text(alias):
        return name
    translated = escape(words.text(alias), quote=False)
    return f'<span lang="en">{name}</span> <small>{translated}</small>'


def card_texts(card: CardView | gallery.PrintedTask, words: Catalogue) -> tuple[str, ...]:
    """Return the texts of a card, for a flare those of both halves."""
    if isinstance(card, gallery.PrintedTask):
        return (words.translate(card.text),)
    if card.rank:
        return tuple(words.translate(text) for text in card.texts)
    flare = cards.get(card.id)
    assert isinstance(flare, Flare)
    upper, lower = flare.text_ids
    return (
        words.text("pages.flare.upper", n=flare.upper.difference, text=Message(upper)),
        words.text("pages.flare.lower", n=flare.lower.difference, text=Message(lower)),
    )


def _plain_text(card: CardView | gallery.PrintedTask, words: Catalogue) -> str:
    return words.join(card_texts(card, words), "space")
