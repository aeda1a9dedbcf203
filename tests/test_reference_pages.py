"""The plain pages of the rules and cards: complete, well-formed, and every link leads somewhere."""

from __future__ import annotations

import json
import re
from functools import cache
from html import escape, unescape
from html.parser import HTMLParser
from urllib.parse import unquote

import pytest

from tashkalar import Game, cards
from tashkalar.position.board import GREEN, RED, SQUARES
from tashkalar.site.paths import ALMANAC_FIGURES, ROOT
from tashkalar.site.reference_pages.practice import practice_scenario
from tashkalar.site.reference_pages.puzzle_sheets import PAPER_PUZZLES, read_paper_puzzles
from tashkalar.site.reference_pages.site_pages import SitePages
from tashkalar.ui.reference import card_views, rulebook
from tashkalar.ui.text.catalogue import LANGUAGES, Catalogue
from tests.ui.table import LOCALE


@cache
def catalogue(language: str) -> Catalogue:
    """Return the words of a language."""
    words = Catalogue(language=language)
    for file in sorted(LOCALE.glob(f"{language}/*.json")):
        words.load(language, file.read_text(encoding="utf-8"))
    return words


VOID = {"meta", "link", "br", "img", "input"}  # have no end tag
SECTIONS = [section.name for section in rulebook.sections(catalogue("en"))]
SHEETS = [
    *("index", "high-form", "duel", "melee", "teams", "puzzles", "boards"),
    *("cards-imperial", "cards-highland", "cards-sylvan", "cards-everfrost"),
    *("cards-nethervoid", "cards-etherweave", "cards-legends", "cards-flares", "cards-tasks"),
]
POSITIONS = SitePages(ROOT).scenarios()
CARDS = [*cards.BEINGS, *cards.FLARES, *cards.TASKS]


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    """Return all pages by name."""
    made = SitePages(ROOT)
    return {name: made.read(name) or "" for name in made.names()}


class Nesting(HTMLParser):
    """A reader that finds tags that are not closed, or closed in the wrong order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []
        self.feed(text)
        self.faults += self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        if len(set(names)) < len(names):
            self.faults.append(f"{tag} has an attribute twice")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"/{tag}")


def target_of(name: str, url: str) -> str:
    """Return the path in the site's folder that a relative address on a page leads to."""
    parts = name.split("/")[:-1]
    for part in url.split("/"):
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def test_every_section_and_card_has_a_page_in_each_language(pages: dict[str, str]) -> None:
    names = {"rules": ["index", *SECTIONS], "cards": ["index", *CARDS], "print": SHEETS}
    names["almanac"] = ["index"]
    expected = {
        f"{folder}/{language}/{name}.html"
        for folder in names
        for language in LANGUAGES
        for name in names[folder]
    }
    choices = {f"{folder}/index.html" for folder in names}
    assert set(pages) == expected | choices
    for name, text in pages.items():
        language = "en" if name in choices else name.split("/")[1]
        assert f'<html lang="{language}">' in text, name
        assert unescape(text).count(catalogue(language).text("page.about.unofficial")) == 1, name


def test_every_link_leads_somewhere(pages: dict[str, str]) -> None:
    anchors = {name: set(re.findall(r'\sid="([^"]+)"', text)) for name, text in pages.items()}
    wrong = []
    for name, text in pages.items():
        for url in re.findall(r'\s(?:href|content)="(\.[^"]*|#[^"]*)"', text):
            path, _, mark = unescape(url).partition("#")
            target = target_of(name, path.partition("?")[0]) if path else name
            if target in pages:
                found = not mark or mark in anchors[target]
            elif target == "index.html":
                found = leads_into_the_game(path, mark)
            else:
                found = (ROOT / target).is_file()
            if not found:
                wrong.append((name, url))
    assert wrong == []


def leads_into_the_game(path: str, mark: str) -> bool:
    """Tell whether a lesson, section or card of an address into the game exists."""
    if not path.partition("?")[2] and not mark:
        return True  # the game in the language of the reader
    query = dict(pair.split("=") for pair in path.partition("?")[2].split("&"))
    lesson, (kind, _, name) = query.get("lesson", ""), mark.partition("/")
    if mark.startswith("scenario="):
        scenario = unquote(mark.removeprefix("scenario="))
        return scenario in POSITIONS or bool(json.loads(scenario)["board"])
    return (
        query["lang"] in LANGUAGES
        and (not lesson or (ROOT / f"static/lessons/{lesson}.json").is_file())
        and (not mark or name in {"rules": (*SECTIONS, ""), "card": CARDS}[kind])
    )


def test_no_page_shows_an_id_or_a_placeholder(pages: dict[str, str]) -> None:
    for name, text in pages.items():
        shown = re.sub(r"<[^<>]*>", " ", text)
        assert not re.search(r"[⟨⟩{}]|\b(?:pages|rules|card|page)\.[a-z]+\.", shown), name


def test_the_html_is_well_formed(pages: dict[str, str]) -> None:
    for name, text in pages.items():
        ids = re.findall(r'\sid="([^"]+)"', text)
        assert len(ids) == len(set(ids)), name
        assert text.count("<h1>") == text.count("<main>") == text.count("<title>") == 1, name
        assert "<script" not in text and ' style="' not in text and " on" not in _tags(text), name
        used = set(re.findall(r'<use [^>]*href="#([^"]+)"', text))
        assert used <= set(ids), name
    # The others come from the same functions; reading all of them takes seconds.
    for name in list(pages)[::9]:
        assert Nesting(pages[name]).faults == [], name


def _tags(text: str) -> str:
    return "".join(re.findall(r"<[a-z][^<>]*>", re.sub(r'"[^"]*"', '""', text)))


def test_each_page_of_the_rules_has_a_search_and_no_other_page_a_form(
    pages: dict[str, str],
) -> None:
    """Without a script the browser itself brings the words to the game, in the page's language."""
    for name, text in pages.items():
        folder, language = name.split("/")[0], name.split("/")[1]
        has_search = folder == "rules" and language in LANGUAGES
        assert ("<form" in text) == has_search, name
        assert f"form-action '{'self' if has_search else 'none'}'" in text, name
        if has_search:
            form = text[text.index("<form") : text.index("</form>")]
            assert 'action="../../index.html"' in form and 'name="search"' in form, name
            assert f'name="lang" value="{language}"' in form, name


def test_a_page_says_what_it_is_for_previews_and_search_engines(pages: dict[str, str]) -> None:
    text = pages["cards/es/knight.html"]
    words = catalogue("es")
    description = words.text("card.knight.text")
    for tag in (
        f'<meta name="description" content="{description}">',
        f'<meta property="og:description" content="{description}">',
        '<meta property="og:image" content="../../static/img/icon-512.png">',
        '<link rel="canonical" href="../es/knight.html">',
        '<link rel="alternate" hreflang="el" href="../el/knight.html">',
        '<link rel="prev" href="./gryphon-rider.html">',
        '<link rel="next" href="./high-priestess.html">',
    ):
        assert tag in text, tag
    title = re.search("<title>(.*)</title>", text)
    assert title is not None
    for part in ("Knight", words.text("school.northern.name"), words.text("page.title")):
        assert part in title[1]
    # Drawn with its pattern, which is also told; the number of a ruling leads to the rule.
    assert 'role="img" aria-label="' in text
    assert '<span id="R11.5">R11.5</span>' in pages["rules/es/moves.html"]


def test_a_known_address_is_named_whole() -> None:
    made = SitePages(ROOT, "https://the.site/game/")
    text = made.read("rules/el/moves.html") or ""
    for tag in (
        '<meta property="og:image" content="https://the.site/game/static/img/icon-512.png">',
        '<meta property="og:url" content="https://the.site/game/rules/el/moves.html">',
        '<link rel="canonical" href="https://the.site/game/rules/el/moves.html">',
        '<link rel="alternate" hreflang="fr" href="https://the.site/game/rules/fr/moves.html">',
        '<link rel="stylesheet" href="../../static/css/tokens.css">',
    ):
        assert tag in text, tag
    listed = re.findall("<loc>https://the.site/game/(.*?)</loc>", made.sitemap())
    assert listed == ["index.html", *made.names()]


def test_a_page_names_the_board_that_shows_it_elsewhere() -> None:
    """oEmbed 1.0: a rich answer has HTML, width and height; its frame is a board of this site."""
    made = SitePages(ROOT, "https://the.site/game/")
    files = made.oembed_files()
    shown = {"rule": SECTIONS, "card": [*cards.BEINGS, *cards.FLARES], "task": list(cards.TASKS)}
    assert len(files) == len(LANGUAGES) * sum(map(len, shown.values()))
    found: dict[str, set[str]] = {}
    for name, text in files.items():
        answer = json.loads(text)
        assert (answer["version"], answer["type"]) == ("1.0", "rich")
        frame = re.search(r'src="([^"]*)".* width="(\d+)" height="(\d+)"', answer["html"])
        assert frame and (int(frame[2]), int(frame[3])) == (answer["width"], answer["height"])
        address, _, query = unescape(frame[1]).partition("?")
        assert address == "https://the.site/game/board.html"
        parts = dict(part.split("=") for part in query.split("&"))
        assert parts.pop("embed") == "1" and parts.pop("lang") == name.split("/")[2]
        ((kind, value),) = parts.items()
        found.setdefault(kind, set()).add(value)
    assert found == {kind: set(values) for kind, values in shown.items()}
    page = made.read("cards/fr/knight.html") or ""
    link = re.search(r'type="application/json\+oembed" href="https://the.site/game/(.*?)"', page)
    assert link and "Knight" in json.loads(files[link[1]])["title"]
    for name in ("cards/fr/index.html", "print/fr/duel.html", "almanac/fr/index.html"):
        assert "oembed" not in (made.read(name) or ""), name
    # A frame needs a whole address; a site that does not know its own has none.
    assert "oembed" not in (SitePages(ROOT).read("cards/fr/knight.html") or "")


def test_a_link_without_a_language_leads_to_a_choice(pages: dict[str, str]) -> None:
    for folder in ("rules", "cards", "print", "almanac"):
        text = pages[f"{folder}/index.html"]
        for language in LANGUAGES:
            title = escape(catalogue(language).text(f"pages.{folder}.title"), quote=False)
            native = catalogue(language).text("page.settings.language")
            link = f'<li lang="{language}"><a href="./{language}/index.html" hreflang="{language}">'
            assert f"{link}{native}: {title}</a>" in text
            alternate = f'<link rel="alternate" hreflang="{language}" href="./{language}/'
            assert f'{alternate}index.html">' in text
            choice = '<link rel="alternate" hreflang="x-default" href="../index.html">'
            assert choice in pages[f"{folder}/{language}/index.html"]
    named = SitePages(ROOT, "https://the.site/game/").read("rules/index.html") or ""
    assert 'hreflang="x-default" href="https://the.site/game/rules/index.html"' in named


def test_each_card_can_be_cut_out_once(pages: dict[str, str]) -> None:
    for language in LANGUAGES:
        sheets = [pages[f"print/{language}/{name}.html"] for name in SHEETS if "cards-" in name]
        names = [name for text in sheets for name in re.findall("<article.*?<h2>(.*?)</h2>", text)]
        assert len(names) == len(set(names)) == len(CARDS)
        papers = [part for text in sheets for part in text.split('class="cut-page"')[1:]]
        assert max(part.count("<article") for part in papers) == 9  # three rows of 88 mm fit


def test_a_sheet_sums_up_its_form(pages: dict[str, str]) -> None:
    """R14.2, R17.4: what a duel scores and when it ends; the tasks belong to the High Form."""
    words, duel = catalogue("it"), pages["print/it/duel.html"]
    for key in ("duel.1", "duel.3", "duel.4", "end.2", "winning.2", "turn.1"):
        assert escape(words.text(f"rules.{key}"), quote=False) in duel, key
    assert escape(words.text("rules.highform.2"), quote=False) not in duel
    assert 'href="#mark-duel"' in duel and 'href="#mark-melee"' in pages["print/it/melee.html"]


def test_puzzles_on_paper_are_solved_overleaf(pages: dict[str, str]) -> None:
    """A puzzle shows all cards in the hand; its solution stands on the page after it."""
    sheets = pages["print/es/puzzles.html"].split('<div class="sheet-page">')[1:]
    assert [text.count("paper-puzzle") for text in sheets] == [2, 0, 2, 0, 2, 0]
    assert [text.count("paper-solution") for text in sheets] == [0, 2, 0, 2, 0, 2]
    for one in read_paper_puzzles(ROOT):
        game = Game.from_scenario(one.scenario)
        assert len(game.state.setup.schools) == 2
        number = PAPER_PUZZLES.index(one.id)
        on_paper = sheets[number - number % 2]
        for id in (*game.state.hands[game.state.seat], *game.state.legends[game.state.seat]):
            assert catalogue("es").text(f"card.{id}.name") in on_paper, id
        for code in (code for code in one.solution if "@" in code):
            card, square = code.split("/")[0].split("@")
            name = catalogue("es").text(f"card.{card}.name")
            assert re.search(f"<li>[^<]*{name}[^<]* {square}", sheets[number - number % 2 + 1])


def test_blank_boards_are_one_large_and_four_small_ones(pages: dict[str, str]) -> None:
    """Every square is there, the colored ones drawn as such, and no piece."""
    for language in LANGUAGES:
        text = pages[f"print/{language}/boards.html"]
        sheets = text.split('<div class="sheet-page ')[1:]
        boards = [re.findall('<svg class="print-board".*?</svg>', sheet, re.S) for sheet in sheets]
        assert list(map(len, boards)) == [1, 4]
        for board in (board for sheet in boards for board in sheet):
            assert board.count("print-square") == len(SQUARES)
            colors = [board.count(f'data-sign="{color}"') for color in ("red", "green")]
            assert colors == [RED.bit_count(), GREEN.bit_count()]
            assert "#stone-" not in board
            label = escape(catalogue(language).text("pages.print.board"))
            assert f'role="img" aria-label="{label}"' in board
            assert all(f'id="{id}"' in text for id in re.findall('href="#([^"]*)"', board))


def test_the_almanac_shows_the_figures_that_are_kept(pages: dict[str, str]) -> None:
    """Each school, being and square has the numbers of the file, and says what they count."""
    figures = json.loads((ROOT / ALMANAC_FIGURES).read_text(encoding="utf-8"))
    (tables,) = figures["tables"]
    counted = sum(source["counted"] for source in figures["sources"])
    assert counted == tables["games"]
    for language, point in zip(LANGUAGES, ".,,,,", strict=True):
        text = unescape(pages[f"almanac/{language}/index.html"])
        words = catalogue(language)
        rows = re.findall("<tr><th scope=.row.>(.*?)</tr>", text)
        schools = [one for one in rows if 'class="school"' in one and "interval-mark" in one]
        assert len(schools) == len(tables["school"])
        for row in tables["school"]:
            name = words.text(f"school.{row['school']}.name")
            share = f"{100 * row['share']:.1f}".replace(".", point)
            (shown,) = (one for one in schools if f"{name}</span>" in one)
            assert share in shown and f">{row['sides']}<" in shown
        for row in tables["cards"]:
            link = f'<a href="../../cards/{language}/{row["card"]}.html">'
            (shown,) = (one for one in rows if link in one)
            assert f"{100 * row['share']:.1f}".replace(".", point) in shown
            assert f"{100 * row['frequency']:.0f}" in shown
        heat = re.findall(r'class="heat" .*?fill-opacity="(.*?)"', text)
        assert len(heat) == len(SQUARES) and heat.count("1.00") >= 1
        assert sum(part != "0.00" for part in heat) <= len(tables["openings"])
        # A reader learns how many games there are, of which level, and how to repeat them.
        plain = re.sub("<.*?>", " ", text).replace("\xa0", " ")
        assert f" {counted} " in plain.replace("\u202f", "").replace(",", "").replace(".", "")
        assert words.text("bots.adept") in text
        for source in figures["sources"]:
            assert f"--seed {source['card']['seed']} --games {source['counted']}" in text
        planned = max(source["card"]["games"] for source in figures["sources"])
        assert (words.text("pages.almanac.fewer", all=planned) in text) == (counted < planned)


def test_a_reader_can_try_every_card() -> None:
    """R7.2, R9.2: the position of the link lets the player summon it or invoke it at once."""
    for deck, _ in card_views.decks():
        for view in card_views.deck_card_views(deck):
            game = Game.from_scenario(practice_scenario(view.id, view.school))
            kinds = {move.kind for move in game.legal_moves() if view.id in move.code}
            assert kinds & {"summon", "flare"}, view.id
            if view.kind == "flare":
                codes = {move.code for move in game.legal_moves() if move.kind == "flare"}
                assert codes, view.id
