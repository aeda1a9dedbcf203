"""Print which tasks hold up the page's thread during a start in Chromium, as a table in Markdown.

    python -m tools.bench_start.tasks [--first] [--wide] [--slowed 4] [--rung split] [--longer 12.5]

A later visit on a phone, or a first one; with `--wide` on a desk. The page is recorded from the
navigation until it is ready and idle. A row for each task longer than `--longer` milliseconds: when
it began, how long it took, and what took most of it, with the script where the browser names one.
Lighthouse counts a phone's tasks four times, so one of 12.5 ms here has the 50 ms that it allows;
`--slowed` lets the browser itself slow the page's thread. The last line has the sum of what is
longer, from the first paint on.

Other programs make the times longer: run it on a quiet machine, several times.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, ViewportSize, sync_playwright

from tashkalar.site.build import build_site
from tashkalar.site.pyodide.rungs import Rung, parse_rung
from tests.chromium import NOT_FOUND, find_chromium
from tests.limits import serve_in_thread
from tools.bench_start.sites import Host

READY = "document.documentElement.dataset.app === 'ready'"
STORED = "document.documentElement.dataset.offline === 'ready'"
START_TIMEOUT_MS = 120_000
IDLE_MS = 3000  # after the page is ready: what it does then is part of a start
PHONE: ViewportSize = {"width": 412, "height": 823}  # Lighthouse's
DESK: ViewportSize = {"width": 1350, "height": 940}
TASK = "ThreadControllerImpl::RunTask"
CATEGORIES = ["toplevel", "devtools.timeline", "v8", "v8.execute", "blink.user_timing"]
NAMED = 3  # causes of a task that a row names

Event = dict[str, Any]  # of Chromium's trace format: times in microseconds


def record(context: BrowserContext, page: Page, url: str, slowed: float) -> list[Event]:
    """Open the page, and return the events of its processes until it is idle."""
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slowed})
    events: list[Event] = []
    ended: list[None] = []
    session.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    session.on("Tracing.tracingComplete", lambda _: ended.append(None))
    config = {"includedCategories": CATEGORIES}
    session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": config})
    page.goto(url)
    page.wait_for_function(READY, timeout=START_TIMEOUT_MS)
    page.wait_for_timeout(IDLE_MS)
    session.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(100)
    return events


def page_thread(events: Sequence[Event], url: str) -> tuple[list[Event], int]:
    """Return the timed events of the page's thread in their order, and when it was opened."""
    opened = next(
        event
        for event in reversed(events)
        if event["name"] == "navigationStart"
        and event.get("args", {}).get("data", {}).get("documentLoaderURL") == url
    )
    thread = (opened["pid"], opened["tid"])
    found = [
        event
        for event in events
        if (event["pid"], event["tid"]) == thread
        and event["ts"] >= opened["ts"]
        and ("dur" in event or "blink.user_timing" in event["cat"])
    ]
    return sorted(found, key=lambda event: (event["ts"], -event.get("dur", 0))), opened["ts"]


def name_cause(event: Event) -> str:
    """Return what an event is about: its name, and the script's if it has one."""
    data = event.get("args", {}).get("data") or {}
    script = str(data.get("url") or data.get("fileName") or "").rpartition("/")[2]
    function = data.get("functionName", "")
    return " ".join(word for word in (event["name"], script, function) if word)


def causes(task: Event, events: Sequence[Event]) -> dict[str, float]:
    """Return how long each kind of event inside a task took by itself, in milliseconds."""
    end = task["ts"] + task["dur"]
    own: dict[str, float] = defaultdict(float)
    stack: list[Event] = []
    for event in events:
        if event["name"] == TASK or not task["ts"] <= event["ts"] < end or "dur" not in event:
            continue
        while stack and stack[-1]["ts"] + stack[-1]["dur"] <= event["ts"]:
            stack.pop()
        own[name_cause(event)] += event["dur"] / 1000
        if stack:
            own[name_cause(stack[-1])] -= event["dur"] / 1000
        stack.append(event)
    return own


def make_table(events: Sequence[Event], url: str, longer: float) -> str:
    """Return the table of the tasks that took longer than this, in milliseconds."""
    thread, opened = page_thread(events, url)
    marks = {e["name"]: (e["ts"] - opened) / 1000 for e in thread if "dur" not in e}
    painted = next((e for e in events if e["name"] == "firstContentfulPaint"), None)
    paint = (painted["ts"] - opened) / 1000 if painted else 0.0
    lines = ["| at | ms | most of it for |", "|---|---|---|"]
    blocked, end = 0.0, 0.0
    for task in thread:
        began, lasted = (task["ts"] - opened) / 1000, task.get("dur", 0) / 1000
        if task["name"] != TASK or lasted <= longer or began < end:
            continue  # a task inside another one belongs to it
        end = began + lasted
        blocked += max(0.0, end - max(began + longer, paint))
        most = sorted(causes(task, thread).items(), key=lambda cause: -cause[1])[:NAMED]
        said = ", ".join(f"{name} {took:.0f}" for name, took in most if took >= 1)
        lines.append(f"| {began:,.0f} | {lasted:.0f} | {said} |")
    ready = marks.get("tashkalar-ready", 0.0)
    lines.append(
        f"\nPainted at {paint:,.0f}, ready at {ready:,.0f} ms; "
        f"{blocked:.0f} ms longer than {longer:g} ms."
    )
    return "\n".join(lines)


def measure(*, first: bool, wide: bool, slowed: float, rung: Rung, longer: float) -> str:
    """Start the page, the first time or again, and return the table."""
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        build_site(Path(scratch, "site"), rung=rung)
        with serve_in_thread(Host(Path(scratch, "site"))) as host:
            browser = playwright.chromium.launch(
                executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"]
            )
            context = browser.new_context(
                viewport=DESK if wide else PHONE, is_mobile=not wide, has_touch=not wide
            )
            page = context.new_page()
            for _ in range(0 if first else 2):
                page.goto(host.url)
                page.wait_for_function(READY, timeout=START_TIMEOUT_MS)
                page.wait_for_function(STORED, timeout=START_TIMEOUT_MS)
                page.wait_for_timeout(IDLE_MS)
            page.goto("about:blank")
            events = record(context, page, host.url, slowed)
            browser.close()
            return make_table(events, host.url, longer)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench_start.tasks")
    parser.add_argument("--first", action="store_true", help="a first visit")
    parser.add_argument("--wide", action="store_true", help="a desk's window")
    parser.add_argument("--slowed", type=float, default=1, help="times the thread is slowed (1)")
    parser.add_argument("--rung", type=parse_rung, default=Rung.SPLIT, help="of the start (split)")
    parser.add_argument("--longer", type=float, default=12.5, help="milliseconds (12.5)")
    if find_chromium() is None:
        raise SystemExit(NOT_FOUND)
    print(measure(**vars(parser.parse_args())))


if __name__ == "__main__":
    main()
