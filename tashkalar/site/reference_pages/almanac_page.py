"""The almanac: figures of many games between computer players, with pictures."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from tashkalar.bots.arena import wilson_interval
from tashkalar.position.move import Message
from tashkalar.site.page_source import board_svg
from tashkalar.site.paths import ALMANAC_FIGURES, ALMANAC_FOLDER, CARDS_FOLDER
from tashkalar.site.reference_pages.card_pages import card_decks, name_html
from tashkalar.site.reference_pages.drawings import stone_svg
from tashkalar.site.reference_pages.layout import INDEX, PageContent
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.views import CardView

Row = Mapping[str, Any]

_HALF = 0.5
_SCALE_STEPS = 10  # the ends of a scale are tenths
_MOST_LENGTH_ROWS = 14
_OPENING_ROWS = 10
_COMEBACK_ROWS = 12
_BOARD_BOX = "-50 -40 990 1000"  # the squares and the coordinates around them


def almanac_pages(figures: Mapping[str, Any], words: Catalogue) -> list[PageContent]:
    """Return the page in the language of the catalogue.

    `figures` are what ``tashkalar stats --json`` prints for games of ``selfplay --records``.
    """
    title, about = words.text("pages.almanac.title"), words.text("pages.almanac.about")
    forms = "\n".join(_FormFigures(tables, words).html() for tables in figures["tables"])
    main = (
        f"<h1>{_safe(title)}</h1>\n<p>{_safe(about)}</p>\n{_source_html(figures, words)}\n{forms}\n"
        f"{_made_html(figures, words)}\n"
    )
    return [PageContent(ALMANAC_FOLDER, INDEX, title, about, main)]


def _source_html(figures: Mapping[str, Any], words: Catalogue) -> str:
    """Return the sentences that say which games these are, and what they cannot say."""
    cards = [source["card"] for source in figures["sources"]]
    card, counted = cards[0], sum(source["counted"] for source in figures["sources"])
    form, level = Message(f"form.{card['form']}.name"), Message(f"bots.{card['players'][0]}")
    texts = [words.text("pages.almanac.games", n=counted, form=form, level=level)]
    planned = max(card["games"] for card in cards)
    if counted < planned:
        texts.append(words.text("pages.almanac.fewer", all=planned))
    texts += [words.text(f"pages.almanac.{key}") for key in ("caution", "interval")]
    return "\n".join(f"<p>{_safe(text)}</p>" for text in texts)


def _made_html(figures: Mapping[str, Any], words: Catalogue) -> str:
    """Return the commands that make the games and the figures again."""
    made = "\n".join(_commands(figures["sources"]))
    link = f'<a href="../../{ALMANAC_FIGURES}">{_safe(words.text("pages.almanac.json"))}</a>'
    return (
        f"<h2>{_safe(words.text('pages.almanac.made'))}</h2>\n"
        f"<p>{_safe(words.text('pages.almanac.again'))}</p>\n"
        f'<pre class="commands"><code>{_safe(made)}</code></pre>\n<p>{link}</p>'
    )


def _commands(sources: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield two commands for each file of games: one plays them, one counts them."""
    added = ""
    for number, source in enumerate(sources, 1):
        card, file = source["card"], f"games-{number}.jsonl.gz"
        played = f"--games {source['counted']}"
        yield (
            card["made_by"].replace(" FILE", f" {file}").replace(f"--games {card['games']}", played)
        )
        figures = f"figures-{number}.json"
        yield f"tashkalar stats {file}{added} --json > {figures}"
        added = f" --add {figures}"


class _FormFigures:
    """Writes the figures of the games of one form."""

    def __init__(self, tables: Mapping[str, Any], words: Catalogue) -> None:
        self._tables = tables
        self._words = words

    def html(self) -> str:
        """Return all sections, each with its heading."""
        return "\n".join(
            (
                self._schools(),
                self._pairs(),
                self._seats(),
                self._openings(),
                self._length(),
                self._comebacks(),
                self._ends(),
                self._cards(),
            )
        )

    def _schools(self) -> str:
        rows = [
            (self._school(row["school"]), row)
            for row in sorted(self._tables["school"], key=lambda row: -row["share"])
        ]
        return self._section("schools", self._shares("school", rows))

    def _pairs(self) -> str:
        shares: dict[tuple[str, str], tuple[float, bool]] = {}
        for row in self._tables["pairs"]:
            one, other = row["school"], row["against"]
            shares[one, other] = row["share"], row["low"] > _HALF
            shares[other, one] = 1 - row["share"], row["high"] < _HALF
        schools = [row["school"] for row in self._tables["school"]]
        corner = f'<td class="vh">{self._text("school")}</td>'
        head = corner + "".join(
            f'<th scope="col">{stone_svg("common", school)}'
            f'<span class="vh">{_safe(self._words.text(f"school.{school}.name"))}</span></th>'
            for school in schools
        )
        body = "\n".join(
            f'<tr><th scope="row">{self._school(one)}</th>'
            + "".join(self._pair_cell(shares.get((one, other))) for other in schools)
            + "</tr>"
            for one in schools
        )
        table = (
            f'<div class="wide-table" tabindex="0" role="group" aria-label="{self._text("pairs")}">'
            f'<table class="figures pairs"><thead><tr>{head}</tr></thead>\n'
            f"<tbody>{body}</tbody></table></div>"
        )
        return self._section("pairs", table)

    def _pair_cell(self, cell: tuple[float, bool] | None) -> str:
        if cell is None:
            return "<td></td>"
        share, is_ahead = cell
        text = _safe(self._percent(share, places=0))
        return f"<td data-ahead><strong>{text}</strong></td>" if is_ahead else f"<td>{text}</td>"

    def _seats(self) -> str:
        rows = [
            (_safe(self._words.text("pages.almanac.seat", n=row["seat"])), row)
            for row in self._tables["seat"]
        ]
        return self._section("seats", self._shares("player", rows))

    def _openings(self) -> str:
        openings = self._tables["openings"]
        sides = {row["square"]: row["sides"] for row in openings}
        rows = [(row["square"], row) for row in openings[:_OPENING_ROWS]]
        parts = f"{self._board(sides)}\n{self._shares('square', rows)}"
        return self._section("openings", f'<div class="beside">{parts}</div>')

    def _board(self, times: Mapping[str, int]) -> str:
        """Return a board whose squares are the fuller, the more often they were chosen."""
        most = max(times.values(), default=1)
        squares = "".join(
            f'<rect class="heat-square" x="{square.x}" y="{square.y}" width="100" height="100"/>'
            f'<rect class="heat" x="{square.x}" y="{square.y}" width="100" height="100" '
            f'fill-opacity="{times.get(square.name, 0) / most:.2f}"/>'
            for row in board_svg.square_rows()
            for square in row
        )
        label = escape(self._words.text("pages.almanac.openings"))
        coordinates = board_svg.board_values()["coordinates"]
        return (
            f'<svg class="heat-board" viewBox="{_BOARD_BOX}" role="img" aria-label="{label}">'
            f"{squares}{coordinates}</svg>"
        )

    def _length(self) -> str:
        turns = self._tables["turns"]
        least, most = turns["least"], turns["most"]
        width = -(-(most - least + 1) // _MOST_LENGTH_ROWS)
        games: Counter[int] = Counter()
        for length, times in turns["games"].items():
            games[(int(length) - least) // width] += times
        names = [
            self._words.text("pages.almanac.range", low=start, high=min(start + width - 1, most))
            if min(start + width - 1, most) > start
            else str(start)
            for start in range(least, most + 1, width)
        ]
        rows = [(name, games[number]) for number, name in enumerate(names)]
        median = self._decimal(turns["median"], 1 if turns["median"] % 1 else 0)
        return self._section(
            "length", self._bars("turns", rows), least=least, most=most, median=median
        )

    def _comebacks(self) -> str:
        rows = [(str(row["points"]), row) for row in self._tables["farthest_behind"]]
        few, many = rows[:_COMEBACK_ROWS], [row for _, row in rows[_COMEBACK_ROWS:]]
        if many:
            name = self._words.text("pages.almanac.or-more", n=many[0]["points"])
            few.append((_safe(name), _sum_of(many)))
        greatest = "".join(
            f"<p>{_safe(self._words.text('pages.almanac.greatest', **row))}</p>"
            for row in self._tables["comebacks"][:1]
        )
        return self._section("comebacks", self._shares("behind", few) + greatest)

    def _ends(self) -> str:
        rows = [
            (
                self._words.text(
                    "list.brackets",
                    text=Message(f"pages.almanac.end.{row['trigger']}"),
                    more=Message(f"result.reason.{row['decided_by']}"),
                )
                if row["trigger"] not in ("resigned", "unfinished")
                else self._words.text(f"pages.almanac.end.{row['trigger']}"),
                row["games"],
            )
            for row in self._tables["ends"]
        ]
        return self._section("ends", self._bars("end", rows))

    def _cards(self) -> str:
        played = {row["card"]: row for row in self._tables["cards"]}
        low, high = _scale(list(played.values()))
        parts = []
        for deck in card_decks(self._words):
            shown = [card for card in deck.cards if card.id in played]
            shown.sort(key=lambda card: -played[card.id]["frequency"])
            if shown and all(isinstance(card, CardView) for card in shown):
                rows = "\n".join(
                    self._card_row(self._card_link(card.id, name_html(card, self._words)), row)
                    for card in shown
                    for row in (played[card.id],)
                )
                parts.append(f"<h3>{_safe(deck.title)}</h3>\n{self._card_table(rows)}")
        scale = {"low": self._percent(low, places=0), "high": self._percent(high, places=0)}
        return self._section("cards", "\n".join(parts), **scale)

    def _card_table(self, rows: str) -> str:
        names = ("card", "played", "won", "between")
        return _table("cards-won", [self._text(name) for name in names], rows, pictures=(1, 2))

    def _card_row(self, name: str, row: Row) -> str:
        low, high = _scale(self._tables["cards"])
        return (
            f'<tr><th scope="row">{name}</th>'
            f"<td>{_bar(row['frequency'])}</td><td>{self._percent(row['frequency'], places=0)}</td>"
            f"<td>{_interval(row, low, high)}</td><td>{self._percent(row['share'])}</td>"
            f"<td>{self._between(row)}</td></tr>"
        )

    def _card_link(self, id: str, name: str) -> str:
        address = f"../../{CARDS_FOLDER}/{self._words.language}/{id}.html"
        return f'<a href="{address}">{name}</a>'

    def _shares(self, what: str, rows: Sequence[tuple[str, Row]]) -> str:
        """Return a table of shares with their intervals; the names are HTML."""
        low, high = _scale([row for _, row in rows])
        body = "\n".join(
            f'<tr><th scope="row">{name}</th><td>{_interval(row, low, high)}</td>'
            f"<td>{self._percent(row['share'])}</td><td>{self._between(row)}</td>"
            f"<td>{row['sides']}</td></tr>"
            for name, row in rows
        )
        heads = [self._text(name) for name in (what, "won", "between", "sides")]
        scale = self._words.text(
            "pages.almanac.scale",
            low=self._percent(low, places=0),
            high=self._percent(high, places=0),
        )
        table = _table("shares", heads, body, pictures=(1,))
        return f'<div>{table}<p class="dim scale">{_safe(scale)}</p></div>'

    def _bars(self, what: str, rows: Sequence[tuple[str, int]]) -> str:
        most = max(games for _, games in rows)
        body = "\n".join(
            f'<tr><th scope="row">{_safe(name)}</th><td>{_bar(games / most)}</td>'
            f"<td>{games}</td></tr>"
            for name, games in rows
        )
        return _table("bars", [self._text(what), self._text("games-count")], body, pictures=(1,))

    def _section(self, name: str, content: str, **values: object) -> str:
        about = self._words.text(f"pages.almanac.{name}.about", **values)
        return f'<h2 id="{name}">{self._text(name)}</h2>\n<p>{_safe(about)}</p>\n{content}'

    def _school(self, school: str) -> str:
        name = _safe(self._words.text(f"school.{school}.name"))
        return f'<span class="school">{stone_svg("common", school)}{name}</span>'

    def _between(self, row: Row) -> str:
        low, high = self._decimal(100 * row["low"], 1), self._decimal(100 * row["high"], 1)
        text = self._words.text("pages.almanac.range", low=low, high=high)
        return _safe(self._words.text("pages.almanac.percent", n=text))

    def _percent(self, share: float, places: int = 1) -> str:
        number = self._decimal(100 * share, places)
        return self._words.text("pages.almanac.percent", n=number)

    def _decimal(self, number: float, places: int) -> str:
        whole, _, part = f"{number:.{places}f}".partition(".")
        return self._words.text("pages.almanac.decimal", whole=whole, part=part) if part else whole

    def _text(self, name: str) -> str:
        return _safe(self._words.text(f"pages.almanac.{name}"))


def _table(kind: str, heads: Sequence[str], body: str, pictures: Sequence[int]) -> str:
    """Return a table; the columns of the heads named by `pictures` begin with a picture."""
    two_columns = ' colspan="2"'
    head = "".join(
        f'<th scope="col"{two_columns if number in pictures else ""}>{text}</th>'
        for number, text in enumerate(heads)
    )
    return (
        f'<table class="figures {kind}"><thead><tr>{head}</tr></thead>\n'
        f"<tbody>{body}</tbody></table>"
    )


def _bar(part: float) -> str:
    return (
        '<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">'
        '<rect class="bar-rest" width="100" height="10"/>'
        f'<rect class="bar-part" width="{100 * part:.1f}" height="10"/></svg>'
    )


def _interval(row: Row, low: float, high: float) -> str:
    """Return a share as a mark on the line of its interval; the scale is from low to high."""
    start, mark, end, middle = (
        100 * (value - low) / (high - low)
        for value in (row["low"], row["share"], row["high"], _HALF)
    )
    return (
        '<svg class="interval" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">'
        '<rect class="bar-rest" width="100" height="10"/>'
        f'<rect class="interval-half" x="{middle - 0.4:.1f}" width=".8" height="10"/>'
        f'<rect class="interval-line" x="{start:.1f}" y="3.5" width="{end - start:.1f}" '
        'height="3"/>'
        f'<rect class="interval-mark" x="{mark - 1:.1f}" y="1" width="2" height="8"/></svg>'
    )


def _scale(rows: Sequence[Row]) -> tuple[float, float]:
    """Return the ends of a scale that holds all intervals and one half."""
    least = min([0.4, *(row["low"] for row in rows)])
    most = max([0.6, *(row["high"] for row in rows)])
    return math.floor(least * _SCALE_STEPS) / _SCALE_STEPS, math.ceil(most * _SCALE_STEPS) / (
        _SCALE_STEPS
    )


def _sum_of(rows: Sequence[Row]) -> Row:
    """Return one row for all sides of several rows."""
    sides, won = sum(row["sides"] for row in rows), sum(row["won"] for row in rows)
    low, high = wilson_interval(won, sides)
    return {"sides": sides, "won": won, "share": won / sides, "low": low, "high": high}


def _safe(text: str) -> str:
    return escape(text, quote=False)
