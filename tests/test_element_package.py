"""The npm package of `<tash-kalar>`: described by its document, and installed from its file."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tashkalar import __version__
from tashkalar.site.paths import ROOT
from tests.limits import COMMAND_TIMEOUT_S
from tools import element_package as package

SOURCE = (ROOT / "static/js/embed/main.js").read_text(encoding="utf-8")
NAMES = (ROOT / "static/js/frame/names.js").read_text(encoding="utf-8")
DOCUMENT = (ROOT / package.DOCUMENT).read_text(encoding="utf-8")
# A program of somebody else, in which each wrong line is marked.
PROGRAM = """
import { TashKalar, type TashKalarAttributes } from "tash-kalar";
const board: TashKalar = document.querySelector("tash-kalar")!;
board.setScenario({ form: "duel" });
board.addEventListener("tashkalar-goal", (event) => event.detail.state === "reached");
document.body.addEventListener("tashkalar-position", (event) => event.detail.seat ?? 0);
const given: TashKalarAttributes = { puzzle: "daily", site: "https://the.site/" };
// @ts-expect-error no such attribute
const wrong: TashKalarAttributes = { puzle: "daily" };
// @ts-expect-error no such field
board.addEventListener("tashkalar-goal", (event) => event.detail.points);
console.log(given, wrong);
"""


def words(source: str, name: str) -> list[str]:
    """Return the strings of a list or a set in a script."""
    found = re.search(rf"\b{name} = (?:new Set\()?\[(.*?)\]", source, re.DOTALL)
    assert found, name
    return re.findall(r'"([\w-]+)"', found[1])


def test_the_tables_describe_all_that_the_element_has() -> None:
    contents = words(NAMES, "CONTENTS")
    known = {*contents, *words(SOURCE, "REBUILDS"), *words(SOURCE, "WISHES"), "title"}
    assert set(package.attributes(DOCUMENT)) == known
    told = package.events(DOCUMENT)
    assert {name.removeprefix("tashkalar-") for name in told} == set(words(SOURCE, "EVENTS"))
    assert all(fields for fields, _ in told.values())
    assert {one for fields, _ in told.values() for one in fields} == set(package.FIELD_TYPES)
    for name in package.METHODS:
        assert re.search(rf"^  {name}\(", SOURCE, re.MULTILINE), name


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of somebody else, with the packed package installed in it from its file."""
    made, here = tmp_path_factory.mktemp("package"), tmp_path_factory.mktemp("project")
    package.write_package(made)
    npm = shutil.which("npm") or "npm"
    (packed,) = json.loads(run(made, npm, "pack", "--json", "--offline"))
    assert {file["path"] for file in packed["files"]} == {
        *package.package_file()["files"],
        "package.json",
    }
    (here / "package.json").write_text('{"private": true, "type": "module"}', encoding="utf-8")
    flags = ("--offline", "--no-audit", "--no-fund", "--ignore-scripts")
    run(here, npm, "install", *flags, str(made / packed["filename"]))
    return here


def run(folder: Path, *command: str) -> str:
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, timeout=COMMAND_TIMEOUT_S
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_program_without_a_browser_can_import_it(installed: Path) -> None:
    """So a site that is made in advance, by a program, does not fail."""
    program = "import('tash-kalar').then((it) => console.log(typeof it.TashKalar))"
    assert run(installed, "node", "-e", program).strip() == "function"
    required = "import('tash-kalar/classic').then(() => console.log('loaded'))"
    assert run(installed, "node", "-e", required).strip() == "loaded"


def test_its_types_fit_a_program_in_typescript(installed: Path) -> None:
    (installed / "main.ts").write_text(PROGRAM, encoding="utf-8")
    compiler = ROOT / "node_modules/typescript/bin/tsc"
    options = ("--noEmit", "--strict", "--target", "es2022", "--module", "nodenext")
    run(installed, "node", str(compiler), *options, "main.ts")


def test_its_manifest_names_the_element_and_what_it_takes(installed: Path) -> None:
    folder = installed / "node_modules" / package.NAME
    about: dict[str, Any] = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    assert about["version"] == __version__
    manifest = json.loads((folder / about["customElements"]).read_text(encoding="utf-8"))
    (module,) = manifest["modules"]
    assert (folder / module["path"]).is_file()
    (element,) = module["declarations"]
    assert element["tagName"] == "tash-kalar"
    assert [one["name"] for one in element["attributes"]] == list(package.attributes(DOCUMENT))
    assert {one["name"] for one in element["events"]} == set(package.events(DOCUMENT))
    shown = json.dumps(manifest) + (folder / "README.md").read_text(encoding="utf-8")
    assert "](" not in shown, "links of the document lead nowhere here"
