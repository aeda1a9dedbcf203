"""Animations as the values that ``static/js/board/animation.js`` plays."""

from __future__ import annotations

from collections.abc import Callable

from tashkalar.position.move import Message
from tashkalar.ui.screen.animation import Animation, Look, Tween


class AnimationEncoder:
    """Encode animations.

    `translate` gives the text of a message, `find_emblem` the address of a card's emblem.
    """

    def __init__(
        self, translate: Callable[[Message], str], find_emblem: Callable[[str], str | None]
    ) -> None:
        self._translate, self._find_emblem = translate, find_emblem

    def encode(self, animation: Animation, stretch: float) -> dict[str, object]:
        """Return an animation with its times multiplied by `stretch`."""
        return {
            "differs": {
                square: look and self._encode_look(look)
                for square, look in animation.overrides.items()
            },
            "acts": [self._encode_tween(tween, stretch) for tween in animation.tweens],
            "lasts": animation.duration_ms * stretch,  # below 0: until the next drawing
        }

    def _encode_look(self, look: Look) -> tuple[object, ...]:
        if look.card is None:
            return look.school, look.rank
        return look.school, look.rank, self._find_emblem(look.card), look.is_engraved

    def _encode_tween(self, tween: Tween, stretch: float) -> dict[str, object]:
        encoded_tween = {
            "what": tween.kind,
            "at": tween.start_ms * stretch,
            "lasts": tween.duration_ms * stretch,
            "square": tween.square,
            "origin": tween.origin,
            "school": tween.school,
            "rank": tween.rank,
            "was": tween.old_look and self._encode_look(tween.old_look),
            "emblem": self._find_emblem(tween.card) if tween.card and tween.rank else None,
            "engraved": tween.is_engraved or None,
            "amount": tween.amount,
            "text": self._translate(tween.text) if tween.text else None,
        }
        return {name: value for name, value in encoded_tween.items() if value is not None}
