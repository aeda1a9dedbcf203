"""The table of `tools.bench_start`: what was measured, and its share of the other pages."""

from __future__ import annotations

import argparse

import pytest

from tools.bench_start.__main__ import read_parts
from tools.bench_start.bench import Bench
from tools.bench_start.table import make_table
from tools.bench_start.visits import Visit


def _bench() -> Bench:
    """Return results of two browsers: one was slowed and its memory counted, one was not."""
    bench = Bench({}, rounds=3)
    for browser in ("chromium", "webkit"):
        for kind, times in {"stock": (900, 1000, 1100), "board": (50, 100), "ours": (300,)}.items():
            bench.visits[browser, "new tab", kind] = [
                Visit(ready, 20.0, None, sent=5, requests=1) for ready in times
            ]
        bench.visits[browser, "pressed", "ours"] = [
            Visit(300, 20.0, None, sent=5, requests=1, answered=450.0)
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
    assert lines[0].startswith("Medians of 3 rounds")
    assert lines[2:4] == ["| | chromium | webkit |", "|---|---|---|"]
    table = "\n".join(lines[4:])
    assert _row(table, "new tab in a running browser") == ["1,000, –, 75"] * 2
    assert _row(table, "**our page**")[0] == "300 = **0.30** × stock, 4.0 × board"
    assert _row(table, "press at the first paint")[0] == "–, 450 = **6.0** × board's ready"


def test_what_was_not_measured_has_no_number() -> None:
    lines = make_table(_bench(), ("chromium", "webkit")).splitlines()
    table = "\n".join(lines[4:])
    assert _row(table, "time blocked") == ["–, –, 333", "–, –, –"]
    assert _row(table, "with an empty tab") == ["200", "–"]
    assert _row(table, "from touch to play") == ["250, 200 = **1.25** × page", "–"]
    assert "restarted browser:" not in table  # a row without any number is left out
    assert "slow line" not in table


def test_parts_are_read_in_order() -> None:
    assert read_parts("memory,later") == ("later", "memory")
    with pytest.raises(argparse.ArgumentTypeError, match=r"parts are later, .*, memory, boards"):
        read_parts("latest")
