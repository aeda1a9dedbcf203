"""A game with someone far away on this device: what can be done, what is saved, what is said."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest

from tashkalar import new_game
from tashkalar.far.far_game import GREETINGS, FarGame
from tashkalar.far.log import KINDS, MOST_ENTRIES, FarError
from tashkalar.far.message import (
    LONGEST_JSON,
    LONGEST_MESSAGE,
    read_messages,
    write_file,
    write_text,
)
from tashkalar.far.recovery_text import PREFIX as RECOVERY_PREFIX
from tashkalar.far.recovery_text import read_recovery
from tashkalar.far.signatures import SignatureState
from tashkalar.features.far import far_texts, invitation_form
from tashkalar.features.far.far_saves import FarSaves, computer_levels, game_ahead, game_of_log
from tashkalar.features.far.sending_ways import SendingWays
from tashkalar.features.workshop.from_game import puzzle_of_game
from tashkalar.formats.save import run_to_end
from tashkalar.position.ids import NO_SEAT, SeatNumber
from tashkalar.position.move import Message
from tashkalar.ui.bots.far_seat import FarSeat
from tashkalar.ui.screen.screen import build_screen
from tashkalar.ui.session.session import Session
from tashkalar.ui.storage.far_record import far_record_data, is_far_file, read_far_record
from tashkalar.ui.storage.game_files import GameFiles
from tashkalar.ui.storage.key_value_store import MemoryStore, StoreError
from tashkalar.ui.storage.open_game import GameOpener
from tashkalar.ui.storage.save_entry import save_row
from tashkalar.ui.storage.saved_games import SavedGames
from tashkalar.ui.text.refusal import Refusal
from tests.far.peers import EXTRA_TURN, MELEE, begun, fair_devices, invitation, play_turn
from tests.far.sealed_peers import begun as sealed_begun
from tests.ui.table import english, with_detail

ONE, TWO = SeatNumber(1), SeatNumber(2)
KEY = "tashkalar.far.ways.v1"
FIELDS = {
    "game": "duel/2",
    "name": "Ann",
    "first": "own",
    "own": "northern",
    **{f"other-{n}": school for n, school in enumerate(("sylvan", "highland", "southern"), 1)},
    **{f"who-{n}": "" for n in (1, 2, 3)},
}


def invite(**changes: str) -> FarGame:
    """Return the game of the form for an invitation."""
    fields = {**FIELDS, **{name.replace("_", "-"): value for name, value in changes.items()}}
    return invitation_form.invite(fields, english())


def own_turn() -> tuple[FarGame, Session]:
    """Return a duel in which the other player has played and seat 1 is due."""
    far = begun()
    play_turn(far, random.Random(1))
    assert far.game is not None and far.game.player == 1
    seat = FarSeat(ONE, decision_count=len(far.game.codes))
    return far, Session(far.game.copy(), far=seat)


def seats_in_view(session: Session) -> set[str]:
    return {card.id for card in build_screen(session).hand}


# -- at the table ----------------------------------------------------------------------------------


def test_the_hand_of_this_device_is_always_open_and_no_other() -> None:
    _, session = own_turn()
    assert not session.seating.has_human_opponent and not session.seating.is_covered
    mine = seats_in_view(session)
    state = session.game.state
    assert mine == {*state.hands[0], *state.legends[0], *state.flares[0]}
    while session.game.player == 1:
        session.play_code(session.moves[0].code)
    assert session.moves == () and session.seating.viewer == 1
    assert not seats_in_view(session) & {*session.game.state.hands[1]}
    screen = build_screen(session)
    assert screen.prompt.title == Message("prompt.far", {"who": "Bea"})
    assert [choice.action for choice in screen.prompt.choices] == ["far-send", "far-read"]
    assert not (screen.can_undo or screen.can_redo or screen.may_resign)


def test_nothing_of_the_other_player_is_undone() -> None:
    _, session = own_turn()
    assert not session.can_undo, "the mark of the other player stays, in the same phase too"
    before = session.game.codes
    session.play_code(session.moves[0].code)
    assert session.can_undo and session.undo()
    assert session.game.codes == before and not session.can_undo


def test_what_is_in_the_log_is_not_undone() -> None:
    """A turn may come in two entries, such as from another device of the same player."""
    far, _ = own_turn()
    for seed in (2, 3):  # later turns have two actions
        play_turn(far, random.Random(seed))
    assert far.game is not None and far.game.player == 1
    far.add(1, "turn", {"codes": far.game.legal_moves()[0].code})
    later = Session(far.game.copy(), far=FarSeat(ONE, decision_count=len(far.game.codes)))
    assert not later.can_undo
    later.play_code(later.moves[0].code)
    assert later.undo() and not later.can_undo


def test_nobody_plays_before_the_invitation_is_accepted() -> None:
    far = invitation("high-form")
    session = Session(far.game_to_show(), far=FarSeat(ONE, has_begun=False))
    assert session.game.player == 1 and session.moves == ()
    assert build_screen(session).prompt.title.id == "prompt.far.invited"
    assert not session.may_resign


def test_no_computer_player_takes_a_seat() -> None:
    _, session = own_turn()
    assert not session.give_seat(TWO, "novice", english())


# -- saving ----------------------------------------------------------------------------------------


def saves() -> tuple[SavedGames, FarSaves]:
    clock = iter(range(1_000_000_000_000, 2_000_000_000_000, 1_000))
    saved_games = SavedGames(MemoryStore(), lambda: next(clock))
    return saved_games, FarSaves(saved_games)


def row(saved_games: SavedGames, days: int = 0) -> str:
    (entry,) = saved_games.entries()
    return english().translate(save_row(entry, "May 5", days, is_open_elsewhere=False).detail)


def test_the_list_says_for_whom_the_game_waits_and_since_when() -> None:
    saved_games, far_saves = saves()
    far = invitation()
    id = far_saves.create(far, ONE).id
    assert row(saved_games).endswith("Invitation sent today")
    assert row(saved_games, 1).endswith("Invitation sent 1 day ago")
    since = saved_games.entries()[0].dated_at_ms
    far.accept(2, "Bea")
    far_saves.update(id, far, ONE, far.game_to_show())
    assert row(saved_games).endswith("Waiting for Bea since today")
    assert row(saved_games, 12).endswith("Waiting 12 days for Bea")
    play_turn(far, random.Random(1))
    far_saves.update(id, far, ONE, far.game_to_show())
    assert row(saved_games).endswith("Your turn since today")
    assert row(saved_games, 1).endswith("Your turn for 1 day")
    assert row(saved_games, 3).endswith("Your turn for 3 days")
    assert row(saved_games, -1).endswith("since today"), "the clock was set back"
    mine = saved_games.entries()[0].dated_at_ms
    assert mine > since
    saved_games.save(id, far.game_to_show(), False)  # a decision: the date stays that of the turn
    assert saved_games.entries()[0].dated_at_ms == mine
    far.add(1, "resign")
    far_saves.update(id, far, ONE, far.game_to_show())
    assert row(saved_games).endswith("Saved: May 5")


def test_the_list_sends_again_what_somebody_else_waits_for() -> None:
    saved_games, far_saves = saves()
    far = invitation()
    id = far_saves.create(far, ONE).id

    def can_send(*, elsewhere: bool = False) -> bool:
        (entry,) = saved_games.entries()
        return save_row(entry, "May 5", is_open_elsewhere=elsewhere).can_send

    assert can_send() and not can_send(elsewhere=True)
    far.accept(2, "Bea")
    far_saves.update(id, far, ONE, far.game_to_show())
    assert can_send(), "Bea needs the deal"
    play_turn(far, random.Random(1))
    far_saves.update(id, far, ONE, far.game_to_show())
    assert not can_send(), "it is the turn of this device"
    play_turn(far, random.Random(2))
    far_saves.update(id, far, ONE, far.game_to_show())
    assert can_send()
    far_saves.end_unfinished(id, far.game_to_show())
    assert not can_send()
    saved_games.delete(id)
    far_saves.create(far, NO_SEAT)
    assert not can_send(), "this device only watches"
    plain, _ = saves()
    plain.create(new_game("duel", ["northern", "sylvan"], seed=1), False)
    assert not save_row(plain.entries()[0], "May 5", is_open_elsewhere=False).can_send


def test_the_log_is_saved_found_and_kept_in_files() -> None:
    saved_games, far_saves = saves()
    far, session = own_turn()
    id = far_saves.create(far, ONE).id
    saved_games.save(id, session.game, False)
    saved_games.rename(id, "A game")
    record = far_saves.record(id)
    assert record is not None and far_saves.find(record.game_id) == [id]
    assert run_to_end(FarSaves(saved_games).load_in_steps(record)).log == far.log
    assert saved_games.far_seat(id) == FarSeat(ONE, decision_count=len(session.game.codes))
    files = GameFiles(saved_games)
    copy = files.import_game(files.export_game(id)[1]).id
    assert far_saves.record(copy) == record
    assert GameOpener(saved_games).open_game(copy).game.codes == session.game.codes


def test_the_key_and_the_signatures_are_saved_and_the_key_is_never_sent() -> None:
    saved_games, far_saves = saves()
    key = "B" + "a" * 86
    far = invitation_form.invite(FIELDS, english(), key)
    far.signing_key, far.signatures = "private", {ONE: "a" * 86}
    id = far_saves.create(far, ONE).id
    record = far_saves.record(id)
    assert record is not None and record.key == "private" and record.holds_secret
    assert "private" not in record.log and far.keys == {ONE: key}
    loaded = run_to_end(FarSaves(saved_games).load_in_steps(record))
    assert (loaded.signing_key, loaded.signatures) == ("private", far.signatures)
    assert read_far_record(far_record_data(record), 2) == record
    for wrong in (5, "x" * 401):
        assert read_far_record({**far_record_data(record), "key": wrong}, 2) is None
    far.hand = None
    assert not far_saves.create(far, NO_SEAT).notice
    watching = far_saves.find(record.game_id)[-1]
    watched = far_saves.record(watching)
    assert watched is not None and not watched.key and not watched.holds_secret
    assert not record._replace(secret="", key="").holds_secret


def test_who_has_signed_is_said() -> None:
    far, _ = own_turn()

    def text(can_sign: bool = True, **states: SignatureState) -> str:
        by_seat = {SeatNumber(int(seat[1])): state for seat, state in states.items()}
        message = far_texts.signature_text(far, by_seat, can_sign=can_sign)
        assert message is not None
        return said(message)

    assert text(s1="signed", s2="signed").startswith("All players have signed")
    assert text(s1="signed", s2="unsigned") == "Signed by: Ann. Not signed by: Bea."
    assert text(s1="signed") == "Signed by: Ann. Not signed by: Bea."
    assert text().startswith("This game is not signed")
    assert "no secure connection" in text(False, s1="signed")
    invited = invitation()
    assert far_texts.signature_text(invited, {ONE: "signed"}, can_sign=True) is None
    unsigned = far_texts.signature_text(invited, {}, can_sign=True)
    assert unsigned is not None and said(unsigned).startswith("This game is not signed")
    new = far.log[-1:]
    assert far_texts.unsigned_text(far, new, {TWO: "signed"}) is None
    assert far_texts.unsigned_text(far, new, {ONE: "unsigned"}) is None, "wrote nothing new"
    missing = far_texts.unsigned_text(far, new, {TWO: "unsigned"})
    assert missing is not None and said(missing).startswith("Not signed by: Bea.")


def test_in_a_group_nobody_is_suspected_before_the_first_turn() -> None:
    """Joined acceptances have lost their signatures, whichever device has sent the log."""
    far = fair_devices(*MELEE)[1]
    states: dict[SeatNumber, SignatureState] = {ONE: "signed", TWO: "signed"}
    states[SeatNumber(3)] = "unsigned"
    assert far_texts.unsigned_text(far, far.log, states) is None
    assert far_texts.signature_text(far, states, can_sign=True) is None
    while far.log[-1].by != 3 or far.log[-1].kind != "turn":
        play_turn(far, random.Random(1))
    for text in (
        far_texts.unsigned_text(far, far.log, states),
        far_texts.signature_text(far, states, can_sign=True),
    ):
        assert text is not None and "Not signed by: Cleo." in said(text)


def test_a_file_does_not_act_in_the_name_of_the_player_of_this_device() -> None:
    """Bea sends the file of a game in which Ann has resigned, as if it were Ann's."""
    saved_games, far_saves = saves()
    far, _ = own_turn()
    id = far_saves.create(far, ONE).id
    forged = far.copy()
    forged.add(1, "resign")
    other_games, other_saves = saves()
    text = GameFiles(other_games).export_game(other_saves.create(forged, ONE).id)[1]
    copy = GameFiles(saved_games).import_game(text).id
    record, own = far_saves.record(copy), far_saves.record(id)
    assert record is not None and own is not None
    assert (record.seat, own.seat, own.log) == (NO_SEAT, ONE, write_text(far.log))
    # Not either, if the file says that it is another game.
    hidden = text.replace(record.game_id, "0" * 32)
    copy = GameFiles(saved_games).import_game(hidden).id
    record = far_saves.record(copy)
    assert record is not None and record.seat == ONE
    with pytest.raises(FarError, match="of another game"):
        run_to_end(far_saves.load_in_steps(record))
    # Not either with the same log, but with a turn of Ann on the table that Bea has made.
    signed = far.copy()
    signed.signing_key = "private"
    real = far_saves.create(signed, ONE).id
    played = far.game_to_show()
    played.play(played.legal_moves()[0])
    theirs = other_saves.create(far, ONE).id
    other_saves.save_table(theirs, played)
    saved_games.delete(id)
    copy = GameFiles(saved_games).import_game(GameFiles(other_games).export_game(theirs)[1]).id
    record = far_saves.record(copy)
    assert record is not None and record.seat == NO_SEAT
    copy = GameFiles(saved_games).import_game(GameFiles(saved_games).export_game(real)[1]).id
    record = far_saves.record(copy)
    assert record is not None and record.seat == ONE, "a copy of the own game"
    elsewhere, saves_there = saves()
    record = saves_there.record(GameFiles(elsewhere).import_game(text).id)
    assert record is not None and record.seat == ONE, "a device without the game"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("seat", 3),
        ("seat", True),
        ("due", -1),
        ("since", "x"),
        ("decisions", None),
        ("log", 5),
        ("log", "x" * 100_001),
        ("begun", 1),
    ],
)
def test_a_damaged_log_leaves_the_game(key: str, value: object) -> None:
    saved_games, far_saves = saves()
    id = far_saves.create(begun(), ONE).id
    store: Any = saved_games.texts.newest_text(f"tashkalar.game.v1.{id}")
    data = json.loads(store)
    data["far"][key] = value
    changed = MemoryStore()
    changed.set(f"tashkalar.game.v1.{id}", json.dumps(data))
    other = SavedGames(changed, lambda: 0)
    assert other.far_record(id) is None
    assert GameOpener(other).open_game(id).game.setup.names == ("Ann", "Bea")


def test_decisions_of_an_unfinished_turn_stay_when_a_message_comes() -> None:
    far, session = own_turn()
    session.play_code(session.moves[0].code)
    greeted = far.copy()
    greeted.add(2, "greeting", {"word": "hello"})
    assert game_ahead(session.game, far, greeted).codes == session.game.codes
    resigned = far.copy()
    resigned.add(2, "resign")
    assert game_ahead(session.game, far, resigned).is_over
    first = invitation()
    accepted = first.copy()
    accepted.accept(2, "Bea")
    assert game_ahead(first.game_to_show(), first, accepted).setup.names == ("Ann", "Bea")


def test_a_refused_turn_is_back_on_the_table_with_the_reason() -> None:
    saved_games, far_saves = saves()
    far, session = own_turn()
    id = far_saves.create(far, ONE).id
    while session.game.player == ONE:
        session.play_code(session.moves[0].code)
    record = far_saves.record(id)
    assert record is not None and session.seating.is_far_due
    game = game_of_log(session.game, record)
    assert game.codes == far.game_to_show().codes and not game.can_redo
    far_saves.save_table(id, game)
    assert far_saves.record(id) == record
    assert GameOpener(saved_games).open_game(id).game.codes == game.codes
    refusal = far_texts.refusal_text(FarError("act", "a log has at most 2000 entries"))
    seat = FarSeat(ONE, decision_count=record.decision_count, refusal=refusal)
    again = Session(game, far=seat)
    details = build_screen(again).prompt.details
    assert details[0] == refusal
    assert "at most 2000 entries" in with_detail(english(), refusal)
    assert "was taken back" in said(refusal)
    check_that_cards_can_be_used(again)
    again.play_code(again.moves[0].code)
    assert refusal not in build_screen(again).prompt.details


def test_a_log_in_a_file_is_told_from_a_game() -> None:
    saved_games, far_saves = saves()
    far = begun()
    assert is_far_file(write_file(far.log))
    assert not is_far_file(GameFiles(saved_games).export_game(far_saves.create(far, ONE).id)[1])


# -- the invitation --------------------------------------------------------------------------------


def test_an_invitation_from_the_form() -> None:
    far = invite()
    assert far.log[0].by == 1 and far.setup is not None
    assert far.setup.schools == ("northern", "sylvan") and far.setup.names == ("Ann", "")
    other = invite(first="other")
    assert other.log[0].by == 2 and other.setup is not None
    assert other.setup.schools == ("sylvan", "northern") and other.setup.names == ("", "Ann")
    assert other.log[0].data["deal"] != far.log[0].data["deal"]
    for school, _ in invitation_form.school_choices(())[1:]:
        invite(other_1=school)
    assert invitation_form.school_choices(("x-fire",))[-1][0] == "x-fire"


def test_players_agree_to_play_without_advice() -> None:
    allowed, without = invite(), invite(no_hints="yes")
    assert [far.log[0].data["v"] for far in (allowed, without)] == [2, 3]
    read = FarGame.read(read_messages(write_text(without.log))[0].log)
    assert not read.allows_hints and begun().allows_hints, "the first form allows hints"
    assert "without advice" in said(far_texts.honor_text(read))
    assert "advice" not in said(far_texts.honor_text(allowed))
    assert not invitation_form.invite_again(without, ONE, is_swapped=True).allows_hints
    offers = []
    for far in (allowed, without):
        far.accept(2, "Bea")
        far.add_due()
        saved_games, far_saves = saves()
        id = far_saves.create(far, far.due_seats[0]).id
        session = Session(far.game_to_show(), far=saved_games.far_seat(id))
        session.is_summon_finder_on = True
        choices = build_screen(session).prompt.choices
        is_offered = "advise" in [choice.action for choice in choices]
        offers.append((is_offered, session.request_hint() is not None))
        record = far_saves.record(id)
        assert record is not None and read_far_record(far_record_data(record), 2) == record
    assert offers == [(True, True), (False, False)]
    without.add(2, "resign")
    assert without.game is not None and without.game.is_over
    seat = FarSeat(TWO, allows_hints=False)
    assert Session(without.game.copy(), far=seat).seating.allows_hints, "it can be looked back at"


def test_a_rematch_is_an_invitation_in_which_somebody_else_begins() -> None:
    far = invite(game="melee/3", who_1="novice")
    far.accept(3, "Cleo")
    far.add_due()
    again = invitation_form.invite_again(far, ONE, "B" + "a" * 86, is_swapped=True)
    assert again.setup is not None and far.setup is not None
    assert again.setup.schools == ("highland", "northern", "sylvan")
    assert again.setup.names == ("Cleo", "Ann", "Novice")
    assert again.own_seat == TWO and again.computer_levels == {3: "novice"}
    assert again.free_seats == (1,) and again.keys and again.hand != far.hand
    anew = invitation_form.invite_again(far, ONE, is_swapped=False)
    assert anew.setup is not None and anew.setup.schools == far.setup.schools
    assert anew.own_seat == ONE and anew.log != far.log
    text = said(far_texts.invitation_text(again, ONE))
    assert "Cleo (Highland)" in text and "Your school is Highland" in text
    other = again.copy()
    other.accept(1)
    other.hand = again.hand
    other.add_due()
    assert other.game is not None and other.game.setup.names == ("Cleo", "Ann", "Novice")
    sealed = invitation_form.invite_again(sealed_begun()[2], TWO, is_swapped=True)
    assert sealed.seals is not None and sealed.own_seat == ONE
    assert far_texts.can_begin_anew(far)
    assert not far_texts.can_begin_anew(again), "it has not begun"


def test_an_invitation_for_three_or_four_with_computers() -> None:
    for game in invitation_form.game_choices():
        far = invite(game=game.id, who_1="novice" if game.seats > 2 else "")
        assert far.setup is not None and far.setup.seats == game.seats
        assert far.setup.teams is game.has_teams
        assert far.free_seats == ((2,) if game.seats == 2 else tuple(range(3, game.seats + 1)))
    first = invite(game="melee/3", who_1="novice")
    assert first.setup is not None
    assert first.setup.names == ("Ann", "Novice", "") and first.computer_levels == {2: "novice"}
    last = invite(game="melee/3", who_1="novice", first="other")
    assert last.setup is not None and last.log[0].by == 3
    assert last.setup.schools == ("sylvan", "highland", "northern")
    assert last.setup.names == ("Novice", "", "Ann") and last.free_seats == (2,)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"other_1": "northern"}, "same-school"),
        ({"name": "a\u202e"}, "names"),
        ({"game": "melee/3", "who_1": "novice", "who_2": "adept"}, "nobody"),
    ],
)
def test_a_wrong_invitation_is_refused(change: dict[str, str], message: str) -> None:
    with pytest.raises(Refusal) as refused:
        invite(**change)
    assert message in refused.value.message.id


# -- words -----------------------------------------------------------------------------------------


def said(message: Message) -> str:
    return english().translate(message)


def test_everything_that_is_said_has_words() -> None:
    far, _ = own_turn()
    for kind in KINDS:
        assert "⟨" not in said(Message(f"far.entry.{kind}", {"who": "Ann"}))
    for word in GREETINGS:
        far.add(2, "greeting", {"word": word})
    greetings = far_texts.greeting_texts(far, far.log, ONE)
    assert len(greetings) == len(GREETINGS)
    assert not any("⟨" in said(greeting) for greeting in greetings)
    assert far_texts.greeting_texts(far, far.log, TWO) == []
    for fault in ("text", "log", "act", "update", "packs", "other", "sealed", "own", "signed"):
        error = far_texts.error_message(FarError(fault, "why"))
        assert with_detail(english(), error).endswith(" [why]")


def test_what_is_to_be_sent_is_named() -> None:
    far = invitation()
    assert said(far_texts.send_view(far, ONE).title) == "Send the invitation"
    text = said(far_texts.invitation_text(far, TWO))
    assert text == (
        "Deathmatch Duel. Your school is Sylvan; Ann plays Northern Imperial."
        " The other player begins."
    )
    far.accept(2, "Bea")
    assert said(far_texts.send_view(far, TWO).title) == "Send your answer", "no turn is in it"
    assert said(far_texts.send_view(far, ONE).title) == "Send your turn to Bea"
    play_turn(far, random.Random(1))
    assert said(far_texts.send_view(far, ONE).title) == "The last message"
    far.add(1, "resign")
    view = far_texts.send_view(far, ONE)
    assert said(view.title) == "The game is over: send the last turn" and "to Bea" in said(
        view.text
    )


def test_a_code_is_offered_for_links_that_cameras_read_well() -> None:
    assert far_texts.fits_qr_code("x" * far_texts.LONGEST_QR_LINK)
    assert not far_texts.fits_qr_code("x" * (far_texts.LONGEST_QR_LINK + 1))


def test_a_link_that_may_be_cut_is_told_apart() -> None:
    assert far_texts.fits_link("x" * far_texts.LONGEST_LINK)
    assert not far_texts.fits_link("x" * (far_texts.LONGEST_LINK + 1))


def test_what_is_too_long_has_its_own_advice() -> None:
    far, _ = own_turn()
    recovery = f"{RECOVERY_PREFIX}{'x' * LONGEST_MESSAGE}"
    readers: dict[str, Callable[[], object]] = {
        "text": lambda: read_messages("x" * (LONGEST_MESSAGE + 1)),
        "file": lambda: read_messages("x" * (LONGEST_JSON + 1)),
        "recovery": lambda: read_recovery(recovery),
        "cut recovery": lambda: read_recovery(f"{RECOVERY_PREFIX}x"),
        "turn": lambda: _fill_up(far),
    }
    faults = {}
    for name, read in readers.items():
        with pytest.raises(FarError) as caught:
            read()
        faults[name] = far_texts.error_message(caught.value).id.removeprefix("far.error.")
    assert faults == {
        "text": "text.long",
        "file": "text.huge",
        "recovery": "text.recovery",
        "cut recovery": "text.recovery",
        "turn": "act.full",
    }


def _fill_up(far: FarGame) -> None:
    """Add an entry to a log that is as long as it may be."""
    far.log = far.log[:1] * MOST_ENTRIES
    far.add(2, "resign")


# -- computers, spectators, greetings --------------------------------------------------------------


def melee_with_computer(computer: int) -> FarGame:
    """Return a melee of Ann and Bea in which a computer plays the seat 2 or 3."""
    far = invite(game="melee/3", **{f"who_{computer - 1}": "novice"})
    far.accept(far.free_seats[0], "Bea")
    far.add_due()
    return far


def test_this_device_plays_the_computer_that_is_due() -> None:
    far = melee_with_computer(3)  # in the melee the last seat begins with the marks
    assert far.game is not None and far.game.player == 3
    levels = computer_levels(far, TWO)
    session = Session(far.game.copy(), bots=levels, far=FarSeat(TWO))
    assert session.seating.is_computer_due and not session.seating.is_far_due
    assert "take-over" not in [choice.action for choice in build_screen(session).prompt.choices]
    waiting = Session(far.game.copy(), bots=levels, far=FarSeat(ONE, has_begun=False))
    assert not waiting.seating.is_computer_due, "no computer plays before the game begins"
    assert not computer_levels(far, NO_SEAT), "a device that watches plays nothing"


def test_a_spectator_sees_no_hand_and_decides_nothing() -> None:
    far, _ = own_turn()
    session = Session(far.game_to_show(), far=FarSeat(NO_SEAT))
    assert not seats_in_view(session) and session.moves == () and not session.can_undo
    screen = build_screen(session)
    assert screen.prompt.title == Message("prompt.far", {"who": "Ann"}) and not screen.may_resign
    assert screen.prompt.choices[0].action == "far-read"
    assert greeting_words(far, NO_SEAT) == []
    assert said(far_texts.send_view(far, NO_SEAT).title) == "You are watching"
    saved_games, far_saves = saves()
    id = far_saves.create(far, NO_SEAT).id
    assert saved_games.far_seat(id) == FarSeat(NO_SEAT, decision_count=len(session.game.codes))
    assert row(saved_games).endswith("Waiting for Ann since today")
    assert far_saves.own_turn_count() == 0
    far_saves.create(far, ONE)
    assert far_saves.own_turn_count() == 1


def test_a_puzzle_of_a_game_that_is_watched_has_no_hand() -> None:
    far = begun("high-form")
    hands = [
        puzzle_of_game(Session(far.game_to_show(), far=FarSeat(seat)))["seats"][0]["hand"]
        for seat in (ONE, NO_SEAT)
    ]
    assert far.game is not None
    assert hands == [[*far.game.state.hands[0]], []]


def test_a_device_can_be_that_of_another_player() -> None:
    saved_games, far_saves = saves()
    far, _ = own_turn()
    far.own_seat = NO_SEAT
    id = far_saves.create(far, NO_SEAT).id
    assert far_texts.other_seats(far) == [1, 2]
    far.own_seat = ONE
    assert far_texts.other_seats(far) == [2]
    far_saves.update(id, far, ONE, far.game_to_show())
    seat = saved_games.far_seat(id)
    assert seat is not None and seat.seat == ONE
    invited = invite(game="melee/3")
    assert not far_texts.other_seats(invited), "an invitation cannot be left"
    invited.own_seat = NO_SEAT
    assert far_texts.other_seats(invited) == (2, 3), "who watched by mistake takes a seat"
    sealed = sealed_begun()[1]
    assert not far_texts.other_seats(sealed)
    melee = melee_with_computer(3)
    melee.own_seat = NO_SEAT
    id = far_saves.create(melee, NO_SEAT).id
    assert GameOpener(saved_games).open_game(id).bots == {}
    far_saves.update(id, melee, TWO, melee.game_to_show())
    assert GameOpener(saved_games).open_game(id).bots == {3: "novice"}, "who plays it, plays it"


def check_that_cards_can_be_used(session: Session) -> None:
    """The words about a game far away leave the buttons of a chosen card there."""
    discards = [move for move in session.moves if move.kind == "discard"]
    assert discards, "the position has nothing to check"
    for move in discards:
        assert move.card is not None
        session.click_card(move.card)
        codes = [choice.code for choice in build_screen(session).prompt.choices]
        assert move.code in codes
        session.cancel_selection()


def test_a_question_that_waits_is_remembered_in_the_prompt() -> None:
    saved_games, far_saves = saves()
    far, session = own_turn()
    turn = far.turn_to_take_back(TWO)
    assert turn is not None
    id = far_saves.create(far, ONE).id
    assert "far-answer" not in str(build_screen(session).prompt.choices)
    far.add(2, "take-back-asked", {"turn": turn.n})
    far_saves.update(id, far, ONE, far.game_to_show())
    seat = saved_games.far_seat(id)
    assert seat is not None and seat.is_asked
    record = far_saves.record(id)
    assert record is not None and read_far_record(far_record_data(record), 2) == record
    again = Session(far.game_to_show(), far=seat)
    prompt = build_screen(again).prompt
    assert said(prompt.details[0]).startswith("A question waits")
    assert prompt.choices[-1].label.id == "choice.far-answer"
    check_that_cards_can_be_used(again)
    again.play_code(again.moves[0].code)
    assert "far.asked" not in str(build_screen(again).prompt.details)
    for other in (TWO, NO_SEAT):
        asked = far_saves.record(far_saves.create(far, other).id)
        assert asked is not None and not asked.is_asked


def test_greetings_can_be_read_again() -> None:
    far = begun()
    for seat in (1, 2):
        for word in GREETINGS[:3]:
            far.add(seat, "greeting", {"word": word})
    latest = far_texts.latest_greetings(far)
    assert len(latest) == 5 and said(latest[-1]) == "Bea: “Well played!”"
    log = [said(text) for text in far_texts.log_texts(far)]
    assert len(log) == len(far.log)
    assert log[:2] == ["Ann invited", "Bea accepted"]
    assert log[-1] == "Bea: “Well played!”"


def test_a_sentence_goes_with_the_link() -> None:
    far = invitation("high-form")

    def sentence(seat: SeatNumber) -> str:
        return said(far_texts.share_sentence(far, seat))

    assert sentence(ONE).startswith("An invitation to a game")
    far.accept(2, "Bea")
    assert sentence(ONE).startswith("The cards are dealt")
    for number in range(30):
        play_turn(far, random.Random(number))
        assert far.game is not None and not far.game.is_over
        text = sentence(ONE)
        assert text.startswith("Turn ") and "It is your turn" in text and "⟨" not in text
        if " on " in text:
            break
    assert " on " in text, "a being was summoned"
    turn = far.turn_to_take_back(far.log[-1].by)
    assert turn is not None
    far.add(turn.seat, "take-back-asked", {"turn": turn.n})
    assert sentence(ONE).startswith("May I take my turn back?")
    # A question is not a turn, and neither is its answer.
    other = SeatNumber(3 - turn.seat)
    views = [said(far_texts.send_view(far, turn.seat).title)]
    answered = far.copy()
    answered.add(other, "take-back-granted")
    answered.add(other, "greeting", {"word": "thanks"})
    views.append(said(far_texts.send_view(answered, other).title))
    assert views[0].startswith("Send your question to ") and views[1] == "Send your answer"
    far.add(1 if far.game and far.game.player == 1 else 2, "resign")
    assert "is over" in sentence(ONE)
    melee = invite(game="melee/3")
    melee.accept(2, "Bea")
    assert said(far_texts.share_sentence(melee, TWO)).startswith("I accept")
    assert said(far_texts.share_sentence(melee, ONE)).startswith("An invitation")


def test_the_sentence_names_what_an_extra_turn_was_gained_with_and_no_turn_of_the_set_up() -> None:
    far = FarGame.read(read_messages(EXTRA_TURN)[0].log)
    text = said(far_texts.share_sentence(far, ONE))
    assert text.startswith("Turn 26: Summoner on c6, Time Elemental on b8, Titan on f6, Hell Bull")
    far = fair_devices("duel")[2]
    before = said(far_texts.share_sentence(far, TWO))
    play_turn(far, random.Random(1))
    assert far.game is not None and far.game.state.phase == "play" and far.log[-1].kind == "turn"
    assert said(far_texts.share_sentence(far, TWO)) == before, "only the first marks were chosen"
    play_turn(far, random.Random(2))
    assert said(far_texts.share_sentence(far, ONE)).startswith("Turn 1")


def test_the_own_name_is_proposed() -> None:
    saved_games = SavedGames(MemoryStore(), iter(range(10**12, 10**12 + 99)).__next__)
    far_saves = FarSaves(saved_games)
    assert far_saves.own_name() == ""
    ann = invite()
    far_saves.create(ann, ONE)
    assert far_saves.own_name() == "Ann"
    assert far_texts.invited_name(ann, TWO) == ""
    bea = begun()
    far_saves.create(bea, TWO)
    assert far_saves.own_name() == "Bea"
    far_saves.create(begun(), NO_SEAT)
    assert far_saves.own_name() == "Bea", "who only watches has no name"
    again = invitation_form.invite_again(bea, TWO, is_swapped=True)
    assert far_texts.invited_name(again, TWO) == "Ann"


def test_a_game_is_sent_the_way_it_was_sent_last() -> None:
    store = MemoryStore()
    ways = SendingWays(store)
    assert ways.last("a") is None
    ways.note("a", "mail")
    ways.note("b", "share")
    assert SendingWays(store).last("a") == "mail"
    assert ways.last("new") == "share", "a new game goes as the last message went"
    for number in range(60):
        ways.note(f"{number:032x}", "copy")
    assert ways.last(f"{59:032x}") == "copy" and len(store.get(KEY) or "") < 3_000
    for damaged in ("{", "5", '[["a"]]', '[["a", "pigeon"]]', "[" * 9, "x" * 20_000):
        store.set(KEY, damaged)
        assert SendingWays(store).last("a") is None


def test_the_game_that_waits_longest_is_next() -> None:
    _, far_saves = saves()
    far, _ = own_turn()
    ids = [far_saves.create(far, ONE).id for _ in range(2)]
    mine = far_saves.create(far, TWO).id
    assert far_saves.next_waiting(mine) == ids[0]
    assert far_saves.next_waiting(ids[0]) == ids[1]
    _, others = saves()
    assert others.next_waiting("") == ""


def test_a_game_whose_other_side_is_gone_waits_for_nobody() -> None:
    saved_games, far_saves = saves()
    far, _ = own_turn()
    play_turn(far, random.Random(2))
    id = far_saves.create(far, ONE).id
    record = far_saves.record(id)
    assert record is not None and far_texts.can_end_unfinished(far, record)
    assert row(saved_games).endswith("Waiting for Bea since today")
    far_saves.end_unfinished(id, far.game_to_show())
    assert row(saved_games).endswith("Saved: May 5")
    prompt = build_screen(Session(far.game_to_show(), far=saved_games.far_seat(id))).prompt
    assert said(prompt.title) == "This game no longer waits for anyone."
    ended = far_saves.record(id)
    assert ended is not None and not far_texts.can_end_unfinished(far, ended)
    assert run_to_end(far_saves.load_in_steps(ended)).log == far.log
    play_turn(far, random.Random(3))  # a message comes after all
    far_saves.update(id, far, ONE, far.game_to_show())
    assert row(saved_games).endswith("Your turn since today")
    seat = saved_games.far_seat(id)
    assert seat is not None and not seat.is_ended
    mine = far_saves.record(id)
    assert mine is not None and not far_texts.can_end_unfinished(far, mine)


def greeting_words(far: FarGame, seat: SeatNumber) -> list[str]:
    return [word for word, _ in far_texts.greeting_choices(far, seat)]


def test_one_greeting_goes_with_a_message() -> None:
    assert greeting_words(invitation(), ONE) == [], "not before the game begins"
    far, _ = own_turn()
    assert greeting_words(far, TWO) == [*GREETINGS]
    far.add(2, "greeting", {"word": "hello"})
    assert greeting_words(far, TWO) == []
    assert greeting_words(far, ONE) == [*GREETINGS], "the other player greets too"


def test_three_players_know_what_to_send_and_to_whom() -> None:
    far = invite(game="melee/3")
    assert "everyone" in said(far_texts.send_view(far, ONE).text)
    assert [seat for seat, _ in far_texts.invited_seats(far)] == ["0", "2", "3"]
    assert not far_texts.invited_seats(invitation()), "one free seat leaves no choice"
    paragraph = said(far_texts.invitation_text(far, TWO))
    assert "Ann (Northern Imperial)" in paragraph and "Green (Sylvan)" in paragraph
    far.accept(2, "Bea")
    assert said(far_texts.send_view(far, TWO).text).startswith("Send this link to Ann.")
    session = Session(far.game_to_show(), far=FarSeat(TWO, has_begun=False))
    assert build_screen(session).prompt.title.id == "prompt.far.gathering"
    assert not build_screen(session).hand and not build_screen(session).tasks
    far.accept(3, "Cleo")
    saved_games, far_saves = saves()
    id = far_saves.create(far, TWO).id
    assert row(saved_games).endswith("Waiting for Ann since today")
    session = Session(far.game_to_show(), far=saved_games.far_seat(id))
    assert said(build_screen(session).prompt.title) == "Waiting for Ann."
    assert not build_screen(session).hand
    assert far.add_due() and far.due_seats == (3,)
    assert said(far_texts.send_view(far, ONE).title) == "The cards are dealt"


def test_a_mail_that_quotes_the_earlier_link_is_read_as_the_new_turn() -> None:
    """The game that is saved here goes on, also if the mail names another one first."""
    _, far_saves = saves()
    far = begun()
    play_turn(far, random.Random(1))
    far_saves.create(far, ONE)
    before, other = far.log, invitation(seed="another").log
    play_turn(far, random.Random(2))
    logs = (other, before, far.log)
    links = [f"https://example.org/#far={write_text(log)}" for log in logs]
    for order in permutations(links):
        assert far_saves.choose_log(read_messages("\n> ".join(order))).log == far.log
    assert far_saves.choose_log(read_messages(links[0])).log == other


def test_a_way_that_cannot_be_stored_keeps_no_message_from_being_sent() -> None:
    class Full(MemoryStore):
        def set(self, key: str, value: str) -> None:
            raise StoreError("full")

        def get(self, key: str) -> str | None:
            raise StoreError("closed")

    ways = SendingWays(Full())
    ways.note("a", "mail")
    assert ways.last("a") is None
