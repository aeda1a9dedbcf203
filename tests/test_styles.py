"""Named conditions of the style sheets: each is known and used, and no length stands elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tashkalar.site.bundles import join_styles
from tashkalar.site.features import styles_of
from tashkalar.site.page_source.page import make_page
from tashkalar.site.paths import ROOT, SiteError
from tashkalar.site.pyodide.rungs import Rung
from tashkalar.site.server import CheckoutSite
from tashkalar.site.styles import CONDITIONS, STYLES_FOLDER, put_conditions, read_conditions

MOST = 20
SHEETS = {
    **{f"{STYLES_FOLDER}{file.name}": (file,) for file in (ROOT / STYLES_FOLDER).glob("*.css")},
    **styles_of(),
}
_PRELUDE = re.compile(r"@(?:media|container)\b([^{;]*)\{")
_PREFERENCE = re.compile(r"print|\((?:forced-colors|hover|pointer|prefers-[\w-]+): [\w-]+\)")


def preludes() -> dict[str, set[str]]:
    """Return the conditions that the sheets write down, and the sheets of each."""
    found: dict[str, set[str]] = {}
    for name, files in SHEETS.items():
        for prelude in _PRELUDE.findall(join_styles(files)):
            found.setdefault(prelude.strip(), set()).add(name)
    return found


def test_no_sheet_writes_a_length_down() -> None:
    sizes = {text: sheets for text, sheets in preludes().items() if not _PREFERENCE.fullmatch(text)}
    typed = {text: names for text, names in sizes.items() if re.search(r"\d|aspect", text)}
    assert typed == {}


def test_each_name_is_used_and_there_are_few() -> None:
    page = (ROOT / "index.html").read_text(encoding="utf-8")
    definitions = (ROOT / CONDITIONS).read_text(encoding="utf-8").partition("*/")[2]
    used = set(re.findall(r"\((--[\w-]+)\)", " ".join((page, definitions, *preludes()))))
    names = read_conditions()
    assert names.keys() == used
    assert 0.9 * MOST <= len(names) <= MOST


def test_names_are_put_in(tmp_path: Path) -> None:
    (tmp_path / CONDITIONS).parent.mkdir(parents=True)
    (tmp_path / CONDITIONS).write_text(
        "/* @media (--low) */\n@custom-media --phone (max-width: 9em);\n"
        "@custom-media --flat (--phone) or (max-height: 1em); /* low */\n"
        "@custom-media --wide not (--flat);\n"
    )
    put = {
        "@media (--phone) {": "@media (max-width: 9em) {",
        "@media not (--flat) {": "@media not ((max-width: 9em) or (max-height: 1em)) {",
        "@container x (not (--phone)) {": "@container x (not (max-width: 9em)) {",
        "@media (--wide){": "@media (not ((max-width: 9em) or (max-height: 1em))){",
        '<link media="(--phone)">': '<link media="(max-width: 9em)">',
        "a { top: var(--phone); left: (--phone); }": "a { top: var(--phone); left: (--phone); }",
    }
    assert {text: put_conditions(text, tmp_path) for text in put} == put
    with pytest.raises(SiteError, match="has no --none"):
        put_conditions("@media (--none) {}", tmp_path)


def test_what_is_served_has_no_names() -> None:
    """The build writes the same text and has esbuild take out its spaces."""
    site = CheckoutSite(ROOT, Rung.COMPILED)
    assert site.read(CONDITIONS) is None
    for name in SHEETS.keys() - {CONDITIONS, f"{STYLES_FOLDER}frame.css"}:
        text = site.read(name)
        assert text is not None, name
        assert "(--" not in re.sub(r"var\(--|/\*.*?\*/", "", text.decode(), flags=re.DOTALL), name
    assert "(--" not in "".join(re.findall(r'media="[^"]*"', make_page()))
