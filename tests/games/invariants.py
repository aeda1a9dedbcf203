"""The conditions that hold at every decision of every game, for any cards."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from random import Random

from tashkalar import Game, IllegalMove, Move, cards
from tashkalar.cards import BEINGS, FLARES, TASKS, by_school, legend_deck
from tashkalar.effects.answers import NeedDecision
from tashkalar.effects.effect import Effect
from tashkalar.position.board import COMMON, DIRECTIONS, HEROIC, LEGENDARY, RANKS
from tashkalar.position.literals import EVENT_FIELDS
from tashkalar.position.move import Event, Match
from tashkalar.position.rng import shuffle, state_from_seed
from tashkalar.position.state import Cards, GameState
from tashkalar.rules import turn
from tashkalar.rules.forms import FORMS
from tashkalar.rules.legality import problems
from tashkalar.rules.view import view
from tests.engine import plain_matcher as plain

KIND_ORDER = (
    *("place", "summon", "discard", "flare", "thaw", "warp", "claim", "end", "pass-control"),
)
WRONG_CODES = ("", " ", "+a1", "+z9", "nobody@e5", "~nobody", "!flare-99", "=nothing", "x" * 40)


class Broken(AssertionError):
    """An invariant does not hold."""


def need(condition: object, message: str) -> None:
    """Raise AssertionError if a condition is false, also under ``python -O`` and in the soak."""
    if not condition:
        raise Broken(message)


def check(game: Game, deep: bool = False, rng: Random | None = None) -> None:
    """Check the position of a game; `deep` also goes back, copies, saves and permutes."""
    check_legal(game)
    check_pieces(game.state)
    check_cards(game)
    check_turn(game)
    check_moves(game)
    check_events(game)
    if deep:
        rng = rng or Random(len(game.codes))
        check_wrong_moves(game, rng)
        check_rerun(game)
        check_copy(game, rng)
        check_undo(game, rng.randint(1, 6))
        check_texts(game)
        check_removed(game)
        check_view(game, rng)
        check_summons(game)


def filled(event: Event) -> tuple[str, ...]:
    """The fields of an event that say something, in their order."""
    return tuple(
        name
        for name, value, empty in zip(
            Event._fields[1:], event[1:], Event(event.kind)[1:], strict=True
        )
        if value != empty
    )


def check_events(game: Game) -> None:
    """Check the events of the last move: each kind fills its own fields and no others."""
    for event in game.last_move.events if game.last_move else ():
        need(event.kind in EVENT_FIELDS, f"{event.kind} is no kind of event")
        need(filled(event) == EVENT_FIELDS[event.kind], f"{event}: other fields than its kind has")


# --- the position ------------------------------------------------------------------------------


def check_legal(game: Game) -> None:
    """The ruler of saves and scenarios finds nothing wrong, in the middle of a move either.

    Pieces (R1.6), the Gateway (R21.6, R21.7), what counted as a legend (R21.10) and so on.
    """
    for problem in problems(game.state, mid_move=game.open_move is not None):
        raise Broken(f"{problem.path}: {problem.message}")


def stock_of(state: GameState, rank: int) -> int:
    """Return the number of pieces that a color owns for a rank in this game (table of R1.7)."""
    if rank == LEGENDARY:
        return 3
    seats = state.setup.seats
    return {"high-form": 17, "duel": 16, "melee": 17 - (seats - 1)}[state.setup.form]


def check_pieces(state: GameState) -> None:
    """Check that each piece is on the board, in supply, on a card or removed (R1.6-R1.8)."""
    for colour, own in enumerate(state.colours):
        for rank, standing in (
            (COMMON, own & ~state.legendary),
            (LEGENDARY, own & state.legendary),
        ):
            out = state.removed[2 * colour + (rank == LEGENDARY)] if state.removed else 0
            need(out >= 0, f"colour {colour}: {out} pieces are out of the game")
            if state.captive and state.captive[0] == colour:
                out += (state.captive[1] == LEGENDARY) == (rank == LEGENDARY)
            there = standing.bit_count() + state.supply(colour, rank) + out
            kind = f"colour {colour} {RANKS[rank]}"
            need(there == stock_of(state, rank), f"R1.7: {kind}: {there} pieces")
    need(not state.removed or "everfrost" in state.setup.schools, "R20.11: who removed a piece?")
    need(not state.removed or len(state.removed) == 2 * len(state.colours), "removed pieces")


def check_removed(game: Game) -> None:
    """Check that exactly the pieces are out of the game that the log says were removed (R20.11)."""
    history = game.history()
    first = history[0].state_before if history else game.state
    wanted = Counter(dict(enumerate(first.removed)))
    for entry in history:
        for event in entry.events:
            if event.kind == "remove":
                assert event.owner is not None
                wanted[2 * (event.owner - 1) + (event.rank == RANKS[LEGENDARY])] += 1
    removed = Counter(dict(enumerate(game.state.removed)))
    need(+removed == +wanted, f"R20.11: removed are {removed}, told {wanted}")


def _same(found: list[str], wanted: list[str], what: str) -> None:
    if sorted(found) != sorted(wanted):
        more, less = Counter(found) - Counter(wanted), Counter(wanted) - Counter(found)
        raise Broken(f"{what}: too many {dict(more)}, missing {dict(less)}")


def check_cards(game: Game) -> None:
    """Check that every card exists once: in a hand, a deck, a pile, or being resolved."""
    state, setup = game.state, game.setup
    playing = state.playing
    for seat, school in enumerate(setup.schools):
        held = [*state.hands[seat], *state.decks[seat], *state.discards[seat]]
        held += [card for card in (state.frozen[seat], state.pending[seat]) if card]
        warping = (
            game.last_move is not None and game.last_move.move.kind == "warp"
        )  # then it is pending
        if playing in BEINGS and BEINGS[playing].deck != "legends" and seat == state.seat:
            held += [playing] * (not warping)
        _same(held, [card.id for card in by_school(school)], f"the cards of seat {seat + 1}")
    legends = [*state.legend_deck, *state.legend_discards, *(c for h in state.legends for c in h)]
    if playing in BEINGS and BEINGS[playing].deck == "legends":
        legends.append(playing)
    _same(legends, [card.id for card in legend_deck()] * setup.legends, "the legends")
    flares = [*state.flare_deck, *state.flare_discards, *(c for h in state.flares for c in h)]
    if playing in FLARES:
        flares.append(playing)
    _same(flares, list(FLARES), "the flares")
    tasks = [*state.current_tasks, *state.task_deck]
    if not FORMS[setup.form].has_tasks:
        return
    # Points are those of the claimed tasks (R13.1), so the claimed ones can be counted.
    claimed = set(TASKS) - set(tasks)
    need(sum(TASKS[t].points for t in claimed) == sum(state.points), "points without a task")
    kinds = Counter(TASKS[t].type for t in tasks[:4])
    if len(state.current_tasks) == 3 and len(tasks) > 6:
        need(max(kinds.values()) < 3, f"three of four open tasks share a type: {kinds}")


def check_turn(game: Game) -> None:
    """Check that the memory of the turn is plausible (R5.9)."""
    state = game.state
    need((game.player is None) == game.is_over == (state.phase == "over"), "who is on turn?")
    need((game.outcome is None) != game.is_over, "an outcome means that the game is over")
    if game.setup.teams and not state.passed and game.prompt.kind in ("turn", "end"):
        need(not (state.legends[0] and state.legends[2]), "R19.5: one of a team has the legends")
        need(not (state.legends[1] and state.legends[3]), "R19.5: one of a team has the legends")
    need(0 <= state.actions <= 20, f"{state.actions} actions")
    idle = game.prompt.kind in ("turn", "end", "marks", "over")
    if not idle:
        need(state.playing == game.prompt.card, "R7.20: the card is on the table")
    else:
        need(state.playing is None, f"{state.playing} is still being resolved")
        need(not state.deck_out or state.last_turns >= 0 or game.is_over, "R17.2 was forgotten")
        for seat, hand in enumerate(state.hands):
            held = len(hand) + bool(state.pending[seat])  # R22.6
            if seat != state.seat and held < 3 and state.turn > seat + 1:
                need(not state.decks[seat], f"seat {seat + 1} has not drawn (R16.1)")
    if state.phase == "play" and state.turn == 1:
        need(state.actions <= 1 or state.summoned or not idle, "R5.1: one action at first")


def check_moves(game: Game) -> None:
    """Check the legal moves: some unless the game is over, typeable, different, in fixed order."""
    moves = game.legal_moves()
    need(bool(moves) != game.is_over, "legal moves and the end of the game disagree")
    codes = [move.code for move in moves]
    need(len(set(codes)) == len(codes), "two moves have one code")
    need(len(set(moves)) == len(moves), "two moves are equal")
    need(all(c and c.isascii() and c.isprintable() and " " not in c for c in codes), "a code")
    prompt = game.prompt
    kinds = [move.kind for move in moves]
    if prompt.kind not in ("turn", "end"):
        need(set(kinds) <= {"choose", "skip", "pass-control"}, f"{set(kinds)} inside an effect")
        need(("skip" in kinds) == prompt.optional, "optional means that there is a no")
        if "pass-control" in kinds:
            need(kinds.pop() == "pass-control" and not game.state.passed, "R19.11: passing")
        need(kinds[-1:] == ["skip"] or "skip" not in kinds, "no comes last")
        need(len(moves) > 1 or game.is_over, "a question with one answer")
        if prompt.kind not in ("marks", "over") or (
            game.history()[-1:] and game.saved_game().open_move
        ):
            return
    else:
        state = game.state
        order = [KIND_ORDER.index(kind) for kind in kinds]
        need(order == sorted(order), "kinds are out of order")
        need(("end" in kinds) == (state.actions == 0), "R5.3: all actions must be used")
        need(("place" in kinds) == (state.actions > 0), "R5.3: placing is always possible")
        need(not state.passed or set(kinds) <= {"place", "claim", "end"}, "R19.12: after passing")
        need("claim" not in kinds or not state.actions, "a claim ends the turn")
        if "warp" in kinds and state.turn <= 3 * state.setup.seats:
            need(_had_a_turn(game), "R22.4: warping on the first turn")
        need("discard" not in kinds or not state.discarded, "R8.1: one discard a turn")
        for kind in ("discard", "flare", "claim"):
            cards_named = [move.card for move in moves if move.kind == kind]
            if kind != "flare" or len(state.colours) == 2:
                need(len(set(cards_named)) == len(cards_named), f"{kind} offered twice")
    need(turn.legal_moves(game.state) == moves, "the legal moves changed when asked again")


def _had_a_turn(game: Game) -> bool:
    """Tell whether the player on turn had a turn before, by the history; a scenario has none."""
    state, saved_game = game.state, game.saved_game()
    return bool(saved_game.scenario or saved_game.start) or any(
        entry.state_before.phase == "play" and entry.state_before.seat == state.seat
        for entry in game.history()
        if entry.state_before.turn < state.turn
    )


# --- going back, copying, texts ----------------------------------------------------------------

Facts = tuple[object, ...]


def facts(game: Game) -> Facts:
    """Return all that two games must share to be the same."""
    return (
        game.state.key(),
        game.prompt,
        game.legal_moves(),
        game.codes,
        game.player,
        game.outcome,
        game.can_undo,
    )


def compare(a: Game, b: Game, what: str) -> None:
    """Check that two games are the same in all that a caller can ask."""
    left, right = facts(a), facts(b)
    if left != right:
        names = ("state", "prompt", "legal moves", "codes", "player", "outcome", "can_undo")
        wrong = [n for n, x, y in zip(names, left, right, strict=True) if x != y]
        if "state" in wrong:
            slots = GameState.__slots__
            keys = zip(slots, a.state.key(), b.state.key(), strict=True)
            wrong += [f"state.{slot}: {x!r} != {y!r}" for slot, x, y in keys if x != y]
        raise Broken(f"{what}: {'; '.join(wrong)}")


def check_wrong_moves(game: Game, rng: Random) -> None:
    """A code that is not legal raises IllegalMove and changes nothing."""
    before = facts(game)
    legal = {move.code for move in game.legal_moves()}
    tried = [*WRONG_CODES, *(f"+{s}" for s in ("e5", "a5")), "-", ".", "e5", "e5-e6", "RESIGN"]
    tried.append(rng.choice(sorted(legal) or ["."]).upper() + "?")
    for code in tried:
        if code in legal:
            continue
        try:
            game.play(code)
        except IllegalMove:
            pass
        else:
            raise Broken(f"{code!r} was accepted")
    need(facts(game) == before, "a wrong code changed the game")


def check_rerun(game: Game) -> None:
    """The last move run again with its answers: same state, events, question, answers."""
    history = game.history()
    if not history:
        return
    entry = history[-1]
    if entry.move.kind == "resign":
        return
    before = entry.state_before.key()
    effect = Effect(entry.state_before.copy(), entry.answers, entry.forced)
    asked = None
    try:
        turn.perform(effect, entry.move)
    except NeedDecision as needed:
        asked = needed.question
    need(entry.state_before.key() == before, "a move wrote on the state before it")
    need(effect.state.key() == game.state.key(), f"{entry.move.code}: another state")
    need(tuple(effect.events) == entry.events, f"{entry.move.code}: other events")
    need(tuple(effect.answers) == entry.answers, f"{entry.move.code}: other answers")
    need(tuple(effect.forced) == entry.forced, f"{entry.move.code}: other forced answers")
    if asked is None:
        need(game.prompt.kind in ("turn", "end", "over"), "no question, yet something is asked")
    else:
        need(asked.moves == game.legal_moves(), f"{entry.move.code}: another question")
        need(asked.kind == game.prompt.kind, f"{entry.move.code}: another kind of question")


def check_copy(game: Game, rng: Random) -> None:
    """Check that a change of a copy does not change the game, and the other way round."""
    before = facts(game)
    twin = game.copy()
    compare(game, twin, "a fresh copy")
    if not twin.is_over:
        move = rng.choice(twin.legal_moves())
        twin.play(move)
        need(facts(game) == before, f"{move.code} on a copy changed the game")
        again = game.copy()
        again.play(move.code)
        compare(twin, again, f"{move.code} on two copies")
        twin.undo()
        compare(game, twin, f"{move.code} on a copy, taken back")
    while twin.can_undo and rng.random() < 0.9:
        twin.undo()
    need(facts(game) == before, "undo on a copy changed the game")


def check_undo(game: Game, steps: int) -> None:
    """Undo and redo some decisions, and compare each position with the one before."""
    twin = game.copy()
    passed: list[Facts] = []
    for _ in range(steps):
        if not twin.can_undo:
            break
        passed.append(facts(twin))
        number = len(twin.codes)
        twin.undo()
        need(len(twin.codes) == number - 1, "undo takes one decision back")
        need(twin.can_redo, "what was undone can be redone")
    for wanted in reversed(passed):
        twin.redo()
        if facts(twin) != wanted:
            raise Broken("undo, then redo: not the same")
    compare(game, twin, f"{len(passed)} undone and redone")


def check_texts(game: Game) -> None:
    """Check that saves and records lead to the same game and the same text."""
    readers: list[tuple[str, str, Callable[[str], Game], Callable[[Game], str]]] = [
        ("save", game.to_json(), Game.from_json, Game.to_json),
        ("record", game.record(), Game.from_record, Game.record),
    ]
    for what, text, read, write in readers:
        back = read(text)
        compare(game, back, what)
        need(write(back) == text, f"{what}: another text the second time")
        if game.can_undo:
            twin = game.copy()
            twin.undo()
            back.undo()
            compare(twin, back, f"{what}, then undo")


def check_all_the_way_back(game: Game, start: GameState) -> None:
    """Check that undoing all decisions gives the first position, and redoing all the last."""
    twin = game.copy()
    number = len(twin.codes)
    for _ in range(number):
        twin.undo()
    need(not twin.can_undo and twin.codes == (), "undo has not come to the beginning")
    need(twin.state.key() == start.key(), "all undone: not the first position")
    for _ in range(number):
        twin.redo()
    need(not twin.can_redo, "redo has not come to the end")
    compare(game, twin, "all the way back and forward")


# --- what a seat may know ----------------------------------------------------------------------


def _redealt(state: int, piles: list[Cards]) -> tuple[int, list[Cards]]:
    """The cards of several hidden piles shuffled together and dealt to piles of the same sizes."""
    state, mixed = shuffle(state, [card for pile in piles for card in pile])
    dealt: list[Cards] = []
    at = 0
    for pile in piles:
        dealt.append(mixed[at : at + len(pile)])
        at += len(pile)
    return state, dealt


def with_other_secrets(state: GameState, seat: int, seed: int) -> GameState:
    """A state that a seat (from 0) cannot tell from this one: all it may not know is changed."""
    other = state.copy()
    rng = state_from_seed(seed)
    other.rng = rng
    other.setup = state.setup._replace(seed=f"another seed {seed}")
    hands, decks, discards = list(state.hands), list(state.decks), list(state.discards)
    dropped = list(state.dropped)
    legends, flares = list(state.legends), list(state.flares)
    for number in range(state.setup.seats):
        if number == seat:
            rng, (decks[number],) = _redealt(rng, [decks[number]])
        else:
            played = tuple(c for c in discards[number] if c not in dropped[number])
            rng, (hands[number], decks[number], dropped[number]) = _redealt(
                rng, [hands[number], decks[number], dropped[number]]
            )
            discards[number] = dropped[number] + played
    rivals = [number for number in range(state.setup.seats) if number != seat]
    mate = state.teammate(seat) if state.setup.teams else seat
    apart = [number for number in rivals if number != mate]  # a team shares its legends (R19.21)
    rng, piles = _redealt(rng, [*(legends[n] for n in apart), state.legend_deck])
    other.legend_deck = piles.pop()
    for number, pile in zip(apart, piles, strict=True):
        legends[number] = pile
    rng, piles = _redealt(rng, [*(flares[n] for n in rivals), state.flare_deck])
    other.flare_deck = piles.pop()
    for number, pile in zip(rivals, piles, strict=True):
        flares[number] = pile
    rng, (below,) = _redealt(rng, [state.task_deck[1:]])
    other.task_deck = state.task_deck[:1] + below
    other.hands, other.decks, other.discards = tuple(hands), tuple(decks), tuple(discards)
    other.dropped = tuple(dropped)
    other.legends, other.flares = tuple(legends), tuple(flares)
    return other


def check_view(game: Game, rng: Random) -> None:
    """Check that a view is plain data and does not depend on hidden facts (R25)."""
    state = game.state
    for seat in range(game.setup.seats):
        seen = game.view(seat + 1)
        text = json.dumps(seen, sort_keys=True)
        need(json.loads(text) == seen, "a view is not plain JSON data")
        came = seen.pop("open")  # how the question came about, for the seat that answers
        need(came is None or seat + 1 == game.player, f"seat {seat + 1} sees how another decides")
        other = with_other_secrets(state, seat, rng.randrange(1 << 30))
        need(view(other, seat) == seen, f"the view of seat {seat + 1} shows something hidden")
        # A seed that is a common word would be found by chance; ours is long.
        if len(game.setup.seed) > 12:
            need(game.setup.seed not in text, f"the view of seat {seat + 1} shows the seed")
        _check_team(state, seat, seen)
        others = {c for n, hand in enumerate(state.hands) if n != seat for c in hand}
        hidden = {*others, *state.decks[seat]} - _known(state, seat)
        words = {*_words(seen)}
        need(not hidden & words, f"the view of seat {seat + 1} names {hidden & words}")


def _check_team(state: GameState, seat: int, seen: dict[str, object]) -> None:
    """Check that teammates see the legends they share, but not each other's beings (R19.21)."""
    shown = seen["hand"]
    assert isinstance(shown, dict)
    if not state.setup.teams:
        need(shown["team_legends"] == [], "shared legends without a team")
        return
    mate = (seat + 2) % 4
    shared = sorted(state.legends[seat] + state.legends[mate])
    need(sorted(shown["team_legends"]) == shared, f"R19.21: seat {seat + 1} misses a legend")
    private = {*state.hands[mate], *state.flares[mate]} - _known(state, seat)
    words = {*_words({**seen, "piles": None})}
    need(not private & words, f"R19.21: seat {seat + 1} sees {private & words} of the teammate")


def _known(state: GameState, seat: int) -> set[str]:
    """Own cards a seat may see; Imperial schools share names, so the other hand may have them."""
    named = {*state.hands[seat], *state.discards[seat], state.playing or ""}
    named |= {*state.frozen, *state.pending, *state.warped}
    for pile, unseen in zip(state.discards, state.dropped, strict=True):
        named |= {*pile} - {*unseen}
    return named | {done.card for done in state.summoned}


def _words(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [word for part in value.values() for word in _words(part)]
    if isinstance(value, list):
        return [word for part in value for word in _words(part)]
    return []


# --- patterns ----------------------------------------------------------------------------------


def as_fit(match: Match) -> plain.Fit:
    """A match as the plain matcher gives it."""
    return plain.Fit(
        match.used, match.marked, frozenset(match.directions), match.foreign, match.improvised
    )


def check_summons(game: Game) -> None:
    """Check that the plain matcher finds the same summonings for the cards in all hands."""
    state = game.state
    board = plain.board_of(game)
    for seat in range(game.setup.seats):
        colour = game.setup.colours[seat]
        on_turn = colour == state.colour
        left = state.markers[colour] if state.markers else 0
        help = plain.Help(
            borrow=state.borrow * on_turn,
            improvise=frozenset(c + 1 for c in range(len(state.colours)) if left >> c & 1),
            empties=state.empties * on_turn,
            instead=state.summon_with * on_turn,
        )
        held = {*state.hands[seat], *state.legends[seat], state.pending[seat]} - {""}
        for card in held:
            being = cards.BEINGS[card]
            facts_of_it = plain.drawing(being, [DIRECTIONS[d] for d in being.shape.directions])
            own = state.colours[colour]
            fits = plain.summonable(
                board,
                facts_of_it,
                colour + 1,
                state.supply(colour, COMMON) + (own & ~state.legendary).bit_count(),
                legendary=state.supply(colour, LEGENDARY) + (own & state.legendary).bit_count(),
                help=help,
            )
            none = frozenset[str]()
            wanted = {
                s: {fit._replace(special=none, pairs=frozenset()) for fit in ways}
                for s, ways in fits.items()
            }
            placements = game.summons(card, seat + 1)
            if {s: set(map(as_fit, ms)) for s, ms in placements.items()} != wanted:
                raise Broken(f"{card} of seat {seat + 1}: {placements} is not {wanted}")


# --- from one decision to the next -------------------------------------------------------------


def check_step(before: GameState, move: Move, game: Game) -> None:
    """Check that a decision changes points, tasks, decks and the turn only as the rules allow."""
    state = game.state
    if move.kind in ("place", "discard"):
        need(state.actions == before.actions - 1, f"R5.2: {move.code} costs an action")
    if move.kind == "discard":
        need(state.discarded and not before.discarded, "R8.1: a second discard")
    if state.phase == "over" and state.resigned >= 0:
        return
    need(all(b >= a for a, b in zip(before.points, state.points, strict=True)), "R14.6")
    need(before.last_turns < 0 or state.last_turns >= 0, "R17.1: an end cannot be taken back")
    new_turn = state.turn != before.turn or state.phase == "over"
    if not new_turn and before.phase == "play":
        need(state.seat == before.seat, "another seat in mid-turn")
        need(state.current_tasks == before.current_tasks, "tasks changed in mid-turn")
        need(not before.discarded or state.discarded, "the discard was forgotten")
        counts = zip(before.destroyed, state.destroyed, strict=True)
        need(all(b >= a for a, b in counts), "destroyed pieces came back to life")
        then = [done[:2] for done in before.summoned]  # it may come to count as a legend's
        need([done[:2] for done in state.summoned[: len(then)]] == then, "summonings forgotten")
        need(state.last_turns == before.last_turns, "R17.9: checked in mid-turn")
        need(state.rng == before.rng, "R25.4: chance in mid-turn")
        for deck in ("legend_deck", "flare_deck", "task_deck"):  # cards may come under it
            top, now = getattr(before, deck), getattr(state, deck)
            need(now[: len(top)] == top, f"R25.4: the {deck} was looked at in mid-turn")
    elif before.phase == "play":
        assert game.last_move is not None  # its end may have asked
        _check_end_of_turn(game.last_move.state_before, state)
    if before.phase == "play" and new_turn and state.phase == "play":
        need(state.turn == before.turn + 1, "turns are counted one by one")
        need(not any(state.destroyed) and not state.summoned, "R12.6: memory is kept")
        fresh = 2 - (0 if before.extra_turns else before.penalties[state.seat])
        need(state.actions == fresh and not state.discarded and not state.borrow, "a fresh turn")
        if before.extra_turns:
            need(state.seat == before.seat and state.in_extra_turn, "R17.8: an extra turn")
        else:
            need(state.seat == (before.seat + 1) % state.setup.seats, "the next seat")
            need(not state.in_extra_turn, "an extra turn that nobody owed")
    elif state.phase == "over":
        need(before.last_turns == 1 or before.in_extra_turn, "R17.6: over too early")


def _check_end_of_turn(before: GameState, state: GameState) -> None:
    """Check points, cards and the end of the game by counting them once more (R5.8)."""
    seat, form = before.seat, FORMS[before.setup.form]
    gained = [b - a for a, b in zip(before.points, state.points, strict=True)]
    me = before.colour
    if form.id == "high-form":
        claimed = {*before.current_tasks} - {*state.current_tasks}
        need(len(claimed) <= 1, "R13.4: two claims")
        need(gained[1 - me] == 0, "R13.4: points for the other side")
        need(gained[me] == sum(TASKS[t].points for t in claimed), "R13.4: points")
    else:
        wanted, odd = [0] * len(gained), []
        for colour in range(len(before.colours)):
            counts = before.destroyed[3 * colour : 3 * colour + 3]
            points = 2 * counts[LEGENDARY] + counts[HEROIC] + counts[COMMON] // 2
            place = me * before.setup.seats + colour if form.id == "melee" else me
            wanted[place] += points * (colour != me)
            odd += [place] * (colour != me and counts[COMMON] % 2)
        ways = [wanted]
        if form.id == "melee" and len(odd) > 1:  # R15.3
            ways = [[n + (i == place) for i, n in enumerate(wanted)] for place in odd]
        need(gained in ways, f"R14.1, R15.2: {gained} points instead of {ways}")
    held, drawn = len(before.hands[seat]), len(before.decks[seat]) - len(state.decks[seat])
    wish = max(0, 3 - held - bool(before.pending[seat])) + before.extra_beings
    need(drawn == min(wish, len(before.decks[seat])), "R16.1: beings drawn")
    need(state.hands[seat][:held] == before.hands[seat], "R16.1: the hand is kept")
    keeper = before.teammate(seat) if before.setup.teams else seat
    for name, limit, extra in (("legend", 2, before.extra_legends), ("flare", 1, 0)):
        whose = {seat, keeper} if name == "legend" else {seat}
        held = sum(len(getattr(before, f"{name}s")[n]) for n in whose)
        there = len(getattr(before, f"{name}_deck")) + len(getattr(before, f"{name}_discards"))
        wish = min(max(0, limit - held) + extra, there)
        now = getattr(state, f"{name}s")[keeper if name == "legend" else seat]
        need(len(now) == held + wish, f"R16.1, R19.15: {name}s drawn")
        deck, pile = getattr(state, f"{name}_deck"), getattr(state, f"{name}_discards")
        need(deck or not (pile and wish), f"R16.4: the {name} deck was left empty")
    if before.last_turns >= 0:
        passed = 0 if before.in_extra_turn else 1
        need(state.last_turns == before.last_turns - passed, "R17.6, R17.8: turns still to come")
    else:
        lying = before.sideways[seat] if before.sideways else 0
        out = drawn > 0 and len(before.decks[seat]) - lying <= drawn  # R19.18
        reached = form.is_end_reached(state)
        need((state.last_turns >= 0) == (out or reached), "R17.2-R17.4: the trigger")
        need(not out or state.deck_out, "R17.2")
