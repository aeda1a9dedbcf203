"""The duel of the day: a date gives the same deal for good, and the first finished game counts."""

from __future__ import annotations

import pytest

from tashkalar import Game, new_game
from tashkalar.bots import PLANNING_LEVELS
from tashkalar.features.daily_duel import DAILY_DUEL_KEY
from tashkalar.features.daily_duel.daily_duel import (
    OPPONENT_SEAT,
    PERSON_SEAT,
    DuelResult,
    about_message,
    daily_duel,
    day_of_game,
    find_going,
    result_message,
    result_of,
    share_message,
)
from tashkalar.features.daily_duel.duel_record import (
    MOST_DAYS,
    add_result,
    merge_record_texts,
    read_record,
    save_record,
)
from tashkalar.features.puzzles.daily_puzzle import day_number
from tashkalar.ui.start.game_choices import BASE_GAME_SCHOOLS
from tashkalar.ui.storage.key_value_store import MemoryStore
from tests.ui.table import english

DAY = day_number("2026-11-30")  # a Monday
WON, LOST = DuelResult(9, 5, 21, has_won=True), DuelResult(4, 7, 30, has_won=False)

# What everyone who plays on these days must get, whatever changes in the program: level, schools,
# and by seat the hand, the legends, the flare and the next card of the deck.
DEALS = {
    "2026-11-29": (
        "master",
        ("southern", "highland"),
        (
            ("infantry-captain", "champion", "herald"),
            ("hell-bull", "bone-catapult"),
            ("flare-08",),
            "gun-tower",
        ),
        (
            ("war-summoner", "war-drummer", "dire-wolf"),
            ("fire-dragon", "storm-elemental"),
            ("flare-03",),
            "clan-healer",
        ),
    ),
    "2026-11-30": (
        "firststeps",
        ("southern", "sylvan"),
        (
            ("summoner", "high-priestess", "knight"),
            ("bone-catapult", "leviathan"),
            ("flare-10",),
            "master-of-intrigue",
        ),
        (
            ("sylvan-princess", "dryad", "tree-shepherd"),
            ("time-elemental", "two-headed-dragon"),
            ("flare-12",),
            "kiskin-leafsplitter",
        ),
    ),
    "2027-02-28": (
        "master",
        ("highland", "sylvan"),
        (
            ("war-summoner", "clan-guardian", "mountain-troll"),
            ("bone-catapult", "hell-bull"),
            ("flare-01",),
            "hill-giant",
        ),
        (
            ("charging-buck", "kiskin-farseeders", "kiskin-boughrunner"),
            ("the-eldest-tree", "storm-elemental"),
            ("flare-11",),
            "forest-wardens",
        ),
    ),
    "2028-02-29": (
        "beginner",
        ("southern", "northern"),
        (
            ("high-priestess", "gun-tower", "gryphon-rider"),
            ("storm-elemental", "titan"),
            ("flare-01",),
            "infantry-captain",
        ),
        (
            ("cavalry-captain", "hypnotist", "gryphon-rider"),
            ("angel-of-death", "earth-elemental"),
            ("flare-11",),
            "gun-tower",
        ),
    ),
}


@pytest.mark.parametrize("date", DEALS)
def test_a_date_gives_the_same_deal_for_good(date: str) -> None:
    duel = daily_duel(day_number(date))
    state = duel.start_game().state
    dealt = tuple(
        (state.hands[n], state.legends[n], state.flares[n], state.decks[n][0]) for n in (0, 1)
    )
    assert (duel.level, duel.schools, *dealt) == DEALS[date]
    assert state.setup.form == "duel"
    assert duel.bots == {OPPONENT_SEAT: duel.level}


def test_a_week_goes_from_the_easiest_level_to_the_strongest() -> None:
    week = [daily_duel(DAY + n).level for n in range(7)]
    assert week == list(PLANNING_LEVELS)
    assert daily_duel(DAY + 7).level == week[0]


def test_all_pairs_of_schools_have_their_turn() -> None:
    start = DAY - DAY % 12
    pairs = [daily_duel(start + n).schools for n in range(12)]
    assert set(pairs) == {(a, b) for a in BASE_GAME_SCHOOLS for b in BASE_GAME_SCHOOLS if a != b}
    assert pairs != [daily_duel(start + 12 + n).schools for n in range(12)], "in another order"


def test_days_that_begin_alike_have_seeds_of_their_own() -> None:
    texts = [("7", daily_duel(20786).start_game().to_json())]
    assert find_going(daily_duel(20786), texts) == "7"
    assert find_going(daily_duel(2078), texts) == "" == find_going(daily_duel(0), texts)


# -- results -------------------------------------------------------------------------------------


def _resigned(seat: int) -> Game:
    game = daily_duel(DAY).start_game()
    game.resign(seat)
    return game


def test_a_finished_game_with_the_deal_of_a_day_has_a_result() -> None:
    bots = daily_duel(DAY).bots
    assert result_of(_resigned(OPPONENT_SEAT), bots) == (DAY, DuelResult(0, 0, 1, has_won=True))
    assert result_of(_resigned(PERSON_SEAT), bots) == (DAY, DuelResult(0, 0, 1, has_won=False))


def test_other_games_have_none() -> None:
    duel = daily_duel(DAY)
    assert result_of(duel.start_game(), duel.bots) is None, "it goes on"
    assert result_of(_resigned(2), {OPPONENT_SEAT: "adept"}) is None, "another opponent"
    assert result_of(_resigned(2), {}) is None, "a person"
    for schools, seed in (
        (("northern", "highland"), duel.seed),
        (duel.schools, 7),
        (duel.schools, "daily-duel/x/"),
        (duel.schools, "daily-duel/9999999/"),
        (duel.schools, "daily-duel/20787"),
    ):
        game = new_game("duel", schools, seed=seed)
        game.resign(2)
        assert result_of(game, duel.bots) is None, (schools, seed)
    assert day_of_game(duel.start_game()) == DAY


def test_the_first_finished_game_of_a_day_counts() -> None:
    record = add_result(add_result({}, DAY, LOST), DAY, WON)
    assert record == {DAY: LOST._replace(games=2)}
    assert add_result(record, DAY + 1, WON)[DAY + 1] == WON


def test_results_are_read_as_they_were_saved() -> None:
    store = MemoryStore()
    record = {DAY: WON, DAY + 1: LOST._replace(own_points=-3)}
    assert save_record(store, record) is None
    assert read_record(store) == record
    long = {day: WON for day in range(MOST_DAYS + 9)}
    save_record(store, add_result(long, MOST_DAYS + 9, WON))
    assert len(read_record(store)) == MOST_DAYS and MOST_DAYS + 9 in read_record(store)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        '{"x": [1, 1, 1, 1, 1], "9999999": [1, 1, 1, 1, 1], "²": [1, 1, 1, 1, 1]}',
        '{"5": [1, 1, 1, 1], "6": [1, 1, 1, 2, 1], "7": "1", "8": [1, 1, 1, true, 1]}',
        '{"9": [1e99, 1, 1, 1, 1], "10": [100000, 1, 1, 1, 1]}',
    ],
)
def test_what_cannot_be_read_is_left_out(text: str) -> None:
    store = MemoryStore()
    store.set(DAILY_DUEL_KEY, text)
    assert read_record(store) == {}


def test_of_two_browsers_the_result_here_stays() -> None:
    ours, theirs = MemoryStore(), MemoryStore()
    save_record(ours, {DAY: LOST})
    save_record(theirs, {DAY: WON, DAY - 1: WON})
    merged = merge_record_texts(ours.texts[DAILY_DUEL_KEY], theirs.texts[DAILY_DUEL_KEY])
    ours.set(DAILY_DUEL_KEY, merged)
    assert read_record(ours) == {DAY - 1: WON, DAY: LOST}
    assert merge_record_texts(merged, theirs.texts[DAILY_DUEL_KEY]) == merged


# -- in words ------------------------------------------------------------------------------------


def test_the_text_to_share_says_margin_and_turn_and_nothing_of_the_deal() -> None:
    words, duel = english(), daily_duel(DAY)
    won, lost = (
        words.translate(
            share_message(duel, result, "Monday 30 November", "https://play.example/#x")
        )
        for result in (WON, LOST)
    )
    assert won.endswith("First steps: won, +4, in turn 21. https://play.example/#x")
    assert "lost, \N{MINUS SIGN}3, in turn 30" in lost
    hidden = [words.text(f"page.school.{school}") for school in duel.schools]
    state = duel.start_game().state
    cards = {card for hand in (*state.hands, *state.legends) for card in hand}
    hidden += [words.text(f"card.{card}.name") for card in cards]
    assert not any(name in text for name in hidden for text in (won, lost))


def test_the_screen_says_who_plays_and_how_it_ended() -> None:
    words = english()
    about = words.translate(about_message(daily_duel(DAY)))
    assert about == "You: Southern Imperial. Opponent: Sylvan, First steps."
    results = [words.translate(result_message(result)) for result in (None, WON, LOST)]
    assert results == ["Not finished yet.", "Won 9 to 5 in turn 21.", "Lost 4 to 7 in turn 30."]
