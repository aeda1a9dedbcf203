"""The form of scenarios: positions set up by hand (``docs/formats.md``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tashkalar.cards import packs
from tashkalar.formats.goal_form import GOAL
from tashkalar.formats.shapes import (
    LANGUAGE,
    MOST_PLAYERS,
    PIECE,
    RANK,
    SQUARE,
    CardId,
    Choice,
    Either,
    Fields,
    Flag,
    List,
    Map,
    Number,
    OneOrMany,
    Ordinal,
    Scope,
    Text,
)
from tashkalar.json_reader import LONGEST_NUMBER
from tashkalar.position.state import LEGENDARY_PIECES, SIDEWAYS
from tashkalar.rules.deal import ACTIONS, LONGEST_NAME
from tashkalar.rules.forms import FORMS
from tashkalar.rules.legality import MOST_CURRENT, SCENARIO_LIMITS

PLAYERS = {
    id: (form.seat_counts(), form.seat_counts(teams=True) if form.teams else ())
    for id, form in FORMS.items()
}
"""The possible numbers of players of each form: each for themselves, and in teams."""
LONGEST_SEED = 100
LONGEST_LESSON = 4000  # characters of a text
MOST_LANGUAGES = 20

_BEING = CardId("being")
_BEINGS = OneOrMany(_BEING)
_FLARES = OneOrMany(CardId("flare"))
_TASK = CardId("task")
_COUNT = Number(0, SCENARIO_LIMITS.counted)
_POINTS = Number(0, SCENARIO_LIMITS.points)
_TURN = Number(0, SCENARIO_LIMITS.turn)
_FLAG = Flag()
_COLOR = Ordinal("colors", fault="the owner must be one of the colors that play")
_TEXT = Text(LONGEST_LESSON)
_TEXTS = Map(
    LANGUAGE, _TEXT, 1, MOST_LANGUAGES, f"texts in 1 to {MOST_LANGUAGES} languages are needed"
)
_PACK_ID = Text(packs.LONGEST_ID, packs.ID_PATTERN.pattern, "is not the id of a pack")
_VERSION = Text(packs.LONGEST_VERSION, packs.VERSION_PATTERN.pattern, "is not a version")
PACKS = Map(_PACK_ID, _VERSION)


class _Counts(Fields):
    """Destroyed pieces by rank."""

    common = _POINTS
    heroic = _POINTS
    legendary = _POINTS


class _Removed(Fields, names={"two_sided": "two-sided"}):
    """Pieces out of the game."""

    two_sided = Number(0, max(FORMS[form].stock(2) for form in FORMS) - 2)
    legendary = Number(0, LEGENDARY_PIECES)


class _Captive(Fields, needed=["owner", "rank"]):
    """The piece held on a card (R22.18)."""

    owner = Ordinal("colors")
    rank = RANK
    gateway = _FLAG


class _Summoned(Fields, needed=["card", "square"]):
    """A being summoned this turn."""

    card = _BEING
    square = SQUARE
    legend = _FLAG


class _Options(Fields):
    """The parts that a game may leave out."""

    legends = _FLAG


class SeatForm(Fields, needed=["school"]):
    """A seat."""

    school = CardId("school", packs.ID_PATTERN.pattern)
    """`northern`, `southern`, `highland`, `sylvan`, `everfrost`, `nethervoid`, `etherweave`, or the
    id of a [pack](packs.md); each once"""
    name = Text(LONGEST_NAME)
    """the player's name, at most 40 characters ("")"""
    hand = _BEINGS
    """beings in hand (3 from the deck; 2 if there is a pending being)"""
    deck = _BEINGS
    """the deck, top card first (the remaining beings, shuffled); with a deck named, the beings not
    named are on the discard pile"""
    discards = _BEINGS
    """the discard pile (empty)"""
    dropped = _BEINGS
    """the beings on the discard pile that the discard action put there, so nobody else has seen
    them (none)"""
    legends = _BEINGS
    flare = _FLARES
    """legends and flares in hand (2 and 1; in a team game the player who decides and the next
    player hold those of their teams, unless those of a teammate are named)"""
    score = Either(_POINTS, Map(Ordinal("seats"), _POINTS))
    """points so far (0); in the High Form without the points of legendary pieces; the scores of
    teammates are added; in the melee by enemy seat: `{"2": 4, "3": 0}`"""
    frozen = _BEING
    """the card whose frozen effect is in play (none)"""
    pending = _BEING
    """the pending being (none)"""
    improvised = List(Ordinal("colors"), MOST_PLAYERS)
    """melee: the enemy seats whose pieces the seat can still improvise with (all): `[2, 3]`"""
    sideways = Number(0, SIDEWAYS)
    """team game: the number of cards at the bottom of the deck that lie sideways (6, or all of a
    smaller deck)"""
    penalty = Number(0, ACTIONS)
    """actions that the seat loses on its next turn (0)"""


class TurnForm(Fields):
    """The turn: whose it is, and what has happened in it (R5.9)."""

    seat = Ordinal("seats")
    """the seat whose turn it is (1)"""
    actions = _COUNT
    """actions left (2)"""
    number = Number(1, SCENARIO_LIMITS.turn)
    """the number of the turn (the second turn of the seat, because warp effects are not possible on
    the first; with `early_extras`, the seat plus one)"""
    discarded = _FLAG
    """whether the discard action was used (`false`)"""
    destroyed = Map(_COLOR, _Counts())
    """pieces that the player destroyed this turn, by color: `{"2": {"common": 1, "heroic": 2}}`"""
    summoned = List(_Summoned(), SCENARIO_LIMITS.summoned)
    """beings summoned this turn: `[{"card": "knight", "square": "e5"}]`; `"legend": true` beside a
    Gate Master or an Iris of Eternity means that it counted as a legend"""
    last_turns = Ordinal("seats", lowest=0)
    """ordinary turns left, this one included, once the end has been triggered (not triggered)"""
    deck_out = _FLAG
    """whether a player drew the last card of a deck this turn (`false`)"""
    extra = _FLAG
    """whether this is an extra turn (`false`)"""
    early_extras = _TURN
    """in the first round: the number of extra turns so far, this one included (1 in an extra turn,
    otherwise 0)"""
    extra_turns = _COUNT
    extra_beings = _COUNT
    extra_legends = _COUNT
    """extra turns and cards owed at the end of this turn (0)"""
    borrow = _COUNT
    """enemy pieces that may stand in at the next summoning (0)"""
    empties = _COUNT
    """empty squares that may stand in for common pieces at the next summoning (0)"""
    summon_with = Ordinal("colors")
    """the color whose pieces replace the player's own at the next summoning (none)"""
    doubled = _COUNT
    """how many more times each destroyed piece counts this turn (0)"""
    warped = List(_BEING, SCENARIO_LIMITS.summoned)
    """cards whose warp effect was played from the hand this turn (none)"""
    passed = _FLAG
    """team game: whether control was passed, so that the teammate places (`false`)"""


class PilesForm(Fields):
    """The shared decks and discard piles."""

    legend_deck = _BEINGS
    legend_discards = _BEINGS
    flare_deck = _FLARES
    flare_discards = _FLARES


class _Tasks(Fields):
    """The tasks of the High Form."""

    current = OneOrMany(_TASK, MOST_CURRENT, many=f"at most {MOST_CURRENT} tasks are current")
    next = OneOrMany(_TASK, 1, many="there is one next task")
    deck = OneOrMany(_TASK)


class ScenarioForm(Fields, needed=["form", "seats", "board"]):
    """A position set up by hand."""

    form = Choice(FORMS)
    """`high-form`, `duel` or `melee`"""
    board = Map(SQUARE, PIECE)
    """square → `"<colour> <rank>"`, rank `common`, `heroic` or `legendary`; no more pieces than the
    supplies hold"""
    seed = Either(Number(1 - 10**LONGEST_NUMBER, 10**LONGEST_NUMBER - 1), Text(LONGEST_SEED))
    """a number or a text (0); it decides everything that is dealt or shuffled"""
    options = _Options()
    """`{"legends": false}` for the learning game, which has no legends"""
    teams = _FLAG
    """whether four seats play as two teams, 1 and 3 against 2 and 4 (`false`; not in the melee)"""
    text = Either(_TEXT, _TEXTS)
    """what a lesson or puzzle says: a text, or a text for each language,
    `{"en": "...", "it": "..."}`; the rules ignore it"""
    goal = Either(_TEXT, GOAL)
    """what the player should reach: words, or a [goal](#goals) that the program checks"""
    packs = PACKS
    """the packs that the scenario uses, with the versions it was made with:
    `{"x-emberfall": "1.0"}`; used only to name a pack that is missing"""
    gateway = SQUARE
    """the square of the common or heroic piece that is the Gateway (none)"""
    captive = _Captive()
    """the piece held on the Merchant of Time: `{"owner": 2, "rank": "common", "gateway": false}`
    (none)"""
    removed = Map(Ordinal("colors"), _Removed())
    """pieces out of the game, by color: `{"1": {"two-sided": 1, "legendary": 0}}` (none)"""
    seats = List(SeatForm(), MOST_PLAYERS, least=2)
    """two seats; three or four in the melee, four with teams; in turn order"""
    piles = PilesForm()
    """`legend_deck`, `flare_deck` (top first), `legend_discards`, `flare_discards`; with a deck
    named, the other cards are discarded"""
    tasks = _Tasks()
    """High Form: `current` (up to 3), `next` (one), `deck` (after the next); with a deck named, the
    other tasks are out of the game. Named tasks are taken as they are, even three of one type or an
    advanced task; dealt tasks keep to the rules"""
    turn = TurnForm()
    """the turn, see below"""

    def scope_inside(self, fields: Mapping[str, Any], scope: Scope) -> Scope:
        """Return the scope with the seats and colors that play, if they fit the form.

        A pack has cards that no catalogue may have: then cards are not looked up.
        """
        seats, teams = fields["seats"], fields.get("teams") is True
        counts = PLAYERS.get(str(fields["form"]), ((), ()))[teams]
        if not isinstance(seats, list) or len(seats) not in counts:
            return scope
        schools = {str(seat.get("school")) for seat in seats if isinstance(seat, dict)}
        kinds = ["school"] if any(map(packs.is_pack_id, schools)) else [*scope.known]
        known = {kind: scope.known[kind] for kind in kinds if kind in scope.known}
        return scope._replace(seats=len(seats), colors=2 if teams else len(seats), known=known)


SCENARIO = ScenarioForm()
SCENARIO.shape_id = "scenario"
