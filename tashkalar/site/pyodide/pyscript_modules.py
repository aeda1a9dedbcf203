"""The modules of PyScript that a start imports; their names change with its version.

The page announces them, so that they load together and not one after another.
"""

from __future__ import annotations

import re
from pathlib import Path

from tashkalar.site.paths import VENDOR_FOLDER, read_text

PYSCRIPT_FOLDER = f"{VENDOR_FOLDER}/pyscript"
CORE_SCRIPT = "core.js"
# The on-demand parts of PyScript that a start of this page imports: "toml" for its configuration
# file, and "error" in any case.
REQUIRED_PARTS = ("error", "toml")

_STATIC_IMPORT = re.compile(r"""\b(?:from|import)\s*["']\./([\w.-]+\.js)["']""")
_DYNAMIC_IMPORT = re.compile(r"""\bimport\(["']\./(\w+)(-[\w-]+\.js)["']\)""")


def start_modules(root: Path) -> list[str]:
    """Return the names in `static/vendor/pyscript/`; only `core.js` before the folder is filled."""
    modules = [CORE_SCRIPT]
    for name in modules:
        source = read_text(root / PYSCRIPT_FOLDER / name)
        if source is None:
            return [CORE_SCRIPT]
        on_demand = {part: part + rest for part, rest in _DYNAMIC_IMPORT.findall(source)}
        named = _STATIC_IMPORT.findall(source) + [
            on_demand[n] for n in REQUIRED_PARTS if n in on_demand
        ]
        modules += [module for module in dict.fromkeys(named) if module not in modules]
    return modules


def missing_parts(root: Path) -> list[str]:
    """Return the parts of PyScript that the page cannot announce, so that they load later.

    Then PyScript has changed, and this module must change too.
    """
    modules = start_modules(root)
    return [name for name in REQUIRED_PARTS if not any(m.startswith(f"{name}-") for m in modules)]
