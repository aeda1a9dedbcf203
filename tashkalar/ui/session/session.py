"""A game at the table: what the people in front of the screen have in hand right now.

`Session` owns everything between two decisions - the card taken up, the square looked at, the
piece to be moved, the curtain, the earlier position shown - and turns clicks into moves. It knows
no browser: `screen.draw` shows it, the browser layer feeds it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from typing import NamedTuple

from tashkalar import Game
from tashkalar.game import Entry
from tashkalar.position.board import Square
from tashkalar.position.ids import SeatNumber, seat_number, seat_of
from tashkalar.position.move import Match, Move
from tashkalar.position.pattern import Orientation
from tashkalar.position.state import GameState
from tashkalar.rules.execution import Unanswered
from tashkalar.rules.forms import FORMS
from tashkalar.rules.summoning import Explanation
from tashkalar.ui.bots.bot_names import by_level, chosen
from tashkalar.ui.bots.computer_seats import Bots, Job, Opponents, job_for
from tashkalar.ui.bots.hint import LEVEL as ADVISER
from tashkalar.ui.bots.hint import Advice, read_advice
from tashkalar.ui.bots.hint_line import Line, played
from tashkalar.ui.session.dry_run import Foresight
from tashkalar.ui.session.goal_panel import is_lesson
from tashkalar.ui.session.preview_cache import Outlook
from tashkalar.ui.session.summon_finder import (
    PLACED,
    Ghost,
    LensView,
    Threat,
    lens_view,
    shown_ghosts,
    threats,
)
from tashkalar.ui.session.targets import Sight
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.views import ChoiceView, LastTurnView, LogView, MarkView, SquareView


class Trail(NamedTuple):
    """What is told of the others' last turn, kept until there is another move."""

    last: Entry
    seen: object  # from whose seat, looking back at what
    marks: tuple[MarkView, ...]
    steps: Mapping[int, tuple[int, ...]]  # of each event of a move, by the move's number
    told: LastTurnView | None


class Session:
    """One game with its selection. Every input returns True when a decision was made."""

    def __init__(self, game: Game, *, curtain: bool = True, bots: Bots | None = None) -> None:
        self.game = game
        self.opponents = Opponents(game, bots or {})
        self.use_curtain = curtain
        self.covered = curtain and not game.is_over  # the curtain hides the hands now
        self.card: str | None = None  # the hand card taken up
        self._looked: str | None = None  # see `square`
        self._taken: str | None = None  # the piece taken up to be moved, of several
        self.placement: str | None = None  # the code of the placement looked at
        self.looking_at: int | None = None  # number of the finished move whose result is shown
        self.read_only = False  # a replay, which nobody plays on
        self.has_result = True  # there is a result screen to go back to
        self.lens = False  # show where any hand card can be summoned
        self.ends_soon = False  # the turn ends by itself in a moment
        self.threats = False  # show what the others could summon
        self.unanswered: str | None = None  # the decision that a pack has to answer first
        self.advice: Advice | None = None  # what a good player would do from here
        self._asked: GameState | None = None  # advice is waited for, about this position
        self._advised: tuple[Advice, Line] | None = None
        self.glance: str | None = None  # the hand card pointed at, without taking it up
        self.pointed: str | None = None  # the code of the move whose button is pointed at
        self.tapped: str | None = None  # the code of the move that a first tap has shown
        self._outlook = Outlook()
        self._lens: tuple[GameState, LensView] | None = None
        self._lacking: tuple[LensView, Mapping[str, Ghost]] | None = None
        self._single: tuple[object, str | None] = (None, None)
        # The steps of the others' last turns: for the last move, the viewer and how far back.
        self.trail: Trail | None = None
        self._threatened: tuple[object, tuple[Threat, ...]] = (None, ())
        self._slots: tuple[object, dict[str, int]] = (None, {})
        self._offered: tuple[object, tuple[ChoiceView, ...]] = (None, ())
        # What the log says about a move, kept because it never changes.
        self.told: dict[int, tuple[Entry, LogView]] = {}
        self._seen: tuple[object, Sight] | None = None
        # The squares as they were drawn last, by what follows for them: most stay as they are.
        self.squares_seen: dict[str, tuple[object, SquareView]] = {}

    # -- what can be chosen --------------------------------------------------------------

    @property
    def square(self) -> str | None:
        """The square looked at, else the only one on which the card taken up can be summoned."""
        if self._looked is not None or self.card is None:
            return self._looked
        key = (self.card, self.moves)
        if self._single[0] != key:
            on = {m.square for m in self.moves if m.card == self.card and m.kind == "summon"}
            self._single = key, next(iter(on)) if len(on) == 1 else None
        return self._single[1]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves, none while covered or looking back."""
        if self.covered or self.looking_at is not None or self.read_only or self.waiting:
            return ()
        return self.game.legal_moves()

    @property
    def waiting(self) -> bool:
        """Whether a computer player has to decide."""
        return self.opponents.due is not None

    @property
    def viewer(self) -> SeatNumber:
        """The seat whose hand is open: who decides, or the person who waits for the computer."""
        seat, bots = self.seat, self.opponents.bots
        if seat not in bots:
            return seat
        seats = self.game.setup.seats
        before = (seat_number((seat_of(seat) - n) % seats) for n in range(1, seats))
        return next((number for number in before if number not in bots), seat)

    @property
    def people(self) -> int:
        """How many seats are played by people."""
        return self.game.setup.seats - len(self.opponents.bots)

    @property
    def someone_opposite(self) -> bool:
        """Whether people hide their hands from each other: not in a lesson, nor alone."""
        return self.people > 1 and not is_lesson(self.game)

    @property
    def against_one(self) -> bool:
        """Whether one person plays against one computer player."""
        return self.people == len(self.opponents.bots) == 1

    @property
    def watched(self) -> bool:
        """Whether computers play alone, and people only look on."""
        return not self.people and not self.game.is_over

    @property
    def paused(self) -> bool:
        """Whether who looks on has stopped the game."""
        return self.watched and self.opponents.paused

    def pause(self) -> None:
        """Stop a game of computers alone, until it is to go on; no other."""
        self.opponents.paused = self.watched

    @property
    def seat(self) -> SeatNumber:
        """The seat that decides, or whose turn it was when the game ended; from 1."""
        return self.game.player or seat_number(self.game.state.seat)

    @property
    def _sight(self) -> Sight:
        """What follows from the selection, kept as long as nothing changes: moves may be many."""
        game, moves = self.game, self.moves
        taken_up = (self.card, self.square, self._taken, self.placement)
        key = (game.state, moves, taken_up)
        if self._seen is None or self._seen[0] != key:
            self._seen = key, Sight(game, moves, *taken_up)
        return self._seen[1]

    @property
    def in_turn(self) -> bool:
        """Whether a turn decision is due, not one inside an effect."""
        return self._sight.in_turn

    def moves_on(self, square: str) -> list[Move]:
        """The moves that choosing this square stands for now."""
        return self._sight.moves_on(square)

    @property
    def origins(self) -> frozenset[str]:
        """The pieces that may be taken up to be moved."""
        return self._sight.origins

    @property
    def origin(self) -> str | None:
        """The piece taken up to be moved; the only one that can move need not be taken up."""
        return self._sight.origin

    @property
    def reachable(self) -> frozenset[str]:
        """The squares that can be chosen now, those of pieces that the card lacks included."""
        return self._sight.reachable.union(self.ghosts)

    @property
    def shown_match(self) -> Match | None:
        """The placement to draw over the board, for the square looked at."""
        return self._sight.match

    @property
    def explanation(self) -> Explanation | None:
        """Why the card taken up cannot be summoned on the square looked at; None if it can."""
        looks_on = self.covered or self.looking_at is not None
        return None if looks_on else self._sight.explanation

    @property
    def nearly(self) -> tuple[Square, Orientation] | None:
        """How the pattern lies there where it lacks least, see `Sight.nearly`."""
        return self._sight.nearly if self.explanation else None

    @property
    def considered(self) -> Move | None:
        """The move that the button, card or square looked at stands for.

        Without any it is the one act that there is: a flare taken up, a task to be claimed, the
        only answer beside "no".
        """
        code = self.pointed if self.in_turn or self.pointed else self.glance
        if code is not None:
            return next((move for move in self.moves if move.code == code), None)
        if self.square is None:
            kind, card = ("flare", self.card) if self.card else ("claim", None)
            if not self.in_turn:
                return self.sole_answer
            acts = [m for m in self.moves if m.kind == kind and card in (m.card, None)]
            return acts[0] if len(acts) == 1 else None
        if self.ghost is not None:
            return self._placing(self.square)
        moves = self._sight.on_square
        if len(moves) == 1:
            return moves[0]
        return next((move for move in moves if move.code == self.placement), None)

    @property
    def sole_answer(self) -> Move | None:
        """The only answer to a question beside "no", where a button gives it.

        None for one of several questions of a kind, whose answers become fewer.
        """
        prompt = self.game.prompt
        answers = [move for move in self.moves if move.kind == "choose"]
        if self.in_turn or prompt.of > 1 or prompt.kind == "return" or len(answers) != 1:
            return None
        return answers[0] if not answers[0].square else None

    @property
    def foreseen(self) -> Foresight | None:
        """What the move considered would do, once `foresee` has found it out."""
        return self._outlook.of(self.game.state, self.considered)

    @property
    def certain(self) -> Foresight | None:
        """The same, or as long as it is being found out what is certain of it."""
        return self._outlook.certain(self.game.state, self.considered)

    def foresee(self) -> bool:
        """Find out what the move considered would do; whether there is anything new to tell.

        PackError when a card of a pack fails.
        """
        return any([True for _ in self.foreseeing()])

    def foreseeing(self) -> Iterator[None]:
        """The same in small steps, between which other things may happen; told at the end.

        Whoever stops may ask again, and it goes on from there.
        """
        move = self.considered
        return iter(()) if move is None else self._outlook.find_out(self.game, move)

    def foreseeing_ahead(self) -> Iterator[None]:
        """Find out in small steps what every summoning would do, before one is looked at."""
        return self._outlook.find_out_ahead(self.game, self.moves)

    @property
    def lens_view(self) -> LensView | None:
        """The hand card pointed at or taken up, seen through the lens; None without one."""
        card = self.glance or self.card
        if card is None or not self.in_turn or not self.moves:
            return None
        if self._lens is None or self._lens[0] is not self.game.state or self._lens[1].card != card:
            self._lens = self.game.state, lens_view(self.game.state, card)
        return self._lens[1]

    @property
    def is_spent(self) -> bool:
        """Whether nothing is left in this turn but to end it."""
        return [move.kind for move in self.moves] == ["end"] and not self.game.state.actions

    @property
    def threatened(self) -> tuple[Threat, ...]:
        """What the others could summon, by what everybody knows; none while not shown."""
        if not self.threats or not self.moves or not self.in_turn:
            return ()
        key = self.game.state, self.viewer
        if self._threatened[0] != key:
            self._threatened = key, threats(self.game.state, self.viewer)
        return self._threatened[1]

    @property
    def ghosts(self) -> Mapping[str, Ghost]:
        """The pieces, by square, that the card taken up lacks and that can be placed at once."""
        lens = self.lens_view
        if lens is None or lens.card != self.card:
            return {}
        if self._lacking is None or self._lacking[0] is not lens:
            plain = [g for g in shown_ghosts(lens) if (g.there, g.rank) == PLACED]
            self._lacking = lens, {g.square: g for g in plain if self._placing(g.square)}
        return self._lacking[1]

    @property
    def ghost(self) -> Ghost | None:
        """The ghost on the square looked at that can be placed."""
        return self.ghosts.get(self.square) if self.square else None

    def _placing(self, square: str) -> Move | None:
        """The move that puts a piece on a square, where there is one."""
        return next((m for m in self.moves if m.kind == "place" and m.square == square), None)

    def hand_slots(self, held: tuple[str, ...]) -> dict[str, int]:
        """The place in the row, from 1, of each card held: through a turn no card moves up."""
        turn = (self.viewer, self.game.state.turn)
        slots = self._slots[1] if self._slots[0] == turn else {}
        for card in held:
            free = (n for n in count(1) if n not in slots.values())
            slots.setdefault(card, next(free))
        self._slots = turn, slots
        return slots

    def places(self, options: tuple[ChoiceView, ...]) -> tuple[ChoiceView, ...]:
        """The options, and between them what the same question offered before: none moves up."""
        prompt = self.game.prompt
        asked = (self.viewer, self.game.state.turn, prompt.kind, prompt.card)
        now = {option.code: option for option in options}
        before = self._offered[1] if self._offered[0] == asked else ()
        if now.keys() <= {option.code for option in before}:
            options = tuple(now.get(option.code, option._replace(gone=True)) for option in before)
        self._offered = asked, options
        return options if now else ()

    # -- inputs --------------------------------------------------------------------------

    def click_card(self, card: str) -> bool:
        """Take a hand card up, or lay it down; inside an effect choose it if it is asked for."""
        if self.covered or self.looking_at is not None:
            return False
        if not self.in_turn:
            return card in [m.code for m in self.moves] and self.press(card)
        self.card = None if card == self.card else card
        self._looked = self.placement = None
        return False

    def claim(self, code: str) -> bool:
        """Choose the row of a task: once shows what claiming it does, once more claims it (R13.4).

        It cannot be taken back, since cards are drawn then.
        """
        if code == self.tapped:
            return self.press(code)
        if code in [move.code for move in self.moves]:
            self.card = self._looked = self.placement = None
            self.pointed = self.tapped = code
        return False

    def look(self, square: str | None) -> None:
        """Look at a square: hover, focus, or the first touch."""
        self.pointed = self.tapped = None
        if square != self._looked:
            self._looked, self.placement = square, None

    def hover(self, square: str | None) -> bool:
        """Look at a square unless a placement is being looked at; whether that changes anything.

        On the way from a square where the card can go to the button that says so, it stays.
        """
        if square is None and self.card and self._sight.on_square:
            return False
        pointed, self.pointed, self.tapped = self.pointed, None, None
        if square == self._looked or self.placement is not None:
            return pointed is not None
        self.look(square)
        return True

    def look_at_placement(self, code: str) -> bool:
        """Look at one of several placements on the square; whether it is one."""
        if not (self.in_turn and self.card and self.square):
            return False
        if code not in [move.code for move in self.moves_on(self.square)]:
            return False
        self.placement = code
        return True

    def point_at(self, code: str | None) -> bool:
        """Point at the button of a move, or at none; whether that changes anything."""
        if self.card and self.in_turn and code in [move.code for move in self._sight.on_square]:
            code = None  # the button of a placement: `look_at_placement`
        if code == self.pointed:
            return False
        self.pointed = code
        return True

    def glance_at(self, card: str | None) -> bool:
        """Point at a hand card without taking it up; whether that changes anything."""
        if card == self.glance:
            return False
        self.glance = card
        return True

    def tap(self, square: str) -> bool:
        """Choose a square with a finger, which cannot hover: the first tap on one only shows it.

        A plain piece is put down at once, and so is a piece taken up.
        """
        if self.square == square or (self.in_turn and not self.card):
            return self.click(square)
        if not self.card and square in self.origins and not self.moves_on(square):
            self.look(None)
            return self.click(square)
        self.look(square)
        self.tapped = self.considered.code if self.considered and not self.card else None
        return False

    def tap_option(self, code: str) -> bool:
        """Choose one of several options with a finger: the first tap on one only shows it."""
        if code == self.tapped:
            return self.press(code)
        if not self.look_at_placement(code):
            self._looked, self.pointed = None, code
        self.tapped = code
        return False

    def click(self, square: str) -> bool:
        """Choose a square: make the move it stands for, or take up the piece on it.

        Of several placements the first click shows one, the next makes the one that is shown.
        """
        codes = [move.code for move in self.moves_on(square)]
        if len(codes) == 1:
            return self.press(codes[0])
        if square in self.ghosts and (missing := self._placing(square)):
            return self.press(missing.code)
        if codes and square == self.square and self.placement in codes:
            return self.press(self.placement)
        if codes:
            self.look(square)
            self.placement = codes[0]
        elif square in self.origins:
            self._taken = None if square == self._taken else square
        elif self.card is not None:
            self.look(square)
        return False

    def hold(self, square: str) -> bool:
        """Take up the piece on a square, to be dragged; whether it can be moved."""
        if square not in self.origins:
            return False
        self._taken = square
        return True

    def drop(self, square: str | None) -> bool:
        """Let go of what is dragged, over a square or beside the board: make its move.

        Of several placements one is shown, as by a click.
        """
        if square is None or not self.moves_on(square):
            return False
        return self.click(square)

    def play_for_computer(self) -> bool:
        """Make the next decision of a computer player's plan; False when there is none."""
        code = self.opponents.take()
        if code is None:
            return False
        before = self.viewer
        try:
            self.game.play(code)
        except Unanswered:
            self.opponents.put_back(code)
            raise
        self.opponents.played()
        self._decided(before)
        return True

    def press(self, code: str) -> bool:
        """Make the move with this code, if it can be made now."""
        chosen = next((move for move in self.moves if move.code == code), None)
        if chosen is None:
            return False
        before, advice = self.viewer, self.advice
        # a piece that the card taken up lacks: the card stays up
        kept = self.card if chosen.kind == "place" and chosen.square in self.ghosts else None
        try:
            self.game.play(code)
        except Unanswered:
            self.unanswered = code
            raise
        self._decided(before)
        self.advice = advice.after(code) if advice else None
        if kept and self.moves and self.game.prompt.kind == "turn":
            self.card = kept
        return True

    def give_seat(self, seat: SeatNumber, level: str, words: Catalogue) -> bool:
        """A computer player of a level, or with none a person, plays a seat from now on.

        Names that say a level follow. Whether that changes anything; KeyError for a level that
        does not exist.
        """
        if self.game.is_over or self.read_only or self.opponents.bots.get(seat, "") == level:
            return False
        names = self.game.setup.names
        own = chosen(names, self.opponents.bots, words)
        if level:
            self.opponents.change(seat, level)
        else:
            self.opponents.take_over(seat)
        called = by_level(own, self.opponents.bots, words)
        if called != names:
            self.game.rename(called)
        self._lay_down()
        return True

    def ask_advice(self) -> Job | None:
        """Ask what a good player would do now: the job for it, None when nobody here decides."""
        if not self.moves:
            return None
        self._asked = self.game.state
        return job_for(self.game, self.seat, ADVISER)

    @property
    def advising(self) -> bool:
        """Whether advice is waited for."""
        return self._asked is not None

    def take_advice(self, found: Mapping[str, object] | None) -> bool:
        """Take the answer to a job, None for a failure; whether it is of any use still.

        PackError when a card of a pack fails in what is advised.
        """
        asked = self._asked
        if asked is not self.game.state or not self.moves or found is None:
            self._asked = None
            return False
        advice = read_advice(found)
        self._advised = advice, played(self.game, advice.codes)
        self.advice, self._asked = advice, None
        return True

    @property
    def advised(self) -> Line | None:
        """What is advised from here on, played ahead; None while something else is looked at."""
        advice = self.advice
        if advice is None or self.card or self.covered or self.looking_at is not None:
            return None
        if self._advised is None or self._advised[0] is not advice:
            self._advised = advice, played(self.game, advice.codes)
        return self._advised[1]

    def cancel(self) -> None:
        """Lay down what is up: the piece, then the square, then the card."""
        if self.looking_at is not None:
            self.looking_at = None
        elif self.origin is not None and len(self.origins) > 1:
            self._taken = None
        elif self.tapped is not None and self.tapped == self.pointed:
            self.pointed = self.tapped = None
        elif self.placement is not None:
            self._looked = self.placement = None
        else:
            self.card = self._looked = None

    def lift_curtain(self) -> None:
        """The player to act is in front of the screen."""
        self.covered = False

    def cover(self) -> None:
        """Hide the hands again, for example before a game is left lying."""
        self.covered = self.use_curtain and not self.game.is_over
        self._lay_down()

    def recalled(self, moves: int) -> None:
        """So many moves stand before those that were there."""
        if self.looking_at is not None:
            self.looking_at += moves
        self.told.clear()

    def look_back(self, number: int | None) -> None:
        """Show the position after a finished move, or with None the present again."""
        last = self.history[-1].number if self.history else 0
        self.looking_at = None if number is None or number >= last else number

    def undo(self) -> bool:
        """Take back the last decision of this turn."""
        if not self.can_undo:
            return False
        before = self.viewer
        self.game.undo()
        self._decided(before)
        return True

    def redo(self) -> bool:
        """Make the decision again that was taken back last."""
        if not self.can_redo:
            return False
        before = self.viewer
        self.game.redo()
        self._decided(before)
        return True

    def restart(self) -> bool:
        """Take everything back, to try a lesson once more."""
        if not self.game.can_undo:
            return False
        while self.game.can_undo:
            self.game.undo()
        self._lay_down()
        self.covered = False
        return True

    def take_back(self) -> None:
        """Take the last decision back, over the end of a turn too; it is not offered again."""
        self.game.undo()
        self.game.keep_redo(())
        self._lay_down()
        self.covered = False

    def resign(self, seat: int) -> bool:
        """A player gives up, where one may."""
        if not self.may_resign:
            return False
        self.game.resign(seat)
        self._lay_down()
        self.covered = False
        return True

    # -- limits --------------------------------------------------------------------------

    @property
    def history(self) -> list[Entry]:
        """The moves so far."""
        return self.game.history()

    @property
    def shown_state(self) -> GameState:
        """The present, or the position after the move that is looked back at."""
        if self.looking_at is not None:
            for entry in self.history[self.looking_at : self.looking_at + 1]:
                return entry.before
        return self.game.state

    @property
    def can_undo(self) -> bool:
        """Undo goes back to the start of the turn: then cards were drawn (R25.4)."""
        if self.covered or self.looking_at is not None or self.game.is_over or self.read_only:
            return False
        if self.waiting:
            return False
        last = self.game.last
        state = self.game.state
        return last is not None and (last.before.turn, last.before.phase) == (
            state.turn,
            state.phase,
        )

    @property
    def may_resign(self) -> bool:
        """Whether anybody may give up (R18.6)."""
        over = self.game.is_over or self.read_only
        return not over and FORMS[self.game.setup.form].may_resign

    @property
    def can_redo(self) -> bool:
        """Whether a decision was taken back, and the curtain is up."""
        return self.game.can_redo and not self.covered and self.looking_at is None

    def _decided(self, before: SeatNumber) -> None:
        """Somebody has decided: lay everything down, and hide a hand that `before` may not see."""
        self._lay_down()
        if self.viewer != before:
            self.lens = self.threats = False  # they are the player's who asked for them
        if self.use_curtain and not self.game.is_over and self.viewer != before:
            self.covered = True

    def _lay_down(self) -> None:
        self.card = self._looked = self.placement = self._taken = None
        self.glance = self.pointed = self.tapped = None
        self.looking_at = self.advice = self._asked = None
        self.ends_soon = False
