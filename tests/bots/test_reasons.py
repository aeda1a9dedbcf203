"""Tests of the reasons for a plan: each kind, from one position of a turn to another."""

from __future__ import annotations

import pytest

from tashkalar import Game
from tashkalar.bots.evaluation import Evaluator, Weights
from tashkalar.bots.levels import LEVELS
from tashkalar.bots.reasons import REASON_KINDS, find_reasons
from tests.support import arrange, pattern_at, play

LEADER = pattern_at("swordmaster", "e5")


def high(board: dict[str, str], *hand: str, task: str = "red-conquest") -> Game:
    """A High Form with one task."""
    tasks = {"current": [task], "next": "isolation"}
    return arrange(board, hand=hand, form="high-form", tasks=tasks)


def reasons_for(
    game: Game, *codes: str, weights: Weights | None = None
) -> list[tuple[str, str | None, int]]:
    """Return the reasons for decisions of the first seat."""
    before = game.state
    after = play(game.copy(), *codes).state
    judge = Evaluator(before, 0, weights or Weights())
    reasons = find_reasons(before, after, list(codes), judge, 0)
    worths = [reason.worth for reason in reasons]
    assert worths == sorted(worths, reverse=True)
    return [(reason.what, reason.card, reason.amount) for reason in reasons]


@pytest.mark.parametrize(
    ("reason", "game", "codes"),
    [
        (  # R14.4: one point is worth a word
            ("points", None, 1),
            arrange(pattern_at("titan", "e5"), legends=["titan"]),
            ("titan@e5",),
        ),
        (
            ("destroy", None, 1),
            arrange(LEADER | {"e5": "2 common"}, hand=["swordmaster"]),
            ("swordmaster@e5",),
        ),
        (
            ("ready", "swordmaster", 1),
            arrange({"e6": "1 common"}, hand=["swordmaster"]),
            ("+e4",),
        ),
        (  # one of three pieces on red, and none of the two upgraded ones
            ("task", "red-conquest", 3),
            high({"e5": "1 common"}),
            ("+c2",),
        ),
        (
            ("frozen", "crystal-grower", 1),
            arrange(
                pattern_at("crystal-grower", "e5"), hand=["crystal-grower"], school="everfrost"
            ),
            ("crystal-grower@e5",),
        ),
        (  # R20.10
            ("hindered", None, 1),
            arrange(
                pattern_at("everfrost-sentinel", "e5") | {"e5": "2 common"},
                hand=["everfrost-sentinel"],
                school="everfrost",
            ),
            ("everfrost-sentinel@e5", "e5"),
        ),
        (
            ("extra-turn", None, 1),
            arrange(pattern_at("time-elemental", "e5"), legends=["time-elemental"]),
            ("time-elemental@e5",),
        ),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_what_it_achieves(
    reason: tuple[str, str | None, int], game: Game, codes: tuple[str, ...]
) -> None:
    assert reason[0] in REASON_KINDS
    assert reason in reasons_for(game, *codes)


def test_a_point_that_the_other_side_loses_is_not_scored() -> None:
    """R13.1: in the High Form a legendary piece counts as long as it stands."""
    before, after = high({"e5": "2 legendary"}).state, high({}).state
    reasons = find_reasons(before, after, [], Evaluator(before, 0, Weights()), 0)
    amounts = {reason.what: reason.amount for reason in reasons}
    assert amounts["rival-points"] == 1 and "points" not in amounts


def test_what_the_other_side_is_further_from() -> None:
    """The other side had all three on red, two of them upgraded."""
    board = pattern_at("swordmaster", "c2") | dict.fromkeys(("d8", "h4"), "2 heroic")
    game = high(board | {"c2": "2 common"}, "swordmaster")
    assert ("hinder", "red-conquest", 1) in reasons_for(game, "swordmaster@c2")
    assert not any(what == "hinder" for what, *_ in reasons_for(game, "+a5"))


def test_a_task_of_a_turn_is_nothing_to_come_nearer_to() -> None:
    """Destroyed pieces count in this turn only: a plan claims the task or does not mention it."""
    game = high(LEADER | {"e5": "2 common"}, "swordmaster", task="destruction")
    reasons = reasons_for(game, "swordmaster@e5", weights=Weights(threat=0))
    assert {what for what, *_ in reasons} == {"destroy"}


def test_pieces_near_the_middle_are_a_reason_for_a_judge_that_counts_them() -> None:
    """*Master* does in the High Form; e7 is two king's steps from e5, and e8 is three."""
    game = high({"e4": "1 common"})
    weights = LEVELS["master"].resolve_for_form("high-form").weights
    assert ("middle", None, 1) in reasons_for(game, "+e7", weights=weights)
    assert not any(what == "middle" for what, *_ in reasons_for(game, "+e8", weights=weights))
    assert not any(what == "middle" for what, *_ in reasons_for(game, "+e7"))


def test_enemy_cards_that_can_do_less_are_a_reason_for_a_judge_that_counts_them() -> None:
    """The enemy loses the piece that joins its others."""
    enemies = dict.fromkeys(("e5", "d5", "f5", "d6", "f4"), "2 common")
    game = arrange(LEADER | enemies, hand=["swordmaster"])
    assert ("threat", None, 1) in reasons_for(game, "swordmaster@e5")
    assert not any(what == "threat" for what, *_ in reasons_for(game, "+a5"))
    reasons = reasons_for(game, "swordmaster@e5", weights=Weights(threat=0))
    assert not any(what == "threat" for what, *_ in reasons)
