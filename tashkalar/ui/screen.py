"""What the screen shows for a session, as plain data: every word a message, every mark a flag."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tashkalar import cards
from tashkalar.board import (
    BIT,
    CENTRE,
    GREEN,
    NAMES,
    RANK_OF,
    RANKS,
    RED,
    SQUARE_OF,
    SQUARES,
)
from tashkalar.forms import FORMS
from tashkalar.forms.melee import Melee
from tashkalar.game import Done
from tashkalar.move import Message, Move
from tashkalar.outcome import Outcome
from tashkalar.state import LEGENDARY_PIECES, GameState
from tashkalar.summoning import Explanation, Lack
from tashkalar.turn import differences, met_halves, rivals
from tashkalar.ui import words
from tashkalar.ui.session import Session, line

Words = Message | str


class SquareView(NamedTuple):
    """One square. `legal` is None or what choosing it does: place, summon, pick-up, answer..."""

    name: str
    owner: int
    rank: str | None
    school: str | None
    label: Message
    legal: str | None
    selected: bool
    used: bool
    target: bool
    doomed: bool
    marked: bool
    lacking: bool
    last: bool
    hinted: bool
    gateway: bool


class ArrowView(NamedTuple):
    """An arrow over the board: of a placement, or a direction that `code` chooses."""

    square: str
    direction: str
    code: str | None = None


class HalfView(NamedTuple):
    """A half of a flare: what it needs, whether it holds, the difference now (None: no game)."""

    half: str
    need: int
    have: int | None
    met: bool
    text: Message


class CardView(NamedTuple):
    """A card in the open hand."""

    id: str
    kind: str
    rank: str | None
    school: str
    name: Message
    texts: tuple[Message, ...]
    halves: tuple[HalfView, ...]
    squares: int  # how many squares it can be summoned on
    usable: bool
    selected: bool
    ready: bool = False  # can be summoned, thawed or invoked now, not merely chosen by an effect
    status: Message | None = None  # it is pending, or its frozen effect is in play


class ChoiceView(NamedTuple):
    """A button: it plays `code`, or does `action` (confirm, cancel, present)."""

    label: Message
    code: str | None = None
    action: str | None = None
    primary: bool = False
    note: Message | None = None
    asks: str | None = None  # a plain confirmation comes first: confirm.<asks>.title, .text, .ok


class PromptView(NamedTuple):
    """What is asked, in one sentence; what it means; the choices that are not on the board."""

    title: Message
    details: tuple[Message, ...]
    choices: tuple[ChoiceView, ...]


class ColourScore(NamedTuple):
    """A melee score in one enemy colour, and whether improvising with it is still possible."""

    school: str
    name: Words
    points: int
    improvised: bool


class PlayerView(NamedTuple):
    """A player's public facts.

    `behind_...` is how far the side furthest ahead is ahead of the player on turn; for the others,
    how far the player on turn is ahead of them (R9.3).
    """

    seat: int
    name: Words
    school: str
    school_name: Message
    score: int
    scores: tuple[ColourScore, ...]  # a melee's points by colour
    team: Words | None  # the partner's name
    active: bool
    actions: int
    pieces: int
    all_pieces: int  # on the board and in supply
    upgraded: int
    two_sided_left: int
    legendary_left: int
    deck: int
    hand: tuple[tuple[str, int], ...]
    behind_upgraded: int
    behind_pieces: int
    flare_near: bool  # far enough behind for some flare
    notes: tuple[Message, ...]  # what schools and forms add: frozen, pending, sideways cards...


class TaskView(NamedTuple):
    """An open task and what the player on turn still needs for it."""

    id: str
    name: Message
    text: Message
    points: int
    needs: tuple[Message, ...]
    fulfilled: bool
    next: bool


class TallyView(NamedTuple):
    """Pieces of a colour and rank destroyed this turn."""

    owner: int
    school: str
    rank: str
    label: Message
    number: int


class LogTurnView(NamedTuple):
    """The heading of a turn in the log."""

    turn: int
    text: Message


class LogView(NamedTuple):
    """One move in the log: its number, the school of who made it, and its sentences."""

    number: int
    school: str
    lines: tuple[Message, ...]
    shown: bool


class ResultRow(NamedTuple):
    """A line of the result."""

    seat: int
    name: Words
    school: str
    score: int
    scores: tuple[ColourScore, ...]  # a melee's points by colour, the lowest first (R18.3)
    upgraded: int
    pieces: int
    winner: bool


class ResultView(NamedTuple):
    """The end of the game; the rows in the order of the places."""

    title: Message
    reason: Message
    rows: tuple[ResultRow, ...]
    tiebreak: Message | None  # what is compared, where the numbers do not tell it


class Screen(NamedTuple):
    """Everything on the screen while a game is open. `kind` is curtain, game or result."""

    kind: str
    form: str
    title: Message
    who: Words
    seat: int
    school: str
    actions: int
    pips: bool  # actions are counted now: a turn is being played
    turn: int
    squares: tuple[SquareView, ...]
    lines: tuple[tuple[str, str], ...]  # from a piece used to the summoning square
    arrows: tuple[ArrowView, ...]
    missing: tuple[str, ...]  # squares that hold too little for the card on the square looked at
    hand: tuple[CardView, ...]
    prompt: PromptView
    players: tuple[PlayerView, ...]
    tasks: tuple[TaskView, ...]
    tally: tuple[TallyView, ...]
    log: tuple[LogTurnView | LogView, ...]
    news: tuple[Message, ...]  # what the last decision did, for the live region
    can_undo: bool
    can_redo: bool
    looking_back: bool
    ending: Message | None  # the end is triggered: how many turns are left
    result: ResultView | None


def draw(session: Session) -> Screen:
    """The screen for a session as it is now."""
    game = session.game
    setup = game.setup
    history = session.history
    state = _shown_state(session, history)
    seat = session.seat
    squares = _squares(session, state, history)
    outcome = game.outcome
    return Screen(
        kind="curtain" if session.covered else "result" if outcome else "game",
        form=setup.form,
        title=Message(f"form.{setup.form}.name"),
        who=words.player(setup, seat),
        seat=seat,
        school=setup.schools[seat - 1],
        actions=game.state.actions if game.state.phase == "play" else 0,
        pips=game.state.phase == "play",
        turn=state.turn,
        squares=squares,
        lines=_lines(session),
        arrows=_arrows(session),
        missing=tuple(lack.square for lack in _best_lacks(session)),
        hand=_hand(session),
        prompt=_prompt(session),
        players=tuple(_player(session, state, s) for s in range(1, setup.seats + 1)),
        tasks=_tasks(session, state),
        tally=_tally(state),
        log=_log(session, history),
        news=_news(session, history),
        can_undo=session.can_undo,
        can_redo=session.can_redo,
        looking_back=session.looking_at is not None,
        ending=_ending(state),
        result=_result(session, outcome) if outcome else None,
    )


def _shown_state(session: Session, history: list[Done]) -> GameState:
    """The present, or the position after the move that is looked back at."""
    if session.looking_at is not None:
        for entry in history:
            if entry.number == session.looking_at + 1:
                return entry.before
    return session.game.state


def _ending(state: GameState) -> Message | None:
    if state.last_turns < 0 or state.phase == "over":
        return None
    left = state.last_turns + state.extra_turns + state.in_extra_turn  # R17.8
    return Message("game.last-turns", {"n": left})


# -- the board ---------------------------------------------------------------------------


def _squares(session: Session, state: GameState, history: list[Done]) -> tuple[SquareView, ...]:
    setup = state.setup
    match = session.shown_match
    legal = _legal_kinds(session)
    target = session.square if match else None
    doomed = _doomed(session)
    lacking = {lack.square for lack in _best_lacks(session)}
    last = _last_changes(session, history)
    hinted = _hinted(session)
    found: list[SquareView] = []
    for square in SQUARES:
        name, bit = NAMES[square], BIT[square]
        owner = state.owner_at(bit) + 1
        rank = RANKS[state.rank_at(bit)] if owner else None
        flags = {
            "legal": name in legal,
            "selected": name == session.origin,
            "used": bool(match and name in match.used),
            "target": name == target,
            "doomed": name in doomed,
            "marked": bool(match and name in match.marked),
            "lacking": name in lacking,
            "last": name in last,
        }
        found.append(
            SquareView(
                name=name,
                owner=owner,
                rank=rank,
                school=words.school_of(setup, owner) if owner else None,
                label=_label(state, name, owner, rank, flags),
                legal=legal.get(name),
                selected=flags["selected"],
                used=flags["used"],
                target=flags["target"],
                doomed=flags["doomed"],
                marked=flags["marked"],
                lacking=flags["lacking"],
                last=flags["last"],
                hinted=name in hinted,
                gateway=square == state.gateway,
            )
        )
    return tuple(found)


def _label(
    state: GameState, name: str, owner: int, rank: str | None, flags: Mapping[str, bool]
) -> Message:
    """What a screen reader says of a square."""
    bit = BIT[SQUARE_OF[name]]
    about: list[Message] = []
    if SQUARE_OF[name] == CENTRE:
        about.append(Message("square.centre"))
    elif bit & (RED | GREEN):
        about.append(Message("square.red" if bit & RED else "square.green"))
    about.append(words.piece(state.setup, owner, rank) if rank else Message("square.empty"))
    if bit == BIT[state.gateway] and state.gateway:
        about.append(Message("square.gateway"))
    about += [Message(f"square.{flag}") for flag in _SPOKEN if flags[flag]]
    return Message("square.label", {"square": name, "about": tuple(about)})


_SPOKEN = ("legal", "selected", "used", "target", "doomed", "marked", "lacking", "last")


def _legal_kinds(session: Session) -> dict[str, str]:
    """What choosing each square that can be chosen would do."""
    if not session.in_turn:
        origin, origins = session.origin, session.origins
        targets = {m.square for m in session.moves if m.square and m.origin in (None, origin)}
        up = origins - targets - {origin}
        return {name: "piece" if name in up else "answer" for name in session.reachable}
    found: dict[str, str] = {}
    for move in session.moves:
        if move.card == session.card and (name := move.square or move.origin):
            found[name] = "pick-up" if move.kind == "place" and move.origin else move.kind
    return found


def _doomed(session: Session) -> frozenset[str]:
    """The square whose piece the move looked at would destroy."""
    square = session.square
    if square is None or square not in session.reachable:
        return frozenset()
    if session.in_turn and session.card is None:
        return frozenset()
    takes = not session.in_turn and session.game.prompt.kind in _TAKING
    comes = any(m.square and (m.origin or m.card) for m in session.moves_on(square))
    return frozenset({square} if square in session.game.board and (takes or comes) else ())


_TAKING = ("destroy", "convert", "leap-onto")  # questions whose answer loses its piece


def explanation(session: Session) -> Explanation | None:
    """Why the card taken up cannot be summoned on the square looked at; None if it can."""
    card, square = session.card, session.square
    if not card or not square or card not in cards.BEINGS or not session.in_turn:
        return None
    if session.covered or session.looking_at is not None:
        return None
    found = session.game.explain(card, square)
    return None if found.possible else found


def _best_lacks(session: Session) -> tuple[Lack, ...]:
    found = explanation(session)
    return found.nearest[0] if found and found.nearest else ()


def _last_changes(session: Session, history: list[Done]) -> set[str]:
    """The squares that the last move shown has changed."""
    shown = session.looking_at
    entries = [e for e in history if shown is None or e.number <= shown]
    while entries and not any(event.square for event in entries[-1].events):
        entries.pop()
    if not entries:
        return set()
    events = entries[-1].events
    return {name for event in events for name in (event.square, event.origin) if name}


def _hinted(session: Session) -> set[str]:
    if not session.lens or not session.in_turn or session.card:
        return set()
    return {m.square for m in session.moves if m.kind == "summon" and m.square}


def _lines(session: Session) -> tuple[tuple[str, str], ...]:
    match, square = session.shown_match, session.square
    if match is None or square is None:
        return ()
    return tuple((name, square) for name in sorted(match.used) if name != square)


def _arrows(session: Session) -> tuple[ArrowView, ...]:
    """The arrows of the placement looked at, or the directions asked for."""
    match, square = session.shown_match, session.square
    if match is not None and square is not None:
        return tuple(ArrowView(square, direction) for direction in match.directions)
    if session.in_turn:
        return ()
    return tuple(
        ArrowView(move.origin, move.option, move.code)
        for move in session.moves
        if move.origin and move.option and line(move)
    )


# -- the hand ----------------------------------------------------------------------------


def _hand(session: Session) -> tuple[CardView, ...]:
    """The cards of the player to act; none behind the curtain or after the end."""
    game = session.game
    if session.covered or game.is_over:
        return ()
    state, seat = game.state, session.seat - 1
    in_hand = state.hands[seat] + state.legends[seat] + state.flares[seat]
    apart = ((state.pending[seat], "card.pending"), (state.frozen[seat], "card.frozen"))
    found = [_card(session, state, id, Message(status)) for id, status in apart if id]
    return (*found, *(_card(session, state, id) for id in in_hand))


def _card(session: Session, state: GameState, id: str, status: Message | None = None) -> CardView:
    kind = words.card_kind(id)
    school = state.setup.schools[session.seat - 1]
    mine = [m for m in session.moves if m.card == id]
    if kind == "flare":
        return CardView(
            id=id,
            kind=kind,
            rank=None,
            school=school,
            name=words.card_name(id),
            texts=(),
            halves=_halves(state, id),
            squares=0,
            usable=bool(mine),
            selected=session.card == id,
            ready=any(m.kind == "flare" for m in mine),
        )
    being = cards.BEINGS[id]
    return CardView(
        id=id,
        kind=kind,
        rank=being.rank,
        school=school,
        name=Message(being.name_id),
        texts=card_texts(being),
        halves=(),
        squares=len({m.square for m in mine if m.kind == "summon"}),
        usable=bool(mine),
        selected=session.card == id,
        ready=any(m.kind in ("summon", "thaw") for m in mine),
        status=status,
    )


def card_texts(being: cards.Being) -> tuple[Message, ...]:
    """The texts on a being's card: what happens before, at, and after its summoning."""
    warp = (Message(f"card.{being.id}.warp"),) if being.warp else ()
    frozen = (Message(f"card.{being.id}.frozen"),) if being.frozen else ()
    return (
        *(Message("card.warp", {"text": text}) for text in warp),
        Message(being.text_id),
        *(Message("card.freeze", {"text": text}) for text in frozen),
    )


def _halves(state: GameState, id: str) -> tuple[HalfView, ...]:
    """Both halves; among several rivals the difference to the one furthest ahead."""
    flare = cards.FLARES[id]
    upper, lower = flare.text_ids
    others = rivals(state)
    have = [differences(state, state.colour, rival) for rival in others]
    met = [met_halves(state, flare, rival) for rival in others]
    return tuple(
        HalfView(
            name,
            half.difference,
            max(ahead[place] for ahead in have),
            any(holds[place] for holds in met),
            Message(text),
        )
        for place, (name, half, text) in enumerate(
            (("upper", flare.upper, upper), ("lower", flare.lower, lower))
        )
    )


# -- the prompt --------------------------------------------------------------------------


def _prompt(session: Session) -> PromptView:
    game = session.game
    if session.covered:
        who = words.player(game.setup, session.seat)
        return PromptView(Message("prompt.curtain", {"who": who}), (), ())
    if session.looking_at is not None:
        back = ChoiceView(Message("choice.present"), action="present", primary=True)
        return PromptView(
            Message("prompt.looking-back"), (Message("prompt.looking-back.detail"),), (back,)
        )
    if game.is_over:
        return PromptView(Message("prompt.over"), (), ())
    if session.in_turn and session.card:
        return _card_prompt(session, session.card)
    return _question_prompt(session)


def _card_prompt(session: Session, card: str) -> PromptView:
    """A hand card is taken up: where it can go, why not elsewhere, what else it can do."""
    name = words.card_name(card)
    params: dict[str, object] = {"card": name}
    mine = [m for m in session.moves if m.card == card]
    choices: list[ChoiceView] = []
    details: list[Message] = []
    if words.card_kind(card) == "flare":
        title = Message("prompt.flare" if mine else "prompt.flare.no", params)
    else:
        summons = [m for m in mine if m.kind == "summon"]
        title = Message("prompt.card" if summons else "prompt.card.no", params)
        if not session.game.state.actions:
            title = Message("prompt.card.no-actions", params)
        on_square = session.moves_on(session.square) if session.square else []
        details += _square_details(session, on_square)
        if len(on_square) == 1:
            choices.append(_summon_choice(on_square[0], primary=True))
        else:
            choices += [_summon_choice(m, primary=False, used=True) for m in on_square]
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
    return PromptView(title, tuple(details), tuple(choices))


def _flare_choice(session: Session, move: Move) -> ChoiceView:
    """Invoke a flare; among several rivals against a named one (R9.9)."""
    if move.option is None:
        return ChoiceView(Message("choice.flare"), move.code, primary=True)
    who = words.side(session.game.setup, int(move.option))
    return ChoiceView(Message("choice.flare.against", {"who": who}), move.code, primary=True)


def _summon_choice(move: Move, *, primary: bool, used: bool = False) -> ChoiceView:
    note = None
    if used and move.match:
        note = _match_note(move)
    return ChoiceView(
        Message("choice.summon", {"square": move.square}), move.code, primary=primary, note=note
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
    square = session.square
    why = explanation(session)
    if square and why is not None and why.reason:
        found = [why.reason]
        if why.nearest:
            found += [_lack(session, lack) for lack in why.nearest[0]]
        return found
    match = session.shown_match
    if not square or match is None or not on_square:
        return []
    game = session.game
    found = [Message("prompt.uses", {"square": square, "used": tuple(sorted(match.used))})]
    standing = game.board.get(square)
    if standing:
        what = words.piece(game.setup, standing.owner, standing.rank)
        found.append(Message("prompt.destroys", {"piece": what}))
    else:
        found.append(Message("prompt.destroys.nothing"))
    return found


def _lack(session: Session, lack: Lack) -> Message:
    """What one square lacks; the pattern may be made of another colour's pieces (R21.11)."""
    params: dict[str, object] = {"square": lack.square, "rank": _rank(lack.needs)}
    owner = session.game.state.summon_with
    if owner and lack.there in ("empty", "enemy"):
        params["who"] = words.side(session.game.setup, owner)
        return Message(f"why.lack.{lack.there}.of", params)
    return Message(f"why.lack.{lack.there}", params)


def _rank(rank: str) -> Message:
    return Message(f"rank.{rank}")


def _question_prompt(session: Session) -> PromptView:
    """A turn decision with no card up, or a question of an effect."""
    prompt = session.game.prompt
    details: list[Message] = []
    kind = prompt.kind
    if kind == "turn":
        own = session.game.state
        short = own.supply(own.colour, RANK_OF["common"]) <= 0
        details.append(Message("prompt.turn.shortage" if short else "prompt.turn.detail"))
    elif kind == "end":
        kinds = {m.kind for m in session.moves}
        details.append(Message("prompt.end.claim" if "claim" in kinds else "prompt.end.detail"))
        if "flare" in kinds:
            details.append(Message("prompt.end.flare"))
    elif prompt.card:
        details += _asking_card(session, prompt.card)
    if session.origin and len(session.origins) > 1:
        details.append(Message("prompt.moving", {"square": session.origin}))
    choices = [choice for move in session.moves if (choice := _choice(session, move))]
    if session.origin and len(session.origins) > 1:
        choices.append(ChoiceView(Message("choice.other-piece"), action="cancel"))
    title = _melee_marks(session) if kind == "marks" else None
    return PromptView(title or prompt.message, tuple(details), tuple(choices))


def _melee_marks(session: Session) -> Message | None:
    """The melee asks for the first pieces one by one: whose is the next (R4.15)."""
    state = session.game.state
    form = FORMS[state.setup.form]
    if not isinstance(form, Melee):
        return None
    colour = form.first_colours(state.setup.seats)[state.occupied.bit_count()]
    return Message("ask.marks.melee", {"piece": words.piece(state.setup, colour + 1, "common")})


def _asking_card(session: Session, id: str) -> list[Message]:
    """Whose effect asks, with its text: the board may show something else by now."""
    params: dict[str, object] = {"card": words.card_name(id)}
    if words.card_kind(id) == "flare":
        return [Message("prompt.asked-by.flare", params)]
    last = session.game.last
    part = {"thaw": "frozen", "warp": "warp"}.get(last.move.kind if last else "", "text")
    return [Message("prompt.asked-by", params | {"text": Message(f"card.{id}.{part}")})]


def _choice(session: Session, move: Move) -> ChoiceView | None:
    """The button of a move that is not made on the board or with a card."""
    if move.kind == "end":
        return ChoiceView(Message("choice.end"), move.code, primary=True)
    if move.kind == "skip":
        kind = session.game.prompt.kind
        return ChoiceView(Message("choice.done" if kind == "return" else "choice.no"), move.code)
    if move.kind == "claim" and move.card:
        task = cards.TASKS[move.card]
        params = {"task": Message(task.name_id), "n": task.points}
        return ChoiceView(Message("choice.claim", params), move.code, primary=True)
    if move.kind == "pass-control":
        return ChoiceView(Message("choice.pass-control"), move.code, asks="pass-control")
    if move.kind == "choose" and not move.square:
        if move.card:
            return ChoiceView(
                Message("choice.card", {"card": words.card_name(move.card)}), move.code
            )
        if session.game.prompt.kind in ("colour", "odd-commons", "legend-colour"):
            setup = session.game.setup
            return ChoiceView(words.colour_name(setup, int(move.code)), move.code)
        return ChoiceView(Message(f"option.{move.option}"), move.code)
    return None


# -- players, tasks, log, result ---------------------------------------------------------


_LOWEST_UPPER = min(flare.upper.difference for flare in cards.FLARES.values())
_LOWEST_LOWER = min(flare.lower.difference for flare in cards.FLARES.values())


def _deciding(session: Session, state: GameState) -> int:
    """The seat that decides in the position shown."""
    return session.seat if session.looking_at is None else state.control + 1


def _player(session: Session, state: GameState, seat: int) -> PlayerView:
    setup = state.setup
    colour = setup.colours[seat - 1]
    compared = rivals(state) if colour == state.colour else (state.colour,)
    behind = [differences(state, colour, rival) for rival in compared]
    ahead_upgraded = max(upgraded for upgraded, _ in behind)
    ahead_pieces = max(pieces for _, pieces in behind)
    return PlayerView(
        seat=seat,
        name=words.player(setup, seat),
        school=setup.schools[seat - 1],
        school_name=Message(f"school.{setup.schools[seat - 1]}.name"),
        score=FORMS[setup.form].score(state, colour),
        scores=_colour_scores(state, seat),
        team=words.player(setup, state.teammate(seat - 1) + 1) if setup.teams else None,
        active=not session.game.is_over and _deciding(session, state) == seat,
        actions=state.actions,
        pieces=state.colours[colour].bit_count(),
        all_pieces=setup.two_sided + LEGENDARY_PIECES,
        upgraded=state.upgraded(colour).bit_count(),
        two_sided_left=state.supply(colour, RANK_OF["common"]),
        legendary_left=state.supply(colour, RANK_OF["legendary"]),
        deck=len(state.decks[seat - 1]),
        hand=(
            ("being", len(state.hands[seat - 1])),
            ("legend", len(state.legends[seat - 1])),
            ("flare", len(state.flares[seat - 1])),
        ),
        behind_upgraded=ahead_upgraded,
        behind_pieces=ahead_pieces,
        flare_near=ahead_upgraded >= _LOWEST_UPPER or ahead_pieces >= _LOWEST_LOWER,
        notes=tuple(_notes(state, seat - 1)),
    )


def _colour_scores(state: GameState, seat: int) -> tuple[ColourScore, ...]:
    form = FORMS[state.setup.form]
    if not isinstance(form, Melee):
        return ()
    setup = state.setup
    return tuple(
        ColourScore(
            school=setup.schools[other],
            name=words.player(setup, other + 1),
            points=form.in_colour(state, seat - 1, other),
            improvised=bool(state.markers[seat - 1] >> other & 1),
        )
        for other in range(setup.seats)
        if other != seat - 1
    )


def _final_scores(state: GameState, seat: int) -> tuple[ColourScore, ...]:
    """In the order in which they are compared (R18.3); nobody improvises any more."""
    scores = sorted(_colour_scores(state, seat), key=lambda score: score.points)
    return tuple(score._replace(improvised=False) for score in scores)


def _notes(state: GameState, seat: int) -> Iterator[Message]:
    """What schools and forms add to a seat, in public (R25.1)."""
    for card, key in ((state.frozen[seat], "seat.frozen"), (state.pending[seat], "seat.pending")):
        if card:
            yield Message(key, {"card": words.card_name(card)})
    school = state.setup.schools[seat]
    if state.captive and school == "etherweave":
        owner, rank, _ = state.captive
        held = words.piece(state.setup, owner + 1, RANKS[rank])
        yield Message("seat.captive", {"piece": held})
    if state.gateway and school == "nethervoid":
        yield Message("seat.gateway", {"square": NAMES[state.gateway]})
    if state.sideways:
        yield Message("seat.sideways", {"n": state.sideways[seat]})
    if state.penalties[seat]:
        yield Message("seat.penalty", {"n": state.penalties[seat]})


def _tasks(session: Session, state: GameState) -> tuple[TaskView, ...]:
    claimable = {m.card for m in session.moves if m.kind == "claim"}
    following = state.task_deck[:1]
    return tuple(
        TaskView(
            id=id,
            name=Message(cards.TASKS[id].name_id),
            text=Message(f"task.{id}.short"),
            points=cards.TASKS[id].points,
            needs=tuple(
                Message(f"need.{need.what}", {"have": need.have, "need": need.need})
                for need in cards.TASKS[id].closest(state, state.colour)
                if need.missing
            ),
            fulfilled=id in claimable or cards.TASKS[id].fulfilled(state, state.colour),
            next=id in following,
        )
        for id in state.current_tasks + following
    )


def _tally(state: GameState) -> tuple[TallyView, ...]:
    """What was destroyed this turn, highest rank first."""
    found: list[TallyView] = []
    for colour in range(len(state.colours)):
        for rank in (2, 1, 0):
            count = state.destroyed[3 * colour + rank]
            if count:
                label = words.piece(state.setup, colour + 1, RANKS[rank])
                school = words.school_of(state.setup, colour + 1)
                found.append(TallyView(colour + 1, school, RANKS[rank], label, count))
    return tuple(found)


def _log(session: Session, history: list[Done]) -> tuple[LogTurnView | LogView, ...]:
    setup = session.game.setup
    found: list[LogTurnView | LogView] = []
    turn = 0
    for entry in history:
        lines = _sentences(session, entry)
        if not lines:
            continue
        seat = entry.before.seat + 1
        if entry.before.turn != turn and entry.before.phase == "play":
            turn = entry.before.turn
            params: dict[str, object] = {"n": turn, "who": words.player(setup, seat)}
            found.append(LogTurnView(turn, Message("log.turn", params)))
        shown = session.looking_at == entry.number
        found.append(LogView(entry.number, setup.schools[seat - 1], lines, shown))
    return tuple(found)


def _sentences(session: Session, entry: Done) -> tuple[Message, ...]:
    """What a move did; worked out once, for a long log is shown at every look around."""
    known = session.told.get(entry.number)
    if known is None or known[0] is not entry:
        lines = (words.event_line(session.game.setup, event) for event in entry.events)
        known = entry, tuple(message for message in lines if message)
        session.told[entry.number] = known
    return known[1]


def _news(session: Session, history: list[Done]) -> tuple[Message, ...]:
    """What the last move did, for people who do not see it."""
    return _sentences(session, history[-1]) if history else ()


def _result(session: Session, outcome: Outcome) -> ResultView:
    game = session.game
    setup, state = game.setup, game.state
    names = tuple(words.player(setup, seat) for seat in outcome.winners)
    shared = len({setup.colours[seat - 1] for seat in outcome.winners}) > 1
    title = Message("result.shared" if shared else "result.winner", {"who": names})
    rows = tuple(
        ResultRow(
            seat=seat,
            name=words.player(setup, seat),
            school=setup.schools[seat - 1],
            score=outcome.scores[seat - 1],
            scores=_final_scores(state, seat),
            upgraded=state.upgraded(setup.colours[seat - 1]).bit_count(),
            pieces=state.colours[setup.colours[seat - 1]].bit_count(),
            winner=seat in outcome.winners,
        )
        for seat in sorted(range(1, setup.seats + 1), key=lambda seat: outcome.places[seat - 1])
    )
    tiebreak = Message("tiebreak.melee") if setup.form == "melee" else None
    return ResultView(title, Message(f"result.reason.{outcome.reason}"), rows, tiebreak)
