"""The results of finished games: noted at the end, counted once, merged, and put into tables."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from tashkalar import Game, new_game
from tashkalar.bots.simple import GreedyPlayer
from tashkalar.features.stored import statistics
from tashkalar.features.stored.game_results import (
    note_result,
    note_saved_games_in_steps,
)
from tashkalar.features.stored.results_record import (
    COUNTED_KEY,
    DAMAGED_RESULTS_KEY,
    RESULTS_KEY,
    GameResult,
    add_result,
    merge_results,
    read_results,
)
from tashkalar.features.stored.stored_data import StoredData, read_stored_file
from tashkalar.features.workshop.workshop_record import merge_works, read_works, write_works
from tashkalar.position.ids import SeatNumber
from tashkalar.ui.bots.computer_seats import BotLevels
from tashkalar.ui.statistics_table import StatisticsTable
from tashkalar.ui.storage.key_value_store import MemoryStore, StoreError
from tashkalar.ui.storage.save_record import SaveRecord, SaveSummary
from tashkalar.ui.storage.save_texts import QUARANTINE_KEY_PREFIX
from tashkalar.ui.storage.saved_games import SavedGames
from tests import hostile
from tests.support import arrange
from tests.ui.table import said

ONE, TWO = SeatNumber(1), SeatNumber(2)
ADEPT: BotLevels = {TWO: "adept"}
MERGES = {RESULTS_KEY: merge_results}


class Device:
    """A browser with its saved games, its clock and its results."""

    def __init__(self, now: int = 1_700_000_000_000) -> None:
        self.store = MemoryStore()
        self.now = now
        self.games = SavedGames(self.store, lambda: self.now)
        self.data = StoredData(self.games, self.store)

    def begin(self, game: Game, bots: BotLevels = ADEPT) -> str:
        self.now += 1000
        return self.games.create(game, False, bots=bots).id

    def save(self, id: str, game: Game, bots: BotLevels = ADEPT) -> None:
        self.now += 1000
        self.games.save(id, game, False, bots)

    def end(self, game: Game, loser: int = 2, bots: BotLevels = ADEPT) -> str:
        """Begin a game and end it as the page does; return its id."""
        id = self.begin(game, bots)
        game.resign(loser)
        self.save(id, game, bots)
        assert note_result(self.store, game, id, self.now, bots) is None
        return id

    def count_saved_games(self) -> None:
        records = [
            (entry.id, self.games.texts.newest_record(f"tashkalar.game.v1.{entry.id}"))
            for entry in self.games.entries()
        ]
        steps = note_saved_games_in_steps(self.store, [(i, r) for i, r in records if r])
        for _ in steps:
            pass

    @property
    def results(self) -> list[GameResult]:
        return read_results(self.store.get(RESULTS_KEY))


def duel(seed: int) -> Game:
    return new_game("duel", ["northern", "sylvan"], seed=seed)


def numbers(table: StatisticsTable) -> list[tuple[str, tuple[int | None, ...]]]:
    return [(getattr(line.name, "id", str(line.name)), line.numbers) for line in table.lines]


def test_a_played_game_is_counted_with_its_beings_form_school_and_opponent() -> None:
    device, game = Device(), duel(3)
    id, bot, summoned = device.begin(game), GreedyPlayer(3), list[str]()
    while not game.is_over:
        seat = int(game.player or 0)
        move = bot.choose(game.view(seat), game.prompt, game.legal_moves())
        if seat == ONE and move.kind == "summon":
            summoned.append(str(move.card))
        game.play(move)
    device.save(id, game)
    assert game.outcome and summoned
    assert note_result(device.store, game, id, device.now, ADEPT) is None
    [result] = device.results
    assert (result.save, result.winners, result.players) == (
        id,
        game.outcome.winners,
        ("", "adept"),
    )
    assert sorted(result.summoned) == sorted(set(summoned))
    assert sum(result.summoned.values()) == len(summoned)

    won = int(game.outcome.winners == (ONE,))
    row = (1, won, 1 - won, 0)
    tables = map(numbers, statistics.game_tables(device.results))
    assert list(tables) == [
        [("form.duel.name", row)],
        [("school.northern.name", row)],
        [("bots.adept", row)],
    ]
    beings = statistics.being_table(device.results)
    assert [line.numbers[0] for line in beings.lines] == sorted(
        result.summoned.values(), reverse=True
    )


def test_games_are_counted_by_how_they_ended_for_the_persons_at_this_device() -> None:
    device = Device()
    device.end(duel(1), loser=2)
    device.end(duel(2), loser=1)
    device.end(duel(3), bots={ONE: "novice"}, loser=1)
    device.end(duel(4), bots={}, loser=1)  # two persons: a victory and a defeat, by school only
    device.end(duel(5), bots={ONE: "novice", TWO: "adept"})  # nobody here played
    forms, schools, opponents = statistics.game_tables(device.results)
    assert numbers(forms) == [("form.duel.name", (4, 2, 1, 0))]
    assert sorted(numbers(schools)) == [
        ("school.northern.name", (3, 1, 2, 0)),
        ("school.sylvan.name", (2, 2, 0, 0)),
    ]
    assert numbers(opponents) == [
        ("bots.novice", (1, 1, 0, 0)),
        ("bots.adept", (2, 1, 1, 0)),
        ("statistics.opponent.device", (1, None, None, None)),
    ]
    assert statistics.count_games(device.results).params == {"n": 4, "won": 2}


def test_steps_above_a_level_are_one_opponent() -> None:
    device = Device()
    for number, level in enumerate(("novice", "learner.33", "learner.67", "learner"), 1):
        device.end(duel(number), bots={TWO: level}, loser=2)
    *_, opponents = statistics.game_tables(device.results)
    assert [said(line.name) for line in opponents.lines] == ["Learner", "Learner+", "Novice"]
    assert [line.numbers[0] for line in opponents.lines] == [1, 2, 1]


@pytest.mark.parametrize(
    ("days", "weeks"),
    [
        ([], 0),
        ([19], 1),  # a Tuesday
        ([18, 24], 1),  # the Monday and the Sunday of that week
        ([17, 18], 2),
        ([11, 17, 10, 3], 3),  # nothing in the present week yet
        ([3, 10], 0),  # last week is missing
        ([25, 32], 0),  # a clock that was set back
    ],
)
def test_weeks_in_a_row_begin_on_monday(days: list[int], weeks: int) -> None:
    assert statistics.count_weeks(days, today=20) == weeks


def test_in_teams_a_victory_is_that_of_the_side() -> None:
    device = Device()
    game = new_game("duel", ["northern", "sylvan", "highland", "everfrost"], teams=True, seed=1)
    bots = {SeatNumber(seat): "adept" for seat in (2, 3, 4)}
    device.end(game, loser=2, bots=bots)
    forms, schools, opponents = statistics.game_tables(device.results)
    assert numbers(forms) == [("statistics.teams", (1, 1, 0, 0))]
    assert numbers(schools) == [("school.northern.name", (1, 1, 0, 0))]
    assert numbers(opponents) == [("bots.adept", (1, 1, 0, 0))]


def test_a_game_that_ends_again_counts_once_with_its_last_end() -> None:
    device, game = Device(), duel(1)
    id = device.end(game, loser=2)
    note_result(device.store, game, id, device.now, ADEPT)
    assert [result.winners for result in device.results] == [(ONE,)]
    game.undo()
    game.resign(1)
    device.save(id, game)
    note_result(device.store, game, id, device.now, ADEPT)
    assert [result.winners for result in device.results] == [(TWO,)]


def test_games_of_earlier_versions_are_counted_once_and_deleting_them_changes_nothing() -> None:
    device, game, linked = Device(), duel(1), duel(2)
    id = device.begin(game)
    game.resign(1)
    device.save(id, game)
    linked.resign(1)
    device.begin(linked)  # a finished game that came by a link
    device.begin(duel(3))  # goes on
    device.count_saved_games()
    [result] = device.results
    assert (result.save, result.winners, result.ended_ms) == (id, (TWO,), device.now - 2000)
    device.games.delete(id)
    device.count_saved_games()
    assert device.results == [result]
    device.data.delete("results")
    device.count_saved_games()
    assert device.results == []


def test_an_import_counts_no_game_twice() -> None:
    device, other = Device(), Device(1_800_000_000_000)
    device.end(duel(1))
    device.end(duel(2))
    other.end(duel(3))
    file = read_stored_file(device.data.export({}))
    for _ in range(2):
        other.data.import_file(file, merges=MERGES)
        other.count_saved_games()
        assert len(other.results) == 3
    assert other.data.import_file(file, merges=MERGES).added == 0
    [row] = [row for row in other.data.rows() if row.kind == "results"]
    assert row.can_delete and row.entries == 1
    device.data.import_file(read_stored_file(other.data.export({})), merges=MERGES)
    assert {result.id for result in device.results} == {result.id for result in other.results}


def test_an_import_from_an_earlier_version_counts_its_games() -> None:
    device, other = Device(), Device(1_800_000_000_000)
    device.end(duel(1))
    device.store.remove(RESULTS_KEY)
    other.count_saved_games()
    other.data.import_file(read_stored_file(device.data.export({})), merges=MERGES)
    other.count_saved_games()
    assert len(other.results) == 1


def test_of_two_ends_of_a_game_the_later_one_is_kept() -> None:
    device, game = Device(), duel(1)
    id = device.end(game, loser=2)
    earlier = device.store.get(RESULTS_KEY) or ""
    game.undo()
    game.resign(1)
    device.save(id, game)
    note_result(device.store, game, id, device.now, ADEPT)
    later = device.store.get(RESULTS_KEY) or ""
    for here, text in ((earlier, later), (later, earlier)):
        assert [one.winners for one in read_results(merge_results(here, text))] == [(TWO,)]


def test_two_tabs_add_to_the_same_results() -> None:
    device = Device()
    tab = SavedGames(device.store, lambda: device.now)
    mine, theirs = duel(1), duel(2)
    first, second = device.begin(mine), tab.create(theirs, False, bots=ADEPT).id
    mine.resign(1)
    theirs.resign(2)
    note_result(device.store, mine, first, device.now, ADEPT)
    note_result(device.store, theirs, second, device.now, ADEPT)
    assert [result.save for result in device.results] == [first, second]


class FullStore(MemoryStore):
    """A store that takes nothing more while it is full."""

    is_full = False

    def set(self, key: str, text: str) -> None:
        if self.is_full:
            raise StoreError("full")
        super().set(key, text)


def test_a_full_storage_is_told_and_the_game_is_counted_later() -> None:
    device, game = Device(), duel(1)
    device.store = store = FullStore()
    device.games = SavedGames(store, lambda: device.now)
    id = device.begin(game)
    game.resign(1)
    device.save(id, game)
    store.is_full = True
    trouble = note_result(store, game, id, device.now, ADEPT)
    assert trouble and trouble.id == "storage.results"
    assert device.results == []
    store.is_full = False
    device.count_saved_games()
    assert [result.save for result in device.results] == [id]


@pytest.mark.parametrize("text", ["{", "[]", '{"games": 5}', '"x"'])
def test_a_damaged_text_is_put_aside(text: str) -> None:
    device = Device()
    device.store.set(RESULTS_KEY, text)
    assert device.results == []
    device.end(duel(1))
    assert len(device.results) == 1
    assert device.store.get(DAMAGED_RESULTS_KEY) == text


FAULTS: Sequence[dict[str, object]] = (
    {"won": [3]},
    {"form": "chess"},
    {"players": [""]},
    {"players": "ab"},
    {"ended": -1},
    {"ended": True},
    {"id": 5},
    {"summoned": {"knight": 0}},
    {"summoned": ["knight"]},
)


@pytest.mark.parametrize("fault", FAULTS)
def test_an_entry_that_cannot_be_read_is_left_out_and_kept(fault: dict[str, object]) -> None:
    device = Device()
    device.end(duel(1))
    text = device.store.get(RESULTS_KEY) or ""
    [entry] = json.loads(text)["games"]
    faulty = {**entry, "id": "other", "save": "other", **fault}
    device.store.set(RESULTS_KEY, json.dumps({"games": [faulty, "x", entry]}))
    assert len(device.results) == 1
    device.end(duel(2))
    kept = json.loads(device.store.get(RESULTS_KEY) or "")["games"]
    assert kept[:2] == [faulty, "x"] and len(kept) == 4
    again = add_result(json.dumps({"games": [faulty]}), device.results[0])
    assert len(json.loads(again)["games"]) == 2


def test_an_unfinished_game_is_no_result() -> None:
    device, game = Device(), arrange({}, form="duel")
    assert note_result(device.store, game, "1", 1, ADEPT) is None
    assert device.results == []


def test_hostile_results_and_saves_are_left_out() -> None:
    """A form that is a list ended the statistics, and the end of every game with them."""
    device = Device()
    device.end(duel(7))
    [good] = json.loads(device.store.get(RESULTS_KEY) or "")["games"]
    wrong = [
        hostile.replaced(good, path, value)
        for path in hostile.paths(good)
        for value in (*hostile.VALUES.values(), "\ud83d", "\u202eabc")
    ]
    text = json.dumps({"games": [*wrong, *hostile.VALUES.values(), good]})
    results = read_results(text)
    assert results[-1].id == good["id"]
    for table in (*statistics.game_tables(results), statistics.being_table(results)):
        for line in table.lines:
            assert str(line.name).isascii()
    assert add_result(text, results[-1])
    assert read_results(merge_results(text, json.dumps({"games": [good]})))

    # Deep lists would end Python in a browser, if they were read without a limit.
    summary = SaveSummary("duel", 1, ("northern", "sylvan"), ("", ""), (0, 0), True)
    for game in ("[" * 100_000, "[]", "{}", '{"setup": [], "moves": []}', "1"):
        record = SaveRecord("game", summary=summary, game_json=game, order=1, saved_at_ms=5)
        steps = note_saved_games_in_steps(device.store, [("x", record)])
        assert list(steps) == [] and len(device.results) == 1
        device.store.remove(COUNTED_KEY)


def test_many_results_and_works_are_merged_each_once() -> None:
    """Each new entry was compared with all others: a file of 8,000 stopped the page for minutes."""
    device = Device()
    device.end(duel(7))
    [good] = json.loads(device.store.get(RESULTS_KEY) or "")["games"]
    count = 2000
    many = [{**good, "id": f"i{n}", "save": f"s{n}", "ended": n} for n in range(count)]
    text = json.dumps({"games": [*many, "?"]})
    assert merge_results(text, json.dumps({"games": many[::-1]})) == text
    later = [{**one, "id": f"later-{one['id']}", "ended": count} for one in many[: count // 2]]
    merged = json.loads(merge_results(text, json.dumps({"games": later})))["games"]
    assert merged == [*many[count // 2 :], "?", *later]
    works = [{"id": f"w{n}", "number": n} for n in range(count)]
    both = read_works(merge_works(write_works(works), write_works([*works[::-1], {"id": "w2"}])))
    assert both == [*works, {"id": f"w{count}"}]


def test_a_file_with_very_many_texts_is_refused_in_part() -> None:
    """Storing a text means looking at all others of its kind."""
    texts = {f"{QUARANTINE_KEY_PREFIX}{number}": f"{number}" for number in range(1100)}
    file = {"format": "tashkalar-stored-data", "v": 1, "texts": texts}
    result = Device().data.import_file(read_stored_file(json.dumps(file)))
    assert result.added == 1000 and result.refused == {"damaged": 100}
