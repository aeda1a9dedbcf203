"""What choices would do, as far as it has been found out: of the one looked at, and ahead of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tashkalar import Game, Move
from tashkalar.cards import packs
from tashkalar.position.state import GameState
from tashkalar.rules.execution import Unanswered
from tashkalar.ui.session.dry_run import Foresight, foreseeing


@dataclass(slots=True)
class _Search:
    """What is being found out of a move."""

    move: Move
    work: Iterator[Foresight]
    certain: Foresight | None = None
    latest: Foresight | None = None


class Outlook:
    """Keeps what is known in one position; asked about another, it has forgotten all."""

    def __init__(self) -> None:
        self._state: GameState | None = None
        self._known: dict[str, Foresight] = {}  # by the codes of moves
        self._search: _Search | None = None  # the one that was begun last

    def of(self, state: GameState, move: Move | None) -> Foresight | None:
        """What a move would do, None as long as it is not known."""
        return self._known.get(move.code) if move and state is self._state else None

    def certain(self, state: GameState, move: Move | None) -> Foresight | None:
        """The same, or as long as it is being found out what is certain of it."""
        found, search = self.of(state, move), self._search
        if found is None and search is not None and state is self._state and search.move == move:
            return search.certain
        return found

    def find_out(self, game: Game, move: Move) -> Iterator[None]:
        """Find out what a legal move would do, in small steps; `of` knows it at the end.

        Whoever stops may ask again, and it goes on from there. PackError when a card of a pack
        fails, Unanswered when its pack has to be asked first.
        """
        state = game.state
        self._turn_to(state)
        if move.code in self._known:
            return
        search = self._search
        if search is None or search.move != move:
            search = self._search = _Search(move, foreseeing(game, move))
        try:
            for found in search.work:
                search.certain = search.certain or found
                search.latest = found
                yield
        except (Exception, Unanswered):
            self._search = None
            raise
        if search.latest is not None and state is self._state:
            self._known[move.code] = search.latest

    def find_out_ahead(self, game: Game, moves: Iterable[Move]) -> Iterator[None]:
        """Find it out of every summoning among legal moves, before anybody looks at one.

        Not of the cards of packs: these may fail, or run where they have to be asked.
        """
        state = game.state
        for move in moves:
            if move.kind == "summon" and not packs.pack_of(move.card):
                for _ in self.find_out(game, move):
                    yield
                    if game.state is not state:
                        return

    def _turn_to(self, state: GameState) -> None:
        if state is not self._state:
            self._state, self._known, self._search = state, {}, None
