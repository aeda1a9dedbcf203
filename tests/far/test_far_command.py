"""``tashkalar far``: two players, or bots, exchange messages without a browser."""

from __future__ import annotations

import io
import os
import stat
import sys
from pathlib import Path

import pytest

from tashkalar.cli import main
from tashkalar.far.far_game import FarGame
from tashkalar.far.message import read_message

Capture = pytest.CaptureFixture[str]


class Shell:
    """Runs commands and returns what they print."""

    def __init__(self, capsys: Capture) -> None:
        self._capsys = capsys

    def far(self, *argv: str) -> str:
        """Return the output of a command that succeeds."""
        assert main(("far", *argv)) == 0
        shown = self._capsys.readouterr()
        assert shown.err == ""
        return shown.out.rstrip("\n")

    def refusal(self, *argv: str) -> str:
        """Return the one line of a command that fails."""
        assert main(("far", *argv)) == 2
        shown = self._capsys.readouterr()
        assert shown.out == "" and shown.err.count("\n") == 1
        return shown.err.removeprefix("tashkalar far: ").rstrip("\n")


@pytest.fixture
def shell(capsys: Capture) -> Shell:
    return Shell(capsys)


def begun(shell: Shell) -> str:
    invitation = shell.far("new", "--form", "duel", "--seed", "5", "--name", "Ann")
    return shell.far("accept", "--log", invitation, "--name", "Bea")


def test_two_bots_play_some_turns_and_a_person_takes_one_back(shell: Shell) -> None:
    log = begun(shell)
    for _ in range(4):
        log = shell.far("turn", "--log", log, "--player", "random")
    lines = shell.far("show", "--log", f"https://example.org/#far={log}").splitlines()
    assert lines[1:4] == ["0. seat 1 invite", "1. seat 2 accept: Bea", "2. seat 2 begin"]
    assert [line.split(":")[0] for line in lines[4:8]] == [
        "3. seat 2 turn",
        "4. seat 1 turn",
        "5. seat 2 turn",
        "6. seat 1 turn",
    ]
    assert lines[-2:] == ["result: open", "next: seat 2"]
    asked = shell.far("ask-back", "--log", log)
    granted = shell.far("grant-back", "--log", asked)
    assert shell.far("show", "--log", granted).endswith("next: seat 1")
    over = shell.far("resign", "--log", granted, "--seat", "2")
    assert "result: seat 1," in shell.far("show", "--log", over)
    assert "--seat: the number of a seat is needed" in shell.refusal("turn", "--log", over, ".")


def test_a_turn_by_codes_and_what_is_not_legal(shell: Shell) -> None:
    log = begun(shell)
    marked = shell.far("turn", "--log", log, "c5")
    assert FarGame.read(read_message(marked)).due_seats == (1,)
    assert "is not a legal move now" in shell.refusal("turn", "--log", log, "+e5")
    assert "it is not the turn of seat 1" in shell.refusal(
        "turn", "--log", log, "--seat", "1", "c5"
    )
    assert "the decisions are missing" in shell.refusal("turn", "--log", log)
    assert "unknown player 'nobody'" in shell.refusal("turn", "--log", log, "--player", "nobody")


def test_files_and_the_standard_input(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = begun(shell)
    file = tmp_path / "game.json"
    file.write_text(shell.far("show", "--log", text, "--output", "file"), encoding="utf-8")
    assert shell.far("show", "--log", str(file), "--output", "text") == text
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    assert "greeting: hello" in shell.far("greet", "hello", "--log", "-", "--output", "summary")


def test_the_longer_of_two_logs_is_taken_and_a_fork_is_shown(shell: Shell) -> None:
    log = begun(shell)
    longer = shell.far("turn", "--log", log, "c5")
    for own, other in ((log, longer), (longer, log), (longer, longer)):
        assert shell.far("merge", "--log", own, other) == longer
    fork = shell.refusal("merge", "--log", longer, shell.far("resign", "--log", log))
    assert fork == "the logs fork after 3 entries: seat 2 turn: c5, or seat 2 resign"
    another = shell.far("new", "--form", "duel", "--seed", "6")
    assert "the logs of two games" in shell.refusal("merge", "--log", log, another)


def test_more_in_the_own_name_than_was_written_is_refused(shell: Shell) -> None:
    """Bea keeps what she wrote last; Ann sends her a log with Bea's resignation."""
    log = shell.far("turn", "--log", begun(shell), "c5", "--seat", "2")
    mine = log
    log = shell.far("turn", "--log", log, "--player", "random", "--seat", "1")
    forged = shell.far("resign", "--log", log, "--seat", "2")
    for command in (("show",), ("turn", "--player", "random"), ("greet", "hello"), ("resign",)):
        options = ("--log", forged, "--own", mine, "--seat", "2")
        refusal = shell.refusal(*command, *options)
        assert "this device has made no such resign of seat 2" in refusal
    assert "no such resign" in shell.refusal("merge", "--log", mine, forged, "--seat", "2")
    own = ("--own", mine, "--seat", "2")
    assert shell.far("show", "--log", log, *own).endswith("next: seat 2")
    shell.far("turn", "--log", log, *own, "--player", "random")
    assert "result: seat 1" in shell.far("show", "--log", forged, *own, "--same-player")
    assert "say with --seat whose log it is" in shell.refusal("show", "--log", log, "--own", mine)


def test_all_players_decide_the_deal_if_the_inviter_has_a_secret(
    shell: Shell, tmp_path: Path
) -> None:
    key = str(tmp_path / "ann.key")
    new = ("new", "--form", "duel", "--name", "Ann", "--secret", key)
    assert "all players decide what is dealt" in shell.refusal(*new, "--seed", "5")
    invitation = shell.far(*new)
    if os.name == "posix":
        assert Path(key).stat().st_mode & 0o777 == 0o600
    accepted = shell.far("accept", "--log", invitation, "--name", "Bea")
    assert shell.far("show", "--log", accepted).splitlines()[1:] == [
        "0. seat 1 invite",
        "1. seat 2 accept: Bea",
        "next: seat 1",
    ]
    assert "has not begun" in shell.refusal("turn", "--log", accepted, "--player", "random")
    assert "needs the --secret of the player" in shell.refusal("begin", "--log", accepted)
    begun = shell.far("begin", "--log", accepted, "--secret", key)
    assert shell.far("show", "--log", begun).endswith("result: open\nnext: seat 2")
    assert Path(key).read_text().strip() not in shell.far(
        "show", "--log", begun, "--output", "file"
    )
    shell.far("turn", "--log", begun, "--player", "random")
    again = shell.far("accept", "--log", invitation, "--name", "Bea")
    assert "accepted for that seat already" in shell.refusal(
        "merge", "--log", begun, again, "--seat", "1"
    )


def test_bad_input_gets_one_line(shell: Shell) -> None:
    assert "is cut off or damaged" in shell.refusal("show", "--log", "hello")
    assert "unknown form 'chess'" in shell.refusal("new", "--form", "chess")
    assert "a number from 1 to 2" in shell.refusal("new", "--form", "duel", "--seat", "3")
    log = begun(shell)
    assert "all seats are taken" in shell.refusal("accept", "--log", log)
    assert "no turn can be taken back" in shell.refusal("ask-back", "--log", log)
    assert "nobody else asks" in shell.refusal("grant-back", "--log", log)
    invitation = shell.far("new", "--form", "duel")
    assert "has not begun" in shell.refusal("turn", "--log", invitation, "--player", "random")
    melee = shell.far("new", "--form", "melee", "--schools", "northern,sylvan,highland")
    assert shell.far("show", "--log", melee).endswith("next: seat 2 3")


def test_a_computer_is_played_with_the_turn_before(shell: Shell) -> None:
    schools = "northern,sylvan,highland,everfrost"
    new = ("new", "--form", "high-form", "--teams", "--schools", schools, "--seed", "5")
    log = shell.far(*new, "--computer", "2=keen", "--computer", "4=keen")
    log = shell.far("accept", "--log", log, "--name", "Cleo")
    log = shell.far("turn", "--log", log, "--player", "random")
    lines = shell.far("show", "--log", log).splitlines()
    assert [line.split(":")[0] for line in lines[-4:-2]] == ["3. seat 1 turn", "4. seat 2 turn"]
    assert lines[-1] == "next: seat 3"
    assert "a seat and a player are needed" in shell.refusal(*new, "--computer", "2")
    assert "unknown player" in shell.refusal(*new, "--computer", "2=nobody")


def test_acceptances_are_joined_by_the_player_who_invited(shell: Shell) -> None:
    schools = "northern,sylvan,highland"
    invitation = shell.far("new", "--form", "melee", "--schools", schools, "--seed", "5")
    answers = [
        shell.far("accept", "--log", invitation, "--seat", seat, "--name", name)
        for seat, name in (("3", "Cleo"), ("2", "Bea"))
    ]
    joined = invitation
    for answer in answers:
        joined = shell.far("merge", "--log", joined, answer)
    lines = shell.far("show", "--log", joined).splitlines()
    assert lines[2:5] == ["1. seat 2 accept: Bea", "2. seat 3 accept: Cleo", "3. seat 3 begin"]


def test_sealed_hands_from_the_shuffle_to_the_check(shell: Shell, tmp_path: Path) -> None:
    keys = {seat: str(tmp_path / f"{seat}.key") for seat in (1, 2)}
    new = ("new", "--form", "high-form", "--schools", "everfrost,etherweave", "--sealed")
    assert "sealed hands need --secret FILE" in shell.refusal(*new)
    assert not tmp_path.joinpath("1.key").exists()
    log = shell.far(*new, "--secret", keys[1], "--name", "Ann")
    assert "--secret: File exists" in shell.refusal(*new, "--secret", keys[1])
    assert "sealed hands need --secret FILE" in shell.refusal("accept", "--log", log)
    log = shell.far("accept", "--log", log, "--secret", keys[2], "--name", "Bea")
    assert shell.far("show", "--log", log).endswith("next: seat 1")
    assert "needs the --secret of the player" in shell.refusal("deck", "--log", log)
    log = shell.far("deck", "--log", log, "--secret", keys[1])
    for key in keys.values():
        assert os.name == "nt" or stat.S_IMODE(os.stat(key).st_mode) == 0o600
    for player in ("random", "keen", "adept", "master"):
        without = shell.refusal("turn", "--log", log, "--player", player)
        assert without == "sealed hands need the --secret of seat 1"
    missing = str(tmp_path / "missing.key")
    assert f"{missing}: No such file" in shell.refusal("turn", "--log", log, "--secret", missing)
    for seat in (1, 2, 1, 2):
        without = shell.refusal("turn", "--log", log, "--player", "random")
        assert f"sealed hands need the --secret of seat {seat}" in without
        log = shell.far("turn", "--log", log, "--secret", keys[seat], "--player", "random")
    for seat in (1, 2):
        assert Path(keys[seat]).read_text().strip() not in shell.far(
            "show", "--log", log, "--output", "file"
        )
    log = shell.far("resign", "--log", log, "--secret", keys[1])
    lines = shell.far("show", "--log", log).splitlines()
    assert lines[-3:-1] == ["deck of seat 1: as promised", "deck of seat 2: not opened yet"]
    tmp_path.joinpath("other.key").write_text("0" * 64)
    assert "is that of another game" in shell.refusal(
        "deck", "--log", log, "--secret", str(tmp_path / "other.key")
    )
    log = shell.far("deck", "--log", log, "--secret", keys[2])
    assert "deck of seat 2: as promised" in shell.far("show", "--log", log)
    schools = ("--schools", "northern,sylvan,highland", "--form", "melee")
    assert "for two players" in shell.refusal("new", *schools, "--sealed", "--secret", keys[1])


def test_an_invitation_to_a_game_without_advice(shell: Shell, tmp_path: Path) -> None:
    new = ("new", "--form", "high-form", "--schools", "northern,sylvan", "--no-hints")
    assert "games without hints need --secret FILE" in shell.refusal(*new)
    log = shell.far(*new, "--secret", str(tmp_path / "1.key"))
    assert not FarGame.read(read_message(log)).allows_hints


def test_a_missing_file_is_named_as_missing(shell: Shell, tmp_path: Path) -> None:
    for name in (
        "ann.txt",
        "games/ann",
        str(tmp_path / "ann"),
        r"C:\games\ann.txt",
        "my game.json",
    ):
        for command in (("show",), ("turn", "c5"), ("merge", "x.txt")):
            assert shell.refusal(*command, "--log", name) == f"{name}: No such file or directory"
    log = begun(shell)
    assert "b.txt: No such file" in shell.refusal("merge", "--log", log, "b.txt")
    assert shell.far("show", "--log", f"https://example.org/a.html#far={log}")


def test_messages_of_any_encoding_and_with_a_mail_around(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PowerShell's ``>`` writes UTF-16 with a mark, and a mail quotes the earlier link."""
    invitation = shell.far("new", "--form", "duel", "--seed", "5", "--name", "\u200bAnn\t")
    log = shell.far("accept", "--log", invitation, "--name", "Bea\u2060")
    assert "accept: Bea\n" in shell.far("show", "--log", log)
    file = tmp_path / "log.txt"
    for text in (log, shell.far("show", "--log", log, "--output", "file")):
        for encoding in ("utf-16", "utf-8-sig", "utf-16-le"):
            file.write_bytes(f"{text}\r\n".encode(encoding))
            assert shell.far("merge", "--log", str(file), invitation) == log
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(file.read_bytes())))
            assert shell.far("merge", "--log", "-", invitation) == log
    mail = f"https://e.org/#far={log}\n\n> https://e.org/#far={invitation}\n"
    assert shell.far("merge", "--log", invitation, mail) == log
