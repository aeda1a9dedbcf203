"""The texts of a log: what comes back, and what damaged, huge and foreign texts are answered."""

from __future__ import annotations

import base64
import json
import random
import zlib
from contextlib import suppress
from itertools import cycle
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tashkalar.far.far_game import FarGame
from tashkalar.far.log import Entry, FarError, Log, compare
from tashkalar.far.message import (
    LONGEST_JSON,
    LONGEST_MESSAGE,
    read_message,
    read_messages,
    read_wanted_seat,
    write_file,
    write_text,
)
from tashkalar.far.sealed_hand import SealedHand
from tashkalar.position.ids import SeatNumber
from tashkalar.rules.deal import make_setup
from tests import hostile
from tests.far import sealed_peers
from tests.far.peers import FIRST_FORM, MELEE, begun, fair_devices, invitation, play_turn
from tests.manglings import EVERY_TEXT, JSON_TEXTS, LINKS, SEVERAL_LINES, quoted


def played(turns: int = 6) -> Log:
    far, choice = begun(), random.Random(1)
    for _ in range(turns):
        play_turn(far, choice)
    return far.log


LOG = played()
TEXT, FILE = write_text(LOG), write_file(LOG)
HIDES_SEAT: set[str] = set()


def packed(value: object) -> str:
    """Return the short text of any JSON value."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    raw = packer.compress(json.dumps(value).encode()) + packer.flush()
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def fault(text: str) -> tuple[str, str]:
    with pytest.raises(FarError) as error:
        read_message(text)
    return error.value.fault, str(error.value)


def unpacked() -> Any:
    return json.loads(zlib.decompress(base64.urlsafe_b64decode(TEXT + "=" * (-len(TEXT) % 4)), -15))


def test_both_forms_give_the_log_back() -> None:
    assert read_message(TEXT) == read_message(FILE) == LOG
    assert read_message("\ufeff\n" + FILE.replace("\n", "\r\n")) == LOG
    assert len(TEXT) < len(FILE) / 2


@pytest.mark.parametrize(
    "frame",
    [
        "{}",
        "https://example.org/tash-kalar/#far={}",
        "https://example.org/?lang=el#far={}.",
        "Your turn: <https://example.org/#far={}>\nSee you!",
        "https://example.org/#far=old https://example.org/#far={}",
        "  {}\n",
        "My turn: {} See you!",
    ],
)
def test_a_text_is_found_in_what_was_pasted(frame: str) -> None:
    assert read_message(frame.format(TEXT)) == LOG


@pytest.mark.parametrize("seat", [0, 2])
@pytest.mark.parametrize("mangling", EVERY_TEXT | LINKS)
def test_a_mangled_link_is_read_as_it_was(mangling: str, seat: int) -> None:
    link = f"https://example.org/game/?lang=el#far={TEXT}" + (f".{seat}" if seat else "")
    mangled = (EVERY_TEXT | LINKS)[mangling](link)
    assert read_message(mangled) == LOG
    assert read_wanted_seat(mangled) == seat or mangling in HIDES_SEAT


@pytest.mark.parametrize("mangling", sorted(set(EVERY_TEXT) - {"percent-encoded"}))
def test_a_mangled_short_text_is_read_as_it_was(mangling: str) -> None:
    assert read_message(EVERY_TEXT[mangling](TEXT)) == LOG


@pytest.mark.parametrize("mangling", EVERY_TEXT | SEVERAL_LINES | JSON_TEXTS)
def test_a_mangled_file_is_read_as_it_was(mangling: str) -> None:
    mangle = (EVERY_TEXT | SEVERAL_LINES | JSON_TEXTS)[mangling]
    assert read_message(mangle(FILE)) == LOG


def test_of_several_messages_the_one_with_news_is_taken() -> None:
    """A mail quotes the earlier ones below the new one, or a chat shows them above it."""
    logs = [LOG[:count] for count in range(3, len(LOG) + 1)]
    links = [f"https://example.org/#far={write_text(log)}.{1 + len(log) % 2}" for log in logs]
    for order in (links, links[::-1]):
        mail = "\n\n".join(f"{quoted(link)}Ann wrote:" for link in order)
        assert read_message(mail) == LOG
        assert read_wanted_seat(mail) == 1 + len(LOG) % 2
        for own in logs:
            assert read_message(mail, own) == LOG
    files = [write_file(log) for log in logs[:3]]
    assert read_message("\n".join(files)) == read_message("\n".join(files[::-1])) == logs[2]
    assert read_message(f"{files[2]}\nAnn wrote:\n{quoted(files[1])}") == logs[2]


def test_the_log_that_goes_on_with_the_own_game_is_taken() -> None:
    other = begun()
    for number in range(20):
        play_turn(other, random.Random(number))
    another = invitation(seed="another").log
    texts = [write_text(log) for log in (another, other.log, LOG[:5])]
    mail = " ".join(f"https://example.org/#far={text}" for text in texts)
    assert read_message(mail) == another  # the game that is named first
    assert read_message(mail, LOG[:4]) == LOG[:5]
    assert read_message(mail, other.log[:-2]) == other.log
    assert [found.log for found in read_messages(mail)] == [another, other.log, LOG[:5]]
    fork = f"https://example.org/#far={texts[1]} https://example.org/#far={write_text(LOG[:3])}"
    assert read_message(fork, LOG[:4]) == other.log  # a person has to decide, nothing is hidden


def test_a_link_that_a_mail_program_has_broken() -> None:
    lines = [TEXT[start : start + 76] for start in range(0, len(TEXT), 76)]
    assert read_message("https://example.org/#far=" + "\r\n".join(lines)) == LOG
    assert read_message("\n> ".join(lines)) == LOG


@pytest.mark.parametrize("text", ["", "   ", "{}", "[1]", "hello", "#far=", "é", "{" * 50])
def test_what_is_no_message(text: str) -> None:
    assert fault(text)[0] == "text"


def test_a_text_that_would_unpack_to_too_much() -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    raw = packer.compress(b" " * 60_000_000) + packer.flush()
    text = base64.urlsafe_b64encode(raw).decode().rstrip("=")
    assert len(text) < LONGEST_MESSAGE
    assert fault(text) == ("text", f"more than {LONGEST_JSON} bytes when unpacked")


def test_many_blanks_behind_a_link_are_read_at_once() -> None:
    """A search that tried all ways to share them out would take minutes."""
    text = f"#far={write_text(LOG)}"
    for _ in range(20):
        assert read_message(text + " " * (LONGEST_MESSAGE - len(text) - 1) + "x") == LOG
    assert read_wanted_seat(f"{text}{' ' * 500}.2") == 2


def test_long_texts_are_refused_before_they_are_read() -> None:
    assert "text is longer" in fault("A" * (LONGEST_MESSAGE + 1))[1]
    assert "file is longer" in fault("{" + " " * LONGEST_JSON)[1]
    # As long as can be is looked at.
    assert fault("." * LONGEST_MESSAGE)[1] == "no message is in the text"
    assert "text is longer" in fault("." * LONGEST_JSON)[1]


def test_a_newer_version_says_so() -> None:
    assert fault(packed({**unpacked(), "v": 2}))[0] == "update"
    assert fault(FILE.replace('"v":1', '"v":2', 1))[0] == "update"


def test_unknown_keys_and_kinds_are_refused() -> None:
    assert "unknown key" in fault(packed({**unpacked(), "checkpoint": {}}))[1]
    assert "log[0]: four values" in fault(packed({**unpacked(), "log": [[1]]}))[1]
    assert "is not known" in fault(FILE.replace('"kind":"begin"', '"kind":"chat"'))[1]
    assert "entries[1].by" in fault(FILE.replace('"by":2', '"by":5', 1))[1]
    assert "twice" in fault(FILE.replace('"by":2', '"by":1,"by":2', 1))[1]


def test_the_end_shows_that_an_entry_was_changed() -> None:
    data = unpacked()
    data["log"][1][2] = {"name": "Eve"}
    assert fault(packed(data)) == ("text", "the text is damaged: its entries do not fit its end")


# -- messages that are lost, repeated, reordered, cut and changed ----------------------------------


@settings(deadline=None)
@given(cut=st.integers(0, len(TEXT) - 1))
def test_a_text_that_was_cut_off(cut: int) -> None:
    assert fault(TEXT[:cut])[0] == "text"


@settings(deadline=None)
@given(st.data())
def test_a_text_with_a_changed_character_is_refused_or_the_same(data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(TEXT) - 1))
    sign = data.draw(st.sampled_from("ABCXYZabcxyz0189-_"))
    changed = TEXT[:place] + sign + TEXT[place + 1 :]
    try:
        log = read_message(changed)
    except FarError:
        return
    assert log == LOG  # the last character may hold bits that do not count


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_an_entry_that_was_changed_is_refused_or_another_log(data: st.DataObject) -> None:
    """A player who writes a log can write another one; nobody's own log changes by that."""
    n = data.draw(st.integers(0, len(LOG) - 1))
    field = data.draw(st.sampled_from(["n", "by", "prev", "kind", "data", "state"]))
    value = data.draw(
        st.one_of(
            st.none(),
            st.integers(-1, 5),
            st.text(max_size=5),
            st.sampled_from([entry.kind for entry in LOG]),
            st.dictionaries(st.sampled_from(["codes", "turn", "name"]), st.text(max_size=5)),
        )
    )
    content = json.loads(FILE)
    content["entries"][n][field] = value
    own = FarGame.read(LOG)
    before = own.log, own.game
    try:
        compared = own.receive(read_message(json.dumps(content)))
    except FarError:
        compared = None
    assert (own.log, own.game) == before
    assert compared is None or compared.kind in ("same", "fork", "other")
    if compared and compared.kind == "fork":
        assert compared.common == n


@settings(deadline=None, max_examples=40)
@given(st.data())
def test_messages_in_any_order_lost_or_repeated_never_fork(data: st.DataObject) -> None:
    form, schools = data.draw(st.sampled_from([("duel", ("northern", "sylvan")), MELEE]))
    first = invitation(form, schools)
    peers = {seat: FarGame() for seat in first.seats}
    peers[first.log[0].by] = first
    messages = [write_text(first.log)]
    for _ in range(data.draw(st.integers(0, 25))):
        seat = data.draw(st.sampled_from(list(peers)))
        peer = peers[seat]
        if data.draw(st.booleans()):  # a message arrives, perhaps an old one, perhaps again
            log = read_message(data.draw(st.sampled_from(messages)))
            before = peer.log
            if not before:
                peers[seat] = FarGame.read(log)
                continue
            assert peer.receive(log).kind in ("same", "newer", "older")
            assert compare(before, peer.log).kind in ("same", "newer")
        elif peer.log and seat == min(peer.due_seats, default=0):
            if peer.game is None:
                peer.accept(seat)
            else:
                play_turn(peer, random.Random(data.draw(st.integers(0, 9))))
            messages.append(write_text(peer.log))
    longest = max((peer.log for peer in peers.values()), key=len)
    for peer in peers.values():
        if peer.log:
            peer.receive(longest)
            assert peer.log == longest


def test_two_that_act_at_once_fork_and_nothing_is_overwritten() -> None:
    ann, choice = begun(), random.Random(1)
    play_turn(ann, choice)
    bea = FarGame.read(ann.log)
    turn = bea.turn_to_take_back(bea.log[-1].by)
    assert turn is not None
    bea.add(turn.seat, "take-back-asked", {"turn": turn.n})
    play_turn(ann, choice)
    for own, other in ((ann, bea), (bea, ann)):
        log, game = own.log, own.game
        compared = own.receive(other.log)
        assert (compared.kind, compared.common) == ("fork", 4)
        assert (own.log, own.game) == (log, game)


def test_a_prefix_is_old_and_another_game_is_another_game() -> None:
    own = FarGame.read(LOG)
    assert own.receive(LOG[:4]).kind == "older"
    assert own.receive(LOG).kind == "same"
    assert own.receive(invitation(seed="8").log).kind == "other"
    assert own.log == LOG


def test_a_wrong_entry_after_good_ones_takes_nothing_over() -> None:
    own = FarGame.read(LOG[:5])
    wrong = LOG[-1]._replace(state="00000000")
    with pytest.raises(FarError, match=f"entry {wrong.n}: leads to another position") as error:
        own.receive((*LOG[:-1], wrong))
    assert error.value.fault == "update"
    assert own.log == LOG[:5]


def test_the_schema_takes_what_is_written() -> None:
    pytest.importorskip("jsonschema", reason="a tool of the checkout")
    schemas = pytest.importorskip("tests.schemas")
    checker = schemas.validator("far")
    asked = FarGame.read(LOG)
    turn = asked.turn_to_take_back(LOG[-1].by)
    assert turn is not None
    asked.add(turn.seat, "take-back-asked", {"turn": turn.n})
    asked.add(3 - turn.seat, "take-back-granted")
    asked.add(1, "greeting", {"word": "hello"})
    asked.add(1, "resign")
    checker.validate(json.loads(write_file(asked.log)))
    setup = make_setup(*MELEE, seed="7")
    with_computer = FarGame.invite(setup, 1, {SeatNumber(2): "adept"})
    checker.validate(json.loads(write_file(with_computer.log)))
    checker.validate(json.loads(write_file(fair_devices(*MELEE)[1].log)))
    keys = {seat: f"B{seat}".ljust(87, "_") for seat in (1, 2)}
    hand = SealedHand(SeatNumber(1), "0" * 64)
    signed = FarGame.invite(make_setup("duel", ("northern", "sylvan")), 1, hand=hand, key=keys[1])
    signed.accept(2, key=keys[2])
    checker.validate(json.loads(write_file(signed.log, {SeatNumber(1): "a" * 86})))
    for text in FIRST_FORM.values():
        checker.validate(json.loads(write_file(read_message(text))))
    sealed = sealed_peers.begun()
    for number in range(20):
        sealed_peers.play_at_random(sealed, random.Random(number))
    sealed_peers.resign_and_open(sealed)
    kinds = {entry.kind for entry in sealed[1].log if entry.kind in ("deck", "open")}
    assert len(kinds) == 2 and any("reveals" in entry.data for entry in sealed[1].log)
    checker.validate(json.loads(write_file(sealed[1].log)))
    save_checker = schemas.validator("save")
    save_checker.validate(json.loads(sealed_peers.the_game(sealed[1]).to_json()))
    save_checker.validate(json.loads(sealed_peers.begun()[1].game_to_show().to_json()))
    content = json.loads(FILE)
    content["entries"][1]["data"] = {"codes": "+e5"}
    assert not checker.is_valid(content)
    content["entries"][1] = {"n": 1}
    assert not checker.is_valid(content)


def test_a_link_may_name_a_seat() -> None:
    far = invitation()
    text = write_text(far.log)
    for seat in (1, 4):
        link = f"https://example.org/#far={text}.{seat}"
        assert read_message(link) == far.log and read_wanted_seat(link) == seat
        broken = f"{link[:90]}\r\n{link[90:]}\r\n"
        assert read_message(broken) == far.log and read_wanted_seat(broken) == seat
    for other in (text, f"{text}.", f"{text}.5", f"{text}.12", "Version 1.2"):
        assert read_wanted_seat(other) == 0


def test_a_log_with_a_wrong_value_anywhere_is_refused_or_played() -> None:
    """The hashes fit the changed entries, as those of somebody who has the program do."""
    far = begun()
    play_turn(far, random.Random(1))
    data = json.loads(write_file(far.log))
    values = cycle([*hostile.VALUES.values(), "x", "-1", 3, 10**15])
    read = 0
    for path in hostile.paths(data):
        for value in (next(values) for _ in range(3)):
            changed = hostile.replaced(data, path, value)
            try:
                again = FarGame.read(read_message(json.dumps(with_hashes(changed))))
            except FarError as error:
                assert str(error)
                continue
            assert write_text(again.log)
            read += 1
    assert read


def with_hashes(data: Any) -> Any:
    """Return the file with hashes that fit, as far as its entries have the right form."""
    prev = ""
    with suppress(KeyError, TypeError, AttributeError):
        for entry in data["entries"]:
            entry["prev"] = prev
            prev = Entry(**{name: entry[name] for name in Entry._fields}).hash
    return data
