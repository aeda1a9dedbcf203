"""All cards to look through: by deck, by rank, and by a word in their name or text."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from tashkalar import cards
from tashkalar.position.move import Message
from tashkalar.ui.reference import card_views
from tashkalar.ui.reference.glossary import TERMS, split_terms, term_name
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.views import CardView

ALL_DECKS = "all"
TASK_DECK = "tasks"


class CardQuery(NamedTuple):
    """What to show: a deck of `decks`, a rank or all of them, and what must be in the words."""

    deck: str
    rank: str = ""
    query: str = ""
    term: str = ""  # of `terms.TERMS`, that must be in the words


class PrintedTask(NamedTuple):
    """A task as it is printed."""

    id: str
    name: Message
    text: Message
    points: int


class CardSearchResult(NamedTuple):
    """The cards and tasks to show."""

    cards: tuple[CardView, ...]
    tasks: tuple[PrintedTask, ...]


def decks() -> tuple[tuple[str, Message], ...]:
    """What can be looked through, and what it is called; packs stand among the schools."""
    return (
        *card_views.decks(),
        (TASK_DECK, Message("gallery.tasks")),
        (ALL_DECKS, Message("gallery.all")),
    )


def term_choices(words: Catalogue) -> tuple[tuple[str, Message | str], ...]:
    """The words of the game that can be looked for, in the order of the alphabet."""
    named = sorted(
        ((id, term_name(id, words)) for id in TERMS), key=lambda pair: _fold_text(pair[1])
    )
    return ("", Message("gallery.terms")), *named


def search_cards(wanted: CardQuery, words: Catalogue) -> CardSearchResult:
    """The cards of a deck that have the rank and, all of them, the words that are looked for."""
    sought = _fold_text(wanted.query).split()

    def fits(*texts: str) -> bool:
        whole = " ".join(texts)
        if wanted.term and wanted.term not in [span.term for span in split_terms(whole, words)]:
            return False
        told = _fold_text(whole)
        return all(word in told for word in sought)

    names = [name for name, _ in card_views.decks()] if wanted.deck == ALL_DECKS else [wanted.deck]
    views: dict[str, CardView] = {}  # the Imperial schools have the same cards
    for name in names:
        if name != TASK_DECK:
            views |= {
                view.id: view for view in card_views.deck_card_views(name) if view.id not in views
            }
    return CardSearchResult(
        cards=tuple(
            view
            for view in views.values()
            if wanted.rank in ("", view.rank) and fits(*_searchable_texts(view, words))
        ),
        tasks=tuple(
            face
            for face in (_printed_task(id) for id in cards.TASKS)
            if wanted.deck in (TASK_DECK, ALL_DECKS)
            and not wanted.rank
            and fits(words.translate(face.name), words.translate(face.text))
        ),
    )


def _printed_task(id: str) -> PrintedTask:
    task = cards.TASKS[id]
    return PrintedTask(id, Message(task.name_id), Message(task.text_id), task.points)


def _searchable_texts(view: CardView, words: Catalogue) -> tuple[str, ...]:
    alias = f"card.{view.id}.alias"
    texts = (*view.texts, *(half.text for half in view.halves))
    also = (words.text(alias),) if words.has_text(alias) else ()
    return (words.translate(view.name), *also, *(words.translate(text) for text in texts))


def _fold_text(text: str) -> str:
    """Without case and accents, as people type when they look for something."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part))
