"""All cards to look through: by deck, by rank, and by a word in their name or text."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from tashkalar import cards
from tashkalar.position.move import Message
from tashkalar.ui.reference import card_views
from tashkalar.ui.reference.glossary import TERMS, name_of, spans
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.views import CardView

EVERY = "all"
TASKS = "tasks"


class Wanted(NamedTuple):
    """What to show: a deck of `decks`, a rank or all of them, and what must be in the words."""

    deck: str
    rank: str = ""
    query: str = ""
    term: str = ""  # of `terms.TERMS`, that must be in the words


class TaskFace(NamedTuple):
    """A task as it is printed."""

    id: str
    name: Message
    text: Message
    points: int


class Found(NamedTuple):
    """The cards and tasks to show."""

    cards: tuple[CardView, ...]
    tasks: tuple[TaskFace, ...]


def decks() -> tuple[tuple[str, Message], ...]:
    """What can be looked through, and what it is called; packs stand among the schools."""
    return (
        *card_views.decks(),
        (TASKS, Message("gallery.tasks")),
        (EVERY, Message("gallery.all")),
    )


def terms_offered(words: Catalogue) -> tuple[tuple[str, Message | str], ...]:
    """The words of the game that can be looked for, in the order of the alphabet."""
    named = sorted(((id, name_of(id, words)) for id in TERMS), key=lambda pair: _plain(pair[1]))
    return ("", Message("gallery.terms")), *named


def found(wanted: Wanted, words: Catalogue) -> Found:
    """The cards of a deck that have the rank and, all of them, the words that are looked for."""
    sought = _plain(wanted.query).split()

    def fits(*texts: str) -> bool:
        whole = " ".join(texts)
        if wanted.term and wanted.term not in [span.term for span in spans(whole, words)]:
            return False
        told = _plain(whole)
        return all(word in told for word in sought)

    names = [name for name, _ in card_views.decks()] if wanted.deck == EVERY else [wanted.deck]
    views: dict[str, CardView] = {}  # the Imperial schools have the same cards
    for name in names:
        if name != TASKS:
            views |= {view.id: view for view in card_views.deck_faces(name) if view.id not in views}
    return Found(
        cards=tuple(
            view
            for view in views.values()
            if wanted.rank in ("", view.rank) and fits(*_words_of(view, words))
        ),
        tasks=tuple(
            face
            for face in (_task(id) for id in cards.TASKS)
            if wanted.deck in (TASKS, EVERY)
            and not wanted.rank
            and fits(words.message(face.name), words.message(face.text))
        ),
    )


def _task(id: str) -> TaskFace:
    task = cards.TASKS[id]
    return TaskFace(id, Message(task.name_id), Message(task.text_id), task.points)


def _words_of(view: CardView, words: Catalogue) -> tuple[str, ...]:
    alias = f"card.{view.id}.alias"
    texts = (*view.texts, *(half.text for half in view.halves))
    also = (words.text(alias),) if words.has(alias) else ()
    return (words.message(view.name), *also, *(words.message(text) for text in texts))


def _plain(text: str) -> str:
    """Without case and accents, as people type when they look for something."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part))
