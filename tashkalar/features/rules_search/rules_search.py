"""The search through the rules, by words or by the number of a rule, and through the cards.

People do not use the words of the rules. Any word of a query counts, a rare one more than a common
one; the questions that people ask (`rule_questions`) come first, with their answers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import takewhile
from math import inf, log
from typing import NamedTuple

from tashkalar.features.rules_search.rule_questions import questions
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

    A query is the number of a rule, or words: the best hits come first, each under the question
    that it answers or under its heading. A rule that no paragraph sums up leads to the paragraphs
    on its chapter.
    """
    number = _RULE_NUMBER.fullmatch(query.strip())
    if number:
        return RulesSearchResult(_sections_of_rule(number, words), ())
    sections = _ranked_sections(query, words)
    found = gallery.search_cards(gallery.CardQuery(gallery.ALL_DECKS, query=query), words)
    cards = (*((view.id, view.name) for view in found.cards),)
    return RulesSearchResult(sections, cards)


class _Hit(NamedTuple):
    """A paragraph that fits a query, under the question that it answers or its heading."""

    score: float
    section: rulebook.Section  # with its own title, and all its paragraphs
    title: str
    paragraph: rulebook.Paragraph


def _ranked_sections(query: str, words: Catalogue) -> tuple[rulebook.Section, ...]:
    """Return the paragraphs that fit the words of a query, the best first.

    Neighbors under the same heading stand together.
    """
    asked = _stems(query, words)
    if not asked:
        return ()
    answers = questions(words)
    paragraphs = [
        (section, paragraph)
        for section in rulebook.sections(words)
        for paragraph in section.paragraphs
    ]
    texts = [f"{section.title} {paragraph.text}" for section, paragraph in paragraphs]
    index = _WordIndex([f"{one.text} {one.words}" for one in answers] + texts, asked, words)
    hits = [
        _Hit(_QUESTION_WORTH * score, one.section, one.text, one.answer)
        for one, score in zip(answers, index.scores, strict=False)
        if score >= index.least
    ]
    hits.sort(key=lambda hit: -hit.score)
    del hits[_MOST_QUESTIONS:]
    paragraph_scores = index.scores[len(answers) :]
    answered = {hit.paragraph for hit in hits}
    hits += [
        _Hit(score, section, section.title, paragraph)
        for (section, paragraph), score in zip(paragraphs, paragraph_scores, strict=True)
        if score >= index.least and paragraph not in answered
    ]
    hits.sort(key=lambda hit: -hit.score)
    return _under_headings(hits[:_MOST_HITS])


_QUESTION_WORTH = 1.25  # the score of a question counts more than that of a paragraph
_LEAST_SHARE = 0.5  # of the score of the best text
_MOST_QUESTIONS = 3
_MOST_HITS = 24
_LEAST_STEM = 4  # letters: a shorter word must be there as it is
_ENDING = 3  # letters by which two forms of a word may differ at their end


class _WordIndex:
    """The scores of texts for the words of a query: the sum of the weights of those they have."""

    def __init__(self, texts: Sequence[str], asked: Sequence[str], words: Catalogue) -> None:
        found = [
            {stem for stem in asked if any(_is_same_word(stem, own) for own in _stems(text, words))}
            for text in texts
        ]
        counts = {stem: sum(stem in one for one in found) for stem in asked}
        weights = {stem: log(1 + len(texts) / count) for stem, count in counts.items() if count}
        self.scores = [sum(weights[stem] for stem in one) for one in found]
        best = max(self.scores)
        self.least = _LEAST_SHARE * best if best else inf  # of a hit


def _stems(text: str, words: Catalogue) -> tuple[str, ...]:
    """Return the words of a text without accents and case, and without those that say nothing."""
    ignored = _folded_words(words.text("question.ignored"))
    return tuple(word for word in _folded_words(text) if word not in ignored)


@lru_cache(maxsize=1024)  # a query grows letter by letter, the texts stay
def _folded_words(text: str) -> dict[str, None]:
    return dict.fromkeys(_WORD.findall(gallery.fold_text(text)))


_WORD = re.compile(r"[^\W_]+")


def _is_same_word(asked: str, own: str) -> bool:
    """Tell whether two words are forms of one: they differ by a few letters at the end at most."""
    if asked == own:
        return True
    letters = zip(asked, own, strict=False)
    common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], letters))
    if common < _LEAST_STEM:
        return False
    if common == len(asked):
        return True  # the beginning of a word, as one types
    if common == len(own):
        return len(asked) - common <= _ENDING
    return len(asked) - common < _ENDING and len(own) - common <= _ENDING


def _under_headings(hits: Sequence[_Hit]) -> tuple[rulebook.Section, ...]:
    sections: list[rulebook.Section] = []
    for hit in hits:
        if sections and (sections[-1].name, sections[-1].title) == (hit.section.name, hit.title):
            together = (*sections[-1].paragraphs, hit.paragraph)
            sections[-1] = sections[-1]._replace(paragraphs=together)
        else:
            sections.append(rulebook.Section(hit.section.name, hit.title, (hit.paragraph,)))
    return tuple(sections)


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
