"""A computer player in its worker: a turn, a game gone on with, and what happens when it fails."""

from __future__ import annotations

import json
import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import NewPage, OpenApp, Watch
from tests.browser.play import menu, settled, unfold

THINKING = re.compile("thinking")


# At once: where a mark is placed, Playwright's click would come when that has long been decided.
TAKE_OVER = """() => new MutationObserver((changes, self) => {
  const button = document.querySelector('[data-choice="take-over"]');
  if (!button) return;
  self.disconnect();
  window.prompted = document.getElementById("prompt-text").textContent;
  button.click();
}).observe(document.getElementById("prompt"), { subtree: true, childList: true })"""


def begin(page: Page, form: str = "duel", first: str = "") -> None:
    """Play the first seat against the computer, or let a computer play it too."""
    unfold(page)
    page.locator("select[name=player-1]").select_option(first)
    page.locator("select[name=player-2]").select_option("adept")
    page.locator(f"input[name=form][value={form}]").check(force=True)
    page.locator("#setup-start").click()


def wait_for_turn(page: Page) -> None:
    """A person decides again; a worker that starts on a slow machine takes its time."""
    expect(page.locator("#prompt-text")).not_to_have_text(THINKING, timeout=60_000)
    expect(page.locator("body")).to_have_attribute("data-screen", "game")


@pytest.mark.slow
def test_the_computer_answers_and_the_game_goes_on_after_a_reload(open_app: OpenApp) -> None:
    page = open_app()
    page.evaluate(TAKE_OVER)  # a person sits down in a computer's place
    begin(page, first="adept")
    expect(page.locator("#prompt-text")).to_contain_text("mark")
    assert THINKING.search(page.evaluate("window.prompted"))
    menu(page, "new-game")
    begin(page)
    expect(page.locator("#hand [data-card]")).to_have_count(6)
    wait_for_turn(page)
    expect(page.locator("#board-grid [data-piece]")).to_have_count(2)  # the two marks
    how = "performance.getEntriesByName('tashkalar-interpreter').map(({detail}) => detail.kind)"
    started = [kind for worker in page.workers for kind in worker.evaluate(how)]
    assert started == ["snapshot"]  # as the page itself on a later visit
    asked = "performance.getEntriesByType('resource').map(({name}) => name)"
    fetched = [url for worker in page.workers for url in worker.evaluate(asked)]
    fetched += page.evaluate(asked)
    assert not [url for url in fetched if re.search(r"(stdlib|tashkalar)\.bin", url)]
    expect(page.locator('script[name^="opponent-"]')).to_have_count(1)  # not the page itself
    page.locator('[data-square="e5"]').click()
    page.locator('[data-move="."]').click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-app", "ready", timeout=60_000)
    wait_for_turn(page)
    expect(page.locator("#log")).to_contain_text("Turn 2: Adept")
    expect(page.locator("#turn-text")).to_contain_text("Blue")


@pytest.mark.first_visit  # later the service worker has the worker's program
def test_without_its_worker_the_computer_plays_simply_and_the_page_says_so(
    open_app: OpenApp, new_page: NewPage, watch: Watch
) -> None:
    page = new_page(service_workers="block")

    def broken(route: Route) -> None:
        program = "raise RuntimeError('nobody here')"
        route.fulfill(status=200, content_type="text/x-python", body=program)

    page.route("**/static/app/opponent.py", broken)
    watch.allow("nobody here")
    watch.allow("registration blocked by Playwright")
    open_app(page=page)
    begin(page)
    wait_for_turn(page)
    expect(page.get_by_role("alert").first).to_contain_text("a simple way")
    expect(page.locator("#board-grid [data-piece]")).to_have_count(2)


def give_to(page: Page, level: str, before: str, seats: str = "2") -> None:
    """Let another player take the second seat, or several seats."""
    page.locator('[popovertarget="menu"]').click()
    page.locator('#menu [data-action="seats"]').click()
    for seat in seats:
        expect(page.locator(f'#seats select[name="{seat}"]')).to_have_value(before)
        page.locator(f'#seats select[name="{seat}"]').select_option(level)
    page.locator("#dlg-seats [data-closes]").click()


def play_on(page: Page, *, touch: bool = False) -> None:
    """The first answer to all that is asked, to the end of the turn, as soon as that is offered."""
    end = '[data-move="."]'
    ways = (end, "[data-square][data-legal]", "#choices [data-move]")
    for _ in range(30):
        settled(page)
        way = next((way for way in ways if page.locator(f"{way}:visible").count()), None)
        if way is None:
            return
        answer = page.locator(f"{way}:visible").first
        answer.tap() if touch else answer.click()
        if way == end:
            return


def play_to_the_end(page: Page, turns: int, *, touch: bool = False, moving: bool = False) -> None:
    """Play on until the game is over; at most so many turns.

    Where pieces are seen moving, a computer's last turn is seen before the result.
    """
    over = page.locator('#choices [data-choice="result"]')
    for _ in range(turns):
        play_on(page, touch=touch)
        settled(page)
        expect(page.locator("#prompt-text")).not_to_have_text(THINKING, timeout=120_000)
        if over.count() or page.locator("body").get_attribute("data-screen") == "result":
            break
    if moving:
        expect(page.locator("#meanwhile")).to_be_visible()
        page.locator('[data-meanwhile-action="skip"]').click()
    expect(page.locator("body")).to_have_attribute("data-screen", "result")


def with_short_decks(form: str, *others: tuple[str, str, str]) -> str:
    """The address of a game that ends soon: of each other school the hand and the deck."""
    colours = ("1 common", "1 heroic"), ("2 common", "2 heroic"), ("3 common",), ("4 common",)
    places = ("c3", "d3"), ("g7", "f7"), ("c7",), ("g3",)
    seats = [{"school": school, "hand": [card], "deck": [last]} for school, card, last in others]
    mapping = {
        "form": form,
        "seats": [{"school": "northern", "hand": ["knight"]}, *seats],
        "board": {
            square: piece
            for squares, pieces in list(zip(places, colours, strict=True))[: 1 + len(others)]
            for square, piece in zip(squares, pieces, strict=True)
        },
        "turn": {"seat": 1},
    }
    return f"?scenario={quote(json.dumps(mapping))}"


# Counts the frames that the page draws from when the prompt says that the computer thinks until
# its next decision.
COUNT_FRAMES = """() => {
  const prompt = document.getElementById("prompt-text");
  window.frames_drawn = 0;
  window.answered = false;
  let thinking = false;
  const observer = new MutationObserver((changes) => {
    const onBoard = changes.some(({ target }) => !prompt.contains(target));
    if (thinking && (onBoard || !prompt.textContent.includes("thinking"))) {
      window.answered = true;
      observer.disconnect();
    } else if (!thinking && prompt.textContent.includes("thinking")) {
      thinking = true;
      requestAnimationFrame(function count() {
        window.frames_drawn += 1;
        if (!window.answered) requestAnimationFrame(count);
      });
    }
  });
  observer.observe(document.getElementById("board-grid"),
    { subtree: true, childList: true, attributeFilter: ["data-piece"] });
  observer.observe(prompt, { subtree: true, childList: true, characterData: true });
}"""


def test_a_game_is_played_to_its_end_while_the_page_stays_alive(
    open_app: OpenApp, new_page: NewPage
) -> None:
    """A person against adept, and for one turn against master; the page draws while it thinks."""
    address = with_short_decks("duel", ("sylvan", "unicorn", "tree-shepherd"))
    page = open_app(address, page=new_page(reduced_motion="no-preference"))
    page.locator("#curtain-open").click()
    give_to(page, "master", "")
    page.evaluate(COUNT_FRAMES)
    play_on(page)
    page.wait_for_function("window.answered", timeout=120_000)
    # About 50, also on a busy machine; 2 if the page's thread thought without pauses.
    assert page.evaluate("window.frames_drawn") > 5
    wait_for_turn(page)
    give_to(page, "adept", "master")  # at any time, and kept with the game
    play_to_the_end(page, 12, moving=True)
    page.locator('#result [data-action="review"]').click()
    reviewed = re.compile("replayed your turns|nothing much better")
    expect(page.locator("#study-progress")).to_contain_text(reviewed, timeout=60_000)


@pytest.mark.long
@pytest.mark.slow
def test_a_melee_of_four_on_a_phone_comes_to_its_end(open_app: OpenApp) -> None:
    others = ("sylvan", "unicorn", "tree-shepherd"), ("highland", "wild-eagle", "werewolf")
    address = with_short_decks("melee", *others, ("southern", "knight", "swordmaster"))
    page = open_app(address, size="phone")
    page.locator("#curtain-open").tap()
    give_to(page, "novice", "", "234")
    play_on(page, touch=True)
    settled(page)
    expect(page.locator("#prompt-text")).not_to_have_text(THINKING, timeout=120_000)
    if page.locator("#meanwhile").is_hidden():
        page.locator('.tools [data-action="last-turn"]').tap()
    expect(page.locator("#meanwhile-title")).to_have_text("Meanwhile: the others’ turns")
    steps = page.locator("#meanwhile-steps .step")
    schools = steps.evaluate_all("(all) => [...new Set(all.map((one) => one.dataset.school))]")
    assert schools == ["sylvan", "highland", "southern"]  # each computer's turn, in their order
    marks = "getComputedStyle(document.getElementById('board-marks')).visibility"
    assert page.evaluate(marks) == "hidden"  # they are about the board after it
    page.locator('[data-meanwhile-action="skip"]').tap()
    assert page.evaluate(marks) == "visible"
    play_to_the_end(page, 6, touch=True)


@pytest.mark.long
@pytest.mark.parametrize(("form", "level"), [("duel", "adept"), ("melee", "novice")])
def test_whole_games_from_the_first_piece_to_the_last(
    open_app: OpenApp, form: str, level: str
) -> None:
    """A duel against adept, and a melee of four against novices on a phone."""
    phone = form == "melee"
    page = open_app(size="phone" if phone else "desktop")
    unfold(page)
    page.locator(f"input[name=form][value={form}]").check(force=True)
    if phone:
        page.locator("input[name=players][value='4']").check(force=True)
    for seat in "234" if phone else "2":
        page.locator(f"select[name=player-{seat}]").select_option(level)
    page.locator("#setup-start").click()
    expect(page.locator("body")).to_have_attribute("data-screen", "game")
    wait_for_turn(page)
    play_to_the_end(page, 60, touch=phone)
