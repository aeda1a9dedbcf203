"""The summary of a game: points over the turns, turning points, statistics, summoned beings.

Everything is derived from the game's moves, so a game that was read from a record has the same
summary.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from tashkalar import Game
from tashkalar.history.played_moves import PlayedMove
from tashkalar.position.ids import ColourNumber, colour_number, seat_of
from tashkalar.position.move import Event, Message
from tashkalar.position.state import GameState, Setup
from tashkalar.rules.forms import FORMS
from tashkalar.ui.history.timeline import Board, board_of
from tashkalar.ui.text import phrases
from tashkalar.ui.views import Wording

MAX_TURNING_POINTS = 3
FAR_BEHIND_POINTS = 3
"""A winner that was so many points behind made a comeback."""


class SummarySide(NamedTuple):
    """The side that plays with the stones of one color."""

    owner: ColourNumber
    school: str
    name: Wording


class Gain(NamedTuple):
    """Points that a side won or lost in one turn, and the task that brought some of them."""

    side: int  # index among the sides
    amount: int
    task: Message | None


class SummaryTurn(NamedTuple):
    """A turn: the side that played, and the points of every side after the turn."""

    number: int
    side: int
    scores: tuple[int, ...]
    gains: tuple[Gain, ...]
    last_move_number: int  # to show the board after that move


class Lead(NamedTuple):
    """When the only winning side took the lead, and from how many points behind."""

    side: int
    turn: SummaryTurn | None  # None if it is not ahead at the end
    behind: int


class TurningPoint(NamedTuple):
    """A turn with a large swing, named after the card that contributed most to the swing."""

    turn: int
    move_number: int  # the number of the decisive move
    school: str
    title: Message
    lines: tuple[Message, ...]
    board: Board
    being_square: str | None  # of the summoned being
    pattern_squares: frozenset[str]  # the pieces of its pattern
    destroyed_squares: frozenset[str]


class StatisticsRow(NamedTuple):
    """One count for every side."""

    label: Message
    values: tuple[int, ...]


class SummonedBeing(NamedTuple):
    """A being that was summoned."""

    id: str
    name: Message
    rank: str


class GameSummary(NamedTuple):
    """The summary of a game."""

    sides: tuple[SummarySide, ...]
    turns: tuple[SummaryTurn, ...]
    end_score: int  # the points that open the last round
    turning_points: tuple[TurningPoint, ...]
    statistics: tuple[StatisticsRow, ...]
    beings_by_side: tuple[tuple[SummonedBeing, ...], ...]  # in the order of summoning
    lead: Lead | None  # None without a single winning side, and if a player resigned

    @property
    def sentence(self) -> Message | None:
        """The game in one sentence: when the winner took the lead, and from how far behind."""
        if self.lead is None:
            return None
        who = self.sides[self.lead.side].name
        if self.lead.turn is None:
            return Message("story.level", {"who": who})
        params = {"who": who, "n": self.lead.turn.number, "far": self.lead.behind}
        is_comeback = self.lead.behind >= FAR_BEHIND_POINTS
        return Message("story.comeback" if is_comeback else "story.lead", params)


class _PlayedTurn(NamedTuple):
    """The moves of a turn, and the position after each of them."""

    side: int
    number: int
    entries: tuple[PlayedMove, ...]
    state_before: GameState
    states_after: tuple[GameState, ...]


def summarize(game: Game) -> GameSummary:
    """Return the summary of a game; the game need not be over."""
    setup = game.setup
    played = _split_turns(game)
    sides = tuple(_build_side(setup, side) for side in range(len(game.state.colours)))
    turns = tuple(_build_turn(played_turn) for played_turn in played)
    return GameSummary(
        sides=sides,
        turns=turns,
        end_score=FORMS[setup.form].end_score(setup.seats),
        turning_points=_find_turning_points(played, sides),
        statistics=_count_statistics(game, played),
        beings_by_side=tuple(
            tuple(_find_summoned_beings(played, side)) for side in range(len(sides))
        ),
        lead=_find_lead(game, turns),
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
    turns = []
    for number, group in groupby(pairs, lambda pair: pair[0].state_before.turn):
        moves = list(group)
        before = moves[0][0].state_before
        turns.append(
            _PlayedTurn(
                side=game.setup.colours[before.seat],
                number=number,
                entries=tuple(entry for entry, _ in moves),
                state_before=before,
                states_after=tuple(end for _, end in moves),
            )
        )
    return turns


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
        Gain(side, score_after - score_before, claims.get(colour_number(side)))
        for side, (score_before, score_after) in enumerate(zip(before, after, strict=True))
        if score_after != score_before
    )
    return SummaryTurn(played.number, played.side, after, gains, played.entries[-1].number)


def _events(entries: Sequence[PlayedMove]) -> Iterator[Event]:
    for entry in entries:
        yield from entry.events


# -- turning points ------------------------------------------------------------------------------


def _find_turning_points(
    played: Sequence[_PlayedTurn], sides: Sequence[SummarySide]
) -> tuple[TurningPoint, ...]:
    """Return the turns with the largest swings, in the order of play."""
    swings = [
        (_swing(turn.side, turn.state_before, turn.states_after[-1]), turn)
        for turn in played
        if _decisive_move_index(turn) is not None
    ]
    largest = sorted(swings, key=lambda swing: -swing[0])[:MAX_TURNING_POINTS]
    chosen = sorted((turn for _, turn in largest), key=lambda turn: turn.number)
    return tuple(_build_turning_point(turn, sides) for turn in chosen)


def _swing(side: int, before: GameState, after: GameState) -> int:
    """Return the change of the lead of a side over the best other side, without its sign.

    The lead counts 6 per point, 2 per upgraded piece and 1 per piece.
    """

    def ahead(state: GameState) -> int:
        worth = [
            6 * points
            + 2 * state.upgraded_pieces(side).bit_count()
            + state.colours[side].bit_count()
            for side, points in enumerate(_scores(state))
        ]
        side_worth = worth.pop(side)
        return side_worth - max(worth)

    return abs(ahead(after) - ahead(before))


def _decisive_move_index(part: _PlayedTurn) -> int | None:
    """Return the index of the move of a turn with the largest swing; None without one.

    Only moves that summon a being or play a flare count.
    """
    candidates = [
        (_swing(part.side, entry.state_before, after), len(entry.events), number)
        for number, (entry, after) in enumerate(zip(part.entries, part.states_after, strict=True))
        if any(event.kind in ("summon", "flare") for event in entry.events)
    ]
    return max(candidates)[2] if candidates else None


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
    """Return short sentences about the effects of a turn."""
    events = list(_events(part.entries))
    owner = colour_number(part.side)
    destroyed = sum(event.kind == "destroy" and event.owner != owner for event in events)
    upgraded = sum(event.kind == "upgrade" and event.owner == owner for event in events)
    lines = []
    if destroyed:
        lines.append(Message("story.destroyed", {"n": destroyed}))
    if upgraded:
        lines.append(Message("story.upgraded", {"n": upgraded}))
    for gain in _build_turn(part).gains:
        text_id = "story.points" if gain.amount > 0 else "story.lost"
        name = sides[gain.side].name
        lines.append(Message(text_id, {"who": name, "n": abs(gain.amount)}))
    return tuple(lines)


# -- statistics ----------------------------------------------------------------------------------


def _count_statistics(game: Game, played: Sequence[_PlayedTurn]) -> tuple[StatisticsRow, ...]:
    sides = range(len(game.state.colours))

    def count(kind: str, *, enemies: bool = False) -> tuple[int, ...]:
        return tuple(
            sum(
                event.kind == kind and (not enemies or event.owner != colour_number(side))
                for turn in played
                if turn.side == side
                for event in _events(turn.entries)
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
    for turn in played:
        for event in _events(turn.entries):
            if turn.side == side and event.kind == "summon" and event.card:
                yield SummonedBeing(event.card, phrases.card_name(event.card), str(event.rank))


# -- lead ----------------------------------------------------------------------------------------


def _find_lead(game: Game, turns: Sequence[SummaryTurn]) -> Lead | None:
    outcome = game.outcome
    if outcome is None or outcome.reason == "resigned" or not turns:
        return None
    won = {game.setup.colours[seat_of(seat)] for seat in outcome.winners}
    if len(won) != 1:
        return None
    [side] = won
    behind = max(max(turn.scores) - turn.scores[side] for turn in turns)
    other_scores = [[s for n, s in enumerate(t.scores) if n != side] for t in turns]
    led = [t.scores[side] > max(scores) for t, scores in zip(turns, other_scores, strict=True)]
    if not led[-1]:
        return Lead(side, None, behind)
    since = next((n + 1 for n in range(len(led) - 1, -1, -1) if not led[n]), 0)
    return Lead(side, turns[since], behind)
