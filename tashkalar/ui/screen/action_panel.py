"""The stage: the one place for the card taken up, for a question, or for what can be done now.

It arranges what `prompt_view` asks: a line that asks, the card with its whole text, what would
happen on the square looked at, and one row of buttons with at most one that stands out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tashkalar.game import PlayedMove
from tashkalar.position.move import END, Message, Move
from tashkalar.ui.reference.card_views import card_view
from tashkalar.ui.screen.drawing_cache import drawing_cache
from tashkalar.ui.screen.marks import last_turn_view
from tashkalar.ui.screen.pattern_orientation import shown_pattern_transform
from tashkalar.ui.screen.preview import gain_lines, preview_lines, task_message
from tashkalar.ui.screen.prompt import lack_message
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
MAX_NAMED_SQUARES = 3  # squares that are named one by one; of more only the number is told
# Up to how many letters a text has which size; the style sheet says what follows from it.
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
    """How much room a card's text needs: ``"a"`` (short) to ``"i"``."""
    return next((name for most, name in _TEXT_LENGTH_CLASSES if len(text) <= most), "i")


def action_panel_view(
    session: Session,
    prompt: PromptView,
    hand: tuple[CardView, ...],
    history: list[PlayedMove],
) -> ActionPanelView:
    """The stage for what is asked (`prompt`), with the open hand and what was played before."""
    kind = _panel_kind(session)
    shown = _shown_card_id(session, kind)
    glance = kind == "card" and shown != session.selection.card
    row, options, discard = ((), (), None) if glance else _arrange_choices(session, prompt, kind)
    ready = _ready_cards(session, hand) if kind in ("idle", "end") and not shown else ()
    about, lines = _detail_lines(session, prompt, kind, shown, is_card_hovered=glance)
    who = (
        session.seating.seat if session.seating.is_computer_due else session.seating.viewer
    )  # whom the title names
    quiet = kind == "idle" and not shown and session.targets.target_square is None
    # Computers are told while they play, but one against one person when its turn is whole.
    quiet = quiet or (
        session.seating.is_computer_due and not session.seating.is_human_versus_computer
    )
    last = last_turn_view(session, history) if quiet else None
    # a square or a card: that stands there already, and a long turn needs the room
    if ready or (last and len(last.lines) > MAX_NAMED_SQUARES):
        lines = tuple(line for line in lines if line.text.id != "prompt.turn.detail")
    on_stage = _shown_card(session, shown, hand)
    return ActionPanelView(
        kind=kind,
        question=prompt.title,
        count_text=None if glance else _choice_count(session, kind),
        school=phrases.school_of_stones(session.game.setup, who),
        card=on_stage,
        title=_panel_title(session, kind),
        ready_cards=ready,
        lines_title=about,
        lines=lines,
        options=drawing_cache(session).keep_option_places(session, options),
        buttons=row,
        instruction=_instruction(session, kind, row, options, on_stage, is_card_hovered=glance),
        discard_choice=discard,
        rule_number=prompt.rule_number,
        pattern_transform=shown_pattern_transform(session, history, shown) if shown else None,
        last_turn=last,
    )


def _panel_kind(session: Session) -> str:
    """What the stage is for: idle, card, asked, end, or notice where nothing is decided."""
    if not session.moves:
        return "notice"
    if session.choices.is_turn_decision and session.selection.card:
        return "card"
    return {"turn": "idle", "end": "end"}.get(session.game.prompt.kind, "asked")


def _shown_card_id(session: Session, kind: str) -> str | None:
    """The card whose text is shown: the one pointed at, taken up, or asking."""
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
    """The card that is shown; a flare in hand with how far behind one is, and what that allows.

    Of one that is being carried out only what happens.
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


def _panel_title(session: Session, kind: str) -> Message | str:
    """What stands beside the stone where no card is shown."""
    if kind in ("idle", "end"):
        return Message("stage.idle" if kind == "idle" else "stage.end")
    return phrases.player_name(session.game.setup, session.seating.seat)


def _choice_count(session: Session, kind: str) -> Message | None:
    """The squares to choose from, few of them by name; which question it is of how many."""
    prompt = session.game.prompt
    if kind == "asked" and prompt.of > 1:
        return Message("stage.which-of", {"n": prompt.number, "of": prompt.of})
    if kind != "card":
        return None
    return _squares_message(m for m in session.moves if m.card == session.selection.card)


def _squares_message(moves: Iterable[Move]) -> Message | None:
    """The squares of moves, few of them by name; None for none."""
    squares = sorted({move.square for move in moves if move.square})
    if len(squares) > MAX_NAMED_SQUARES:
        return Message("card.squares", {"n": len(squares)})
    return Message("stage.squares", {"squares": tuple(squares)}) if squares else None


def _ready_cards(session: Session, hand: tuple[CardView, ...]) -> tuple[ReadyCardView, ...]:
    """The cards that can be used now, each with where, or with what a flare needs and has."""
    found: list[ReadyCardView] = []
    for card in hand:
        mine = [move for move in session.moves if move.card == card.id]
        where = _squares_message(move for move in mine if move.kind == "summon")
        told = [where] if where else []
        kinds = {move.kind for move in mine}
        told += [Message(f"choice.{kind}") for kind in ("thaw", "warp") if kind in kinds]
        if "flare" in kinds:
            told += [_half_condition(half) for half in card.halves if half.is_met]
        if told:
            found.append(ReadyCardView(card.id, card.name, tuple(told)))
    return tuple(found)


def _half_condition(half: HalfView) -> Message:
    """What one half of a flare needs."""
    return Message("stage.flare", {"n": half.need, "what": Message(HALF_LABEL_IDS[half.half])})


# -- the buttons ---------------------------------------------------------------------------------


def _arrange_choices(
    session: Session, prompt: PromptView, kind: str
) -> tuple[tuple[ChoiceView, ...], tuple[ChoiceView, ...], ChoiceView | None]:
    """The choices as a row (the act first), a list of equals, and the card to be discarded."""
    discards = {m.code for m in session.moves if m.kind == "discard"}
    discard = next((c for c in prompt.choices if c.code in discards), None)
    rest = [choice for choice in prompt.choices if choice is not discard]
    acts = [choice for choice in rest if choice.is_primary]
    others = [choice for choice in rest if not choice.is_primary]
    if kind == "end":
        return *_arrange_end_choices(session, rest), discard
    if len(acts) > 1:
        return tuple(others), tuple(c._replace(is_primary=False) for c in acts), discard
    quiet = [c for c in others if _is_secondary(session, c)]
    quiet.sort(key=lambda choice: choice.code is not None)  # what stays to the end keeps its place
    equal = [c for c in others if c not in quiet]
    if session.choices.sole_answer:
        return (equal[0]._replace(is_primary=True, is_chosen=False), *quiet), (), discard
    if len(equal) == 1 and kind != "asked":
        return (*acts, *equal, *quiet), (), discard
    return (*acts, *quiet), tuple(equal), discard


def _arrange_end_choices(
    session: Session, choices: Sequence[ChoiceView]
) -> tuple[tuple[ChoiceView, ...], tuple[ChoiceView, ...]]:
    """At the end of a turn: what to claim is a list where it is more than one task."""
    claims = {c.code: c for c in choices if c.code and c.code.startswith("=")}
    quiet = [c._replace(is_primary=False) for c in choices if c.code not in claims]
    if claims:
        without = Message("choice.end.without")
        quiet = [c._replace(label=without) if c.code == END.code else c for c in quiet]
    if len(claims) <= 1:
        return (*(c._replace(is_chosen=False) for c in claims.values()), *quiet), ()
    up = [
        c._replace(is_chosen=False)
        for c in claims.values()
        if c.code == session.selection.tapped_code
    ]
    tasks = {move.code: move.card for move in session.moves if move.card}
    listed = (
        claim._replace(is_primary=False, label=task_message(tasks[code]))
        for code, claim in claims.items()
    )
    return (*up, *quiet), tuple(listed)


def _is_secondary(session: Session, choice: ChoiceView) -> bool:
    """Whether a choice leaves things as they are: it stands beside the act."""
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
    """What to do where there is no act to press yet; None where there is one."""
    if is_card_hovered:
        return Message("stage.wait.take")
    if kind == "notice" or any(choice.is_primary for choice in row):
        return None
    if kind == "end":
        return Message("stage.wait.option") if options else None
    if kind == "card":
        moves = [m for m in session.moves if m.card == session.selection.card and m.square]
        if not moves:
            lead = card is not None and card.halves and not any(h.is_met for h in card.halves)
            none = Message("stage.wait.behind" if lead else "stage.wait.none")
            return none if not options else None
        return Message("stage.wait.option" if options else "stage.wait.square")
    if kind == "idle":
        return Message("stage.wait.turn") if len(row) < 2 else None  # two for a hint need the room
    if session.targets.origin and len(session.targets.origins) > 1:
        return Message("stage.wait.move")
    on_board = bool(session.targets.selectable_squares)
    return Message("stage.wait.board" if on_board else "stage.wait.option")


# -- what would happen ---------------------------------------------------------------------------


def _detail_lines(
    session: Session, prompt: PromptView, kind: str, shown: str | None, *, is_card_hovered: bool
) -> tuple[Message | None, tuple[ActionPanelLine, ...]]:
    """The lines under the card's text and what they are about."""
    looks_on = session.targets.target_square or session.targets.candidate_move
    if shown and kind != "asked" and (shown != session.selection.card or not looks_on):
        return _one_short_lines(session, shown)
    foreseen, square = session.preview, session.targets.target_square
    if foreseen is not None and kind != "notice":
        about = (
            None
            if session.selection.pointed_code or not square
            else Message("stage.on", {"square": square})
        )
        # A piece put down does what everybody sees, but for the task that it fulfils.
        lines = gain_lines(foreseen) if kind == "idle" else preview_lines(session, foreseen)
        if lines:
            return about, tuple(lines)
    if kind == "idle" and (threats := threat_lines(session)):
        return Message("stage.on", {"square": square}), threats
    told = [m for m in prompt.details if not m.id.startswith("prompt.asked-by")]
    return None, tuple(
        ActionPanelLine("plus" if text.id.startswith("lack.") else "note", text) for text in told
    )


def _one_short_lines(
    session: Session, card: str
) -> tuple[Message | None, tuple[ActionPanelLine, ...]]:
    """Where a card is one piece away, while it cannot be summoned anywhere."""
    if session.choices.is_turn_decision:
        found = session.targets.summon_options or find_summon_options(session.game.state, card)
        if found.missing_pieces and not found.summon_squares:
            return Message("stage.one-short"), _missing_piece_lines(session, found.missing_pieces)[
                :MAX_NAMED_SQUARES
            ]
        if not found.summon_squares and phrases.card_kind(card) != "flare":
            return None, (ActionPanelLine("note", Message("stage.more-short")),)
    return None, ()


def _missing_piece_lines(
    session: Session, ghosts: Iterable[MissingPiece]
) -> tuple[ActionPanelLine, ...]:
    """What is missing, first where a piece can be put: several empty squares make one line."""
    empty: dict[str, list[MissingPiece]] = {}
    others: list[ActionPanelLine] = []
    for ghost in ghosts:
        if ghost.occupant == "empty":
            empty.setdefault(ghost.rank, []).append(ghost)
        else:
            others.append(_missing_piece_line(session, ghost))
    lines: list[ActionPanelLine] = []
    for rank, found in empty.items():
        if len(found) == 1 or session.game.state.summon_with:
            lines += [_missing_piece_line(session, ghost) for ghost in found]
            continue
        where = tuple(ghost.square for ghost in found)
        params = {"rank": Message(f"rank.{rank}"), "squares": where}
        lines.append(ActionPanelLine("plus", Message("stage.one-of", params)))
    return (*lines, *others)


def _missing_piece_line(session: Session, ghost: MissingPiece) -> ActionPanelLine:
    text = lack_message(session.game.state, ghost.square, ghost.rank, ghost.occupant)
    return ActionPanelLine("plus", text)
