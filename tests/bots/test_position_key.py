"""The search counts equal positions once, by all fields of the state that can tell them apart."""

from __future__ import annotations

import pytest

from tashkalar import new_game
from tashkalar.bots.position_key import COMPARED_FIELDS, FIELDS_NOT_COMPARED, position_key
from tashkalar.position.state import GameState


def test_every_field_of_the_state_is_compared_unless_it_is_named() -> None:
    assert set(GameState.__slots__) >= FIELDS_NOT_COMPARED
    assert set(COMPARED_FIELDS) == set(GameState.__slots__) - FIELDS_NOT_COMPARED


@pytest.mark.parametrize("field", COMPARED_FIELDS)
def test_another_value_of_a_compared_field_is_another_position(field: str) -> None:
    state = new_game("duel", ["northern", "sylvan"], seed=1).state
    changed = state.copy()
    assert position_key(changed) == position_key(state)
    setattr(changed, field, "another value")
    assert position_key(changed) != position_key(state)
