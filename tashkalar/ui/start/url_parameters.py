"""The parameters of the page's address: ``?form=&schools=&teams=&seed=&lang=&scenario=&record=``.

Long values may stand behind the ``#`` instead, where no server sees them: ``#scenario=``.
``?lesson=`` asks for a lesson, ``#learn`` for the list of lessons. ``#rules/<section>`` and
``#card/<id>`` open the reference, whatever else is on the page.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode

from tashkalar import Game, cards, new_game
from tashkalar.errors import RecordError, ScenarioError
from tashkalar.json_reader import parse_json
from tashkalar.position.move import Message
from tashkalar.rules.forms import FORMS
from tashkalar.rules.presets import PRESETS
from tashkalar.ui.lessons.course import COURSE
from tashkalar.ui.reference import rulebook
from tashkalar.ui.start import game_choices
from tashkalar.ui.start.game_choices import BASE_GAME_SCHOOLS
from tashkalar.ui.text.catalogue import Catalogue

LONG_PARAMETERS = ("scenario", "record", "lesson", "learn")
_NEW_GAME_PARAMETERS = ("form", "schools", "teams", "seed")
_PARAMETER_NAMES = (*_NEW_GAME_PARAMETERS, "lang", *LONG_PARAMETERS)
_LONGEST_VALUE = 60  # characters of a value in an error message


class ResolvedUrl(NamedTuple):
    """An address as resolved by the browser."""

    href: str  # the whole address without the fragment
    file_name: str
    fragment: str  # without the #
    is_same_site: bool  # on the site of this page


def read_parameters(query: str, behind: str) -> dict[str, str]:
    """Return the known parameters of an address, from its parts that begin with ``?`` and ``#``.

    Of a repeated name the first value counts; unknown names are left out.
    """
    parameters: dict[str, str] = {}
    for part, names in ((behind, LONG_PARAMETERS), (query, _PARAMETER_NAMES)):
        for name, text in _query_pairs(part):
            if name in names:
                parameters.setdefault(name, text)
    return parameters


def url_without_game(query: str, behind: str) -> str:
    """Return the query and fragment without the game, so that a reload starts no other game."""
    of_game = {*_NEW_GAME_PARAMETERS, *LONG_PARAMETERS}
    other_parameters = [(name, text) for name, text in _query_pairs(query) if name not in of_game]
    other_query = f"?{urlencode(other_parameters)}" if other_parameters else ""
    return (
        other_query
        if any(name in LONG_PARAMETERS for name, _ in _query_pairs(behind))
        else other_query + behind
    )


def url_with_lesson(query: str, behind: str, id: str) -> str:
    """Return the query and fragment that ask for a lesson of the course instead of a game."""
    query_part, mark, fragment = url_without_game(query, behind).partition("#")
    return f"?{urlencode([*_query_pairs(query_part), ('lesson', id)])}{mark}{fragment}"


def _query_pairs(part: str) -> list[tuple[str, str]]:
    return parse_qsl(part[1:], keep_blank_values=True)


def requested_parameter(asked: Mapping[str, str]) -> str | None:
    """Return the name of the parameter that decides what is shown.

    ``"form"``, one of `LONG_PARAMETERS`, or None.
    """
    return next((name for name in (*LONG_PARAMETERS, "form") if name in asked), None)


def create_requested_game(asked: Mapping[str, str], words: Catalogue) -> Game:
    """Return the new game that an address describes; ValueError names the invalid parameter."""
    form, seed = asked.get("form", ""), asked.get("seed")
    teams = asked.get("teams", "0") not in ("", "0")
    schools = tuple(asked["schools"].split(",")) if "schools" in asked else None
    preset = PRESETS.get(form)
    if preset:
        for name, is_valid in (
            ("teams", not teams),
            ("schools", schools in (None, preset.schools)),
        ):
            if not is_valid:
                raise ValueError(f"{name}: in the {form} that is not to be chosen")
        return new_game(preset.form, preset.schools, seed=seed, options=preset.options)
    is_form_without_teams = form in FORMS and not teams
    seats = game_choices.player_counts(form)[0] if is_form_without_teams else 4 if teams else 2
    schools = BASE_GAME_SCHOOLS[:seats] if schools is None else schools
    names = None
    if teams and len(schools) == seats and all(school in cards.SCHOOLS for school in schools):
        names = game_choices.team_names(schools, [""] * seats, words)
    return new_game(form, schools, teams=teams, seed=seed, names=names)


def url_error_message(error: Exception, asked: Mapping[str, str]) -> Message:
    """Return a message about an invalid address: the parameter, or else the reason.

    `error` is that of `create_requested_game` or of a parser; an OSError tells why a file that the
    address names could not be fetched.
    """
    if isinstance(error, OSError):
        value = asked.get(requested_parameter(asked) or "", "")
        return Message(
            "url.error.fetched", {"value": _shortened_value(value), "reason": str(error)}
        )
    name, _, reason = str(error).partition(": ")
    name = name.partition("[")[0]
    if isinstance(error, RecordError | ScenarioError) or name not in _NEW_GAME_PARAMETERS:
        return Message("url.error", {"reason": str(error)})
    value = _shortened_value(asked.get(name, ""))
    return Message("url.error.parameter", {"name": name, "value": value, "reason": reason})


def _shortened_value(value: str) -> str:
    """Return at most `_LONGEST_VALUE` characters of a value, without unprintable ones."""
    return "".join(c for c in value if c.isprintable())[:_LONGEST_VALUE]


def requested_reference(mark: str) -> tuple[str, str] | None:
    """Return the page of the reference that a fragment asks for; None without one.

    The result is ``("rules", section)`` or ``("card", id)`` with an existing section or card; the
    section may be empty.
    """
    kind, _, name = mark.removeprefix("#").partition("/")
    if kind == "rules" and (not name or name in rulebook.RULE_NUMBERS):
        return kind, name
    if kind == "card" and (name in cards.BEINGS or name in cards.FLARES):
        return kind, name
    return None


def parse_scenario(text: str) -> dict[str, object]:
    """Return a scenario from its JSON text; ValueError if the text is no JSON object."""
    scenario = parse_json(text)
    if not isinstance(scenario, dict):
        raise ValueError("a scenario is a JSON object")
    return scenario


def is_inline(text: str) -> bool:
    """Tell whether a value is a scenario or lesson itself, rather than the address of a file."""
    return text.lstrip().startswith("{")


def lesson_file_url(name: str) -> str:
    """Return the address of a lesson's file: that of the course, or `name` itself."""
    return f"./static/lessons/{name}.json" if name in COURSE else name
