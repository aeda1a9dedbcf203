"""The rungs of the start: a site gets the highest that it can have, and one line for each fall."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

import serve
from tashkalar.site import build
from tashkalar.site.paths import APP_ARCHIVE, ROOT, VENDOR_FOLDER, SiteError
from tashkalar.site.pyodide import python_library, rungs, wasm_split
from tashkalar.site.pyodide.rungs import RUNG_PLACEHOLDERS, Rung, rung_of_checkout, write_obstacles
from tashkalar.site.vendor import prepare_vendor_folder

PYODIDE = f"{VENDOR_FOLDER}/pyodide"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / VENDOR_FOLDER).mkdir(parents=True)
    return tmp_path


def test_names_are_those_of_the_command_line() -> None:
    assert [rung.label for rung in Rung] == ["stock", "compiled", "snapshot", "split"]
    assert [rungs.parse_rung(rung.label) for rung in Rung] == list(Rung)
    with pytest.raises(ValueError, match="Stock"):
        rungs.parse_rung("Stock")


def test_checkout_falls_to_what_it_can_have(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert [rung_of_checkout(checkout, rung) for rung in Rung] == [0, 1, 1, 3]
    write_obstacles(checkout / VENDOR_FOLDER, {Rung.SPLIT: "an old list"})
    assert rung_of_checkout(checkout, Rung.SPLIT, report=True) is Rung.COMPILED
    first, second = capsys.readouterr().err.splitlines()
    assert first == "serve.py: no start split: an old list; using snapshot"
    assert second.startswith("serve.py: no start snapshot: ") and second.endswith("using compiled")
    write_obstacles(checkout / VENDOR_FOLDER, {Rung.COMPILED: "no bytecode"})
    assert {rung_of_checkout(checkout, rung) for rung in Rung} == {Rung.STOCK}


@pytest.mark.pyodide
def test_build_falls_and_its_status_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    prepare_vendor_folder()
    monkeypatch.setattr(build, "read_obstacles", lambda _: {Rung.COMPILED: "no bytecode"})
    out = tmp_path / "site"
    assert serve.main(["build", "--out", str(out), "--start", "snapshot"]) == 1
    errors = capsys.readouterr().err.splitlines()
    assert [line for line in errors if line.startswith("serve.py: ")] == [
        "serve.py: no start snapshot: no bytecode; using compiled",
        "serve.py: no start compiled: no bytecode; using stock",
    ]
    assert serve.main(["--start", "stock", "build", "--out", str(out)]) == 0
    assert "serve.py: " not in capsys.readouterr().err
    stock = ROOT / python_library.STOCK_FOLDER
    for name in (*python_library.PYODIDE_SCRIPTS, "pyodide.asm.wasm", "python_stdlib.zip"):
        assert (out / PYODIDE / name).read_bytes() == (stock / name).read_bytes(), name
    assert (out / APP_ARCHIVE).read_bytes() == build.pack_engine()
    for name, place in RUNG_PLACEHOLDERS.items():
        assert place.replace("split", "stock") in (out / name).read_text(encoding="utf-8")
    assert not [*out.rglob("snapshot-*.bin"), *out.rglob("*.wasm.bin")]


@pytest.mark.pyodide
def test_another_pyodide_cannot_be_split_but_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare_vendor_folder()
    content, script, other = python_library.read_stock_pyodide(ROOT)
    jobs: list[object] = []
    monkeypatch.setattr(python_library, "run_node", lambda _, job, task: jobs.append(job))
    for stock, accepted, reason in (
        ((content + b"\0", script, other), False, "find_functions"),
        ((content, "export default 1;", other), True, "does not declare"),
        ((content[:4000], script, other), True, "cannot be read"),
    ):
        monkeypatch.setattr(python_library, "read_stock_pyodide", lambda _, given=stock: given)
        if accepted:
            monkeypatch.setattr(wasm_split, "read_function_list", lambda _: frozenset((0,)))
        obstacles = python_library.make_libraries(ROOT, tmp_path)
        assert obstacles.keys() == {Rung.SPLIT} and reason in obstacles[Rung.SPLIT], reason
        assert (tmp_path / "pyodide.asm.mjs").read_text(encoding="utf-8") == script
    assert len(jobs) == 3

    def fail(*_: object, **__: object) -> None:
        raise SiteError("no Zstandard")

    monkeypatch.setattr(python_library, "run_node", fail)
    assert python_library.make_libraries(ROOT, tmp_path)[Rung.COMPILED] == "no Zstandard"


def test_a_checkout_that_cannot_be_written_says_what_it_needs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def fail(place: Path) -> Callable[..., None]:
        def build(*_: object, **__: object) -> None:
            raise OSError(errno.EROFS, "Read-only file system", str(place))

        return build

    monkeypatch.setattr(serve, "build_site", fail(ROOT / ".prepare.lock"))
    assert serve.main(["build"]) == 2
    line = capsys.readouterr().err
    assert "Read-only file system" in line and "static/vendor/" in line and "--out" in line
    monkeypatch.setattr(serve, "build_site", fail(tmp_path / "site"))
    assert serve.main(["build", "--out", str(tmp_path / "site")]) == 2
    assert capsys.readouterr().err.endswith("site: Read-only file system\n")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no umask")
def test_a_site_can_be_read_by_all_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        folder = tmp_path / "site" / "static"
        folder.mkdir(parents=True)
        (folder / "file.js").write_text("")
    finally:
        os.umask(before)
    assert build.open_to_readers(folder.parent) == 1
    modes = {path.name: path.stat().st_mode & 0o777 for path in folder.parent.rglob("*")}
    assert modes == {"static": 0o755, "file.js": 0o644}
    assert folder.parent.stat().st_mode & 0o777 == 0o755
