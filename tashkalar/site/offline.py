"""What makes a build an app that works offline: its build number and its service worker."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
from fnmatch import fnmatch
from pathlib import Path

from tashkalar.site.integrity import digest_of, seal_parts
from tashkalar.site.npm import install_npm_packages
from tashkalar.site.paths import PACKAGE, PAGE, ROOT, SiteError, is_private, read_text
from tashkalar.site.pyodide.snapshot import PACKED, STORED_UNPACKED
from tashkalar.site.vendor import ZSTD

SERVICE_WORKER = "sw.js"
BUILD_FILE = "static/app/build.json"
WORKBOX_LICENCE = "static/licenses/Workbox.txt"
SOURCE = f"{PACKAGE}/site/sw.js"
PLACE = "__SITE__"


def make_offline(site: Path, root: Path = ROOT) -> None:
    """Finish a built site: number it, and give it a service worker that knows all its files."""
    install_npm_packages(root, dev=True)
    licence = site / WORKBOX_LICENCE
    licence.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(root / "node_modules" / "workbox-core" / "LICENSE", licence)

    version, build = _version(root), _number(site)
    seal_parts(site)
    _sign_page(site / PAGE, version, build)
    about = {"version": version, "build": build, "files": sorted({*_files(site), BUILD_FILE})}
    (site / BUILD_FILE).write_text(json.dumps(about) + "\n", encoding="utf-8", newline="\n")

    entries = [_entry(site, name) for name in _files(site)]
    packed = [name for name in _files(site) if any(fnmatch(name, p) for p in STORED_UNPACKED)]
    known = json.dumps({"build": build, "files": entries, "packed": packed, "decoder": ZSTD})
    worker = _bundle(root)
    if worker.count(PLACE) != 1:
        raise SiteError(f"{SOURCE} must name {PLACE} exactly once")
    text = worker.replace(PLACE, known)
    (site / SERVICE_WORKER).write_text(text, encoding="utf-8", newline="\n")


def _files(site: Path) -> list[str]:
    """List what the page may ask for, as relative URLs."""
    files = (file.relative_to(site) for file in site.rglob("*") if file.is_file())
    names = (file.as_posix() for file in files if not is_private(file.parts))
    return sorted(name for name in names if name != SERVICE_WORKER)


def _number(site: Path) -> str:
    """Return a number that only the same files have."""
    digest = hashlib.sha256()
    for name in _files(site):
        digest.update(
            f"{name}\0{hashlib.sha256((site / name).read_bytes()).hexdigest()}\n".encode()
        )
    return digest.hexdigest()[:12]


def _entry(site: Path, name: str) -> dict[str, str | None]:
    """Describe a file to Workbox: the revision names it, the hash keeps other contents out.

    What is named after its content has no revision, and so it is found by its address alone.
    """
    digest = hashlib.sha256((site / name).read_bytes()).hexdigest()
    revision = None if fnmatch(name, PACKED) else digest[:16]
    integrity = f"sha256-{digest_of(site / name)}"
    return {"url": name, "revision": revision, "integrity": integrity}


def _version(root: Path) -> str:
    source = read_text(root / PACKAGE / "__init__.py") or ""
    found = re.search(r'^__version__(?:: \w+)? = "([\d.]+)"$', source, re.MULTILINE)
    if found is None:
        raise SiteError(f"{PACKAGE}/__init__.py names no version")
    return found[1]


def _sign_page(page: Path, version: str, build: str) -> None:
    """Tell the page what it is, so that it can compare itself with the service worker."""
    text = page.read_text(encoding="utf-8")
    signature = f'<html data-version="{version}" data-build="{build}" '
    signed, tags = re.subn(r'<html (data-version="[^"]*" data-build="[^"]*" )?', signature, text)
    if tags != 1:
        raise SiteError(f"{PAGE} must have one <html> tag with attributes to sign")
    page.write_text(signed, encoding="utf-8", newline="\n")


def _bundle(root: Path) -> str:
    """Return the service worker with the parts of Workbox that it uses in one script."""
    node = shutil.which("node") or "node"
    done = subprocess.run(
        [
            node,
            str(root / "node_modules" / "esbuild" / "bin" / "esbuild"),
            SOURCE,
            "--bundle",
            "--minify",
            "--tsconfig-raw={}",  # that of the checkout is about types, not about this
            "--format=iife",
            "--target=es2020",
            "--charset=utf8",
            "--log-level=error",
            '--define:process.env.NODE_ENV="production"',
        ],
        cwd=root,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode != 0:
        reason = done.stderr.strip().splitlines() or ["esbuild gave no reason"]
        raise SiteError(f"the service worker cannot be bundled: {reason[0]}")
    return done.stdout
