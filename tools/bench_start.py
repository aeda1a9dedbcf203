"""Measure the time until the game can be played and the bytes sent, and print the figures.

    python -m tools.bench_start [--rounds 5] [--browsers chromium,firefox,webkit]

One run measures all kinds of pages in turns, so that other load on the machine disturbs all alike:
use the ratios. The server compresses as GitHub Pages does and lets browsers keep files for ten
minutes. On the slow line it sends 10 Mbit/s after 40 ms, to all engines alike.

A cold start is the first visit in a profile that has never been used. A warm start is a later visit
in a profile that has seen the page. A restarted start is the first visit after the browser was
ended, so nothing is compiled in memory. Where a browser can be slowed, more warm starts measure how
long the page's thread is blocked: the time of each task beyond 50 ms, from the first paint until
the page is ready. Times count from the navigation. docs/start.md explains the times, and
docs/measurements/start.md keeps the results.
"""

from __future__ import annotations

import argparse
import email.utils
import gzip
import hashlib
import http.server
import json
import shutil
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from tashkalar.site.build import build_site
from tashkalar.site.npm import install_npm_packages
from tashkalar.site.paths import ROOT
from tashkalar.site.server import CONTENT_TYPES
from tests.browser.engines.programs import PROGRAMS, chosen_browsers, read_choice
from tests.browser.engines.tab import Tab, launch

BITS_PER_SECOND = 10_000_000
LATENCY = 0.04
PIECE = 8192
SLOWED = 4  # as Lighthouse slows its phone
START = 240.0  # seconds for one start, on a slow line and a busy machine
SETTLE = 1.5  # seconds after a start in which caches are written
STAY = 4.0  # as long as a player does at least: V8 keeps what it compiles when it has rested for 2
# What GitHub Pages compresses.
COMPRESSED = {".css", ".html", ".js", ".json", ".mjs", ".svg", ".toml", ".txt", ".wasm"}

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

# Asking again and again would take time from what is measured.
_READY = """new Promise((done) => {
  const look = () => performance.getEntriesByName("tashkalar-ready").length && done(true);
  new PerformanceObserver(look).observe({ type: "mark" });
  look();
  setTimeout(done, 10000, false);
})"""
_READ = """() => {
  const paint = performance.getEntriesByName("first-contentful-paint")[0];
  const how = performance.getEntriesByName("tashkalar-interpreter")[0];
  return {
    origin: performance.timeOrigin,
    ready: performance.getEntriesByName("tashkalar-ready")[0].startTime,
    paint: paint ? paint.startTime : null,
    how: how ? how.detail.kind : null,
  };
}"""


_BLOCKED = """async (paint, ready) => {
  if (!PerformanceObserver.supportedEntryTypes.includes("longtask")) return null;
  const found = [];
  const watch = (list) => found.push(...list.getEntries());
  new PerformanceObserver(watch).observe({ type: "longtask", buffered: true });
  await new Promise((done) => setTimeout(done, 1000));
  const within = found.filter((task) => task.startTime >= paint && task.startTime < ready);
  return within.reduce((sum, { duration }) => sum + duration - 50, 0);
}"""


class Visit(NamedTuple):
    """One start of a page: milliseconds, and bytes until it was ready."""

    ready: float
    paint: float | None
    how: str | None  # what interpreter.js did
    sent: int
    requests: int
    blocked: float | None = None  # milliseconds, of a page whose processor was slowed


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Host

    def do_GET(self) -> None:
        began = time.time()
        slow = self.server.slow
        if slow:
            time.sleep(LATENCY)
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
                content = file.read_bytes()
                tag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
                packed = file.suffix in COMPRESSED
                body = gzip.compress(content, 6) if packed else content
                self.files[file.relative_to(folder).as_posix()] = (body, packed, tag)

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
def hosts(scratch: Path) -> Iterator[dict[str, Host]]:
    """Make and serve the three sites: PyScript as it comes, Pyodide alone, and ours."""
    install_npm_packages(dev=True)
    modules = ROOT / "node_modules"
    for kind in ("stock", "bare"):
        shutil.copytree(modules / "pyodide", scratch / kind / "pyodide")
    shutil.copytree(modules / "@pyscript/core/dist", scratch / "stock/pyscript")
    (scratch / "stock/index.html").write_text(STOCK, encoding="utf-8")
    (scratch / "stock/main.py").write_text(STOCK_PYTHON, encoding="utf-8")
    (scratch / "bare/index.html").write_text(BARE, encoding="utf-8")
    build_site(scratch / "ours")
    with ExitStack() as stack:
        served = {}
        for kind in ("stock", "bare", "ours"):
            host = stack.enter_context(Host(scratch / kind))
            threading.Thread(target=host.serve_forever, args=(0.05,), daemon=True).start()
            stack.callback(host.shutdown)
            served[kind] = host
        yield served


def visit(tab: Tab, host: Host) -> Visit:
    """Open a page and measure until it is ready."""
    tab.open("about:blank")
    host.log.clear()
    tab.open(host.url)
    tab.wait_for(_READY, START)
    read: dict[str, Any] = tab.evaluate(_READ)
    until = (read["origin"] + read["ready"]) / 1000
    sent = [count for began, count in list(host.log) if began <= until]
    return Visit(read["ready"], read["paint"], read["how"], sum(sent), len(sent))


def settle(tab: Tab, host: Host) -> None:
    """Stay until the page has put away all that a later visit starts from."""
    app = "document.documentElement.dataset"
    tab.wait_for(f"!{app}.app || {app}.offline === 'ready'", START)
    time.sleep(SETTLE)


class Bench:
    """All visits of a run."""

    def __init__(self, served: dict[str, Host], rounds: int) -> None:
        self.served = served
        self.rounds = rounds
        self.visits: dict[tuple[str, str, str], list[Visit]] = {}

    def _keep(self, browser: str, how: str, kind: str, seen: Visit) -> None:
        self.visits.setdefault((browser, how, kind), []).append(seen)
        print(f"  {browser} {how} {kind}: {seen.ready:.0f} ms", flush=True)

    def _first(self, browser: str, how: str, kind: str) -> None:
        """One start in a browser that has never been anywhere."""
        with (
            tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile,
            launch(browser, Path(profile), listens=False) as tab,
        ):
            self._keep(browser, how, kind, visit(tab, self.served[kind]))

    def _later(self, browser: str, profile: Path) -> None:
        """Measure starts in a profile that has seen the pages, before and after a restart."""
        with launch(browser, profile, listens=False) as tab:
            for _ in range(3):  # browsers keep compiled code only of what comes again
                for host in self.served.values():
                    visit(tab, host)
                    settle(tab, host)
                    time.sleep(STAY)
            for _ in range(self.rounds):
                for kind, host in self.served.items():
                    self._keep(browser, "warm", kind, visit(tab, host))
                    settle(tab, host)
            for _ in range(self.rounds if tab.slow_down(SLOWED) else 0):
                for kind, host in self.served.items():
                    seen = visit(tab, host)
                    blocked = tab.evaluate(_BLOCKED, seen.paint or 0, seen.ready)
                    self._keep(browser, "slowed", kind, seen._replace(blocked=blocked))
                    settle(tab, host)
        for _ in range(self.rounds):
            for kind, host in self.served.items():
                with launch(browser, profile, listens=False) as tab:
                    self._keep(browser, "restarted", kind, visit(tab, host))
                    settle(tab, host)

    def measure(self, browser: str) -> None:
        """Make all the visits of one browser."""
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
            self._later(browser, Path(profile))
        for _ in range(self.rounds):
            for kind in self.served:
                self._first(browser, "cold", kind)
        for host in self.served.values():
            host.slow = True
        for _ in range(max(1, self.rounds // 2)):
            for kind in ("stock", "ours"):
                self._first(browser, "slow", kind)
        for host in self.served.values():
            host.slow = False

    def median(self, browser: str, how: str, kind: str, what: str = "ready") -> float:
        """Return the median of the measurements."""
        found: list[float | None] = [getattr(v, what) for v in self.visits[browser, how, kind]]
        numbers = [value for value in found if value is not None]
        return float(statistics.median(numbers)) if numbers else float("nan")

    def report(self, browsers: Sequence[str]) -> str:
        """Return a table for each engine, as text."""
        lines = []
        for browser in browsers:
            lines.append(f"{browser} (medians of {self.rounds} rounds, milliseconds)")
            for how, letter in (("warm", "c"), ("restarted", "c"), ("cold", "d"), ("slow", "e")):
                stock = self.median(browser, how, "stock")
                ours = self.median(browser, how, "ours")
                bare = self.median(browser, how, "bare") if how != "slow" else float("nan")
                paint = self.median(browser, how, "ours", "paint")
                kinds = {seen.how for seen in self.visits[browser, how, "ours"]}
                lines.append(
                    f"  {how}: (a) stock {stock:.0f}, (b) bare {bare:.0f}, ({letter}) ours "
                    f"{ours:.0f} = {ours / stock:.2f} x (a); board painted {paint:.0f}; "
                    f"{'/'.join(map(str, kinds))}"
                )
            if (browser, "slowed", "ours") in self.visits:
                parts = (
                    f"{kind} {self.median(browser, 'slowed', kind):.0f}, of which blocked "
                    f"{self.median(browser, 'slowed', kind, 'blocked'):.0f}"
                    for kind in ("stock", "bare", "ours")
                )
                lines.append(f"  warm, slowed {SLOWED} times: {'; '.join(parts)}")
            sent = {k: self.median(browser, "cold", k, "sent") for k in ("stock", "bare", "ours")}
            asked = {k: self.median(browser, "cold", k, "requests") for k in ("stock", "ours")}
            lines.append(
                f"  first visit, bytes until ready: stock {sent['stock']:,.0f} in "
                f"{asked['stock']:.0f} requests, bare {sent['bare']:,.0f}, ours "
                f"{sent['ours']:,.0f} in {asked['ours']:.0f} = "
                f"{sent['ours'] / sent['stock']:.3f} x stock"
            )
        return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench_start")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--browsers", type=read_choice, default=chosen_browsers())
    parser.add_argument("--json", type=Path, help="file for every single visit")
    arguments = parser.parse_args()
    browsers = []
    for browser in arguments.browsers:
        if PROGRAMS[browser].find() is None:
            print(PROGRAMS[browser].missing)
        else:
            browsers.append(browser)
    with tempfile.TemporaryDirectory() as scratch, hosts(Path(scratch)) as served:
        bench = Bench(served, arguments.rounds)
        for browser in browsers:
            bench.measure(browser)
        print(bench.report(browsers))
        if arguments.json:
            visits = {
                " ".join(key): [v._asdict() for v in all] for key, all in bench.visits.items()
            }
            arguments.json.write_text(json.dumps(visits, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
