"""Access to the page: finding and cloning nodes, and writing only changed values.

A call from Python into the page costs a microsecond or more, and replaced nodes lose the keyboard
focus. So `CachedNode` remembers the written values, and `KeyedList` keeps the nodes of items that
stay. Text is only written with ``textContent`` and ``setAttribute``, never as markup.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Generic, TypeVar

from pyscript import document, window

DomNode = Any  # a node of the page
View = TypeVar("View")
_SVG_NAMESPACE = "http://www.w3.org/2000/svg"


def by_id(id: str) -> DomNode:
    """Return the element with this id; KeyError if the page has none."""
    node = document.getElementById(id)
    if not node:  # None, or Pyodide's own null
        raise KeyError(id)
    return node


def closest(target: DomNode, selector: str) -> DomNode | None:
    """Return the target of an event or its nearest ancestor that matches, or None."""
    ancestor = target.closest(selector) if hasattr(target, "closest") else None
    return ancestor or None


def is_pressed(button: DomNode) -> bool:
    """Tell whether a button that stays pressed is shown so."""
    return str(button.getAttribute("aria-pressed")) == "true"


def is_visible(node: DomNode) -> bool:
    """Return whether the style sheets show an element."""
    style = window.getComputedStyle(node)
    return bool(node.getClientRects().length) and style.visibility != "hidden"


def focus_heading(id: str) -> None:
    """Focus a heading, so that a screen reader continues from there."""
    heading = by_id(id)
    heading.setAttribute("tabindex", "-1")
    heading.focus()


_templates: dict[str, DomNode] = {}  # the elements to clone, by template id


def clone_template(template: str) -> DomNode:
    """Return a copy of the first element in a template, unwrapped from an ``<svg>`` around it."""
    first = _templates.get(template)
    if first is None:
        first = by_id(template).content.firstElementChild
        if first.tagName == "svg":
            first = first.firstElementChild
        _templates[template] = first
    return first.cloneNode(True)


def find_field(root: DomNode, name: str) -> DomNode:
    """Return the part of a clone that shows this field."""
    return root.querySelector(f'[data-field="{name}"]')


def add_shape(place: DomNode, name: str, style: str, **attributes: object) -> DomNode:
    """Add a shape to a drawing; return its node."""
    node = document.createElementNS(_SVG_NAMESPACE, name)
    node.setAttribute("class", style)
    for key, value in attributes.items():
        node.setAttribute(key, str(value))
    place.appendChild(node)
    return node


def add_text(place: DomNode, style: str, x: float, y: float, text: str) -> DomNode:
    """Add a text to a drawing; return its node."""
    word = add_shape(place, "text", style, x=x, y=y)
    word.textContent = text
    return word


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
        """Return the first node that matches a selector; the root comes first."""
        if selector not in self._nodes:
            root = self.root.node
            match = root if root.matches(selector) else root.querySelector(selector)
            self._nodes[selector] = CachedNode(match)
        return self._nodes[selector]

    def field(self, name: str) -> CachedNode:
        """Return the first node that shows a field."""
        return self.fields(name)[0]

    def fields(self, name: str) -> list[CachedNode]:
        """Return all nodes that show a field."""
        if name not in self._fields:
            nodes = self.root.node.querySelectorAll(f'[data-field="{name}"]')
            self._fields[name] = [CachedNode(node) for node in nodes]
        return self._fields[name]

    def set_text(self, name: str, value: str) -> None:
        """Write the text of a field into all its nodes."""
        for node in self.fields(name):
            node.set_text(value)


class KeyedList(Generic[View]):
    """The children of a node, one per view; a child stays as long as its key does."""

    def __init__(
        self,
        parent: DomNode,
        create: Callable[[View], DomNode],
        update: Callable[[ClonedTemplate, View], None],
        key: Callable[[View], Hashable],
        *,
        keep_removed: int = 0,
    ) -> None:
        """Keep the last `keep_removed` removed children so that they can return unchanged."""
        self._parent = parent
        self._removed: dict[Hashable, ClonedTemplate] = {}
        self._kept_count = keep_removed
        self._create, self._update, self._key = create, update, key
        self._views: tuple[View, ...] = ()
        self._parts: dict[Hashable, ClonedTemplate] = {}
        self._shown: dict[Hashable, View] = {}

    def show(self, views: Sequence[View], *, rewrite_all: bool = False) -> None:
        """Make the children show these views; `rewrite_all` also rewrites unchanged ones."""
        if (new_views := tuple(views)) == self._views and not rewrite_all:
            return
        self._views = new_views
        if rewrite_all:
            self._removed.clear()  # their texts are in the previous language
        view_by_key = {self._key(view): view for view in views}
        for removed_key in [key for key in self._parts if key not in view_by_key]:
            parts = self._parts.pop(removed_key)
            parts.root.node.remove()
            del self._shown[removed_key]
            if self._kept_count:
                self._removed[removed_key] = parts
        while len(self._removed) > self._kept_count:
            del self._removed[next(iter(self._removed))]
        remaining_keys = list(self._parts)
        ordered: dict[Hashable, ClonedTemplate] = {}
        for key, view in view_by_key.items():
            parts = (
                self._parts.get(key)
                or self._removed.pop(key, None)
                or ClonedTemplate(self._create(view))
            )
            if rewrite_all or self._shown.get(key) != view:
                self._update(parts, view)
            ordered[key] = parts
        # Moving a node takes the focus from it, so leave nodes that are already in place.
        unmoved = (
            len(remaining_keys) if list(ordered)[: len(remaining_keys)] == remaining_keys else 0
        )
        for key in list(ordered)[unmoved:]:
            self._parent.appendChild(ordered[key].root.node)
        self._parts, self._shown = ordered, view_by_key

    def mark(self, attribute: str, marked: Callable[[View], bool]) -> None:
        """Set an attribute on the children whose views are `marked`, and remove it from others."""
        for key, parts in self._parts.items():
            parts.root.set_attribute(attribute, marked(self._shown[key]))

    def node(self, key: Hashable) -> DomNode | None:
        """Return the child with this key, or None."""
        parts = self._parts.get(key)
        return parts.root.node if parts else None
