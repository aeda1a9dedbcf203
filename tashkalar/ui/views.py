"""What the screen shows, as plain values: every word a message, every mark a flag.

`tashkalar.ui.screen.screen` makes them of a session, the browser layer draws them.
"""

from __future__ import annotations

from typing import NamedTuple

from tashkalar.position.ids import ColourNumber, SeatNumber
from tashkalar.position.move import Message
from tashkalar.position.pattern import Turn

Wording = Message | str


class SquareView(NamedTuple):
    """One square. `legal` is None or what choosing it does: place, summon, pick-up, answer..."""

    name: str
    owner: ColourNumber
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
    chosen: bool = True  # drawn whole; the others are small ticks, so that eight never overlap


class MarkView(NamedTuple):
    """A sign over a square; `open` is what is possible, not certain.

    `come` a piece or being that will stand here · `way` `taken` the own or enemy piece that gives
    way to it · `asked` the square that lacks pieces, `missing` one of them · `foreign` stands in ·
    `doom` destroyed · `rise` `fall` the new rank, `swap` the new owner · `leave` picked up ·
    `moving` `taking` an arrow from `origin` · `gain` points · `trail` a step of the last turn ·
    `plan` a decision that is advised, by its number · `threat` so many beings of the others could
    come.
    """

    kind: str
    square: str
    open: bool = False
    school: str | None = None
    rank: str | None = None
    card: str | None = None
    origin: str | None = None
    number: int = 0
    text: Message | None = None


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
    slot: int = 0  # its place in the row, from 1: it stays while the hand is the same


class ChoiceView(NamedTuple):
    """A button: it plays `code`, or does `action` (confirm, cancel, present)."""

    label: Message
    code: str | None = None
    action: str | None = None
    primary: bool = False
    note: Message | None = None
    asks: str | None = None  # a plain confirmation comes first: confirm.<asks>.title, .text, .ok
    chosen: bool = False  # looked at with a finger, and waits for the act
    gone: bool = False  # an option chosen before: its place is kept, so that no other moves up


class PromptView(NamedTuple):
    """What is asked, in one sentence; what it means; the choices that are not on the board."""

    title: Message
    details: tuple[Message, ...]
    choices: tuple[ChoiceView, ...]
    rule: str | None = None  # the number of the rule to look up (`rulebook.BEHIND`)


class ReadyView(NamedTuple):
    """A card that can be used now, and where or on what condition."""

    card: str
    name: Message
    where: tuple[Message, ...]


class LastTurnView(NamedTuple):
    """What the others did before this turn."""

    title: Message
    who: Wording  # whom the title names; "" where it is about several
    lines: tuple[Message, ...]


class StageLine(NamedTuple):
    """One thing that a choice would do: its sign, and whether it is only possible."""

    sign: str  # doom rise fall swap way come plus gain note
    text: Message
    open: bool = False


class StageView(NamedTuple):
    """The one place for a card, a question, or what can be done.

    Of the `row` the first choice is the act if it is primary; in its place stands `wait` otherwise.
    """

    kind: str  # idle card asked end notice
    ask: Message
    number: Message | None  # how many squares are to choose from, or which move of how many
    school: str
    card: CardView | None
    title: Wording  # where no card is shown
    ready: tuple[ReadyView, ...]
    about: Message | None
    lines: tuple[StageLine, ...]
    options: tuple[ChoiceView, ...]
    row: tuple[ChoiceView, ...]
    wait: Message | None
    discard: ChoiceView | None
    rule: str | None
    turn: Turn | None = None  # how the card's pattern lies on the board
    last: LastTurnView | None = None  # while nothing is chosen yet


class Pips(NamedTuple):
    """Actions as signs: so many places, so many of them not used up."""

    shown: int
    left: int


class ColourScore(NamedTuple):
    """A melee score in one enemy colour, and whether improvising with it is still possible."""

    school: str
    name: Wording
    points: int
    improvised: bool
    lowest: bool  # it is what counts; not marked where all are equal

    @property
    def rank(self) -> str:
        """The face of its stone: the heroic one while improvising is possible (R15.9)."""
        return "heroic" if self.improvised else "common"

    @property
    def told(self) -> Message:
        """The same in words."""
        key = "seat.improvised" if self.improvised else "seat.in-colour"
        return Message(key, {"who": self.name, "points": self.points})


class PlayerView(NamedTuple):
    """A player's public facts.

    `lead_...` is how far the player on turn is ahead of the side furthest ahead, below 0 if behind;
    for the others, how far they are ahead of the player on turn (R9.3).
    """

    seat: SeatNumber
    name: Wording
    school: str
    school_name: Message
    score: int
    scores: tuple[ColourScore, ...]  # a melee's points by colour
    team: Wording | None  # the partner's name
    active: bool
    pips: Pips
    pieces: int
    all_pieces: int  # on the board and in supply
    upgraded: int
    two_sided_left: int
    legendary_left: int
    deck: int
    hand: tuple[tuple[str, int], ...]
    lead_upgraded: int
    lead_pieces: int
    flare_note: Message | None  # far enough behind for some flare
    notes: tuple[Message, ...]  # what schools and forms add: frozen, pending, sideways cards...


class NeedView(NamedTuple):
    """A condition of a task as a row of signs: how many of how many are there."""

    shape: str  # dot red green rise doom
    have: int
    need: int
    then: bool = False  # what is looked at would fill those that are lacking

    @property
    def signs(self) -> tuple[str, ...]:
        """What each sign says: have, lacks, or then."""
        lacking = "then" if self.then else "lacks"
        return ("have",) * self.have + (lacking,) * (self.need - self.have)


class TaskView(NamedTuple):
    """An open task and what the player on turn still needs for it."""

    id: str
    name: Message
    text: Message
    points: int
    needs: tuple[Message, ...]
    fulfilled: bool
    next: bool
    code: str | None = None  # the move that claims it now
    signs: tuple[NeedView, ...] = ()
    then: bool = False  # not fulfilled yet; what is looked at would, or might, fulfil it
    asked: bool = False  # it was chosen once, and is claimed when it is chosen again

    @property
    def missing(self) -> tuple[Message, ...]:
        """What is said under it: what is missing, or why nothing is."""
        if self.next:
            return (Message("task.next"),)
        if self.then:
            return (Message("task.then"),)
        if self.asked:
            return (Message("task.again", {"n": self.points}),)
        return (Message("task.fulfilled"),) if self.fulfilled else self.needs

    @property
    def label(self) -> tuple[Message, ...]:
        """What is said of its button: what it does, and that it is pressed once more."""
        again = (Message("task.again", {"n": self.points}),) if self.asked else ()
        return (Message("choice.claim", {"task": self.name, "n": self.points}), *again)


class TallyView(NamedTuple):
    """Pieces of a colour and rank destroyed this turn."""

    owner: ColourNumber
    school: str
    rank: str
    label: Message
    number: int


class LogTurnView(NamedTuple):
    """The heading of a turn in the log."""

    turn: int
    text: Message
    school: str = ""


class LogView(NamedTuple):
    """One move in the log: its number, the school of who made it, and its sentences."""

    number: int
    school: str
    lines: tuple[Message, ...]
    shown: bool
    who: Wording = ""  # whom the heading above names; "" where there is none
    steps: tuple[int, ...] = ()  # a line's number in the trail on the board; 0 for none
    squares: tuple[str, ...] = ()  # where it happened


class ResultRow(NamedTuple):
    """A line of the result."""

    seat: SeatNumber
    name: Wording
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

    @property
    def school(self) -> str:
        """The stones of the winner, or of the first of them."""
        return next(row.school for row in self.rows if row.winner)


class StepView(NamedTuple):
    """A step of the others' turns: its number in the trail, whose it was, what was lost by it."""

    number: int
    school: str
    text: Message
    lost: tuple[Message, ...]


class CurtainView(NamedTuple):
    """What stands on the curtain: whose turn it is, and what the others did."""

    title: Message
    who: Wording
    school: str
    told: Message | None  # whose turn is told, of which number
    whose: Wording  # whom that names; "" where it is about several
    steps: tuple[StepView, ...]


class OnBoard(NamedTuple):
    """What is on the board, and over it. `kind` is that of the screen: curtain, game or result."""

    kind: str
    form: str
    squares: tuple[SquareView, ...]
    lines: tuple[tuple[str, str], ...]  # from a piece used to the summoning square
    arrows: tuple[ArrowView, ...]
    marks: tuple[MarkView, ...]
    trail: tuple[MarkView, ...]  # what the other side did last
    curtain: CurtainView | None


class Screen(NamedTuple):
    """Everything on the screen while a game is open, the fields of its `OnBoard` first."""

    kind: str
    form: str
    squares: tuple[SquareView, ...]
    lines: tuple[tuple[str, str], ...]
    arrows: tuple[ArrowView, ...]
    marks: tuple[MarkView, ...]
    trail: tuple[MarkView, ...]
    curtain: CurtainView | None
    title: Message
    seat: SeatNumber
    school: str
    to_act: Message  # who decides, or that the game is over
    pips: Pips
    turn: int
    hand: tuple[CardView, ...]
    prompt: PromptView
    stage: StageView
    players: tuple[PlayerView, ...]
    tasks: tuple[TaskView, ...]
    tally: tuple[TallyView, ...]
    log: tuple[LogTurnView | LogView, ...]
    news: tuple[Message, ...]  # what the last decision did, for the live region
    can_undo: bool
    can_redo: bool
    can_watch: bool  # others have played since one's own last turn
    may_resign: bool
    counts_destroyed: bool  # the pieces destroyed this turn are shown, not tasks
    looking_back: bool
    ending: Message | None  # the end is triggered: how many turns are left
    result: ResultView | None
