"""Games in other processes or on a Dask cluster: the same results, and one line for a failure."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

import pytest

from tashkalar import PackError, cli
from tashkalar.bots.pool import NoWorkersError, dask_cluster, process_pool
from tashkalar.cli import main
from tashkalar.errors import PackStopped

if TYPE_CHECKING:
    from distributed import LocalCluster

MATCH = ["arena", "keen", "random", "--form", "duel", "--games", "6", "--seed", "5"]
SELFPLAY = ["selfplay", "--form", "duel", "--games", "3", "--seed", "5"]


@pytest.fixture
def two_processes() -> Iterator[LocalCluster]:
    """A scheduler with two workers, each a process."""
    from distributed import LocalCluster  # half a second: only for the worker that needs it

    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
    ) as found:
        yield found


@pytest.mark.long
def test_a_match_is_played_by_a_cluster_as_by_one_process(
    two_processes: LocalCluster, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(MATCH) == 0
    at_home = capsys.readouterr().out
    address = two_processes.scheduler_address
    assert main([*MATCH, "--scheduler", address]) == 0
    assert capsys.readouterr().out == at_home
    with dask_cluster(address) as (executor, threads):
        assert threads == 2
        assert executor.submit(os.getpid).result() != os.getpid()
    assert main([*MATCH, "--scheduler", address]) == 0  # it is still there for the next match
    with pytest.raises(NoWorkersError, match="gone"), dask_cluster(address) as (executor, _):
        waiting = executor.submit(time.sleep, 2)
        two_processes.close()
        waiting.result()


@pytest.mark.parametrize("command", [MATCH, SELFPLAY], ids=lambda command: command[0])
def test_an_address_that_is_none_is_refused(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, "--scheduler", "nowhere"]) == 2
    error_text = capsys.readouterr().err
    start = f"tashkalar {command[0]}: --scheduler: "
    assert error_text.startswith(start) and error_text.count("\n") == 1


@pytest.mark.parametrize("records", [[], ["--records"]])
def test_games_of_two_processes_are_those_of_one(
    records: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main([*SELFPLAY, *records]) == 0
    alone = capsys.readouterr().out
    pools: list[int] = []

    def pool(workers: int, prepare: object) -> AbstractContextManager[ProcessPoolExecutor]:
        pools.append(workers)
        return process_pool(workers)

    monkeypatch.setattr(cli, "process_pool", pool)
    assert main([*SELFPLAY, *records, "--workers", "2"]) == 0
    together = capsys.readouterr().out
    assert pools == [2]
    timed = 0 if records else 1  # the last line has the time that the games took
    assert together.splitlines()[: -timed or None] == alone.splitlines()[: -timed or None]
    assert len(alone) > 100


def test_a_failure_in_another_process_is_told_as_in_this_one() -> None:
    for error in (PackError("sparks", "boom"), PackStopped("sparks", "too slow", "spark")):
        with process_pool(1) as executor, pytest.raises(type(error)) as raised:
            executor.submit(_raise, error).result()
        assert str(raised.value) == str(error)
        assert raised.value.__dict__ == error.__dict__


def _raise(error: Exception) -> None:
    raise error
