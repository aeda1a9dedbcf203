"""Write the pictures in the list of lessons from the positions of the lessons.

.venv/bin/python -m tools.lesson_pictures            write static/lessons/pictures.json
.venv/bin/python -m tools.lesson_pictures --check    fail if a lesson has changed since
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from tashkalar.features.lessons.course import read_course
from tashkalar.features.lessons.entrance import ENTRANCE_ID
from tashkalar.features.lessons.lesson_file import read_lesson
from tashkalar.features.lessons.lesson_pictures import lesson_picture, write_pictures

FOLDER = Path(__file__).resolve().parent.parent / "static" / "lessons"
FILE = FOLDER / "pictures.json"


def current_text() -> str:
    """Return the text that the file has to have."""
    course = read_course((FOLDER / "course.json").read_text(encoding="utf-8"))
    ids = (ENTRANCE_ID, *course.lesson_ids)
    texts = {id: (FOLDER / f"{id}.json").read_text(encoding="utf-8") for id in ids}
    return write_pictures({id: lesson_picture(read_lesson(text)) for id, text in texts.items()})


def main(argv: Sequence[str] | None = None) -> int:
    """Write or check the file; return the exit status."""
    parser = argparse.ArgumentParser(description="the pictures in the list of lessons")
    parser.add_argument("--check", action="store_true", help="only compare")
    is_check = parser.parse_args(argv).check
    text = current_text()
    if not is_check:
        FILE.write_text(text, encoding="utf-8")
        return 0
    is_current = FILE.is_file() and FILE.read_text(encoding="utf-8") == text
    print("the pictures are current" if is_current else "run python -m tools.lesson_pictures")
    return 0 if is_current else 1


if __name__ == "__main__":
    raise SystemExit(main())
