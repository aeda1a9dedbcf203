"""Tests of games with more than two seats, and of the schools of the expansions."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Page, expect

from tashkalar import Game, Move, new_game
from tashkalar.ui.screen.players import name_length_class
from tests.browser.conftest import NewPage, OpenApp
from tests.browser.play import (
    do,
    inside,
    look,
    shelved,
    sideways_scroll,
    stored,
    unfold,
)
from tests.limits import attempts

PLAYERS = ("Anna", "Bob", "Chris", "Dora")


@pytest.fixture
def start(open_app: OpenApp, new_page: NewPage) -> Callable[..., Page]:
    """Return a function that opens the start screen of a page whose chance is always the same."""

    def open_start(size: str = "desktop") -> Page:
        page = new_page(size)
        page.add_init_script(
            """let next = 1;
            crypto.getRandomValues = (array) => {
              const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
              for (const place of bytes.keys()) {
                next = (next * 1103515245 + 12345) % 2147483648;
                bytes[place] = next >> 16;
              }
              return array;
            };"""
        )
        return open_app(page=page)

    return open_start


def fill(
    page: Page, form: str, schools: Sequence[str], names: Sequence[str], *, teams: bool = False
) -> None:
    """Fill the form of the start screen."""
    unfold(page)
    page.locator(f'#setup [name="form"][value="{form}"]').check()
    if form == "melee":
        page.locator(f'#setup [name="players"][value="{len(schools)}"]').check()
    else:
        page.locator('#setup [name="teams"]').set_checked(teams)
    page.locator('#setup [name="expansions"]').check()
    expect(page.locator("#setup .seat-setup:visible")).to_have_count(len(schools))
    for seat, school in enumerate(schools, 1):
        page.locator(f'#setup [name="school-{seat}"][value="{school}"]').check()
    for seat, name in enumerate(names, 1):
        page.fill(f'#setup [name="name-{seat}"]', name)


def shown_game(page: Page) -> Game:
    """The game on the page, as it was saved."""
    ((_, text),) = stored(page).items()
    return Game.from_json(json.loads(text)["game"])


def begin(page: Page) -> Game:
    """Start the game that the form describes; the same one to play beside it."""
    page.locator("#setup-start").click()
    expect(page.locator("body")).to_have_attribute("data-screen", "curtain")
    return shown_game(page)


def play_on(
    page: Page, game: Game, decisions: int, check: Callable[[], None] | None = None
) -> None:
    """Make decisions at random, rather summoning than placing; warps and thaws where possible."""
    rng = random.Random(5)
    for _ in range(decisions):
        if game.is_over:
            return
        before = game.player
        do(page, game, _choice(rng, game).code)
        if game.player not in (None, before):
            assert game.player is not None
            expect(page.locator("#curtain-title")).to_contain_text(PLAYERS[game.player - 1])
        if check:
            check()


def _choice(rng: random.Random, game: Game) -> Move:
    moves = game.legal_moves()
    for kinds in (("warp", "thaw"), ("summon",)):
        if found := [m for m in moves if m.kind in kinds]:
            return rng.choice(found)
    plain = [m for m in moves if m.kind not in ("pass-control", "discard")]
    return rng.choice(plain or list(moves))


def grown(game: Game, wanted: Callable[[Game], bool], *, longest: int = 900) -> Game:
    """The game played on by chance until it is as wanted."""
    rng = random.Random(11)
    for _ in range(longest):
        if wanted(game):
            return game
        assert not game.is_over
        game.play(_choice(rng, game).code)
    raise AssertionError("it never came to that")


def check_colours(page: Page, game: Game) -> None:
    """Check each seat's score board: enemy colors, their points, and improvised summonings."""
    shown = page.evaluate(
        """() => [...document.querySelectorAll('#players .seat')].map((seat) =>
        [...seat.querySelectorAll('.colour')].map((colour) => [
          colour.dataset.school, 'improvised' in colour.dataset,
          Number(colour.querySelector('b').textContent.replace('−', '-'))]))"""
    )
    state, setup = game.state, game.setup
    assert len(shown) == setup.seats
    for seat, colours in enumerate(shown):
        others = [other for other in range(setup.seats) if other != seat]
        assert [school for school, _, _ in colours] == [setup.schools[o] for o in others]
        left = [bool(state.markers[seat] >> other & 1) for other in others]
        assert [improvised for _, improvised, _ in colours] == left
        assert min(points for _, _, points in colours) == game.score(seat + 1)


# Long names by their class: a computer's in Greek, and the longest that the form takes.
NAMES_TO_FIT = [
    [name, name_length_class(name)]
    for name in ("Κόκκινο", "Αρχάριος 2", "Χριστόφορος Παπαδόπουλος")
]
# Those that do not fit into the panel of a player, of so many as there are in the line.
CUT_NAMES = """([seats, names]) => {
  document.body.dataset.seats = seats;
  if (seats === '2') { // a duel, without points by color
    document.body.dataset.form = 'duel';
    for (const colors of document.querySelectorAll('#players .colours')) colors.replaceChildren();
  }
  const panels = [...document.querySelectorAll('#players .seat')];
  for (const [place, panel] of panels.entries()) panel.hidden = place >= Number(seats);
  const cut = [];
  for (const [name, kind] of names) {
    for (const panel of panels.slice(0, Number(seats))) {
      if (kind) panel.dataset.name = kind; else delete panel.dataset.name;
      const text = panel.querySelector('.seat-name');
      text.textContent = name;
      const [box, room] = [panel, text].map((node) => node.getBoundingClientRect());
      const score = panel.querySelector('.seat-score').getBoundingClientRect();
      const over = Math.max(box.top - room.top, room.bottom - box.bottom, room.right - score.left);
      if (over > 1 || text.scrollWidth > text.clientWidth + 1)
        cut.push([name, over]);
    }
  }
  return cut;
}"""


@pytest.mark.long  # test_start_keyboard.py begins a melee of three; the next test plays one of four
def test_melee_for_three(start: Callable[..., Page]) -> None:
    page = start()
    fill(page, "melee", ("northern", "sylvan", "highland"), PLAYERS[:3])
    game = begin(page)
    assert (game.setup.form, game.setup.schools) == ("melee", ("northern", "sylvan", "highland"))
    expect(page.locator("#curtain-title")).to_contain_text("Chris")
    expect(page.locator("#board")).to_have_attribute("data-form", "melee")
    expect(page.locator(".melee-marks")).to_be_visible()
    expect(page.locator(".duel-mark").first).to_be_hidden()
    page.locator(".menu-button").click()
    expect(page.locator('#menu [data-action="resign"]')).to_be_disabled()
    page.keyboard.press("Escape")
    check_colours(page, game)
    play_on(page, game, 14, lambda: check_colours(page, game))
    expect(page.locator("#tally")).to_be_visible()


def test_melee_for_four_on_a_phone(start: Callable[..., Page]) -> None:
    page = start("phone")
    fill(page, "melee", ("everfrost", "nethervoid", "etherweave", "southern"), PLAYERS)
    assert not sideways_scroll(page)
    game = begin(page)
    page.locator("#curtain-open").click()
    expect(page.locator("#players .seat:visible")).to_have_count(4)
    assert not sideways_scroll(page)
    for place in (".arena", "#prompt"):
        assert inside(page, place)
    boxes = [page.locator("#players .seat").nth(n).bounding_box() for n in range(4)]
    assert len({round(box["y"]) for box in boxes if box}) <= 2, "more than two lines of players"
    check_colours(page, game)
    assert not look(page).markers
    page.set_viewport_size({"width": 390, "height": 760})
    expect(page.locator("#hand")).to_be_visible()  # it has room under what is asked
    stage, hand = (page.locator(place).bounding_box() for place in ("#prompt", "#hand"))
    assert stage and hand and stage["y"] + stage["height"] <= hand["y"]
    assert hand["y"] + hand["height"] == 760
    page.set_viewport_size({"width": 360, "height": 640})
    for seats in ("4", "3", "2"):
        assert page.evaluate(CUT_NAMES, [seats, NAMES_TO_FIT]) == [], f"{seats} players"


def test_team_game(start: Callable[..., Page]) -> None:
    """Teammates are named, and control is passed after a plain question."""
    page = start()
    schools = ("northern", "sylvan", "highland", "southern")
    fill(page, "high-form", schools, PLAYERS, teams=True)
    game = begin(page)
    assert game.setup.teams
    for seat, partner in enumerate((2, 3, 0, 1)):
        shown = page.locator("#players .seat").nth(seat)
        expect(shown.locator(".seat-team")).to_contain_text(PLAYERS[partner])
        expect(shown).to_have_attribute("data-school", schools[seat % 2])  # the stones they use
    play_on(page, game, 10)
    for _ in attempts("control can be passed"):
        if passing := [m for m in game.legal_moves() if m.kind == "pass-control"]:
            break
        play_on(page, game, 1)
    if look(page).screen == "curtain":
        page.locator("#curtain-open").click()
    before = look(page)
    assert game.player is not None
    teammate = PLAYERS[(game.player + 1) % 4]
    button = page.locator('#prompt [data-asks="pass-control"]')
    button.click()
    expect(page.locator("#confirm-text")).not_to_be_empty()
    page.locator("#confirm-cancel").click()
    assert look(page).pieces == before.pieces
    do(page, game, passing[0].code)
    expect(page.locator("#curtain-title")).to_contain_text(teammate)
    play_on(page, game, 4)


@pytest.mark.long
def test_etherweave_against_nethervoid(open_app: OpenApp) -> None:
    """Sixteen decisions: the Gateway is opened, moved and lost, a being waits, one warps."""
    schools = ("etherweave", "nethervoid")
    game, whole = (new_game("duel", schools, seed=40, names=PLAYERS[:2]) for _ in range(2))
    grown(whole, lambda game: len(game.codes) == 82)
    for code in whole.codes[:66]:
        game.play(code)
    page = open_app(storage=shelved(game))
    seen, pending, warped = {game.state.gateway}, False, False
    for code in whole.codes[66:]:
        warped |= game.find_move(code).kind == "warp"
        do(page, game, code)
        check_gateway(page, game)
        seen.add(game.state.gateway)
        pending |= any(game.state.pending)
    assert len(seen) > 2 and pending and warped, "another game is needed for this"


def check_gateway(page: Page, game: Game) -> None:
    """The Gateway is marked where it is, and nowhere else."""
    marked = page.locator("[data-square][data-gateway]")
    expect(marked).to_have_count(1 if game.state.gateway else 0)
    if game.state.gateway:
        expect(marked.locator(".s-gateway")).to_be_visible()


def test_what_schools_add_is_shown(open_app: OpenApp) -> None:
    """The Gateway, a frozen and a pending card: on the board, at the player, in the hand."""
    schools = ("everfrost", "nethervoid", "etherweave")

    def wanted(game: Game) -> bool:
        state = game.state
        there = state.gateway and any(state.frozen) and any(state.pending)
        return bool(there) and game.prompt.kind == "turn" and game.player in (1, 3)

    game = grown(new_game("melee", schools, seed=2, names=PLAYERS[:3]), wanted)
    assert game.player is not None
    page = open_app(storage=shelved(game))
    check_gateway(page, game)
    notes = page.locator("#players .seat-notes")
    for seat in range(3):
        expect(notes.nth(seat)).not_to_be_empty()
    status = {1: "frozen", 3: "pending"}[game.player]
    card = page.locator(f'#hand .hcard[data-status="{status}"]')
    expect(card).to_have_count(1)
    expect(card.locator(".hcard-status")).not_to_be_empty()
    assert not look(page).markers
