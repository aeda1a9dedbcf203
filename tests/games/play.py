"""Play a random game, and check the invariants after each decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import count, permutations
from random import Random
from typing import NamedTuple

from tashkalar import Game, Move, new_game
from tashkalar.cards import FLARES, SCHOOLS, legend_deck
from tests.games import invariants

LONGEST = 6000  # decisions; a game that takes longer does not end

Policy = Callable[[Game, Random], Move]


def any_move(game: Game, rng: Random) -> Move:
    """Choose among all moves evenly: mostly placing, long games with crowded boards."""
    return rng.choice(game.legal_moves())


def any_kind(game: Game, rng: Random) -> Move:
    """Choose a kind of move, then a move of it: more summoning, discarding and flares."""
    moves = game.legal_moves()
    kind = rng.choice(sorted({move.kind for move in moves}))
    return rng.choice([move for move in moves if move.kind == kind])


def eager(game: Game, rng: Random) -> Move:
    """The best of a few moves, summonings and claims preferred: legends, points, long effects."""
    moves = game.legal_moves()
    shares = (("claim", 0.95), ("thaw", 0.3), ("warp", 0.2), ("pass-control", 0.02))
    for kind, share in (*shares, ("summon", 0.9), ("flare", 0.7)):
        wanted = tuple(move for move in moves if move.kind == kind)
        if wanted and rng.random() < share:
            moves = wanted
            break
    me = game.state.colour
    best, best_worth = moves[0], -999.0
    for move in rng.sample(moves, min(5, len(moves))):
        twin = game.copy()
        twin.play(move)
        worth = _worth(twin, me) + rng.random()
        if worth > best_worth:
            best, best_worth = move, worth
    return best


def _worth(game: Game, me: int) -> float:
    state = game.state
    worth = 0.0
    for colour, mask in enumerate(state.colours):
        sign = 1 if colour == me else -1
        pieces = mask.bit_count() + 2 * state.upgraded_pieces(colour).bit_count()
        worth += sign * (pieces + 8 * game.score(state.setup.colours.index(colour) + 1))
        worth += (1 - sign) * sum(state.destroyed[3 * colour : 3 * colour + 3])
    return worth


POLICIES: dict[str, Policy] = {"moves": any_move, "kinds": any_kind, "eager": eager}


class Plan(NamedTuple):
    """The parameters that decide how a game goes; the text of a plan repeats a failure."""

    form: str
    schools: tuple[str, ...]
    policy: str
    seed: str
    legends: bool = True
    # What both sides have at the start (in a duel), so that points end it. The shared decks of
    # such a game are short, so that they run out.
    points: int = 0
    teams: bool = False

    def __str__(self) -> str:
        flag = "" if self.legends else " --no-legends"
        flag += f" --points {self.points}" if self.points else ""
        flag += " --teams" if self.teams else ""
        return (
            f"python -m tools.soak --form {self.form} --schools {','.join(self.schools)} "
            f"--policy {self.policy} --game-seed {self.seed}{flag}"
        )

    def start(self) -> Game:
        """The game before its first decision."""
        seed = f"random-game-{self.seed}"
        options = None if self.legends else {"legends": False}
        if not self.points:
            return new_game(self.form, self.schools, teams=self.teams, seed=seed, options=options)
        return Game.from_scenario(
            {
                "form": self.form,
                "seed": seed,
                "options": options or {},
                "seats": [{"school": s, "score": self.points} for s in self.schools],
                "board": {},
                "piles": {
                    "flare_deck": list(FLARES)[:2],
                    "legend_deck": [card.id for card in legend_deck()[:2]] * self.legends,
                },
            }
        )


# Forms with the number of seats and whether in teams; two players have the most ways to differ.
TABLES = (
    *(("high-form", 2, False), ("duel", 2, False), ("melee", 3, False)),
    *(("high-form", 2, False), ("duel", 2, False), ("melee", 4, False)),
    *(("high-form", 4, True), ("duel", 2, False), ("duel", 4, True)),
)


def plans(seed: str = "0", policies: Sequence[str] = tuple(POLICIES)) -> Iterator[Plan]:
    """Yield plans without end: all ordered pairs of schools, forms and policies in turn."""
    pairs = list(permutations(SCHOOLS, 2))
    for number in count():
        form, seats, teams = TABLES[number % len(TABLES)]
        pair = pairs[5 * number % len(pairs)]
        others = [school for school in SCHOOLS if school not in pair]
        others = others[number % len(others) :] + others[: number % len(others)]
        yield Plan(
            form,
            (*pair, *others)[:seats],
            policies[number // len(TABLES) % len(policies)],
            f"{seed}-{number}",
            legends=number % 13 != 12,
            points=14 if form == "duel" and not teams and number % 5 == 0 else 0,
            teams=teams,
        )


class Report(NamedTuple):
    """The contents of a game."""

    decisions: int
    deep: int
    undone: int
    features: Counter[str]
    summoned: Counter[str]
    game: Game


COUNTED = (
    *("flare", "claim", "borrow", "extra-turn", "draw-extra", "convert"),
    *("thaw", "warp", "gateway", "pass-control", "remove", "capture", "swap", "lose-action"),
)
LINKED = ("antimatter-spirit", "polarity-queen")  # cards with linked effects


def features_of(game: Game) -> tuple[Counter[str], Counter[str]]:
    """Return the kinds of things that happened in a game, and how often each card was summoned."""
    found: Counter[str] = Counter()
    summoned: Counter[str] = Counter()
    history = game.history()
    states = [entry.state_before for entry in history[1:]] + [game.state]
    for entry, after in zip(history, states, strict=True):
        if after.rng != entry.state_before.rng:
            found["deck reshuffled"] += 1
        me = entry.state_before.colour + 1
        if entry.move.card in LINKED and any(event.kind == "move" for event in entry.events):
            found["linked"] += 1
        for event in entry.events:
            if event.kind == "summon" and event.card:
                summoned[event.card] += 1
                if event.rank == "legendary":
                    found["legend summoned"] += 1
                if event.match and event.match.improvised:
                    found["improvised"] += 1
                elif event.match and event.match.foreign:
                    found["borrowed piece used"] += 1
            elif event.kind == "pick-up":
                found["shortage pick-up"] += 1
                found[f"shortage pick-up ({entry.move.kind})"] += 1
            elif event.kind == "destroy" and event.owner == me:
                found["own piece destroyed"] += 1
            elif event.kind in COUNTED:
                found[event.kind] += 1
            elif event.kind == "return":
                found["card returned"] += 1
    return found, summoned


def play(plan: Plan, *, deep_every: float = 40, back: bool = False) -> Report:
    """Play a game to its end; about every so many decisions the deep checks, at the end undo."""
    game = plan.start()
    invariants.compare(game, plan.start(), "the same seed")
    start = game.state
    rng = Random(f"{plan.seed}/{plan.policy}")
    choose = POLICIES[plan.policy]
    decisions = deep = 0
    try:
        while not game.is_over:
            is_deep = rng.random() * deep_every < 1
            invariants.check(game, is_deep, rng)
            deep += is_deep
            before = game.state
            key = before.key() if is_deep else None
            move = choose(game, rng)
            game.play(move.code if rng.random() < 0.5 else move)
            decisions += 1
            invariants.need(key is None or before.key() == key, "an old state was written on")
            invariants.check_step(before, move, game)
            invariants.need(decisions < LONGEST, "the game does not end")
        invariants.check(game, True, rng)
        if back:
            invariants.check_all_the_way_back(game, start)
    except Exception as error:
        error.add_note(f"after {decisions} decisions of: {plan}")
        error.add_note(f"the last ones: {' '.join(game.codes[-12:])}")
        raise
    features, summoned = features_of(game)
    return Report(decisions, deep, len(game.codes) if back else 0, features, summoned, game)
