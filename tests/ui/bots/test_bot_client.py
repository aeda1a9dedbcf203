"""A worker that fails in each of the ways that PyScript's workers were seen to fail in."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tashkalar.bots import EASY_LEVELS, engine_checksum
from tashkalar.errors import PackError
from tashkalar.ui.bots.bot_client import MAX_FAILED_STARTS, BotClient, BotClientPair, BotTimeouts
from tashkalar.ui.bots.computer_seats import PlanJob
from tests.support import finish

SOON = BotTimeouts(start_s=0.03, plan_s=0.03, hurry_s=0.03)
LONG = BotTimeouts(start_s=9, plan_s=9, hurry_s=0.03)


async def never(*_: object) -> Any:
    """A call to what is not there, or has been terminated, does not settle."""
    await asyncio.Event().wait()


class Worker:
    """A good worker; `hurry` ends the plan that is being made."""

    def __init__(self) -> None:
        self.may_answer = asyncio.Event()
        self.slow = False

    async def ping(self) -> str:
        return engine_checksum()

    async def plan(self, text: str) -> str:
        if self.slow:
            await self.may_answer.wait()
        number = json.loads(text)["id"]
        return json.dumps({"id": number, "codes": ["+e5", "."], "slow": self.slow})

    async def hurry(self, job: int) -> None:
        self.may_answer.set()


class Crew:
    """A factory of workers that records which it has started."""

    def __init__(self, make: Callable[[], object] = Worker, *, able: bool = True) -> None:
        self.can_start = able
        self._make = make
        self.names: list[str] = []
        self.ended: list[str] = []
        self.page_worker = Worker()

    async def start(self, name: str) -> Any:
        self.names.append(name)
        worker = self._make()
        return await worker if isinstance(worker, Awaitable) else worker

    def end(self, name: str) -> None:
        self.ended.append(name)


def job(number: int = 1, *, packs: bool = False, level: str = "adept") -> PlanJob:
    return PlanJob(number, level, json.dumps({"id": number}), packs)


def thought(workers: Crew, *jobs: PlanJob, patience: BotTimeouts = LONG) -> list[Any]:
    """Return the results of jobs, one after another."""

    async def all() -> list[Any]:
        client = BotClient(workers, patience)
        return [await client.request_plan(one) for one in jobs]

    return finish(all())


def test_one_worker_works_all_jobs_off() -> None:
    workers = Crew()
    answers = thought(workers, job(1), job(2))
    assert [a["codes"] for a in answers] == [["+e5", "."]] * 2
    assert len(workers.names) == 1 and not workers.ended


class OfAnotherVersion(Worker):
    """A worker that the host sent when it already had another version."""

    async def ping(self) -> str:
        return "0" * 64


def test_a_worker_with_another_engine_is_not_asked() -> None:
    workers = Crew(OfAnotherVersion)
    answers = thought(workers, job(1), job(2))
    assert [a["codes"] for a in answers] == [["+e5", "."]] * 2
    assert len(workers.names) == 1 and workers.ended == workers.names  # the page thinks from now on


def test_nothing_is_started_before_somebody_has_to_think() -> None:
    workers = Crew()
    BotClient(workers)
    assert not workers.names


def a_worker_with(**calls: object) -> Callable[[], object]:
    return lambda: type("Strange", (Worker,), calls)()


async def rejected(*_: object) -> Any:
    raise RuntimeError("Traceback (most recent call last): ...")  # as a JsException's text


async def reading_apply(*_: object) -> Any:
    raise TypeError("Cannot read properties of undefined (reading 'apply')")


async def nonsense(*_: object) -> Any:
    return "[1, 2"


async def no_codes(*_: object) -> Any:
    return '{"id": 1}'


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(never, id="its program is missing, so it never starts"),
        pytest.param(a_worker_with(ping=reading_apply), id="it fails while it is imported"),
        pytest.param(a_worker_with(ping=never), id="it starts and is silent"),
        pytest.param(a_worker_with(plan=rejected), id="an exception in an exported function"),
        pytest.param(a_worker_with(plan=never, hurry=never), id="it is terminated"),
        pytest.param(a_worker_with(plan=never, hurry=rejected), id="it hangs"),
        pytest.param(a_worker_with(plan=nonsense), id="its answer is no JSON"),
        pytest.param(a_worker_with(plan=no_codes), id="its answer is no plan"),
    ],
)
def test_whatever_a_worker_does_there_is_an_end(make: Callable[[], object]) -> None:
    """The worker is stopped. The next one, if any, has another name: a name works only once."""
    workers = Crew(make)
    assert thought(workers, job(1), job(2), patience=SOON) == [None, None]
    assert len(set(workers.names)) == len(workers.names) == 2
    assert workers.ended == workers.names


def test_the_page_itself_plans_for_an_easy_level_whose_worker_fails() -> None:
    """A simple move in place of the plan would be stronger than First steps."""
    jobs = [job(number, level=level) for number, level in enumerate(EASY_LEVELS)]
    answers = thought(Crew(never), *jobs, job(8, packs=True, level=EASY_LEVELS[0]), patience=SOON)
    assert [answer and answer["codes"] for answer in answers] == [["+e5", "."]] * 3 + [None]
    broken = Crew(never)
    broken.page_worker = a_worker_with(plan=rejected)()  # type: ignore[assignment]
    assert thought(broken, jobs[0], patience=SOON) == [None]


def test_where_none_can_be_started_nobody_waits_every_turn() -> None:
    workers = Crew(never)
    jobs = [job(n) for n in range(MAX_FAILED_STARTS + 3)]
    assert thought(workers, *jobs, patience=SOON) == [None] * (MAX_FAILED_STARTS + 3)
    assert len(workers.names) == MAX_FAILED_STARTS


def test_one_that_dies_after_its_work_is_replaced() -> None:
    workers = [Worker(), a_worker_with(plan=never)(), Worker()]

    async def all() -> list[Any]:
        crew = Crew(lambda: workers.pop(0))
        client = BotClient(crew, LONG._replace(plan_s=0.2))
        first = await client.request_plan(job(1))
        client.stop_worker()
        return [
            first,
            await client.request_plan(job(2)),
            await client.request_plan(job(3)),
            crew.ended,
        ]

    first, second, third, ended = finish(all())
    assert first and second is None and third
    assert len(ended) == 2


def test_whoever_is_late_is_asked_for_the_best_plan_so_far() -> None:
    worker = Worker()
    worker.slow = True
    [answer] = thought(Crew(lambda: worker), job(), patience=LONG._replace(plan_s=0.03, hurry_s=9))
    assert answer["slow"] and worker.may_answer.is_set()


@pytest.mark.parametrize("hears", [True, False])
def test_a_hurried_plan_comes_soon_or_not_at_all(hears: bool) -> None:
    async def hurried() -> tuple[Any, Crew]:
        worker: Any = Worker() if hears else a_worker_with(plan=never, hurry=never)()
        worker.slow = True
        workers = Crew(lambda: worker)
        client = BotClient(workers, LONG)
        thinking = asyncio.ensure_future(client.request_plan(job()))
        await asyncio.sleep(0.01)
        client.hurry(job())
        return await thinking, workers

    answer, workers = finish(hurried())
    assert bool(answer) == hears and len(workers.ended) == (not hears)


def test_a_worker_that_is_still_starting_may_go_on_when_nobody_wants_to_wait() -> None:
    async def impatient() -> tuple[Any, Any, Crew]:
        ready = asyncio.Event()

        async def slowly() -> Worker:
            await ready.wait()
            return Worker()

        workers = Crew(slowly)
        client = BotClient(workers, LONG)
        thinking = asyncio.ensure_future(client.request_plan(job(1)))
        await asyncio.sleep(0.01)
        client.hurry(job(1))
        first = await thinking
        ready.set()
        return first, await client.request_plan(job(2)), workers

    first, second, workers = finish(impatient())
    assert first is None and second and len(workers.names) == 1 and not workers.ended


@pytest.mark.parametrize("make", [never, a_worker_with(plan=never, hurry=never)])
def test_two_who_wait_for_a_dead_worker_are_both_told(make: Callable[[], object]) -> None:
    """A hint is requested, then the computer's turn comes; the next worker stays in use."""

    async def both() -> tuple[list[Any], Any, Crew]:
        makes = [make, Worker]
        workers = Crew(lambda: makes.pop(0)())
        client = BotClient(workers, BotTimeouts(start_s=0.2, plan_s=0.2, hurry_s=0.2))
        first = asyncio.ensure_future(client.request_plan(job(1)))
        await asyncio.sleep(0)
        second = asyncio.ensure_future(client.request_plan(job(2)))
        answers = [await first, await second]
        return answers, await client.request_plan(job(3)), workers

    answers, third, workers = finish(both())
    assert answers == [None, None] and third
    assert len(workers.names) == 2 and workers.ended == workers.names[:1]


class Silenced(Worker):
    """A worker that answers its first message and then misses some signs of life."""

    def __init__(self, missed: int) -> None:
        super().__init__()
        self.slow, self.missed, self.asked = True, missed, 0

    async def ping(self) -> str:
        self.asked += 1
        if 1 < self.asked <= 1 + self.missed:
            await never()
        if self.asked == 5:  # it has been alive long enough
            self.may_answer.set()
        return engine_checksum()

    async def hurry(self, job: int) -> None:
        if self.missed > 1:
            await never()


@pytest.mark.parametrize(("missed", "plans"), [(0, True), (1, True), (99, False)])
def test_a_worker_that_was_ended_is_not_waited_for_as_long_as_one_that_thinks(
    missed: int, plans: bool
) -> None:
    """The page and the worker may both have slept: one sign that does not come says nothing."""
    workers = Crew(lambda: Silenced(missed))
    (answer,) = thought(workers, job(), patience=LONG._replace(ping_s=0.02))
    assert (answer is not None) is plans
    assert bool(workers.ended) is not plans


def test_a_page_without_an_origin_thinks_itself() -> None:
    """A sandboxed frame can start no worker: its start would hang."""
    workers = Crew(never, able=False)
    assert thought(workers, job())[0]["codes"] and not workers.names


def test_a_game_with_packs_is_thought_about_where_they_are() -> None:
    plain, packed = Crew(), Crew()

    async def both() -> list[Any]:
        thinkers = BotClientPair(BotClient(plain, LONG), BotClient(packed, LONG))
        return [await thinkers.request_plan(one) for one in (job(1), job(2, packs=True))]

    assert all(finish(both()))
    assert len(plain.names) == len(packed.names) == 1


class Busy(Worker):
    """A worker that plans one job after another, and says which it was asked to hurry."""

    def __init__(self) -> None:
        super().__init__()
        self.planned: list[int] = []
        self.hurried: list[int] = []
        self.gates: dict[int, asyncio.Event] = {}

    def gate(self, job: int) -> asyncio.Event:
        return self.gates.setdefault(job, asyncio.Event())

    async def plan(self, text: str) -> str:
        number = json.loads(text)["id"]
        self.planned.append(number)
        await self.gate(number).wait()
        return json.dumps({"id": number, "codes": ["."], "hurried": number in self.hurried})

    async def hurry(self, job: int) -> None:
        self.hurried.append(job)
        self.gate(job).set()


async def until(is_true: Callable[[], bool]) -> None:
    while not is_true():
        await asyncio.sleep(0)


def test_a_job_in_the_background_gives_way_to_a_turn() -> None:
    """It is hurried, and what it found in a hurry is no answer: it begins anew."""
    worker, numbers = Busy(), iter((11, 12))

    async def play() -> Any:
        client = BotClient(Crew(lambda: worker), LONG)
        pair = BotClientPair(client, client)
        looking = asyncio.ensure_future(pair.request_plan_in_background(lambda: job(next(numbers))))
        await until(lambda: worker.planned == [11])
        turn = asyncio.ensure_future(pair.request_plan(job(1)))
        await until(lambda: worker.planned == [11, 1])
        assert worker.hurried == [11]
        for _ in range(20):
            await asyncio.sleep(0)
        assert worker.planned == [11, 1], "nothing is looked at while somebody waits"
        worker.gate(1).set()
        answer = await turn
        assert answer and answer["id"] == 1
        await until(lambda: worker.planned == [11, 1, 12])
        worker.gate(12).set()
        return await looking

    answer = finish(play())
    assert (answer["id"], answer["hurried"]) == (12, False)


def test_a_job_in_the_background_waits_while_somebody_waits() -> None:
    worker = Busy()

    async def play() -> Any:
        client = BotClient(Crew(lambda: worker), LONG)
        pair = BotClientPair(client, client)
        turn = asyncio.ensure_future(pair.request_plan(job(1)))
        await until(lambda: worker.planned == [1])
        looking = asyncio.ensure_future(pair.request_plan_in_background(lambda: job(11)))
        for _ in range(20):
            await asyncio.sleep(0)
        assert worker.planned == [1]
        worker.gate(1).set()
        worker.gate(11).set()
        await turn
        return await looking

    assert finish(play())["id"] == 11 and not worker.hurried


def test_the_page_itself_looks_at_nothing_in_the_background() -> None:
    crew = Crew(able=False)

    async def play() -> Any:
        client = BotClient(crew, LONG)
        return await BotClientPair(client, client).request_plan_in_background(job)

    assert finish(play()) is None


def test_a_pack_that_fails_is_told() -> None:
    async def broken(*_: object) -> Any:
        raise PackError("x-mine", "broken")

    with pytest.raises(PackError):
        thought(Crew(a_worker_with(plan=broken)), job(packs=True))
