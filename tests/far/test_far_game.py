"""A game by log: who may do what, and that nothing else changes the game (`docs/far.md`)."""

from __future__ import annotations

import random

import pytest

from tashkalar.cards import packs
from tashkalar.far.far_game import GREETINGS, MOST_DECISIONS, FarGame
from tashkalar.far.log import MOST_ENTRIES, Entry, FarError, last_hash
from tashkalar.formats.checkpoint import state_hash
from tashkalar.formats.save import run_to_end
from tashkalar.position.ids import SeatNumber
from tashkalar.rules.deal import make_setup
from tests.far.peers import (
    MELEE,
    begun,
    fair_devices,
    filled_with_greetings,
    invitation,
    play_turn,
    sent,
)


def refusal(far: FarGame, by: int, kind: str, **data: object) -> str:
    """Return why an entry cannot be added; the game stays the same."""
    log, game = far.log, far.game
    with pytest.raises(FarError) as error:
        far.add(by, kind, data)
    assert (far.log, far.game) == (log, game)
    assert error.value.fault == "act"
    return str(error.value)


def next_entry(far: FarGame, by: int, kind: str, state: str = "", **data: object) -> Entry:
    """Return an entry as a device could send it, whatever the rules say."""
    return Entry(len(far.log), by, last_hash(far.log), kind, data, state)  # type: ignore[arg-type]


def fault(far: FarGame, entry: Entry) -> tuple[str, str]:
    log, game = far.log, far.game
    with pytest.raises(FarError) as error:
        far.receive((*far.log, entry))
    assert (far.log, far.game) == (log, game)
    return error.value.fault, str(error.value)


def test_a_whole_duel_is_the_same_on_both_devices() -> None:
    ann, choice = invitation(), random.Random(1)
    assert ann.free_seats == ann.due_seats == (2,)
    bea = sent(ann)
    bea.accept(2, "Bea")
    assert ann.receive(bea.log).kind == "newer"
    assert ann.game is not None and ann.game.setup.names == ("Ann", "Bea")
    devices = {1: ann, 2: bea}
    for _ in range(200):
        if ann.game.is_over:
            break
        (seat,) = ann.due_seats
        play_turn(devices[seat], choice)
        assert devices[3 - seat].receive(sent(devices[seat]).log).kind == "newer"
    assert bea.game is not None
    assert ann.game.is_over and ann.game.outcome == bea.game.outcome
    assert state_hash(ann.game.state) == state_hash(bea.game.state)
    assert not sent(ann).due_seats
    assert refusal(ann, 1, "turn", codes="+e5") == "it is over"


def test_a_game_in_teams_and_a_melee_pass_from_seat_to_seat() -> None:
    schools = ("northern", "sylvan", "highland", "everfrost")
    for far in (begun(*MELEE), begun("high-form", schools, teams=True)):
        choice = random.Random(2)
        for _ in range(12):
            (seat,) = far.due_seats
            play_turn(far, choice)
            assert far.log[-1].by == seat
        assert sent(far).log == far.log


def test_seats_are_taken_once_and_the_game_begins_with_the_last() -> None:
    far = invitation(*MELEE)
    assert "seat 1 is not free" in refusal(far, 1, "accept")
    assert "nobody has seat 2" in refusal(far, 2, "greeting", word="hello")
    assert "all seats are taken" in refusal(far, 1, "begin")
    far.accept(3, "Cleo")
    assert far.game is None
    assert "the game has not begun" in refusal(far, 3, "turn", codes="+e5")
    assert "seat 3 is not free" in refusal(far, 3, "accept")
    assert "seat 4 is not free" in refusal(far, 4, "accept")
    far.accept(2, "   ")
    assert far.game is not None
    assert far.game.setup.names == ("Ann", "", "Cleo")
    assert "begins once" in refusal(far, 1, "begin")
    assert "first entry" in refusal(far, 1, "invite", **far.log[0].data)


def test_a_name_that_cannot_be_shown_is_refused() -> None:
    assert "hides" in refusal(invitation(), 2, "accept", name="a\u202eb")
    assert "longer than 40" in refusal(invitation(), 2, "accept", name="a" * 41)


def test_only_the_seat_that_is_due_decides() -> None:
    far = begun()
    code = far.game.legal_moves()[0].code if far.game else ""
    assert far.due_seats == (2,)  # the duel begins with the marks of the last seat
    assert "not the turn of seat 1" in refusal(far, 1, "turn", codes=code)
    assert "is not a legal move" in refusal(far, 2, "turn", codes="knight@e5")
    for codes in ("", " ", "resign:1", "resign:2", "a\nb", f" {code}"):
        assert "is not a move" in refusal(far, 2, "turn", codes=codes)
    assert "data.codes: is missing" in refusal(far, 2, "turn")
    assert "data.state: unknown key" in refusal(far, 2, "turn", codes=code, state={})
    # The second decision would be that of the other seat.
    assert "not the turn of seat 2" in refusal(far, 2, "turn", codes=f"{code} +e5")


def test_a_position_is_never_read_only_compared() -> None:
    far = begun()
    assert far.game is not None
    code = far.game.legal_moves()[0].code
    entry = next_entry(far, 2, "turn", "00000000", codes=code)
    assert fault(far, entry)[0] == "update"
    assert "one of the devices must be updated" in fault(far, entry)[1]
    wrong = next_entry(far, 2, "turn", "00000000", codes="knight@e5")
    assert fault(far, wrong) == ("log", "entry 3: 'knight@e5' is not a legal move now")
    assert fault(far, wrong._replace(n=4))[1] == "entry 4: does not follow the entry before"
    assert fault(far, entry._replace(prev="0" * 32))[0] == "log"


def test_a_turn_is_taken_back_only_if_the_other_player_agrees() -> None:
    far, choice = begun(), random.Random(3)
    assert "cannot be taken back" in refusal(far, 2, "take-back-asked", turn=2)
    play_turn(far, choice)
    before = far.game
    play_turn(far, choice)
    asked = far.turn_to_take_back(far.log[-1].by)
    assert asked is not None and asked.seat == 1
    assert "nobody else asks" in refusal(far, 2, "take-back-granted")
    assert "cannot be taken back" in refusal(far, 1, "take-back-asked", turn=asked.n - 1)
    far.add(1, "take-back-asked", {"turn": asked.n})
    assert far.due_seats == (2,)
    assert "nobody else asks" in refusal(far, 1, "take-back-granted")
    far.add(2, "take-back-granted")
    assert far.game is not None and before is not None
    assert far.game.codes == before.codes and far.due_seats == (1,)
    assert sent(far).log == far.log  # another device comes to the same position
    play_turn(far, choice)
    again = far.turn_to_take_back(far.log[-1].by)
    assert again is not None and again.n == len(far.log) - 1
    far.add(1, "take-back-asked", {"turn": again.n})
    play_turn(far, choice)  # the player who plays on does not agree
    assert "nobody else asks" in refusal(far, 2, "take-back-granted")


def test_taking_back_an_earlier_turn_takes_back_the_answer_too() -> None:
    far, choice = begun(), random.Random(4)
    play_turn(far, choice)
    codes = far.game.codes if far.game else ()
    play_turn(far, choice)
    play_turn(far, choice)
    turn = far.turn_to_take_back(far.log[4].by)
    assert turn is not None and turn.seat == 1 and turn.n == 4
    far.add(1, "take-back-asked", {"turn": turn.n})
    far.add(2, "take-back-granted")
    assert far.game is not None and far.game.codes == codes
    last = far.turn_to_take_back(far.log[3].by)
    assert last is not None and last.n == 3


def test_resigning_where_the_form_allows_it() -> None:
    far = begun()
    far.add(1, "resign")  # also while the other player is due
    assert far.game is not None and far.game.outcome is not None
    assert far.game.outcome.winners == (2,)
    assert refusal(far, 2, "resign") == "it is over"
    assert sent(far).log == far.log
    assert "cannot resign" in refusal(begun(*MELEE), 1, "resign")


def test_decisions_that_end_with_resigning() -> None:
    far = begun()
    assert far.game is not None
    game = far.game.copy()
    game.play(game.legal_moves()[0])
    game.resign(2)
    far.add_decisions(2, game.codes)
    assert [entry.kind for entry in far.log[3:]] == ["turn", "resign"]
    assert far.game is not None and far.game.is_over


def test_a_log_is_not_filled_by_greetings() -> None:
    devices = fair_devices()
    ann, bea = devices[1], devices[2]
    forger = bea.copy()
    for seat in (1, 2):  # one of each seat between two other entries
        forger.add(seat, "greeting", {"word": "hello"})
        assert "has greeted" in refusal(forger, seat, "greeting", word="hello")
    bea.add(2, "greeting", {"word": "hello"})
    assert ann.receive(bea.log).kind == "newer"
    assert not ann.may_greet(SeatNumber(2)) and ann.may_greet(SeatNumber(1))
    last = bea.log[-1]
    again = Entry(last.n + 1, last.by, last.hash, "greeting", {"word": "thanks"}, last.state)
    with pytest.raises(FarError, match="has greeted"):
        ann.receive((*bea.log, again))
    play_turn(ann, random.Random(1))
    assert ann.may_greet(SeatNumber(2)), "after the next turn"
    # What an older version has saved is read, and goes on.
    old = FarGame.read((*bea.log, again))
    old.own_seat = SeatNumber(1)
    longer = old.copy()
    play_turn(longer, random.Random(1))
    longer.own_seat = old.own_seat = SeatNumber(2)
    assert old.receive(longer.log).kind == "newer"
    late = FarGame.read((*bea.log, again))
    late.add(1, "greeting", {"word": "hello"})
    assert late.receive(longer.log).kind == "newer", "an own greeting that came too late"


def test_greetings_come_from_a_list() -> None:
    far = invitation()
    for word in GREETINGS:
        far.add(1, "greeting", {"word": word})
    assert "is not known" in refusal(far, 1, "greeting", word="<b>hi</b>")
    assert sent(far).log == far.log


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"form": "chess"}, "unknown form"),
        ({"seed": "x" * 101}, "longer than 100"),
        ({"schools": ["northern"]}, "needs 2 schools"),
        ({"names": ["a\u202eb", ""]}, "hides"),
        ({"checkpoint": {}}, "unknown key"),
    ],
)
def test_an_invitation_is_checked_as_a_save_is(change: dict[str, object], message: str) -> None:
    setup = invitation().log[0].data["setup"]
    assert isinstance(setup, dict)
    assert message in refusal(FarGame(), 1, "invite", setup={**setup, **change})
    assert "there is no seat 3" in refusal(FarGame(), 3, "invite", setup=setup)


def test_packs_must_match(monkeypatch: pytest.MonkeyPatch) -> None:
    data = invitation().log[0].data
    with pytest.raises(FarError, match="needs the pack 'x-emberfall'") as error:
        FarGame().add(1, "invite", {**data, "packs": {"x-emberfall": "1.2"}})
    assert error.value.fault == "packs"
    monkeypatch.setattr(packs, "registered_versions", lambda schools: {"x-emberfall": "1.3"})
    monkeypatch.setattr(packs, "missing_packs", lambda needed: {})
    with pytest.raises(FarError, match="the same versions") as error:
        FarGame().add(1, "invite", {**data, "packs": {"x-emberfall": "1.2"}})
    assert error.value.fault == "packs"


def test_a_log_has_limits() -> None:
    far = invitation()
    far.log = filled_with_greetings(far.log, MOST_ENTRIES - 1)
    assert f"at most {MOST_ENTRIES} entries" in refusal(far, 1, "greeting", word="hello")
    far = begun()
    assert "longer than 20000" in refusal(far, 2, "turn", codes="." * 20_001)
    far._decision_count = MOST_DECISIONS
    assert f"at most {MOST_DECISIONS} decisions" in refusal(far, 2, "turn", codes="c5")


# -- three and four seats, computer players --------------------------------------------------------


def test_players_accept_in_any_order_and_no_acceptance_is_lost() -> None:
    """Ann sends the invitation to both; each answers to her."""
    ann = invitation(*MELEE)
    bea, cleo = sent(ann), sent(ann)
    bea.accept(2, "Bea")
    cleo.accept(3, "Cleo")
    assert ann.receive(cleo.log).kind == "newer" and ann.game is None
    assert ann.receive(bea.log).kind == "newer"
    assert [(entry.kind, entry.by) for entry in ann.log[1:]] == [
        ("accept", 2),
        ("accept", 3),
        ("begin", 3),
    ]
    assert ann.seat_names == {1: "Ann", 2: "Bea", 3: "Cleo"}
    for late in (bea, cleo):  # each had the own acceptance only
        assert late.receive(ann.log).kind == "newer" and late.log == ann.log
        assert late.receive(sent(late).log).kind == "same"
    assert ann.receive(invitation(*MELEE).log).kind == "older"


def test_two_players_who_accept_for_one_seat_fork() -> None:
    ann = invitation(*MELEE)
    bea, other = sent(ann), sent(ann)
    bea.accept(2, "Bea")
    other.accept(2, "Boris")
    before = bea.log
    with pytest.raises(FarError, match="this device has made no such accept of seat 2"):
        bea.receive(other.log)
    assert bea.log == before
    ann.receive(bea.log)
    assert ann.receive(other.log).kind == "fork" and ann.log == before


def test_a_computer_needs_no_acceptance_and_the_device_before_plays_it() -> None:
    schools = ("northern", "sylvan", "highland", "everfrost")
    setup = make_setup("high-form", schools, teams=True, seed="7", names=["Ann", "", "", ""])
    levels = {SeatNumber(2): "adept", SeatNumber(4): "adept"}
    far = FarGame.invite(setup, 1, levels)
    assert far.free_seats == (3,) and "seat 2 is not free" in refusal(far, 2, "accept")
    far.accept(3, "Cleo")
    assert far.game is not None and far.due_seats == (1,)
    game, begin = far.game.copy(), len(far.log)
    while game.player != 3:
        game.play(game.legal_moves()[0])
    ann = sent(far)
    assert ann.computer_levels == levels
    assert not run_to_end(ann.add_played_in_steps(game.codes[:1])), "Ann's turn goes on"
    assert ann.log == far.log
    assert run_to_end(ann.add_played_in_steps(game.codes))
    assert [entry.by for entry in ann.log[begin:]] == [1, 2]
    assert ann.game is not None and ann.game.codes == game.codes
    assert "nobody has seat 2" in refusal(ann, 2, "greeting", word="hello")
    turn = ann.turn_to_take_back(SeatNumber(1))
    assert turn is not None
    ann.add(1, "take-back-asked", {"turn": turn.n})
    assert ann.due_seats == (3,), "a computer is not asked"
    ann.add(3, "take-back-granted")
    assert ann.game.codes == () and sent(ann).log == ann.log


@pytest.mark.parametrize(
    ("computers", "word"),
    [
        ({"1": "adept"}, "no seat"),
        ({"4": "adept"}, "no seat"),
        ({"x": "adept"}, "no seat"),
        ({"2": "<b>"}, "no level"),
        ({"2": 3}, "computers"),
        ({"2": "adept", "3": "adept"}, "another player"),
    ],
)
def test_an_invitation_names_computers_for_other_seats(
    computers: dict[str, object], word: str
) -> None:
    data = {**invitation(*MELEE).log[0].data, "computers": computers}
    assert word in refusal(FarGame(), 1, "invite", **data)


def test_a_greeting_that_comes_too_late_forks_nothing() -> None:
    ann = begun("high-form")
    play_turn(ann, random.Random(1))
    bea = sent(ann)
    ann.add(1, "greeting", {"word": "good-luck"})
    play_turn(bea, random.Random(2))
    before = bea.log
    assert bea.receive(ann.log).kind == "older" and bea.log == before
    assert ann.receive(bea.log).kind == "newer" and ann.log == bea.log
    both, other = sent(ann), sent(ann)
    both.add(1, "greeting", {"word": "hello"})
    both.add(1, "resign")
    play_turn(other, random.Random(3))
    assert both.receive(other.log).kind == "fork", "a greeting with more after it is kept"
