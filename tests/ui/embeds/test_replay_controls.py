"""A replay: where it begins, and where its buttons lead."""

from __future__ import annotations

import pytest

from tashkalar.features.embeds import replay_controls
from tashkalar.ui.session.session import Session
from tests.support import arrange, play


@pytest.fixture
def session() -> Session:
    """Return a session with three moves."""
    return Session(play(arrange({"e5": "1 common"}), "+a5", "+a6", "."), curtain=False)


@pytest.mark.parametrize(
    ("at", "first"), [("", 0), ("2", 2), ("end", 3), ("99", 3), ("-1", 0), ("9" * 9, 0), ("²", 0)]
)
def test_where_it_begins(session: Session, at: str, first: int) -> None:
    span = replay_controls.replay_span(session)
    replay_controls.show_move(session, replay_controls.start_replay(session, at, span))
    assert replay_controls.shown_move_count(session) == first
    assert session.is_read_only and session.moves == ()


def test_buttons(session: Session) -> None:
    span = replay_controls.replay_span(session)
    replay_controls.show_move(session, replay_controls.start_replay(session, "", span))
    for button, there in (
        *(("back", 0), ("forward", 1), ("forward", 2), ("back", 1)),
        *(("final", 3), ("forward", 3), ("first", 0)),
    ):
        replay_controls.press_button(session, button, span)
        assert replay_controls.shown_move_count(session) == there
        assert replay_controls.enabled_buttons(session, span) == {
            "first": there > 0,
            "back": there > 0,
            "forward": there < 3,
            "final": there < 3,
        }


@pytest.mark.parametrize(
    ("first_turn", "last_turn", "span"),
    [
        (1, 2, (3, 9)),
        (1, 1, (3, 6)),
        (None, 0, (0, 3)),
        (2, None, (6, 9)),
        (9, None, (0, 9)),
        (2, 1, (0, 9)),
    ],
)
def test_some_turns_of_a_game(
    first_turn: int | None, last_turn: int | None, span: tuple[int, int]
) -> None:
    """The buttons stay among the moves of these turns, counted from the first one."""
    codes = ("+a5", "+a6", ".", "+b5", "+b6", ".", "+c5", "+c6", ".")
    session = Session(play(arrange({"e5": "1 common"}), *codes), curtain=False)
    start = session.history[0].state_before.turn
    turns = ["x" if turn is None else str(start + turn) for turn in (first_turn, last_turn)]
    found = replay_controls.replay_span(session, *turns)
    assert found == span
    replay_controls.show_move(session, replay_controls.start_replay(session, "0", found))
    assert replay_controls.shown_move_count(session) == span[0]
    replay_controls.press_button(session, "back", found)
    assert replay_controls.shown_move_count(session) == span[0]
    replay_controls.press_button(session, "final", found)
    assert replay_controls.shown_move_count(session) == span[1]
    assert not replay_controls.enabled_buttons(session, found)["forward"]


def test_how_fast_it_plays() -> None:
    assert (
        replay_controls.pause_s("fast")
        < replay_controls.pause_s("auto")
        == replay_controls.pause_s("off")
        < replay_controls.pause_s("slow")
    )
