"""Connected devices: the view of several connections, and the prompt while others play."""

from __future__ import annotations

import random
from typing import get_args

import pytest

from tashkalar.features.live.live_texts import LinkState, live_view, pairing_message, waiting_note
from tashkalar.live.pairing import PairingError
from tashkalar.position.ids import NO_SEAT, SeatNumber
from tashkalar.position.move import Message
from tashkalar.ui.bots.far_seat import FarSeat
from tashkalar.ui.screen.screen import build_screen
from tashkalar.ui.session.session import Session
from tests.far.peers import begun, play_turn
from tests.ui.table import english

STATES: tuple[LinkState, ...] = get_args(LinkState)


@pytest.mark.parametrize(
    ("states", "shown", "shows_codes", "can_end"),
    [
        ([], "lost", False, False),
        (["pairing"], "pairing", True, False),
        (["open", "pairing"], "pairing", True, True),
        (["lost", "connecting"], "connecting", True, False),
        (["pairing", "open"], "open", False, True),
        (["open", "unsteady"], "unsteady", False, True),
        (["open", "stopped", "lost"], "stopped", False, True),
        (["lost", "lost"], "lost", False, False),
    ],
)
def test_the_worst_connection_is_shown(
    states: list[LinkState], shown: str, *, shows_codes: bool, can_end: bool
) -> None:
    view = live_view(states, ())
    assert (view.state, view.shows_codes, view.can_end) == (shown, shows_codes, can_end)


def test_every_state_and_fault_has_its_words() -> None:
    words = english()
    texts = [live_view([state], ()).text for state in STATES]
    texts += [pairing_message(PairingError(f, "")) for f in ("code", "version", "own", "browser")]
    notes = [
        waiting_note([state], is_watching=watches) for state in STATES for watches in (False, True)
    ]
    for message in (*texts, *filter(None, notes)):
        assert words.has_text(message.id), message.id
    with_bea = live_view(["open"], ["Bea", Message("color.1")]).text
    assert words.translate(with_bea).startswith("Connected with Bea and ")
    assert waiting_note(["pairing"], is_watching=False) is None


def test_the_prompt_says_that_turns_come_by_themselves() -> None:
    far = begun()
    play_turn(far, random.Random(1))
    assert far.game is not None and far.game.player is not None
    for seat in (SeatNumber(3 - far.game.player), NO_SEAT):
        note = waiting_note(["open"], is_watching=seat == NO_SEAT)
        session = Session(far.game.copy(), far=FarSeat(seat, note=note))
        prompt = build_screen(session).prompt
        assert prompt.details == (note,)
        assert {choice.action for choice in prompt.choices} == {"far-send", "far-live"}
        assert not any(choice.is_primary for choice in prompt.choices), "nothing has to be done"
