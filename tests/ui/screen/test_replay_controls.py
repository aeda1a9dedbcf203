"""A replay: where it begins, and where its buttons lead."""

from __future__ import annotations

import pytest

from tashkalar.ui.screen import replay_controls
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
    replay_controls.show_move(session, replay_controls.start_replay(session, at))
    assert replay_controls.shown_move_count(session) == first
    assert session.is_read_only and session.moves == ()


def test_buttons(session: Session) -> None:
    replay_controls.show_move(session, replay_controls.start_replay(session, ""))
    for button, there in (
        *(("back", 0), ("forward", 1), ("forward", 2), ("back", 1)),
        *(("final", 3), ("forward", 3), ("first", 0)),
    ):
        replay_controls.press_button(session, button)
        assert replay_controls.shown_move_count(session) == there
        assert replay_controls.enabled_buttons(session) == {
            "first": there > 0,
            "back": there > 0,
            "forward": there < 3,
            "final": there < 3,
        }


def test_how_fast_it_plays() -> None:
    assert (
        replay_controls.pause_s("fast")
        < replay_controls.pause_s("auto")
        == replay_controls.pause_s("off")
        < replay_controls.pause_s("slow")
    )
