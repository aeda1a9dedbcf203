"""Tests of drawings, orientations and matches, with a plain matcher (R7.2-R7.19, R11.8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tashkalar import Game
from tashkalar.cards import BEINGS, Being
from tashkalar.position.board import (
    ARENA,
    BIT,
    COMMON,
    DIRECTION_OF,
    DIRECTIONS,
    HEROIC,
    LEGENDARY,
    NAMES,
    RANK_OF,
    SQUARE_OF,
    SQUARES,
    from_column_row,
    names,
)
from tashkalar.position.move import Match
from tashkalar.position.pattern import (
    Pattern,
    Placement,
    StandIns,
    find,
    find_placements,
    find_with_stand_ins,
    matches,
)
from tashkalar.position.state import GameState
from tashkalar.rules.deal import empty_state, make_setup
from tashkalar.rules.summoning import (
    can_summon_any,
    distinct_placements,
    explain,
    find_candidate_squares,
    match_of,
    pick_ups,
    placements,
    summon_moves,
    summons,
)
from tests.engine import plain_matcher as plain
from tests.engine.invented import Workshop, art, being
from tests.support import arrange

SETUPS = {
    **{form: make_setup(form, ["northern", "sylvan"], seed="p") for form in ("high-form", "duel")},
    "melee": make_setup("melee", ["northern", "sylvan", "etherweave"], seed="p"),
}


class Arena(NamedTuple):
    """A position for both matchers: who stands where, and which form's supply counts."""

    form: str
    cells: Mapping[plain.Cell, tuple[int, int]]
    help: plain.Help

    def state(self) -> GameState:
        state = empty_state(SETUPS[self.form])
        colours = [0] * len(state.colours)
        for cell, (owner, rank) in self.cells.items():
            bit = BIT[from_column_row(*cell)]
            colours[owner - 1] |= bit
            state.heroic |= bit if rank == HEROIC else 0
            state.legendary |= bit if rank == LEGENDARY else 0
        state.colours = tuple(colours)
        state.borrow, state.empties = self.help.borrow, self.help.empties
        state.summon_with = self.help.instead
        if self.form == "melee":
            bits = sum(1 << owner - 1 for owner in self.help.improvise)
            state.markers = (bits, 0, 0)
        return state

    @property
    def two_sided(self) -> int:
        return SETUPS[self.form].two_sided

    def turned(self, quarters: int, mirrored: bool) -> Arena:
        return self._replace(
            cells={turned(cell, quarters, mirrored): p for cell, p in self.cells.items()}
        )


def turned(cell: plain.Cell, quarters: int, mirrored: bool) -> plain.Cell:
    """A square of the whole board turned about its centre."""
    x, y = plain.turned((cell[0] - 5, cell[1] - 5), quarters, mirrored)
    return x + 5, y + 5


SOME_BEINGS = st.lists(st.sampled_from([*BEINGS.values()]), min_size=40, max_size=40)


@st.composite
def arenas(draw: st.DrawFn) -> Arena:
    """Return a board, sparse or crowded, often with an empty supply, and with help."""
    form = draw(st.sampled_from([*SETUPS]))
    number = draw(st.one_of(st.integers(0, 12), st.integers(10, 30), st.integers(34, 40)))
    rng = Random(draw(st.integers(0, 1 << 32)))
    seats = SETUPS[form].seats
    everybody = range(1, seats + 1)
    stock = {who: {False: SETUPS[form].two_sided, True: 3} for who in everybody}
    cells: dict[plain.Cell, tuple[int, int]] = {}
    for cell in rng.sample(plain.ALL, number):
        owner, rank = rng.choice([1, *everybody]), rng.choice([0, 0, 0, 1, 1, 2])
        for who, held in ((owner, rank), *((who, low) for low in (rank, 0) for who in everybody)):
            if stock[who][held == 2]:
                stock[who][held == 2] -= 1
                cells[cell] = (who, held)
                break
    improvise = rng.choice([(), (2,), (3,), (2, 3)]) if form == "melee" else ()
    return Arena(
        form,
        cells,
        plain.Help(
            borrow=rng.choice([0, 0, 1, 2]),
            improvise=frozenset(improvise),
            empties=rng.choice([0, 0, 0, 1, 2]),
            instead=rng.choice([0, 0, 0, 2]),
        ),
    )


def arrows(card: Being) -> list[str]:
    return [DIRECTIONS[d] for d in card.shape.directions]


def as_fit(match: Match) -> plain.Fit:
    return plain.Fit(
        match.used, match.marked, frozenset(match.directions), match.foreign, match.improvised
    )


def public(fits: Iterable[plain.Fit]) -> set[plain.Fit]:
    """Return a match without the fields that it does not show."""
    return {fit._replace(special=frozenset(), pairs=frozenset()) for fit in fits}


def whole(placement: Placement) -> plain.Fit:
    """A placement as the plain matcher gives it."""
    return as_fit(match_of(placement))._replace(
        special=frozenset(names(placement.special)),
        pairs=frozenset((NAMES[a], NAMES[b]) for a, b in placement.pairs),
    )


SAMPLES = [
    being("common", [(-1, 0, "common"), (1, 0, "common")], id="bar"),
    being("heroic", [(1, 0, "common"), (2, 0, "common"), (2, 1, "common")], id="hook"),
    being("heroic", [(0, 0, "common"), (1, 1, "heroic")], id="onto"),
    being("legendary", [(-1, 0, "heroic"), (1, 0, "common")], marked=[(0, 1), (1, 0)], id="marks"),
    being("common", [(0, 1, "common"), (3, 3, "common")], marked=[(1, 3)], id="far"),
    being("legendary", [(0, -1, "legendary"), (0, 1, "common")], id="from-legend"),
    Being("arrow", "Arrow", "heroic", "imperial", Pattern("68\nc@\n.c"), lambda e: None),
    Being("twice", "Twice", "heroic", "imperial", Pattern("oc*\n*@."), lambda e: None),
    Being("mirror", "Mirror", "common", "imperial", Pattern("*cm\n*@m"), lambda e: None),
    Being("apart", "Apart", "heroic", "imperial", Pattern("ch\n.c"), lambda e: None),
]


def check_against_the_plain_matcher(arena: Arena, card: Being) -> None:
    state, facts = arena.state(), plain.drawing(card, arrows(card))
    help = arena.help
    wanted = plain.summonable(arena.cells, facts, 1, arena.two_sided, help=help)
    summonings = summons(state, card, 0)
    shown = {s: public(ways) for s, ways in wanted.items()}
    assert {s: set(map(as_fit, ms)) for s, ms in summonings.items()} == shown, card.id
    for square, ways in wanted.items():
        assert {*map(whole, placements(state, card, 0, SQUARE_OF[square]))} == ways, card.id
    if not (card.shape.special or card.shape.pairs):  # these marks a match does not show
        assert all(len(set(ms)) == len(ms) for ms in summonings.values())
    # `search` leaves shortage out.
    own = state.masks_by_rank(state.colours[0])
    everywhere = {c for c in plain.ALL if plain.fits(arena.cells, facts, 1, c, help=help)}
    fitting = {
        plain.name(cell)
        for cell in plain.ALL
        if not plain.barred(arena.cells, facts, cell)
        and (everywhere if facts.detached else cell in everywhere)
    }
    assert set(names(find_candidate_squares(state, card, 0))) == fitting
    if help == plain.NO_HELP:
        if not facts.detached:  # counted from another cell there
            assert set(names(find(card.shape, own))) == set(map(plain.name, everywhere))
        quick = plain.squares(arena.cells, list(plain.orientations(facts)), 1)
        assert set(map(plain.name, quick)) == fitting
    # Summon moves are those squares; only different outcomes are told apart (R7.6).
    moves = summon_moves(state, card)
    assert {move.square for move in moves} == set(wanted)
    assert len({move.code for move in moves}) == len(moves)
    assert [SQUARE_OF[m.square or ""] for m in moves] == sorted(
        SQUARE_OF[m.square or ""] for m in moves
    )
    assert can_summon_any(state, [card]) == bool(moves)
    for square, ways in wanted.items():
        s = SQUARE_OF[square]
        kept = distinct_placements(state, card, 0, s)
        assert len([m for m in moves if m.square == square]) == len(kept)
        assert {(p.marked, p.directions) for p in kept} >= (
            {(p.marked, p.directions) for p in placements(state, card, 0, s)}
            if card.placement_matters
            else set()
        )
        for placement in kept:  # R7.14-R7.17: what may be picked up
            lifted = pick_ups(state, 0, RANK_OF[card.rank], s, placement)
            stock = {
                cell
                for cell, (owner, rank) in arena.cells.items()
                if owner == 1 and (rank == 2) == (card.rank == "legendary")
            }
            limit = 3 if card.rank == "legendary" else arena.two_sided
            if len(stock) < limit or plain.cell_of(square) in stock:
                assert lifted is None
            else:
                used = set(names(placement.used))
                assert lifted is not None
                assert set(names(lifted)) == {plain.name(c) for c in stock} - used
        assert ways


@settings(max_examples=12, deadline=None)
@given(arena=arenas(), data=st.data())
def test_summons_equal_the_plain_matcher(arena: Arena, data: st.DataObject) -> None:
    for card in (*data.draw(SOME_BEINGS), *SAMPLES):
        check_against_the_plain_matcher(arena, card)


@settings(max_examples=8, deadline=None)
@given(arena=arenas(), data=st.data())
def test_a_turned_board_has_turned_summons(arena: Arena, data: st.DataObject) -> None:
    quarters, mirrored = data.draw(st.integers(0, 3)), data.draw(st.booleans())
    other = arena.turned(quarters, mirrored)

    def turn_name(square: str) -> str:
        return plain.name(turned(plain.cell_of(square), quarters, mirrored))

    def turn_match(match: Match) -> plain.Fit:
        compass = {vector: word for word, vector in plain.VECTORS.items()}
        return plain.Fit(
            frozenset(map(turn_name, match.used)),
            frozenset(map(turn_name, match.marked)),
            frozenset(
                compass[plain.turned(plain.VECTORS[d], quarters, mirrored)]
                for d in match.directions
            ),
            frozenset(map(turn_name, match.foreign)),
            match.improvised,
        )

    for card in (*data.draw(SOME_BEINGS), *SAMPLES):
        if card.shape.is_detached:  # the colourless squares do not turn with the board
            continue
        here, there = summons(arena.state(), card, 0), summons(other.state(), card, 0)
        assert {turn_name(s): set(map(turn_match, ms)) for s, ms in here.items()} == {
            s: set(map(as_fit, ms)) for s, ms in there.items()
        }


@settings(max_examples=4, deadline=None)
@given(arena=arenas(), data=st.data())
def test_explaining_agrees_with_summoning(arena: Arena, data: st.DataObject) -> None:
    state, mine = arena.state(), arena.help.instead or 1
    first = data.draw(st.integers(0, 2))
    for card in (
        data.draw(st.sampled_from([*BEINGS.values()])),
        data.draw(st.sampled_from(SAMPLES)),
    ):
        facts = plain.drawing(card)
        placements = summons(state, card, 0)
        for s in SQUARES[first::3]:  # a third of the board
            why = explain(state, card, 0, s)
            cell = plain.cell_of(NAMES[s])
            anchors = plain.ALL if facts.detached else [cell]
            fits = any(plain.fits(arena.cells, facts, 1, a, help=arena.help) for a in anchors)
            assert why.possible == (NAMES[s] in placements) == (why.reason is None)
            if why.reason is None:
                assert why.nearest == ()
            elif plain.barred(arena.cells, facts, cell):
                kind = "detached" if facts.detached else "higher-rank"
                assert why.reason.id == f"why.{kind}"
            elif fits:
                kind = "legendary" if card.rank == "legendary" else "two-sided"
                assert why.reason.id == f"why.shortage.{kind}" and why.nearest == ()
            elif why.reason.id == "why.off-board":
                assert why.nearest == ()
                for o in plain.orientations(facts):
                    reached = [(cell[0] + dx, cell[1] + dy) for (dx, dy), _ in o.pieces]
                    assert not all(map(plain.on_board, reached))
            else:
                assert why.reason.id == "why.missing"
                assert why.reason.params["n"] == len(why.nearest[0]) > 0
                for lacks in why.nearest:
                    filled = dict(arena.cells)
                    for lack in lacks:
                        at = plain.cell_of(lack.square)
                        assert lack.content == standing(arena.cells, at, mine)
                        filled[at] = (mine, plain.RANK[lack.needs])
                    now = explain(arena._replace(cells=filled).state(), card, 0, s)
                    assert now.possible or (
                        now.reason is not None
                        and now.reason.id.startswith(("why.shortage", "why.detached"))
                    )
                    # The least that does: without any one of them it is not enough.
                    if len(lacks) > 1 and not facts.detached:
                        spared = plain.cell_of(lacks[0].square)
                        del filled[spared]
                        if spared in arena.cells:
                            filled[spared] = arena.cells[spared]
                        assert not explain(
                            arena._replace(cells=filled).state(), card, 0, s
                        ).possible


def standing(cells: Mapping[plain.Cell, tuple[int, int]], at: plain.Cell, mine: int) -> str:
    if at not in cells:
        return "empty"
    owner, rank = cells[at]
    return ("common", "heroic", "legendary")[rank] if owner == mine else "enemy"


# --- drawings ----------------------------------------------------------------------------------


def test_a_drawing_is_read_from_above() -> None:
    pattern = Pattern(
        """
        .*h
        C@6
        l.+
        """
    )
    assert set(pattern.pieces) == {((1, 1), HEROIC), ((-1, 0), COMMON), ((-1, -1), LEGENDARY)}
    assert set(pattern.marked) == {(0, 1), (-1, 0)}
    assert pattern.directions == (DIRECTION_OF["e"],)
    card = Being("x", "X", "heroic", "none", pattern, lambda e: None)
    assert set(card.pattern) == {(1, -1, "heroic"), (-1, 0, "common"), (-1, 1, "legendary")}
    assert set(card.marked) == {(0, -1), (-1, 0)}  # dy runs downwards in public


@pytest.mark.parametrize(
    ("letter", "rank"), [("@", None), ("#", COMMON), ("H", HEROIC), ("L", LEGENDARY)]
)
def test_the_summoning_square_may_need_a_piece(letter: str, rank: int | None) -> None:
    pieces = Pattern(f"c{letter}").pieces
    wanted = {((-1, 0), COMMON)} | ({((0, 0), rank)} if rank is not None else set())
    assert set(pieces) == wanted


@pytest.mark.parametrize("letter", "789456123"[:4] + "6321")
def test_arrows_are_those_of_a_numeric_keypad(letter: str) -> None:
    keypad = {"7": "nw", "8": "n", "9": "ne", "4": "w", "6": "e", "1": "sw", "2": "s", "3": "se"}
    assert Pattern(f"@{letter}").directions == (DIRECTION_OF[keypad[letter]],)


@pytest.mark.parametrize("drawing", ["++", "@@", "@#", "@x", "@5", "@C\nq."])
def test_a_wrong_drawing_is_refused(drawing: str) -> None:
    with pytest.raises(ValueError, match=r"summoning square|unknown letter|needs a piece"):
        Pattern(drawing)


@pytest.mark.parametrize(
    ("drawing", "number"),
    [
        ("@", 1),
        ("c@c", 2),
        (".c.\nc@c\n.c.", 1),
        ("@c", 4),
        ("@h\n.c", 8),
        ("@.\n.c", 4),
        ("c@h", 4),
        ("@cc\n..c", 8),  # R7.3: a hook is another one in the mirror
        ("c@c\n.*.", 4),  # R11.8: a mark makes a difference
        ("c@c\n.2.", 4),
        ("c@c\n...\n.+.", 2),  # R11.8: shading does not
    ],
)
def test_how_many_ways_there_are_to_lay_a_pattern(drawing: str, number: int) -> None:
    assert len(Pattern(drawing).orientations) == number


def test_marks_and_arrows_turn_with_the_placement() -> None:
    pattern = Pattern("c@6\n.*.")  # R11.8: mirrored as well
    own = 1 << SQUARE_OF["e6"]
    matched = matches(pattern, SQUARE_OF["e5"], (own, 0, 0))
    assert {
        (
            tuple(names(way.marked)),
            *(DIRECTIONS[d] for d in way.directions),
        )
        for way, _ in matched
    } == {
        (("d5",), "s"),
        (("f5",), "s"),
    }


def test_a_mark_off_the_board_is_left_out() -> None:
    pattern = Pattern("c@\n.*")
    own = 1 << SQUARE_OF["b5"]
    matched = matches(pattern, SQUARE_OF["a5"], (own, 0, 0))
    marks = [tuple(names(way.marked)) for way, _ in matched]
    assert sorted(marks) == [("a4",), ("a6",)]
    own = 1 << SQUARE_OF["a4"]
    matched = matches(pattern, SQUARE_OF["a3"], (own, 0, 0))
    marks = [tuple(names(way.marked)) for way, _ in matched]
    assert sorted(marks) == [(), ("b3",)]  # R7.4


@pytest.mark.parametrize("card", BEINGS.values(), ids=lambda card: card.id)
def test_all_squares_together_have_the_placements_of_each_square(card: Being) -> None:
    random = Random(card.id)
    pieces, upgraded, legendary = (
        sum(BIT[s] for s in random.sample(SQUARES, number)) for number in (50, 40, 30)
    )
    own = (pieces | upgraded | legendary, upgraded | legendary, legendary)
    allowed = ARENA & ~sum(BIT[s] for s in random.sample(SQUARES, 5))
    one_by_one = {
        square: list(dict.fromkeys(placement for placement, _ in fitting))
        for square in SQUARES
        if BIT[square] & allowed and (fitting := matches(card.shape, square, own))
    }
    assert find_placements(card.shape, own, allowed) == one_by_one
    fewer = (own[0], 0, 0)  # a pattern with a piece of higher rank cannot be met
    assert bool(find_placements(card.shape, fewer, allowed)) == bool(find(card.shape, fewer))


def test_required_squares_must_exist() -> None:
    pattern = Pattern("c@c")  # R7.5
    everywhere = sum(BIT[s] for s in SQUARES)
    squares = names(find(pattern, (everywhere, 0, 0)))
    # Only where the board is cut is there no room for a bar, upright or not.
    corners = "c1 g1 b2 h2 a3 i3 a7 i7 b8 h8 c9 g9"
    assert set(SQUARE_OF) - set(squares) == set(corners.split())
    single = Pattern("@..c")
    assert set(SQUARE_OF) == set(names(find(single, (everywhere, 0, 0))))
    long = Pattern("cccc@cccc")
    cross = "e3 e4 e5 e6 e7 c5 d5 f5 g5"
    assert set(names(find(long, (everywhere, 0, 0)))) == set(cross.split())


def test_one_borrowed_piece_and_no_more() -> None:
    pattern = Pattern("c@c")
    d5, f5, e4 = (1 << SQUARE_OF[s] for s in ("d5", "f5", "e4"))
    e5 = 1 << SQUARE_OF["e5"]

    def found(own: int, foreign: int) -> bool:
        lent = StandIns((foreign, 0, 0), 1)
        return bool(find_with_stand_ins(pattern, (own, 0, 0), [lent]) & e5)

    assert found(d5 | f5, 0) and found(d5, f5) and found(f5, d5)  # R23.4, R15.11
    assert not found(0, d5 | f5) and not found(d5, e4)
    (way,) = matches(pattern, SQUARE_OF["e5"], (d5, 0, 0), (f5, 0, 0))
    assert way[1] == f5


def test_a_borrowed_piece_has_its_real_rank() -> None:
    pattern = Pattern("c@h")
    own, enemy = 1 << SQUARE_OF["d5"], 1 << SQUARE_OF["f5"]
    e5 = 1 << SQUARE_OF["e5"]
    assert not find_with_stand_ins(pattern, (own, 0, 0), [StandIns((enemy, 0, 0), 1)]) & e5
    assert (
        find_with_stand_ins(pattern, (own, 0, 0), [StandIns((enemy, enemy, 0), 1)]) & e5
    )  # R15.10


# --- through a game ----------------------------------------------------------------------------


def test_summons_looks_at_the_board_only(workshop: Workshop) -> None:
    card = workshop.being("common", [(-1, 0, "common"), (1, 0, "common")])
    board = {"d5": "2 common", "f5": "2 common", "d3": "1 common", "f3": "1 common"}
    game = arrange(board, actions=0)
    assert set(game.summons(card)) == {"e3"}
    assert set(game.summons(card, 1)) == {"e3"}
    assert set(game.summons(card, 2)) == {"e5"}
    assert game.explain(card, "e5", 2).possible
    assert not game.explain(card, "e5").possible
    with pytest.raises(KeyError):
        game.summons("no-such-card")
    with pytest.raises(KeyError):
        game.explain(card, "a1")


def test_borrowing_is_the_player_on_turns(workshop: Workshop) -> None:
    card = workshop.being("common", [(-1, 0, "common"), (1, 0, "common")])
    board = {"d5": "2 common", "f5": "1 common"}
    game = arrange(board, hand=[card], turn={"borrow": 1})
    (match,) = game.summons(card)["e5"]
    assert match.foreign == {"d5"} and match.used == {"d5", "f5"}
    assert "e5" not in game.summons(card, 2)  # R23.4: the bonus is not the other side's
    game.play(f"{card}@e5")
    assert game.state.borrow == 0  # R23.5: used up by one summoning
    assert game.board["d5"].owner == 2  # R15.12: it does not change sides


@pytest.mark.parametrize(
    ("turn", "improvised", "lacks"),
    [
        ({}, [], [{"c5", "d5", "f5", "g5"}]),
        ({"borrow": 1}, [], [{"d5", "f5", "g5"}, {"c5", "f5", "g5"}]),
        ({"borrow": 1}, [2], [{"f5", "g5"}]),
        ({"empties": 1}, [], [{"c5", "d5", "g5"}, {"c5", "d5", "f5"}]),
        ({"borrow": 2, "empties": 1}, [], [{"g5"}, {"f5"}]),
    ],
)
def test_what_lacks_least_counts_what_may_stand_in(
    workshop: Workshop, turn: dict[str, object], improvised: list[int], lacks: list[set[str]]
) -> None:  # R23.4, R15.10, R22.16
    card = workshop.being("common", [(dx, 0, "common") for dx in (-2, -1, 1, 2)])
    seats: list[dict[str, object]] = [
        {"school": "northern", "hand": [card], "improvised": improvised},
        {"school": "sylvan"},
        {"school": "highland"},
    ]
    board = {"c5": "2 common", "d5": "2 heroic"}
    # Lying across, the pattern finds nothing at all, so along the rank it lacks least.
    data = {"form": "melee", "seats": seats, "board": board, "turn": turn}
    why = Game.from_scenario(data).explain(card, "e5")
    assert why.reason is not None and why.reason.id == "why.missing"
    assert why.reason.params["n"] == len(lacks[0])
    lacking = [{lack.square for lack in way} for way in why.nearest]
    assert all(way in lacking for way in lacks)


def test_borrowing_is_lost_at_the_end_of_the_turn() -> None:
    game = arrange({}, actions=0, turn={"borrow": 1})
    game.play(".")
    assert game.state.borrow == 0


def test_a_borrowed_piece_cannot_be_picked_up(workshop: Workshop) -> None:
    card = workshop.being("legendary", [(-1, 0, "legendary"), (1, 0, "legendary")])
    board = {
        "d5": "1 legendary",
        "f5": "2 legendary",
        "e8": "1 legendary",
        "e2": "1 legendary",
        "b5": "2 legendary",
    }
    game = arrange(board, legends=[card], turn={"borrow": 1})
    game.play(f"{card}@e5")
    assert game.prompt.kind == "pick-up"
    assert {m.code for m in game.legal_moves()} == {"e2", "e8"}  # R15.14, R7.17


def test_placements_with_the_same_outcome_are_one_move(workshop: Workshop) -> None:
    cross = {"d5": "1 common", "f5": "1 common", "e4": "1 common", "e6": "1 common"}
    bar = [(-1, 0, "common"), (1, 0, "common")]
    plain_card = workshop.being("common", bar)
    game = arrange(cross, hand=[plain_card])
    assert [m.code for m in game.legal_moves() if m.square == "e5" and m.kind == "summon"] == [
        f"{plain_card}@e5"
    ]
    assert len(game.summons(plain_card)["e5"]) == 2
    marked = workshop.being("common", bar, marked=[(0, 1)], id="marked")
    game = arrange(cross, hand=[marked])
    moves_here = [m for m in game.legal_moves() if m.square == "e5" and m.kind == "summon"]
    assert [m.code for m in moves_here] == [f"marked@e5/{n}" for n in (1, 2, 3, 4)]  # R7.6
    assert {m.match.marked for m in moves_here if m.match} == {
        frozenset({s}) for s in ("d5", "f5", "e4", "e6")
    }


def test_each_placement_acts_on_its_own_marked_square(workshop: Workshop) -> None:
    card = workshop.being(
        "common",
        [(-1, 0, "common"), (1, 0, "common")],
        lambda e: e.destroy_all(e.enemies & e.match.marked),
        marked=[(0, 1)],
    )
    board = {"d5": "1 common", "f5": "1 common", "e4": "2 common", "e6": "2 common"}
    game = arrange(board, hand=[card])
    effects = {}
    for move in game.legal_moves():
        if move.square == "e5" and move.kind == "summon":
            other = game.copy()
            other.play(move)
            assert move.match is not None
            effects[next(iter(move.match.marked))] = set(board) - set(other.board)
    assert effects == {"e4": {"e4"}, "e6": {"e6"}}


def test_the_art_of_an_invented_card_reads_back() -> None:
    cells = [(0, 0, "common"), (2, -1, "heroic"), (-1, 1, "common")]
    card = being("heroic", cells, marked=[(2, -1), (1, 1)])
    assert set(card.pattern) == set(cells)
    assert set(card.marked) == {(2, -1), (1, 1)}
    assert art([], []) == "@"


def test_a_game_answers_like_the_summoning_module(workshop: Workshop) -> None:
    card = workshop.being("heroic", [(0, 0, "common"), (1, 1, "common")])
    board = {"e5": "1 common", "f4": "1 heroic", "d4": "1 legendary"}
    game: Game = arrange(board, hand=[card])
    facts = plain.drawing(BEINGS[card])
    wanted = plain.summonable(plain.board_of(game), facts, 1, 16)
    assert {s: set(map(as_fit, ms)) for s, ms in game.summons(card).items()} == wanted
    assert set(wanted) == {"e5", "f4"}  # onto the legendary piece only a legend may come
