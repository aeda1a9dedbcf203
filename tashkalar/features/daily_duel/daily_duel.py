"""The deal of a day, and the result of a game with it. Days are numbers (`day_number`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tashkalar import Game, new_game
from tashkalar.bots import PLANNING_LEVELS
from tashkalar.features.daily_duel import SEED_START
from tashkalar.features.puzzles.daily_puzzle import shuffle_number
from tashkalar.position.ids import SeatNumber, seat_of
from tashkalar.position.move import Message
from tashkalar.rules.forms.duel import Duel
from tashkalar.ui.bots.computer_seats import BotLevels
from tashkalar.ui.start.game_choices import BASE_GAME_SCHOOLS
from tashkalar.ui.text.catalogue import format_signed

PERSON_SEAT, OPPONENT_SEAT = SeatNumber(1), SeatNumber(2)
_MONDAY = 3  # 1970-01-01 was a Thursday: so many days after a Monday


class DailyDuel(NamedTuple):
    """The duel of a day: the level of the opponent, and the schools, the person's first."""

    day: int
    level: str
    schools: tuple[str, str]

    @property
    def seed(self) -> str:
        """The seed that decides all cards; no seed begins with another one."""
        return f"{SEED_START}{self.day}/"

    @property
    def bots(self) -> BotLevels:
        """The seat of the computer player."""
        return {OPPONENT_SEAT: self.level}

    def start_game(self) -> Game:
        """Return the game before its first move, the same on every platform."""
        return new_game(Duel().id, self.schools, seed=self.seed)


class DuelResult(NamedTuple):
    """The result of a finished duel, and how often it has been finished."""

    own_points: int
    opponent_points: int
    turns: int
    has_won: bool
    games: int = 1

    @property
    def margin(self) -> int:
        """The points ahead; below 0 if the opponent has more."""
        return self.own_points - self.opponent_points


def daily_duel(day: int) -> DailyDuel:
    """Return the duel of a day; the level rises from Monday to Sunday."""
    pairs = [(a, b) for a in BASE_GAME_SCHOOLS for b in BASE_GAME_SCHOOLS if a != b]
    round_, place = divmod(day, len(pairs))  # all pairs have their turn before one comes again
    pairs.sort(key=lambda pair: shuffle_number(f"{SEED_START}{round_}/{'/'.join(pair)}"))
    return DailyDuel(day, PLANNING_LEVELS[(day + _MONDAY) % 7], pairs[place])


def day_of_game(game: Game) -> int | None:
    """Return the day whose deal a game has; None for any other game."""
    number = str(game.setup.seed).removeprefix(SEED_START).removesuffix("/")
    if not number.isascii() or not number.isdecimal() or len(number) > 6:
        return None
    same = daily_duel(int(number)).start_game().setup == game.setup
    return int(number) if same and game.scenario is None else None


def result_of(game: Game, bots: BotLevels) -> tuple[int, DuelResult] | None:
    """Return the day of a finished duel with its result; None for any other game."""
    outcome, day = game.outcome, day_of_game(game)
    if outcome is None or day is None or dict(bots) != daily_duel(day).bots:
        return None
    own, theirs = (outcome.scores[seat_of(seat)] for seat in (PERSON_SEAT, OPPONENT_SEAT))
    has_won = outcome.winners == (PERSON_SEAT,)
    return day, DuelResult(own, theirs, game.state.turn, has_won)


def find_going(duel: DailyDuel, texts: Iterable[tuple[str, str]]) -> str:
    """Return the id of a saved game with the deal of a duel; "" without one.

    `texts` are the texts of the unfinished games with their ids.
    """
    return next((id for id, text in texts if duel.seed in text), "")


# -- in words ------------------------------------------------------------------------------------


def about_message(duel: DailyDuel) -> Message:
    """Return who plays: schools, and the level of the opponent."""
    own, theirs = (Message(f"page.school.{school}") for school in duel.schools)
    level = Message(f"bots.{duel.level}")
    return Message("daily-duel.about", {"own": own, "theirs": theirs, "level": level})


def result_message(result: DuelResult | None) -> Message:
    """Return how a duel has ended for the person."""
    if result is None:
        return Message("daily-duel.open")
    params = {"own": result.own_points, "theirs": result.opponent_points, "turns": result.turns}
    return Message("daily-duel.won" if result.has_won else "daily-duel.lost", params)


def share_message(duel: DailyDuel, result: DuelResult, day: str, link: str) -> Message:
    """Return the text to share, which says nothing of the deal; `day` is the date in words."""
    params: dict[str, object] = {
        "day": day,
        "level": Message(f"bots.{duel.level}"),
        "margin": format_signed(result.margin),
        "turns": result.turns,
        "link": link,
    }
    return Message("daily-duel.share.won" if result.has_won else "daily-duel.share.lost", params)
