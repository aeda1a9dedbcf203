"""Keep the previews of moves: of the move looked at, and of moves that may be looked at next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tashkalar import Game, Move
from tashkalar.cards import packs
from tashkalar.position.state import GameState
from tashkalar.rules.execution import PackResultPending
from tashkalar.ui.session.dry_run import Preview, preview_steps


@dataclass(slots=True)
class _PreviewJob:
    """A preview that is being computed, or is computed."""

    steps: Iterator[Preview | None]
    certain_part: Preview | None = None  # what is certain after the move itself
    shown_preview: Preview | None = None  # with the answers to the next question, or complete
    latest_preview: Preview | None = None
    is_finished: bool = False


class PreviewCache:
    """Keep the previews of one position.

    The first preview of another position drops all of them.
    """

    def __init__(self) -> None:
        self._state: GameState | None = None
        self._jobs: dict[str, _PreviewJob] = {}  # by the codes of moves

    def get(self, state: GameState, move: Move | None) -> Preview | None:
        """Return the preview of a move; None until the answers to its next question are known.

        The preview is open-ended until those to all its questions are known.
        """
        job = self._find_job(state, move)
        return job.shown_preview if job else None

    def get_partial(self, state: GameState, move: Move | None) -> Preview | None:
        """Return the preview of a move; while it is being computed, only the certain part."""
        job = self._find_job(state, move)
        return (job.shown_preview or job.certain_part) if job else None

    def is_finished(self, state: GameState, move: Move | None) -> bool:
        """Tell whether nothing is left to compute for a move, or for None."""
        job = self._find_job(state, move)
        return job.is_finished if job else move is None

    def compute_steps(self, game: Game, move: Move) -> Iterator[None]:
        """Compute the preview of a legal move in small steps; `get` returns it afterwards.

        A caller that stops early can ask again later, and the computation continues. PackError
        when a card of a pack fails before `get` has a preview, PackResultPending when its pack has
        to answer first.
        """
        state = game.state
        self._forget_other_position(state)
        job = self._jobs.get(move.code)
        if job is None:
            job = self._jobs[move.code] = _PreviewJob(preview_steps(game, move))
        if job.is_finished:
            return
        try:
            for preview in job.steps:
                _take_over(job, preview)
                yield
        except PackResultPending:
            job.steps = preview_steps(game, move)
            raise
        except Exception:
            if job.shown_preview is None:
                self._jobs.pop(move.code, None)
                raise
            job.latest_preview = job.shown_preview  # open-ended: the rest cannot be known
        job.shown_preview, job.is_finished = job.latest_preview, True

    def prefetch_steps(self, game: Game, moves: Iterable[Move]) -> Iterator[None]:
        """Compute in steps what every summoning would do, before one is looked at.

        Of each summoning only the answers to its next question are tried. Cards of packs are left
        out: they may fail, or their pack may have to answer first.
        """
        state = game.state
        for move in moves:
            if move.kind == "summon" and not packs.pack_of(move.card):
                for _ in self.compute_steps(game, move):
                    yield
                    if game.state is not state:
                        return
                    if self.get(state, move):
                        break

    def _find_job(self, state: GameState, move: Move | None) -> _PreviewJob | None:
        return self._jobs.get(move.code) if move and state is self._state else None

    def _forget_other_position(self, state: GameState) -> None:
        if state is not self._state:
            self._state, self._jobs = state, {}


def _take_over(job: _PreviewJob, preview: Preview | None) -> None:
    """Keep what a step of a job has found out."""
    if preview is None:
        return
    if job.certain_part is None:
        job.certain_part = preview
    elif job.shown_preview is None:
        job.shown_preview = preview
    job.latest_preview = preview
