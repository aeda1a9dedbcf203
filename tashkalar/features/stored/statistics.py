"""The statistics of a person's games: tables by form, school, opponent and being.

They are derived from the results that are stored (`game_results.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from tashkalar import cards
from tashkalar.bots import PLANNING_LEVELS
from tashkalar.bots.company import level_of
from tashkalar.bots.steps import read_step
from tashkalar.features.stored.results_record import FAR_PERSON, PERSON, GameResult
from tashkalar.position.ids import seat_of
from tashkalar.position.move import Message
from tashkalar.ui.bots.bot_names import level_name
from tashkalar.ui.statistics_table import StatisticsLine, StatisticsTable, percent
from tashkalar.ui.text import phrases

_DAYS_SINCE_MONDAY = 3  # on 1970-01-01, a Thursday
_SAME_DEVICE = "device"  # in place of an opponent, where persons at this device play each other


class _Tally:
    """The games of a row, and how they ended for persons at this device."""

    def __init__(self) -> None:
        self.games = 0
        self.ends: Counter[str] = Counter()

    def add(self, end: str | None) -> None:
        """Count a game; None for a game between persons at this device, whom no end fits."""
        self.games += 1
        self.ends[end or ""] += 1

    @property
    def numbers(self) -> tuple[int | None, ...]:
        """The numbers of the columns: games, won, lost, shared."""
        if self.ends[""] == self.games:  # only games between persons at this device
            return self.games, None, None, None
        return self.games, self.ends["won"], self.ends["lost"], self.ends["shared"]


# -- games ---------------------------------------------------------------------------------------


def game_tables(results: Sequence[GameResult]) -> tuple[StatisticsTable, ...]:
    """Return the games by form, by school and by opponent."""
    by_form: dict[tuple[str, bool], _Tally] = {}
    by_school: dict[str, _Tally] = {}
    by_opponent: dict[str, _Tally] = {}
    for result in results:
        end = _end_for_persons(result)
        by_form.setdefault((result.form, result.has_teams), _Tally()).add(end)
        for opponent in _opponents(result):
            by_opponent.setdefault(opponent, _Tally()).add(end)
        for index in _person_seats(result):
            by_school.setdefault(result.schools[index], _Tally()).add(_end_for(result, index))
    forms = sorted(by_form, key=lambda form: -by_form[form].games)
    schools = sorted(by_school, key=lambda school: -by_school[school].games)
    levels = [player for level in PLANNING_LEVELS for player in (level, _any_step_above(level))]
    order = (*levels, FAR_PERSON, _SAME_DEVICE)
    opponents = sorted(by_opponent, key=lambda one: order.index(one) if one in order else -1)
    return (
        _game_table("form", ((_form_name(*form), by_form[form], "") for form in forms)),
        _game_table("school", ((_school_name(s), by_school[s], s) for s in schools)),
        _game_table("opponent", ((_opponent_name(o), by_opponent[o], "") for o in opponents)),
    )


def _game_table(by: str, rows: Iterable[tuple[Message | str, _Tally, str]]) -> StatisticsTable:
    columns = ("games", "won", "lost", "shared")
    return StatisticsTable(
        Message(f"statistics.by-{by}"),
        tuple(Message(f"statistics.{column}") for column in columns),
        tuple(
            StatisticsLine(name, tally.numbers, percent(tally.ends["won"], tally.games), school)
            for name, tally, school in rows
        ),
    )


def _form_name(form: str, has_teams: bool) -> Message:
    name = Message(f"form.{form}.name")
    return Message("statistics.teams", {"form": name}) if has_teams else name


def _school_name(school: str) -> Message | str:
    """Return the name of a school; the id of a school whose pack is missing."""
    return Message(f"school.{school}.name") if school in cards.SCHOOLS else school


def _opponent_name(opponent: str) -> Message | str:
    if opponent in (FAR_PERSON, _SAME_DEVICE):
        return Message(f"statistics.opponent.{opponent}")
    is_level = opponent in PLANNING_LEVELS or read_step(opponent)
    return level_name(opponent) if is_level else opponent


def _side(result: GameResult, index: int) -> int:
    """Return the side of a seat: in teams, every second seat is on the same side."""
    return index % 2 if result.has_teams else index


def _person_seats(result: GameResult) -> list[int]:
    return [index for index, player in enumerate(result.players) if player == PERSON]


def _end_for(result: GameResult, index: int) -> str:
    """Return whether the side of a seat has won, lost or shared the first place."""
    side = _side(result, index)
    winners = {_side(result, seat_of(seat)) for seat in result.winners}
    if side not in winners:
        return "lost"
    return "won" if len(winners) == 1 else "shared"


def _end_for_persons(result: GameResult) -> str | None:
    """Return the end for the persons at this device; None if they are on several sides."""
    seats = _person_seats(result)
    is_one_side = len({_side(result, index) for index in seats}) == 1
    return _end_for(result, seats[0]) if is_one_side else None


def _opponents(result: GameResult) -> set[str]:
    """Return the levels of the computer players on other sides, or who else played there."""
    seats = _person_seats(result)
    own = {_side(result, index) for index in seats}
    if len(own) > 1:
        return {_SAME_DEVICE}
    others = enumerate(result.players)
    return {_counted_as(player) for index, player in others if _side(result, index) not in own}


def _counted_as(player: str) -> str:
    """Return the level, or the step above it, as which the games against a player are counted."""
    step = read_step(player)
    return _any_step_above(step.level) if step else level_of(player)


def _any_step_above(level: str) -> str:
    """Return the id as which all steps above a level are counted."""
    return f"{level}.50"


def has_shared_device(results: Sequence[GameResult]) -> bool:
    """Tell whether a game is there that persons at this device played against each other."""
    return any(_SAME_DEVICE in _opponents(result) for result in results)


def count_games(results: Sequence[GameResult], weeks: int = 0) -> Message:
    """Return how many games have ended, how many of them were won, and the weeks in a row."""
    ends = Counter(_end_for_persons(result) for result in results)
    params = {"n": len(results), "won": ends["won"]}
    if weeks > 1:
        return Message("statistics.summary.weeks", {**params, "weeks": weeks})
    return Message("statistics.summary", params)


def count_weeks(days: Iterable[int], today: int) -> int:
    """Return how many weeks in a row have one of these days; the present one need not have one yet.

    Days are counted from 1970-01-01, and weeks begin on Monday.
    """
    weeks, week = {_week(day) for day in days if day <= today}, _week(today)
    if week not in weeks:
        week -= 1
    first = week
    while first in weeks:
        first -= 1
    return week - first


def _week(day: int) -> int:
    return (day + _DAYS_SINCE_MONDAY) // 7


def being_table(results: Sequence[GameResult]) -> StatisticsTable:
    """Return the beings that persons have summoned, the most frequent first."""
    summoned: Counter[str] = Counter()
    for result in results:
        summoned.update(result.summoned)
    most = max(summoned.values(), default=1)
    return StatisticsTable(
        Message("statistics.beings"),
        (Message("statistics.times"),),
        tuple(
            StatisticsLine(_being_name(id), (number,), percent(number, most))
            for id, number in sorted(summoned.items(), key=lambda item: (-item[1], item[0]))
        ),
    )


def _being_name(id: str) -> Message | str:
    return phrases.card_name(id) if id in cards.BEINGS else id
