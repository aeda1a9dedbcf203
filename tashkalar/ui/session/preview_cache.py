"""What choices would do, as far as it has been found out: of the one looked at, and ahead of it."""

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
    """What is being found out of a move."""

    move: Move
    steps: Iterator[Preview]
    partial_preview: Preview | None = None
    latest_preview: Preview | None = None


class PreviewCache:
    """Keeps what is known in one position; asked about another, it has forgotten all."""

    def __init__(self) -> None:
        self._state: GameState | None = None
        self._previews: dict[str, Preview] = {}  # by the codes of moves
        self._job: _PreviewJob | None = None  # the one that was begun last

    def get(self, state: GameState, move: Move | None) -> Preview | None:
        """What a move would do, None as long as it is not known."""
        return self._previews.get(move.code) if move and state is self._state else None

    def get_partial(self, state: GameState, move: Move | None) -> Preview | None:
        """The same, or as long as it is being found out what is certain of it."""
        found, search = self.get(state, move), self._job
        if found is None and search is not None and state is self._state and search.move == move:
            return search.partial_preview
        return found

    def compute_steps(self, game: Game, move: Move) -> Iterator[None]:
        """Find out what a legal move would do, in small steps; `get` knows it at the end.

        Whoever stops may ask again, and it goes on from there. PackError when a card of a pack
        fails, Unanswered when its pack has to be asked first.
        """
        state = game.state
        self._forget_other_position(state)
        if move.code in self._previews:
            return
        search = self._job
        if search is None or search.move != move:
            search = self._job = _PreviewJob(move, preview_steps(game, move))
        try:
            for found in search.steps:
                search.partial_preview = search.partial_preview or found
                search.latest_preview = found
                yield
        except (Exception, PackResultPending):
            self._job = None
            raise
        if search.latest_preview is not None and state is self._state:
            self._previews[move.code] = search.latest_preview

    def prefetch_steps(self, game: Game, moves: Iterable[Move]) -> Iterator[None]:
        """Find it out of every summoning among legal moves, before anybody looks at one.

        Not of the cards of packs: these may fail, or run where they have to be asked.
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
