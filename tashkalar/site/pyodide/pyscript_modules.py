"""Which modules of PyScript a start imports; their names change with its version.

The page announces them, so that they come at once and not one after another.
"""

from __future__ import annotations

import re
from pathlib import Path

from tashkalar.site.paths import VENDOR, SiteError, read_text

FOLDER = f"{VENDOR}/pyscript"
FIRST = "core.js"
# Of what PyScript imports on demand, what a start of this page makes it import: its configuration
# is a .toml file, and the part for errors comes whatever that says.
NEEDED = ("error", "toml")

_IMPORTED = re.compile(r"""\b(?:from|import)\s*["']\./([\w.-]+\.js)["']""")
_ON_DEMAND = re.compile(r"""\bimport\(["']\./(\w+)(-[\w-]+\.js)["']\)""")


def modules_of_start(root: Path) -> list[str]:
    """Return the names in `static/vendor/pyscript/`, just `core.js` before that is filled.

    SiteError when one of `NEEDED` is not there: then PyScript has changed, and so must this.
    """
    found = [FIRST]
    for name in found:
        source = read_text(root / FOLDER / name)
        if source is None:
            return [FIRST]
        on_demand = {part: part + rest for part, rest in _ON_DEMAND.findall(source)}
        named = _IMPORTED.findall(source) + [on_demand[n] for n in NEEDED if n in on_demand]
        found += [module for module in dict.fromkeys(named) if module not in found]
    missing = [name for name in NEEDED if not any(m.startswith(f"{name}-") for m in found)]
    if missing:
        raise SiteError(f"PyScript's {FIRST} does not import {' and '.join(missing)} any more")
    return found
