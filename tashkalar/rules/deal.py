"""Set-up: check the agreement and deal the first state (R4)."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from tashkalar import cards
from tashkalar.cards import packs
from tashkalar.json_reader import is_encodable, quote_for_error
from tashkalar.plain_text import describe_sign, find_unsafe_sign, looks_empty
from tashkalar.position import rng
from tashkalar.position.state import SIDEWAYS, Cards, GameState, Setup
from tashkalar.position.unknown import card_of_text, unknown_deck
from tashkalar.rules.forms import FORMS

HAND_BEINGS, HAND_LEGENDS, HAND_FLARES = 3, 2, 1  # R4.5, R16.1
ACTIONS, FIRST_ACTIONS = 2, 1  # R5.1
LONGEST_NAME = 40
LONGEST_SEED = 10_000  # in characters; short enough for every text form, for any characters
HIGHEST_SEED = 10**4000  # the limit for seeds that are numbers


def check_seed(seed: object) -> None:
    """Raise ValueError if a seed is too long for a new game. Old saves may have longer seeds."""
    if isinstance(seed, str) and len(seed) > LONGEST_SEED:
        raise ValueError(f"seed: longer than {LONGEST_SEED} characters")
    if isinstance(seed, int) and abs(seed) > HIGHEST_SEED:
        raise ValueError("seed: the number is too long")


def make_setup(
    form: str,
    schools: Sequence[str],
    *,
    teams: bool = False,
    seed: int | str | None = None,
    names: Sequence[str] | None = None,
    options: Mapping[str, object] | None = None,
    decks: Sequence[Sequence[str]] | None = None,
) -> Setup:
    """Return the checked agreement of a new game; ValueError names the wrong argument.

    `decks` has the beings of each seat in their order, known and unknown ones, if the seed does
    not decide it.
    """
    if form not in FORMS:
        raise ValueError(
            f"form: unknown form {quote_for_error(form)}; known are {', '.join(FORMS)}"
        )
    rules = FORMS[form]
    _check_schools(schools)
    if teams and not rules.teams:
        raise ValueError(f"teams: there is no team play in the {form}")
    possible_counts = rules.seat_counts(teams=teams)
    if len(schools) not in possible_counts:
        wanted = " or ".join(map(str, possible_counts))
        played = f"{form} in teams" if teams else form
        raise ValueError(f"schools: the {played} needs {wanted} schools, not {len(schools)}")
    return Setup(
        form=form,
        schools=tuple(schools),
        teams=teams,
        seed=_checked_seed(seed),
        names=checked_names(names, len(schools)),
        legends=_checked_legends(options or {}),
        two_sided=rules.stock(len(schools)),
        colours=(0, 1, 0, 1) if teams else tuple(range(len(schools))),
        decks=_checked_decks(decks or (), schools),
    )


def _check_schools(schools: Sequence[str]) -> None:
    if isinstance(schools, str) or not all(isinstance(s, str) for s in schools):
        raise ValueError("schools: a list of school ids is needed")
    for number, school in enumerate(schools):
        where = f"schools[{number}]"
        if school in schools[:number]:
            raise ValueError(f"{where}: {school!r} is used twice")
        if school in cards.SCHOOLS:
            continue
        if packs.is_pack_id(school):
            raise ValueError(f"{where}: {packs.missing_packs_message({school: ''})}")
        known = ", ".join(cards.SCHOOLS)
        raise ValueError(f"{where}: unknown school {quote_for_error(school)}; known are {known}")


def _checked_seed(seed: int | str | None) -> str:
    """Return the seed as a text; a random one if none is given."""
    if seed is None:
        return os.urandom(8).hex()
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise ValueError("seed: an int or a text is needed")
    if not is_encodable(str(seed)):
        raise ValueError("seed: the text holds half a character")
    return str(seed)


def _checked_decks(decks: Sequence[Sequence[str]], schools: Sequence[str]) -> tuple[Cards, ...]:
    """Return the order of the beings of each seat; none if the seed decides it."""
    if decks and len(decks) != len(schools):
        raise ValueError(f"decks: {len(schools)} decks are needed")
    checked = tuple(tuple(map(card_of_text, deck)) for deck in decks)
    for seat, deck in enumerate(checked):
        beings = {card.id for card in cards.by_school(schools[seat])}
        if len(deck) != len(beings) or not beings | {*unknown_deck(seat)} >= {*deck}:
            raise ValueError(f"decks[{seat}]: the {len(beings)} beings of the school are needed")
        if len(set(deck)) != len(deck):
            raise ValueError(f"decks[{seat}]: a being is there twice")
    return checked


def _checked_legends(options: Mapping[str, object]) -> bool:
    """Return the only option: whether legends are dealt (R24.2)."""
    for key, value in options.items():
        if key != "legends":
            raise ValueError(f"options: unknown option {quote_for_error(key)}")
        if not isinstance(value, bool):
            raise ValueError("options['legends']: True or False is needed")
    return options.get("legends") is not False


def checked_names(names: Sequence[str] | None, seats: int) -> tuple[str, ...]:
    """Return the players' names; a name of blanks or none stands for the color of the seat.

    Raise ValueError for the wrong number of names, or for a name that cannot be shown.
    """
    if names is None:
        return ("",) * seats
    if isinstance(names, str) or len(names) != seats:
        raise ValueError(f"names: a list of {seats} names is needed")
    for number, name in enumerate(names):
        if fault := name_fault(name):
            raise ValueError(f"names[{number}]: {fault}")
    return tuple(name if name.strip(" ") else "" for name in names)


def name_fault(name: object) -> str | None:
    """Return why a player cannot have this name; None if the name is right."""
    if not isinstance(name, str) or len(name) > LONGEST_NAME:
        return f"a text of at most {LONGEST_NAME} characters is needed"
    if sign := find_unsafe_sign(name):
        return f"the sign {describe_sign(sign)} hides or changes the order of the text"
    if name.strip(" ") and looks_empty(name):
        return f"a name of {describe_sign(name.strip(' ')[0])} looks empty"
    return None


def deal(setup: Setup) -> GameState:
    """Return the state at the first decision of the game (R4)."""
    state = empty_state(setup)
    for seat, school in enumerate(setup.schools):
        state.rng, deck = rng.shuffle(state.rng, [card.id for card in cards.by_school(school)])
        if setup.decks:
            deck = setup.decks[seat]
        state.decks += (deck[HAND_BEINGS:],)
        state.hands += (deck[:HAND_BEINGS],)
    state.rng, legends = rng.shuffle(
        state.rng, [card.id for card in cards.legend_deck()] if setup.legends else []
    )
    state.rng, flares = rng.shuffle(state.rng, list(cards.FLARES))
    if setup.teams:
        state.sideways = (SIDEWAYS,) * setup.seats  # R19.3
    state.legends, state.legend_deck = _hands(
        legends, 2 if setup.teams else setup.seats, HAND_LEGENDS
    )
    state.legends += ((),) * (setup.seats - len(state.legends))  # R19.5: the earlier teammate's
    state.flares, state.flare_deck = _hands(flares, setup.seats, HAND_FLARES)
    form = FORMS[setup.form]
    state.current_tasks, state.task_deck = form.deal_tasks(state)
    if form.has_setup_phase:
        state.phase, state.seat = "marks", setup.seats - 1
    return state


def _hands(deck: Cards, seats: int, size: int) -> tuple[tuple[Cards, ...], Cards]:
    """Deal a hand of `size` cards to each seat in turn order; return the hands and the rest."""
    hands = tuple(deck[size * seat : size * (seat + 1)] for seat in range(seats))
    return hands, deck[size * seats :]


def empty_state(setup: Setup) -> GameState:
    """Return a state with an empty board and no cards, at the start of the first turn (R5.1)."""
    colours = max(setup.colours) + 1
    state = GameState()
    state.setup = setup
    state.rng = rng.state_from_seed(setup.seed)
    state.phase = "play"
    state.colours = (0,) * colours
    state.heroic = state.legendary = 0
    state.decks = state.hands = ()
    state.discards = state.dropped = ((),) * setup.seats
    state.legend_deck = state.legend_discards = ()
    state.legends = ((),) * setup.seats
    state.flare_deck = state.flare_discards = ()
    state.flares = ((),) * setup.seats
    state.playing = None
    state.current_tasks = state.task_deck = ()
    state.turn = 1
    state.seat = 0
    state.last_turns = -1
    state.deck_out = state.in_extra_turn = False
    state.early_extras = 0
    state.resigned = -1
    state.passed = False
    state.markers = state.sideways = state.captive = state.removed = ()
    state.frozen = state.pending = ("",) * setup.seats
    state.gateway = 0
    state.penalties = (0,) * setup.seats
    state.actions = FIRST_ACTIONS
    start_turn_memory(state)
    FORMS[setup.form].init_counts(state)
    return state


def start_turn_memory(state: GameState) -> None:
    """Clear everything that was counted for the last turn (R5.9, R12.6)."""
    state.discarded = False
    state.destroyed = (0,) * (3 * len(state.colours))
    state.summoned = ()
    state.extra_beings = state.extra_legends = state.extra_turns = 0
    state.borrow = state.empties = state.summon_with = state.doubled = 0
    state.warped = ()
    state.passed = False
