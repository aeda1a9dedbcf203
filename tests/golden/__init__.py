"""Golden games: whole games that must replay to the same position on every platform.

Each is a record (`*.txt`) whose comments tell what it contains and the hash of its last position.
They are played in the engine's tests, in Pyodide, and through the page by mouse and by keyboard.
`python -m tests.golden --write` looks for new ones, should a rule or a card have changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tashkalar import Game, new_game
from tashkalar.cards import BEINGS
from tashkalar.formats.checkpoint import state_hash
from tashkalar.position.board import NAMES as SQUARE_NAMES
from tashkalar.position.move import Move, Prompt

FOLDER = Path(__file__).parent
HASH = "# hash: "

# What any game may contain; a deathmatch knows no claims.
COMMON = (
    "legend",
    "flare",
    "claim",
    "discard",
    "shortage",
    "own piece destroyed",
    "step",
    "square",
    "direction",
    "option",
    "card return",
    "skip",
    "placement",
)
MELEE = ("improvised", "color for a legend", "color for odd commons")
TEAMS = ("pass before an action", "pass in an effect", "card sideways", "legend handed over")
EVERFROST = ("freeze", "thaw")
ETHERWEAVE = ("warp", "pending being", "linked effect", "swap", "captive", "captive released")
NETHERVOID = ("gateway", "gateway moved", "gateway passed on")
KINDS = (*COMMON, *MELEE, *TEAMS, *EVERFROST, *ETHERWEAVE, *NETHERVOID)


class Table(NamedTuple):
    """The players of a golden game, and those of `REASON_KINDS` that it should contain."""

    form: str
    schools: tuple[str, ...]  # in any order
    seats: int
    wanted: frozenset[str]
    longest: int  # decisions
    teams: bool = False


def _wanted(*groups: tuple[str, ...], without: str = "") -> frozenset[str]:
    return frozenset(kind for group in groups for kind in group) - set(without.split(", "))


BASIC = ("northern", "southern", "highland", "sylvan")
TABLES = {
    "high-form": Table("high-form", BASIC, 2, _wanted(COMMON), 240),
    "duel": Table("duel", BASIC, 2, _wanted(COMMON, without="claim"), 240),
    "melee": Table(
        "melee",
        ("highland", "everfrost", "southern", "etherweave"),
        4,
        _wanted(COMMON, MELEE, EVERFROST, ("warp", "pending being"), without="claim, shortage"),
        220,
    ),
    "teams": Table(
        "high-form",
        ("northern", "nethervoid", "sylvan", "everfrost"),
        4,
        _wanted(COMMON, TEAMS, EVERFROST, ("gateway",), without="shortage"),
        170,
        teams=True,
    ),
    "expansions": Table(
        "duel",
        ("etherweave", "nethervoid"),
        2,
        _wanted(COMMON, ETHERWEAVE, NETHERVOID, without="claim, shortage, direction"),
        170,
    ),
}
NAMES = tuple(TABLES)
FORMS = ("high-form", "duel")  # two players with schools of the basic game

# What happens, as far as an event alone tells it.
_EVENTS = {
    "swap": "swap",
    "capture": "captive",
    "release": "captive released",
    "freeze": "freeze",
    "gateway": "gateway",
}


class Decision(NamedTuple):
    """A decision of a game: the game before it, and what is decided."""

    before: Game
    move: Move


class Golden(NamedTuple):
    """A golden game as it is stored."""

    name: str
    text: str

    @property
    def hash(self) -> str:
        """The hash of the last position."""
        lines = [line for line in self.text.splitlines() if line.startswith(HASH)]
        return lines[0].removeprefix(HASH)

    @property
    def game(self) -> Game:
        """The game at its end."""
        return Game.from_record(self.text)

    def start(self) -> Game:
        """The game before its first decision."""
        return begin(self.game)

    @property
    def query(self) -> str:
        """The page's address parameters that begin this game."""
        setup = self.game.setup
        teams = "&teams=1" if setup.teams else ""
        return f"?form={setup.form}&schools={','.join(setup.schools)}&seed={setup.seed}{teams}"


def load(name: str) -> Golden:
    """A golden game by its name, one of `NAMES`."""
    return Golden(name, (FOLDER / f"{name}.txt").read_text(encoding="utf-8"))


def begin(game: Game) -> Game:
    """The same game before its first decision."""
    setup = game.setup
    return new_game(setup.form, setup.schools, teams=setup.teams, seed=setup.seed)


def decisions(game: Game) -> Iterator[Decision]:
    """The decisions of a game one after another, each with the game before it."""
    replay = begin(game)
    for code in game.codes:
        move = replay.find_move(code)
        yield Decision(replay.copy(), move)
        replay.play(move)


def kinds_of(before: Game, move: Move) -> set[str]:
    """Return those of `REASON_KINDS` to which a decision belongs."""
    prompt, state = before.prompt, before.state
    found: set[str] = set()
    if move.kind in ("flare", "claim", "discard", "skip", "thaw", "warp"):
        found.add(move.kind)
    elif move.kind == "pass-control":
        found.add("pass before an action" if prompt.kind == "turn" else "pass in an effect")
    elif move.kind == "place" and move.origin:
        found.add("shortage")
    elif move.kind == "summon":
        if move.option not in (None, "1"):
            found.add("placement")
        if move.match and move.match.improvised:
            found.add("improvised")
        if move.card == state.pending[state.seat]:
            found.add("pending being")
    elif move.kind == "choose" and prompt.kind != "marks":
        found.add(_answer(prompt, move))
        if prompt.kind == "return" and state.sideways and _is_from_deck(move.card):
            found.add("card sideways")
        if (prompt.card, prompt.kind) in _LINKED:
            found.add("linked effect")
    return found


# The questions of linked effects by their card.
_LINKED = (
    ("antimatter-spirit", "place"),
    ("antimatter-spirit", "move"),
    ("polarity-queen", "move"),
)


def _answer(prompt: Prompt, move: Move) -> str:
    """Return the kind of answer that a choice is."""
    if prompt.kind == "return":
        return "card return"
    if prompt.kind in ("legend-colour", "odd-commons"):
        what = "a legend" if prompt.kind == "legend-colour" else "odd commons"
        return f"color for {what}"
    if move.origin:
        return "step" if move.square else "direction"
    return "square" if move.square else "option"


def _is_from_deck(card: str | None) -> bool:
    """Tell whether a card is a being of a player's own deck."""
    return card in BEINGS and BEINGS[str(card)].deck != "legends"


def contents(game: Game) -> set[str]:
    """Return those of `REASON_KINDS` that a game contains."""
    kinds = {kind for before, move in decisions(game) for kind in kinds_of(before, move)}
    for entry in game.history():
        before = entry.state_before
        own = game.setup.colours[before.seat] + 1
        gateway = SQUARE_NAMES[before.gateway] if before.gateway else None
        for event in entry.events:
            if event.kind in _EVENTS:
                kinds.add(_EVENTS[event.kind])
            if event.kind == "summon" and event.rank == "legendary":
                kinds.add("legend")
                if game.setup.teams and before.seat >= 2:  # dealt to the teammate (R19.5)
                    kinds.add("legend handed over")
            if event.kind == "destroy" and event.owner == own:
                kinds.add("own piece destroyed")
            if event.kind == "move" and gateway and event.origin == gateway:
                kinds.add("gateway moved")
            if event.kind == "gateway" and gateway and event.square != gateway:
                kinds.add("gateway passed on")
            if event.kind == "under-deck" and game.setup.teams:
                kinds.add("card sideways")
    return kinds


def text_of(game: Game) -> str:
    """A golden game as a file."""
    kinds = contents(game)
    kind_names = ", ".join(name for name in KINDS if name in kinds)
    about = f"# {len(game.codes)} decisions with: {kind_names}\n{HASH}{state_hash(game.state)}\n"
    return about + game.record()
