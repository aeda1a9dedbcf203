"""The prompt: a question in one sentence, details, and buttons for choices off the board."""

from __future__ import annotations

from tashkalar import cards
from tashkalar.position.board import BIT, RANK_OF, RANKS, SQUARE_OF, Mask
from tashkalar.position.ids import ColourNumber, colour_number
from tashkalar.position.move import Message, Move
from tashkalar.position.state import GameState
from tashkalar.rules.forms import FORMS
from tashkalar.rules.turn import count_cards_to_draw
from tashkalar.ui.bots import hint, speeds
from tashkalar.ui.reference import rulebook
from tashkalar.ui.screen.threats import worst_threat_messages
from tashkalar.ui.session.session import Session
from tashkalar.ui.text import phrases
from tashkalar.ui.views import ChoiceView, PromptView


def prompt_view(session: Session) -> PromptView:
    """Return the prompt for the person at the screen."""
    game = session.game
    if session.seating.is_covered:
        name = phrases.player_name(game.setup, session.seating.seat)
        return PromptView(Message("prompt.curtain", {"who": name}), (), ())
    if session.selection.shown_move_number is not None:
        present_choice = ChoiceView(Message("choice.present"), action="present", is_primary=True)
        detail = Message("prompt.over" if game.is_over else "prompt.looking-back.detail")
        return PromptView(_past_title(session), (detail,), (present_choice,))
    if game.is_over:
        result_choice = ChoiceView(Message("choice.result"), action="result", is_primary=True)
        lesson_choice = ChoiceView(Message("lessons.following"), action="go-on")
        offers = ((result_choice, session.has_result), (lesson_choice, session.has_next_lesson))
        return PromptView(
            Message("prompt.over"), (), tuple(choice for choice, is_offered in offers if is_offered)
        )
    if session.is_attempt_over:
        is_solved = session.attempt_state == "reached"
        return PromptView(Message("prompt.solved" if is_solved else "prompt.failed"), (), ())
    if session.is_reply_due:
        name = phrases.player_name(game.setup, session.seating.seat)
        return PromptView(Message("prompt.thinking", {"who": name}), (), ())
    if session.seating.is_computer_due:
        name = phrases.player_name(game.setup, session.seating.seat)
        label_id = "choice.sit-down" if session.seating.is_spectated else "choice.take-over"
        take_over = ChoiceView(Message(label_id, {"who": name}), action="take-over")
        title = Message(
            "prompt.paused" if session.seating.is_paused else "prompt.thinking", {"who": name}
        )
        others = (take_over,) if _is_seat_offered(session) else ()
        return PromptView(title, (), (*_waiting_choices(session), *others))
    if session.seating.is_far_due:
        return _far_prompt(session)
    if session.choices.is_turn_decision and session.selection.card:
        return _card_prompt(session, session.selection.card)
    far = session.seating.far
    if far is not None and len(game.codes) <= far.decision_count:
        if far.refusal:
            question = _question_prompt(session)
            return question._replace(details=(far.refusal, *question.details))
        if far.is_asked:
            return _with_waiting_question(_question_prompt(session))
    return _question_prompt(session)


def _is_seat_offered(session: Session) -> bool:
    """Return whether a person is offered the seat of the computer player to act.

    Who would play both sides alone, and see both hands, finds that among the tools only.
    """
    seating = session.seating
    return not (seating.far or seating.is_taught or seating.is_human_versus_computer)


def _past_title(session: Session) -> Message:
    """Return which position of the game is shown: the turn, and its steps so far."""
    entries = session.history[: session.selection.shown_move_number]
    if not entries:
        return Message("prompt.looking-back.start")
    turn = entries[-1].state_before.turn
    step = sum(entry.state_before.turn == turn for entry in entries)
    return Message("prompt.looking-back", {"n": turn, "step": step})


def _far_prompt(session: Session) -> PromptView:
    """Return the prompt while someone far away has to act."""
    far = session.seating.far
    name = phrases.player_name(session.game.setup, session.seating.seat)
    is_invited = far is not None and not far.has_begun
    title = Message("prompt.far.invited") if is_invited else Message("prompt.far", {"who": name})
    if is_invited and session.game.setup.seats > 2:
        title = Message("prompt.far.gathering")
    if is_invited and session.game.setup.decks:
        title = Message("prompt.far.sealing")
    if far is not None and far.dealer:
        name = phrases.player_name(session.game.setup, far.dealer)
        title = Message("prompt.far", {"who": name})
    is_watching = session.seating.is_watching_far
    note = far.note if far is not None else None
    sends, reads = (note is None and is_wanted for is_wanted in (not is_watching, is_watching))
    send = ChoiceView(Message("choice.far-send"), action="far-send", is_primary=sends)
    read_id = "choice.far-watch" if is_watching else "choice.far-read"
    read = ChoiceView(Message(read_id), action="far-read", is_primary=reads)
    if note is not None:
        read = ChoiceView(Message("live.choice"), action="far-live")
    detail = "prompt.far.watching" if is_watching else "prompt.far.detail"
    if far is not None and far.is_ended:
        title, detail = Message("prompt.far.ended"), "prompt.far.ended.detail"
    choices = (read, send) if is_watching else (send, read)
    return PromptView(title, (note or Message(detail),), choices)


def _with_waiting_question(prompt: PromptView) -> PromptView:
    """Add to a prompt that others ask to take a turn back, and the way to the answer."""
    answer = ChoiceView(Message("choice.far-answer"), action="far-send")
    details = (Message("prompt.far.asked"), *prompt.details)
    return prompt._replace(details=details, choices=(*prompt.choices, answer))


def _waiting_choices(session: Session) -> tuple[ChoiceView, ...]:
    """Return the buttons while the computer decides.

    The opponent can hurry the computer; a spectator can pause the game or change its speed.
    """
    if not session.seating.is_spectated:
        return (ChoiceView(Message("choice.hurry"), action="hurry"),)
    pause = Message("choice.resume" if session.seating.is_paused else "choice.pause")
    speed = Message("choice.pace", {"speed": speeds.format_speed(session.seating.opponents.speed)})
    return ChoiceView(pause, action="pause"), ChoiceView(speed, action="pace")


def _card_prompt(session: Session, card: str) -> PromptView:
    """Return the prompt for the selected card: where it can go, why not elsewhere, other uses."""
    name = phrases.card_name(card)
    params: dict[str, object] = {"card": name}
    card_moves = [m for m in session.moves if m.card == card]
    choices: list[ChoiceView] = []
    details: list[Message] = []
    if phrases.card_kind(card) == "flare":
        title = Message("prompt.flare" if card_moves else "prompt.flare.no", params)
    else:
        title = _being_title(session, card_moves, params)
        on_square = session.targets.target_moves
        details += _square_details(session, on_square)
        if len(on_square) == 1:
            choices.append(_summon_choice(on_square[0], primary=True))
        else:
            choices += [_summon_choice(m, primary=False, shows_used_pieces=True) for m in on_square]
        placing_move = session.targets.candidate_move if session.targets.placeable_piece else None
        if placing_move is not None:
            label = Message("choice.place", {"square": placing_move.square})
            choices.append(ChoiceView(label, placing_move.code, is_primary=True))
    for move in card_moves:
        if move.kind == "discard":
            label = Message("choice.discard", params)
            note = Message("choice.discard.note")
            choices.append(ChoiceView(label, move.code, note=note))
        elif move.kind == "flare":
            rivals = sum(other.kind == "flare" for other in card_moves)
            choices.append(_flare_choice(session, move, is_primary=rivals == 1))
        elif move.kind in ("thaw", "warp"):
            note = Message(f"choice.{move.kind}.note")
            label = Message(f"choice.{move.kind}")
            is_primary = all(other.kind != "summon" for other in card_moves)
            choices.append(ChoiceView(label, move.code, is_primary=is_primary, note=note))
    choices.append(ChoiceView(Message("choice.cancel"), action="cancel"))
    choices = _put_tapped_first(session, choices)
    return PromptView(title, tuple(details), tuple(choices), _rule_number(session, card))


def _being_title(session: Session, card_moves: list[Move], params: dict[str, object]) -> Message:
    """Return what can be done with the selected being: summon, thaw, warp, or nothing."""
    kinds = {move.kind for move in card_moves}
    if "summon" in kinds:
        return Message("prompt.card", params)
    for kind in ("thaw", "warp"):
        if kind in kinds:
            return Message(f"prompt.{kind}", params)
    if session.selection.card in session.game.state.frozen:
        return Message("prompt.thaw.no", params)
    has_actions = session.game.state.actions
    return Message("prompt.card.no" if has_actions else "prompt.card.no-actions", params)


def _rule_number(session: Session, card: str) -> str | None:
    """Return the rule behind a flare, or behind the reason why a card cannot be summoned."""
    if phrases.card_kind(card) == "flare":
        return rulebook.RULE_BY_KIND["flare"]
    explanation = None if session.targets.placeable_piece else session.targets.explanation
    return (
        rulebook.RULE_BY_KIND.get(explanation.reason.id)
        if session.targets.target_square and explanation and explanation.reason
        else None
    )


def _flare_choice(session: Session, move: Move, *, is_primary: bool) -> ChoiceView:
    """Return the button that invokes a flare; among several rivals it names one (R9.9)."""
    if move.option is None:
        return ChoiceView(Message("choice.flare"), move.code, is_primary=True)
    name = phrases.color_owner_name(session.game.setup, ColourNumber(int(move.option)))
    label = Message("choice.flare.against", {"who": name})
    return ChoiceView(label, move.code, is_primary=is_primary)


def _summon_choice(move: Move, *, primary: bool, shows_used_pieces: bool = False) -> ChoiceView:
    note = None
    if shows_used_pieces and move.match:
        note = _match_note(move)
    is_improvised = move.match is not None and move.match.improvised is not None
    label = Message(
        "choice.improvise" if is_improvised else "choice.summon", {"square": move.square}
    )
    return ChoiceView(label, move.code, is_primary=primary, note=note)


def _match_note(move: Move) -> Message:
    assert move.match is not None
    params: dict[str, object] = {"used": tuple(sorted(move.match.used))}
    if move.match.marked:
        marked = tuple(sorted(move.match.marked))
        return Message("choice.placement.marked", params | {"marked": marked})
    return Message("choice.placement", params)


def _square_details(session: Session, on_square: list[Move]) -> list[Message]:
    """Return details about the target square.

    They name the used pieces and the destroyed piece, or the reason why the card cannot be summoned
    there.
    """
    square = session.targets.target_square
    explanation = session.targets.explanation
    if square and explanation is not None and explanation.reason:
        details = [explanation.reason]
        if explanation.nearest:
            state = session.game.state
            details += [
                lack_message(state, lack.square, lack.needs, lack.content)
                for lack in explanation.nearest[0]
            ]
        return details
    match = session.targets.shown_match
    if not square or match is None or not on_square:
        return []
    state, bit = session.game.state, BIT[SQUARE_OF[square]]
    details = [Message("prompt.uses", {"square": square, "used": tuple(sorted(match.used))})]
    if improvised := improvising_message(session):
        details.append(improvised)
    if state.occupied & bit:
        if state.owner_at(bit) == state.colour:
            return [*details, Message("preview.makes-way", {"square": square})]
        details.append(Message("prompt.destroys", {"piece": _piece_message(session, square)}))
    return details


def improvising_message(session: Session) -> Message | None:
    """Return that the shown placement improvises, which is possible once a game (R15.9)."""
    match = session.targets.shown_match
    if match is None or match.improvised is None:
        return None
    color = ColourNumber(match.improvised)
    who = phrases.color_owner_name(session.game.setup, color)
    return Message("preview.improvised", {"who": who})


def lack_message(state: GameState, square: str, rank: str, there: str) -> Message:
    """Return a message about what a square lacks for a pattern.

    `there` is the content of the square: ``"empty"``, ``"enemy"``, or the rank that is too low. The
    pattern may need pieces of another color (R21.11).
    """
    params: dict[str, object] = {"square": square, "rank": Message(f"rank.{rank}")}
    owner = ColourNumber(state.summon_with)
    if owner and there in ("empty", "enemy"):
        params["who"] = phrases.color_owner_name(state.setup, owner)
        return Message(f"lack.{there}.of", params)
    return Message(f"lack.{there}", params)


def _question_prompt(session: Session) -> PromptView:
    """Return the prompt for an effect's question, or a turn decision without a selected card."""
    prompt = session.game.prompt
    details: list[Message] = []
    kind = prompt.kind
    rule = rulebook.RULE_BY_KIND.get(kind)
    if kind == "turn":
        details, rule = _turn_details(session)
    elif kind == "end":
        details, rule = _end_details(session)
    elif kind == "marks":
        details.append(Message("prompt.marks.detail"))
    # The question for a color of a legend does not depend on its effect.
    elif prompt.card and kind != "legend-colour":
        details += _effect_card_details(session, prompt.card)
    if session.targets.origin and len(session.targets.origins) > 1:
        details.append(Message("prompt.moving", {"square": session.targets.origin}))
    choices = [choice for move in session.moves if (choice := _move_choice(session, move))]
    choices = _put_tapped_first(session, choices)
    sole = session.choices.sole_board_answer
    if sole is not None and not choices[0].is_primary:
        sole_label = _board_answer_label(session, sole, sole.square)
        choices.insert(0, ChoiceView(sole_label, sole.code, is_primary=True))
    if not session.choices.turn_is_spent:  # a person whose turn is spent needs no advice
        if session.hints.hint:
            details = list(hint.describe_hint(session.game, session.hints.hint))
        elif session.hints.is_pending:
            details.insert(0, Message("advice.thinking", {"who": hint.HINT_BOT_NAME}))
        elif session.is_summon_finder_on and session.seating.allows_hints:
            choices.append(
                ChoiceView(Message("advice.ask", {"who": hint.HINT_BOT_NAME}), action="advise")
            )
    if kind == "turn" and (session.is_summon_finder_on or session.is_threat_view_on):
        label = "choice.threats.hide" if session.is_threat_view_on else "choice.threats"
        choices.append(ChoiceView(Message(label), action="threats"))
    if session.targets.origin and len(session.targets.origins) > 1:
        choices.append(ChoiceView(Message("choice.other-piece"), action="cancel"))
    title = _position_title(session)
    if title and kind == "marks":
        rule = rulebook.RULE_BY_KIND.get(f"marks.{session.game.setup.form}")
    return PromptView(title or prompt.message, tuple(details), tuple(choices), rule)


def _position_title(session: Session) -> Message | None:
    """Return a question that says more about the position than the engine's; None if none does."""
    kind, sole = session.game.prompt.kind, session.choices.sole_board_answer
    if sole is not None:
        piece_text = _piece_message(session, sole.square)
        return Message(f"ask.sole.{kind}", {"piece": piece_text, "square": sole.square})
    if kind == "marks":
        return _setup_prompt(session)
    if _is_first_action(session):
        return Message("prompt.turn.first")
    if kind == "pick-up" and _picks_up_legendary(session):
        return Message("prompt.pick-up.legendary")
    return None


def _turn_details(session: Session) -> tuple[list[Message], str | None]:
    """Return the details of a turn decision without a selected card, and the rule behind them."""
    details: list[Message] = []
    state = session.game.state
    has_shortage = state.supply(state.colour, RANK_OF["common"]) <= 0
    if has_shortage or not (session.is_summon_finder_on or session.is_threat_view_on):
        details.append(Message("prompt.turn.shortage" if has_shortage else "prompt.turn.detail"))
    if session.is_summon_finder_on and not session.is_threat_view_on:
        can_summon = any(m.kind == "summon" for m in session.moves)
        details.append(Message("prompt.turn.lens" if can_summon else "prompt.turn.lens.none"))
    if session.is_threat_view_on:
        has_threats = bool(session.visible_threats)
        details += worst_threat_messages(session)
        details.append(
            Message("prompt.turn.threats" if has_threats else "prompt.turn.threats.none")
        )
    return details, rulebook.RULE_BY_KIND["turn.shortage"] if has_shortage else None


def _end_details(session: Session) -> tuple[list[Message], str | None]:
    """Return the details of the decision at the end of a turn, and the rule behind them."""
    kinds = {m.kind for m in session.moves}
    can_claim = "claim" in kinds
    if can_claim:
        details = [Message("prompt.end.claim")]
    elif session.is_ending_soon:
        details = [Message("prompt.end.soon")]
    else:
        number = count_cards_to_draw(session.game.state)
        drawing = Message("prompt.end.draw", {"n": number})
        details = [drawing if number else Message("prompt.end.draw-none")]
    if "flare" in kinds:
        details.append(Message("prompt.end.flare"))
    return details, rulebook.RULE_BY_KIND["end.claim"] if can_claim else None


def _is_first_action(session: Session) -> bool:
    """Tell whether the first action of the game is due, the only one of its turn (R5.1)."""
    game = session.game
    is_first = game.state.turn == 1 and game.state.actions == 1 and game.scenario is None
    return is_first and game.prompt.kind == "turn"


def _picks_up_legendary(session: Session) -> bool:
    """Tell whether a legendary piece has to be picked up: other pieces may be left (R7.17)."""
    board = session.game.board
    squares = [move.square for move in session.moves if move.kind == "choose" and move.square]
    return all(board[square].rank == "legendary" for square in squares if square in board)


def _put_tapped_first(session: Session, choices: list[ChoiceView]) -> list[ChoiceView]:
    """Return the choices with a primary button first for the move shown by a first tap."""
    move = session.targets.candidate_move
    if (
        session.selection.tapped_code is None
        or move is None
        or move.code != session.selection.tapped_code
    ):
        return choices
    label = _board_answer_label(session, move, session.targets.target_square or move.square)
    for index, choice in enumerate(choices):
        if choice.code == session.selection.tapped_code:
            choices[index] = choice._replace(is_chosen=True)
            label = choice.label
    return [ChoiceView(label, move.code, is_primary=True), *choices]


_BOARD_ANSWER_LABELS = {
    "destroy": "choice.destroy",
    "smash": "choice.destroy",
    "upgrade": "choice.upgrade",
    "downgrade": "choice.downgrade",
    "convert": "choice.convert",
    "move": "choice.move",
    "leap": "choice.leap",
    "leap-onto": "choice.leap",
    "swap": "choice.swap",
    "pick-up": "choice.pick-up",
    "place": "choice.place",
    "marks": "choice.place",
    "release": "choice.place",
    "mirror": "choice.mirror",
    "capture": "choice.capture",
    "gateway": "choice.gateway",
}


def _board_answer_label(session: Session, move: Move, square: str | None) -> Message:
    """Return the label for an answer on a square; a general one for other questions."""
    kind = "place" if move.kind == "place" else session.game.prompt.kind
    if kind == "upgrade-or-place" and move.square:
        is_occupied = session.game.state.occupied & BIT[SQUARE_OF[move.square]]
        kind = "upgrade" if is_occupied else "place"
    params: dict[str, object] = {"square": square}
    if move.origin:
        params["origin"] = move.origin
    return Message(_BOARD_ANSWER_LABELS.get(kind, "choice.here"), params)


def _bit(square: str | None) -> Mask:
    assert square is not None
    return BIT[SQUARE_OF[square]]


def _piece_message(session: Session, square: str | None) -> Message:
    """Return the words for the piece on a square: its rank and its owner."""
    state, bit = session.game.state, _bit(square)
    owner = colour_number(state.owner_at(bit))
    return phrases.piece_name(state.setup, owner, RANKS[state.rank_at(bit)])


def _setup_prompt(session: Session) -> Message | None:
    """Return the question for the next of the first pieces (R4.15); None in other forms."""
    state = session.game.state
    form = FORMS[state.setup.form]
    colour = form.next_piece(state)
    if colour is None:
        return None
    return Message(
        f"ask.marks.{form.id}",
        {"piece": phrases.piece_name(state.setup, colour_number(colour), "common")},
    )


def _effect_card_details(session: Session, id: str) -> list[Message]:
    """Return which card's effect asks, with its text: the board may have changed since."""
    params: dict[str, object] = {"card": phrases.card_name(id)}
    if phrases.card_kind(id) == "flare":
        return [Message("prompt.asked-by.flare", params)]
    last_move = session.game.last_move
    text_part = {"thaw": "frozen", "warp": "warp"}.get(
        last_move.move.kind if last_move else "", "text"
    )
    return [Message("prompt.asked-by", params | {"text": Message(f"card.{id}.{text_part}")})]


def skip_label(session: Session) -> Message | None:
    """Return the label of the button that skips what is asked; None if nothing can be skipped."""
    return _skip_label(session) if any(move.kind == "skip" for move in session.moves) else None


def _skip_label(session: Session) -> Message:
    prompt = session.game.prompt
    sole = session.choices.sole_board_answer
    if sole is not None and prompt.kind == "downgrade":
        rank = RANKS[session.game.state.rank_at(_bit(sole.square))]
        return Message(f"choice.leave.{rank}")
    last_move = session.game.last_move
    return phrases.skip_label(prompt, last_move.events if last_move else ())


def _move_choice(session: Session, move: Move) -> ChoiceView | None:
    """Return the button of a move that is not made on the board or with a card, else None."""
    if move.kind == "end":
        return ChoiceView(Message("choice.end"), move.code, is_primary=True)
    if move.kind == "skip":
        return ChoiceView(_skip_label(session), move.code)
    if move.kind == "claim" and move.card:
        claim_label = Message("choice.claim-now", {"n": cards.TASKS[move.card].points})
        return ChoiceView(claim_label, move.code, is_primary=True)
    if move.kind == "pass-control":
        return ChoiceView(Message("choice.pass-control"), move.code, confirmation_id="pass-control")
    if move.kind == "choose" and not move.square:
        if move.card:
            is_discarded = session.game.prompt.kind in ("discard-flare", "discard-pending")
            card_params = {"card": phrases.card_name(move.card)}
            label = "choice.discard" if is_discarded else "choice.card"
            return ChoiceView(Message(label, card_params), move.code)
        if session.game.prompt.kind in ("colour", "odd-commons", "legend-colour"):
            setup = session.game.setup
            return ChoiceView(phrases.color_name(setup, ColourNumber(int(move.code))), move.code)
        return ChoiceView(Message(f"option.{move.option}"), move.code)
    return None
