"""The dialog for games with someone far away: it draws, and passes the buttons on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from pyscript import document

from tashkalar.features.far import invitation_form
from tashkalar.features.far.page import qr_codes
from tashkalar.plain_text import clean_name
from tashkalar.position.ids import SeatNumber
from tashkalar.position.move import Message
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.views import Wording
from tashkalar.web.browser import dialogs
from tashkalar.web.browser.dom import DomNode, by_id
from tashkalar.web.browser.fault_text import write_faults
from tashkalar.web.browser.listeners import PageEvent, listen
from tashkalar.web.browser.tasks import start_task

_PARTS = ("far-form", "far-join", "far-send", "far-live", "far-paste", "far-choice")


class FarInputs(Protocol):
    """The receiver of what a person does in the dialog."""

    def make_invitation(self, fields: Mapping[str, str]) -> None:
        """Make the invitation of the form."""

    def join(self, seat: SeatNumber, name: str) -> None:
        """Take the seat in the game that the dialog shows."""

    def offer_seat(self, seat: SeatNumber) -> None:
        """Make the link of the invitation one for a seat; 0 for any."""

    def read_text(self, text: str) -> None:
        """Take over a message that was pasted."""

    def act(self, button: str) -> None:
        """Do what a button says; the name is the part of its id behind ``far-``."""


class FarDialog:
    """Shows one or more parts of the dialog."""

    def __init__(self, words: Catalogue, inputs: FarInputs) -> None:
        self._words = words
        self._inputs = inputs
        self._dialog = by_id("dlg-far")
        self._decide: Callable[[bool], None] | None = None  # gets the answer to a choice
        listen(self._dialog, "click", self._on_click)
        listen(self._dialog, "close", lambda _: qr_codes.stop_camera())
        seat = by_id("far-for-seat")
        listen(seat, "change", lambda _: inputs.offer_seat(SeatNumber(int(str(seat.value)))))
        listen(by_id("far-form"), "change", lambda _: self._show_seats())
        for id in ("far-form", "far-join", "far-paste"):
            listen(by_id(id), "submit", self._on_submit)

    @property
    def is_open(self) -> bool:
        """True while the dialog is open."""
        return bool(self._dialog.open)

    def close(self) -> None:
        """Close the dialog."""
        if self._dialog.open:
            self._dialog.close()

    def show_form(self, pack_schools: Sequence[str], name: str) -> None:
        """Show the form for an invitation and the field for a message; packs add schools.

        `name` is that of the person in another game.
        """
        fields = by_id("far-form").elements
        _propose(fields.namedItem("name"), name)
        games = [(game.id, game.name) for game in invitation_form.game_choices()]
        self._fill_select(fields.namedItem("game"), games)
        schools = invitation_form.school_choices(pack_schools)
        own, *others = invitation_form.DEFAULT_SCHOOLS
        self._fill_select(fields.namedItem("own"), schools, own)
        for number, school in enumerate(others, 1):
            self._fill_select(fields.namedItem(f"other-{number}"), schools, school)
            who = fields.namedItem(f"who-{number}")
            self._fill_select(who, invitation_form.player_choices())
        self._show_seats()
        self._show(Message("far.title"), Message("far.intro"), "far-form", "far-paste")

    def _show_seats(self) -> None:
        """Show the fields of as many other players as the chosen game has."""
        game = invitation_form.find_game(str(by_id("far-form").elements.namedItem("game").value))
        for number in range(1, invitation_form.MOST_OTHERS + 1):
            row = by_id(f"far-seat-{number}")
            row.toggleAttribute("hidden", number >= game.seats)
            label = self._words.translate(invitation_form.school_label(number, game))
            row.querySelector("span").textContent = label
            row.lastElementChild.toggleAttribute("hidden", game.seats == 2)
        sealed, can_seal = by_id("far-sealed"), invitation_form.can_seal(game)
        sealed.disabled = not can_seal
        sealed.checked = is_sealed = can_seal and bool(sealed.checked)
        about = "about" if is_sealed else "offer" if can_seal else "only"
        by_id("far-sealed-text").textContent = self._words.text(f"far.sealed.{about}")
        by_id("far-form-honor").toggleAttribute("hidden", is_sealed)

    def show_join(
        self,
        title: Message,
        text: Message,
        seats: Sequence[tuple[str, Wording]],
        honor: Message,
        signed: Message | None,
        *,
        name: str,
        joins: bool,
        can_watch: bool = True,
    ) -> None:
        """Offer seats of a game; with `joins` a seat is taken, otherwise played on.

        What is played on has no seat chosen before: it is that of somebody else on most devices.
        `name` is proposed to the person.
        """
        if not joins:
            seats = [("0", Message("far.seat.choose")), *seats]
        by_id("far-join-signed").textContent = self._words.translate(signed) if signed else ""
        form = by_id("far-join")
        _propose(form.elements.namedItem("name"), name)
        self._fill_select(form.elements.seat, seats)
        by_id("far-join-seat").toggleAttribute("hidden", len(seats) < 2)
        by_id("far-join-name").toggleAttribute("hidden", not joins)
        label = "far.join.accept" if joins else "far.join.resume"
        by_id("far-join-ok").textContent = self._words.text(label)
        by_id("far-join-ok").classList.toggle("primary", joins or not can_watch)
        by_id("far-watch").classList.toggle("primary", not joins)
        by_id("far-watch").classList.toggle("quiet", joins)
        by_id("far-watch").toggleAttribute("hidden", not can_watch)
        by_id("far-join-honor").textContent = self._words.translate(honor)
        self._show(title, text, "far-join")

    def show_message(
        self,
        title: Message,
        text: Message,
        *,
        can_share: bool,
        can_ask: bool,
        greetings: Sequence[tuple[str, Wording]],
        seats: Sequence[tuple[str, Wording]],
        signed: Message | None,
        can_change_seat: bool,
        recovery: str,
        can_begin_anew: bool,
        said: Sequence[Message],
        log: Sequence[Message],
        has_next: bool,
        can_end: bool,
    ) -> None:
        """Show a message to send, whose link is in the dialog, and the field for the answer."""
        by_id("far-for").toggleAttribute("hidden", not seats)
        if seats:
            self._fill_select(by_id("far-for-seat"), seats)
        by_id("far-greetings").toggleAttribute("hidden", not greetings)
        if greetings:
            self._fill_select(by_id("far-greeting"), greetings)
        by_id("far-share").toggleAttribute("hidden", not can_share)
        by_id("far-end").toggleAttribute("hidden", not can_end)
        by_id("far-next").toggleAttribute("hidden", not has_next)
        by_id("far-ask").toggleAttribute("hidden", not can_ask)
        by_id("far-seat").toggleAttribute("hidden", not can_change_seat)
        _fill_list(by_id("far-said"), map(self._words.translate, said))
        _fill_list(by_id("far-log").querySelector("ol"), map(self._words.translate, log))
        by_id("far-log").open = False
        by_id("far-anew").toggleAttribute("hidden", not can_begin_anew)
        by_id("far-keep").toggleAttribute("hidden", not recovery)
        by_id("far-keep").open = False
        by_id("far-keep-text").value = recovery
        by_id("far-signed").textContent = self._words.translate(signed) if signed else ""
        self._show(title, text, "far-send", "far-paste")

    def show_choice(
        self,
        title: Message,
        text: Message,
        points: Sequence[Message],
        labels: tuple[str, str],
        decide: Callable[[bool], None],
    ) -> None:
        """Show a question with two buttons; `decide` gets True for the first."""
        self._decide = decide
        _fill_list(by_id("far-points"), map(self._words.translate, points))
        for id, label in zip(("far-yes", "far-no"), labels, strict=True):
            by_id(id).textContent = self._words.text(label)
        self._show(title, text, "far-choice")
        self._dialog.classList.add("beside-board")  # the person decides about the board

    def show_live(self, *, shows_codes: bool) -> None:
        """Show the connections of this device, and the field for the code of another one."""
        parts = ("far-live", "far-paste") if shows_codes else ("far-live",)
        self._show(Message("live.title"), Message("live.intro"), *parts)

    @property
    def is_live_shown(self) -> bool:
        """True while the dialog shows connections."""
        return self.is_open and not by_id("far-live").hasAttribute("hidden")

    def show_error(self, message: Message) -> None:
        """Show what is wrong, below the fields."""
        write_faults(by_id("far-error"), (message,), self._words)

    def _show(self, title: Message, text: Message, *parts: str) -> None:
        self._dialog.classList.remove("beside-board")
        by_id("far-title").textContent = self._words.translate(title)
        by_id("far-text").textContent = self._words.translate(text)
        by_id("far-error").textContent = ""
        by_id("far-paste").elements.namedItem("text").value = ""
        for part in _PARTS:
            by_id(part).toggleAttribute("hidden", part not in parts)
        self._name_paste_field(for_code="far-live" in parts)
        qr_codes.stop_camera()
        dialogs.open_dialog(self._dialog)
        by_id("far-title").focus()
        if "far-paste" in parts:
            start_task(self._offer_camera())

    def _name_paste_field(self, *, for_code: bool) -> None:
        """Say whether a message is to be pasted, or the code of another device."""
        texts = ("live.paste", "live.connect") if for_code else ("far.paste", "far.paste.open")
        for id, text in zip(("far-paste-label", "far-paste-open"), texts, strict=True):
            by_id(id).textContent = self._words.text(text)
        for button in document.querySelectorAll("#far-open-file, #far-live-open"):
            button.toggleAttribute("hidden", for_code)

    async def _offer_camera(self) -> None:
        by_id("far-scan").toggleAttribute("hidden", not await qr_codes.has_camera())

    def _fill_select(
        self, select: DomNode, choices: Sequence[tuple[str, Wording]], chosen: str = ""
    ) -> None:
        options = []
        for value, label in choices:
            option = document.createElement("option")
            option.value = value
            option.textContent = self._words.translate(label)
            options.append(option)
        select.replaceChildren(*options)
        select.value = chosen or choices[0][0]

    def _on_submit(self, event: PageEvent) -> None:
        event.prevent_default()
        self.show_error_text("")
        form = event.target
        fields = _read_fields(form)
        if form.id == "far-form":
            self._inputs.make_invitation(fields)
        elif form.id == "far-join":
            self._inputs.join(SeatNumber(int(fields["seat"])), clean_name(fields["name"]))
        else:
            self._inputs.read_text(fields["text"])

    def show_error_text(self, text: str) -> None:
        """Show a text below the fields; "" for none."""
        by_id("far-error").textContent = text

    def _on_click(self, event: PageEvent) -> None:
        for id in ("far-link", "far-keep-text"):
            if event.closest(f"#{id}"):
                by_id(id).select()
        button = event.closest("button[id^='far-']")
        if not button or str(button.type) == "submit":
            return
        name = str(button.id).removeprefix("far-")
        if name in ("yes", "no"):
            decide, self._decide = self._decide, None
            self.close()
            if decide:
                decide(name == "yes")
        else:
            self._inputs.act(name)


def _propose(field: DomNode, text: str) -> None:
    """Fill an empty field."""
    if not str(field.value):
        field.value = text


def _fill_list(node: DomNode, texts: Iterable[str]) -> None:
    items = []
    for text in texts:
        item = document.createElement("li")
        item.textContent = text
        items.append(item)
    node.replaceChildren(*items)
    node.toggleAttribute("hidden", not items)


def _read_fields(form: Any) -> dict[str, str]:
    controls = form.querySelectorAll("input:checked, input.input, select, textarea")
    return {str(control.name): str(control.value) for control in controls}
