"""The parts that all tests share: their order, one build of the site, other slow preparations."""

from __future__ import annotations

import gc
import os
import shutil
import threading
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest

import tests.kinds  # noqa: F401  (adds the kinds of stored texts that features have)

MadeOnce = Callable[[str, Callable[[Path], object]], Path]

BUILT_FOLDER = "dist"
SUB_PATH = "/some/sub/"
SITE_INPUT = "site"  # the address of the shared server among what a worker is told
_SITE_ADDRESS = pytest.StashKey[str]()

# What takes long begins first, so that no worker has the longest test left at the end. The longest
# of all are no browser's; and a worker that drives browsers does best beside some that calculate.
FIRST = ("slow", "random_games", "browser", "pyodide")


# Last, when the browser tests have got their mark.
@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def turn(item: pytest.Item) -> list[bool]:
        marks = {mark.name for mark in item.iter_markers()}  # once: there are thousands of tests
        later = [name not in marks for name in FIRST]
        return [later[0], "browser" in marks, *later[1:]]

    items.sort(key=turn)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Search for no garbage while thousands of tests are made: that takes a third of the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Leave out of every search for garbage what stays until the end: thousands of tests."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Serve the site to all workers of pytest-xdist from the process that controls them.

    With one address for all, each of their browsers can start from a copy of the same profile.
    """
    from tashkalar.site.server import make_server

    stash = node.config.stash
    if _SITE_ADDRESS not in stash:
        built = node.config._tmp_path_factory.getbasetemp() / BUILT_FOLDER  # as in made_once
        server = make_server(built, prefix=SUB_PATH, quiet=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        node.config.add_cleanup(server.server_close)
        node.config.add_cleanup(server.shutdown)  # before: the last one is called first
        stash[_SITE_ADDRESS] = server.url
    node.workerinput[SITE_INPUT] = stash[_SITE_ADDRESS]


@pytest.fixture(scope="session")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> MadeOnce:
    """Return a function that lets the first worker of pytest-xdist make a folder for all."""
    # Imported late: the engine's tests run where nothing can be built.
    from tashkalar.site.paths import hold_install_lock

    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base

    def make(name: str, maker: Callable[[Path], object]) -> Path:
        folder, lock, done = (shared / f"{name}{end}" for end in ("", ".lock", ".done"))
        lock.mkdir(exist_ok=True)  # of its own: who needs something else does not wait
        with hold_install_lock(lock):
            if not done.exists():
                shutil.rmtree(folder, ignore_errors=True)  # what somebody has failed to make
                maker(folder)
                done.touch()
        return folder

    return make


@pytest.fixture(scope="session")
def built_folder(made_once: MadeOnce, pytestconfig: pytest.Config) -> Path:
    """Return the folder of a fresh build, which nobody changes.

    The usual run packs it quickly, which takes half the time; only the whole run packs it as well
    as a build that is published.
    """
    from tashkalar.site.build import build_site
    from tashkalar.site.pyodide.python_library import BEST_COMPRESSION, QUICK_COMPRESSION

    is_usual = "not long" in pytestconfig.getoption("markexpr")
    compression = QUICK_COMPRESSION if is_usual else BEST_COMPRESSION
    return made_once(BUILT_FOLDER, lambda out: build_site(out, compression=compression))


@pytest.fixture(scope="session")
def template_wheel(made_once: MadeOnce) -> Path:
    """Return the wheel of the template of a pack, built as its makers build it."""
    from tests import packmaking

    (wheel,) = made_once("template", packmaking.build_template).glob("*.whl")
    return wheel
