"""The form for an invitation: its fields become a game with someone far away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tashkalar.bots import PLANNING_LEVELS
from tashkalar.cards.packs import is_pack_id
from tashkalar.cards.schools import built_in_schools
from tashkalar.far.far_game import FarGame
from tashkalar.far.sealed_hand import SealedHand
from tashkalar.plain_text import clean_name
from tashkalar.position.ids import SeatNumber, seat_number, seat_of
from tashkalar.position.move import Message
from tashkalar.rules.deal import make_setup, name_fault
from tashkalar.rules.forms import FORMS
from tashkalar.ui.bots.bot_names import fill_in_level_names
from tashkalar.ui.start.game_choices import BASE_GAME_SCHOOLS, can_team
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.text.refusal import Refusal

MOST_OTHERS = 3  # players beside the one who invites
DEFAULT_SCHOOLS = BASE_GAME_SCHOOLS[: MOST_OTHERS + 1]  # of the inviter, and of the others


class GameChoice(NamedTuple):
    """A form with a number of seats."""

    form: str
    seats: int
    has_teams: bool

    @property
    def id(self) -> str:
        """The value of the choice in the form."""
        return f"{self.form}/{self.seats}"

    @property
    def name(self) -> Message:
        """The text of the choice."""
        form = Message(f"form.{self.form}.name")
        if self.has_teams:
            return Message("far.form.teams", {"form": form})
        if self.seats == 2:
            return form
        return Message("far.form.seats", {"form": form, "n": self.seats})


def game_choices() -> Sequence[GameChoice]:
    """Return the games that can be played with people far away."""
    choices = [GameChoice(id, seats, False) for id, form in FORMS.items() for seats in form.seats]
    return [*choices, *(GameChoice(id, 4, True) for id in FORMS if can_team(id))]


def find_game(id: str) -> GameChoice:
    """Return the game of a value of the form."""
    return next(choice for choice in game_choices() if choice.id == id)


def school_choices(pack_schools: Sequence[str]) -> Sequence[tuple[str, Message]]:
    """Return the schools with their names, those of packs after those of the game."""
    schools = (*built_in_schools(expansions=True), *pack_schools)
    return [(school, Message(f"school.{school}.name")) for school in schools]


def player_choices() -> Sequence[tuple[str, Message]]:
    """Return who can play a seat: a person, or a computer player of a level."""
    levels = [(level, Message(f"bots.{level}")) for level in PLANNING_LEVELS]
    return [("", Message("far.form.person")), *levels]


def school_label(number: int, game: GameChoice) -> Message:
    """Return the label of the school of another player; the first has the number 1."""
    if game.seats == 2:
        return Message("far.form.other")
    return Message("far.form.school", {"n": number + 1})


def can_seal(game: GameChoice) -> bool:
    """Tell whether the hands of a game can be sealed: two persons play, each with a secret."""
    return game.seats == 2


def chosen_schools(fields: Mapping[str, str]) -> tuple[str, ...]:
    """Return the schools of the game: of the player who invites first, then of the others."""
    others = range(1, find_game(fields["game"]).seats)
    return (fields["own"], *(fields[f"other-{number}"] for number in others))


def invite(fields: Mapping[str, str], words: Catalogue, key: str = "") -> FarGame:
    """Return the game that the form describes; raise Refusal with a message for the person.

    `key` is the public key of the player who invites, "" without one.

    The others follow the player who invites in the order of the form; they come first if one of
    them begins.
    """
    game, name, schools = (
        find_game(fields["game"]),
        clean_name(fields["name"]),
        chosen_schools(fields),
    )
    check_name(name)
    if repeated := next((school for school in schools if schools.count(school) > 1), ""):
        raise Refusal(Message("setup.same-school", {"school": Message(f"page.school.{repeated}")}))
    levels = ["", *(fields[f"who-{number}"] for number in range(1, game.seats))]
    if game.seats == 2:  # a game against a computer needs nobody else
        levels[1] = ""
    names = [name, *("" for _ in levels[1:])]
    if fields["first"] != "own":
        schools, levels, names = (*schools[1:], schools[0]), [*levels[1:], ""], [*names[1:], name]
    computers = {SeatNumber(n): level for n, level in enumerate(levels, 1) if level}
    if len(computers) == game.seats - 1:
        raise Refusal(Message("far.form.nobody"))
    is_sealed = bool(fields.get("sealed")) and can_seal(game)
    if is_sealed and any(is_pack_id(school) for school in schools):
        raise Refusal(Message("far.sealed.packs"))
    setup = make_setup(
        game.form,
        schools,
        teams=game.has_teams,
        names=fill_in_level_names(names, computers, words),
    )
    seat = 1 if fields["first"] == "own" else game.seats
    hand = SealedHand.new(seat)
    allows_hints = not fields.get("no-hints")
    return FarGame.invite(
        setup,
        seat,
        computers,
        hand=hand,
        is_sealed=is_sealed,
        key=key,
        allows_hints=allows_hints,
    )


def invite_again(far: FarGame, seat: SeatNumber, key: str = "", *, is_swapped: bool) -> FarGame:
    """Return an invitation to the same game: form, schools, names, computers, hands, hints.

    With `is_swapped`, every player moves one seat further, so that somebody else begins. `key` is
    the public key of the player who invites.
    """
    setup = far.game.setup if far.game else far.setup
    assert setup is not None  # every log begins with an invitation
    shift = 1 if is_swapped else 0
    order = [(index - shift) % setup.seats for index in range(setup.seats)]

    def moved_seat(number: SeatNumber) -> SeatNumber:
        return seat_number((seat_of(number) + shift) % setup.seats)

    moved = {moved_seat(old): level for old, level in far.computer_levels.items()}
    new_setup = make_setup(
        setup.form,
        [setup.schools[index] for index in order],
        teams=setup.teams,
        names=[setup.names[index] for index in order],
        options=None if setup.legends else {"legends": False},
    )
    own = moved_seat(seat)
    hand = SealedHand.new(own)
    return FarGame.invite(
        new_setup,
        own,
        moved,
        hand=hand,
        is_sealed=far.seals is not None,
        key=key,
        allows_hints=far.allows_hints,
    )


def check_name(name: str) -> None:
    """Raise Refusal if a player cannot have this name."""
    if name_fault(name):
        raise Refusal(Message("setup.names"))
