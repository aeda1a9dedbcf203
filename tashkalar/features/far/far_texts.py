"""The words of the page about games with someone far away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tashkalar.far.deck_check import check_decks
from tashkalar.far.far_game import GREETINGS, FarGame
from tashkalar.far.log import Entry, FarError
from tashkalar.far.signatures import SignatureState
from tashkalar.position.ids import NO_SEAT, SeatNumber, seat_of
from tashkalar.position.move import Message
from tashkalar.ui.storage.far_record import FarRecord
from tashkalar.ui.text import phrases
from tashkalar.ui.views import Wording

# Faults for which there is something else to do than for others of their kind.
_FAULTS_BY_REASON = {
    "has accepted for that seat already": "far.error.act.taken",
    "cannot be taken back": "far.error.act.take-back",
    "need the same versions of the packs": "far.error.packs.version",
    "a log has at most": "far.error.act.full",
    "the text is longer than": "far.error.text.long",
    "the file is longer than": "far.error.text.huge",
    "the recovery text is": "far.error.text.recovery",
}
_MOST_GREETINGS_SHOWN = 5
LONGEST_QR_LINK = 1_400  # characters; a longer one needs more than 125 x 125 modules
LONGEST_LINK = 6_000  # characters; messengers and servers may cut longer links


_TITLES_BY_KIND = {
    "take-back-asked": "far.send.asked",
    "take-back-granted": "far.send.accepted",
}
_BEFORE_TURNS = ("invite", "accept", "begin")


class SendView(NamedTuple):
    """The words above a message to send."""

    title: Message
    text: Message


def player(far: FarGame, seat: SeatNumber) -> Wording:
    """Return the name of a player, or the color that stands for it."""
    setup = far.game.setup if far.game else far.setup
    assert setup is not None  # every log begins with an invitation
    name = far.seat_names.get(seat, "").strip()
    return name or phrases.player_name(setup, seat)


def send_view(far: FarGame, seat: SeatNumber) -> SendView:
    """Return the words above the message of a seat."""
    if seat == NO_SEAT:
        return SendView(Message("far.watch.title"), Message("far.watch.text"))
    inviter = far.log[0].by
    if far.game is None and seat != inviter:
        who = {"who": player(far, inviter)}
        return SendView(Message("far.send.accepted"), Message("far.send.accepted.text", who))
    if far.game is None:
        several = ".several" if len(far.seats) > 2 else ""
        text = Message(f"far.send.invitation.text{several}")
        return SendView(Message("far.send.invitation"), text)
    others = [other for other in far.seat_names if other != seat]
    due = [other for other in far.due_seats if other != seat]
    who = {"who": player(far, (due or others)[0])}
    if far.game.is_over:
        title, check = _ending(far)
        text = Message("far.send.text", who)
        if check is None:
            return SendView(title, text)
        # The player who has opened the last deck sends it on.
        both = Message("far.check.send", {"check": check, "text": text})
        return SendView(title, both if far.log[-1].by == seat else check)
    if seat != inviter and all(entry.kind in _BEFORE_TURNS for entry in far.log):
        return SendView(  # in the first form the last acceptance begins the game
            Message("far.send.accepted"), Message("far.send.text", {"who": player(far, inviter)})
        )
    if (far.seals or far.deal) and far.log[-1].kind == "begin" and far.log[-1].by == seat:
        title = Message("far.send.deck" if far.seals else "far.send.dealt")
        return SendView(title, Message("far.send.text", who))
    last = next(entry for entry in reversed(far.log) if entry.kind != "greeting")
    title = Message("far.send.title", who) if due else Message("far.send.again")
    if due and last.by == seat and last.kind in _TITLES_BY_KIND:
        title = Message(_TITLES_BY_KIND[last.kind], who)
    return SendView(title, Message("far.send.text", who))


def share_sentence(far: FarGame, seat: SeatNumber) -> Message:
    """Return the sentence that goes with the link of a message."""
    if far.game is None:
        is_invitation = seat in (NO_SEAT, far.log[0].by)
        return Message("far.say.invitation" if is_invitation else "far.say.accepted")
    if far.game.is_over:
        return Message("far.say.over")
    if far.log[-1].kind == "take-back-asked":
        return Message("far.say.asked")
    latest, history = far.latest_turn, far.game.history()
    if latest is None or history[-1].state_before.phase == "marks":
        return Message("far.say.dealt")
    turn = history[-1].state_before.turn
    summoned = [
        Message("far.say.being", {"card": phrases.card_name(event.card), "square": event.square})
        for move in history
        if move.state_before.turn >= latest.game_before.state.turn  # with an extra turn
        for event in move.events
        if event.kind == "summon" and event.card
    ]
    if not summoned:
        return Message("far.say.turn", {"n": turn})
    return Message("far.say.summoned", {"n": turn, "what": tuple(summoned)})


def _ending(far: FarGame) -> tuple[Message, Message | None]:
    """Return the title of a game that is over, and what the check of sealed decks says."""
    checks = check_decks(far)
    wrong = next((check for check in checks if check.fault not in ("", "unopened")), None)
    if wrong is not None:
        params = {"who": player(far, wrong.seat), "n": wrong.turn}
        return Message("far.check.title"), Message(f"far.check.{wrong.fault}", params)
    closed = [check.seat for check in checks if check.fault]
    if checks and not closed:
        is_bound = far.seals is not None and far.seals.is_bound
        kept = "far.check.kept" if is_bound else "far.check.kept.first"
        return Message("far.check.title"), Message(kept)
    if closed and far.holds_back and closed[0] == far.own_seat:
        return Message("far.check.title"), Message("far.check.held")
    if not closed:
        return Message("far.send.over"), None
    params = {"who": player(far, closed[0])}
    return Message("far.send.over"), Message("far.check.unopened", params)


def signature_text(
    far: FarGame, states: Mapping[SeatNumber, SignatureState], *, can_sign: bool
) -> Message | None:
    """Return which players have signed what they have done; computer players sign nothing.

    None if all who are there have signed, but not all have accepted.
    """
    if not can_sign:
        return Message("far.signed.cannot")
    signed = [seat for seat in far.seat_names if states.get(seat) == "signed"]
    awaited = _awaited_signatures(far.log, states)
    unsigned = [seat for seat in far.seat_names if seat not in signed and seat not in awaited]
    if not signed:
        return Message("far.signed.none")
    if not unsigned:
        # Else somebody has not accepted, or not signed yet.
        has_all = far.game is not None and not awaited
        return Message("far.signed.all") if has_all else None
    params = {"signed": _players(far, signed), "unsigned": _players(far, unsigned)}
    return Message("far.signed.some", params)


def _awaited_signatures(
    log: Sequence[Entry], states: Mapping[SeatNumber, SignatureState]
) -> set[SeatNumber]:
    """Return the players of a group whose signature comes with their first turn.

    That of an acceptance is lost when others are joined with it, and would say only that the
    player has the key.
    """
    acting = [entry.by for entry in log if entry.kind != "accept"]
    is_group = sum(entry.kind == "accept" for entry in log) > 1
    unsigned = {seat for seat in states if states[seat] == "unsigned"}
    return unsigned.difference(acting) if is_group else set()


def unsigned_text(
    far: FarGame, entries: Sequence[Entry], states: Mapping[SeatNumber, SignatureState]
) -> Message | None:
    """Return whose entries, of a log that has come, lack the signature that they should have."""
    missing = {entry.by for entry in entries if states.get(entry.by) == "unsigned"}
    missing -= _awaited_signatures(far.log, states)
    if not missing:
        return None
    return Message("far.signed.missing", {"who": _players(far, sorted(missing))})


def _players(far: FarGame, seats: Sequence[SeatNumber]) -> tuple[Wording, ...]:
    return tuple(player(far, seat) for seat in seats)


def honor_text(far: FarGame) -> Message:
    """Return what a player agrees to: who can see which cards, and whether hints are fair."""
    honor = Message("far.sealed.about" if far.seals else "far.honor")
    return honor if far.allows_hints else Message("far.hints.without", {"honor": honor})


def seat_text(far: FarGame, seat: SeatNumber) -> Message:
    """Return the player or the color of a seat, with the school."""
    assert far.setup is not None
    school = Message(f"school.{far.setup.schools[seat_of(seat)]}.name")
    return Message("far.join.choice", {"who": player(far, seat), "school": school})


def invited_seats(far: FarGame) -> Sequence[tuple[str, Message]]:
    """Return the seats for which a link can be made; none if there is no choice."""
    if len(far.free_seats) < 2:
        return ()
    seats = [(str(seat), seat_text(far, seat)) for seat in far.free_seats]
    return [(str(NO_SEAT), Message("far.for.any")), *seats]


def other_seats(far: FarGame) -> Sequence[SeatNumber]:
    """Return the seats that this device may take or play on instead of its own.

    None on a device without whose secret a player cannot go on, and none in a sealed game that has
    begun: its secrets lie on the devices of the players.
    """
    if far.free_seats:
        return far.free_seats if far.own_seat == NO_SEAT else ()
    if far.seals or far.has_secret:
        return ()
    return [seat for seat in far.seat_names if seat != far.own_seat]


def can_begin_anew(far: FarGame) -> bool:
    """Tell whether a player may invite to the game anew, such as when a device has lost it."""
    return far.game is not None and not far.game.is_over and far.own_seat != NO_SEAT


def can_end_unfinished(far: FarGame, record: FarRecord) -> bool:
    """Tell whether a game waits for somebody else, who may be gone."""
    is_over = far.game is not None and far.game.is_over
    return not is_over and record.due_seat not in (NO_SEAT, record.seat)


def invited_name(far: FarGame, seat: SeatNumber) -> str:
    """Return the name that an invitation to a rematch has for a seat; "" for none."""
    return far.setup.names[seat_of(seat)] if far.setup else ""


def invitation_text(far: FarGame, seat: SeatNumber) -> Message:
    """Return one paragraph about an invitation, for the player who would get a seat."""
    setup, inviter = far.setup, far.log[0].by
    assert setup is not None
    if setup.seats > 2:
        players = tuple(seat_text(far, other) for other in far.seats)
        form = Message(f"form.{setup.form}.name")
        kind = "far.join.teams" if setup.teams else "far.join.group"
        place = Message("far.join.places")
        if len(far.free_seats) == 1:
            school = Message(f"school.{setup.schools[seat_of(seat)]}.name")
            place = Message("far.join.place", {"school": school})
        return Message(kind, {"form": form, "players": players, "place": place})
    return Message(
        "far.join.text",
        {
            "form": Message(f"form.{setup.form}.name"),
            "school": Message(f"school.{setup.schools[seat_of(seat)]}.name"),
            "who": player(far, inviter),
            "other": Message(f"school.{setup.schools[seat_of(inviter)]}.name"),
            "first": Message("far.join.you-begin" if seat == 1 else "far.join.other-begins"),
        },
    )


def fits_qr_code(link: str) -> bool:
    """Return whether cameras of phones read the QR code of a link well."""
    return len(link) <= LONGEST_QR_LINK


def fits_link(link: str) -> bool:
    """Return whether a link is short enough to arrive whole by the usual ways."""
    return len(link) <= LONGEST_LINK


def entry_texts(far: FarGame, entries: Sequence[Entry]) -> tuple[Message, ...]:
    """Return what the entries of a log say, each in one sentence."""
    return tuple(
        Message(f"far.entry.{entry.kind}", {"who": player(far, entry.by)}) for entry in entries
    )


def log_texts(far: FarGame) -> list[Message]:
    """Return what every entry of the log says, the words of greetings too, in their order."""
    return [
        text
        for entry in far.log
        for text in greeting_texts(far, [entry], NO_SEAT) or entry_texts(far, [entry])
    ]


def greeting_texts(far: FarGame, entries: Sequence[Entry], seat: SeatNumber) -> list[Message]:
    """Return the greetings of the others among the entries."""
    return [
        Message(f"far.greeting.{entry.data['word']}", {"who": player(far, entry.by)})
        for entry in entries
        if entry.kind == "greeting" and entry.by != seat
    ]


def latest_greetings(far: FarGame) -> list[Message]:
    """Return the last greetings of a game, which can be read again; the newest last."""
    return greeting_texts(far, far.log, NO_SEAT)[-_MOST_GREETINGS_SHOWN:]


def greeting_choices(far: FarGame, seat: SeatNumber) -> Sequence[tuple[str, Message]]:
    """Return the greetings that a player can add to the message; one of them, in a game.

    Each word comes with its text.
    """
    latest = next((entry for entry in reversed(far.log) if entry.by != seat), far.log[0])
    has_greeted = any(entry.kind == "greeting" for entry in far.log[latest.n + 1 :])
    if far.game is None or seat == NO_SEAT or has_greeted or not far.may_greet(seat):
        return ()
    who = player(far, seat)
    return [(word, Message(f"far.greeting.{word}", {"who": who})) for word in GREETINGS]


def error_message(error: FarError) -> Message:
    """Return what is safe, why a message was not accepted, and what the person can do."""
    reason = str(error)
    special = (key for sign, key in _FAULTS_BY_REASON.items() if sign in reason)
    return Message(next(special, f"far.error.{error.fault}"), {"reason": reason})


def refusal_text(error: FarError) -> Message:
    """Return why the own turn has been taken back on the table."""
    return Message("far.refused", {"why": error_message(error)})
