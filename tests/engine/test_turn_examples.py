"""The worked positions of data/turn-examples.toml, played through the engine.

An example invents the cards it needs, arranges a game and plays codes as a person would type them.
`ACTIONS` and `CHECKS` are the words of its steps, `EFFECTS` and `AT_SQUARES` those of its effects.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from tashkalar import Game, IllegalMove, new_game
from tashkalar.cards import BEINGS, TASKS, by_school
from tashkalar.effects.effect import Effect
from tashkalar.effects.piece import combat, standard
from tashkalar.position.board import COMMON, HEROIC, SQUARE_OF
from tashkalar.position.pattern import Pattern
from tashkalar.position.state import GameState
from tashkalar.rules.forms.high_form import select_first_tasks
from tests.engine import plain_matcher as plain
from tests.engine.invented import Text, Workshop, being, nothing
from tests.support import about, arrange, finish_turn, offered, pieces, turns_to_come

Example = dict[str, Any]
Board = Mapping[str, str]  # squares by piece: {"1 common" = "d5 f5"}
EXAMPLES: dict[str, Example] = tomllib.loads(
    (Path(__file__).parent / "data" / "turn-examples.toml").read_text(encoding="utf-8")
)


def by_square(board: Board) -> dict[str, str]:
    """The board as a scenario writes it."""
    return {square: piece for piece, squares in board.items() for square in squares.split()}


# --- invented cards -----------------------------------------------------------------------------

EFFECTS: dict[str, Text] = {
    "place a common piece": lambda e: e.must_place(e.empty),
    "may place a common piece": lambda e: e.may_place(e.empty),
    "place a heroic piece": lambda e: e.must_place(e.empty, HEROIC),
    "convert an enemy piece": lambda e: e.must_convert(e.enemies & e.nonlegendary, COMMON),
    "upgrade an own piece": lambda e: e.must_upgrade(e.own),
    "destroy own pieces": lambda e: e.destroy_all(e.own),
    "destroy enemy pieces": lambda e: e.destroy_all(e.enemies),
    "may destroy an adjacent piece": lambda e: e.may_destroy(e.enemies & e.common & e.being.near),
    "gain an action": lambda e: e.gain_action(),
    "take an extra turn": lambda e: e.take_extra_turn(),
    "draw a being": lambda e: e.draw_extra(beings=1),
}
AT_SQUARES: dict[str, Callable[[Effect, int], object]] = {
    "destroy": lambda e, square: e.destroy(square),
    "remove": lambda e, square: e.remove(square),
    "convert": lambda e, square: e.convert(square),
    "upgrade": lambda e, square: e.upgrade(square),
    "downgrade": lambda e, square: e.downgrade(square),
    "standard move from": lambda e, square: e.must_move(standard(1 << square)),
    "combat move from": lambda e, square: e.must_move(combat(1 << square)),
    "move the being to": lambda e, square: e.must_move(standard(e.being.bit, 1 << square)),
}


def effect_of(lines: Sequence[str]) -> Text:
    """The effect that carries out the lines one after another."""
    for line in lines:
        assert line in EFFECTS or line.rpartition(" ")[0] in AT_SQUARES, line

    def effect(e: Effect) -> None:
        for line in lines:
            if line in EFFECTS:
                EFFECTS[line](e)
            else:
                verb, _, where = line.rpartition(" ")
                AT_SQUARES[verb](e, e.state.gateway if where == "gateway" else SQUARE_OF[where])

    return effect


def invent_being(
    workshop: Workshop,
    rank: str,
    pattern: str = "@",
    effect: Sequence[str] = (),
    id: str = "being",
    deck: str = "imperial",
    has: str = "",
) -> None:
    """A being, or a legend; it may have a frozen or a warp effect, which does nothing."""
    card = being(rank, [], effect_of(effect), id=id, deck=deck)
    card = card._replace(shape=Pattern(pattern))
    if has == "frozen":
        card = card._replace(frozen=nothing)
    elif has == "warp":
        card = card._replace(warp=nothing)
    workshop.register(card)


def invent_flare(
    workshop: Workshop,
    effect: Sequence[str] = (),
    upper: Mapping[str, Any] | None = None,
    lower: Mapping[str, Any] | None = None,
    id: str = "flare",
) -> None:
    """A flare with two halves, or with an effect that always holds."""
    if upper and lower:
        halves = [(half["threshold"], effect_of(half["effect"])) for half in (upper, lower)]
        workshop.flare(*halves, id=id)
    else:
        workshop.always(effect_of(effect), id=id)


def invent_task(
    workshop: Workshop, id: str, met: bool | Mapping[str, Any] = False, **more: Any
) -> None:
    """A task that is fulfilled always, never, or by a number of own pieces on some squares."""
    if isinstance(met, bool):
        workshop.task(id, met=met, **more)
        return
    squares = sum(1 << SQUARE_OF[square] for square in met["pieces_on"].split())
    number = int(met["number"])

    def has_enough(state: GameState, me: int) -> bool:
        return (state.colours[me] & squares).bit_count() >= number

    workshop.task(id, met=has_enough, **more)


def invent_cards(example: Example, workshop: Workshop) -> None:
    for card in [example["being"]] if "being" in example else example.get("beings", []):
        invent_being(workshop, **card)
    for flare in [example["flare"]] if "flare" in example else example.get("flares", []):
        invent_flare(workshop, **flare)
    for task in example.get("tasks", []):
        invent_task(workshop, **task)


# --- the game -----------------------------------------------------------------------------------


def with_deck(seat: Mapping[str, Any], school: str) -> dict[str, Any]:
    """The seat with a deck of so many cards of its school where the example gives a number."""
    if not isinstance(seat.get("deck"), int):
        return dict(seat)
    elsewhere = {*seat.get("hand", ()), seat.get("pending")}
    cards = [card.id for card in by_school(school) if card.id not in elsewhere]
    return {**seat, "deck": cards[: seat["deck"]]}


def game_of(example: Example) -> Game:
    """The game at the beginning of an example."""
    if "new" in example:
        new = dict(example["new"])
        return new_game(new.pop("form"), new.pop("schools"), seed="an example", **new)
    given = {"form": "high-form", **example["game"]}
    board = by_square(given.pop("board", {}))
    if "seats" not in given:
        school = given.pop("school", "northern")
        mine = {"hand": given.pop("hand", []), **given.pop("mine", {})}
        return arrange(
            board, school=school, other="southern", mine=with_deck(mine, school), **given
        )
    schools = ("northern", "southern", "highland", "sylvan")
    seats = [
        {"school": school, "flare": [], **with_deck(seat, school)}
        for seat, school in zip(given.pop("seats"), schools, strict=False)
    ]
    turn = {"seat": 1, "actions": 2, **given.pop("turn", {})}
    return Game.from_scenario({**given, "seats": seats, "board": board, "turn": turn})


# --- what a step does ---------------------------------------------------------------------------


def play(game: Game, codes: str) -> None:
    for code in codes.split():
        game.play(code)


def summons(game: Game, code: str) -> None:
    """The being can be summoned on the square, in all ways to ask; then it is summoned."""
    card, square = code.split("@")
    assert code in offered(game)
    assert square in game.summons(card)
    assert game.explain(card, square).possible
    game.play(code)


def finish(game: Game, seat: int) -> None:
    """Use up the actions of the seat's turn with placing, then end the turn."""
    assert game.player == seat
    finish_turn(game)


def turns(game: Game, seats: list[int]) -> None:
    """These seats have the turns to come; the game is played to its end."""
    assert turns_to_come(game) == seats


def either(game: Game, ways: Sequence[Sequence[Mapping[str, Any]]]) -> None:
    for steps in ways:
        carry_out(game.copy(), steps)


ACTIONS: dict[str, Callable[[Game, Any], None]] = {
    "play": play,
    "summons": summons,
    "finish": finish,
    "turns": turns,
    "either": either,
}


# --- what a step checks -------------------------------------------------------------------------


def refuses(game: Game, codes: Mapping[str, str]) -> None:
    """The being cannot be summoned on the square, in all ways to ask, for this reason."""
    for code, reason in codes.items():
        card, square = code.split("@")
        assert code not in offered(game)
        assert square not in game.summons(card)
        why = game.explain(card, square)
        assert not why.possible and why.reason is not None and why.reason.id == reason
        with pytest.raises(IllegalMove):
            game.play(code)


def fits_only_mirrored(game: Game, code: str) -> None:
    card, square = code.split("@")
    drawing, at, board = plain.drawing(BEINGS[card]), plain.cell_of(square), plain.board_of(game)
    assert plain.fits(board, drawing, 1, at)
    assert not plain.fits(board, drawing, 1, at, mirrors=(False,))


def placements(game: Game, wanted: Mapping[str, Sequence[str]]) -> None:
    """The pattern fits around the square with exactly these pieces."""
    for code, ways in wanted.items():
        card, square = code.split("@")
        used = {match.used for match in game.summons(card)[square]}
        assert used == {frozenset(way.split()) for way in ways}


def borrows(game: Game, wanted: Mapping[str, tuple[str, int]]) -> None:
    """The being can be summoned in one way, with the piece of that square and that seat."""
    for code, (square, owner) in wanted.items():
        (move,) = (m for m in game.legal_moves() if m.code == code)
        assert move.match is not None and move.match.foreign == {square}
        assert move.match.improvised == owner


def destroyed(game: Game, wanted: Sequence[str]) -> None:
    """These pieces have been destroyed since the game began."""
    events = [event for entry in game.history() for event in entry.events]
    found = [f"{e.owner} {e.rank}" for e in events if e.kind == "destroy"]
    assert found == wanted


def events(game: Game, wanted: Mapping[str, int]) -> None:
    """So many events of these kinds have happened since the game began."""
    found = Counter(event.kind for entry in game.history() for event in entry.events)
    assert {kind: found[kind] for kind in wanted} == wanted  # type: ignore[index]


def counts(game: Game, wanted: Mapping[str, int]) -> None:
    """So many moves of these kinds are legal."""
    found = Counter(move.kind for move in game.legal_moves())
    assert {kind: found[kind] for kind in wanted} == wanted  # type: ignore[index]


def set_ups_of(game: Game) -> list[dict[str, str]]:
    """All boards to which the marks of the set-up lead."""
    waiting, found = [game], []
    while waiting:
        here = waiting.pop()
        if here.prompt.kind != "marks":
            assert here.player == 1
            found.append(pieces(here))
            continue
        for move in here.legal_moves():
            waiting.append(here.copy())
            waiting[-1].play(move)
    assert len({str(sorted(board.items())) for board in found}) == len(found)
    return found


def set_ups(game: Game, boards: Sequence[Board]) -> None:
    found = set_ups_of(game)
    assert len(found) == len(boards)
    assert all(by_square(board) in found for board in boards)


def first_tasks(_: Game, wanted: Mapping[str, str]) -> None:
    current, aside = select_first_tasks(tuple(wanted["of"].split()))
    assert (" ".join(current), " ".join(aside)) == (wanted["current"], wanted["aside"])


def progress(game: Game, wanted: Mapping[str, list[int]]) -> None:
    """Check what the task needs: the number reached and the number needed."""
    for task, numbers in wanted.items():
        (need,) = TASKS[task].closest_way(game.state, game.state.colour)
        assert [need.have, need.need] == numbers


def plain_value(value: Any) -> Any:
    """Lists for tuples, as TOML has them."""
    return [plain_value(part) for part in value] if isinstance(value, tuple) else value


def contains(found: Any, wanted: Any, path: str) -> None:
    """Check that the wanted values are there; other keys and further seats may be there too."""
    if isinstance(wanted, dict):
        for key, value in wanted.items():
            contains(found[key], value, f"{path}.{key}")
    elif isinstance(wanted, list) and wanted and isinstance(wanted[0], dict):
        for number, value in enumerate(wanted):
            contains(found[number], value, f"{path}.{number}")
    else:
        assert plain_value(found) == wanted, path


def attributes(thing: object, wanted: Mapping[str, Any]) -> None:
    for name, value in wanted.items():
        contains(getattr(thing, name), value, name)


def equals(found: object, wanted: object) -> None:
    assert found == wanted


CHECKS: dict[str, Callable[[Game, Any], None]] = {
    "asks": lambda game, kind: equals(game.prompt.kind, kind),
    "player": lambda game, seat: equals(game.player, seat),
    "is_over": lambda game, over: equals(game.is_over, over),
    "board": lambda game, board: equals(pieces(game), by_square(board)),
    "score": lambda game, points: equals([game.score(1), game.score(2)], points),
    "view": lambda game, wanted: contains(game.view(1), wanted, "view"),
    "state": lambda game, wanted: attributes(game.state, wanted),
    "outcome": lambda game, wanted: attributes(game.outcome, wanted),
    "offers": lambda game, codes: equals({*codes.split()} - offered(game), set()),
    "lacks": lambda game, codes: equals({*codes.split()} & {*codes_of(game)}, set()),
    "only": lambda game, codes: equals(offered(game), {*codes.split()}),
    "kinds": lambda game, kinds: equals(sorted({m.kind for m in game.legal_moves()}), kinds),
    "counts": counts,
    "events": events,
    "destroyed": destroyed,
    "refuses": refuses,
    "fits_only_mirrored": fits_only_mirrored,
    "placements": placements,
    "borrows": borrows,
    "set_ups": set_ups,
    "set_ups_number": lambda game, number: equals(len(set_ups_of(game)), number),
    "set_ups_with": lambda game, board: equals(by_square(board) in set_ups_of(game), True),
    "set_ups_without": lambda game, board: equals(by_square(board) in set_ups_of(game), False),
    "first_tasks": first_tasks,
    "progress": progress,
}


def codes_of(game: Game) -> list[str]:
    return [move.code for move in game.legal_moves()]


def carry_out(game: Game, steps: Sequence[Mapping[str, Any]]) -> None:
    """Do and check what the steps say, in the order of their keys."""
    for number, step in enumerate(steps, 1):
        for word, value in step.items():
            with about(f"step {number}, {word} = {value}"):
                (ACTIONS.get(word) or CHECKS[word])(game, value)


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES)
def test_example(example: Example, workshop: Workshop) -> None:
    with about(f"{example['about']} ({example['rules']})"):
        invent_cards(example, workshop)
        carry_out(game_of(example), example["steps"])


def words_of(steps: Sequence[Mapping[str, Any]]) -> set[str]:
    """The words that steps use, those of their alternatives too."""
    found = {word for step in steps for word in step}
    return found.union(*(words_of(way) for step in steps for way in step.get("either", ())))


def test_every_word_is_used_and_every_example_checks_something() -> None:
    words = [words_of(example["steps"]) for example in EXAMPLES.values()]
    assert set().union(*words) == ACTIONS.keys() | CHECKS.keys()
    assert all(found - {"play", "finish", "either"} for found in words)
    phrases = [line for example in EXAMPLES.values() for line in str(example).split("'")]
    assert [line for line in EFFECTS if line not in phrases] == []
    assert [verb for verb in AT_SQUARES if not any(t.startswith(f"{verb} ") for t in phrases)] == []
