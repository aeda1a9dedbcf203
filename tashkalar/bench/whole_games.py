"""Whole games to learn from: ``tashkalar selfplay --learn games.jsonl --form duel --games 4000``.

The computer plays both seats with few nodes. In some turns it plays one of the other good ends of
the turn instead of the one that it likes best, and all of them are noted. Which one was played was
chance: so over many such turns the final lead says how much better one end is than another.

Each line of the file is a game: how it was dealt, all its decisions, the turns with noted ends, and
its points. `tashkalar.bench.learn` fits the weights of a judge to such games.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from tashkalar import Game, new_game
from tashkalar.bench.rollouts import Random
from tashkalar.bots import arena
from tashkalar.bots.determinize import determinize
from tashkalar.bots.evaluation import Evaluator
from tashkalar.bots.levels import LEVELS, player
from tashkalar.bots.pool import run_in_order
from tashkalar.bots.search import Codes, Search, without_missed_claims
from tashkalar.bots.variants import find_weights
from tashkalar.position.ids import seat_of
from tashkalar.rules.forms import FORMS

EARLY_TURNS = 6  # the first turns of a game, of both sides together
# One turn of so many takes another end: among the early turns, and later.
EARLY_CHANCE, LATER_CHANCE = 4, 16
ENDS = 16  # the ends of a turn that the other end is drawn from

_KEYS = {"form", "schools", "seed", "settings", "codes", "noted", "points"}  # of a line
_LINE_START = '{"form":'


class GamesFileError(ValueError):
    """A file holds something else than games to learn from; the message says where."""


class PlaySettings(NamedTuple):
    """The judge that plays the games, and its budget."""

    judge: str = "expert"  # the level, or variant of one, whose weights judge
    nodes: int = 120  # of each turn


class NotedTurn(NamedTuple):
    """A turn in which another end was played than the one that the player liked best."""

    at: int  # the number of decisions before the turn
    rank: int  # of the end that was played, among the others
    ends: list[str]  # the decisions of each end: the one that it liked best, then the others


def play_game(settings: PlaySettings, bout: arena.Bout) -> dict[str, Any]:
    """Return a game as a line of the file."""
    game = new_game(bout.form, bout.schools, seed=bout.seed)
    chance = Random(f"whole games {bout.seed}")
    # Players for what is decided outside of turns, such as the set-up.
    others = [player("novice", f"{bout.seed}/{seat}") for seat in range(len(bout.schools))]
    codes: list[str] = []
    noted: list[NotedTurn] = []
    for _ in range(arena.MAX_DECISIONS):
        if game.player is None:
            break
        if game.prompt.kind != "turn" or game.state.phase != "play":
            todo = others[seat_of(game.player)].plan(game.view(game.player))[:1]
        else:
            ends, rank = _choose_end(game, chance, settings)
            todo = list(ends[rank])
            if rank:
                noted.append(NotedTurn(len(codes), rank, [" ".join(end) for end in ends]))
        for code in todo:
            game.play(code)
            codes.append(code)
    rules = FORMS[bout.form]
    return {
        "form": bout.form,
        "schools": bout.schools,
        "seed": bout.seed,
        "settings": settings._asdict(),
        "codes": " ".join(codes),
        "noted": [one._asdict() for one in noted],
        "points": [rules.score(game.state, color) for color in range(len(game.state.colours))],
    }


def _choose_end(game: Game, chance: Random, settings: PlaySettings) -> tuple[list[Codes], int]:
    """Return the best ends of a turn, and which of them is played: 0 for the best."""
    assert game.player is not None
    seat = seat_of(game.player)
    chance.state, state = determinize(game.view(game.player), chance.state)
    weights = find_weights(settings.judge, state.setup.form)
    limits = LEVELS["expert"].limits._replace(nodes=settings.nodes, evaluated_ends=ENDS)
    search = Search(state, Evaluator(state, seat, weights), limits)
    for _ in search.run():
        pass
    ends = [end.codes for end in without_missed_claims(search.ranked_ends())[:ENDS]]
    one_of = EARLY_CHANCE if state.turn <= EARLY_TURNS else LATER_CHANCE
    if chance.below(one_of) or state.last_turns >= 0 or len(ends) < 2:
        return ends, 0
    return ends, 1 + chance.below(len(ends) - 1)


def write_games(
    path: Path,
    agreed: arena.MatchSettings,
    settings: PlaySettings,
    games: int,
    executor: Executor,
    *,
    max_pending: int,
) -> Iterator[int]:
    """Play games and add each to a file; yield the number of games there after each.

    Games that the file has already, with the same settings, count and are not played again. Raise
    GamesFileError if it is a file of something else, and OSError if it cannot be used.
    """
    done = _games_in(path, settings)
    deals = islice(arena.generate_deals(agreed), games)
    todo = [bout for bout in deals if (bout.form, bout.seed) not in done]
    number = games - len(todo)
    with path.open("a", encoding="utf-8") as file:
        yield number
        for line in run_in_order(executor, partial(play_game, settings), todo, max_pending):
            file.write(json.dumps(line, separators=(",", ":")) + "\n")
            file.flush()
            number += 1
            yield number


def _games_in(path: Path, settings: PlaySettings) -> set[tuple[str, str]]:
    """Return form and seed of the games in a file; cut off a line that was not written whole."""
    if not path.exists():
        return set()
    *_, rest = path.read_text(encoding="utf-8").rpartition("\n")
    if not rest.startswith(_LINE_START[: len(rest)]):
        raise GamesFileError(f"{path}: its last line is no game of selfplay --learn")
    done = {
        (line["form"], line["seed"])
        for line in read_games(path)
        if line["settings"] == settings._asdict()
    }
    if rest:
        with path.open("r+b") as file:
            file.truncate(path.stat().st_size - len(rest.encode()))
    return done


def read_games(path: Path) -> Iterator[Mapping[str, Any]]:
    """Yield the games of a file, but a last line that was not written whole.

    Raise GamesFileError if it is a file of something else.
    """
    with path.open(encoding="utf-8") as file:
        for number, text in enumerate(file, 1):
            if not text.endswith("\n"):
                return
            try:
                line = json.loads(text)
                if not line.keys() >= _KEYS:
                    raise ValueError
            except (AttributeError, ValueError):
                message = f"{path}, line {number}: no game of selfplay --learn"
                raise GamesFileError(message) from None
            yield line
