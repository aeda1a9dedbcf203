"""The dialog after a puzzle: all that works, why an attempt has failed, favorite, share.

The module is imported when the dialog is first opened.
"""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Callable

from tashkalar import Game
from tashkalar.bots.prove import prove_in_steps
from tashkalar.features.puzzles import puzzle_hint, puzzle_list, puzzle_review
from tashkalar.features.puzzles.daily_puzzle import streak
from tashkalar.features.puzzles.page.puzzle_screen import PuzzleScreen
from tashkalar.formats.goal import Goal
from tashkalar.position.move import Message
from tashkalar.ui.session.goal_panel import goal_progress
from tashkalar.web.browser.dom import DomNode, by_id, clone_template, find_field, is_pressed
from tashkalar.web.browser.listeners import PageEvent, listen
from tashkalar.web.browser.tasks import start_task
from tashkalar.web.browser.time_slices import in_foreground


class PuzzleReview:
    """Fills the dialog for the puzzle on the table."""

    def __init__(self, screen: PuzzleScreen) -> None:
        self._screen = screen
        self._words = screen.words
        self._search_number = 0  # counts searches: another one ends the one before
        listen(by_id("look-favorite"), "click", self._on_favorite)
        listen(by_id("look-share"), "click", self._on_share)

    def show(self) -> None:
        """Write what is known of the puzzle, and search for all that works."""
        screen, words = self._screen, self._words
        puzzle, session = screen.open_puzzle, screen.table.session
        if puzzle is None or session is None:
            return
        by_id("look-title").textContent = puzzle_list.puzzle_title(puzzle, words.language)
        by_id("look-state").textContent = words.translate(self._state_message(session.game))
        # Who still wants to find a way sees none unasked.
        by_id("look-details").toggleAttribute("open", _is_reached(session.game))
        by_id("look-proof").textContent = words.text("puzzles.look.searching")
        by_id("look-failed").toggleAttribute("hidden", True)
        by_id("look-ways").replaceChildren()
        by_id("look-copied").textContent = ""
        self._show_favorite()
        start_task(self._search(puzzle_list.puzzle_game(puzzle), session.game))

    def _state_message(self, game: Game) -> Message:
        progress, day = self._screen.progress, self._screen.open_day
        run, id = progress.run, self._screen.open_id
        if id in run.ids:
            counts = {"at": run.at + 1, "all": len(run.ids), "n": len(run.solved)}
            return Message("puzzles.look.run", counts)
        if day is not None and day in progress.daily:
            return Message("puzzles.streak.done", {"n": streak(progress.daily, day)})
        return Message("puzzles.look.solved" if _is_reached(game) else "puzzles.look.again")

    async def _search(self, start: Game, played: Game) -> None:
        """Show all that works and, after a failed attempt, where the mistake was."""
        self._search_number += 1
        number, id = self._search_number, self._screen.open_id

        def is_wanted() -> bool:
            return self._screen.open_id == id and self._search_number == number

        if (puzzle := self._screen.open_puzzle) is None:
            return
        goal, words = puzzle_list.puzzle_goal(puzzle), self._words
        proof = await in_foreground(prove_in_steps(start.state, goal), is_wanted)
        if proof is None:
            return
        ways = puzzle_review.puzzle_ways(start, proof)
        by_id("look-ways").replaceChildren(*map(self._create_way, ways))
        by_id("look-proof").textContent = words.translate(puzzle_review.proof_message(proof))
        state = goal_progress(played)
        if state is not None and state.state == "failed":
            await self._find_mistake(start, played, goal, is_wanted)

    async def _find_mistake(
        self, start: Game, played: Game, goal: Goal, is_wanted: Callable[[], bool]
    ) -> None:
        """Say which step of a failed attempt was the last good one."""
        steps = puzzle_hint.last_good_step_in_steps(played, goal)
        good = None
        with contextlib.suppress(ValueError):  # too many ways to play on: then nothing is said
            good = await in_foreground(steps, is_wanted)
        if good is None:
            return
        message = puzzle_hint.failure_message(start, good)
        by_id("look-failed").textContent = self._words.translate(message)
        by_id("look-failed").toggleAttribute("hidden", False)

    def _create_way(self, way: puzzle_review.PuzzleWay) -> DomNode:
        item, words = clone_template("tpl-way"), self._words
        find_field(item, "text").textContent = words.translate(
            Message("puzzles.look.way", {"steps": way.steps})
        )
        notes = [way.answers] if way.answers else []
        if way.others:
            notes.append(words.text("puzzles.look.others", n=way.others))
        find_field(item, "note").textContent = words.join(notes, "dot")
        return item

    def _show_favorite(self) -> None:
        is_favorite = self._screen.open_id in self._screen.progress.favorites
        by_id("look-favorite").setAttribute("aria-pressed", str(is_favorite).lower())

    def _on_favorite(self, event: PageEvent) -> None:
        is_favorite = not is_pressed(by_id("look-favorite"))
        self._screen.set_favorite(self._screen.open_id, is_favorite=is_favorite)
        self._show_favorite()

    def _on_share(self, event: PageEvent) -> None:
        screen = self._screen
        module = importlib.import_module("tashkalar.features.puzzles.page.puzzle_sharing")
        start_task(module.share_puzzle(screen, screen.open_id, screen.open_day, "look-copied"))


def _is_reached(game: Game) -> bool:
    progress = goal_progress(game)
    return progress is not None and progress.state == "reached"
