"""Files and streams of any encoding on the command line, closed ones, and what ``doctor`` says."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tashkalar import __version__
from tashkalar.cli import main
from tashkalar.pasted_text import decode_file
from tests import golden
from tests.limits import COMMAND_TIMEOUT_S
from tests.manglings import EVERY_TEXT, JSON_TEXTS, RECORDS

Capture = pytest.CaptureFixture[str]
GAME = golden.load("duel").game
RECORD = GAME.record().replace("Seed:", 'Names: ["Zoë", "Łucja"]\nSeed:')
ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"]
FORMS = {"record": (GAME.record(), RECORDS), "save": (GAME.to_json(), JSON_TEXTS)}


def replayed(capsys: Capture, source: str) -> str:
    assert main(["replay", source]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    return shown.out


def give(monkeypatch: pytest.MonkeyPatch, content: bytes, encoding: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content), encoding))


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_file_and_the_input_in_any_encoding(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, encoding: str
) -> None:
    """PowerShell writes UTF-16 into files; the input's own encoding does not count."""
    content = RECORD.replace("\n", "\r\n").encode(encoding)
    assert decode_file(content).replace("\r\n", "\n") == RECORD
    file = tmp_path / "game.txt"
    file.write_bytes(content)
    shown = replayed(capsys, str(file))
    give(monkeypatch, content, "ascii")
    assert replayed(capsys, "-") == shown


@pytest.mark.parametrize("code_page", ["cp1252", "cp850", "cp1253", "latin-1"])
def test_the_input_in_the_code_page_of_the_system(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, code_page: str
) -> None:
    text = RECORD.replace("Łucja", "Bo").replace("Zoë", "Zoé" if code_page != "cp1253" else "Ζωή")
    monkeypatch.setattr("locale.getpreferredencoding", lambda _: code_page)
    give(monkeypatch, text.encode(code_page), code_page)
    assert "decisions:" in replayed(capsys, "-")
    assert decode_file(text.encode(code_page), code_page) == text


def test_bytes_that_are_no_text() -> None:
    for content in (
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        b"\xff\xfe\0",
        b"a\x81\x8d",
        bytes(range(256)),
    ):
        with pytest.raises(ValueError, match="not a text"):
            decode_file(content)
    assert decode_file(b"") == ""


@pytest.mark.parametrize("form", FORMS)
def test_what_the_page_mends_the_command_line_mends(
    capsys: Capture, tmp_path: Path, form: str
) -> None:
    text, more = FORMS[form]
    file = tmp_path / "game"
    file.write_text(text, encoding="utf-8")
    shown = replayed(capsys, str(file))
    for mangle in (EVERY_TEXT | more).values():
        file.write_text(mangle(text), encoding="utf-16")
        assert replayed(capsys, str(file)) == shown


# -- closed streams ------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform in ("emscripten", "win32"), reason="needs a shell")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("command", [["replay", "-"], ["selfplay", "--form", "duel"], ["dance"]])
def test_closed_streams_give_no_traceback(closed: str, command: list[str]) -> None:
    done = subprocess.run(
        ["sh", "-c", f'exec "$0" "$@" {closed}', sys.executable, "-m", "tashkalar", *command],
        input=RECORD.encode(),
        timeout=COMMAND_TIMEOUT_S,
        capture_output=True,
        check=False,
    )
    errors = done.stderr.decode()
    assert "Traceback" not in errors and "Error" not in errors and errors.count("\n") <= 1
    is_read = command != ["dance"] and (command[0] != "replay" or "<" not in closed)
    is_heard = not closed.replace("2>", "").count(">")
    assert done.returncode == (0 if is_read and is_heard else 2)
    if not is_heard and is_read and "2>" not in closed:
        assert errors.endswith(": the standard output is closed\n")
    if closed == "<&-" and command[0] == "replay":
        assert errors == "tashkalar replay: -: the standard input is closed\n"


def test_doctor_says_what_a_report_needs(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: Path(__file__).parents[3])
    assert main(["doctor"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"tashkalar {__version__} in ~/{Path(__file__).parents[2].name}"
    text = "\n".join(lines)
    for word in (sys.version.split()[0], "UTF-8 mode", "stdin: ", "arena", "installed packs: "):
        assert word in text
    assert os.fspath(Path(__file__).parents[3]) not in text
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["doctor"]) == 0
    assert "stdin: closed" in capsys.readouterr().out
