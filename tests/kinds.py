"""The kinds of stored texts of all features, as the page adds them when it starts."""

from __future__ import annotations

from tashkalar.site.features import read_table
from tashkalar.ui.storage.stored_kinds import LIMITS, add_kinds

CORE_KINDS = tuple(LIMITS)  # before the features add theirs
ROWS = tuple(kind for row in read_table() for kind in row.stores)
add_kinds(ROWS)
