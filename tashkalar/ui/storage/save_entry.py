"""The lines of the list of saved games, and their texts."""

from __future__ import annotations

from typing import NamedTuple

from tashkalar.position.ids import NO_SEAT, seat_of
from tashkalar.position.move import Message
from tashkalar.ui.storage.far_record import FarRecord
from tashkalar.ui.storage.save_record import SaveSummary
from tashkalar.ui.text.catalogue import format_integer


class SaveEntry(NamedTuple):
    """A line of the list of saved games. Dates are milliseconds since 1970, 0 if unknown."""

    id: str  # for the methods of `SavedGames`; not to be taken apart
    status: str  # "game", "damaged" or "newer" (made by a newer version)
    title: str | None
    started_at_ms: int
    saved_at_ms: int
    is_curtain_down: bool  # the curtain hides the hands
    summary: SaveSummary | None  # always there for a "game"
    is_stored: bool  # False: only in memory, because the storage is off or full
    is_quarantined: bool  # a text in quarantine
    far: FarRecord | None = None  # of a game with someone far away
    is_study: bool = False

    @property
    def name(self) -> Message | str:
        """The name of the game in the list: the title, else the players."""
        if self.status != "game" or self.summary is None:
            return self.title or Message(f"saves.entry.{self.status}")
        if self.title:
            return self.title
        pairs = zip(self.summary.names, self.summary.schools, strict=True)
        players = [name or Message(f"school.{school}.name") for name, school in pairs]
        if len(players) == 2:
            return Message("saves.entry.pair", {"first": players[0], "second": players[1]})
        return Message("saves.entry.group", {"players": tuple(players)})

    @property
    def is_unfinished(self) -> bool:
        """True for a game that can be continued: neither a study nor damaged."""
        is_game = self.status == "game" and not self.is_study
        return is_game and self.summary is not None and not self.summary.over

    @property
    def can_review(self) -> bool:
        """True for a game that a review can be made of, with cards that nobody far away holds."""
        is_game = self.status == "game" and not self.is_study
        return is_game and (self.far is None or (self.summary is not None and self.summary.over))

    @property
    def can_open(self) -> bool:
        """True if the game may open: many damaged texts can be recovered."""
        return self.status != "newer" and not self.is_quarantined

    @property
    def opening_text(self) -> str:
        """The id of the word for opening the game: to continue, see its result, or only open it."""
        if self.is_unfinished:
            return "page.saves.continue"
        is_over = self.status == "game" and not self.is_study
        return "page.saves.result" if is_over else "page.saves.open"

    @property
    def detail(self) -> Message:
        """The second line: the progress of the game, or why the game cannot be read."""
        if self.status != "game" or self.summary is None:
            return Message(f"saves.entry.{self.status}.about")
        params = {
            "form": Message(f"form.{self.summary.form}.name"),
            "turn": self.summary.turn,
            "scores": " : ".join(map(format_integer, self.summary.scores)),
        }
        if self.is_study:
            return Message("saves.entry.study", params)
        return Message("saves.entry.over" if self.summary.over else "saves.entry.going", params)

    @property
    def dated_at_ms(self) -> int:
        """The date that the list shows: of the last turn or save, 0 if unknown."""
        return self.far.since_ms if self.far and self.far.due_seat else self.saved_at_ms

    @property
    def is_far_turn(self) -> bool:
        """True if someone far away waits for the player of this device."""
        return self.far is not None and self.far.due_seat == self.far.seat != NO_SEAT

    @property
    def can_send(self) -> bool:
        """True if a player of this device waits for somebody, who may have lost the message."""
        if self.far is None or NO_SEAT in (self.far.seat, self.far.due_seat):
            return False
        return self.far.due_seat != self.far.seat

    def dated_detail(self, date: str, days: int) -> Message:
        """Return the second line with the date, or for whom a game waits since how many days."""
        if self.far is None or not self.far.due_seat or self.summary is None:
            return Message("saves.entry.dated", {"detail": self.detail, "when": date})
        since = "days" if days > 0 else "today"
        params: dict[str, object] = {"detail": self.detail, "n": days}
        if self.is_far_turn:
            return Message(f"saves.entry.far-mine.{since}", params)
        if not (self.far.has_begun or self.far.dealer):
            return Message(f"saves.entry.far-invited.{since}", params)
        index = seat_of(self.far.due_seat)
        school = self.summary.schools[index]
        who = self.summary.names[index] or Message(f"school.{school}.colour")
        return Message(f"saves.entry.far-waiting.{since}", {**params, "who": who})


class SaveRow(NamedTuple):
    """A saved game in the list on the start screen."""

    id: str
    name: Message | str
    detail: Message
    opening_text: str
    can_open: bool
    can_delete: bool
    can_review: bool
    can_send: bool


def save_row(entry: SaveEntry, saved_at: str, days: int = 0, *, is_open_elsewhere: bool) -> SaveRow:
    """Return the line of a saved game in the list.

    `saved_at` is the date `dated_at_ms` as text, `days` the number of days since that date, 0 for
    today. `is_open_elsewhere` means that another tab has the game on its table.
    """
    detail = entry.detail
    if not entry.is_stored:
        detail = Message("saves.entry.memory", {"detail": detail})
    elif is_open_elsewhere:
        detail = Message("saves.entry.elsewhere", {"detail": detail})
    elif entry.dated_at_ms:
        detail = entry.dated_detail(saved_at, days)
    # The other tab would save a deleted game again with its next decision.
    return SaveRow(
        entry.id,
        entry.name,
        detail,
        entry.opening_text,
        entry.can_open,
        can_delete=not is_open_elsewhere,
        can_review=entry.can_review and not is_open_elsewhere,
        can_send=entry.can_send and not is_open_elsewhere,
    )
