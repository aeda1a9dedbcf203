"""Reaching into the page: finding, cloning, and writing only what has changed.

Crossing from Python into the page costs a microsecond or more, and replaced nodes lose the keyboard
focus. So `CachedNode` remembers what it wrote, and `KeyedList` keeps the nodes of things that stay.
Text is only ever written with ``textContent`` and ``setAttribute``, never as markup.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Generic, TypeVar

from pyscript import document

DomNode = Any  # a node of the page
View = TypeVar("View")


def by_id(id: str) -> DomNode:
    """The element with this id; KeyError when the page has none."""
    node = document.getElementById(id)
    if node is None:
        raise KeyError(id)
    return node


def closest(target: DomNode, selector: str) -> DomNode | None:
    """Return the target of an event or its nearest ancestor that matches, or None."""
    found = target.closest(selector) if hasattr(target, "closest") else None
    return found or None


def focus_heading(id: str) -> None:
    """Put the keyboard at a heading, from where a screen reader goes on."""
    heading = by_id(id)
    heading.setAttribute("tabindex", "-1")
    heading.focus()


_templates: dict[str, DomNode] = {}  # what has been cloned, by the ids of its templates


def clone_template(template: str) -> DomNode:
    """A copy of the first element in a template; one wrapped in ``<svg>`` comes unwrapped."""
    first = _templates.get(template)
    if first is None:
        first = by_id(template).content.firstElementChild
        if first.tagName == "svg":
            first = first.firstElementChild
        _templates[template] = first
    return first.cloneNode(True)


def find_field(root: DomNode, name: str) -> DomNode:
    """The part of a clone that shows this field."""
    return root.querySelector(f'[data-field="{name}"]')


class CachedNode:
    """A node whose attributes and text are written only when they change."""

    __slots__ = ("_values", "node")

    def __init__(self, node: DomNode) -> None:
        self.node = node
        self._values: dict[str, str | None] = {}

    def set_attribute(self, name: str, value: str | bool | None) -> None:
        """Set an attribute; True means present without a value, False and None mean absent."""
        text = "" if value is True else None if value is False else value
        if name in self._values and self._values[name] == text:
            return
        self._values[name] = text
        if text is None:
            self.node.removeAttribute(name)
        else:
            self.node.setAttribute(name, text)

    def set_text(self, value: str) -> None:
        """Set the text content."""
        if self._values.get("#text") != value:
            self._values["#text"] = value
            self.node.textContent = value


class ClonedTemplate:
    """A clone with its fields, each written only when it changes."""

    __slots__ = ("_fields", "_nodes", "root")

    def __init__(self, root: DomNode) -> None:
        self.root = CachedNode(root)
        self._fields: dict[str, list[CachedNode]] = {}
        self._nodes: dict[str, CachedNode] = {}

    def node(self, selector: str) -> CachedNode:
        """The first node that a selector finds, or the root itself if that matches."""
        if selector not in self._nodes:
            root = self.root.node
            found = root if root.matches(selector) else root.querySelector(selector)
            self._nodes[selector] = CachedNode(found)
        return self._nodes[selector]

    def field(self, name: str) -> CachedNode:
        """The first place that shows a field."""
        return self.fields(name)[0]

    def fields(self, name: str) -> list[CachedNode]:
        """All places that show a field."""
        if name not in self._fields:
            found = self.root.node.querySelectorAll(f'[data-field="{name}"]')
            self._fields[name] = [CachedNode(node) for node in found]
        return self._fields[name]

    def set_text(self, name: str, value: str) -> None:
        """Write a field's text in all its places."""
        for place in self.fields(name):
            place.set_text(value)


class KeyedList(Generic[View]):
    """The children of a node, one a view; a child stays as long as its key does."""

    def __init__(
        self,
        parent: DomNode,
        create: Callable[[View], DomNode],
        update: Callable[[ClonedTemplate, View], None],
        key: Callable[[View], Hashable],
        *,
        keep_removed: bool = False,
    ) -> None:
        """With `keep_removed` a child that goes is kept, to come back as it was."""
        self._parent = parent
        self._removed: dict[Hashable, ClonedTemplate] = {}
        self._keeps_removed = keep_removed
        self._create, self._update, self._key = create, update, key
        self._views: tuple[View, ...] = ()
        self._parts: dict[Hashable, ClonedTemplate] = {}
        self._shown: dict[Hashable, View] = {}

    def show(self, views: Sequence[View], *, rewrite_all: bool = False) -> None:
        """Make the children show these views; `rewrite_all` rewrites the ones that stay."""
        if (now := tuple(views)) == self._views and not rewrite_all:
            return
        self._views = now
        if rewrite_all:
            self._removed.clear()  # in another language by now
        wanted = {self._key(view): view for view in views}
        for gone in [key for key in self._parts if key not in wanted]:
            parts = self._parts.pop(gone)
            parts.root.node.remove()
            del self._shown[gone]
            if self._keeps_removed:
                self._removed[gone] = parts
        stays = list(self._parts)
        ordered: dict[Hashable, ClonedTemplate] = {}
        for key, view in wanted.items():
            parts = (
                self._parts.get(key)
                or self._removed.pop(key, None)
                or ClonedTemplate(self._create(view))
            )
            if rewrite_all or self._shown.get(key) != view:
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
            parts.root.set_attribute(attribute, marked(self._shown[key]))

    def node(self, key: Hashable) -> DomNode | None:
        """The child with this key, if it is shown."""
        parts = self._parts.get(key)
        return parts.root.node if parts else None
