"""A game that is played by a log: carry out entries of other devices, and write own ones.

An entry of another device can do what its player could do here, and nothing else: its decisions
are looked up among the legal moves, and positions are never read, only compared.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple, Self

from tashkalar.cards import packs
from tashkalar.errors import IllegalMove, PackError, ScenarioError
from tashkalar.far.dealing import Deal, new_nonce
from tashkalar.far.log import (
    HASH_DIGITS,
    MARK_DIGITS,
    MOST_ENTRIES,
    Comparison,
    Entry,
    FarError,
    FaultKind,
    Log,
    compare,
    entries_in_name,
    has_two_for_a_seat,
    join_acceptances,
    last_hash,
)
from tashkalar.far.sealed_hand import SealedHand, agreement_of
from tashkalar.far.sealed_turn import shown_unknown
from tashkalar.far.sealing import SHARE_DIGITS, read_digits
from tashkalar.far.seals import Seals
from tashkalar.far.signatures import (
    KEY_LENGTH,
    Signatures,
    SignedLog,
    joined_signatures,
    read_signs,
)
from tashkalar.formats.checkpoint import read_setup, setup_data, state_hash
from tashkalar.formats.save import ReplayProgress, ReplayStep, run_to_end
from tashkalar.game import Game
from tashkalar.history.game_history import decide_in_steps
from tashkalar.json_reader import Node
from tashkalar.position.ids import NO_SEAT, SeatNumber, seat_numbers, seat_of
from tashkalar.position.state import Setup
from tashkalar.position.unknown import unknown_deck
from tashkalar.rules.deal import LONGEST_NAME, checked_names, deal, name_fault

VERSION = 2  # of invitations; in the first one, the cards follow from a seed that lies open
VERSION_WITHOUT_HINTS = 3  # the same, to a game without hints; older programs refuse it as newer
GREETINGS = ("hello", "good-luck", "well-played", "one-moment", "thanks", "again")
MOST_DECISIONS = 6_000  # of a whole log
MOST_TAKE_BACKS = 100  # of a whole log, so that two of a group cannot fill it
LONGEST_SEED = 100  # characters
LONGEST_LEVEL = 20  # characters of the level of a computer player
LONGEST_TURN = 20_000  # characters of the decisions in an entry
_RESIGNING = "resign:"  # the code of resigning is this and the seat
_LEVEL = re.compile(r"[a-z-]+")
_CODE = re.compile(r"[!-'*-~]{1,80}")  # as in records

Steps = Generator[ReplayStep, None, None]


class TurnEntry(NamedTuple):
    """A "turn" entry that has not been taken back, and the game before it."""

    n: int
    seat: SeatNumber
    game_before: Game


class FarGame:
    """A log and the game that it leads to.

    `seat_names` has the players who have a seat. `computer_levels` has the seats that a computer
    plays: the device whose player has acted before plays them. `game` is None until the game
    begins; do not change it.

    `own_seat` is the seat of the player of this device: nothing that another device writes in that
    player's name is taken over. It is `NO_SEAT` on a device that watches.

    With sealed hands, `seals` has what the log tells about the decks, and `game` knows only the
    beings that the log reveals. `hand` is the secret of the player of this device, who knows the
    own beings; it is no part of the log. `holds_back` keeps it from being opened after the end: the
    device has another version of this game that is not over. See ``docs/far-sealed.md``.

    `keys` has the public keys of players who sign, and `signatures` those that came with the log,
    which nothing here checks; see `far.signatures`. `signing_key` is the private key of the player
    of this device as a text, which nothing here reads, "" without one. It is no part of the log.

    `allows_hints` says whether the players may ask a computer player for advice.

    `deal` has what the players have added to the seed; None in a log of the first form, in which
    the player who invites has chosen it.
    """

    def __init__(self) -> None:
        self.log: Log = ()
        self.setup: Setup | None = None
        self.game: Game | None = None
        self.own_seat = NO_SEAT
        self.seat_names: dict[SeatNumber, str] = {}
        self.computer_levels: Mapping[SeatNumber, str] = {}
        self.allows_hints = True
        self.asked_turn: TurnEntry | None = None  # the turn that its player asks to take back
        self.seals: Seals | None = None
        self.hand: SealedHand | None = None
        self.holds_back = False
        self.deal: Deal | None = None
        self.keys: Mapping[SeatNumber, str] = {}
        self.signatures: Signatures = {}
        self.signing_key = ""
        self._turns: tuple[TurnEntry, ...] = ()
        self._decision_count = 0  # also those that were taken back
        self._take_back_count = 0
        # Older versions took a false secret, any number of greetings and of turns taken back, and
        # anybody's agreement to take a turn back: their logs can be read.
        self._is_strict = True

    @classmethod
    def read(cls, log: Sequence[Entry]) -> Self:
        """Return the game of a log; raise FarError that names the faulty entry."""
        return run_to_end(cls.read_in_steps(log))

    @classmethod
    def read_in_steps(cls, log: Sequence[Entry]) -> Generator[ReplayStep, None, Self]:
        """Do the work of `read` in steps of an entry."""
        far = cls()
        far._is_strict = False
        for entry in log:
            yield ReplayProgress(entry.n, len(log))
            yield from far._carry_out_in_steps(entry)
        if not far.log:
            raise FarError("log", "the log is empty")
        far._is_strict = True
        return far

    def copy(self) -> Self:
        """Return an independent copy."""
        new = self.__class__.__new__(self.__class__)
        new.__dict__.update(self.__dict__)
        new.seat_names = dict(self.seat_names)
        return new

    def _become(self, other: FarGame) -> None:
        """Take over what another game has: an action is carried out wholly or not at all."""
        # A log that was read anew knows nothing of this device.
        hand, own_seat = other.hand or self.hand, other.own_seat or self.own_seat
        holds_back = other.holds_back or self.holds_back
        signing_key = other.signing_key or self.signing_key
        self.__dict__.update(other.copy().__dict__)
        self.hand, self.own_seat, self.holds_back = hand, own_seat, holds_back
        self.signing_key = signing_key

    # -- looking ---------------------------------------------------------------------------------

    @property
    def seats(self) -> Sequence[SeatNumber]:
        """The seats of the game, in turn order."""
        return seat_numbers(self.setup.seats) if self.setup else ()

    @property
    def free_seats(self) -> tuple[SeatNumber, ...]:
        """The seats that nobody has taken yet."""
        taken = {*self.seat_names, *self.computer_levels}
        return tuple(seat for seat in self.seats if seat not in taken)

    @property
    def due_seats(self) -> tuple[SeatNumber, ...]:
        """The seats that must do something next, so that the game goes on; none when it is over."""
        if self.game is None:
            return self.free_seats or tuple(entry.by for entry in self.log[:1])
        if self.asked_turn is not None:
            judges = self._judges_of(self.asked_turn)
            return tuple(seat for seat in self.seats if seat in judges or seat == self.game.player)
        return () if self.game.player is None else (self.game.player,)

    def game_to_show(self) -> Game:
        """Return a copy of the game; before it begins, a game with cards that are not those.

        With sealed hands, the player of this device knows the own beings.
        """
        game = self._deal("") if self.game is None else self.game.copy()
        if self.hand and self.seals and (deck := self.hand.deck(self.seals, game_id(self.log))):
            game.reveal(deck.seat, deck.known_cards)
        return game

    @property
    def has_secret(self) -> bool:
        """True if this device holds something that nobody else may know yet."""
        if self.hand is None or self.seals is None:
            return self.hand is not None and self.game is None
        return not self.seals.by_seat[self.hand.seat].secret

    def turn_to_take_back(self, seat: SeatNumber) -> TurnEntry | None:
        """Return the latest turn of a seat, which its player may ask to take back; None without."""
        if self.game is None or self.game.is_over or self.asked_turn is not None:
            return None
        turn = next((turn for turn in reversed(self._turns) if turn.seat == seat), None)
        if turn is None or not self._is_strict:
            return turn
        is_possible = self._judges_of(turn) and self._take_back_count < MOST_TAKE_BACKS
        return turn if is_possible else None

    @property
    def latest_turn(self) -> TurnEntry | None:
        """The latest turn that has not been taken back; None before the first."""
        return self._turns[-1] if self._turns else None

    def may_grant(self, seat: SeatNumber) -> bool:
        """Tell whether a player may agree to the take-back that is asked for."""
        return self.asked_turn is not None and seat in self._judges_of(self.asked_turn)

    def _judges_of(self, asked: TurnEntry) -> frozenset[SeatNumber]:
        """Return the players of whom each can let a turn be taken back.

        No turn of another player goes back without that player, and a teammate does not agree where
        there is an opponent.
        """
        assert self.setup is not None
        colours = self.setup.colours
        others = {seat for seat in self.seat_names if seat != asked.seat}
        own = {seat for seat in others if colours[seat_of(seat)] == colours[seat_of(asked.seat)]}
        played = {turn.seat for turn in self._turns if turn.n > asked.n} & others
        return frozenset(seat for seat in (others - own or own) if played <= {seat})

    def may_greet(self, seat: SeatNumber) -> bool:
        """Tell whether a player may greet: once between two other entries, so no log is filled.

        In the first form, older versions may greet more often.
        """
        most = len(GREETINGS) if self.deal is None else 1
        latest = takewhile(lambda entry: entry.kind == "greeting", reversed(self.log))
        return sum(entry.by == seat for entry in latest) < most

    # -- entries of others -----------------------------------------------------------------------

    def _carry_out_in_steps(self, entry: Entry) -> Steps:
        """Carry out the next entry of any device; raise FarError that names the entry."""
        ahead = self.copy()
        try:
            if entry.n != len(self.log) or entry.prev != last_hash(self.log):
                raise FarError("log", "does not follow the entry before")
            yield from ahead._carry_out(entry.by, entry.kind, entry.data)
            if entry.state != ahead._mark():
                raise FarError(
                    "update", "leads to another position here: one of the devices must be updated"
                )
        except (FarError, ScenarioError) as error:
            fault: FaultKind = error.fault if isinstance(error, FarError) else "log"
            raise FarError(
                "log" if fault == "act" else fault, f"entry {entry.n}: {error}"
            ) from None
        ahead.log = (*self.log, entry)
        self._become(ahead)

    def receive(
        self, log: Log, *, is_own_confirmed: bool = False, signatures: Signatures | None = None
    ) -> Comparison:
        """Take over the log of another device if it is the own one with more entries.

        `signatures` are those of the log, which the caller has checked. Nothing is ever
        overwritten: with any other result, and with FarError, the own log is unchanged. A fork is
        carried out too, so that no more is said of it than could be.

        Raise FarError ("own") for new entries in the name of this device's player. With
        `is_own_confirmed` that player has said to have made them on another device.
        """
        return run_to_end(
            self.receive_in_steps(log, is_own_confirmed=is_own_confirmed, signatures=signatures)
        )

    def receive_in_steps(
        self, log: Log, *, is_own_confirmed: bool = False, signatures: Signatures | None = None
    ) -> Generator[ReplayStep, None, Comparison]:
        """Do the work of `receive` in steps of an entry."""
        compared = compare(self.log, log)
        own, incoming = SignedLog(self.log, self.signatures), SignedLog(log, signatures or {})
        if compared.kind not in ("newer", "fork"):
            self.signatures = joined_signatures(self.log, incoming, own)
            return compared
        joined = join_acceptances(self.log, log) if compared.kind == "fork" else None
        if compared.kind == "fork" and not joined:
            self._check_fork(log)
        # Otherwise acceptances have another order, or an own greeting is dropped.
        is_longer = compared.common == len(self.log)
        ahead = self.copy() if is_longer else self.__class__()
        for entry in (joined or log)[len(ahead.log) :]:
            yield ReplayProgress(entry.n, len(log))
            ahead._is_strict = entry.n >= compared.common
            yield from ahead._carry_out_in_steps(entry)
        ahead._is_strict = True
        self._check_own_entries(ahead, is_confirmed=is_own_confirmed)
        if joined:
            ahead._begin_if_complete()
        if compared.kind == "fork" and not joined:
            return compared
        ahead.signatures = joined_signatures(ahead.log, own, incoming)
        self._become(ahead)
        return Comparison("newer", compared.common)

    def _check_fork(self, log: Log) -> None:
        """Raise FarError for a version of the game that this device cannot play, too."""
        is_inviter = bool(self.log) and self.own_seat == self.log[0].by
        if self.deal and not self.seals and is_inviter and has_two_for_a_seat(self.log, log):
            # The second one could be chosen for its cards, once the value of the deal is known.
            raise FarError("act", "somebody else has accepted for that seat already")
        seal = self.seals.by_seat.get(self.own_seat) if self.seals else None
        if seal and seal.secret:
            raise FarError("sealed", "the game is over here, and the own deck is open")

    def _check_own_entries(self, ahead: FarGame, *, is_confirmed: bool) -> None:
        """Raise FarError if a log holds something of this device's player that cannot be."""
        foreign = entries_in_name(self.own_seat, self.log, ahead.log)
        if foreign and self.hand:
            self.hand.check(ahead.seals, ahead.deal, game_id(ahead.log))
        if foreign and not is_confirmed:
            first = foreign[0]
            raise FarError(
                "own",
                f"entry {first.n}: this device has made no such {first.kind} of seat {first.by}",
                foreign,
            )

    # -- own entries -----------------------------------------------------------------------------

    def add(self, by: int, kind: str, data: Mapping[str, object] | None = None) -> Entry:
        """Do something and append its entry; raise FarError ("act") if it cannot be done now."""
        return run_to_end(self.add_in_steps(by, kind, data))

    def add_in_steps(
        self, by: int, kind: str, data: Mapping[str, object] | None = None
    ) -> Generator[ReplayStep, None, Entry]:
        """Do the work of `add`, yielding what a pack that runs elsewhere must answer first."""
        seat, ahead, content = SeatNumber(by), self.copy(), dict(data or {})
        try:
            yield from ahead._carry_out(seat, kind, content)
        except ScenarioError as error:
            raise FarError("act", str(error)) from None
        entry = Entry(len(self.log), seat, last_hash(self.log), kind, content, ahead._mark())
        ahead.log = (*self.log, entry)
        old = self.signatures
        ahead.signatures = {other: old[other] for other in old if other != seat}
        self._become(ahead)
        return entry

    @classmethod
    def invite(
        cls,
        setup: Setup,
        by: int,
        computer_levels: Mapping[SeatNumber, str] | None = None,
        *,
        hand: SealedHand | None = None,
        is_sealed: bool = False,
        key: str = "",
        allows_hints: bool = True,
    ) -> Self:
        """Return a game with an invitation by the player of a seat, whose secret is `hand`.

        All players decide the seed then. Without `hand` it is that of `setup`, which lies open,
        there is no public key, and hints are allowed.
        """
        far = cls()
        data = invitation_data(setup, computer_levels or {})
        if hand is not None:
            data = invitation_data(setup._replace(seed=""), computer_levels or {})
            public = {"key": key} if key else {}
            version = VERSION if allows_hints else VERSION_WITHOUT_HINTS
            data = hand.invitation({"v": version, **data, **public}, is_sealed=is_sealed)
        far.add(by, "invite", data)
        far.hand, far.own_seat = hand, SeatNumber(by)
        return far

    def accept(
        self, seat: int, name: str = "", *, hand: SealedHand | None = None, key: str = ""
    ) -> None:
        """Take a free seat; then the player who has invited begins the game.

        `hand` is the secret of the player, needed if the hands are sealed; `key` is the public key
        of a player who signs.
        """
        ahead, data = self.copy(), dict[str, object](name=name)
        if self.seals is not None and hand is not None:
            data["sealed"] = hand.acceptance(self.seals, game_id(self.log))
        elif self.deal is not None:
            data["nonce"] = new_nonce()
        if key:
            data["key"] = key
        ahead.add(seat, "accept", data)
        ahead.hand, ahead.own_seat = hand or self.hand, SeatNumber(seat)
        ahead._begin_if_complete()
        self._become(ahead)

    def _begin_if_complete(self) -> None:
        """In a log of the first form, begin the game as soon as all seats are taken."""
        if not self.free_seats and self.game is None and self.seals is None and self.deal is None:
            self.add(self.log[-1].by, "begin")

    def add_due(self) -> bool:
        """Add what the player of this device owes without a decision; return whether there was any.

        When all have accepted, the player who has invited begins the game. With sealed hands the
        own deck comes before the first turn, and the secret after the end.
        """
        hand, before = self.hand, len(self.log)
        if hand is None or self.free_seats:
            return False
        id = game_id(self.log)
        seal = self.seals.by_seat[hand.seat] if self.seals else None
        if seal and self.seals and not seal.cards and (data := hand.deck_data(self.seals, id)):
            self.add(hand.seat, "deck", data)
        if self.game is None and self.deal is not None and hand.seat == self.log[0].by:
            self.add(hand.seat, "begin", {"deal": hand.deal_value(self.seals, id)})
        elif self.game is None and self.deal is None and self.seals and self.seals.is_ready:
            self.add(self.seals.inviter, "begin")
        is_over = self.game is not None and self.game.is_over
        if seal and is_over and not seal.secret and not self.holds_back:
            self.add(hand.seat, "open", {"secret": hand.secret})
        return len(self.log) > before

    def use_hand(self, hand: SealedHand) -> None:
        """Let this device play a seat with sealed hands; raise FarError if the secret is wrong."""
        hand.check(self.seals, self.deal, game_id(self.log))
        self.hand, self.own_seat = hand, hand.seat

    def _turn_data(self, seat: SeatNumber, codes: Sequence[str]) -> dict[str, object]:
        """Return the data of a turn of this device; hidden beings stay hidden."""
        if self.hand is None or self.seals is None or self.game is None or seat != self.hand.seat:
            return {"codes": " ".join(codes)}
        try:
            return self.hand.turn_data(self.seals, game_id(self.log), self.game, codes)
        except IllegalMove as error:
            raise FarError("act", str(error)) from None

    def add_played_in_steps(self, codes: Sequence[str]) -> Generator[ReplayStep, None, bool]:
        """Append decisions that were made on this device, of its player and of computers.

        Decisions of a seat that has to decide again are left out, because its turn goes on. Return
        whether anything was appended.
        """
        ahead, first = self.copy(), 0
        while first < len(codes) and ahead.game is not None and not ahead.game.is_over:
            if codes[first].startswith(_RESIGNING):
                ahead.add(int(codes[first].removeprefix(_RESIGNING)), "resign")
                first += 1
                continue
            ahead.add_due()
            last = yield from _end_of_turn(ahead.game_to_show(), codes, first)
            seat = ahead.game.player
            if last is None or seat is None:
                break
            yield from ahead.add_in_steps(seat, "turn", ahead._turn_data(seat, codes[first:last]))
            first = last
        ahead.add_due()
        has_grown = len(ahead.log) > len(self.log)
        self._become(ahead)
        return has_grown

    def add_decisions(self, seat: int, codes: Sequence[str]) -> None:
        """Append the decisions that a player has made, which may end with resigning."""
        ahead, played = self.copy(), list(codes)
        resigned = f"{_RESIGNING}{seat}"
        has_resigned = bool(played) and played[-1] == resigned
        if has_resigned:
            played.pop()
        ahead.add_due()
        if played:
            ahead.add(seat, "turn", ahead._turn_data(SeatNumber(seat), played))
        if has_resigned:
            ahead.add(seat, "resign")
        ahead.add_due()
        self._become(ahead)

    # -- carrying out ----------------------------------------------------------------------------

    def _mark(self) -> str:
        """Return the mark of the position, by which devices notice that their rules differ."""
        return state_hash(self.game.settled_state)[:MARK_DIGITS] if self.game else ""

    def _carry_out(self, by: SeatNumber, kind: str, data: Mapping[str, object]) -> Steps:
        if len(self.log) >= MOST_ENTRIES:
            raise FarError("act", f"a log has at most {MOST_ENTRIES} entries")
        if (kind == "invite") != (not self.log):
            raise FarError("act", "the first entry is an invitation, and no other")
        is_computer = kind == "turn" and by in self.computer_levels
        if kind not in ("invite", "accept") and by not in self.seat_names and not is_computer:
            raise FarError("act", f"nobody has seat {by}")
        node = Node(data, "data")
        if kind == "turn":
            yield from self._play_turn(by, node)
            return
        actions: dict[str, Callable[[SeatNumber, Node], None]] = {
            "invite": self._invite,
            "accept": self._accept,
            "deck": self._shuffle,
            "begin": self._begin,
            "take-back-asked": self._ask_take_back,
            "take-back-granted": self._grant_take_back,
            "resign": self._resign,
            "open": self._open,
            "greeting": self._greet,
        }
        if kind not in actions:
            raise FarError("act", "unknown kind of entry")
        actions[kind](by, node)

    def _invite(self, by: SeatNumber, node: Node) -> None:
        known = ("v", "setup", "packs", "computers", "sealed", "deal", "key")
        fields = node.fields(*known, needed=("setup",))
        is_first_form = "v" not in fields
        version = VERSION if is_first_form else fields["v"].number(1, 10**9)
        if version not in (VERSION, VERSION_WITHOUT_HINTS):
            raise FarError("update", "a newer version of the program has written the invitation")
        self.allows_hints = version != VERSION_WITHOUT_HINTS
        if "key" in fields:
            self._note_key(by, fields["key"], is_possible=not is_first_form)
        if "deal" in fields and (is_first_form or "sealed" in fields):
            raise fields["deal"].fail("there is no such promise in this invitation")
        needed = packs.read_versions(fields["packs"]) if "packs" in fields else {}
        if lacking := packs.missing_packs(needed):
            raise FarError("packs", packs.missing_packs_message(lacking))
        setup = read_setup(fields["setup"])
        if needed != packs.registered_versions(setup.schools):
            raise FarError("packs", "both sides need the same versions of the packs")
        if len(setup.seed) > LONGEST_SEED:
            raise FarError("act", f"the seed is longer than {LONGEST_SEED} characters")
        if setup.decks:
            raise FarError("act", "the order of the decks cannot be chosen")
        if not is_first_form:
            if setup.seed:
                raise FarError("act", "all players decide the seed")
            if "sealed" not in fields and "deal" not in fields:
                raise FarError("act", "the promise of the player who invites is missing")
            promised = read_digits(fields["deal"], SHARE_DIGITS) if "deal" in fields else ""
            self.deal = Deal(promised)
        if by > setup.seats:
            raise FarError("act", f"there is no seat {by}")
        if "sealed" in fields:
            if setup.seats > 2 or needed:
                raise FarError("act", "sealed hands are for two players, without packs")
            given = {key: child.value for key, child in fields.items()}
            agreement = "" if is_first_form else agreement_of(given)
            self.seals = Seals.invited(by, setup.schools, agreement, fields["sealed"])
            setup = setup._replace(decks=(unknown_deck(0), unknown_deck(1)))
        self.setup, self.seat_names = setup, {by: setup.names[seat_of(by)]}
        if "computers" in fields:
            self.computer_levels = _read_computers(fields["computers"], setup.seats, by)
        if not self.free_seats:
            raise FarError("act", "a seat for another player is needed")

    def _accept(self, by: SeatNumber, node: Node) -> None:
        if by not in self.free_seats:
            raise FarError("act", f"seat {by} is not free")
        needed = ("sealed",) if self.seals else ("nonce",) if self.deal else ()
        fields = node.fields("name", "key", *needed, needed=needed)
        name = fields["name"].text(LONGEST_NAME) if "name" in fields else ""
        if fault := name_fault(name):
            raise FarError("act", f"the name: {fault}")
        nonce = read_digits(fields["nonce"], SHARE_DIGITS) if "nonce" in fields else ""
        if self.seals:
            self.seals = self.seals.accepted(by, fields["sealed"])
            nonce = self.seals.by_seat[self.seals.inviter].share
        if self.deal:
            self.deal = self.deal.with_nonce(by, nonce)
        if "key" in fields:
            self._note_key(by, fields["key"], is_possible=self.deal is not None)
        self.seat_names[by] = name

    def _note_key(self, seat: SeatNumber, node: Node, *, is_possible: bool) -> None:
        """Note the public key of a player; no two players have the same one."""
        key = read_signs(node, KEY_LENGTH)
        if not is_possible or key in self.keys.values():
            raise node.fail("there is no such key in this game")
        self.keys = {**self.keys, seat: key}

    def _shuffle(self, by: SeatNumber, node: Node) -> None:
        """Take the commitments to the beings of a deck."""
        if self.seals is None or self.free_seats:
            raise FarError("act", "no deck is shuffled now")
        self.seals = self.seals.with_deck(by, node)

    def _begin(self, by: SeatNumber, node: Node) -> None:
        needed = ("deal",) if self.deal else ()
        fields = node.fields(*needed, needed=needed)
        setup = self.setup
        if setup is None or self.game is not None or self.free_seats:
            raise FarError("act", "the game begins once, when all seats are taken")
        if self.seals and not self.seals.is_ready:
            raise FarError("act", f"seat {self.seals.inviter} shuffles first")
        seed = setup.seed
        if self.deal:
            if by != self.log[0].by:
                raise FarError("act", f"seat {self.log[0].by} begins the game")
            self.deal = self.deal.opened(fields["deal"])
            seed = self.deal.seed(game_id(self.log))
        self.game = self._deal(seed)

    def _deal(self, seed: str) -> Game:
        setup, taken = self.setup, self.seat_names
        assert setup is not None  # every log begins with an invitation
        names = [
            taken.get(seat, "").strip(" ") or setup.names[seat_of(seat)] for seat in self.seats
        ]
        named = setup._replace(names=checked_names(names, setup.seats), seed=seed)
        return Game(deal(named))

    def _running_game(self) -> Game:
        """Return the game; FarError if it has not begun or is over."""
        if self.game is None or self.game.is_over:
            raise FarError("act", "the game has not begun" if self.game is None else "it is over")
        return self.game

    def _play_turn(self, by: SeatNumber, node: Node) -> Steps:
        keys = ("codes", "reveals") if self.seals else ("codes",)
        fields = node.fields(*keys, needed=("codes",))
        codes = fields["codes"].text(LONGEST_TURN).split(" ")
        before = self._running_game()
        game = before.copy()
        if self.seals:
            self._reveal(by, game, fields.get("reveals"))
        self._decision_count += len(codes)
        if self._decision_count > MOST_DECISIONS:
            raise FarError("act", f"a log has at most {MOST_DECISIONS} decisions")
        for code in codes:
            if not _CODE.fullmatch(code) or code.startswith(_RESIGNING):
                raise FarError("act", f"{code[:40]!a} is not a move")
            if game.player != by:
                raise FarError("act", f"{code!a}: it is not the turn of seat {by}")
            try:
                yield from decide_in_steps(game, code)
            except (IllegalMove, PackError) as error:
                raise FarError("act", str(error)) from None
        if self.seals and (hidden := shown_unknown(game.state, seat_of(by))):
            raise FarError("sealed", f"seat {by} shows {hidden} without revealing it")
        self._turns = (*self._turns, TurnEntry(len(self.log), by, before))
        self.game, self.asked_turn = game, None

    def _reveal(self, by: SeatNumber, game: Game, node: Node | None) -> None:
        """Reveal the beings that a turn needs, before its decisions."""
        assert self.seals is not None
        if not self.seals.by_seat[by].cards:
            raise FarError("act", f"seat {by} has not shuffled")
        if node is not None:
            self.seals = self.seals.with_revealed(game_id(self.log), by, node)
            game.reveal(by, self.seals.known_cards(game_id(self.log), by))

    def _open(self, by: SeatNumber, node: Node) -> None:
        """Open the deck of a player after the end, if its secret is the promised one."""
        if self.seals is None or self.game is None or not self.game.is_over:
            raise FarError("act", "decks are opened when the game is over")
        seals = self.seals.opened(by, node)
        is_strict = self._is_strict or seals.is_bound
        if is_strict and not seals.is_secret_kept(game_id(self.log), by):
            raise FarError("sealed", f"the secret of seat {by} is not the promised one")
        self.seals = seals
        self.game = self.game.copy()
        self.game.reveal(by, self.seals.known_cards(game_id(self.log), by))

    def _ask_take_back(self, by: SeatNumber, node: Node) -> None:
        number = node.fields("turn", needed=("turn",))["turn"].number(highest=MOST_ENTRIES)
        self._running_game()
        turn = self.turn_to_take_back(by)
        if turn is None or turn.n != number:
            raise FarError("act", "that turn cannot be taken back")
        self.asked_turn = turn

    def _grant_take_back(self, by: SeatNumber, node: Node) -> None:
        node.fields()
        asked = self.asked_turn
        if asked is None or asked.seat == by:
            raise FarError("act", "nobody else asks to take a turn back")
        if self._is_strict and not self.may_grant(by):
            raise FarError(
                "act", f"seat {by} cannot agree: the turn of another player would go back"
            )
        self.game = asked.game_before.copy()
        if self.seals:  # what was revealed stays known
            for seat in self.seals.by_seat:
                self.game.reveal(seat, self.seals.known_cards(game_id(self.log), seat))
        self._turns = tuple(turn for turn in self._turns if turn.n < asked.n)
        self._take_back_count += 1
        self.asked_turn = None

    def _resign(self, by: SeatNumber, node: Node) -> None:
        node.fields()
        game = self._running_game().copy()
        try:
            game.resign(by)
        except IllegalMove as error:
            raise FarError("act", str(error)) from None
        self.game, self.asked_turn = game, None

    def _greet(self, by: SeatNumber, node: Node) -> None:
        node.fields("word", needed=("word",))["word"].choice(GREETINGS)
        if self._is_strict and not self.may_greet(by):
            raise FarError("act", f"seat {by} has greeted since the last turn")


def _end_of_turn(
    game: Game, codes: Sequence[str], first: int
) -> Generator[ReplayStep, None, int | None]:
    """Return the index after the last decision of the seat that is due; None if it goes on."""
    ahead, seat, last = game.copy(), game.player, first
    while last < len(codes) and ahead.player == seat and not codes[last].startswith(_RESIGNING):
        try:
            yield from decide_in_steps(ahead, codes[last])
        except (IllegalMove, PackError) as error:
            raise FarError("act", str(error)) from None
        last += 1
    return None if ahead.player == seat and last == len(codes) else last


def _read_computers(node: Node, seats: int, inviter: SeatNumber) -> dict[SeatNumber, str]:
    """Return the levels of the computer players of an invitation, by seat."""
    levels = {}
    for key, child in node.entries():
        if key not in map(str, seat_numbers(seats)) or key == str(inviter):
            raise child.fail("no seat that a computer can play")
        level = child.text(LONGEST_LEVEL)
        if not _LEVEL.fullmatch(level):
            raise child.fail("no level of a computer player")
        levels[SeatNumber(int(key))] = level
    return levels


def invitation_data(
    setup: Setup, computer_levels: Mapping[SeatNumber, str] | None = None
) -> dict[str, object]:
    """Return the data of an "invite" entry."""
    data: dict[str, object] = {"setup": setup_data(setup)}
    if computer_levels:
        data["computers"] = {str(seat): level for seat, level in sorted(computer_levels.items())}
    if used := packs.registered_versions(setup.schools):
        data["packs"] = used
    return data


def game_id(log: Sequence[Entry]) -> str:
    """Return the id that a game has on every device: the hash of its invitation."""
    return log[0].hash[:HASH_DIGITS]
