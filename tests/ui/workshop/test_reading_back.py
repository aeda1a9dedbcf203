"""A position or a lesson that the workshop writes is read as the same, after any edits."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tashkalar.features.workshop import goals, lessons, position
from tashkalar.features.workshop.documents import Document, is_editable, read_document
from tashkalar.features.workshop.draft import Draft
from tashkalar.features.workshop.position import Stone, new_position
from tashkalar.position.board import RANKS, SQUARE_OF
from tashkalar.position.ids import ColourNumber, SeatNumber
from tests.ui.workshop.test_lessons import lesson

Edit = Callable[[Draft], None]


def edits(*, of_lesson: bool) -> st.SearchStrategy[list[Edit]]:
    """Return lists of edits that a person can make with the controls of the workshop."""
    squares = st.sampled_from(sorted(SQUARE_OF))
    stones = st.builds(
        lambda owner, rank: Stone(ColourNumber(owner), rank),
        st.integers(1, 2),
        st.sampled_from(RANKS),
    )
    one = [
        st.builds(lambda square, stone: lambda draft: put(draft, square, stone), squares, stones),
        st.builds(lambda form: lambda draft: set_form(draft, form), forms()),
        st.builds(lambda n: lambda draft: add_condition(draft, n), st.integers(0, 20)),
        st.builds(
            lambda text: lambda draft: draft.change_document(draft.document.with_title("it", text)),
            st.text(max_size=20),
        ),
        st.just(Draft.undo),
    ]
    if of_lesson:
        one += [
            st.just(add_part),
            st.builds(lambda is_on: lambda draft: go_on(draft, is_on=is_on), st.booleans()),
            st.builds(
                lambda n, text: lambda draft: say(draft, n, text),
                st.integers(0, 9),
                st.text(max_size=20),
            ),
        ]
    return st.lists(st.one_of(one), max_size=8)


def forms() -> st.SearchStrategy[str]:
    return st.sampled_from(("high-form", "duel", "melee"))


def put(draft: Draft, square: str, stone: Stone) -> None:
    draft.change(position.put_stone(draft.scenario, square, stone))


def set_form(draft: Draft, form: str) -> None:
    changed = position.set_form(draft.scenario, form)
    draft.change(position.set_turn(changed, seat=SeatNumber(2), actions=1))


def add_condition(draft: Draft, number: int) -> None:
    scenario = draft.scenario
    kinds = goals.menu(scenario)
    added = goals.new_condition(scenario, kinds[number % len(kinds)])
    if not goals.is_survival(scenario) and len(goals.conditions(scenario)) < goals.MOST_CONDITIONS:
        wanted = [added] if "survive" in added else [*goals.conditions(scenario), added]
        draft.change(goals.set_conditions(scenario, wanted))


def add_part(draft: Draft) -> None:
    draft.change_content(lessons.add_part(draft.document.content, draft.scenario))
    draft.show_part(len(lessons.parts(draft.document.content)) - 1)


def go_on(draft: Draft, *, is_on: bool) -> None:
    if draft.part:
        draft.change_content(
            lessons.set_goes_on(draft.document.content, draft.part, is_on=is_on)
            if lessons.goes_on(draft.document.content, draft.part) != is_on
            else draft.document.content
        )


def say(draft: Draft, number: int, text: str) -> None:
    rows = draft.document.text_rows(draft.part)
    line = rows[number % len(rows)].line
    draft.change_document(draft.document.with_line("el", line, text))


@pytest.mark.parametrize("kind", ["position", "lesson"])
@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_what_is_written_is_read_as_the_same(kind: str, data: st.DataObject) -> None:
    draft = Draft()
    start = Document(kind, new_position() if kind == "position" else lesson())
    draft.open(None, start)
    for edit in data.draw(edits(of_lesson=kind == "lesson")):
        edit(draft)
    made = draft.document
    assert is_editable(made)
    again = read_document(made.text)
    assert again == made and again.text == made.text
    assert json.loads(made.compact_text) == made.content
