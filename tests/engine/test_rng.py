"""The random generator: one int, the same everywhere."""

from hypothesis import given
from hypothesis import strategies as st

from tashkalar.position import rng


def test_the_stream_is_that_of_splitmix64() -> None:
    # The published reference values for the seed 1234567.
    state, numbers = 1234567, []
    for _ in range(5):
        state, value = rng.random_below(state, 1 << 64)
        numbers.append(value)
    assert numbers == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_seeds_are_told_apart_by_their_text() -> None:
    # First 64 bits of SHA-256 of the text; these values must never change.
    assert rng.state_from_seed("") == 0xE3B0C44298FC1C14
    assert rng.state_from_seed(1) == rng.state_from_seed("1") == 0x6B86B273FF34FCE1
    assert rng.state_from_seed("ä") != rng.state_from_seed("a")


def test_a_shuffle_never_changes_between_versions() -> None:
    state, pile = rng.shuffle(rng.state_from_seed("golden"), "abcdefghij")
    assert (state, "".join(pile)) == (0x6D4A25C6B1337A59, "gjacfdehbi")


def test_too_large_numbers_are_thrown_away() -> None:
    # With a limit just above half of 2**64 about every second number must be rejected.
    limit = (1 << 63) + 1
    state, steps = 7, 0
    for _ in range(200):
        before = state
        state, value = rng.random_below(state, limit)
        assert 0 <= value < limit
        steps += (state - before) * pow(0x9E3779B97F4A7C15, -1, 1 << 64) % (1 << 64)
    assert 300 < steps < 500


def test_choices_are_even() -> None:
    state, counts = rng.state_from_seed("even"), [0] * 6
    for _ in range(6000):
        state, value = rng.random_below(state, 6)
        counts[value] += 1
    assert all(900 < n < 1100 for n in counts)


def test_every_order_of_a_small_pile_turns_up() -> None:
    state, orders = rng.state_from_seed("orders"), dict[tuple[str, ...], int]()
    for _ in range(2400):
        state, pile = rng.shuffle(state, "abcd")
        orders[pile] = orders.get(pile, 0) + 1
    assert len(orders) == 24
    assert all(60 < n < 145 for n in orders.values())


@given(st.integers(0, (1 << 64) - 1), st.lists(st.integers()))
def test_a_shuffle_keeps_the_cards_and_answers_only_to_its_state(
    state: int, pile: list[int]
) -> None:
    after, shuffled = rng.shuffle(state, pile)
    assert sorted(shuffled) == sorted(pile)
    assert rng.shuffle(state, pile) == (after, shuffled)
    assert 0 <= after < 1 << 64


@given(st.integers(0, (1 << 64) - 1), st.integers(1, 1 << 64))
def test_below_stays_below(state: int, limit: int) -> None:
    after, value = rng.random_below(state, limit)
    assert 0 <= value < limit and 0 <= after < 1 << 64


def test_one_thing_needs_no_chance() -> None:
    assert rng.shuffle(5, "a") == (5, ("a",))
    assert rng.shuffle(5, "") == (5, ())
    assert rng.random_below(5, 1)[1] == 0
