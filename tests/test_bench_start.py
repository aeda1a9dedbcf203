"""The table of `tools.bench_start`: what was measured, and its share of the other pages."""

from __future__ import annotations

import argparse

import pytest

from tools.bench_start.__main__ import read_parts
from tools.bench_start.bench import Bench
from tools.bench_start.table import make_table
from tools.bench_start.tasks import TASK
from tools.bench_start.tasks import make_table as make_task_table
from tools.bench_start.visits import Visit


def _bench() -> Bench:
    """Return results of two browsers: one was slowed and its memory counted, one was not."""
    bench = Bench({}, rounds=3, busy=2)
    for browser in ("chromium", "webkit"):
        for kind, times in {"stock": (900, 1000, 1100), "board": (50, 100), "ours": (300,)}.items():
            bench.visits[browser, "new tab", kind] = [
                Visit(ready, 20.0, None, sent=5, requests=1) for ready in times
            ]
        bench.visits[browser, "pressed", "ours"] = [
            Visit(300, 20.0, None, sent=5, requests=1, answered=450.0)
        ]
    for kind in ("ours on snapshot", "ours on stock"):
        bench.visits["chromium", "new tab", kind] = [Visit(400, 20.0, None, sent=5, requests=1)]
    bench.visits["chromium", "phone", "ours"] = [
        Visit(2500, 20.0, None, sent=5, requests=1, blocked=777.0)
    ]
    bench.visits["chromium", "slowed", "ours"] = [
        Visit(1200, 20.0, None, sent=5, requests=1, blocked=333.0)
    ]
    for what, ready in {"page": 200, "touched": 250}.items():
        start = f"boards {what}"
        bench.visits["chromium", start, "ours"] = [Visit(ready, None, None, sent=0, requests=0)]
    bench.memory["chromium"] = {"empty tab": 200.4, "page ours": 99.6}
    return bench


def _row(table: str, words: str) -> list[str]:
    """Return the cells of the one row whose name has these words, without the name."""
    (row,) = [line for line in table.splitlines() if words in line.split("|")[1:2][0]]
    return [cell.strip() for cell in row.split("|")[2:-1]]


def test_times_are_medians_and_shares() -> None:
    lines = make_table(_bench(), ("chromium", "webkit")).splitlines()
    assert lines[0].startswith("Medians of 3 rounds beside 2 busy programs;")
    assert lines[2:4] == ["| | chromium | webkit |", "|---|---|---|"]
    table = "\n".join(lines[4:])
    assert _row(table, "new tab in a running browser") == ["1,000, –, 75"] * 2
    assert _row(table, "**our page**")[0] == "300 = **0.30** × stock, 4.0 × board"
    assert _row(table, "rungs stock, compiled, snapshot") == [
        "400 = 0.40, – = –, 400 = 0.40",
        "– = –, – = –, – = –",
    ]
    assert _row(table, "press at the first paint")[0] == "–, 450 = **6.0** × board's ready"


def test_what_was_not_measured_has_no_number() -> None:
    lines = make_table(_bench(), ("chromium", "webkit")).splitlines()
    table = "\n".join(lines[4:])
    assert _row(table, "same tab, time blocked") == ["–, –, 333", "–, –, –"]
    assert _row(table, "first visit, time blocked") == ["–, –, 777", "–, –, –"]
    assert _row(table, "with an empty tab") == ["200", "–"]
    assert _row(table, "from touch to play") == ["250, 200 = **1.25** × page", "–"]
    assert "restarted browser:" not in table  # a row without any number is left out
    assert "slow line" not in table


def test_parts_are_read_in_order() -> None:
    assert read_parts("memory,later") == ("later", "memory")
    with pytest.raises(argparse.ArgumentTypeError, match=r"parts are later, .*, memory, boards"):
        read_parts("latest")


def _event(name: str, at: float, lasts: float | None = None, **data: object) -> dict[str, object]:
    """Return an event of a trace of the page's thread, in milliseconds."""
    time = {} if lasts is None else {"dur": lasts * 1000}
    return {
        "name": name,
        "pid": 1,
        "tid": 1,
        "ts": at * 1000,
        "cat": "blink.user_timing" if lasts is None else "toplevel",
        "args": {"data": data},
        **time,
    }


def test_long_tasks_are_listed_with_their_causes() -> None:
    url = "http://host/"
    events = [
        _event("navigationStart", 100, documentLoaderURL=url),
        _event(TASK, 110, 30),  # before the first paint: nobody is held up
        _event("ParseHTML", 110, 30),
        _event("firstContentfulPaint", 150),
        _event(TASK, 160, 40),
        _event(TASK, 162, 30),  # a task inside another one
        _event("FunctionCall", 161, 25, url="http://host/js/boot.js", functionName="start"),
        _event("Layout", 170, 5),
        _event(TASK, 300, 10),
        _event("tashkalar-ready", 310),
        {**_event(TASK, 320, 90), "tid": 2},  # of another thread
    ]
    lines = make_task_table(events, url, 12.5).splitlines()
    assert lines[2:4] == [
        "| 10 | 30 | ParseHTML 30 |",
        "| 60 | 40 | FunctionCall boot.js start 20, Layout 5 |",
    ]
    assert lines[-1] == "Painted at 50, ready at 210 ms; 28 ms longer than 12.5 ms."
