"""Compare two players: balanced matches, played in parallel, with confidence intervals.

A match is a list of `Bout`s, each a game to play. A standard `concurrent.futures.Executor`
distributes them to its workers: local processes or a cluster. Results are counted in the order of
the bouts, so a match ends the same regardless of which bout finishes first.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from itertools import islice, permutations
from typing import Any, NamedTuple

from tashkalar import Game, cards, new_game
from tashkalar.bots.command_player import CommandPlayer, is_command
from tashkalar.bots.installed import PlayerFactory, find_player_factory
from tashkalar.bots.levels import Planner
from tashkalar.bots.pool import run_in_order
from tashkalar.bots.simple import Player, take_decision
from tashkalar.position.ids import seat_of
from tashkalar.rules.forms import FORMS

MAX_DECISIONS = 5000  # per game: two players that only place pieces would never end

Clock = Callable[[], float]


class Bout(NamedTuple):
    """A game to play: its agreement, and which of the two players (0, 1) has which seat."""

    form: str
    schools: tuple[str, ...]
    teams: bool
    seed: str
    players: tuple[str, str]
    player_by_seat: tuple[int, ...]


class BoutResult(NamedTuple):
    """The result of a bout for the first player."""

    share: float  # 1 won, 0 lost, 0.5 otherwise
    turns: int
    reached: bool  # points triggered the end, not an empty deck
    nodes: tuple[int, ...]  # the nodes of each plan of the first player
    times: tuple[float, ...]  # the processor seconds of each turn of the first player


class MatchSettings(NamedTuple):
    """The common settings of all bouts of a match; no schools means all in turn."""

    form: str
    teams: bool = False
    seats: int | None = None
    schools: tuple[str, ...] | None = None
    seed: str = "1"
    one_against_all: bool = False  # the first player has one seat, the second all others


def find_arena_factory(name: str) -> PlayerFactory:
    """Return the factory of a player, which may be another program (`cmd:./mybot`).

    Raise ValueError for an unknown player.
    """
    return partial(CommandPlayer, name) if is_command(name) else find_player_factory(name)


def create_players(names: Sequence[str], seed: str) -> list[Player]:
    """Return a player for each seat, for this seed; raise ValueError for an unknown player."""
    return [find_player_factory(name)(f"{seed}/{number}") for number, name in enumerate(names)]


@contextmanager
def seated_players(names: Sequence[str], seed: str) -> Iterator[list[Player]]:
    """Provide a player for each seat; those that are other programs end with the context."""
    with ExitStack() as stack:
        players: list[Player] = []
        for number, name in enumerate(names):
            one = find_arena_factory(name)(f"{seed}/{number}")
            if isinstance(one, CommandPlayer):
                stack.callback(one.close)
            players.append(one)
        yield players


def play_to_end(game: Game, players: Sequence[Player]) -> None:
    """Let the players play a game to its end, or to `MAX_DECISIONS`."""
    for _ in range(MAX_DECISIONS):
        if game.player is None:
            break
        take_decision(game, players[seat_of(game.player)])


def generate_bouts(agreed: MatchSettings, players: tuple[str, str]) -> Iterator[Bout]:
    """Yield the games of a match, without end; each player plays every deal from every side.

    `new_game` raises ValueError later if the settings are not possible.
    """
    number = 0
    while True:
        seats = _seat_count(agreed)
        ways = seats if agreed.one_against_all else 2
        deal, way = divmod(number, ways)
        if agreed.one_against_all:
            sides = tuple(int(seat != way) for seat in range(seats))
        else:
            sides = tuple((seat + way) % 2 for seat in range(seats))
        seed = agreed.seed if deal == 0 else f"{agreed.seed}-{deal + 1}"
        schools = agreed.schools or _schools_for_deal(deal, seats)
        yield Bout(agreed.form, schools, agreed.teams, seed, players, sides)
        number += 1


def generate_deals(agreed: MatchSettings) -> Iterator[Bout]:
    """Yield the games of a match as `generate_bouts` does, but each deal only once."""
    return islice(generate_bouts(agreed, ("one", "other")), 0, None, 2)


def _seat_count(agreed: MatchSettings) -> int:
    if agreed.schools is not None:
        return len(agreed.schools)
    if agreed.seats is not None:
        return agreed.seats
    return FORMS[agreed.form].seat_counts(teams=agreed.teams)[0] if agreed.form in FORMS else 2


def _schools_for_deal(deal: int, seats: int) -> tuple[str, ...]:
    """Return schools for a deal; over all deals every two of them meet in both orders."""
    known = [school for school in cards.SCHOOLS if not school.startswith("x-")]
    pairs = list(permutations(known, 2))
    pair = pairs[5 * deal % len(pairs)]  # 5 and the 42 pairs have no common divisor
    others = [school for school in known if school not in pair]
    turned = others[deal % len(others) :] + others[: deal % len(others)]
    return (*pair, *turned)[:seats]


def play_bout(bout: Bout, clock: Clock | None = None) -> BoutResult:
    """Play a bout; a clock of processor seconds measures the first player's turns."""
    names = [bout.players[side] for side in bout.player_by_seat]
    with seated_players(names, bout.seed) as players:
        return _play_bout(bout, players, clock)


def _play_bout(bout: Bout, players: Sequence[Player], clock: Clock | None) -> BoutResult:
    game = new_game(bout.form, bout.schools, teams=bout.teams, seed=bout.seed)
    times: dict[int, float] = {}
    reached = triggered = False
    for _ in range(MAX_DECISIONS):
        if game.player is None:
            break
        seat, turn = seat_of(game.player), game.state.turn
        began = clock() if clock else 0.0
        take_decision(game, players[seat])
        # The clock does not see the processor time of another program.
        is_timed = bout.player_by_seat[seat] == 0 and not isinstance(players[seat], CommandPlayer)
        if clock and is_timed:
            times[turn] = times.get(turn, 0.0) + clock() - began
        if not triggered and game.state.last_turns >= 0:
            triggered, reached = True, FORMS[bout.form].is_end_reached(game.state)
    firsts = [p for p, side in zip(players, bout.player_by_seat, strict=True) if side == 0]
    counting = [p for p in firsts if isinstance(p, Planner | CommandPlayer)]
    nodes = tuple(n for p in counting for n in p.nodes_per_plan)
    return BoutResult(
        first_player_share(game, bout), game.state.turn, reached, nodes, tuple(times.values())
    )


def first_player_share(game: Game, bout: Bout) -> float:
    """Return 1 if only the first player won, 0 if only others did, otherwise 0.5."""
    winners = {
        bout.player_by_seat[seat_of(seat)]
        for seat in (game.outcome.winners if game.outcome else ())
    }
    return {frozenset({0}): 1.0, frozenset({1}): 0.0}.get(frozenset(winners), 0.5)


class Tally(NamedTuple):
    """The results of a match so far."""

    results: tuple[BoutResult, ...] = ()

    @property
    def game_count(self) -> int:
        """The number of bouts counted."""
        return len(self.results)

    @property
    def won_lost_tied(self) -> tuple[int, int, int]:
        """The numbers of bouts won, lost and tied."""
        shares = [one.share for one in self.results]
        won, lost = shares.count(1.0), shares.count(0.0)
        return won, lost, len(shares) - won - lost

    @property
    def points(self) -> float:
        """The number of games won, plus half of the tied games."""
        return sum(one.share for one in self.results)

    def run_sequential_test(self, low: float, high: float) -> bool | None:
        """Return whether the share is rather `high` than `low`; None if the data do not suffice.

        Wald's sequential probability ratio test with errors of 5 % on either side and the
        likelihoods of a normal mean (ties are halves). A. Wald, "Sequential Analysis", 1947.
        """
        number = self.game_count
        if number < 8:
            return None
        mean = self.points / number
        # Add half a game to each side, so that a match without a loss has a spread too.
        mean_ = (self.points + 0.5) / (number + 1)
        spread = max(mean_ * (1 - mean_), 1 / (4 * number))
        ratio = number * (high - low) * (2 * mean - low - high) / (2 * spread)
        bound = math.log(0.95 / 0.05)
        return True if ratio >= bound else False if ratio <= -bound else None


def wilson_interval(won: float, games: int) -> tuple[float, float]:
    """Return Wilson's interval for a share, at 95 %."""
    z = 1.96
    share = won / games
    middle = share + z * z / (2 * games)
    width = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    denominator = 1 + z * z / games
    return max(0.0, (middle - width) / denominator), min(1.0, (middle + width) / denominator)


def report(tally: Tally, players: tuple[str, str]) -> str:
    """Return the closing lines of a match."""
    first, second = players
    won, lost, tied = tally.won_lost_tied
    low, high = wilson_interval(tally.points, tally.game_count)
    return (
        f"{first} against {second}: {won} won, {lost} lost, {tied} tied\n"
        f"{first} scores {tally.points / tally.game_count:.1%} "
        f"(95% interval {low:.1%} to {high:.1%})"
    )


def log_entry(tally: Tally, agreed: MatchSettings, players: tuple[str, str]) -> dict[str, object]:
    """Return a match as an entry of the log that the ladder is drawn from."""
    won, lost, tied = tally.won_lost_tied
    low, high = wilson_interval(tally.points, tally.game_count)
    nodes = sorted(n for one in tally.results for n in one.nodes)
    times = sorted(round(1000 * t, 1) for one in tally.results for t in one.times)
    return {
        "form": agreed.form,
        "teams": agreed.teams,
        "seats": _seat_count(agreed),
        "alone": agreed.one_against_all,
        "schools": list(agreed.schools) if agreed.schools else "all in turn",
        "seed": agreed.seed,
        "players": list(players),
        "won": won,
        "lost": lost,
        "tied": tied,
        "share": round(tally.points / tally.game_count, 4),
        "interval": [round(low, 4), round(high, 4)],
        "turns": round(sum(one.turns for one in tally.results) / tally.game_count, 1),
        "reached": round(sum(one.reached for one in tally.results) / tally.game_count, 3),
        "nodes": _quantiles(nodes),
        "milliseconds": _quantiles(times),
    }


def resume_entry(
    ended: BoutResult, agreed: MatchSettings, players: tuple[str, str]
) -> dict[str, object]:
    """Return a finished bout as an entry of a file that an interrupted match continues from."""
    return {"agreed": list(agreed), "players": list(players), **ended._asdict()}


def load_tally(
    lines: Iterable[Mapping[str, Any]], agreed: MatchSettings, players: tuple[str, str]
) -> Tally:
    """Return the tally of a match from its entries; raise KeyError for another kind of file."""
    match_ = json.loads(json.dumps([list(agreed), list(players)]))
    return Tally(
        tuple(
            BoutResult(
                line["share"],
                line["turns"],
                line["reached"],
                tuple(line["nodes"]),
                tuple(line["times"]),
            )
            for line in lines
            if [line["agreed"], line["players"]] == match_
        )
    )


def _quantiles(ordered: Sequence[float]) -> list[float]:
    """Return the median and the 95th percentile; an empty list for no values."""
    return [ordered[len(ordered) // 2], ordered[len(ordered) * 95 // 100]] if ordered else []


def format_ladder(lines: Sequence[dict[str, Any]]) -> str:
    """Return the log as a table in Markdown, with the newest match of every pairing."""
    head = "| form | players | games | share | 95 % | end score | nodes | CPU ms a turn |"
    newest: dict[str, dict[str, Any]] = {}
    for line in lines:
        newest[f"{_form_label(line)}/{line['players']}"] = line
    rows = [_ladder_row(line) for _, line in sorted(newest.items())]
    return "\n".join([head, "|---|---|---|---|---|---|---|---|", *rows])


def _form_label(line: dict[str, Any]) -> str:
    kind = " in teams" if line["teams"] else f" of {line['seats']}" if line["seats"] != 2 else ""
    return f"{line['form']}{kind}{', one against the others' if line['alone'] else ''}"


def _ladder_row(line: dict[str, Any]) -> str:
    first, second = (name.replace("|", "\\|") for name in line["players"])  # commands may pipe
    games = line["won"] + line["lost"] + line["tied"]
    low, high = line["interval"]
    nodes = ", ".join(f"{n:,.0f}" for n in line["nodes"])
    times = ", ".join(f"{n:,.0f}" for n in line["milliseconds"])
    return (
        f"| {_form_label(line)} | {first} - {second} | {games} | {line['share']:.1%} "
        f"| {low:.1%} to {high:.1%} | {line['reached']:.0%} | {nodes} | {times} |"
    )


def play_match(
    todo: Iterator[Bout],
    games: int,
    executor: Executor,
    *,
    max_pending: int,
    clock: Clock | None = None,
    should_stop: Callable[[Tally], bool] = lambda tally: False,
    previous_tally: Tally | None = None,
) -> Iterator[Tally]:
    """Play so many bouts, at most `max_pending` at a time; yield the tally after each, in order.

    The match ends early if `should_stop` returns True; bouts that have begun by then are not
    counted. `previous_tally` counts and comes first.
    """
    tally = previous_tally or Tally()
    if tally.game_count:
        yield tally
        if should_stop(tally):
            return
    bouts = islice(todo, tally.game_count, games)
    results = run_in_order(executor, partial(play_bout, clock=clock), bouts, max_pending)
    with closing(results):
        for result in results:
            tally = Tally((*tally.results, result))
            yield tally
            if should_stop(tally):
                return
