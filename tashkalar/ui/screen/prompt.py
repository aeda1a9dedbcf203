"""What the screen asks: one sentence, what it means, and a button for what is not on the board."""

from __future__ import annotations

from tashkalar import cards
from tashkalar.position.board import BIT, RANK_OF, RANKS, SQUARE_OF
from tashkalar.position.ids import ColourNumber, colour_number
from tashkalar.position.move import Message, Move
from tashkalar.position.state import GameState
from tashkalar.rules.forms import FORMS
from tashkalar.ui.bots import hint, speeds
from tashkalar.ui.reference import rulebook
from tashkalar.ui.session.session import Session
from tashkalar.ui.text import phrases
from tashkalar.ui.views import ChoiceView, PromptView


def prompt_view(session: Session) -> PromptView:
    """What the person at the screen is asked now."""
    game = session.game
    if session.seating.is_covered:
        who = phrases.player_name(game.setup, session.seating.seat)
        return PromptView(Message("prompt.curtain", {"who": who}), (), ())
    if session.selection.shown_move_number is not None:
        back = ChoiceView(Message("choice.present"), action="present", is_primary=True)
        now = Message("prompt.over" if game.is_over else "prompt.looking-back.detail")
        return PromptView(Message("prompt.looking-back"), (now,), (back,))
    if game.is_over:
        told = ChoiceView(Message("choice.result"), action="result", is_primary=True)
        return PromptView(Message("prompt.over"), (), (told,) if session.has_result else ())
    if session.seating.is_computer_due:
        who = phrases.player_name(game.setup, session.seating.seat)
        words = "choice.sit-down" if session.seating.is_spectated else "choice.take-over"
        over = ChoiceView(Message(words, {"who": who}), action="take-over")
        title = Message(
            "prompt.paused" if session.seating.is_paused else "prompt.thinking", {"who": who}
        )
        return PromptView(title, (), (*_waiting_choices(session), over))
    if session.choices.is_turn_decision and session.selection.card:
        return _card_prompt(session, session.selection.card)
    return _question_prompt(session)


def _waiting_choices(session: Session) -> tuple[ChoiceView, ...]:
    """Whoever waits may want it sooner; whoever only looks on, sooner or later."""
    if not session.seating.is_spectated:
        return (ChoiceView(Message("choice.hurry"), action="hurry"),)
    pause = Message("choice.resume" if session.seating.is_paused else "choice.pause")
    speed = Message("choice.pace", {"speed": speeds.format_speed(session.seating.opponents.speed)})
    return ChoiceView(pause, action="pause"), ChoiceView(speed, action="pace")


def _card_prompt(session: Session, card: str) -> PromptView:
    """A hand card is taken up: where it can go, why not elsewhere, what else it can do."""
    name = phrases.card_name(card)
    params: dict[str, object] = {"card": name}
    mine = [m for m in session.moves if m.card == card]
    choices: list[ChoiceView] = []
    details: list[Message] = []
    if phrases.card_kind(card) == "flare":
        title = Message("prompt.flare" if mine else "prompt.flare.no", params)
    else:
        summons = [m for m in mine if m.kind == "summon"]
        title = Message("prompt.card" if summons else "prompt.card.no", params)
        if not session.game.state.actions:
            title = Message("prompt.card.no-actions", params)
        on_square = session.targets.target_moves
        details += _square_details(session, on_square)
        if len(on_square) == 1:
            choices.append(_summon_choice(on_square[0], primary=True))
        else:
            choices += [_summon_choice(m, primary=False, shows_used_pieces=True) for m in on_square]
        placing = session.targets.candidate_move if session.targets.placeable_piece else None
        if placing is not None:
            label = Message("choice.place", {"square": placing.square})
            choices.append(ChoiceView(label, placing.code, is_primary=True))
    for move in mine:
        if move.kind == "discard":
            label = Message("choice.discard", params)
            note = Message("choice.discard.note")
            choices.append(ChoiceView(label, move.code, note=note))
        elif move.kind == "flare":
            choices.append(_flare_choice(session, move))
        elif move.kind in ("thaw", "warp"):
            note = Message(f"choice.{move.kind}.note")
            choices.append(ChoiceView(Message(f"choice.{move.kind}"), move.code, note=note))
    choices.append(ChoiceView(Message("choice.cancel"), action="cancel"))
    choices = _put_tapped_first(session, choices)
    return PromptView(title, tuple(details), tuple(choices), _rule_number(session, card))


def _rule_number(session: Session, card: str) -> str | None:
    """The rule behind a flare, or behind why a card cannot be summoned on the square looked at."""
    if phrases.card_kind(card) == "flare":
        return rulebook.RULE_BY_KIND["flare"]
    why = None if session.targets.placeable_piece else session.targets.explanation
    return (
        rulebook.RULE_BY_KIND.get(why.reason.id)
        if session.targets.target_square and why and why.reason
        else None
    )


def _flare_choice(session: Session, move: Move) -> ChoiceView:
    """Invoke a flare; among several rivals against a named one (R9.9)."""
    if move.option is None:
        return ChoiceView(Message("choice.flare"), move.code, is_primary=True)
    who = phrases.color_owner_name(session.game.setup, ColourNumber(int(move.option)))
    return ChoiceView(Message("choice.flare.against", {"who": who}), move.code, is_primary=True)


def _summon_choice(move: Move, *, primary: bool, shows_used_pieces: bool = False) -> ChoiceView:
    note = None
    if shows_used_pieces and move.match:
        note = _match_note(move)
    return ChoiceView(
        Message("choice.summon", {"square": move.square}), move.code, is_primary=primary, note=note
    )


def _match_note(move: Move) -> Message:
    assert move.match is not None
    params: dict[str, object] = {"used": tuple(sorted(move.match.used))}
    if move.match.marked:
        marked = tuple(sorted(move.match.marked))
        return Message("choice.placement.marked", params | {"marked": marked})
    return Message("choice.placement", params)


def _square_details(session: Session, on_square: list[Move]) -> list[Message]:
    """For the square looked at: the pieces used and what is destroyed, or why not."""
    square = session.targets.target_square
    why = session.targets.explanation
    if square and why is not None and why.reason:
        found = [why.reason]
        if why.nearest:
            state = session.game.state
            found += [lack_message(state, k.square, k.needs, k.content) for k in why.nearest[0]]
        return found
    match = session.targets.shown_match
    if not square or match is None or not on_square:
        return []
    state, bit = session.game.state, BIT[SQUARE_OF[square]]
    found = [Message("prompt.uses", {"square": square, "used": tuple(sorted(match.used))})]
    if state.occupied & bit:
        if state.owner_at(bit) == state.colour:
            return [*found, Message("preview.makes-way", {"square": square})]
        rank = RANKS[state.rank_at(bit)]
        what = phrases.piece_name(state.setup, colour_number(state.owner_at(bit)), rank)
        found.append(Message("prompt.destroys", {"piece": what}))
    return found


def lack_message(state: GameState, square: str, rank: str, there: str) -> Message:
    """What one square lacks; the pattern may be made of another colour's pieces (R21.11).

    `there` is what stands on it: ``"empty"``, ``"enemy"``, or the rank that is too low.
    """
    params: dict[str, object] = {"square": square, "rank": _rank_message(rank)}
    owner = ColourNumber(state.summon_with)
    if owner and there in ("empty", "enemy"):
        params["who"] = phrases.color_owner_name(state.setup, owner)
        return Message(f"lack.{there}.of", params)
    return Message(f"lack.{there}", params)


def _rank_message(rank: str) -> Message:
    return Message(f"rank.{rank}")


def _question_prompt(session: Session) -> PromptView:
    """A turn decision with no card up, or a question of an effect."""
    prompt = session.game.prompt
    details: list[Message] = []
    kind = prompt.kind
    rule = rulebook.RULE_BY_KIND.get(kind)
    if kind == "turn":
        own = session.game.state
        short = own.supply(own.colour, RANK_OF["common"]) <= 0
        if short or not (session.is_summon_finder_on or session.is_threat_view_on):
            details.append(Message("prompt.turn.shortage" if short else "prompt.turn.detail"))
        rule = rulebook.RULE_BY_KIND["turn.shortage"] if short else None
        if session.is_summon_finder_on and not session.is_threat_view_on:
            found = any(m.kind == "summon" for m in session.moves)
            details.append(Message("prompt.turn.lens" if found else "prompt.turn.lens.none"))
        if session.is_threat_view_on:
            found = bool(session.visible_threats)
            details.append(Message("prompt.turn.threats" if found else "prompt.turn.threats.none"))
    elif kind == "end":
        kinds = {m.kind for m in session.moves}
        plain = "prompt.end.soon" if session.is_ending_soon else "prompt.end.detail"
        details.append(Message("prompt.end.claim" if "claim" in kinds else plain))
        rule = rulebook.RULE_BY_KIND["end.claim"] if "claim" in kinds else None
        if "flare" in kinds:
            details.append(Message("prompt.end.flare"))
    elif prompt.card and kind != "legend-colour":  # its color is asked for whatever the legend does
        details += _effect_card_details(session, prompt.card)
    if session.targets.origin and len(session.targets.origins) > 1:
        details.append(Message("prompt.moving", {"square": session.targets.origin}))
    choices = [choice for move in session.moves if (choice := _move_choice(session, move))]
    choices = _put_tapped_first(session, choices)
    if not session.choices.turn_is_spent:  # then nobody needs to be told what to do
        if session.hints.hint:
            details = list(hint.describe_hint(session.game, session.hints.hint))
        elif session.hints.is_pending:
            details.append(Message("advice.thinking", {"who": hint.HINT_BOT_NAME}))
        elif session.is_summon_finder_on:
            choices.append(
                ChoiceView(Message("advice.ask", {"who": hint.HINT_BOT_NAME}), action="advise")
            )
    if kind == "turn" and (session.is_summon_finder_on or session.is_threat_view_on):
        label = "choice.threats.hide" if session.is_threat_view_on else "choice.threats"
        choices.append(ChoiceView(Message(label), action="threats"))
    if session.targets.origin and len(session.targets.origins) > 1:
        choices.append(ChoiceView(Message("choice.other-piece"), action="cancel"))
    title = _setup_prompt(session) if kind == "marks" else None
    if title:
        rule = rulebook.RULE_BY_KIND.get(f"marks.{session.game.setup.form}")
    if _is_first_action(session):
        title = Message("prompt.turn.first")
    return PromptView(title or prompt.message, tuple(details), tuple(choices), rule)


def _is_first_action(session: Session) -> bool:
    """Whether the very first action is due, which is the only one of its turn (R5.1)."""
    game = session.game
    new = game.state.turn == 1 and game.state.actions == 1 and game.scenario is None
    return new and game.prompt.kind == "turn"


def _put_tapped_first(session: Session, choices: list[ChoiceView]) -> list[ChoiceView]:
    """With the act first that a finger's first tap has shown, on the board or in the list."""
    move = session.targets.candidate_move
    if (
        session.selection.tapped_code is None
        or move is None
        or move.code != session.selection.tapped_code
    ):
        return choices
    label = _board_answer_label(session, move)
    for place, choice in enumerate(choices):
        if choice.code == session.selection.tapped_code:
            choices[place] = choice._replace(is_chosen=True)
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


def _board_answer_label(session: Session, move: Move) -> Message:
    """What an answer on the board does; where its question does not tell, that it is chosen."""
    kind = session.game.prompt.kind
    if kind == "upgrade-or-place" and move.square:
        taken = session.game.state.occupied & BIT[SQUARE_OF[move.square]]
        kind = "upgrade" if taken else "place"
    params: dict[str, object] = {"square": session.targets.target_square}
    if move.origin:
        params["origin"] = move.origin
    return Message(_BOARD_ANSWER_LABELS.get(kind, "choice.here"), params)


def _setup_prompt(session: Session) -> Message | None:
    """Where the first pieces are asked for one by one: whose is the next (R4.15)."""
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
    """Whose effect asks, with its text: the board may show something else by now."""
    params: dict[str, object] = {"card": phrases.card_name(id)}
    if phrases.card_kind(id) == "flare":
        return [Message("prompt.asked-by.flare", params)]
    last = session.game.last_move
    part = {"thaw": "frozen", "warp": "warp"}.get(last.move.kind if last else "", "text")
    return [Message("prompt.asked-by", params | {"text": Message(f"card.{id}.{part}")})]


def _move_choice(session: Session, move: Move) -> ChoiceView | None:
    """The button of a move that is not made on the board or with a card."""
    if move.kind == "end":
        return ChoiceView(Message("choice.end"), move.code, is_primary=True)
    if move.kind == "skip":
        kind = session.game.prompt.kind
        return ChoiceView(Message("choice.done" if kind == "return" else "choice.no"), move.code)
    if move.kind == "claim" and move.card:
        told = Message("choice.claim-now", {"n": cards.TASKS[move.card].points})
        return ChoiceView(told, move.code, is_primary=True)
    if move.kind == "pass-control":
        return ChoiceView(Message("choice.pass-control"), move.code, confirmation_id="pass-control")
    if move.kind == "choose" and not move.square:
        if move.card:
            gone = session.game.prompt.kind in ("discard-flare", "discard-pending")
            name = {"card": phrases.card_name(move.card)}
            label = "choice.discard" if gone else "choice.card"
            return ChoiceView(Message(label, name), move.code)
        if session.game.prompt.kind in ("colour", "odd-commons", "legend-colour"):
            setup = session.game.setup
            return ChoiceView(phrases.color_name(setup, ColourNumber(int(move.code))), move.code)
        return ChoiceView(Message(f"option.{move.option}"), move.code)
    return None
