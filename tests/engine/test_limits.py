"""Tests that a game can be saved, recorded and read again at every decision."""

from __future__ import annotations

import json
import random
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tashkalar import Game, new_game
from tashkalar.cards import SCHOOLS
from tashkalar.errors import IllegalMove, ScenarioError
from tashkalar.far.far_game import MOST_DECISIONS, FarGame
from tashkalar.far.log import MOST_ENTRIES, Entry, FarError, last_hash
from tashkalar.far.message import read_message, write_file, write_text
from tashkalar.formats import checkpoint, save
from tashkalar.history import kept_moves
from tashkalar.history.decision_tree import LONGEST_COMMENT, START, Annotation
from tashkalar.json_reader import LONGEST_TEXT, parse_json
from tashkalar.live.log_exchange import LogExchange
from tashkalar.plain_text import clean_comment
from tashkalar.position.board import RANKS
from tashkalar.position.ids import SeatNumber
from tashkalar.rules.deal import LONGEST_NAME, LONGEST_SEED, deal, make_setup
from tashkalar.rules.legality import SCENARIO_LIMITS
from tashkalar.study import Study, StudyFull
from tashkalar.ui.storage.game_files import GameFiles
from tashkalar.ui.storage.key_value_store import MemoryStore
from tashkalar.ui.storage.open_game import GameOpener
from tashkalar.ui.storage.saved_games import SavedGames
from tests import golden
from tests.engine.playing import assert_equal, endless
from tests.far.peers import play_turn

SEATS = {"high-form": 2, "duel": 2, "melee": 3}
PRINTABLE = st.characters(exclude_categories=("C", "Z"))
WIDE = st.sampled_from("🜁é\"\\/'<ﷺ𝕏")


def readable(game: Game) -> None:
    """Check that all texts of a game lead back to the game."""
    text = game.to_json()
    assert len(text) <= LONGEST_TEXT
    again = Game.from_json(text)
    assert again.to_json() == text
    record = game.record()
    assert len(record) <= LONGEST_TEXT
    assert Game.from_record(record).state.phase == game.state.phase
    store = MemoryStore()
    saved_games = SavedGames(store, lambda: 1_700_000_000_000)
    id = saved_games.create(game, False).id
    assert [entry.status for entry in saved_games.entries()] == ["game"]
    assert GameOpener(SavedGames(store, lambda: 1.0)).open_game(id).game.to_json() == text
    for file in (GameFiles(saved_games).export_game(id)[1], record):
        GameOpener(saved_games).open_game(GameFiles(saved_games).import_game(file).id)


@settings(max_examples=40, deadline=None)
@given(
    form=st.sampled_from(sorted(SEATS)),
    names=st.lists(st.text(PRINTABLE | WIDE, max_size=LONGEST_NAME), min_size=3, max_size=3),
    seed=st.integers() | st.text(PRINTABLE | WIDE, max_size=300),
    decisions=st.integers(0, 40),
    dice=st.randoms(use_true_random=False),
)
def test_what_can_be_made_can_be_read(
    form: str, names: list[str], seed: int | str, decisions: int, dice: random.Random
) -> None:
    seats = SEATS[form]
    schools = dice.sample(sorted(SCHOOLS), seats)
    try:
        game = new_game(form, schools, seed=seed, names=names[:seats])
    except ValueError:
        return  # refused when it is made, so nobody plays it
    readable(game)
    for _ in range(decisions):
        game.play(dice.choice(game.legal_moves()))
    readable(game)


COMMENTS = st.lists(st.text(PRINTABLE | WIDE | st.sampled_from(",{[\n\t "), min_size=1), min_size=1)


@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(comments=COMMENTS, seed=st.integers(0, 99))
def test_a_study_that_can_be_written_can_be_read(
    monkeypatch: pytest.MonkeyPatch, comments: list[str], seed: int
) -> None:
    monkeypatch.setattr("tashkalar.study.LONGEST_STUDY", 100_000)
    typed = list(filter(None, map(clean_comment, comments))) or ["x"]
    fill_and_read_study(typed, random.Random(seed))


@pytest.mark.parametrize("sign", ["🜁", "\\", ","])
def test_a_whole_study_that_can_be_written_can_be_read(sign: str) -> None:
    fill_and_read_study([sign], random.Random(sign))


def fill_and_read_study(comments: list[str], dice: random.Random) -> None:
    """Write long comments until the study is full; its game comes from a long scenario."""
    study = Study.from_game(Game.from_scenario(lesson(10)))
    with suppress(StudyFull):
        while True:
            if study.game.is_over:
                study.go_to(START)
            study.play(dice.choice(study.game.legal_moves()).code)
            repeated = dice.choice(comments) * LONGEST_COMMENT
            study.annotate(Annotation(repeated[:LONGEST_COMMENT]))
    text = study.record()
    assert len(text) <= LONGEST_TEXT
    assert Study.from_record(text).record() == text
    saved_games = SavedGames(MemoryStore(), lambda: 1_700_000_000_000)
    id = saved_games.create_study(study).id
    assert saved_games.study_text(id) == text
    imported = GameFiles(saved_games).import_game(GameFiles(saved_games).export_game(id)[1])
    assert saved_games.study_text(imported.id) == text


@settings(max_examples=30, deadline=None)
@given(
    names=st.lists(st.text(PRINTABLE | WIDE, max_size=LONGEST_NAME), min_size=3, max_size=3),
    seed=st.text(PRINTABLE | WIDE, max_size=100),
    number=st.integers(0, 99),
)
def test_a_log_that_can_be_written_can_be_read(names: list[str], seed: str, number: int) -> None:
    """As a link, as a file, and in the messages of a connection."""
    dice = random.Random(number)
    try:
        setup = make_setup("melee", dice.sample(sorted(SCHOOLS), 3), seed=seed, names=names)
        far = FarGame.invite(setup, 1)
    except (FarError, ValueError):
        return
    for seat in (2, 3):
        far.accept(SeatNumber(seat), names[seat - 1])
    for _ in range(dice.randrange(12)):
        play_turn(far, dice)
    assert read_message(write_text(far.log)) == read_message(write_file(far.log)) == far.log
    one, two = (LogExchange(lambda: (SeatNumber(1), ())) for _ in range(2))
    (message,) = one.hear(two.say_position(()), far.log).answers
    assert two.hear(message, ()).log == far.log


def test_the_longest_log_can_be_read() -> None:
    """A log has at most 2000 entries and 6000 decisions."""
    dice, log = random.Random(1), list[Entry]()
    codes = golden.load("expansions").game.codes
    for n in range(MOST_ENTRIES):
        chosen = " ".join(dice.choices(codes, k=MOST_DECISIONS // MOST_ENTRIES))
        mark = f"{dice.getrandbits(32):08x}"
        seat, prev = SeatNumber(1 + n % 4), last_hash(log[-1:])
        log.append(Entry(n, seat, prev, "turn", {"codes": chosen}, mark))
    assert read_message(write_text(log)) == read_message(write_file(log)) == tuple(log)


def at_its_limits(form: str, dice: random.Random) -> dict[str, object]:
    """A scenario with the highest numbers that it may name, or some of them."""
    teams = form == "teams"
    seats = 4 if teams else SEATS[form]
    schools = dice.sample(sorted(SCHOOLS), seats)
    most, points = SCENARIO_LIMITS, SCENARIO_LIMITS.points
    turn: dict[str, object] = {
        "number": most.turn,
        "actions": dice.choice([2, most.counted]),
        "destroyed": {"2": dict.fromkeys(RANKS, points)},
        "summoned": [{"card": "knight", "square": "e5"}] * most.summoned,
    }
    for key in ("extra_turns", "extra_beings", "extra_legends", "doubled"):
        if dice.random() < 0.5:
            turn[key] = most.counted
    score: object = points // 2 if teams else points
    given = [{"school": school, "score": score} for school in schools]
    if form == "melee":
        for me, seat in enumerate(given, 1):
            seat["score"] = {str(other): points for other in range(1, seats + 1) if other != me}
    pieces = {f"{file}{rank}": file for file in "cdefg" for rank in (3, 5, 7)}
    board = {square: f"{dice.choice((1, 2))} common" for square in pieces}
    return {
        "form": "high-form" if teams else form,
        "teams": teams,
        "seed": dice.randrange(1000),
        "seats": given,
        "board": board,
        "turn": turn,
    }


@pytest.mark.parametrize("form", [*SEATS, "teams"])
@pytest.mark.parametrize("seed", range(5))
def test_a_game_that_goes_on_from_the_limits_can_be_read(form: str, seed: int) -> None:
    dice = random.Random(f"{form} {seed}")
    game = Game.from_scenario(at_its_limits(form, dice))
    readable(game)
    for number in range(50):
        if game.is_over:
            break
        offered = game.legal_moves()
        kinds = {move.kind for move in offered}
        # Summonings and ends of turns raise the numbers most.
        kind = dice.choice(sorted(kinds & {"summon", "legend", "end"} or kinds))
        game.play(dice.choice([move for move in offered if move.kind == kind]))
        if number % 20 == 0:
            readable(game)
    readable(game)


@pytest.mark.parametrize("letter", ["x", "é", "🜁", '"', "\\"])
def test_the_longest_names_and_seeds(letter: str) -> None:
    names = [letter * LONGEST_NAME, letter * (LONGEST_NAME - 1)]
    game = new_game("duel", ["northern", "sylvan"], seed=letter * LONGEST_SEED, names=names)
    readable(game)
    assert game.setup.names == tuple(names)


def test_a_seed_that_is_too_long() -> None:
    with pytest.raises(ValueError, match=r"^seed: longer than"):
        new_game("duel", ["northern", "sylvan"], seed="x" * (LONGEST_SEED + 1))
    with pytest.raises(ValueError, match=r"^seed: the number is too long"):
        new_game("duel", ["northern", "sylvan"], seed=10**LONGEST_SEED)
    readable(new_game("duel", ["northern", "sylvan"], seed=10**4000))


def test_an_old_save_with_a_longer_seed_stays_valid() -> None:
    setup = make_setup("duel", ["northern", "sylvan"], seed="y" * (LONGEST_SEED + 500))
    text = Game(deal(setup)).to_json()
    assert Game.from_json(text).to_json() == text


def lesson(languages: int) -> dict[str, object]:
    return {
        "form": "duel",
        "seats": [{"school": "northern"}, {"school": "sylvan"}],
        "board": {},
        "text": {f"x{letter}": "🜁" * 4000 for letter in "abcdefghijklmnopqrst"[:languages]},
    }


def test_a_scenario_that_is_too_long() -> None:
    readable(Game.from_scenario(lesson(10)))
    with pytest.raises(ScenarioError, match="longer than"):
        Game.from_scenario(lesson(12))


def test_an_endless_game_keeps_its_last_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_moves, "MOST_KEPT", 30)
    game = endless(120)
    again = Game.from_json(game.to_json())
    moves = [entry.move.code for entry in game.history()]
    assert [entry.move.code for entry in again.history()] == moves[-30:]
    assert again.to_json() == game.to_json()
    assert Game.from_record(game.record()).to_json() == game.to_json()
    while again.can_undo:  # back to where the history begins now, and forward again
        again.undo()
        assert Game.from_json(again.to_json()).can_redo
    while again.can_redo:
        again.redo()
    assert again.to_json() == game.to_json()


def test_a_long_history_is_measured_in_letters_too(monkeypatch: pytest.MonkeyPatch) -> None:
    game = golden.load("high-form").game
    monkeypatch.setattr(kept_moves, "LONGEST_HISTORY", 200)
    text = game.to_json()
    assert Game.from_json(text).to_json() == text
    assert len("".join(json.loads(text)["moves"])) < 200


def test_a_save_of_more_moves_goes_on_from_its_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """The save of an earlier version stays valid and opens without a wait."""
    game = endless(120)
    text = game.to_json()
    monkeypatch.setattr(kept_moves, "MOST_KEPT", 30)
    again = Game.from_json(text)
    assert again.restored_from_checkpoint and not again.codes
    assert checkpoint.state_hash(again.state) == checkpoint.state_hash(game.state)


@pytest.mark.parametrize("decisions", range(56, 64))  # between moves, and in the middle of some
@pytest.mark.parametrize("form", ["duel", "high-form", "melee", "teams", "expansions"])
def test_a_long_game_opens_before_its_moves_are_made_again(
    form: str, decisions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The text of the game has all moves at any time, before and afterwards."""
    monkeypatch.setattr(save, "LONG_GAME_MOVES", 10)
    codes = golden.load(form).game.codes
    whole = golden.load(form).start()
    for code in codes[:decisions]:
        whole.play(code)
    game, rest = save.run_to_end(Game.open_in_steps(whole.to_json()))
    assert rest and not game.restored_from_checkpoint
    for code in codes[decisions : decisions + 4]:
        assert game.to_json() == whole.to_json()
        assert_equal(Game.from_json(game.to_json()), whole)
        game.play(code)
        whole.play(code)
    assert not game.restored_from_checkpoint
    whole.rename(names := [f"Player {seat}" for seat in range(whole.setup.seats)])
    game.rename(names)  # before its history is there
    game.attach_history(save.run_to_end(rest))
    assert {entry.state_before.setup for entry in game.history()} == {whole.setup}
    assert [entry.number for entry in game.history()] == list(range(1, len(whole.history()) + 1))
    assert_equal(game, whole)
    assert game.to_json() == whole.to_json()
    assert game.record() == whole.record()
    while whole.can_undo:
        game.undo()
        whole.undo()
        assert_equal(game, whole)
    assert not game.can_undo


def test_more_moves_than_are_kept_are_made_again_behind_the_position(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = endless(120)
    text = game.to_json()
    monkeypatch.setattr(kept_moves, "MOST_KEPT", 30)
    monkeypatch.setattr(save, "LONG_GAME_MOVES", 10)
    again, rest = save.run_to_end(Game.open_in_steps(text))
    assert rest and not again.can_undo
    again.attach_history(save.run_to_end(rest))
    assert again.to_json() == game.to_json()
    assert len(again.history()) == 30


def test_moves_that_lead_elsewhere_are_found_out_behind_the_position(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(save, "LONG_GAME_MOVES", 10)
    data = json.loads(endless(40).to_json())
    data["moves"][-2] = "+a5" if data["moves"][-2] != "+a5" else "+a6"
    game, rest = save.run_to_end(Game.open_in_steps(json.dumps(data)))
    assert rest
    with pytest.raises(IllegalMove):
        save.run_to_end(rest)
    with pytest.raises(ValueError, match="another position"):
        game.attach_history(endless(20))
    assert json.loads(game.to_json())["moves"] == data["moves"]  # nothing is dropped unasked
    game.defer_history(None)
    assert game.restored_from_checkpoint and not json.loads(game.to_json())["moves"]


def test_reading_in_steps() -> None:
    text = golden.load("duel").game.to_json()
    steps = Game.from_json_in_steps(text)
    seen = []
    while True:
        try:
            seen.append(next(steps))
        except StopIteration as stop:
            assert stop.value.to_json() == text
            break
    total = len(json.loads(text)["moves"])
    assert seen == [(number, total) for number in range(total)]


@pytest.mark.parametrize("item", ["{}", "[]", "7", "null", '""'])
def test_a_list_of_very_many_things_is_refused_before_it_is_read(item: str) -> None:
    text = "[" + ",".join([item] * 500_000) + "]"
    with pytest.raises(ValueError, match=r"more than \d+ values"):
        parse_json(text, longest=len(text))
    few = "[" + ",".join(["{}"] * 60_000) + "]"
    with pytest.raises(ValueError, match="lists and objects"):
        parse_json(few)
