"""A position and the agreement of its game as plain data, for saves, hashes and packs."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from hashlib import sha256

from tashkalar import cards
from tashkalar.errors import ScenarioError
from tashkalar.json_reader import LONGEST_TEXT, Node, is_encodable
from tashkalar.plain_text import find_unsafe_sign, looks_empty
from tashkalar.position.board import BIT, LEGENDARY, NAMES, RANK_OF, SQUARE_OF, Mask, squares
from tashkalar.position.state import Cards, GameState, Setup, Summoned
from tashkalar.position.unknown import card_of_text
from tashkalar.rules.deal import LONGEST_NAME, empty_state, make_setup
from tashkalar.rules.legality import SAVE_LIMITS, CountLimits, problems

LONGEST_CODE = 80

JsonObject = dict[str, object]


# -- the agreement -------------------------------------------------------------------------------


def setup_data(setup: Setup) -> JsonObject:
    """Return the agreement as plain data: the arguments of `new_game`."""
    data: JsonObject = {
        "form": setup.form,
        "schools": list(setup.schools),
        "teams": setup.teams,
        "seed": setup.seed,
    }
    if any(setup.names):
        data["names"] = list(setup.names)
    if not setup.legends:
        data["options"] = {"legends": False}
    if setup.decks:
        data["decks"] = [list(deck) for deck in setup.decks]
    return data


def read_setup(node: Node) -> Setup:
    """Return the agreement that plain data describe; ScenarioError names the faulty entry."""
    given = node.fields(
        *("form", "schools", "teams", "seed", "names", "options", "decks"),
        needed=("form", "schools", "seed"),
    )
    options = given["options"].fields("legends") if "options" in given else {}
    names = given["names"].items(most=8) if "names" in given else None
    decks = given["decks"].items(most=8) if "decks" in given else ()
    seed = given["seed"].text(LONGEST_TEXT)
    if not is_encodable(seed):
        raise given["seed"].fail("half a character is not a text")
    try:
        return make_setup(
            given["form"].text(LONGEST_CODE),
            [item.text(LONGEST_CODE) for item in given["schools"].items(most=8)],
            teams=given["teams"].flag() if "teams" in given else False,
            seed=seed,
            names=None if names is None else [_read_name(name) for name in names],
            options={key: option.flag() for key, option in options.items()},
            decks=[_read_cards(deck) for deck in decks],
        )
    except ScenarioError:
        raise
    except ValueError as error:
        raise node.fail(str(error)) from None


def _read_name(node: Node) -> str:
    """Return a player's name; "" for one that looks empty, which older versions allowed."""
    name = node.text(LONGEST_NAME)
    return "" if looks_empty(name) and find_unsafe_sign(name) is None else name


# -- a position ----------------------------------------------------------------------------------


def state_data(state: GameState) -> JsonObject:
    """Return a position between two moves as plain data, with a key per field except the set-up."""
    return {
        name: _WRITERS.get(kind, _identity)(getattr(state, name))
        for name, kind in STATE_FIELDS.items()
    }


def state_hash(state: GameState) -> str:
    """Return a fingerprint of a position, the same on every platform, for saves and golden games.

    Players' names do not count, nor does who has seen which discarded being (no rule depends on
    that, and older saves do not store it). Empty fields (0, false, nothing in them) do not count
    either, so a field that is added later does not change older fingerprints.
    """
    return digest(setup_data(state.setup), state_data(state))


def digest(setup: JsonObject, state: Mapping[str, object]) -> str:
    """Return the `state_hash` of an agreement and a position that are plain data already."""
    setup_hashed = {key: value for key, value in setup.items() if key != "names"}
    filled = {k: value for k, value in state.items() if k != "dropped" and not _is_empty(value)}
    text = json.dumps([setup_hashed, filled], sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()[:32]


def _is_empty(value: object) -> bool:
    return all(map(_is_empty, value)) if isinstance(value, list | tuple) else not value


# -- the fields of a position --------------------------------------------------------------------

# The type of a field in `GameState` decides how it is written and read.
STATE_FIELDS = {name: kind for name, kind in GameState.__annotations__.items() if name != "setup"}


def _identity(value: object) -> object:
    return value


def _mask_text(mask: Mask) -> str:
    return " ".join([NAMES[s] for s in squares(mask)])


def _summoned_data(summoned: Summoned) -> list[object]:
    """Return card and square; a third item marks a being that counts as a legend (R21.10)."""
    data: list[object] = [summoned.card, NAMES[summoned.square]]
    return data + [True] * (
        summoned.legend and RANK_OF[cards.BEINGS[summoned.card].rank] != LEGENDARY
    )


_WRITERS: dict[str, Callable[..., object]] = {
    "Mask": _mask_text,
    "tuple[Mask, ...]": lambda masks: [_mask_text(mask) for mask in masks],
    "Square": lambda square: NAMES[square] if square else "",
    "tuple[Summoned, ...]": lambda all: [_summoned_data(s) for s in all],
}


def _read_mask(node: Node) -> Mask:
    mask = 0
    for name in node.text(300).split():
        if name not in SQUARE_OF:
            raise node.fail(f"{name!a} is not a square of the board")
        mask |= BIT[SQUARE_OF[name]]
    return mask


def _read_cards(node: Node) -> Cards:
    return tuple(card_of_text(item.text(LONGEST_CODE)) for item in node.items(most=200))


def _read_summoned(node: Node) -> Summoned:
    items = node.items(most=3)
    if len(items) < 2:
        raise node.fail("a card and a square are needed")
    card = cards.BEINGS[items[0].choice(tuple(cards.BEINGS))]
    square = SQUARE_OF[items[1].choice(tuple(SQUARE_OF))]
    marked = len(items) == 3
    if marked and not (items[2].flag() and card.may_count_as_legend):
        raise items[2].fail(f"{card.id!r} never counts as a legend by a mark")
    return Summoned(card.id, square, marked or RANK_OF[card.rank] == LEGENDARY)


def _read_number(node: Node) -> int:
    return node.number(-1, 2**64 - 1)


_READERS: dict[str, Callable[[Node], object]] = {
    "int": _read_number,
    "bool": Node.flag,
    "str": lambda node: node.text(LONGEST_CODE),
    "str | None": lambda node: None if node.value is None else node.text(LONGEST_CODE),
    "Mask": _read_mask,
    "Cards": _read_cards,
    "tuple[Mask, ...]": lambda node: tuple(map(_read_mask, node.items(most=8))),
    "tuple[Cards, ...]": lambda node: tuple(map(_read_cards, node.items(most=8))),
    "tuple[str, ...]": _read_cards,
    "Square": lambda node: SQUARE_OF.get(node.choice(("", *SQUARE_OF)), 0),
    "tuple[int, ...]": lambda node: tuple(map(_read_number, node.items(most=50))),
    "tuple[Summoned, ...]": lambda node: tuple(
        map(_read_summoned, node.items(SAVE_LIMITS.summoned))
    ),
}


def read_state(
    setup: Setup, node: Node, *, mid_move: bool = False, limits: CountLimits = SAVE_LIMITS
) -> GameState:
    """Return the position that plain data describe, fully checked; ScenarioError if wrong.

    With `mid_move`, a move is in progress; no save holds such a position. A missing field, because
    it was added later, has the value of a new game. If that value is not an empty one, older hashes
    no longer fit: then raise `save.VERSION` and migrate.
    """
    state = empty_state(setup)
    for key, child in node.fields(*STATE_FIELDS).items():
        setattr(state, key, _READERS[STATE_FIELDS[key]](child))
    if failed := problems(state, mid_move=mid_move, limits=limits):
        raise ScenarioError(f"{node.path}.{failed[0].path}", failed[0].message)
    return state
