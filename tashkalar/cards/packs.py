r"""Packs: schools of cards that other people make, registered while the program runs.

A pack is a wheel whose entry point in the group ``tashkalar.schools`` is a `Pack`:

    pack = Pack("x-emberfall", "1.0", based_on="highland", look="bloom", texts=...)

    @pack.being("Cinder Moth", COMMON, "c.c\n.@.", replaces="wild-eagle")
    def cinder_moth(e: Effect) -> None: ...

Creating a `Pack` changes nothing. `register` checks the whole pack and adds it to the schools of
the game; `unregister` removes it. A pack is a program and can do whatever Python can: nothing here
protects against a malicious pack. Mistakes are caught: an exception in an effect, a loop without an
end, or a position that the rules do not allow raises `PackError`, and the game stays as it was
before the move. ``docs/packs.md`` is the guide for authors.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tashkalar import cards
from tashkalar.cards.catalogue import Being, EffectFunction, slug
from tashkalar.cards.schools import SCHOOLS, School, add_school, built_in_schools, remove_school
from tashkalar.cards.step_limit import StepLimitExceeded, run_with_step_limit
from tashkalar.effects.answers import LinkedEffectImpossible, NeedDecision
from tashkalar.effects.effect import Effect
from tashkalar.errors import PackError, PackStopped
from tashkalar.json_reader import Node, parse_json, quote_for_error
from tashkalar.plain_text import describe_sign, find_unsafe_sign
from tashkalar.position.board import COMMON, HEROIC, RANKS
from tashkalar.position.pattern import Pattern

ENTRY_POINT_GROUP = "tashkalar.schools"
"""The group of entry points in which a wheel declares its pack."""

ID_PATTERN = re.compile(r"x-[a-z0-9]+(?:-[a-z0-9]+)*")
VERSION_PATTERN = re.compile(r"[0-9]+(?:\.[0-9]+){0,3}(?:[a-z][a-z0-9.]*)?")
LONGEST_ID = 24
LONGEST_NAME = 30
LONGEST_VERSION = 20
LONGEST_PACK_TEXT = 2000  # characters of a single text
MOST_TEXTS = 500  # per language

BASE_SCHOOLS = tuple(id for id in built_in_schools() if not SCHOOLS[id].has_own_rules)
"""The schools that a pack can be based on: those without rules of their own."""

LOOKS = ("tide", "bloom", "stone", "root")
"""The color and sign sets that the page offers to packs."""

RANK_COUNTS = {COMMON: 5, HEROIC: 13}
"""The number of beings of each rank in every school's deck (R1.3)."""

_LANGUAGE = re.compile(r"[a-z]{2}")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[ -][A-Za-z0-9]+)*")


class _Drawn(NamedTuple):
    """A being as the pack describes it."""

    name: str
    rank: int
    art: str
    effect: EffectFunction
    replaces: str | None
    recalls: bool
    emblem: str | None


class Pack:
    """A school of cards as its author describes it: beings, version and texts.

    `id` begins with ``x-``, so that no school of the game can ever have the same id. `based_on`
    names a school whose deck is played, except for the replaced beings; without `based_on` the pack
    must bring all 18 beings. `look` is the preferred color and sign. `texts` holds the texts by
    language, at least in English: ``school.<id>.name``, and for each being ``card.<card id>.name``
    and ``.text``.
    """

    def __init__(
        self,
        id: str,
        version: str,
        *,
        texts: Mapping[str, Mapping[str, str]],
        based_on: str | None = None,
        look: str = LOOKS[0],
    ) -> None:
        self.id = id
        self.version = version
        self.texts = texts
        self.based_on = based_on
        self.look = look
        self.execute_remotely: Callable[[Any], Any] | None = None  # see `read_description`
        self._drawn: list[_Drawn] = []

    def being(
        self,
        name: str,
        rank: int,
        art: str,
        *,
        replaces: str | None = None,
        recalls: bool = False,
        emblem: str | None = None,
    ) -> Callable[[EffectFunction], EffectFunction]:
        """Add the decorated effect as a being, with its pattern as drawn (`position.pattern`).

        `replaces` is the id of a card of the same rank, from the school that the pack is based on.
        `recalls` is for an effect that reads which pieces were used without marking them. `emblem`
        is the id of the game's card whose drawing illustrates the being.
        """

        def add(effect: EffectFunction) -> EffectFunction:
            self._drawn.append(_Drawn(name, rank, art, effect, replaces, recalls, emblem))
            return effect

        return add

    def card_id(self, name: str) -> str:
        """Return the id of a being: ``x-emberfall-cinder-moth``."""
        return f"{self.id}-{slug(name)}"

    @property
    def drawn(self) -> tuple[_Drawn, ...]:
        """The beings as described, in their order."""
        return tuple(self._drawn)


def read_texts(folder: Path) -> dict[str, dict[str, str]]:
    """Return the texts of a pack from files ``en.json``, ``fr.json``... in a folder.

    Raise ValueError, with the name of the file, for a file that is not a JSON object.
    """
    by_language: dict[str, dict[str, str]] = {}
    for file in sorted(folder.glob("*.json")):
        try:
            texts = parse_json(file.read_text(encoding="utf-8"))
        except ValueError as error:
            raise ValueError(f"{file.name}: {error}") from None
        if not isinstance(texts, dict):
            raise ValueError(f"{file.name}: an object is needed")
        by_language[file.stem] = texts
    return by_language


# -- the register --------------------------------------------------------------------------------

REGISTERED_PACKS: dict[str, Pack] = {}
"""The playable packs by id."""

_EMBLEMS: dict[str, str] = {}


def register(pack: object) -> Pack:
    """Make a pack's school playable; raise PackError if the pack is wrong, changing nothing."""
    if not isinstance(pack, Pack):
        raise PackError("", f"the entry point is no Pack, but {type(pack).__name__}")
    id = pack.id if isinstance(pack.id, str) else ""
    try:
        beings, deck = _check_pack(pack)
    except PackError:
        raise
    except Exception as error:  # the description is third-party code: anything may happen
        raise PackError(id, f"{type(error).__name__}: {error}") from None
    cards.BEINGS.update({card.id: card for card in beings})
    add_school(School(id, id, is_pack=True, cards=deck))
    for drawn in pack.drawn:
        if drawn.emblem:
            _EMBLEMS[pack.card_id(drawn.name)] = drawn.emblem
    REGISTERED_PACKS[id] = pack
    return pack


def unregister(id: str) -> None:
    """Remove a pack. Its games can no longer be played until the pack is registered again."""
    pack = REGISTERED_PACKS.pop(id, None)
    if pack is None:
        return
    remove_school(id)
    for drawn in pack.drawn:
        cards.BEINGS.pop(pack.card_id(drawn.name), None)
        _EMBLEMS.pop(pack.card_id(drawn.name), None)


def load_installed() -> tuple[list[Pack], list[PackError]]:
    """Register the installed packs; return those registered and the errors of the others.

    This runs the code of the packs, so the program never does it unasked.
    """
    # Imported here, because the page loads its packs itself and starts faster without this module.
    from importlib.metadata import entry_points

    loaded: list[Pack] = []
    failed: list[PackError] = []
    for point in sorted(entry_points(group=ENTRY_POINT_GROUP), key=lambda point: point.name):
        try:
            loaded.append(register(import_entry_point(point.load, point.name)))
        except PackError as error:
            failed.append(error)
    return loaded, failed


def import_entry_point(load: Callable[[], object], name: str) -> object:
    """Return what an entry point loads; raise PackError for any error while it is imported."""
    try:
        return run_with_step_limit(load)
    except KeyboardInterrupt:
        raise
    except StepLimitExceeded as error:
        raise PackStopped(name, f"Endless on import: {error}") from error
    except BaseException as error:  # `sys.exit()` in a pack must not end the program
        raise PackError(name, f"{type(error).__name__} on import: {error}") from error


# -- packs that run elsewhere --------------------------------------------------------------------


def describe(pack: Pack) -> dict[str, object]:
    """Return everything about a registered pack except its effects, as plain data."""
    beings = [being._asdict() for being in pack.drawn]
    for being in beings:
        del being["effect"]
    return {
        "id": pack.id,
        "version": pack.version,
        "based_on": pack.based_on,
        "look": pack.look,
        "texts": {language: dict(texts) for language, texts in pack.texts.items()},
        "beings": beings,
    }


def read_description(node: Node, elsewhere: Callable[[Any], Any]) -> Pack:
    """Return a pack that runs elsewhere from its description; raise ScenarioError if wrong.

    `execute_remotely` carries out the moves with its cards (`rules.execution`). `register` checks
    everything that can also be wrong in a pack that runs here.
    """
    given = node.fields(*_DESCRIPTION_KEYS, needed=_DESCRIPTION_KEYS)
    texts = {
        language: {key: text.text(LONGEST_PACK_TEXT) for key, text in child.entries()}
        for language, child in given["texts"].entries()
    }
    pack = Pack(
        given["id"].text(LONGEST_ID),
        given["version"].text(LONGEST_VERSION),
        texts=texts,
        based_on=_text_or_none(given["based_on"]),
        look=given["look"].choice(LOOKS),
    )
    pack.execute_remotely = elsewhere
    for being in given["beings"].items(sum(RANK_COUNTS.values())):
        fields = being.fields(*_BEING_KEYS, needed=_BEING_KEYS)
        pack.being(
            fields["name"].text(LONGEST_NAME),
            fields["rank"].number(),
            fields["art"].text(LONGEST_PACK_TEXT),
            replaces=_text_or_none(fields["replaces"]),
            recalls=fields["recalls"].flag(),
            emblem=_text_or_none(fields["emblem"]),
        )(_refuse_to_run)
    return pack


_DESCRIPTION_KEYS = ("id", "version", "based_on", "look", "texts", "beings")
_BEING_KEYS = tuple(name for name in _Drawn._fields if name != "effect")


def _text_or_none(node: Node) -> str | None:
    return None if node.value is None else node.text(LONGEST_PACK_TEXT)


def _refuse_to_run(e: Effect) -> None:
    """Raise RuntimeError: the effect of a being whose pack runs elsewhere cannot run here."""
    raise RuntimeError("it does not run here")


# -- packs named by games ------------------------------------------------------------------------


def is_pack_id(school: str) -> bool:
    """Return whether this is the id of a pack, registered or not."""
    return len(school) <= LONGEST_ID and ID_PATTERN.fullmatch(school) is not None


def registered_versions(schools: Iterable[str]) -> dict[str, str]:
    """Return the registered packs among these schools, with their versions."""
    return {id: REGISTERED_PACKS[id].version for id in schools if id in REGISTERED_PACKS}


def read_versions(node: Node) -> dict[str, str]:
    """Return the packs that a text names, with their versions; raise ScenarioError if wrong."""
    versions: dict[str, str] = {}
    for id, version in node.entries():
        if not is_pack_id(id):
            raise version.fail("is not the id of a pack")
        versions[id] = version.text(LONGEST_VERSION)
        if not VERSION_PATTERN.fullmatch(versions[id]):
            raise version.fail("is not a version")
    return versions


def missing_packs(needed: Mapping[str, str]) -> dict[str, str]:
    """Return the packs that are not registered, with their versions."""
    return {id: version for id, version in needed.items() if id not in REGISTERED_PACKS}


def missing_packs_message(packs: Mapping[str, str]) -> str:
    """Return one line for a person: "this game needs the pack 'x-emberfall' 1.2"."""
    word = "pack" if len(packs) == 1 else "packs"
    listed = " and ".join(f"{id!r} {version}".rstrip() for id, version in packs.items())
    return f"this game needs the {word} {listed}"


def pack_of(card: str | None) -> Pack | None:
    """Return the pack that a card comes from; None for the cards of the game."""
    being = cards.BEINGS.get(card) if card else None
    return None if being is None else REGISTERED_PACKS.get(being.deck)


def emblem_of(card: str) -> str | None:
    """Return the id of the card whose drawing a pack has chosen for one of its beings."""
    return _EMBLEMS.get(card)


# -- checking ------------------------------------------------------------------------------------


def _check_pack(pack: Pack) -> tuple[list[Being], tuple[str, ...]]:
    """Return the beings of a pack and the ids of its whole deck; raise PackError if wrong."""
    id, version = pack.id, pack.version
    named = isinstance(id, str) and is_pack_id(id)
    versioned = isinstance(version, str) and len(version) <= LONGEST_VERSION
    versioned = versioned and VERSION_PATTERN.fullmatch(version) is not None
    for truth, message in (
        (
            named,
            f"the id {quote_for_error(id)} must be 'x-' "
            "with small letters, digits and single hyphens, "
            f"at most {LONGEST_ID} characters",
        ),
        (not (named and id in SCHOOLS), "a pack with this id is registered already"),
        (versioned, f"{quote_for_error(version)} is no version"),
        (pack.look in LOOKS, f"the look must be one of {', '.join(LOOKS)}"),
        (
            pack.based_on is None or pack.based_on in BASE_SCHOOLS,
            f"it can be based on {', '.join(BASE_SCHOOLS)} only",
        ),
        (bool(pack.drawn), "it has no being"),
    ):
        if not truth:
            raise PackError(id if isinstance(id, str) else "", message)
    beings, deck = _deck(pack)
    _check_ranks(pack, beings, deck)
    _check_texts(pack, beings)
    return beings, deck


def _deck(pack: Pack) -> tuple[list[Being], tuple[str, ...]]:
    """Return the beings of a pack and its deck, in which they replace cards of the base school."""
    deck = [card.id for card in cards.by_school(pack.based_on)] if pack.based_on else []
    beings: dict[str, Being] = {}
    for drawn in pack.drawn:
        card, old = _being(pack, drawn), drawn.replaces
        if card.id in beings:
            raise PackError(pack.id, f"two beings are called {drawn.name!r}")
        if card.id in cards.BEINGS:
            raise PackError(pack.id, f"there is a card {card.id!r} already")
        beings[card.id] = card
        if old is None:
            deck.append(card.id)
            continue
        if old not in deck:
            raise PackError(pack.id, f"{drawn.name}: there is no {quote_for_error(old)} to replace")
        if (beings.get(old) or cards.BEINGS[old]).rank != card.rank:
            raise PackError(pack.id, f"{drawn.name}: {old!r} has another rank")
        deck[deck.index(old)] = card.id
    return list(beings.values()), tuple(deck)


def _check_ranks(pack: Pack, beings: Iterable[Being], deck: Iterable[str]) -> None:
    own = {card.id: card for card in beings}
    ranks = [(own.get(id) or cards.BEINGS[id]).rank for id in deck]
    for rank, number in RANK_COUNTS.items():
        count = ranks.count(RANKS[rank])
        if count != number:
            message = f"the deck has {count} {RANKS[rank]} beings, not {number} as it must"
            raise PackError(pack.id, message)


def _being(pack: Pack, drawn: _Drawn) -> Being:
    name = drawn.name
    fits = isinstance(name, str) and len(name) <= LONGEST_NAME and _NAME.fullmatch(name)
    if not fits:
        raise PackError(
            pack.id,
            f"the being {quote_for_error(name)} needs a name "
            f"of at most {LONGEST_NAME} English letters, "
            "digits, blanks and hyphens; other letters can stand in its texts",
        )
    if drawn.rank not in RANK_COUNTS:
        raise PackError(pack.id, f"{name}: a being is common or heroic")
    if not callable(drawn.effect):
        raise PackError(pack.id, f"{name}: the effect is no function")
    if drawn.emblem is not None and drawn.emblem not in cards.BEINGS:
        raise PackError(
            pack.id, f"{name}: there is no card {quote_for_error(drawn.emblem)} with an emblem"
        )
    try:
        shape = Pattern(drawn.art)
    except (ValueError, AttributeError) as error:
        raise PackError(pack.id, f"{name}: {error}") from None
    if not shape.pieces:
        raise PackError(pack.id, f"{name}: a pattern needs a piece")
    if not any(orientation.anchors for orientation in shape.orientations):
        raise PackError(pack.id, f"{name}: the pattern is larger than the board")
    return Being(
        id=pack.card_id(name),
        name=name,
        rank=RANKS[drawn.rank],
        deck=pack.id,
        shape=shape,
        effect=_guard_effect(pack.id, name, drawn.effect),
        recalls=bool(drawn.recalls),
    )


def _guard_effect(id: str, name: str, effect: EffectFunction) -> EffectFunction:
    """Return the effect with its errors converted to `PackError`; questions pass through."""

    def carried_out(e: Effect) -> None:
        try:
            run_with_step_limit(lambda: effect(e))
        except (NeedDecision, LinkedEffectImpossible, KeyboardInterrupt):
            raise
        except StepLimitExceeded as error:
            raise PackStopped(id, f"{name}: Endless: {error}") from error
        except BaseException as error:
            raise PackError(id, f"{name}: {type(error).__name__}: {error}") from error

    return carried_out


def _check_texts(pack: Pack, beings: Iterable[Being]) -> None:
    """Refuse missing texts, and texts with keys that do not belong to the pack."""
    texts = pack.texts
    if not isinstance(texts, Mapping) or "en" not in texts:
        raise PackError(pack.id, "English texts are needed")
    needed = {f"school.{pack.id}.name"}
    for card in beings:
        needed |= {card.name_id, card.text_id}
    own = "|".join(re.escape(card.id) for card in beings)
    id = re.escape(pack.id)
    allowed = re.compile(
        rf"school\.{id}\.name|card\.(?:{own})\.(?:name|text|alias|the|of|acc|note\.[1-9])"
        rf"|(?:option|ask)\.{id}-[a-z0-9-]{{1,30}}(?:\.may)?"
    )
    for language, entries in texts.items():
        where = f"texts in {quote_for_error(language)}"
        if not isinstance(language, str) or not _LANGUAGE.fullmatch(language):
            raise PackError(pack.id, f"{where}: a language is two small letters")
        if not isinstance(entries, Mapping) or len(entries) > MOST_TEXTS:
            raise PackError(pack.id, f"{where}: at most {MOST_TEXTS} texts by key are needed")
        for key, text in entries.items():
            if not isinstance(key, str) or not allowed.fullmatch(key):
                raise PackError(
                    pack.id, f"{where}: {quote_for_error(key)} is not a key of this pack"
                )
            if not isinstance(text, str) or not text.strip() or len(text) > LONGEST_PACK_TEXT:
                raise PackError(pack.id, f"{where}: {key} needs a text")
            if sign := find_unsafe_sign(text):
                raise PackError(
                    pack.id, f"{where}: {key} holds {describe_sign(sign)}, which cannot be shown"
                )
    for key in sorted(needed):
        if key not in texts["en"]:
            raise PackError(pack.id, f"the English text {key} is missing")
