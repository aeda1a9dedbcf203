"""Measure whether the opponents of the tour play in their style.

    python -m tools.ratings.styles tolk --form duel --games 20

An opponent plays against its plain level, or another player with `--against`, so both have the
same games. For each of the two this
prints the means a game: beings summoned, enemy pieces destroyed, tasks claimed; and the opponent's
share of the games.
"""

from __future__ import annotations

import argparse
import itertools
from collections import Counter
from collections.abc import Sequence

from tashkalar import new_game
from tashkalar.bots import arena
from tashkalar.bots.company import COMPANY
from tashkalar.position.ids import colour_number
from tashkalar.rules.forms import FORMS

COUNTED = ("summon", "destroy", "claim")


def count_game(bout: arena.Bout) -> tuple[float, tuple[Counter[str], Counter[str]]]:
    """Play a game; return the share of the first player, and what both players did."""
    game = new_game(bout.form, bout.schools, seed=bout.seed)
    players = arena.create_players([bout.players[side] for side in bout.player_by_seat], bout.seed)
    arena.play_to_end(game, players)
    counts = Counter[str](), Counter[str]()
    for entry in game.history():
        state = entry.state_before
        side = bout.player_by_seat[state.seat]
        for event in entry.events:
            is_own_loss = event.kind == "destroy" and event.owner == colour_number(state.colour)
            if event.kind in COUNTED and not is_own_loss:
                counts[side][event.kind] += 1
    return arena.first_player_share(game, bout), counts


def main(words: Sequence[str] | None = None) -> None:
    """Play games and print the table."""
    parser = argparse.ArgumentParser(prog="tools.ratings.styles", description=__doc__)
    parser.add_argument("opponent", choices=tuple(COMPANY))
    parser.add_argument("--form", choices=tuple(FORMS), default="duel")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--against", metavar="PLAYER", help="its level, if none is named")
    given = parser.parse_args(words)
    names = (given.opponent, given.against or COMPANY[given.opponent].level)
    agreed, points = arena.MatchSettings(given.form, seed="style"), 0.0
    totals = Counter[str](), Counter[str]()
    for bout in itertools.islice(arena.generate_bouts(agreed, names), given.games):
        share, counts = count_game(bout)
        points += share
        for total, count in zip(totals, counts, strict=True):
            total.update(count)
    for name, total in zip(names, totals, strict=True):
        means = ", ".join(f"{kind} {total[kind] / given.games:.1f}" for kind in COUNTED)
        print(f"{given.form} {name}: {means}")
    low, high = arena.wilson_interval(points, given.games)
    print(f"{names[0]} wins {points / given.games:.0%} ({low:.0%} to {high:.0%})")


if __name__ == "__main__":
    main()
