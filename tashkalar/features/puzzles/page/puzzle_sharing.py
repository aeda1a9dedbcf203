"""The text about a puzzle that a person sends to others.

The module is imported when something is shared for the first time.
"""

from __future__ import annotations

from urllib.parse import urlencode

from tashkalar.features.puzzles import puzzle_review
from tashkalar.features.puzzles.daily_puzzle import streak
from tashkalar.features.puzzles.page.day_words import day_in_words
from tashkalar.features.puzzles.page.puzzle_screen import PuzzleScreen
from tashkalar.features.puzzles.solved_moment import SharedDay, share_lines
from tashkalar.web.browser import dialogs, location
from tashkalar.web.browser.dom import by_id
from tashkalar.web.browser.optional_features import copy_text


async def share_puzzle(screen: PuzzleScreen, id: str, day: int | None, told_id: str) -> None:
    """Copy a text about a puzzle; without a clipboard, show it selected.

    `day` is the day whose puzzle it is, or None. The element `told_id` says that the text is
    copied. The link names the puzzle by its id, so that it is still the same one on another day.
    """
    words, progress = screen.words, screen.progress
    tries = progress.tries.get(id)
    is_solved = tries is not None and tries.is_solved
    told_day = day if is_solved and day in progress.daily else None
    lines = share_lines(
        puzzle_review.listed_puzzle(screen.listed, id),
        words.language,
        tries if is_solved else None,
        SharedDay(day_in_words(told_day, words.language), streak(progress.daily, told_day))
        if told_day
        else None,
    )
    texts = (line if isinstance(line, str) else words.translate(line) for line in lines)
    text = "\n".join((*texts, f"{location.bare_address()}?{urlencode({'puzzle': id})}"))
    if await copy_text(text):
        by_id(told_id).textContent = words.text("puzzles.share.copied")
        return
    title, hint = words.text("puzzles.share"), words.text("puzzles.share.select")
    dialogs.show_text_to_copy(title, hint, text, close=words.text("page.close"))
