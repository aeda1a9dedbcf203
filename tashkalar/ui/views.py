"""What the screen shows, as plain values: every word a message, every mark a flag.

`tashkalar.ui.screen.screen` makes them of a session, the browser layer draws them.
"""

from __future__ import annotations

from typing import NamedTuple

from tashkalar.position.ids import ColourNumber, SeatNumber
from tashkalar.position.move import Message
from tashkalar.position.pattern import PatternTransform

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
    is_chosen: bool = True  # drawn whole; the others are small ticks, so that eight never overlap


class MarkView(NamedTuple):
    """A sign over a square; `is_possible` is what is possible, not certain.

    `come` a piece or being that will stand here · `way` `taken` the own or enemy piece that gives
    way to it · `is_tapped` the square that lacks pieces, `status_lines` one of them · `foreign`
    stands in · `doom` destroyed · `rise` `fall` the new rank, `swap` the new owner · `leave` picked
    up · `moving` `taking` an arrow from `origin` · `gain` points · `trail` a step of the last turn
    · `plan` a decision that is advised, by its number · `threat` so many beings of the others could
    come.
    """

    kind: str
    square: str
    is_possible: bool = False
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
    is_met: bool
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
    square_count: int  # how many squares it can be summoned on
    is_usable: bool
    is_selected: bool
    is_ready: bool = False  # can be summoned, thawed or invoked now, not merely chosen by an effect
    status: Message | None = None  # it is pending, or its frozen effect is in play
    slot: int = 0  # its place in the row, from 1: it stays while the hand is the same


class ChoiceView(NamedTuple):
    """A button: it plays `code`, or does `action` (confirm, cancel, present)."""

    label: Message
    code: str | None = None
    action: str | None = None
    is_primary: bool = False
    note: Message | None = None
    confirmation_id: str | None = (
        None  # a plain confirmation comes first: confirm.<asks>.title, .text, .ok
    )
    is_chosen: bool = False  # looked at with a finger, and waits for the act
    is_unavailable: bool = (
        False  # an option chosen before: its place is kept, so that no other moves up
    )


class PromptView(NamedTuple):
    """What is asked, in one sentence; what it means; the choices that are not on the board."""

    title: Message
    details: tuple[Message, ...]
    choices: tuple[ChoiceView, ...]
    rule_number: str | None = None  # the number of the rule to look up (`rulebook.BEHIND`)


class ReadyCardView(NamedTuple):
    """A card that can be used now, and where or on what condition."""

    card: str
    name: Message
    details: tuple[Message, ...]


class LastTurnView(NamedTuple):
    """What the others did before this turn."""

    title: Message
    named_player: Wording  # whom the title names; "" where it is about several
    lines: tuple[Message, ...]


class ActionPanelLine(NamedTuple):
    """One thing that a choice would do: its sign, and whether it is only possible."""

    sign: str  # doom rise fall swap way come plus gain note
    text: Message
    is_possible: bool = False


class ActionPanelView(NamedTuple):
    """The one place for a card, a question, or what can be done.

    Of the `buttons` the first choice is the act if it is primary; in its place stands `instruction`
    otherwise.
    """

    kind: str  # idle card asked end notice
    question: Message
    count_text: Message | None  # how many squares are to choose from, or which move of how many
    school: str
    card: CardView | None
    title: Wording  # where no card is shown
    ready_cards: tuple[ReadyCardView, ...]
    lines_title: Message | None
    lines: tuple[ActionPanelLine, ...]
    options: tuple[ChoiceView, ...]
    buttons: tuple[ChoiceView, ...]
    instruction: Message | None
    discard_choice: ChoiceView | None
    rule_number: str | None
    pattern_transform: PatternTransform | None = None  # how the card's pattern lies on the board
    last_turn: LastTurnView | None = None  # while nothing is chosen yet


class Pips(NamedTuple):
    """Actions as signs: so many places, so many of them not used up."""

    total: int
    remaining: int


class ColorScore(NamedTuple):
    """A melee score in one enemy colour, and whether improvising with it is still possible."""

    school: str
    name: Wording
    points: int
    can_improvise: bool
    is_lowest: bool  # it is what counts; not marked where all are equal

    @property
    def rank(self) -> str:
        """The face of its stone: the heroic one while improvising is possible (R15.9)."""
        return "heroic" if self.can_improvise else "common"

    @property
    def spoken_text(self) -> Message:
        """The same in words."""
        key = "seat.improvised" if self.can_improvise else "seat.in-colour"
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
    color_scores: tuple[ColorScore, ...]  # a melee's points by colour
    team: Wording | None  # the partner's name
    is_active: bool
    pips: Pips
    piece_count: int
    total_piece_count: int  # on the board and in supply
    upgraded_count: int
    two_sided_left: int
    legendary_left: int
    deck_size: int
    hand_counts: tuple[tuple[str, int], ...]
    lead_upgraded: int
    lead_pieces: int
    flare_note: Message | None  # far enough behind for some flare
    notes: tuple[Message, ...]  # what schools and forms add: frozen, pending, sideways cards...


class NeedView(NamedTuple):
    """A condition of a task as a row of signs: how many of how many are there."""

    shape: str  # dot red green rise doom
    have: int
    need: int
    is_previewed: bool = False  # what is looked at would fill those that are lacking

    @property
    def signs(self) -> tuple[str, ...]:
        """What each sign says: have, lacks, or then."""
        lacking = "then" if self.is_previewed else "lacks"
        return ("have",) * self.have + (lacking,) * (self.need - self.have)


class TaskView(NamedTuple):
    """An open task and what the player on turn still needs for it."""

    id: str
    name: Message
    text: Message
    points: int
    needs: tuple[Message, ...]
    is_fulfilled: bool
    is_next: bool
    code: str | None = None  # the move that claims it now
    need_views: tuple[NeedView, ...] = ()
    is_previewed: bool = False  # not fulfilled yet; what is looked at would, or might, fulfil it
    is_tapped: bool = False  # it was chosen once, and is claimed when it is chosen again

    @property
    def status_lines(self) -> tuple[Message, ...]:
        """What is said under it: what is missing, or why nothing is."""
        if self.is_next:
            return (Message("task.next"),)
        if self.is_previewed:
            return (Message("task.then"),)
        if self.is_tapped:
            return (Message("task.again", {"n": self.points}),)
        return (Message("task.fulfilled"),) if self.is_fulfilled else self.needs

    @property
    def button_label(self) -> tuple[Message, ...]:
        """What is said of its button: what it does, and that it is pressed once more."""
        again = (Message("task.again", {"n": self.points}),) if self.is_tapped else ()
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
    is_shown: bool
    named_player: Wording = ""  # whom the heading above names; "" where there is none
    line_steps: tuple[int, ...] = ()  # a line's number in the trail on the board; 0 for none
    squares: tuple[str, ...] = ()  # where it happened


class ResultRow(NamedTuple):
    """A line of the result."""

    seat: SeatNumber
    name: Wording
    school: str
    score: int
    color_scores: tuple[ColorScore, ...]  # a melee's points by colour, the lowest first (R18.3)
    upgraded_count: int
    piece_count: int
    is_winner: bool


class ResultView(NamedTuple):
    """The end of the game; the rows in the order of the places."""

    title: Message
    reason: Message
    rows: tuple[ResultRow, ...]
    tiebreak: Message | None  # what is compared, where the numbers do not tell it

    @property
    def school(self) -> str:
        """The stones of the winner, or of the first of them."""
        return next(row.school for row in self.rows if row.is_winner)


class CurtainStepView(NamedTuple):
    """A step of the others' turns: its number in the trail, whose it was, what was lost by it."""

    number: int
    school: str
    text: Message
    lost_pieces: tuple[Message, ...]


class CurtainView(NamedTuple):
    """What stands on the curtain: whose turn it is, and what the others did."""

    title: Message
    player_name: Wording
    school: str
    others_title: Message | None  # whose turn is told, of which number
    others_name: Wording  # whom that names; "" where it is about several
    steps: tuple[CurtainStepView, ...]


class BoardContents(NamedTuple):
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
    """Everything on the screen while a game is open, the fields of its `BoardContents` first."""

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
    to_act_text: Message  # who decides, or that the game is over
    pips: Pips
    turn: int
    hand: tuple[CardView, ...]
    prompt: PromptView
    action_panel: ActionPanelView
    players: tuple[PlayerView, ...]
    tasks: tuple[TaskView, ...]
    tally: tuple[TallyView, ...]
    log: tuple[LogTurnView | LogView, ...]
    last_move_lines: tuple[Message, ...]  # what the last decision did, for the live region
    can_undo: bool
    can_redo: bool
    can_watch: bool  # others have played since one's own last turn
    may_resign: bool
    counts_destroyed: bool  # the pieces destroyed this turn are shown, not tasks
    is_looking_back: bool
    ending_text: Message | None  # the end is triggered: how many turns are left
    result: ResultView | None
