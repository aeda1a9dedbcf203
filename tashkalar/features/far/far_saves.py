"""The saved games that are played with someone far away."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from tashkalar import Game
from tashkalar.far.far_game import FarGame, game_id
from tashkalar.far.log import FarError, Log, compare
from tashkalar.far.message import (
    FoundLog,
    choose_log,
    read_message,
    read_signed_message,
    write_text,
)
from tashkalar.far.sealed_hand import SealedHand
from tashkalar.formats.save import ReplayStep
from tashkalar.position.ids import NO_SEAT, SeatNumber, seat_of
from tashkalar.ui.bots.computer_seats import BotLevels
from tashkalar.ui.storage.far_record import FarRecord
from tashkalar.ui.storage.save_record import SaveRecord
from tashkalar.ui.storage.saved_games import SavedGames, SaveResult


class FarSaves:
    """Saves games together with their logs, and finds them again."""

    def __init__(self, saved_games: SavedGames) -> None:
        self._saved_games = saved_games
        self._read_games: dict[str, FarGame] = {}  # by the text of the log

    def find(self, id: str) -> list[str]:
        """Return the ids of the saves of a game, given its id on every device.

        Those come last that are only watched.
        """
        found = [
            (entry.far.seat == NO_SEAT, entry.id)
            for entry in self._saved_games.entries()
            if entry.far and entry.far.game_id == id
        ]
        return [id for _, id in sorted(found, key=lambda pair: pair[0])]

    def choose_log(self, found: Sequence[FoundLog]) -> FoundLog:
        """Return the log of a text with the most news for a game that is saved here."""
        ids = (id for one in found for id in self.find(game_id(one.log)))
        records = filter(None, map(self.record, ids))
        own = next((read_message(record.log) for record in records), ())
        return choose_log(found, own)

    def own_name(self) -> str:
        """Return the name of this device's player in the game that was saved last; "" for none."""
        for entry in self._saved_games.entries():
            if entry.far and entry.summary and entry.far.seat != NO_SEAT:
                return entry.summary.names[seat_of(entry.far.seat)]
        return ""

    def own_turn_count(self) -> int:
        """Return the number of games in which others wait for the player of this device."""
        return sum(entry.is_far_turn for entry in self._saved_games.entries())

    def next_waiting(self, id: str) -> str:
        """Return the id of another save that waits longest for this player; "" for none."""
        waiting = [entry for entry in self._saved_games.entries() if entry.is_far_turn]
        others = [(entry.dated_at_ms, entry.id) for entry in waiting if entry.id != id]
        return min(others)[1] if others else ""

    def end_unfinished(self, id: str, game: Game) -> SaveResult | None:
        """Let a game wait for nobody any more; a message that comes opens it again."""
        record = self.record(id)
        if record is None:
            return None
        return self._saved_games.save(id, game, False, far=record._replace(due_seat=NO_SEAT))

    def record(self, id: str) -> FarRecord | None:
        """Return what is saved of a game; None if the game is not one with someone far away."""
        return self._saved_games.far_record(id) if id else None

    def load_in_steps(self, record: FarRecord) -> Generator[ReplayStep, None, FarGame]:
        """Return the game of a saved log; FarError if the rules have changed since."""
        if record.log not in self._read_games:
            signed = read_signed_message(record.log)
            read = yield from FarGame.read_in_steps(signed.log)
            read.signatures = signed.signatures
            self._read_games[record.log] = read
        far = self._read_games[record.log].copy()
        if game_id(far.log) != record.game_id:
            raise FarError("other", "the save says that the log is of another game")
        far.hand = None
        if record.secret:
            far.use_hand(SealedHand(record.seat, record.secret))
        far.own_seat, far.signing_key = record.seat, record.key
        far.holds_back = bool(record.secret) and self._has_unfinished_version(far)
        return far

    def version_in_steps(
        self, own: FarGame, found: FoundLog
    ) -> Generator[ReplayStep, None, FarGame]:
        """Return another version of a game that this device plays, to be kept beside it.

        Raise FarError if that cannot be, such as when a version here has shown the own deck.
        """
        far = yield from FarGame.read_in_steps(found.log)
        far.signatures, far.signing_key = found.signatures, own.signing_key
        if own.hand is not None:
            far.use_hand(own.hand)
            if far.seals is not None and self._has_open_version(far):
                raise FarError("sealed", "the game is over here, and the own deck is open")
        far.own_seat = own.own_seat
        far.holds_back = own.hand is not None and self._has_unfinished_version(far)
        return far

    def _has_open_version(self, far: FarGame) -> bool:
        """Tell whether the own secret lies open in a version of a game on this device."""
        records = (self.record(id) for id in self.find(game_id(far.log)))
        return any(
            entry.kind == "open" and entry.by == far.own_seat
            for record in records
            if record
            for entry in _log_of(record)
        )

    def _has_unfinished_version(self, far: FarGame) -> bool:
        """Tell whether this device plays another version of a game, which goes on differently."""
        return any(
            _is_version(far, entry.far)
            for entry in self._saved_games.entries()
            if entry.far and entry.far.game_id == game_id(far.log)
            if entry.far.seat != NO_SEAT and entry.is_unfinished
        )

    def create(self, far: FarGame, seat: SeatNumber) -> SaveResult:
        """Save a new game, which this device plays on a seat, or watches with `NO_SEAT`."""
        described = self._describe(far, seat)
        levels = computer_levels(far, seat)
        record = SaveRecord("game", is_curtain_down=False, far=described, bots=levels)
        return self._saved_games.add_game(far.game_to_show(), record)

    def update(self, id: str, far: FarGame, seat: SeatNumber, game: Game) -> SaveResult:
        """Save a game whose log has grown; `game` may be some decisions ahead of the log."""
        levels = computer_levels(far, seat)
        return self._saved_games.save(id, game, False, levels, self._describe(far, seat))

    def save_table(self, id: str, game: Game) -> SaveResult:
        """Save the game on the table; its log stays as it is."""
        return self._saved_games.save(id, game, False)

    def _describe(self, far: FarGame, seat: SeatNumber) -> FarRecord:
        text, due = write_text(far.log, far.signatures), far.due_seats
        self._read_games[text] = far.copy()
        return FarRecord(
            seat=seat,
            game_id=game_id(far.log),
            log=text,
            has_begun=far.game is not None,
            decision_count=len(far.game.codes) if far.game else 0,
            due_seat=seat if seat in due else due[0] if due else NO_SEAT,
            since_ms=self._saved_games.texts.date_ms(),
            secret=far.hand.secret if far.hand and far.has_secret else "",
            dealer=NO_SEAT if far.game or far.free_seats else far.log[0].by,
            is_asked=far.may_grant(seat),
            key=far.signing_key if seat != NO_SEAT else "",
            allows_hints=far.allows_hints,
        )


def computer_levels(far: FarGame, seat: SeatNumber) -> BotLevels:
    """Return the computer players that the device of a seat plays; none if it only watches."""
    return {} if seat == NO_SEAT else far.computer_levels


def _log_of(record: FarRecord) -> Log:
    """Return the log of a record; none if it is damaged."""
    try:
        return read_message(record.log)
    except FarError:
        return ()


def _is_version(far: FarGame, other: FarRecord) -> bool:
    """Tell whether a record of the same game goes on differently; True if its log is damaged."""
    try:
        return compare(far.log, read_message(other.log)).kind == "fork"
    except FarError:
        return True


def has_nothing_new(here: FarRecord, other: FarRecord) -> bool:
    """Tell whether the log of a seat has every entry of another log of that seat."""
    if (here.seat, here.game_id) != (other.seat, other.game_id):
        return False
    try:
        compared = compare(read_message(here.log), read_message(other.log))
    except FarError:
        return here.log == other.log
    return compared.kind in ("same", "older")


def game_ahead(game: Game, before: FarGame, after: FarGame) -> Game:
    """Return the game to show when a log has grown from `before` to `after`.

    The decisions that the person has already made in `game` stay if they still fit.
    """
    shown, known = after.game_to_show(), before.game_to_show().codes
    if before.game is None or shown.is_over or shown.codes != known:
        return shown
    return game.copy() if game.codes[: len(known)] == known else shown


def game_of_log(game: Game, record: FarRecord) -> Game:
    """Return a game without the decisions that are not in its log."""
    taken_back = game.copy()
    while taken_back.can_undo and len(taken_back.codes) > record.decision_count:
        taken_back.undo()
    taken_back.keep_redo(())
    return taken_back
