"""The search through the rules, by words or by the number of a rule, and through the cards."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from tashkalar.position.move import Message
from tashkalar.ui.reference import gallery, rulebook
from tashkalar.ui.text.catalogue import Catalogue

# "R7.2", "7.2", or a whole chapter: "R7". A number without the letter may be one of a text.
_RULE_NUMBER = re.compile(r"(?:[rR]\s*(\d{1,2})|[rR]?\s*(\d{1,2})\.(\d{1,2}))")


class RulesSearchResult(NamedTuple):
    """The paragraphs that a search found, in their sections, and the cards: id and name of each."""

    sections: tuple[rulebook.Section, ...]
    cards: tuple[tuple[str, Message], ...]

    @property
    def paragraph_count(self) -> int:
        """The number of paragraphs."""
        return sum(len(section.paragraphs) for section in self.sections)


def search_rules(query: str, words: Catalogue) -> RulesSearchResult:
    """Return the paragraphs of the rules, and the cards, that fit a query.

    A query is words, all of which a paragraph (with its heading) must contain, or the number of a
    rule. A rule that no paragraph sums up leads to the paragraphs on its chapter.
    """
    number = _RULE_NUMBER.fullmatch(query.strip())
    if number:
        return RulesSearchResult(_sections_of_rule(number, words), ())
    folded = gallery.fold_text(query).split()
    sections = _fitting_sections(
        words,
        lambda section, paragraph: all(
            word in gallery.fold_text(f"{section.title} {paragraph.text}") for word in folded
        ),
    )
    found = gallery.search_cards(gallery.CardQuery(gallery.ALL_DECKS, query=query), words)
    cards = (*((view.id, view.name) for view in found.cards),)
    return RulesSearchResult(sections, cards)


def _sections_of_rule(number: re.Match[str], words: Catalogue) -> tuple[rulebook.Section, ...]:
    chapter = number[1] or number[2]
    if number[3]:
        rule = f"{chapter}.{number[3]}"
        exact = _fitting_sections(words, lambda _, paragraph: rule in paragraph.rule_numbers)
        if exact:
            return exact
    return _fitting_sections(
        words,
        lambda _, paragraph: any(
            rule.partition(".")[0] == chapter for rule in paragraph.rule_numbers
        ),
    )


def _fitting_sections(
    words: Catalogue, fits: Callable[[rulebook.Section, rulebook.Paragraph], bool]
) -> tuple[rulebook.Section, ...]:
    """Return the sections that have fitting paragraphs, each with these paragraphs only."""
    sections = (
        section._replace(paragraphs=tuple(one for one in section.paragraphs if fits(section, one)))
        for section in rulebook.sections(words)
    )
    return tuple(section for section in sections if section.paragraphs)
