"""Two devices and a channel that loses what is under way when it breaks."""

from __future__ import annotations

import json
import random
from collections import deque

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tashkalar.far.far_game import GREETINGS, FarGame, game_id
from tashkalar.far.log import FarError, Log, compare
from tashkalar.live.log_exchange import (
    LONGEST_MESSAGE,
    MOST_IDLE_MESSAGES,
    Heard,
    LogExchange,
)
from tashkalar.position.ids import NO_SEAT, SeatNumber
from tests.far.peers import MELEE, begun, filled_with_greetings, invitation, play_turn


class Device:
    """A device with a seat; `far` is its game, None while it has none."""

    def __init__(self, seat: int, far: FarGame | None = None) -> None:
        self.seat, self.far = SeatNumber(seat), far
        self.outcomes: list[str] = []  # of the logs that came
        self.out: deque[str] = deque()  # under way to the other device
        self.exchange = self._new_exchange()

    def _new_exchange(self) -> LogExchange:
        return LogExchange(lambda: (self.seat, ()))

    @property
    def log(self) -> Log:
        return self.far.log if self.far else ()

    def connect(self) -> None:
        """Begin anew, as after a break: what was under way is lost."""
        self.exchange = self._new_exchange()
        self.out = deque([self.exchange.say_position(self.log)])

    def pass_on(self) -> None:
        self.out += self.exchange.send_missing(self.log)

    def hear(self, text: str) -> None:
        heard = self.exchange.hear(text, self.log)
        self.out += heard.answers
        if heard.log is None:
            return
        if self.far is None:
            self.far = FarGame.read(heard.log)
            self.outcomes.append("newer")
        else:
            self.outcomes.append(self.far.receive(heard.log).kind)
        self.pass_on()
        self.out.append(self.exchange.say_position(self.log))

    def act(self, seed: int) -> None:
        """Do something that this device may do now, if there is anything."""
        far = self.far
        if far is None or self.seat not in far.due_seats:
            if far is not None and far.game is not None:
                if far.may_greet(self.seat):
                    far.add(self.seat, "greeting", {"word": GREETINGS[seed % len(GREETINGS)]})
        elif far.game is None:
            far.accept(self.seat)
        elif far.asked_turn is not None:
            far.add(self.seat, "take-back-granted")
        else:
            play_turn(far, random.Random(seed))
        self.pass_on()


def connect(one: Device, two: Device) -> None:
    one.connect()
    two.connect()


def deliver(one: Device, two: Device) -> int:
    """Deliver all that is under way; return the number of messages."""
    count = 0
    while one.out or two.out:
        for sender, hearer in ((one, two), (two, one)):
            if sender.out:
                hearer.hear(sender.out.popleft())
                count += 1
        assert count < 1000, "they never stop"
    return count


def entries(texts: deque[str]) -> int:
    """Return the number of entries in messages."""
    return sum(len(json.loads(text).get("rows", ())) for text in texts)


def long_log(turns: int = 8) -> FarGame:
    far, choice = begun(), random.Random(1)
    for _ in range(turns):
        play_turn(far, choice)
    return far


def fault(exchange: LogExchange, text: str, own: Log) -> str:
    with pytest.raises(FarError) as error:
        exchange.hear(text, own)
    return error.value.fault


def test_a_device_without_the_game_gets_it_and_answers() -> None:
    ann, bea = Device(1, invitation()), Device(2)
    connect(ann, bea)
    deliver(ann, bea)
    assert bea.log == ann.log and len(ann.log) == 1
    bea.act(1)
    assert entries(bea.out) == 2, "the acceptance and the beginning, and no more"
    deliver(ann, bea)
    assert ann.log == bea.log and ann.far is not None and ann.far.game is not None
    assert ann.exchange.seat == 2 and bea.exchange.seat == 1
    assert bea.exchange.confirmed_count == len(bea.log)


def test_after_a_break_only_what_is_missing_is_sent() -> None:
    ann = Device(1, long_log(6))
    bea = Device(2, FarGame.read(ann.log))
    connect(ann, bea)
    deliver(ann, bea)
    due = ann if ann.far and ann.far.due_seats == (1,) else bea
    due.act(3)
    assert entries(due.out) == 1
    assert due.exchange.confirmed_count == len(due.log) - 1, "it may be lost"
    connect(ann, bea)  # lost on its way
    deliver(ann, bea)
    assert ann.log == bea.log and due.exchange.confirmed_count == len(due.log)
    connect(ann, bea)
    assert deliver(ann, bea) == 2, "two positions, and nothing to send"


@settings(deadline=None, max_examples=40)
@given(st.data())
def test_any_order_of_turns_breaks_and_deliveries_ends_alike(data: st.DataObject) -> None:
    ann, bea = Device(1, invitation()), Device(2)
    connect(ann, bea)
    for _ in range(data.draw(st.integers(0, 25))):
        device, other = (ann, bea) if data.draw(st.booleans()) else (bea, ann)
        match data.draw(st.sampled_from(["act", "deliver", "deliver", "break"])):
            case "act":
                before = device.log
                if device.seat in (device.far.due_seats if device.far else ()):
                    device.act(data.draw(st.integers(0, 9)))
                assert compare(before, device.log).kind in ("same", "newer") or not before
            case "deliver" if other.out:
                device.hear(other.out.popleft())
            case "break":
                connect(ann, bea)
    connect(ann, bea)
    deliver(ann, bea)
    assert ann.log == bea.log
    assert not {"fork", "other"} & {*ann.outcomes, *bea.outcomes}


@settings(deadline=None, max_examples=25)
@given(st.data())
def test_greetings_that_cross_turns_do_not_part_the_devices(data: st.DataObject) -> None:
    ann = Device(1, long_log(2))
    bea = Device(2, FarGame.read(ann.log))
    connect(ann, bea)
    for _ in range(data.draw(st.integers(1, 8))):
        for device in data.draw(st.permutations([ann, bea])):
            device.act(data.draw(st.integers(0, 9)))
        deliver(ann, bea)
    ann_acts = bool(ann.far and 1 in ann.far.due_seats)
    (ann if ann_acts else bea).act(1)
    deliver(ann, bea)
    games = [device.far.game for device in (ann, bea) if device.far and device.far.game]
    assert games[0].codes == games[1].codes
    assert "fork" not in ann.outcomes + bea.outcomes


def test_a_fork_is_told_to_both_once_and_changes_nothing() -> None:
    ann = Device(1, long_log(3))
    bea = Device(2, FarGame.read(ann.log))
    assert ann.far and bea.far
    for device, seed in ((ann, 1), (bea, 2)):
        assert device.far is not None
        play_turn(device.far, random.Random(seed))
    logs = ann.log, bea.log
    assert compare(*logs).kind == "fork"
    connect(ann, bea)
    assert deliver(ann, bea) < 12
    assert "fork" in ann.outcomes and "fork" in bea.outcomes
    assert (ann.log, bea.log) == logs


def test_acceptances_of_two_devices_are_joined() -> None:
    ann = Device(1, invitation(*MELEE))
    for seat in (2, 3):
        other = Device(seat, FarGame.read(ann.log[:1]))
        assert other.far is not None
        other.far.accept(seat)
        connect(ann, other)
        deliver(ann, other)
        assert ann.log == other.log
    assert ann.far is not None and ann.far.game is not None


def test_a_device_that_watches_gets_all_and_adds_nothing() -> None:
    ann, eve = Device(1, long_log(3)), Device(NO_SEAT)
    connect(ann, eve)
    deliver(ann, eve)
    assert eve.log == ann.log
    assert ann.exchange.seat == NO_SEAT


def test_a_long_log_is_sent_in_parts() -> None:
    far = begun()
    far.log = filled_with_greetings(far.log, 1500)
    ann, bea = Device(1, far), Device(2)
    connect(ann, bea)
    ann.hear(bea.out.popleft())
    assert len(ann.out) > 4 and max(map(len, ann.out)) < LONGEST_MESSAGE
    half = deque(list(ann.out)[:3])
    while half:
        bea.hear(half.popleft())
    assert bea.far is None, "a log that has not come as a whole is not taken"
    connect(ann, bea)
    deliver(ann, bea)
    assert bea.log == ann.log


# -- a dishonest device ----------------------------------------------------------------------------


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_a_changed_message_is_refused_or_changes_nothing_that_counts(data: st.DataObject) -> None:
    far = long_log(3)
    own = FarGame.read(far.log[:4])
    text = LogExchange(lambda: (SeatNumber(1), ())).send_missing(far.log)[0]
    message = json.loads(text)
    key = data.draw(st.sampled_from([*message, "checkpoint"]))
    if key == "rows" and data.draw(st.booleans()):
        row = message["rows"][data.draw(st.integers(4, len(message["rows"]) - 1))]
        row[data.draw(st.integers(0, 3))] = data.draw(
            st.sampled_from([None, 0, 1, 2, 9, "turn", "resign", {}, {"codes": "+e5"}, "00000000"])
        )
    else:
        values: list[object] = [None, -1, 0, 3, "x", "", [], [[1]], {}, "0" * 32, True]
        message[key] = data.draw(st.sampled_from(values))
    exchange = LogExchange(lambda: (SeatNumber(2), ()))
    try:
        heard = exchange.hear(json.dumps(message), own.log)
        if heard.log is not None:
            own.receive(heard.log)
    except FarError:
        pass
    assert own.log in (far.log[:4], far.log)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"v":1}',
        '{"v":1,"kind":"chat","game":""}',
        '{"v":1,"kind":"position","game":"","seat":1,"n":-1,"hash":""}',
        '{"v":1,"kind":"position","game":"","n":0,"hash":"","seat":9}',
        '{"v":1,"kind":"position","game":"","n":0,"hash":"","seat":1,"others":[1,1,1,1,1]}',
        '{"v":1,"kind":"position","game":"","seat":1,"n":0,"n":1,"hash":""}',
        "[" * 40,
        '{"v":1,"kind":"entries","game":"","seat":1,"first":0,"prev":"","rows":[[1,"invite"]],"end":""}',
        " " * (LONGEST_MESSAGE + 1),
    ],
)
def test_what_is_no_message_ends_the_connection(text: str) -> None:
    exchange = LogExchange(lambda: (SeatNumber(1), ()))
    assert fault(exchange, text, long_log(1).log) == "text"


def test_a_newer_version_and_another_game_say_so() -> None:
    exchange, own = LogExchange(lambda: (SeatNumber(1), ())), long_log(1).log
    assert fault(exchange, exchange.say_position(own).replace('"v":1', '"v":3'), own) == "update"
    assert fault(exchange, exchange.say_position(invitation(seed="8").log), own) == "other"


def test_entries_that_follow_another_log_are_not_put_behind_the_own_one() -> None:
    far = long_log(3)
    own, other = FarGame.read(far.log), FarGame.read(far.log)
    play_turn(own, random.Random(1))
    play_turn(other, random.Random(2))
    teller = LogExchange(lambda: (SeatNumber(1), ()))
    teller.send_missing(other.log)
    play_turn(other, random.Random(3))
    (text,) = teller.send_missing(other.log)
    exchange = LogExchange(lambda: (SeatNumber(2), ()))
    heard = exchange.hear(text, own.log)
    assert heard.log is None
    assert heard.answers == (exchange.say_position(own.log),), "the other device sends it all then"


def test_entries_show_that_the_other_device_plays() -> None:
    """A long game has more messages than are allowed without an entry."""
    exchange, log = LogExchange(lambda: (SeatNumber(1), ())), long_log(3).log
    for count in range(1, len(log)):
        idle = exchange.say_position(log[:count])
        (text,) = LogExchange(lambda: (SeatNumber(2), ())).send_missing(log[: count + 1])
        for _ in range(MOST_IDLE_MESSAGES - 1):
            exchange.hear(idle, log[:count])
        assert exchange.hear(text, log[:count]).log == log[: count + 1]


def test_messages_without_end_are_not_answered_for_ever() -> None:
    exchange, own = LogExchange(lambda: (SeatNumber(1), ())), long_log(1).log
    text = exchange.say_position(own)
    for _ in range(MOST_IDLE_MESSAGES):
        assert exchange.hear(text, own) == Heard()
    assert fault(exchange, text, own) == "text"


def test_parts_without_an_end_are_not_heard_for_ever() -> None:
    own, longer = long_log(1).log, long_log(2).log
    (text,) = LogExchange(lambda: (SeatNumber(1), ())).send_missing(longer)
    part = json.dumps({**json.loads(text), "end": "0" * 32})
    for here in (own, ()):
        exchange = LogExchange(lambda: (SeatNumber(1), ()))
        for _ in range(MOST_IDLE_MESSAGES):
            assert exchange.hear(part, here).log is None
        assert fault(exchange, part, here) == "text"
    exchange = LogExchange(lambda: (SeatNumber(1), ()))
    exchange.hear(text, ())  # a whole log is offered once
    for _ in range(MOST_IDLE_MESSAGES):
        assert exchange.hear(text, ()).log == longer
    assert fault(exchange, text, ()) == "text"


def test_a_code_for_the_next_connection_is_told() -> None:
    own = long_log(1).log
    ann = LogExchange(lambda: (SeatNumber(1), ()), lambda: {SeatNumber(1): "a" * 86})
    bea = LogExchange(lambda: (SeatNumber(2), ()))
    heard = bea.hear(ann.say_spare(own, "live-abc"), own)
    assert heard == Heard(spare="live-abc") and bea.other_version == 2
    assert fault(bea, ann.say_spare(own, "x" * 401), own) == "text"
    for _ in range(MOST_IDLE_MESSAGES - 2):
        bea.hear(ann.say_spare(own, "live-abc"), own)
    assert fault(bea, ann.say_spare(own, "live-abc"), own) == "text", "not for ever"


def test_a_log_of_another_game_is_refused_whatever_the_message_says() -> None:
    own, other = long_log(1).log, invitation(seed="8").log
    (text,) = LogExchange(lambda: (SeatNumber(2), ())).send_missing(other)
    message = json.loads(text)
    for game in (game_id(own), ""):
        exchange = LogExchange(lambda: (SeatNumber(1), ()))
        assert fault(exchange, json.dumps({**message, "game": game}), own) == "text"
    assert fault(LogExchange(lambda: (SeatNumber(1), ())), text, own) == "other"
    wrong = json.dumps({**message, "game": game_id(own)})
    assert fault(LogExchange(lambda: (SeatNumber(1), ())), wrong, ()) == "text"


def test_signatures_travel_and_older_versions_say_that_they_are_old() -> None:
    ann, signed = Device(1, begun()), {SeatNumber(1): "a" * 86}
    ann.exchange = LogExchange(lambda: (SeatNumber(1), ()), lambda: signed)
    bea = LogExchange(lambda: (SeatNumber(2), ()))
    (text,) = ann.exchange.send_missing(ann.log)
    heard = bea.hear(text, ())
    assert heard.log == ann.log and heard.signatures == signed
    assert json.loads(text)["v"] == 2, "which a version without signatures refuses by its number"
    plain = LogExchange(lambda: (SeatNumber(1), ()))
    assert json.loads(plain.say_position(ann.log))["v"] == 1, "as long as no signed game is known"
    assert json.loads(bea.say_position(ann.log))["v"] == 2, "who has heard the second speaks it"
    wrong: object
    for wrong in ({"1": "a"}, {"5": "a" * 86}, []):
        changed = json.dumps({**json.loads(text), "signed": wrong})
        with pytest.raises(FarError, match="signed"):
            LogExchange(lambda: (SeatNumber(2), ())).hear(changed, ())
