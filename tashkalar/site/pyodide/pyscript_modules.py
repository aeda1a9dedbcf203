"""Which modules of PyScript a start imports; their names change with its version.

The page announces them, so that they come at once and not one after another.
"""

from __future__ import annotations

import re
from pathlib import Path

from tashkalar.site.paths import VENDOR_FOLDER, SiteError, read_text

PYSCRIPT_FOLDER = f"{VENDOR_FOLDER}/pyscript"
CORE_SCRIPT = "core.js"
# Of what PyScript imports on demand, what a start of this page makes it import: its configuration
# is a .toml file, and the part for errors comes whatever that says.
REQUIRED_PARTS = ("error", "toml")

_STATIC_IMPORT = re.compile(r"""\b(?:from|import)\s*["']\./([\w.-]+\.js)["']""")
_DYNAMIC_IMPORT = re.compile(r"""\bimport\(["']\./(\w+)(-[\w-]+\.js)["']\)""")


def start_modules(root: Path) -> list[str]:
    """Return the names in `static/vendor/pyscript/`, just `core.js` before that is filled.

    SiteError when one of `REQUIRED_PARTS` is not there: then PyScript has changed, and so must
    this.
    """
    found = [CORE_SCRIPT]
    for name in found:
        source = read_text(root / PYSCRIPT_FOLDER / name)
        if source is None:
            return [CORE_SCRIPT]
        on_demand = {part: part + rest for part, rest in _DYNAMIC_IMPORT.findall(source)}
        named = _STATIC_IMPORT.findall(source) + [
            on_demand[n] for n in REQUIRED_PARTS if n in on_demand
        ]
        found += [module for module in dict.fromkeys(named) if module not in found]
    missing = [name for name in REQUIRED_PARTS if not any(m.startswith(f"{name}-") for m in found)]
    if missing:
        raise SiteError(
            f"PyScript's {CORE_SCRIPT} does not import {' and '.join(missing)} any more"
        )
    return found
