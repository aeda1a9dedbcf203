"""The save format: a game as JSON that can be stored and loaded again (``docs/formats.md``).

A save tells the game twice. The agreement and the decisions tell all of it, so undo works in a
loaded game; the checkpoint is the position after the last finished move. Should the decisions no
longer lead there, because a card has been corrected since, the game goes on from the checkpoint
and its history begins there. The hash belongs to the checkpoint and tells the two cases apart.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple, Protocol, TypeVar

from tashkalar import cards
from tashkalar.cards import packs
from tashkalar.cards.schools import SCHOOLS, gateway_seat
from tashkalar.errors import IllegalMove, PackError, PackNeeded, SaveError, ScenarioError
from tashkalar.position.board import BIT, LEGENDARY, NAMES, RANK_OF, SQUARE_OF, Mask, squares
from tashkalar.position.numbers import colour_number
from tashkalar.position.state import (
    SIDEWAYS,
    Cards,
    GameState,
    Setup,
    Summoned,
    most_removed,
)
from tashkalar.reading import LONGEST_TEXT, Node, is_whole, parse_json
from tashkalar.rules.deal import LONGEST_NAME, blank, make_setup
from tashkalar.rules.forms import FORMS

FORMAT = "tashkalar-save"
VERSION = 1
MOST_MOVES = 100_000
LONGEST_CODE = 80
LONGEST_MOVE = 2000  # a move with its answers

Data = dict[str, object]

# From a version to the next: each changes the data in place. Every version that was ever released
# has a sample in tests/engine/data that must stay loadable.
MIGRATIONS: dict[int, Callable[[Data], None]] = {}


class Story(NamedTuple):
    """What a text form tells of a game. A move is its code and its answers, without forced ones."""

    setup: Setup
    scenario: Mapping[str, object] | None
    start: GameState | None  # where the history begins, if not at the first decision
    moves: Sequence[Sequence[str]]
    opened: Sequence[str]  # the move that is being carried out, or nothing
    redo: Sequence[str]  # the next one first
    state: GameState  # after the finished moves


class Playable(Protocol):
    """What replaying needs of a game."""

    def decide(self, code: str) -> None:
        """Make a decision, resigning too."""

    def story(self) -> Story:
        """What has happened so far."""

    def keep_redo(self, codes: Sequence[str]) -> None:
        """Offer these codes for redo, the next one first, as far as they can be played."""


G = TypeVar("G", bound=Playable)
# Makes a game of an agreement or a scenario, which may begin later at a saved position.
Begin = Callable[[Setup | Mapping[str, object], GameState | None], G]


# -- writing -------------------------------------------------------------------------------------


def write(story: Story) -> str:
    """The text of a save."""
    setup, state = setup_data(story.setup), state_data(story.state)
    data: Data = {"format": FORMAT, "v": VERSION, "engine": _engine()}
    if story.scenario is None:
        data["setup"] = setup
    else:
        data["scenario"] = story.scenario
    if used := packs.used(story.setup.schools):
        data["packs"] = used
    if story.start is not None:
        data["start"] = state_data(story.start)
    data["moves"] = [" ".join(move) for move in story.moves]
    data["open"] = " ".join(story.opened) or None
    data["redo"] = list(story.redo)
    data["checkpoint"] = state
    data["hash"] = _digest(setup, state)
    return json.dumps(data, separators=(",", ":"))


def _engine() -> str:
    """The version of the package, which imports this module and so is looked up late."""
    package = sys.modules[__name__.partition(".")[0]]
    return str(getattr(package, "__version__", ""))


def setup_data(setup: Setup) -> Data:
    """What was agreed, as plain data: the arguments of `new_game`."""
    data: Data = {
        "form": setup.form,
        "schools": list(setup.schools),
        "teams": setup.teams,
        "seed": setup.seed,
    }
    if any(setup.names):
        data["names"] = list(setup.names)
    if not setup.legends:
        data["options"] = {"legends": False}
    return data


def state_data(state: GameState) -> Data:
    """A position between two moves as plain data, a key for each field but the set-up."""
    return {name: _WRITE.get(kind, _same)(getattr(state, name)) for name, kind in _FIELDS.items()}


def state_hash(state: GameState) -> str:
    """A fingerprint of a position, the same on every platform: for saves and golden games.

    Names of players do not count, nor does who has seen which discarded being (no rule asks that,
    and older saves do not tell it). Fields that are empty (0, false, nothing in them) do not count
    either, so a field that is added later leaves older fingerprints as they are.
    """
    return _digest(setup_data(state.setup), state_data(state))


def _digest(setup: Data, state: Mapping[str, object]) -> str:
    agreed = {key: value for key, value in setup.items() if key != "names"}
    filled = {k: value for k, value in state.items() if k != "dropped" and not _is_empty(value)}
    text = json.dumps([agreed, filled], sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()[:32]


def _is_empty(value: object) -> bool:
    return all(map(_is_empty, value)) if isinstance(value, list | tuple) else not value


# -- the fields of a position --------------------------------------------------------------------

# What is written for a field follows from its type in `GameState`.
_FIELDS = {name: kind for name, kind in GameState.__annotations__.items() if name != "setup"}


def _same(value: object) -> object:
    return value


def _mask_text(mask: Mask) -> str:
    return " ".join([NAMES[s] for s in squares(mask)])


def _summoned_data(one: Summoned) -> list[object]:
    """Card and square; a third item says that a being counts as a legend all the same (R21.10)."""
    found: list[object] = [one.card, NAMES[one.square]]
    return found + [True] * (one.legend and RANK_OF[cards.BEINGS[one.card].rank] != LEGENDARY)


_WRITE: dict[str, Callable[..., object]] = {
    "Mask": _mask_text,
    "tuple[Mask, ...]": lambda masks: [_mask_text(mask) for mask in masks],
    "Square": lambda square: NAMES[square] if square else "",
    "tuple[Summoned, ...]": lambda all: [_summoned_data(s) for s in all],
}


def _read_mask(node: Node) -> Mask:
    found = 0
    for name in node.text(300).split():
        if name not in SQUARE_OF:
            raise node.fail(f"{name!a} is not a square of the board")
        found |= BIT[SQUARE_OF[name]]
    return found


def _read_cards(node: Node) -> Cards:
    return tuple(item.text(LONGEST_CODE) for item in node.items(most=200))


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


_READ: dict[str, Callable[[Node], object]] = {
    "int": _read_number,
    "bool": Node.flag,
    "str": lambda node: node.text(LONGEST_CODE),
    "str | None": lambda node: None if node.value is None else node.text(LONGEST_CODE),
    "Mask": _read_mask,
    "Cards": _read_cards,
    "tuple[Mask, ...]": lambda node: tuple(map(_read_mask, node.items(most=8))),
    "tuple[Cards, ...]": lambda node: tuple(map(_read_cards, node.items(most=8))),
    "tuple[str, ...]": _read_cards,
    "Square": lambda node: SQUARE_OF[node.choice(tuple(SQUARE_OF))] if node.value else 0,
    "tuple[int, ...]": lambda node: tuple(map(_read_number, node.items(most=50))),
    "tuple[Summoned, ...]": lambda node: tuple(map(_read_summoned, node.items(most=50))),
}


def read_state(setup: Setup, node: Node) -> GameState:
    """The position that plain data describe, fully checked; ScenarioError names what is wrong.

    A field that is not there, because it was added later, has the value of a new game. Unless that
    value is an empty one, older hashes no longer fit: then raise `VERSION` and migrate.
    """
    state = blank(setup)
    for key, child in node.keys(*_FIELDS).items():
        setattr(state, key, _READ[_FIELDS[key]](child))
    _check(state, node)
    return state


def check(state: GameState) -> None:
    """ScenarioError when a position between two moves could not be saved and loaded again."""
    read_state(state.setup, Node(state_data(state), "position"))


def _check(state: GameState, node: Node) -> None:
    """Refuse a position that cannot be: everything that the rules rely on is looked at."""

    def demand(truth: bool, field: str, message: str) -> None:
        if not truth:
            raise Node(None, f"{node.path}.{field}").fail(message)

    setup = state.setup
    sides = max(setup.colours) + 1
    framed = _blank(setup)
    for field, length in (
        ("colours", sides),
        ("points", len(framed.points)),
        ("markers", len(framed.markers)),
        ("sideways", setup.seats if setup.teams else 0),
        ("frozen", setup.seats),
        ("pending", setup.seats),
        ("penalties", setup.seats),
        ("destroyed", 3 * sides),
        ("decks", setup.seats),
        ("hands", setup.seats),
        ("discards", setup.seats),
        ("dropped", setup.seats),
        ("legends", setup.seats),
        ("flares", setup.seats),
    ):
        demand(len(getattr(state, field)) == length, field, f"{length} entries are needed")
    _check_schools(state, demand)
    pieces = sum(mask.bit_count() for mask in state.colours)
    demand(state.occupied.bit_count() == pieces, "colours", "two pieces stand on one square")
    demand(not state.heroic & ~state.occupied, "heroic", "there is no piece")
    demand(
        not state.legendary & ~(state.occupied & ~state.heroic),
        "legendary",
        "there is no piece, or a heroic one",
    )
    for side in range(sides):
        for rank in (0, LEGENDARY):
            demand(
                state.supply(side, rank) >= 0,
                "colours",
                f"colour {colour_number(side)} is out of pieces",
            )
    for seat, school in enumerate(setup.schools):
        apart = tuple(card for card in (state.frozen[seat], state.pending[seat]) if card)
        own = (state.hands[seat], state.decks[seat], state.discards[seat], apart)
        demand(_are(cards.by_school(school), own), f"hands[{seat}]", "these are not the cards")
        unseen = Counter(state.dropped[seat]) - Counter(state.discards[seat])
        demand(not unseen, f"dropped[{seat}]", "these are not in the discard pile")
    legends = cards.legend_deck() if setup.legends else ()
    found = (*state.legends, state.legend_deck, state.legend_discards)
    demand(_are(legends, found), "legends", "these are not the legends")
    found = (*state.flares, state.flare_deck, state.flare_discards)
    demand(_are(cards.FLARES.values(), found), "flares", "these are not the flares")
    tasks = state.current_tasks + state.task_deck
    known = cards.TASKS if FORMS[setup.form].has_tasks else {}
    demand(len(set(tasks)) == len(tasks), "task_deck", "a task is there twice")
    demand(known.keys() >= set(tasks), "task_deck", "there is no such task")
    demand(len(state.current_tasks) <= 3, "current_tasks", "there are more than three")
    demand(state.playing is None, "playing", "no card is being played between two moves")
    for field, lowest, highest in (
        ("seat", 0, setup.seats - 1),
        ("turn", 1, 99_999),
        ("last_turns", -1, setup.seats),
        ("resigned", -1, sides - 1),
        ("actions", 0, 99),
        ("extra_beings", 0, 99),
        ("extra_legends", 0, 99),
        ("extra_turns", 0, 99),
        ("borrow", 0, 99),
        ("empties", 0, 99),
        ("summon_with", 0, sides),
        ("doubled", 0, 99),
        ("rng", 0, 2**64 - 1),
    ):
        demand(lowest <= getattr(state, field) <= highest, field, f"not {lowest} to {highest}")
    early = state.early_extras
    demand(
        early == 0 or (early > 0 and 0 < state.turn - early <= setup.seats),
        "early_extras",
        "this is not the first round",
    )
    demand(all(0 <= n <= 9999 for n in state.points), "points", "not 0 to 9999")
    demand(all(0 <= n <= 9999 for n in state.destroyed), "destroyed", "not 0 to 9999")
    demand(all(0 <= n <= 99 for n in state.penalties), "penalties", "not 0 to 99")
    for seat, left in enumerate(state.markers):
        others = ((1 << sides) - 1) & ~(1 << seat)
        demand(0 <= left <= others and not left & ~others, f"markers[{seat}]", "no such colours")
    for seat, lying in enumerate(state.sideways):
        most = min(SIDEWAYS, len(state.decks[seat]))
        demand(0 <= lying <= most, f"sideways[{seat}]", f"not 0 to {most}")
    demand(setup.teams or not state.passed, "passed", "there is no teammate")
    if FORMS[setup.form].scores_by_colour:
        in_own_colour = state.points[:: setup.seats + 1]
        demand(not any(in_own_colour), "points", "somebody has points in the own colour")
    phases = {"play", "over", "marks"} if FORMS[setup.form].sets_up else {"play", "over"}
    demand(state.phase in phases, "phase", "there is no such phase")
    demand(state.phase != "marks" or not pieces, "phase", "the board must still be empty")
    demand(state.resigned < 0 or state.phase == "over", "resigned", "the game is not over")
    demand(
        state.last_turns != 0 or state.in_extra_turn or state.phase == "over",
        "last_turns",
        "the game must be over",
    )


def _check_schools(state: GameState, demand: Callable[[bool, str, str], None]) -> None:
    """Refuse what the schools' own rules do not allow (R20-R22)."""
    setup = state.setup
    opener = gateway_seat(setup.schools)
    owner = None if opener is None else setup.colours[opener]
    played = [SCHOOLS[id] for id in setup.schools]
    if state.gateway:
        own = state.colours[owner] & ~state.legendary if owner is not None else 0
        demand(bool(own & BIT[state.gateway]), "gateway", "no piece there can be the Gateway")
    for seat, card in enumerate(state.frozen):
        known = not card or (card in cards.BEINGS and cards.BEINGS[card].frozen is not None)
        demand(known, f"frozen[{seat}]", "this card has no frozen effect")
        demand(not card or _owns(setup, seat, card), f"frozen[{seat}]", "not the seat's card")
    for seat, card in enumerate(state.pending):
        known = not card or (card in cards.BEINGS and cards.BEINGS[card].warp is not None)
        demand(known, f"pending[{seat}]", "this card has no warp effect")
        demand(not card or _owns(setup, seat, card), f"pending[{seat}]", "not the seat's card")
    for number, card in enumerate(state.warped):
        known = card in cards.BEINGS and cards.BEINGS[card].warp is not None
        demand(known, f"warped[{number}]", "this card has no warp effect")
    sides = len(state.colours)
    if state.captive:
        fits = len(state.captive) == 3 and 0 <= state.captive[0] < sides
        fits = fits and 0 <= state.captive[1] <= LEGENDARY and state.captive[2] in (0, 1)
        demand(fits, "captive", "there is no such piece")
        demand(any(s.takes_captive for s in played), "captive", "nobody can hold a piece")
        side, rank, gateway = state.captive
        demand(not gateway or (side == owner and rank < LEGENDARY), "captive", "no Gateway")
    if state.removed:
        demand(any(s.removes_pieces for s in played), "removed", "nobody can remove a piece")
        demand(len(state.removed) == 2 * sides, "removed", f"{2 * sides} entries are needed")
        for place, number in enumerate(state.removed):
            most = most_removed(setup)[place % 2]
            demand(0 <= number <= most, f"removed[{place}]", f"not 0 to {most}")


def _owns(setup: Setup, seat: int, card: str) -> bool:
    return cards.BEINGS[card].deck == SCHOOLS[setup.schools[seat]].deck


@lru_cache(maxsize=16)
def _blank(setup: Setup) -> GameState:
    """An empty state, to see the shape of what its form counts. Read only."""
    return blank(setup)


def _are(wanted: Iterable[cards.Being | cards.Flare], piles: Iterable[Cards]) -> bool:
    """Whether the piles hold exactly the wanted cards."""
    return Counter(c for pile in piles for c in pile) == Counter(card.id for card in wanted)


# -- reading -------------------------------------------------------------------------------------


def read(text: object, begin: Begin[G]) -> G:
    """The game that a save tells; SaveError in one line for whatever is wrong with the text."""
    try:
        data = _migrated(parse_json(text))
        needed = _needed_packs(data)
        try:
            return _read(data, begin)
        except ValueError as error:
            here = packs.used(needed)
            if here == needed:
                raise
            other = ", ".join(f"{id!r} is {version} here" for id, version in here.items())
            raise PackNeeded(f"{packs.needs(needed)}; {other} ({error})", needed) from None
    except SaveError:
        raise
    except ValueError as error:
        raise SaveError(str(error)) from None


def _needed_packs(data: Data) -> dict[str, str]:
    """The packs that a save names, with their versions; PackNeeded when one is not there."""
    needed = packs.read(Node(data.get("packs", {}), "packs"))
    if lacking := packs.lacking(needed):
        raise PackNeeded(packs.needs(lacking), lacking)
    return needed


def _migrated(data: object) -> Data:
    """The data in the present version."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise SaveError("this is not a saved game of Tash-Kalar")
    version = Node(data.get("v"), "v").number(0, 10**9)
    if version > VERSION:
        raise SaveError(f"made by a newer version of the program (format {version})")
    for step in range(version, VERSION):
        if step not in MIGRATIONS:
            raise SaveError(f"v: there never was a format {version}")
        MIGRATIONS[step](data)
    return data


def _read(data: Data, begin: Begin[G]) -> G:
    keys = ("moves", "open", "redo", "checkpoint", "hash")
    origin = "scenario" if "scenario" in data else "setup"
    known = ("format", "v", "engine", "packs", "start", origin, *keys)
    top = Node(data).keys(*known, needed=(origin, *keys))
    if "engine" in top:
        top["engine"].text(LONGEST_CODE)
    moves = [_codes(node) for node in top["moves"].items(most=MOST_MOVES)]
    opened = None if top["open"].value is None else _codes(top["open"])
    redo = [node.text(LONGEST_CODE) for node in top["redo"].items(most=MOST_MOVES)]
    game = _begin(top[origin], begin, None)
    setup = game.story().setup
    start = read_state(setup, top["start"]) if "start" in top else None
    checkpoint = read_state(setup, top["checkpoint"])
    expected = state_hash(checkpoint)
    if top["hash"].text(LONGEST_CODE) != expected:
        raise SaveError("hash: the saved position has been changed or damaged")
    if start is not None:
        game = _begin(top[origin], begin, start)
    try:
        _replay(game, moves, expected)
        _reopen(game, opened)
    except (IllegalMove, PackError):
        game = _begin(top[origin], begin, checkpoint)
        try:
            _reopen(game, opened)
        except (IllegalMove, PackError):
            game = _begin(top[origin], begin, checkpoint)
    game.keep_redo(redo)
    return game


def _codes(node: Node) -> list[str]:
    codes = node.text(LONGEST_MOVE).split(" ")
    if not all(codes):
        raise node.fail("codes with one blank between them are needed")
    return codes


def _begin(node: Node, begin: Begin[G], start: GameState | None) -> G:
    """The game before its first move, from the agreement or the scenario."""
    if node.path == "setup":
        return begin(read_setup(node), start)
    if not isinstance(node.value, dict):
        raise node.fail("an object is needed")
    try:
        return begin(node.value, start)
    except ScenarioError as error:
        raise SaveError(f"scenario: {error}") from None


def read_setup(node: Node) -> Setup:
    """The agreement that plain data describe; ScenarioError names what is wrong."""
    given = node.keys(
        "form", "schools", "teams", "seed", "names", "options", needed=("form", "schools", "seed")
    )
    options = given["options"].keys("legends") if "options" in given else {}
    names = given["names"].items(most=8) if "names" in given else None
    seed = given["seed"].text(LONGEST_TEXT)
    if not is_whole(seed):
        raise given["seed"].fail("half a character is not a text")
    try:
        return make_setup(
            given["form"].text(LONGEST_CODE),
            [item.text(LONGEST_CODE) for item in given["schools"].items(most=8)],
            teams=given["teams"].flag() if "teams" in given else False,
            seed=seed,
            names=None if names is None else [name.text(LONGEST_NAME) for name in names],
            options={key: option.flag() for key, option in options.items()},
        )
    except ScenarioError:
        raise
    except ValueError as error:
        raise node.fail(str(error)) from None


def _replay(game: Playable, moves: Iterable[Sequence[str]], expected: str) -> None:
    """Make the finished moves again; IllegalMove when they do not lead to the expected hash."""
    for move in moves:
        for code in move:
            game.decide(code)
    story = game.story()
    if story.opened or state_hash(story.state) != expected:
        raise IllegalMove("the moves lead to another position")


def _reopen(game: Playable, opened: Sequence[str] | None) -> None:
    """Begin the open move again; IllegalMove when it is not open after its answers."""
    if opened is None:
        return
    for code in opened:
        game.decide(code)
    if list(game.story().opened) != list(opened):
        raise IllegalMove("the open move is finished")
