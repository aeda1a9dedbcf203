"""Worlds in which stores, tabs and clocks fail: what was shown as saved is there, whole, once."""

from __future__ import annotations

import pytest

from tests.world.faults import FAULTS
from tests.world.story import Step, Story, make_story, play, shorten, written

USUAL = 200  # seeds; `python -m tests.world` plays more

LEARNED_IN_TWO_VERSIONS = (
    Step("play"),
    Step("play"),
    Step("open_earlier"),
    Step("learn", 1, 190),
    Step("learn", 10),
    Step("kill", 10, 442),
    Step("learn", 10, 953),
    Step("learn"),
    Step("open_earlier"),
    Step("kill", 0, 457),
    Step("open_earlier"),
    Step("open_earlier"),
)
OPENED_WHILE_FULL = (
    Step("fill"),
    Step("open"),
    Step("learn", 4, 89),
    Step("open"),
    Step("answer"),
)

# Faults that worlds have found, as their shortest stories told them.
FOUND: dict[str, Story] = {
    "a crash between a text and its order": (
        Step("type"),
        Step("play"),
        Step("learn"),
        Step("open_work"),
        Step("kill", 6, 920),
        Step("learn"),
        Step("answer"),
    ),
    "a crash between settings and their order": (
        Step("set_up"),
        Step("set_up", 0, 1),
        Step("answer"),
        Step("kill", 0, 1),
    ),
    "“Saved” beside a work whose saving nobody has answered": (
        Step("type"),
        Step("save_work"),
        Step("open_work"),
    ),
    "an order that does not fit into a full store, for a text that does": (
        Step("learn", 11, 442),
        Step("fill", 11),
        Step("learn", 11, 427),
        Step("clear_database", 5),
        Step("learn", 2, 838),
        Step("close", 11),
        Step("save_work", 5),
        Step("answer", 2),
    ),
    "a copy that a full store has no room for": (
        Step("type"),
        Step("open"),
        Step("save_work"),
        Step("type"),
        Step("close"),
        Step("answer"),
        Step("kill", 0, 732),
        Step("fill"),
        Step("open_work"),
        Step("answer"),
    ),
    "a copy that waits for room while another tab goes on": (
        Step("solve"),
        Step("play"),
        Step("play", 2),
        Step("carry"),
        Step("kill", 2, 783),
        Step("fill", 2),
        Step("play", 11),
        Step("make_room", 11),
        Step("open", 8),
        Step("solve", 5),
        Step("solve", 8),
        Step("answer", 8),
    ),
    "a draft that one tab has saved, and another tab has found in the second store": (
        Step("type", 2),
        Step("save_work", 2),
        Step("delete_work", 2),
        Step("open_work", 2),
        Step("answer", 2),
        Step("open_work", 2),
        Step("open", 2),
        Step("flush", 2),
    ),
    "a game that goes on in a tab while another one deletes it": (
        Step("learn", 2),
        Step("close"),
        Step("clock", 11),
        Step("clear_local"),
        Step("die_at", 8, 773),
        Step("fill", 8),
        Step("play", 2),
        Step("answer", 11),
        Step("play", 11),
        Step("delete_game", 11),
        Step("open", 11),
        Step("play", 11, 386),
        Step("play", 11),
        Step("answer", 11),
    ),
    "two tabs that give the same id while the clock is behind": (
        Step("type"),
        Step("close"),
        Step("clock"),
        Step("fill"),
        Step("play"),
        Step("open"),
        Step("play", 3),
        Step("answer"),
    ),
    "a deletion that a second tab forgets before the first store has it on its disk": (
        Step("silence"),
        Step("type"),
        Step("save_work"),
        Step("type"),
        Step("save_work"),
        Step("answer"),
        Step("kill", 9, 300),
        Step("mend"),
        Step("save_work"),
        Step("answer"),
        Step("duplicate"),
        Step("open_work"),
        Step("duplicate"),
        Step("answer"),
    ),
    "what a silent database holds, and a full store has no room to join": (
        Step("solve"),
        Step("answer"),
        Step("clear_local"),
        Step("fail"),
        Step("silence"),
        Step("solve"),
        Step("set_up"),
        Step("fill"),
        Step("fail"),
        Step("open"),
        Step("mend"),
        Step("answer"),
    ),
    "a tab that goes on with a game and has not heard what the other tab had of it": (
        Step("play"),
        Step("open"),
        Step("fill"),
        Step("answer"),
        Step("talk", 3, 529),
        Step("play"),
        Step("play"),
        Step("take_over", 3),
        Step("play", 3),
        Step("answer"),
    ),
    "an earlier version of the page, which writes after a crash and knows no copies": (
        Step("learn"),
        Step("flush"),
        Step("learn", 0, 1),
        Step("answer"),
        Step("kill"),
        Step("open_earlier"),
        Step("learn", 0, 2),
        Step("flush"),
    ),
    "a game that another tab has left while the first store was full": (
        Step("comment"),
        Step("open"),
        Step("comment", 4),
        Step("play", 3),
        Step("take_over"),
        Step("fill"),
        Step("open"),
        Step("take_over", 3),
        Step("comment", 6),
        Step("open_study", 6, 59),
        Step("answer"),
        Step("comment"),
        Step("take_over"),
        Step("answer"),
    ),
    "the answer of a tab that comes to a later question": (
        Step("play"),
        Step("fill"),
        Step("play"),
        Step("open"),
        Step("open"),
        Step("play"),
        Step("open"),
        Step("take_over", 3),
        Step("play", 3),
        Step("play", 3),
        Step("talk", 0, 665),
        Step("take_over"),
        Step("take_over", 3),
        Step("open"),
        Step("open"),
        Step("play", 3),
        Step("play"),
        Step("take_over"),
        Step("play", 3),
        Step("take_over", 3),
        Step("take_over"),
        Step("take_over", 3),
    ),
    "a copy that several tabs have restored, of which one goes on": (
        Step("comment"),
        Step("open_study"),
        Step("comment"),
        Step("play"),
        Step("play"),
        Step("fill"),
        Step("kill"),
        Step("type"),
        Step("open"),
        Step("open"),
        Step("comment"),
        Step("keep_study"),
        Step("comment", 3),
        Step("comment", 7),
        Step("open_study"),
    ),
    "a text that waits for room, and that another tab has stored meanwhile": (
        Step("play"),
        Step("fill"),
        Step("play"),
        Step("make_room"),
        Step("comment"),
        Step("open"),
        Step("keep_study"),
        Step("answer"),
    ),
    "a note of a text that a full store has refused": (
        *LEARNED_IN_TWO_VERSIONS,
        *OPENED_WHILE_FULL,
    ),
    "an earlier version that goes on with a text which lacks a copy": (
        *LEARNED_IN_TWO_VERSIONS,
        Step("learn", 0, 206),
        *OPENED_WHILE_FULL,
    ),
    "two pages that could not read the database, by a clock that is behind": (
        Step("solve"),
        Step("silence"),
        Step("clear_database"),
        Step("clock"),
        Step("solve"),
        Step("answer"),
        Step("kill"),
        Step("solve"),
        Step("answer"),
    ),
    "a clock that is set back after a game was taken over": (
        Step("play"),
        Step("fill"),
        Step("open"),
        Step("play"),
        Step("take_over", 3),
        Step("duplicate"),
        Step("duplicate"),
        Step("clock"),
        Step("play", 3),
        Step("answer"),
    ),
    "two pages in turn that cannot read the copies of a game": (
        Step("play"),
        Step("play"),
        Step("kill", 9, 289),
        Step("mute"),
        Step("play", 7, 26),
        Step("play"),
        Step("play"),
        Step("open"),
        Step("play"),
        Step("learn"),
        Step("learn"),
        Step("kill"),
        Step("play", 4, 973),
        Step("play"),
        Step("answer"),
    ),
    "an added game that a second tab adds once more": (
        Step("open"),
        Step("clock"),
        Step("open_earlier"),
        Step("play"),
        Step("fill"),
        Step("take_over", 3),
        Step("play", 3),
        Step("take_over"),
        Step("open"),
        Step("open"),
        Step("open"),
        Step("play"),
        Step("take_over", 3),
        Step("play"),
        Step("talk", 3, 253),
        Step("take_over"),
        Step("take_over", 3),
        Step("play", 3),
        Step("clear_local"),
        Step("duplicate"),
        Step("answer"),
    ),
}

# It is not mended yet: a text waits in a tab for room in the first store, and another tab goes on
# with the older text that the store has. `Tab._note_waiting` gives it up.
# Faults that take a rare story: by their names, the story that finds them.
RARE = {
    "late_note": "a crash between settings and their order",
    "forgotten_deletions": (
        "a deletion that a second tab forgets before the first store has it on its disk"
    ),
    "unknown_copies": (
        "an earlier version of the page, which writes after a crash and knows no copies"
    ),
}


@pytest.mark.parametrize("first", range(0, USUAL, 50))
def test_nothing_that_was_shown_as_saved_is_lost(first: int) -> None:
    for seed in range(first, first + 50):
        story = make_story(seed)
        faults = play(story)
        if faults:
            pytest.fail(f"seed {seed}: {faults}\n{written(shorten(story))}")


@pytest.mark.parametrize("story", FOUND.values(), ids=FOUND)
def test_what_was_found_stays_mended(story: Story) -> None:
    assert play(story) == []


@pytest.mark.parametrize(
    "name",
    [
        "one_copy",
        "overwritten_work",
        "early_saved",
        "games_not_restored",
        "stale_settings",
        "brought_again",
        "early_study",
        "unheard_failure",
        "unheard_text",
        "unseen_copy",
        "overwritten_log",
    ],
)
def test_a_fault_that_is_put_back_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    FAULTS[name](monkeypatch)
    seed = next(seed for seed in range(USUAL) if play(make_story(seed)))
    story = shorten(make_story(seed))
    assert play(story)
    assert len(story) <= 12, written(story)
    assert read_story(written(story)) == story
    monkeypatch.undo()
    assert play(story) == []


@pytest.mark.parametrize("name", RARE)
def test_a_rare_fault_that_is_put_back_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    FAULTS[name](monkeypatch)
    assert play(FOUND[RARE[name]])


def test_a_person_may_play_two_states_of_a_game_to_the_same() -> None:
    """A file has brought the game in another state: as a game of its own, which nobody doubles."""
    story = (
        Step("solve"),
        Step("play", 11),
        Step("play"),
        Step("play"),
        Step("carry"),
        Step("kill", 4, 379),
        Step("clock"),
        Step("clear_local"),
        Step("open"),
        Step("carry", 11),
        Step("play", 6, 704),
        Step("play"),
        Step("flush"),
    )
    assert play(story) == []


def test_a_seed_always_tells_the_same_story() -> None:
    assert make_story(5) == make_story(5) != make_story(6)


def read_story(text: str) -> Story:
    """Read the steps of a story as it is printed."""
    lines = [line.strip() for line in text.splitlines()[1:-1]]
    fields = [line.removeprefix("Step(").removesuffix("),").split(", ") for line in lines]
    return tuple(Step(does.strip("'"), int(where), int(chance)) for does, where, chance in fields)
