"""The form for an invitation: its fields become a game with someone far away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tashkalar.cards.schools import built_in_schools
from tashkalar.far.far_game import FarGame
from tashkalar.position.ids import SeatNumber
from tashkalar.position.move import Message
from tashkalar.rules.deal import make_setup, name_fault
from tashkalar.rules.forms import FORMS
from tashkalar.ui.start.game_choices import BASE_GAME_SCHOOLS
from tashkalar.ui.text.refusal import Refusal


def form_choices() -> Sequence[tuple[str, Message]]:
    """Return the forms that two can play, with their names."""
    return [(id, Message(f"form.{id}.name")) for id, form in FORMS.items() if 2 in form.seats]


def school_choices() -> Sequence[tuple[str, Message]]:
    """Return the schools with their names; a game with packs is not offered yet."""
    schools = built_in_schools(expansions=True)
    return [(school, Message(f"school.{school}.name")) for school in schools]


DEFAULT_SCHOOLS = BASE_GAME_SCHOOLS[:2]


def invite(fields: Mapping[str, str]) -> FarGame:
    """Return the game that the form describes; raise Refusal with a message for the person."""
    schools, name = [fields["own"], fields["other"]], fields["name"].strip()
    seat = SeatNumber(1 if fields["first"] == "own" else 2)
    names = [name, ""]
    if schools[0] == schools[1]:
        raise Refusal(
            Message("setup.same-school", {"school": Message(f"page.school.{schools[0]}")})
        )
    check_name(name)
    if seat == 2:
        schools.reverse()
        names.reverse()
    return FarGame.invite(make_setup(fields["form"], schools, names=names), seat)


def check_name(name: str) -> None:
    """Raise Refusal if a player cannot have this name."""
    if name_fault(name):
        raise Refusal(Message("setup.names"))
