"""Played moves, and a flat list of them that copies of a game share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Self

from tashkalar.position.move import Event, Move
from tashkalar.position.state import GameState
from tashkalar.position.unknown import KnownCards, replace_in_code
from tashkalar.rules.execution import Execution

_BLOCK_SIZE = 64


class PlayedMove(NamedTuple):
    """A finished or open move: the state before it, its answers, and its events."""

    state_before: GameState
    move: Move
    answers: tuple[str, ...]
    forced: tuple[bool, ...]
    events: tuple[Event, ...]
    number: int  # 1 for the first move of the game

    @property
    def execution(self) -> Execution:
        """The move with its answers, to be executed again."""
        return Execution(self.state_before, self.move, self.answers, self.forced)

    @property
    def decisions(self) -> list[str]:
        """The codes that the player gave: the move and its unforced answers."""
        return chosen_codes(self.move, self.answers, self.forced)

    def revealed(self, cards: KnownCards) -> Self:
        """Return the move with known beings in the place of unknown ones; not in its position."""
        move = self.move
        return self._replace(
            move=move._replace(
                code=replace_in_code(move.code, cards), card=_revealed(move.card, cards)
            ),
            answers=tuple(replace_in_code(answer, cards) for answer in self.answers),
            events=tuple(
                event._replace(card=_revealed(event.card, cards)) if event.card in cards else event
                for event in self.events
            ),
        )


def chosen_codes(move: Move, answers: Sequence[str], forced: Sequence[bool]) -> list[str]:
    """Return the codes of a move and of its unforced answers."""
    if not answers:
        return [move.code]
    pairs = zip(answers, forced, strict=True)
    return [move.code, *(answer for answer, is_forced in pairs if not is_forced)]


def _revealed(card: str | None, cards: KnownCards) -> str | None:
    return None if card is None else cards.get(card, card)


class MoveList(NamedTuple):
    """The moves of a game, oldest first, in blocks; never changed, so copies of a game share it.

    Adding or removing a move copies only the last block. No move refers to another: Python frees a
    chain of moves recursively, which overflows the small stack of a browser.
    """

    full_blocks: tuple[tuple[PlayedMove, ...], ...] = ()
    last_block: tuple[PlayedMove, ...] = ()  # empty only if there is no move

    @property
    def last(self) -> PlayedMove | None:
        """The last move; None if there is none."""
        return self.last_block[-1] if self.last_block else None

    def with_move(self, move: PlayedMove) -> MoveList:
        """Return the list with one more move at its end."""
        if len(self.last_block) == _BLOCK_SIZE:
            return MoveList((*self.full_blocks, self.last_block), (move,))
        return MoveList(self.full_blocks, (*self.last_block, move))

    def without_last(self) -> MoveList:
        """Return the list without its last move."""
        if len(self.last_block) == 1 and self.full_blocks:
            return MoveList(self.full_blocks[:-1], self.full_blocks[-1])
        return MoveList(self.full_blocks, self.last_block[:-1])

    def moves(self) -> Iterator[PlayedMove]:
        """Yield the moves, oldest first."""
        for block in self.full_blocks:
            yield from block
        yield from self.last_block

    @classmethod
    def of(cls, moves: list[PlayedMove]) -> MoveList:
        """Return the list of these moves, numbered from 1."""
        numbered = [move._replace(number=number) for number, move in enumerate(moves, 1)]
        blocks = [
            tuple(numbered[start : start + _BLOCK_SIZE])
            for start in range(0, len(numbered), _BLOCK_SIZE)
        ]
        return cls(tuple(blocks[:-1]), blocks[-1]) if blocks else cls()
