"""The strength of a person, by form: Glicko-2 over the finished games against levels.

Nothing of it is stored: it is computed from the results, and is gone when they are deleted. The
ratings of the levels are those of the ladder (`level_ratings.py`), on whose scale *adept* has 0.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tashkalar.bots import PLANNING_LEVELS
from tashkalar.bots.company import level_of
from tashkalar.bots.steps import read_step
from tashkalar.features.rating.glicko import RatedGame, Rating, rate
from tashkalar.features.rating.level_ratings import LEVEL_RATINGS
from tashkalar.features.stored.results_record import PERSON, GameResult
from tashkalar.position.ids import seat_of
from tashkalar.position.move import Message
from tashkalar.rules.presets import FIRST_GAME

RATED_FORMS = ("high-form", "duel")
"""The forms for two players, each with a rating of its own."""

_UNKNOWN = Rating(-500.0, 600.0)
"""Before any game: about *learner*, and any level is possible."""

_CLEAR_DEVIATION = 220.0  # of a rating that can be named
_LIKELY_DEVIATIONS = 1.64  # to each side: nine of ten strengths lie within
_STEP_WIDTH = 100  # of rating, at most: such a player wins 64 % against the next weaker one
# By the share of its turns that a step plays as the level above, in per cent: which part of the
# distance between the two levels it is stronger (docs/measurements/bots.md, "Steps").
_PARTS: Mapping[float, float] = {0: 0.0, 25: 0.24, 50: 0.62, 100: 1.0}
_MOST_GAMES = 200  # that count, the newest ones: older games say little more


class Strength(NamedTuple):
    """The strength of a person in a form: the rating after each game that counts."""

    form: str
    course: tuple[Rating, ...]

    @property
    def rating(self) -> Rating:
        """The rating now."""
        return self.course[-1] if self.course else _UNKNOWN

    @property
    def is_clear(self) -> bool:
        """True when there are enough games to name it."""
        return bool(self.course) and self.rating.deviation <= _CLEAR_DEVIATION


def likely_range(rating: Rating) -> tuple[float, float]:
    """Return the ends of the range in which the strength lies in nine of ten cases."""
    spread = _LIKELY_DEVIATIONS * rating.deviation
    return rating.value - spread, rating.value + spread


# -- from results --------------------------------------------------------------------------------


def compute_strengths(results: Sequence[GameResult]) -> Mapping[str, Strength]:
    """Return the strength by form; results that are no evidence are left out."""
    ordered = sorted(results, key=lambda result: result.ended_ms)
    return {form: _compute_strength(form, ordered) for form in RATED_FORMS}


def _compute_strength(form: str, results: Iterable[GameResult]) -> Strength:
    games = [game for result in results if (game := _read_game(result, form))]
    rating, course = _UNKNOWN, []
    for game in games[-_MOST_GAMES:]:
        rating = rate(rating, (game,))
        course.append(rating)
    return Strength(form, tuple(course))


def _read_game(result: GameResult, form: str) -> RatedGame | None:
    """Return a result as evidence of the strength in a form; None if it is none.

    That is a game for two between a person and a level. The first game is evidence for both forms.
    """
    is_first_game = result.form == FIRST_GAME.form and not result.has_legends
    if (result.form != form and not is_first_game) or len(result.players) != 2:
        return None
    if result.has_teams or result.players.count(PERSON) != 1:
        return None
    index = result.players.index(PERSON)
    opponent = _level_rating(form, result.players[1 - index])
    if opponent is None or not result.winners:
        return None
    winners = {seat_of(seat) for seat in result.winners}
    return RatedGame(opponent, (index in winners) / len(winners))


def _level_rating(form: str, player: str) -> Rating | None:
    """Return the rating of a level, an opponent of the tour or a step between levels.

    None for other players. A step is rated between its levels, see `_PARTS`.
    """
    name, levels = level_of(player), LEVEL_RATINGS[form]
    if step := read_step(name):
        low, high = levels[step.level], levels[step.above]
        part = _interpolate(_PARTS, step.percent)
        return Rating(*(a + (b - a) * part for a, b in zip(low, high, strict=True)))
    return Rating(*levels[name]) if name in levels else None


# -- in words ------------------------------------------------------------------------------------


def matched_player(strength: Strength) -> str:
    """Return the level or step that the person beats in about half of the games.

    "" before the first game. Until the strength is clear it is a level: the best guess.
    """
    if not strength.course:
        return ""
    value = strength.rating.value
    if not strength.is_clear:
        return _nearest_level(strength.form, value)
    scale = scale_of(strength.form)
    return min(scale, key=lambda player: abs(scale[player] - value))


def scale_of(form: str) -> Mapping[str, float]:
    """Return the ratings of the levels and of the steps between them, about 100 points apart."""
    levels, scale = LEVEL_RATINGS[form], {}
    for level, (low, _) in levels.items():
        scale[level] = low
        if level == PLANNING_LEVELS[-1]:
            break
        above = PLANNING_LEVELS[PLANNING_LEVELS.index(level) + 1]
        width = levels[above][0] - low
        count = math.ceil(width / _STEP_WIDTH)  # with the step to the level above
        for number in range(1, count):
            percent = round(_interpolate({part: p for p, part in _PARTS.items()}, number / count))
            scale[f"{level}.{percent}"] = low + width * number / count
    return scale


def _interpolate(points: Mapping[float, float], at: float) -> float:
    """Return the value at a place between points whose places rise."""
    for (left, low), (right, high) in itertools.pairwise(points.items()):
        if at <= right:
            return low + (high - low) * (at - left) / (right - left)
    raise ValueError("beyond the last point")


def _nearest_level(form: str, value: float) -> str:
    levels = LEVEL_RATINGS[form]
    return min(levels, key=lambda level: abs(levels[level][0] - value))


def named_levels(strength: Strength) -> tuple[str, str]:
    """Return the levels nearest to the ends of the likely range; they may be the same one."""
    low, high = likely_range(strength.rating)
    return _nearest_level(strength.form, low), _nearest_level(strength.form, high)


def strength_message(strength: Strength) -> Message:
    """Return the strength in words, such as "between Learner and Novice"."""
    if not strength.course:
        return Message("rating.none")
    if not strength.is_clear:
        return Message("rating.unclear")
    levels = tuple(LEVEL_RATINGS[strength.form])
    low, high = likely_range(strength.rating)
    if low > LEVEL_RATINGS[strength.form][levels[-1]][0]:
        return Message("rating.above", {"level": _level_name(levels[-1])})
    if high < LEVEL_RATINGS[strength.form][levels[0]][0]:
        return Message("rating.below", {"level": _level_name(levels[0])})
    first, last = map(_level_name, named_levels(strength))
    if first == last:
        return Message("rating.about", {"level": first})
    return Message("rating.between", {"low": first, "high": last})


def _level_name(level: str) -> Message:
    return Message(f"bots.{level}")


def strength_line(strength: Strength) -> Message:
    """Return a line with the form, the strength and the number of games, if there are any."""
    params = {"form": Message(f"form.{strength.form}.name"), "strength": strength_message(strength)}
    if not strength.course:
        return Message("rating.line.none", params)
    return Message("rating.line", {**params, "n": len(strength.course)})
