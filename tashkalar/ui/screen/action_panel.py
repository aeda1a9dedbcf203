"""The action panel: the one place for the selected card, a question, or the possible actions.

The panel arranges the prompt of `prompt_view`: a question, the card with its full text, the effects
of a move on the target square, and one row of buttons with at most one primary button.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tashkalar.history.played_moves import PlayedMove
from tashkalar.position.board import DIRECTIONS
from tashkalar.position.ids import ColourNumber
from tashkalar.position.move import END, Message, Move
from tashkalar.position.state import GameState
from tashkalar.rules.outcome import Outcome
from tashkalar.ui.bots import hint
from tashkalar.ui.reference.card_views import card_view
from tashkalar.ui.screen.drawing_cache import drawing_cache
from tashkalar.ui.screen.hand import missing_lead
from tashkalar.ui.screen.marks import last_turn_view
from tashkalar.ui.screen.pattern_orientation import shown_pattern_transform
from tashkalar.ui.screen.preview import (
    gain_lines,
    idle_move_code,
    preview_lines,
    task_message,
)
from tashkalar.ui.screen.prompt import lack_message
from tashkalar.ui.screen.result import result_view
from tashkalar.ui.screen.threats import threat_lines
from tashkalar.ui.session.session import Session
from tashkalar.ui.session.summon_finder import MissingPiece, find_summon_options
from tashkalar.ui.text import phrases
from tashkalar.ui.views import (
    ActionPanelLine,
    ActionPanelView,
    CardView,
    ChoiceView,
    HalfView,
    PromptView,
    ReadyCardView,
)

HALF_LABEL_IDS = {"upper": "page.flare.upgraded", "lower": "page.flare.pieces"}
MAX_NAMED_SQUARES = 3  # of more squares only the number is shown
MAX_LINES = 3  # of a list; a button opens the rest
# The greatest number of letters in each length class; the style sheet defines the sizes.
_TEXT_LENGTH_CLASSES = (
    (140, "a"),
    (150, "b"),
    (165, "c"),
    (190, "d"),
    (220, "e"),
    (260, "f"),
    (280, "g"),
    (330, "h"),
)


def text_length_class(text: str) -> str:
    """Return the length class of a card's text: ``"a"`` (short) to ``"i"``."""
    return next((name for longest, name in _TEXT_LENGTH_CLASSES if len(text) <= longest), "i")


def action_panel_view(
    session: Session,
    prompt: PromptView,
    hand: tuple[CardView, ...],
    history: list[PlayedMove],
) -> ActionPanelView:
    """Return the action panel for a prompt, with the open hand and the moves played before."""
    kind = _panel_kind(session)
    shown_card = _shown_card_id(session, kind)
    is_card_hovered = kind == "card" and shown_card != session.selection.card
    buttons, options, discard_choice = (
        ((), (), None) if is_card_hovered else _arrange_choices(session, prompt, kind)
    )
    is_listing = kind in ("idle", "end") and not shown_card and not session.is_threat_view_on
    ready_cards = _ready_cards(session, hand) if is_listing else ()
    effects = _effect_lines(session, kind, shown_card)
    lines_title, lines = effects or (None, _detail_lines(session, prompt))
    last_turn = (
        last_turn_view(session, history) if _shows_last_turn(session, kind, shown_card) else None
    )
    if ready_cards:  # the hint to choose a square or a card is obvious
        lines = tuple(line for line in lines if line.sign != "how")
    if kind in ("idle", "end", "card") and not is_card_hovered:
        lines += _bonus_lines(session.game.state)
    shown_card_view = _shown_card(session, shown_card, hand)
    view = ActionPanelView(
        kind=kind,
        question=prompt.title,
        count_text=None if is_card_hovered else _choice_count(session, kind),
        school=_panel_school(session),
        card=shown_card_view,
        title=_panel_title(session, kind),
        ready_cards=ready_cards,
        lines_title=lines_title,
        lines=lines,
        options=drawing_cache(session).keep_option_places(session, options),
        buttons=_mark_idle(session, buttons),
        instruction=_instruction(
            session, kind, buttons, options, shown_card_view, is_card_hovered=is_card_hovered
        ),
        discard_choice=discard_choice,
        rule_number=prompt.rule_number,
        pattern_transform=shown_pattern_transform(session, history, shown_card)
        if shown_card
        else None,
        last_turn=last_turn,
        has_lines_first=kind == "card" and lines_title is not None and session.preview is not None,
        are_lines_details=effects is None,
    )
    return _with_advice(session, prompt, view)


def _mark_idle(session: Session, buttons: tuple[ChoiceView, ...]) -> tuple[ChoiceView, ...]:
    """Return the buttons, of which one may be certain to change nothing."""
    code = idle_move_code(session)
    return tuple(b._replace(is_idle=b.code == code) for b in buttons) if code else buttons


def _with_advice(session: Session, prompt: PromptView, view: ActionPanelView) -> ActionPanelView:
    """Return the panel with the hint that a person has asked for, if there is one."""
    shown = session.hints.hint
    is_told = view.kind == "advice" or (shown is not None and session.is_attempt_looked_at)
    if is_told and view.card is None:
        question, *rest = prompt.details
        lines = _advice_lines(rest if shown else ())
        return view._replace(question=question, lines_title=None, lines=lines)
    if view.kind == "asked" and shown:
        return view._replace(count_text=hint.brief_answer(session.game, shown))
    return view


def _advice_lines(details: Iterable[Message]) -> tuple[ActionPanelLine, ...]:
    """Return the lines of a hint: its steps, which a style sheet numbers, then the reasons."""
    lines = []
    for detail in details:
        step = detail.params.get("step")
        if isinstance(step, Message):
            lines.append(ActionPanelLine("step", step))
        else:
            lines.append(ActionPanelLine("about" if detail.id == "advice.why" else "note", detail))
    return tuple(lines)


def _panel_kind(session: Session) -> str:
    """Return the kind of the panel: idle, advice, card, asked, end; notice without legal moves.

    An attempt at a puzzle that is over, and one that is only looked at, leaves the panel as it is
    between two moves.
    """
    if session.is_attempt_over and not session.game.is_over:
        return "idle"
    if session.is_attempt_looked_at:
        return "idle"
    if not session.moves:  # what is only looked at may have a plan that is shown
        return "advice" if session.is_read_only and session.hints.hint else "notice"
    if session.choices.is_turn_decision and session.selection.card:
        return "card"
    if _is_advice_open(session):
        return "advice"
    return {"turn": "idle", "end": "end"}.get(session.game.prompt.kind, "asked")


def _is_advice_open(session: Session) -> bool:
    """Tell whether a hint for the turn has been asked for, and is shown or waited for."""
    is_asked = session.hints.hint is not None or session.hints.is_pending
    return is_asked and session.choices.is_turn_decision and not session.choices.turn_is_spent


def _shows_last_turn(session: Session, kind: str, shown_card: str | None) -> bool:
    """Tell whether the panel has room for the others' last turn, or people watch computers play.

    A person sees the computers' moves on the board and finds all of them here in the next turn.
    """
    if kind == "idle" and not shown_card and session.targets.target_square is None:
        return not session.is_threat_view_on
    return session.seating.is_spectated


def _shown_card_id(session: Session, kind: str) -> str | None:
    """Return the card to show: the hovered card, the selected card, or the asking card."""
    if (
        session.selection.hovered_card
        and session.choices.is_turn_decision
        and not session.seating.is_covered
        and not session.game.is_over
    ):
        return session.selection.hovered_card
    if kind == "card":
        return session.selection.card
    return session.game.prompt.card if kind == "asked" else None


def _shown_card(session: Session, shown: str | None, hand: tuple[CardView, ...]) -> CardView | None:
    """Return the view of the shown card.

    A flare in hand shows the compared numbers and which halves hold; of a flare that is being
    invoked, only the half that takes effect is shown.
    """
    if not shown:
        return None
    card = card_view(shown, phrases.school_of_stones(session.game.setup, session.seating.viewer))
    held = next((held.halves for held in hand if held.id == shown), ())
    entry = session.game.open_move
    for event in entry.events if entry and not held else ():
        if event.kind == "flare" and event.card == shown and event.halves != "both":
            return card._replace(halves=tuple(h for h in card.halves if h.half == event.halves))
    return card._replace(halves=held or card.halves)


def _panel_school(session: Session) -> str:
    """Return the school whose stone and color the panel has: who decides, at the end who wins."""
    seating, outcome = session.seating, _shown_outcome(session)
    seat = seating.seat if seating.is_other_due else seating.viewer
    return phrases.school_of_stones(session.game.setup, outcome.winners[0] if outcome else seat)


def _panel_title(session: Session, kind: str) -> Message | str:
    """Return the title of the panel, which stands beside the stone if no card is shown."""
    if session.is_attempt_over:
        return phrases.player_name(session.game.setup, session.seating.viewer)
    if kind in ("idle", "end"):
        return Message("stage.idle" if kind == "idle" else "stage.end")
    if outcome := _shown_outcome(session):
        return result_view(session, outcome).title
    return phrases.player_name(session.game.setup, session.seating.seat)


def _shown_outcome(session: Session) -> Outcome | None:
    """Return the outcome of a game that is over while its last position is shown, else None.

    Then the panel names the winner beside the winner's stone.
    """
    return session.game.outcome if session.selection.shown_move_number is None else None


def _choice_count(session: Session, kind: str) -> Message | None:
    """Return a message about the squares for the selected card, few of them by name.

    For one of several questions: its number and how many there are.
    """
    prompt = session.game.prompt
    if kind == "asked" and prompt.of > 1:
        return Message("stage.which-of", {"n": prompt.number, "of": prompt.of})
    if kind == "asked" and (origin := _direction_origin(session)):
        return Message("stage.from", {"square": origin})
    if kind != "card":
        return None
    return _squares_message(m for m in session.moves if m.card == session.selection.card)


def _direction_origin(session: Session) -> str | None:
    """Return the square from which a direction is asked for; None for another question."""
    origins = {move.origin for move in session.moves if move.option in DIRECTIONS}
    return next(iter(origins)) if len(origins) == 1 else None


def _squares_message(moves: Iterable[Move]) -> Message | None:
    """Return a message about the squares of moves, few of them by name; None without squares."""
    squares = sorted({move.square for move in moves if move.square})
    if len(squares) > MAX_NAMED_SQUARES:
        return Message("card.squares", {"n": len(squares)})
    return Message("stage.squares", {"squares": tuple(squares)}) if squares else None


def _ready_cards(session: Session, hand: tuple[CardView, ...]) -> tuple[ReadyCardView, ...]:
    """Return the cards that can be used now, each with its squares or its flare condition."""
    ready_cards: list[ReadyCardView] = []
    for card in hand:
        card_moves = [move for move in session.moves if move.card == card.id]
        squares = _squares_message(move for move in card_moves if move.kind == "summon")
        details = [squares] if squares else []
        kinds = {move.kind for move in card_moves}
        details += [Message(f"choice.{kind}") for kind in ("thaw", "warp") if kind in kinds]
        if "flare" in kinds:
            details += [_half_condition(half) for half in card.halves if half.is_met]
        if details:
            ready_cards.append(ReadyCardView(card.id, card.name, tuple(details)))
    return tuple(ready_cards)


def _half_condition(half: HalfView) -> Message:
    """Return the condition of one half of a flare."""
    return Message("stage.flare", {"n": half.need, "what": Message(HALF_LABEL_IDS[half.half])})


# -- choices -------------------------------------------------------------------------------------


def _arrange_choices(
    session: Session, prompt: PromptView, kind: str
) -> tuple[tuple[ChoiceView, ...], tuple[ChoiceView, ...], ChoiceView | None]:
    """Arrange the choices of the prompt.

    Return the row of buttons (a primary one first), a list of equal options, and the choice to
    discard the selected card.
    """
    discards = {m.code for m in session.moves if m.kind == "discard"}
    discard = next((c for c in prompt.choices if c.code in discards), None)
    other_choices = [choice for choice in prompt.choices if choice is not discard]
    primary_choices = [choice for choice in other_choices if choice.is_primary]
    plain_choices = [choice for choice in other_choices if not choice.is_primary]
    if kind == "advice":
        return _advice_choices(session), (), None
    if kind == "end":
        return *_arrange_end_choices(session, other_choices), discard
    if len(primary_choices) > 1:
        return (
            tuple(plain_choices),
            tuple(c._replace(is_primary=False) for c in primary_choices),
            discard,
        )
    secondary = [c for c in plain_choices if _is_secondary(session, c)]
    secondary.sort(key=lambda choice: choice.code is not None)  # Cancel keeps its place
    equal_choices = [c for c in plain_choices if c not in secondary]
    if session.choices.sole_answer:
        return (
            (equal_choices[0]._replace(is_primary=True, is_chosen=False), *secondary),
            (),
            discard,
        )
    if kind == "asked" and not primary_choices and (advised := _advised_choice(session)):
        return _with_advised(advised, secondary), tuple(equal_choices), discard
    if len(equal_choices) == 1 and kind != "asked":
        return (*primary_choices, *equal_choices, *secondary), (), discard
    return (*primary_choices, *secondary), tuple(equal_choices), discard


def _advice_choices(session: Session) -> tuple[ChoiceView, ...]:
    """Return the buttons of a hint: make its next decision, or put it away.

    There are none where nothing can be decided.
    """
    if session.is_read_only:
        return ()
    close = ChoiceView(Message("advice.close"), action="close-hint")
    play = _advised_choice(session)
    return (play, close) if play else (close,)


def _advised_choice(session: Session) -> ChoiceView | None:
    """Return the button that makes the next decision of the hint; None if there is none."""
    shown = session.hints.hint
    if shown is None or not session.choices.has_move(shown.codes[0]):
        return None
    return ChoiceView(Message("advice.play"), shown.codes[0], is_primary=True)


def _with_advised(advised: ChoiceView, choices: Sequence[ChoiceView]) -> tuple[ChoiceView, ...]:
    """Return the buttons with the advised one first; one that is there keeps its words."""
    others = tuple(choice for choice in choices if choice.code != advised.code)
    same = next((choice for choice in choices if choice.code == advised.code), None)
    return (same._replace(is_primary=True) if same else advised, *others)


def _arrange_end_choices(
    session: Session, choices: Sequence[ChoiceView]
) -> tuple[tuple[ChoiceView, ...], tuple[ChoiceView, ...]]:
    """Arrange the choices at the end of a turn: several claimable tasks become a list."""
    claims = {c.code: c for c in choices if c.code and c.code.startswith("=")}
    is_spent = session.choices.turn_is_spent  # then ending the turn is the thing to do
    other_choices = [
        c._replace(is_primary=is_spent and c.code == END.code)
        for c in choices
        if c.code not in claims
    ]
    if claims:
        end_label = Message("choice.end.without")
        other_choices = [
            c._replace(label=end_label) if c.code == END.code else c for c in other_choices
        ]
    if len(claims) <= 1:
        return (*(c._replace(is_chosen=False) for c in claims.values()), *other_choices), ()
    tapped_claim = [
        c._replace(is_chosen=False)
        for c in claims.values()
        if c.code == session.selection.tapped_code
    ]
    tasks = {move.code: move.card for move in session.moves if move.card}
    claim_options = (
        claim._replace(is_primary=False, label=task_message(tasks[code]))
        for code, claim in claims.items()
    )
    return (*tapped_claim, *other_choices), tuple(claim_options)


def _is_secondary(session: Session, choice: ChoiceView) -> bool:
    """Tell whether a choice stands beside the primary button: cancel, decline or confirm."""
    return choice.code in (None, "-", ">") or choice.confirmation_id is not None


def _instruction(
    session: Session,
    kind: str,
    row: tuple[ChoiceView, ...],
    options: tuple[ChoiceView, ...],
    card: CardView | None,
    *,
    is_card_hovered: bool,
) -> Message | None:
    """Return what to do while there is no primary button; None if there is one."""
    if is_card_hovered:
        return Message("stage.wait.take")
    if kind in ("notice", "advice") or not session.moves or session.is_attempt_over:
        return None
    if any(choice.is_primary for choice in row):
        return None
    if kind == "end":
        return Message("stage.wait.claim") if options else None
    if kind == "card":
        moves = [m for m in session.moves if m.card == session.selection.card and m.square]
        if not moves:
            if options:
                return None
            if session.selection.card in session.game.state.frozen:
                return Message("stage.wait.turn")
            lack = "stage.wait.none" if session.game.state.actions else "ask.end"
            return missing_lead(card.halves if card else ()) or Message(lack)
        return Message("stage.wait.option" if options else "stage.wait.square")
    if kind == "idle":
        # Two buttons for hints need the room.
        instruction = Message("stage.wait.take" if card else "stage.wait.turn")
        return instruction if len(row) < 2 else None
    if session.targets.origin and len(session.targets.origins) > 1:
        return Message("stage.wait.move")
    on_board = bool(session.targets.selectable_squares)
    return Message("stage.wait.board" if on_board else "stage.wait.option")


# -- effects of a choice -------------------------------------------------------------------------


def _effect_lines(
    session: Session, kind: str, shown: str | None
) -> tuple[Message | None, tuple[ActionPanelLine, ...]] | None:
    """Return what a choice does or a card lacks, and the heading of these lines, if any."""
    has_target = session.targets.target_square or session.targets.candidate_move
    if shown and kind != "asked" and (shown != session.selection.card or not has_target):
        return _one_short_lines(session, shown)
    preview, square = session.preview, session.targets.target_square
    if preview is not None and kind != "notice":
        about = _preview_title(session)
        # The effect of a placed piece is obvious, except for a task that it fulfills.
        lines = gain_lines(preview) if kind == "idle" else preview_lines(session, preview)
        if lines := _without_repetition(lines):
            return about, lines
    if kind == "idle" and (threats := threat_lines(session)):
        return Message("stage.on", {"square": square}), threats
    return None


def _detail_lines(session: Session, prompt: PromptView) -> tuple[ActionPanelLine, ...]:
    """Return what is said of the question but not by the head (the card) or an advised answer."""
    left_out = ("prompt.asked-by", "advice." if session.hints.hint else "prompt.asked-by")
    details = [m for m in prompt.details if not m.id.startswith(left_out)]
    game = session.game
    is_first = game.scenario is None and game.state.turn <= len(game.setup.schools)  # of a person
    return tuple(ActionPanelLine(_detail_sign(text, is_first=is_first), text) for text in details)


def _detail_sign(detail: Message, *, is_first: bool) -> str:
    """Return the sign of a detail; what has the sign "how" is known later, and is not shown."""
    if detail.id == "prompt.turn.lens" or (detail.id == "prompt.turn.detail" and not is_first):
        return "how"
    return "plus" if detail.id.startswith("lack.") else "note"


def _bonus_lines(state: GameState) -> tuple[ActionPanelLine, ...]:
    """Return what cards have promised for the rest of the turn, in the words of the log."""
    messages: list[Message] = []
    if state.borrow:
        messages.append(Message("log.borrow"))
    if state.empties:
        messages.append(Message("log.empties", {"n": state.empties}))
    if state.summon_with:
        who = phrases.color_owner_name(state.setup, ColourNumber(state.summon_with))
        messages.append(Message("log.summon-with", {"who": who}))
    if state.doubled:
        messages.append(Message("log.multiply-destroyed", {"n": state.doubled + 1}))
    if state.extra_turns:
        messages.append(Message("log.extra-turn"))
    if extra_cards := state.extra_beings + state.extra_legends:
        messages.append(Message("log.draw-extra", {"n": extra_cards}))
    return tuple(ActionPanelLine("gain", message) for message in messages)


# The questions that the lines about possible effects answer.
_QUESTIONS_BY_LINE_ID = {
    "preview.may.destroy": ("ask.destroy", "ask.destroy.may"),
    "preview.may.convert": ("ask.convert", "ask.convert.may"),
    "preview.may.upgrade": ("ask.upgrade", "ask.upgrade.may"),
    "preview.may.downgrade": ("ask.downgrade.may",),
}


def _without_repetition(lines: Iterable[ActionPanelLine]) -> tuple[ActionPanelLine, ...]:
    """Return the lines without the next question if another line answers it already."""
    kept_lines = tuple(lines)
    answered = {id for line in kept_lines for id in _QUESTIONS_BY_LINE_ID.get(line.text.id, ())}
    return tuple(line for line in kept_lines if line.text.id not in answered)


def _preview_title(session: Session) -> Message | None:
    """Return the heading of a preview: the direction or the square that was chosen, if any."""
    move, square = session.targets.candidate_move, session.targets.target_square
    if move is not None and move.option in DIRECTIONS:
        return Message(f"option.{move.option}")
    if session.selection.pointed_code or not square:
        return None
    return Message("stage.on", {"square": square})


def _one_short_lines(
    session: Session, card: str
) -> tuple[Message | None, tuple[ActionPanelLine, ...]]:
    """Return where a card lacks one piece, and the heading of these lines.

    No lines while the card can be summoned somewhere.
    """
    is_frozen = card in session.game.state.frozen  # its being was summoned before
    if session.choices.is_turn_decision and not is_frozen:
        options = session.targets.summon_options or find_summon_options(session.game.state, card)
        if options.missing_pieces and not options.summon_squares:
            return Message("stage.one-short"), missing_piece_lines(session, options.missing_pieces)[
                :MAX_NAMED_SQUARES
            ]
        if not options.summon_squares and phrases.card_kind(card) != "flare":
            is_selected = card == session.selection.card
            lack = Message("stage.more-short" if is_selected else "stage.not-yet")
            return None, (ActionPanelLine("note", lack),)
    return None, ()


def missing_piece_lines(
    session: Session, ghosts: Iterable[MissingPiece]
) -> tuple[ActionPanelLine, ...]:
    """Return the lines about missing pieces, empty squares first.

    Several empty squares for pieces of one rank make one line.
    """
    empty_by_rank: dict[str, list[MissingPiece]] = {}
    other_lines: list[ActionPanelLine] = []
    for piece in ghosts:
        if piece.occupant == "empty":
            empty_by_rank.setdefault(piece.rank, []).append(piece)
        else:
            other_lines.append(_missing_piece_line(session, piece))
    lines: list[ActionPanelLine] = []
    for rank, same_rank in empty_by_rank.items():
        if len(same_rank) == 1 or session.game.state.summon_with:
            lines += [_missing_piece_line(session, piece) for piece in same_rank]
            continue
        squares = tuple(piece.square for piece in same_rank)
        params = {"rank": Message(f"rank.{rank}"), "squares": squares}
        lines.append(ActionPanelLine("plus", Message("stage.one-of", params)))
    return (*lines, *other_lines)


def _missing_piece_line(session: Session, piece: MissingPiece) -> ActionPanelLine:
    text = lack_message(session.game.state, piece.square, piece.rank, piece.occupant)
    return ActionPanelLine("plus", text)
