"""The turn of the other side in a puzzle to survive.

The module is imported when such a turn begins.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from tashkalar.bots.prove import find_reply_in_steps
from tashkalar.bots.puzzle_finder import greedy_turn
from tashkalar.formats.goal import Goal
from tashkalar.ui.session.session import Session
from tashkalar.web.browser.time_slices import in_foreground
from tashkalar.web.play.table import Table

_DECISION_PAUSE_S = 0.7  # from one decision to the next, so that eyes can follow


async def play_reply(
    table: Table, session: Session, goal: Goal, is_wanted: Callable[[], bool]
) -> None:
    """Play what the player had to prevent, or else any turn; stop as soon as it is not wanted."""
    game = session.game
    steps = find_reply_in_steps(game.state, goal)
    reply = None
    with contextlib.suppress(ValueError):  # too many ways to reply: then any turn is played
        reply = await in_foreground(steps, is_wanted)
    if not is_wanted():
        return
    for code in reply or greedy_turn(game, 1):
        await asyncio.sleep(_DECISION_PAUSE_S)
        is_legal = any(move.code == code for move in game.legal_moves())
        if not is_wanted() or not is_legal:
            return
        table.play_reply(code)
