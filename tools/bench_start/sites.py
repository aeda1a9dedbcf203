"""The pages that are measured, each served by a static host of its own."""

from __future__ import annotations

import email.utils
import gzip
import hashlib
import http.server
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tashkalar.site.build import build_site
from tashkalar.site.bundles import run_esbuild
from tashkalar.site.npm import install_npm_packages
from tashkalar.site.paths import ROOT
from tashkalar.site.pyodide.rungs import Rung
from tashkalar.site.server import CONTENT_TYPES
from tests.limits import serve_in_thread

BITS_PER_SECOND = 10_000_000
LATENCY_S = 0.04
PIECE = 8192  # bytes that go over the slow line at once
# What GitHub Pages compresses.
COMPRESSED = {".css", ".html", ".js", ".json", ".mjs", ".svg", ".toml", ".txt", ".wasm"}
EMBEDDED_COUNT = 6
PROGRAMS = ("stock", "bare", "board", "ours")
LOWER_RUNGS = {f"ours on {rung.label}": rung for rung in Rung if rung is not max(Rung)}

STOCK = """<!doctype html><html><head><meta charset="utf-8"><title>Stock</title>
<link rel="stylesheet" href="./pyscript/core.css">
<script type="module" src="./pyscript/core.js"></script></head><body>
<script type="py" src="./main.py" config='{"interpreter": "./pyodide/pyodide.mjs"}'></script>
</body></html>
"""
STOCK_PYTHON = """from pyscript import window
print("One line")
window.performance.mark("tashkalar-ready")
"""
BARE = """<!doctype html><html><head><meta charset="utf-8"><title>Bare</title>
<script type="module">
import { loadPyodide } from "./pyodide/pyodide.mjs";
const python = await loadPyodide();
python.runPython("print('One line')");
performance.mark("tashkalar-ready");
</script></head><body></body></html>
"""
BOARD = """<!doctype html><html><head><meta charset="utf-8"><title>Board</title>
<link rel="stylesheet" href="./board.css"></head>
<body><div id="board" style="width: 480px; height: 480px"></div>
<script src="./board.js"></script></body></html>
"""
BOARD_SCRIPT = "tools/bench_start/board_page.mjs"
BOARD_STYLES = ("base", "brown", "cburnett")
# Pages with boards of ours, in the same origin as in `static/demo`.
EMBEDDING = """<!doctype html><html><head><meta charset="utf-8"><title>Embedding</title>
<script src="./static/js/embed.js" defer></script></head><body>{boards}</body></html>
"""
EMBEDDED = """<tash-kalar scenario='{"form": "duel", "seats": [{"school": "northern"},
{"school": "sylvan"}], "board": {"e5": "1 heroic", "e6": "2 common"}}'></tash-kalar>
"""


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Host

    def do_GET(self) -> None:
        began = time.time()
        slow = self.server.slow
        if slow:
            time.sleep(LATENCY_S)
        name = self.path.partition("?")[0].lstrip("/") or "index.html"
        if name.endswith("/"):
            name += "index.html"
        file = self.server.files.get(name)
        if file is None:
            self.send_error(404)
            return
        body, packed, tag = file
        known = self.headers.get("If-None-Match") == tag
        if known:
            body = b""
        head = [
            f"HTTP/1.1 {304 if known else 200} {'Not Modified' if known else 'OK'}",
            f"Date: {email.utils.formatdate(usegmt=True)}",
            f"Content-Type: {CONTENT_TYPES.get(Path(name).suffix, 'application/octet-stream')}",
            "Cache-Control: max-age=600",
            f"ETag: {tag}",
            "Vary: Accept-Encoding",
            *([f"Content-Length: {len(body)}"] if not known else []),
            *(["Content-Encoding: gzip"] if packed and not known else []),
        ]
        content = "\r\n".join([*head, "", ""]).encode() + body
        self.server.log.append((began, len(content)))
        if not slow:
            self.wfile.write(content)
            return
        for start in range(0, len(content), PIECE):
            piece = content[start : start + PIECE]
            self.server.wait_for_line(len(piece))
            self.wfile.write(piece)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


class Host(http.server.ThreadingHTTPServer):
    """A static host: one site on an origin, and so in a browser's cache, of its own."""

    daemon_threads = True

    def __init__(self, folder: Path) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.slow = False
        self.log: list[tuple[float, int]] = []
        self.files: dict[str, tuple[bytes, bool, str]] = {}
        self._line = threading.Lock()
        self._free = 0.0
        for file in folder.rglob("*"):
            if file.is_file():
                self.add_file(file.relative_to(folder).as_posix(), file.read_bytes())

    def add_file(self, name: str, content: bytes) -> None:
        """Serve a file; hosts compress some kinds."""
        tag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
        packed = Path(name).suffix in COMPRESSED
        self.files[name] = (gzip.compress(content, 6) if packed else content, packed, tag)

    def wait_for_line(self, count: int) -> None:
        """Wait until that many bytes fit through the slow line, which all connections share."""
        with self._line:
            begin = max(self._free, time.monotonic())
            self._free = begin + count * 8 / BITS_PER_SECOND
            wait = self._free - time.monotonic()
        if wait > 0:
            time.sleep(wait)

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore the error of a browser that has closed its connection."""

    @property
    def url(self) -> str:
        """The address."""
        return f"http://127.0.0.1:{self.server_port}/"


@contextmanager
def serve_programs(scratch: Path, *, rungs: bool = False) -> Iterator[dict[str, Host]]:
    """Make and serve the sites of `PROGRAMS`; with `rungs`, also of `LOWER_RUNGS`.

    They are PyScript as it comes, Pyodide alone, a board page in JavaScript, and ours.
    """
    programs: tuple[str, ...] = PROGRAMS
    install_npm_packages(dev=True)
    modules = ROOT / "node_modules"
    for kind in ("stock", "bare"):
        shutil.copytree(modules / "pyodide", scratch / kind / "pyodide")
    shutil.copytree(modules / "@pyscript/core/dist", scratch / "stock/pyscript")
    (scratch / "stock/index.html").write_text(STOCK, encoding="utf-8")
    (scratch / "stock/main.py").write_text(STOCK_PYTHON, encoding="utf-8")
    (scratch / "bare/index.html").write_text(BARE, encoding="utf-8")
    _make_board_page(modules, scratch / "board")
    build_site(scratch / "ours")
    if rungs:
        programs += tuple(LOWER_RUNGS)
        for kind, rung in LOWER_RUNGS.items():
            build_site(scratch / kind, rung=rung)
    with ExitStack() as stack:
        served = {}
        for kind in programs:
            served[kind] = stack.enter_context(serve_in_thread(Host(scratch / kind)))
        for count in (1, EMBEDDED_COUNT):
            page = EMBEDDING.replace("{boards}", EMBEDDED * count)
            served["ours"].add_file(f"embedding-{count}.html", page.encode())
        yield served


def _make_board_page(modules: Path, folder: Path) -> None:
    folder.mkdir()
    styles = [modules / f"chessground/assets/chessground.{name}.css" for name in BOARD_STYLES]
    css = "".join(file.read_text(encoding="utf-8") for file in styles)
    (folder / "board.css").write_text(css, encoding="utf-8")
    script = run_esbuild(ROOT, BOARD_SCRIPT, "--minify", "--target=es2022")
    (folder / "board.js").write_text(script, encoding="utf-8")
    (folder / "index.html").write_text(BOARD, encoding="utf-8")
