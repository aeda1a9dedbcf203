"""The program player's desk: JSON in and out, and that it listens while it thinks."""

from __future__ import annotations

import asyncio
import json

import pytest

from tashkalar import Game, new_game
from tashkalar.bots import desk
from tashkalar.bots.levels import player
from tests.support import finish, play


def a_game() -> Game:
    return play(new_game("duel", ("northern", "sylvan"), seed=5), "c5")


def job(nodes: int | None, number: int = 1, level: str = "adept") -> str:
    view = a_game().view(1)
    data = {"id": number, "level": level, "seed": "s", "nodes": nodes, "view": view}
    return json.dumps(data)


def test_it_is_staffed() -> None:
    assert desk.ping() == "here"


def test_it_answers_as_the_player_itself() -> None:
    answer = json.loads(finish(desk.plan(job(80))))
    assert answer["id"] == 1 and 0 < answer["nodes"] <= 96
    assert answer["codes"] == player("adept", "s", nodes=80).plan(a_game().view(1))


def test_it_hears_that_it_should_hurry() -> None:
    async def hurried() -> str:
        thinking = asyncio.ensure_future(desk.plan(job(5000, 7)))
        await asyncio.sleep(0)
        desk.hurry(7)
        return await thinking

    answer = json.loads(finish(hurried()))
    assert answer["nodes"] < 500
    game = a_game()
    for code in answer["codes"]:
        game.play(code)


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(ValueError, match="wizard"):
        finish(desk.plan(job(10, level="wizard")))
