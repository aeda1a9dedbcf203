"""The exchange between the store and the backup when the page starts: games and all other texts.

A browser that was killed may have written the backup to the disk, but not yet the store.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection

from tashkalar.ui.storage import tombstones
from tashkalar.ui.storage.kept_store import (
    highest_noted_order,
    is_apart,
    is_kept_key,
    is_readable,
    noted_order,
    remove_note,
    write_with_order,
)
from tashkalar.ui.storage.key_value_store import StoreError
from tashkalar.ui.storage.save_record import (
    GAME_KEY_PREFIX,
    encode_save_record,
    goes_on_from,
    read_save_record,
)
from tashkalar.ui.storage.save_texts import (
    SaveTexts,
    WaitingCopy,
    id_of_key,
    is_quarantine_key,
    is_save_key,
)
from tashkalar.ui.storage.stored_kinds import kind_of

_UNREAD_ORDERS = 100_000  # more than a page gives whose clock, which is behind, gives none


async def restore_newer_copies(texts: SaveTexts, keys_in_use: Collection[str] = ()) -> None:
    """Restore from the backup the texts that the store has lost, or has older; never raises.

    To be called at the start. `keys_in_use` are the keys of the games and drafts that other tabs
    have open now; those tabs have the newest texts, so they are left alone.
    """
    try:
        stored_keys = set(texts.store.keys())
    except StoreError:
        return
    texts.next_order()  # reads the orders of all saves in the store
    texts.raise_last_order(highest_noted_order(texts.store))
    if not await texts.backups.load_contents():
        # Another page that could not read them must not count on from the same order.
        own_orders = int(texts.tab_id, 16) % _UNREAD_ORDERS
        texts.raise_last_order(texts.next_order() + _UNREAD_ORDERS + own_orders)
        return
    texts.raise_last_order(texts.backups.highest_order)
    _repeat_deletions_in_backup(texts, stored_keys, keys_in_use)
    for key in texts.backups.all_keys():
        if key in keys_in_use:
            continue
        if is_save_key(key):
            await _restore_newest_copy(texts, key)
        elif is_kept_key(key):
            await _restore_kept_text(texts, key)
    for key in filter(is_save_key, texts.backups.all_keys()):  # another tab may have added some
        if key not in keys_in_use:
            await _add_lacked_copy(texts, key)
    _repeat_deletions_in_store(texts, {key for key in stored_keys if key not in keys_in_use})
    # The first store may not have it on its disk yet that these keys are gone.
    gone = sorted((at, key) for key, at in texts.backups.deletions() if key not in stored_keys)
    texts.backups.forget_deletions([key for _, key in gone[: -tombstones.MAX_TOMBSTONES]])


async def restore_newer_copy(texts: SaveTexts, key: str) -> None:
    """Go on with the copy of a game that another tab has left, if it is newer; never raises.

    The first store may have no room for it. To be called before a game is opened or taken over.
    """
    record = texts.newest_record(key)
    if record is None or record.status != "game" or not await texts.backups.look_again(key):
        return
    copies = await texts.backups.read_newer(key, record.order)
    if None in copies.values():
        texts.backups.spare(key, copies)  # the next start looks for them
        return
    for copy in reversed(copies.values()):
        if read_save_record(key, copy or "").status == "game":
            texts.take_over_game(key, copy or "")
            return


def back_up_all(texts: SaveTexts) -> None:
    """Write every text to the backup of which the backup has no copy as new."""
    for key in texts.save_keys():
        record, text = texts.newest_record(key), texts.newest_text(key)
        if record and text and texts.backups.newest_order(key) < record.order:
            texts.back_up(key, text, record)
    with contextlib.suppress(StoreError):
        stored_keys = texts.store.keys()
        for key in stored_keys if not texts.backups.is_unread else ():
            kept_text = texts.store.get(key) if is_kept_key(key) else None
            if kept_text is not None and kind_of(key, kept_text) != "other":
                _back_up_kept_text(texts, key, kept_text)


def _back_up_kept_text(texts: SaveTexts, key: str, text: str) -> None:
    """Write a text that is no game to the backup, if the backup has no copy as new.

    A damaged text, and one that waits for room to be replaced, would drop the good copy.
    """
    if not is_readable(text) or key in texts.waiting_copies:
        return
    order = noted_order(texts.store, key, text)
    if order is None:
        order = texts.next_order()
        with contextlib.suppress(StoreError):  # without its note the text counts as newer
            write_with_order(texts, key, text, order)
    if texts.backups.newest_order(key) < order:
        texts.backups.write_only(key, order, text)


def _repeat_deletions_in_backup(
    texts: SaveTexts, stored_keys: Collection[str], keys_in_use: Collection[str]
) -> None:
    """Delete the copies of games that were deleted while the backup failed."""
    if not (deletion_orders := tombstones.read_tombstones(texts.store)):
        return
    remaining = {}
    for key, order in deletion_orders.items():
        if key in stored_keys or not 0 <= texts.backups.newest_order(key) < order:
            continue
        remaining[key] = order  # the next start shows whether this deletion has worked
        if key not in keys_in_use:
            texts.backups.remove(key, order)
    tombstones.write_tombstones(texts.store, remaining)


async def _restore_newest_copy(texts: SaveTexts, key: str) -> None:
    """Store the newest readable copy of a text, if the store has none as new."""
    record = texts.newest_record(key)
    if record is not None and (record.status == "newer" or is_quarantine_key(key)):
        return
    order = -1 if record is None else record.order
    if record is not None and record.status == "damaged":
        order -= 1  # a readable copy of the same order is better than a damaged text
    copies = await texts.backups.read_newer(key, order)
    texts.backups.spare(key, [at for at, copy in copies.items() if copy is None])
    for copy in reversed(copies.values()):
        if copy is None or (
            read_save_record(key, copy).status == "damaged" and not is_quarantine_key(key)
        ):
            continue
        stored_text = texts.newest_text(key)
        if stored_text is not None and record and record.status == "damaged":
            texts.copy_to_quarantine(key, stored_text)
        texts.restore(key, copy)
        break


async def _add_lacked_copy(texts: SaveTexts, key: str) -> None:
    """Add as a game of its own what a page did not know that went on with an older save."""
    record = texts.newest_record(key)
    if record is None or record.status != "game" or not record.apart_since:
        return
    copies = await texts.backups.read_newer(key, record.apart_since)
    if None in copies.values():
        return
    for copy in reversed(copies.values()):
        lacked = read_save_record(key, copy or "")
        if lacked.status != "game" or any(goes_on_from(one, lacked) for _, one in texts.records()):
            continue
        id, lacked = texts.free_id(), lacked._replace(order=texts.next_order(), apart_since=0)
        texts.write(GAME_KEY_PREFIX + id, encode_save_record(id, lacked), lacked)
    record = record._replace(apart_since=0)
    texts.restore(key, encode_save_record(id_of_key(key), record))


async def _restore_kept_text(texts: SaveTexts, key: str) -> None:
    """Store the newest whole copy of a text that is no game, if the store has an older one."""
    try:
        stored_text = texts.store.get(key)
        order = -1 if stored_text is None else noted_order(texts.store, key, stored_text)
        may_lack = is_apart(texts.store, key)
    except StoreError:
        return
    damaged_text = None
    if stored_text is not None and order is None:
        if is_readable(stored_text):  # an earlier version of the page has written the text
            await _add_unknown_copies(texts, key, may_lack=may_lack)
            return
        damaged_text, order = stored_text, -1
    order = -1 if order is None else order
    orders = texts.backups.orders(key)
    if is_joined := len(orders) == 1 and not may_lack:
        if orders[0] <= order:
            return
    copies = await texts.backups.read_newer(key)
    read = {at: copy for at, copy in copies.items() if copy is not None}
    whole = {at: copy for at, copy in read.items() if is_readable(copy)}
    # A page that knew no copies wrote the text after them, also if its clock was behind.
    newest = order if may_lack and order in whole else max([order, *whole])
    lacked = {at: copy for at, copy in whole.items() if at != newest and not is_joined}
    unread = [at for at in orders if at not in read]
    texts.backups.spare(key, [*lacked, *unread])
    texts.unread_orders[key] = unread
    if stored_text is not None and may_lack and newest != order:
        lacked[order] = stored_text
    if lacked:
        texts.lacked_copies[key] = [lacked[at] for at in sorted(lacked)]
    if newest == order:
        return
    if damaged_text is not None:
        texts.copy_to_quarantine(key, damaged_text)
    try:
        write_with_order(texts, key, whole[newest], max(read))
    except StoreError:  # a full store: the page goes by the copy until there is room
        texts.waiting_copies[key] = WaitingCopy(whole[newest], stored_text)


async def _add_unknown_copies(texts: SaveTexts, key: str, *, may_lack: bool) -> None:
    """Add the copies to a text that the first store had lost before the text was written."""
    known = -1 if may_lack else highest_noted_order(texts.store, key)
    copies = await texts.backups.read_newer(key, known)
    texts.backups.spare(key, copies)
    if copies:
        texts.lacked_copies[key] = [copy for copy in copies.values() if copy is not None]
        texts.unread_orders[key] = [order for order, copy in copies.items() if copy is None]


def _repeat_deletions_in_store(texts: SaveTexts, keys: Collection[str]) -> None:
    """Delete those of the texts again whose deletion the store has lost."""
    for key, order in [pair for pair in texts.backups.deletions() if pair[0] in keys]:
        with contextlib.suppress(StoreError):
            if is_kept_key(key):
                stored_order = noted_order(texts.store, key, texts.store.get(key) or "")
            else:
                record = texts.newest_record(key) if is_save_key(key) else None
                stored_order = record.order if record else None
            if stored_order is not None and stored_order < order:  # else it was stored since
                texts.store.remove(key)
                if is_kept_key(key):
                    remove_note(texts.store, key)
