"""The page about the tests claims no more tests than there are."""

from __future__ import annotations

import pytest

from tools.count_tests import PAGE, ROOT, find_mistakes, read_claims


def test_the_page_has_a_row_for_each_folder_with_tests() -> None:
    claims = read_claims(PAGE.read_text(encoding="utf-8"))
    folders = {path.relative_to(ROOT).parts[1] for path in ROOT.glob("tests/*/**/test_*.py")}
    assert set(claims) == {f"tests/{name}" for name in folders} | {"tests/*.py"}
    assert all(usual <= every for usual, every in claims.values())


@pytest.mark.parametrize(
    ("count", "message"),
    [
        ((1_200, 1_300), ""),
        ((1_199, 1_300), "says 1,200 and 1,300, but there are 1,199 and 1,300"),
        ((1_200, 1_299), "but there are 1,200 and 1,299"),
    ],
)
def test_a_claim_that_is_too_high_is_found(count: tuple[int, int], message: str) -> None:
    claims = read_claims("| `tests/cards` | 1,200 | 1,300 | every card |")
    assert message in "".join(find_mistakes(claims, {"tests/cards": count}))
    assert len(find_mistakes(claims, {"tests/cards": count})) == bool(message)


def test_a_folder_without_a_row_and_a_row_without_tests_are_found() -> None:
    claims = read_claims("| `tests/old` | 1 | 1 | nothing |")
    assert len(find_mistakes(claims, {"tests/new": (1, 1)})) == 2
