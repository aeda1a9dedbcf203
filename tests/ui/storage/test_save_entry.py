"""A line of the list of saved games."""

from __future__ import annotations

import pytest

from tashkalar import new_game
from tashkalar.ui.storage.key_value_store import MemoryStore
from tashkalar.ui.storage.save_entry import SaveEntry, SaveRow, save_row
from tashkalar.ui.storage.saved_games import SavedGames
from tests.ui.table import english, said

WHEN = "22 November"


@pytest.fixture
def entry() -> SaveEntry:
    saved_games = SavedGames(MemoryStore(), lambda: 1_700_000_000_000)
    saved_games.create(new_game("duel", ["northern", "sylvan"], seed=1, names=["Ann", ""]), False)
    [found] = saved_games.entries()
    return found


def row(entry: SaveEntry, *, elsewhere: bool = False) -> SaveRow:
    row_view = save_row(entry, WHEN, is_open_elsewhere=elsewhere)
    assert row_view.id == entry.id
    assert "⟨" not in said(row_view.name) + said(row_view.detail)
    return row_view


def test_who_plays_and_when_it_was_saved(entry: SaveEntry) -> None:
    row_view = row(entry)
    assert "Ann" in said(row_view.name) and "Sylvan" in said(row_view.name)
    assert WHEN in said(row_view.detail) and "Duel" in said(row_view.detail)
    assert row_view.can_open and row_view.can_delete
    assert said(row(entry._replace(title="Final")).name) == "Final"


def test_the_word_for_opening_says_what_opens(entry: SaveEntry) -> None:
    def word(entry: SaveEntry) -> str:
        return english().text(row(entry).opening_text)

    assert entry.summary is not None
    over = entry._replace(summary=entry.summary._replace(over=True))
    assert word(entry) == "Continue" and word(over) == "Result"
    assert word(entry._replace(is_study=True)) == word(over._replace(is_study=True)) == "Open"
    assert word(entry._replace(status="damaged", summary=None)) == "Open"


def test_more_than_two_are_a_group() -> None:
    saved_games = SavedGames(MemoryStore(), lambda: 1_700_000_000_000)
    names = ["Ann", "", "Bob"]
    game = new_game("melee", ["northern", "sylvan", "highland"], seed=1, names=names)
    saved_games.create(game, False)
    [found] = saved_games.entries()
    assert said(row(found).name) == "Ann, Sylvan, Bob"


def test_a_game_that_another_tab_has(entry: SaveEntry) -> None:
    """The game can be looked at, but not changed: the other tab saves it with its next decision."""
    row_view = row(entry, elsewhere=True)
    assert WHEN not in said(row_view.detail)
    assert row_view.can_open and not row_view.can_delete


def test_a_game_that_is_only_in_memory(entry: SaveEntry) -> None:
    assert WHEN not in said(row(entry._replace(is_stored=False)).detail)
    assert said(row(entry._replace(is_stored=False)).detail) != said(row(entry).detail)
    # Then there is no other tab that could have it.
    both = row(entry._replace(is_stored=False), elsewhere=True).detail
    assert both == row(entry._replace(is_stored=False)).detail


def test_without_a_date(entry: SaveEntry) -> None:
    assert row(entry._replace(saved_at_ms=0)).detail == entry.detail


def test_what_is_damaged_keeps_its_title(entry: SaveEntry) -> None:
    damaged = entry._replace(status="damaged", summary=None)
    assert said(row(damaged._replace(title="Final")).name) == "Final"
    assert "amaged" in said(row(damaged._replace(title="")).name)


def test_what_cannot_be_opened(entry: SaveEntry) -> None:
    assert not row(entry._replace(status="newer")).can_open
    assert row(entry._replace(status="damaged", summary=None)).can_open
    assert not row(entry._replace(status="damaged", is_quarantined=True)).can_open
