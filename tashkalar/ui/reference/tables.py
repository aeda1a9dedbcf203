"""The tables of the reference, which are data: `tables.json`.

- The rules of `docs/rules.md` that each paragraph of a section sums up, and the rule to look up for
  a question.
- The paragraph that explains each term, with a related term, and the one that answers each question
  that people ask.
- The diagrams of terms and of sections (`term_diagrams.py`).
"""

from __future__ import annotations

import json
from pathlib import PurePath
from typing import Any


def _read_tables() -> dict[str, Any]:
    """Read the tables where this module lies: in a folder, or in the page's archive."""
    loader: Any = __spec__.loader
    return dict(json.loads(loader.get_data(str(PurePath(__file__).with_name("tables.json")))))


TABLES = _read_tables()
"""The tables by name."""
