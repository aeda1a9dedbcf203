"""The reasons for a plan, as plain data that a hint can express in one sentence."""

from __future__ import annotations

from typing import NamedTuple

from tashkalar.bots.batch import PackedSide, unpack
from tashkalar.bots.evaluation import Evaluator, Weights
from tashkalar.bots.progress import SINGLE_TURN_TASK_TYPES, count_missing_pieces
from tashkalar.cards import TASKS
from tashkalar.position.board import BIT, CENTRE, WITHIN, Mask
from tashkalar.position.state import GameState
from tashkalar.rules.forms import FORMS
from tashkalar.rules.forms.form import destroyed_points

REASON_KINDS = (
    *("claim", "points", "rival-points", "destroy", "ready", "one-short", "task", "hinder"),
    *("middle", "threat", "frozen", "hindered", "extra-turn"),
)
"""The kinds of reasons; `Reason` explains each of them."""
_MIDDLE: Mask = BIT[CENTRE] | WITHIN[2][CENTRE]  # the squares at most two king's steps from e5
_WEIGHTS = Weights()
_LEAST_THREAT = 150  # thousandths of a point; a smaller change is hardly seen on the board

Features = dict[str, list[int]]


class Reason(NamedTuple):
    """One achievement of a plan.

    `what`      `card`        `amount`
    claim       the task      its points
    points      None          more own points than before, with what the turn's end will score
    rival-points None         points that the other side loses, such as for a legendary piece
    destroy     None          enemy pieces destroyed
    ready       a hand card   squares where it can be summoned that had been further away
    one-short   a hand card   squares where only one common is missing
    task        an open task  pieces that it still lacks, fewer than before
    hinder      an open task  pieces that the other side now lacks, more than before
    middle      None          more own pieces than before at most two king's steps from e5
    threat      None          1: enemy cards can do less, by all that is known of them
    frozen      a card        1: its frozen effect has come into play
    hindered    None          enemies that lose an action
    extra-turn  None          more turns after this one

    *Middle* and *threat* are reasons only for a judge that counts them.
    """

    what: str
    card: str | None
    amount: int
    worth: int  # in thousandths of a point; reasons are sorted by worth, the highest first

    def data(self) -> dict[str, object]:
        """Return the reason as plain data."""
        return self._asdict()


def find_reasons(
    before: GameState, after: GameState, codes: list[str], judge: Evaluator, seat: int
) -> list[Reason]:
    """Return what is achieved between two positions of a turn, the weightiest first."""
    me = before.setup.colours[seat]
    reasons = [
        Reason("claim", code[1:], TASKS[code[1:]].points, 1000 * TASKS[code[1:]].points)
        for code in codes
        if code.startswith("=")
    ]
    claimed = sum(reason.amount for reason in reasons)
    earlier, later = (judge.features([state], is_turn_over=True) for state in (before, after))
    points = (later["points"][0] - earlier["points"][0]) // 1000 - claimed
    if points > 0:
        scored = max(0, _own_points(after, me) - _own_points(before, me) - claimed)
        if FORMS[after.setup.form].scores_by_colour:
            scored = points  # nobody loses any
        parts = (("points", min(points, scored)), ("rival-points", max(0, points - scored)))
        reasons += [Reason(what, None, n, 1000 * n) for what, n in parts if n]
    destroyed = _enemies_destroyed(after, me) - _enemies_destroyed(before, me)
    if destroyed > 0:
        reasons.append(Reason("destroy", None, destroyed, 250 * destroyed))
    reasons += _card_reasons(before, after, judge, seat)
    if "tasks" in later:
        reasons += _task_reasons(before, after, me)
    reasons += _place_reasons(before, after, me, earlier, later)
    reasons += _school_reasons(before, after, seat)
    return sorted(reasons, key=lambda reason: -reason.worth)


def _own_points(state: GameState, me: int) -> int:
    """Return the points of one of two sides, with those for the pieces destroyed in this turn."""
    rules = FORMS[state.setup.form]
    points = state.points[me]
    if rules.has_tasks:
        return points + (state.colours[me] & state.legendary).bit_count()
    if state.colour == me:
        points += sum(destroyed_points(state, color)[0] for color in _other_colors(state, me))
    return points


def _enemies_destroyed(state: GameState, me: int) -> int:
    return sum(sum(state.destroyed[3 * c : 3 * c + 3]) for c in _other_colors(state, me))


def _other_colors(state: GameState, me: int) -> list[int]:
    return [colour for colour in range(len(state.colours)) if colour != me]


def _count_summoning_squares(state: GameState, me: int, card: str) -> tuple[int, int]:
    """Return on how many squares a card can be summoned now, and with one more common piece."""
    side = PackedSide([state.colours[me]], [state.heroic], [state.legendary], [state.occupied])
    whole, one, _ = (unpack(lane, 1)[0].bit_count() for lane in side.squares_by_missing(card))
    return whole, one - whole


def _card_reasons(before: GameState, after: GameState, judge: Evaluator, seat: int) -> list[Reason]:
    """Return reasons for the cards still in hand that have become easier to summon."""
    me = before.setup.colours[seat]
    reasons: list[Reason] = []
    held = after.hands[seat] + after.legends[seat]
    for card in held:
        (ready, short), (was_ready, was_short) = (
            _count_summoning_squares(after, me, card),
            _count_summoning_squares(before, me, card),
        )
        gained = judge.card_worth_in_hand(after, card) - judge.card_worth_in_hand(before, card)
        if ready and not was_ready:
            reasons.append(Reason("ready", card, ready, gained))
        elif short and not ready and not was_ready and not was_short:
            reasons.append(Reason("one-short", card, short, gained))
    return reasons


def _task_reasons(before: GameState, after: GameState, me: int) -> list[Reason]:
    """Return reasons for tasks closer to completion, and for tasks hindered for the enemy."""
    reasons: list[Reason] = []
    for task in after.current_tasks:
        if TASKS[task].type in SINGLE_TURN_TASK_TYPES or task not in before.current_tasks:
            continue
        points = TASKS[task].points
        lacks, lacked = (
            count_missing_pieces(after, task, me),
            count_missing_pieces(before, task, me),
        )
        if lacks < lacked:
            reasons.append(Reason("task", task, lacks, 300 * points * (lacked - lacks)))
        for enemy in _other_colors(after, me):
            more = count_missing_pieces(after, task, enemy)
            if more > count_missing_pieces(before, task, enemy):
                reasons.append(Reason("hinder", task, more, 250 * points))
    return reasons


def _place_reasons(
    before: GameState, after: GameState, me: int, earlier: Features, later: Features
) -> list[Reason]:
    """Return reasons for own pieces near the middle, and for enemy cards that can do less."""
    reasons: list[Reason] = []
    near, was_near = ((state.colours[me] & _MIDDLE).bit_count() for state in (after, before))
    if "center" in later and near > was_near:
        worth = later["center"][0] - earlier["center"][0]
        reasons.append(Reason("middle", None, near - was_near, worth))
    safer = sum(
        values[0] - earlier[name][0] for name, values in later.items() if name.startswith("threat-")
    )
    if safer >= _LEAST_THREAT:
        reasons.append(Reason("threat", None, 1, safer))
    return reasons


def _school_reasons(before: GameState, after: GameState, seat: int) -> list[Reason]:
    """Return reasons for what the effects of some schools leave behind."""
    reasons: list[Reason] = []
    frozen = after.frozen[seat]
    if frozen and frozen != before.frozen[seat]:
        reasons.append(Reason("frozen", frozen, 1, _WEIGHTS.frozen))
    hindered = sum(after.penalties) - sum(before.penalties)
    if hindered > 0:
        reasons.append(Reason("hindered", None, hindered, hindered * _WEIGHTS.hindered))
    turns = after.extra_turns - before.extra_turns
    if turns > 0:
        reasons.append(Reason("extra-turn", None, turns, turns * _WEIGHTS.extra_turn))
    return reasons
