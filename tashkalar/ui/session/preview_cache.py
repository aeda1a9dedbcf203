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
    """A preview that is being computed."""

    move: Move
    steps: Iterator[Preview]
    partial_preview: Preview | None = None
    latest_preview: Preview | None = None


class PreviewCache:
    """Keep the previews of one position.

    The first preview of another position drops all of them.
    """

    def __init__(self) -> None:
        self._state: GameState | None = None
        self._previews: dict[str, Preview] = {}  # by the codes of moves
        self._job: _PreviewJob | None = None  # the job begun last

    def get(self, state: GameState, move: Move | None) -> Preview | None:
        """Return the preview of a move; None until the preview is complete."""
        return self._previews.get(move.code) if move and state is self._state else None

    def get_partial(self, state: GameState, move: Move | None) -> Preview | None:
        """Return the preview of a move; while it is being computed, only the certain part."""
        preview, job = self.get(state, move), self._job
        if preview is None and job is not None and state is self._state and job.move == move:
            return job.partial_preview
        return preview

    def compute_steps(self, game: Game, move: Move) -> Iterator[None]:
        """Compute the preview of a legal move in small steps; `get` returns it afterwards.

        A caller that stops early can ask again later, and the computation continues. PackError
        when a card of a pack fails, PackResultPending when its pack has to answer first.
        """
        state = game.state
        self._forget_other_position(state)
        if move.code in self._previews:
            return
        job = self._job
        if job is None or job.move != move:
            job = self._job = _PreviewJob(move, preview_steps(game, move))
        try:
            for preview in job.steps:
                job.partial_preview = job.partial_preview or preview
                job.latest_preview = preview
                yield
        except (Exception, PackResultPending):
            self._job = None
            raise
        if job.latest_preview is not None and state is self._state:
            self._previews[move.code] = job.latest_preview

    def prefetch_steps(self, game: Game, moves: Iterable[Move]) -> Iterator[None]:
        """Compute the preview of every summoning among legal moves, before one is looked at.

        Cards of packs are left out: they may fail, or their pack may have to answer first.
        """
        state = game.state
        for move in moves:
            if move.kind == "summon" and not packs.pack_of(move.card):
                for _ in self.compute_steps(game, move):
                    yield
                    if game.state is not state:
                        return

    def _forget_other_position(self, state: GameState) -> None:
        if state is not self._state:
            self._state, self._previews, self._job = state, {}, None
