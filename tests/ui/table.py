"""Helpers to play at the table without a browser: games in every state, and clicks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tashkalar import Game, Move, cards, new_game
from tashkalar.position.board import DIRECTION_OF, NAMES, RAYS, SQUARE_OF, SQUARES
from tashkalar.position.move import Message
from tashkalar.position.state import GameState
from tashkalar.rules.forms import FORMS
from tashkalar.ui.screen.screen import build_screen
from tashkalar.ui.session.dry_run import Preview, preview_steps
from tashkalar.ui.session.session import Session
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.text.refusal import technical_detail
from tashkalar.ui.views import Screen
from tests.support import arrange, pattern_at

LOCALE = Path(__file__).resolve().parents[2] / "static" / "locale"
PAIRS = (
    ("northern", "sylvan"),
    ("highland", "southern"),
    ("everfrost", "nethervoid"),
    ("etherweave", "northern"),
    ("sylvan", "highland"),
    ("nethervoid", "etherweave"),
)
# The forms, and the games in teams: their names are made of the form's and what is added here.
TABLES = (*FORMS, "high-form in teams", "duel in teams")
# Tables with the number of a pair: by default two at each table, and all pairs; with --long all.
TABLES_AND_PAIRS = [
    pytest.param(table, pair, marks=[pytest.mark.long] if (number + pair) % 3 else [])
    for number, table in enumerate(TABLES)
    for pair in range(len(PAIRS))
]


@cache
def english() -> Catalogue:
    """Return every English text."""
    return catalogue_in("en")


def catalogue_in(language: str) -> Catalogue:
    """Return every text of a language, and that language chosen."""
    catalogue = Catalogue(language=language)
    for path in sorted((LOCALE / language).glob("*.json")):
        catalogue.load(language, path.read_text(encoding="utf-8"))
    return catalogue


def with_detail(words: Catalogue, message: Message | str) -> str:
    """Return what is read of a fault, and the technical text behind *Details*."""
    text = words.translate(message)
    detail = technical_detail(message) if isinstance(message, Message) else ""
    said = words.translate(detail)
    assert not said or said not in text  # once, and not in the sentence
    return f"{text} [{said}]" if said else text


def walk(value: object) -> Iterator[object]:
    """A value and everything in it: the fields, items and parameters at any depth."""
    waiting = [value]
    while waiting:
        value = waiting.pop()
        yield value
        if isinstance(value, tuple):
            waiting.extend(value)
        elif isinstance(value, dict):
            waiting.extend(value)
            waiting.extend(value.values())


def messages(value: object) -> Iterator[Message]:
    """Return all messages in a value, also those inside others."""
    return (item for item in walk(value) if isinstance(item, Message))


def said(value: Message | str | tuple[Message, ...]) -> str:
    """A message as it is read."""
    if isinstance(value, str | Message):
        return english().translate(value)
    return " | ".join(said(item) for item in value)


def ids(found: tuple[Message, ...]) -> list[str]:
    """The ids of messages."""
    return [message.id for message in found]


def offered(screen: Screen) -> list[str]:
    """Return the moves and actions of the buttons."""
    return [choice.code or f"({choice.action})" for choice in screen.prompt.choices]


# -- making a move as a person does --------------------------------------------------------------


def press(session: Session, code: str) -> bool:
    """Press a button, which must be there."""
    assert code in offered(build_screen(session)), f"no button for {code}"
    return session.play_code(code)


def reach(session: Session, move: Move) -> bool:
    """Make a legal move with what the screen offers for it: squares, cards, buttons."""
    if session.choices.is_turn_decision:
        return _turn_decision(session, move)
    if move.square is not None:
        if move.origin is not None and session.targets.origin != move.origin:
            assert move.origin in session.targets.selectable_squares
            assert not session.click_square(move.origin)
        assert move.square in session.targets.selectable_squares
        return session.click_square(move.square)
    if move.option in DIRECTION_OF and move.origin is not None:
        ray = RAYS[SQUARE_OF[move.origin]][DIRECTION_OF[move.option]]
        if ray:
            assert NAMES[ray[-1]] in session.targets.selectable_squares
            return session.click_square(NAMES[ray[-1]])
    if move.card is not None and move.card in [card.id for card in build_screen(session).hand]:
        return session.click_card(move.card)
    return press(session, move.code)


def preview_move(game: Game, move: Move) -> Preview:
    """Return what a legal move would do; the game itself does not change.

    IllegalMove when the move is not legal now, PackError when a card of a pack fails.
    """
    *_, preview = (preview for preview in preview_steps(game, move) if preview)
    return preview


def _turn_decision(session: Session, move: Move) -> bool:
    if session.selection.card is not None:
        session.click_card(session.selection.card)
    if move.kind == "place":
        square = move.square or move.origin or ""
        assert square in session.targets.selectable_squares
        return session.click_square(square)
    if move.card is not None and move.kind != "claim":
        assert not session.click_card(move.card)
    if move.kind != "summon" or move.square is None:
        return press(session, move.code)
    assert move.square in session.targets.selectable_squares
    if session.click_square(move.square):
        return True
    if session.selection.placement_code != move.code:
        return press(session, move.code)
    return session.click_square(move.square)


# -- games -----------------------------------------------------------------------------------------


def eager_move(game: Game, rng: Random) -> Move:
    """A random move, most often one that is not placing."""
    moves = game.legal_moves()
    rare = [move for move in moves if move.kind not in ("place", "end")]
    return rng.choice(rare if rare and rng.random() < 0.6 else moves)


def agreed(table: str, pair: tuple[str, str], seed: int) -> tuple[str, bool, list[str]]:
    """The form, whether in teams, and the schools: the pair and, where needed, some more."""
    form, _, teams = table.partition(" ")
    others = [s for s in cards.SCHOOLS if s not in pair]
    others = others[seed % len(others) :] + others
    seats = 4 if teams else FORMS[form].seats[seed // 2 % len(FORMS[form].seats)]
    return form, bool(teams), [*pair, *dict.fromkeys(others)][:seats]


def fresh(table: str, pair: tuple[str, str], seed: int) -> Game:
    """A new game at a table."""
    form, teams, schools = agreed(table, pair, seed)
    return new_game(form, schools, teams=teams, seed=seed)


def crowded(table: str, pair: tuple[str, str], seed: int) -> Game:
    """A game in the middle: a board full of pieces of all ranks, hands from the seed."""
    form, teams, schools = agreed(table, pair, seed)
    rng = Random(f"{table}/{pair}/{seed}")
    owners = (1, 1, 2) if teams or len(schools) == 2 else (1, *range(1, len(schools) + 1))
    # The supply stays just above, or just at, its end.
    most = dict.fromkeys(owners, min(15, FORMS[form].stock(len(schools)) - 1))
    board: dict[str, str] = {}
    for square in rng.sample([NAMES[s] for s in SQUARES], rng.choice((24, 30, 34))):
        owner = rng.choice(owners)
        if most[owner]:
            most[owner] -= 1
            heroic = rng.random() < (0.2 if owner == 1 else 0.6)
            board[square] = f"{owner} {'heroic' if heroic else 'common'}"
    if rng.random() < 0.5:
        board[rng.choice(sorted(board))] = f"{rng.choice((1, 2))} legendary"
    return Game.from_scenario(
        {
            "form": form,
            "teams": teams,
            "seed": seed,
            "seats": [{"school": school} for school in schools],
            "board": board,
            "turn": {"seat": 1, "actions": 2},
        }
    )


def positions(table: str, pair: tuple[str, str], seed: int, length: int) -> Iterator[Game]:
    """Yield positions of a random game, not to be changed; on odd seeds the board is crowded."""
    game = (crowded if seed % 2 else fresh)(table, pair, seed)
    rng = Random(f"{pair}-{seed}")
    for _ in range(length):
        yield game.copy()
        if game.is_over:
            return
        game.play(eager_move(game, rng))


# Cards at hand so that a card has something to ask: for seat 1, and for the game.
_Company = tuple[dict[str, object], dict[str, Any]]


def _company(card: str, board: dict[str, str], seed: int) -> _Company:
    deck = cards.BEINGS[card].deck
    others = [c for c in cards.by_school(deck) if c.id != card] if deck in cards.SCHOOLS else []
    if deck == "everfrost":
        rest = [c.id for c in others if c.frozen]
        return {"frozen": rest[seed % len(rest)], "discards": [rest[(seed + 1) % len(rest)]]}, {}
    if card == "merchant-of-time":
        return {}, {"captive": {"owner": 2, "rank": "common"}}
    if deck == "etherweave":
        rest = [c.id for c in others if c.warp]
        pending = {"pending": rest[seed % len(rest)]} if seed % 3 else {}
        return {"discards": [rest[(seed + n) % len(rest)] for n in (1, 2, 3)], **pending}, {}
    fit = sorted(s for s, piece in board.items() if piece in ("1 common", "1 heroic"))
    if deck == "nethervoid" and seed % 2:
        return {}, {"gateway": fit[seed % len(fit)]}
    return {}, {}


def summoning(card: str, seed: int, *, melee: bool = False) -> Game:
    """A position where a card can be summoned on a square amid all sorts of pieces."""
    rng = Random(f"{card}/{seed}")
    being = cards.BEINGS[card]
    where = next(
        name
        for name in rng.sample(["e5", "d5", "e4", "f5", "e6", "g7", "c7", "d4", "f6"], 9)
        if pattern_fits(card, name)
    )
    board = pattern_at(card, where)
    own = len(board)
    for square in rng.sample([NAMES[s] for s in SQUARES], 34):
        if square in board or square == where:
            continue
        owner = rng.choice((1, 2, 2))
        rank = rng.choice(("common", "common", "heroic"))
        if owner == 1 and own >= 14:
            continue
        if sum(piece.startswith("2") for piece in board.values()) >= 14 and owner == 2:
            continue
        own += owner == 1
        board[square] = f"{owner} {rank}"
    if seed % 3 == 0:
        board.update({s: "2 legendary" for s, p in board.items() if p == "2 heroic" and s < "c"})
    if melee:  # some enemy pieces belong to a third player
        board.update({s: f"3 {p[2:]}" for s, p in board.items() if p[0] == "2" and s > "e"})
    school = being.deck if being.deck in cards.SCHOOLS else "northern"
    other, third = "southern", "sylvan" if school != "sylvan" else "highland"
    rest = [c.id for c in cards.by_school(school) if c.id != card]
    legend = being.deck == "legends"
    mine, more = _company(card, board, seed)
    discards: dict[str, object] = {"discards": rest[5:7]} if seed % 2 else {}
    first = {
        "school": school,
        "hand": rest[:2] if legend else [card],
        "legends": [card] if legend else [],
        "flare": ["flare-01"] if seed % 2 else [],
        **discards,
        **mine,
    }
    seats = [first, {"school": other}, *([{"school": third}] if melee else [])]
    form = "melee" if melee else ("duel", "high-form")[seed % 2]
    return arrange(board, form=form, seats=seats, **more)


def pattern_fits(card: str, square: str) -> bool:
    """Tell whether the printed orientation fits on the board there."""
    s = SQUARE_OF[square]
    cells = [(s % 9 + dx, s // 9 - dy) for dx, dy, _ in cards.BEINGS[card].pattern]
    return all(0 <= x < 9 and 0 <= y < 9 and NAMES[9 * y + x] in SQUARE_OF for x, y in cells)


def invoking(flare: str, seed: int) -> Game:
    """A position where a flare can be invoked: the upper half, the lower one, or both."""
    rng = Random(f"{flare}/{seed}")
    free = rng.sample([NAMES[s] for s in SQUARES], 22)
    upgraded = 6 if seed % 3 != 1 else 0
    number = 12 if seed % 3 != 0 else 7
    board = {s: f"2 {'heroic' if i < upgraded else 'common'}" for i, s in enumerate(free[:number])}
    own = 4 if number == 12 else 7
    board.update({s: "1 common" for s in free[number : number + own]})
    return arrange(board, flare=flare, form=("duel", "high-form")[seed % 2])


def free_moves(card: str, seed: int) -> Game | None:
    """A position where a frozen effect is thawed, or a warp effect played; None without either."""
    being = cards.BEINGS[card]
    if not (being.frozen or being.warp):
        return None
    game = summoning(card, seed)
    board = {s: f"{p.owner} {p.rank}" for s, p in game.board.items()}
    if being.frozen:
        # Something to summon with a stand-in.
        hand = [c.id for c in cards.by_school(being.deck) if c.id != card][:3]
        return arrange(board, hand=hand, school=being.deck, mine={"frozen": card}, flare="flare-01")
    return arrange(board, hand=[card], school=being.deck, turn={"number": 3})


def short_of_pieces() -> Game:
    """The supply is empty; the Guardian has two placements on e5 with an outcome each."""
    board = {square: "1 common" for square in ("c5", "d5", "f5", "g5", "c1", "d1", "e1", "c2")}
    board |= {f"{file}9": "1 common" for file in "cdefg"}
    board |= {"a4": "1 heroic", "i4": "1 common", "e2": "1 common", "e5": "2 common"}
    return arrange(
        board,
        hand=["clan-guardian", "hungry-bear"],
        legends=["titan"],
        flare="flare-01",
        school="highland",
        other="southern",
    )


def secret_cards(state: GameState, seat: int) -> set[str]:
    """The cards in the hand of a seat (from 1), of every kind."""
    return {
        *state.hands[seat - 1],
        *state.legends[seat - 1],
        *state.flares[seat - 1],
    }
