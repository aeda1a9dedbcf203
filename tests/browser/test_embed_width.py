"""The width of `<tash-kalar>` in every kind of parent, in three engines.

The frame holds an empty page, since only the element around it is measured.
"""

from __future__ import annotations

import http.server
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tashkalar.site.bundles import EMBEDDER_SCRIPT, bundle_script
from tashkalar.site.paths import ROOT
from tests.browser.engines.programs import chosen_browsers
from tests.browser.engines.tab import launch
from tests.limits import serve_in_thread

ELEMENT = "<tash-kalar mode=position></tash-kalar>"
# Parents that take a width from their content, and two that have one.
PARENTS = {
    "block": f"<div>{ELEMENT}</div>",
    "flex row": f"<div style='display: flex'>{ELEMENT}</div>",
    "flex row with a text": f"<div style='display: flex'>{ELEMENT}<p>Beside the board.</p></div>",
    "centered flex column": (
        f"<div style='display: flex; flex-direction: column; align-items: center'>{ELEMENT}</div>"
    ),
    "inline-flex": f"<div style='display: inline-flex'>{ELEMENT}</div>",
    "auto column of a grid": (
        f"<div style='display: grid; grid-template-columns: auto 1fr'>{ELEMENT}<p>Text</p></div>"
    ),
    "min-content column of a grid": (
        f"<div style='display: grid; grid-template-columns: min-content 1fr'>{ELEMENT}</div>"
    ),
    "inline-grid": f"<div style='display: inline-grid'>{ELEMENT}</div>",
    "inline-block": f"<div style='display: inline-block'>{ELEMENT}</div>",
    "float": f"<div style='float: left'>{ELEMENT}</div>",
    "table cell": f"<table><tr><td>{ELEMENT}</table>",
    "absolutely positioned": f"<div style='position: absolute'>{ELEMENT}</div>",
    "fit-content": f"<div style='width: fit-content'>{ELEMENT}</div>",
    "max-content": f"<div style='width: max-content'>{ELEMENT}</div>",
    "inline element": ELEMENT.replace(" mode", " style='display: inline-block' mode"),
    "columns of a text": f"<div style='columns: 360px'>{ELEMENT}<p>Below the board.</p></div>",
    "floating element": ELEMENT.replace(" mode", " style='float: left' mode"),
}
NARROW = {  # pixels of a parent, and whether the board scrolls inside
    "block of 240": (240, f"<div style='width: 240px'>{ELEMENT}</div>"),
    "flex row of 240": (240, f"<div style='display: flex; width: 240px'>{ELEMENT}</div>"),
    "block of 340": (340, f"<div style='width: 340px'>{ELEMENT}</div>"),
}
MEASURE = """(body) => {
  const place = document.getElementById("place");
  place.innerHTML = body;
  const element = place.querySelector("tash-kalar");
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
    const frame = element.shadowRoot.querySelector("iframe").getBoundingClientRect();
    done([element.clientWidth, frame.width, frame.height, element.scrollWidth]);
  })));
}"""


@pytest.fixture(scope="module")
def host() -> Iterator[str]:
    """The address of a page with the script of the element."""
    pages = {
        "/": (
            "text/html",
            f"<!doctype html><script src='{EMBEDDER_SCRIPT}'></script><main id=place>",
        ),
        f"/{EMBEDDER_SCRIPT}": ("text/javascript", bundle_script(ROOT, EMBEDDER_SCRIPT)),
    }

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            kind, text = pages.get(self.path, ("text/html", "<!doctype html><title>Frame</title>"))
            self.send_response(200)
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    with serve_in_thread(server):
        yield f"http://127.0.0.1:{server.server_address[1]}/"


# With --long in the others too: the boards of the other tests are in Chromium.
@pytest.mark.parametrize(
    "browser",
    [
        pytest.param(name, marks=[] if name == "webkit" else [pytest.mark.long])
        for name in chosen_browsers()
    ],
)
def test_the_element_has_a_width_in_every_parent(browser: str, host: str, tmp_path: Path) -> None:
    """The element grows with the window, is never narrower than 300 pixels where there is room,
    and scrolls inside a parent that is narrower."""
    found: dict[str, Any] = {}
    with launch(browser, tmp_path, width=1200, height=800) as tab:
        tab.open(host)
        for width in (400, 600, 1200):
            tab.set_size(width, 800)
            for name, body in PARENTS.items():
                found[f"{name} at {width}"] = tab.evaluate(MEASURE, body)
        narrow = {name: tab.evaluate(MEASURE, body) for name, (_, body) in NARROW.items()}
    for name, (element, frame, height, _) in found.items():
        width = int(name.rpartition(" ")[2])
        assert 300 <= element <= min(992, width), (name, found)
        assert frame == pytest.approx(element, abs=1) and height == pytest.approx(frame, abs=1), (
            name
        )
        if "min-content" not in name and "text" not in name:
            assert element >= min(992, width) * 0.8, (name, element)
    for name, (element, frame, _, scroll) in narrow.items():
        parent = NARROW[name][0]
        assert (element, frame, scroll) == (parent, max(300, parent), max(300, parent)), name
