"""Make a build an app that works offline: its build number and its service worker."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Container
from fnmatch import fnmatch
from pathlib import Path

from tashkalar.site.bundles import run_esbuild
from tashkalar.site.integrity import sha256_base64, write_integrity
from tashkalar.site.npm import install_npm_packages
from tashkalar.site.paths import (
    OEMBED_FOLDER,
    PACKAGE,
    PAGE,
    PLAIN_FOLDERS,
    ROOT,
    SiteError,
    is_private,
    read_text,
)
from tashkalar.site.pyodide.snapshot import SNAPSHOT_PATTERN, UNPACKED_IN_CACHE
from tashkalar.site.vendor import ZSTD_DECODER

SERVICE_WORKER = "sw.js"
# What the page does not request: documentation that is published beside it, and plain pages, whose
# texts the page has too; storing them would add more files than the game has.
LEFT_TO_THE_HOST = ("docs", "static/pages", OEMBED_FOLDER, *PLAIN_FOLDERS)
BUILD_FILE = "static/app/build.json"
WORKBOX_LICENCE = "static/licenses/Workbox.txt"
SERVICE_WORKER_SOURCE = f"{PACKAGE}/site/sw.js"
SITE_PLACEHOLDER = "__SITE__"
ZSTANDARD = b"\x28\xb5\x2f\xfd"


def add_service_worker(
    site: Path, root: Path = ROOT, *, not_stored: Container[str] = frozenset()
) -> None:
    """Finish a built site: number it, and add a service worker that knows all its files.

    The worker leaves the files `not_stored` to the host.
    """
    install_npm_packages(root, dev=True)
    licence = site / WORKBOX_LICENCE
    licence.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(root / "node_modules" / "workbox-core" / "LICENSE", licence)

    version, build = _package_version(root), _build_number(site)
    write_integrity(site)
    _stamp_page(site / PAGE, version, build)
    stored = [name for name in _list_site_files(site) if name not in not_stored]
    about = {"version": version, "build": build, "files": sorted({*stored, BUILD_FILE})}
    (site / BUILD_FILE).write_text(json.dumps(about) + "\n", encoding="utf-8", newline="\n")

    stored = [name for name in _list_site_files(site) if name not in not_stored]
    entries = [_precache_entry(site, name) for name in stored]
    packed = [
        name
        for name in stored
        if any(fnmatch(name, pattern) for pattern in UNPACKED_IN_CACHE)
        and (site / name).read_bytes().startswith(ZSTANDARD)
    ]
    known = json.dumps(
        {"build": build, "files": entries, "packed": packed, "decoder": ZSTD_DECODER}
    )
    worker = _bundle_service_worker(root)
    if worker.count(SITE_PLACEHOLDER) != 1:
        raise SiteError(f"{SERVICE_WORKER_SOURCE} must name {SITE_PLACEHOLDER} exactly once")
    text = worker.replace(SITE_PLACEHOLDER, known)
    (site / SERVICE_WORKER).write_text(text, encoding="utf-8", newline="\n")


def _list_site_files(site: Path) -> list[str]:
    """Return the files that the page may request, as relative URLs."""
    files = (file.relative_to(site) for file in site.rglob("*") if file.is_file())
    public = (file for file in files if not is_private(file.parts))
    names = (file.as_posix() for file in public)
    left = tuple(f"{folder}/" for folder in LEFT_TO_THE_HOST)
    return sorted(name for name in names if name != SERVICE_WORKER and not name.startswith(left))


def _build_number(site: Path) -> str:
    """Return a number that depends on the content of all files."""
    digest = hashlib.sha256()
    for name in _list_site_files(site):
        digest.update(
            f"{name}\0{hashlib.sha256((site / name).read_bytes()).hexdigest()}\n".encode()
        )
    return digest.hexdigest()[:12]


def _precache_entry(site: Path, name: str) -> dict[str, str | None]:
    """Describe a file to Workbox: the revision names the content, the hash protects it.

    A file whose name contains its hash has no revision, so it is found by its address alone.
    """
    digest = hashlib.sha256((site / name).read_bytes()).hexdigest()
    revision = None if fnmatch(name, SNAPSHOT_PATTERN) else digest[:16]
    integrity = f"sha256-{sha256_base64(site / name)}"
    return {"url": name, "revision": revision, "integrity": integrity}


def _package_version(root: Path) -> str:
    source = read_text(root / PACKAGE / "__init__.py") or ""
    match = re.search(r'^__version__(?:: \w+)? = "([\d.]+)"$', source, re.MULTILINE)
    if match is None:
        raise SiteError(f"{PACKAGE}/__init__.py names no version")
    return match[1]


def _stamp_page(page: Path, version: str, build: str) -> None:
    """Write the version and build number into the page, which compares them with the worker's."""
    text = page.read_text(encoding="utf-8")
    signature = f'<html data-version="{version}" data-build="{build}" '
    signed, tags = re.subn(r'<html (data-version="[^"]*" data-build="[^"]*" )?', signature, text)
    if tags != 1:
        raise SiteError(f"{PAGE} must have one <html> tag with attributes to sign")
    page.write_text(signed, encoding="utf-8", newline="\n")


def _bundle_service_worker(root: Path) -> str:
    """Return the service worker bundled with the parts of Workbox that it uses."""
    return run_esbuild(
        root,
        SERVICE_WORKER_SOURCE,
        "--minify",
        "--target=es2020",
        '--define:process.env.NODE_ENV="production"',
    )
