"""Serve the page while you work on it, and build the folder that a static host needs.

    python serve.py              serve this checkout and open it in the browser
    python serve.py build        write a self-contained static site to dist/

Needs nothing but Python itself, and Node with npm the first time: the interpreter that runs in
the page (Pyodide) and PyScript come from npm packages whose versions are locked in
package-lock.json. They are copied to static/vendor/, so the page never asks another origin.
"""

from __future__ import annotations

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - a clear line instead of a SyntaxError further down
    sys.stderr.write(
        "serve.py: needs Python 3.11 or newer; this is " + sys.version.split()[0] + "\n"
    )
    raise SystemExit(2)

import argparse
import contextlib
import errno
import hashlib
import http.server
import io
import json
import os
import re
import shutil
import socket
import socketserver
import subprocess
import threading
import urllib.parse
import webbrowser
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NoReturn, Protocol

ROOT = Path(__file__).resolve().parent
PACKAGE = "tashkalar"
APP_ZIP = "static/app/tashkalar.zip"
VENDOR = "static/vendor"
PAGE_FILES = ("index.html", "pyscript.toml", "LICENSE", "NOTICE.md")
BUILD_MARKER = ".tashkalar-build"
BUILD_MARKER_TEXT = "Written by serve.py build, which may replace this folder.\n"

PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
PYODIDE_LICENCES = ("static/licenses/MPL-2.0.txt", "static/licenses/Python.txt")
# Packages of the lock file that do not end up in the page: Pyodide itself (handled apart) and
# what only its Node side needs.
NOT_IN_PYSCRIPT = {"pyodide", "ws", "@types/emscripten"}
# PyScript's editor and terminal are switched off in pyscript.toml; without the libraries behind
# them the site is smaller and carries fewer licences. Source maps only matter to PyScript itself.
UNUSED_IN_PYSCRIPT = re.compile(r"^(codemirror|xterm)|\.map$")

OLDEST_NODE = 18
NETWORK_ERRORS = re.compile(
    r"\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH"
    r"|ERR_SOCKET_TIMEOUT|ENOTCACHED)\b"
)

# Written out because the system's own table may be wrong, and because a browser only compiles
# WebAssembly while it downloads, and only runs modules, when the type is right.
TYPES = {
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
    ".toml": "application/toml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}


class ServeError(Exception):
    """Something a person can mend; its text is the one line they get to read."""


# --- what the page needs from npm -------------------------------------------------------------


def prepare(root: Path = ROOT) -> None:
    """Make static/vendor/ if it is missing or older than the lock file; else return at once."""
    stamp = root / VENDOR / ".stamp"
    if _read(stamp) == _vendor_hash(root):
        return
    install_npm_packages(root)
    with _one_at_a_time(root):
        if _read(stamp) != _vendor_hash(root):
            _copy_vendor(root)


def install_npm_packages(root: Path = ROOT) -> None:
    """Run `npm ci` unless node_modules/ already holds what the lock file says."""
    stamp = root / "node_modules" / ".tashkalar-stamp"
    wanted = _hash(root / "package.json", root / "package-lock.json")
    if _read(stamp) == wanted:
        return
    npm = find_npm()
    with _one_at_a_time(root):
        if _read(stamp) == wanted:
            return
        _say("Installing the locked npm packages (only needed once) ...")
        patience = ("--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=4000")
        done = subprocess.run(
            [npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts", *patience],
            cwd=root,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
        if done.returncode != 0:
            raise ServeError(f"npm ci failed: {_npm_reason(done.stderr + done.stdout)}")
        stamp.write_text(wanted, encoding="utf-8")


def find_npm() -> str:
    """Return the path of npm after a look at the version of Node beside it."""
    node, npm = shutil.which("node"), shutil.which("npm")
    missing = [name for name, path in (("Node.js", node), ("npm", npm)) if path is None]
    if node is None or npm is None:
        raise ServeError(
            f"{' and '.join(missing)} not found; install Node.js {OLDEST_NODE} or newer with npm"
        )
    try:
        done = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    except OSError as error:
        raise ServeError(f"Node.js does not start: {error.strerror}") from error
    number = re.match(r"v(\d+)\.", done.stdout)
    if number is None or int(number[1]) < OLDEST_NODE:
        raise ServeError(
            f"Node.js {OLDEST_NODE} or newer is needed; found {done.stdout.strip() or 'none'}"
        )
    return npm


def _npm_reason(output: str) -> str:
    network = NETWORK_ERRORS.search(output)
    if network:
        return f"no network, the package registry cannot be reached ({network[1]})"
    lines = [
        re.sub(r"^npm (error|ERR!)\s*", "", line).strip()
        for line in output.splitlines()
        if re.match(r"npm (error|ERR!)", line)
    ]
    told = [line for line in lines if line and not line.startswith(("code ", "A complete log"))]
    return told[0] if told else "npm gave no reason"


def _copy_vendor(root: Path) -> None:
    """Fill a new folder first, so that an interrupted run leaves no half-filled one behind."""
    modules, vendor = root / "node_modules", root / VENDOR
    new = vendor.with_name("vendor.new")
    shutil.rmtree(new, ignore_errors=True)

    pyodide = new / "pyodide"
    pyodide.mkdir(parents=True)
    for name in PYODIDE_FILES:
        shutil.copyfile(modules / "pyodide" / name, pyodide / name)
    for licence in PYODIDE_LICENCES:
        shutil.copyfile(root / licence, pyodide / f"LICENSE-{Path(licence).name}")
    # Pyodide wants the file, but the page installs nothing from its list of 119 KB.
    lock = json.loads((modules / "pyodide" / "pyodide-lock.json").read_text(encoding="utf-8"))
    (pyodide / "pyodide-lock.json").write_text(
        json.dumps({"info": lock["info"], "packages": {}}) + "\n", encoding="utf-8"
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
    toml = modules / "@pyscript/core/src/3rd-party-licenses/toml.license.txt"
    shutil.copyfile(toml, pyscript / "licenses" / "toml.txt")

    shutil.rmtree(vendor, ignore_errors=True)
    new.rename(vendor)
    (vendor / ".stamp").write_text(_vendor_hash(root), encoding="utf-8")


def _bundled_packages(root: Path) -> Iterator[tuple[str, Path]]:
    lock = json.loads((root / "package-lock.json").read_text(encoding="utf-8"))
    for path in sorted(lock["packages"]):
        name = path.rpartition("node_modules/")[2]
        if name and name not in NOT_IN_PYSCRIPT:
            yield name, root / path


def _vendor_hash(root: Path) -> str:
    # This file is hashed too: it decides what is copied.
    licences = [root / licence for licence in PYODIDE_LICENCES]
    return _hash(root / "package-lock.json", Path(__file__), *licences)


def _hash(*files: Path) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def _read(file: Path) -> str | None:
    try:
        return file.read_text(encoding="utf-8")
    except OSError:
        return None


@contextlib.contextmanager
def _one_at_a_time(root: Path) -> Iterator[None]:
    """Keep a server and a test run that start together from installing into each other."""
    try:
        import fcntl
    except ImportError:  # Windows: two at once are rare there, and the next start repairs it
        yield
        return
    with (root / ".prepare.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


# --- what the site consists of ----------------------------------------------------------------


def engine_zip(root: Path = ROOT) -> bytes:
    """Pack the package for the page; the same sources always give the same bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in _names_below(root, PACKAGE):
            if name.endswith((".pyc", "~")):
                continue
            info = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
            info.create_system = 3  # as written on Unix, wherever it is written
            info.external_attr = 0o100644 << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, (root / name).read_bytes())
    return buffer.getvalue()


def site_files(root: Path = ROOT) -> list[str]:
    """Name every file of the site that lies ready in the checkout, as relative URLs."""
    names = [name for name in PAGE_FILES if (root / name).is_file()]
    names += [name for name in _names_below(root, "static") if name != APP_ZIP]
    return sorted(names)


def _names_below(root: Path, folder: str) -> list[str]:
    files = (file.relative_to(root) for file in (root / folder).rglob("*") if file.is_file())
    return sorted(file.as_posix() for file in files if not _is_private(file.parts))


def _is_private(parts: Sequence[str]) -> bool:
    return any(part.startswith(".") or part == "__pycache__" for part in parts)


def build(out: Path, root: Path = ROOT) -> int:
    """Write the whole site to `out`, complete or not at all; return the number of files."""
    out = out.resolve()
    _check_target(out, root)
    for needed in PAGE_FILES:
        if not (root / needed).is_file():
            raise ServeError(f"{needed} is missing in the checkout")
    prepare(root)

    out.parent.mkdir(parents=True, exist_ok=True)
    new = out.with_name(f".{out.name}.new")
    shutil.rmtree(new, ignore_errors=True)
    try:
        names = site_files(root)
        for name in names:
            target = new / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / name, target)
        (new / APP_ZIP).parent.mkdir(parents=True, exist_ok=True)
        (new / APP_ZIP).write_bytes(engine_zip(root))
        # GitHub Pages would otherwise leave out what it takes for private files.
        (new / ".nojekyll").touch()
        (new / BUILD_MARKER).write_text(BUILD_MARKER_TEXT, encoding="utf-8")
        if out.exists():
            shutil.rmtree(out)
        new.rename(out)
    finally:
        shutil.rmtree(new, ignore_errors=True)
    return len(names) + 1


def _check_target(out: Path, root: Path) -> None:
    for source in ("static", PACKAGE, "node_modules"):
        if out.is_relative_to(root / source):
            raise ServeError(f"{out} lies inside {source}/, which is copied; choose another --out")
    if not out.exists():
        return
    if not out.is_dir():
        raise ServeError(f"{out} is a file; choose another --out")
    if any(out.iterdir()) and _read(out / BUILD_MARKER) != BUILD_MARKER_TEXT:
        raise ServeError(f"{out} is not empty and not one of our builds; choose another --out")


# --- the server -------------------------------------------------------------------------------


class Site(Protocol):
    """Where the bytes of a URL come from."""

    def read(self, name: str) -> bytes | None:
        """Return the file of that relative URL, or None where there is none."""


class FolderSite:
    """A folder with everything in it, as a static host serves it."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()

    def read(self, name: str) -> bytes | None:
        """Return the file, never one from outside the folder nor a hidden one."""
        parts = name.split("/")
        if _is_private(parts) or "" in parts or re.search(r"[\\:\0]", name):
            return None
        file = self.root.joinpath(*parts).resolve()
        if not file.is_relative_to(self.root) or not file.is_file():
            return None
        return file.read_bytes()


class CheckoutSite(FolderSite):
    """The checkout, seen as the site that `build` would make of it at this moment."""

    def read(self, name: str) -> bytes | None:
        """Return the file if it belongs to the site; the engine is packed anew each time."""
        if name == APP_ZIP:
            return engine_zip(self.root)
        if name not in PAGE_FILES and not name.startswith("static/"):
            return None
        return super().read(name)


class PageHandler(http.server.BaseHTTPRequestHandler):
    """Answers GET and HEAD from the server's site, with right types and nothing cached."""

    protocol_version = "HTTP/1.1"  # keeps connections open: a start makes some twenty requests
    timeout = 60
    server: PageServer

    def do_GET(self) -> None:
        """Send a file."""
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        """Send only what is known about a file."""
        self._answer(with_body=False)

    def _answer(self, *, with_body: bool) -> None:
        path = urllib.parse.unquote(urllib.parse.urlsplit(self.path).path)
        prefix = self.server.prefix
        if path + "/" == prefix:
            self.send_response(301)
            self.send_header("Location", prefix)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        name = path.removeprefix(prefix) if path.startswith(prefix) else "\0"
        if not name or name.endswith("/"):
            name += "index.html"
        data = self.server.site.read(name)
        if data is None:
            self.send_error(404)
            return
        suffix = os.path.splitext(name)[1].lower()
        self.send_response(200)
        self.send_header("Content-Type", TYPES.get(suffix, "application/octet-stream"))
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.end_headers()
        if with_body:
            self.wfile.write(data)

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Stay silent about what works; `send_error` reports the rest through log_message."""

    def log_error(self, format: str, *args: object) -> None:
        """Report what went wrong; a browser that left a connection open is nothing."""
        if not format.startswith("Request timed out"):
            super().log_error(format, *args)

    def log_message(self, format: str, *args: object) -> None:
        """Report a failed request in one line, unless the server is a quiet one."""
        if not self.server.quiet:
            _say(f"{self.command} {self.path}: {format % args}")


class PageServer(socketserver.ThreadingMixIn, http.server.HTTPServer):
    """A threaded server of one site under one path."""

    daemon_threads = True
    # Elsewhere these two would let a second server share a port that is in use.
    allow_reuse_address = os.name != "nt"
    allow_reuse_port = False

    def __init__(self, address: tuple[str, int], site: Site, prefix: str, quiet: bool) -> None:
        self.site = site
        self.prefix = prefix
        self.quiet = quiet
        if ":" in address[0]:
            self.address_family = socket.AF_INET6
        super().__init__(address, PageHandler)

    def server_bind(self) -> None:
        """Bind without the look-up of the host's name, which can take seconds."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = self.socket.getsockname()[:2]

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing about a browser that went away in the middle of an answer."""
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
) -> PageServer:
    """Return a bound server; call its `serve_forever`. Port 0 takes any free one.

    `root` is a checkout, whose engine is then packed on each request, or a folder made by
    `build`. `prefix` puts the site under a sub-path, as many hosts do.
    """
    prefix = f"/{prefix.strip('/')}/".replace("//", "/")
    is_checkout = (root / PACKAGE).is_dir()
    site = CheckoutSite(root) if is_checkout else FolderSite(root)
    try:
        return PageServer((host, port), site, prefix, quiet)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise ServeError(f"port {port} is in use; choose another with --port") from error
        reason = error.strerror or str(error)
        raise ServeError(f"cannot serve on {host}, port {port}: {reason}") from error


def _can_open_browser() -> bool:
    if os.environ.get("CI"):
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def serve(host: str, port: int, *, open_browser: bool) -> None:
    """Serve the checkout until Ctrl-C."""
    with make_server(ROOT, host, port) as server:
        prepare()
        print(f"Tash-Kalar is at {server.url} (stop with Ctrl-C)", flush=True)
        if open_browser and _can_open_browser():
            # In a thread: a slow browser must not keep the server from answering it.
            threading.Thread(target=webbrowser.open, args=(server.url,), daemon=True).start()
        server.serve_forever()


# --- the command line -------------------------------------------------------------------------


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Say what is wrong in one line, without the usage text above it."""
        self.exit(2, f"serve.py: {message} (--help lists what there is)\n")


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 65535")
    return int(text)


def _parse(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = _Parser(prog="serve.py", description="Serve the page, or build it for a host.")
    parser.add_argument(
        "--port", type=_port, default=8000, help="default 8000; 0 takes any free one"
    )
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen on; default 127.0.0.1"
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open the browser")
    commands = parser.add_subparsers(dest="command", title="commands")
    builder = commands.add_parser("build", help="write a self-contained static site")
    builder.add_argument("--out", type=Path, default=ROOT / "dist", help="folder; default dist")
    return parser.parse_args(argv)


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    arguments = _parse(argv)
    try:
        if arguments.command == "build":
            count = build(arguments.out)
            print(f"Built {arguments.out}: {count} files, ready for any static host")
        else:
            serve(arguments.host, arguments.port, open_browser=not arguments.no_browser)
    except ServeError as error:
        _say(f"serve.py: {error}")
        return 2
    except OSError as error:
        _say(f"serve.py: {error.filename or 'the system'}: {error.strerror or error}")
        return 2
    except KeyboardInterrupt:
        return 0
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
