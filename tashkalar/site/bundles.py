"""Bundle the sources of scripts into classic scripts, with esbuild.

What runs before Python in the page, in its frames and in other people's pages are classic scripts,
because a frame without an origin loads modules only from hosts that send a header for it. Their
sources are ES modules: a folder of `static/js` with a `main.js` becomes one script. All other
scripts are delivered as they are.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

from tashkalar.site.npm import install_npm_packages, run_tool
from tashkalar.site.paths import SiteError, hash_files
from tashkalar.site.styles import CONDITIONS, STYLES_FOLDER, put_conditions

SCRIPT_FOLDER = "static/js"
EMBEDDER_SCRIPT = "static/js/embed.js"  # runs in other people's pages, which name this address
FRAME_SCRIPT = "static/js/frame.bundle.js"  # start.js loads it on a board inside another page
BOARD_SCRIPT = "static/js/picture.bundle.js"  # of `board.html`, like the next one
BOARD_STYLE = "static/css/frame.bundle.css"
# The delivered scripts and style sheets, and the files that they begin with.
BUNDLES = {
    "static/js/boot.bundle.js": "static/js/boot/main.js",
    "static/js/board.bundle.js": "static/js/board/main.js",
    FRAME_SCRIPT: "static/js/frame/main.js",
    BOARD_SCRIPT: "static/js/picture/main.js",
    BOARD_STYLE: "static/css/frame.css",
    EMBEDDER_SCRIPT: "static/js/embed/main.js",
    # Loaded when a person wants to see or to read a QR code.
    "static/js/qr_code.bundle.js": "static/js/qr_code/main.js",
    "static/js/qr_reader.bundle.js": "static/js/qr_reader/main.js",
    # Loaded when a person connects two devices.
    "static/js/live.bundle.js": "static/js/live/main.js",
}
BUNDLED_FOLDERS = tuple(
    f"{source.rpartition('/')[0]}/" for source in BUNDLES.values() if source.endswith(".js")
)
BUNDLED_WORDS = "static/locale/*/page.json"  # words that scripts import, since they load no file
TARGET = "es2022"


def is_source_only(name: str) -> bool:
    """Return whether a file of the checkout is only a source of what the site delivers."""
    is_word_of_plain_page = name.startswith("static/locale/") and name.endswith("/pages.json")
    is_bundled = name.startswith(BUNDLED_FOLDERS) or name in (*BUNDLES.values(), CONDITIONS)
    return is_bundled or name.endswith(".d.ts") or is_word_of_plain_page


def bundle_script(root: Path, name: str, *options: str) -> str:
    """Return the delivered script or style sheet of a name in `BUNDLES`."""
    # Other people's pages may have another encoding, in which a script without one is read.
    charset = ["--charset=ascii"] if name == EMBEDDER_SCRIPT else []
    text = run_esbuild(root, BUNDLES[name], f"--target={TARGET}", *charset, *options)
    return put_conditions(text, root) if name == BOARD_STYLE else text


def hash_sources(root: Path) -> str:
    """Return a hash of all sources of bundles."""
    scripts = (file for folder in BUNDLED_FOLDERS for file in (root / folder).glob("*.js"))
    styles = root.glob("static/css/*.css")
    return hash_files(*sorted((*scripts, *styles, *root.glob(BUNDLED_WORDS))))


def run_esbuild(root: Path, source: str, *options: str) -> str:
    """Return a source file bundled with all that it imports, as one function that runs at once.

    Raise SiteError, with the first line of esbuild's reason, if that fails.
    """
    form = ["--format=iife"] if source.endswith(".js") else []
    return _call_esbuild(root, source, source, "--bundle", *form, *options)


def write_styles(site: Path, root: Path, sources: Mapping[str, tuple[Path, ...]]) -> None:
    """Write style sheets by their addresses, with all conditions and without spaces and comments.

    Raise SiteError, with the first line of esbuild's reason, if that fails.
    """
    files = [site / name for name in sources]
    for file, parts in zip(files, sources.values(), strict=True):
        text = put_conditions(join_styles(parts), root)
        file.write_text(text, encoding="utf-8", newline="\n")
    names = map(str, files)
    out = f"--outdir={site / STYLES_FOLDER}"
    _call_esbuild(root, STYLES_FOLDER, *names, "--minify", out, "--allow-overwrite")


def join_styles(parts: Iterable[Path]) -> str:
    """Return the text of a style sheet from that of its parts."""
    return "\n".join(part.read_text(encoding="utf-8") for part in parts)


def _call_esbuild(root: Path, what: str, *options: str) -> str:
    install_npm_packages(root)
    done = run_tool(
        [
            shutil.which("node") or "node",
            str(root / "node_modules" / "esbuild" / "bin" / "esbuild"),
            "--tsconfig-raw={}",  # ignore the checkout's tsconfig, which only concerns types
            "--charset=utf8",
            "--log-level=error",
            *options,
        ],
        f"bundling {what}",
        cwd=root,
    )
    if done.returncode != 0:
        reason = done.stderr.strip().splitlines() or ["esbuild gave no reason"]
        raise SiteError(f"{what} cannot be bundled: {reason[0]}")
    return done.stdout
