"""Tests of packs in a worker that fails in every way: requests, stored packs, notices.

`PackWorkerHandle` runs a real `PackRequestHandler`, or does what it was told to do instead. There
is no browser.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tashkalar import Game
from tashkalar.bots import engine_checksum
from tashkalar.cards import packs
from tashkalar.errors import PackError, PackStopped
from tashkalar.features.packs import pack_worker
from tashkalar.features.packs.pack_host import PackBotWorkers, PackHost, PackTimeouts
from tashkalar.features.packs.wheel_check import WheelMetadata, inspect_wheel
from tashkalar.formats import execution_json as texts
from tashkalar.rules.execution import Execution, PackResultPending, carry_out
from tashkalar.ui.bots import bot_client
from tashkalar.ui.bots.computer_seats import PlanJob
from tashkalar.ui.session.session import Session
from tests import packmaking
from tests.support import finish
from tests.ui.table import preview_move

SOON = PackTimeouts(start_s=0.05, answer_s=0.05, grace_s=0.0)
SPARK = "x-sparks-spark"
ASKS = "e.may_destroy(e.enemies & e.being.near)"


async def never(*_: object) -> Any:
    await asyncio.Event().wait()


async def _nothing_to_install(wheel: Path) -> None:
    raise AssertionError(f"{wheel}: only what a worker opens is installed")


class Worker:
    """A worker that carries out moves with a pack that the page knows only by its description."""

    def __init__(self, crew: Crew) -> None:
        self._crew = crew
        self.engine = crew.engine
        self.asked: list[str] = []
        self.ended = False

    async def ask(self, text: str, file: tuple[str, bytes] | None = None) -> str:
        asked = json.loads(text)
        self.asked.append(asked["what"])
        if (instead := self._crew.instead.get(asked["what"])) is not None:
            return str(await instead(asked))
        if asked["what"] == "open":
            return self._opened()
        described = packs.REGISTERED_PACKS["x-sparks"]
        packs.unregister("x-sparks")
        packs.register(self._crew.real)
        try:
            return await pack_worker.PackRequestHandler(Path(), _nothing_to_install).answer(text)
        finally:
            packs.unregister("x-sparks")
            packs.register(described)

    def _opened(self) -> str:
        described = packs.REGISTERED_PACKS.get("x-sparks")
        packs.unregister("x-sparks")
        module: dict[str, Any] = {}
        exec(self._crew.source, module)
        self._crew.real = packs.register(module["pack"])
        packs.unregister("x-sparks")
        if described:
            packs.register(described)
        return json.dumps({"found": packs.describe(self._crew.real)})

    def end(self) -> None:
        self.ended = True


class Crew:
    """A factory of workers that records which it has started."""

    def __init__(self, effect: str = ASKS) -> None:
        self.source = packmaking.source(effect)
        self.engine = engine_checksum()
        self.instead: dict[str, Callable[[Any], Awaitable[str]]] = {}
        self.workers: list[Worker] = []
        self.real: packs.Pack

    async def start(self) -> Worker:
        self.workers.append(Worker(self))
        return self.workers[-1]


@pytest.fixture
def wheel(tmp_path: Path) -> tuple[WheelMetadata, bytes]:
    file = packmaking.write_wheel(tmp_path)
    return inspect_wheel(file.name, file.read_bytes()), file.read_bytes()


@pytest.fixture(autouse=True)
def nothing_stays() -> Iterator[None]:
    yield
    for id in list(packs.REGISTERED_PACKS):
        packs.unregister(id)


def opened(crew: Crew, wheel: tuple[WheelMetadata, bytes]) -> PackHost:
    """A room with the pack, which is registered."""
    room = PackHost(crew, SOON)
    packs.register(finish(room.open_pack(*wheel)))
    return room


def game() -> Game:
    return Game.from_scenario(
        {
            "form": "duel",
            "seats": [{"school": "x-sparks", "hand": [SPARK]}, {"school": "sylvan"}],
            "board": {"d5": "1 common", "e4": "2 common", "f4": "2 common"},
        }
    )


def play(room: PackHost, one: Game, code: str) -> None:
    finish(room.retry_until_answered(lambda: one.play(code)))


def test_a_move_is_asked_for_once(wheel: tuple[WheelMetadata, bytes]) -> None:
    """The answer stays the same when the move is undone, repeated, saved and loaded."""
    crew = Crew()
    room = opened(crew, wheel)
    one = game()
    with pytest.raises(PackResultPending):
        one.play(f"{SPARK}@e5")
    assert one.codes == () and not one.can_undo
    play(room, one, f"{SPARK}@e5")
    assert [move.code for move in one.legal_moves()] == ["e4", "f4", "-"]
    play(room, one, "e4")
    assert "e4" not in one.board and one.open_move is None
    [worker] = crew.workers
    asked = list(worker.asked)
    text = one.to_json()
    one.undo()
    one.undo()
    assert one.codes == ()
    one.redo()
    one.redo()
    assert one.to_json() == text == Game.from_json(text).to_json()
    assert Game.from_record(one.record()).codes == one.codes
    assert worker.asked == asked


def test_it_comes_to_the_same_as_without_a_worker(wheel: tuple[WheelMetadata, bytes]) -> None:
    crew = Crew()
    room = opened(crew, wheel)
    one = game()
    for code in (f"{SPARK}@e5", "f4"):
        play(room, one, code)
    packs.unregister("x-sparks")
    packs.register(crew.real)
    plain = game()
    for code in (f"{SPARK}@e5", "f4"):
        plain.play(code)
    assert (one.to_json(), one.history()[0].events) == (
        plain.to_json(),
        plain.history()[0].events,
    )


@pytest.mark.parametrize("read", [Game.from_json_in_steps, Game.open_in_steps])
def test_a_text_is_read_step_by_step(wheel: tuple[WheelMetadata, bytes], read: Any) -> None:
    """The page requests each move of a pack when it is due, and repeats no earlier one."""
    room = opened(Crew(), wheel)
    one = game()
    for code in (f"{SPARK}@e5", "e4"):
        play(room, one, code)
    one.undo()
    text = one.to_json()  # with an open move, and an answer to redo
    packs.unregister("x-sparks")
    fresh = Crew()
    again = opened(fresh, wheel)
    with pytest.raises(PackResultPending):
        Game.from_json(text)
    finished = finish(again.finish_steps(read(text)))
    assert getattr(finished, "game", finished).to_json() == text
    assert fresh.workers[0].asked.count("carry-out") == 2


def test_what_is_left_of_a_damaged_text_is_asked_for_too(
    wheel: tuple[WheelMetadata, bytes],
) -> None:
    room = opened(Crew(), wheel)
    one = game()
    for code in (f"{SPARK}@e5", "e4"):
        play(room, one, code)
    text = one.to_json().replace('"hash":"', '"hash":"x')
    packs.unregister("x-sparks")
    again = opened(Crew(), wheel)
    with pytest.raises(PackResultPending):
        Game.salvage(text)
    finished = finish(again.finish_steps(Game.salvage_in_steps(text)))
    assert finished is not None and finished.game.codes == one.codes


def test_who_does_not_answer_is_ended(wheel: tuple[WheelMetadata, bytes]) -> None:
    """The game stays as before, the failure is known, and the next question has a new worker."""
    crew = Crew()
    room = opened(crew, wheel)
    one = game()
    crew.instead["carry-out"] = never
    with pytest.raises(PackStopped) as caught:
        play(room, one, f"{SPARK}@e5")
    assert (caught.value.pack, caught.value.card) == ("x-sparks", SPARK)
    assert one.codes == () and [worker.ended for worker in crew.workers] == [True]
    with pytest.raises(PackStopped):
        one.play(f"{SPARK}@e5")  # nobody waits for the same again
    room.forget_failures()  # but who was told may try once more
    crew.instead.clear()
    play(room, one, f"{SPARK}@e5")
    assert [worker.asked for worker in crew.workers][1:] == [["open", "carry-out"]]


def test_a_loop_is_stopped_too(wheel: tuple[WheelMetadata, bytes], monkeypatch: Any) -> None:
    monkeypatch.setattr("tashkalar.cards.step_limit.STEP_LIMIT", 10_000)
    crew = Crew("while True: pass")
    room, one = opened(crew, wheel), game()
    with pytest.raises(PackStopped, match="Spark"):
        play(room, one, f"{SPARK}@e5")
    assert one.codes == () and not crew.workers[0].ended


async def broken(*_: object) -> str:
    raise RuntimeError("out of memory")


def said(text: str) -> Callable[[object], Awaitable[str]]:
    async def say(_: object) -> str:
        return text

    return say


@pytest.mark.parametrize(
    "instead",
    [
        broken,
        said(""),
        said("[1, 2"),
        said("7"),
        said("{}"),
        said('{"found": null}'),
        said('{"found": "{}"}'),
        said('{"failed": {"pack": "", "reason": 7, "endless": false}}'),
        said('{"failed": {"pack": "", "reason": "boom", "endless": false}}'),
        said(json.dumps({"found": "[" * 100_000})),
    ],
)
def test_nonsense_is_a_failure(
    wheel: tuple[WheelMetadata, bytes], instead: Callable[[Any], Awaitable[str]]
) -> None:
    crew = Crew()
    room, one = opened(crew, wheel), game()
    crew.instead["carry-out"] = instead
    before = one.to_json()
    with pytest.raises(PackError) as caught:
        play(room, one, f"{SPARK}@e5")
    assert caught.value.pack == "x-sparks" and one.to_json() == before
    crew.instead.clear()
    room.forget_failures()
    play(room, one, f"{SPARK}@e5")


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("state",), {}),
        (("state", "hands"), [["x-sparks-none"], []]),
        (("state", "points"), [10**9, 0]),
        (("answers",), ["f4"]),
        (("forced",), [True, True, True]),
        (("events",), [{"kind": "nothing"}]),
        (("events",), [{"kind": "place", "square": "<b>"}]),
        (("events",), [{"kind": "draw", "square": "e5"}]),
        (("events",), [{"kind": "claim", "card": "__proto__"}]),
        (("question",), 7),
        (("question", "moves"), []),
        (("question", "moves"), [{"code": "a", "kind": "summon"}]),
        (("question", "moves"), [{"code": "a", "kind": "choose"}] * 2),
        (("question", "moves"), [{"code": ">", "kind": "pass-control"}]),
        (("question", "moves"), [{"code": "a", "kind": "choose", "square": 5}]),
        (("question", "card"), "none"),
        (("more",), 1),
    ],
)
def test_what_comes_back_is_checked(
    wheel: tuple[WheelMetadata, bytes], place: tuple[str, ...], value: object
) -> None:
    room, one = opened(Crew(), wheel), game()
    with pytest.raises(PackResultPending) as wanted:
        one.play(f"{SPARK}@e5")
    [execution] = wanted.value.executions
    finish(room.resolve_pending(wanted.value))
    done = json.loads(texts.write_result(carry_out(execution)))
    assert texts.write_result(texts.read_result(json.dumps(done), execution)) == json.dumps(
        done, separators=(",", ":")
    )
    inside = done
    for key in place[:-1]:
        inside = inside[key]
    inside[place[-1]] = value
    with pytest.raises(ValueError, match=r"."):
        texts.read_result(json.dumps(done), execution)


@pytest.mark.parametrize("what", ["hangs", "breaks", "description", "version", "start"])
def test_a_pack_that_cannot_be_opened(wheel: tuple[WheelMetadata, bytes], what: str) -> None:
    crew = Crew()
    room = PackHost(crew, SOON)
    if what == "version":
        crew.engine = "0" * 64
    elif what == "start":
        crew.start = never  # type: ignore[method-assign]
    else:
        answers = {"hangs": never, "breaks": broken, "description": said('{"found": {"id": 7}}')}
        crew.instead["open"] = answers[what]
    with pytest.raises(PackError):
        finish(room.open_pack(*wheel))
    assert all(worker.ended for worker in crew.workers)
    assert bool(crew.workers) == (what != "start")


def test_a_dry_run_asks_for_everything_at_once(wheel: tuple[WheelMetadata, bytes]) -> None:
    """The move, then all answers to its question: a person who looks on waits twice, no more."""
    room, one = opened(Crew(), wheel), game()
    move = one.find_move(f"{SPARK}@e5")
    asked: list[tuple[Execution, ...]] = []

    def look() -> object:
        try:
            return preview_move(one, move)
        except PackResultPending as wanted:
            asked.append(wanted.executions)
            raise

    finish(room.retry_until_answered(look))
    assert [len(deeds) for deeds in asked] == [1, 3]  # two answers, and no
    assert one.codes == ()


def test_a_session_remembers_what_was_decided(wheel: tuple[WheelMetadata, bytes]) -> None:
    """The page makes that decision, and no other, when the pack has answered."""
    room = opened(Crew(), wheel)
    session = Session(game(), curtain=False)
    session.click_card(SPARK)
    with pytest.raises(PackResultPending) as wanted:
        session.click_square("e5")
    assert session.code_awaiting_pack == f"{SPARK}@e5" and session.selection.card == SPARK
    finish(room.resolve_pending(wanted.value))
    assert session.play_code(session.code_awaiting_pack)
    assert session.game.open_move is not None


def test_a_computer_players_worker_has_the_packs(wheel: tuple[WheelMetadata, bytes]) -> None:
    crew = Crew()
    room = opened(crew, wheel)
    ended: list[str] = []
    room.on_change = lambda: ended.append("all")
    players = PackBotWorkers(room)
    worker = finish(players.start("opponent-1"))
    assert finish(worker.ping()) == engine_checksum() and crew.workers[1].asked == ["open", "ping"]
    crew.instead["plan"] = said('{"failed": {"pack": "x-sparks", "reason": "b", "endless": false}}')
    with pytest.raises(PackError) as caught:
        finish(worker.plan("{}"))  # type: ignore[arg-type]
    assert caught.value.pack == "x-sparks"
    players.end("opponent-1")
    assert [worker.ended for worker in crew.workers] == [False, True]
    room.close_pack("sparks")
    assert ended == ["all"] and crew.workers[0].ended


def test_a_computer_players_worker_that_was_ended_is_noticed_by_its_silence(
    wheel: tuple[WheelMetadata, bytes],
) -> None:
    """As in a game without packs, the page waits less for it than for one that thinks."""
    crew = Crew()
    room = opened(crew, wheel)

    async def ended(_: object) -> str:
        crew.instead["ping"] = never
        return str(await never())

    crew.instead["plan"] = ended
    patient = bot_client.BotTimeouts(start_s=9, plan_s=9, hurry_s=9, ping_s=0.02)
    client = bot_client.BotClient(PackBotWorkers(room), patient)
    job = PlanJob(1, "adept", json.dumps({"id": 1}), needs_packs=True)
    assert finish(asyncio.wait_for(client.request_plan(job), 5)) is None
    assert [worker.ended for worker in crew.workers] == [False, True]


def test_what_a_pack_has_answered_is_foretold_and_nothing_is_asked_ahead(
    wheel: tuple[WheelMetadata, bytes],
) -> None:
    room = opened(Crew(), wheel)
    session = Session(game(), curtain=False)
    assert not list(session.prefetch_previews())
    session.click_card(SPARK)
    session.look_at_square("e5")
    finish(room.retry_until_answered(session.compute_preview))
    assert session.preview is not None
