"""The ways in which a page can load `<tash-kalar>`, in three engines.

The frame holds an empty page of the site, since only its address is looked at.
"""

from __future__ import annotations

import http.server
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from tashkalar.site.bundles import EMBEDDER_SCRIPT, bundle_script
from tashkalar.site.paths import ROOT
from tests.browser.engines.programs import chosen_browsers
from tests.browser.engines.tab import launch
from tests.limits import serve_in_thread
from tools.element_package import CLASSIC, MODULE, write_package

SCRIPT = f"SITE{EMBEDDER_SCRIPT}"
ELEMENT = "<tash-kalar mode=position><a href=SITE>Play</a></tash-kalar>"
NAMED = ELEMENT.replace(" mode", " site='SITE' mode")
# What a page holds; SITE is the folder with the game, on another host.
WAYS = {
    "classic script": f"<script src={SCRIPT}></script>{ELEMENT}",
    "deferred": f"<script src={SCRIPT} defer></script>{ELEMENT}",
    "twice": f"<script src={SCRIPT}></script><script src={SCRIPT}></script>{ELEMENT}",
    "with a query": f"<script src='{SCRIPT}?v=2#x'></script>{ELEMENT}",
    "module": f"<script type=module src={SCRIPT}></script>{ELEMENT}",
    "import statement": f"<script type=module>import '{SCRIPT}'</script>{ELEMENT}",
    "import()": f"<script>import('{SCRIPT}')</script>{ELEMENT}",
    "a loader that adds a script": (
        "<script>const s = document.createElement('script'); s.src = "
        f"'{SCRIPT}'; document.head.append(s)</script>{ELEMENT}"
    ),
    "a loader that runs the text": (
        f"<script>fetch('{SCRIPT}').then((r) => r.text()).then((t) => (0, eval)(t))</script>{NAMED}"
    ),
    "joined into another file": f"<script src=/static/js/all.js></script>{NAMED}",
    "joined, in an inline script": f"<script src=/inline.js></script>{NAMED}",
    "npm module": f"<script type=module src=/npm/{MODULE}></script>{NAMED}",
    "npm classic script": f"<script src=/npm/{CLASSIC}></script>{NAMED}",
    "site without a slash": f"<script src=/static/js/all.js></script>{NAMED}".replace(
        "SITE", "BARE"
    ),
    "site with its page": f"<script src=/static/js/all.js></script>{NAMED}".replace(
        "'SITE'", "'SITEindex.html?lang=fr'"
    ),
    "a site of another host than the script": (f"<script src=/static/js/embed.js></script>{NAMED}"),
}
FRAME = """() => new Promise((done) => {
  const look = (left) => {
    const element = document.querySelector("tash-kalar");
    const frame = element.shadowRoot?.querySelector("iframe");
    if (frame?.src) done(frame.src);
    else if (left === 0) done(element.shadowRoot?.querySelector("[role=alert]")?.textContent ?? "");
    else setTimeout(look, 50, left - 1);
  };
  look(100);
})"""


@contextmanager
def served(pages: Mapping[str, tuple[str, str]]) -> Iterator[str]:
    """Serve pages by path, each with its kind; let other hosts read them."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            kind, text = pages.get(path, ("text/html", "<!doctype html><title>Frame</title>"))
            self.send_response(200)
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.send_header("Access-Control-Allow-Origin", "*")
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    with serve_in_thread(server):
        yield f"http://127.0.0.1:{server.server_address[1]}/"


# With --long in the others too.
@pytest.mark.parametrize(
    "browser",
    [
        pytest.param(name, marks=[] if name == "chromium" else [pytest.mark.long])
        for name in chosen_browsers()
    ],
)
def test_the_element_finds_its_site_however_it_is_loaded(browser: str, tmp_path: Path) -> None:
    script = bundle_script(ROOT, EMBEDDER_SCRIPT, "--minify")
    write_package(tmp_path / "npm")
    javascript = {
        "/static/js/all.js": f"var before = 1;\n{script}\nvar after = 1;",
        "/inline.js": f"{{const s = document.createElement('script'); s.text = {script!r};"
        "document.head.append(s)}",
        "/static/js/embed.js": script,
        **{
            f"/npm/{name}": (tmp_path / "npm" / name).read_text(encoding="utf-8")
            for name in (MODULE, CLASSIC)
        },
    }
    pages = {name: ("text/javascript", text) for name, text in javascript.items()}
    frames: dict[str, object] = {}
    with served({f"/game/{EMBEDDER_SCRIPT}": ("text/javascript", script)}) as host:
        site = f"{host}game/"
        numbers = {way: f"/{number}.html" for number, way in enumerate([*WAYS, "no site"])}
        bodies = {**WAYS, "no site": f"<script src=/static/js/all.js></script>{ELEMENT}"}
        for way, body in bodies.items():
            named = body.replace("SITE", site).replace("BARE", site.rstrip("/"))
            page = f"<!doctype html><html lang=it><body>{named}</body>"
            pages[numbers[way]] = "text/html", page
        with served(pages) as around, launch(browser, tmp_path, width=800, height=600) as tab:
            for way, path in numbers.items():
                tab.open(f"{around.rstrip('/')}{path}")
                frames[way] = tab.evaluate(FRAME)
    silent = frames.pop("no site")
    wrong = {way: it for way, it in frames.items() if not str(it).startswith(f"{site}board.html?")}
    assert wrong == {}
    # A joined script that nobody tells where the game is says so; the link inside stays.
    assert silent and not str(silent).startswith("http")
