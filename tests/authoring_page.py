"""The rows of docs/authoring.md, made from the signatures and docstrings of the code.

    python -m tests.authoring_page

prints the rows that the page lacks or that are no longer true.
"""

from __future__ import annotations

import inspect
from pathlib import Path
from types import MemberDescriptorType

from tashkalar import authoring
from tashkalar.authoring import Effect, Moves, Pack, PieceAt, Placement, Step, Tracked

PAGE = Path(__file__).parents[1] / "docs" / "authoring.md"
CLASSES = (Effect, Tracked, Step, Moves, PieceAt, Placement, Pack)


def row(name: str, thing: object) -> str:
    """A function, method or property as a row of the page."""
    said = (inspect.getdoc(thing) or "").partition("\n")[0].replace("``", "`")
    if isinstance(thing, property):
        assert thing.fget is not None
        shown = f"{name}: {inspect.signature(thing.fget).return_annotation}"
    else:
        shown = f"{name}{_signature(thing)}"
    return f"| `{shown}` | {said} |".replace(" | None", " \\| None").replace(" | str", " \\| str")


class _Named(str):
    """A default value as a maker would write it."""

    def __repr__(self) -> str:
        return str(self)


def _signature(thing: object) -> str:
    signature = inspect.signature(thing)  # type: ignore[arg-type]
    kept = [_plain(p) for p in signature.parameters.values() if p.name != "self"]
    return str(signature.replace(parameters=kept)).replace("'", "")


def _plain(parameter: inspect.Parameter) -> inspect.Parameter:
    default = parameter.default
    if default == authoring.ARENA:
        default = _Named("ARENA")
    elif parameter.name == "rank" and default == authoring.COMMON:
        default = _Named("COMMON")
    elif isinstance(default, str):
        default = _Named(f'"{default}"')
    elif default == range(8):
        default = _Named("range(8)")
    return parameter.replace(default=default)


def public(kind: type) -> dict[str, object]:
    """Return the public verbs, questions and properties of a class by name."""
    members = {name: inspect.getattr_static(kind, name) for name in dir(kind)}
    return {
        name: thing
        for name, thing in members.items()
        if not name.startswith("_")
        and (isinstance(thing, property) or inspect.isfunction(thing))
        and name not in dir(tuple)
    }


def fields(kind: type) -> list[str]:
    """Return the names of the fields of a class, besides its methods and properties."""
    if hasattr(kind, "_fields"):
        return list(kind._fields)
    members = {name: inspect.getattr_static(kind, name) for name in dir(kind)}
    slots = [name for name, thing in members.items() if isinstance(thing, MemberDescriptorType)]
    return [name for name in slots if not name.startswith("_")]


def wanted() -> list[str]:
    """The rows that the page has to have."""
    rows = [row(name, thing) for kind in CLASSES for name, thing in public(kind).items()]
    for name in authoring.__all__:
        thing = getattr(authoring, name)
        if inspect.isfunction(thing):
            rows.append(row(name, thing))
    return rows


def lacking() -> list[str]:
    """The rows that are not on the page as they should be."""
    there = set(PAGE.read_text(encoding="utf-8").splitlines())
    return [line for line in wanted() if line not in there]


if __name__ == "__main__":
    print("\n".join(lacking()) or "nothing is lacking")
