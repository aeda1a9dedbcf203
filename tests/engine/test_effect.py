"""What holds for every effect and every form, whatever the card."""

from __future__ import annotations

import pytest

from tashkalar import new_game
from tashkalar.effects import effect, piece
from tashkalar.effects.effect import Effect
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
    """All of it or nothing (R22.10): with one enemy piece the second of two cannot be destroyed."""
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
