"""Draw the icons of the installed app; run this after a change to their SVG sources.

python -m tools.icons
"""

from __future__ import annotations

from playwright.sync_api import sync_playwright

from tashkalar import terminal
from tashkalar.site.paths import ROOT
from tests.chromium import NOT_FOUND, find_chromium

IMAGES = ROOT / "static" / "img"
# Name, source, size. Phones cut a shape of theirs out of the maskable one; Apple's too.
ICONS = (
    ("icon-192.png", "icon.svg", 192),
    ("icon-512.png", "icon.svg", 512),
    ("icon-maskable-512.png", "icon-maskable.svg", 512),
    ("apple-touch-icon.png", "icon-maskable.svg", 180),
)


def main() -> None:
    """Write every icon."""
    terminal.read_file_names("python -m tools.icons", __doc__)
    program = find_chromium()
    if program is None:
        raise SystemExit(NOT_FOUND)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page()
        for name, source, size in ICONS:
            page.set_viewport_size({"width": size, "height": size})
            page.set_content((IMAGES / source).read_text(encoding="utf-8"))
            page.add_style_tag(content="body { margin: 0 } svg { display: block; width: 100vw }")
            page.screenshot(path=IMAGES / name, omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
