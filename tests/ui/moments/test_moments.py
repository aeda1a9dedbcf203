"""The best moments: what is found in games, what is kept of it, and what is read again."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from tashkalar import Game, new_game
from tashkalar.bots.simple import GreedyPlayer
from tashkalar.features.moments import MOMENTS_KEY
from tashkalar.features.moments.moments import (
    COMEBACK,
    KINDS,
    LEAST_AMOUNT,
    LEGEND,
    MOST_OF_KIND,
    TURN,
    Moment,
    PlacedPiece,
    add_moments,
    find_moments,
    keep_best,
    merge_moment_texts,
    read_moments,
    save_moments,
    write_moments,
)
from tashkalar.features.summary.game_summary import summarize
from tashkalar.position.ids import SeatNumber, seat_of
from tashkalar.rules.forms import FORMS
from tashkalar.ui.storage.key_value_store import MemoryStore
from tests import hostile
from tests.ui.table import catalogue_in, said

ONE, TWO = SeatNumber(1), SeatNumber(2)
SEEDS = range(12)
_SQUARES = ("e5", "e6", "d4", "f7")


@cache
def played(form: str, seed: int) -> Game:
    """A whole game between programs that like to summon."""
    game = new_game(form, ("northern", "sylvan"), seed=seed)
    players = [GreedyPlayer(f"{seed}/{n}") for n in range(2)]
    while game.player is not None:
        move = players[seat_of(game.player)].choose(
            game.view(game.player), game.prompt, game.legal_moves()
        )
        game.play(move)
    return game


def found(form: str, seat: SeatNumber) -> list[tuple[Game, Moment]]:
    games = [played(form, seed) for seed in SEEDS]
    return [(game, moment) for game in games for moment in find_moments(game, [seat], "save", 7)]


def moment(kind: str = TURN, **changes: Any) -> Moment:
    fields: dict[str, Any] = {
        "id": "a.turn.5",
        "save": "save",
        "kind": kind,
        "ended_ms": 1,
        "form": "duel",
        "school": "northern",
        "turn": 4,
        "move": 5,
        "amount": 0 if kind == LEGEND else 5,
        "card": "titan" if kind == LEGEND else "",
        "square": "",
        "pieces": tuple(PlacedPiece(square, "sylvan", "heroic") for square in _SQUARES),
    }
    return Moment(**{**fields, **changes})


def stored(text: str) -> tuple[Moment, ...]:
    store = MemoryStore()
    store.set(MOMENTS_KEY, text)
    return read_moments(store)


# -- in a game -----------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["duel", "high-form"])
def test_every_own_legend_and_every_large_turn_is_found_with_its_board(form: str) -> None:
    for seat in (ONE, TWO):
        for seed in SEEDS:
            game = played(form, seed)
            history, moments = game.history(), find_moments(game, [seat], "save", 7)
            legends = [
                event.card
                for entry in history
                if entry.state_before.seat == seat_of(seat)
                for event in entry.events
                if event.kind == "summon" and event.rank == "legendary"
            ]
            assert [one.card for one in moments if one.kind == LEGEND] == legends
            gains = [
                gain.amount
                for turn in summarize(game).turns
                for gain in turn.gains
                if gain.side == turn.side == seat_of(seat) and gain.amount >= LEAST_AMOUNT[TURN]
            ]
            assert [one.amount for one in moments if one.kind == TURN] == gains
            for one in moments:
                after = [*(entry.state_before for entry in history[1:]), game.state][one.move - 1]
                count = sum(mask.bit_count() for mask in after.colours)
                assert len(one.pieces) == count


def test_a_comeback_is_that_of_the_winner_who_was_far_behind() -> None:
    seen = 0
    for form in ("duel", "high-form"):
        for seat in (ONE, TWO):
            for game, one in found(form, seat):
                if one.kind == COMEBACK:
                    seen += 1
                    assert game.outcome is not None and game.outcome.winners == (seat,)
                    turns = summarize(game).turns
                    side = seat_of(seat)
                    behind = max(t.scores[1 - side] - t.scores[side] for t in turns)
                    assert one.amount == behind >= LEAST_AMOUNT[COMEBACK]
                    later = [t.scores for t in turns if t.number >= one.turn]
                    assert all(scores[side] > scores[1 - side] for scores in later)
    assert seen


def test_a_game_that_was_given_up_is_no_comeback() -> None:
    game = next(
        game for game, one in found("high-form", ONE) + found("duel", ONE) if one.kind == COMEBACK
    )
    given_up = game.copy()
    given_up.undo()
    given_up.resign(TWO)
    assert COMEBACK not in {one.kind for one in find_moments(given_up, [ONE], "save", 7)}


# -- what is kept --------------------------------------------------------------------------------


def test_the_best_of_each_kind_are_kept_the_newest_first() -> None:
    turns = [moment(id=f"t{n}", amount=n % 7 + 4, ended_ms=n) for n in range(20)]
    legends = [moment(LEGEND, id=f"l{n}", card="titan", ended_ms=n) for n in range(9)]
    kept = keep_best([*turns, *legends, *turns])
    assert [one.id for one in kept] == ["t19", "t13", "l8", "t6"]
    assert [one.amount for one in kept if one.kind == TURN] == [9, 10, 10]


def test_a_game_that_ends_again_replaces_its_moments() -> None:
    first = moment(id="a", save="one")
    known = add_moments([moment(id="b", save="two")], [first], "one")
    again = add_moments(known, [moment(id="c", save="one", amount=9)], "one")
    assert {one.id for one in again} == {"b", "c"}


def test_what_is_written_is_read() -> None:
    moments = keep_best(
        one
        for form in FORMS
        if form != "melee"
        for seat in (ONE, TWO)
        for _, one in found(form, seat)
    )
    assert len(moments) <= sum(MOST_OF_KIND.values())
    assert {one.kind for one in moments} == set(KINDS)
    store = MemoryStore()
    assert save_moments(store, moments) is None
    assert read_moments(store) == moments


def test_two_browsers_keep_the_best_of_both() -> None:
    here, there = moment(id="a", amount=5), moment(id="b", amount=6, ended_ms=2)
    text = merge_moment_texts(write_moments([here]), write_moments([there]))
    assert stored(text) == (there, here)
    assert merge_moment_texts(text, write_moments([here])) == text
    assert stored(merge_moment_texts(None, write_moments([here]))) == (here,)


@pytest.mark.parametrize("name", sorted(hostile.VALUES))
@pytest.mark.parametrize("field", ["id", "kind", "ended_ms", "school", "move", "card", "pieces"])
def test_a_wrong_value_costs_one_moment(field: str, name: str) -> None:
    good = moment(id="good", ended_ms=9)
    data = json.loads(write_moments([good, moment(id="bad")]))
    data["moments"][1][field] = hostile.VALUES[name]
    kept = stored(json.dumps(data))
    assert good in kept
    for one in kept:
        assert said(one.title) and one.kind in KINDS


@pytest.mark.parametrize("text", ["", "[]", "half a", '{"moments": 5}', '{"moments": [[]]}'])
def test_a_damaged_text_has_no_moments(text: str) -> None:
    assert stored(text) == ()


@pytest.mark.parametrize("language", ["en", "fr", "es", "it", "el"])
def test_the_titles_are_whole_in_each_language(language: str) -> None:
    words = catalogue_in(language)
    titles = {words.translate(moment(kind, amount=n).title) for kind in KINDS for n in (3, 4, 5)}
    assert len(titles) == 7 and not any("{" in title or "moments." in title for title in titles)
