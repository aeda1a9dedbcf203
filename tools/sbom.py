"""Print the bill of materials of a release: what the wheel and the site are made of.

python -m tools.sbom > sbom.cdx.json

It is CycloneDX 1.6 as JSON, made from package-lock.json, whose packages the build copies or uses.
The wheel needs no other package.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import Any

from tashkalar import __version__, terminal
from tashkalar.site.paths import ROOT

LOCK = "package-lock.json"
_FOLDER = "node_modules/"
_ALGORITHMS = {"sha512": "SHA-512", "sha256": "SHA-256", "sha1": "SHA-1"}


def bill(lock: Mapping[str, Any]) -> dict[str, Any]:
    """Return the bill for a lock of npm; equal locks give equal bills."""
    own = {
        "type": "application",
        "bom-ref": f"pkg:pypi/tashkalar@{__version__}",
        "name": "tashkalar",
        "version": __version__,
        "purl": f"pkg:pypi/tashkalar@{__version__}",
        "licenses": [{"license": {"id": "MIT"}}],
    }
    found = [
        _component(path.rpartition(_FOLDER)[2], package)
        for path, package in sorted(lock["packages"].items())
        if path.startswith(_FOLDER) and not package.get("dev") and not package.get("optional")
    ]
    # A package may lie in several folders.
    components = list({one["bom-ref"]: one for one in found}.values())
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": own},
        "components": components,
        "dependencies": [
            {"ref": own["bom-ref"], "dependsOn": sorted({one["bom-ref"] for one in components})}
        ],
    }


def _component(name: str, package: Mapping[str, Any]) -> dict[str, Any]:
    algorithm, _, digest = package["integrity"].partition("-")
    purl = f"pkg:npm/{name.replace('@', '%40')}@{package['version']}"
    return {
        "type": "library",
        "bom-ref": purl,
        "name": name,
        "version": package["version"],
        "purl": purl,
        "hashes": [{"alg": _ALGORITHMS[algorithm], "content": base64.b64decode(digest).hex()}],
        "licenses": [{"expression": package["license"]}] if "license" in package else [],
    }


def main() -> None:
    """Print the bill."""
    terminal.read_file_names("python -m tools.sbom", __doc__)
    lock = json.loads((ROOT / LOCK).read_text(encoding="utf-8"))
    print(json.dumps(bill(lock), indent=1))


if __name__ == "__main__":
    main()
