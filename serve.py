"""Serve the page while you work on it, and build the folder that a static host needs.

    python serve.py              serve this checkout and open it in the browser
    python serve.py build        write a self-contained static site to dist/

This needs only Python, and Node with npm the first time: the interpreter that runs in the page
(Pyodide) and PyScript come from npm packages whose versions are locked in package-lock.json. They
are copied to static/vendor/, so the page makes no request to another origin.

`--start` chooses how the page starts (docs/start.md). `build` writes the site on the highest rung
that it can have; its exit status is 1 if that is lower than the rung of `--start`.
"""

from __future__ import annotations

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - a clear line instead of a SyntaxError further down
    sys.stderr.write(
        "serve.py: needs Python 3.11 or newer; this is " + sys.version.split()[0] + "\n"
    )
    raise SystemExit(2)

import argparse
import errno
import os
import re
import threading
import time
import urllib.parse
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from tashkalar import terminal
from tashkalar.site.build import build_site
from tashkalar.site.features import checkout_without
from tashkalar.site.itch import pack_for_itch
from tashkalar.site.paths import ROOT, SiteError, print_status
from tashkalar.site.pyodide.rungs import Rung, parse_rung, rung_of_checkout
from tashkalar.site.server import make_server
from tashkalar.site.steps import StepReport
from tashkalar.site.vendor import prepare_vendor_folder


def _can_open_browser() -> bool:
    if os.environ.get("CI"):
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def serve(host: str, port: int, rung: Rung, *, open_browser: bool) -> None:
    """Serve the checkout until Ctrl-C."""
    with make_server(ROOT, host, port, allow_cross_origin=True, rung=rung) as server:
        prepare_vendor_folder(step=StepReport(time.monotonic))
        rung_of_checkout(ROOT, rung, report=True)
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


def _parse_address(text: str) -> str:
    """Return the address of a folder, which ends with a slash."""
    parts = urllib.parse.urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not an address such as https://the.site/game/"
        )
    return f"{text.rstrip('/')}/"


def _parse_stun_server(text: str) -> str:
    """Return the address of a STUN server (RFC 7064)."""
    if not re.fullmatch(r"stuns?:[A-Za-z0-9.-]+(:[0-9]{1,5})?", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not an address such as stun:the.server:3478")
    return text


def _add_start_option(parser: argparse.ArgumentParser, default: str | None = None) -> None:
    names = [rung.label for rung in Rung]
    parser.add_argument(
        "--start",
        choices=names,
        default=default,
        metavar="RUNG",
        help=f"how the page starts, the safest first: {', '.join(names)}; default the last whose "
        "conditions hold (docs/start.md)",
    )


def _parse_arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = _Parser(prog="serve.py", description="Serve the page, or build it for a host.")
    parser.add_argument(
        "--port", type=_parse_port, default=8000, help="default 8000; 0 takes any free one"
    )
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen on; default 127.0.0.1"
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open the browser")
    _add_start_option(parser)
    commands = parser.add_subparsers(dest="command", title="commands")
    builder = commands.add_parser("build", help="write a self-contained static site")
    builder.add_argument("--out", type=Path, default=ROOT / "dist", help="folder; default dist")
    builder.add_argument(
        "--address",
        type=_parse_address,
        metavar="URL",
        help="address of the site, for link previews, search engines and a sitemap; default none",
    )
    builder.add_argument(
        "--stun",
        type=_parse_stun_server,
        metavar="ADDRESS",
        help="STUN server with which connected devices find each other across networks; it learns "
        "their addresses (docs/hosting.md); default none",
    )
    builder.add_argument(
        "--itch",
        action="store_true",
        help="for itch.io, which takes 1,000 files: leave out the pages of the rules and cards, "
        "and pack the site into a zip file beside the folder",
    )
    builder.add_argument(
        "--without",
        type=lambda names: [name.strip() for name in names.split(",")],
        default=[],
        metavar="NAMES",
        help="features to leave out, with commas between them (tashkalar/features/); default none",
    )
    _add_start_option(builder, default=argparse.SUPPRESS)  # keeps an option before the command
    return parser.parse_args(argv)


def _describe_os_error(error: OSError) -> str:
    """Return one line that says what cannot be done, and in a read-only checkout what to do."""
    place = str(error.filename or "the system")
    reason = f"{place}: {error.strerror or error}"
    is_forbidden = error.errno in (errno.EACCES, errno.EPERM, errno.EROFS)
    if not (is_forbidden and Path(place).resolve().is_relative_to(ROOT)):
        return reason
    return (
        f"{reason}. The first start writes node_modules/ and static/vendor/: run it once where the "
        "checkout can be written (later starts only read), and choose a folder for build with --out"
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    terminal.prepare_streams()
    arguments = _parse_arguments(argv)
    rung = parse_rung(arguments.start) if arguments.start else Rung.SPLIT
    try:
        if arguments.command == "build":
            with checkout_without(arguments.without) as root:
                built = build_site(
                    arguments.out,
                    root,
                    rung,
                    StepReport(time.monotonic),
                    address=arguments.address or "",
                    stun=arguments.stun or "",
                    plain_pages=not arguments.itch,
                )
                if arguments.itch:
                    print(f"Packed {pack_for_itch(arguments.out)}, to upload to itch.io")
            print(f"Built {arguments.out}: {built.file_count} files, ready for any static host")
            if arguments.start and built.rung != rung:
                return 1
        else:
            serve(arguments.host, arguments.port, rung, open_browser=not arguments.no_browser)
    except SiteError as error:
        print_status(f"serve.py: {error}")
        return 2
    except OSError as error:
        print_status(f"serve.py: {_describe_os_error(error)}")
        return 2
    except KeyboardInterrupt:
        return 0
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
