"""The best moments of games: found in the moves of a game that has ended, stored and merged."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from tashkalar import Game, cards
from tashkalar.cards import packs
from tashkalar.features.moments import MOMENTS_KEY
from tashkalar.features.summary.game_summary import FAR_BEHIND_POINTS, GameSummary, summarize
from tashkalar.json_reader import parse_json
from tashkalar.position.board import NAMES
from tashkalar.position.ids import ColourNumber, SeatNumber, seat_of
from tashkalar.position.move import Message
from tashkalar.rules.forms import FORMS
from tashkalar.ui.history.timeline import Board, board_of
from tashkalar.ui.storage.key_value_store import KeyValueStore, StoreError, store_text
from tashkalar.ui.storage.save_record import MAX_DATE_MS, game_id, is_integer_in_range
from tashkalar.ui.text import phrases

LEGEND, COMEBACK, TURN = KINDS = ("legend", "comeback", "turn")
"""The kinds: a legend was summoned, a game was won from far behind, a turn brought many points."""

MOST_OF_KIND: Mapping[str, int] = {LEGEND: 6, COMEBACK: 3, TURN: 3}
LEAST_AMOUNT: Mapping[str, int] = {LEGEND: 0, COMEBACK: FAR_BEHIND_POINTS, TURN: 4}
"""The fewest points: how far behind the winner was, or what the turn brought."""

_RANKS = ("common", "heroic", "legendary")
_MOST_NUMBER, _LONGEST_ID = 10_000, 80


class PlacedPiece(NamedTuple):
    """A piece of a board that is kept."""

    square: str
    school: str
    rank: str


class Moment(NamedTuple):
    """A moment, and the board after it."""

    id: str
    save: str  # the id of the saved game
    kind: str  # one of `KINDS`
    ended_ms: int  # when the game ended, milliseconds since 1970
    form: str
    school: str
    turn: int
    move: int  # the number of the decision that the board follows
    amount: int  # the points of a comeback or a turn, 0 for a legend
    card: str  # the legend, or ""
    square: str  # of the legend, or ""
    pieces: tuple[PlacedPiece, ...]

    @property
    def title(self) -> Message:
        """The name of the legend, or the points."""
        if self.kind == LEGEND:
            return phrases.card_name(self.card)
        return Message(f"moments.{self.kind}", {"n": self.amount})


# -- in a game -----------------------------------------------------------------------------------


def find_moments(game: Game, seats: Sequence[SeatNumber], save: str, ended_ms: int) -> list[Moment]:
    """Return the moments of these seats in a game that is over, those of one kind by turns."""
    if any(packs.is_pack_id(school) for school in game.setup.schools):
        return []
    finder = _MomentFinder(game, seats, save, ended_ms)
    return [*finder.legends(), *finder.comebacks(), *finder.turns()]


class _MomentFinder:
    """Makes moments of the moves of a game."""

    def __init__(self, game: Game, seats: Sequence[SeatNumber], save: str, ended_ms: int) -> None:
        self._game, self._save, self._ended_ms = game, save, ended_ms
        self._sides = {game.setup.colours[seat_of(seat)] for seat in seats}
        self._id = game_id(game.to_json())
        self._history = game.history()
        self._ends = [*(entry.state_before for entry in self._history[1:]), game.state]
        self._summary: GameSummary = summarize(game)

    def _make(
        self,
        kind: str,
        side: int,
        turn: int,
        move: int,
        *,
        amount: int = 0,
        card: str = "",
        square: str = "",
    ) -> Moment:
        setup = self._game.setup
        return Moment(
            id=f"{self._id}.{kind}.{move}",
            save=self._save,
            kind=kind,
            ended_ms=self._ended_ms,
            form=setup.form,
            school=self._summary.sides[side].school,
            turn=turn,
            move=move,
            amount=amount,
            card=card,
            square=square,
            pieces=tuple(self._placed(board_of(self._ends[move - 1]))),
        )

    def _placed(self, board: Board) -> Iterator[PlacedPiece]:
        for square, piece in board.items():
            school = phrases.school_of_color(self._game.setup, ColourNumber(piece.owner))
            yield PlacedPiece(square, school, piece.rank)

    def legends(self) -> Iterator[Moment]:
        """Yield the legends that were summoned."""
        for number, entry in enumerate(self._history, 1):
            before = entry.state_before
            side = self._game.setup.colours[before.seat]
            if side not in self._sides or before.phase != "play":
                continue
            for event in entry.events:
                if event.kind == "summon" and event.card and event.rank == "legendary":
                    yield self._make(
                        LEGEND,
                        side,
                        before.turn,
                        number,
                        card=event.card,
                        square=event.square or "",
                    )

    def comebacks(self) -> Iterator[Moment]:
        """Yield the turn in which the only winning side took the lead, from far behind."""
        lead = self._summary.lead
        if lead is None or lead.turn is None or lead.side not in self._sides:
            return
        if lead.behind >= LEAST_AMOUNT[COMEBACK]:
            number, move = lead.turn.number, lead.turn.last_move_number
            yield self._make(COMEBACK, lead.side, number, move, amount=lead.behind)

    def turns(self) -> Iterator[Moment]:
        """Yield the turns that brought their side many points."""
        for turn in self._summary.turns:
            for gain in turn.gains:
                is_own = gain.side == turn.side and gain.side in self._sides
                if is_own and gain.amount >= LEAST_AMOUNT[TURN]:
                    yield self._make(
                        TURN, turn.side, turn.number, turn.last_move_number, amount=gain.amount
                    )


# -- what is kept --------------------------------------------------------------------------------


def keep_best(moments: Iterable[Moment]) -> tuple[Moment, ...]:
    """Return the moments to keep, the newest first: of each kind those of most points.

    Of one legend the newest summoning is kept, and of equal points the newest moment.
    """
    by_id = {moment.id: moment for moment in moments}
    newest = sorted(by_id.values(), key=lambda one: (-one.ended_ms, -one.move, one.id))
    kept: list[Moment] = []
    for kind in KINDS:
        alike = [one for one in newest if one.kind == kind]
        if kind == LEGEND:
            alike = list({one.card: one for one in reversed(alike)}.values())[::-1]
        alike.sort(key=lambda one: -one.amount)  # stable: the newest stay first
        kept += alike[: MOST_OF_KIND[kind]]
    return tuple(sorted(kept, key=newest.index))


def add_moments(known: Iterable[Moment], found: Iterable[Moment], save: str) -> tuple[Moment, ...]:
    """Return the moments to keep after a saved game has ended, for the first time or again."""
    return keep_best([*(one for one in known if one.save != save), *found])


# -- as a text -----------------------------------------------------------------------------------


def read_moments(store: KeyValueStore) -> tuple[Moment, ...]:
    """Return the stored moments; what cannot be read is left out. Never raises."""
    try:
        return _read(store.get(MOMENTS_KEY))
    except StoreError:
        return ()


def _read(text: str | None) -> tuple[Moment, ...]:
    try:
        data = parse_json(text)
    except ValueError:
        return ()
    rows = data.get("moments") if isinstance(data, dict) else None
    read = map(_read_moment, rows) if isinstance(rows, list) else ()
    return keep_best(moment for moment in read if moment)


def _read_moment(row: object) -> Moment | None:
    """Return a moment with known values only; None for any other row."""
    if not isinstance(row, dict) or not _has_texts(row, ("id", "save", "card", "square")):
        return None
    kind, form, school, pieces = (row.get(key) for key in ("kind", "form", "school", "pieces"))
    numbers = [row.get(key) for key in ("turn", "move", "amount")]
    if kind not in KINDS or form not in tuple(FORMS) or school not in tuple(cards.SCHOOLS):
        return None
    if not all(is_integer_in_range(number, 0, _MOST_NUMBER) for number in numbers):
        return None
    if not is_integer_in_range(row.get("ended_ms"), 0, MAX_DATE_MS):
        return None
    if kind == LEGEND and row["card"] not in cards.BEINGS:
        return None
    if row["square"] not in ("", *NAMES) or not isinstance(pieces, list):
        return None
    placed = tuple(filter(None, map(_read_piece, pieces)))
    if len(placed) != len(pieces) or len({piece.square for piece in placed}) != len(placed):
        return None
    return Moment(**{**{key: row[key] for key in Moment._fields}, "pieces": placed})


def _has_texts(row: Mapping[object, object], keys: Iterable[str]) -> bool:
    texts = [row.get(key) for key in keys]
    return all(isinstance(text, str) and len(text) <= _LONGEST_ID for text in texts)


def _read_piece(piece: object) -> PlacedPiece | None:
    if not isinstance(piece, list) or len(piece) != len(PlacedPiece._fields):
        return None
    square, school, rank = piece
    is_known = square in NAMES and school in tuple(cards.SCHOOLS) and rank in _RANKS
    return PlacedPiece(square, school, rank) if is_known else None


def write_moments(moments: Iterable[Moment]) -> str:
    """Return the text of moments."""
    rows = [moment._asdict() for moment in moments]
    return json.dumps({"moments": rows}, separators=(",", ":"))


def save_moments(store: KeyValueStore, moments: Iterable[Moment]) -> Message | None:
    """Store the moments; return a message if that fails."""
    return store_text(store, MOMENTS_KEY, write_moments(moments))


def merge_moment_texts(here: str | None, text: str) -> str:
    """Return the moments of two texts, the best of both."""
    before = _read(here)
    merged = keep_best([*before, *_read(text)])
    return write_moments(merged) if merged != before else here or "{}"
