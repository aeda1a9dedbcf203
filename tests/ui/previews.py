"""Previews computed at once; the page computes them in small steps."""

from __future__ import annotations

from tashkalar import Game, Move
from tashkalar.ui.session.dry_run import Preview, preview_steps
from tashkalar.ui.session.session import Session


def preview_move(game: Game, move: Move) -> Preview:
    """Return what a legal move would do; the game itself does not change."""
    *_, preview = (preview for preview in preview_steps(game, move) if preview)
    return preview


def compute_preview(session: Session) -> bool:
    """Compute the preview of a session; return whether any step was left to do."""
    return any([True for _ in session.preview_steps()])
