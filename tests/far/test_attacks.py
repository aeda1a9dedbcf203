"""Attacks that no device gives way to: every row is one, made with a legal log.

The attacker has the whole log and can compute; it lacks the secrets of the others. It sends its log
as any device does, and the attacked device takes it over as any device does.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from tashkalar.far.dealing import deal_value
from tashkalar.far.deck_check import check_decks
from tashkalar.far.far_game import MOST_TAKE_BACKS, FarGame, game_id
from tashkalar.far.log import Entry, FarError, Log, last_hash
from tashkalar.far.message import read_message
from tashkalar.far.sealed_hand import SealedHand
from tashkalar.position.ids import NO_SEAT, SeatNumber
from tashkalar.rules.deal import make_setup
from tests.far import peers, sealed_peers
from tests.far.peers import FIRST_FORM, MELEE, play_turn, sent
from tests.far.sealed_peers import Devices

TEAMS = ("high-form", ("northern", "sylvan", "highland", "everfrost"))
Forgery = Callable[[FarGame, int], None]


def device(far: FarGame, seat: int) -> FarGame:
    """Return the game on the device of the player of a seat."""
    own = sent(far)
    own.own_seat = SeatNumber(seat)
    return own


def refused(own: FarGame, forged: Log) -> FarError:
    """Return why a device does not take a log over; nothing has changed there."""
    log, game, turns = own.log, own.game, own.turn_to_take_back(own.own_seat)
    with pytest.raises(FarError) as error:
        own.receive(forged)
    assert (own.log, own.game, own.turn_to_take_back(own.own_seat)) == (log, game, turns)
    return error.value


# -- entries in the name of another player: each kind, each seat against each ---------------------


def plays(far: FarGame, seat: int) -> None:
    """Play the turn of a seat that is due."""
    assert far.due_seats == (seat,)
    play_turn(far, random.Random(seat))


def discards(far: FarGame, seat: int) -> None:
    """Let a seat that is due discard a being."""
    assert far.game is not None
    game = far.game.copy()
    move = next(move for move in game.legal_moves() if move.code.startswith("~"))
    game.play(move)
    while game.player == seat:
        game.play(game.legal_moves()[0])
    far.add_decisions(seat, game.codes[len(far.game.codes) :])


def resigns(far: FarGame, seat: int) -> None:
    far.add(seat, "resign")


def greets(far: FarGame, seat: int) -> None:
    far.add(seat, "greeting", {"word": "thanks"})


def asks_back(far: FarGame, seat: int) -> None:
    turn = far.turn_to_take_back(SeatNumber(seat))
    assert turn is not None
    far.add(seat, "take-back-asked", {"turn": turn.n})


def grants_back(far: FarGame, seat: int) -> None:
    far.add(seat, "take-back-granted")


def asks_and_grants(far: FarGame, seat: int) -> None:
    """Ask in the attacker's own name, and agree in the name of the other one."""
    other = next(entry.by for entry in reversed(far.log) if entry.by != seat)
    asks_back(far, other)
    grants_back(far, seat)


def played(form: str, schools: tuple[str, ...], due: int, *, teams: bool = False) -> FarGame:
    """Return a game in which every seat has played and `due` is to play."""
    far, choice = peers.begun(form, schools, teams=teams), random.Random(5)
    for _ in range(2 * len(schools)):
        play_turn(far, choice)
    while far.due_seats != (due,):
        play_turn(far, choice)
    return far


GAMES: dict[str, Callable[[int], FarGame]] = {
    "duel": lambda due: played("duel", ("northern", "sylvan"), due),
    "high-form": lambda due: played("high-form", ("northern", "sylvan"), due),
    "melee": lambda due: played(*MELEE, due),
    "teams": lambda due: played(*TEAMS, due, teams=True),
}
FORGERIES: tuple[tuple[str, Forgery], ...] = (
    ("turn", plays),
    ("turn", discards),
    ("resign", resigns),
    ("greeting", greets),
    ("take-back-asked", asks_back),
    ("take-back-granted", asks_and_grants),
)
ROWS = [
    pytest.param(
        # A turn is asked back before the others have played on.
        (name, victim % seats + 1 if act is asks_back else victim),
        victim,
        kind,
        act,
        id=f"{name}-{act.__name__}-as-{victim}",
    )
    for name, seats in (("duel", 2), ("high-form", 2), ("melee", 3), ("teams", 4))
    for victim in range(1, seats + 1)
    for kind, act in FORGERIES
    if not (name in ("melee", "teams") and act in (resigns, discards))
]


@pytest.fixture(scope="module")
def games() -> dict[tuple[str, int], FarGame]:
    return {}


@pytest.mark.parametrize(("game", "victim", "kind", "forge"), ROWS)
def test_nobody_plays_in_my_name(
    game: tuple[str, int],
    victim: int,
    kind: str,
    forge: Forgery,
    games: dict[tuple[str, int], FarGame],
) -> None:
    if game not in games:
        games[game] = GAMES[game[0]](game[1])
    before = games[game]
    attacker = sent(before)
    forge(attacker, victim)
    own = device(before, victim)
    error = refused(own, attacker.log)
    assert error.fault == "own" and [entry.kind for entry in error.entries] == [kind]
    # The attacker's next own entry does not hide it.
    for other in attacker.seat_names:
        if other != victim:
            attacker.add(other, "greeting", {"word": "hello"})
    assert refused(own, attacker.log).fault == "own"
    # On a device that only watches nothing is known, and the same player may use two devices.
    watching = device(before, NO_SEAT)
    assert watching.receive(attacker.log).kind == "newer"
    assert own.receive(attacker.log, is_own_confirmed=True).kind == "newer"
    assert own.log == attacker.log


@pytest.mark.parametrize("victim", [1, 2, 3, 4])
@pytest.mark.parametrize("name", ["melee", "teams"])
def test_no_two_others_take_my_turn_back(name: str, victim: int) -> None:
    """One player may ask, and agree in the name of another one."""
    seats = 3 if name == "melee" else 4
    if victim > seats:
        return
    before = GAMES[name](victim % seats + 1)
    for asks in before.seat_names.keys() - {victim}:
        for grants in before.seat_names.keys() - {asks, victim}:
            attacker = sent(before)
            attacker._is_strict = False  # as older versions did
            asks_back(attacker, asks)
            grants_back(attacker, grants)
            assert attacker.game is not None and before.game is not None
            assert len(attacker.game.codes) < len(before.game.codes)
            reason = str(refused(device(before, victim), attacker.log))
            assert "cannot be taken back" in reason or "cannot agree" in reason
            # A log that has it already can be read.
            assert sent(attacker).game_to_show().codes == attacker.game.codes


def test_two_of_a_group_cannot_fill_the_log_with_turns_that_are_taken_back() -> None:
    far = GAMES["melee"](1)
    own = device(far, 3)
    game, choice = far.game, random.Random(1)
    for _ in range(MOST_TAKE_BACKS):
        play_turn(far, choice)
        asks_back(far, 1)
        grants_back(far, 2)
        assert far.game is not None and game is not None and far.game.codes == game.codes
    assert own.receive(far.log).kind == "newer"
    play_turn(far, choice)
    assert far.turn_to_take_back(SeatNumber(1)) is None
    far._is_strict = False  # as older versions did
    asks_back(far, 1)
    assert "cannot be taken back" in str(refused(own, far.log))
    assert sent(far).asked_turn is not None, "a log that has it already can be read"


def test_an_opponent_lets_a_turn_be_taken_back_and_no_teammate() -> None:
    far = GAMES["teams"](1)  # seat 4 has played, and is in a team with seat 2
    asks_back(far, 4)
    assert far.due_seats == (1, 3)
    with pytest.raises(FarError, match="cannot agree"):
        far.copy().add(2, "take-back-granted")
    assert not far.may_grant(SeatNumber(2)) and not far.may_grant(NO_SEAT)
    for seat in (1, 3):
        grants_back(far.copy(), seat)
    play_turn(far, random.Random(1))
    assert far.asked_turn is None, "who plays on does not agree"
    asks_back(far, 4)
    assert far.due_seats == (1, 2), "only seat 1 has played since, and seat 2 is to play"
    with pytest.raises(FarError, match="cannot agree"):
        far.copy().add(3, "take-back-granted")
    grants_back(far, 1)
    assert far.due_seats[0] == 4


@pytest.mark.parametrize("code", ["knight@e5", "resign:1", "+a1"])
def test_a_version_that_could_not_be_is_not_offered(code: str) -> None:
    """A fork is carried out before a person is asked about it."""
    before = GAMES["high-form"](2)
    own = device(before, 1)
    own.add(1, "greeting", {"word": "hello"})
    own.add(1, "resign")
    far = sent(before)
    wrong = Entry(len(far.log), SeatNumber(2), last_hash(far.log), "turn", {"codes": code}, "0" * 8)
    error = refused(own, (*far.log, wrong))
    assert error.fault in ("log", "update") and f"entry {wrong.n}" in str(error)


# -- the deal --------------------------------------------------------------------------------------


def test_the_player_who_invites_sees_no_hand_and_cannot_choose_one() -> None:
    """Two answers to one invitation give two deals, and nothing in the invitation decides them."""
    hand = SealedHand(SeatNumber(1), f"{1:064x}")
    ann = FarGame.invite(make_setup("high-form", ("northern", "sylvan")), 1, hand=hand)
    deals: set[str] = set()
    for _ in range(3):
        bea = sent(ann)
        bea.accept(2)
        again = ann.copy()
        again.receive(bea.log)
        assert again.game is None and again.due_seats == (1,)
        assert not bea.add_due(), "only the player who has invited can begin"
        again.add_due()
        assert again.game is not None
        deals.add(again.game.setup.seed)
        assert sent(again).game_to_show().setup.seed == again.game.setup.seed
    assert len(deals) == 3 and ann.game_to_show().setup.seed not in deals
    assert hand.secret not in str(again.log)


def test_the_value_of_the_deal_is_the_promised_one() -> None:
    hand = SealedHand(SeatNumber(1), f"{1:064x}")
    ann = FarGame.invite(make_setup("high-form", ("northern", "sylvan")), 1, hand=hand)
    bea = sent(ann)
    bea.accept(2)
    for by, value in ((1, "0" * 32), (2, deal_value(hand.secret)), (2, "0" * 32)):
        with pytest.raises(FarError, match=r"begins the game|than the promised one"):
            bea.copy().add(by, "begin", {"deal": value})


def test_who_accepts_again_after_the_deal_is_refused() -> None:
    """Bea knows the value by now, and has found a nonce with a better hand."""
    devices = peers.fair_devices()
    bea = FarGame.read(devices[1].log[:1])
    bea.add(2, "accept", {"name": "Bea", "nonce": "0" * 32})
    assert "has accepted for that seat already" in str(refused(devices[1], bea.log))
    bea.add(1, "begin", {"deal": devices[1].log[-1].data["deal"]})
    assert "has accepted for that seat already" in str(refused(devices[1], bea.log))


def test_a_greeting_before_the_acceptance_hides_no_second_one() -> None:
    """Bea greets before Cleo accepts, so that the acceptances are no longer all at the start."""
    hand = SealedHand(SeatNumber(1), f"{1:064x}")
    ann = FarGame.invite(make_setup(*MELEE), 1, hand=hand)
    bea = sent(ann)
    bea.accept(2)
    bea.add(2, "greeting", {"word": "hello"})
    ann.receive(bea.log)
    cleo = sent(ann)
    cleo.accept(3)
    assert ann.receive(cleo.log).kind == "newer" and ann.add_due()
    chosen = sent(bea)
    chosen.add(3, "accept", {"name": "Cleo", "nonce": "0" * 32})
    assert "has accepted for that seat already" in str(refused(ann, chosen.log))


def test_a_game_with_a_fair_deal_is_the_same_on_all_devices() -> None:
    devices = peers.fair_devices(*TEAMS, teams=True)
    choice = random.Random(3)
    for _ in range(6):
        (seat,) = devices[1].due_seats
        play_turn(devices[seat], choice)
        for other in devices.keys() - {seat}:
            assert devices[other].receive(devices[seat].log).kind == "newer"
    assert all(far.log == devices[1].log for far in devices.values())


# -- sealed hands ----------------------------------------------------------------------------------


def second_acceptance(ann: FarGame, secret: int) -> FarGame:
    """Return Bea's answer to the invitation of Ann, with a secret of her choice."""
    bea = FarGame.read(ann.log[:1])
    bea.accept(2, "Bea", hand=sealed_peers.hand(2, secret))
    return bea


def answer_of(ann: FarGame, bea: FarGame) -> FarGame:
    """Return the version in which Ann takes the other acceptance, too, and shuffles."""
    version = FarGame.read(bea.log)
    assert ann.hand is not None
    version.use_hand(ann.hand)
    assert version.add_due()
    return version


def test_a_second_acceptance_learns_nothing() -> None:
    """The share, Ann's deck and the deal of one version say nothing about another version."""
    ann = sealed_peers.begun()[1]
    versions = [ann, *(answer_of(ann, second_acceptance(ann, number)) for number in (3, 4))]
    shares = {version.seals.by_seat[SeatNumber(2)].share for version in versions if version.seals}
    assert len(shares) == 3
    orders = {version.game_to_show().setup.decks[0] for version in versions}
    assert len(orders) == 3
    assert len({version.deal.value for version in versions if version.deal}) == 3
    # Also with the same commitment and another share, which is all that Bea can choose freely.
    copied = FarGame.read(ann.log[:1])
    sealed = dict(ann.log[1].data["sealed"])  # type: ignore[call-overload]
    copied.add(2, "accept", {"name": "", "sealed": {**sealed, "share": "0" * 32}})
    other = answer_of(ann, copied)
    assert other.seals and ann.seals and other.deal and ann.deal
    assert other.seals.by_seat[SeatNumber(2)].share not in shares
    assert other.deal.value != ann.deal.value


def test_an_honest_player_who_has_lost_the_secret_can_begin_again() -> None:
    devices = sealed_peers.begun()
    ann, bea = devices[1], second_acceptance(devices[1], 3)
    assert ann.receive(bea.log).kind == "fork"
    version = answer_of(ann, bea)
    assert bea.receive(version.log).kind == "newer" and bea.add_due()
    assert version.receive(bea.log).kind == "newer" and version.game is not None
    again = {1: version, 2: bea}
    sealed_peers.play(again, "+e5", ".")
    # Ann's secret stays closed as long as the first version is not over.
    version.holds_back = True
    version.add(1, "resign")
    assert not version.add_due()
    version.holds_back = False
    assert version.add_due() and version.log[-1].kind == "open"
    bea.receive(version.log)
    bea.add_due()
    assert [check.fault for check in check_decks(bea)] == ["", ""]


@pytest.mark.parametrize("what", ["share", "deal"])
def test_a_false_random_value_of_the_inviter_is_found_at_the_end(what: str) -> None:
    """Ann gives another share for Bea's deck, or another value for the seed, than her secret."""
    devices = sealed_peers.accepted()
    ann, honest = devices[1], devices[1].copy()
    honest.add_due()
    for entry in honest.log[2:]:
        data = {key: "0" * 32 if key == what else value for key, value in entry.data.items()}
        ann.add(1, entry.kind, data)
    sealed_peers.pass_on(devices, 1)
    devices[2].add_due()
    sealed_peers.pass_on(devices, 2)
    sealed_peers.resign_and_open(devices)
    assert [check.fault for check in check_decks(devices[2])] == ["share", ""]


def test_every_commitment_holds_the_game() -> None:
    """Promises that are copied from another game with the same secrets are worth nothing."""
    one, two = (sealed_peers.begun(secrets=secrets) for secrets in ((1, 2), (3, 2)))
    sealed = [devices[2].log[1].data["sealed"] for devices in (one, two)]
    assert sealed[0] != sealed[1], "Bea has the same secret"
    far = one[1]
    assert far.hand is not None and far.seals is not None
    deck = far.hand.deck(far.seals, game_id(far.log))
    assert deck is not None and deck.bond == (game_id(far.log),)
    assert {*deck.commitments}.isdisjoint(deck._replace(bond=("0" * 32,)).commitments)
    schools = ("northern", "highland")
    agreed = sealed_peers.accepted(schools=schools)[1].log[0].data["sealed"]
    assert agreed != one[1].log[0].data["sealed"], "Ann has the same secret"


def test_no_other_version_is_taken_once_the_own_secret_is_open() -> None:
    devices = sealed_peers.begun()
    ann, bea = devices[1], second_acceptance(devices[1], 3)
    devices[2].add(2, "resign")
    sealed_peers.pass_on(devices, 2)
    ann.add_due()
    assert "the own deck is open" in str(refused(ann, bea.log))


def a_deck(devices: Devices, victim: int) -> Log:
    """Write the deck of the victim before its device does."""
    if victim == 2:
        devices[1].add_due()
        sealed_peers.pass_on(devices, 1)
    forged = sent(devices[3 - victim])
    share = {"share": "0" * 32} if victim == 1 else {}
    forged.add(victim, "deck", {"cards": ["0" * 32] * 18, **share})
    return forged.log


def a_deal(devices: Devices, victim: int) -> Log:
    """Begin the game in the name of the player who has invited, with another value."""
    devices[1].add_due()
    forged = FarGame.read(devices[1].log[:-1])
    forged.add(victim, "begin", {"deal": "0" * 32})
    return forged.log


def an_acceptance(devices: Devices, _: int) -> Log:
    """Accept in Bea's name, with a secret that Ann knows."""
    return second_acceptance(devices[1], 3).log


def another_version(devices: Devices, _: int) -> Log:
    """Answer another acceptance in Bea's name, as if she had given it."""
    return answer_of(devices[1], second_acceptance(devices[1], 3)).log


def in_a_game(act: Forgery) -> Callable[[Devices, int], Log]:
    """Return a forgery in a sealed game in which both have shuffled and played."""

    def forge(devices: Devices, victim: int) -> Log:
        for seat in (1, 2):
            devices[seat].add_due()
            sealed_peers.pass_on(devices, seat)
        choice = random.Random(2)
        while len(devices[1].log) < 9 or devices[1].due_seats != (victim,):
            sealed_peers.play_at_random(devices, choice)
        forged = sent(devices[3 - victim])
        act(forged, victim)
        return forged.log

    return forge


def places(far: FarGame, seat: int) -> None:
    """Play a turn that uses no hidden being."""
    game = far.game_to_show()
    before = len(game.codes)
    while game.player == seat:
        codes = [move.code for move in game.legal_moves()]
        game.play(next((code for code in codes if code.startswith("+")), codes[0]))
    far.add(seat, "turn", {"codes": " ".join(game.codes[before:])})


def discards_hidden(far: FarGame, seat: int) -> None:
    """Discard a being that nobody else knows."""
    game = far.game_to_show()
    before = len(game.codes)
    game.play(next(move for move in game.legal_moves() if move.code.startswith("~unknown")))
    while game.player == seat:
        codes = [move.code for move in game.legal_moves()]
        game.play(next((code for code in codes if code.startswith("+")), codes[0]))
    far.add(seat, "turn", {"codes": " ".join(game.codes[before:])})


def opens_another(far: FarGame, seat: int) -> None:
    """End the game, and open another secret in the name of the victim."""
    far.add(3 - seat, "resign")
    far._is_strict = False
    data = {"secret": "0" * 64}
    far.log = (
        *far.log,
        Entry(len(far.log), SeatNumber(seat), last_hash(far.log), "open", data, far.log[-1].state),
    )


SEALED_ROWS = [
    *((f"deck-as-{seat}", seat, a_deck, "is not that of this device") for seat in (1, 2)),
    ("begin-as-1", 1, a_deal, "the deal of seat 1 is not that of this device"),
    ("accept-as-2", 2, an_acceptance, "is not that of seat 2"),
    ("version-as-2", 2, another_version, "is not that of seat 2"),
    *(
        (f"{name}-as-{seat}", seat, in_a_game(act), words)
        for seat in (1, 2)
        for name, act, words in (
            ("placing", places, "no such turn"),
            ("hidden-discard", discards_hidden, "no such turn"),
            ("resign", resigns, "no such resign"),
            ("greeting", greets, "no such greeting"),
            ("take-back-asked", asks_back, "no such take-back-asked"),
            ("take-back-granted", asks_and_grants, "no such take-back-granted"),
            ("open", opens_another, "not the promised one"),
        )
    ),
]


@pytest.mark.parametrize(
    ("victim", "forge", "words"), [pytest.param(*row[1:], id=row[0]) for row in SEALED_ROWS]
)
def test_nobody_acts_in_my_name_with_sealed_hands(
    victim: int, forge: Callable[[Devices, int], Log], words: str
) -> None:
    devices = sealed_peers.accepted()
    log = forge(devices, victim)
    error = refused(devices[victim], log)
    assert error.fault in ("own", "sealed") and words in str(error)
    # Even a player who is talked into confirming it does not get another deck, deal or secret.
    if error.fault == "sealed":
        with pytest.raises(FarError):
            devices[victim].receive(log, is_own_confirmed=True)


# -- what a log of the first form still holds, and what it does not --------------------------------


@pytest.mark.parametrize("name", sorted(FIRST_FORM))
def test_a_log_of_the_first_form_goes_on(name: str) -> None:
    far = FarGame.read(read_message(FIRST_FORM[name]))
    assert far.deal is None and (far.seals is None or not far.seals.is_bound)
    if far.seals is None:
        while far.free_seats:
            far.accept(far.free_seats[0], "Bea")
        for seed in range(4):
            play_turn(far, random.Random(seed))
    elif not far.game or not far.game.is_over:
        devices = {1: far, 2: sent(far)}
        for seat in (1, 2):
            devices[seat].use_hand(sealed_peers.hand(seat, seat))
        for seat in (1, 2):
            devices[seat].add_due()
            sealed_peers.pass_on(devices, seat)
        choice = random.Random(1)
        for _ in range(6):
            sealed_peers.play_at_random(devices, choice)
        sealed_peers.resign_and_open(devices)
        assert [check.fault for check in check_decks(far)] == ["", ""]
    else:
        assert [check.fault for check in check_decks(far)].count("secret") == 1
    assert sent(far).log == far.log


def test_the_first_form_is_not_mixed_with_the_second() -> None:
    setup = peers.invitation().log[0].data["setup"]
    assert isinstance(setup, dict)
    empty = {**setup, "seed": ""}
    for data, words in (
        ({"setup": setup, "deal": "0" * 32}, "no such promise"),
        ({"setup": setup, "v": 2, "deal": "0" * 32}, "all players decide the seed"),
        ({"setup": empty, "v": 2}, "the promise of the player who invites is missing"),
        ({"setup": empty, "v": 2, "deal": "0" * 31}, "32 hexadecimal digits"),
        ({"setup": empty, "v": 4, "deal": "0" * 32}, "newer version"),
    ):
        with pytest.raises(FarError, match=words):
            FarGame().add(1, "invite", data)
