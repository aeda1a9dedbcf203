"""The program player's desk: JSON in and out, and that it listens while it thinks."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tashkalar import Game, bots, new_game
from tashkalar.bots import worker
from tashkalar.bots.levels import player
from tashkalar.cards import packs
from tashkalar.errors import PackError
from tests import packmaking
from tests.support import arrange, finish, play


def a_game() -> Game:
    return play(new_game("duel", ("northern", "sylvan"), seed=5), "c5")


def job(nodes: int | None, number: int = 1, level: str = "adept") -> str:
    view = a_game().view(1)
    data = {"id": number, "level": level, "seed": "s", "nodes": nodes, "view": view}
    return json.dumps(data)


def test_it_is_staffed() -> None:
    assert worker.ping() == ""  # a folder is always what it is


def test_the_engine_of_a_desk_is_known_by_its_archive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = tmp_path / "engine.zip"
    loader = SimpleNamespace(archive=str(archive))
    monkeypatch.setattr(bots, "__spec__", SimpleNamespace(loader=loader))
    hashes = []
    for content in (b"one", b"two"):
        archive.write_bytes(content)
        bots.engine_checksum.cache_clear()  # another page, another Python
        hashes.append(worker.ping())
    bots.engine_checksum.cache_clear()
    assert re.fullmatch("[0-9a-f]{8}", hashes[0]) and hashes[0] != hashes[1]


def test_it_answers_as_the_player_itself() -> None:
    answer = json.loads(finish(worker.plan(job(80))))
    assert answer["id"] == 1 and 0 < answer["nodes"] <= 96
    assert answer["codes"] == player("adept", "s", nodes=80).plan(a_game().view(1))


def test_patience_is_four_times_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only where the job leaves the budget to the level."""
    monkeypatch.setattr(worker, "budget", lambda level, form, seats: 40)

    def answer(nodes: int | None) -> Any:
        return json.loads(
            finish(worker.plan(json.dumps(json.loads(job(nodes)) | {"longer": True})))
        )

    assert answer(None) == answer(160) != answer(40)


def test_it_hears_that_it_should_hurry() -> None:
    async def hurried() -> str:
        thinking = asyncio.ensure_future(worker.plan(job(5000, 7)))
        await asyncio.sleep(0)
        worker.hurry(7)
        return await thinking

    answer = json.loads(finish(hurried()))
    assert answer["nodes"] < 500
    game = a_game()
    for code in answer["codes"]:
        game.play(code)


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(ValueError, match="wizard"):
        finish(worker.plan(job(10, level="wizard")))


@pytest.mark.parametrize(
    ("effect", "reason"),
    [
        ("raise KeyError('oops')", "KeyError"),
        ("while True:\n        pass", "it has not ended"),
        ("while True:\n        e.choose_square('destroy', e.own)", "asks too much"),
    ],
)
def test_a_pack_that_fails_while_it_is_tried_out_is_named(effect: str, reason: str) -> None:
    """The computer player does not hang on it, nor does it play on as if nothing were."""
    module: dict[str, Any] = {}
    exec(packmaking.source(effect), module)
    pack = packs.register(module["pack"])
    try:
        pieces = {"c3": "1 common", "d3": "1 common", "f6": "1 common"}
        game = arrange(pieces, school=pack.id, hand=["x-sparks-spark"], actions=1)
        data = {"id": 3, "level": "adept", "seed": "s", "nodes": 300, "view": game.view(1)}
        with pytest.raises(PackError, match=reason) as failed:
            finish(worker.plan(json.dumps(data)))
        assert failed.value.pack == pack.id
    finally:
        packs.unregister(pack.id)
