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

from tashkalar.bots import PLANNING
from tashkalar.cards.schools import own_schools
from tashkalar.position.board import RANKS
from tashkalar.position.ids import SeatNumber, seat_numbers, seat_of
from tashkalar.rules.forms import FORMS
from tashkalar.rules.presets import PRESETS
from tashkalar.site.page_source import board_svg
from tashkalar.site.paths import PACKAGE, PAGE, ROOT, SiteError, read_text
from tashkalar.site.pyodide.pyscript_modules import modules_of_start
from tashkalar.ui.lessons.course import COURSE
from tashkalar.ui.start.game_choices import BASE
from tashkalar.ui.start.new_game_form import SEATS, Wish
from tashkalar.ui.storage.settings import CHOICES
from tashkalar.ui.text.catalogue import LANGUAGES, SOURCE

PARTS = f"{PACKAGE}/site/page_source/parts"
LOCALE = "static/locale"
LESSONS = "static/lessons"
CONFIGURATION = "pyscript.toml"

_STANDS_FOR = re.compile(r"^( *)<!--\{([^{}]*)\}-->$|<!--\{([^{}]*)\}-->", re.MULTILINE)
_NOTE = re.compile(r"^ *<!--.*?-->\n|<!--.*?-->", re.MULTILINE | re.DOTALL)
_WITH_WORDS = re.compile(r'(<[a-zA-Z][^<>]*\sdata-i18n[-a-z]*="[^<>]*>)([^<]*)')
_OF_ATTRIBUTE = re.compile(r'\sdata-i18n-([a-z-]+)="([^"]*)"')
_OF_CONTENT = re.compile(r'\sdata-i18n="([^"]*)"')


def make_page(root: Path = ROOT) -> str:
    """Return the whole page of a checkout; SiteError says what is wrong with its source."""
    source = Source(root)
    return _with_words(source.expand(source.read(PAGE)), source.words(SOURCE))


class Source:
    """The files of a checkout that the page is made from, and what stands for what in them."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._parts: dict[str, Template] = {}
        self._makers: dict[str, Callable[..., str]] = {
            "board": self._board,
            "choices": self._choices,
            "course-marks": lambda: '<i data-state="open"></i>' * len(COURSE),
            "form-ids": lambda: " ".join(FORMS),
            "forms": self._forms,
            "icon": lambda icon: self.part("icon", icon=icon),
            "language-ids": lambda: " ".join(LANGUAGES),
            "languages": self._languages,
            "lesson-games": self._lesson_games,
            "level-tiles": self._level_tiles,
            "levels": self._levels,
            "micropython": self._micropython,
            "mini": lambda: self.part("mini", **board_svg.drawing()),
            "part": lambda name: self.part(name),
            "piece": lambda rank, school: self.part("piece", rank=rank, school=school),
            "preset-ids": lambda: " ".join(PRESETS),
            "pyscript": lambda: " ".join(modules_of_start(self._root)),
            "schools": self._schools,
            "seat-players": self._seat_players,
            "seats": self._seats,
            "stone": lambda rank, school: self.part("stone", rank=rank, school=school),
        }

    def read(self, name: str) -> str:
        """Return the text of a file; SiteError when there is none."""
        text = read_text(self._root / name)
        if text is None:
            raise SiteError(f"{name} is missing in the checkout")
        return text

    def words(self, language: str) -> dict[str, str]:
        """Return all words of a language by message id."""
        folder = f"{LOCALE}/{language}"
        found: dict[str, str] = {}
        for file in sorted((self._root / folder).glob("*.json")):
            found |= json.loads(self.read(f"{folder}/{file.name}"))
        return found

    def expand(self, text: str) -> str:
        """Replace whatever stands for something else, in what replaces it too; drop the notes."""
        return _NOTE.sub("", _STANDS_FOR.sub(self._expanded, text))

    def part(self, name: str, /, **values: object) -> str:
        """Return a part of the page with its `${values}` filled in."""
        if name not in self._parts:
            self._parts[name] = Template(self.read(f"{PARTS}/{name}.html"))
        try:
            return self._parts[name].substitute(values).rstrip("\n")
        except (KeyError, ValueError) as error:
            raise SiteError(f"{PARTS}/{name}.html: {error} is not a value of it") from error

    def _expanded(self, found: re.Match[str]) -> str:
        indent, alone, within = found.groups()
        name, *arguments = (alone or within or "").split() or [""]
        if name not in self._makers:
            known = ", ".join(sorted(self._makers))
            raise SiteError(f"{found[0].strip()} in the page's source; there are: {known}")
        make = self._makers[name]
        try:
            inspect.signature(make).bind(*arguments)
        except TypeError as error:
            raise SiteError(f"{found[0].strip()} in the page's source: {error}") from error
        return textwrap.indent(self.expand(make(*arguments)), indent or "")

    # --- what follows from tables ---

    def _board(self) -> str:
        rows = [
            "\n".join((f'<g role="row" aria-rowindex="{number}">', self._squares(row), "</g>"))
            for number, row in enumerate(board_svg.rows(), start=1)
        ]
        return self.part("board", rows="\n".join(rows), **board_svg.drawing())

    def _squares(self, row: Sequence[board_svg.Cell]) -> str:
        made = (self.part("square", **cell._asdict()) for cell in row)
        return textwrap.indent("\n".join(made), "  ")

    def _forms(self) -> str:
        tiles = (
            self.part("form", form=game, checked=_flag("checked", game == Wish().game))
            for game in (*PRESETS, *FORMS)
        )
        return "\n".join(tiles)

    def _seats(self) -> str:
        made = (
            self.part("seat", seat=seat, team=2 - seat % 2, hidden=_flag("hidden", seat > 2))
            for seat in seat_numbers(SEATS)
        )
        return "\n".join(made)

    def _seat_players(self) -> str:
        """Who plays each seat, to be changed during a game."""
        return "\n".join(self.part("seat-player", seat=seat) for seat in seat_numbers(SEATS))

    def _schools(self, seat: str) -> str:
        tiles = (
            self.part(
                "school",
                seat=seat,
                school=school,
                checked=_flag("checked", school == Wish().schools[seat_of(SeatNumber(int(seat)))]),
                hidden=_flag("hidden", school not in BASE),
            )
            for school in own_schools()
        )
        return "\n".join(tiles)

    def _choices(self, setting: str) -> str:
        if setting not in CHOICES:
            raise SiteError(f"choices {setting} in the page's source: there is no such setting")
        values = CHOICES[setting]
        made = (
            self.part(
                "choice", setting=setting, value=value, checked=_flag("checked", value == values[0])
            )
            for value in values
        )
        return "\n".join(made)

    def _languages(self) -> str:
        """Each language under the name that its speakers give it."""
        names = {id: self.words(id)["page.settings.language"] for id in LANGUAGES}
        options = (
            f'<option value="{id}" lang="{id}">{html.escape(name)}</option>'
            for id, name in names.items()
        )
        return "\n".join(options)

    def _lesson_games(self) -> str:
        """The lessons that begin with a whole game: these have the whole table at once."""
        lessons = {id: json.loads(self.read(f"{LESSONS}/{id}.json")) for id in COURSE}
        return " ".join(id for id, lesson in lessons.items() if "opponent" in lesson["parts"][0])

    def _levels(self) -> str:
        """The levels of computer players, the easiest first."""
        return "".join(f'<option value="{id}" data-i18n="bots.{id}"></option>' for id in PLANNING)

    def _level_tiles(self) -> str:
        """The same, each with a rank of its own, to play against at once."""
        tiles = (
            self.part("level", level=level, rank=rank, checked=_flag("checked", rank == RANKS[1]))
            for level, rank in zip(PLANNING, RANKS, strict=True)
        )
        return "\n".join(tiles)

    def _micropython(self) -> str:
        """PyScript asks about its plugins for Python and for MicroPython apart."""
        configuration = tomllib.loads(self.read(CONFIGURATION))
        return json.dumps({"plugins": configuration["plugins"]})


def _flag(attribute: str, wanted: bool) -> str:
    return f" {attribute}" if wanted else ""


def _with_words(page: str, words: dict[str, str]) -> str:
    """Put the words in their places; SiteError for a place that has others, or an unknown id."""

    def words_of(id: str) -> str:
        if id not in words:
            raise SiteError(f"the page names {id}, which {LOCALE}/{SOURCE} does not have")
        return words[id]

    def filled(found: re.Match[str]) -> str:
        tag, content = found.groups()
        for attribute, _ in _OF_ATTRIBUTE.findall(tag):
            if re.search(rf"\s{attribute}=", tag):
                raise SiteError(f"the page's source gives {attribute} twice: {tag}")
        tag = _OF_ATTRIBUTE.sub(lambda m: f' {m[1]}="{html.escape(words_of(m[2]))}"{m[0]}', tag)
        id = _OF_CONTENT.search(tag)
        if id is None:
            return tag + content
        text = html.escape(words_of(id[1]), quote=False)
        if content.strip() not in ("", text):
            raise SiteError(f"the page's source has other words than the catalogue for {id[1]}")
        return tag + text

    return _WITH_WORDS.sub(filled, page)
