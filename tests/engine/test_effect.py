"""Tests of all effects and forms, for any card."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tashkalar import new_game
from tashkalar.effects import effect, piece
from tashkalar.effects.effect import Effect
from tashkalar.position.board import LEGENDARY, SQUARE_OF
from tashkalar.rules.forms import FORMS, Form
from tests.engine.invented import Workshop
from tests.support import arrange, play

BAR = [(-1, 0, "common"), (1, 0, "common")]
BAR_AT_E5 = {"d5": "1 common", "f5": "1 common"}


def test_an_effect_has_its_slots_and_nothing_else() -> None:
    e = Effect(new_game("duel", ["northern", "sylvan"], seed=1).state)
    assert not hasattr(e, "__dict__")
    with pytest.raises(AttributeError):
        e.anything = 1  # type: ignore[attr-defined]


def test_packs_find_the_ways_to_move_beside_the_effect() -> None:
    ways = ("Moves", "combat", "combat_leap", "standard", "standard_leap")
    assert set(effect.__all__) == {"Effect", *ways}
    for name in ways:
        assert getattr(effect, name) is getattr(piece, name)


@pytest.mark.parametrize("name", sorted(Form.__abstractmethods__))
def test_a_form_that_forgets_a_rule_cannot_be_made(name: str) -> None:
    rules = {rule: getattr(FORMS["duel"], rule) for rule in Form.__abstractmethods__}
    del rules[name]
    with pytest.raises(TypeError, match=name):
        type("Half", (Form,), rules)()


@pytest.mark.parametrize(("enemies", "done"), [(2, True), (1, False)])
def test_a_linked_effect_says_whether_it_was_done(
    workshop: Workshop, enemies: int, done: bool
) -> None:
    """All parts or none (R22.10): one enemy piece does not suffice to destroy two."""
    said: list[bool] = []

    def both(e: Effect) -> None:
        e.must_destroy(e.enemies)
        e.must_destroy(e.enemies)

    card = workshop.being("common", BAR, lambda e: said.append(e.linked(both)))
    theirs = dict.fromkeys(("a4", "i6")[:enemies], "2 common")
    game = play(arrange(BAR_AT_E5 | theirs, hand=[card]), f"{card}@e5")
    if done:
        play(game, "a4")
    assert said == [done]
    assert len(game.board) == 3 + (0 if done else enemies)


REFUSED: dict[str, Callable[[Effect], object]] = {
    "placing where a piece stands": lambda e: e.place(SQUARE_OF["a4"]),
    "converting a piece of one's own": lambda e: e.convert(SQUARE_OF["d5"]),
    "converting nothing": lambda e: e.convert(SQUARE_OF["i5"]),
    "converting to a rank that has run out": lambda e: e.convert(SQUARE_OF["a4"], LEGENDARY),
    "upgrading a legendary piece": lambda e: e.upgrade(SQUARE_OF["b4"]),
    "downgrading a common piece": lambda e: e.downgrade(SQUARE_OF["d5"]),
    "giving away what is not one's own": lambda e: e.change_sides(SQUARE_OF["a4"], 1),
    "destroying nothing": lambda e: e.destroy(SQUARE_OF["i5"]),
    "removing nothing": lambda e: e.remove(SQUARE_OF["i5"]),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_verb_that_cannot_be_carried_out_says_so_and_changes_nothing(
    workshop: Workshop, what: str
) -> None:
    """A verb that a rule or the supply forbids does nothing (R11.10, R11.12, R11.14, R11.15)."""
    said: list[object] = []
    card = workshop.being("common", BAR, lambda e: said.append(REFUSED[what](e)))
    board = BAR_AT_E5 | {"a4": "2 common"} | dict.fromkeys(("b4", "b5", "b6"), "1 legendary")
    game = play(arrange(board, hand=[card]), f"{card}@e5")
    assert said in ([False], [None])
    assert {name: f"{p.owner} {p.rank}" for name, p in game.board.items()} == {
        **board,
        "e5": "1 common",
    }
    assert [e.kind for e in game.history()[-1].events if e.kind not in ("summon", "place")] == []


def test_a_card_that_is_not_in_hand_cannot_be_discarded(workshop: Workshop) -> None:
    card = workshop.being("common", BAR, lambda e: e.discard_from_hand("champion"))
    game = arrange(BAR_AT_E5, hand=[card, "knight"])
    with pytest.raises(ValueError, match="champion is not in hand"):
        play(game, f"{card}@e5")
    assert len(game.board) == 2 and game.legal_moves()
