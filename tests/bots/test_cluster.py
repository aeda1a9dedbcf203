"""Tests of matches on a Dask cluster: the same results, and one line when the cluster is lost."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tashkalar.bots.pool import NoWorkersError, dask_cluster
from tashkalar.cli import main

if TYPE_CHECKING:
    from distributed import LocalCluster

MATCH = ["arena", "keen", "random", "--form", "duel", "--games", "6", "--seed", "5"]


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


def test_an_address_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*MATCH, "--scheduler", "nowhere"]) == 2
    error_text = capsys.readouterr().err
    assert error_text.startswith("tashkalar arena: --scheduler: ") and error_text.count("\n") == 1
