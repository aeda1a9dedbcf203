"""The JSON Schemas that are published, and their validators."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("jsonschema", reason="a tool of the checkout, not of Pyodide")

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from tools import forms

SCHEMAS = forms.schemas()
_REGISTRY: Registry[Any] = Registry().with_resources(
    (f"{name}.schema.json", Resource.from_contents(schema)) for name, schema in SCHEMAS.items()
)


def validator(name: str) -> Draft202012Validator:
    """Return the validator of a schema, which may refer to the others."""
    Draft202012Validator.check_schema(SCHEMAS[name])
    return Draft202012Validator(SCHEMAS[name], registry=_REGISTRY)


def errors(name: str, value: object) -> list[str]:
    """Return what a schema says against a value."""
    return [
        f"{'/'.join(map(str, error.path))}: {error.message}"
        for error in validator(name).iter_errors(value)
    ]
