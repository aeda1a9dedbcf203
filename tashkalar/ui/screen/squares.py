"""The board on the screen: every square with its marks, and the lines and arrows over them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence, Set

from tashkalar.history.played_moves import PlayedMove
from tashkalar.position.board import (
    BIT,
    CENTRE,
    GREEN,
    NAMES,
    RANKS,
    RED,
    SQUARE_OF,
    SQUARES,
    Square,
)
from tashkalar.position.ids import colour_number, colour_of
from tashkalar.position.move import Message
from tashkalar.position.state import GameState
from tashkalar.ui.bots.hint import next_squares
from tashkalar.ui.history.summoned_pieces import SummonedPieces
from tashkalar.ui.screen.drawing_cache import drawing_cache
from tashkalar.ui.screen.marks import mark_messages
from tashkalar.ui.session.session import Session
from tashkalar.ui.session.targets import direction_squares
from tashkalar.ui.text import phrases
from tashkalar.ui.views import ArrowView, MarkView, SquareView


def square_views(
    session: Session, state: GameState, history: list[PlayedMove], marks: Sequence[MarkView]
) -> tuple[SquareView, ...]:
    """Return the views of all squares in the position `state`.

    The signs depend on the selection; the labels also say what `marks` show over the squares.
    """
    setup, legal = state.setup, _legal_kinds(session)
    signs_by_square = _signs_by_square(_squares_by_sign(session, legal, history, marks))
    messages_by_square = mark_messages(marks)
    schools = [
        phrases.school_of_color(setup, colour_number(colour))
        for colour in range(len(state.colours))
    ]
    square_views = drawing_cache(session).square_views
    hinted, beings = _hinted_squares(session), _standing_beings(session, state, history)
    views: list[SquareView] = []
    for square in SQUARES:
        name, bit = NAMES[square], BIT[square]
        owner = colour_number(state.owner_at(bit))
        rank = RANKS[state.rank_at(bit)] if owner else None
        gateway, being = square == state.gateway, beings.get(name)
        signs, messages = signs_by_square.get(name, ()), messages_by_square.get(name, ())
        card, is_new = (being.card, being.turn == state.turn) if being else (None, False)
        key = (owner, rank, signs, messages, legal.get(name), name in hinted, gateway, card, is_new)
        view = square_views.find(name, key)
        if view is None:
            standing = phrases.piece_name(setup, owner, rank) if rank else Message("square.empty")
            view = SquareView(
                name=name,
                owner=owner,
                rank=rank,
                school=schools[colour_of(owner)] if owner else None,
                label=_square_label(square, standing, signs, messages, gateway=gateway, card=card),
                legal=legal.get(name),
                selected="selected" in signs,
                used="used" in signs,
                target="target" in signs,
                doomed="doomed" in signs,
                marked="marked" in signs,
                lacking="lacking" in signs,
                last="last" in signs,
                hinted=name in hinted,
                gateway=gateway,
                card=card,
                is_new_being=is_new,
            )
            square_views.set(name, key, view)
        views.append(view)
    return tuple(views)


def being_note(session: Session, square: str) -> Message | None:
    """Return what the emblem on a square's piece means; None without an emblem."""
    being = _standing_beings(session, session.shown_state, session.history).get(square)
    if being is None:
        return None
    rank = Message(f"rank.{being.rank}")
    return Message(
        "board.being", {"card": phrases.card_name(being.card), "n": being.turn, "rank": rank}
    )


def _standing_beings(
    session: Session, state: GameState, history: Sequence[PlayedMove]
) -> SummonedPieces:
    """Return the summoned pieces of the position that is shown.

    A being that still waits for its square (R7.20) is not among them.
    """
    number = _shown_number(session, history)
    standing = {}
    for name, being in drawing_cache(session).summoned_pieces.after(history, number).items():
        bit = BIT[SQUARE_OF[name]]
        owner = colour_number(state.owner_at(bit)) if state.occupied & bit else None
        if owner == being.owner and RANKS[state.rank_at(bit)] == being.rank:
            standing[name] = being
    return standing


def _shown_number(session: Session, history: Sequence[PlayedMove]) -> int:
    """Return the number of moves after which the board is shown."""
    number = session.selection.shown_move_number
    return len(history) if number is None else min(number, len(history))


def _signs_by_square(signs: Mapping[str, Collection[str | None]]) -> dict[str, tuple[str, ...]]:
    """Return the signs of each square, in the order in which its label names them."""
    signs_by_square: dict[str, tuple[str, ...]] = {}
    for sign, names in signs.items():
        for name in names:
            if name:
                signs_by_square[name] = (*signs_by_square.get(name, ()), sign)
    return signs_by_square


def _squares_by_sign(
    session: Session,
    legal: Mapping[str, str],
    history: list[PlayedMove],
    marks: Sequence[MarkView],
) -> dict[str, Collection[str | None]]:
    """Return the squares of each sign that labels name, in the order of naming."""
    match = session.targets.shown_match
    lost = {m.square for m in marks if m.kind in _LOST_MARK_KINDS and not m.is_possible}
    plain = [name for name, kind in legal.items() if kind not in _ANSWER_SIGNS]
    answers = {
        sign: [name for name, kind in legal.items() if kind == sign] for sign in ("take", "lose")
    }
    return {
        "legal": plain,
        **answers,
        "selected": {session.targets.origin},
        "used": match.used if match else (),
        "target": {session.targets.target_square} if match else (),
        "doomed": _doomed_squares(session) | lost,
        "marked": match.marked if match else (),
        "lacking": _lacking_squares(session),
        "last": _last_changed_squares(session, history),
    }


def _square_label(
    square: Square,
    standing: Message,
    signs: Iterable[str],
    marks: Iterable[Message],
    *,
    gateway: bool,
    card: str | None,
) -> Message:
    """Return the label of a square for screen readers: what it is, then what happens to it."""
    bit = BIT[square]
    about: list[Message] = []
    if square == CENTRE:
        about.append(Message("square.centre"))
    elif bit & (RED | GREEN):
        about.append(Message("square.red" if bit & RED else "square.green"))
    about.append(standing)
    if card:
        about.append(Message("square.summoned-as", {"card": phrases.card_name(card)}))
    if gateway:
        about.append(Message("square.gateway"))
    params: dict[str, object] = {"square": NAMES[square], "about": tuple(about)}
    said = [Message(f"square.{sign}") for sign in signs]
    said += [word for word in marks if word not in said]
    if not said:
        return Message("square.label", params)
    return Message("square.label.marked", {**params, "marks": tuple(said)})


def _legal_kinds(session: Session) -> dict[str, str]:
    """Return what choosing each selectable square would do."""
    if not session.choices.is_turn_decision:
        origin, origins = session.targets.origin, session.targets.origins
        targets = {m.square for m in session.moves if m.square and m.origin in (None, origin)}
        movable = (origins | {origin}) - targets
        piece = "other" if origin else "piece"  # another piece can be chosen instead
        return {
            name: piece if name in movable else _answer_kind(session, name)
            for name in session.targets.selectable_squares
        }
    kinds: dict[str, str] = dict.fromkeys(session.targets.placeable_pieces, "place")
    for move in session.moves:
        if move.card == session.selection.card and (name := move.square or move.origin):
            kinds[name] = "pick-up" if move.kind == "place" and move.origin else move.kind
    return kinds


def _answer_kind(session: Session, name: str) -> str:
    """Return what an answer on a square takes: "take" an enemy, "lose" an own piece, or neither."""
    state, bit = session.game.state, BIT[SQUARE_OF[name]]
    if session.game.prompt.kind not in _MOVING_QUESTION_KINDS or not state.occupied & bit:
        return "answer"
    return "lose" if state.owner_at(bit) == state.colour else "take"


# Kinds of questions whose answer destroys a piece on the square that it goes to.
_MOVING_QUESTION_KINDS = frozenset({"move", "leap", "leap-onto"})
_ANSWER_SIGNS = frozenset({"take", "lose"})


def _doomed_squares(session: Session) -> frozenset[str]:
    """Return the target square if the answer would destroy its piece.

    Empty for a turn decision: a mark shows the piece under a summoned being.
    """
    square = session.targets.target_square
    if (
        session.choices.is_turn_decision
        or square is None
        or square not in session.targets.selectable_squares
    ):
        return frozenset()
    if not session.game.state.occupied & BIT[SQUARE_OF[square]]:
        return frozenset()
    loses_piece = session.game.prompt.kind in _LOSING_QUESTION_KINDS
    moves_there = any(
        move.square and move.origin for move in session.targets.moves_for_square(square)
    )
    return frozenset({square} if loses_piece or moves_there else ())


# Kinds of marks on a piece that will be destroyed.
_LOST_MARK_KINDS = frozenset({"doom", "lose", "taken"})
# Kinds of questions whose answer loses its piece.
_LOSING_QUESTION_KINDS = ("destroy", "convert", "leap-onto")


def _lacking_squares(session: Session) -> tuple[str, ...]:
    """Return the squares that lack a piece for summoning the selected card on the target square."""
    explanation = session.targets.explanation
    return (
        tuple(lack.square for lack in explanation.nearest[0])
        if explanation and explanation.nearest
        else ()
    )


def _last_changed_squares(session: Session, history: list[PlayedMove]) -> set[str]:
    """Return the squares that the last shown move changed."""
    shown_number = session.selection.shown_move_number
    entries = [e for e in history if shown_number is None or e.number <= shown_number]
    while entries and not any(event.square for event in entries[-1].events):
        entries.pop()
    if not entries:
        return set()
    events = entries[-1].events
    return {name for event in events for name in (event.square, event.origin) if name}


def _hinted_squares(session: Session) -> Set[str]:
    """Return the squares to emphasize.

    They are those of the hint, or those where a card can be summoned while the summon finder or a
    hovered card shows them.
    """
    if session.selection.card:
        return set()
    if session.hints.hint:
        return next_squares(session.game, session.hints.hint)
    if session.selection.hovered_card and session.targets.summon_options:
        return set(session.targets.summon_options.summon_squares)
    if not session.is_summon_finder_on or not session.choices.is_turn_decision:
        return set()
    return {m.square for m in session.moves if m.kind == "summon" and m.square}


def pattern_lines(session: Session) -> tuple[tuple[str, str], ...]:
    """Return the lines from the used pieces to the target square of the summoning."""
    match, square = session.targets.shown_match, session.targets.target_square
    if match is None or square is None:
        return session.hint_line.pattern_lines if session.hint_line else ()
    return tuple((name, square) for name in sorted(match.used) if name != square)


def arrow_views(session: Session) -> tuple[ArrowView, ...]:
    """Return the arrows of the shown placement, or of the directions to choose from."""
    match, square = session.targets.shown_match, session.targets.target_square
    if match is not None and square is not None:
        is_only = len(match.directions) == 1  # of several directions none is chosen yet
        return tuple(
            ArrowView(square, direction, is_chosen=is_only) for direction in match.directions
        )
    if session.choices.is_turn_decision:
        return ()
    chosen = session.targets.candidate_move or (
        session.hint_line.moves[0] if session.hint_line else None
    )
    return tuple(
        ArrowView(move.origin, move.option, move.code, move == chosen)
        for move in session.moves
        if move.origin and move.option and direction_squares(move)
    )
