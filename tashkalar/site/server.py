"""The server for work on the page, and for its tests."""

from __future__ import annotations

import errno
import http.server
import os
import re
import socket
import socketserver
import sys
import threading
import urllib.parse
from pathlib import Path
from typing import Protocol

from tashkalar.site.build import pack_engine, pack_part
from tashkalar.site.bundles import (
    BUNDLES,
    bundle_script,
    hash_sources,
    is_source_only,
    join_styles,
)
from tashkalar.site.features import archives_of, parts_of, styles_of
from tashkalar.site.page_source.app_manifest import app_manifests
from tashkalar.site.page_source.board_data import board_files
from tashkalar.site.page_source.page import (
    make_board_page,
    make_feature_part,
    make_page,
)
from tashkalar.site.paths import (
    APP_ARCHIVE,
    BOARD_PAGE,
    BOARDS_FOLDER,
    DIAGRAMS_FOLDER,
    PACKAGE,
    PAGE,
    PAGE_FILES,
    PLAIN_FOLDERS,
    ROOT,
    VENDOR_FOLDER,
    SiteError,
    is_private,
    print_status,
)
from tashkalar.site.pyodide.python_library import (
    EMPTY_ZIP,
    QUICK_COMPRESSION,
    REST_ARCHIVE,
    STOCK_FOLDER,
    compile_archives,
    stock_names,
)
from tashkalar.site.pyodide.rungs import RUNG_PLACEHOLDERS, Rung, name_rung, rung_of_checkout
from tashkalar.site.reference_pages.site_pages import SitePages
from tashkalar.site.styles import STYLES_FOLDER, put_conditions

# Listed here because the system's table may be wrong, and because browsers need the right type to
# compile WebAssembly while it downloads, and to run modules.
CONTENT_TYPES = {
    "": "text/plain; charset=utf-8",  # LICENSE
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".md": "text/markdown; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".py": "text/x-python; charset=utf-8",
    ".svg": "image/svg+xml",
    ".tkr": "text/vnd.tash-kalar.record; charset=utf-8",
    ".toml": "application/toml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}


_MAX_LOG_LINE = 300  # characters
_MAX_DISCARDED_BYTES = 1 << 20  # of a request that is too long
_DISCARD_TIMEOUT_S = 1.0
_PYODIDE = f"{VENDOR_FOLDER}/pyodide/"
_PLAIN_PAGES = tuple(f"{folder}/" for folder in PLAIN_FOLDERS)


class Site(Protocol):
    """The source of the bytes of a URL."""

    def read(self, name: str) -> bytes | None:
        """Return the file of a relative URL, or None; raise SiteError if it cannot be made."""


class FolderSite:
    """A folder with all files of the site, served as by a static host."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()

    def read(self, name: str) -> bytes | None:
        """Return the file; None for files outside the folder and for hidden files."""
        parts = name.split("/")
        if is_private(parts) or "" in parts or re.search(r"[\\:\0]", name):
            return None
        try:
            file = self.root.joinpath(*parts).resolve()
            if not file.is_relative_to(self.root) or not file.is_file():
                return None
        except OSError:  # no file can have a name of this length
            return None
        return file.read_bytes()


class CheckoutSite(FolderSite):
    """The checkout, served as the site that `build` would make of it now."""

    def __init__(self, root: Path, asked: Rung) -> None:
        super().__init__(root)
        self._asked = asked
        self._compiled: dict[str, tuple[bytes, bytes]] = {}  # by name, sources and archive
        self._compile_lock = threading.Lock()
        self._bundles: dict[tuple[str, str], bytes] = {}  # by name and hash of the sources
        self._bundle_lock = threading.Lock()

    def read(self, name: str) -> bytes | None:
        """Return the file if it belongs to the site, with page, engine and bundles built anew."""
        if name == APP_ARCHIVE or name in archives_of(self.root):
            return self._read_engine(name)
        if name == PAGE:
            return name_rung(make_page(self.root), name, self._rung()).encode()
        if source := parts_of(self.root).get(name):
            return make_feature_part(source, self.root).encode()
        if (style := styles_of(self.root).get(name)) is not None:
            return put_conditions(join_styles(style), self.root).encode()
        if name == BOARD_PAGE:
            return make_board_page(self.root).encode()
        if name.startswith(BOARDS_FOLDER):
            board = board_files(self.root).get(name)
            return board.encode() if board else None
        if name.endswith(".webmanifest") and "/" not in name:
            manifest = app_manifests(self.root).get(name)
            return manifest.encode() if manifest else None
        if name in BUNDLES:
            return self._read_bundle(name)
        if name.startswith(_PLAIN_PAGES):
            text = SitePages(self.root).read(name)
            return None if text is None else text.encode()
        if name.startswith(DIAGRAMS_FOLDER):
            scenario = SitePages(self.root).scenarios().get(name)
            return scenario.encode() if scenario else None
        if (name not in PAGE_FILES and not name.startswith("static/")) or is_source_only(name):
            return None
        if name.startswith(_PYODIDE):
            return self._read_pyodide(name.removeprefix(_PYODIDE)) or super().read(name)
        content = super().read(name)
        if content and name in RUNG_PLACEHOLDERS:
            return name_rung(content.decode(), name, self._rung()).encode()
        if content and name.startswith(STYLES_FOLDER):
            return put_conditions(content.decode(), self.root).encode()
        return content

    def _rung(self) -> Rung:
        """Return the rung of the site, which npm packages and lists of functions may change."""
        return rung_of_checkout(self.root, self._asked)

    def _read_pyodide(self, name: str) -> bytes | None:
        """Return a file of Pyodide if the rung needs another one than static/vendor/ holds."""
        rung = self._rung()
        if rung is Rung.STOCK and name == REST_ARCHIVE:
            return EMPTY_ZIP
        file = self.root / STOCK_FOLDER / name
        return file.read_bytes() if name in stock_names(rung) and file.is_file() else None

    def _read_bundle(self, name: str) -> bytes:
        """Bundle a script, once for each state of the sources."""
        with self._bundle_lock:
            key = name, hash_sources(self.root)
            if key not in self._bundles:
                self._bundles[key] = bundle_script(self.root, name).encode()
            return self._bundles[key]

    def _read_engine(self, name: str) -> bytes:
        """Pack and compile an archive of the engine, once for each state of its sources.

        If the sources do not compile or the npm packages are missing, the sources are sent
        unchanged: the error then shows in the page, with its line.
        """
        part = "" if name == APP_ARCHIVE else name
        with self._compile_lock:
            sources = pack_part(part, self.root) if part else pack_engine(self.root)
            if self._rung() is Rung.STOCK:
                return sources
            if self._compiled.get(name, (b"", b""))[0] != sources:
                try:
                    archives = {name: sources}
                    compiled = compile_archives(self.root, archives, QUICK_COMPRESSION)[name]
                except SiteError:
                    compiled = sources
                self._compiled[name] = sources, compiled
            return self._compiled[name][1]


class PageHandler(http.server.BaseHTTPRequestHandler):
    """Answers GET and HEAD from the server's site, with the right types and without caching."""

    protocol_version = "HTTP/1.1"  # keeps connections open for the twenty requests of a start
    default_request_version = "HTTP/1.0"  # HTTP/0.9 has no status line, not even for junk
    timeout = 60
    server: PageServer
    requestline = ""

    def do_GET(self) -> None:
        """Send a file."""
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        """Send only the headers of a file."""
        self._answer(with_body=False)

    def _answer(self, *, with_body: bool) -> None:
        try:
            path = urllib.parse.unquote(urllib.parse.urlsplit(self.path).path)
        except ValueError:  # such as the half of an IPv6 address
            self.send_error(400)
            return
        prefix = self.server.prefix
        if path + "/" == prefix:
            self.send_response(301)
            self.send_header("Location", prefix)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        name = path.removeprefix(prefix) if path.startswith(prefix) else "\0"
        if not name or name.endswith("/"):
            name += PAGE
        try:
            data = self.server.site.read(name)
        except SiteError as error:
            self.log_error("%s", error)
            self.send_error(500, explain=str(error))
            return
        if data is None:
            self.send_error(404)
            return
        suffix = os.path.splitext(name)[1].lower()
        self.send_response(200)
        self.send_header("Content-Type", CONTENT_TYPES.get(suffix, "application/octet-stream"))
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        if self.server.allows_cross_origin:
            self.send_header("Access-Control-Allow-Origin", "*")
        self.end_headers()
        if with_body:
            self.wfile.write(data)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Send an error with the standard words: `message` may quote 64 KiB of the request."""
        super().send_error(code, None, explain)
        if code in (414, 431):
            self._discard_rest()

    def _discard_rest(self) -> None:
        """Read what is left of a request: else closing the connection would destroy the answer."""
        self.connection.settimeout(_DISCARD_TIMEOUT_S)
        discarded = 0
        try:
            while discarded < _MAX_DISCARDED_BYTES and (rest := self.rfile.read1(1 << 16)):
                discarded += len(rest)
        except OSError:
            return  # nothing more has come in time

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Log nothing for a successful request; `send_error` reports failures by log_message."""

    def log_error(self, format: str, *args: object) -> None:
        """Report an error, except for the timeout of a connection that a browser left open."""
        if not format.startswith("Request timed out"):
            super().log_error(format, *args)

    def log_message(self, format: str, *args: object) -> None:
        """Report a failed request in one line, unless the server is quiet."""
        if not self.server.quiet:
            line = self.requestline[:_MAX_LOG_LINE] or "(request too long)"
            print_status(f"{line}: {(format % args)[:_MAX_LOG_LINE]}")


class PageServer(socketserver.ThreadingMixIn, http.server.HTTPServer):
    """A threaded server of one site under one path."""

    daemon_threads = True
    # On Windows the first, and elsewhere the second, would let two servers share a port.
    allow_reuse_address = os.name != "nt"
    allow_reuse_port = False

    def __init__(
        self,
        address: tuple[str, int],
        site: Site,
        prefix: str,
        *,
        quiet: bool,
        allow_cross_origin: bool,
    ) -> None:
        self.site = site
        self.allows_cross_origin = allow_cross_origin
        self.prefix = prefix
        self.quiet = quiet
        if ":" in address[0]:
            self.address_family = socket.AF_INET6
        super().__init__(address, PageHandler)

    def server_bind(self) -> None:
        """Bind without looking up the host's name, which can take seconds."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = self.socket.getsockname()[:2]

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore a browser that went away in the middle of an answer."""
        if not isinstance(sys.exception(), ConnectionError | TimeoutError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]

    @property
    def url(self) -> str:
        """The address of the page."""
        host = f"[{self.server_name}]" if ":" in self.server_name else self.server_name
        return f"http://{host}:{self.server_port}{self.prefix}"


def make_server(
    root: Path = ROOT,
    host: str = "127.0.0.1",
    port: int = 0,
    prefix: str = "/",
    *,
    quiet: bool = False,
    allow_cross_origin: bool = False,
    rung: Rung = Rung.SPLIT,
) -> PageServer:
    """Return a bound server; call its `serve_forever`. Port 0 takes any free port.

    `root` is a checkout, whose engine is packed on each request, or a folder made by `build`.
    `prefix` puts the site under a sub-path, as many hosts do. `allow_cross_origin` lets pages of
    other origins read the files, as GitHub Pages does: a sandboxed frame is such a page. A checkout
    starts on `rung`, or on the highest rung below whose conditions hold.
    """
    prefix = f"/{prefix.strip('/')}/".replace("//", "/")
    is_checkout = (root / PACKAGE).is_dir()
    site = CheckoutSite(root, rung) if is_checkout else FolderSite(root)
    try:
        return PageServer(
            (host, port), site, prefix, quiet=quiet, allow_cross_origin=allow_cross_origin
        )
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise SiteError(f"port {port} is in use; choose another with --port") from error
        reason = error.strerror or str(error)
        raise SiteError(f"cannot serve on {host}, port {port}: {reason}") from error
