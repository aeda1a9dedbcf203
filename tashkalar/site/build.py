"""Build the folder that a static host needs."""

from __future__ import annotations

import io
import shutil
import zipfile
from pathlib import Path

from tashkalar.site.bundles import BUNDLES, bundle_script, is_source_only
from tashkalar.site.offline import add_service_worker
from tashkalar.site.page_source.page import make_page
from tashkalar.site.paths import (
    APP_ARCHIVE,
    PACKAGE,
    PAGE,
    PAGE_FILES,
    ROOT,
    SiteError,
    list_public_files,
    read_text,
)
from tashkalar.site.pyodide.python_library import compile_engine
from tashkalar.site.pyodide.snapshot import add_snapshot
from tashkalar.site.vendor import prepare_vendor_folder

# The modules that build the page, and those that only a terminal starts.
EXCLUDED_FROM_PAGE = tuple(
    f"{PACKAGE}/{name}"
    for name in (
        "site/",
        "bench/",
        "bots/arena.py",
        "bots/installed.py",
        "bots/pool.py",
        "__main__.py",
        "cli.py",
        "terminal.py",
    )
)
BUILD_MARKER = ".tashkalar-build"
BUILD_MARKER_TEXT = "Written by serve.py build, which may replace this folder.\n"


def pack_engine(root: Path = ROOT) -> bytes:
    """Pack the package for the page; equal sources give equal bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in list_public_files(root, PACKAGE):
            if name.endswith((".pyc", "~")) or name.startswith(EXCLUDED_FROM_PAGE):
                continue
            info = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
            info.create_system = 3  # as written on Unix, wherever it is written
            info.external_attr = 0o100644 << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, (root / name).read_bytes())
    return buffer.getvalue()


def site_files(root: Path = ROOT) -> list[str]:
    """Return the site's files that are ready in the checkout, as relative URLs."""
    names = [name for name in PAGE_FILES if (root / name).is_file()]
    names += [name for name in list_public_files(root, "static") if name != APP_ARCHIVE]
    return sorted(name for name in names if not is_source_only(name))


def build_site(out: Path, root: Path = ROOT) -> int:
    """Write the whole site to `out`, complete or not at all; return the number of files."""
    out = out.resolve()
    _check_output_folder(out, root)
    for needed in PAGE_FILES:
        if not (root / needed).is_file():
            raise SiteError(f"{needed} is missing in the checkout")
    prepare_vendor_folder(root)
    page = make_page(root)

    out.parent.mkdir(parents=True, exist_ok=True)
    new = out.with_name(f".{out.name}.new")
    shutil.rmtree(new, ignore_errors=True)
    try:
        names = site_files(root)
        for name in names:
            target = new / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / name, target)
        for name in BUNDLES:
            script = bundle_script(root, name, "--minify")
            (new / name).write_text(script, encoding="utf-8", newline="\n")
        (new / PAGE).write_text(page, encoding="utf-8", newline="\n")
        (new / APP_ARCHIVE).parent.mkdir(parents=True, exist_ok=True)
        (new / APP_ARCHIVE).write_bytes(compile_engine(root, pack_engine(root)))
        add_snapshot(new, root)
        # Without this file, GitHub Pages leaves out files whose names begin with an underscore.
        (new / ".nojekyll").touch()
        (new / BUILD_MARKER).write_text(BUILD_MARKER_TEXT, encoding="utf-8")
        add_service_worker(new, root)
        count = sum(file.is_file() for file in new.rglob("*"))
        if out.exists():
            shutil.rmtree(out)
        new.rename(out)
    finally:
        shutil.rmtree(new, ignore_errors=True)
    return count


def _check_output_folder(out: Path, root: Path) -> None:
    for source in ("static", PACKAGE, "node_modules"):
        if out.is_relative_to(root / source):
            raise SiteError(f"{out} lies inside {source}/, which is copied; choose another --out")
    if not out.exists():
        return
    if not out.is_dir():
        raise SiteError(f"{out} is a file; choose another --out")
    if any(out.iterdir()) and read_text(out / BUILD_MARKER) != BUILD_MARKER_TEXT:
        raise SiteError(f"{out} is not empty and not one of our builds; choose another --out")
