"""Measure the engine: ``python -m tashkalar bench``.

Everything is measured in one run on one core, in alternating rounds, and reported as the median of
the rounds. Times are processor times, so that other programs disturb little. The plain matcher,
which the pattern search is compared with, belongs to the tests; outside a checkout its line is left
out.
"""

from __future__ import annotations

import importlib
import platform
import sys
import time
from collections.abc import Callable, Sequence
from itertools import permutations
from statistics import median
from typing import Any, NamedTuple

from tashkalar import Game, Move, cards, new_game, terminal
from tashkalar.bench import judging
from tashkalar.cards import BEINGS, SCHOOLS, Being
from tashkalar.effects.effect import Effect
from tashkalar.history.played_moves import PlayedMove
from tashkalar.position import rng
from tashkalar.position.board import DIRECTIONS, names
from tashkalar.position.ids import colour_number
from tashkalar.position.state import GameState
from tashkalar.rules import turn
from tashkalar.rules.forms import FORMS
from tashkalar.rules.forms.duel import Duel
from tashkalar.rules.forms.melee import Melee
from tashkalar.rules.summoning import find_candidate_squares

PLAIN_MATCHER = "tests.engine.plain_matcher"
MOST_DECISIONS = 5000  # decisions of a random game

# The aims of the project, in CPython.
LEAST_RATIO = 20
MOST_HELP_RATIO = 3
MOST_COPY_US = 2.0  # microseconds
LEAST_DECISIONS_PER_S = 10_000


class Position(NamedTuple):
    """A position between effects with the full hand of the player on turn."""

    game: Game
    state: GameState
    colour: int
    hand: tuple[Being, ...]


class EngineFigures(NamedTuple):
    """The measured figures; times in microseconds."""

    positions: int
    hand: float
    plain: float | None  # the same with the plain matcher
    ratio: float | None
    game_copy: float
    state_copy: float
    decisions: float  # per second
    games: float  # per second
    length: float  # decisions per game
    melee_hand: float  # a full hand's squares in a melee of four, improvised ones included
    melee_decisions: float  # per second, four players
    melee_games: float
    helped: float  # the full hand's squares with a borrowed piece allowed, as a ratio
    improvised: float  # the same with an improvised one
    rerun: float  # one move run again with all its answers
    reruns: int


class RandomMoves:
    """Random choices from the engine's own generator."""

    def __init__(self, seed: object) -> None:
        self.state = rng.state_from_seed(seed)

    def pick(self, moves: Sequence[Move]) -> Move:
        """Return one of the moves, all with equal probability."""
        self.state, number = rng.random_below(self.state, len(moves))
        return moves[number]


def play_random_game(form: str, schools: Sequence[str], seed: object) -> Game:
    """Return a game in which every decision is a random legal move."""
    game = new_game(form, schools, seed=str(seed))
    random_moves = RandomMoves(seed)
    for _ in range(MOST_DECISIONS):
        moves = game.legal_moves()
        if not moves:
            break
        game.play(random_moves.pick(moves))
    return game


def random_games(seed: object, number: int = 24) -> list[Game]:
    """Return finished random games in every form, with every school."""
    forms = list(FORMS)
    games = []
    for n in range(number):
        form = forms[n % len(forms)]
        schools = _pair(n) if 2 in FORMS[form].seats else _select_four(n)
        games.append(play_random_game(form, schools, f"{seed}-redraw-{n}"))
    return games


def _pair(number: int) -> tuple[str, str]:
    """Return two schools; over all numbers each school plays against each other school."""
    pairs = list(permutations(SCHOOLS, 2))
    return pairs[5 * number % len(pairs)]  # 5 and the 42 pairs have no common divisor


def _select_four(number: int) -> tuple[str, ...]:
    """Return the two schools of a pair and two others."""
    pair = _pair(number)
    return (*pair, *(school for school in SCHOOLS if school not in pair))[:4]


def collect_positions(
    number: int, seed: object, *, melee: bool = False
) -> tuple[list[Position], list[PlayedMove]]:
    """Return positions with a full hand of three beings and two legends, and moves with answers.

    The positions come from games of two players in all forms in turn, or from melees of four.
    """
    positions: list[Position] = []
    effect_moves: list[PlayedMove] = []
    random_moves = RandomMoves(f"positions {seed}")
    played_games = 0
    while len(positions) < number:
        seats = 4 if melee else 2
        forms = [form for form, rules in FORMS.items() if seats in rules.seats]
        form = forms[played_games % len(forms)]
        schools = (_select_four if melee else _pair)(played_games)
        game = new_game(form, schools, seed=f"{seed}-{played_games}")
        for decision in range(MOST_DECISIONS):
            moves = game.legal_moves()
            if not moves:
                break
            state = game.state
            held = state.hands[state.seat] + state.legends[state.seat]
            full = len(state.hands[state.seat]) == 3 and len(state.legends[state.seat]) == 2
            if full and decision % 4 == 0 and game.prompt.kind == "turn":
                hand = tuple(BEINGS[card] for card in held)
                positions.append(Position(game.copy(), state, state.colour, hand))
            game.play(random_moves.pick(moves))
        effect_moves += [
            e for e in game.history() if e.move.kind in ("summon", "flare") and e.answers
        ]
        played_games += 1
    # Spread the positions over whole games, from the empty board to the crowded board.
    step = len(positions) / number
    return [positions[int(n * step)] for n in range(number)], effect_moves


def measure_seconds(work: Callable[..., object], *arguments: object) -> float:
    """Return the processor time of some work, in seconds."""
    start = time.process_time()
    work(*arguments)
    return time.process_time() - start


def _search_all(positions: Sequence[Position], times: int = 1) -> None:
    for _ in range(times):
        for _, state, colour, hand in positions:
            for card in hand:
                find_candidate_squares(state, card, colour)


def _allow_stand_in(positions: Sequence[Position], *, improvised: bool) -> list[Position]:
    """Return the positions with one enemy piece allowed: lent by a card, or improvised."""
    changed = []
    for position in positions:
        state = position.state.copy()
        if improvised:
            colours = range(len(state.colours))
            state.markers = tuple(sum(1 << c for c in colours if c != me) for me in colours)
        else:
            state.borrow = 1
        changed.append(position._replace(state=state))
    return changed


def _copy_all(things: Sequence[Game] | Sequence[GameState], times: int) -> None:
    for _ in range(times):
        kept = [thing.copy() for thing in things]  # kept for a while, as a search would
        kept.clear()


def _play_games(
    schools: Sequence[str], seeds: Sequence[str], lengths: list[int], form: str = Duel.id
) -> None:
    for seed in seeds:
        lengths.append(len(play_random_game(form, schools, seed).codes))


def _plain_search(positions: Sequence[Position]) -> Callable[[], None] | None:
    """Return the search with the plain matcher, with boards and patterns prepared; or None."""
    try:
        plain: Any = importlib.import_module(PLAIN_MATCHER)
    except ModuleNotFoundError:
        return None
    turned = {
        card.id: plain.orientations(
            plain.drawing(card, [DIRECTIONS[d] for d in card.shape.directions])
        )
        for card in cards.BEINGS.values()
    }
    boards = [plain.board_of(position.game) for position in positions]
    work = [
        (board, [turned[card.id] for card in position.hand], colour_number(position.colour))
        for board, position in zip(boards, positions, strict=True)
    ]
    for (board, hand, owner), position in zip(work, positions, strict=True):
        for ways, card in zip(hand, position.hand, strict=True):
            plain_squares = {plain.name(cell) for cell in plain.squares(board, ways, owner)}
            if plain_squares != set(
                names(find_candidate_squares(position.state, card, position.colour))
            ):
                raise AssertionError(f"{card.id}: the plain matcher finds other squares")

    def run() -> None:
        for board, hand, owner in work:
            for ways in hand:
                plain.squares(board, ways, owner)

    return run


def _rerun_all(effect_moves: Sequence[PlayedMove]) -> None:
    for entry in effect_moves:
        effect = Effect(entry.state_before.copy(), entry.answers, entry.forced)
        turn.perform(effect, entry.move)


def measure(*, positions: int = 300, rounds: int = 15, seed: object = 1) -> EngineFigures:
    """Measure everything; more positions and rounds take longer and vary less."""
    searched, effect_moves = collect_positions(positions, seed)
    melee_positions, _ = collect_positions(positions, seed, melee=True)
    few = searched[:: max(1, len(searched) // 40)]  # the plain matcher is slow
    plain = _plain_search(few)
    times = max(1, len(searched) // len(few))  # so that both sides of a ratio take long enough
    lent, improvised = (_allow_stand_in(searched, improvised=kind) for kind in (False, True))
    games_found = [position.game for position in searched]
    states_found = [position.state for position in searched]
    copies = 20_000 // len(searched) + 1
    taken: dict[str, list[float]] = {name: [] for name in EngineFigures._fields}
    for number in range(rounds):
        searching = measure_seconds(_search_all, few, times) / times / len(few)
        if plain is not None:
            plainly = measure_seconds(plain) / len(few)
            taken["plain"].append(1e6 * plainly)
            taken["ratio"].append(plainly / searching)
        plain_hand = measure_seconds(_search_all, searched)
        taken["hand"].append(1e6 * plain_hand / len(searched))
        taken["helped"].append(measure_seconds(_search_all, lent) / plain_hand)
        taken["improvised"].append(measure_seconds(_search_all, improvised) / plain_hand)
        per_copy = 1e6 / copies / len(searched)
        taken["game_copy"].append(per_copy * measure_seconds(_copy_all, games_found, copies))
        taken["state_copy"].append(per_copy * measure_seconds(_copy_all, states_found, copies))
        lengths: list[int] = []
        seeds = [f"{seed}/{number}/{n}" for n in range(4)]
        seconds = measure_seconds(_play_games, _pair(number), seeds, lengths)
        taken["decisions"].append(sum(lengths) / seconds)
        taken["games"].append(len(lengths) / seconds)
        taken["length"].append(sum(lengths) / len(lengths))
        in_melee: list[int] = []
        taken["melee_hand"].append(
            1e6 * measure_seconds(_search_all, melee_positions) / len(melee_positions)
        )
        seconds = measure_seconds(_play_games, _select_four(number), seeds[:2], in_melee, Melee.id)
        taken["melee_decisions"].append(sum(in_melee) / seconds)
        taken["melee_games"].append(len(in_melee) / seconds)
        taken["rerun"].append(
            1e6 * measure_seconds(_rerun_all, effect_moves) / max(1, len(effect_moves))
        )
    medians: dict[str, Any] = {
        name: median(values) if values else None for name, values in taken.items()
    }
    counts = {"positions": len(searched), "reruns": len(effect_moves)}
    return EngineFigures(**medians | counts)


def report(figures: EngineFigures) -> str:
    """Return the figures as text, with the aims beside them."""
    head = (
        f"{platform.python_implementation()} {platform.python_version()} on {platform.machine()}, "
        f"medians; {figures.positions} positions of random games"
    )
    return "\n".join([head, *_pattern_lines(figures), *_game_lines(figures)])


def _line(label: str, value: float, unit: str, aim: str = "", met: bool = True) -> str:
    shown = f"{value:,.1f}" if value < 1000 else f"{value:,.0f}"
    ending = f"   aim: {aim} {'- met' if met else '- MISSED'}" if aim else ""
    return f"{label:<44} {shown:>10} {unit:<4}{ending}"


def _pattern_lines(figures: EngineFigures) -> list[str]:
    """Return the lines about the search of patterns."""
    lines = [_line("squares for a full hand (5 cards)", figures.hand, "us")]
    if figures.plain is None or figures.ratio is None:
        lines.append("  the plain matcher is part of the tests: not found here, so no ratio")
    else:
        aim, met = f"at least {LEAST_RATIO}", figures.ratio >= LEAST_RATIO
        lines.append(_line("  the same with the plain matcher", figures.plain, "us"))
        lines.append(_line("  ratio of the two", figures.ratio, "x", aim, met))
    for piece, ratio in (("a borrowed", figures.helped), ("an improvised", figures.improvised)):
        aim, met = f"at most {MOST_HELP_RATIO}", ratio <= MOST_HELP_RATIO
        lines.append(_line(f"  with {piece} piece allowed", ratio, "x", aim, met))
    return lines


def _game_lines(figures: EngineFigures) -> list[str]:
    """Return the lines about copies and whole games."""
    lines = []
    for label, microseconds in (
        ("Game.copy()", figures.game_copy),
        ("GameState.copy()", figures.state_copy),
    ):
        aim, met = f"at most {MOST_COPY_US:g}", microseconds <= MOST_COPY_US
        lines.append(_line(label, microseconds, "us", aim, met))
    aim, met = f"at least {LEAST_DECISIONS_PER_S:,}", figures.decisions >= LEAST_DECISIONS_PER_S
    label = "random duel: decisions a second, one core"
    return [
        *lines,
        _line(label, figures.decisions, "/s", aim, met),
        _line(f"  games a second (of {figures.length:.0f} decisions)", figures.games, "/s"),
        _line("random melee of four: decisions a second", figures.melee_decisions, "/s"),
        _line("  games a second", figures.melee_games, "/s"),
        _line("  squares for a full hand, improvising too", figures.melee_hand, "us"),
        _line(f"running a move again ({figures.reruns} with answers)", figures.rerun, "us"),
    ]


def _redraws(seed: str, rounds: int) -> str:
    """Return the time to build the page's screens, if the page is installed."""
    try:
        redraw = importlib.import_module("tashkalar.bench.redraw")
    except ModuleNotFoundError:
        return "redraws: the page's screens are not part of this installation"
    return str(redraw.report(redraw.measure(random_games(seed), rounds)))


def main(argv: Sequence[str] | None = None) -> int:
    """Print the figures; return 0, or 2 after wrong options."""
    parser = terminal.Parser(prog="tashkalar bench", description="Measure the engine.")
    parser.add_argument("--positions", type=int, default=300, help="positions to search (300)")
    parser.add_argument("--rounds", type=int, default=15, help="rounds for the medians (15)")
    parser.add_argument("--seed", default="1", help="another text takes other games (1)")
    try:
        options = parser.parse_args(argv)
    except SystemExit as end:
        return int(end.code or 0)
    if options.positions < 1 or options.rounds < 1:
        print("tashkalar bench: at least one position and one round", file=sys.stderr)
        return 2
    print(report(measure(positions=options.positions, rounds=options.rounds, seed=options.seed)))
    print(_redraws(options.seed, options.rounds))
    positions, _ = collect_positions(8, options.seed)
    print(judging.report(judging.measure([p.game for p in positions], min(options.rounds, 5))))
    # Not imported above: these modules are commands of their own too.
    importlib.import_module("tashkalar.bench.plan_times").main(["--turns", "5"])
    print(importlib.import_module("tashkalar.bench.judge_loss").report())
    return 0


if __name__ == "__main__":
    sys.exit(main())
