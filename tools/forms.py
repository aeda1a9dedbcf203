"""Write what is made of the forms of the JSON texts: their schemas and the tables of the docs.

Run ``python -m tools.forms`` after a change of a form. The schemas (JSON Schema, 2020-12) go to
docs/schemas, where git ignores them; the documentation is built with them. The tables go to the
documents, below lines such as ``<!-- table of formats.scenario_form.Turn: turn.KEY -->``.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import inspect
import json
import re
import sys
import textwrap
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from tashkalar import cards
from tashkalar.features.lessons import lesson_form
from tashkalar.formats import puzzle_form, save_form, scenario_form
from tashkalar.formats.shapes import (
    CardId,
    Choice,
    Constant,
    Deferred,
    Either,
    Fields,
    Flag,
    Kinds,
    List,
    Map,
    Number,
    OneOrMany,
    Ordinal,
    PieceText,
    Text,
    ValueShape,
)
from tashkalar.json_reader import MOST_VALUES
from tashkalar.position.board import RANKS

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
SCHEMA_FOLDER = DOCS / "schemas"
Schema = dict[str, Any]

# The texts with a schema: the name of the file, its form, its title and what no schema knows.
TEXTS: dict[str, tuple[ValueShape, str, str]] = {
    "scenario": (
        scenario_form.SCENARIO,
        "A scenario of Tash-Kalar",
        "A position set up by hand; docs/formats.md explains every key. Whole numbers are written"
        " without a fraction. What the schema takes may still break a rule of the game: the reader"
        " says which.",
    ),
    "save": (
        save_form.SAVE,
        "A saved game of Tash-Kalar",
        "docs/formats.md explains every key. Whole numbers are written without a fraction. The"
        " reader plays the moves again and compares the hash.",
    ),
    "puzzles": (
        puzzle_form.PUZZLES,
        "Puzzles of Tash-Kalar",
        "Positions with a goal for one turn; docs/puzzles.md explains every key. What the schema"
        " takes may still tell what cannot be proved: `python3 -m tashkalar puzzles check` says"
        " so.",
    ),
    "lesson": (
        lesson_form.LESSON,
        "A lesson of Tash-Kalar",
        "Scenarios in parts with the lines of a coach; docs/lessons.md explains every key. What the"
        " schema takes may still be a lesson that nobody can finish: `python3 -m tashkalar teach"
        " check` says so.",
    ),
    "course": (
        lesson_form.COURSE,
        "A course of Tash-Kalar",
        "Lessons in their order, in chapters; docs/lessons.md explains every key. Only the reader"
        " knows whether a lesson is named twice, and whether a course brings all lessons that it"
        " names.",
    ),
}


# -- schemas -------------------------------------------------------------------------------------


@cache
def schemas() -> dict[str, Schema]:
    """Return the schemas by the names of their files, without the ending."""
    made = {name: _SchemaWriter(name).schema() for name in TEXTS}
    kept = (file for file in SCHEMA_FOLDER.glob("*.json") if file.name.split(".")[0] not in made)
    return {file.name.split(".")[0]: json.loads(file.read_text("utf-8")) for file in kept} | made


class _SchemaWriter:
    """The schema of a text, with the shapes that have an id among its definitions."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._shape, self._title, self._description = TEXTS[name]
        self._definitions: dict[str, Schema] = {}

    def schema(self) -> Schema:
        """Return the whole schema."""
        head = {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": self._title,
            "description": self._description,
        }
        body = self._inline(self._shape)
        return {**head, **body, "$defs": self._definitions}

    def _of(self, shape: ValueShape) -> Schema:
        """Return the schema of a shape, or a reference to its definition."""
        for name, (other, *_) in TEXTS.items():
            if shape is other and name != self._name:
                return {"$ref": f"{name}.schema.json"}
        if not shape.shape_id:
            return self._inline(shape)
        if shape.shape_id not in self._definitions:
            self._definitions[shape.shape_id] = {}  # keeps its place
            self._definitions[shape.shape_id] = self._inline(shape)
        return {"$ref": f"#/$defs/{shape.shape_id}"}

    def _inline(self, shape: ValueShape) -> Schema:
        match shape:
            case Flag():
                return {"type": "boolean"}
            case Constant():
                return {"const": shape.value}
            case Number():
                return {"type": "integer", "minimum": shape.lowest, "maximum": shape.highest}
            case Text():
                return {"type": "string", **_text_limits(shape)}
            case Choice():
                return {"enum": list(shape.words)}
            case CardId():
                return _card_schema(shape)
            case PieceText():
                return _piece_schema(shape)
            case save_form.Row():
                shapes = [self._of(one) for one in shape.shapes]
                limits = {"minItems": len(shapes) - 1, "maxItems": len(shapes)}
                return {"type": "array", "prefixItems": shapes, **limits}
            case List():
                return self._list_schema(shape)
            case Map():
                return self._map_schema(shape)
            case Kinds():
                kinds = [kind for kind in shape.forms if kind not in shape.barred]
                return {"oneOf": [self._of(form) for kind in kinds for form in shape.forms[kind]]}
            case Either():
                return {"anyOf": [self._of(one) for one in shape.shapes]}
            case Deferred():
                if not shape.key:
                    return self._of(shape.shape)
                key = {"properties": {shape.key: {"type": "object"}}, "required": [shape.key]}
                return {"allOf": [self._of(shape.shape), key]}
            case Fields():
                return self._form_schema(shape)
        raise TypeError(f"there is no schema for {shape!r}")

    def _list_schema(self, shape: List) -> Schema:
        schema: Schema = {"type": "array", "items": self._of(shape.item)}
        if shape.least:
            schema["minItems"] = shape.least
        if shape.most < MOST_VALUES:
            schema["maxItems"] = shape.most
        if shape.first:
            one = {"anyOf": [{"required": [key]} for key in shape.first]}
            schema["prefixItems"] = [{"allOf": [self._of(shape.item), one]}]
        if shape.is_set:
            schema["uniqueItems"] = True
        return {"anyOf": [self._of(shape.item), schema]} if isinstance(shape, OneOrMany) else schema

    def _map_schema(self, shape: Map) -> Schema:
        schema: Schema = {"type": "object"}
        if shape.least:
            schema["minProperties"] = shape.least
        if shape.most < MOST_VALUES:
            schema["maxProperties"] = shape.most
        if isinstance(shape.key, Ordinal):
            keys = f"^[{shape.key.lowest}-{shape.key.highest}]$"
            schema["patternProperties"] = {keys: self._of(shape.value)}
            return {**schema, "additionalProperties": False}
        names = self._of(shape.key)
        return {**schema, "propertyNames": names, "additionalProperties": self._of(shape.value)}

    def _form_schema(self, form: Fields) -> Schema:
        said = meanings(type(form))
        schema: Schema = {
            "type": "object",
            "properties": {
                key: {**self._of(shape), **({"description": said[key]} if key in said else {})}
                for key, shape in form.shapes.items()
            },
            "additionalProperties": False,
        }
        if form.needed:
            schema["required"] = list(form.needed)
        for key in form.together:
            others = [other for other in form.together if other != key]
            schema.setdefault("dependentRequired", {})[key] = others
        one, other, _ = form.apart
        if one in form.shapes and other in form.shapes:
            schema["not"] = {"required": [one, other]}
        return schema


def _text_limits(shape: Text) -> Schema:
    limits: Schema = {"maxLength": shape.longest} if shape.longest < MOST_VALUES else {}
    return {**limits, "pattern": f"^(?:{shape.pattern})$"} if shape.pattern else limits


def _card_schema(shape: CardId) -> Schema:
    schema: Schema = {"type": "string", "description": f"The id of a {shape.of}"}
    if not shape.pattern:
        return schema
    known = {"enum": [id for id in cards.SCHOOLS if not id.startswith("x-")]}
    return {**schema, "anyOf": [known, {"pattern": f"^(?:{shape.pattern})$", "maxLength": 24}]}


def _piece_schema(shape: PieceText) -> Schema:
    piece: Schema = {
        "type": "string",
        "maxLength": 20,
        "pattern": f"^0*[1-4] (?:{'|'.join(RANKS)})$",
        "description": 'The number of a color and a rank, such as "1 heroic"',
    }
    return {"anyOf": [piece, {"enum": list(shape.words)}]} if shape.words else piece


# -- meanings ------------------------------------------------------------------------------------


def meanings(form: type[Fields]) -> dict[str, str]:
    """Return the meanings of the keys of a form, without the links of the documentation."""
    return {
        key: re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text).replace("`", "")
        for keys, text in documented(form)
        for key in keys
    }


def documented(form: type[Fields]) -> tuple[tuple[tuple[str, ...], str], ...]:
    """Return the keys of a form and their meanings in Markdown, those with one meaning together."""
    found: list[tuple[tuple[str, ...], str]] = []
    for one in reversed([base for base in form.__mro__ if issubclass(base, Fields)]):
        if one is not Fields:
            found += _documented_in(one)
    return tuple(found)


def _documented_in(form: type[Fields]) -> Iterator[tuple[tuple[str, ...], str]]:
    (tree,) = ast.parse(textwrap.dedent(inspect.getsource(form))).body
    assert isinstance(tree, ast.ClassDef)
    keys: list[str] = []
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            keys.append(node.targets[0].id)
        elif keys and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield tuple(keys), " ".join(str(node.value.value).split())
            keys = []


# -- tables of the documentation -----------------------------------------------------------------

_TABLE = re.compile(r"(<!-- table of ([\w.]+) -->\n\|[^\n]*\n\|[-|]+\n)(?:\|[^\n]*\n)*")


def with_tables(text: str) -> str:
    """Return a document with the tables that it names, made of the forms."""
    return _TABLE.sub(lambda found: found[1] + "".join(_rows(found[2])), text)


def _rows(name: str) -> Iterator[str]:
    """Yield the rows of the table of a form, whose name has that of its module before it."""
    module, _, form = name.rpartition(".")
    for keys, text in documented(getattr(importlib.import_module(f"tashkalar.{module}"), form)):
        yield f"| {', '.join(f'`{key}`' for key in keys)} | {text} |\n"


def write_schemas() -> None:
    """Write the schemas to the folder from which the documentation takes them."""
    SCHEMA_FOLDER.mkdir(exist_ok=True)
    for name in TEXTS:
        text = json.dumps(schemas()[name], indent=2, ensure_ascii=False) + "\n"
        (SCHEMA_FOLDER / f"{name}.schema.json").write_text(text, encoding="utf-8", newline="\n")


def main(arguments: Sequence[str]) -> int:
    """Write the schemas and the tables."""
    argparse.ArgumentParser(prog="tools.forms", description=__doc__).parse_args(arguments)
    write_schemas()
    for file in sorted(DOCS.glob("*.md")):
        before = file.read_text(encoding="utf-8")
        if (after := with_tables(before)) != before:
            file.write_text(after, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
