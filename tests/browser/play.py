"""Play through the page as a person does, with a game of the engine beside it to compare.

    with_mouse = Mouse(page)
    do(page, game, "knight@e5", with_mouse)     # one decision, then everything is compared

`Mouse`, `Finger` and `Keyboard` know how a person reaches a square, a card or a button; `do` knows
which of these a decision needs. The shadow game is played with the engine alone: what the page must
show is worked out here from the legal moves, not with the page's own `Session`.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple, Protocol

from playwright.sync_api import Error, Locator, Page

from tashkalar import Game, Move
from tashkalar.cards import packs
from tashkalar.position.board import DIRECTION_OF, NAMES, RAYS, SQUARE_OF
from tashkalar.ui.storage.key_value_store import MemoryStore
from tashkalar.ui.storage.saved_games import SavedGames

LOCALE = Path(__file__).parents[2] / "static" / "locale" / "en"

# To the last character, and free again.
FILL_STORAGE = """() => {
  let text = 'x'.repeat(1 << 20), number = 0;
  while (text) {
    try { localStorage.setItem('filler' + number, text); number += 1; }
    catch (_) { text = text.slice(0, text.length >> 1); }
  }
}"""
EMPTY_STORAGE = """() => Object.keys(localStorage).filter((key) => key.startsWith('filler'))
  .forEach((key) => localStorage.removeItem(key))"""

# No driver ends a function of the page that does not end by itself.
PAGE_LIMIT_MS = 60_000

_SETTLED = """async (limit) => {
  const start = performance.now();
  while (document.getElementById('prompt').hasAttribute('aria-busy')) {
    if (performance.now() - start > limit) throw new Error(`the stage is busy for ${limit} ms`);
    await new Promise((soon) => setTimeout(soon, 1));
  }
  // The end of a game is seen on the board first: press on.
  if (document.body.hasAttribute("data-finale"))
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "Shift" }));
}"""

# As text: a driver would take each of a thousand values apart and put it together again.
_LOOK = """() => {
  const byId = (id) => document.getElementById(id);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const squares = {};
  for (const node of all('#board-grid [data-square]')) {
    const pieces = [...node.querySelectorAll('[data-piece]')].map(
      (piece) => piece.dataset.owner + ' ' + piece.dataset.rank);
    squares[node.dataset.square] = {
      piece: pieces.join(' + '),
      legal: node.dataset.legal ?? null,
      label: node.getAttribute('aria-label') ?? '',
      stop: node.getAttribute('tabindex'),
    };
  }
  // Whatever is said; to write the whole document out would take twenty times as long.
  const attributes = ['aria-label', 'aria-roledescription', 'aria-valuetext', 'alt', 'content',
    'placeholder', 'title'];
  const marked = all(attributes.map((name) => `[${name}*="⟨"]`).join());
  const texts = [document.documentElement.textContent,
    ...marked.flatMap((node) => attributes.map((name) => node.getAttribute(name) ?? ''))];
  const tools = {};
  for (const node of all('.bar [data-action]')) tools[node.dataset.action] = !node.disabled;
  return JSON.stringify({
    screen: document.body.dataset.screen ?? null,
    squares, tools,
    scores: all('#players .seat [data-field="score"]').map((score) => score.textContent),
    active: all('#players .seat[data-active]').map((seat) => Number(seat.dataset.seat)),
    seats: all('#players .seat').map((seat) => ['pieces', 'upgraded', 'deck'].map(
      (name) => Number(seat.querySelector(`[data-field="${name}"]`).textContent))),
    gateway: all('#board-grid [data-gateway]').map((node) => node.dataset.square),
    log: [all('#log .log-turn').length, all('#log .log-line').length],
    silent: all('#log > *').filter((line) => !line.textContent.trim()).length,
    hand: all('#hand [data-card]').map(({dataset: d}) => [d.card, 'summonable' in d]),
    moves: all('#prompt [data-move]').map((button) => button.dataset.move),
    prompt: byId('prompt-text').textContent,
    markers: texts.flatMap((text) => text.match(/⟨[^⟩\\n]*⟩?/g) ?? []),  // in no catalogue
    result: all('#result-rows tr').map((row) => [
      row.hasAttribute('data-winner'),
      ...['score', 'upgraded', 'pieces'].map(
        (name) => Number(row.querySelector(`[data-field="${name}"]`).textContent
          .replace('−', '-')))]),
  });
}"""


def unfold(page: Page) -> None:
    """Open the form for a new game on the start screen, from any place of the home."""
    if page.locator("#setup").is_hidden():
        page.locator('.places [data-action="new-game"]').click()
        page.locator('[data-opens="dlg-friend"]').click()
        page.locator("#device-open").click()


class Seen(NamedTuple):
    """The state of the page, read from its hooks."""

    screen: str
    pieces: dict[str, str]
    legal: dict[str, str]
    labels: dict[str, str]
    stops: list[str]
    tools: dict[str, bool]
    scores: list[int]
    active: list[int]
    seats: list[list[int]]  # of each: pieces, upgraded pieces, cards left in the deck
    gateway: list[str]
    log: list[int]  # how many turns and how many moves it tells
    silent: int  # lines of the log without a word
    hand: dict[str, bool]
    moves: list[str]
    prompt: str
    markers: list[str]
    result: list[list[object]]


class Looks(Protocol):
    """A page that can be read: Playwright's, or a `Tab` of any browser."""

    def evaluate(self, expression: str, arg: Any = ..., /) -> Any:
        """Call a JavaScript function."""


def settled(page: Looks) -> None:
    """Wait until the panels have followed the board."""
    page.evaluate(_SETTLED, PAGE_LIMIT_MS)


def look(page: Looks) -> Seen:
    """Read the page."""
    settled(page)
    found: dict[str, Any] = json.loads(page.evaluate(_LOOK))
    squares: dict[str, dict[str, Any]] = found["squares"]
    return Seen(
        screen=found["screen"],
        pieces={name: s["piece"] for name, s in squares.items() if s["piece"]},
        legal={name: s["legal"] for name, s in squares.items() if s["legal"] is not None},
        labels={name: s["label"] for name, s in squares.items()},
        stops=[name for name, s in squares.items() if s["stop"] == "0"],
        tools=found["tools"],
        scores=[int(score.replace("−", "-")) for score in found["scores"]],
        active=found["active"],
        seats=found["seats"],
        gateway=found["gateway"],
        log=found["log"],
        silent=found["silent"],
        hand=dict(found["hand"]),
        moves=found["moves"],
        prompt=found["prompt"],
        markers=found["markers"],
        result=found["result"],
    )


# -- hands ---------------------------------------------------------------------------------------


class Hands(Protocol):
    """A person's input: mouse, touch or keys. `page` may be reloaded meanwhile."""

    looks_first: bool  # a square has to be chosen twice to summon: the first time shows it

    def square(self, name: str) -> None:
        """Choose a square."""

    def card(self, id: str) -> None:
        """Choose a card of the hand."""

    def press(self, code: str) -> None:
        """Press the button of a move."""

    def press_id(self, id: str) -> None:
        """Press the button with this id."""

    def lift_curtain(self) -> None:
        """Confirm that the player to act is in front of the screen."""


class Mouse:
    """A mouse: it points at elements, then clicks."""

    looks_first = False

    def __init__(self, page: Page) -> None:
        self._page = page

    def square(self, name: str) -> None:
        """Hover, then click."""
        self._page.locator(f'[data-square="{name}"]').click()

    def card(self, id: str) -> None:
        """Click a card."""
        self._page.locator(f'#hand [data-card="{id}"]').click(position={"x": 40, "y": 20})

    def press(self, code: str) -> None:
        """Click the arrow over the board if there is one, else the button."""
        arrow = self._page.locator(f'#board-overlay [data-move="{code}"]')
        if code in DIRECTION_OF and arrow.count():
            arrow.click()
        else:
            self._page.locator(f'#prompt [data-move="{code}"]').click()

    def press_id(self, id: str) -> None:
        """Click a button."""
        self._page.locator(f"#{id}").click()

    def lift_curtain(self) -> None:
        """Click the button on the curtain; what the others did is not watched."""
        self.press_id("curtain-open")
        self._page.evaluate(
            """() => {
              const skip = document.querySelector('[data-meanwhile-action="skip"]');
              if (skip?.checkVisibility()) skip.click();  // it may end by itself at any moment
            }"""
        )


_DOUBLE_TAP_MS = 400


class Finger:
    """A finger: it taps and cannot hover."""

    looks_first = True

    def __init__(self, page: Page) -> None:
        self._page = page
        self._tapped_at = 0.0

    def square(self, name: str) -> None:
        """Tap a square."""
        self._tap(f'[data-square="{name}"]')

    def card(self, id: str) -> None:
        """Tap a card, or its row among the cards that can be used, where the hand is hidden."""
        settled(self._page)
        if self._page.locator(f'#hand [data-card="{id}"]').is_visible():
            self._tap(f'#hand [data-card="{id}"]', position={"x": 40, "y": 20})
        else:
            self._tap(f'[data-take="{id}"]')

    def press(self, code: str) -> None:
        """Tap a button; for an option tap twice, since the first tap only shows its effects."""
        settled(self._page)
        option = self._page.locator(f'#options [data-move="{code}"]')
        if option.count():
            option.tap()
            self._tap(f'#choices [data-move="{code}"]')
        else:
            # The page takes two quick taps at one place for one, and the second decides nothing.
            waited = (monotonic() - self._tapped_at) * 1000
            self._page.wait_for_timeout(max(0, _DOUBLE_TAP_MS - waited))
            self._page.locator(f'#prompt [data-move="{code}"]').tap()
            self._tapped_at = monotonic()

    def press_id(self, id: str) -> None:
        """Tap a button."""
        self._tap(f"#{id}")

    def lift_curtain(self) -> None:
        """Tap the button on the curtain."""
        self.press_id("curtain-open")

    def _tap(self, target: str | Locator, **where: Any) -> None:
        """Tap, and wait for the click, which might otherwise come after the next tap.

        `target` is a selector or an element."""
        self._page.evaluate(
            """(limit) => { window.tapped = new Promise((done, failed) => {
              const timer = setTimeout(() => failed(new Error("a tap became no click")), limit);
              const clicked = () => { clearTimeout(timer); done(); };
              document.addEventListener('click', clicked, { once: true, capture: true });
            }); window.tapped.catch(() => {}); }""",
            PAGE_LIMIT_MS,
        )
        (self._page.locator(target) if isinstance(target, str) else target).tap(**where)
        self._page.evaluate("() => window.tapped")
        self._tapped_at = monotonic()


class Keyboard:
    """A keyboard: it uses only keys, and sees only the focused element.

    On the board squares are reached by letter and digit, and every other time by the arrows.
    """

    looks_first = False

    def __init__(self, page: Page) -> None:
        self._page = page
        self._by_arrows = False

    def focused(self) -> str:
        """The focused element: a square, a card, a move or an id."""
        found: str = self._page.evaluate(
            """() => { const e = document.activeElement, d = e.dataset;
            return d.square ?? d.card ?? d.move ?? (e.id ? '#' + e.id : e.tagName) }"""
        )
        return found

    def tab_to(self, selector: str) -> None:
        """Press Tab, or Shift and Tab, until an element that matches has the focus."""
        for _ in range(200):
            where: str = self._page.evaluate(
                """(selector) => {
                  const active = document.activeElement;
                  if (active.matches(selector)) return '';
                  const wanted = document.querySelector(selector);
                  const order = wanted ? active.compareDocumentPosition(wanted) : 0;
                  return order & Node.DOCUMENT_POSITION_PRECEDING ? 'Shift+Tab' : 'Tab';
                }""",
                selector,
            )
            if not where:
                return
            self._page.keyboard.press(where)
        raise AssertionError(
            f"{selector} cannot be reached with Tab; the focus is on {self.focused()}"
        )

    def go_to(self, name: str) -> None:
        """Bring the focus to a square."""
        self.tab_to("[data-square]")
        self._by_arrows = not self._by_arrows
        if self._by_arrows:
            self._steer(name)
        else:
            for key in name:
                self._page.keyboard.press(key)
        assert self.focused() == name, f"meant to reach {name}, reached {self.focused()}"

    def _steer(self, name: str) -> None:
        for _ in range(40):
            here = self.focused()
            if here == name:
                return
            sideways, up = ord(name[0]) - ord(here[0]), int(name[1]) - int(here[1])
            if abs(sideways) > abs(up):
                key = "ArrowRight" if sideways > 0 else "ArrowLeft"
            else:
                key = "ArrowUp" if up > 0 else "ArrowDown"
            self._page.keyboard.press(key)

    def square(self, name: str) -> None:
        """Go to a square and press Enter."""
        self.go_to(name)
        self._page.keyboard.press("Enter")

    def card(self, id: str) -> None:
        """Tab to a card and press Enter."""
        self.tab_to(f'#hand [data-card="{id}"]')
        self._page.keyboard.press("Enter")

    def press(self, code: str) -> None:
        """Tab to a button and press the space bar."""
        self.tab_to(f'#prompt [data-move="{code}"]')
        self._page.keyboard.press("Space")

    def press_id(self, id: str) -> None:
        """Tab to a button and press Enter."""
        self.tab_to(f"#{id}")
        self._page.keyboard.press("Enter")

    def lift_curtain(self) -> None:
        """The button has the focus already."""
        assert self.focused() == "#curtain-open"
        self._page.keyboard.press("Enter")


# -- deciding ------------------------------------------------------------------------------------


def do(page: Looks, game: Game, code: str, hands: Hands | None = None) -> None:
    """Make one decision through the page and in the shadow game, then compare the two."""
    if hands is None:
        assert isinstance(page, Page)
        hands = Mouse(page)
    if _is_covered(page, game):
        hands.lift_curtain()
        compare(page, game, covered=False, can_undo=None)
    before, seat = game.state, game.player
    act(page, game, code, hands)
    game.play(code)
    covered = game.player not in (None, seat)
    same_turn = (before.turn, before.phase) == (game.state.turn, game.state.phase)
    can_undo = same_turn and not covered and not game.is_over
    if packs.registered_versions(game.setup.schools):  # its worker answers first
        _wait_until_alike(page, game, covered=covered, can_undo=can_undo)
    compare(page, game, covered=covered, can_undo=can_undo, after=code)


def _wait_until_alike(page: Looks, game: Game, *, covered: bool, can_undo: bool) -> None:
    """Wait some seconds at most; who compares afterwards says what is different."""
    for _ in range(100):
        try:
            compare(page, game, covered=covered, can_undo=can_undo)
        except AssertionError:
            page.evaluate("new Promise((soon) => setTimeout(soon, 100))")
        else:
            return


def act(page: Looks, game: Game, code: str, hands: Hands) -> None:
    """Make one decision through the page alone, behind a curtain too."""
    if _is_covered(page, game):
        hands.lift_curtain()
    move = game.find_move(code)
    if game.prompt.kind in ("turn", "end"):
        _act(page, game, move, hands)
    else:
        _answer(page, game, move, hands)


def _is_covered(page: Looks, game: Game) -> bool:
    return bool(game.player) and page.evaluate("() => document.body.dataset.screen") == "curtain"


def do_by_keyboard(page: Page, game: Game, code: str) -> None:
    """Make one decision with keys alone, then compare."""
    do(page, game, code, Keyboard(page))


def do_all(page: Looks, game: Game, codes: Iterable[str], hands: Hands | None = None) -> None:
    """Make decisions one after another."""
    for code in codes:
        do(page, game, code, hands)


def _act(page: Looks, game: Game, move: Move, hands: Hands) -> None:
    """Make a turn decision."""
    if move.kind == "place":
        hands.square(move.square or move.origin or "")
    elif move.kind == "summon":
        assert move.card is not None and move.square is not None
        hands.card(move.card)
        summons = [m for m in game.legal_moves() if m.card == move.card and m.kind == "summon"]
        ways = [m for m in summons if m.square == move.square]
        alone = len({m.square for m in summons}) == 1  # the only square is looked at by itself
        if hands.looks_first:
            if not alone:
                hands.square(move.square)
            check_preview(page, move.square, ways)
        if len(ways) == 1 or not alone:
            hands.square(move.square)
        if len(ways) > 1:
            check_preview(page, move.square, ways)
            hands.press(move.code)
    else:
        if move.kind in ("discard", "flare", "thaw", "warp"):
            hands.card(move.card or "")
        hands.press(move.code)
        if move.kind == "pass-control":
            _confirm(page, hands)


def _confirm(page: Looks, hands: Hands) -> None:
    """Confirm a question of the page, which acts a moment after its dialog closes."""
    hands.press_id("confirm-ok")
    page.evaluate("() => new Promise((done) => setTimeout(done, 100))")


def _answer(page: Looks, game: Game, move: Move, hands: Hands) -> None:
    """Answer a question of an effect."""
    if move.square is None:
        hands.press(move.code)
        if move.kind == "pass-control":
            _confirm(page, hands)
        return
    if move.origin and len(origins(game)) > 1:
        hands.square(move.origin)  # take it up; a piece that is the only one is up already
    if hands.looks_first and _is_shown_first(game, move):
        hands.square(move.square)
    hands.square(move.square)


def _is_shown_first(game: Game, move: Move) -> bool:
    """Tell whether the first tap only shows an answer, since it takes, changes or spends something.

    One tap is enough to move or place a piece on an empty square.
    """
    if game.open_move is None or game.state.phase != "play":  # a mark passes the turn on
        return True
    after = game.copy()
    after.play(move)
    assert after.last_move is not None
    events = after.last_move.events[len(game.open_move.events) :]
    harmless = {"move", "place", "upgrade", "gain-action", "draw-extra"}
    return move.square in game.board or any(event.kind not in harmless for event in events)


def check_preview(page: Looks, square: str, ways: list[Move]) -> None:
    """A summoning that is looked at shows its square and the pieces it would use."""
    settled(page)
    target, used, offered = page.evaluate(
        """() => ['[data-target]', '[data-used]'].map((marked) =>
        [...document.querySelectorAll('[data-square]' + marked)].map((s) => s.dataset.square))
        .concat([[...document.querySelectorAll('#prompt [data-move]')].map(
          (button) => button.dataset.move)])"""
    )
    assert target == [square]
    assert {way.code for way in ways} <= set(offered)
    matches = [way.match.used for way in ways if way.match]
    if len(matches) == len(ways):
        assert frozenset(used) in matches


# -- what the page must show ---------------------------------------------------------------------


def origins(game: Game) -> set[str]:
    """The pieces that may be moved now, by a question."""
    return {m.origin for m in game.legal_moves() if m.kind == "choose" and m.origin and m.square}


def reachable(game: Game) -> set[str]:
    """The squares to choose from, with nothing taken up but a piece that is the only one."""
    found: set[str] = set()
    pieces = origins(game)
    in_turn = game.prompt.kind in ("turn", "end")
    for move in game.legal_moves():
        if in_turn:
            if move.kind == "place":
                found.add(move.square or move.origin or "")
        elif move.square and move.origin:
            found |= {move.origin, move.square} if len(pieces) == 1 else {move.origin}
        elif move.square:
            found.add(move.square)
        elif move.origin and move.option in DIRECTION_OF:
            found |= {NAMES[s] for s in RAYS[SQUARE_OF[move.origin]][DIRECTION_OF[move.option]]}
    return found


def buttons(game: Game) -> set[str]:
    """The moves that are buttons, with nothing taken up."""
    kinds = ("end", "claim", "skip", "choose", "pass-control")
    found = {m.code for m in game.legal_moves() if m.kind in kinds and not m.square}
    answers = [m for m in game.legal_moves() if m.kind == "choose"]
    changes = game.prompt.kind in ("destroy", "upgrade", "downgrade", "convert")
    if changes and game.prompt.optional and len(answers) == 1:  # the only piece, or none
        found |= {answers[0].code}
    return found


def compare(
    page: Looks, game: Game, *, covered: bool, can_undo: bool | None, after: str = "the start"
) -> Seen:
    """Assert that the page shows the shadow game; `can_undo` None: not known."""
    seen = look(page)
    assert not seen.markers, f"texts are missing after {after}: {seen.markers[:5]}"
    assert seen.screen == ("result" if game.is_over else "curtain" if covered else "game"), after
    pieces = {square: f"{p.owner} {p.rank}" for square, p in game.board.items()}
    assert seen.pieces == pieces, f"the board after {after}: {seen.pieces}, not {pieces}"
    assert seen.scores == [game.score(seat) for seat in range(1, game.setup.seats + 1)], after
    assert seen.active == ([] if game.player is None else [game.player]), f"on turn after {after}"
    assert seen.seats == seats(game), f"pieces and cards of the players after {after}"
    gateway = game.state.gateway
    assert seen.gateway == ([NAMES[gateway]] if gateway else []), f"the Gateway after {after}"
    assert seen.prompt, f"nothing is asked after {after}"
    assert not seen.silent, f"a line of the log says nothing after {after}"
    assert len(seen.stops) == 1, f"tab stops of the board after {after}: {seen.stops}"
    hidden = covered or game.is_over
    legal = set() if hidden else reachable(game)
    assert set(seen.legal) == legal, f"squares to choose from after {after}"
    assert set(seen.moves) == (set() if hidden else buttons(game)), f"buttons after {after}"
    expected = {} if hidden else hand(game)
    assert seen.hand == expected, f"the hand after {after}: {seen.hand}"
    if can_undo is not None:
        assert seen.tools["undo"] == can_undo, f"undo after {after}"
    return seen


def seats(game: Game) -> list[list[int]]:
    """Return the counts on each player's panel: pieces, upgraded pieces, cards in the deck."""
    decks = [len(deck) for deck in game.state.decks]
    return [[*piece_counts(game, seat)[::-1], deck] for seat, deck in enumerate(decks, 1)]


def piece_counts(game: Game, seat: int) -> tuple[int, int]:
    """Return the number of a side's upgraded pieces, and of all its pieces."""
    owner = game.setup.colours[seat - 1] + 1  # teammates share a colour
    own = [piece for piece in game.board.values() if piece.owner == owner]
    return sum(piece.rank != "common" for piece in own), len(own)


def hand(game: Game) -> dict[str, bool]:
    """The cards of the player to act, and whether each can be summoned or invoked now."""
    assert game.player is not None
    state, seat = game.state, game.player - 1
    usable = {m.card for m in game.legal_moves() if m.kind in ("summon", "flare", "thaw")}
    apart = tuple(id for id in (state.pending[seat], state.frozen[seat]) if id)
    held = apart + state.hands[seat] + state.legends[seat] + state.flares[seat]
    return {id: id in usable for id in held}


def check_table(page: Page, game: Game) -> None:
    """The form, the players and their schools are those of the game."""
    setup = game.setup
    words = json.loads((LOCALE / "cards.json").read_text(encoding="utf-8"))
    assert page.locator("body").get_attribute("data-form") == setup.form
    assert page.locator("body").get_attribute("data-seats") == str(setup.seats)
    players = page.locator("#players .seat")
    assert players.count() == setup.seats
    for seat, school in enumerate(setup.schools):
        stones = setup.schools[setup.colours[seat]]  # teammates share a colour
        assert players.nth(seat).get_attribute("data-school") == stones
        school_name = players.nth(seat).locator('[data-field="school"]').text_content()
        assert school_name == words[f"school.{school}.name"]


def check_result(page: Page, game: Game) -> None:
    """The result on the screen is the engine's outcome."""
    outcome = game.outcome
    assert outcome is not None
    rows = [
        [seat in outcome.winners, game.score(seat), *piece_counts(game, seat)]
        for seat in range(1, game.setup.seats + 1)
    ]
    seen = look(page)
    placed = sorted(zip(outcome.places, range(len(rows)), rows, strict=True))
    assert seen.result == [row for _, _, row in placed]
    assert tuple(row[1] for row in rows) == outcome.scores
    # The log tells of every turn in which something was done.
    entries = [e for e in game.history() if e.state_before.phase == "play" and e.move.kind != "end"]
    turns = {e.state_before.turn for e in entries if e.move.kind != "resign"}
    assert seen.log[0] >= len(turns) and seen.log[1] >= len(entries)
    assert page.inner_text("#result-title").strip()
    assert page.inner_text("#result-reason").strip()


# -- games in the page's storage -----------------------------------------------------------------


def shelved(*games: Game, covered: bool = False) -> dict[str, str]:
    """Return the entries of the storage for these saved games, the newest last."""
    store = MemoryStore()
    stamps = iter(range(1_700_000_000_000, 1_700_000_000_100))
    saved_games = SavedGames(store, lambda: next(stamps))
    for game in games:
        saved_games.create(game, covered)
    return store.texts


def stored(page: Page, prefix: str = "tashkalar.game.") -> dict[str, str]:
    """Return the present entries of the storage."""
    found: dict[str, str] = page.evaluate(
        """(prefix) => Object.fromEntries(
        Object.entries(localStorage).filter(([key]) => key.startsWith(prefix)))""",
        prefix,
    )
    return found


def kill(page: Page) -> None:
    """End the process of a page at once, without any event."""
    with page.expect_event("crash"), contextlib.suppress(Error):
        page.goto("chrome://crash")


def menu(page: Page, action: str) -> None:
    """Choose an entry of the menu, or of the home, wherever it has its place.

    On the table, what belongs to the home, such as the packs, is pressed by script.
    """
    if not page.locator(".menu-button").is_visible():
        _choose_at_home(page, action)
        return
    page.locator(".menu-button").click()
    if action in ("library", "you"):
        page.locator('#menu [data-action="new-game"]').click()
        _choose_at_home(page, action)
        return
    entry = page.locator(f'#menu [data-action="{action}"]')
    shared = page.locator(f'#menu-share [data-action="{action}"]')
    if entry.count() and entry.is_visible():
        entry.click()
    elif shared.count():
        page.locator('#menu [popovertarget="menu-share"]').click()
        shared.click()
    else:
        page.keyboard.press("Escape")
        page.locator(f'[data-action="{action}"]').first.evaluate("entry => entry.click()")


def open_far(page: Page) -> None:
    """Open the dialog of games by links from the start screen."""
    page.locator('#start [data-opens="dlg-friend"]').click()
    page.locator('#dlg-friend [data-action="far"]').click()


def _choose_at_home(page: Page, action: str) -> None:
    """Choose one of the places of the home, or what stands in one of them."""
    way = page.locator(f'.places [data-action="{action}"]')
    for place in ("library", "you"):
        if page.locator(f'#{place}-screen [data-action="{action}"]').count():
            page.locator(f'.places [data-action="{place}"]').click()
            way = page.locator(f'#{place}-screen [data-action="{action}"]')
    if action == "far":
        page.locator('.places [data-action="new-game"]').click()
        open_far(page)
        return
    way.click()


def inside(page: Page, selector: str) -> bool:
    """Tell whether an element is completely inside the visible window."""
    box = page.locator(selector).bounding_box()
    size: list[float] = page.evaluate("[innerWidth, innerHeight]")
    return box is not None and (
        box["width"] > 0
        and box["height"] > 0
        and min(box["x"], box["y"]) >= -0.5
        and box["x"] + box["width"] <= size[0] + 0.5
        and box["y"] + box["height"] <= size[1] + 0.5
    )


def sideways_scroll(page: Page) -> bool:
    """Tell whether the page is wider than the window."""
    found: bool = page.evaluate(
        "Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) > innerWidth"
    )
    return found
