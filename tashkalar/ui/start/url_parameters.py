"""What the page's address asks for: ``?form=&schools=&teams=&seed=&lang=&scenario=&record=``.

What is long may stand behind the ``#`` instead, where no server sees it: ``#scenario=``. A lesson
is asked for by ``?lesson=``, their list by ``#learn``. ``#rules/<section>`` and ``#card/<id>`` open
what can be looked up, whatever else is on the page.
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
_LONGEST_VALUE = 60  # of a parameter that is told


class ResolvedUrl(NamedTuple):
    """An address as the browser has understood it."""

    href: str  # whole, without what stands behind the #
    file_name: str  # of the file
    fragment: str  # what stands behind the #
    is_same_site: bool  # it is on the site of this page


def read_parameters(query: str, behind: str) -> dict[str, str]:
    """What an address asks for, from its parts that begin with ``?`` and ``#``.

    A name that is given twice counts once, one that is not known not at all.
    """
    found: dict[str, str] = {}
    for part, names in ((behind, LONG_PARAMETERS), (query, _PARAMETER_NAMES)):
        for name, text in _query_pairs(part):
            if name in names:
                found.setdefault(name, text)
    return found


def url_without_game(query: str, behind: str) -> str:
    """What follows the path when the game is taken out, so that a reload begins no other."""
    of_game = {*_NEW_GAME_PARAMETERS, *LONG_PARAMETERS}
    left = [(name, text) for name, text in _query_pairs(query) if name not in of_game]
    rest = f"?{urlencode(left)}" if left else ""
    return (
        rest if any(name in LONG_PARAMETERS for name, _ in _query_pairs(behind)) else rest + behind
    )


def url_with_lesson(query: str, behind: str, id: str) -> str:
    """What follows the path when the address asks for a lesson of the course instead of a game."""
    kept, mark, rest = url_without_game(query, behind).partition("#")
    return f"?{urlencode([*_query_pairs(kept), ('lesson', id)])}{mark}{rest}"


def _query_pairs(part: str) -> list[tuple[str, str]]:
    return parse_qsl(part[1:], keep_blank_values=True)


def requested_parameter(asked: Mapping[str, str]) -> str | None:
    """What decides what is shown: ``"form"``, one of `LONG_PARAMETERS`, or nothing."""
    return next((name for name in (*LONG_PARAMETERS, "form") if name in asked), None)


def create_requested_game(asked: Mapping[str, str], words: Catalogue) -> Game:
    """The new game that an address describes; ValueError names the parameter that is wrong."""
    form, seed = asked.get("form", ""), asked.get("seed")
    teams = asked.get("teams", "0") not in ("", "0")
    schools = tuple(asked["schools"].split(",")) if "schools" in asked else None
    preset = PRESETS.get(form)
    if preset:
        for name, fixed in (("teams", not teams), ("schools", schools in (None, preset.schools))):
            if not fixed:
                raise ValueError(f"{name}: in the {form} that is not to be chosen")
        return new_game(preset.form, preset.schools, seed=seed, options=preset.options)
    known = form in FORMS and not teams
    seats = game_choices.player_counts(form)[0] if known else 4 if teams else 2
    schools = BASE_GAME_SCHOOLS[:seats] if schools is None else schools
    names = None
    if teams and len(schools) == seats and all(school in cards.SCHOOLS for school in schools):
        names = game_choices.team_names(schools, [""] * seats, words)
    return new_game(form, schools, teams=teams, seed=seed, names=names)


def url_error_message(error: Exception, asked: Mapping[str, str]) -> Message:
    """What is wrong with an address: the parameter that `create_requested_game` names, or the
    reason.

    An OSError says why what the address names could not be fetched.
    """
    if isinstance(error, OSError):
        given = asked.get(requested_parameter(asked) or "", "")
        return Message(
            "url.error.fetched", {"value": _shortened_value(given), "reason": str(error)}
        )
    name, _, reason = str(error).partition(": ")
    name = name.partition("[")[0]
    if isinstance(error, RecordError | ScenarioError) or name not in _NEW_GAME_PARAMETERS:
        return Message("url.error", {"reason": str(error)})
    value = _shortened_value(asked.get(name, ""))
    return Message("url.error.parameter", {"name": name, "value": value, "reason": reason})


def _shortened_value(value: str) -> str:
    """A value of the address as it can be shown."""
    return "".join(c for c in value if c.isprintable())[:_LONGEST_VALUE]


def requested_reference(mark: str) -> tuple[str, str] | None:
    """What is to be looked up: ``("rules", section)`` or ``("card", id)``; None for anything else.

    A section or card that does not exist is none.
    """
    what, _, name = mark.removeprefix("#").partition("/")
    if what == "rules" and (not name or name in rulebook.RULE_NUMBERS):
        return what, name
    if what == "card" and (name in cards.BEINGS or name in cards.FLARES):
        return what, name
    return None


def parse_scenario(text: str) -> dict[str, object]:
    """A scenario from its text; ValueError when it is none."""
    found = parse_json(text)
    if not isinstance(found, dict):
        raise ValueError("a scenario is a JSON object")
    return found


def is_inline(text: str) -> bool:
    """Whether a scenario or lesson stands in the address itself, not in a file that it names."""
    return text.lstrip().startswith("{")


def lesson_file_url(name: str) -> str:
    """The address of the file of a lesson: that of the course, or what is given."""
    return f"./static/lessons/{name}.json" if name in COURSE else name
