"""The installer of packs: locked, vendored with its hash, and one line when it cannot be had."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tashkalar.site import micropip
from tashkalar.site.paths import ROOT, SiteError
from tashkalar.site.vendor import prepare_vendor_folder

PYODIDE = ROOT / "static/vendor/pyodide"


def test_the_lock_pins_and_hashes() -> None:
    lines = [
        line for line in micropip.REQUIREMENTS_FILE.read_text(encoding="utf-8").splitlines() if line
    ]
    entries = [line for line in lines if not line.startswith("#")]
    assert [line.partition("==")[0] for line in entries] == ["micropip"]
    for line in entries:
        assert re.fullmatch(r"[a-z-]+==[0-9.]+ --hash=sha256:[0-9a-f]{64}", line)


def test_the_page_gets_what_the_lock_says() -> None:
    prepare_vendor_folder()
    packages = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))["packages"]
    assert list(packages) == ["micropip"]
    wheel = PYODIDE / packages["micropip"]["file_name"]
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    assert packages["micropip"]["sha256"] == digest
    assert digest in micropip.REQUIREMENTS_FILE.read_text(encoding="utf-8")


def test_no_pip_takes_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "no-python"))
    monkeypatch.setattr(micropip, "_run", _failing("no module named venv"))
    with pytest.raises(SiteError, match="this Python has no pip") as caught:
        micropip.add_micropip(tmp_path, tmp_path)
    assert "\n" not in str(caught.value)


def test_a_failed_download_takes_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    errors = "WARNING: again\nERROR: THESE PACKAGES DO NOT MATCH THE HASHES\n    more\nERROR: x"
    monkeypatch.setattr(micropip, "_run", _failing(errors))
    monkeypatch.setattr("importlib.util.find_spec", lambda name: object())
    with pytest.raises(SiteError) as caught:
        micropip.add_micropip(tmp_path, tmp_path)
    assert str(caught.value) == (
        "micropip could not be fetched: THESE PACKAGES DO NOT MATCH THE HASHES"
    )
    assert not list(tmp_path.glob("*.whl"))


def _failing(errors: str) -> object:
    def run(command: list[str]) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(command, 1, "", errors)

    return run
