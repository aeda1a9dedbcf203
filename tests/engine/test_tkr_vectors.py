"""The test vectors of TKR 1 (docs/tkr.md): what each record means, or why it is not one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tashkalar import Game, RecordError
from tashkalar.formats import record, record_tree
from tashkalar.formats.record_lines import record_lines
from tashkalar.study import Study

DOCS = Path(__file__).parents[2] / "docs"
VECTORS: list[dict[str, Any]] = json.loads((DOCS / "tkr-vectors.json").read_text(encoding="utf-8"))[
    "vectors"
]
VALID = [one for one in VECTORS if one["valid"]]
INVALID = [one for one in VECTORS if not one["valid"]]


def name_of(vector: dict[str, Any]) -> str:
    return str(vector["name"])


@pytest.mark.parametrize("vector", VALID, ids=name_of)
def test_a_valid_record_means_what_its_vector_says(vector: dict[str, Any]) -> None:
    game = Game.from_record(vector["record"])
    assert record_tree.heading(game.state) == (vector["turn"], vector["seat"])
    pieces = {square: f"{color} {rank}" for square, (color, rank) in game.board.items()}
    assert pieces == vector["board"]
    assert record.result(game.outcome) == vector["result"]
    assert game.record() == vector["canonical"]
    assert Game.from_record(vector["canonical"]).record() == vector["canonical"]


@pytest.mark.parametrize("vector", INVALID, ids=name_of)
def test_an_invalid_record_is_refused_at_its_line(vector: dict[str, Any]) -> None:
    with pytest.raises(RecordError) as caught:
        Game.from_record(vector["record"])
    assert str(caught.value) == f"line {vector['line']}: {vector['error']}"
    # What is only illegal can be mended by other moves; then the form was right.
    if vector["kind"] == "illegal":
        lines = [
            text for number, text in record_lines(vector["record"]) if number != vector["line"]
        ]
        assert Game.from_record("\n".join(lines)).setup.form == "duel"


def test_the_vectors_show_the_whole_form() -> None:
    """Each header, remark and kind of fault occurs, and a study keeps what a game leaves out."""
    assert len(VECTORS) >= 20
    assert len({name_of(one) for one in VECTORS}) == len(VECTORS)
    assert {one["kind"] for one in INVALID} == {"malformed", "illegal"}
    texts = "\n".join(one["record"] for one in VALID)
    shown = {*record._HEADERS, *record_tree.BODY_LINES} - {"Save", "Packs", "Decks"}
    assert [name for name in sorted(shown) if f"{name}:" not in texts] == []
    for name in ("remarks", "variation"):
        (vector,) = (one for one in VALID if one["name"] == name)
        assert Study.from_record(vector["record"]).record() != vector["canonical"]
