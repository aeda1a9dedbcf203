"""Tests of what the coach of a whole game advises at a turn's decision."""

from __future__ import annotations

from tashkalar import cards
from tashkalar.features.lessons.selection_lines import card_line, preview_line
from tashkalar.features.lessons.turn_advice import turn_advice
from tashkalar.position.move import Message
from tashkalar.ui.bots.hint import Hint
from tashkalar.ui.session.session import Session
from tests.support import arrange, pattern_at, play
from tests.ui.previews import compute_preview
from tests.ui.table import said


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


def first_advice(message: Message | None) -> Message:
    """Return what is said of a card or a step, before the task."""
    assert message is not None
    first = message.params["first"] if message.id == "learn.aim.both" else message
    assert isinstance(first, Message)
    return first


def test_a_being_that_costs_own_pieces_is_not_advised() -> None:
    """The Bomb destroys every common piece next to it, yours included (its card)."""
    board = pattern_at("bomb", "e5")
    square = next(square for square in board if square in ("d4", "d6", "f4", "f6"))
    assert board[square] == "1 common"
    game = arrange(board, hand=["bomb"], form="high-form")
    assert first_advice(turn_advice(Session(game, curtain=False))).id == "learn.aim.costs"
    spent = arrange(board, hand=["bomb"], form="high-form", actions=1)
    advice = first_advice(turn_advice(Session(spent, curtain=False)))
    assert (advice.id, advice.params["square"] != "") == ("learn.aim.summon", True)


def test_the_advice_names_the_square_and_the_reason_of_a_good_player() -> None:
    board = {**pattern_at("swordmaster", "e5"), "e5": "2 common"}
    game = arrange(board, hand=["swordmaster"], form="duel")
    reason = {"what": "destroy", "card": None, "n": 1}
    hint = Hint(("swordmaster@e5", "."), (reason, {"what": "middle", "card": None, "n": 1}))
    advice = turn_advice(Session(game, curtain=False), hint)
    assert advice is not None and said(advice) == (
        "Try this: summon the Swordmaster on e5. Why: 1 enemy piece is destroyed."
    )


def test_a_task_that_is_fulfilled_already_is_no_reason_for_a_step() -> None:
    board = {"d8": "1 common", "e5": "1 heroic", "h4": "1 heroic", "a7": "2 common"}
    tasks = {"current": ["red-conquest", "destruction", "side-chain"]}
    game = arrange(board, form="high-form", tasks=tasks)
    hint = Hint(("+e4",), ({"what": "task", "card": "red-conquest", "n": 2},))
    advice = first_advice(turn_advice(Session(game, curtain=False), hint))
    assert advice.id == "learn.aim.step"
    hint = Hint(("+e4",), ({"what": "task", "card": "destruction", "n": 2},))
    assert first_advice(turn_advice(Session(game, curtain=False), hint)).id == "learn.aim.because"


def test_the_task_to_aim_for_is_not_named_twice() -> None:
    """A reason that names it gives way to the next one, if there is one."""
    board = {"d8": "1 common", "e5": "1 heroic", "a7": "2 common"}
    tasks = {"current": ["red-conquest", "destruction", "side-chain"]}
    session = Session(arrange(board, form="high-form", tasks=tasks), curtain=False)
    reasons = (
        {"what": "task", "card": "red-conquest", "n": 1},
        {"what": "middle", "card": None, "n": 1},
    )
    for count, why in ((1, ""), (2, " Why: 1 more piece stands near the middle.")):
        advice = turn_advice(session, Hint(("+h4",), reasons[:count]))
        assert advice is not None
        assert said(advice).startswith(
            f"Try this: place a piece on h4.{why} Aim for Red Conquest ("
        )
    fulfilled = ({"what": "task", "card": "red-conquest", "n": 0},)
    advice = turn_advice(session, Hint(("+h4",), fulfilled))
    assert advice is not None
    assert said(advice) == "Try this: place a piece on h4. Why: it fulfills Red Conquest."


def test_a_threatened_upgraded_piece_is_named() -> None:
    """By what is public, the other deck may hold a being for that square."""
    enemy = {square: "2 common" for square in pattern_at("champion", "e5")}
    board = {**enemy, "e5": "1 heroic"}
    game = arrange(board, form="high-form", other="southern")
    advice = turn_advice(Session(game, curtain=False))
    assert advice is not None
    messages = [advice, *(m for m in advice.params.values() if isinstance(m, Message))]
    threats = [m for m in messages if m.id == "learn.aim.threat"]
    assert [m.params["square"] for m in threats] == ["e5"]


def test_a_preview_says_what_it_costs() -> None:
    game = arrange(pattern_at("bomb", "e5"), hand=["bomb"], form="high-form")
    session = Session(game, curtain=False)
    session.click_card("bomb")
    assert not session.tap_square("e5") or session.game.codes
    if session.targets.candidate_move:
        compute_preview(session)
        line = preview_line(session, "e5")
        assert line is not None and line.id == "learn.preview.costs"


def test_the_advised_square_is_named_again_while_its_card_is_up() -> None:
    """A finger has taken the card up, and the advice is gone: which of two squares was it?"""
    board = {**pattern_at("swordmaster", "e5"), **pattern_at("swordmaster", "g4")}
    session = Session(arrange(board, hand=["swordmaster"], form="duel"), curtain=False)
    session.click_card("swordmaster")
    for advised, line in (
        (("swordmaster@g4", "."), "learn.card.square"),
        (("+a5", "swordmaster@g4"), "learn.card.squares"),
        ((), "learn.card.squares"),
    ):
        told = card_line(session, None, None, advised)
        assert told is not None and told.id == line
        assert told.params.get("square") in (None, "g4")


def test_each_question_of_an_effect_is_said_with_a_good_answer() -> None:
    """The second and third choice of an effect too, which no line of the lesson is about."""
    game = arrange(pattern_at("cavalry-captain", "e5"), hand=["cavalry-captain"], form="high-form")
    session = Session(play(game, "cavalry-captain@e5"), curtain=False)
    questions = 0
    while not session.choices.is_turn_decision and questions < 9:
        plain = turn_advice(session)
        assert plain is not None and plain.id == "learn.aim.asked"
        move = session.moves[0]
        advice = turn_advice(session, Hint((move.code, "."), ()))
        assert advice is not None
        origin = f"{move.origin}–" if move.origin else ""
        assert said(advice) == (
            f"{said(session.game.prompt.message)} A good choice: {origin}{move.square}."
        )
        session.play_code(move.code)
        questions += 1
    assert questions > 1


def test_at_the_end_of_a_turn_the_task_that_brings_most_is_named() -> None:
    board = dict.fromkeys(("c2", "d8", "e5", "g7", "h4"), "1 heroic")
    tasks = {"current": ["red-conquest", "color-conquest", "devastation"]}
    session = Session(arrange(board, form="high-form", tasks=tasks, actions=0), curtain=False)
    codes = [move.code for move in session.moves]
    assert codes == ["=red-conquest", "=color-conquest", "."]
    for hint, task in ((None, "Color Conquest"), (Hint(("=red-conquest",), ()), "Red Conquest")):
        advice = turn_advice(session, hint)
        assert advice is not None and said(advice) == f"Claim {task} as you end your turn."
    session = Session(arrange({}, form="high-form", actions=0), curtain=False)
    advice = turn_advice(session)
    assert advice is not None and advice.id == "learn.aim.end"


def test_a_card_that_fits_nowhere_may_be_discarded_as_long_as_that_is_legal() -> None:
    session = Session(arrange({}, hand=["knight", "messenger"], form="high-form"), curtain=False)
    session.click_card("knight")
    told = card_line(session, None, None)
    assert told is not None and told.id == "learn.card.discard"
    session.click_card("knight")
    session.play_code("~messenger")
    session.play_code("-")
    session.click_card("knight")
    told = card_line(session, None, None)
    assert told is not None and told.id == "learn.card.unfit"
