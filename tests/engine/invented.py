"""Invented cards for one test: registered, then played through a real game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from tashkalar.cards import BEINGS, FLARES, TASKS, Being, Flare, Task
from tashkalar.cards.catalogue import FlareHalf
from tashkalar.cards.tasks import Need, Way
from tashkalar.effects.effect import Effect
from tashkalar.position.board import RANK_OF
from tashkalar.position.pattern import Pattern
from tashkalar.position.state import GameState

Required = tuple[int, int, str]  # (dx, dy, rank), dy downwards as the rules count
Text = Callable[[Effect], object]  # an effect; what it returns does not matter


def quiet(text: Text) -> Callable[[Effect], None]:
    """The text as an effect function."""

    def effect(e: Effect) -> None:
        text(e)

    return effect


def nothing(e: Effect) -> None:
    """An effect that does nothing."""


def art(pieces: Sequence[Required], marked: Sequence[tuple[int, int]] = ()) -> str:
    """The drawing of a pattern given as a list; (0, 0) is the summoning square."""
    letters = {(0, 0): "@"}
    for cell in marked:
        letters[cell] = "*"
    for dx, dy, rank in pieces:
        if (dx, dy) == (0, 0):
            letters[dx, dy] = {"common": "#", "heroic": "H", "legendary": "L"}[rank]
        elif (dx, dy) in marked:
            letters[dx, dy] = {"common": "C", "heroic": "U"}[rank]
        else:
            letters[dx, dy] = rank[0]
    xs, ys = [x for x, _ in letters], [y for _, y in letters]
    return "\n".join(
        "".join(letters.get((x, y), ".") for x in range(min(xs), max(xs) + 1))
        for y in range(min(ys), max(ys) + 1)
    )


def being(
    rank: str,
    pieces: Sequence[Required],
    effect: Text = nothing,
    *,
    marked: Sequence[tuple[int, int]] = (),
    id: str = "invented",
    deck: str = "imperial",
) -> Being:
    """A card that is in no register."""
    home = "legends" if RANK_OF[rank] == 2 else deck
    return Being(id, id.title(), rank, home, Pattern(art(pieces, marked)), quiet(effect))


class Workshop:
    """The registers of invented cards for the time of one test."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch

    def register(self, card: Being) -> Being:
        """Make a being part of its deck."""
        self.monkeypatch.setitem(BEINGS, card.id, card)
        return card

    def being(
        self,
        rank: str,
        pieces: Sequence[Required],
        effect: Text = nothing,
        *,
        marked: Sequence[tuple[int, int]] = (),
        id: str = "invented",
    ) -> str:
        """Invent a being of the Imperial deck, or a legend; return its id."""
        return self.register(being(rank, pieces, effect, marked=marked, id=id)).id

    def flare(
        self,
        upper: tuple[int, Text] = (99, nothing),
        lower: tuple[int, Text] = (-99, nothing),
        *,
        id: str = "flare-invented",
    ) -> str:
        """Invent a flare; without thresholds its lower half always holds."""
        self.monkeypatch.setitem(
            FLARES, id, Flare(id, *(FlareHalf(n, quiet(text)) for n, text in (upper, lower)))
        )
        return id

    def always(self, effect: Text, *, id: str = "flare-invented") -> str:
        """A flare that may always be invoked and has this effect: any text, run in a real game."""
        return self.flare(lower=(-99, effect), id=id)

    def task(
        self,
        id: str,
        type: str = "invented",
        *,
        points: int = 1,
        advanced: bool = False,
        met: bool | Callable[[GameState, int], bool] = False,
    ) -> str:
        """Invent a task that is fulfilled always, never, or when `met` says so."""

        def ways(state: GameState, me: int) -> tuple[Way, ...]:
            fulfilled = met if isinstance(met, bool) else met(state, me)
            return ((Need("invented", int(fulfilled), 1),),)

        self.monkeypatch.setitem(TASKS, id, Task(id, id, type, points, advanced, ways))
        return id
