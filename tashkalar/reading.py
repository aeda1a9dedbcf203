"""Reading JSON-like data that anybody may have written, with errors that name the place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tashkalar.errors import ScenarioError


class Node:
    """A value with its path in the data, for example ``seats[1].hand[0]``."""

    __slots__ = ("path", "value")

    def __init__(self, value: object, path: str = "") -> None:
        self.value = value
        self.path = path

    def fail(self, message: str) -> ScenarioError:
        """The error to raise for this place."""
        return ScenarioError(self.path or "scenario", message)

    def keys(self, *known: str) -> Mapping[str, Node]:
        """The entries of an object; a key that is not known is refused by name."""
        if not isinstance(self.value, Mapping):
            raise self.fail("an object is needed")
        found: dict[str, Node] = {}
        for key, value in self.value.items():
            child = Node(value, f"{self.path}.{key}" if self.path else str(key))
            if key not in known:
                raise child.fail("unknown key")
            found[key] = child
        return found

    def entries(self) -> Iterator[tuple[str, Node]]:
        """The entries of an object whose keys are data."""
        if not isinstance(self.value, Mapping):
            raise self.fail("an object is needed")
        for key, value in self.value.items():
            yield str(key), Node(value, f"{self.path}.{key}" if self.path else str(key))

    def items(self) -> list[Node]:
        """The items of a list."""
        if isinstance(self.value, str) or not isinstance(self.value, Sequence):
            raise self.fail("a list is needed")
        return [Node(item, f"{self.path}[{i}]") for i, item in enumerate(self.value)]

    def number(self, lowest: int = 0, highest: int = 10_000) -> int:
        """A whole number within limits."""
        value = self.value
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.fail("a whole number is needed")
        if not lowest <= value <= highest:
            raise self.fail(f"{value} is not between {lowest} and {highest}")
        return value

    def flag(self) -> bool:
        """True or false."""
        if not isinstance(self.value, bool):
            raise self.fail("true or false is needed")
        return self.value

    def text(self, longest: int = 10_000) -> str:
        """A text."""
        if not isinstance(self.value, str):
            raise self.fail("a text is needed")
        if len(self.value) > longest:
            raise self.fail(f"longer than {longest} characters")
        return self.value

    def choice(self, known: Sequence[str]) -> str:
        """One of the known words."""
        word = self.text()
        if word not in known:
            listed = ", ".join(known) if len(known) <= 12 else "see the catalogue"
            raise self.fail(f"{word!r} is not known ({listed})")
        return word
