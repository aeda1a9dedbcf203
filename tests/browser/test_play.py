"""Tests of whole games through the page, and of other things to do at the table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tashkalar import Game
from tashkalar.position.board import DIRECTION_OF
from tests import golden
from tests.browser.conftest import NewPage, OpenApp
from tests.browser.play import (
    Finger,
    Hands,
    Keyboard,
    Mouse,
    act,
    check_result,
    check_table,
    compare,
    do,
    do_all,
    inside,
    look,
    menu,
    origins,
    reachable,
    settled,
    shelved,
    sideways_scroll,
)
from tests.limits import attempts

ON_A_PHONE = "teams"  # the golden game that is played by taps
IN_TURNS = "expansions"  # played by mouse and by keyboard in turns, as it has everything
QUESTIONS = ("turn", "end", "marks")  # prompts that are no questions of effects


@pytest.mark.slow
@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.long)])
def test_golden_game_by_mouse_and_keyboard(open_app: OpenApp, whole: bool) -> None:
    """Every other turn with keys alone; usually the first quarter: taps play the last one."""
    stored = golden.load(IN_TURNS)
    page = open_app(stored.query)
    game = stored.start()
    check_table(page, game)
    compare(page, game, covered=True, can_undo=False)
    hands: tuple[Hands, Hands] = (Mouse(page), Keyboard(page))
    codes = stored.game.codes
    for code in codes if whole else codes[: len(codes) // 4]:
        do(page, game, code, hands[game.state.turn % 2])
    if whole:
        check_end(page, game)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in golden.NAMES if name != ON_A_PHONE])
def test_golden_game_by_mouse(open_app: OpenApp, new_page: NewPage, name: str) -> None:
    """With everything that moves, which the other tests do without."""
    stored = golden.load(name)
    page = open_app(stored.query, page=new_page(reduced_motion="no-preference"))
    game = stored.start()
    compare(page, game, covered=True, can_undo=False)
    do_all(page, game, stored.game.codes, Mouse(page))
    check_end(page, game)


@pytest.mark.long
@pytest.mark.parametrize("whole", [False, True])
def test_golden_game_by_taps_on_a_phone(open_app: OpenApp, whole: bool) -> None:
    """Board and question stay in view in the whole game (usually tested in its last tenth)."""
    stored = golden.load(ON_A_PHONE)
    game = stored.start() if whole else _in_the_middle(ON_A_PHONE, 9 / 10)
    codes = stored.game.codes[len(game.codes) :]
    if whole:
        page = open_app(stored.query, size="phone")
    else:
        page = open_app(size="phone", storage=shelved(game))
    hands = Finger(page)
    check_table(page, game)
    for code in codes:
        seat = game.player
        do(page, game, code, hands)
        assert not sideways_scroll(page), f"the page is too wide after {code}"
        if game.player == seat:
            for place in (".arena", '[data-role="prompt"]'):
                assert inside(page, place), f"{place} is not in view after {code}"
    check_end(page, game)


def check_end(page: Page, game: Game) -> None:
    """The result shows, and the board behind it."""
    assert game.is_over
    check_result(page, game)
    page.locator("#result-board").click()
    assert look(page).screen == "game"
    expect(page.locator("#result-title")).to_be_hidden()


def test_undo_is_within_reach_on_a_low_phone(open_app: OpenApp) -> None:
    """A question that hides the tools has undo in its own row."""
    game, _ = _late_in_a_turn()
    page = open_app(size="small", storage=shelved(game))
    expect(page.locator('.tools [data-action="undo"]')).to_be_hidden()
    page.locator('#prompt [data-action="undo"]').click()
    game.undo()
    compare(page, game, covered=False, can_undo=True)


def test_undo_and_redo_within_the_turn(open_app: OpenApp) -> None:
    """Undo goes back inside an effect and to the start of the turn, not beyond."""
    game, turn_before = _late_in_a_turn()
    page = open_app(storage=shelved(game))
    seen = compare(page, game, covered=False, can_undo=True)
    undo, redo = (page.locator(f'.bar [data-action="{name}"]') for name in ("undo", "redo"))
    expect(redo).to_be_disabled()
    for steps in attempts("nothing can be undone"):
        if undo.is_disabled():
            break
        undo.click()
        game.undo()
        first = game.last_move is None or game.last_move.state_before.turn != game.state.turn
        compare(page, game, covered=False, can_undo=not first, after=f"undo {steps + 1}")
    assert steps >= 3
    assert game.codes == turn_before
    page.keyboard.press("u")
    compare(page, game, covered=False, can_undo=False)
    for step in range(steps):
        if step % 2:
            redo.click()
        else:
            page.keyboard.press("r")
        game.redo()
        compare(page, game, covered=False, can_undo=True, after=f"redo {step + 1}")
    expect(redo).to_be_disabled()
    assert look(page) == seen
    # Another decision than before forgets what was to be redone.
    undo.click()
    game.undo()
    other = next(m for m in game.legal_moves() if m.kind in ("skip", "choose", "place"))
    expect(redo).to_be_enabled()
    do(page, game, other.code)
    assert look(page).tools["redo"] == game.can_redo


def _late_in_a_turn() -> tuple[Game, tuple[str, ...]]:
    """A game at a question of an effect, some decisions into a turn; the codes before that turn."""
    for name in golden.FORMS:
        start: tuple[str, ...] = ()
        turn = 0
        for before, _ in golden.decisions(golden.load(name).game):
            if before.state.turn != turn:
                turn, start = before.state.turn, before.codes
            late = len(before.codes) - len(start) >= 3
            if late and turn > 5 and before.prompt.kind not in QUESTIONS:
                return before, start
    raise AssertionError("no golden game has a question late in a turn")


def test_what_is_pressed_stays_while_it_is_pointed_at(open_app: OpenApp) -> None:
    """A pad moves, presses and lets go at once: the arrow under it must not be drawn anew."""
    game, code = _a_direction()
    page = open_app(storage=shelved(game))
    arrow = page.locator(f'#board-arrows [data-move="{code}"]')
    node = arrow.element_handle()
    arrow.hover()
    expect(arrow).to_have_attribute("data-chosen", "")
    settled(page)
    assert node.evaluate("(node) => node.isConnected")
    do(page, game, code)


def _a_direction() -> tuple[Game, str]:
    """A game that asks for one of several directions, and the one that was chosen."""
    for name in golden.FORMS:
        for before, move in golden.decisions(golden.load(name).game):
            ways = [m for m in before.legal_moves() if m.option in DIRECTION_OF and not m.square]
            if move.option in DIRECTION_OF and len(ways) > 1 and not move.square:
                return before, move.code
    raise AssertionError("no golden game asks for a direction")


def test_an_option_tapped_soon_after_a_button_stays(open_app: OpenApp) -> None:
    """The pressed button loses the focus, which clears only its own hover."""
    game, pressed, option = _an_option_after_a_button()
    page = open_app(storage=shelved(game), size="phone")
    act(page, game, pressed, Finger(page))
    page.locator(f'#options [data-move="{option}"]').tap()
    page.wait_for_timeout(300)  # longer than a card that was only pointed at stays
    page.locator(f'#choices [data-move="{option}"]').tap()
    game.play(pressed)
    game.play(option)
    compare(page, game, covered=False, can_undo=None)


def _an_option_after_a_button() -> tuple[Game, str, str]:
    """A game, the code of a card that is discarded in it, and of a card that is asked for then."""
    for name in golden.FORMS:
        earlier: tuple[Game, str] | None = None
        for before, move in golden.decisions(golden.load(name).game):
            asked = before.prompt.kind not in QUESTIONS and move.card and not move.square
            if asked and earlier and earlier[1].startswith("~"):
                return *earlier, move.code
            earlier = before, move.code
    raise AssertionError("no golden game asks for a card after one was discarded")


@pytest.mark.long
def test_resigning(open_app: OpenApp) -> None:
    stored = golden.load("duel")
    page = open_app(stored.query)
    game = stored.start()
    do_all(page, game, stored.game.codes[:6])
    if look(page).screen == "curtain":
        page.locator("#curtain-open").click()
    menu(page, "resign")
    page.locator("#confirm-cancel").click()
    compare(page, game, covered=False, can_undo=None)
    menu(page, "resign")
    page.locator("#confirm-ok").click()
    page.wait_for_selector('body[data-screen="result"]')
    assert game.player is not None
    game.resign(game.player)
    check_result(page, game)
    # A finished game is on the shelf, but not the one that the page opens with.
    menu(page, "you")
    expect(page.locator("#saves-list [data-save]")).to_have_count(1)


def test_looking_back(open_app: OpenApp) -> None:
    """An entry of the log shows the board as it was then; the game waits meanwhile."""
    game = _in_the_middle("high-form", 0.5)
    page = open_app(storage=shelved(game))
    present = compare(page, game, covered=False, can_undo=None)
    history = game.history()
    lines = page.locator("#log [data-log]")
    for which in (1, lines.count() // 2, lines.count() - 3):
        line = lines.nth(which)
        number = int(line.get_attribute("data-log") or 0)
        line.click()
        seen = look(page)
        then = next(entry.state_before for entry in history if entry.number == number + 1)
        assert seen.pieces == {s: f"{p.owner} {p.rank}" for s, p in Game(then).board.items()}
        assert not seen.legal and not seen.moves and not any(seen.hand.values())
        assert not seen.tools["undo"]
        assert line.get_attribute("aria-current") == "true"
        # Nothing can be done there: a click on the board changes nothing.
        page.locator('[data-square="e5"]').click()
        assert look(page).pieces == seen.pieces
    page.locator('#prompt [data-choice="present"]').click()
    back = look(page)
    assert back == present
    lines.first.click()
    page.keyboard.press("Escape")
    assert look(page) == present
    do_all(page, game, _next_codes("high-form", game, 2))


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_log_begins_at_its_end(open_app: OpenApp, size: str) -> None:
    """A game that is opened late, or a drawer that is, shows what happened last."""
    page = open_app(size=size, storage=shelved(_in_the_middle("expansions", 0.7)))
    if size == "phone":
        page.locator('.bar [popovertarget="panel-log"]').tap()
    expect(page.locator("#log .log-line").first).not_to_be_in_viewport()
    expect(page.locator("#log .log-line").last).to_be_in_viewport()
    assert page.evaluate(_CUT) == [], "a line is half under the heading"
    assert page.evaluate(_HIDDEN) <= 1, "the last line is under the buttons"
    if size == "desktop":
        page.set_viewport_size({"width": 1366, "height": 768})  # without the row of buttons
        page.locator('.bar [data-action="undo"]').click()
        settled(page)
        # The log follows in the next frame; otherwise it could show another line.
        page.wait_for_function(f"({_FREE_PX})() < 30")


_FREE_PX = """() => {
  const bottom = (selector) => document.querySelector(selector).getBoundingClientRect().bottom;
  return bottom("#panel-log") - bottom("#log > :last-child");
}"""
_HIDDEN = """() => {
  const last = [...document.querySelectorAll("#log .log-row")].at(-1).getBoundingClientRect();
  const tools = document.querySelector(".log-tools").getBoundingClientRect();
  return tools.top < last.top ? 0 : last.bottom - tools.top;
}"""
_CUT = """() => {
  const heading = document.querySelector("#panel-log .drawer-head").getBoundingClientRect().bottom;
  const lines = document.querySelectorAll("#log :is(.log-turn, .log-row)");
  // An entry that does not fit shows the last of its lines, whole.
  const cut = (line) => {
    const { top, bottom } = line.getBoundingClientRect();
    const height = parseFloat(getComputedStyle(line).lineHeight);
    const shown = (bottom - heading) / height;
    const isWhole = Math.abs(shown - Math.round(shown)) < 1 / height;
    return top < heading - 1 && bottom > heading + 1 && !isWhole;
  };
  return [...lines].filter(cut).map((line) => line.innerText);
}"""


# Where the pieces are, seen from the being, in squares: on the card in the stage, and on the board.
# How the squares of the lens are filled, and how the other squares that a piece may go to.
_GLOW = """() => ['[data-hinted]', '[data-legal="place"]:not([data-hinted])'].map((which) =>
  [...new Set([...document.querySelectorAll(`[data-square]${which} .tile`)].map(
    (tile) => getComputedStyle(tile).fill))])"""
_PATTERN = """() => {
  const middle = (node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const widthOf = (node) => node.getBoundingClientRect().width;
  const seen = (being, pieces, width) => {
    const [x, y] = middle(being);
    const steps = [...pieces].map(middle).map((at) => [(at[0] - x) / width, (at[1] - y) / width]);
    return steps.map((step) => step.map(Math.round) + "").sort();
  };
  const card = (selector) => document.querySelectorAll(`#stage-pattern ${selector}`);
  const [cells] = card(".pat-cell");
  const columns = cells.closest("svg").style.getPropertyValue("--columns");
  const target = document.querySelector("[data-square][data-target]");
  return [
    seen(card('[href="#pat-target"]')[0], card(".stone:not(.pat-ghost)"), widthOf(cells) / columns),
    seen(target, document.querySelectorAll("[data-square][data-used]"), widthOf(target)),
  ];
}"""


def test_taking_up_and_laying_down(open_app: OpenApp) -> None:
    """A card, a square and a piece can be laid down again; a wrong square says why."""
    game = next(
        before
        for before, move in golden.decisions(golden.load("high-form").game)
        if move.kind == "summon" and before.state.turn > 8
    )
    page = open_app(storage=shelved(game))
    before = look(page)
    hands = Mouse(page)
    for id, summonable in before.hand.items():
        hands.card(id)
        seen = look(page)
        mine = [m for m in game.legal_moves() if m.card == id and m.kind == "summon"]
        squares = {m.square for m in mine if m.square}
        # Besides there may be squares that a piece is missing on, which can be placed.
        assert {s for s, kind in seen.legal.items() if kind != "place"} == squares
        assert bool(squares) == summonable or id.startswith("flare")
        assert page.locator(f'#hand [data-card="{id}"]').get_attribute("aria-pressed") == "true"
        empty = next(s for s in before.pieces if s not in squares)
        page.locator(f'[data-square="{empty}"]').hover()
        if not id.startswith("flare"):
            settled(page)
            assert page.inner_text("#preview-lines").strip(), f"no reason why not {id} on {empty}"
        page.locator(f'[data-square="{empty}"]').click()
        assert look(page).pieces == before.pieces
        for square in sorted(squares)[:2]:
            page.locator(f'[data-square="{square}"]').hover()
            settled(page)
            drawn, lying = page.evaluate(_PATTERN)
            assert drawn == lying, f"{id} on {square} is drawn in another way than it lies"
        if squares:
            page.keyboard.press("Escape")
        settled(page)
        for _ in attempts("no card is chosen"):
            if not page.locator('#hand [aria-pressed="true"]').count():
                break
            page.keyboard.press("Escape")
            settled(page)
        page.mouse.move(0, 0)
        # The focus may be on the card still, whose squares have words of their own then.
        assert look(page)._replace(stops=before.stops, labels=before.labels) == before
    # The lens shows where any card can be summoned.
    page.locator('.bar [data-action="hint"]').click()
    hinted = page.locator("[data-square][data-hinted]")
    wanted = {m.square for m in game.legal_moves() if m.kind == "summon"}
    expect(hinted).to_have_count(len(wanted))
    glow, others = page.evaluate(_GLOW)
    assert len(glow) == 1 and not set(glow) & set(others), "an empty one glows as the others do"
    # A piece that was taken up to be moved.
    asking = next(
        b for b, _ in golden.decisions(golden.load("high-form").game) if len(origins(b)) > 1
    )
    open_app(page=page, storage=shelved(asking))
    for origin in sorted(origins(asking))[:2]:
        hands.square(origin)
        targets = {m.square for m in asking.legal_moves() if m.origin == origin}
        seen = look(page)
        assert targets <= set(seen.legal) <= targets | reachable(asking)
        assert page.locator(f'[data-square="{origin}"]').get_attribute("data-selected") is not None
        page.keyboard.press("Escape")  # or its square might be where the next one goes
        assert set(look(page).legal) == reachable(asking)
    # The game is left before the square that is pointed at is drawn.
    page.evaluate(
        """() => {
          document.querySelector('[data-square][data-legal]').dispatchEvent(
            new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }));
          document.querySelector('#menu [data-action="new-game"]').click();
        }"""
    )
    page.wait_for_selector('body[data-screen="start"]')
    settled(page)


def test_a_turn_by_taps_on_a_phone(open_app: OpenApp) -> None:
    """A finger cannot hover: the first tap on a square shows the summoning, the second does it."""
    stored = golden.load("high-form")
    codes, start = _turn_with("summon")
    page = open_app(size="phone", storage=shelved(start, covered=True))
    compare(page, start, covered=True, can_undo=False)
    game, hands = start, Finger(page)
    for code in codes:
        do(page, game, code, hands)
        if look(page).screen == "game":
            assert inside(page, ".arena"), f"the board is not in view after {code}"
            assert inside(page, '[data-role="prompt"]'), f"the prompt is not in view after {code}"
            assert not sideways_scroll(page)
    assert look(page).screen == "curtain"
    assert inside(page, "#curtain-open")
    assert stored.game.codes[: len(game.codes)] == game.codes


def _turn_with(kind: str) -> tuple[list[str], Game]:
    """The decisions of a turn that has one of this kind, and the game before them."""
    codes: list[str] = []
    start: Game | None = None
    is_found = False
    for before, move in golden.decisions(golden.load("high-form").game):
        if start is None or before.state.turn != start.state.turn:
            if is_found and start is not None:
                return codes, start
            start, codes, is_found = before, [], False
        codes.append(move.code)
        is_found |= move.kind == kind
    raise AssertionError(f"no turn with {kind}")


def _in_the_middle(name: str, part: float) -> Game:
    """A golden game after a part of its decisions, at a turn decision."""
    decisions = list(golden.decisions(golden.load(name).game))
    later = decisions[int(len(decisions) * part) :]
    return next(before for before, _ in later if before.prompt.kind == "turn")


def _next_codes(name: str, game: Game, number: int) -> tuple[str, ...]:
    """The decisions that follow in a golden game."""
    return golden.load(name).game.codes[len(game.codes) :][:number]
