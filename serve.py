"""Serve the page while you work on it, and build the folder that a static host needs.

    python serve.py              serve this checkout and open it in the browser
    python serve.py build        write a self-contained static site to dist/

This needs only Python, and Node with npm the first time: the interpreter that runs in the page
(Pyodide) and PyScript come from npm packages whose versions are locked in package-lock.json. They
are copied to static/vendor/, so the page makes no request to another origin.
"""

from __future__ import annotations

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - a clear line instead of a SyntaxError further down
    sys.stderr.write(
        "serve.py: needs Python 3.11 or newer; this is " + sys.version.split()[0] + "\n"
    )
    raise SystemExit(2)

import argparse
import os
import threading
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from tashkalar import terminal
from tashkalar.site.build import build_site
from tashkalar.site.paths import ROOT, SiteError, print_status
from tashkalar.site.server import make_server
from tashkalar.site.vendor import prepare_vendor_folder


def _can_open_browser() -> bool:
    if os.environ.get("CI"):
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def serve(host: str, port: int, *, open_browser: bool) -> None:
    """Serve the checkout until Ctrl-C."""
    with make_server(ROOT, host, port, allow_cross_origin=True) as server:
        prepare_vendor_folder()
        print(f"Tash-Kalar is at {server.url} (stop with Ctrl-C)", flush=True)
        if open_browser and _can_open_browser():
            # In a thread, so that the server can answer while the browser starts.
            threading.Thread(target=webbrowser.open, args=(server.url,), daemon=True).start()
        server.serve_forever()


class _Parser(terminal.Parser):
    def error(self, message: str) -> NoReturn:
        """Report the error in one line, with a hint to --help."""
        super().error(f"{message} (--help lists what there is)")


def _parse_port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 65535")
    return int(text)


def _parse_arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = _Parser(prog="serve.py", description="Serve the page, or build it for a host.")
    parser.add_argument(
        "--port", type=_parse_port, default=8000, help="default 8000; 0 takes any free one"
    )
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen on; default 127.0.0.1"
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open the browser")
    commands = parser.add_subparsers(dest="command", title="commands")
    builder = commands.add_parser("build", help="write a self-contained static site")
    builder.add_argument("--out", type=Path, default=ROOT / "dist", help="folder; default dist")
    return parser.parse_args(argv)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    terminal.escape_unencodable_output()
    arguments = _parse_arguments(argv)
    try:
        if arguments.command == "build":
            count = build_site(arguments.out)
            print(f"Built {arguments.out}: {count} files, ready for any static host")
        else:
            serve(arguments.host, arguments.port, open_browser=not arguments.no_browser)
    except SiteError as error:
        print_status(f"serve.py: {error}")
        return 2
    except OSError as error:
        print_status(f"serve.py: {error.filename or 'the system'}: {error.strerror or error}")
        return 2
    except KeyboardInterrupt:
        return 0
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
