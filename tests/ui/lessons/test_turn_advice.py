"""Tests of what the coach of a whole game advises at a turn's decision."""

from __future__ import annotations

from tashkalar import cards
from tashkalar.features.lessons.turn_advice import turn_advice
from tashkalar.position.move import Message
from tashkalar.ui.session.session import Session
from tests.support import arrange, pattern_at, play


def one_piece_short(card: str) -> dict[str, str]:
    """Return the pattern of a card around e5 without one common piece."""
    board = pattern_at(card, "e5")
    board.pop(next(square for square, piece in board.items() if piece == "1 common"))
    return board


def advised_card(message: Message | None) -> object:
    """Return the message id of the name of the card that one placed piece completes."""
    assert message is not None
    advice = message.params["first"] if message.id == "learn.aim.both" else message
    assert isinstance(advice, Message) and advice.id == "learn.aim.lack", advice
    name = advice.params["card"]
    assert isinstance(name, Message)
    return name.id


def test_a_card_is_advised_after_the_discard_too() -> None:
    """Only one card may be discarded in a turn; the hand counts whatever may be discarded."""
    board = one_piece_short("knight")
    game = arrange(board, hand=["knight", "messenger"], actions=3)
    game = play(game, "~messenger", "-")
    assert not [move for move in game.legal_moves() if move.kind == "discard"]
    assert advised_card(turn_advice(Session(game, curtain=False))) == "card.knight.name"


def test_a_legend_is_advised() -> None:
    """Legends are in the hand as other beings are, though none can be discarded as an action."""
    legend = next(card.id for card in cards.legend_deck() if "common" in str(card.pattern))
    game = arrange(one_piece_short(legend), legends=[legend], form="high-form")
    assert advised_card(turn_advice(Session(game, curtain=False))) == f"card.{legend}.name"


def test_the_aim_is_the_task_of_which_most_is_done() -> None:
    """Two beings in one turn are the smaller number, but two pieces of five stand already."""
    pieces = dict.fromkeys(("d4", "f6"), "1 common")
    tasks = {"current": ["colored-summoning", "center-cross", "heroic-devastation"]}
    game = arrange(pieces, form="high-form", tasks=tasks)
    advice = turn_advice(Session(game, curtain=False))
    assert advice is not None and advice.id == "learn.aim.task"
    task = advice.params["task"]
    assert isinstance(task, Message) and task.id == "task.center-cross.name"


def test_the_smaller_task_is_the_aim_while_nothing_is_done() -> None:
    tasks = {"current": ["heroic-devastation", "colored-summoning", "devastation"]}
    game = arrange({}, form="high-form", tasks=tasks)
    advice = turn_advice(Session(game, curtain=False))
    assert advice is not None
    task = advice.params["task"]
    assert isinstance(task, Message) and task.id == "task.colored-summoning.name"
