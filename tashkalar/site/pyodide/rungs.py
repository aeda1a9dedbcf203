"""The rungs of the start: how much of Pyodide and PyScript the page replaces to start faster.

Each rung needs what the rungs below need, and leans on more private details of Pyodide
(docs/upgrading.md lists them). A build takes the highest rung whose conditions hold. At run time
`static/js/python/interpreter.js` falls back in the same order.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import IntEnum
from pathlib import Path

from tashkalar.site.paths import PAGE, VENDOR_FOLDER, SiteError, print_status, read_text

OBSTACLES_FILE = f"{VENDOR_FOLDER}/.obstacles.json"
# What names the rung of a site, with the words that do.
RUNG_PLACEHOLDERS = {
    PAGE: 'data-rung="split"',
    "static/js/python/interpreter.js": '/** @type {Rung} */ ("split")',
}
NO_SNAPSHOT_IN_CHECKOUT = "serve.py build makes the snapshot; a served checkout has none"


class Rung(IntEnum):
    """A rung of the start, the slowest and safest first."""

    STOCK = 0  # PyScript and Pyodide as they come, and the engine's archive
    COMPILED = 1  # the Python library and the engine as bytecode
    SNAPSHOT = 2  # Python's memory after all imports
    SPLIT = 3  # WebAssembly in two parts, the memory filled while the first is compiled

    @property
    def label(self) -> str:
        """The name on the command line and in the scripts."""
        return self.name.lower()

    def below(self) -> Rung:
        """Return the rung below; raise ValueError for the lowest rung."""
        return Rung(self - 1)


class RungError(SiteError):
    """The reason why a site cannot have a rung."""

    def __init__(self, rung: Rung, reason: str) -> None:
        super().__init__(f"no start {rung.label}: {reason}")
        self.rung = rung
        self.reason = reason


def parse_rung(text: str) -> Rung:
    """Return the rung of a name; raise ValueError for another text."""
    for rung in Rung:
        if text == rung.label:
            return rung
    raise ValueError(text)


def write_obstacles(vendor: Path, obstacles: Mapping[Rung, str]) -> None:
    """Keep the reasons why static/vendor/ lacks the files of a rung."""
    reasons = {rung.label: reason for rung, reason in obstacles.items()}
    text = json.dumps(reasons, indent=2) + "\n"
    (vendor / Path(OBSTACLES_FILE).name).write_text(text, encoding="utf-8")


def read_obstacles(root: Path) -> dict[Rung, str]:
    """Return the reasons why static/vendor/ lacks the files of a rung."""
    reasons = json.loads(read_text(root / OBSTACLES_FILE) or "{}")
    return {parse_rung(label): reason for label, reason in reasons.items()}


def check_rung(rung: Rung, obstacles: Mapping[Rung, str]) -> None:
    """Raise RungError if a condition of the rung, or of a rung below, does not hold."""
    for needed in Rung:
        if needed <= rung and needed in obstacles:
            raise RungError(rung, obstacles[needed])


def report_fall(error: RungError) -> None:
    """Print the one line that says why the site gets the rung below."""
    print_status(f"serve.py: {error}; using {error.rung.below().label}")


def rung_of_checkout(root: Path, asked: Rung, *, report: bool = False) -> Rung:
    """Return the rung on which a checkout is served, and `report` each fall.

    A checkout has no snapshot, because its modules change. Its WebAssembly can be split all the
    same.
    """
    obstacles = read_obstacles(root)
    rung = asked
    while True:
        missing = dict(obstacles)
        if rung is Rung.SNAPSHOT:
            missing[rung] = NO_SNAPSHOT_IN_CHECKOUT
        try:
            check_rung(rung, missing)
        except RungError as error:
            if report:
                report_fall(error)
            rung = rung.below()
        else:
            return rung


def name_rung(text: str, name: str, rung: Rung) -> str:
    """Return the text of a file that names this rung; raise SiteError if it has no place for it."""
    place = RUNG_PLACEHOLDERS[name]
    if text.count(place) != 1:
        raise SiteError(f"{name} must hold {place!r} exactly once")
    return text.replace(place, place.replace("split", rung.label))
