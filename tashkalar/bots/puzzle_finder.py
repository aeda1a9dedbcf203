"""Find puzzles in the turns of games: goals that few ways of playing the turn reach."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
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
from tashkalar.bots.simple import GreedyPlayer
from tashkalar.cards import TASKS, by_school
from tashkalar.formats import goal as goal_format
from tashkalar.formats import scenario_writer
from tashkalar.formats.goal import UPGRADED, Condition, Goal
from tashkalar.formats.puzzle import Proved, Puzzle
from tashkalar.json_reader import to_plain_json
from tashkalar.position import rng
from tashkalar.position.ids import SeatNumber, colour_number, seat_number, seat_of
from tashkalar.position.state import GameState
from tashkalar.rules.deal import HAND_BEINGS
from tashkalar.rules.forms import FORMS

MOST_SUMMONINGS = 3
MOST_BOARDS = 12  # of a puzzle that needs no two beings
FEWEST_ENDS = 25  # of a turn, for each end that survives
GREEDY_SEEDS = range(3)

Scenario = dict[str, object]
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
        self.tasks: set[str] = set()

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
            self.tasks |= set(self._rules.claimable_tasks(state))

    def themes(self) -> Iterator[tuple[str, GoalData]]:
        """Yield the goals worth asking for, each with its theme."""
        fewest = {"beings": 2, "legend": 1, "destroy": 3, "upgraded": 2, "gain": 4}
        for theme, number in self.most.items():
            if number >= fewest[theme] and number > self._one_move[theme]:
                key = "destroy" if theme == "upgraded" else theme
                more = {"upgraded": True} if theme == "upgraded" else {}
                yield theme, {key: number, **more}
        for task in sorted(self.tasks):
            yield "advanced" if TASKS[task].advanced else "claim", {"claim": task}
        if self._start.last_turns == 1:
            yield "win", {"win": True}


def _survey(start: GameState, most_nodes: int) -> _Survey | None:
    """Return what the turn can achieve; None if it is too wide to be searched."""
    survey = _Survey(start)
    out_of_reach = Goal(seat_number(start.seat), Condition("beings", number=10**6))
    proof = prove(start, out_of_reach, most_nodes=most_nodes, on_position=survey.note)
    return survey if proof.is_complete else None


# -- the position of a puzzle --------------------------------------------------------------------


def puzzle_scenario(state: GameState) -> Scenario:
    """Return a turn's position as short as possible: what is hidden is dealt from a seed.

    The seat to move becomes the first one.
    """
    scenario = to_plain_json(scenario_writer.write(state)) | {"seed": 1}
    for seat in _seats(scenario):
        for key in ("deck", "dropped", "name"):
            seat.pop(key, None)
    del scenario["piles"]
    if isinstance(tasks := scenario.get("tasks"), dict):
        del tasks["deck"]
    _move_first(scenario, state)
    return scenario


def _seats(scenario: Scenario) -> list[dict[str, object]]:
    seats = scenario["seats"]
    assert isinstance(seats, list)
    return seats


def _move_first(scenario: Scenario, state: GameState) -> None:
    """Let the seats of a scenario begin with the one to move, in the order of their turns.

    `state` is the scenario's position at the start of a turn.
    """
    turn, board, first = scenario["turn"], scenario["board"], state.seat
    assert isinstance(turn, dict)
    assert isinstance(board, dict)
    if not first:
        return
    colours = state.setup.colours
    # A color by its number in a text, before and after; teammates share one.
    new_colours = {
        str(colour_number(colour)): str(colour_number(colours[seat - first]))
        for seat, colour in enumerate(colours)
    }
    seats = _seats(scenario)
    scenario["seats"] = [*seats[first:], *seats[:first]]
    for seat in _seats(scenario):
        if isinstance(score := seat.get("score"), dict):
            seat["score"] = {new_colours[enemy]: points for enemy, points in score.items()}
        if isinstance(enemies := seat.get("improvised"), list):
            seat["improvised"] = sorted(int(new_colours[str(enemy)]) for enemy in enemies)
    ranked = sorted(board.items(), key=lambda item: str(item[1]), reverse=True)
    pieces = [(square, new_colours[piece[0]] + piece[1:]) for square, piece in ranked]
    scenario["board"] = dict(sorted(pieces, key=lambda item: item[1][0]))
    turn["seat"] = 1
    if isinstance(captive := scenario.get("captive"), dict):
        captive["owner"] = int(new_colours[str(captive["owner"])])
    if isinstance(removed := scenario.get("removed"), dict):
        scenario["removed"] = {new_colours[owner]: kinds for owner, kinds in removed.items()}


# -- finding -------------------------------------------------------------------------------------


class _Candidate(NamedTuple):
    """A puzzle that has been proved."""

    theme: str
    scenario: Scenario
    proof: Proof


def find_in_turn(
    state: GameState, source: str, most_nodes: int = MOST_NODES, *, hand: int = 0
) -> Puzzle | None:
    """Return the hardest puzzle of a turn; None if it has none that these nodes can prove.

    `hand` numbers the other hands that can be dealt to the player; 0 is the one of the game.
    """
    bare = puzzle_scenario(state)
    if hand:
        deal_other_hand(bare, hand)
        source = f"{source}, hand {hand}"
    candidates: list[_Candidate] = []
    for theme, wanted in (*_goals_to_reach(bare, most_nodes), *_goals_to_survive(bare, most_nodes)):
        scenario = {**bare, "goal": wanted}
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
    best = min(candidates, key=lambda c: (len(c.proof.summonings), _solved_share(c.proof)))
    digits = sha256(repr(sorted(best.scenario.items())).encode()).hexdigest()[:6]
    return proved_puzzle(f"{best.theme}-{digits}", best.theme, best.scenario, source)


def _goals_to_reach(bare: Scenario, most_nodes: int) -> Iterator[tuple[str, GoalData]]:
    """Yield the most that a turn can achieve, each with its theme."""
    survey = _survey(Game.from_scenario(bare).state, most_nodes)
    for theme, wanted in survey.themes() if survey else ():
        yield theme, {**wanted, "within": {"turns": 1}}


def _goals_to_survive(bare: Scenario, most_nodes: int) -> Iterator[tuple[str, GoalData]]:
    """Yield the legend of the other side, if it could be summoned at once."""
    turn = bare["turn"]
    assert isinstance(turn, dict)
    if len(_seats(bare)) > 2 or "last_turns" in turn:
        return
    reversed_turn = {"seat": 2, "number": turn["number"]}
    state = Game.from_scenario({**bare, "turn": reversed_turn}).state
    feared = Condition("legend", number=1)
    if prove(state, Goal(SeatNumber(2), feared, "turns", 1), most_nodes=most_nodes).solutions:
        yield "survive", {"survive": {"legend": 1}}


def deal_other_hand(scenario: Scenario, number: int) -> None:
    """Give the player three other beings of the school, and no flare.

    Beings that lie elsewhere, such as one whose frozen effect is in play, are not dealt.
    """
    turn = scenario["turn"]
    assert isinstance(turn, dict)
    seat = _seats(scenario)[seat_of(turn["seat"])]
    other_places = [value for key, value in seat.items() if key != "hand"]
    named = set(_texts_in(other_places))
    deck = tuple(card.id for card in by_school(str(seat["school"])) if card.id not in named)
    _, cards = rng.shuffle(rng.state_from_seed(f"hand {number}"), deck)
    seat["hand"] = list(cards[:HAND_BEINGS])
    seat["flare"] = []


def _texts_in(value: object) -> Iterator[str]:
    """Yield all texts in a value of a scenario, such as the ids of cards."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from _texts_in(list(value.values()))
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts_in(item)


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


def proved_puzzle(id: str, theme: str, scenario: Mapping[str, object], source: str) -> Puzzle:
    """Return the puzzle of a position with its goal, proved; ValueError without a solution."""
    return run_search(prove_puzzle_in_steps(id, theme, scenario, source))


def prove_puzzle_in_steps(
    id: str, theme: str, scenario: Mapping[str, object], source: str
) -> Generator[ProofProgress, None, Puzzle]:
    """Do what `proved_puzzle` does, and yield the progress again and again."""
    game = Game.from_scenario(scenario)
    goal = goal_format.read_from(scenario, game.state)
    proof = yield from prove_in_steps(game.state, goal)
    if not proof.is_complete:
        raise ValueError(f"{id}: the turn has too many ways, {proof.nodes} nodes were searched")
    if not proof.solutions:
        raise ValueError(f"{id}: no way of playing the turn reaches the goal")
    refuted: list[str] = []
    for move in _obvious_moves(game):
        of_move = yield from prove_in_steps(game.state, goal, first_move=move)
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
