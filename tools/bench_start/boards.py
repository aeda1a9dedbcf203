"""Boards inside another page: their memory, and the time from a touch until they can be played."""

from __future__ import annotations

from pathlib import Path

from tests.browser.engines.tab import Tab
from tools.bench_start.memory import LONG_REST_S, MemoryMeter
from tools.bench_start.sites import EMBEDDED_COUNT, Host
from tools.bench_start.visits import START_TIMEOUT_S, Visit, settle, visit

_FRAME = """const frameOf = (at) =>
  document.querySelectorAll("tash-kalar")[at].shadowRoot.querySelector("iframe").contentWindow;"""
_TOUCH = (
    "(at) => {"
    + _FRAME
    + """
  const square = frameOf(at).document.querySelector('[data-square="e5"]');
  window.touched = performance.timeOrigin + performance.now();
  square.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}"""
)
_WAITED = (
    "(at) => {"
    + _FRAME
    + """
  const { performance } = frameOf(at);
  const { startTime } = performance.getEntriesByName("tashkalar-ready")[0];
  return performance.timeOrigin + startTime - window.touched;
}"""
)
_DRAWN = """[...document.querySelectorAll("tash-kalar")].every((board) =>
  board.shadowRoot?.querySelector("iframe")?.contentDocument?.querySelector("[data-piece]"))"""
_READY = """[...document.querySelectorAll("tash-kalar")][%d]
  .shadowRoot.querySelector("iframe").contentDocument.documentElement.dataset.app === "ready\""""
_RUNNING = """() => [...document.querySelectorAll("tash-kalar")].filter((board) =>
  board.shadowRoot.querySelector("iframe").contentDocument.documentElement.dataset.app
    === "ready").length"""


def measure_boards(
    browser: str, profile: Path, served: dict[str, Host]
) -> tuple[dict[str, float], dict[str, list[Visit]]]:
    """Measure one board and six, each touched when the one before can be played.

    Return megabytes by what takes them, beyond the same browser with one empty tab; and the starts
    of the page and of the touched boards, in the same browsers. The profile has seen our page.
    """
    meter = MemoryMeter(browser, profile)
    visits: dict[str, list[Visit]] = {"page": [], "touched": []}
    for boards in (1, EMBEDDED_COUNT):
        with meter.launch() as tab:
            tab.open(f"{served['ours'].url}embedding-{boards}.html")
            tab.wait_for(_DRAWN, START_TIMEOUT_S)
            meter.note(f"{boards} embedded")
            for at in range(boards):
                visits["touched"].append(_touch(tab, at))
            meter.note(f"{boards} embedded, played")
            meter.note(f"{boards} embedded, left alone", LONG_REST_S)
            print(f"  {browser}: {tab.evaluate(_RUNNING)} of {boards} run Python", flush=True)
    with meter.launch() as tab:
        for _ in range(EMBEDDED_COUNT):
            visits["page"].append(visit(tab, served["ours"]))
            settle(tab)
    return meter.found, visits


def _touch(tab: Tab, at: int) -> Visit:
    """Touch a board and wait until it can be played; `ready` counts from the touch."""
    tab.evaluate(_TOUCH, at)
    tab.wait_for(_READY % at, START_TIMEOUT_S)
    return Visit(tab.evaluate(_WAITED, at), None, None, 0, 0)
