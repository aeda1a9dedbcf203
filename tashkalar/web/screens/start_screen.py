"""The start screen: the games to begin or to continue, the form for one, the saved games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pyscript import document

from tashkalar import Game
from tashkalar.position.ids import SeatNumber, seat_of
from tashkalar.position.move import Message
from tashkalar.ui.bots.computer_seats import BotLevels
from tashkalar.ui.session.pack_room import PackRoom
from tashkalar.ui.start import start_offer
from tashkalar.ui.start.new_game_form import (
    FormView,
    NewGameForm,
    NewGameOptions,
    SeatFieldsView,
    SecretChoiceView,
)
from tashkalar.ui.storage.save_entry import SaveRow
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.text.refusal import Refusal
from tashkalar.web.browser.dom import ClonedTemplate, KeyedList, by_id, clone_template
from tashkalar.web.browser.fault_text import write_faults
from tashkalar.web.browser.tasks import start_task
from tashkalar.web.play.level_choice import choose_level, chosen_level, offer_step

_PLAY_ID, _CONTINUE_ID = "arena-start", "continue-game"


class StartScreen:
    """Reads and draws the form for a new game; shows the list of saved games."""

    def __init__(self, words: Catalogue) -> None:
        self._words = words
        # Each draws what a feature shows here, and returns the id of the button to press first.
        self.offers: list[Callable[[], str]] = []
        # Each returns the level, or the step between two, that fits the person in a form, or "".
        self.level_offers: list[Callable[[str], str]] = []
        self._form = by_id("setup")
        self._setup = NewGameForm()
        self._saves: KeyedList[SaveRow] = KeyedList(
            by_id("saves-list"),
            lambda _: clone_template("tpl-save"),
            self._update_save_row,
            key=lambda row: row.id,
        )
        self._drawn_view: FormView | None = None
        self._suggested_level = start_offer.FIRST_LEVEL  # as in the HTML
        self._suggested_game = self._selected_game = NewGameOptions().game  # as in the HTML
        self._setup.update_fields(self._form_values())  # `offer_pack_schools` draws the form

    # -- form ----------------------------------------------------------------------------

    def update_form(self) -> None:
        """Read the form, and show only the fields that belong to its values."""
        self._setup.update_fields(self._form_values())
        self._draw_form()

    def create_game(self) -> Game | None:
        """Return the game that the form describes; None while schools are chosen in secret.

        Refusal if there cannot be such a game.
        """
        self._setup.update_fields(self._form_values())
        before = self._setup.view.secret
        try:
            return self._setup.create_game(self._words)
        finally:
            self._draw_form()
            if self._setup.view.secret not in (None, before):
                by_id("setup-cover-title").focus()

    def show_error(self, message: Message | None) -> None:
        """Show an error below the form, and open the form to let the person correct it."""
        if message:
            self._show_form(is_shown=True)
        write_faults(by_id("setup-error"), (message,) if message else (), self._words)

    @property
    def schools(self) -> tuple[str, ...]:
        """The schools chosen in the form, now or in secret."""
        self._setup.update_fields(self._form_values())
        return self._setup.schools

    @property
    def bots(self) -> BotLevels:
        """The computer players of the game of the form."""
        return self._setup.bots

    def leave_secret_choice(self) -> None:
        """Cancel the secret choice and show the whole form."""
        self._setup.cancel_secret_choice()
        self._draw_form()

    def _form_values(self) -> dict[str, str]:
        """Return the form's values by field name; unlike `FormData`, include disabled fields."""
        controls = self._form.querySelectorAll("input:checked, input.input, select")
        return {str(control.name): str(control.value) for control in controls}

    def _draw_form(self) -> None:
        view = self._setup.view
        self._form.setAttribute("data-form", view.game)
        self._form.setAttribute("data-choosing", view.choosing)
        by_id("levels").setAttribute("data-form", view.game)
        self._form.toggleAttribute("data-teams", view.has_teams)
        by_id("setup-options").toggleAttribute("hidden", not view.has_options)
        _set_visible("#setup .option-players", view.can_choose_player_count)
        _set_visible("#setup .option-teams", view.can_team)
        for node in document.querySelectorAll("#setup .seat-who"):
            node.toggleAttribute("hidden", not _seat_fields(view, node).is_shown)
        for node in document.querySelectorAll("#setup .seat-setup"):
            self._draw_schools(node, view)
        self._draw_secret(view.secret)
        # The HTML contains the usual label of the button, in the language of the page.
        if view.secret or (self._drawn_view and self._drawn_view.secret):
            by_id("setup-start").textContent = self._words.translate(view.button_label)
        if view.secret:
            self._show_form(is_shown=True)
        by_id("setup-plan").textContent = self._words.translate(
            start_offer.plan_message(self._setup.options)
        )
        self._drawn_view = view

    def _draw_schools(self, place: Any, view: FormView) -> None:
        """Draw the schools of a seat: its own, and those that other seats have."""
        fields = _seat_fields(view, place)
        place.toggleAttribute("hidden", not (fields.is_shown and fields.is_choosing))
        place.querySelector(".schools").toggleAttribute("inert", fields.is_fixed)
        for box in place.querySelectorAll("input"):
            school, label = str(box.value), box.closest(".school")
            is_unavailable = school not in fields.school_choices
            label.toggleAttribute("hidden", is_unavailable)
            box.disabled = fields.is_fixed or is_unavailable
            box.checked = school == fields.chosen_school
            if owner := fields.owners.get(school):
                label.setAttribute("data-taken", str(owner))
                message = Message("setup.taken", {"who": view.seats[seat_of(owner)].name})
                box.title = self._words.translate(message)
            else:
                label.removeAttribute("data-taken")
                box.removeAttribute("title")

    def _draw_secret(self, secret: SecretChoiceView | None) -> None:
        by_id("setup-cover").toggleAttribute("hidden", secret is None)
        by_id("setup-back").toggleAttribute("hidden", secret is None)
        if secret is None:
            self._form.removeAttribute("data-secret")
            return
        self._form.setAttribute("data-secret", secret.step)
        by_id("setup-cover-title").textContent = self._words.translate(secret.title)
        by_id("setup-cover-text").textContent = self._words.translate(secret.text)

    def offer_pack_schools(self, packs: Sequence[str]) -> None:
        """Offer the schools of packs besides those of the game."""
        for group in document.querySelectorAll("#setup .schools"):
            for label in group.querySelectorAll("[data-pack]"):
                label.remove()
            for school in packs:
                group.appendChild(self._create_pack_label(group, school))
        self._setup.set_pack_schools(packs)
        self._draw_form()

    def _create_pack_label(self, group: Any, school: str) -> Any:
        """Return the label of a pack's school: a copy of another one with its name and sigil."""
        label = group.querySelector(".school").cloneNode(True)
        label.setAttribute("data-pack", "")
        label.setAttribute("data-school", school)
        box = label.querySelector("input")
        box.removeAttribute("checked")
        box.value = school
        label.querySelector("small").remove()  # packs do not describe their schools
        label.querySelector(".stone").setAttribute("data-school", school)
        label.querySelector(".sigil").setAttribute("href", f"#sigil-{school}")
        text = label.querySelector("[data-i18n]")
        text.setAttribute("data-i18n", f"page.school.{school}")
        text.textContent = self._words.text(f"page.school.{school}")
        return label

    # -- start of a game -----------------------------------------------------------------

    def open_form(self, *, against_computer: bool) -> None:
        """Show the form in the place of the home, for computer players or only for people."""
        self._select_game(self._suggested_game if against_computer else NewGameOptions().game)
        self._fill_in_level(chosen_level() if against_computer else "")
        self._show_form(is_shown=True)
        by_id("setup-title").focus()
        by_id("setup-title").scrollIntoView()

    def close_form(self) -> None:
        """Show the home again; the values of the form stay."""
        self._show_form(is_shown=False)
        self._select_game(self._suggested_game)

    def _show_form(self, *, is_shown: bool) -> None:
        self._form.toggleAttribute("hidden", not is_shown)
        document.body.toggleAttribute("data-setup", is_shown)

    def _select_game(self, game: str) -> None:
        """Select a form or preset, unless the person has selected another one."""
        if self._setup.options.game == self._selected_game != game:
            self._selected_game = game
            self._form.querySelector(f'[name="form"][value="{game}"]').checked = True
            self.update_form()

    def fill_in_computer_players(self) -> None:
        """Set the first player to a person and all others to the chosen level."""
        self._fill_in_level(chosen_level())

    def _fill_in_level(self, level: str) -> None:
        self._fill_in_players(self._setup.fields_against_bots(level))

    def _fill_in_players(self, players: Mapping[str, str]) -> None:
        """Set the fields with these names to the given levels."""
        for name, level in players.items():
            self._form.querySelector(f'[name="{name}"]').value = level
        self.update_form()

    def show_start_offer(self, going: start_offer.ContinueView | None, *, has_played: bool) -> None:
        """Show what features offer, the game to continue, and which button comes first."""
        self._suggested_game = start_offer.suggested_game(has_played=has_played)
        if self._form.hasAttribute("hidden"):
            self._select_game(self._suggested_game)
        self._select_level(has_played=has_played)
        offered = next(filter(None, [offer() for offer in self.offers]), "")
        learns_first = bool(offered) and not has_played
        primary = _CONTINUE_ID if going else offered if learns_first else _PLAY_ID
        by_id("continue").toggleAttribute("hidden", going is None)
        document.body.toggleAttribute("data-going", going is not None)
        if going:
            by_id("continue-name").textContent = self._words.translate(going.name)
            by_id("continue-detail").textContent = self._words.translate(going.detail)
            by_id("continue-game").setAttribute("data-continue", going.id)
        for button in by_id("start").querySelectorAll("button[data-primary]"):
            button.removeAttribute("data-primary")
        by_id(primary).toggleAttribute("data-primary", True)

    def _select_level(self, *, has_played: bool) -> None:
        """Offer the level that fits; select it unless the person has selected another one."""
        form = start_offer.form_of(self._setup.options.game)
        fitting = next(filter(None, [offer(form) for offer in self.level_offers]), "")
        level = fitting or start_offer.suggested_level(has_played=has_played)
        is_suggested = chosen_level() == self._suggested_level
        offer_step(fitting, self._words)
        if is_suggested:
            choose_level(level)
        self._suggested_level = level

    # -- saved games ---------------------------------------------------------------------

    def show_saves(self, rows: list[SaveRow]) -> None:
        """Show the saved games, newest first."""
        by_id("saves").toggleAttribute("data-empty", not rows)
        self._saves.show(rows, rewrite_all=True)

    def _update_save_row(self, parts: ClonedTemplate, row: SaveRow) -> None:
        parts.root.set_attribute("data-save", row.id)
        parts.set_text("name", self._words.translate(row.name))
        parts.set_text("detail", self._words.translate(row.detail))
        parts.set_text("opening", self._words.text(row.opening_text))
        button = parts.root.node.querySelector('[data-save-action="continue"]')
        button.disabled = not row.can_open
        parts.root.node.querySelector('[data-save-action="delete"]').disabled = not row.can_delete
        for action, fits in (("review", row.can_review), ("send", row.can_send)):
            for button in parts.root.node.querySelectorAll(f'[data-save-action="{action}"]'):
                button.toggleAttribute("hidden", not fits)


class NewGameStarter:
    """Starts the game of the form.

    It prepares the packs of the schools, shows errors in the form, and passes the game to `begun`.
    """

    def __init__(
        self,
        words: Catalogue,
        start: StartScreen,
        packs: PackRoom,
        begun: Callable[[Game, BotLevels], None],
    ) -> None:
        self._words = words
        self._start_screen = start
        self._packs = packs
        self._start_game = begun

    def begin(self) -> None:
        """Start the game as soon as the packs of its schools are ready."""
        schools = " ".join(self._start_screen.schools)
        if self._packs.needs_packs(schools):
            start_task(self._begin_with_packs(schools))
        else:
            self._begin()

    def begin_against_computer(self) -> None:
        """Start the game against computer players of the chosen level."""
        self._start_screen.fill_in_computer_players()
        self.begin()

    async def _begin_with_packs(self, schools: str) -> None:
        self._start_screen.show_error(Message("packs.working.reading"))
        if await self._packs.prepare_packs(schools):
            self._begin()
        else:
            self._start_screen.show_error(None)

    def _begin(self) -> None:
        try:
            game = self._start_screen.create_game()
        except Refusal as refused:
            self._start_screen.show_error(refused.message)
            return
        self._start_screen.show_error(None)
        if game is not None:
            self._start_game(game, self._start_screen.bots)

    def leave_secret_choice(self) -> None:
        """Cancel the secret choice of schools."""
        self._start_screen.show_error(None)
        self._start_screen.leave_secret_choice()
        by_id("setup-start").focus()


def _seat_fields(view: FormView, place: Any) -> SeatFieldsView:
    """Return the fields of the seat that a part of the form is about."""
    return view.seats[seat_of(SeatNumber(int(place.dataset.seat)))]


def _set_visible(selector: str, shown: bool) -> None:
    document.querySelector(selector).toggleAttribute("hidden", not shown)
