"""A board inside a page of another origin, which sends no special header.

The host page is served by a plain server of Python's; the site with the game by ours.
"""

from __future__ import annotations

import html
import http.server
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Frame, Page, expect

from tashkalar import Game
from tashkalar.features.workshop.sharing import SIDE
from tashkalar.history.decision_tree import Annotation
from tashkalar.site.paths import ROOT
from tashkalar.site.server import make_server
from tashkalar.study import Study
from tests.browser.conftest import READY_TIMEOUT, NewPage, OpenApp, Watch, wait_until_ready
from tests.browser.play import menu, settled, shelved
from tests.browser.slow_page import SlowPageHandler
from tests.limits import attempts, serve_in_thread
from tests.support import arrange, pattern_at
from tools.frame_weight import frame_files

PUZZLE: dict[str, Any] = {
    "form": "duel",
    "seats": [{"school": "northern", "hand": ["knight"]}, {"school": "sylvan"}],
    "board": {**pattern_at("knight", "e5"), "e5": "2 heroic", "i4": "2 common"},
    "text": {"en": "Summon the Knight.", "it": "Evoca il Cavaliere."},
    "goal": {"summon": "knight", "within": {"moves": 2}},
}
OTHER: dict[str, Any] = {**PUZZLE, "board": {"a5": "2 legendary"}, "text": "Another one."}
PYTHON = re.compile(r"/vendor/py|\.zip$|main\.py$|(?:interpreter|snapshot)\.js$")
LISTEN = """
window.heard = [];
for (const type of ["ready", "started", "position", "goal", "progress", "error"]) {
  document.addEventListener(`tashkalar-${type}`, (event) => heard.push([type, event.detail]));
}
"""


class Host:
    """A server of pages that tests write, with the fewest headers."""

    def __init__(self) -> None:
        self.pages: dict[str, tuple[str, str]] = {"/favicon.ico": ("image/x-icon", "")}
        self.headers: dict[str, str] = {}
        host = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                kind, text = host.pages.get(self.path, ("", ""))
                self.send_response(200 if kind else 404)
                self.send_header("Content-Type", f"{kind or 'text/plain'}; charset=utf-8")
                for name, value in host.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(text.encode())

            def log_message(self, format: str, *args: object) -> None:
                """Write no log."""

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/"

    def write(self, site: str, body: str) -> None:
        """Make the page: a field to type in, the body, and much to scroll through."""
        script = f"<script>{LISTEN}</script><script src='{site}static/js/embed.js' defer></script>"
        style = "<style>body { margin: 0; min-height: 4000px; }</style>"
        text = f"<!doctype html><title>Host</title>{style}{script}<input id=field>{body}"
        self.pages["/"] = ("text/html", text)


@pytest.fixture
def host(watch: Watch) -> Iterator[Host]:
    """A server of another origin."""
    host = Host()
    watch.allow("^request to elsewhere: " + re.escape(host.url))
    with serve_in_thread(host.server):
        yield host


@pytest.fixture
def sharing_site(built_folder: Path) -> Iterator[str]:
    """The site on a server that lets other origins read it, as GitHub Pages does."""
    with serve_in_thread(make_server(built_folder, quiet=True, allow_cross_origin=True)) as server:
        yield server.url


def element(scenario: object = PUZZLE, content: str = "", **attributes: str) -> str:
    """The custom element with a scenario in it, around what is seen without the script."""
    if scenario is not None:
        text = scenario if isinstance(scenario, str) else json.dumps(scenario)
        attributes = {"scenario": text} | attributes
    written = "".join(f' {name}="{html.escape(text)}"' for name, text in attributes.items())
    return f"<tash-kalar{written}>{content}</tash-kalar>"


def plain_frame(site: str, scenario: Mapping[str, Any] = PUZZLE, more: str = "") -> str:
    """A frame with everything in its address."""
    address = f"{site}?embed=1{more}&scenario={quote(json.dumps(scenario))}"
    size = 'width="390" height="560" style="border: 0; display: block"'
    return f'<iframe src="{html.escape(address)}" {size}></iframe>'


def board(page: Page, number: int = 0) -> Frame:
    """The frame of a board, once its position is drawn."""
    for _ in range(200):
        frames = [f for f in page.frames[1:] if "embed=1" in f.url]
        if len(frames) > number:
            frame = frames[number]
            frame.locator("html[data-embed-state]").wait_for()
            return frame
        page.wait_for_timeout(50)
    raise AssertionError("there is no board")


def open_host(new_page: NewPage, host: Host, site: str, body: str, **options: Any) -> Page:
    host.write(site, body)
    page = new_page(**options)
    page.goto(host.url)
    return page


def wait_until(frame: Frame, expression: str) -> None:
    """Wait until an expression is true; a board's page forbids what Playwright does for that."""
    for _ in range(200):
        if frame.evaluate(expression):
            return
        frame.page.wait_for_timeout(50)
    raise AssertionError(expression)


def wake(frame: Frame, selector: str = "#embed-start") -> None:
    """Touch a board and wait until it can be played."""
    frame.locator(selector).click()
    frame.locator("html:is([data-app='ready'], [data-app='error'])").wait_for(timeout=READY_TIMEOUT)
    state = frame.locator("html").get_attribute("data-app")
    assert state == "ready", frame.locator("#app-error").inner_text()
    # The touch that woke it is done right after.
    frame.evaluate("new Promise((done) => setTimeout(done))")


def pieces(frame: Frame) -> dict[str, str]:
    """Return the pieces on the visible board."""
    rows = frame.evaluate(
        """[...document.querySelectorAll("[data-piece]")].map((piece) => [
          piece.closest("[data-square]").dataset.square,
          `${piece.dataset.owner} ${piece.dataset.rank}`])"""
    )
    return dict(rows)


def events_of(page: Page, *types: str) -> list[Any]:
    """The events of the host page so far."""
    found: list[Any] = page.evaluate("heard")
    return [event for event in found if not types or event[0] in types]


def python_requests(watch: Watch) -> list[str]:
    return [url for url in watch.requests if PYTHON.search(url)]


def summon_knight(frame: Frame | Page) -> None:
    frame.locator('[data-card="knight"]').first.click()
    frame.locator('[data-square="e5"]').click()
    settled(frame)
    for _ in attempts("the effect asks no more"):
        if not frame.locator('#prompt [data-move="-"]').count():
            break
        frame.locator('#prompt [data-move="-"]').click()
        settled(frame)


# -- until it is touched -------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["element", "frame"])
def test_an_untouched_board_takes_nothing(
    new_page: NewPage, host: Host, site: str, watch: Watch, kind: str
) -> None:
    body = element(title="Puzzle 1") if kind == "element" else plain_frame(site)
    page = open_host(new_page, host, site, body)
    page.focus("#field")
    frame = board(page)
    assert pieces(frame) == PUZZLE["board"]
    assert frame.locator("#lesson-text").inner_text() == "Summon the Knight."
    label = frame.locator("#board").get_attribute("aria-label")
    assert label is not None and "heroic piece of Green on e5" in label
    assert python_requests(watch) == []
    assert page.evaluate("document.activeElement.id") == "field"
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowDown")
    page.wait_for_function("scrollY > 0")
    before = page.evaluate("scrollY")
    page.mouse.move(150, 200)
    assert page.evaluate("document.elementFromPoint(150, 200).tagName") != "BODY"
    page.mouse.wheel(0, 120)
    page.wait_for_function(f"scrollY > {before}")
    assert frame.evaluate("scrollY") == 0
    assert python_requests(watch) == []
    assert "offline.js" not in " ".join(watch.requests)


def test_from_the_first_touch_to_the_goal(new_page: NewPage, host: Host, site: str) -> None:
    """Python is loaded, then the square that was touched is dealt with; the goal is missed, tried
    again and reached."""
    page = open_host(new_page, host, site, element())
    frame = board(page)
    lesson, status = frame.locator("#lesson"), frame.locator("#lesson-status")
    wake(frame, '[data-square="a5"]')
    assert pieces(frame) == {**PUZZLE["board"], "a5": "1 common"}
    kinds = [event[0] for event in events_of(page)]
    assert kinds[:2] == ["position", "ready"]
    assert "started" in kinds
    last = events_of(page, "position")[-1][1]
    assert last["board"] == {**PUZZLE["board"], "a5": "1 common"}
    assert (last["seat"], last["actions"], last["move"], last["over"]) == (1, 1, 1, False)
    assert set(last) == {
        "form", "board", "seat", "turn", "actions", "move", "moves", "over",
    }  # fmt: skip
    expect(frame.locator("#lesson-title")).to_have_text(re.compile("goal for blue", re.IGNORECASE))
    expect(frame.locator("#lesson-goals")).to_contain_text("Summon the Knight")
    expect(status).to_contain_text("One step is left to reach the goal")
    frame.locator('[data-square="a6"]').click()
    expect(lesson).to_have_attribute("data-state", "failed")
    assert events_of(page, "goal") == [["goal", {"state": "failed", "moves": 2}]]
    frame.locator('[data-action="undo"]').first.click()
    expect(lesson).to_have_attribute("data-state", "open")
    frame.locator("#lesson-restart").click()
    assert pieces(frame) == PUZZLE["board"]
    expect(frame.locator("#lesson-restart")).to_be_hidden()
    expect(status).to_contain_text("2 steps are left")
    summon_knight(frame)
    expect(lesson).to_have_attribute("data-state", "reached")
    expect(status).to_contain_text("Goal reached")
    assert events_of(page, "goal")[1:] == [["goal", {"state": "reached", "moves": 1}]]


def test_a_position_is_never_more(new_page: NewPage, host: Host, site: str, watch: Watch) -> None:
    page = open_host(new_page, host, site, element(mode="position"))
    frame = board(page)
    expect(frame.locator("#embed-start")).to_be_hidden()
    frame.locator('[data-square="a5"]').click()
    page.keyboard.press("Enter")
    page.wait_for_timeout(200)
    assert frame.locator("html").get_attribute("data-embed-state") == "waiting"
    assert python_requests(watch) == []


# -- talking -------------------------------------------------------------------------------------


def test_the_page_sets_scenario_theme_and_language(
    new_page: NewPage, host: Host, site: str, watch: Watch
) -> None:
    page = open_host(new_page, host, site, element(theme="light"))
    frame = board(page)
    assert frame.locator("html").get_attribute("data-theme") == "light"
    page.evaluate("document.querySelector('tash-kalar').setAttribute('theme', 'dark')")
    expect(frame.locator("html")).to_have_attribute("data-theme", "dark")
    page.evaluate("document.querySelector('tash-kalar').setAttribute('lang', 'it')")
    expect(frame.locator("#embed-start")).to_have_text("Gioca")
    expect(frame.locator("#lesson-text")).to_have_text("Evoca il Cavaliere.")
    page.evaluate("(s) => document.querySelector('tash-kalar').setScenario(s)", OTHER)
    expect(frame.locator("#lesson-text")).to_have_text("Another one.")
    assert pieces(frame) == OTHER["board"]
    assert events_of(page, "position")[-1][1]["board"] == OTHER["board"]
    assert python_requests(watch) == []
    page.evaluate("document.querySelector('tash-kalar').setAttribute('lang', 'en')")
    frame.locator("#embed-start").click()
    # while the game takes the place of the picture
    page.evaluate("(s) => document.querySelector('tash-kalar').setScenario(s)", PUZZLE)
    frame.locator("html[data-app='ready']").wait_for(timeout=READY_TIMEOUT)
    expect(frame.locator("#lesson-text")).to_have_text("Summon the Knight.")
    assert pieces(frame) == PUZZLE["board"]
    page.evaluate("(s) => document.querySelector('tash-kalar').setScenario(s)", OTHER)
    expect(frame.locator("#lesson-text")).to_have_text("Another one.")
    assert pieces(frame) == OTHER["board"]
    assert [kind for kind, _ in events_of(page)].count("ready") == 1
    page.evaluate("document.querySelector('tash-kalar').setAttribute('theme', 'auto')")
    expect(frame.locator("html")).not_to_have_attribute("data-theme", re.compile("."))


SEND = "(data) => document.querySelector('iframe').contentWindow.postMessage(data, '*')"


NO_COMMANDS: list[object] = [
    "set-scenario",
    {"type": "set-theme", "theme": "dark"},
    {"target": "tash-kalar", "type": "set-theme", "theme": "dark"},
    {"target": "tash-kalar", "version": 2, "type": "set-theme", "theme": "dark"},
    {"target": "other", "version": 1, "type": "set-theme", "theme": "dark"},
    {"target": "tash-kalar", "version": 1, "type": "set-theme", "theme": "red"},
    {"target": "tash-kalar", "version": 1, "type": "set-scenario", "scenario": 7},
    {"target": "tash-kalar", "version": 1, "type": "set-scenario"},
    {"target": "tash-kalar", "version": 1, "type": "set-scenario", "scenario": "{" * 60_001},
    {"target": "tash-kalar", "version": 1, "type": "constructor"},
]


def test_what_is_not_documented_does_nothing(new_page: NewPage, host: Host, site: str) -> None:
    page = open_host(new_page, host, site, plain_frame(site, more="&theme=light"))
    frame = board(page)
    frame.evaluate(
        """() => {
          const root = document.documentElement;
          window.themes = [];
          new MutationObserver(() => window.themes.push(root.dataset.theme ?? null))
            .observe(root, { attributes: true, attributeFilter: ['data-theme'] });
        }"""
    )
    for command in NO_COMMANDS:
        page.evaluate(SEND, command)
        frame.evaluate("new Promise((done) => setTimeout(done))")  # until it has been heard
    page.evaluate(
        SEND, {"target": "tash-kalar", "version": 1, "type": "set-theme", "theme": "auto"}
    )
    expect(frame.locator("html")).not_to_have_attribute("data-theme", re.compile("."))
    assert frame.evaluate("window.themes") == [None]
    assert pieces(frame) == PUZZLE["board"]


# Commands that the page around can send, but that JSON or a name cannot hold.
UNREADABLE = """() => {
  const cycle = {};
  cycle.itself = cycle;
  const deep = `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`;
  const send = (fields) => document.querySelector("iframe").contentWindow.postMessage(
    {target: "tash-kalar", version: 1, ...fields}, "*");
  for (const scenario of [cycle, {board: 1n}, 1n, deep]) send({type: "set-scenario", scenario});
  send({type: {toString: 1, valueOf: 1}});
}"""


def test_what_json_cannot_hold_is_refused_aloud(new_page: NewPage, host: Host, site: str) -> None:
    """Each is told with an error event, and the board can still be started."""
    page = open_host(new_page, host, site, plain_frame(site))
    page.evaluate(
        """addEventListener("message", ({ data }) => {
          if (data.type === "error") heard.push(data.message);
        })"""
    )
    frame = board(page)
    page.evaluate(UNREADABLE)
    page.wait_for_function("heard.length === 5")
    assert all(events_of(page)), "each says what is wrong"
    expect(frame.locator("#embed-error")).to_be_visible()
    assert pieces(frame) == PUZZLE["board"]
    wake(frame)
    summon_knight(frame)
    page.evaluate(UNREADABLE)
    page.wait_for_function("heard.length === 10")
    assert frame.locator("html").get_attribute("data-app") == "ready"


def test_a_wrong_scenario_is_refused_aloud(new_page: NewPage, host: Host, site: str) -> None:
    """The drawn board stays; a scenario that only the rules refuse waits for a better one."""
    doubled = [{"school": "northern", "hand": ["knight", "knight"]}, {"school": "sylvan"}]
    refused = {**PUZZLE, "seats": doubled}
    set_scenario = "(s) => document.querySelector('tash-kalar').setScenario(s)"
    page = open_host(new_page, host, site, element(refused))
    frame = board(page)
    refusal = frame.locator("#embed-error")
    page.evaluate(set_scenario, {**PUZZLE, "board": {"a1": "1 common"}})
    expect(refusal).to_contain_text('"a1" is not a square')
    assert "a1" in events_of(page, "error")[0][1]["message"]
    assert pieces(frame) == PUZZLE["board"]
    frame.locator("#embed-start").click()
    expect(frame.locator("html")).to_have_attribute("data-app", "error", timeout=READY_TIMEOUT)
    expect(refusal).to_contain_text("seats[0].hand[1]")
    expect(frame.locator("#app-error")).to_be_hidden()
    page.evaluate(set_scenario, PUZZLE)
    expect(frame.locator("html")).to_have_attribute("data-app", "ready")
    expect(refusal).to_be_hidden()
    page.evaluate(set_scenario, refused)
    expect(refusal).to_contain_text("seats[0].hand[1]")
    assert pieces(frame) == PUZZLE["board"]
    summon_knight(frame)
    expect(frame.locator("#lesson")).to_have_attribute("data-state", "reached")


def test_nothing_to_show(new_page: NewPage, host: Host, site: str) -> None:
    frame = board(open_host(new_page, host, site, f'<iframe src="{site}?embed=1"></iframe>'))
    expect(frame.locator("#embed-error")).to_contain_text("no position")
    expect(frame.locator("#embed-start")).to_be_disabled()


def test_a_new_game_in_a_frame(new_page: NewPage, host: Host, site: str) -> None:
    frame_html = f'<iframe src="{site}?embed=1&form=duel&seed=3" width=390 height=560></iframe>'
    frame = board(open_host(new_page, host, site, frame_html))
    wake(frame)
    assert frame.locator("[data-legal]").evaluate_all("all => all.map(s => s.dataset.square)") == [
        "c5",
        "g5",
    ]


def test_only_the_page_around_is_obeyed(
    new_page: NewPage, host: Host, site: str, watch: Watch
) -> None:
    """Neither another frame of the page, nor a page that the author did not mean."""
    watch.allow("target origin provided .'https://meant.example'")
    sibling = "<iframe id=sibling srcdoc='<p>sibling</p>'></iframe>"
    page = open_host(new_page, host, site, element(theme="light") + sibling)
    frame = board(page)
    page.evaluate(
        """() => {
          const shadow = document.querySelector("tash-kalar").shadowRoot;
          const boardWindow = shadow.querySelector("iframe").contentWindow;
          const script = document.createElement("script");
          const inside = document.querySelector("#sibling").contentWindow;
          inside.board = boardWindow;
          script.textContent = `board.postMessage({target: "tash-kalar", version: 1,
            type: "set-theme", theme: "dark"}, "*")`;
          inside.document.body.append(script);
        }"""
    )
    page.wait_for_timeout(300)
    assert frame.locator("html").get_attribute("data-theme") == "light"
    # An address that names another host: that one alone is obeyed and told.
    meant = plain_frame(site, more="&theme=light&host=" + quote("https://meant.example"))
    other = open_host(new_page, host, site, meant)
    other.evaluate("addEventListener('message', (event) => heard.push(['raw', event.data]))")
    other_frame = board(other)
    command = {"target": "tash-kalar", "version": 1, "type": "set-theme", "theme": "dark"}
    other.evaluate(SEND, command)
    other.wait_for_timeout(300)
    assert other_frame.locator("html").get_attribute("data-theme") == "light"
    assert events_of(other) == []


LIE = 'parent.postMessage({source: "tash-kalar", version: 1, type: "goal", state: "reached"}, "*")'


def test_the_element_believes_its_own_frame_only(
    new_page: NewPage, host: Host, site: str, watch: Watch
) -> None:
    """Neither another board on the page nor a page in a frame of its own is affected."""
    watch.allow("can escape its sandboxing")  # said of the liar, which lies on the host itself
    host.pages["/liar"] = ("text/html", f"<p>Liar</p><script>{LIE}</script>")
    page = open_host(new_page, host, site, element(id="one") + element(OTHER, id="two"))
    page.evaluate(
        """document.addEventListener("tashkalar-goal", (event) => heard.push(event.target.id))"""
    )
    frames = [board(page, 0), board(page, 1)]
    two = next(frame for frame in frames if pieces(frame) == OTHER["board"])
    page.evaluate("heard.length = 0")
    two.evaluate(LIE)
    page.wait_for_function("heard.length")
    assert events_of(page) == [["goal", {"state": "reached"}], "two"]
    page.evaluate("document.querySelector('#one').shadowRoot.querySelector('iframe').src = '/liar'")
    page.frame_locator("#one iframe").get_by_text("Liar").wait_for()
    two.evaluate(LIE)  # later than the liar's
    page.wait_for_function("heard.length > 2")
    assert [who for who in events_of(page) if isinstance(who, str)] == ["two", "two"]


# -- replay --------------------------------------------------------------------------------------


def short_record() -> str:
    game = Game.from_scenario({**PUZZLE, "goal": "Watch."})
    for code in ("+a5", "+a6", "."):
        game.play(code)
    return game.record()


def short_study() -> str:
    """Return the game with a remark on its first move, and another line after that move."""
    study = Study.from_record(short_record())
    study.go_to(study.tree.line()[0])
    study.annotate(Annotation("Why here?", (("a5", "a7"),), ("b6",)))
    study.play("+b6")
    return study.record()


def test_a_record_is_replayed(new_page: NewPage, host: Host, site: str, watch: Watch) -> None:
    host.pages["/game.txt"] = ("text/plain", short_study())
    body = element({**OTHER, "text": "The poster."}, record="game.txt", at="1", motion="fast")
    page = open_host(new_page, host, site, body)
    frame = board(page)
    assert pieces(frame) == OTHER["board"]
    assert python_requests(watch) == []
    wake(frame)
    start = PUZZLE["board"]
    assert pieces(frame) == {**start, "a5": "1 common"}
    expect(frame.locator("#replay-text")).to_contain_text("a5")
    frame.locator('[data-replay="back"]').click()
    assert pieces(frame) == start
    expect(frame.locator('[data-replay="first"]')).to_be_disabled()
    frame.locator('[data-square="e9"]').click()  # nobody plays on in a replay
    assert pieces(frame) == start
    frame.locator('[data-replay="play"]').click()
    expect(frame.locator("#replay-play")).to_have_text("Pause")
    expect(frame.locator("#replay-play")).to_have_text("Play")  # at the end
    assert pieces(frame) == {**start, "a5": "1 common", "a6": "1 common"}
    frame.locator('[data-square="e9"]').click()
    frame.locator("#replay-at").fill("1")
    assert pieces(frame) == {**start, "a5": "1 common"}
    assert [e[1]["move"] for e in events_of(page, "position")[1:]] == [1, 0, 1, 2, 3, 1]
    expect(frame.locator("#replay-text")).to_contain_text("Why here?")
    assert frame.locator("#board-marks .mk-asked").count() == 1
    frame.get_by_role("button", name="Variation 1").click()
    frame.locator('[data-replay="forward"]').click()
    assert pieces(frame) == {**start, "a5": "1 common", "b6": "1 common"}
    frame.get_by_role("button", name="Back to the previous line").click()
    frame.locator('[data-replay="forward"]').click()
    assert pieces(frame) == {**start, "a5": "1 common", "a6": "1 common"}


# -- resting -------------------------------------------------------------------------------------


def frame_of(page: Page, number: int) -> Frame:
    """Return the frame of the element with this number, as it is now."""
    handle = page.locator("iframe").nth(number).element_handle()
    frame = handle.content_frame()
    assert frame is not None
    return frame


def rests(frame: Frame) -> None:
    """Wait until a board rests as a picture."""
    expect(frame.locator("#embed-start-label")).to_have_text("Continue", timeout=READY_TIMEOUT)


def test_the_third_board_lets_the_first_one_rest(
    new_page: NewPage, host: Host, site: str, watch: Watch
) -> None:
    """It goes on at the same decision, in a lesson too; what the page sets meanwhile waits."""
    host.pages["/lesson.json"] = ("application/json", short_lesson("one", "a5"))
    body = element(None, lesson="lesson.json", motion="off") + element() + element(OTHER)
    page = open_host(new_page, host, site, body)
    board(page, 2)
    wake(frame_of(page, 0), '[data-square="a5"]')
    expect(frame_of(page, 0).locator("#coach")).to_have_attribute("data-kind", "done")
    wake(frame_of(page, 1), '[data-square="a5"]')
    height = page.evaluate("document.querySelector('tash-kalar').offsetHeight")
    wake(frame_of(page, 2))
    lesson = frame_of(page, 0)
    rests(lesson)
    now = page.evaluate("document.querySelector('tash-kalar').offsetHeight")
    assert now == height, "nothing below it moves"
    assert pieces(lesson) == {**PUZZLE["board"], "a5": "1 common"}
    expect(lesson.locator("#lesson-title")).to_have_text("Lesson one")
    expect(lesson.locator("#frame-prompt")).to_be_visible()
    assert frame_of(page, 1).evaluate("document.documentElement.dataset.app") == "ready"
    kinds = [kind for kind, _ in events_of(page)]
    assert kinds.count("ready") == 3, "a board that rests is no new one"
    wake(lesson)
    expect(lesson.locator("#coach")).to_have_attribute("data-kind", "done")
    assert pieces(lesson) == {**PUZZLE["board"], "a5": "1 common"}
    game = frame_of(page, 1)
    rests(game)
    expect(game.locator("#lesson-goals")).to_contain_text("One step is left")
    expect(game.locator("#frame-hand")).to_contain_text("Knight")
    wake(game, '[data-square="c5"]')  # the touch that wakes it is done as well
    assert pieces(game) == {**PUZZLE["board"], "a5": "1 common", "c5": "1 common"}
    game.locator('[data-action="undo"]').first.click()
    assert pieces(game) == {**PUZZLE["board"], "a5": "1 common"}
    expect(game.locator('[data-card="knight"]').first).to_be_visible()
    set_scenario = "(s) => document.querySelectorAll('tash-kalar')[2].setScenario(s)"
    other = frame_of(page, 2)
    rests(other)
    page.evaluate(set_scenario, PUZZLE)
    expect(other.locator("#embed-start-label")).to_have_text("Play")
    assert pieces(other) == PUZZLE["board"], "another scenario begins anew"


@pytest.mark.long  # the other test has elements, as most pages do
def test_plain_frames_rest_too_and_so_does_a_replay(
    new_page: NewPage, host: Host, site: str
) -> None:
    replay = f"{site}?embed=1&mode=replay&at=1&record={quote(short_study())}"
    frames = f'<iframe src="{html.escape(replay)}" width="390" height="560"></iframe>'
    page = open_host(new_page, host, site, frames + 2 * plain_frame(site))
    board(page, 2)
    wake(frame_of(page, 0))
    frame_of(page, 0).get_by_role("button", name="Variation 1").click()
    frame_of(page, 0).locator('[data-replay="forward"]').click()
    shown = {**PUZZLE["board"], "a5": "1 common", "b6": "1 common"}
    assert pieces(frame_of(page, 0)) == shown
    wake(frame_of(page, 1))
    wake(frame_of(page, 2))
    rests(frame_of(page, 0))
    assert pieces(frame_of(page, 0)) == shown
    wake(frame_of(page, 0))
    assert pieces(frame_of(page, 0)) == shown
    back = frame_of(page, 0).get_by_role("button", name="Back to the previous line")
    expect(back).to_be_visible()
    rests(frame_of(page, 1))


@pytest.mark.parametrize("given", ["no JSON", "{}", '{"position": {}, "words": {"goals": []}}'])
def test_what_no_board_has_handed_over(
    new_page: NewPage, site: str, watch: Watch, given: str
) -> None:
    """The board begins as its address says."""
    watch.allow("SyntaxError|TypeError|resting|position and words")
    page = new_page()
    texts = f"scenario={quote(json.dumps(PUZZLE))}&resting={quote(given)}"
    page.goto(f"{site}board.html?embed=1#{texts}")
    expect(page.locator("#lesson-text")).to_have_text("Summon the Knight.")
    expect(page.locator("#embed-start-label")).to_have_text("Play")


@pytest.mark.parametrize(
    "given",
    [
        "no JSON",
        "null",
        "{}",
        '{"position": {}, "words": {"goals": []}}',
        json.dumps({"position": PUZZLE, "words": {"goals": []}}),
        json.dumps({"position": PUZZLE, "words": {"goals": []}, "game": "half a game"}),
        json.dumps({"position": PUZZLE, "words": {"goals": []}, "replay": {"number": -1}}),
    ],
)
def test_what_is_wrong_when_python_takes_over_is_named(
    new_page: NewPage, site: str, given: str
) -> None:
    """The board begins as its address says."""
    page = new_page()
    texts = f"scenario={quote(json.dumps(PUZZLE))}&resting={quote(given)}"
    page.goto(f"{site}?embed=1&mode=play&touched=e5#{texts}")
    expect(page.locator("html")).to_have_attribute("data-app", "ready", timeout=60_000)
    expect(page.locator("#embed-error")).to_contain_text("resting")
    expect(page.locator("#lesson-text")).to_have_text("Summon the Knight.")


@pytest.mark.first_visit
def test_a_board_goes_on_when_its_page_arrives_slowly(
    new_page: NewPage, watch: Watch, built_folder: Path
) -> None:
    """The squares that it names may arrive after the script that reads where it goes on."""
    game = Game.from_scenario(PUZZLE)
    game.play("+a5")
    handed_over = {"position": PUZZLE, "words": {"goals": []}, "game": game.to_json()}
    texts = f"scenario={quote(json.dumps(PUZZLE))}&resting={quote(json.dumps(handed_over))}"
    server = make_server(built_folder, quiet=True)
    server.RequestHandlerClass = SlowPageHandler
    with serve_in_thread(server):
        watch.base = server.url
        page = new_page()
        page.goto(f"{watch.base}?embed=1&mode=play&touched=c5#{texts}")
        wait_until_ready(page)
        expect(page.locator('[data-square="c5"] [data-piece]')).to_have_count(1)
        assert pieces(page.main_frame) == {**PUZZLE["board"], "a5": "1 common", "c5": "1 common"}
        expect(page.locator("#embed-error")).to_be_hidden()
        page.close()


# -- courses, cards, rules ------------------------------------------------------------------------


def short_lesson(id: str, square: str) -> str:
    """A lesson that is done when a piece stands on a square."""
    part = {
        "scenario": {**PUZZLE, "text": f"Take {square}.", "goal": {"piece": {square: "1 common"}}},
        "coach": [{"say": "go"}],
        "ways": [[f"+{square}"]],
    }
    words = {"en": {"title": f"Lesson {id}", "about": "Short.", "go": f"Choose {square}."}}
    return json.dumps(
        {"format": "tashkalar-lesson", "v": 2, "id": id, "parts": [part], "words": words}
    )


def test_a_course_of_another_page(new_page: NewPage, host: Host, site: str) -> None:
    """Its lessons lie beside it; the bar leads through them before the first touch and after it."""
    chapters = [{"id": "all", "lessons": ["one", "two"]}]
    course = {"format": "tashkalar-course", "v": 1, "chapters": chapters}
    host.pages["/lessons/course.json"] = ("application/json", json.dumps(course))
    brought = [json.loads(short_lesson(id, "a5")) for id in ("one", "two")]
    whole = json.dumps({**course, "v": 2, "id": "own", "words": {}, "lessons": brought})
    host.pages["/whole.json"] = ("application/json", whole)
    host.pages["/lessons/one.json"] = ("application/json", short_lesson("one", "a5"))
    host.pages["/lessons/two.json"] = ("application/json", short_lesson("two", "a6"))
    body = element(None, course="lessons/course.json", motion="off")
    frame = board(open_host(new_page, host, site, body))
    page = frame.page
    title, next_button = frame.locator("#lesson-title"), frame.locator("#frame-course-next")
    expect(title).to_have_text("Lesson one")
    expect(frame.locator("#lesson-text")).to_have_text("Take a5.")
    expect(frame.locator("#frame-course-back")).to_be_disabled()
    next_button.click()
    expect(title).to_have_text("Lesson two")
    expect(next_button).to_be_disabled()
    frame.locator("#frame-course-back").click()
    expect(title).to_have_text("Lesson one")
    wake(frame)
    coach, goal = frame.locator("#coach-text"), frame.locator("#coach")
    expect(coach).to_have_text("Choose a5.")
    frame.locator('[data-square="a5"]').click()
    expect(goal).to_have_attribute("data-kind", "done")
    progress = [detail for _, detail in events_of(page, "progress")]
    assert progress[-1] == {"lesson": "one", "number": 1, "of": 2, "done": ["one"]}
    next_button.click()
    expect(coach).to_have_text("Choose a6.")
    assert events_of(page, "progress")[-1][1]["number"] == 2
    frame.locator('[data-square="a6"]').click()
    expect(goal).to_have_attribute("data-kind", "done")
    frame.locator("#frame-course-again").click()
    expect(coach).to_have_text("Choose a6.")
    assert pieces(frame) == PUZZLE["board"]
    assert events_of(page, "progress")[-1][1]["done"] == ["one", "two"]
    # a course in one file: fetched by the page around, in the address of a plain frame
    page = open_host(new_page, host, site, element(None, course="whole.json"))
    frame = board(page)
    frame.locator("#frame-course-next").click()
    expect(frame.locator("#lesson-title")).to_have_text("Lesson two")
    page.goto(f"{site}board.html?embed=1#course={quote(whole)}")
    page.locator("#frame-course-next").click()
    expect(page.locator("#lesson-title")).to_have_text("Lesson two")


SHOWN = {  # by kind: its value, its language, and what stands there in which place
    "puzzle": ("seven-at-a-blow", "it", {"lesson-title": "Sette in un colpo"}),
    "lesson": ("pattern", "en", {"lesson-title": "A pattern", "frame-hand": "Swordmaster"}),
    "course": ("planning", "fr", {"frame-course-number": "1 / 16", "lesson-goals": "Invo"}),
    "card": ("knight", "es", {"reference-title": "Knight", "reference-text": "Knight puede"}),
    "task": ("red-conquest", "en", {"reference-text": "three pieces on red squares"}),
    "rule": ("R7.3", "el", {"reference-text": "7.3", "reference-tries": "Με περιστροφή"}),
    "record": ("", "en", {"lesson-title": "Deathmatch Duel: Blue – Green"}),
    "scenario": ("", "en", {"goal-title": "Goal for Blue", "lesson-goals": "Summon the Knight"}),
}


def test_what_is_said_and_loaded_before_a_touch(new_page: NewPage, site: str, watch: Watch) -> None:
    """Each kind shows its words, and loads nothing but the files that its weight is made of."""
    page = new_page("phone")
    texts = {"record": short_record(), "scenario": json.dumps(PUZZLE)}
    for kind, (value, language, shown) in SHOWN.items():
        before = len(watch.requests)
        page.goto("about:blank")
        mode = "&mode=replay" if kind == "record" else ""
        content = quote(value or texts[kind])
        page.goto(f"{site}board.html?embed=1&lang={language}{mode}#{kind}={content}")
        page.locator("html[data-embed-state]").wait_for()
        for id, text in shown.items():
            expect(page.locator(f"#{id}"), kind).to_contain_text(text)
        expect(page.locator("svg.frame-diagram"), kind).to_have_count(3 * (kind == "rule"))
        names = [url.removeprefix(site) for url in watch.requests[before:] if site in url]
        loaded = {re.sub(r"[?#].*", "", name) for name in names}
        numbered = re.compile(r"(lessons/|puzzles-).*")
        allowed = {numbered.sub(r"\1", name) for name in frame_files(kind, language)}
        assert {numbered.sub(r"\1", name) for name in loaded} <= allowed, kind


def test_what_an_author_may_have_meant(
    new_page: NewPage, host: Host, site: str, watch: Watch
) -> None:
    """A misspelled attribute, two contents and a broken goal are told at once."""
    watch.allow("do you mean|a board shows one")
    host.pages["/page.json"] = ("text/html", "<!doctype html><p>Sign in</p>")
    wrong = {**PUZZLE, "goal": {"summon": "kngiht"}}
    body = element(id="one", puzle="daily", puzzle="daily", part="x") + element(wrong, id="two")
    page = open_host(new_page, host, site, body + element("page.json", id="three"))
    board(page, 0)
    messages = [detail["message"] for _, detail in events_of(page, "error")]
    assert any("puzle: do you mean puzzle?" in message for message in messages)
    assert any("scenario, puzzle: a board shows one" in message for message in messages)
    assert not any("part" in message for message in messages)
    frame = page.locator("#two iframe").element_handle().content_frame()
    assert frame is not None
    expect(frame.locator("#embed-error")).to_contain_text('goal.summon: "kngiht"')
    expect(frame.locator("#embed-start")).to_be_disabled()
    trouble = page.locator("#three p")
    expect(trouble).to_contain_text("This position cannot be shown.")
    expect(trouble.locator("code")).to_be_hidden()  # English, and only for the author
    trouble.locator("summary").click()
    expect(trouble.locator("code")).to_contain_text("page.json holds none")


def test_the_other_side_replies_in_a_position_to_survive(
    new_page: NewPage, host: Host, site: str
) -> None:
    frame = board(open_host(new_page, host, site, element(None, puzzle="a-stone-in-the-way")))
    wake(frame)
    frame.locator('[data-square="a5"]').click()
    frame.locator('[data-move="."]').first.click()
    expect(frame.locator("#lesson")).to_have_attribute("data-state", "failed")


# -- what belongs to the reader ------------------------------------------------------------------


def test_the_readers_own_games_are_not_touched(
    open_app: OpenApp, new_page: NewPage, host: Host, site: str
) -> None:
    own = open_app("?form=duel&seed=5")
    own.locator("#curtain-open").click()
    own.locator("[data-square][data-legal]").first.click()  # a game is stored with its first move
    own.wait_for_function("'tashkalar.asked.v1' in localStorage")
    before = own.evaluate("({...localStorage})")
    assert any(key.startswith("tashkalar.") for key in before)
    page = new_page()
    page.add_init_script(
        """if (location.search.includes("embed")) {
          window.touched = [];
          const tell = (kind, names) => {
            for (const name of names) {
              const real = kind.prototype[name];
              kind.prototype[name] = function (...values) {
                touched.push([name, ...values]);
                return real.apply(this, values);
              };
            }
          };
          tell(IDBFactory, ["open", "deleteDatabase", "databases"]);
          tell(Storage, ["getItem", "setItem", "removeItem", "key", "clear"]);
          tell(ServiceWorkerContainer, ["register"]);
        }"""
    )
    host.write(site, element(theme="dark"))
    page.goto(host.url)
    frame = board(page)
    assert frame.evaluate("touched") == [], "nobody has touched the board yet"
    wake(frame)
    summon_knight(frame)
    assert frame.evaluate("touched") == []
    assert own.evaluate("({...localStorage})") == before


def test_the_link_opens_the_full_app(new_page: NewPage, host: Host, site: str) -> None:
    page = open_host(new_page, host, site, element())
    frame = board(page)
    with page.context.expect_page() as opened:
        frame.locator("#embed-open").click()
    full = opened.value
    wait_until_ready(full)
    assert full.evaluate("opener") is None
    assert "embed" not in full.url
    expect(full.locator("#lesson-text")).to_have_text("Summon the Knight.")
    expect(full.locator("#lesson-goals")).to_contain_text("Summon the Knight")
    assert full.locator("body").get_attribute("data-screen") == "game"  # no curtain in a lesson
    summon_knight(full)
    expect(full.locator("#lesson")).to_have_attribute("data-state", "reached")
    full.reload()
    wait_until_ready(full)
    expect(full.locator("#lesson")).to_have_attribute("data-state", "reached")


def test_a_record_opens_in_the_full_app(open_app: OpenApp) -> None:
    page = open_app("#record=" + quote(short_record()))
    expect(page.locator("#log")).to_contain_text("a6")
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.includes('.game.'))") == []


# -- sandboxes, sizes ----------------------------------------------------------------------------


def test_in_a_usual_sandbox(new_page: NewPage, host: Host, site: str) -> None:
    """The board can be played, and its start leaves the focus where the reader has put it."""
    body = element(sandbox="allow-scripts allow-same-origin")
    page = open_host(new_page, host, site, body)
    frame = board(page)
    expect(frame.locator("#embed-open")).to_be_hidden()  # it could open nothing
    link = page.locator("tash-kalar a")
    assert (link.get_attribute("href") or "").startswith(site)
    frame.locator("#embed-start").click()
    page.focus("#field")
    frame.locator("html[data-app='ready']").wait_for(timeout=READY_TIMEOUT)
    page.keyboard.type("hello")
    assert page.input_value("#field") == "hello"
    assert page.evaluate("document.activeElement.id") == "field"
    summon_knight(frame)
    expect(frame.locator("#lesson")).to_have_attribute("data-state", "reached")


def test_in_a_strict_sandbox(
    new_page: NewPage, host: Host, sharing_site: str, watch: Watch
) -> None:
    """The board can be played from an opaque origin without storage and workers."""
    watch.base = sharing_site
    page = open_host(new_page, host, sharing_site, element(sandbox="allow-scripts"))
    frame = board(page)
    assert frame.evaluate("origin") == "null"
    wake(frame)
    emblem = frame.locator('[data-card="knight"] .card-emblem').first
    assert emblem.get_attribute("href") == "#emblem-knight"
    assert frame.locator("#emblem-knight").count() == 1
    summon_knight(frame)
    expect(frame.locator("#lesson")).to_have_attribute("data-state", "reached")
    assert events_of(page, "goal") == [["goal", {"state": "reached", "moves": 1}]]


def test_in_a_strict_sandbox_of_a_site_that_shares_nothing(
    new_page: NewPage, host: Host, site: str, watch: Watch
) -> None:
    watch.allow("CORS policy|ERR_FAILED|Failed to load resource")
    page = open_host(new_page, host, site, element(sandbox="allow-scripts"))
    frame = board(page)
    assert pieces(frame) == PUZZLE["board"]
    frame.locator("#embed-start").click()
    expect(frame.locator("html")).to_have_attribute("data-app", "error", timeout=READY_TIMEOUT)
    expect(frame.locator('#app-error [data-reason="sandbox"]')).to_be_visible()
    assert pieces(frame) == PUZZLE["board"]
    assert events_of(page, "error") == [["error", {"message": "sandbox"}]]


def test_fits_its_container(new_page: NewPage, host: Host, site: str) -> None:
    page = open_host(new_page, host, site, f"<div id='around'>{element()}</div>")
    frame = board(page)
    for state in ("waiting", "started"):
        for width in (300, 390, 768):
            page.evaluate(
                "(wide) => { document.getElementById('around').style.width = `${wide}px`; }", width
            )
            wait_until(frame, f"innerWidth === {width}")
            if state == "started" and frame.locator("html[data-app='ready']").count() == 0:
                wake(frame)
            wait_until(
                frame,
                """(() => {
                  const { documentElement: root, body } = document;
                  const spare = innerHeight - body.getBoundingClientRect().height;
                  return root.scrollHeight <= innerHeight && spare >= 0 && spare < 2;
                })()""",
            )
            assert frame.evaluate("document.documentElement.scrollWidth") == width, state
            shown = frame.locator("#board").bounding_box()
            assert shown is not None and shown["width"] >= min(width - 10, 400), (state, width)
    assert frame.locator('[data-card="knight"]').first.is_visible()


def test_a_file_that_is_not_there(new_page: NewPage, host: Host, site: str, watch: Watch) -> None:
    watch.allow("404")
    page = open_host(new_page, host, site, element("nowhere.json"))
    expect(page.locator("tash-kalar p")).to_contain_text("404")
    elsewhere = f'<iframe src="{site}?embed=1&scenario={quote(host.url)}x.json"></iframe>'
    frame = board(open_host(new_page, host, site, elsewhere))
    expect(frame.locator("#embed-error")).to_contain_text("could not be loaded")


def test_a_lesson_says_its_poster_before_it_is_touched(new_page: NewPage, site: str) -> None:
    lesson = json.loads((ROOT / "static/lessons/pattern.json").read_text(encoding="utf-8"))
    page = new_page("phone")
    page.goto(f"{site}?embed=1&lang=it&lesson=pattern")
    expect(page.locator("#lesson-text")).not_to_have_text("")
    expect(page.locator("#lesson-goals")).to_contain_text("Evoca Swordmaster")
    lesson["parts"][0]["poster"] = {"en": "Summon him.", "it": "Evocalo."}
    page.goto("about:blank")
    page.goto(f"{site}?embed=1&lang=it#lesson={quote(json.dumps(lesson))}")
    expect(page.locator("#lesson-text")).to_have_text("Evocalo.")


# -- where the script or the frame is blocked ----------------------------------------------------

LINK = "<a href='https://the.example/'>Play this position</a>"


def test_a_link_stands_until_the_frame_answers(
    new_page: NewPage, host: Host, site: str, watch: Watch
) -> None:
    watch.allow("blocked.invalid")
    page = open_host(new_page, host, site, element(content=LINK))
    assert pieces(board(page)) == PUZZLE["board"]
    expect(page.locator("tash-kalar > a")).to_be_hidden()
    host.write("https://blocked.invalid/", element(content=LINK))
    bare = new_page()
    bare.route("https://blocked.invalid/**", lambda route: route.abort())
    bare.goto(host.url)
    expect(bare.locator("tash-kalar > a")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("policy", ["require-corp", "credentialless"])
def test_in_a_page_that_is_isolated(
    new_page: NewPage, host: Host, sharing_site: str, watch: Watch, policy: str
) -> None:
    """A frame without credentials plays; another is blocked, and the element says so."""
    watch.base = sharing_site
    watch.allow("ERR_BLOCKED_BY_RESPONSE")
    host.headers = {
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Embedder-Policy": policy,
    }
    script = f"<script src='{sharing_site}static/js/embed.js' crossorigin defer></script>"
    boards = element(id="one", credentialless="") + element(OTHER, id="two", lang="it")
    boards += element(OTHER, LINK, id="three")
    host.pages["/"] = ("text/html", f"<!doctype html><title>Host</title>{script}{boards}")
    page = new_page()
    page.goto(host.url)
    assert page.evaluate("crossOriginIsolated")
    frame = page.locator("#one iframe").element_handle().content_frame()
    assert frame is not None
    frame.wait_for_selector("[data-piece]")
    for id in ("two", "three"):
        page.locator(f"#{id}").scroll_into_view_if_needed()
    said = page.locator("#two p")
    expect(said).to_contain_text("non si apre in questa pagina", timeout=15_000)
    assert (page.locator("#two a").get_attribute("href") or "").startswith(sharing_site)
    page.locator("#three").scroll_into_view_if_needed()
    expect(page.locator("#three p")).to_be_visible(timeout=15_000)
    expect(page.locator("#three a")).to_have_count(1)
    expect(page.locator("#three a")).to_have_text("Play this position")
    expect(page.locator("#one p")).to_be_hidden()
    wake(frame)
    summon_knight(frame)
    expect(frame.locator("#lesson")).to_have_attribute("data-state", "reached")


# -- the page that shows all this ----------------------------------------------------------------


@pytest.mark.long
def test_the_demo_from_another_origin(
    new_page: NewPage, host: Host, site: str, watch: Watch
) -> None:
    """The files of the demo on the host, the game on its own site."""
    kinds = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}
    for file in (ROOT / "static" / "demo").iterdir():
        text = file.read_text(encoding="utf-8")
        if file.suffix == ".html":
            text = text.replace("../../", site).replace('"../', f'"{site}static/')
            text = re.sub(r"<meta http-equiv=.*?>", "", text)
        host.pages[f"/{file.name}"] = (kinds.get(file.suffix, "text/plain"), text)
    page = new_page("desktop")
    page.goto(host.url + "embedding.html")
    count = page.locator("tash-kalar").count()
    assert count == 14
    page.locator('[data-theme-button="dark"]').click()
    for id in (
        "position",
        "puzzle",
        "own-puzzle",
        "coach",
        "lesson",
        "replay",
        "narrow",
        "sandboxed",
        "kind-daily",
        "kind-course",
        "kind-part",
    ):
        place = page.locator(f"#{id}")
        place.scroll_into_view_if_needed()
        frame = place.locator("iframe").element_handle().content_frame()
        assert frame is not None
        frame.wait_for_selector("[data-piece]")
        theme = "light" if id == "narrow" else "dark"
        expect(frame.locator("html")).to_have_attribute("data-theme", theme)
    assert python_requests(watch) == []
    page.locator('[data-lesson="./lesson-2.json"]').click()
    handle = page.locator("#lesson iframe").element_handle()
    lesson = handle.content_frame()
    assert lesson is not None
    expect(lesson.locator("#lesson-text")).to_contain_text("Lesson 2")
    wake(lesson)
    lesson.locator('[data-card="swordmaster"]').first.click()
    lesson.locator('[data-square="e5"]').click()
    settled(lesson)
    for _ in attempts("the effect asks no more"):
        if not lesson.locator('#prompt [data-move="-"]').count():
            break
        lesson.locator('#prompt [data-move="-"]').click()
        settled(lesson)
    expect(lesson.locator("#lesson")).to_have_attribute("data-state", "reached")
    coached = page.locator("#coach iframe").element_handle().content_frame()
    assert coached is not None
    wake(coached)
    expect(coached.locator("#coach-title")).to_have_text("A pattern")
    expect(coached.locator('#coach [data-action="lessons"]')).to_be_hidden()
    for kind in ("hint", "hint", "hint", "show"):
        coached.locator("#coach-show").click()
        expect(coached.locator("#coach")).to_have_attribute("data-kind", kind)


def test_the_demo_is_in_the_build(page: Page, site: str) -> None:
    page.goto(site + "static/demo/embedding.html")
    frame = page.locator("#position iframe").element_handle().content_frame()
    assert frame is not None
    frame.wait_for_selector("[data-piece]")


def test_the_page_of_the_tutorial_notices_the_solution(
    new_page: NewPage, host: Host, site: str
) -> None:
    tutorial = (ROOT / "docs" / "tutorials" / "puzzle.md").read_text(encoding="utf-8")
    files = {
        kind: text for kind, text in re.findall(r"```(json|html)\n(.*?)```", tutorial, re.DOTALL)
    }
    page_text = files["html"].replace("http://localhost:8000/", site)
    assert site in page_text
    host.pages["/page.html"] = ("text/html", page_text)
    host.pages["/puzzle.json"] = ("application/json", files["json"])
    page = new_page()
    page.goto(f"{host.url}page.html")
    frame = board(page)
    wake(frame, '[data-square="f6"]')
    frame.locator('#hand [data-card="clan-axeman"]').click(position={"x": 40, "y": 20})
    frame.locator('[data-square="e5"]').click()
    frame.locator('[data-square="e5"]').click()
    frame.locator('[data-square="e6"]').click()
    expect(page.locator("#answer")).to_have_text("Well done!")


def test_a_puzzle_of_the_game_by_its_id(
    new_page: NewPage, host: Host, site: str, watch: Watch
) -> None:
    page = open_host(new_page, host, site, element(None, puzzle="legend"))
    frame = board(page)
    assert frame.locator("#lesson-text").inner_text() == "Summon a legend this turn."
    assert python_requests(watch) == []
    link = frame.locator("#embed-open").get_attribute("href")
    assert link is not None and link.endswith("?puzzle=legend")
    wake(frame)
    expect(frame.locator("#lesson-goals")).to_contain_text("Summon a legend")


def test_a_puzzle_that_does_not_exist_is_an_error(new_page: NewPage, host: Host, site: str) -> None:
    page = open_host(new_page, host, site, element(None, puzzle="nothing"))
    frame = board(page)
    expect(frame.locator("#embed-error")).to_contain_text('"nothing" is no puzzle')
    assert "nothing" in events_of(page, "error")[0][1]["message"]


def test_what_a_game_hands_out_works_elsewhere(
    open_app: OpenApp, new_page: NewPage, host: Host, site: str, tmp_path: Path
) -> None:
    """The frame in a page of another origin; the picture as SVG and PNG, with words in Greek."""
    game = arrange(pattern_at("knight", "e5") | {"c3": "2 legendary"}, hand=["knight"])
    page = open_app("?lang=el", storage=shelved(game))
    menu(page, "hand-out")  # the log has it too, once there are moves and room for it
    expect(page.locator("#workshop-alt")).to_have_value(re.compile("θρυλικό.* στο c3"))
    words = page.locator("#workshop-alt").input_value()
    line = page.locator("#workshop-iframe").input_value()
    pictures = {}
    for kind in ("svg", "png"):
        with page.expect_download() as download:
            page.locator(f"#workshop-{kind}").click()
        download.value.save_as(tmp_path / kind)
        pictures[kind] = (tmp_path / kind).read_bytes()
    assert f"<title>{words}</title>" in pictures["svg"].decode()
    assert pictures["png"].startswith(b"\x89PNG")
    assert int.from_bytes(pictures["png"][16:20], "big") == SIDE  # its width
    frame = board(open_host(new_page, host, site, line))
    piece = frame.locator('[data-square="c3"] [data-piece]')
    expect(piece).to_have_attribute("data-rank", "legendary")
    expect(frame.locator("html")).to_have_attribute("lang", "el")


def test_boards_below_the_fold_come_before_printing(
    new_page: NewPage, host: Host, site: str
) -> None:
    """A browser that is about to print says so, and waits for what begins to load then."""
    far = '<div style="height: 20000px"></div>'
    page = open_host(new_page, host, site, element() + far + element() + element())
    board(page)
    assert len([frame for frame in page.frames if "embed=1" in frame.url]) == 1
    page.pdf()
    board(page, 2)
