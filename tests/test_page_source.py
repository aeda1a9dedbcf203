"""The page's source: what is made from it, what is told of a mistake, and that nothing is dead.

A name counts as used when a string of the code, a style sheet or the page itself has it.
"""

from __future__ import annotations

import ast
import json
import re
import shutil
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tashkalar.bots import PLANNING_LEVELS
from tashkalar.cards.packs import LOOKS
from tashkalar.cards.schools import built_in_schools
from tashkalar.position.board import CENTRE, DUEL_MARKS, GREEN, NAMES, RED, SQUARES, names
from tashkalar.rules.forms import FORMS
from tashkalar.rules.presets import PRESETS
from tashkalar.site.bundles import BUNDLES, join_styles
from tashkalar.site.features import FEATURES_FOLDER, parts_of, styles_of
from tashkalar.site.page_source.page import (
    LOCALE_FOLDER,
    PARTS_FOLDER,
    PYSCRIPT_CONFIG,
    make_board_page,
    make_feature_part,
    make_page,
    name_stun_server,
)
from tashkalar.site.paths import PAGE, ROOT, SiteError
from tashkalar.site.pyodide.pyscript_modules import PYSCRIPT_FOLDER as PYSCRIPT
from tashkalar.site.pyodide.pyscript_modules import missing_parts, start_modules
from tashkalar.site.styles import CONDITIONS
from tashkalar.site.vendor import prepare_vendor_folder
from tashkalar.ui.start.start_offer import FIRST_LEVEL
from tashkalar.ui.text.catalogue import LANGUAGES, SOURCE_LANGUAGE
from tools.demonstration import demonstration_text, recorded_turn

DOCS = ROOT / "docs" / "page.md"
# Attributes of the page whose values are ids.
REFERENCES = {"aria-controls", "aria-describedby", "aria-labelledby", "data-opens", "for"}
REFERENCES |= {"popovertarget", "data-jump"}


class Page(HTMLParser):
    """All elements of a page, also those in templates."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def values(self, attribute: str, tag: str = "") -> list[str]:
        """The values of an attribute, in the order of the page."""
        attributes = [given for name, given in self.elements if not tag or name == tag]
        return [given[attribute] for given in attributes if attribute in given]

    @property
    def classes(self) -> set[str]:
        return {name for value in self.values("class") for name in value.split()}

    @property
    def references(self) -> set[str]:
        """The ids that the page names itself."""
        ids = {id for name in REFERENCES for value in self.values(name) for id in value.split()}
        for _, given in self.elements:
            ids |= {id for value in given.values() for id in ids_in(value)}
        return ids


TEXT = make_page()
BOARD_TEXT = make_board_page()
WITH_PARTS = "".join((TEXT, *map(make_feature_part, parts_of().values())))
PAGE_MADE = Page(WITH_PARTS + BOARD_TEXT)


def ids_in(text: str) -> set[str]:
    """The ids named with a # in a selector, an address or a style; colours are none."""
    matches = set(re.findall(r"(?:^|(?<=[\s,>+~(]))#([A-Za-z][\w-]*)", text))
    return {id for id in matches if not re.fullmatch(r"([0-9a-fA-F]{3,4}){1,2}", id)}


@cache
def python_strings() -> tuple[str, ...]:
    """The strings of the code of the page; the places filled in at run time are ``*``."""
    found: list[str] = []
    for folder in ("tashkalar/ui", "tashkalar/web", "tashkalar/features", "static/app"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            tree = ast.parse(file.read_text(encoding="utf-8"))
            comments = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
            for node in ast.walk(tree):
                if isinstance(node, ast.JoinedStr):
                    parts = (p.value if isinstance(p, ast.Constant) else "*" for p in node.values)
                    found.append("".join(map(str, parts)))
                elif isinstance(node, ast.Constant) and node not in comments:
                    found.append(str(node.value))
    return tuple(found)


@cache
def script_strings() -> tuple[str, ...]:
    """The strings of the scripts; the places filled in at run time are ``*``."""
    found: list[str] = []
    for file in sorted((ROOT / "static/js").rglob("*.js")):
        for line in file.read_text(encoding="utf-8").splitlines():
            strings = re.findall(r""" "[^"]*" | '[^']*' | `[^`]*` """, line, flags=re.VERBOSE)
            found += [re.sub(r"\$\{.*?\}", "*", text[1:-1]) for text in strings]
    return tuple(found)


@cache
def style() -> str:
    """Return all style sheets of the page, without comments."""
    sheets = [name.removeprefix("./") for name in PAGE_MADE.values("href", "link")]
    files = {BUNDLES.get(name, name) for name in sheets if name.endswith(".css")}
    own = styles_of()
    texts = [join_styles(own.get(name, (ROOT / name,))) for name in sorted(files)]
    return re.sub(r"/\*.*?\*/", "", "\n".join(texts), flags=re.S)


def style_classes() -> set[str]:
    selectors = re.sub(r"\{[^{}]*\}|\"[^\"]*\"", " ", style())
    return set(re.findall(r"\.([A-Za-z][\w-]*)", re.sub(r"url\([^)]*\)", "", selectors)))


@cache
def code_strings() -> tuple[str, ...]:
    return python_strings() + script_strings()


@cache
def code_patterns() -> tuple[re.Pattern[str], ...]:
    """The words in the code's strings that have a place to fill in."""
    words = {word.lstrip("#") for text in code_strings() for word in text.split() if "*" in word}
    parts = [word.split("*") for word in words if re.match("[a-z]{2}", word)]
    return tuple(re.compile("[a-z0-9-]+".join(map(re.escape, part))) for part in parts)


def has_word(text: str, name: str) -> bool:
    return bool(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text))


def in_code(name: str) -> bool:
    """Tell whether a string of the code has the name as a word, also once it is filled in."""
    whole = any(pattern.fullmatch(name) for pattern in code_patterns())
    return whole or has_word("\n".join(code_strings()), name)


# --- the page about boards in other pages ---------------------------------------------------------

EMBEDDING = (ROOT / "static/demo/embedding.html").read_text(encoding="utf-8")


def words_about_embedding(language: str) -> dict[str, str]:
    file = ROOT / LOCALE_FOLDER / language / "embedding.json"
    texts: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return texts


def test_the_page_about_embedding_says_what_the_english_catalogue_says() -> None:
    """Check that the page holds all words, for readers without scripts; code is a placeholder."""
    said: dict[str, set[str]] = {}
    for tag, key, inside in re.findall(
        r'<([a-z0-9]+)\b[^<>]*\sdata-words="([^"]*)"[^<>]*>(.*?)</\1>', EMBEDDING, flags=re.S
    ):
        text = re.sub(r'<code data-place="([a-z]+)">[^<]*</code>', r"{\1}", inside)
        assert "<" not in text, (tag, text)
        said.setdefault(key, set()).add(" ".join(text.split()))
    for _, given in Page(EMBEDDING).elements:
        for name, key in given.items():
            if name.startswith("data-words-"):
                said.setdefault(key, set()).add(given[name.removeprefix("data-words-")])
    assert said == {key: {text} for key, text in words_about_embedding(SOURCE_LANGUAGE).items()}


def test_the_page_about_embedding_has_no_word_beside_its_catalogue() -> None:
    """Left over are names of languages, and code."""
    rest = re.sub(r'<([a-z0-9]+)\b[^<>]*\sdata-words="[^<>]*>.*?</\1>', "", EMBEDDING, flags=re.S)
    rest = re.sub(r"<(code|a)\b[^<>]*>.*?</\1>|<[^<>]*>", "", rest, flags=re.S)
    assert rest.split() == []
    links = re.findall(r'<a href="\?lang=(\w+)" lang="(\w+)" hreflang="(\w+)"', EMBEDDING)
    assert links == [(language,) * 3 for language in LANGUAGES]


# --- what is made ---------------------------------------------------------------------------------


def test_the_page_is_the_same_every_time() -> None:
    assert make_page() == TEXT
    assert "<!--" not in TEXT
    assert not re.search(r"\$[{a-z]", TEXT)


def test_every_square_stands_in_its_place() -> None:
    cells = [given for _, given in Page(TEXT).elements if "data-square" in given]
    assert sorted(cell["data-square"] for cell in cells) == sorted(NAMES[s] for s in SQUARES)
    for cell in cells:
        file, rank = "abcdefghi".index(cell["data-square"][0]), int(cell["data-square"][1])
        assert cell["transform"] == f"translate({100 * file} {100 * (9 - rank)})"
        assert cell["aria-colindex"] == str(file + 1)
        assert cell["tabindex"] == ("0" if cell["data-square"] == NAMES[CENTRE] else "-1")
    for row in re.findall(r'<g role="row".*?\n *</g>\n', TEXT, flags=re.S):
        number = re.search(r'aria-rowindex="(\d)"', row)
        assert number is not None
        assert set(re.findall(r'data-square="\w(\d)"', row)) == {str(10 - int(number[1]))}


def test_the_coloured_squares_and_the_marks_are_drawn() -> None:
    drawn: dict[str, set[str]] = {}
    for line in TEXT.splitlines():
        square = re.search(r'data-square="(\w\w)"', line)
        if square:
            for href in re.findall(r'<use class="(?:inlay|duel-mark)"[^>]* href="(.*?)"', line):
                drawn.setdefault(href, set()).add(square[1])
    assert drawn == {
        "#inlay-red": set(names(RED)),
        "#inlay-green": set(names(GREEN)),
        "#mark-duel": {NAMES[s] for s in DUEL_MARKS},
    }
    # Between f8 and g8, b3 and c3, g3 and g4 (R2.5).
    marks = re.findall(r'href="#mark-melee" x="(\d+)" y="(\d+)"', TEXT)
    assert marks == [("600", "150"), ("200", "650"), ("650", "600")]


def test_the_turn_on_the_start_screen_is_what_the_engine_plays() -> None:
    """Five decisions, of which the last summons a legend."""
    game, events = recorded_turn()
    assert (ROOT / "static/start/turn.json").read_text("utf-8") == demonstration_text()
    assert [entry.move.kind for entry in game.history()] == ["summon", "summon"]
    steps = [event for event in events if event.step and event.kind in ("summon", "move")]
    assert len(steps) == 5 and steps[-1].rank == "legendary"


def test_the_outline_holds_all_squares() -> None:
    """The area inside the line (Gauss's formula) is that of 69 squares; the frame is around it."""

    def area(css_class: str) -> float:
        path = re.search(rf'<path (?:class|id)="{css_class}" d="M([^"z]*)z', TEXT)
        assert path is not None
        points = [tuple(map(int, point.split())) for point in path[1].split("L")]
        pairs = zip(points, [*points[1:], points[0]], strict=True)
        return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs) / 2

    assert area("tiles") == len(SQUARES) * 100 * 100
    assert area("tiles") < area("ground") < area("frame-inner") < area("frame-outer")
    assert area("frame-ring") == area("frame-outer")


def test_forms_schools_and_languages_come_from_the_tables() -> None:
    page = Page(TEXT)
    inputs = [given for tag, given in page.elements if tag == "input"]
    forms = [given["value"] for given in inputs if given.get("name") == "form"]
    assert forms == [*PRESETS, *FORMS]
    for seat in range(1, 5):
        tiles = [given for given in inputs if given.get("name") == f"school-{seat}"]
        assert [tile["value"] for tile in tiles] == list(built_in_schools())
        assert [n for n, tile in enumerate(tiles, start=1) if "checked" in tile] == [seat]
    symbols = set(page.values("id"))
    assert symbols >= {f"form-{form}" for form in forms}
    assert symbols >= {f"sigil-{school}" for school in built_in_schools()}
    options = [given for tag, given in page.elements if tag == "option" and "lang" in given]
    assert [option["value"] for option in options] == list(LANGUAGES)
    assert page.values("data-languages") == [" ".join(LANGUAGES)]
    assert page.values("data-forms") == [" ".join(FORMS)]


def test_the_levels_stand_in_order_and_adept_is_chosen() -> None:
    tiles = [given for tag, given in PAGE_MADE.elements if given.get("name") == "level"]
    assert [tile["value"] for tile in tiles] == list(PLANNING_LEVELS)
    assert [tile["value"] for tile in tiles if "checked" in tile] == [FIRST_LEVEL]
    for language in LANGUAGES:
        words = [
            json.loads((ROOT / LOCALE_FOLDER / language / name).read_text(encoding="utf-8"))
            for name in ("ui.json", "page.json")
        ]
        for start, texts in zip(("bots", "page.level"), words, strict=True):
            shown = [texts[f"{start}.{level}"] for level in PLANNING_LEVELS]
            assert len(set(shown)) == len(PLANNING_LEVELS), (language, shown)


def test_no_hidden_table_shows_its_caption() -> None:
    """Firefox clips the rows of a table alone: what hides it stands around it."""
    hidden = [tag for tag, given in PAGE_MADE.elements if "vh" in given.get("class", "").split()]
    assert "div" in hidden and "table" not in hidden


def test_every_dialog_opens_at_its_top() -> None:
    """Browsers keep where a dialog was scrolled, so two places alone open all of them."""
    sources = [*(ROOT / "tashkalar").rglob("*.py"), *(ROOT / "static/js").rglob("*.js")]
    opening = {}
    for file in sources:
        text = file.read_text(encoding="utf-8")
        if "showModal" in text:
            opening[file.name] = text.count(".showModal()"), text.count("dialog.scrollTop = 0")
    assert opening == {"dialogs.py": (1, 1), "panels.js": (1, 1)}


def test_words_are_those_of_the_english_catalogue() -> None:
    assert '<h2 id="rules-title" data-i18n="page.menu.rules">Rules</h2>' in TEXT
    assert '<select class="input" id="set-language"' in TEXT
    assert ' aria-label="Loading" data-i18n-aria-label="page.loading.label"' in TEXT
    empty = re.findall(r'<[^<>]*\sdata-i18n="[^<>]*>\s*<', TEXT)
    assert empty == []


def test_every_word_of_the_page_is_shown() -> None:
    words = json.loads(
        (ROOT / LOCALE_FOLDER / SOURCE_LANGUAGE / "page.json").read_text(encoding="utf-8")
    )
    shown = {id for name in ("data-i18n", *I18N_ATTRIBUTES) for id in PAGE_MADE.values(name)}
    unused = {id for id in words if id not in shown and not in_code(id)}
    assert unused == {"page.settings.language"}  # the names of the languages, one from each


I18N_ATTRIBUTES = tuple(
    f"data-i18n-{name}" for name in ("aria-label", "title", "content", "placeholder")
)


# --- mistakes -------------------------------------------------------------------------------------


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Copy the files from which the page is made."""
    for name in (PAGE, PYSCRIPT_CONFIG, CONDITIONS):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, tmp_path / name)
    for folder in (PARTS_FOLDER, LOCALE_FOLDER, "static/lessons", FEATURES_FOLDER):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    return tmp_path


def test_the_page_is_made_from_its_source_alone(source: Path) -> None:
    without_packages = re.sub(r'(data-pyscript="core.js)[^"]*', r"\1", TEXT)
    assert make_page(source) == without_packages


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<!--{icno close}-->", "icno close"),
        ("<!--{}-->", "there are: board"),
        ("<!--{icon}-->", "missing a required argument"),
        ("<!--{icon close open}-->", "too many"),
        ("<!--{part nothing}-->", "parts/nothing.html is missing"),
        ("<!--{part square}-->", "square.html"),
        ("<!--{choices taste}-->", "taste"),
        ('<p data-i18n="page.nothing"></p>', "page.nothing"),
        ('<p data-i18n-title="page.nothing"></p>', "page.nothing"),
        ('<p data-i18n="page.close">Shut</p>', "page.close"),
        ('<p title="Close" data-i18n-title="page.close"></p>', "title twice"),
    ],
)
def test_a_mistake_is_told(source: Path, text: str, message: str) -> None:
    (source / PARTS_FOLDER / "menu.html").write_text(text, encoding="utf-8")
    with pytest.raises(SiteError, match=re.escape(message)):
        make_page(source)


def test_words_that_the_source_spells_out_may_stay(source: Path) -> None:
    """A checkout opened as a file has no script to replace wrong words."""
    assert "“python serve.py”" in (ROOT / PAGE).read_text(encoding="utf-8")
    spelled = '<p data-i18n="page.close">Close</p>\n<!-- a note -->\n'
    (source / PARTS_FOLDER / "menu.html").write_text(spelled, encoding="utf-8")
    assert '<p data-i18n="page.close">Close</p>\n' in make_page(source)
    assert "a note" not in make_page(source)


def test_every_part_is_used() -> None:
    named = {"board", "choice", "form", "icon", "level", "mini", "piece", "school", "seat"}
    named |= {"seat-player", "seat-who", "square", "stone"}
    named |= {"board-ground", "board-page", "plain-board", "plain-link", "plain-square"}
    of_features = (ROOT / FEATURES_FOLDER).rglob("*.html")
    for file in [ROOT / PAGE, *(ROOT / PARTS_FOLDER).glob("*.html"), *of_features]:
        named |= set(re.findall(r"<!--\{part ([\w-]+)\}-->", file.read_text(encoding="utf-8")))
    assert {file.stem for file in (ROOT / PARTS_FOLDER).glob("*.html")} == named


# --- nothing dead, nothing missing ----------------------------------------------------------------


def test_a_stun_server_is_named_in_one_place() -> None:
    """No server is named unless the host wants one."""
    part, server = make_feature_part(parts_of()["static/app/live.html"]), "stun:the.server:3478"
    assert "stun:" not in part + TEXT
    named = name_stun_server(part, server)
    assert named.replace(server, "") == part != named


def test_an_id_is_there_once() -> None:
    for page in (Page(WITH_PARTS), Page(BOARD_TEXT)):
        ids = page.values("id")
        assert sorted(ids) == sorted(set(ids))


def test_every_template_is_cloned_and_told_of() -> None:
    templates = set(PAGE_MADE.values("id", "template"))
    cloned = {text for text in code_strings() if re.fullmatch(r"tpl-[a-z-]+", text)}
    assert cloned == templates
    assert set(re.findall(r"tpl-[a-z-]+(?![*a-z-])", DOCS.read_text(encoding="utf-8"))) == templates


def test_every_id_named_somewhere_exists() -> None:
    drawn = ElementTree.parse(ROOT / "static/img/emblems.svg").getroot()
    emblems = {f"emblem-{symbol.get('id')}" for symbol in drawn}  # emblems.js brings them
    ids = set(PAGE_MADE.values("id")) | emblems
    assert (PAGE_MADE.references | ids_in(style())) - ids == set()
    matches = re.findall(r"`([^`]*)`", DOCS.read_text(encoding="utf-8"))
    named = {id for text in (*code_strings(), *matches) for id in ids_in(text)}
    named -= {"text", "card", "scenario"}  # the DOM's nodes of a text; addresses
    assert {id for id in named - ids if not id.endswith("-")} == set()


def test_every_id_of_the_page_is_used() -> None:
    known = PAGE_MADE.references | ids_in(style())
    tests = "".join(file.read_text("utf-8") for file in (ROOT / "tests/browser").glob("*.py"))
    unused = {id for id in PAGE_MADE.values("id") if id not in known and not in_code(id)}
    assert {id for id in unused if not has_word(tests, f"#{id}")} == set()


def test_every_class_of_a_style_sheet_is_worn() -> None:
    classes = style_classes() - PAGE_MADE.classes
    assert {name for name in classes if not in_code(name)} == set()


def test_every_class_of_the_page_is_styled_or_looked_for() -> None:
    classes = PAGE_MADE.classes - style_classes()
    assert {name for name in classes if not in_code(name)} == set()


def test_every_attribute_that_is_styled_is_set() -> None:
    attributes = set(re.findall(r"\[(data-[a-z-]+)", style()))
    set_in_page = {name for _, given in PAGE_MADE.elements for name in given}
    camel = {
        name: "".join(part.title() if n else part for n, part in enumerate(name[5:].split("-")))
        for name in attributes - set_in_page
    }
    scripts = "".join(file.read_text("utf-8") for file in (ROOT / "static/js").rglob("*.js"))
    missing = {name for name in camel if not in_code(name)}
    assert {name for name in missing if f"dataset.{camel[name]}" not in scripts} == set()


def test_every_custom_property_is_defined_and_used() -> None:
    defined = set(re.findall(r"(--[\w-]+)\s*:", style()))
    drawings = (ROOT / "static/img/emblems.svg").read_text(encoding="utf-8")
    used = set(re.findall(r"var\((--[\w-]+)", style() + TEXT + drawings))
    # A pack's school has the colours of the look that it has chosen.
    used |= {f"--{look}-{part}" for look in LOOKS for part in ("c", "d", "l", "rim")}
    assert {name for name in defined - used if not in_code(name)} == set()
    assert {name for name in used - defined if not in_code(name)} == set()


def test_every_attribute_of_the_page_is_read() -> None:
    """By a style sheet, by the code, or by a test to find its way."""
    scripts = "".join(file.read_text("utf-8") for file in (ROOT / "static/js").rglob("*.js"))
    tests = "".join(file.read_text("utf-8") for file in (ROOT / "tests/browser").glob("*.py"))
    named = {name for _, given in PAGE_MADE.elements for name in given if name[:5] == "data-"}
    unread = {name for name in named if not has_word(style() + tests, name) and not in_code(name)}
    for name in sorted(unread):
        first, *others = name.removeprefix("data-").split("-")
        key = first + "".join(part.title() for part in others)
        assert re.search(rf"\b{key}\b.* = \w+\.dataset\b|dataset\.{key}\b", scripts), name


def test_every_icon_is_there() -> None:
    files = (*(ROOT / PARTS_FOLDER).glob("*.html"), *(ROOT / FEATURES_FOLDER).rglob("*.html"))
    text = "".join(file.read_text("utf-8") for file in files)
    text += (ROOT / PAGE).read_text(encoding="utf-8")
    wanted = {f"i-{name}" for name in re.findall(r"<!--\{icon ([a-z-]+)\}-->", text)}
    assert wanted <= set(PAGE_MADE.values("id"))


# --- the modules of PyScript ----------------------------------------------------------------------


def put_pyscript(root: Path, **modules: str) -> None:
    (root / PYSCRIPT).mkdir(parents=True)
    for name, text in modules.items():
        (root / PYSCRIPT / f"{name.replace('_', '-')}.js").write_text(text, encoding="utf-8")


def test_the_modules_of_the_start_are_found(tmp_path: Path) -> None:
    put_pyscript(
        tmp_path,
        core='export{a as b}from"./core-A1.js";',
        core_A1='import "./other-b2.js";x={error:()=>import("./error-C3.js"),'
        'toml:()=>import("./toml-D4.js"),zip:()=>import("./zip-E5.js")}',
        other_b2="",
        error_C3='import{a}from"./core-A1.js";',
        toml_D4="",
    )
    names = ["core.js", "core-A1.js", "other-b2.js", "error-C3.js", "toml-D4.js"]
    assert start_modules(tmp_path) == names


def test_a_start_without_the_packages_announces_what_is_sure(tmp_path: Path) -> None:
    assert start_modules(tmp_path) == ["core.js"]


def test_another_pyscript_announces_what_is_found(tmp_path: Path) -> None:
    put_pyscript(tmp_path, core='import("./error-C3.js")', error_C3="")
    assert start_modules(tmp_path) == ["core.js", "error-C3.js"]
    assert missing_parts(tmp_path) == ["toml"]


@pytest.mark.pyodide
def test_all_modules_of_the_locked_pyscript_are_announced() -> None:
    prepare_vendor_folder()
    assert missing_parts(ROOT) == []


# Attributes of `html` and `body` that change while the page is used.
_CHANGING = r"\[data-(?:app|screen|lesson|going|result|covered|film-holds)[^\]]*\]"
# The last part of the selector fits every element but some: Chromium then computes all styles anew.
_RESTYLES_ALL = re.compile(rf"(?:html|body)[^ ,{{}}]*{_CHANGING}[^,{{}}]*[ >](?::not\(|\*)[^ ,>]*$")


def test_no_change_of_the_screen_restyles_the_whole_page() -> None:
    selectors = ",".join(re.findall(r"([^{}]+)\{", style())).split(",")
    assert [part for part in selectors if _RESTYLES_ALL.search(part.strip())] == []


def test_no_rule_is_compared_with_every_element() -> None:
    # Chromium sorts rules by the last class, id or tag of their selectors. It does not look into
    # ``:is(.a, .b)``, so a rule that ends so is compared with every element whenever the page is
    # restyled; ``.a, .b`` is not.
    preludes = re.findall(r"([^{};]+)\{", re.sub(r"@[^{;]*[{;]", ";", style()))
    selectors = [each for text in preludes for each in re.split(r",(?![^()]*\))", text)]
    last = re.compile(r"(?:^|[\s>+~]):(?:is|where)\(([^()]*,[^()]*)\)[^\s>+~()]*\s*$")
    listed = [(selector.strip(), last.search(selector)) for selector in selectors]
    slow = [
        selector
        for selector, ending in listed
        if ending and len({_selector_weight(part) for part in ending[1].split(",")}) == 1
    ]
    assert slow == []


def test_one_rule_alone_matches_every_element() -> None:
    # What drawings copy are elements too: a rule for scrollbars and one for selected text, each for
    # all elements, made a change of all styles a quarter slower.
    rules = re.findall(r"([^{};]+)\{([^{}]*)\}", re.sub(r"/\*.*?\*/", "", style(), flags=re.DOTALL))
    for_all = [
        declarations
        for prelude, declarations in rules
        if any(re.fullmatch(r"\*?(::[a-z-]+)?", each.strip()) for each in prelude.split(","))
    ]
    assert [re.findall(r"([a-z-]+):", text) for text in for_all] == [
        ["box-sizing", "font-variant-numeric"]
    ]


def _selector_weight(selector: str) -> tuple[str, ...]:
    """Return what a selector consists of: selectors of different weight stay in one ``:is()``."""
    return tuple(re.findall(r"[.#\[]|[\s>+~]+(?=\S)", selector.strip()))
