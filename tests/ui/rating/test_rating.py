"""A person's strength: the paper's example, simulated persons, results as evidence, the words."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from tashkalar import new_game
from tashkalar.bots import PLANNING_LEVELS
from tashkalar.features.rating.glicko import RatedGame, Rating, rate
from tashkalar.features.rating.level_ratings import LEVEL_RATINGS
from tashkalar.features.rating.rating import (
    RATED_FORMS,
    Strength,
    compute_strengths,
    likely_range,
    matched_player,
    named_levels,
    scale_of,
    strength_line,
    strength_message,
)
from tashkalar.features.rating.rating_chart import lay_out_rating
from tashkalar.features.stored.game_results import note_result
from tashkalar.features.stored.results_record import (
    PERSON,
    RESULTS_KEY,
    GameResult,
    add_result,
    read_results,
)
from tashkalar.position.ids import SeatNumber
from tashkalar.rules.presets import PRESETS
from tashkalar.ui.storage.key_value_store import MemoryStore
from tashkalar.ui.text.catalogue import LANGUAGES
from tests import hostile
from tests.ui.table import catalogue_in, said

ONE, TWO = SeatNumber(1), SeatNumber(2)
_PERSONS, _GAMES = 200, 8


def result(
    opponent: str, won: bool | None, *, form: str = "duel", number: int = 0, **changes: Any
) -> GameResult:
    """Return the result of a game of a person in seat 1; None for a tie."""
    winners = {True: (ONE,), False: (TWO,), None: (ONE, TWO)}[won]
    fields = GameResult(
        id=f"{number:016x}",
        save=f"save-{number}",
        ended_ms=number,
        form=form,
        has_teams=False,
        schools=("northern", "sylvan"),
        players=(PERSON, opponent),
        winners=winners,
        summoned={},
    )
    return fields._replace(**changes)


def series(*games: tuple[str, bool | None], form: str = "duel") -> list[GameResult]:
    return [result(*game, form=form, number=n) for n, game in enumerate(games)]


# -- Glicko-2 ------------------------------------------------------------------------------------


def test_the_example_of_the_paper_gives_its_numbers() -> None:
    games = [
        RatedGame(Rating(1400, 30), 1),
        RatedGame(Rating(1550, 100), 0),
        RatedGame(Rating(1700, 300), 0),
    ]
    after = rate(Rating(1500, 200, 0.06), games)
    assert after.value == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_period_without_games_only_makes_a_rating_less_sure() -> None:
    before = Rating(1500, 200, 0.06)
    after = rate(before, ())
    assert after.deviation == pytest.approx(200.2714, abs=0.0001)  # in the paper's note on step 6
    assert after._replace(deviation=before.deviation) == before


def test_a_surprise_raises_the_volatility() -> None:
    expected = rate(Rating(0, 50), [RatedGame(Rating(-400, 30), 1)] * 5)
    surprise = rate(Rating(0, 50), [RatedGame(Rating(-400, 30), 0)] * 5)
    assert expected.volatility < 0.06 < surprise.volatility


# -- simulated persons ---------------------------------------------------------------------------


def simulate(form: str, true_level: str, chance: Random) -> Strength:
    """Return the strength of a person who plays as well as a level, after eight games.

    The first game is against the easiest level, each later one against the player that fits.
    """
    true_value, results = LEVEL_RATINGS[form][true_level][0], list[GameResult]()
    strength = compute_strengths(results)[form]
    for number in range(_GAMES):
        opponent = matched_player(strength) or PLANNING_LEVELS[0]
        share = share_against(opponent, form, true_value)
        results.append(result(opponent, chance.random() < share, form=form, number=number))
        strength = compute_strengths(results)[form]
    return strength


def share_against(opponent: str, form: str, value: float) -> float:
    """Return the share of the games that a person with this rating wins."""
    return float(1 / (1 + 10 ** ((scale_of(form)[opponent] - value) / 400)))


@pytest.mark.parametrize("form", RATED_FORMS)
@pytest.mark.parametrize("level", PLANNING_LEVELS)
def test_persons_of_known_strength_reach_their_level_within_eight_games(
    form: str, level: str
) -> None:
    chance, true_value = Random(f"{form} {level}"), LEVEL_RATINGS[form][level][0]
    number = PLANNING_LEVELS.index(level)
    inside = clear = near = 0
    for _ in range(_PERSONS):
        strength = simulate(form, level, chance)
        low, high = likely_range(strength.rating)
        inside += low <= true_value <= high
        clear += strength.is_clear
        first, last = map(PLANNING_LEVELS.index, named_levels(strength))
        near += first - 1 <= number <= last + 1
    assert inside >= 0.55 * _PERSONS, inside
    assert clear >= 0.9 * _PERSONS, clear
    assert near >= 0.9 * _PERSONS, near


# -- results as evidence -------------------------------------------------------------------------


def counts(results: Sequence[GameResult]) -> dict[str, int]:
    return {form: len(one.course) for form, one in compute_strengths(results).items()}


def test_each_form_is_rated_by_its_own_games_and_by_first_games() -> None:
    duel, high_form = result("novice", True), result("novice", False, form="high-form", number=1)
    first = result("firststeps", True, form="high-form", number=2, has_legends=False)
    assert counts([duel]) == {"high-form": 0, "duel": 1}
    assert counts([duel, high_form]) == {"high-form": 1, "duel": 1}
    assert counts([duel, high_form, first]) == {"high-form": 2, "duel": 2}


@pytest.mark.parametrize(
    "changes",
    [
        {"form": "melee"},
        {"has_teams": True},
        {"players": (PERSON, PERSON)},
        {"players": (PERSON, "far")},
        {"players": (PERSON, "greedy")},
        {"players": (PERSON, "novice.100")},
        {"players": ("adept", "novice")},
        {"players": (PERSON, "novice", "novice"), "schools": ("northern", "sylvan", "highland")},
        {"winners": ()},
    ],
    ids=str,
)
def test_other_games_are_no_evidence(changes: dict[str, Any]) -> None:
    assert sum(counts([result("novice", True, **changes)]).values()) == 0


def test_opponents_of_the_tour_and_steps_between_levels_are_rated_by_their_levels() -> None:
    def value(opponent: str) -> float:
        return compute_strengths([result(opponent, won=True)])["duel"].rating.value

    assert value("tolk") == value("beginner")
    assert value("beginner") < value("beginner.40") < value("beginner.80") < value("learner")


def test_victories_count_by_the_seat_and_ties_as_half() -> None:
    def value(**changes: Any) -> float:
        return compute_strengths([result("learner", won=True, **changes)])["duel"].rating.value

    second = value(players=("learner", PERSON))
    assert second < value(winners=(ONE, TWO)) < value()
    assert value(players=("learner", PERSON), winners=(TWO,)) == value()


def test_results_count_in_the_order_of_their_ends() -> None:
    games = series(("novice", True), ("adept", False), ("learner", True), ("novice", False))
    assert compute_strengths(games[::-1]) == compute_strengths(games)


def test_a_stored_game_is_evidence_and_a_deleted_one_is_not() -> None:
    store = MemoryStore()
    for number, options in enumerate((None, PRESETS["first-game"].options)):
        schools = ("northern", "southern")
        game = new_game("high-form", schools, seed=number, options=options)
        game.resign(TWO)
        assert note_result(store, game, f"save-{number}", number, {TWO: "beginner"}) is None
    assert counts(read_results(store.get(RESULTS_KEY))) == {"high-form": 2, "duel": 1}
    store.remove(RESULTS_KEY)
    assert counts(read_results(store.get(RESULTS_KEY))) == {"high-form": 0, "duel": 0}


def test_old_results_are_read_and_wrong_ones_left_out() -> None:
    text = add_result(None, result("novice", won=True))
    assert "legends" not in text  # as version 0.3.0 has written it
    first = result("novice", won=True, form="high-form", number=1, has_legends=False)
    both = add_result(text, first)
    assert read_results(both) == [result("novice", won=True), first]
    data = json.loads(both)
    for wrong in (*hostile.TEXTS.values(), None, 3, {}, [], ["", []], {"legends": 1}):
        mangled = {"games": [*data["games"], wrong, {**data["games"][0], "players": wrong}]}
        assert counts(read_results(json.dumps(mangled))) == {"high-form": 1, "duel": 2}
    assert counts(read_results("half a")) == {"high-form": 0, "duel": 0}


def test_many_games_cost_no_more_than_the_newest_two_hundred() -> None:
    lost = [("master", False)] * 300
    won = [("novice", True), ("novice", False)] * 100
    after = compute_strengths(series(*lost, *won))["duel"]
    assert after == compute_strengths(series(*won))["duel"]


# -- the curve -----------------------------------------------------------------------------------


def test_the_curve_rises_with_victories_and_its_band_narrows() -> None:
    games = series(*[("learner", True), ("novice", True), ("novice", False), ("novice", True)])
    layout = lay_out_rating(compute_strengths(games)["duel"], 300, 200, 90)
    (_, first), (_, second), (_, third), (_, fourth) = layout.line
    assert second < first and third > second and fourth < third  # y grows downwards
    upper, lower = layout.band[:4], layout.band[:3:-1]
    heights = [low - high for (_, high), (_, low) in zip(upper, lower, strict=True)]
    assert heights[0] > heights[-1] > 0
    assert all(0 <= x <= 300 and 0 <= y <= 200 for x, y in (*layout.line, *layout.band))
    assert (layout.line[0][0], layout.line[-1][0]) == (90, 292)


@pytest.mark.parametrize("form", RATED_FORMS)
def test_each_level_has_a_line_and_no_two_names_cover_each_other(form: str) -> None:
    games = series(("learner", True), form=form)
    layout = lay_out_rating(compute_strengths(games)[form], 300, 200, 90)
    assert len(layout.line) == 2  # one game is seen too
    assert [line.level for line in layout.levels] == [*reversed(PLANNING_LEVELS)]
    named = [line.label_y for line in layout.levels if line.label_y is not None]
    gaps = [below - above for above, below in itertools.pairwise(named)]
    assert len(named) >= 5 and min(gaps) >= 14


def test_a_strength_beyond_all_levels_stays_in_the_drawing() -> None:
    for value in (-5000, 5000):
        layout = lay_out_rating(known(value, 300), 300, 200, 90)
        assert all(0 <= y <= 200 for _, y in (*layout.line, *layout.band))


# -- words ---------------------------------------------------------------------------------------


def known(value: float, deviation: float, form: str = "duel") -> Strength:
    return Strength(form, (Rating(value, deviation),))


def test_a_strength_is_named_by_the_levels_beside_it() -> None:
    assert said(strength_message(Strength("duel", ()))) == "known after a few games"
    assert said(strength_message(known(-400, 300))) == "not clear yet"
    assert said(strength_message(known(-400, 100))) == "between Learner and Novice"
    assert said(strength_message(known(-554, 80))) == "about as strong as Learner"
    assert said(strength_message(known(500, 100))) == "stronger than Master"
    assert said(strength_message(known(-1800, 100))) == "on the way to First steps"
    line = strength_line(known(-400, 100, "high-form"))
    assert said(line) == "High Form: between Learner and Novice (1 game)"
    assert said(strength_line(Strength("duel", ()))) == "Deathmatch Duel: known after a few games"


def test_the_player_that_fits_is_the_one_that_is_beaten_in_half_of_the_games() -> None:
    assert matched_player(Strength("duel", ())) == ""
    assert matched_player(known(-700, 300)) == "learner"  # a guess is no step between levels
    assert matched_player(known(-700, 100)) == "beginner.42"
    for form in RATED_FORMS:
        low, *_, high = scale_of(form).values()
        for value in range(round(low), round(high), 10):
            player = matched_player(known(value, 100, form))
            assert 0.4 <= share_against(player, form, value) <= 0.6


@pytest.mark.parametrize("form", RATED_FORMS)
def test_no_step_of_the_scale_is_a_cliff(form: str) -> None:
    values = list(scale_of(form).values())
    shares = [1 / (1 + 10 ** (-(b - a) / 400)) for a, b in itertools.pairwise(values)]
    assert min(shares) >= 0.55 and max(shares) <= 0.7


@pytest.mark.parametrize("form", RATED_FORMS)
def test_persons_win_half_of_the_later_games_against_the_player_that_fits(form: str) -> None:
    chance, levels = Random(form), LEVEL_RATINGS[form]
    shares = []
    for _ in range(_PERSONS):
        level = chance.choice(PLANNING_LEVELS[1:-1])
        player = matched_player(simulate(form, level, chance))
        shares.append(share_against(player, form, levels[level][0]))
    assert 0.45 <= sum(shares) / len(shares) <= 0.55


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_are_whole_in_each_language(language: str) -> None:
    words = catalogue_in(language)
    lines = [
        words.translate(strength_line(known(value, deviation, form)))
        for form in RATED_FORMS
        for value in range(-1800, 700, 50)
        for deviation in (40, 120, 300)
    ]
    assert len(set(lines)) > 20
    assert not [line for line in lines if "{" in line or "rating." in line]
