"""Questions of the drill: a card, a crowded part of the board, and the one square where it fits.

Decoys stand beside the answer: patterns that lack one piece, or have an enemy's in its place. What
a person often overlooks is there on purpose: pieces on squares that the pattern leaves empty
(R7.4), pieces of a higher rank in the pattern (R7.2), and a piece on the summoning square (R7.9).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from tashkalar import Game, cards
from tashkalar.cards import Being
from tashkalar.features.lessons.lesson_board import CropArea
from tashkalar.position.board import (
    BIT,
    COMMON,
    FILES,
    HEROIC,
    LEGENDARY,
    NAMES,
    RANK_OF,
    RANKS,
    SQUARE_OF,
    SQUARES,
    Square,
)
from tashkalar.position.pattern import Orientation, PatternTransform, find
from tashkalar.position.rng import random_below, shuffle, state_from_seed
from tashkalar.rules.forms import FORMS
from tashkalar.ui.start.game_choices import BASE_GAME_SCHOOLS

AREA_SIZE = 6
"""Squares from side to side of the part of the board that a question shows."""

OWN_SEAT, OTHER_SEAT = 1, 2
_LEAST_ORIENTATIONS = 4  # a pattern that looks the same when it is turned is no question
_DECOYS = 3
_MOST_PIECES = 17  # of the 36 squares: one of two is taken
_MOST_OWN, _MOST_LEGENDS = 11, 2  # far from a shortage (R7.14)
_MOST_ATTEMPTS = 400  # a position is found after four on average


class QuestionKind(NamedTuple):
    """The rank of the card, and how its pattern lies on the board (R7.3)."""

    rank: str
    transform: PatternTransform


class DrillQuestion(NamedTuple):
    """A position with one answer. `schools` are those of the own pieces and of the others."""

    kind: QuestionKind
    card: str
    area: CropArea
    board: Mapping[str, str]  # by square, as in a scenario
    schools: tuple[str, str]
    answers: frozenset[str]  # where the card can be summoned, as the engine says
    used: frozenset[str]  # the squares of the pattern's pieces
    higher: frozenset[str]  # squares of the pattern with a piece of a higher rank than needed
    filled: frozenset[str]  # squares inside the pattern that it leaves empty, and that are taken

    def start_game(self) -> Game:
        """Return a game in which the card is to be summoned."""
        return Game.from_scenario(_scenario(self.card, self.board, self.schools))


def _scenario(card: str, board: Mapping[str, str], schools: tuple[str, str]) -> dict[str, object]:
    is_legend = cards.BEINGS[card].rank == RANKS[LEGENDARY]
    hand = {"hand": [], "legends": [card]} if is_legend else {"hand": [card], "legends": []}
    own = {"school": schools[0], **hand}
    return {"form": next(iter(FORMS)), "seats": [own, {"school": schools[1]}], "board": dict(board)}


def piece_orientations(card: Being) -> tuple[Orientation, ...]:
    """Return the distinct ways in which the pieces of a pattern can lie, whatever is marked."""
    distinct: dict[object, Orientation] = {}
    for orientation in card.shape.orientations:
        distinct.setdefault(orientation.pieces, orientation)
    return tuple(distinct.values())


@cache
def cards_by_kind() -> Mapping[QuestionKind, tuple[str, ...]]:
    """Return the cards of the base game by the kinds of questions that they can be asked in."""
    decks = {cards.SCHOOLS[school].deck for school in BASE_GAME_SCHOOLS}
    by_kind: dict[QuestionKind, tuple[str, ...]] = {}
    for rank in RANKS:
        for mirrored in (False, True):
            for quarters in range(4):
                by_kind[QuestionKind(rank, PatternTransform(quarters, mirrored))] = ()
    for id, card in cards.BEINGS.items():
        orientations = piece_orientations(card)
        is_known = card.rank == RANKS[LEGENDARY] or card.deck in decks
        if not is_known or card.shape.is_detached or len(orientations) < _LEAST_ORIENTATIONS:
            continue
        for orientation in orientations:
            by_kind[QuestionKind(card.rank, orientation.transform)] += (id,)
    return {kind: ids for kind, ids in by_kind.items() if ids}


def create_question(kind: QuestionKind, seed: object) -> DrillQuestion:
    """Return the question of this kind that follows from a seed, on every platform."""
    chance = _Chance(f"drill {seed}")
    for _ in range(_MOST_ATTEMPTS):
        if question := _Draft(kind, chance).finish():
            return question
    raise AssertionError(f"no position for {kind}, seed {seed}")


class _Chance:
    """A source of random choices that follow from a seed."""

    def __init__(self, seed: str) -> None:
        self._state = state_from_seed(seed)

    def below(self, limit: int) -> int:
        self._state, number = random_below(self._state, limit)
        return number

    def happens(self, percent: int) -> bool:
        return self.below(100) < percent

    def mix(self, items: Sequence[Square]) -> tuple[Square, ...]:
        self._state, mixed = shuffle(self._state, items)
        return mixed


class _Draft:
    """A position that is being made: the pattern, the decoys, and other pieces around them."""

    def __init__(self, kind: QuestionKind, chance: _Chance) -> None:
        ids = cards_by_kind()[kind]
        self._kind, self._chance = kind, chance
        self._card = cards.BEINGS[ids[chance.below(len(ids))]]
        self._orientations = piece_orientations(self._card)
        self._orientation = next(o for o in self._orientations if o.transform == kind.transform)
        places = 9 - AREA_SIZE + 1
        self._area = CropArea(chance.below(places), chance.below(places), AREA_SIZE)
        self._square: Square = 0  # where the card fits, once the pattern lies
        self._board: dict[Square, tuple[int, int]] = {}  # seat and rank
        self._reserved: set[Square] = set()  # of the pattern: nothing else is put there
        self._higher: set[Square] = set()

    def finish(self) -> DrillQuestion | None:
        """Return the question; None if the position has not exactly one answer."""
        if not self._lay_pattern() or not self._has_one_answer():
            return None
        square = self._square
        for _ in range(_DECOYS):
            self._add_decoy()
        self._add_others()
        board = {
            NAMES[s]: f"{seat} {RANKS[rank]}" for s, (seat, rank) in sorted(self._board.items())
        }
        if self._is_other_way_round():
            return None
        schools = self._choose_schools()
        game = Game.from_scenario(_scenario(self._card.id, board, schools))
        answers = summon_squares(game, self._card.id)
        if answers != {NAMES[square]}:
            return None
        used = {square + shift for shift, _ in self._orientation.shifts}
        return DrillQuestion(
            kind=self._kind,
            card=self._card.id,
            area=self._area,
            board=board,
            schools=schools,
            answers=answers,
            used=_names(used),
            higher=_names(self._higher),
            filled=_names((_inside(used | {square}) - used - {square}) & self._board.keys()),
        )

    def _squares(self) -> list[Square]:
        return [s for s in SQUARES if self._area.contains(NAMES[s])]

    def _cells(self, orientation: Orientation, square: Square) -> list[tuple[Square, int]] | None:
        """Return the squares of a pattern with their ranks; None if it does not fit the area."""
        if not orientation.anchors & BIT[square]:
            return None
        cells = [(square + shift, rank) for shift, rank in orientation.shifts]
        return cells if all(self._area.contains(NAMES[s]) for s, _ in cells) else None

    def _lay_pattern(self) -> bool:
        """Lay the pattern somewhere in the area; return whether there is room for it."""
        rank = RANK_OF[self._card.rank]
        for square in self._chance.mix(self._squares()):
            cells = self._cells(self._orientation, square)
            if cells is None:
                continue
            for at, needed in cells:
                is_higher = needed == COMMON and at != square and self._chance.happens(25)
                self._board[at] = OWN_SEAT, HEROIC if is_higher else needed
                self._higher |= {at} if is_higher else set()
            if square not in self._board and self._chance.happens(40):
                standing = self._chance.below(min(rank, HEROIC) + 1)  # not of a higher rank
                self._board[square] = self._any_seat(), standing
            self._square, self._reserved = square, {square, *self._board}
            return True
        return False

    def _any_seat(self) -> int:
        return OTHER_SEAT if self._chance.happens(60) else OWN_SEAT

    def _add_decoy(self) -> None:
        """Lay the pattern somewhere else, with one piece missing, too low, or an enemy's."""
        orientation = self._orientations[self._chance.below(len(self._orientations))]
        for square in self._chance.mix(self._squares()):
            cells = self._cells(orientation, square)
            free = [at for at, _ in cells or () if at not in self._board]
            if not cells or not free or len(free) + len(self._board) > _MOST_PIECES:
                continue
            wrong = free[self._chance.below(len(free))]
            for at, needed in cells:
                if at not in free:
                    continue
                if at != wrong:
                    self._put(OWN_SEAT, at, needed)
                elif needed and self._chance.happens(50):
                    self._put(OWN_SEAT, at, needed - 1)
                elif self._chance.happens(60):
                    self._put(OTHER_SEAT, at, needed)
            return

    def _add_others(self) -> None:
        """Put other pieces inside the pattern first, then anywhere in the area."""
        free = [s for s in self._squares() if s not in self._board and s not in self._reserved]
        inside = _inside(self._reserved)
        for square in sorted(self._chance.mix(free), key=lambda s: s not in inside):
            if len(self._board) >= _MOST_PIECES:
                return
            if square in inside or self._chance.happens(55):
                rank = HEROIC if self._chance.happens(25) else COMMON
                self._put(self._any_seat(), square, rank)

    def _put(self, seat: int, square: Square, rank: int) -> None:
        """Put a piece on a free square; an enemy's if an own one would make another answer."""
        own = [r for owner, r in self._board.values() if owner == OWN_SEAT]
        legends = sum(r == LEGENDARY for _, r in self._board.values())
        if rank == LEGENDARY and legends >= _MOST_LEGENDS:
            rank = HEROIC
        self._board[square] = (OTHER_SEAT if len(own) >= _MOST_OWN else seat), rank
        if seat == OWN_SEAT and not self._has_one_answer():
            self._board[square] = OTHER_SEAT, rank

    def _has_one_answer(self) -> bool:
        """Return whether the pattern lies in one place only, as far as the pieces decide.

        This only saves the engine work: what the engine says decides.
        """
        own = tuple(
            sum(BIT[s] for s, (seat, r) in self._board.items() if seat == OWN_SEAT and r >= rank)
            for rank in (COMMON, HEROIC, LEGENDARY)
        )
        return find(self._card.shape, (own[0], own[1], own[2])) == BIT[self._square]

    def _is_other_way_round(self) -> bool:
        """Return whether the pattern fits the answer's square in another way, too."""
        own = {s: rank for s, (seat, rank) in self._board.items() if seat == OWN_SEAT}
        return any(
            orientation.pieces != self._orientation.pieces
            and orientation.anchors & BIT[self._square]
            and all(own.get(self._square + n, -1) >= rank for n, rank in orientation.shifts)
            for orientation in self._orientations
        )

    def _choose_schools(self) -> tuple[str, str]:
        deck = self._card.deck
        own = [s for s in BASE_GAME_SCHOOLS if cards.SCHOOLS[s].deck == deck] or BASE_GAME_SCHOOLS
        school = own[self._chance.below(len(own))]
        others = [s for s in BASE_GAME_SCHOOLS if s != school]
        return school, others[self._chance.below(len(others))]


def summon_squares(game: Game, card: str) -> frozenset[str]:
    """Return the squares where the player to move can summon a card."""
    moves = (move for move in game.legal_moves() if move.kind == "summon" and move.card == card)
    return frozenset(move.square for move in moves if move.square)


def _names(squares: set[Square]) -> frozenset[str]:
    return frozenset(NAMES[s] for s in squares)


def _inside(squares: set[Square]) -> set[Square]:
    """Return the squares of the smallest rectangle around some squares."""
    files, ranks = {s % 9 for s in squares}, {s // 9 for s in squares}
    return {
        SQUARE_OF[name]
        for rank in range(min(ranks), max(ranks) + 1)
        for file in range(min(files), max(files) + 1)
        if (name := f"{FILES[file]}{rank + 1}") in SQUARE_OF
    }
