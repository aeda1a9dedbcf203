"""Reaching into the page: finding, cloning, and writing only what has changed.

Crossing from Python into the page costs a microsecond or more, and replaced nodes lose the keyboard
focus. So `Written` remembers what it wrote, and `KeyedList` keeps the nodes of things that stay.
Text is only ever written with ``textContent`` and ``setAttribute``, never as markup.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Generic, TypeVar

from pyscript import document

Node = Any  # a node of the page
View = TypeVar("View")


def by_id(id: str) -> Node:
    """The element with this id; KeyError when the page has none."""
    node = document.getElementById(id)
    if node is None:
        raise KeyError(id)
    return node


def focus_heading(id: str) -> None:
    """Put the keyboard at a heading, from where a screen reader goes on."""
    heading = by_id(id)
    heading.setAttribute("tabindex", "-1")
    heading.focus()


_templates: dict[str, Node] = {}  # what has been cloned, by the ids of its templates


def clone(template: str) -> Node:
    """A copy of the first element in a template; one wrapped in ``<svg>`` comes unwrapped."""
    first = _templates.get(template)
    if first is None:
        first = by_id(template).content.firstElementChild
        if first.tagName == "svg":
            first = first.firstElementChild
        _templates[template] = first
    return first.cloneNode(True)


def field(root: Node, name: str) -> Node:
    """The part of a clone that shows this field."""
    return root.querySelector(f'[data-field="{name}"]')


class Written:
    """A node whose attributes and text are written only when they change."""

    __slots__ = ("_values", "node")

    def __init__(self, node: Node) -> None:
        self.node = node
        self._values: dict[str, str | None] = {}

    def attribute(self, name: str, value: str | bool | None) -> None:
        """Set an attribute; True means present without a value, False and None mean absent."""
        text = "" if value is True else None if value is False else value
        if name in self._values and self._values[name] == text:
            return
        self._values[name] = text
        if text is None:
            self.node.removeAttribute(name)
        else:
            self.node.setAttribute(name, text)

    def text(self, value: str) -> None:
        """Set the text content."""
        if self._values.get("#text") != value:
            self._values["#text"] = value
            self.node.textContent = value


class Parts:
    """A clone with its fields, each written only when it changes."""

    __slots__ = ("_fields", "_nodes", "root")

    def __init__(self, root: Node) -> None:
        self.root = Written(root)
        self._fields: dict[str, list[Written]] = {}
        self._nodes: dict[str, Written] = {}

    def node(self, selector: str) -> Written:
        """The first node that a selector finds, or the root itself if that matches."""
        if selector not in self._nodes:
            root = self.root.node
            found = root if root.matches(selector) else root.querySelector(selector)
            self._nodes[selector] = Written(found)
        return self._nodes[selector]

    def field(self, name: str) -> Written:
        """The first place that shows a field."""
        return self.fields(name)[0]

    def fields(self, name: str) -> list[Written]:
        """All places that show a field."""
        if name not in self._fields:
            found = self.root.node.querySelectorAll(f'[data-field="{name}"]')
            self._fields[name] = [Written(node) for node in found]
        return self._fields[name]

    def text(self, name: str, value: str) -> None:
        """Write a field's text in all its places."""
        for place in self.fields(name):
            place.text(value)


class KeyedList(Generic[View]):
    """The children of a node, one a view; a child stays as long as its key does."""

    def __init__(
        self,
        parent: Node,
        create: Callable[[View], Node],
        update: Callable[[Parts, View], None],
        key: Callable[[View], Hashable],
        *,
        keeps: bool = False,
    ) -> None:
        """With `keeps` a child that goes is kept, to come back as it was."""
        self._parent = parent
        self._gone: dict[Hashable, Parts] = {}
        self._keeps = keeps
        self._create, self._update, self._key = create, update, key
        self._views: tuple[View, ...] = ()
        self._parts: dict[Hashable, Parts] = {}
        self._shown: dict[Hashable, View] = {}

    def show(self, views: Sequence[View], *, afresh: bool = False) -> None:
        """Make the children show these views; `afresh` rewrites the ones that stay."""
        if (now := tuple(views)) == self._views and not afresh:
            return
        self._views = now
        if afresh:
            self._gone.clear()  # in another language by now
        wanted = {self._key(view): view for view in views}
        for gone in [key for key in self._parts if key not in wanted]:
            parts = self._parts.pop(gone)
            parts.root.node.remove()
            del self._shown[gone]
            if self._keeps:
                self._gone[gone] = parts
        stays = list(self._parts)
        ordered: dict[Hashable, Parts] = {}
        for key, view in wanted.items():
            parts = self._parts.get(key) or self._gone.pop(key, None) or Parts(self._create(view))
            if afresh or self._shown.get(key) != view:
                self._update(parts, view)
            ordered[key] = parts
        # Moving a node takes the focus from it: leave alone what already stands in its place.
        unmoved = len(stays) if list(ordered)[: len(stays)] == stays else 0
        for key in list(ordered)[unmoved:]:
            self._parent.appendChild(ordered[key].root.node)
        self._parts, self._shown = ordered, wanted

    def mark(self, attribute: str, marked: Callable[[View], bool]) -> None:
        """Give the attribute to the children of those views alone for which it is said."""
        for key, parts in self._parts.items():
            parts.root.attribute(attribute, marked(self._shown[key]))

    def node(self, key: Hashable) -> Node | None:
        """The child with this key, if it is shown."""
        parts = self._parts.get(key)
        return parts.root.node if parts else None
