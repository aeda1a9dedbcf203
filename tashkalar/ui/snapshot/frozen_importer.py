"""An importer for modules that the memory snapshot contains as code.

These modules cannot be imported when the snapshot is made: those of PyScript access the page while
they are imported, and some need the deferred part of the standard library. A page that starts from
the snapshot has no archive to import them from.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from importlib.abc import Loader
from importlib.machinery import ModuleSpec
from types import CodeType, ModuleType


class FrozenImporter(Loader):
    """Finds modules in `codes` and runs their code; to be put into `sys.meta_path`."""

    def __init__(self, codes: Mapping[str, CodeType], packages: Container[str]) -> None:
        self._codes, self._packages = codes, packages

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a module, None for a module without code here."""
        code = self._codes.get(name)
        if code is None:
            return None
        is_package = name in self._packages
        return ModuleSpec(name, self, origin=code.co_filename, is_package=is_package)

    def create_module(self, spec: ModuleSpec) -> None:
        """Return None, so that Python creates the module as usual."""

    def exec_module(self, module: ModuleType) -> None:
        """Run the code of a module in its namespace."""
        exec(self._codes[module.__name__], vars(module))
