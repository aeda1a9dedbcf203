"""Make the picture of the game in README.md, light and dark; run this after a change of the looks.

python -m tools.picture

The tool opens the page in Chromium with a fixed record, selects a card and points at the square
where its being can be summoned, so that the board shows what will happen.
"""

from __future__ import annotations

import base64
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import Browser, sync_playwright

from tashkalar import Game, terminal
from tashkalar.site.paths import ROOT
from tashkalar.site.server import make_server
from tashkalar.site.vendor import prepare_vendor_folder
from tests.browser.conftest import wait_until_ready
from tests.browser.play import Mouse, settled
from tests.chromium import NOT_FOUND, find_chromium
from tests.limits import serve_in_thread

FOLDER = ROOT / "docs" / "images"
SIZE = (1280, 800)
QUALITY = 0.8
CARD, SQUARE = "war-summoner", "f4"
RECORD = """\
Record: tashkalar 1
Form: duel
Schools: northern highland
Names: ["Ann", "Ben"]
Seed: 9

0. seat 2: g5
1. seat 1: +b4 .
2. seat 2: +f4 +g4 .
3. seat 1: messenger@a3 (b4-c4 c4-d4 d4-e4) +c4 .
4. seat 2: hungry-bear@f5 (f5-e4 e4-d3) +f3 .
5. seat 1: bomb@b6 +a4 .
6. seat 2: mountain-troll@h4 +f6 .
7. seat 1: +c3 cavalry-captain@b5 (c4-d4 d4-c5 c5-c4) .
8. seat 2: clan-guardian@f5 (f3) ritual-master@e4 .
9. seat 1: +b3 time-mage@c5 summoner@b4/2 (a5 b2) .
"""
# Chromium itself packs the picture: Playwright writes none of this kind.
TO_WEBP = """async ([source, quality]) => {
  const image = new Image();
  image.src = source;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  canvas.getContext("2d").drawImage(image, 0, 0);
  const packed = await canvas.convertToBlob({ type: "image/webp", quality });
  const reader = new FileReader();
  await new Promise((done) => { reader.onload = done; reader.readAsDataURL(packed); });
  return reader.result;
}"""


def take_picture(browser: Browser, address: str, scheme: str) -> bytes:
    """Return a picture of the page in a color scheme, as PNG."""
    width, height = SIZE
    page = browser.new_page(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
        locale="en-GB",
    )
    page.goto(f"{address}#record={quote(RECORD)}")
    wait_until_ready(page)
    hands = Mouse(page)
    if page.locator("body").get_attribute("data-screen") == "curtain":
        hands.lift_curtain()
    hands.card(CARD)
    page.locator(f'[data-square="{SQUARE}"]').hover()
    settled(page)
    page.wait_for_timeout(1000)  # the preview is computed beside the drawing
    picture = page.screenshot()
    page.close()
    return picture


def pack_picture(browser: Browser, picture: bytes) -> bytes:
    """Return a picture in PNG as WebP."""
    page = browser.new_page()
    source = f"data:image/png;base64,{base64.b64encode(picture).decode()}"
    address: str = page.evaluate(TO_WEBP, [source, QUALITY])
    page.close()
    return base64.b64decode(address.partition(",")[2])


def make_pictures(folder: Path) -> None:
    """Write both pictures into a folder."""
    program = find_chromium()
    if program is None:
        raise SystemExit(NOT_FOUND)
    prepare_vendor_folder()
    assert any(move.card == CARD for move in Game.from_record(RECORD).legal_moves())
    with serve_in_thread(make_server(ROOT, quiet=True)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for scheme in ("light", "dark"):
            picture = pack_picture(browser, take_picture(browser, server.url, scheme))
            (folder / f"game-{scheme}.webp").write_bytes(picture)
        browser.close()


if __name__ == "__main__":
    terminal.read_file_names("python -m tools.picture", __doc__)
    make_pictures(FOLDER)
