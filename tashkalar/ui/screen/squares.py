"""The board on the screen: every square with its marks, and the lines and arrows over them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence, Set

from tashkalar.game import PlayedMove
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
from tashkalar.ui.screen.drawing_cache import drawing_cache
from tashkalar.ui.screen.marks import mark_messages
from tashkalar.ui.session.session import Session
from tashkalar.ui.session.targets import direction_squares
from tashkalar.ui.text import phrases
from tashkalar.ui.views import ArrowView, MarkView, SquareView


def square_views(
    session: Session, state: GameState, history: list[PlayedMove], marks: Sequence[MarkView]
) -> tuple[SquareView, ...]:
    """All squares: the position is `state`, the signs are of what is taken up or looked at.

    What `marks` show over a square its label says.
    """
    setup = state.setup
    legal = _legal_kinds(session)
    worn = _signs_by_square(_squares_by_sign(session, legal, history, marks))
    said = mark_messages(marks)
    hinted = _hinted_squares(session)
    schools = [
        phrases.school_of_color(setup, colour_number(colour))
        for colour in range(len(state.colours))
    ]
    square_views = drawing_cache(session).square_views
    views: list[SquareView] = []
    for square in SQUARES:
        name, bit = NAMES[square], BIT[square]
        owner = colour_number(state.owner_at(bit))
        rank = RANKS[state.rank_at(bit)] if owner else None
        gateway = square == state.gateway
        on, words = worn.get(name, ()), said.get(name, ())
        key = (owner, rank, on, words, legal.get(name), name in hinted, gateway)
        view = square_views.find(name, key)
        if view is None:
            standing = phrases.piece_name(setup, owner, rank) if rank else Message("square.empty")
            view = SquareView(
                name=name,
                owner=owner,
                rank=rank,
                school=schools[colour_of(owner)] if owner else None,
                label=_square_label(square, standing, on, words, gateway=gateway),
                legal=legal.get(name),
                selected="selected" in on,
                used="used" in on,
                target="target" in on,
                doomed="doomed" in on,
                marked="marked" in on,
                lacking="lacking" in on,
                last="last" in on,
                hinted=name in hinted,
                gateway=gateway,
            )
            square_views.set(name, key, view)
        views.append(view)
    return tuple(views)


def _signs_by_square(signs: Mapping[str, Collection[str | None]]) -> dict[str, tuple[str, ...]]:
    """The signs that each square wears, in the order of speaking."""
    found: dict[str, tuple[str, ...]] = {}
    for sign, names in signs.items():
        for name in names:
            if name:
                found[name] = (*found.get(name, ()), sign)
    return found


def _squares_by_sign(
    session: Session,
    legal: Mapping[str, str],
    history: list[PlayedMove],
    marks: Sequence[MarkView],
) -> dict[str, Collection[str | None]]:
    """The squares that wear each sign which is also spoken, in the order of speaking."""
    match = session.targets.shown_match
    lost = {m.square for m in marks if m.kind in _LOST_MARK_KINDS and not m.is_possible}
    return {
        "legal": legal,
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
) -> Message:
    """What a screen reader says of a square."""
    bit = BIT[square]
    about: list[Message] = []
    if square == CENTRE:
        about.append(Message("square.centre"))
    elif bit & (RED | GREEN):
        about.append(Message("square.red" if bit & RED else "square.green"))
    about.append(standing)
    if gateway:
        about.append(Message("square.gateway"))
    about += [Message(f"square.{sign}") for sign in signs]
    about += [word for word in marks if word not in about]
    return Message("square.label", {"square": NAMES[square], "about": tuple(about)})


def _legal_kinds(session: Session) -> dict[str, str]:
    """What choosing each square that can be chosen would do."""
    if not session.choices.is_turn_decision:
        origin, origins = session.targets.origin, session.targets.origins
        targets = {m.square for m in session.moves if m.square and m.origin in (None, origin)}
        up = origins - targets - {origin}
        piece = "other" if origin else "piece"  # one is up: the others can still be taken instead
        return {
            name: piece if name in up else "answer" for name in session.targets.selectable_squares
        }
    found: dict[str, str] = dict.fromkeys(session.targets.placeable_pieces, "place")
    for move in session.moves:
        if move.card == session.selection.card and (name := move.square or move.origin):
            found[name] = "pick-up" if move.kind == "place" and move.origin else move.kind
    return found


def _doomed_squares(session: Session) -> frozenset[str]:
    """The square whose piece the answer looked at would destroy; of a being, a mark says it."""
    square = session.targets.target_square
    if (
        session.choices.is_turn_decision
        or square is None
        or square not in session.targets.selectable_squares
    ):
        return frozenset()
    if not session.game.state.occupied & BIT[SQUARE_OF[square]]:
        return frozenset()
    takes = session.game.prompt.kind in _LOSING_QUESTION_KINDS
    comes = any(move.square and move.origin for move in session.targets.moves_for_square(square))
    return frozenset({square} if takes or comes else ())


_LOST_MARK_KINDS = frozenset({"doom", "taken"})  # kinds of marks on a piece that will be destroyed
_LOSING_QUESTION_KINDS = (
    "destroy",
    "convert",
    "leap-onto",
)  # questions whose answer loses its piece


def _lacking_squares(session: Session) -> tuple[str, ...]:
    """The squares that hold too little for the card taken up, on the square looked at."""
    found = session.targets.explanation
    return tuple(lack.square for lack in found.nearest[0]) if found and found.nearest else ()


def _last_changed_squares(session: Session, history: list[PlayedMove]) -> set[str]:
    """The squares that the last move shown has changed."""
    shown = session.selection.shown_move_number
    entries = [e for e in history if shown is None or e.number <= shown]
    while entries and not any(event.square for event in entries[-1].events):
        entries.pop()
    if not entries:
        return set()
    events = entries[-1].events
    return {name for event in events for name in (event.square, event.origin) if name}


def _hinted_squares(session: Session) -> Set[str]:
    """Where a card can be summoned, through the lens; what is advised, when somebody was asked."""
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
    """The lines from the pieces used to the square of the summoning looked at."""
    match, square = session.targets.shown_match, session.targets.target_square
    if match is None or square is None:
        return session.hint_line.pattern_lines if session.hint_line else ()
    return tuple((name, square) for name in sorted(match.used) if name != square)


def arrow_views(session: Session) -> tuple[ArrowView, ...]:
    """The arrows of the placement looked at, or the directions asked for."""
    match, square = session.targets.shown_match, session.targets.target_square
    if match is not None and square is not None:
        alone = len(match.directions) == 1  # of several, none is chosen yet
        return tuple(ArrowView(square, way, is_chosen=alone) for way in match.directions)
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
