"""The page's modules in the memory snapshot, which is taken where there is no page.

What they import of it is a stand-in there, and becomes the real thing when the page is.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from types import FrameType, ModuleType
from typing import Any

WEB_PACKAGE = "tashkalar.web"
PAGE_MODULES = ("pyodide_js", "pyscript", "pyscript.workers")


class _Placeholder:
    """A name of one of these modules. It can do nothing: nobody may look at the page so early."""

    __slots__ = ("module", "name")

    def __init__(self, module: str, name: str) -> None:
        self.module, self.name = module, name


class _StubModule(ModuleType):
    def __getattr__(self, name: str) -> _Placeholder:
        if name.startswith("__"):
            raise AttributeError(name)
        later = _Placeholder(self.__name__, name)
        setattr(self, name, later)
        return later


@contextmanager
def install_page_stubs() -> Iterator[None]:
    """While this lasts the modules of `tashkalar.web` can be imported where there is no page.

    RuntimeError: one keeps something of the page elsewhere than under a name of its own.
    """
    before = {name: sys.modules.get(name) for name in PAGE_MODULES}
    stubs = {name: _StubModule(name) for name in PAGE_MODULES}
    sys.modules.update(stubs)
    try:
        yield
    finally:
        for name, module in before.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module
    _check_placeholders(stubs.values())


def bind_page() -> None:
    """Give the modules what they have imported, now that there is a page."""
    for module, space in _web_namespaces():
        for name, value in list(space.items()):
            if isinstance(value, _Placeholder):
                setattr(module, name, getattr(import_module(value.module), value.name))
            elif isinstance(value, _StubModule):
                setattr(module, name, import_module(value.__name__))


def _web_namespaces() -> Iterator[tuple[ModuleType, dict[str, Any]]]:
    for name, module in list(sys.modules.items()):
        if name == WEB_PACKAGE or name.startswith(f"{WEB_PACKAGE}."):
            yield module, vars(module)


def _check_placeholders(stubs: Iterable[_StubModule]) -> None:
    known = {id(space) for _, space in _web_namespaces()} | {id(vars(stub)) for stub in stubs}
    for stub in stubs:
        for later in vars(stub).values():
            if isinstance(later, _Placeholder) and _is_held_elsewhere(later, known):
                raise RuntimeError(f"{later.module}.{later.name} is kept where nobody replaces it")


def _is_held_elsewhere(later: _Placeholder, known: set[int]) -> bool:
    """Whether a default, a class or an object holds it too, besides the names of modules."""
    passing = (FrameType, list)
    return any(
        id(holder) not in known and not isinstance(holder, passing)
        for holder in gc.get_referrers(later)
    )
