"""Build the page from its source: `index.html`, the parts beside this module, and tables.

The source is HTML with two additions. ``<!--{name argument}-->`` is replaced by the result of a
function of that name: a part of the page, an icon, or the content of an engine table. An element
with ``data-i18n="id"`` (or ``data-i18n-title="id"`` for its attribute) gets the English text of
that message. Other comments are notes for readers of the source.

The result has everything that a person sees before Python runs. It depends only on the checkout.
"""

from __future__ import annotations

import html
import inspect
import json
import re
import textwrap
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from string import Template

from tashkalar.bots import PLANNING_LEVELS
from tashkalar.cards.schools import built_in_schools
from tashkalar.position.ids import SeatNumber, seat_numbers, seat_of
from tashkalar.rules.forms import FORMS
from tashkalar.rules.presets import PRESETS
from tashkalar.site.features import feature_data, features_of, read_table
from tashkalar.site.page_source import board_svg
from tashkalar.site.paths import PACKAGE, PAGE, ROOT, SiteError, read_text
from tashkalar.site.pyodide.pyscript_modules import start_modules
from tashkalar.site.styles import put_conditions
from tashkalar.ui.start.game_choices import BASE_GAME_SCHOOLS
from tashkalar.ui.start.new_game_form import MAX_SEATS, NewGameOptions
from tashkalar.ui.start.start_offer import FIRST_LEVEL
from tashkalar.ui.storage.settings import SETTING_CHOICES
from tashkalar.ui.text.catalogue import LANGUAGES, SOURCE_LANGUAGE

PARTS_FOLDER = f"{PACKAGE}/site/page_source/parts"
LOCALE_FOLDER = "static/locale"
PYSCRIPT_CONFIG = "pyscript.toml"

_LEVEL_RANKS = (*("common",) * 3, *("heroic",) * 3, "legendary")  # the pieces of the levels

_BOARD_SYMBOL = re.compile(
    r"gold|shine|edge|sunk|cast|brass|frame-fill|daylight|tiles|stone-.*|sigil-(?!look).*|inlay-.*|mark-(duel|melee)"
    r"|s-(gateway|used)|scene-.*|sign-doom|pat-.*|i-(play|open|back|forward|version)"
)
_PLACEHOLDER = re.compile(r"^( *)<!--\{([^{}]*)\}-->$|<!--\{([^{}]*)\}-->", re.MULTILINE)
_COMMENT = re.compile(r"^ *<!--.*?-->\n|<!--.*?-->", re.MULTILINE | re.DOTALL)
_TRANSLATED_TAG = re.compile(r'(<[a-zA-Z][^<>]*\sdata-i18n[-a-z]*="[^<>]*>)([^<]*)')
_ATTRIBUTE_MESSAGE = re.compile(r'\sdata-i18n-([a-z-]+)="([^"]*)"')
_CONTENT_MESSAGE = re.compile(r'\sdata-i18n="([^"]*)"')


def make_page(root: Path = ROOT) -> str:
    """Return the whole page of a checkout; raise SiteError if its source is wrong."""
    source = PageSource(root)
    page = put_conditions(source.expand(source.read_file(PAGE)), root)
    return _insert_messages(page, source.read_messages(SOURCE_LANGUAGE))


def name_address(page: str, address: str) -> str:
    """Return the page with the whole address of its picture; an empty one leaves it as it is."""
    picture = '"og:image" content="'
    return page.replace(f"{picture}./", f"{picture}{html.escape(address)}") if address else page


def drop_plain_pages(page: str) -> str:
    """Return the page for a site without pages of the rules and cards: nothing leads to them."""
    return re.sub(r'<a class="link"[^>]*\sdata-plain-page="[^>]*>[^<]*</a>', "", page)


def name_stun_server(part: str, address: str) -> str:
    """Return the part about connected devices with the address of a STUN server."""
    return part.replace('data-servers=""', f'data-servers="{html.escape(address)}"')


def make_feature_part(file: Path, root: Path = ROOT) -> str:
    """Return the HTML that a feature fetches, from its source; SiteError if it is wrong."""
    source = PageSource(root)
    name = file.relative_to(root).as_posix()
    return _insert_messages(
        source.expand(source.read_file(name)), source.read_messages(SOURCE_LANGUAGE)
    )


def make_board_page(root: Path = ROOT) -> str:
    """Return the page of an untouched board in another page; SiteError if it is wrong."""
    source = PageSource(root)
    return _insert_messages(
        source.expand(source.render_part("board-page")), source.read_messages(SOURCE_LANGUAGE)
    )


class PageSource:
    """The files of a checkout that the page is made from, and the functions of placeholders."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._part_templates: dict[str, Template] = {}
        self._renderers: dict[str, Callable[..., str]] = {
            "board": self._board,
            "board-ground": lambda: self.render_part("board-ground", **board_svg.board_values()),
            "board-sprite": self._board_sprite,
            "choices": self._choices,
            "entries": self._entries,
            "features": self._features,
            "form-ids": lambda: " ".join(FORMS),
            "forms": self._forms,
            "icon": lambda icon: self.render_part("icon", icon=icon),
            "language-ids": lambda: " ".join(LANGUAGES),
            "languages": self._languages,
            "level-tiles": self._level_tiles,
            "levels": self._levels,
            "micropython": self._micropython,
            "mini": lambda: self.render_part("mini", **board_svg.board_values()),
            "part": lambda name: self.render_part(name),
            "plain-board": self._plain_board,
            "piece": lambda rank, school: self.render_part("piece", rank=rank, school=school),
            "plain-link": lambda folder, message: self.render_part(
                "plain-link", folder=folder, message=message
            ),
            "preset-ids": lambda: " ".join(PRESETS),
            "pyscript": lambda: " ".join(start_modules(self._root)),
            "schools": self._schools,
            "seats": self._seats,
            "stone": lambda rank, school: self.render_part("stone", rank=rank, school=school),
        }
        for data in feature_data(root):
            self._renderers |= data.placeholders(self.read_file)

    def read_file(self, name: str) -> str:
        """Return the text of a file; raise SiteError if there is none."""
        text = read_text(self._root / name)
        if text is None:
            raise SiteError(f"{name} is missing in the checkout")
        return text

    def read_messages(self, language: str) -> dict[str, str]:
        """Return all texts of a language by message id."""
        folder = f"{LOCALE_FOLDER}/{language}"
        messages: dict[str, str] = {}
        for file in sorted((self._root / folder).glob("*.json")):
            messages |= json.loads(self.read_file(f"{folder}/{file.name}"))
        return messages

    def expand(self, text: str) -> str:
        """Replace all placeholders, also in the replacements, and remove the comments."""
        return _COMMENT.sub("", _PLACEHOLDER.sub(self._expand_placeholder, text))

    def render_part(self, name: str, /, **values: object) -> str:
        """Return a part of the page with its `${values}` filled in."""
        if name not in self._part_templates:
            self._part_templates[name] = Template(self.read_file(f"{PARTS_FOLDER}/{name}.html"))
        try:
            return self._part_templates[name].substitute(values).rstrip("\n")
        except (KeyError, ValueError) as error:
            raise SiteError(f"{PARTS_FOLDER}/{name}.html: {error} is not a value of it") from error

    def _expand_placeholder(self, match: re.Match[str]) -> str:
        indent, alone, within = match.groups()
        name, *arguments = (alone or within or "").split() or [""]
        if name not in self._renderers:
            known = ", ".join(sorted(self._renderers))
            raise SiteError(f"{match[0].strip()} in the page's source; there are: {known}")
        make = self._renderers[name]
        try:
            inspect.signature(make).bind(*arguments)
            made = make(*arguments)
        except (TypeError, ValueError) as error:
            raise SiteError(f"{match[0].strip()} in the page's source: {error}") from error
        return textwrap.indent(self.expand(made), indent or "")

    # --- content from tables ---

    def _entries(self, place: str) -> str:
        """Return what the features bring to a place of the page, such as the menu."""
        names = (f"{row.folder}page/entries/{place}.html" for row in features_of(self._root))
        there = [name for name in names if (self._root / name).is_file()]
        return "\n".join(self.read_file(name).rstrip("\n") for name in there)

    def _features(self) -> str:
        """Return the features as the value of an attribute, for the page's scripts and Python.

        The parameters of features that are left out are there too: an address with one is refused
        by its name.
        """
        here = {row.name for row in features_of(self._root)}
        table = {
            row.name: {
                "here": row.name in here,
                "needs": row.needs,
                "fetched": row.is_fetched,
                "parameters": [parameter._asdict() for parameter in row.parameters],
                "stores": row.stores,  # each as a list, in the order of its fields
            }
            for row in read_table(self._root)
        }
        return html.escape(json.dumps(table, separators=(",", ":")))

    def _board(self) -> str:
        rows = [
            "\n".join((f'<g role="row" aria-rowindex="{number}">', self._squares(row), "</g>"))
            for number, row in enumerate(board_svg.square_rows(), start=1)
        ]
        return self.render_part("board", rows="\n".join(rows), **board_svg.board_values())

    def _plain_board(self) -> str:
        """Return the board of a page where nobody plays: no grid to move in, no marks."""
        cells = (cell for row in board_svg.square_rows() for cell in row)
        rows = (self.render_part("plain-square", **cell._asdict()) for cell in cells)
        return self.render_part("plain-board", rows="\n".join(rows), **board_svg.board_values())

    def _board_sprite(self) -> str:
        """Return the symbols that the plain board and the patterns of cards use."""
        lines = self.render_part("sprite").splitlines()
        return "\n".join(
            line
            for line in lines
            if (match := re.search(r'\sid="([^"]+)"', line)) is None
            or _BOARD_SYMBOL.fullmatch(match[1])
        )

    def _squares(self, row: Sequence[board_svg.SquareDrawing]) -> str:
        squares = (self.render_part("square", **cell._asdict()) for cell in row)
        return textwrap.indent("\n".join(squares), "  ")

    def _forms(self) -> str:
        tiles = (
            self.render_part(
                "form", form=game, checked=_flag_attribute("checked", game == NewGameOptions().game)
            )
            for game in (*PRESETS, *FORMS)
        )
        return "\n".join(tiles)

    def _seats(self, part: str) -> str:
        """Return a part of the page once for each seat."""
        seats = (
            self.render_part(part, seat=seat, hidden=_flag_attribute("hidden", seat > 2))
            for seat in seat_numbers(MAX_SEATS)
        )
        return "\n".join(seats)

    def _schools(self, seat: str) -> str:
        tiles = (
            self.render_part(
                "school",
                seat=seat,
                school=school,
                checked=_flag_attribute(
                    "checked", school == NewGameOptions().schools[seat_of(SeatNumber(int(seat)))]
                ),
                hidden=_flag_attribute("hidden", school not in BASE_GAME_SCHOOLS),
            )
            for school in built_in_schools()
        )
        return "\n".join(tiles)

    def _choices(self, setting: str) -> str:
        if setting not in SETTING_CHOICES:
            raise SiteError(f"choices {setting} in the page's source: there is no such setting")
        values = SETTING_CHOICES[setting]
        choices = (
            self.render_part(
                "choice",
                setting=setting,
                value=value,
                checked=_flag_attribute("checked", value == values[0]),
            )
            for value in values
        )
        return "\n".join(choices)

    def _languages(self) -> str:
        """Return each language under its native name."""
        names = {id: self.read_messages(id)["page.settings.language"] for id in LANGUAGES}
        options = (
            f'<option value="{id}" lang="{id}">{html.escape(name)}</option>'
            for id, name in names.items()
        )
        return "\n".join(options)

    def _levels(self) -> str:
        """Return the levels of computer players, the easiest first."""
        return "".join(
            f'<option value="{id}" data-i18n="bots.{id}"></option>' for id in PLANNING_LEVELS
        )

    def _level_tiles(self) -> str:
        """Return the line of each level, with a piece; one of them is shown."""
        tiles = (
            self.render_part(
                "level",
                level=level,
                rank=rank,
                checked=_flag_attribute("checked", level == FIRST_LEVEL),
            )
            for level, rank in zip(PLANNING_LEVELS, _LEVEL_RANKS, strict=True)
        )
        return "\n".join(tiles)

    def _micropython(self) -> str:
        """Return the plugins for MicroPython, which PyScript configures separately."""
        configuration = tomllib.loads(self.read_file(PYSCRIPT_CONFIG))
        return json.dumps({"plugins": configuration["plugins"]})


def _flag_attribute(attribute: str, wanted: bool) -> str:
    return f" {attribute}" if wanted else ""


def _insert_messages(page: str, words: dict[str, str]) -> str:
    """Insert the texts; raise SiteError for an unknown id or a place with other words."""

    def words_of(id: str) -> str:
        if id not in words:
            raise SiteError(
                f"the page names {id}, which {LOCALE_FOLDER}/{SOURCE_LANGUAGE} does not have"
            )
        return words[id]

    def filled(match: re.Match[str]) -> str:
        tag, content = match.groups()
        for attribute, _ in _ATTRIBUTE_MESSAGE.findall(tag):
            if re.search(rf"\s{attribute}=", tag):
                raise SiteError(f"the page's source gives {attribute} twice: {tag}")
        tag = _ATTRIBUTE_MESSAGE.sub(
            lambda m: f' {m[1]}="{html.escape(words_of(m[2]))}"{m[0]}', tag
        )
        id = _CONTENT_MESSAGE.search(tag)
        if id is None:
            return tag + content
        text = html.escape(words_of(id[1]), quote=False)
        if content.strip() not in ("", text):
            raise SiteError(f"the page's source has other words than the catalogue for {id[1]}")
        return tag + text

    return _TRANSLATED_TAG.sub(filled, page)
