"""The command ``tashkalar cards``: what every card and task needs, for programs in any language."""

from __future__ import annotations

import argparse
import json

from tashkalar import cards, terminal


def add_parser(commands: argparse._SubParsersAction[terminal.Parser]) -> None:
    """Add the command."""
    parser = commands.add_parser("cards", help="print all cards and tasks as JSON")
    parser.set_defaults(run=lambda _: write_cards(), packs=False)


def write_cards() -> str:
    """Return a JSON object with the beings, flares and tasks, each by its id.

    A pattern has its pieces as [dx, dy, rank], from the square where the being is summoned, dx to
    the right and dy up; it may be turned and mirrored (R7.3).
    """
    beings = {
        being.id: {
            "name": being.name,
            "deck": being.deck,
            "rank": being.rank,
            "pattern": [[x, -y, rank] for x, y, rank in being.pattern],
            "detached": being.shape.is_detached,
        }
        for being in cards.BEINGS.values()
    }
    flares = {
        flare.id: {"upgraded": flare.upper.difference, "pieces": flare.lower.difference}
        for flare in cards.FLARES.values()
    }
    tasks = {task.id: {"points": task.points} for task in cards.TASKS.values()}
    kinds = {"beings": beings, "flares": flares, "tasks": tasks}
    return json.dumps(kinds, separators=(",", ":")).replace("},", "},\n")
