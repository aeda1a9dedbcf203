"""Modules that the memory snapshot holds as code, because they cannot be imported where it is made.

PyScript's own look at the page while they are imported, and some want the rest of the library. A
start from the snapshot has no archive to import them from.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from importlib.abc import Loader
from importlib.machinery import ModuleSpec
from types import CodeType, ModuleType


class FrozenImporter(Loader):
    """Finds modules and runs their code; belongs into `sys.meta_path`."""

    def __init__(self, codes: Mapping[str, CodeType], packages: Container[str]) -> None:
        self._codes, self._packages = codes, packages

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Tell how to import a module, None when it is not held here."""
        code = self._codes.get(name)
        if code is None:
            return None
        is_package = name in self._packages
        return ModuleSpec(name, self, origin=code.co_filename, is_package=is_package)

    def create_module(self, spec: ModuleSpec) -> None:
        """Have it made as modules usually are."""

    def exec_module(self, module: ModuleType) -> None:
        """Run its code."""
        exec(self._codes[module.__name__], vars(module))
