"""The start screen: what to play, and the saved games."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, NamedTuple

from pyscript import document, window

from tashkalar import Game, cards, new_game
from tashkalar.position import rng
from tashkalar.position.move import Message
from tashkalar.rules.deal import FIRST_GAME_OPTIONS, FIRST_GAME_SCHOOLS
from tashkalar.ui.i18n import Catalogue
from tashkalar.web.dom import KeyedList, Parts, by_id, clone

EXPANSIONS = ("everfrost", "nethervoid", "etherweave")
BASE = tuple(school for school in cards.SCHOOLS if school not in EXPANSIONS)


class SaveRow(NamedTuple):
    """A saved game in the list."""

    id: str
    name: str
    detail: str
    playable: bool
    elsewhere: bool  # another tab has it on its table


class Refused(Exception):
    """What the form describes cannot be played; the message says why."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.id)
        self.message = message


class Wish(NamedTuple):
    """What the form says."""

    form: str
    seats: int
    teams: bool
    expansions: bool
    choosing: str  # players, random, ban or secret
    names: tuple[str, ...]
    schools: tuple[str, ...]  # chosen, or banned; empty where none is

    @property
    def pool(self) -> tuple[str, ...]:
        """The schools that take part."""
        return BASE + EXPANSIONS if self.expansions else BASE


class StartScreen:
    """Reads the form for a new game; shows the list of saved ones."""

    def __init__(self) -> None:
        self._form = by_id("setup")
        self._saves: KeyedList[SaveRow] = KeyedList(
            by_id("saves-list"), lambda _: clone("tpl-save"), self._row, key=lambda row: row.id
        )
        self._packs: tuple[str, ...] = ()  # the schools of packs
        self._picks: list[str] | None = None  # schools chosen in secret so far
        self._covered = False  # the next player has not come to the screen yet
        self.follow_form()

    def game(self, words: Catalogue) -> Game | None:
        """The game that the form describes, None while schools are being chosen in secret.

        Refused or ValueError when it cannot be.
        """
        wish = self._wish()
        if wish.form == "first-game":
            return new_game(
                "high-form", FIRST_GAME_SCHOOLS, names=wish.names, options=FIRST_GAME_OPTIONS
            )
        schools = wish.schools
        if wish.choosing == "random":
            schools = drawn(wish.pool, wish.seats)
        elif wish.choosing == "ban":
            schools = drawn([s for s in wish.pool if s not in wish.schools], wish.seats)
        elif wish.choosing == "secret":
            new_game(wish.form, wish.pool[: wish.seats], teams=wish.teams, names=wish.names)
            found = self._secret_step(wish, words)
            if found is None:
                return None
            schools = found
        for school in schools:
            if schools.count(school) > 1:
                name = Message(f"page.school.{school}")
                raise Refused(Message("setup.same-school", {"school": name}))
        names = team_names(schools, wish.names, words) if wish.teams else wish.names
        game = new_game(wish.form, schools, teams=wish.teams, names=names)
        return game

    def _wish(self) -> Wish:
        chosen = window.FormData.new(self._form)
        form = str(chosen.get("form"))
        teams = form in ("high-form", "duel") and chosen.get("teams") == "1"
        seats = int(str(chosen.get("players"))) if form == "melee" else 4 if teams else 2
        every = range(1, seats + 1)
        return Wish(
            form=form,
            seats=seats,
            teams=teams,
            expansions=chosen.get("expansions") == "1",
            choosing="players" if form == "first-game" else str(chosen.get("choosing")),
            names=tuple(str(chosen.get(f"name-{seat}") or "").strip() for seat in every),
            schools=tuple(str(chosen.get(f"school-{seat}") or "") for seat in every),
        )

    def error(self, text: str) -> None:
        """Say what is wrong with the form."""
        by_id("setup-error").textContent = text

    def follow_form(self) -> None:
        """Show what belongs to the form chosen, and keep apart what does not go together."""
        if self._picks is not None:
            return  # one player is choosing in secret: nothing else shows
        wish = self._wish()
        first = wish.form == "first-game"
        self._form.setAttribute("data-form", wish.form)
        self._form.setAttribute("data-choosing", wish.choosing)
        self._form.toggleAttribute("data-teams", wish.teams)
        by_id("setup-options").toggleAttribute("hidden", first)
        _show("#setup .option-players", wish.form == "melee")
        _show("#setup .option-teams", wish.form in ("high-form", "duel"))
        by_choice = wish.choosing in ("players", "ban")
        for place in document.querySelectorAll("#setup .seat-setup"):
            seat = int(place.dataset.seat)
            place.toggleAttribute("hidden", seat > wish.seats)
            group = place.querySelector(".schools")
            group.toggleAttribute("hidden", not by_choice)
            group.toggleAttribute("inert", first)
            place.querySelector(".ban-label").toggleAttribute("hidden", wish.choosing != "ban")
            for box in group.querySelectorAll("input"):
                outside = box.value not in self._choices(wish)
                box.closest(".school").toggleAttribute("hidden", outside)
                box.disabled = first or outside
        if not first:
            self._replace_missing(wish)
        taken = self._wish().schools
        for box in document.querySelectorAll('#setup input[name^="school-"]'):
            seat = int(box.name[-1])
            others = taken[: seat - 1] + taken[seat:]
            clash = wish.choosing == "players" and seat <= wish.seats and box.value in others
            box.closest(".school").toggleAttribute("data-taken", clash)

    @property
    def schools(self) -> tuple[str, ...]:
        """The schools that are chosen in the form now, and those chosen in secret before."""
        return (*self._wish().schools, *(self._picks or ()))

    def show_packs(self, packs: Sequence[str], words: Catalogue) -> None:
        """Offer the schools of packs beside those of the game."""
        self._packs = tuple(packs)
        for group in document.querySelectorAll("#setup .schools"):
            chosen = group.querySelector("[data-pack] input:checked")
            id = chosen.value if chosen else None
            for label in group.querySelectorAll("[data-pack]"):
                label.remove()
            for school in packs:
                label = group.querySelector(".school").cloneNode(True)
                box = label.querySelector("input")
                label.setAttribute("data-pack", "")
                label.setAttribute("data-school", school)
                label.removeAttribute("data-taken")
                box.removeAttribute("checked")
                box.value = school
                box.checked = school == id
                label.querySelector(".stone").setAttribute("data-school", school)
                label.querySelector(".sigil").setAttribute("href", f"#sigil-{school}")
                text = label.querySelector("[data-i18n]")
                text.setAttribute("data-i18n", f"page.school.{school}")
                text.textContent = words.text(f"page.school.{school}")
                group.appendChild(label)
            if id and id not in packs:  # the one that was chosen is gone
                group.querySelector("input").checked = True
        self.follow_form()

    def _choices(self, wish: Wish) -> tuple[str, ...]:
        """The schools a person can choose now; nobody draws a pack by lot."""
        return wish.pool + self._packs if wish.choosing in ("players", "secret") else wish.pool

    def _replace_missing(self, wish: Wish) -> None:
        """A seat whose school is an expansion that was switched off gets another one."""
        chosen: dict[int, Any] = {
            int(box.name[-1]): box
            for box in document.querySelectorAll('#setup input[name^="school-"]:checked')
        }
        choices = self._choices(wish)
        used = {box.value for box in chosen.values() if box.value in choices}
        for seat, box in sorted(chosen.items()):
            if box.value not in choices:
                free = next(s for s in (*wish.pool, wish.pool[0]) if s not in used)
                used.add(free)
                _box(seat, free).checked = True

    # -- choosing in secret --------------------------------------------------------------

    def _secret_step(self, wish: Wish, words: Catalogue) -> tuple[str, ...] | None:
        """One step further: the next cover, the next choice; all schools when it is done."""
        if self._picks is None:
            self._picks, self._covered = [], True
        elif self._covered:
            self._covered = False
        else:
            school = wish.schools[len(self._picks)]
            if not school:
                raise Refused(Message("setup.secret.none"))
            self._picks.append(school)
            self._covered = True
            if len(self._picks) == wish.seats:
                picks = tuple(self._picks)
                if len(set(picks)) == wish.seats:
                    return picks
                self._picks = []
                self._show_secret(wish, words)
                raise Refused(Message("setup.secret.clash"))
        self._show_secret(wish, words)
        return None

    def _show_secret(self, wish: Wish, words: Catalogue) -> None:
        """The cover, or the schools for the one player who is to choose."""
        assert self._picks is not None
        seat = len(self._picks) + 1
        who = wish.names[seat - 1] or words.text("setup.player", n=seat)
        step = "cover" if self._covered else "pick"
        self._form.setAttribute("data-secret", step)
        by_id("setup-cover").toggleAttribute("hidden", False)
        by_id("setup-back").toggleAttribute("hidden", False)
        by_id("setup-cover-title").textContent = words.text(f"setup.secret.{step}", who=who)
        by_id("setup-cover-text").textContent = words.text(f"setup.secret.{step}.text")
        button = "open" if self._covered else "keep"
        by_id("setup-start").textContent = words.text(f"setup.secret.{button}", who=who)
        for place in document.querySelectorAll("#setup .seat-setup"):
            shown = not self._covered and int(place.dataset.seat) == seat
            place.toggleAttribute("hidden", not shown)
            place.querySelector(".schools").toggleAttribute("hidden", not shown)
            if self._covered:
                for box in place.querySelectorAll(".schools input"):
                    box.checked = False  # nothing of what was chosen stays on the page
        by_id("setup-cover-title").focus()

    def leave_secret(self, words: Catalogue | None = None) -> None:
        """Show the whole form again."""
        if self._picks is None:
            return
        self._picks = None
        self._form.removeAttribute("data-secret")
        by_id("setup-cover").toggleAttribute("hidden", True)
        by_id("setup-back").toggleAttribute("hidden", True)
        if words:
            by_id("setup-start").textContent = words.text("page.setup.start")
        for seat, school in enumerate(BASE, 1):
            _box(seat, school).checked = True
        self.follow_form()

    # -- saved games ---------------------------------------------------------------------

    def show_saves(self, rows: list[SaveRow]) -> None:
        """Show the saved games, newest first."""
        by_id("saves").toggleAttribute("hidden", False)
        by_id("saves").toggleAttribute("data-empty", not rows)
        self._saves.show(rows, afresh=True)

    def _row(self, parts: Parts, row: SaveRow) -> None:
        parts.root.attribute("data-save", row.id)
        parts.text("name", row.name)
        parts.text("detail", row.detail)
        button = parts.root.node.querySelector('[data-save-action="continue"]')
        button.disabled = not row.playable
        # The other tab would save it again with its next decision.
        parts.root.node.querySelector('[data-save-action="delete"]').disabled = row.elsewhere


def drawn(pool: Sequence[str], seats: int) -> tuple[str, ...]:
    """A school for every seat, by lot; Refused when there are too few."""
    if len(pool) < seats:
        raise Refused(Message("setup.too-few"))
    _, order = rng.shuffled(rng.seeded(os.urandom(8).hex()), list(pool))
    return tuple(order[:seats])


def team_names(schools: Sequence[str], names: Sequence[str], words: Catalogue) -> tuple[str, ...]:
    """Names for a team game: teammates share a colour, so that alone names neither."""
    colours = [words.text(f"school.{school}.colour") for school in schools[:2]]
    return tuple(name or f"{colours[seat % 2]} {seat // 2 + 1}" for seat, name in enumerate(names))


def _show(selector: str, shown: bool) -> None:
    document.querySelector(selector).toggleAttribute("hidden", not shown)


def _box(seat: int, school: str) -> Any:
    return document.querySelector(f'#setup input[name="school-{seat}"][value="{school}"]')
