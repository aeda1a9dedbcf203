"""Studies in the list of games and in files."""

from __future__ import annotations

import json

import pytest

from tashkalar import Game, new_game
from tashkalar.history.decision_tree import Annotation
from tashkalar.study import Study
from tashkalar.ui.storage.game_files import GameFiles
from tashkalar.ui.storage.key_value_store import MemoryStore
from tashkalar.ui.storage.open_game import GameOpener
from tashkalar.ui.storage.save_entry import save_row
from tashkalar.ui.storage.save_texts import SavedGameError
from tashkalar.ui.storage.saved_games import SavedGames
from tests.support import play
from tests.ui.table import said


def a_study() -> Study:
    """A study of an unfinished game, with a variation and a comment."""
    game = new_game("duel", ["northern", "sylvan"], seed=7)
    study = Study.from_game(play(game, "c5", "+e5", ".", "+e6", "+d7", "."))
    study.go_to(study.tree.line()[2])
    study.play("+g6")
    study.annotate(Annotation("Perhaps"))
    return study


def saved_games() -> SavedGames:
    times = iter(range(1_700_000_000_000, 1_700_000_001_000))
    return SavedGames(MemoryStore(), lambda: next(times))


def test_a_kept_study_is_in_the_list_and_is_no_game_to_continue() -> None:
    saved, study = saved_games(), a_study()
    id = saved.create_study(study, "Openings").id
    assert saved.study_text(id) == study.record()
    [entry] = saved.entries()
    assert entry.is_study and entry.can_open and entry.name == "Openings"
    row = save_row(entry, "today", is_open_elsewhere=False)
    assert said(row.detail).startswith("Study, Deathmatch Duel, turn 3")
    assert saved.last_unfinished_id() is None
    game = saved.create(new_game("duel", ["northern", "sylvan"], seed=1), False).id
    assert saved.study_text(game) is None and saved.last_unfinished_id() == game
    # A game has a review, unless another tab plays it; a study is opened instead.
    entries = {entry.id: entry for entry in saved.entries()}
    assert not row.can_review
    assert save_row(entries[game], "today", is_open_elsewhere=False).can_review
    assert not save_row(entries[game], "today", is_open_elsewhere=True).can_review


def test_changes_of_a_study_are_saved_under_its_name() -> None:
    saved, study = saved_games(), a_study()
    id = saved.create_study(study, "Openings").id
    study.play("+h7")
    assert saved.save_study(id, study).id == id
    [entry] = saved.entries()
    assert entry.name == "Openings"
    assert "+g6\nNote" in study.record() and saved.study_text(id) == study.record()


def test_its_game_opens_where_studies_are_not_known() -> None:
    saved, study = saved_games(), a_study()
    id = saved.create_study(study).id
    assert GameOpener(saved).open_game(id).game.codes == study.main_game().codes


def test_a_study_survives_a_file_and_its_text_a_mail() -> None:
    saved, study = saved_games(), a_study()
    files = GameFiles(saved)
    _, text = files.export_game(saved.create_study(study, "Openings").id)
    again = files.import_game(text)
    assert saved.study_text(again.id) == study.record()
    quoted = "".join(f"> {line}\r\n" for line in study.record().split("\n"))
    for record in (study.record(), quoted):
        assert saved.study_text(files.import_game(record).id) == study.record()
    assert saved.study_text(files.import_game(study.main_game().record()).id) is None


@pytest.mark.parametrize("value", [None, 7, ["x"], ""])
def test_a_damaged_study_leaves_the_game(value: object) -> None:
    saved = saved_games()
    files = GameFiles(saved)
    _, text = files.export_game(saved.create_study(a_study()).id)
    id = files.import_game(json.dumps(json.loads(text) | {"study": value})).id
    assert not saved.study_text(id)
    assert GameOpener(saved).open_game(id).game.codes == a_study().main_game().codes


def test_a_wrong_study_is_refused_with_its_line() -> None:
    text = a_study().record().replace("+g6", "+z6")
    with pytest.raises(SavedGameError) as caught:
        GameFiles(saved_games()).import_game(text)
    assert caught.value.message.id == "saves.error.record"
    with pytest.raises(ValueError, match="not a legal move"):
        Game.from_record(text)


def test_a_study_that_is_opened_again_is_the_same_study() -> None:
    """Before, each return made a copy, and told of a window that was not there."""
    store = MemoryStore()
    times = iter(range(1_700_000_000_000, 1_700_000_001_000))
    id = SavedGames(store, lambda: next(times)).create_study(a_study(), "Openings").id
    for number in range(3):
        page = SavedGames(store, lambda: next(times))
        study = Study.from_record(page.open_study(id) or "")
        study.annotate(Annotation(f"Return {number}"))
        assert page.save_study(id, study) == (id, None)
    assert [entry.name for entry in page.entries()] == ["Openings"]
    assert "Return 2" in (page.study_text(id) or "")


def test_two_tabs_with_one_study_keep_the_comments_of_both() -> None:
    """Their games are the same: before, the comments of one tab overwrote those of the other."""
    store = MemoryStore()
    times = iter(range(1_700_000_000_000, 1_700_000_001_000))
    first, second = (SavedGames(store, lambda: next(times)) for _ in range(2))
    id = first.create_study(a_study()).id
    studies = [Study.from_record(tab.open_study(id) or "") for tab in (first, second)]
    for study, said_of in zip(studies, ("of the first", "of the second"), strict=True):
        study.annotate(Annotation(said_of))
    assert first.save_study(id, studies[0]).id == id
    saved = second.save_study(id, studies[1])
    assert saved.id != id and saved.notice and saved.notice.id == "saves.notice.elsewhere"
    assert "of the first" in (first.study_text(id) or "")
    assert "of the second" in (first.study_text(saved.id) or "")
    assert second.save_study(id, studies[1]).id == saved.id  # it goes on as the copy


def test_another_title_is_no_other_study() -> None:
    store = MemoryStore()
    times = iter(range(1_700_000_000_000, 1_700_000_001_000))
    first, second = (SavedGames(store, lambda: next(times)) for _ in range(2))
    id = first.create_study(a_study()).id
    study = Study.from_record(second.open_study(id) or "")
    first.rename(id, "Endings")
    study.annotate(Annotation("More"))
    assert second.save_study(id, study).id == id
    assert [entry.name for entry in first.entries()] == ["Endings"]
