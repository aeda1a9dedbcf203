"""The search through all cards: by deck, by rank, and by words in their name or text."""

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
DECK_IN_PLAY = "in-play"


class CardQuery(NamedTuple):
    """A search: a deck of `decks`, a rank (empty for all), and words to look for."""

    deck: str
    rank: str = ""
    query: str = ""
    term: str = ""  # id of a term of `glossary.TERMS` that the texts must contain
    schools_in_play: tuple[str, ...] = ()  # of the game on the table: the deck `DECK_IN_PLAY`
    played_cards: frozenset[str] = frozenset()  # in that game, by anybody


class PrintedTask(NamedTuple):
    """A task card as printed."""

    id: str
    name: Message
    text: Message
    points: int


class CardSearchResult(NamedTuple):
    """The cards and tasks that a search found."""

    cards: tuple[CardView, ...]
    tasks: tuple[PrintedTask, ...]


def decks(schools_in_play: tuple[str, ...] = ()) -> tuple[tuple[str, Message], ...]:
    """Return the id and name of each deck that can be searched; packs stand among the schools.

    The first deck holds the schools of the game on the table, if there is a game.
    """
    in_play = ((DECK_IN_PLAY, Message("gallery.in-play")),) if schools_in_play else ()
    return (
        *in_play,
        *card_views.decks(),
        (TASK_DECK, Message("gallery.tasks")),
        (ALL_DECKS, Message("gallery.all")),
    )


def term_choices(words: Catalogue) -> tuple[tuple[str, Message | str], ...]:
    """Return the terms that can be searched for, sorted by name, after an empty choice."""
    sorted_terms = sorted(
        ((id, term_name(id, words)) for id in TERMS), key=lambda pair: fold_text(pair[1])
    )
    return ("", Message("gallery.terms")), *sorted_terms


def search_cards(wanted: CardQuery, words: Catalogue) -> CardSearchResult:
    """Return the cards of a deck that have the rank, the term and all words of the query."""
    query_words = fold_text(wanted.query).split()

    def fits(*texts: str) -> bool:
        joined = " ".join(texts)
        if wanted.term and wanted.term not in [span.term for span in split_terms(joined, words)]:
            return False
        folded = fold_text(joined)
        return all(word in folded for word in query_words)

    names: tuple[str, ...] = (wanted.deck,)
    if wanted.deck == ALL_DECKS:
        names = tuple(name for name, _ in card_views.decks())
    elif wanted.deck == DECK_IN_PLAY:
        names = wanted.schools_in_play
    views: dict[str, CardView] = {}  # the Imperial schools have the same cards
    for name in names:
        if name != TASK_DECK:
            views |= {
                view.id: view for view in card_views.deck_card_views(name) if view.id not in views
            }
    return CardSearchResult(
        cards=tuple(
            view._replace(status=Message("card.played") if view.id in wanted.played_cards else None)
            for view in views.values()
            if wanted.rank in ("", view.rank) and fits(*_searchable_texts(view, words))
        ),
        tasks=tuple(
            task
            for task in (printed_task(id) for id in cards.TASKS)
            if wanted.deck in (TASK_DECK, ALL_DECKS)
            and not wanted.rank
            and fits(words.translate(task.name), words.translate(task.text))
        ),
    )


def printed_task(id: str) -> PrintedTask:
    """Return a task card as printed."""
    task = cards.TASKS[id]
    return PrintedTask(id, Message(task.name_id), Message(task.text_id), task.points)


def _searchable_texts(view: CardView, words: Catalogue) -> tuple[str, ...]:
    alias = f"card.{view.id}.alias"
    texts = (*view.texts, *(half.text for half in view.halves))
    translated_names = (words.text(alias),) if words.has_text(alias) else ()
    return (
        words.translate(view.name),
        *translated_names,
        *(words.translate(text) for text in texts),
    )


def fold_text(text: str) -> str:
    """Return a text without letter case and accents, as people type search words."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part))
