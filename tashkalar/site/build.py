"""Build the folder that a static host needs."""

from __future__ import annotations

import io
import shutil
import zipfile
from contextlib import nullcontext
from pathlib import Path
from typing import NamedTuple

from tashkalar.site.bundles import BUNDLES, bundle_script, is_source_only, write_styles
from tashkalar.site.features import (
    FEATURES_FOLDER,
    SITE_DATA,
    archives_of,
    features_of,
    parts_of,
    styles_of,
)
from tashkalar.site.npm import install_npm_packages
from tashkalar.site.offline import add_service_worker
from tashkalar.site.page_source.app_manifest import app_manifests
from tashkalar.site.page_source.board_data import board_files
from tashkalar.site.page_source.page import (
    drop_plain_pages,
    make_board_page,
    make_feature_part,
    make_page,
    name_address,
    name_stun_server,
)
from tashkalar.site.paths import (
    APP_ARCHIVE,
    BOARD_PAGE,
    PACKAGE,
    PAGE,
    PAGE_FILES,
    ROOT,
    VENDOR_FOLDER,
    SiteError,
    list_public_files,
    read_text,
)
from tashkalar.site.pyodide import python_library
from tashkalar.site.pyodide.python_library import BEST_COMPRESSION, compile_archives
from tashkalar.site.pyodide.rungs import (
    RUNG_PLACEHOLDERS,
    Rung,
    RungError,
    check_rung,
    name_rung,
    read_obstacles,
    report_fall,
)
from tashkalar.site.pyodide.snapshot import add_snapshot
from tashkalar.site.reference_pages.site_pages import SitePages
from tashkalar.site.steps import Step, announce
from tashkalar.site.styles import STYLES_FOLDER
from tashkalar.site.vendor import prepare_vendor_folder

# The modules that build the page, and those that only a terminal starts.
EXCLUDED_FROM_PAGE = tuple(
    f"{PACKAGE}/{name}"
    for name in (
        "site/",
        "bench/",
        "training/",
        "bots/arena.py",
        "bots/command_player.py",
        "bots/installed.py",
        "bots/pool.py",
        "formats/save_form.py",
        "__main__.py",
        "cli.py",
        "card_command.py",
        "doctor.py",
        "engine_command.py",
        "far_command.py",
        "far_keys.py",
        "open_data/",
        "puzzle_commands.py",
        "terminal.py",
    )
)
EXCLUDED_FROM_FEATURES = (f"/{SITE_DATA}.py", "/commands.py")
SITEMAP = "sitemap.xml"
BUILD_MARKER = ".tashkalar-build"
BUILD_MARKER_TEXT = "Written by serve.py build, which may replace this folder.\n"


def pack_engine(root: Path = ROOT) -> bytes:
    """Pack the package for the page; equal sources give equal bytes."""
    rows = features_of(root)
    return _pack(
        root,
        [
            name
            for name in _list_modules(root)
            if not name.startswith(EXCLUDED_FROM_PAGE)
            and not name.endswith(EXCLUDED_FROM_FEATURES)
            and not any(row.is_fetched_module(name) for row in rows)
        ],
    )


def pack_part(archive: str, root: Path = ROOT) -> bytes:
    """Pack the modules of an archive that the page fetches on demand."""
    row = archives_of(root)[archive]
    return _pack(root, [name for name in _list_modules(root) if row.is_fetched_module(name)])


def _list_modules(root: Path) -> list[str]:
    """Return the modules of the package, without those of features that are left out."""
    here = (f"{FEATURES_FOLDER}/__init__.py", *(row.folder for row in features_of(root)))
    return [
        name
        for name in list_public_files(root, PACKAGE)
        if not name.endswith((".pyc", "~"))
        and (
            not name.startswith(f"{FEATURES_FOLDER}/")
            or (name.startswith(here) and name.endswith(".py"))
        )
    ]


def _pack(root: Path, names: list[str]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in names:
            info = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
            info.create_system = 3  # as written on Unix, wherever it is written
            info.external_attr = 0o100644 << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, (root / name).read_bytes())
    return buffer.getvalue()


def site_files(root: Path = ROOT) -> list[str]:
    """Return the site's files that are ready in the checkout, as relative URLs."""
    names = [name for name in PAGE_FILES if (root / name).is_file()]
    made = (APP_ARCHIVE, *archives_of(root), *parts_of(root))
    names += [name for name in list_public_files(root, "static") if name not in made]
    return sorted(name for name in names if not is_source_only(name))


class BuiltSite(NamedTuple):
    """The result of a build."""

    file_count: int
    rung: Rung


def build_site(
    out: Path,
    root: Path = ROOT,
    rung: Rung = Rung.SPLIT,
    step: Step | None = None,
    compression: int = BEST_COMPRESSION,
    address: str = "",
    stun: str = "",
    *,
    plain_pages: bool = True,
) -> BuiltSite:
    """Write the whole site to `out`, complete or not at all.

    The site starts on `rung`, or on the highest rung below whose conditions hold; one line on the
    standard error says why. `step` is told the name of each step. `compression` is a level of
    Zstandard; a build for tests takes half the time with a low one. If the site's `address`, which
    ends with a slash, is given, link previews and the plain pages name it, and the site has a
    sitemap, unless it is without `plain_pages`, for hosts that take few files. `stun` is the
    address of a server for connected devices.
    """
    out = out.resolve()
    _check_output_folder(out, root)
    for needed in PAGE_FILES:
        if not (root / needed).is_file():
            raise SiteError(f"{needed} is missing in the checkout")
    # All packages at once: bundling the service worker needs those of development too.
    install_npm_packages(root, dev=True, step=step or announce)
    prepare_vendor_folder(root, step)
    step = step or nullcontext
    with step("Writing the page"):
        page = name_address(make_page(root), address)
        page = page if plain_pages else drop_plain_pages(page)

    out.parent.mkdir(parents=True, exist_ok=True)
    new = out.with_name(f".{out.name}.new")
    try:
        rung = _write_highest(new, root, page, rung, step, compression)
        _write_parts(new, root, stun)
        pages = SitePages(root, address)
        with step("Writing the pages of the rules and cards"):
            pages.write(new, pages.names() if plain_pages else ())
        _finish_for_offline(new, root, rung, step)
        if address and plain_pages:
            (new / SITEMAP).write_text(pages.sitemap(), encoding="utf-8", newline="\n")
        count = open_to_readers(new)
        shutil.rmtree(out, ignore_errors=True)
        new.rename(out)
    finally:
        shutil.rmtree(new, ignore_errors=True)
    return BuiltSite(count, rung)


def open_to_readers(site: Path) -> int:
    """Let everybody read the site, whatever the umask; return the number of its files."""
    count = 0
    for path in (site, *site.rglob("*")):
        is_folder = path.is_dir()
        path.chmod(path.stat().st_mode | (0o555 if is_folder else 0o444))
        count += not is_folder
    return count


def _finish_for_offline(new: Path, root: Path, rung: Rung, step: Step) -> None:
    """Write the markers and the service worker, which lists the files."""
    _write_markers(new)
    with step("Listing the files for playing offline"):
        not_stored = _vendor_names(python_library.fallback_names(rung))
        add_service_worker(new, root, not_stored=not_stored)


def _write_markers(new: Path) -> None:
    # Without this file, GitHub Pages leaves out files whose names begin with an underscore.
    (new / ".nojekyll").touch()
    (new / BUILD_MARKER).write_text(BUILD_MARKER_TEXT, encoding="utf-8")


def _write_parts(new: Path, root: Path, stun: str = "") -> None:
    """Write the HTML that features fetch, with the address of a STUN server."""
    for name, source in parts_of(root).items():
        (new / name).parent.mkdir(parents=True, exist_ok=True)
        part = name_stun_server(make_feature_part(source, root), stun)
        (new / name).write_text(part, encoding="utf-8", newline="\n")


def _write_highest(
    new: Path, root: Path, page: str, rung: Rung, step: Step, compression: int
) -> Rung:
    """Write the files of the highest rung that the site can have, and return the rung."""
    while True:
        shutil.rmtree(new, ignore_errors=True)
        try:
            check_rung(rung, read_obstacles(root))
            _write_files(new, root, page, rung, step, compression)
        except RungError as error:
            report_fall(error)
            rung = rung.below()
        else:
            return rung


def _write_files(
    new: Path, root: Path, page: str, rung: Rung, step: Step, compression: int
) -> None:
    """Write the files that a site on this rung needs; raise RungError if some cannot be made."""
    with step("Copying the files and bundling the scripts"):
        _copy_files(new, root, page, rung)
    engine = new / APP_ARCHIVE
    engine.parent.mkdir(parents=True, exist_ok=True)
    if rung is Rung.STOCK:
        rest = new / VENDOR_FOLDER / "pyodide" / python_library.REST_ARCHIVE
        rest.write_bytes(python_library.EMPTY_ZIP)
        engine.write_bytes(pack_engine(root))
        for name in archives_of(root):
            (new / name).write_bytes(pack_part(name, root))
        return
    try:
        with step("Compiling the engine"):
            parts = {name: pack_part(name, root) for name in archives_of(root)}
            archives = {APP_ARCHIVE: pack_engine(root), **parts}
            for name, compiled in compile_archives(root, archives, compression).items():
                (new / name).write_bytes(compiled)
        if rung >= Rung.SNAPSHOT:
            with step("Taking a snapshot of Python's memory"):
                add_snapshot(new, root, rung, compression)
    except SiteError as error:
        raise RungError(rung, str(error)) from error


def _copy_files(new: Path, root: Path, page: str, rung: Rung) -> None:
    """Write all files but the engine and the snapshot."""
    unused = _vendor_names(python_library.unused_names(rung))
    for name in site_files(root):
        if name not in unused:
            target = new / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / name, target)
    pyodide = new / VENDOR_FOLDER / "pyodide"
    for name in python_library.stock_names(rung):
        shutil.copyfile(root / python_library.STOCK_FOLDER / name, pyodide / name)
    for name in BUNDLES:
        script = bundle_script(root, name, "--minify")
        (new / name).write_text(script, encoding="utf-8", newline="\n")
    (new / PAGE).write_text(page, encoding="utf-8", newline="\n")
    _write_parts(new, root)
    own = (name for name in site_files(root) if name.startswith(STYLES_FOLDER))
    write_styles(new, root, {name: (root / name,) for name in own} | styles_of(root))
    (new / BOARD_PAGE).write_text(make_board_page(root), encoding="utf-8", newline="\n")
    for name, data in (board_files(root) | app_manifests(root)).items():
        (new / name).parent.mkdir(parents=True, exist_ok=True)
        (new / name).write_text(data, encoding="utf-8", newline="\n")
    for name in RUNG_PLACEHOLDERS:
        text = (new / name).read_text(encoding="utf-8")
        (new / name).write_text(name_rung(text, name, rung), encoding="utf-8", newline="\n")


def _vendor_names(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(f"{VENDOR_FOLDER}/pyodide/{name}" for name in names)


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
