"""Positions from games of every form, and what the stage cuts in them.

`python -m tools.measure_stage` measures many positions in all languages at five sizes;
`test_stage.py` measures a few.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

from playwright.sync_api import Page

from tashkalar import Game
from tests.browser.play import PAGE_LIMIT_MS
from tests.games.play import POLICIES, plans

SIZES = ((360, 640), (390, 844), (1024, 768), (1366, 768), (1600, 1000))
_MOST_DECISIONS = 160  # of a game, of which one is drawn

# Every state of the stage that a person meets in one position: at rest, with each card taken up and
# its first square pointed at, and with some squares pointed at. Each is measured.
MEASURE = """async ([squares, limit]) => {
  const byId = (id) => document.getElementById(id);
  const stage = byId('prompt'), body = byId('stage-body');
  const settled = async () => {
    const start = performance.now();
    do {
      if (performance.now() - start > limit) throw new Error(`the stage is busy for ${limit} ms`);
      await new Promise((soon) => setTimeout(soon, 2));
    } while (stage.hasAttribute('aria-busy'));
  };
  const over = (node, more = 1) => node.scrollHeight - node.clientHeight > more
    || node.scrollWidth - node.clientWidth > 1;
  const seen = (node) => node.clientWidth > 2 && node.checkVisibility()
    && getComputedStyle(node).clipPath === 'none';
  const found = [];
  const measure = (state) => {
    const say = (what, node) => found.push([state, what, node.textContent.trim().slice(0, 90)]);
    if (!stage.hasAttribute('data-whole-lists') && over(body))
      say(`body ${body.scrollHeight - body.clientHeight}`, body);
    for (const part of stage.querySelectorAll('.ask, .onstage-row .btn, #options .btn'))
      if (seen(part) && over(part, 3))
        say('cut', part);
    const [box, row] = [stage, stage.querySelector('.onstage-row')].map(
      (node) => node.getBoundingClientRect());
    if (row.height && row.bottom > box.bottom + 1) say('row', stage);
    const lines = [...byId('preview-lines').children].filter(
      (line) => line.dataset.sign !== 'about' && seen(line));
    if (!stage.hasAttribute('data-whole-lists') && lines.length > 3)
      say(`${lines.length} lines`, byId('preview-lines'));
    const asked = byId('prompt-text').textContent.trim();
    for (const line of lines) if (line.textContent.trim() === asked) say('repeated', line);
  };
  const point = async (node, state) => {
    node.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }));
    await settled();
    measure(state);
  };
  await settled();
  measure('at rest');
  const legal = () => [...document.querySelectorAll('[data-square][data-legal]')];
  for (const square of legal().slice(0, squares)) await point(square, square.dataset.square);
  if (stage.dataset.kind === 'asked') return found;  // a click on a card could be an answer
  for (const name of [...document.querySelectorAll('#hand [data-card]')].map(
    (card) => card.dataset.card)) {
    const card = document.querySelector(`#hand [data-card="${name}"]`);
    card.click();
    await settled();
    measure(name);
    const target = document.querySelector('[data-legal="summon"]');
    if (target) await point(target, `${name} on ${target.dataset.square}`);
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await settled();
  }
  return found;
}"""
_OPEN = """async ([id, limit]) => {
  const start = performance.now();
  const button = document.getElementById('continue-game');
  button.setAttribute('data-continue', id);
  document.body.dataset.screen = 'start';  // until the game is drawn
  button.click();
  const stage = document.getElementById('prompt');
  do {
    if (performance.now() - start > limit) throw new Error(`no game is shown after ${limit} ms`);
    await new Promise((soon) => setTimeout(soon, 5));
  } while (document.body.dataset.screen !== 'game' || stage.hasAttribute('aria-busy'));
}"""


def positions(count: int, seed: int = 1) -> list[Game]:
    """Return positions from so many random games of all forms; the same seed gives the same."""
    rng = Random(seed)
    found: list[Game] = []
    for plan in islice(plans(str(seed)), count):
        game = plan.start()
        for _ in range(rng.randrange(_MOST_DECISIONS)):
            trial = game.copy()
            trial.play(POLICIES[plan.policy](trial, rng))
            if trial.is_over:
                break
            game = trial
        found.append(game)
    return found


def measure(
    page: Page, ids: Sequence[str], sizes: Sequence[tuple[int, int]], *, squares: int = 3
) -> Iterator[tuple[str, str, list[Any]]]:
    """Yield each saved game and size with what its stage cuts, in the page's language."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        for id in ids:
            page.evaluate(_OPEN, [id, PAGE_LIMIT_MS])
            if cut := page.evaluate(MEASURE, [squares, PAGE_LIMIT_MS]):
                yield id, f"{width}x{height}", cut
