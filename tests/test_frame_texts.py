"""The element for other pages reads the texts that the page and the command line read."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from functools import cache
from typing import Any

from tashkalar.json_reader import parse_json
from tashkalar.site.paths import ROOT
from tests import hostile
from tests.limits import COMMAND_TIMEOUT_S
from tests.manglings import EVERY_TEXT, JSON_TEXTS, SEVERAL_LINES, hard_wrapped

SCENARIO = json.dumps(hostile.arranged() | {"text": {"fr": "Ça va ? x = 3D"}}, indent=1)
ONE_LINE = json.dumps(json.loads(SCENARIO), ensure_ascii=False)
MANGLES = EVERY_TEXT | SEVERAL_LINES | JSON_TEXTS | {"cut after 76 characters": hard_wrapped}
TEXTS = {
    (name, number): mangle(text)
    for name, mangle in MANGLES.items()
    for number, text in enumerate((SCENARIO, ONE_LINE))
    if number or mangle is not hard_wrapped
}
# Addresses of files, and texts that hold something else.
NO_JSON = ["puzzle.json", "https://a.example/{id}/x.json", "", '<html>{"a": 1}</html>', "knight"]
REFUSED = [
    '{"a": 1}x',
    '{"a": 1}}',
    '{"a": 1} {"b": 2}',
    '{"a":\n "' + "x" * 75 + '\ny"}',
    "{",
    "1, 2",
]


@cache
def read() -> dict[str, Any]:
    """Return what the boards' script makes of all texts."""
    files = [SCENARIO.encode(name) for name in ("utf-8", "utf-8-sig", "utf-16")]
    files.append(b"\xfe\xff" + SCENARIO.encode("utf-16-be"))
    asked = {
        "texts": [*TEXTS.values(), *NO_JSON, *REFUSED],
        "files": [base64.b64encode(file).decode() for file in files],
    }
    done = subprocess.run(
        [shutil.which("node") or "node", "tests/texts.mjs"],
        cwd=ROOT,
        input=json.dumps(asked),
        timeout=COMMAND_TIMEOUT_S,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_mangled_scenarios_are_read_as_the_engine_reads_them() -> None:
    wrong = []
    for name, text, mended, is_json in zip(
        TEXTS, TEXTS.values(), read()["mended"], read()["areJson"], strict=False
    ):
        try:
            if not is_json or json.loads(mended) != parse_json(text):
                wrong.append(name)
        except ValueError:
            wrong.append(name)
    assert wrong == []


def test_what_is_an_address_and_what_is_refused() -> None:
    none = read()["areJson"][len(TEXTS) : len(TEXTS) + len(NO_JSON)]
    assert none == [False] * len(NO_JSON)
    assert read()["mended"][-len(REFUSED) :] == REFUSED


def test_files_of_any_unicode_encoding() -> None:
    assert read()["decoded"] == [SCENARIO] * 4
