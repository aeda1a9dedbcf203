"""The parameters of the page's address: ``?form=&schools=&teams=&seed=&lang=&scenario=&record=``.

Long values may stand behind the ``#`` instead, where no server sees them: ``#scenario=``.
``#play``, ``#library`` and ``#you`` ask for a place of the home, ``#games`` for the list of the
games, which is in one of them. Features add parameters of their own (`features.toml`).
``#rules/<section>`` and ``#card/<id>`` open the reference, whatever else is on the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode

from tashkalar import Game, cards, new_game
from tashkalar.errors import RecordError, ScenarioError
from tashkalar.formats.save import ReplaySteps, run_to_end
from tashkalar.json_reader import parse_json
from tashkalar.pasted_text import is_json_object, strip_link_end
from tashkalar.plain_text import cut_text, replace_unsafe_signs
from tashkalar.position.move import Message
from tashkalar.rules.forms import FORMS
from tashkalar.rules.presets import PRESETS
from tashkalar.ui.activity import PageAddress
from tashkalar.ui.reference import rulebook
from tashkalar.ui.start import game_choices
from tashkalar.ui.start.game_choices import BASE_GAME_SCHOOLS
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.text.refusal import Refusal

REVIEW_OF = "review of "  # before the place of the game that is reviewed
_NEW_GAME_PARAMETERS = ("form", "schools", "teams", "seed")
_FILE_NAME = re.compile(r"[a-z0-9-]+")  # of a file of this site, without its ending
_LONGEST_VALUE = 60  # characters of a value in an error message


class AddressParameter(NamedTuple):
    """A parameter that asks for something, perhaps behind the ``#``, where no server sees it."""

    name: str
    order: int  # of parameters that stand together, the lowest decides
    screen: str = "game"  # what is painted first
    is_list: bool = False  # it asks for a screen, not for a game
    is_file: bool = False  # a value that is no JSON object is the address of a file with one
    folder: str = ""  # where the files of this site are that a value may name
    is_framed: bool = False  # boards inside other pages show it
    may_end_with_marks: bool = False  # such as a full stop, which ends other links in sentences


CORE_PARAMETERS = (
    AddressParameter("scenario", 20, is_file=True),
    AddressParameter("record", 21, may_end_with_marks=True),
    AddressParameter("play", 80, "start", is_list=True),
    AddressParameter("library", 81, "learn", is_list=True),
    AddressParameter("you", 82, "learn", is_list=True),
    AddressParameter("games", 83, "learn", is_list=True),
)


class ResolvedUrl(NamedTuple):
    """An address as resolved by the browser."""

    href: str  # the whole address without the fragment
    file_name: str
    fragment: str  # without the #
    is_same_site: bool  # on the site of this page


class NewGameRequest(NamedTuple):
    """A new game, with its parameters as the address gives them."""

    form: str = ""
    schools: str | None = None  # ids with commas between them
    teams: str = ""  # anything but "0" and "" means teams
    seed: str | None = None

    @property
    def text_with_packs(self) -> str:
        """The text that may name packs."""
        return self.schools or ""


class ScenarioRequest(NamedTuple):
    """A scenario, of which only the outer JSON object is checked."""

    scenario: dict[str, object]

    @property
    def text_with_packs(self) -> str:
        """The text that may name packs."""
        return str(self.scenario)


class RecordRequest(NamedTuple):
    """The text of a game record, which is not checked yet."""

    record: str

    @property
    def text_with_packs(self) -> str:
        """The text that may name packs."""
        return self.record


class PlaceRequest(NamedTuple):
    """A place of the home: ``play``, ``library`` or ``you``."""

    name: str


class SavedGameRequest(NamedTuple):
    """A saved game, by its id; the last game instead if it is gone or over."""

    id: str


class FeatureRequest(NamedTuple):
    """A request that a feature reads."""

    name: str  # of the parameter
    parameters: Mapping[str, str]  # all parameters of the address, with the text of a file


class LastGameRequest(NamedTuple):
    """The unfinished game that was played last, or the start screen if there is none."""


GameRequest = NewGameRequest | ScenarioRequest | RecordRequest
StartRequest = (
    GameRequest | PlaceRequest | SavedGameRequest | FeatureRequest | LastGameRequest | Refusal
)


class FileRequest(NamedTuple):
    """A scenario, or what a feature reads, in a file, which must be on the same site."""

    kind: str  # the parameter that names the file
    url: str
    parameters: Mapping[str, str]  # all parameters of the address

    def read(self, text: str) -> ScenarioRequest | FeatureRequest | Refusal:
        """Return the request in the text of the file."""
        if self.kind == "scenario":
            return scenario_request(text)
        return FeatureRequest(self.kind, {**self.parameters, self.kind: text})

    def refuse_unfetched(self, reason: str) -> Refusal:
        """Return the refusal of a file that could not be fetched."""
        values = {"value": _shortened_value(self.parameters[self.kind]), "reason": reason}
        return Refusal(Message("url.error.fetched", values), reason)


class AddressForm:
    """The form of the page's address: the parameters of the game and of the features."""

    def __init__(self, feature_parameters: Iterable[AddressParameter] = ()) -> None:
        of_features = tuple(feature_parameters)
        self._of_features = frozenset(row.name for row in of_features)
        rows = sorted((*CORE_PARAMETERS, *of_features), key=lambda row: row.order)
        self._rows = {row.name: row for row in rows}
        self._names = tuple(self._rows)
        self.list_names = frozenset(row.name for row in rows if row.is_list)

    def read_parameters(self, query: str, behind: str) -> dict[str, str]:
        """Return the known parameters of the parts of an address that begin with ``?`` and ``#``.

        Of a repeated name the first value counts; unknown names are left out.
        """
        parameters: dict[str, str] = {}
        before = (*_NEW_GAME_PARAMETERS, "lang", *self._names)
        for part, names in ((behind, self._names), (query, before)):
            for name, text in _query_pairs(part):
                if name in names:
                    row = self._rows.get(name)
                    is_whole = (row and row.may_end_with_marks) or is_json_object(text)
                    parameters.setdefault(name, text if is_whole else strip_link_end(text))
        return parameters

    def url_without_game(self, query: str, behind: str) -> str:
        """Return the query and fragment without the game, so that a reload starts no other game."""
        of_game = {*_NEW_GAME_PARAMETERS, *self._names}
        others = [(name, text) for name, text in _query_pairs(query) if name not in of_game]
        other_query = f"?{urlencode(others)}" if others else ""
        is_game = any(name in self._names for name, _ in _query_pairs(behind))
        return other_query if is_game else other_query + behind

    def url_for(self, query: str, behind: str, address: PageAddress) -> str:
        """Return the query and fragment that ask for something else than the game of the page."""
        query_part, mark, fragment = self.url_without_game(query, behind).partition("#")
        if not address.name:
            return f"{query_part}{mark}{fragment}"
        if address.name in self.list_names:
            return f"{query_part}#{address.name}"
        pairs = urlencode([*_query_pairs(query_part), address])
        return f"?{pairs}{mark}{fragment}"

    def requested(
        self, parameters: Mapping[str, str], place: str = ""
    ) -> FileRequest | StartRequest:
        """Return the request of an address; the file of a `FileRequest` must be fetched and read.

        `place` is that of the history's entry, see `Activity.place`.
        """
        name = next((name for name in self._names if name in parameters), "")
        value = parameters.get(name, "")
        if name and self._rows[name].is_file and not is_json_object(value):
            return FileRequest(name, file_url(self._rows[name].folder, value), parameters)
        if name in self._of_features:
            return FeatureRequest(name, parameters)
        match name:
            case "record":
                return RecordRequest(value)
            case "scenario":
                return scenario_request(value)
            case "play" | "library" | "you":
                return PlaceRequest(name)
            case "games":
                return PlaceRequest("you")
        if "form" in parameters:
            return new_game_request(parameters)
        kind, _, id = place.removeprefix(REVIEW_OF).partition(":")
        return SavedGameRequest(id) if kind == "game" else LastGameRequest()


def _query_pairs(part: str) -> list[tuple[str, str]]:
    return parse_qsl(part[1:], keep_blank_values=True)


def new_game_request(parameters: Mapping[str, str]) -> NewGameRequest:
    """Return the new game of the parameters; other parameters are ignored."""
    return NewGameRequest(**{k: v for k, v in parameters.items() if k in _NEW_GAME_PARAMETERS})


def scenario_request(text: str) -> ScenarioRequest | Refusal:
    """Return the request of a scenario's JSON text."""
    try:
        scenario = parse_json(text)
    except ValueError as error:
        return address_refusal(error)
    if not isinstance(scenario, dict):
        return address_refusal(ValueError("a scenario is a JSON object"))
    return ScenarioRequest(scenario)


def create_game(request: GameRequest | Refusal, words: Catalogue) -> Game:
    """Return the requested game, which needs no pack; raise `Refusal` if it is invalid."""
    if isinstance(request, Refusal):
        raise request
    return run_to_end(create_in_steps(request, words))


def create_in_steps(request: GameRequest, words: Catalogue) -> ReplaySteps[Game]:
    """Create the requested game: a generator whose value is the game; raise `Refusal`.

    The packs that `text_with_packs` mentions must have been started.
    """
    try:
        match request:
            case NewGameRequest():
                return _create_new_game(request, words)
            case ScenarioRequest(scenario):
                return Game.from_scenario(scenario)
            case RecordRequest(text):
                return (yield from Game.from_record_in_steps(text))
    except ValueError as error:
        of_new_game = request._asdict() if isinstance(request, NewGameRequest) else {}
        raise address_refusal(error, of_new_game) from None


def _create_new_game(request: NewGameRequest, words: Catalogue) -> Game:
    """Return the new game that is requested; ValueError names the invalid parameter."""
    form, seed, teams = request.form, request.seed, request.teams not in ("", "0")
    schools = None if request.schools is None else tuple(request.schools.split(","))
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


_FAULTS_BY_KIND = {RecordError: "url.error.record", ScenarioError: "url.error.position"}


def address_refusal(error: ValueError, parameters: Mapping[str, str | None] = {}) -> Refusal:
    """Return the refusal of an address: of the parameter that the error names, or the reason.

    `parameters` are those of the address, or of the new game that it requests.
    """
    reason = str(error)
    name, _, reason_for_parameter = reason.partition(": ")
    name = name.partition("[")[0]
    for kind, key in _FAULTS_BY_KIND.items():
        if isinstance(error, kind):
            return Refusal(Message(key, {"reason": reason}), reason)
    if name not in _NEW_GAME_PARAMETERS:
        return Refusal(Message("url.error", {"reason": reason}), reason)
    value = _shortened_value(parameters.get(name) or "")
    values = {"name": name, "value": value, "reason": reason_for_parameter}
    return Refusal(Message("url.error.parameter", values), reason)


def left_out(name: str) -> Refusal:
    """Return the refusal of a parameter whose feature this site does not have."""
    return Refusal(Message("url.left-out", {"name": name}), f"this site has no {name}")


def unknown_value(id: str, name: str, value: str) -> Refusal:
    """Return the refusal of a parameter that names something that does not exist.

    The message of this id says which, with the value as its parameter `id`.
    """
    shown = _shortened_value(value)
    return Refusal(Message(id, {"id": shown}), f"there is no {name} {shown!r}")


def _shortened_value(value: str) -> str:
    """Return at most `_LONGEST_VALUE` characters of a value, without unsafe ones."""
    return cut_text(replace_unsafe_signs(value[: 10 * _LONGEST_VALUE]), _LONGEST_VALUE)


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


def file_url(folder: str, name: str) -> str:
    """Return the address of a file: the one of that name in a folder of this site, or `name`."""
    return f"./{folder}/{name}.json" if folder and _FILE_NAME.fullmatch(name) else name
