"""Find puzzles in the turns of games: goals that few ways of playing the turn reach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Mapping
from copy import deepcopy
from hashlib import sha256
from typing import NamedTuple

from tashkalar import Game
from tashkalar.bots.levels import player
from tashkalar.bots.prove import (
    MOST_NODES,
    GoalLine,
    Proof,
    ProofProgress,
    prove,
    prove_in_steps,
    reaches,
    run_search,
)
from tashkalar.bots.puzzle_positions import (
    Scenario,
    deal_other_cards,
    make_last_turn,
    open_task,
    puzzle_scenario,
    seats_in,
    turn_in,
)
from tashkalar.bots.simple import GreedyPlayer
from tashkalar.cards import TASKS
from tashkalar.formats import goal as goal_format
from tashkalar.formats.goal import UPGRADED, Condition, Goal
from tashkalar.formats.puzzle import Proved, Puzzle
from tashkalar.position.ids import SeatNumber, seat_number
from tashkalar.position.state import GameState
from tashkalar.rules.forms import FORMS

COMMON_THEMES = frozenset({"beings", "destroy", "upgraded"})
MOST_SUMMONINGS = 3
MOST_BOARDS = 12  # of a puzzle that needs no two beings
MOST_CLOSED_TASKS = 3  # tried in a turn
FEWEST_ENDS = 25  # of a turn, for each end that survives
GREEDY_SEEDS = range(3)

GoalData = dict[str, object]


def turn_starts(game: Game) -> Iterator[GameState]:
    """Yield the positions at the start of the turns of a game, after the first round."""
    last_turn = 0
    for entry in game.history():
        state = entry.state_before
        if state.phase == "play" and state.turn != last_turn:
            last_turn = state.turn
            if state.turn > state.setup.seats:
                yield state


# -- the goals that a turn can have --------------------------------------------------------------


class _Survey:
    """The most that any way of playing a turn achieves."""

    def __init__(self, start: GameState) -> None:
        self._start = start
        self._rules = FORMS[start.setup.form]
        self._first_tally = self._rules.tally(start, start.colour)
        self.most = dict.fromkeys(("beings", "legend", "destroy", "upgraded", "gain"), 0)
        self._one_move = dict(self.most)  # the most that the first move alone achieves
        self.tasks: Counter[str] = Counter()  # by task, open or not: the ends that fulfill it
        self._margins: Counter[int] = Counter()  # by points above the other side's: ends

    def note(self, line: GoalLine) -> None:
        """Note what a way of playing the turn has achieved so far."""
        tracker, state = line.tracker, line.state
        tally = self._rules.tally(state, self._start.colour) if not self._rules.has_tasks else 0
        achieved = {
            "beings": len(tracker.summoned),
            "legend": tracker.legends,
            "destroy": len(tracker.destroyed),
            "upgraded": sum(rank in UPGRADED for _, rank in tracker.destroyed),
            "gain": 0 if self._rules.scores_by_colour else tally - self._first_tally,
        }
        for kind, number in achieved.items():
            self.most[kind] = max(self.most[kind], number)
            if tracker.moves == 1:
                self._one_move[kind] = max(self._one_move[kind], number)
        if not state.actions:
            self._note_end(state)

    def _note_end(self, state: GameState) -> None:
        """Note the tasks and points of a position in which the turn can end."""
        if self._rules.has_tasks:
            fulfilled = [id for id, task in TASKS.items() if task.is_fulfilled(state, state.colour)]
            self.tasks.update(fulfilled)
        if state.setup.seats == 2:
            claims = [TASKS[id].points for id in self._rules.claimable_tasks(state)]
            mine, theirs = (self._rules.tally(state, colour) for colour in state.setup.colours)
            self._margins[mine + max(claims, default=0) - theirs] += 1

    @property
    def best_margin(self) -> int | None:
        """The most points above the other side's that an end has; None if nothing decides it."""
        return max(self._margins) if len(self._margins) > 1 else None

    def rare_tasks(self) -> list[str]:
        """Return the tasks that are not open and that the fewest ends fulfill, rarest first."""
        closed = [id for id in self.tasks if id not in self._start.current_tasks]
        return sorted(closed, key=lambda id: (self.tasks[id], id))[:MOST_CLOSED_TASKS]

    def themes(self) -> Iterator[tuple[str, GoalData]]:
        """Yield the goals worth asking for, each with its theme."""
        fewest = {"beings": 2, "legend": 1, "destroy": 3, "upgraded": 2, "gain": 4}
        for theme, number in self.most.items():
            if number >= fewest[theme] and number > self._one_move[theme]:
                key = "destroy" if theme == "upgraded" else theme
                more = {"upgraded": True} if theme == "upgraded" else {}
                yield theme, {key: number, **more}
        for task in sorted(set(self.tasks) & set(self._start.current_tasks)):
            yield _claim_theme(task), {"claim": task}


def _claim_theme(task: str) -> str:
    return "advanced" if TASKS[task].advanced else "claim"


def _survey(start: GameState, most_nodes: int) -> _Survey | None:
    """Return what the turn can achieve; None if it is too wide to be searched."""
    survey = _Survey(start)
    out_of_reach = Goal(seat_number(start.seat), Condition("beings", number=10**6))
    proof = prove(start, out_of_reach, most_nodes=most_nodes, on_position=survey.note)
    return survey if proof.is_complete else None


# -- finding -------------------------------------------------------------------------------------


class _Candidate(NamedTuple):
    """A puzzle that has been proved."""

    theme: str
    scenario: Scenario
    proof: Proof


def find_in_turn(
    state: GameState,
    source: str,
    most_nodes: int = MOST_NODES,
    *,
    hand: int = 0,
) -> Puzzle | None:
    """Return the hardest puzzle of a turn, or None if `most_nodes` nodes of search prove none.

    A puzzle with a rare theme is preferred. `hand` chooses the cards of the hand: 0 the game's own,
    other numbers cards that are dealt instead.
    """
    bare = puzzle_scenario(state)
    if hand:
        deal_other_cards(bare, hand)
        source = f"{source}, hand {hand}"
    candidates: list[_Candidate] = []
    goals = (*_goals_to_reach(bare, most_nodes), *_goals_to_survive(bare, most_nodes))
    for theme, scenario in goals:
        game = Game.from_scenario(scenario)
        goal = goal_format.read_from(scenario, game.state)
        try:
            if _is_reached_by_greedy(game, goal):
                continue
        except ValueError:  # the other side has too many ways to reply
            continue
        proof = prove(game.state, goal, most_nodes=most_nodes)
        if _is_puzzle(proof, theme):
            candidates.append(_Candidate(theme, scenario, proof))
    if not candidates:
        return None
    best = min(candidates, key=_preference)
    digits = sha256(repr(sorted(best.scenario.items())).encode()).hexdigest()[:6]
    return proved_puzzle(f"{best.theme}-{digits}", best.theme, best.scenario, source)


def _goals_to_reach(bare: Scenario, most_nodes: int) -> Iterator[tuple[str, Scenario]]:
    """Yield the position with the most that a turn can achieve, each with its theme.

    Tasks that did not lie open are opened; a turn of two seats becomes the last one, too.
    """
    state = Game.from_scenario(bare).state
    survey = _survey(state, most_nodes)
    if survey is None:
        return
    for theme, wanted in survey.themes():
        yield theme, _asking(bare, wanted)
    for task in survey.rare_tasks():
        opened = deepcopy(bare)
        open_task(opened, task)
        yield _claim_theme(task), _asking(opened, {"claim": task})
    if survey.best_margin is not None and "last_turns" not in turn_in(bare):
        last = deepcopy(bare)
        make_last_turn(last, state, survey.best_margin)
        yield "win", _asking(last, {"win": True})


def _asking(scenario: Scenario, wanted: GoalData) -> Scenario:
    return {**scenario, "goal": {**wanted, "within": {"turns": 1}}}


def _goals_to_survive(bare: Scenario, most_nodes: int) -> Iterator[tuple[str, Scenario]]:
    """Yield the position with a legend of the other side, if it could be summoned at once."""
    turn = turn_in(bare)
    if len(seats_in(bare)) > 2 or "last_turns" in turn:
        return
    reversed_turn = {"seat": 2, "number": turn["number"]}
    state = Game.from_scenario({**bare, "turn": reversed_turn}).state
    feared = Condition("legend", number=1)
    if prove(state, Goal(SeatNumber(2), feared, "turns", 1), most_nodes=most_nodes).solutions:
        yield "survive", {**bare, "goal": {"survive": {"legend": 1}}}


def _is_puzzle(proof: Proof, theme: str) -> bool:
    if not proof.is_complete or not proof.solutions:
        return False
    if theme == "survive":
        return len(proof.solutions) * FEWEST_ENDS <= proof.ends
    if proof.fewest_moves < 2:
        return False
    if len(proof.summonings) > MOST_SUMMONINGS:
        return False
    fewest_beings = min(map(len, proof.summonings))
    return fewest_beings >= 2 or (fewest_beings == 1 and len(proof.boards) <= MOST_BOARDS)


def _preference(candidate: _Candidate) -> tuple[bool, int, float]:
    """Return what puts the rarest and hardest puzzle of a turn first."""
    proof = candidate.proof
    return candidate.theme in COMMON_THEMES, len(proof.summonings), _solved_share(proof)


def _solved_share(proof: Proof) -> float:
    return len(proof.solutions) / proof.ends


def _is_reached_by_greedy(game: Game, goal: Goal) -> bool:
    return any(reaches(game.state, goal, greedy_turn(game, seed)) for seed in GREEDY_SEEDS)


def greedy_turn(game: Game, seed: int) -> tuple[str, ...]:
    """Return the decisions that the greedy player makes in this turn."""
    copy, bot, codes = game.copy(), GreedyPlayer(seed), list[str]()
    while copy.player == game.player and copy.state.turn == game.state.turn:
        move = bot.choose(copy.view(int(copy.player or 0)), copy.prompt, copy.legal_moves())
        codes.append(move.code)
        copy.play(move)
    return tuple(codes)


# -- proving -------------------------------------------------------------------------------------


def proved_puzzle(
    id: str,
    theme: str,
    scenario: Mapping[str, object],
    source: str,
    *,
    most_nodes: int = MOST_NODES,
) -> Puzzle:
    """Return the puzzle of a position with its goal, proved; ValueError without a solution."""
    steps = prove_puzzle_in_steps(id, theme, scenario, source, most_nodes=most_nodes)
    return run_search(steps)


def prove_puzzle_in_steps(
    id: str,
    theme: str,
    scenario: Mapping[str, object],
    source: str,
    *,
    most_nodes: int = MOST_NODES,
) -> Generator[ProofProgress, None, Puzzle]:
    """Do what `proved_puzzle` does, and yield the progress again and again."""
    game = Game.from_scenario(scenario)
    goal = goal_format.read_from(scenario, game.state)
    proof = yield from prove_in_steps(game.state, goal, most_nodes=most_nodes)
    if not proof.is_complete:
        raise ValueError(f"{id}: the turn has too many ways, {proof.nodes} nodes were searched")
    if not proof.solutions:
        raise ValueError(f"{id}: no way of playing the turn reaches the goal")
    refuted: list[str] = []
    for move in _obvious_moves(game):
        of_move = yield from prove_in_steps(
            game.state, goal, first_move=move, most_nodes=most_nodes
        )
        if of_move.is_complete and not of_move.solutions:
            refuted.append(move)
    shortest = min(proof.solutions, key=lambda solution: (solution.moves, len(solution.codes)))
    proved = Proved(
        moves=proof.fewest_moves,
        solutions=len(proof.solutions),
        summonings=len(proof.summonings),
        boards=len(proof.boards),
        ends=proof.ends,
        nodes=proof.nodes,
        refuted=tuple(refuted),
    )
    return Puzzle(id, theme, {}, scenario, shortest.codes, proved, None, source)


def _obvious_moves(game: Game) -> list[str]:
    """Return the first moves of players that know no goal, in a fixed order."""
    seat = int(game.player or 0)
    moves = [player("adept", 1).plan(game.view(seat))[0]]
    moves += [greedy_turn(game, seed)[0] for seed in GREEDY_SEEDS]
    return list(dict.fromkeys(moves))
