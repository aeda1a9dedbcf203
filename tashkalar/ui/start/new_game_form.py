"""The form for a new game: its values, its visible fields, and the game that it describes.

The browser layer passes the fields by name, as filled in, and draws the `FormView`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from tashkalar import Game, new_game
from tashkalar.bots import PLANNING_LEVELS
from tashkalar.bots.steps import read_step
from tashkalar.cards.schools import built_in_schools
from tashkalar.plain_text import clean_name, describe_sign, find_unsafe_sign, looks_empty
from tashkalar.position.ids import Seat, SeatNumber, seat_number, seat_numbers
from tashkalar.position.move import Message
from tashkalar.rules.forms import FORMS
from tashkalar.rules.presets import PRESETS
from tashkalar.ui.bots.bot_names import fill_in_level_names
from tashkalar.ui.start import game_choices
from tashkalar.ui.start.game_choices import BASE_GAME_SCHOOLS
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.text.refusal import Refusal

MAX_SEATS = 4  # the number of seats in the form
BY_PLAYERS, BY_LOT, BY_BAN, IN_SECRET = CHOOSING_MODES = ("players", "random", "ban", "secret")
"""The ways of choosing the schools."""


class NewGameOptions(NamedTuple):
    """The values of the form."""

    game: str = next(iter(FORMS))  # a form or a preset
    player_count: int = 3  # used if the form of the game allows that number
    has_teams: bool = False
    has_expansions: bool = False
    choosing: str = BY_PLAYERS
    names: tuple[str, ...] = ("",) * MAX_SEATS
    bots: tuple[str, ...] = ("",) * MAX_SEATS  # the level of each seat that the computer plays
    schools: tuple[str, ...] = BASE_GAME_SCHOOLS[:MAX_SEATS]  # chosen or banned; "" for none

    @classmethod
    def from_fields(cls, fields: Mapping[str, str]) -> NewGameOptions:
        """Read the fields of the form; an unticked checkbox is missing among them."""
        game = fields["form"]
        seats = seat_numbers(MAX_SEATS)
        return cls(
            game=game,
            player_count=int(fields["players"]),
            has_teams=game_choices.can_team(game) and fields.get("teams") == "1",
            has_expansions=fields.get("expansions") == "1",
            choosing=BY_PLAYERS if game in PRESETS else fields["choosing"],
            names=tuple(clean_name(fields.get(f"name-{seat}", "")) for seat in seats),
            bots=tuple(_valid_level(fields.get(f"player-{seat}", "")) for seat in seats),
            schools=tuple(fields.get(f"school-{seat}", "") for seat in seats),
        )

    @property
    def seat_count(self) -> int:
        """The number of seats."""
        sizes = game_choices.player_counts(self.game)
        return (
            4 if self.has_teams else self.player_count if self.player_count in sizes else sizes[0]
        )

    @property
    def school_pool(self) -> tuple[str, ...]:
        """The schools that can be drawn: those of the base game, and the expansions if ticked."""
        return built_in_schools(expansions=self.has_expansions)


class SeatFieldsView(NamedTuple):
    """The fields of one seat in the form."""

    name: Message | str
    is_shown: bool
    is_choosing: bool  # a school can be chosen, or banned
    is_fixed: bool  # the school is shown but cannot be changed
    school_choices: tuple[str, ...]
    chosen_school: str  # empty for none
    owners: dict[str, SeatNumber]  # of schools that other seats have


class SecretChoiceView(NamedTuple):
    """A step of the secret choice of schools: the device is passed on, or a player chooses."""

    step: str  # "cover" or "pick"
    title: Message
    text: Message


class FormView(NamedTuple):
    """The visible state of the form."""

    game: str
    choosing: str
    has_teams: bool
    has_options: bool  # a preset has none
    can_choose_player_count: bool
    can_team: bool
    seats: tuple[SeatFieldsView, ...]
    secret: SecretChoiceView | None
    button_label: Message


class NewGameForm:
    """The form on the start screen, and the state of the secret choice of schools."""

    def __init__(self, seed: Callable[[], str] = game_choices.random_seed) -> None:
        self._seed = seed
        self._pack_schools: tuple[str, ...] = ()
        self._secret_picks: tuple[str, ...] | None = None  # schools chosen in secret so far
        self._is_covered = False  # the next player has not uncovered the form yet
        self.options = NewGameOptions()

    def update_fields(self, fields: Mapping[str, str]) -> None:
        """Take over the current values of the fields."""
        before, options = self.options, NewGameOptions.from_fields(fields)
        if before.game in PRESETS or options.game in PRESETS:
            # The schools of a preset are not the person's choice.
            options = options._replace(schools=before.schools)
        self.options = self._replace_unavailable_schools(options)

    def set_pack_schools(self, packs: Sequence[str]) -> None:
        """Offer the schools of packs besides those of the game."""
        self._pack_schools = tuple(packs)
        self.options = self._replace_unavailable_schools(self.options)

    @property
    def schools(self) -> tuple[str, ...]:
        """All schools that the game may have, as far as they are known."""
        return (
            *self._chosen_schools(self.options)[: self.options.seat_count],
            *(self._secret_picks or ()),
        )

    def _chosen_schools(self, options: NewGameOptions) -> tuple[str, ...]:
        if options.game in PRESETS:
            return PRESETS[options.game].schools + options.schools[options.seat_count :]
        return options.schools

    def _school_choices(self, options: NewGameOptions) -> tuple[str, ...]:
        """Return the schools a person can choose; schools of packs are never drawn or banned."""
        return (
            options.school_pool + self._pack_schools
            if options.choosing in (BY_PLAYERS, IN_SECRET)
            else options.school_pool
        )

    def _replace_unavailable_schools(self, options: NewGameOptions) -> NewGameOptions:
        """Return the options with unavailable schools replaced.

        While schools are chosen in secret, the choice becomes empty instead.
        """
        choices = self._school_choices(options)
        used = {school for school in options.schools if school in choices}
        fitting: list[str] = []
        for school in options.schools:
            if school and school not in choices:
                in_secret = self._secret_picks is not None
                free = next(
                    s for s in (*options.school_pool, options.school_pool[0]) if s not in used
                )
                school = "" if in_secret else free
                used.add(school)
            fitting.append(school)
        return options._replace(schools=tuple(fitting))

    # -- view ----------------------------------------------------------------------------

    @property
    def view(self) -> FormView:
        """The current `FormView`."""
        options = self.options
        preset = options.game in PRESETS
        return FormView(
            game=options.game,
            choosing=options.choosing,
            has_teams=options.has_teams,
            has_options=not preset,
            can_choose_player_count=len(game_choices.player_counts(options.game)) > 1,
            can_team=game_choices.can_team(options.game),
            seats=tuple(self._seat_view(seat) for seat in range(MAX_SEATS)),
            secret=self._secret_view(),
            button_label=self._button_label(),
        )

    def _seat_view(self, seat: int) -> SeatFieldsView:
        """Return the fields of a seat, from 0."""
        options, chosen = self.options, self._chosen_schools(self.options)
        is_fixed = options.game in PRESETS
        is_shown, is_choosing = seat < options.seat_count, options.choosing in (BY_PLAYERS, BY_BAN)
        if self._secret_picks is not None:
            is_shown = is_choosing = not self._is_covered and seat == len(self._secret_picks)
        avoids_duplicates = is_shown and not is_fixed and options.choosing == BY_PLAYERS
        others = [other for other in range(options.seat_count) if other != seat]
        return SeatFieldsView(
            name=self._seat_name(seat),
            is_shown=is_shown,
            is_choosing=is_choosing,
            is_fixed=is_fixed,
            school_choices=(chosen[seat],) if is_fixed else self._school_choices(options),
            chosen_school=chosen[seat],
            owners={chosen[other]: seat_number(Seat(other)) for other in others}
            if avoids_duplicates
            else {},
        )

    def _seat_name(self, seat: int) -> Message | str:
        """Return what the person calls the player of a seat, from 0, or "Player 1"."""
        return self.options.names[seat] or Message("setup.player", {"n": seat_number(Seat(seat))})

    def _next_picker(self) -> Message | str:
        """Return the name of the next player to choose in secret."""
        return self._seat_name(len(self._secret_picks or ()))

    def _secret_view(self) -> SecretChoiceView | None:
        if self._secret_picks is None:
            return None
        step = "cover" if self._is_covered else "pick"
        title = Message(f"setup.secret.{step}", {"who": self._next_picker()})
        return SecretChoiceView(step, title, Message(f"setup.secret.{step}.text"))

    def _button_label(self) -> Message:
        if self._secret_picks is None:
            return Message("page.setup.start")
        step = "open" if self._is_covered else "keep"
        return Message(f"setup.secret.{step}", {"who": self._next_picker()})

    # -- the game ------------------------------------------------------------------------

    def create_game(self, words: Catalogue) -> Game | None:
        """Return the game that the form describes; None while schools are being chosen in secret.

        Refusal, with a message for the person, if there cannot be such a game.
        """
        options = self.options
        names = fill_in_level_names(options.names[: options.seat_count], self.bots, words)
        try:
            if options.game in PRESETS:
                preset = PRESETS[options.game]
                return new_game(preset.form, preset.schools, names=names, options=preset.options)
            schools = self._schools_of_game()
            if schools is None:
                return None
            _check_different(schools)
            if options.has_teams:
                names = game_choices.team_names(schools, names, words)
            game = new_game(options.game, schools, teams=options.has_teams, names=names)
        except ValueError as error:
            raise Refusal(_error_message(error, names)) from None
        self.cancel_secret_choice()
        return game

    def fields_against_bots(self, level: str) -> dict[str, str]:
        """Return the values of the player fields for a person against computer players of a level.

        With an empty level only people play. The keys are names of the form's fields.
        """
        return {f"player-{seat}": level if seat > 1 else "" for seat in seat_numbers(MAX_SEATS)}

    @property
    def bots(self) -> dict[SeatNumber, str]:
        """The levels of the computer players, by seat."""
        levels = self.options.bots[: self.options.seat_count]
        return {seat_number(Seat(seat)): level for seat, level in enumerate(levels) if level}

    def _schools_of_game(self) -> tuple[str, ...] | None:
        """Return the schools, chosen or drawn; None while the secret choice is going on."""
        options = self.options
        chosen = options.schools[: options.seat_count]
        if options.choosing == BY_LOT:
            return game_choices.draw_schools(options.school_pool, options.seat_count, self._seed)
        if options.choosing == BY_BAN:
            unbanned = [school for school in options.school_pool if school not in chosen]
            return game_choices.draw_schools(unbanned, options.seat_count, self._seed)
        return self._advance_secret_choice() if options.choosing == IN_SECRET else chosen

    # -- choosing in secret --------------------------------------------------------------

    def _advance_secret_choice(self) -> tuple[str, ...] | None:
        """Go one step further in the secret choice: the next cover, or the next choice.

        Return all schools when the choice is complete, else None.
        """
        options = self.options
        if self._secret_picks is None:
            # Report all other errors before anybody chooses.
            names = options.names[: options.seat_count]
            new_game(
                options.game,
                options.school_pool[: options.seat_count],
                teams=options.has_teams,
                names=names,
            )
            self._cover_picks(self._add_bot_picks(()))
        elif self._is_covered:
            self._is_covered = False
        else:
            return self._add_secret_pick(self._secret_picks)
        return None

    def _add_secret_pick(self, picks: tuple[str, ...]) -> tuple[str, ...] | None:
        school = self.options.schools[len(picks)]
        if not school:
            raise Refusal(Message("setup.secret.none"))
        picks = self._add_bot_picks((*picks, school))
        if len(picks) < self.options.seat_count:
            self._cover_picks(picks)
            return None
        if len(set(picks)) < len(picks):
            self._cover_picks(self._add_bot_picks(()))
            raise Refusal(Message("setup.secret.clash"))
        return picks

    def _add_bot_picks(self, picks: tuple[str, ...]) -> tuple[str, ...]:
        """Return the picks and random ones for the computer players who are next."""
        while len(picks) < self.options.seat_count and self.options.bots[len(picks)]:
            free_schools = [school for school in self.options.school_pool if school not in picks]
            picks += game_choices.draw_schools(free_schools, 1, self._seed)
        return picks

    def _cover_picks(self, picks: tuple[str, ...]) -> None:
        """Hide the picks until the next player uncovers the form."""
        self._secret_picks, self._is_covered = picks, True
        self.options = self.options._replace(schools=("",) * MAX_SEATS)

    def cancel_secret_choice(self) -> None:
        """Show the whole form again and forget all secret picks."""
        if self._secret_picks is not None:
            self._secret_picks = None
            self.options = self.options._replace(schools=BASE_GAME_SCHOOLS[:MAX_SEATS])


def _valid_level(text: str) -> str:
    return text if text in PLANNING_LEVELS or read_step(text) else ""


def _check_different(schools: Sequence[str]) -> None:
    for school in schools:
        if schools.count(school) > 1:
            name = Message(f"page.school.{school}")
            raise Refusal(Message("setup.same-school", {"school": name}))


def _error_message(error: ValueError, names: Sequence[str]) -> Message:
    """Return the engine's objection to a game as a message for the person with the form."""
    argument, _, reason = str(error).partition(": ")
    if argument.startswith("names"):
        for name in names:
            if sign := find_unsafe_sign(name) or (name[:1] if looks_empty(name) else None):
                return Message("setup.names-sign", {"sign": describe_sign(sign)})
        return Message("setup.names")
    return Message("setup.error", {"reason": reason or argument})
