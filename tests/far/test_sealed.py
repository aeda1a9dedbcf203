"""Sealed hands: what each device knows, and what is found of a player who cheats."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tashkalar.cards.schools import built_in_schools
from tashkalar.far.deck_check import DeckCheck, check_decks
from tashkalar.far.far_game import FarGame, game_id
from tashkalar.far.log import Entry, FarError, Log, last_hash
from tashkalar.far.sealed_hand import SealedHand
from tashkalar.far.sealed_turn import shown_unknown
from tashkalar.far.sealing import CardProof, SealedDeck, card_commitment
from tashkalar.position.ids import SeatNumber, seat_of
from tashkalar.position.unknown import UnknownCard, known_cards, unknown_deck
from tests.far.peers import sent
from tests.far.sealed_peers import (
    Devices,
    accepted,
    begun,
    hand,
    pass_on,
    play,
    play_at_random,
    resign_and_open,
    the_game,
)

QUICK_GAMES = 20
READING_PILES = ("everfrost", "etherweave", "sylvan")


def deck_of(devices: Devices, seat: int) -> SealedDeck:
    """Return the deck of a seat, which only its own device knows."""
    far = devices[seat]
    assert far.hand is not None and far.seals is not None
    deck = far.hand.deck(far.seals, game_id(far.log))
    assert deck is not None
    return deck


def revealed_beings(devices: Devices, seat: int) -> set[str]:
    """Return the beings of a seat that its turns have revealed, or its opened deck."""
    if any(entry.kind == "open" and entry.by == seat for entry in devices[1].log):
        return {*deck_of(devices, seat).order}
    proofs = [entry.data.get("reveals", []) for entry in devices[1].log if entry.by == seat]
    return {card for found in proofs if isinstance(found, list) for _, card, _ in found}


def faults(far: FarGame) -> list[str]:
    return [check.fault for check in check_decks(far)]


def forged(far: FarGame, by: int, kind: str, **data: object) -> FarError | None:
    """Return why an entry of a cheater is refused; None if it is added."""
    log = far.log
    try:
        far.add(by, kind, data)
    except FarError as error:
        assert far.log == log
        return error
    return None


# -- honest games --------------------------------------------------------------------------------


def test_the_decks_are_shuffled_by_both_and_known_to_one() -> None:
    devices = accepted()
    ann, bea = devices[1], devices[2]
    assert ann.due_seats == bea.due_seats == (1,) and ann.game is None
    assert not bea.add_due()  # the share of Ann is missing
    assert ann.add_due() and not ann.add_due()
    assert [entry.kind for entry in ann.log] == ["invite", "accept", "deck", "begin"]
    pass_on(devices, 1)
    assert ann.game_to_show().state.hands[0] == deck_of(devices, 1).order[:3]
    assert ann.game_to_show().state.hands[1] == unknown_deck(1)[:3]
    assert bea.game_to_show().state.decks[0] == unknown_deck(0)[3:]
    assert bea.game_to_show().state.decks[1] == deck_of(devices, 2).order[3:]
    # Another secret of either player gives another order of both decks.
    for secrets in ((3, 2), (1, 3)):
        others = begun(secrets=secrets)
        for seat in (1, 2):
            assert deck_of(others, seat).order != deck_of(devices, seat).order
    assert sorted(deck_of(devices, 1).order) == sorted(deck_of(others, 1).order)


def test_who_has_not_shuffled_does_not_play() -> None:
    devices = accepted(inviter=2)  # so that Bea begins
    devices[2].add_due()
    pass_on(devices, 2)
    bea = devices[1]
    refused = forged(bea, 1, "turn", codes="+e5 .")
    assert refused is not None and "has not shuffled" in str(refused)
    bea.add_decisions(1, ["+e5", "."])
    assert [entry.kind for entry in bea.log[4:]] == ["deck", "turn"]


def test_a_device_without_the_secret_sees_only_what_the_log_tells() -> None:
    devices = begun()
    watcher = sent(devices[1])
    for seat in (0, 1):
        assert watcher.game_to_show().state.hands[seat] == unknown_deck(seat)[:3]
    with pytest.raises(FarError, match="not that of seat 1"):
        watcher.use_hand(hand(1, 99))
    watcher.use_hand(hand(1, 1))
    assert watcher.game_to_show().state.hands[0] == deck_of(devices, 1).order[:3]


def test_a_discarded_being_stays_hidden_and_a_summoned_one_is_proved() -> None:
    devices = begun()
    first = deck_of(devices, 1).order[0]
    play(devices, f"~{first}", "-", ".")
    assert devices[2].log[-1].data == {"codes": "~unknown-1-01 - ."}
    assert the_game(devices[2]).state.discards[0] == (UnknownCard.at(0, 1),)
    assert devices[1].game_to_show().state.discards[0] == (first,)
    choice = random.Random(4)
    while "reveals" not in devices[1].log[-1].data:
        play_at_random(devices, choice)
    entry = devices[1].log[-1]
    reveals = entry.data["reveals"]
    assert isinstance(reveals, list)
    for place, card, salt in reveals:
        assert devices[1].seals is not None
        promised = devices[1].seals.by_seat[entry.by].cards[place - 1]
        bond = (game_id(devices[1].log),)
        assert card_commitment(entry.by, place, card, salt, bond) == promised


def test_a_turn_that_is_taken_back_does_not_hide_its_beings_again() -> None:
    devices, choice = begun("duel"), random.Random(3)
    while "reveals" not in devices[1].log[-1].data:
        play_at_random(devices, choice)
    entry = devices[1].log[-1]
    codes = the_game(devices[1]).codes
    devices[entry.by].add(entry.by, "take-back-asked", {"turn": entry.n})
    pass_on(devices, entry.by)
    devices[3 - entry.by].add(3 - entry.by, "take-back-granted")
    pass_on(devices, 3 - entry.by)
    state = the_game(devices[1]).state
    assert len(the_game(devices[1]).codes) < len(codes)
    reveals = entry.data["reveals"]
    assert isinstance(reveals, list)
    assert {card for _, card, _ in reveals} <= {*state.hands[seat_of(entry.by)]}
    play_at_random(devices, choice)
    resign_and_open(devices)
    assert faults(devices[1]) == faults(devices[2]) == ["", ""]


def test_both_devices_know_the_same_after_every_turn() -> None:
    for number in range(QUICK_GAMES):
        play_whole_game(number)


@pytest.mark.long
@pytest.mark.parametrize("hundred", range(10))
def test_both_devices_know_the_same_in_a_thousand_games(hundred: int) -> None:
    for number in range(100 * hundred, 100 * hundred + 100):
        play_whole_game(number)


def play_whole_game(number: int) -> None:
    """Play a random game; both devices must agree after every entry, and prove their decks."""
    choice = random.Random(number)
    known = READING_PILES if number % 2 else tuple(built_in_schools(expansions=True))
    form = choice.choice(("duel", "high-form"))
    devices = begun(
        form,
        choice.sample(known, 2),
        inviter=choice.choice((1, 2)),
        secrets=(choice.getrandbits(256), choice.getrandbits(256)),
    )
    while devices[1].due_seats:
        play_at_random(devices, choice)
        ann, bea = (the_game(devices[seat]) for seat in (1, 2))
        assert ann.state.key() == bea.state.key()
        if ann.state.turn % 8 == 0:
            seat = choice.choice((1, 2))
            own = devices[seat].game_to_show().state
            assert known_cards(own.hands[seat - 1]) == own.hands[seat - 1]
            assert {*known_cards(own.setup.decks[2 - seat])} == revealed_beings(devices, 3 - seat)
    assert faults(devices[1]).count("unopened") == 1  # the player of the last turn has opened
    for seat in (1, 2):
        devices[seat].add_due()
        pass_on(devices, seat)
    assert faults(devices[1]) == faults(devices[2]) == ["", ""]
    game = the_game(devices[1])
    assert game.setup.decks == (deck_of(devices, 1).order, deck_of(devices, 2).order)


# -- a cheater: the seed -------------------------------------------------------------------------


def test_another_secret_than_the_promised_one_is_refused() -> None:
    devices = begun()
    play(devices, "+e5", ".")
    devices[2].add(2, "resign")
    pass_on(devices, 2)
    refused = forged(devices[2], 2, "open", secret=hand(2, 77).secret)
    assert refused is not None and "seat 2 is not the promised one" in str(refused)
    far = devices[2]
    mark = far.log[-1].state
    wrong = {"secret": hand(2, 77).secret}
    entry = Entry(len(far.log), SeatNumber(2), last_hash(far.log), "open", wrong, mark)
    with pytest.raises(FarError, match="not the promised one") as error:
        devices[1].receive((*far.log, entry))
    assert error.value.fault == "sealed"
    with pytest.raises(FarError, match="not the promised one"):
        FarGame.read((*far.log, entry))


def test_a_deck_that_its_player_has_stacked_is_found_at_the_end() -> None:
    devices = accepted()
    ann = devices[1]
    assert ann.hand is not None and ann.seals is not None
    honest = deck_of(devices, 1)
    stacked = honest._replace(order=tuple(sorted(honest.order)))
    data = ann.hand.deck_data(ann.seals, game_id(ann.log))
    assert data is not None
    assert forged(ann, 1, "deck", **{**data, "cards": list(stacked.commitments)}) is None
    ann.add_due()
    pass_on(devices, 1)
    devices[2].add_due()
    pass_on(devices, 2)
    # Each single being is as promised, so nothing is seen before the end.
    proof = stacked.proof(1)
    assert forged(ann, 1, "turn", codes="+e5 .", reveals=[list(proof)]) is None
    pass_on(devices, 1)
    resign_and_open(devices)
    assert faults(devices[2]) == ["cards", ""]


def test_two_beings_with_one_commitment_would_be_found_at_the_end() -> None:
    far = FarGame.read(LOG)
    assert far.seals is not None
    seals = {seat: seal for seat, seal in far.seals.by_seat.items() if seal.revealed}
    assert seals
    for seat, seal in seals.items():
        (place, card), *_ = seal.revealed.items()
        other = next(being for being in deck_of_log(seat).order if being != card)
        wrong = seal._replace(revealed={**seal.revealed, place: other})
        cheated = far.copy()
        cheated.seals = far.seals._replace(by_seat={**far.seals.by_seat, seat: wrong})
        assert faults(cheated)[seat - 1] == "cards" and faults(cheated)[2 - seat] == ""


def test_a_deck_that_is_never_opened_is_named() -> None:
    devices = begun()
    devices[1].add(1, "resign")
    devices[1].add_due()
    pass_on(devices, 1)
    assert faults(devices[2]) == ["", "unopened"]
    assert check_decks(begun()[1]) == ()


# -- a cheater: the being ------------------------------------------------------------------------


def test_another_being_than_the_promised_one_is_refused_at_once() -> None:
    devices = begun()
    deck = deck_of(devices, 1)
    proof, second = deck.proof(1), deck.proof(2)
    wrong = (
        (proof._replace(card=deck.order[1]), "is not the promised one"),
        (proof._replace(card="oni"), "is none of the school"),
        (proof._replace(salt="0" * 32), "is not the promised one"),
        (proof._replace(place=2), "is not the promised one"),
    )
    for cheat, words in wrong:
        refused = forged(devices[1], 1, "turn", codes="+e5 .", reveals=[list(cheat)])
        assert refused is not None and refused.fault == "sealed" and words in str(refused)
    twice = [list(second), list(second)]
    refused = forged(devices[1], 1, "turn", codes="+e5 .", reveals=twice)
    assert refused is not None and "is revealed twice" in str(refused)
    # The entry is refused on the other device too, which names it.
    entry = Entry(
        len(devices[2].log),
        SeatNumber(1),
        last_hash(devices[2].log),
        "turn",
        {"codes": "+e5 .", "reveals": [list(wrong[0][0])]},
        "",
    )
    with pytest.raises(FarError, match="entry 5: the being 1 of seat 1 is not the promised one"):
        devices[2].receive((*devices[2].log, entry))


# -- a cheater: a being that is not revealed -----------------------------------------------------


def with_in_hand(*cards: str) -> Devices:
    """Return a game whose first player plays Etherweave and holds these beings."""
    for secret in range(10_000):
        devices = accepted(schools=("etherweave", "sylvan"), secrets=(secret, 10_000))
        if {*cards} <= {*deck_of(devices, 1).order[:3]}:
            for seat in (1, 2):
                devices[seat].add_due()
                pass_on(devices, seat)
            return devices
    raise AssertionError("no such hand")


def up_to_the_lesser_twin() -> Devices:
    """Return a game in which the greater twin was discarded unseen, and the lesser one fits."""
    devices = with_in_hand("greater-shadow-twin", "lesser-shadow-twin")
    play(devices, "~greater-shadow-twin", "-", ".")
    play(devices, "+a4", "+a6", ".")
    play(devices, "+d4", "+e4", ".")
    play(devices, "+a5", "+b7", ".")
    return devices


def test_a_being_on_the_discard_pile_is_revealed_when_a_text_reads_it() -> None:
    devices = up_to_the_lesser_twin()
    play(devices, "+f4", "lesser-shadow-twin@d5", "d4", "-", ".")
    reveals = devices[2].log[-1].data["reveals"]
    assert isinstance(reveals, list)
    assert {card for _, card, _ in reveals} == {"greater-shadow-twin", "lesser-shadow-twin"}
    resign_and_open(devices)
    assert faults(devices[2]) == ["", ""]


def test_a_being_that_was_not_revealed_is_found_at_the_end() -> None:
    devices = up_to_the_lesser_twin()
    deck = deck_of(devices, 1)
    reveals = [list(deck.proof(deck.order.index("lesser-shadow-twin") + 1))]
    # Unrevealed, the greater twin asks nothing: the other device cannot know it lies there.
    assert (
        forged(devices[1], 1, "turn", codes="+f4 lesser-shadow-twin@d5 .", reveals=reveals) is None
    )
    turn = the_game(devices[1]).history()[-1].state_before.turn
    pass_on(devices, 1)
    resign_and_open(devices)
    assert check_decks(devices[2])[0] == DeckCheck(SeatNumber(1), "play", turn)
    assert faults(devices[2])[1] == ""


def test_a_hidden_being_is_not_summoned() -> None:
    devices = up_to_the_lesser_twin()
    refused = forged(devices[1], 1, "turn", codes="+f4 lesser-shadow-twin@d5 .")
    assert refused is not None and "is not a legal move" in str(refused)


# -- a cheater: an old log -----------------------------------------------------------------------


def test_an_old_log_changes_nothing_and_another_turn_is_a_fork() -> None:
    devices = begun()
    old = sent(devices[1])
    play(devices, "+e5", ".")
    play(devices, "+a4", "+a6", ".")
    before = devices[2].log
    assert devices[2].receive(old.log).kind == "older"
    old.use_hand(hand(1, 1))
    old.add_decisions(1, ["+d4", "."])  # Ann has seen the answer, and would play otherwise
    assert devices[2].receive(old.log).kind == "fork"
    assert devices[2].log == before


def test_the_acceptance_of_another_game_is_refused() -> None:
    devices, other = accepted(), accepted(secrets=(3, 2))
    with pytest.raises(FarError, match="entry 1: does not follow"):
        FarGame.read((other[1].log[0], devices[1].log[1]))
    # Copied with a new hash, the deck that follows from its share is not one that Bea can open.
    copied = FarGame.read(other[1].log[:1])
    copied.add(2, "accept", devices[1].log[1].data)
    with pytest.raises(FarError, match="not that of seat 2"):
        copied.use_hand(SealedHand.new(2))
    invitation = accepted()[1].log[0].data["sealed"]
    assert isinstance(invitation, dict)
    mirrored = forged(
        FarGame.read(devices[1].log[:1]), 2, "accept", sealed={**invitation, "share": "0" * 32}
    )
    assert mirrored is not None and "repeats the commitment" in str(mirrored)


# -- any change of a log -------------------------------------------------------------------------


def finished_log() -> Log:
    devices, choice = begun("duel", ("etherweave", "everfrost")), random.Random(6)
    for _ in range(12):
        play_at_random(devices, choice)
    resign_and_open(devices)
    return devices[1].log


LOG = finished_log()


def deck_of_log(seat: int) -> SealedDeck:
    """Return the opened deck of a seat in the finished log."""
    far = FarGame.read(LOG)
    assert far.seals is not None
    deck = far.seals.opened_deck(game_id(LOG), SeatNumber(seat))
    assert deck is not None
    return deck


def chained(entries: list[Entry]) -> Log:
    """Return entries with new numbers and hashes, as a cheater would write them."""
    log: list[Entry] = []
    for entry in entries:
        log.append(entry._replace(n=len(log), prev=last_hash(log)))
    return tuple(log)


def digits_of(value: object, path: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
    """Yield the paths of the hexadecimal texts in the data of an entry."""
    if isinstance(value, dict):
        for key, child in value.items():
            yield from digits_of(child, (*path, key))
    elif isinstance(value, list | tuple):
        for index, child in enumerate(value):
            yield from digits_of(child, (*path, index))
    elif isinstance(value, str) and len(value) in (32, 64):
        yield path


PLACES = [(n, path) for n, entry in enumerate(LOG) for path in digits_of(entry.data)]


def with_digit(value: object, path: tuple[object, ...], at: int) -> object:
    """Return a value with another hexadecimal digit in the text at a path."""
    if not path:
        text = str(value)
        at %= len(text)
        return text[:at] + ("0" if text[at] != "0" else "1") + text[at + 1 :]
    first, *rest = path
    if isinstance(value, dict):
        return {**value, first: with_digit(value[first], tuple(rest), at)}
    assert isinstance(value, list) and isinstance(first, int)
    return [*value[:first], with_digit(value[first], tuple(rest), at), *value[first + 1 :]]


@settings(max_examples=12, deadline=None)
@given(st.sampled_from(PLACES), st.integers(0, 63))
def test_a_changed_digit_is_refused_or_named_at_the_end(
    place: tuple[int, tuple[object, ...]], at: int
) -> None:
    n, path = place
    data = with_digit(LOG[n].data, path, at)
    assert isinstance(data, dict)
    log = chained([*LOG[:n], LOG[n]._replace(data=data), *LOG[n + 1 :]])
    try:
        far = FarGame.read(log)
    except FarError as error:
        assert error.fault in ("sealed", "update", "log")
    else:
        assert any(faults(far))


def test_the_log_that_is_changed_above_is_faultless() -> None:
    assert faults(FarGame.read(LOG)) == ["", ""]
    kinds = {LOG[n].kind for n, _ in PLACES}
    assert kinds == {"invite", "accept", "deck", "begin", "turn", "open"}


@settings(max_examples=12, deadline=None)
@given(st.sets(st.integers(0, len(LOG) - 1), min_size=1, max_size=3), st.randoms())
def test_lost_and_exchanged_entries_are_refused_or_a_shorter_game(
    lost: set[int], order: random.Random
) -> None:
    left = [entry for entry in LOG if entry.n not in lost]
    if order.random() < 0.5:
        order.shuffle(left)
    try:
        far = FarGame.read(chained(left))
    except FarError:
        return
    assert far.log == LOG[: len(far.log)] or not check_decks(far) or any(faults(far))


def test_what_is_malformed_is_refused_with_a_reason() -> None:
    devices = accepted()
    ann = devices[1]
    cases: tuple[tuple[str, dict[str, object], str], ...] = (
        ("deck", {"cards": ["0" * 32] * 17, "share": "0" * 32}, "18 commitments are needed"),
        ("deck", {"cards": ["0" * 31] * 18, "share": "0" * 32}, "32 hexadecimal digits"),
        ("deck", {"cards": ["X" * 32] * 18, "share": "0" * 32}, "32 hexadecimal digits"),
        ("deck", {"cards": ["0" * 32] * 18}, "share: is missing"),
        ("begin", {}, "deal: is missing"),
        ("begin", {"deal": "0" * 32}, "seat 1 shuffles first"),
        ("open", {"secret": "0" * 64}, "opened when the game is over"),
    )
    for kind, data, words in cases:
        refused = forged(ann, 1, kind, **data)
        assert refused is not None and words in str(refused), kind
    refused = forged(ann, 2, "deck", cards=["0" * 32] * 18)
    assert refused is not None and "seat 1 shuffles first" in str(refused)
    devices = begun()
    bad_proof = [CardProof(1, "knight", "")[:2]]
    refused = forged(devices[1], 1, "turn", codes="+e5 .", reveals=bad_proof)
    assert refused is not None


def test_sealed_hands_are_for_two_players_without_packs() -> None:
    setup = accepted()[1].log[0].data["setup"]
    assert isinstance(setup, dict)
    three = {**setup, "form": "melee", "schools": ["northern", "sylvan", "highland"]}
    sealed = {"commitment": "0" * 64}
    refused = forged(FarGame(), 1, "invite", v=2, setup=three, sealed=sealed)
    assert refused is not None and "sealed hands are for two players" in str(refused)
    stacked = {**setup, "decks": [list(unknown_deck(0)), list(unknown_deck(1))]}
    for data in ({"setup": stacked}, {"v": 2, "setup": stacked, "sealed": sealed}):
        refused = forged(FarGame(), 1, "invite", **data)
        assert refused is not None and "cannot be chosen" in str(refused)


def test_a_being_that_all_players_see_must_be_revealed() -> None:
    state = the_game(begun()[1]).state.copy()
    first, second, *_ = unknown_deck(0)
    state.discards, state.dropped = ((first, second), ()), ((first,), ())
    assert shown_unknown(state, 0) == second  # an effect discarded it, which everybody sees
    state.dropped = ((first, second), ())
    assert shown_unknown(state, 0) == ""
    assert shown_unknown(state, 1) == ""


def test_an_effect_that_discards_from_the_hand_reveals_the_being() -> None:
    devices = with_in_hand("reality-patch")
    deck = deck_of(devices, 1)
    other = next(place for place in (1, 2, 3) if deck.order[place - 1] != "reality-patch")
    play(devices, "+e6", ".")
    play(devices, "+a4", "+a6", ".")
    play(devices, "+d5", "+f5", ".")
    play(devices, "+a5", "+b7", ".")
    proof = list(deck.proof(deck.order.index("reality-patch") + 1))
    codes = f"+e4 reality-patch@e5 {UnknownCard.at(0, other)} ."
    refused = forged(devices[1].copy(), 1, "turn", codes=codes, reveals=[proof])
    assert refused is not None and refused.fault == "sealed"
    assert f"seat 1 shows unknown-1-0{other} without revealing it" in str(refused)
    play(devices, "+e4", "reality-patch@e5", deck.order[other - 1], ".")
    assert devices[2].log[-1].data["reveals"] == [proof, list(deck.proof(other))]
    assert the_game(devices[2]).state.discards[0] == (deck.order[other - 1], "reality-patch")
