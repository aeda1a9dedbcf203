"""One visit of a page: how long until it is ready, or until it has answered a press."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

from tests.browser.engines.tab import Tab
from tools.bench_start.sites import Host

START_TIMEOUT_S = 240.0  # for one start, on a slow line and a busy machine
SETTLE_S = 1.5  # after a start, in which caches are written

# Asking again and again would take time from what is measured.
_MARKED = """new Promise((done) => {
  const look = () => performance.getEntriesByName(%r).length && done(true);
  new PerformanceObserver(look).observe({ type: "mark" });
  look();
  setTimeout(done, 10000, false);
})"""
_READY = _MARKED % "tashkalar-ready"
_ANSWERED = _MARKED % "bench-answered"
_READ = """() => {
  const time = (name) => performance.getEntriesByName(name)[0]?.startTime ?? null;
  const how = performance.getEntriesByName("tashkalar-interpreter")[0];
  return {
    origin: performance.timeOrigin,
    ready: time("tashkalar-ready"),
    paint: time("first-contentful-paint"),
    answered: time("bench-answered"),
    how: how ? how.detail.kind : null,
  };
}"""

# Presses the button of the first lesson, or a pawn of the JavaScript page, at the first paint. A
# page that has not kept this press gets another one when it is ready, and so on until it answers.
PRESS_SCRIPT = """(() => {
  const AGAIN_MS = 100;
  const isAnswered = () => document.body.dataset.screen === "game" ||
    document.querySelector("cg-board square.selected") !== null;
  const press = () => {
    const place = document.querySelector("#course-next") ?? document.querySelector("cg-board");
    if (!place) return;
    const box = place.getBoundingClientRect();
    const at = place.id ? [0.5, 0.5] : [4.5 / 8, 6.5 / 8];
    const press = { bubbles: true, cancelable: true, composed: true, button: 0, isPrimary: true,
      clientX: box.left + at[0] * box.width, clientY: box.top + at[1] * box.height };
    place.dispatchEvent(new PointerEvent("pointerdown", press));
    place.dispatchEvent(new MouseEvent("mousedown", press));
    place.dispatchEvent(new PointerEvent("pointerup", press));
    place.dispatchEvent(new MouseEvent("mouseup", press));
    place.dispatchEvent(new MouseEvent("click", press));
  };
  const answered = () => requestAnimationFrame(() =>
    setTimeout(() => performance.mark("bench-answered")));
  const watch = () => {
    if (isAnswered()) { answered(); return; }
    const observer = new MutationObserver(() => {
      if (!isAnswered()) return;
      observer.disconnect();
      answered();
    });
    observer.observe(document.body, { attributes: true, subtree: true, childList: true,
      attributeFilter: ["data-screen", "class"] });
  };
  new PerformanceObserver((list, observer) => {
    if (!list.getEntriesByName("first-contentful-paint").length) return;
    observer.disconnect();
    watch();
    press();
  }).observe({ type: "paint", buffered: true });
  const again = () => {
    if (document.readyState !== "loading" && !isAnswered()) press();
    if (!performance.getEntriesByName("bench-answered").length) setTimeout(again, AGAIN_MS);
  };
  new PerformanceObserver((list) => {
    if (list.getEntriesByName("tashkalar-ready").length) setTimeout(again, AGAIN_MS);
  }).observe({ type: "mark", buffered: true });
})();"""


class Visit(NamedTuple):
    """One start of a page: milliseconds, and bytes until it was ready."""

    ready: float
    paint: float | None
    how: str | None  # what interpreter.js did
    sent: int
    requests: int
    answered: float | None = None  # when the answer to a press at the first paint was painted
    blocked: float | None = None  # of a page whose processor was slowed


def visit(tab: Tab, host: Host, *, pressed: bool = False) -> Visit:
    """Open a page and measure until it is ready, and has answered if it was pressed."""
    tab.open("about:blank")
    host.log.clear()
    tab.open(host.url)
    tab.wait_for(_READY, START_TIMEOUT_S)
    if pressed:
        tab.wait_for(_ANSWERED, START_TIMEOUT_S)
    read: dict[str, Any] = tab.evaluate(_READ)
    until = (read["origin"] + read["ready"]) / 1000
    sent = [count for began, count in list(host.log) if began <= until]
    return Visit(read["ready"], read["paint"], read["how"], sum(sent), len(sent), read["answered"])


def settle(tab: Tab) -> None:
    """Stay until the page has put away all that a later visit starts from."""
    app = "document.documentElement.dataset"
    tab.wait_for(f"!{app}.app || {app}.offline === 'ready'", START_TIMEOUT_S)
    time.sleep(SETTLE_S)
