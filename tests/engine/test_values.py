"""Tests that no other code knows the names or types of schools, forms and presets."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

from tashkalar.cards import SCHOOLS
from tashkalar.cards.decks import etherweave, everfrost, highland, imperial, nethervoid, sylvan
from tashkalar.cards.packs import BASE_SCHOOLS
from tashkalar.cards.schools import School, add_school, built_in_schools, gateway_seat
from tashkalar.rules import presets
from tashkalar.rules.forms import FORMS, Form
from tashkalar.rules.presets import PRESETS

PACKAGE = Path(__file__).parents[2] / "tashkalar"
DECKS = (imperial, highland, sylvan, everfrost, nethervoid, etherweave)


def makers() -> dict[str, Path]:
    """The names of forms, presets, schools and their decks, each with the module that makes it."""
    files = {form.id: inspect.getfile(type(form)) for form in FORMS.values()}
    files |= {preset: str(presets.__file__) for preset in PRESETS}
    for module in DECKS:
        for value in vars(module).values():
            if isinstance(value, School):
                files |= dict.fromkeys((value.id, value.deck), str(module.__file__))
    return {name: Path(file) for name, file in files.items()}


MAKERS = makers()
# Sections of the page's rules, and lessons, are called what they tell of; nothing follows from it.
TELLS = {
    PACKAGE / f"{name}.py"
    for name in (
        "bots/company",
        "site/reference_pages/diagram_scenarios",
        "site/reference_pages/drawings",
        "site/reference_pages/practice",
        "site/reference_pages/print_board",
        "site/reference_pages/print_pages",
        "site/reference_pages/rules_pages",
        "training/openspiel_game",
        "training/pettingzoo_env",
        "features/lessons/course",
        "features/rating/level_ratings",
        "features/rating/rating",
        "features/studies/chances",
        "ui/reference/glossary",
        "ui/reference/rulebook",
        "ui/reference/term_diagrams",
        "features/tour/tour",
        "features/workshop/position",
        "features/workshop/sharing",
    )
}
FILES = sorted(PACKAGE.rglob("*.py"))


def docstrings(tree: ast.AST) -> set[int]:
    """The texts that stand alone as a statement."""
    alone = (node.value for node in ast.walk(tree) if isinstance(node, ast.Expr))
    return {id(value) for value in alone if isinstance(value, ast.Constant)}


def named(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the lines with a text that is such a name or has one between its dots."""
    docstring_nodes = docstrings(tree)
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in docstring_nodes
        ):
            for part in node.value.split("."):
                if part in MAKERS:
                    yield node.lineno, part


def asked_for_type(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the lines that ask whether a value is one form or school, or of a form's type."""
    types = {type(form).__name__ for form in FORMS.values()}
    values = {name for m in DECKS for name, v in vars(m).items() if isinstance(v, School)}
    for node in ast.walk(tree):
        asks = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        asks = asks and node.func.id in ("isinstance", "issubclass", "type")  # type: ignore[attr-defined]
        if asks or isinstance(node, ast.Compare | ast.match_case):
            for inner in ast.walk(node):
                if isinstance(inner, ast.Name) and inner.id in types | values:
                    yield inner.lineno, inner.id


def test_every_name_has_a_module_that_makes_it() -> None:
    assert set(MAKERS) == {
        *FORMS,
        *PRESETS,
        *built_in_schools(),
        *(SCHOOLS[id].deck for id in built_in_schools()),
    }


def test_no_other_module_names_a_form_a_school_or_a_preset() -> None:
    mentions = [
        f"{path.relative_to(PACKAGE)}:{line}: {name}"
        for path in FILES
        for line, name in named(ast.parse(path.read_text(encoding="utf-8")))
        if path != MAKERS[name] and path not in TELLS
    ]
    assert mentions == [], "ask the School or the Form what it can do"


def test_no_module_asks_for_the_type_of_a_form_or_which_school_it_is() -> None:
    mentions = [
        f"{path.relative_to(PACKAGE)}:{line}: {name}"
        for path in FILES
        for line, name in asked_for_type(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert mentions == [], "ask the School or the Form what it can do"


@pytest.mark.parametrize(
    "source",
    [
        'if setup.form == "melee": pass',
        'PLAYS = {"nethervoid": 1}',
        'Message("tiebreak.melee")',
        'Message(f"ask.duel.{kind}")',
        'deck = "imperial"',
    ],
)
def test_a_name_would_be_seen(source: str) -> None:
    assert list(named(ast.parse(source)))


@pytest.mark.parametrize(
    "source",
    [
        "if isinstance(form, Melee): pass",
        "if type(form) is Duel: pass",
        "if school == NETHERVOID.id: pass",
        "match form:\n    case Melee(): pass",
    ],
)
def test_a_question_for_a_type_would_be_seen(source: str) -> None:
    assert list(asked_for_type(ast.parse(source)))


class TestSchools:
    def test_the_schools_of_the_box_and_of_the_expansions(self) -> None:
        base = ("northern", "southern", "highland", "sylvan")
        assert built_in_schools(expansions=False) == base == BASE_SCHOOLS  # R1.3
        assert (
            built_in_schools() == (*base, "everfrost", "nethervoid", "etherweave") == tuple(SCHOOLS)
        )

    def test_what_a_school_brings(self) -> None:
        gateway = [id for id, school in SCHOOLS.items() if school.has_gateway]
        removed = [id for id, school in SCHOOLS.items() if school.removes_pieces]
        captive = [id for id, school in SCHOOLS.items() if school.takes_captive]
        assert (gateway, removed, captive) == (["nethervoid"], ["everfrost"], ["etherweave"])

    def test_whose_the_gateway_is(self) -> None:
        assert gateway_seat(("sylvan", "nethervoid")) == 1
        assert gateway_seat(("sylvan", "everfrost")) is None

    def test_an_id_is_given_once(self) -> None:
        with pytest.raises(ValueError, match="two schools are called northern"):
            add_school(School("northern", "imperial"))


class TestForms:
    @pytest.mark.parametrize(
        ("id", "sizes"), [("high-form", (2,)), ("duel", (2,)), ("melee", (3, 4))]
    )
    def test_how_many_play(self, id: str, sizes: tuple[int, ...]) -> None:
        """R3.1-R3.4."""
        form: Form = FORMS[id]
        assert form.seat_counts() == sizes
        assert form.seat_counts(teams=True) == (4,)
        assert form.teams == (id != "melee")

    def test_what_a_form_counts(self) -> None:
        assert [id for id, form in FORMS.items() if form.has_tasks] == ["high-form"]  # R13
        assert [id for id, form in FORMS.items() if form.scores_by_colour] == ["melee"]  # R15.1
        assert [id for id, form in FORMS.items() if form.has_setup_phase] == ["duel", "melee"]
        assert [id for id, form in FORMS.items() if form.rewards_flares] == [
            "duel",
            "melee",
        ]  # R9.10
        assert [id for id, form in FORMS.items() if form.can_resign] == ["high-form", "duel"]


def test_no_preset_is_called_like_a_form() -> None:
    assert not set(PRESETS) & set(FORMS)
    for preset in PRESETS.values():
        assert preset.form in FORMS
        assert len(preset.schools) in FORMS[preset.form].seat_counts()
