"""The values that the screen shows: every text a `Message`, every mark a flag.

`tashkalar.ui.screen.screen` builds these values from a session, and the browser layer draws them.
"""

from __future__ import annotations

from typing import NamedTuple

from tashkalar.position.ids import ColourNumber, SeatNumber
from tashkalar.position.move import Message
from tashkalar.position.pattern import PatternTransform

Wording = Message | str


class SquareView(NamedTuple):
    """A square. `legal` is what choosing it does (place, summon, pick-up, answer...), or None."""

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
    card: str | None = None  # what the piece was summoned as
    is_new_being: bool = False  # it was summoned in this turn


class ArrowView(NamedTuple):
    """An arrow over the board: of a placement, or a direction that `code` chooses."""

    square: str
    direction: str
    code: str | None = None
    is_chosen: bool = True  # drawn in full; others are small ticks, so that eight do not overlap


class MarkView(NamedTuple):
    """A mark over a square; `is_possible` means possible, not certain.

    The kinds: `come` a piece or being that will stand here · `way` `taken` the own or enemy piece
    that gives way to it · `asked` a square for a summoning that lacks pieces · `missing` a missing
    piece · `right` a piece that the pattern has · `foreign` another piece that stands in · `doom`
    destroyed · `rise` `fall` the new rank · `swap` the new owner · `leave` picked up · `moving`
    `taking` an arrow from `origin` · `gain` points · `trail` a step of the last turn · `plan` an
    advised decision with its number · `played` one that was played · `threat` the number of beings
    that the others could summon.
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
    is_minor: bool = False  # left out where there is room for the worst only


class HalfView(NamedTuple):
    """A half of a flare; `have` is the current difference, None outside a game."""

    half: str
    need: int
    have: int | None
    is_met: bool
    text: Message


class CardView(NamedTuple):
    """A card in the open hand, or as printed."""

    id: str
    kind: str
    rank: str | None
    school: str
    name: Message
    texts: tuple[Message, ...]
    halves: tuple[HalfView, ...]
    square_count: int  # squares where the card can be summoned
    is_usable: bool
    is_selected: bool
    is_ready: bool = False  # can be summoned, thawed or invoked now
    status: Message | None = None  # pending, or frozen
    lack: Message | None = None  # why it cannot be used now, for screen readers
    slot: int = 0  # the place in the row, from 1; it stays the same until the turn ends
    plan_step: int | None = None  # the number of the advised step that plays the card


class ChoiceView(NamedTuple):
    """A button: it plays `code`, or does `action` (confirm, cancel, present...)."""

    label: Message
    code: str | None = None
    action: str | None = None
    is_primary: bool = False
    note: Message | None = None
    confirmation_id: str | None = None  # confirm first: confirm.<id>.title, .text, .ok
    is_chosen: bool = False  # tapped once; the primary button plays it
    is_idle: bool = False  # certain to change nothing: not gold
    is_unavailable: bool = False  # chosen before; it stays, so that no other option moves up


class PromptView(NamedTuple):
    """A question in one sentence, its details, and the choices that are not on the board."""

    title: Message
    details: tuple[Message, ...]
    choices: tuple[ChoiceView, ...]
    rule_number: str | None = None  # the rule to look up (`rulebook.RULE_BY_KIND`)


class ReadyCardView(NamedTuple):
    """A card that can be used now, with its squares or its condition."""

    card: str
    name: Message
    details: tuple[Message, ...]


class LastTurnView(NamedTuple):
    """The moves of the others before this turn."""

    title: Message
    named_player: Wording  # the player named in the title; "" for several
    lines: tuple[Message, ...]


class ActionPanelLine(NamedTuple):
    """One effect of a choice: its sign, its text, and whether it is only possible."""

    sign: str  # doom rise fall swap way come plus gain note how step
    text: Message
    is_possible: bool = False


class ActionPanelView(NamedTuple):
    """The action panel: a card, a question, or the possible actions.

    If the first of the `buttons` is not primary, `instruction` stands in its place.
    """

    kind: str  # idle advice card asked end notice
    question: Message
    count_text: Message | None  # the squares to choose from, or "question n of m"
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
    has_lines_first: bool = False  # they come before the card's text where both have no room
    are_lines_details: bool = False  # of the question, and not what a choice does or a card lacks


class Pips(NamedTuple):
    """The actions of a turn as signs: their number, and how many are left."""

    total: int
    remaining: int


class ColorScore(NamedTuple):
    """A melee score in one enemy color, and whether improvising with it is still possible."""

    school: str
    name: Wording
    points: int
    can_improvise: bool
    is_lowest: bool  # the score that counts; False where all are equal

    @property
    def rank(self) -> str:
        """The rank of its stone: heroic while improvising is possible (R15.9), else common."""
        return "heroic" if self.can_improvise else "common"

    @property
    def spoken_text(self) -> Message:
        """The score in words."""
        key = "seat.improvised" if self.can_improvise else "seat.in-colour"
        return Message(key, {"who": self.name, "points": self.points})


class PlayerView(NamedTuple):
    """A player's public facts.

    `lead_...` is the lead of the player on turn over the side furthest ahead, below 0 if behind;
    for the others, their lead over the player on turn (R9.3).
    """

    seat: SeatNumber
    name: Wording
    school: str
    school_name: Message
    score: int
    color_scores: tuple[ColorScore, ...]  # a melee's points by color
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
    flare_note: Message | None  # the player is far enough behind for some flare
    notes: tuple[Message, ...]  # what schools and forms add: frozen, pending, sideways cards...
    end_score: int | None = None  # the points that trigger the end, if the player has them


class NeedView(NamedTuple):
    """A condition of a task as a row of signs: `have` of `need` are filled."""

    shape: str  # dot red green rise doom
    have: int
    need: int
    is_previewed: bool = False  # the previewed choice would fill the lacking signs

    @property
    def signs(self) -> tuple[str, ...]:
        """The state of each sign: ``have``, ``lacks``, or ``then`` for a previewed one."""
        lacking = "then" if self.is_previewed else "lacks"
        return ("have",) * self.have + (lacking,) * (self.need - self.have)


class TaskView(NamedTuple):
    """An open task, and what the player on turn still needs for it."""

    id: str
    name: Message
    text: Message
    points: int
    needs: tuple[Message, ...]
    is_fulfilled: bool
    is_next: bool
    code: str | None = None  # the move that claims it now
    need_views: tuple[NeedView, ...] = ()
    is_previewed: bool = False  # the previewed choice would, or might, fulfill the task
    is_tapped: bool = False  # tapped once; a second tap claims the task

    @property
    def status_lines(self) -> tuple[Message, ...]:
        """The lines under the task: what is missing, or its state."""
        if self.is_next:
            return (Message("task.next"),)
        if self.is_previewed:
            return (Message("task.then"),)
        if self.is_tapped:
            return (Message("task.again", {"n": self.points}),)
        return (Message("task.fulfilled"),) if self.is_fulfilled else self.needs

    @property
    def spoken_text(self) -> Message:
        """The task with its points and its state, where it is not shown."""
        params = {"card": self.name, "n": self.points, "status": self.status_lines}
        return Message("task.told", params)

    @property
    def button_label(self) -> tuple[Message, ...]:
        """The label of the button that claims the task, with a note for the second press."""
        again = (Message("task.again", {"n": self.points}),) if self.is_tapped else ()
        return (Message("choice.claim", {"task": self.name, "n": self.points}), *again)


class TallyView(NamedTuple):
    """The number of pieces of a color and rank destroyed this turn."""

    owner: ColourNumber
    school: str
    rank: str
    label: Message
    number: int


class PublicFacts(NamedTuple):
    """The facts of a position that the panels beside the board show."""

    players: tuple[PlayerView, ...]
    tasks: tuple[TaskView, ...]
    tally: tuple[TallyView, ...]
    earned_text: Message | None


class LogTurnView(NamedTuple):
    """The heading of a turn in the log."""

    turn: int
    text: Message
    school: str = ""


class LogView(NamedTuple):
    """A move in the log: its number, the school of its player, and its sentences."""

    number: int
    school: str
    lines: tuple[Message, ...]
    is_shown: bool
    named_player: Wording = ""  # the player named in the heading above; "" without one
    line_steps: tuple[int, ...] = ()  # of each line, its step in the trail; 0 for none
    squares: tuple[str, ...] = ()  # the squares of the move's events


class ResultRow(NamedTuple):
    """A player's line in the result."""

    seat: SeatNumber
    name: Wording
    school: str
    score: int
    color_scores: tuple[ColorScore, ...]  # a melee's points by color, the lowest first (R18.3)
    upgraded_count: int
    piece_count: int
    is_winner: bool


class ResultView(NamedTuple):
    """The result of the game; the rows are in the order of the places."""

    title: Message
    reason: Message
    rows: tuple[ResultRow, ...]
    tiebreak: Message | None  # the tiebreak rule of the form

    @property
    def school(self) -> str:
        """The school of the stones of the winner, or of the first of several winners."""
        return next(row.school for row in self.rows if row.is_winner)


class CurtainStepView(NamedTuple):
    """A step of the others' turns: its number in the trail, its text, and the lost pieces."""

    number: int
    school: str
    text: Message
    lost_pieces: tuple[Message, ...]


class CurtainView(NamedTuple):
    """The curtain between two players: the next player, and the moves of the others."""

    title: Message
    player_name: Wording
    school: str
    others_title: Message | None  # the player and number of the shown turn
    others_name: Wording  # the player named in `others_title`; "" for several
    steps: tuple[CurtainStepView, ...]


class BoardContents(NamedTuple):
    """The contents of the board. `kind` is that of the screen: curtain, game or result."""

    kind: str
    form: str
    squares: tuple[SquareView, ...]
    lines: tuple[tuple[str, str], ...]  # from a piece used to the summoning square
    arrows: tuple[ArrowView, ...]
    marks: tuple[MarkView, ...]
    trail: tuple[MarkView, ...]  # the last steps of the others
    scorches: tuple[str, ...]  # empty squares whose pieces were destroyed in this turn
    curtain: CurtainView | None


class Screen(NamedTuple):
    """The whole screen while a game is open; its first fields are those of `BoardContents`."""

    kind: str
    form: str
    squares: tuple[SquareView, ...]
    lines: tuple[tuple[str, str], ...]
    arrows: tuple[ArrowView, ...]
    marks: tuple[MarkView, ...]
    trail: tuple[MarkView, ...]
    scorches: tuple[str, ...]
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
    earned_text: Message | None  # what the turn has earned; None in a form with tasks
    log: tuple[LogTurnView | LogView, ...]
    last_move_lines: tuple[Message, ...]  # the last decision, for the live region
    own_name: Wording  # of the player in front of the screen; "" where only computers play
    can_undo: bool
    can_redo: bool
    can_watch: bool  # others have played since the viewer's last turn
    may_resign: bool
    counts_destroyed: bool  # the form shows the destroyed pieces instead of tasks
    is_looking_back: bool
    ending_text: Message | None  # the turns left after the end was triggered
    result: ResultView | None

    @property
    def panel_ending(self) -> Message | None:
        """The turns left, unless the action panel says already that the choice ends the game."""
        tells_end = any(line.text.id == "log.over" for line in self.action_panel.lines)
        return None if tells_end else self.ending_text
