"""Placeholders for the page's own modules, such as `pyscript`, in the memory snapshot.

The snapshot is made without a browser. `install_page_stubs` lets the modules of `tashkalar.web` be
imported there, and `bind_page` replaces the placeholders when the page starts.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from types import FrameType, ModuleType
from typing import Any

WEB_PACKAGES = ("tashkalar.web", "tashkalar.features")
_WEB_PREFIXES = tuple(f"{package}." for package in WEB_PACKAGES)
PAGE_MODULES = ("pyodide_js", "pyscript", "pyscript.workers")


class _Placeholder:
    """The placeholder for a name of a page module; it cannot be used before the page starts."""

    __slots__ = ("module", "name")

    def __init__(self, module: str, name: str) -> None:
        self.module, self.name = module, name


class _StubModule(ModuleType):
    def __getattr__(self, name: str) -> _Placeholder:
        if name.startswith("__"):
            raise AttributeError(name)
        placeholder = _Placeholder(self.__name__, name)
        setattr(self, name, placeholder)
        return placeholder


@contextmanager
def install_page_stubs() -> Iterator[None]:
    """Let the modules of `tashkalar.web` be imported without a page, inside a `with` block.

    Raises `RuntimeError` if a module keeps a placeholder anywhere but under a name of the module.
    """
    modules_before = {name: sys.modules.get(name) for name in PAGE_MODULES}
    stubs = {name: _StubModule(name) for name in PAGE_MODULES}
    sys.modules.update(stubs)
    try:
        yield
    finally:
        for name, module in modules_before.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module
    _check_placeholders(stubs.values())


def bind_page() -> None:
    """Replace the placeholders in the modules of `tashkalar.web` by what they stand for."""
    for module, namespace in _web_namespaces():
        for name, value in list(namespace.items()):
            if isinstance(value, _Placeholder):
                setattr(module, name, getattr(import_module(value.module), value.name))
            elif isinstance(value, _StubModule):
                setattr(module, name, import_module(value.__name__))


def _web_namespaces() -> Iterator[tuple[ModuleType, dict[str, Any]]]:
    for name, module in list(sys.modules.items()):
        if f"{name}.".startswith(_WEB_PREFIXES):
            yield module, vars(module)


def _check_placeholders(stubs: Iterable[_StubModule]) -> None:
    namespace_ids = {id(namespace) for _, namespace in _web_namespaces()} | {
        id(vars(stub)) for stub in stubs
    }
    for stub in stubs:
        for value in vars(stub).values():
            if isinstance(value, _Placeholder) and _is_held_elsewhere(value, namespace_ids):
                raise RuntimeError(f"{value.module}.{value.name} is kept where nobody replaces it")


def _is_held_elsewhere(placeholder: _Placeholder, namespace_ids: set[int]) -> bool:
    """Tell whether a default, a class or an object holds a placeholder, too."""
    temporary_types = (FrameType, list)
    return any(
        id(holder) not in namespace_ids and not isinstance(holder, temporary_types)
        for holder in gc.get_referrers(placeholder)
    )
