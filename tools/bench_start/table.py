"""The results of a run as one table in Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from tools.bench_start.bench import SLOWED, Bench
from tools.bench_start.sites import EMBEDDED_COUNT, LOWER_RUNGS

STARTS = {
    "same tab": "the same tab again",
    "new tab": "new tab in a running browser",
    "restarted": "restarted browser",
    "first": "first visit",
    "slow line": "first visit over 10 Mbit/s and 40 ms",
}
MEMORY = {
    "page stock": "stock PyScript",
    "page board": "JavaScript board page",
    "page ours": "our page",
    "page and worker": "our page with the worker of the computer players",
    "1 embedded": "one embedded board, untouched",
    "1 embedded, played": "one embedded board, played",
    f"{EMBEDDED_COUNT} embedded": f"{EMBEDDED_COUNT} embedded boards, untouched",
    f"{EMBEDDED_COUNT} embedded, played": f"{EMBEDDED_COUNT} embedded boards, touched in turn",
    f"{EMBEDDED_COUNT} embedded, left alone": "the same boards after three quarters of a minute",
}
NOTHING = "–"
Row = tuple[str, Callable[[str], str]]  # what is measured, and the text of a browser's cell


def _number(value: float | None) -> str:
    return NOTHING if value is None else f"{value:,.0f}"


def _share(value: float | None, whole: float | None, digits: int = 2) -> str:
    return NOTHING if value is None or not whole else f"{value / whole:.{digits}f}"


def make_table(bench: Bench, browsers: Sequence[str]) -> str:
    """Return the table: a row for each measurement, a column for each browser."""
    busy = f" beside {bench.busy} busy programs" if bench.busy else ""
    lines = [
        f"Medians of {bench.rounds} rounds{busy}; times in milliseconds, memory in megabytes.",
        "",
        f"| | {' | '.join(browsers)} |",
        f"|---|{'---|' * len(browsers)}",
    ]
    rows = (*_start_rows(bench), *_page_rows(bench), *_memory_rows(bench))
    for name, cell in rows:
        cells = [cell(browser) for browser in browsers]
        if any(set(text) - set(f"{NOTHING}, =") for text in cells):
            lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _start_rows(bench: Bench) -> Iterator[Row]:
    for start, name in STARTS.items():

        def others(browser: str, start: str = start) -> str:
            kinds = ("stock", "bare", "board")
            return ", ".join(_number(bench.median(browser, start, kind)) for kind in kinds)

        def ours(browser: str, start: str = start) -> str:
            time, stock, board = (
                bench.median(browser, start, kind) for kind in ("ours", "stock", "board")
            )
            if time is None:
                return NOTHING
            share, times = _share(time, stock), _share(time, board, 1)
            return f"{_number(time)} = **{share}** × stock, {times} × board"

        def lower(browser: str, start: str = start) -> str:
            stock = bench.median(browser, start, "stock")
            times = [bench.median(browser, start, kind) for kind in LOWER_RUNGS]
            return ", ".join(f"{_number(time)} = {_share(time, stock)}" for time in times)

        yield f"{name}: stock PyScript, Pyodide alone, JavaScript board page", others
        yield "**our page**", ours
        yield f"our page on the rungs {', '.join(r.label for r in LOWER_RUNGS.values())}", lower


def _page_rows(bench: Bench) -> Iterator[Row]:
    def answered(browser: str) -> str:
        board, ours = (
            bench.median(browser, "pressed", kind, "answered") for kind in ("board", "ours")
        )
        ready = bench.median(browser, "new tab", "board")
        share = _share(ours, ready, 1)
        return f"{_number(board)}, {_number(ours)} = **{share}** × board's ready"

    def of(start: str, kinds: Sequence[str], what: str) -> Callable[[str], str]:
        return lambda browser: ", ".join(
            _number(bench.median(browser, start, kind, what)) for kind in kinds
        )

    yield "new tab, press at the first paint answered: JavaScript board page, ours", answered
    yield (
        "first contentful paint of ours: same tab, new tab, restarted, first visit",
        lambda browser: ", ".join(
            _number(bench.median(browser, start, "ours", "paint"))
            for start in ("same tab", "new tab", "restarted", "first")
        ),
    )
    kinds = ("stock", "bare", "ours")
    slowed = f"processor slowed {SLOWED} times, the same tab"
    yield f"{slowed}: stock, alone, ours", of("slowed", kinds, "ready")
    yield f"{slowed}, time blocked: stock, alone, ours", of("slowed", kinds, "blocked")
    phone = f"processor slowed {SLOWED} times, first visit"
    yield f"{phone}: stock, alone, ours", of("phone", kinds, "ready")
    yield f"{phone}, time blocked: stock, alone, ours", of("phone", kinds, "blocked")
    yield "first visit, bytes until ready: stock, alone, ours", of("first", kinds, "sent")
    yield "first visit, requests until ready: stock, alone, ours", of("first", kinds, "requests")


def _memory_rows(bench: Bench) -> Iterator[Row]:
    def touched(browser: str) -> str:
        board, page = (
            bench.median(browser, f"boards {what}", "ours") for what in ("touched", "page")
        )
        if board is None:
            return NOTHING
        return f"{_number(board)}, {_number(page)} = **{_share(board, page)}** × page"

    yield "embedded board from touch to play, the page's own start", touched

    def of(what: str) -> Callable[[str], str]:
        return lambda browser: _number(bench.memory.get(browser, {}).get(what))

    yield "memory of the browser with an empty tab", of("empty tab")
    for what, name in MEMORY.items():
        yield f"memory beyond that: {name}", of(what)
