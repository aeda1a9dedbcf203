"""The page, written from its source: `index.html`, the parts beside this module, and tables.

The source is HTML with two additions. ``<!--{name argument}-->`` stands for what the function of
that name here makes: a part of the page, an icon, or what follows from a table of the engine. An
element with ``data-i18n="id"`` (or ``data-i18n-title="id"`` for its attribute) gets the English
words of that message. Other comments are notes for whoever reads the source.

What is made has all that a person sees before Python runs. It depends on nothing but the checkout.
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
from tashkalar.position.board import RANKS
from tashkalar.position.ids import SeatNumber, seat_numbers, seat_of
from tashkalar.rules.forms import FORMS
from tashkalar.rules.presets import PRESETS
from tashkalar.site.page_source import board_svg
from tashkalar.site.paths import PACKAGE, PAGE, ROOT, SiteError, read_text
from tashkalar.site.pyodide.pyscript_modules import start_modules
from tashkalar.ui.lessons.course import COURSE
from tashkalar.ui.start.game_choices import BASE_GAME_SCHOOLS
from tashkalar.ui.start.new_game_form import MAX_SEATS, NewGameOptions
from tashkalar.ui.storage.settings import SETTING_CHOICES
from tashkalar.ui.text.catalogue import LANGUAGES, SOURCE_LANGUAGE

PARTS_FOLDER = f"{PACKAGE}/site/page_source/parts"
LOCALE_FOLDER = "static/locale"
LESSONS_FOLDER = "static/lessons"
PYSCRIPT_CONFIG = "pyscript.toml"

_PLACEHOLDER = re.compile(r"^( *)<!--\{([^{}]*)\}-->$|<!--\{([^{}]*)\}-->", re.MULTILINE)
_COMMENT = re.compile(r"^ *<!--.*?-->\n|<!--.*?-->", re.MULTILINE | re.DOTALL)
_TRANSLATED_TAG = re.compile(r'(<[a-zA-Z][^<>]*\sdata-i18n[-a-z]*="[^<>]*>)([^<]*)')
_ATTRIBUTE_MESSAGE = re.compile(r'\sdata-i18n-([a-z-]+)="([^"]*)"')
_CONTENT_MESSAGE = re.compile(r'\sdata-i18n="([^"]*)"')


def make_page(root: Path = ROOT) -> str:
    """Return the whole page of a checkout; SiteError says what is wrong with its source."""
    source = PageSource(root)
    return _insert_messages(
        source.expand(source.read_file(PAGE)), source.read_messages(SOURCE_LANGUAGE)
    )


class PageSource:
    """The files of a checkout that the page is made from, and what stands for what in them."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._part_templates: dict[str, Template] = {}
        self._renderers: dict[str, Callable[..., str]] = {
            "board": self._board,
            "choices": self._choices,
            "course-marks": lambda: '<i data-state="open"></i>' * len(COURSE),
            "form-ids": lambda: " ".join(FORMS),
            "forms": self._forms,
            "icon": lambda icon: self.render_part("icon", icon=icon),
            "language-ids": lambda: " ".join(LANGUAGES),
            "languages": self._languages,
            "lesson-games": self._lesson_games,
            "level-tiles": self._level_tiles,
            "levels": self._levels,
            "micropython": self._micropython,
            "mini": lambda: self.render_part("mini", **board_svg.board_values()),
            "part": lambda name: self.render_part(name),
            "piece": lambda rank, school: self.render_part("piece", rank=rank, school=school),
            "preset-ids": lambda: " ".join(PRESETS),
            "pyscript": lambda: " ".join(start_modules(self._root)),
            "schools": self._schools,
            "seat-players": self._seat_players,
            "seats": self._seats,
            "stone": lambda rank, school: self.render_part("stone", rank=rank, school=school),
        }

    def read_file(self, name: str) -> str:
        """Return the text of a file; SiteError when there is none."""
        text = read_text(self._root / name)
        if text is None:
            raise SiteError(f"{name} is missing in the checkout")
        return text

    def read_messages(self, language: str) -> dict[str, str]:
        """Return all words of a language by message id."""
        folder = f"{LOCALE_FOLDER}/{language}"
        found: dict[str, str] = {}
        for file in sorted((self._root / folder).glob("*.json")):
            found |= json.loads(self.read_file(f"{folder}/{file.name}"))
        return found

    def expand(self, text: str) -> str:
        """Replace whatever stands for something else, in what replaces it too; drop the notes."""
        return _COMMENT.sub("", _PLACEHOLDER.sub(self._expand_placeholder, text))

    def render_part(self, name: str, /, **values: object) -> str:
        """Return a part of the page with its `${values}` filled in."""
        if name not in self._part_templates:
            self._part_templates[name] = Template(self.read_file(f"{PARTS_FOLDER}/{name}.html"))
        try:
            return self._part_templates[name].substitute(values).rstrip("\n")
        except (KeyError, ValueError) as error:
            raise SiteError(f"{PARTS_FOLDER}/{name}.html: {error} is not a value of it") from error

    def _expand_placeholder(self, found: re.Match[str]) -> str:
        indent, alone, within = found.groups()
        name, *arguments = (alone or within or "").split() or [""]
        if name not in self._renderers:
            known = ", ".join(sorted(self._renderers))
            raise SiteError(f"{found[0].strip()} in the page's source; there are: {known}")
        make = self._renderers[name]
        try:
            inspect.signature(make).bind(*arguments)
        except TypeError as error:
            raise SiteError(f"{found[0].strip()} in the page's source: {error}") from error
        return textwrap.indent(self.expand(make(*arguments)), indent or "")

    # --- what follows from tables ---

    def _board(self) -> str:
        rows = [
            "\n".join((f'<g role="row" aria-rowindex="{number}">', self._squares(row), "</g>"))
            for number, row in enumerate(board_svg.square_rows(), start=1)
        ]
        return self.render_part("board", rows="\n".join(rows), **board_svg.board_values())

    def _squares(self, row: Sequence[board_svg.SquareDrawing]) -> str:
        made = (self.render_part("square", **cell._asdict()) for cell in row)
        return textwrap.indent("\n".join(made), "  ")

    def _forms(self) -> str:
        tiles = (
            self.render_part(
                "form", form=game, checked=_flag_attribute("checked", game == NewGameOptions().game)
            )
            for game in (*PRESETS, *FORMS)
        )
        return "\n".join(tiles)

    def _seats(self) -> str:
        made = (
            self.render_part(
                "seat", seat=seat, team=2 - seat % 2, hidden=_flag_attribute("hidden", seat > 2)
            )
            for seat in seat_numbers(MAX_SEATS)
        )
        return "\n".join(made)

    def _seat_players(self) -> str:
        """Who plays each seat, to be changed during a game."""
        return "\n".join(
            self.render_part("seat-player", seat=seat) for seat in seat_numbers(MAX_SEATS)
        )

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
        made = (
            self.render_part(
                "choice",
                setting=setting,
                value=value,
                checked=_flag_attribute("checked", value == values[0]),
            )
            for value in values
        )
        return "\n".join(made)

    def _languages(self) -> str:
        """Each language under the name that its speakers give it."""
        names = {id: self.read_messages(id)["page.settings.language"] for id in LANGUAGES}
        options = (
            f'<option value="{id}" lang="{id}">{html.escape(name)}</option>'
            for id, name in names.items()
        )
        return "\n".join(options)

    def _lesson_games(self) -> str:
        """The lessons that begin with a whole game: these have the whole table at once."""
        lessons = {id: json.loads(self.read_file(f"{LESSONS_FOLDER}/{id}.json")) for id in COURSE}
        return " ".join(id for id, lesson in lessons.items() if "opponent" in lesson["parts"][0])

    def _levels(self) -> str:
        """The levels of computer players, the easiest first."""
        return "".join(
            f'<option value="{id}" data-i18n="bots.{id}"></option>' for id in PLANNING_LEVELS
        )

    def _level_tiles(self) -> str:
        """The same, each with a rank of its own, to play against at once."""
        tiles = (
            self.render_part(
                "level",
                level=level,
                rank=rank,
                checked=_flag_attribute("checked", rank == RANKS[1]),
            )
            for level, rank in zip(PLANNING_LEVELS, RANKS, strict=True)
        )
        return "\n".join(tiles)

    def _micropython(self) -> str:
        """PyScript asks about its plugins for Python and for MicroPython apart."""
        configuration = tomllib.loads(self.read_file(PYSCRIPT_CONFIG))
        return json.dumps({"plugins": configuration["plugins"]})


def _flag_attribute(attribute: str, wanted: bool) -> str:
    return f" {attribute}" if wanted else ""


def _insert_messages(page: str, words: dict[str, str]) -> str:
    """Put the words in their places; SiteError for a place that has others, or an unknown id."""

    def words_of(id: str) -> str:
        if id not in words:
            raise SiteError(
                f"the page names {id}, which {LOCALE_FOLDER}/{SOURCE_LANGUAGE} does not have"
            )
        return words[id]

    def filled(found: re.Match[str]) -> str:
        tag, content = found.groups()
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
