"""The engine's quick tests again, in the interpreter that the page uses."""

from __future__ import annotations

import re
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

from tashkalar.site.npm import install_npm_packages

RUNNER = Path(__file__).with_name("run.mjs")
TIMEOUT_S = 540  # before pytest ends a test that hangs: the output says how far it came

# What numbers, hashes, texts and the order of things could make different there; then the rest.
NUMBERS = ("board", "golden", "literals", "limits", "pattern", "rng")
TEXTS = ("legality", "long_game", "record", "recovery", "save")
PLANS = "tests/bots/test_same_plans.py"  # of the program players
# More than half of the time, for what is no different there: two ways of the engine compared with
# each other, hundreds of damaged, invented or refused saves and records, a save after each decision
# where one after each tenth is there, how often a text is read and what refers to what, the two
# plans that take longest, and long games opened or saved again and again where a short one does.
# The whole run has them.
LONG = "melee or high-form or expansions or teams"
AGAIN = (
    "not explaining_agrees and not summons_equal and not turned_board"
    " and not spoiled and not flipped_bits and not any_other_text"
    " and not a_name_without_end and not no_move_refers"
    f" and not (tenth and ({LONG}))"
    " and not goes_on_from_the_limits and not whole_checkpoint"
    " and not a_long_game_opens and not are_refused"
    " and not made_up_by_somebody and not text_with_a_slip and not every_decision_of_a_game"
    " and not what_can_be_made and not plan_of_master_in_a_duel"
)


@pytest.mark.pyodide
@pytest.mark.slow
@pytest.mark.parametrize(
    ("places", "at_least"),  # fewer tests would mean that something was not found
    [
        pytest.param(
            [*(f"tests/engine/test_{name}.py" for name in (*NUMBERS, *TEXTS)), PLANS, "-k", AGAIN],
            350,
            id="core",
        ),
        pytest.param(["tests/engine"], 1000, marks=pytest.mark.long, id="engine"),
        pytest.param(
            ["tests/engine/test_long_game.py", "-m", "slow"],
            1,
            marks=pytest.mark.long,
            id="long games",
        ),
        pytest.param(["tests/cards", "tests/ui"], 1800, marks=pytest.mark.long, id="cards and ui"),
    ],
)
def test_the_engine_in_pyodide(places: list[str], at_least: int) -> None:
    install_npm_packages(dev=True)
    node, purelib = shutil.which("node") or "node", sysconfig.get_path("purelib")
    done = subprocess.run(
        [node, str(RUNNER), purelib, *places],
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=TIMEOUT_S,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout[-20_000:]}\n{done.stderr[-2_000:]}"
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed and int(passed[1]) >= at_least, done.stdout[-2_000:]
