"""A finished game as a story: points over the turns, the moments that decided it, who came.

Everything is read off the game's own moves, so a game from a record tells the same story.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from tashkalar import Game
from tashkalar.game import PlayedMove
from tashkalar.position.ids import ColourNumber, colour_number, seat_of
from tashkalar.position.move import Event, Message
from tashkalar.position.state import GameState, Setup
from tashkalar.rules.forms import FORMS
from tashkalar.ui.history.timeline import Board, board_of
from tashkalar.ui.text import phrases
from tashkalar.ui.views import Wording

MAX_TURNING_POINTS = 3
_FAR_BEHIND_POINTS = 3  # points that are a long way behind


class SummarySide(NamedTuple):
    """Who plays with stones of one colour."""

    owner: ColourNumber
    school: str
    name: Wording


class Gain(NamedTuple):
    """Points of a side in one turn, and the task that brought some of them."""

    side: int  # its place among the sides
    amount: int
    task: Message | None


class SummaryTurn(NamedTuple):
    """A turn: whose it was, and what every side had after it."""

    number: int
    side: int
    scores: tuple[int, ...]
    gains: tuple[Gain, ...]
    last_move_number: int  # the number of its last move, to look at the board after it


class TurningPoint(NamedTuple):
    """A turn after which much was different, by the card that did most of it."""

    turn: int
    move_number: int  # the number of the move that did it
    school: str
    title: Message
    lines: tuple[Message, ...]
    board: Board
    being_square: str | None  # of the being
    pattern_squares: frozenset[str]  # the pieces of its pattern
    destroyed_squares: frozenset[str]  # where pieces were destroyed


class StatisticsRow(NamedTuple):
    """One thing counted for every side."""

    label: Message
    values: tuple[int, ...]


class SummonedBeing(NamedTuple):
    """A being that was summoned."""

    id: str
    name: Message
    rank: str


class GameSummary(NamedTuple):
    """What can be told of a game."""

    sides: tuple[SummarySide, ...]
    turns: tuple[SummaryTurn, ...]
    end_score: int  # the points that open the last round
    turning_points: tuple[TurningPoint, ...]
    statistics: tuple[StatisticsRow, ...]
    beings_by_side: tuple[
        tuple[SummonedBeing, ...], ...
    ]  # of each side, in the order in which they came
    sentence: Message | None  # the game in one sentence


class _PlayedTurn(NamedTuple):
    """The moves of a turn, and the position after each of them."""

    side: int
    number: int
    entries: tuple[PlayedMove, ...]
    state_before: GameState
    states_after: tuple[GameState, ...]


def summarize(game: Game) -> GameSummary:
    """The story of a game, which need not be over."""
    setup = game.setup
    played = _split_turns(game)
    sides = tuple(_build_side(setup, side) for side in range(len(game.state.colours)))
    turns = tuple(_build_turn(part) for part in played)
    return GameSummary(
        sides=sides,
        turns=turns,
        end_score=FORMS[setup.form].end_score(setup.seats),
        turning_points=_find_turning_points(played, sides),
        statistics=_count_statistics(game, played),
        beings_by_side=tuple(
            tuple(_find_summoned_beings(played, side)) for side in range(len(sides))
        ),
        sentence=_describe_lead(game, sides, turns),
    )


def _build_side(setup: Setup, side: int) -> SummarySide:
    owner = colour_number(side)
    return SummarySide(
        owner, phrases.school_of_color(setup, owner), phrases.color_owner_name(setup, owner)
    )


def _split_turns(game: Game) -> list[_PlayedTurn]:
    history = game.history()
    ends = [*(entry.state_before for entry in history[1:]), game.state][: len(history)]
    pairs = list(zip(history, ends, strict=True))
    found = []
    for number, group in groupby(pairs, lambda pair: pair[0].state_before.turn):
        part = list(group)
        before = part[0][0].state_before
        found.append(
            _PlayedTurn(
                side=game.setup.colours[before.seat],
                number=number,
                entries=tuple(entry for entry, _ in part),
                state_before=before,
                states_after=tuple(end for _, end in part),
            )
        )
    return found


def _scores(state: GameState) -> tuple[int, ...]:
    form = FORMS[state.setup.form]
    return tuple(form.score(state, side) for side in range(len(state.colours)))


def _build_turn(played: _PlayedTurn) -> SummaryTurn:
    before, after = _scores(played.state_before), _scores(played.states_after[-1])
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
    return SummaryTurn(played.number, played.side, after, gains, played.entries[-1].number)


def _events(entries: Sequence[PlayedMove]) -> Iterator[Event]:
    for entry in entries:
        yield from entry.events


# -- moments -------------------------------------------------------------------------------------


def _find_turning_points(
    played: Sequence[_PlayedTurn], sides: Sequence[SummarySide]
) -> tuple[TurningPoint, ...]:
    """The turns with the largest swings, in the order in which they were played."""
    told = [
        (_swing(part.side, part.state_before, part.states_after[-1]), part)
        for part in played
        if _decisive_move_index(part) is not None
    ]
    largest = sorted(told, key=lambda found: -found[0])[:MAX_TURNING_POINTS]
    chosen = sorted((part for _, part in largest), key=lambda part: part.number)
    return tuple(_build_turning_point(part, sides) for part in chosen)


def _swing(side: int, before: GameState, after: GameState) -> int:
    """By how much that changed what stands between a side and the best of the others."""

    def ahead(state: GameState) -> int:
        worth = [
            6 * points
            + 2 * state.upgraded_pieces(side).bit_count()
            + state.colours[side].bit_count()
            for side, points in enumerate(_scores(state))
        ]
        own = worth.pop(side)
        return own - max(worth)

    return abs(ahead(after) - ahead(before))


def _decisive_move_index(part: _PlayedTurn) -> int | None:
    """Which move of a turn did most: the card played that changed most; None without one."""
    places = [
        (_swing(part.side, entry.state_before, after), len(entry.events), number)
        for number, (entry, after) in enumerate(zip(part.entries, part.states_after, strict=True))
        if any(event.kind in ("summon", "flare") for event in entry.events)
    ]
    return max(places)[2] if places else None


def _build_turning_point(part: _PlayedTurn, sides: Sequence[SummarySide]) -> TurningPoint:
    number = _decisive_move_index(part)
    assert number is not None
    entry, after = part.entries[number], part.states_after[number]
    played = next(event for event in entry.events if event.kind in ("summon", "flare"))
    assert played.card is not None
    return TurningPoint(
        turn=part.number,
        move_number=entry.number,
        school=sides[part.side].school,
        title=phrases.card_name(played.card),
        lines=_describe_turn(part, sides),
        board=board_of(after),
        being_square=played.square if played.square in board_of(after) else None,
        pattern_squares=played.match.used if played.match else frozenset(),
        destroyed_squares=frozenset(
            e.square for e in entry.events if e.kind == "destroy" and e.square
        ),
    )


def _describe_turn(part: _PlayedTurn, sides: Sequence[SummarySide]) -> tuple[Message, ...]:
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
    for gain in _build_turn(part).gains:
        told = "story.points" if gain.amount > 0 else "story.lost"
        who = sides[gain.side].name
        found.append(Message(told, {"who": who, "n": abs(gain.amount)}))
    return tuple(found)


# -- numbers -------------------------------------------------------------------------------------


def _count_statistics(game: Game, played: Sequence[_PlayedTurn]) -> tuple[StatisticsRow, ...]:
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
        ("upgraded", tuple(game.state.upgraded_pieces(side).bit_count() for side in sides)),
        ("flares", count("flare")),
    ]
    if not FORMS[game.setup.form].has_tasks:
        del counted[0]
    return tuple(StatisticsRow(Message(f"story.number.{name}"), values) for name, values in counted)


def _find_summoned_beings(played: Sequence[_PlayedTurn], side: int) -> Iterator[SummonedBeing]:
    for part in played:
        for event in _events(part.entries):
            if part.side == side and event.kind == "summon" and event.card:
                yield SummonedBeing(event.card, phrases.card_name(event.card), str(event.rank))


# -- the sentence --------------------------------------------------------------------------------


def _describe_lead(
    game: Game, sides: Sequence[SummarySide], turns: Sequence[SummaryTurn]
) -> Message | None:
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
    return Message("story.comeback" if max(behind) >= _FAR_BEHIND_POINTS else "story.lead", params)
