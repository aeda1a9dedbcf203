"""The results of finished games: noted when a game ends, and found in the saved games.

A result is kept apart from its game, so that the statistics stay when the game is deleted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator

from tashkalar import Game
from tashkalar.features.stored.results_record import (
    COUNTED_KEY,
    DAMAGED_RESULTS_KEY,
    FAR_PERSON,
    PERSON,
    RESULTS_KEY,
    GameResult,
    add_result,
    is_damaged_results,
    read_results,
)
from tashkalar.position.ids import SeatNumber, seat_numbers
from tashkalar.position.move import Message
from tashkalar.rules.execution import PackResultPending
from tashkalar.ui.bots.computer_seats import BotLevels
from tashkalar.ui.storage.key_value_store import KeyValueStore, StoreError
from tashkalar.ui.storage.save_record import SaveRecord, game_id


def note_result(
    store: KeyValueStore,
    game: Game,
    save: str,
    ended_ms: int,
    bots: BotLevels,
    far_seat: SeatNumber | None = None,
) -> Message | None:
    """Keep the result of a finished game; return a message if it cannot be stored.

    `save` is the id of the saved game, `far_seat` the seat of this device in a game with someone
    far away. A game that only computers played is not kept.
    """
    result = _make_result(game, save, ended_ms, bots, far_seat)
    return _store_result(store, result) if result else None


def note_saved_games_in_steps(
    store: KeyValueStore, records: Iterable[tuple[str, SaveRecord]]
) -> Generator[None, None, Message | None]:
    """Keep the results of all saved games that have ended; return a message if that fails.

    `records` are the saved games with their ids. Later calls leave these games out.
    """
    listed = list(records)
    for id, record in listed:
        if trouble := (yield from note_saved_game_in_steps(store, id, record)):
            return trouble
    raise_counted_order(store, max((record.order for _, record in listed), default=0))
    return None


def note_saved_game_in_steps(
    store: KeyValueStore, id: str, record: SaveRecord
) -> Generator[None, None, Message | None]:
    """Keep the result of a saved game that has ended, once; return a message if that fails.

    The generator pauses after each move, as the game must be played again. A game up to the order
    that was counted before is left out, and one that was finished when it was first saved: it came
    by a link.
    """
    if record.order <= read_counted_order(store) or record.saved_at_ms == record.started_at_ms:
        return None
    result = yield from result_of_save_in_steps(store, id, record)
    return _store_result(store, result) if result else None


def result_of_save_in_steps(
    store: KeyValueStore, id: str, record: SaveRecord
) -> Generator[None, None, GameResult | None]:
    """Return the result of a saved game, with a pause after each move.

    None if the game goes on, is a study, is known already or cannot be read.
    """
    is_game = record.status == "game" and record.study_text is None
    if not (is_game and record.summary and record.summary.over and record.game_json):
        return None
    try:
        known = {result.id for result in read_results(_stored_text(store))}
        if game_id(record.game_json) in known:
            return None
        steps = Game.from_json_in_steps(record.game_json)
        while True:
            if isinstance(next(steps), PackResultPending):
                return None
            yield
    except StopIteration as end:
        game: Game = end.value
    except ValueError:  # a SaveError, or a text that is no save
        return None
    far_seat = record.far.seat if record.far else None
    return _make_result(game, id, record.saved_at_ms, record.bots, far_seat)


def _make_result(
    game: Game, save: str, ended_ms: int, bots: BotLevels, far_seat: SeatNumber | None
) -> GameResult | None:
    """Return the result of a game; None if it is not over, or no person at this device played."""
    setup, outcome = game.setup, game.outcome
    players = tuple(
        FAR_PERSON if far_seat and seat != far_seat else bots.get(seat, PERSON)
        for seat in seat_numbers(setup.seats)
    )
    if outcome is None or PERSON not in players:
        return None
    return GameResult(
        id=game_id(game.to_json()),
        save=save,
        ended_ms=ended_ms,
        form=setup.form,
        has_teams=setup.teams,
        schools=setup.schools,
        players=players,
        winners=outcome.winners,
        summoned=dict(sorted(Counter(_summoned_by_persons(game, players)).items())),
        has_legends=setup.legends,
    )


def _summoned_by_persons(game: Game, players: tuple[str, ...]) -> Iterator[str]:
    """Yield the beings that persons at this device have summoned."""
    for move in game.history():
        before = move.state_before
        if before.phase == "play" and players[before.seat] == PERSON:
            for event in move.events:
                if event.kind == "summon" and event.card:
                    yield event.card


# -- the store -----------------------------------------------------------------------------------


def _store_result(store: KeyValueStore, result: GameResult) -> Message | None:
    """Add a result to the stored ones; put their text aside if it cannot be read."""
    text = _stored_text(store)
    try:
        if text is not None and is_damaged_results(text):
            store.set(DAMAGED_RESULTS_KEY, text)
            text = None
        store.set(RESULTS_KEY, add_result(text, result))
    except StoreError as error:
        return error.notice or Message("storage.results")
    return None


def _stored_text(store: KeyValueStore, key: str = RESULTS_KEY) -> str | None:
    try:
        return store.get(key)
    except StoreError:
        return None


def read_counted_order(store: KeyValueStore) -> int:
    """Return the order up to which saved games have been counted; 0 at first."""
    text = _stored_text(store, COUNTED_KEY) or ""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 20 else 0


def raise_counted_order(store: KeyValueStore, order: int) -> None:
    """Note that the saved games up to an order are counted; ignore a failing store."""
    if order > read_counted_order(store):
        try:
            store.set(COUNTED_KEY, str(order))
        except StoreError:
            return  # they are known by their ids
