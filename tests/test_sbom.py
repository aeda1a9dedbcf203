"""The bill of materials of a release names what the site is made of, and nothing of development."""

from __future__ import annotations

import json

from tashkalar.site.paths import ROOT
from tools.sbom import LOCK, bill


def test_the_bill_has_every_package_that_the_build_uses() -> None:
    lock = json.loads((ROOT / LOCK).read_text(encoding="utf-8"))
    made = bill(lock)
    named = {one["name"]: one for one in made["components"]}
    project = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    assert set(project["dependencies"]) <= set(named)
    assert not set(project["devDependencies"]) & set(named)
    for name, version in project["dependencies"].items():
        one = named[name]
        assert one["version"] == version and one["purl"].endswith(f"@{version}")
        assert one["licenses"] and len(one["hashes"][0]["content"]) == 128  # SHA-512
    references = [one["bom-ref"] for one in made["components"]]
    assert len(set(references)) == len(references)
    (dependencies,) = made["dependencies"]
    assert dependencies["dependsOn"] == sorted(references)
