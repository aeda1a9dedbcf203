"""The page's npm packages, copied to static/vendor/ so that no other origin is needed."""

from __future__ import annotations

import base64
import json
import re
import shutil
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

from tashkalar.site import micropip
from tashkalar.site.npm import install_npm_packages
from tashkalar.site.page_source import fonts
from tashkalar.site.paths import (
    ROOT,
    VENDOR_FOLDER,
    SiteError,
    hash_files,
    hold_install_lock,
    print_status,
    read_text,
)
from tashkalar.site.pyodide import (
    compiled_archives,
    pyscript_modules,
    python_library,
    rungs,
    wasm,
    wasm_split,
)
from tashkalar.site.steps import Step, announce

ZSTD_DECODER = f"{VENDOR_FOLDER}/zstd/zstd.wasm"
PYODIDE_LICENCES = ("static/licenses/MPL-2.0.txt", "static/licenses/Python.txt")
# Packages of the lock file that PyScript does not bundle: Pyodide itself (handled separately) and
# the packages that only its Node side needs.
NOT_IN_PYSCRIPT = {"pyodide", "ws", "@types/emscripten", "zstddec", "qr"}
# PyScript's editor and terminal are switched off in pyscript.toml; without the libraries behind
# them the site is smaller and carries fewer licences. Source maps only matter to PyScript itself.
UNUSED_IN_PYSCRIPT = re.compile(r"^(codemirror|xterm)|\.map$")


def prepare_vendor_folder(root: Path = ROOT, step: Step | None = None) -> None:
    """Make static/vendor/ if it is missing or outdated; otherwise return at once."""
    stamp = root / VENDOR_FOLDER / ".stamp"
    if read_text(stamp) == _vendor_hash(root):
        return
    install_npm_packages(root, step=step or announce)
    with hold_install_lock(root):
        if read_text(stamp) != _vendor_hash(root):
            _copy_vendor(root, step or nullcontext)


def _copy_vendor(root: Path, step: Step) -> None:
    """Fill a new folder and rename it, so that an interrupted run leaves no partial folder."""
    modules, vendor = root / "node_modules", root / VENDOR_FOLDER
    new = vendor.with_name("vendor.new")
    shutil.rmtree(new, ignore_errors=True)

    pyodide = new / "pyodide"
    pyodide.mkdir(parents=True)
    with step("Compiling the Python library (only needed once)"):
        obstacles = python_library.make_libraries(root, pyodide)
    _copy_decoder(modules / "zstddec", new / "zstd")
    for licence in PYODIDE_LICENCES:
        shutil.copyfile(root / licence, pyodide / f"LICENSE-{Path(licence).name}")
    # Pyodide needs the lock file, but of its 119 KB the page uses only the entries of micropip.
    lock = json.loads((modules / "pyodide" / "pyodide-lock.json").read_text(encoding="utf-8"))
    (pyodide / "pyodide-lock.json").write_text(
        json.dumps({"info": lock["info"], "packages": micropip.add_micropip(pyodide, root)}) + "\n",
        encoding="utf-8",
    )

    pyscript = new / "pyscript"
    dist = modules / "@pyscript" / "core" / "dist"
    pyscript.mkdir()
    for file in sorted(dist.iterdir()):
        if file.is_file() and not UNUSED_IN_PYSCRIPT.search(file.name):
            shutil.copyfile(file, pyscript / file.name)
    for name, folder in _bundled_packages(root):
        for file in sorted(folder.glob("LICEN[CS]E*")):
            target = pyscript / "licenses" / f"{name.replace('/', '-')}.txt"
            target.parent.mkdir(exist_ok=True)
            shutil.copyfile(file, target)
    for file in (modules / "@pyscript/core/src/3rd-party-licenses").glob("toml.license.txt"):
        shutil.copyfile(file, pyscript / "licenses" / file.name.replace(".license", ""))
    fonts.copy_fonts(modules, new / "fonts")
    (new / "qr").mkdir()  # `bundles.py` puts the package itself into two scripts
    shutil.copyfile(modules / "qr" / "LICENSE-MIT", new / "qr" / "LICENSE.txt")

    rungs.write_obstacles(new, obstacles)
    shutil.rmtree(vendor, ignore_errors=True)
    new.rename(vendor)
    (vendor / ".stamp").write_text(_vendor_hash(root), encoding="utf-8")
    if missing := pyscript_modules.missing_parts(root):
        names = " and ".join(missing)
        print_status(f"serve.py: PyScript does not import {names}; a start loads modules later")


def _copy_decoder(package: Path, folder: Path) -> None:
    """Extract the decoder from the script that contains it, so that the page can fetch it."""
    source = (package / "dist" / "zstddec-stream.mjs").read_text(encoding="utf-8")
    match = re.search(r'^const wasm = "([A-Za-z0-9+/=]+)";$', source, re.MULTILINE)
    if match is None:
        raise SiteError("the npm package zstddec does not hold its decoder any more")
    folder.mkdir()
    (folder / Path(ZSTD_DECODER).name).write_bytes(base64.b64decode(match[1]))
    shutil.copyfile(package / "LICENSE", folder / "LICENSE.txt")


def _bundled_packages(root: Path) -> Iterator[tuple[str, Path]]:
    lock = json.loads((root / "package-lock.json").read_text(encoding="utf-8"))
    for path in sorted(lock["packages"]):
        name = path.rpartition("node_modules/")[2]
        if name.startswith("@fontsource/"):
            continue
        if name and name not in NOT_IN_PYSCRIPT and not lock["packages"][path].get("dev"):
            yield name, root / path


def _vendor_hash(root: Path) -> str:
    # The programs are hashed too, because they decide what is copied and how it is compiled.
    programs = [
        Path(__file__),
        Path(fonts.__file__),
        Path(wasm_split.__file__),
        Path(python_library.__file__),
        Path(rungs.__file__),
        Path(wasm.__file__),
        wasm_split.LIST,
        root / compiled_archives.PRECOMPILE_SCRIPT,
        root / compiled_archives.PRECOMPILE_PROGRAM,
    ]
    programs += [Path(micropip.__file__), micropip.REQUIREMENTS_FILE]
    licences = [root / licence for licence in PYODIDE_LICENCES]
    return hash_files(root / "package-lock.json", *programs, *licences)
