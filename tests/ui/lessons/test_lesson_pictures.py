"""The pictures in the list of lessons, and the file that holds them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tashkalar.features.lessons.entrance import ENTRANCE_ID
from tashkalar.features.lessons.lesson_board import CropArea
from tashkalar.features.lessons.lesson_pictures import (
    PicturePiece,
    lesson_picture,
    read_pictures,
    write_pictures,
)
from tests.ui.lessons.files import COURSE, FOLDER, GAMES, load
from tools.lesson_pictures import current_text

TEXT = (FOLDER / "pictures.json").read_text(encoding="utf-8")


def test_the_file_is_made_of_the_lessons() -> None:
    assert current_text() == TEXT, "run python -m tools.lesson_pictures"


def test_every_lesson_has_a_picture() -> None:
    pictures = read_pictures(TEXT)
    assert list(pictures) == [ENTRANCE_ID, *COURSE]
    games = [id for id, picture in pictures.items() if picture.is_game]
    assert games == sorted(GAMES, key=COURSE.index)


def test_a_picture_is_the_start_of_a_lesson_with_the_schools_of_the_pieces() -> None:
    picture = lesson_picture(load("rank"))
    assert set(picture.pieces) == {
        PicturePiece("e4", "northern", "common"),
        PicturePiece("e6", "northern", "common"),
        PicturePiece("e5", "sylvan", "common"),
    }
    assert picture.crop == CropArea(2, 2, 5)  # c3 to g7


def test_what_was_written_is_read_again() -> None:
    pictures = {id: lesson_picture(load(id)) for id in ("rank", "task", "first-game")}
    assert {id: set(picture.pieces) for id, picture in pictures.items()} == {
        id: set(picture.pieces) for id, picture in read_pictures(write_pictures(pictures)).items()
    }
    assert [picture.crop for picture in read_pictures(write_pictures(pictures)).values()] == [
        picture.crop for picture in pictures.values()
    ]


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"format": "save"}, "format"),
        ({"v": 2}, "newer version"),
        ({"more": 1}, "more"),
        ({"pictures": {"Rank!": {"pieces": {}}}}, "pictures"),
        ({"pictures": {"rank": {}}}, "pieces"),
        ({"pictures": {"rank": {"pieces": {"northern divine": "e5"}}}}, "no rank"),
        ({"pictures": {"rank": {"pieces": {"northern common": "k9"}}}}, "no square"),
        ({"pictures": {"rank": {"pieces": {}, "crop": [5, 5, 5]}}}, "crop"),
        ({"pictures": {"rank": {"pieces": {}, "crop": [1, 1]}}}, "crop"),
    ],
    ids=str,
)
def test_what_is_wrong_with_a_file_is_named(change: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        read_pictures(json.dumps(json.loads(TEXT) | change))
