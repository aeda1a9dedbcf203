"""The pattern on the stage lies as it does on the board (R7.3)."""

from __future__ import annotations

from collections.abc import Iterable

from tashkalar import Game, cards
from tashkalar.position.board import NAMES, SQUARE_OF, SQUARES, Square
from tashkalar.position.pattern import PatternTransform
from tashkalar.rules.summoning import match_of, placements
from tashkalar.ui.screen.pattern_orientation import matched_pattern_transform
from tashkalar.ui.screen.screen import build_screen
from tashkalar.ui.session.session import Session
from tests.support import about, arrange, pattern_at, play
from tests.ui.table import said

PRINTED = PatternTransform(0, mirrored=False)
Steps = dict[tuple[int, int], str]  # to the right and up, with the rank that is needed


def laid(card: str, turn: PatternTransform) -> Steps:
    """The printed pieces when the card is flipped over, then turned clockwise."""
    cells = {}
    for right, down, rank in cards.BEINGS[card].pattern:
        x, y = (-right if turn.mirrored else right), -down
        for _ in range(turn.quarters):
            x, y = y, -x
        cells[x, y] = rank
    return cells


def squares_at(square: Square, steps: Steps) -> list[str] | None:
    """The squares that lie so from a square; None if one of them is not on the board."""
    places = [(square % 9 + x, square // 9 + y) for x, y in steps]
    inside = all(0 <= x < 9 and 0 <= y < 9 and 9 * y + x in SQUARES for x, y in places)
    return [NAMES[9 * y + x] for x, y in places] if inside else None


def cells(names: Iterable[str]) -> set[tuple[int, int]]:
    """Return squares as columns and rows."""
    return {(SQUARE_OF[name] % 9, SQUARE_OF[name] // 9) for name in names}


def shape(places: Iterable[tuple[int, int]]) -> set[tuple[int, int]]:
    """Return cells relative to each other, wherever they lie."""
    left, low = min(x for x, _ in places), min(y for _, y in places)
    return {(x - left, y - low) for x, y in places}


def test_every_pattern_in_every_way() -> None:
    """The transformed drawing has its pieces where they are on the board."""
    for card in cards.BEINGS.values():
        for asked in (PatternTransform(q, mirrored=m) for q in range(4) for m in (False, True)):
            with about(f"{card.id} {asked}"):
                steps = laid(card.id, asked)
                square = next(s for s in SQUARES if squares_at(s, steps))
                board = dict(zip(squares_at(square, steps) or (), steps.values(), strict=True))
                state = arrange({name: f"1 {rank}" for name, rank in board.items()}).state
                ways = placements(state, card, state.colour, square)
                assert ways
                for match in map(match_of, ways):
                    transform = matched_pattern_transform(card, NAMES[square], match)
                    assert transform is not None
                    assert shape(laid(card.id, transform)) == shape(cells(match.used))


def shown(
    game: Game, card: str | None = None, square: str | None = None
) -> PatternTransform | None:
    session = Session(game, curtain=False)
    if card:
        session.click_card(card)
    session.look_at_square(square)
    return build_screen(session).action_panel.pattern_transform


def test_as_printed_comes_first() -> None:
    """A pattern that looks the same in two ways is not turned for nothing."""
    for card in cards.BEINGS.values():
        with about(card.id):
            state = arrange(pattern_at(card.id, "e5")).state
            match = match_of(placements(state, card, state.colour, SQUARE_OF["e5"])[0])
            assert matched_pattern_transform(card, "e5", match) == PRINTED


def test_only_where_a_square_is_looked_at_and_while_it_asks() -> None:
    steps = laid("sylvan-queen", PatternTransform(1, mirrored=True))
    square = next(s for s in SQUARES if squares_at(s, steps))
    names = squares_at(square, steps) or []
    enemy = {NAMES[square + way]: "2 common" for way in (8, 10, -8, -10)}
    board = enemy | {name: f"1 {rank}" for name, rank in zip(names, steps.values(), strict=True)}
    game = arrange(board, school="sylvan", other="northern", hand=["sylvan-queen"])
    assert shown(game) is None
    session = Session(game, curtain=False)
    session.click_card("sylvan-queen")
    assert build_screen(session).action_panel.pattern_transform is None
    session.look_at_square(NAMES[square])
    turn = build_screen(session).action_panel.pattern_transform
    assert turn == PatternTransform(1, mirrored=True)
    session.look_at_square(None)
    assert build_screen(session).action_panel.pattern_transform is None
    play(game, f"sylvan-queen@{NAMES[square]}")
    assert game.prompt.card == "sylvan-queen" and shown(game) == turn
    play(game, "-")
    assert shown(game) is None


def test_where_it_does_not_fit_as_it_would_with_the_fewest_pieces_more() -> None:
    """The drawing turns there too, and the pieces that are right are ticked (R7.3)."""
    steps = laid("sylvan-queen", PatternTransform(3, mirrored=False))
    square = next(s for s in SQUARES if squares_at(s, steps))
    first, *rest = squares_at(square, steps) or []
    board = dict.fromkeys(rest, "1 common")
    game = arrange(board, school="sylvan", other="northern", hand=["sylvan-queen"])
    session = Session(game, curtain=False)
    session.click_card("sylvan-queen")
    session.look_at_square(NAMES[square])
    screen = build_screen(session)
    assert screen.action_panel.pattern_transform == PatternTransform(3, mirrored=False)
    kinds = {mark.square: mark.kind for mark in screen.marks}
    assert kinds == {NAMES[square]: "asked", first: "missing"} | dict.fromkeys(rest, "right")
    labels = {view.name: said(view.label) for view in screen.squares}
    assert all("fits the pattern" in labels[name] for name in rest)


def test_where_the_one_piece_is_missing_as_it_would_with_that() -> None:
    steps = laid("swordmaster", PatternTransform(1, mirrored=False))
    square = next(s for s in SQUARES if squares_at(s, steps))
    missing, *rest = squares_at(square, steps) or []
    session = Session(arrange(dict.fromkeys(rest, "1 common"), hand=["swordmaster"]), curtain=False)
    session.click_card("swordmaster")
    ways = {}
    for name, missing_piece in session.targets.placeable_pieces.items():
        session.look_at_square(name)
        ways[name] = build_screen(session).action_panel.pattern_transform
        if len(missing_piece.summon_squares) == 1:
            turn = ways[name]
            assert turn is not None
            assert shape(laid("swordmaster", turn)) == shape(
                cells({name, *missing_piece.used_squares})
            )
    several = {
        name
        for name, missing_piece in session.targets.placeable_pieces.items()
        if len(missing_piece.summon_squares) > 1
    }
    assert {name for name, turn in ways.items() if turn is None} == several, "no two at once"
    assert missing in ways and len(several) < len(ways)
