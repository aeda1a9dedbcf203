"""Write the npm package of the element <tash-kalar>, from its source and docs/embedding.md.

python -m tools.element_package FOLDER    then: cd FOLDER; npm pack
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tashkalar import __version__, terminal
from tashkalar.site.bundles import BUNDLES, EMBEDDER_SCRIPT, TARGET, run_esbuild
from tashkalar.site.paths import ROOT, SiteError, print_status

NAME = "tash-kalar"
TAG = "tash-kalar"
DOCUMENT = "docs/embedding.md"
MODULE, CLASSIC, TYPES, MANIFEST = (
    "tash-kalar.js",
    "tash-kalar.classic.js",
    "index.d.ts",
    "custom-elements.json",
)
ABOUT = "A board of the game Tash-Kalar: positions, puzzles, lessons and games in any page"
# The fields of the events' details that the table names, with their types.
FIELD_TYPES: Mapping[str, str] = {
    "mode": "string",
    "form": "string",
    "board": "Record<string, string>",
    "seat": "number | null",
    "turn": "number",
    "actions": "number",
    "move": "number",
    "moves": "number",
    "over": "boolean",
    "state": '"reached" | "failed"',
    "lesson": "string",
    "number": "number",
    "of": "number",
    "done": "string[]",
    "message": "string",
}
METHODS: Mapping[str, tuple[str, str]] = {
    "setScenario": ("scenario: object | string", "Show another scenario, an object or its JSON."),
    "rest": ("", "Let the board rest as a picture until it is touched again."),
}


def attributes(document: str) -> dict[str, str]:
    """Return the meaning of each attribute, in the order of the table."""
    found: dict[str, str] = {}
    for names, meaning in _rows(document, "Attributes"):
        found |= dict.fromkeys(re.findall(r"`([a-z]+)`", names), meaning)
    return found


def events(document: str) -> dict[str, tuple[tuple[str, ...], str]]:
    """Return the fields of the detail of each event, and when it occurs."""
    return {
        name.strip("`"): (tuple(one for one in _codes(detail) if one in FIELD_TYPES), when)
        for name, detail, when in _rows(document, "In script")
    }


def _rows(document: str, section: str) -> list[list[str]]:
    """Return the cells of the first table of a section, without its head."""
    text = document.split(f"\n## {section}\n")[1].split("\n## ")[0]
    lines = [line for line in text.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def _codes(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def _plain(text: str) -> str:
    """Return a text of the table without the marks of its links and code."""
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)


def package_file() -> dict[str, Any]:
    """Return the package.json."""
    return {
        "name": NAME,
        "version": __version__,
        "description": ABOUT,
        "license": "MIT",
        "keywords": ["web-component", "custom-element", "board-game", "tash-kalar"],
        "type": "module",
        "main": f"./{MODULE}",
        "module": f"./{MODULE}",
        "types": f"./{TYPES}",
        "exports": {
            ".": {"types": f"./{TYPES}", "default": f"./{MODULE}"},
            "./classic": f"./{CLASSIC}",
            f"./{MANIFEST}": f"./{MANIFEST}",
            "./package.json": "./package.json",
        },
        "customElements": MANIFEST,
        "sideEffects": True,
        "files": [MODULE, CLASSIC, TYPES, MANIFEST, "README.md", "LICENSE", "NOTICE.md"],
    }


def manifest(document: str) -> dict[str, Any]:
    """Return the custom elements manifest, by its schema of version 1."""
    declaration = {
        "kind": "class",
        "name": "TashKalar",
        "customElement": True,
        "tagName": TAG,
        "description": ABOUT,
        "superclass": {"name": "HTMLElement"},
        "attributes": [
            {"name": name, "description": _plain(meaning), "type": {"text": "string"}}
            for name, meaning in attributes(document).items()
        ],
        "events": [
            {
                "name": name,
                "description": _plain(when),
                "type": {"text": f"CustomEvent<{_detail(fields)}>"},
            }
            for name, (fields, when) in events(document).items()
        ],
        "members": [
            {
                "kind": "method",
                "name": name,
                "description": about,
                "parameters": [
                    {"name": one.split(": ")[0], "type": {"text": one.split(": ")[1]}}
                    for one in [arguments] * bool(arguments)
                ],
            }
            for name, (arguments, about) in METHODS.items()
        ],
        "slots": [{"name": "", "description": "A link for readers whose page blocks the board."}],
    }
    exported = {"name": "TashKalar", "module": MODULE}
    return {
        "schemaVersion": "1.0.0",
        "modules": [
            {
                "kind": "javascript-module",
                "path": MODULE,
                "declarations": [declaration],
                "exports": [
                    {"kind": "js", "name": "TashKalar", "declaration": exported},
                    {"kind": "custom-element-definition", "name": TAG, "declaration": exported},
                ],
            }
        ],
    }


def _detail(fields: tuple[str, ...]) -> str:
    """Return the type of a detail; what comes only later or at times is optional."""
    whole = f"{'?' if len(fields) > 2 else ''}: "
    return f"{{ {'; '.join(f'{name}{whole}{FIELD_TYPES[name]}' for name in fields)} }}"


def types(document: str) -> str:
    """Return the declarations for TypeScript."""
    named = "\n".join(
        f"  /** {_plain(meaning)} */\n  {name}?: string;"
        for name, meaning in attributes(document).items()
    )
    told = "\n".join(
        f'  /** {_plain(when)} */\n  "{name}": CustomEvent<{_detail(fields)}>;'
        for name, (fields, when) in events(document).items()
    )
    methods = "\n".join(
        f"  /** {about} */\n  {name}({arguments}): void;"
        for name, (arguments, about) in METHODS.items()
    )
    return (
        f"/** The attributes of `<{TAG}>`. */\n"
        f"export interface TashKalarAttributes {{\n{named}\n}}\n\n"
        f"/** The events of `<{TAG}>`, which bubble. */\n"
        f"export interface TashKalarEvents {{\n{told}\n}}\n\n"
        f"/** {ABOUT}. */\nexport declare class TashKalar extends HTMLElement {{\n{methods}\n}}\n\n"
        "declare global {\n"
        f'  interface HTMLElementTagNameMap {{ "{TAG}": TashKalar }}\n'
        "  interface HTMLElementEventMap extends TashKalarEvents {}\n}\n"
    )


def readme(document: str) -> str:
    """Return the page that a registry shows."""
    rows = "\n".join(
        f"| `{name}` | {_plain(meaning)} |" for name, meaning in attributes(document).items()
    )
    told = "\n".join(
        f"| `{name}` | {_plain(when)} |" for name, (_, when) in events(document).items()
    )
    return f"""# <{TAG}>

{ABOUT}. The board is a frame from a site with the game, which the attribute `site` names; this
package has no game in it.

    npm install {NAME}

```html
<script type="module">import "{NAME}";</script>
<{TAG} site="https://the.site/with/the/game/" puzzle="daily" title="The puzzle of the day">
  <a href="https://the.site/with/the/game/">Play it</a>
</{TAG}>
```

`{NAME}` is a module; `{NAME}/classic` is a file for `<script src>`. Imported by a program without a
browser, it does nothing. `{MANIFEST}` describes the element for editors.

| attribute | meaning |
|---|---|
{rows}

| event | when |
|---|---|
{told}

This is a fan project without any connection to the author or the publisher of Tash-Kalar.
"""


def write_package(folder: Path) -> None:
    """Write the files of the package to a folder, which is made if it is not there."""
    document = (ROOT / DOCUMENT).read_text(encoding="utf-8")
    source = BUNDLES[EMBEDDER_SCRIPT]
    options = (f"--target={TARGET}", "--charset=ascii", "--minify")
    texts = {
        MODULE: run_esbuild(ROOT, source, *options, "--format=esm"),
        CLASSIC: run_esbuild(ROOT, source, *options),
        TYPES: types(document),
        MANIFEST: json.dumps(manifest(document), indent=2) + "\n",
        "package.json": json.dumps(package_file(), indent=2) + "\n",
        "README.md": readme(document),
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    for name in ("LICENSE", "NOTICE.md"):
        shutil.copyfile(ROOT / name, folder / name)


def main() -> None:
    """Write the package to the folder that the command line names."""
    names = terminal.read_file_names("python -m tools.element_package", __doc__, "FOLDER")
    if len(names) != 1:
        raise SystemExit("python -m tools.element_package: name one folder")
    try:
        write_package(Path(names[0]))
    except SiteError as error:
        print_status(f"python -m tools.element_package: {error}")
        raise SystemExit(2) from None


if __name__ == "__main__":
    main()
