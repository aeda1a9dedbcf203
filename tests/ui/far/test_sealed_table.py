"""Sealed hands on this device: the invitation, what is saved and shown, what the check says."""

from __future__ import annotations

import random

import pytest

from tashkalar import Game
from tashkalar.far.far_game import FarGame
from tashkalar.far.far_game import game_id as far_id
from tashkalar.far.log import FarError
from tashkalar.far.message import FoundLog, read_message, write_text
from tashkalar.features.far import far_texts, invitation_form
from tashkalar.features.far.far_saves import FarSaves, game_ahead
from tashkalar.features.studies.finished_turns import finished_turns
from tashkalar.features.workshop.from_game import puzzle_of_game
from tashkalar.formats.save import run_to_end
from tashkalar.position.ids import NO_SEAT, SeatNumber
from tashkalar.position.move import Message
from tashkalar.position.unknown import unknown_deck
from tashkalar.ui.bots.far_seat import FarSeat
from tashkalar.ui.screen.screen import build_screen
from tashkalar.ui.session.session import Session
from tashkalar.ui.storage.far_record import far_record_data, read_far_record
from tashkalar.ui.storage.key_value_store import MemoryStore
from tashkalar.ui.storage.save_record import game_id
from tashkalar.ui.storage.saved_games import SavedGames
from tashkalar.ui.text import phrases
from tashkalar.ui.text.refusal import Refusal
from tests.far.peers import FIRST_FORM
from tests.far.sealed_peers import (
    accepted,
    begun,
    hand,
    pass_on,
    play,
    play_at_random,
    resign_and_open,
)
from tests.ui.far.test_far_table import FIELDS
from tests.ui.table import english

ONE, TWO = SeatNumber(1), SeatNumber(2)


def invite(**changes: str) -> FarGame:
    return invitation_form.invite({**FIELDS, "sealed": "yes", **changes}, english())


def test_the_form_seals_games_for_two_without_packs() -> None:
    for first, seat in (("own", ONE), ("other", TWO)):
        far = invite(first=first)
        assert far.seals is not None and far.hand is not None and far.hand.seat == seat
        assert far.game_to_show().state.hands[seat - 1] == unknown_deck(seat - 1)[:3]
        assert far.hand.secret not in str(far.log)
    assert invite(game="melee/3").seals is None
    assert invitation_form.invite(FIELDS, english()).seals is None
    with pytest.raises(Refusal) as refused:
        invite(own="x-pack-school")
    assert refused.value.message.id == "far.sealed.packs"
    assert far_texts.honor_text(far).id == "far.sealed.about"
    assert far_texts.honor_text(invitation_form.invite(FIELDS, english())).id == "far.honor"


def test_the_secret_is_saved_beside_the_log_and_never_sent() -> None:
    saves = FarSaves(SavedGames(MemoryStore(), lambda: 0))
    devices = begun()
    over = devices[1].copy()
    over.add(1, "resign")
    over.add_due()
    opened = saves.record(saves.create(over, ONE).id)
    assert opened is not None and not opened.secret, "it lies in the log"
    id = saves.create(devices[1], ONE).id
    record = saves.record(id)
    assert record is not None and record.secret == hand(1, 1).secret
    assert read_far_record(far_record_data(record), 2) == record
    assert record._replace(secret="").secret not in far_record_data(record._replace(secret=""))
    assert record.secret not in write_text(devices[1].log)
    loaded = run_to_end(FarSaves(SavedGames(MemoryStore(), lambda: 0)).load_in_steps(record))
    assert loaded.game_to_show().state.hands == devices[1].game_to_show().state.hands
    with pytest.raises(FarError, match="not that of seat 1"):
        run_to_end(saves.load_in_steps(record._replace(secret=hand(1, 9).secret)))
    assert read_far_record({**far_record_data(record), "secret": 5}, 2) is None
    assert read_far_record({**far_record_data(record), "secret": "0" * 65}, 2) is None


def test_the_secret_is_held_back_while_another_version_goes_on() -> None:
    saved_games = SavedGames(MemoryStore(), lambda: 0)
    saves = FarSaves(saved_games)
    devices, choice = begun(), random.Random(3)
    start = devices[1].copy()
    play_at_random(devices, choice)
    one = saves.create(devices[1], ONE).id
    start.add(1, "greeting", {"word": "hello"})
    start.add(1, "resign")
    two = saves.create(start, ONE).id

    def load(id: str) -> FarGame:
        record = saves.record(id)
        assert record is not None
        return run_to_end(saves.load_in_steps(record))

    far = load(two)
    assert far.holds_back and not far.add_due()
    assert said(far, ONE).startswith("Your deck is not opened yet, because another version")
    assert not load(one).holds_back, "the other version is over"
    saves.create(devices[1], NO_SEAT)
    assert saves.find(far_id(devices[1].log))[-1] not in (one, two), "played ones come first"
    saved_games.delete(one)
    far = load(two)  # a version that is only watched does not count
    assert not far.holds_back and far.add_due() and far.log[-1].kind == "open"


def test_a_version_that_the_other_player_has_ended_opens_nothing_when_it_is_kept() -> None:
    """Bea shows a version in which she resigns, and would play on in the first one."""
    saved_games = SavedGames(MemoryStore(), lambda: 0)
    saves = FarSaves(saved_games)
    devices = begun()
    ended = FarGame.read(devices[1].log)
    ended.add(2, "resign")
    play_at_random(devices, random.Random(3))
    one = saves.create(devices[1], ONE).id
    assert devices[1].copy().receive(ended.log).kind == "fork"

    def keep(own: FarGame, other: FarGame) -> FarGame:
        return run_to_end(saves.version_in_steps(own, FoundLog(other.log, NO_SEAT)))

    far = keep(devices[1], ended)
    assert far.own_seat == ONE and far.hand == devices[1].hand
    assert far.holds_back and not far.add_due() and far.log[-1].kind == "resign"
    assert said(far, ONE).startswith("Your deck is not opened yet, because another version")
    saves.create(far, ONE)
    # The secret that lies open in one version is that of all versions.
    devices[2].add(2, "resign")
    pass_on(devices, 2)
    assert devices[1].add_due() and devices[1].log[-1].kind == "open"
    saves.update(one, devices[1], ONE, devices[1].game_to_show())
    third = FarGame.read(devices[2].log[:4])
    third.add(2, "greeting", {"word": "hello"})
    with pytest.raises(FarError, match="the own deck is open"):
        keep(far, third)


def test_the_page_shows_the_own_hand_and_nothing_of_the_other() -> None:
    devices = begun()
    far = devices[1]
    order = far.game_to_show().setup.decks[0]
    session = Session(far.game_to_show(), far=FarSeat(ONE))
    shown = {card.id for card in build_screen(session).hand}
    assert {*order[:3]} <= shown and not any(card.startswith("unknown") for card in shown)
    watching = Session(far.game_to_show(), far=FarSeat(NO_SEAT))
    assert build_screen(watching).hand == ()
    play(devices, f"~{order[0]}", "-", ".")
    choice = random.Random(2)
    for turn in range(1, 9):  # the screen of both devices after every turn
        for seat in (ONE, TWO):
            game = devices[seat].game_to_show()
            screen = build_screen(Session(game, far=FarSeat(seat, True, len(game.codes))))
            assert "unknown-" not in str(screen), turn
        play_at_random(devices, choice)


def test_before_both_have_shuffled_the_own_beings_are_not_shown() -> None:
    far = invite()
    session = Session(far.game_to_show(), far=FarSeat(ONE, False))
    screen = build_screen(session)
    assert not screen.hand and not screen.tasks
    assert screen.prompt.title == Message("prompt.far.sealing")


def test_an_unknown_being_has_a_name_and_a_kind() -> None:
    card = unknown_deck(1)[0]
    assert english().translate(phrases.card_name(card)) == "an unknown being"
    assert phrases.card_kind(card) == "being"


def test_decisions_stay_when_a_greeting_comes_after_a_hidden_discard() -> None:
    devices = begun()
    first = devices[1].game_to_show().state.hands[0][0]
    play(devices, f"~{first}", "-", ".")
    play(devices, "+e5", "+e6", ".")
    before = devices[1].copy()
    table = before.game_to_show()
    table.play("+a4")
    devices[2].add(2, "greeting", {"word": "hello"})
    pass_on(devices, 2)
    assert game_ahead(table, before, devices[1]).codes == table.codes


def test_a_result_has_one_id_before_and_after_the_decks_are_open() -> None:
    devices, choice = begun(schools=("everfrost", "etherweave")), random.Random(5)
    for _ in range(9):
        play_at_random(devices, choice)
    (seat,) = devices[1].due_seats
    devices[seat].add(seat, "resign")
    ids = {game_id(devices[seat].game_to_show().to_json())}
    devices[seat].add_due()
    pass_on(devices, seat)
    devices[3 - seat].add_due()
    pass_on(devices, 3 - seat)
    ids |= {game_id(devices[other].game_to_show().to_json()) for other in (1, 2)}
    assert len(ids) == 1
    assert game_id(Game.from_json(devices[1].game_to_show().to_json()).to_json()) in ids


def said(far: FarGame, seat: int) -> str:
    return english().translate(far_texts.send_view(far, SeatNumber(seat)).text)


def test_the_check_at_the_end_is_said() -> None:
    answer = accepted(inviter=2)[2]
    answer.add_due()
    assert far_texts.send_view(answer, TWO).title.id == "far.send.deck"
    devices = begun()
    far = devices[1].copy()
    far.add(1, "resign")
    far.add_due()
    assert said(far, 1).startswith("Bea’s deck has not been opened yet. The page checks it as soon")
    resign_and_open(devices)
    opener = devices[1].log[-1].by
    assert "Both decks were as promised" in said(devices[1], opener)
    assert "Send this link" in said(devices[1], opener)
    assert "Send this link" not in said(devices[1], 3 - opener)
    old = FarGame.read(read_message(FIRST_FORM["false-secret"]))
    assert "did not match its seal: a different secret was revealed." in said(old, 1)


def test_the_turns_of_a_closed_deck_are_not_reviewed() -> None:
    devices, choice = begun(), random.Random(8)
    for _ in range(6):
        play_at_random(devices, choice)
    while devices[1].due_seats != (1,):
        play_at_random(devices, choice)
    going_on = puzzle_of_game(Session(devices[1].game_to_show(), far=FarSeat(ONE)))
    assert going_on["turn"]["seat"] == 1 and going_on["seats"][0]["hand"] == []
    devices[1].add(1, "resign")
    over = Session(devices[1].game_to_show(), far=FarSeat(ONE))
    assert {turn.seat for turn in finished_turns(over.game, (ONE, TWO))} == {ONE}
    assert over.game.state.seat == 0
    places = (entry.number - 1 for entry in over.history if entry.state_before.seat == 1)
    over.show_position_after(next(places))  # Bea is to move, whose hand is not known
    assert over.shown_state.seat == 1
    puzzle = puzzle_of_game(over)
    assert "unknown-" not in str(puzzle)
    devices[1].add_due()
    pass_on(devices, 1)
    devices[2].add_due()
    pass_on(devices, 2)
    game = devices[1].game_to_show()
    assert {turn.seat for turn in finished_turns(game, (ONE, TWO))} == {ONE, TWO}
