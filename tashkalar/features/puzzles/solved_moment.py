"""The moment after a solution: how it went, and a text to share of it.

Nothing here tells anything of the solution.
"""

from __future__ import annotations

from typing import NamedTuple

from tashkalar.features.puzzles.puzzle_progress import Tries
from tashkalar.formats.puzzle_index import ListedPuzzle
from tashkalar.position.move import Message
from tashkalar.ui.session.goal_panel import text_in_language

_MOST_DOTS = 8
_SIGN_BY_DOT = {"failed": "⚪", "hint": "🟡", "solved": "🟢", "more": "…"}


class SolvedView(NamedTuple):
    """The moment after a solution. `dots` are ``failed``, ``hint``, ``more`` and ``solved``."""

    facts: tuple[Message, ...]  # the number of the try, the hints
    dots: tuple[str, ...]
    daily: tuple[Message, ...]  # of the puzzle of the day: the streak, and tomorrow


class SharedDay(NamedTuple):
    """The day of the daily puzzle that a person has solved."""

    words: str  # the date as it is written in the language
    streak: int  # days in a row


def dots(tries: Tries) -> tuple[str, ...]:
    """Return the picture of the tries: a dot for each failure and for hints, then the solution."""
    failed = ("failed",) * tries.failed
    if tries.failed > _MOST_DOTS:
        failed = (*failed[: _MOST_DOTS - 1], "more")
    return (*failed, *(("hint",) if tries.hints else ()), "solved")


def solved_view(tries: Tries, *, streak: int = 0, tomorrow: int = 0) -> SolvedView:
    """Return the moment after a solution.

    The puzzle of the day has a `streak` of at least 1; `tomorrow` is the grade of the next one.
    """
    daily = [Message("puzzles.streak.done", {"n": streak})] if streak else []
    if daily and tomorrow:
        daily.append(Message("puzzles.tomorrow", {"n": tomorrow}))
    return SolvedView(try_facts(tries), dots(tries), tuple(daily))


def try_facts(tries: Tries) -> tuple[Message, ...]:
    """Return on which try a puzzle was solved, and with how many steps of hints if any."""
    count = Message("puzzles.solved.try", {"n": tries.number})
    if not tries.hints:
        return (count,)
    return count, Message("puzzles.solved.hints", {"n": tries.hints})


def share_lines(
    puzzle: ListedPuzzle, language: str, tries: Tries | None, day: SharedDay | None
) -> tuple[Message | str, ...]:
    """Return the lines of the text to share, without its link.

    `tries` are those of a person who has solved the puzzle, else None.
    """
    title = text_in_language(puzzle.title or puzzle.id, language)
    params: dict[str, object] = {"title": title, "day": day.words if day else ""}
    kind = "puzzles.share.daily" if day else "puzzles.share.text"
    head = Message(kind if puzzle.grade else f"{kind}.ungraded", params | {"grade": puzzle.grade})
    if tries is None:
        return (head,)
    picture = "".join(_SIGN_BY_DOT[dot] for dot in dots(tries))
    streak = day.streak if day else 0
    in_a_row = (Message("puzzles.share.streak", {"n": streak}),) if streak > 1 else ()
    return (head, picture, Message("puzzles.share.how", {"facts": (*try_facts(tries), *in_a_row)}))
