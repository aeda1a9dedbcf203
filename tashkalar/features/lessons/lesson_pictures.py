"""The pictures in the list of lessons: the first position of each lesson, in one small file.

`tools/lesson_pictures.py` writes the file from the lessons, so that the list needs one request
instead of one for each lesson (`docs/lessons.md`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

from tashkalar.features.lessons.lesson_board import CropArea, area_around
from tashkalar.features.lessons.lesson_file import Lesson
from tashkalar.features.lessons.lesson_form import ID, MOST_LESSONS, MOST_PARTS
from tashkalar.formats.shapes import Scope
from tashkalar.json_reader import Node, parse_json
from tashkalar.position.board import FILES, RANKS, SQUARE_OF
from tashkalar.position.move import Message
from tashkalar.ui.text.phrases import school_of_color

PICTURES_URL = "./static/lessons/pictures.json"
FORMAT, VERSION = "tashkalar-lesson-pictures", 1


class PicturePiece(NamedTuple):
    """A piece in a picture, with the school whose stones it is drawn with."""

    square: str
    school: str
    rank: str


class LessonPicture(NamedTuple):
    """The picture of a lesson, and how long the lesson is.

    `crop` is None for the whole board.
    """

    pieces: tuple[PicturePiece, ...]
    crop: CropArea | None
    parts: int = 0  # 0 in a file that does not say
    is_game: bool = False  # the first part is a whole game


def lesson_picture(lesson: Lesson) -> LessonPicture:
    """Return the picture of a lesson: the pieces at its start, enlarged as far as they allow."""
    start = lesson.parts[0].start
    assert start is not None  # the first part has one
    pieces = tuple(
        PicturePiece(square, school_of_color(start.setup, piece.owner), piece.rank)
        for square, piece in start.board.items()
    )
    return LessonPicture(
        pieces,
        area_around({piece.square for piece in pieces}, margin=0),
        len(lesson.parts),
        lesson.parts[0].is_game,
    )


def length_message(picture: LessonPicture) -> Message | None:
    """Return how long a lesson is; None if its picture does not say."""
    if picture.is_game:
        return Message("lessons.length.game")
    return Message("lessons.length", {"n": picture.parts}) if picture.parts else None


def write_pictures(pictures: Mapping[str, LessonPicture]) -> str:
    """Return the text of the file, with one line for each lesson."""
    lines = [f"    {json.dumps(id)}: {_write_picture(pictures[id])}" for id in pictures]
    head = f'{{\n  "format": "{FORMAT}", "v": {VERSION},\n  "pictures": {{\n'
    return head + ",\n".join(lines) + "\n  }\n}\n"


def _write_picture(picture: LessonPicture) -> str:
    squares_by_stone: dict[str, list[str]] = {}
    for piece in picture.pieces:
        squares_by_stone.setdefault(f"{piece.school} {piece.rank}", []).append(piece.square)
    data: dict[str, object] = {"crop": list(picture.crop)} if picture.crop else {}
    if picture.is_game:
        data["game"] = True
    data |= {"parts": picture.parts} if picture.parts else {}
    data["pieces"] = {stone: " ".join(names) for stone, names in squares_by_stone.items()}
    return json.dumps(data)


def read_pictures(text: str) -> dict[str, LessonPicture]:
    """Return the pictures in a file by lesson; ValueError names the place and the fault."""
    fields = Node(parse_json(text)).fields_of_file(FORMAT, VERSION, "pictures")
    entries = list(fields["pictures"].entries())
    if len(entries) > MOST_LESSONS:
        raise fields["pictures"].fail("too many lessons")
    for id, picture in entries:
        if fault := ID.fault_of_key(id, Scope()):
            raise picture.fail(fault)
    return {id: _read_picture(picture) for id, picture in entries}


def _read_picture(node: Node) -> LessonPicture:
    fields = node.fields("crop", "pieces", "parts", "game", needed=("pieces",))
    pieces: list[PicturePiece] = []
    for stone, names in fields["pieces"].entries():
        school, _, rank = stone.partition(" ")
        if rank not in RANKS:
            raise names.fail(f"{rank!r} is no rank")
        for square in names.text(400).split():
            if square not in SQUARE_OF:
                raise names.fail(f"{square!r} is no square")
            pieces.append(PicturePiece(square, school, rank))
    return LessonPicture(
        tuple(pieces),
        _read_crop(fields["crop"]) if "crop" in fields else None,
        fields["parts"].number(0, MOST_PARTS) if "parts" in fields else 0,
        "game" in fields and fields["game"].flag(),
    )


def _read_crop(node: Node) -> CropArea:
    numbers = [child.number(0, len(FILES)) for child in node.items(3)]
    if len(numbers) != 3 or not numbers[2] or max(numbers[:2]) + numbers[2] > len(FILES):
        raise node.fail("a file, a rank and a size are needed")
    return CropArea(*numbers)
