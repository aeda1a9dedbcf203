"""The great moments of a game: a legend comes, the last round begins, the game ends.

They are part of the animations. Without motion they are still pictures for as long.
"""

from __future__ import annotations

from collections.abc import Sequence

from tashkalar.position.ids import seat_of
from tashkalar.rules.outcome import Outcome
from tashkalar.ui.screen.animation import Animation, Look, Tween, animations_since, present_picture
from tashkalar.ui.screen.result import result_view
from tashkalar.ui.session.session import Session
from tashkalar.ui.text import phrases

FINALE_MS = 2000
_MOMENT_EVENT_KINDS = frozenset({"end-triggered", "over", "resign"})
_PICTURE_KINDS = frozenset({"banner", "last-round", "verdict", "won", "lost"})


def finale(session: Session, outcome: Outcome) -> Animation:
    """Return the end of a game on the board: the winner's pieces rise, the others grow dim."""
    setup, picture = session.game.setup, present_picture(session)
    winners = {setup.colours[seat_of(seat)] for seat in outcome.winners}
    schools = {phrases.school_of_stones(setup, seat) for seat in outcome.winners}
    tweens = [
        Tween(
            "won" if look.school in schools else "lost",
            0,
            FINALE_MS,
            square,
            school=look.school,
            rank=look.rank,
            card=look.card,
            is_engraved=look.is_engraved,
        )
        for square in sorted(picture.board)
        if (look := picture.look(square, setup))
    ]
    school = min(schools) if len(winners) == 1 else None
    title = result_view(session, outcome).title
    tweens.append(Tween("verdict", 0, FINALE_MS, school=school, text=title))
    return Animation(0, {}, tuple(tweens), FINALE_MS)


def has_moment(session: Session, seen: tuple[int, int]) -> bool:
    """Tell whether a great moment is among the events after those seen.

    `seen` is as in `animations_since`.
    """
    number, count = seen
    return any(
        event.kind in _MOMENT_EVENT_KINDS or (event.kind == "summon" and event.rank == "legendary")
        for entry in session.history[max(0, number - 1) :]
        for event in entry.events[count if entry.number == number else 0 :]
    )


def still_moments(session: Session, seen: tuple[int, int]) -> tuple[Animation, ...]:
    """Return the great moments after the events seen, as animations to be shown as pictures."""
    if not has_moment(session, seen):
        return ()
    truth, setup = present_picture(session), session.game.setup
    return tuple(
        picture._replace(
            tweens=(
                *(
                    tween._replace(kind="stand", text=None)
                    for tween in picture.tweens
                    if tween.kind == "banner"
                    and _stands(tween, truth.look(str(tween.square), setup))
                ),
                *picture.tweens,
            )
        )
        for picture in still_pictures(animations_since(session, seen))
    )


def _stands(being: Tween, look: Look | None) -> bool:
    """Tell whether a summoned being is still where it came."""
    return look is not None and look.card == being.card


def still_pictures(animations: Sequence[Animation]) -> tuple[Animation, ...]:
    """Return only the great moments of animations, each over the board as it is."""
    pictures = []
    for animation in animations:
        tweens = tuple(
            tween._replace(start_ms=0) for tween in animation.tweens if tween.kind in _PICTURE_KINDS
        )
        if tweens:
            duration = max(tween.duration_ms for tween in tweens)
            pictures.append(Animation(animation.step, {}, tweens, duration))
    return tuple(pictures)
