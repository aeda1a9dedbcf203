"""Fitting weights goes on where it stopped, and moves towards whoever scored."""

from __future__ import annotations

import json
from pathlib import Path

from tashkalar.bench import fit
from tashkalar.bots.evaluation import Weights
from tashkalar.bots.levels import LEVELS


def test_weights_are_a_row_of_numbers_and_back() -> None:
    assert fit.unflat(fit.flat(Weights())) == Weights()
    row = [100, 0, 2]
    assert fit.changed(row, [1, 1, 1]) == [115, 0, 3]
    assert fit.changed(row, [-1, -1, -1]) == [85, 0, 1]


def test_a_fit_goes_on_from_its_log(tmp_path: Path) -> None:
    log = tmp_path / "fit.jsonl"
    argv = ["duel", "--log", str(log), "--games", "2", "--nodes", "400", "--workers", "1"]
    for rounds in (1, 2):
        assert fit.main([*argv, "--rounds", str(rounds)]) == 0
    first, second = map(json.loads, log.read_text().splitlines())
    assert (first["round"], second["round"], second["games"]) == (1, 2, 4)
    for before, after in (
        (fit.flat(LEVELS["master"].weights), first),
        (first["numbers"], second),
    ):
        assert (after["numbers"] == before) == (after["share"] == 0.5)
    assert fit.main(["chess"]) == 2
    log.write_text("no log")
    assert fit.main(argv) == 2
