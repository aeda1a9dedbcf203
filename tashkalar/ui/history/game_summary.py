"""A finished game as a story: points over the turns, the moments that decided it, who came.

Everything is read off the game's own moves, so a game from a record tells the same story.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from tashkalar import Game
from tashkalar.game import Entry
from tashkalar.position.ids import ColourNumber, colour_number, seat_of
from tashkalar.position.move import Event, Message
from tashkalar.position.state import GameState, Setup
from tashkalar.rules.forms import FORMS
from tashkalar.ui.history.timeline import Board, board_of
from tashkalar.ui.text import phrases
from tashkalar.ui.views import Wording

MOMENTS = 3
_FAR = 3  # points that are a long way behind


class Side(NamedTuple):
    """Who plays with stones of one colour."""

    owner: ColourNumber
    school: str
    name: Wording


class Gain(NamedTuple):
    """Points of a side in one turn, and the task that brought some of them."""

    side: int  # its place among the sides
    amount: int
    task: Message | None


class Turn(NamedTuple):
    """A turn: whose it was, and what every side had after it."""

    number: int
    side: int
    scores: tuple[int, ...]
    gains: tuple[Gain, ...]
    move: int  # the number of its last move, to look at the board after it


class Moment(NamedTuple):
    """A turn after which much was different, by the card that did most of it."""

    turn: int
    move: int  # the number of the move that did it
    school: str
    title: Message
    lines: tuple[Message, ...]
    board: Board
    square: str | None  # of the being
    used: frozenset[str]  # the pieces of its pattern
    gone: frozenset[str]  # where pieces were destroyed


class Figures(NamedTuple):
    """One thing counted for every side."""

    label: Message
    values: tuple[int, ...]


class Being(NamedTuple):
    """A being that was summoned."""

    id: str
    name: Message
    rank: str


class Story(NamedTuple):
    """What can be told of a game."""

    sides: tuple[Side, ...]
    turns: tuple[Turn, ...]
    goal: int  # the points that open the last round
    moments: tuple[Moment, ...]
    figures: tuple[Figures, ...]
    beings: tuple[tuple[Being, ...], ...]  # of each side, in the order in which they came
    sentence: Message | None  # the game in one sentence


class _Played(NamedTuple):
    """The moves of a turn, and the position after each of them."""

    side: int
    number: int
    entries: tuple[Entry, ...]
    before: GameState
    after: tuple[GameState, ...]


def tell(game: Game) -> Story:
    """The story of a game, which need not be over."""
    setup = game.setup
    played = _turns(game)
    sides = tuple(_side(setup, side) for side in range(len(game.state.colours)))
    turns = tuple(_turn(part) for part in played)
    return Story(
        sides=sides,
        turns=turns,
        goal=FORMS[setup.form].end_score(setup.seats),
        moments=_moments(played, sides),
        figures=_figures(game, played),
        beings=tuple(tuple(_beings(played, side)) for side in range(len(sides))),
        sentence=_sentence(game, sides, turns),
    )


def _side(setup: Setup, side: int) -> Side:
    owner = colour_number(side)
    return Side(owner, phrases.school_of(setup, owner), phrases.side(setup, owner))


def _turns(game: Game) -> list[_Played]:
    history = game.history()
    ends = [*(entry.before for entry in history[1:]), game.state][: len(history)]
    pairs = list(zip(history, ends, strict=True))
    found = []
    for number, group in groupby(pairs, lambda pair: pair[0].before.turn):
        part = list(group)
        before = part[0][0].before
        found.append(
            _Played(
                side=game.setup.colours[before.seat],
                number=number,
                entries=tuple(entry for entry, _ in part),
                before=before,
                after=tuple(end for _, end in part),
            )
        )
    return found


def _scores(state: GameState) -> tuple[int, ...]:
    form = FORMS[state.setup.form]
    return tuple(form.score(state, side) for side in range(len(state.colours)))


def _turn(played: _Played) -> Turn:
    before, after = _scores(played.before), _scores(played.after[-1])
    claims = {
        event.owner: phrases.card_name(event.card)
        for event in _events(played.entries)
        if event.kind == "claim" and event.card
    }
    gains = tuple(
        Gain(side, now - then, claims.get(colour_number(side)))
        for side, (then, now) in enumerate(zip(before, after, strict=True))
        if now != then
    )
    return Turn(played.number, played.side, after, gains, played.entries[-1].number)


def _events(entries: Sequence[Entry]) -> Iterator[Event]:
    for entry in entries:
        yield from entry.events


# -- moments -------------------------------------------------------------------------------------


def _moments(played: Sequence[_Played], sides: Sequence[Side]) -> tuple[Moment, ...]:
    """The turns with the largest swings, in the order in which they were played."""
    told = [
        (_swing(part.side, part.before, part.after[-1]), part)
        for part in played
        if _deed(part) is not None
    ]
    largest = sorted(told, key=lambda found: -found[0])[:MOMENTS]
    chosen = sorted((part for _, part in largest), key=lambda part: part.number)
    return tuple(_moment(part, sides) for part in chosen)


def _swing(side: int, before: GameState, after: GameState) -> int:
    """By how much that changed what stands between a side and the best of the others."""

    def ahead(state: GameState) -> int:
        worth = [
            6 * points + 2 * state.upgraded(side).bit_count() + state.colours[side].bit_count()
            for side, points in enumerate(_scores(state))
        ]
        own = worth.pop(side)
        return own - max(worth)

    return abs(ahead(after) - ahead(before))


def _deed(part: _Played) -> int | None:
    """Which move of a turn did most: the card played that changed most; None without one."""
    places = [
        (_swing(part.side, entry.before, after), len(entry.events), number)
        for number, (entry, after) in enumerate(zip(part.entries, part.after, strict=True))
        if any(event.kind in ("summon", "flare") for event in entry.events)
    ]
    return max(places)[2] if places else None


def _moment(part: _Played, sides: Sequence[Side]) -> Moment:
    number = _deed(part)
    assert number is not None
    entry, after = part.entries[number], part.after[number]
    played = next(event for event in entry.events if event.kind in ("summon", "flare"))
    assert played.card is not None
    return Moment(
        turn=part.number,
        move=entry.number,
        school=sides[part.side].school,
        title=phrases.card_name(played.card),
        lines=_lines(part, sides),
        board=board_of(after),
        square=played.square if played.square in board_of(after) else None,
        used=played.match.used if played.match else frozenset(),
        gone=frozenset(e.square for e in entry.events if e.kind == "destroy" and e.square),
    )


def _lines(part: _Played, sides: Sequence[Side]) -> tuple[Message, ...]:
    """What the turn brought, in a few words each."""
    events = list(_events(part.entries))
    own = colour_number(part.side)
    destroyed = sum(event.kind == "destroy" and event.owner != own for event in events)
    upgraded = sum(event.kind == "upgrade" and event.owner == own for event in events)
    found = []
    if destroyed:
        found.append(Message("story.destroyed", {"n": destroyed}))
    if upgraded:
        found.append(Message("story.upgraded", {"n": upgraded}))
    for gain in _turn(part).gains:
        told = "story.points" if gain.amount > 0 else "story.lost"
        who = sides[gain.side].name
        found.append(Message(told, {"who": who, "n": abs(gain.amount)}))
    return tuple(found)


# -- numbers -------------------------------------------------------------------------------------


def _figures(game: Game, played: Sequence[_Played]) -> tuple[Figures, ...]:
    sides = range(len(game.state.colours))

    def count(kind: str, *, enemies: bool = False) -> tuple[int, ...]:
        return tuple(
            sum(
                event.kind == kind and (not enemies or event.owner != colour_number(side))
                for part in played
                if part.side == side
                for event in _events(part.entries)
            )
            for side in sides
        )

    counted = [
        ("claimed", count("claim")),
        ("summoned", count("summon")),
        ("destroyed", count("destroy", enemies=True)),
        ("upgraded", tuple(game.state.upgraded(side).bit_count() for side in sides)),
        ("flares", count("flare")),
    ]
    if not FORMS[game.setup.form].has_tasks:
        del counted[0]
    return tuple(Figures(Message(f"story.number.{name}"), values) for name, values in counted)


def _beings(played: Sequence[_Played], side: int) -> Iterator[Being]:
    for part in played:
        for event in _events(part.entries):
            if part.side == side and event.kind == "summon" and event.card:
                yield Being(event.card, phrases.card_name(event.card), str(event.rank))


# -- the sentence --------------------------------------------------------------------------------


def _sentence(game: Game, sides: Sequence[Side], turns: Sequence[Turn]) -> Message | None:
    """When the winner came to lead, and how far behind they were before; None if resigned."""
    outcome = game.outcome
    if outcome is None or outcome.reason == "resigned" or not turns:
        return None
    won = {game.setup.colours[seat_of(seat)] for seat in outcome.winners}
    if len(won) != 1:
        return None
    [side] = won
    behind = [max(t.scores) - t.scores[side] for t in turns]
    others = [[s for n, s in enumerate(t.scores) if n != side] for t in turns]
    led = [t.scores[side] > max(rest) for t, rest in zip(turns, others, strict=True)]
    if not led[-1]:
        return Message("story.level", {"who": sides[side].name})
    since = next((n + 1 for n in range(len(led) - 1, -1, -1) if not led[n]), 0)
    params = {"who": sides[side].name, "n": turns[since].number, "far": max(behind)}
    return Message("story.comeback" if max(behind) >= _FAR else "story.lead", params)
