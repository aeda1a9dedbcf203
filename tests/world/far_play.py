"""Games with someone on the other device: messages that are lost, doubled, reordered, cut."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING
from unittest.mock import patch

from tashkalar.far import far_game
from tashkalar.far.far_game import FarGame, game_id
from tashkalar.far.log import FarError, compare, last_hash
from tashkalar.far.message import FoundLog, read_message, read_messages, write_text
from tashkalar.far.sealed_hand import SealedHand
from tashkalar.far.sealing import SHARE_DIGITS
from tashkalar.features.far.far_saves import FarSaves
from tashkalar.formats.save import run_to_end
from tashkalar.position.ids import SeatNumber
from tashkalar.rules.deal import make_setup
from tashkalar.ui.storage.far_record import FarRecord
from tests.world.ledger import far_fact

if TYPE_CHECKING:
    from tests.world.device import Tab

_SCHOOLS = ("northern", "sylvan")
_BEST_FIRST = ("newer", "same", "older", "fork", "other")
_MOST_TURNS = 12  # of a game, which takes time


_read_messages = lru_cache(maxsize=256)(read_messages)
_read_message = lru_cache(maxsize=256)(read_message)


class FarTable:
    """Games of the two devices in a tab: the page's way without its dialogs."""

    def __init__(self, tab: Tab) -> None:
        self._tab, self._device = tab, tab.device
        self._saves = FarSaves(tab.saved_games)

    # -- what a person does --------------------------------------------------------------

    def invite(self, chance: int) -> None:
        """Invite the person of the other device."""
        number = self._device.next_number()
        setup = make_setup("duel", _SCHOOLS, names=(f"far {number}", ""))
        hand = SealedHand(SeatNumber(1), f"{number:0{SHARE_DIGITS}x}")
        far = FarGame.invite(setup, 1, hand=hand, is_sealed=chance % 4 == 0)
        self._device.invited.add(game_id(far.log))
        self._create(far, SeatNumber(1))

    def turn(self, chance: int) -> None:
        """Play the own turn in a game that waits for it, or greet."""
        found = self._records(lambda record: record.has_begun and record.due_seat == record.seat)
        if not found:
            return
        id, record = found[chance % len(found)]
        far = self._load(id, record)
        before = far.copy()
        if chance % 5 == 0 and far.may_greet(record.seat):
            far.add(record.seat, "greeting", {"word": "hello"})
            self._update(id, far, record, before)
            return
        dice, game = random.Random(chance), far.game_to_show()
        if game.state.turn > _MOST_TURNS:
            game.resign(record.seat)
        while game.player == record.seat:
            game.play(dice.choice(game.legal_moves()))
        assert far.game is not None
        run_to_end(far.add_played_in_steps(game.codes[len(far.game.codes) :]))
        self._update(id, far, record, before)

    def send_again(self, chance: int) -> None:
        """Send the message of a game again."""
        if found := self._records(lambda record: True):
            self._device.sent.append(found[chance % len(found)][1].log)

    def receive(self, chance: int) -> None:
        """Open one of the messages of the other device: any of them, whole or cut."""
        letters = self._device.other.sent
        if letters:
            text = letters[chance % len(letters)]
            self.open_message(text[: chance % len(text)] if chance % 11 == 0 else text)

    def open_message(self, text: str) -> None:
        """Take over a message, or refuse it."""
        try:
            found = self._saves.choose_log(_read_messages(text))
            ids = self._saves.find(game_id(found.log))
            if ids:
                self._receive(ids, found)
            elif game_id(found.log) not in self._device.invited:
                self._join(found)
        except FarError as error:
            assert error.fault in ("text", "act", "own", "sealed"), error

    def logs(self) -> dict[str, list[str]]:
        """Return the texts of the logs that are saved here, by the id of the game."""
        found: dict[str, list[str]] = {}
        for _, record in self._records(lambda record: True):
            found.setdefault(record.game_id, []).append(record.log)
        return found

    def _records(self, is_wanted: Callable[[FarRecord], bool]) -> list[tuple[str, FarRecord]]:
        entries = self._tab.saved_games.entries()
        return [(one.id, one.far) for one in entries if one.far and is_wanted(one.far)]

    # -- as the page does it -------------------------------------------------------------

    def _join(self, found: FoundLog) -> None:
        far = FarGame.read(found.log)
        nonce = f"{self._device.next_number():0{SHARE_DIGITS}x}"
        if far.free_seats:
            hand = SealedHand(SeatNumber(2), nonce) if far.seals else None
            with patch.object(far_game, "new_nonce", lambda: nonce):
                far.accept(2, f"guest {self._device.next_number()}", hand=hand)
        elif far.seals:
            return  # it goes on only where its secret is
        else:
            far.own_seat = SeatNumber(2)
        self._create(far, SeatNumber(2))

    def _receive(self, ids: list[str], found: FoundLog) -> None:
        records = [(id, record) for id in ids if (record := self._saves.record(id))]
        ranked = sorted(
            (_BEST_FIRST.index(compare(_read_message(record.log), found.log).kind), number)
            for number, (_, record) in enumerate(records)
        )
        id, record = records[ranked[0][1]]
        before = self._load(id, record)
        after = before.copy()
        # The person who is asked has made the own entries, before a crash.
        compared = after.receive(found.log, is_own_confirmed=True)
        if compared.kind == "newer":
            after.add_due()
            self._update(id, after, record, before)
        elif compared.kind == "fork":
            version = run_to_end(self._saves.version_in_steps(before, found))
            version.add_due()
            self._create(version, version.own_seat)

    def _load(self, id: str, record: FarRecord) -> FarGame:
        texts = self._tab.texts
        key, text = texts.find(id)
        texts.forget_fork(id)
        texts.remember_text(key, text)
        return run_to_end(self._saves.load_in_steps(record))

    def _create(self, far: FarGame, seat: SeatNumber) -> None:
        self._device.ledger.note_change(None, far_fact(far.log, seat))
        self._saves.create(far, seat)
        self._send(far, seat)

    def _update(self, id: str, far: FarGame, record: FarRecord, before: FarGame) -> None:
        changed = far_fact(before.log, record.seat), far_fact(far.log, record.seat)
        self._device.ledger.note_change(*changed)
        self._saves.update(id, far, record.seat, far.game_to_show())
        self._send(far, record.seat)

    def _send(self, far: FarGame, seat: SeatNumber) -> None:
        if seat not in far.due_seats or len(far.log) == 1:
            self._device.sent.append(write_text(far.log, far.signatures))


def disagreements(tabs: Sequence[Tab]) -> list[str]:
    """Let two devices send each other all their logs; return the games in which they differ."""
    for _ in range(3):  # an answer may be due
        for here, there in (tabs, tabs[::-1]):
            known = here.far.logs()
            for game, texts in there.far.logs().items():
                for text in texts:
                    if text not in known.get(game, ()):
                        here.far.open_message(text)
    ours, theirs = (tab.far.logs() for tab in tabs)
    return [
        f"far game {game}: the devices do not agree"
        for game in sorted(ours.keys() & theirs.keys())
        if _ends(ours[game]) != _ends(theirs[game])
    ]


def _ends(texts: list[str]) -> set[str]:
    return {last_hash(_read_message(text)) for text in texts}
