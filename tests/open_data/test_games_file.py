"""The file of ``selfplay --records FILE``: whole games, the same after any interruption."""

from __future__ import annotations

import gzip
import hashlib
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tashkalar import Game, __version__
from tashkalar.bots import arena
from tashkalar.bots.arena import MatchSettings
from tashkalar.bots.installed import PlayerError
from tashkalar.bots.pool import InlineExecutor
from tashkalar.cli import main
from tashkalar.open_data.games_file import GamesOrder, RecordsFileError, write_games

GAMES = 6
SETTINGS = ["--form", "duel", "--seed", "open", "--games", str(GAMES)]
Capture = pytest.CaptureFixture[str]


def write(file: Path, *more: str) -> int:
    return main(["selfplay", *SETTINGS, "--records", str(file), *more])


def refused(capsys: Capture, file: Path, *more: str) -> str:
    """Return the one line for games that a file cannot take; the file stays as it was."""
    before = file.read_bytes()
    capsys.readouterr()
    assert write(file, *more) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and error.startswith("tashkalar selfplay: ")
    assert file.read_bytes() == before
    return error


def member_ends(content: bytes) -> list[int]:
    """Return where each line's part of the file ends; all begin with the same bytes."""
    head = content[:10]
    starts = [at for at in range(len(content)) if content.startswith(head, at)]
    return [*starts[1:], len(content)]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file with all its games."""
    file = tmp_path_factory.mktemp("open") / "games.gz"
    assert write(file) == 0
    return file.read_bytes()


@pytest.fixture
def file(tmp_path: Path, whole: bytes) -> Path:
    path = tmp_path / "games.gz"
    path.write_bytes(whole)
    return path


def lines_of(whole: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress(whole).splitlines()]


def test_the_card_says_what_the_file_is(whole: bytes) -> None:
    card = lines_of(whole)[0]
    assert card["license"] == "CC0-1.0"
    assert (card["form"], card["seed"], card["games"]) == ("duel", "open", GAMES)
    assert (card["players"], card["engine"]) == (["random", "random"], __version__)
    assert card["schools"] == "all in turn"


def test_the_command_in_the_card_makes_the_file(
    whole: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, *argv = lines_of(whole)[0]["made_by"].split()
    monkeypatch.chdir(tmp_path)
    assert (program, main(argv)) == ("tashkalar", 0)
    assert (tmp_path / "FILE").read_bytes() == whole


def test_each_game_is_whole_and_has_its_result(whole: bytes) -> None:
    _, *lines, _ = lines_of(whole)
    assert [line["game"] for line in lines] == list(range(1, GAMES + 1))
    for line in lines:
        game = Game.from_record(line["record"])
        assert game.outcome is not None
        assert line["result"] == json.loads(json.dumps(game.outcome._asdict()))
        assert (line["seed"], tuple(line["schools"])) == (game.setup.seed, game.setup.schools)
        assert line["turns"] == game.state.turn
    assert len({tuple(line["schools"]) for line in lines}) == GAMES


def test_the_last_line_has_the_checksum_of_all_others(whole: bytes) -> None:
    text = gzip.decompress(whole)
    before = text[: text.rindex(b"\n", 0, -1) + 1]
    end = {"games": GAMES, "sha256": hashlib.sha256(before).hexdigest()}
    assert lines_of(whole)[-1] == {"end": end}


def test_two_processes_write_the_same_file(whole: bytes, tmp_path: Path) -> None:
    assert write(tmp_path / "games.gz", "--workers", "2") == 0
    assert (tmp_path / "games.gz").read_bytes() == whole


def test_a_file_is_whole_after_each_game(whole: bytes) -> None:
    ends = member_ends(whole)
    assert len(ends) == GAMES + 2
    for number, end in enumerate(ends, 1):
        assert len(gzip.decompress(whole[:end]).splitlines()) == number


def test_games_go_on_after_a_cut_at_any_byte(whole: bytes, file: Path) -> None:
    """In the checksum at every byte; in the card and in the last games at some."""
    ends = member_ends(whole)
    cuts = {0, 1, 9, 10, ends[0] - 1, ends[0], ends[1]}
    cuts |= {ends[-3], *(ends[-3] + n for n in (1, 2, 9, 10, 11, 100)), ends[-2] - 1}
    cuts |= set(range(ends[-2], ends[-1]))
    for cut in sorted(cuts):
        file.write_bytes(whole[:cut])
        assert write(file) == 0, cut
        assert file.read_bytes() == whole, cut


def test_games_that_are_there_are_not_played_again(
    whole: bytes, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[str] = []
    play = arena.play_to_end

    def count(game: Game, players: Any) -> None:
        played.append(game.setup.seed)
        play(game, players)

    monkeypatch.setattr(arena, "play_to_end", count)
    assert write(file) == 0
    assert played == []
    file.write_bytes(whole[: member_ends(whole)[-3]])
    assert write(file) == 0
    assert played == [f"open-{GAMES}"]


def test_an_interruption_leaves_the_games_before_it(
    whole: bytes, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = arena.play_to_end

    def interrupt(game: Game, players: Any) -> None:
        if game.setup.seed == "open-4":
            raise KeyboardInterrupt
        play(game, players)

    file = tmp_path / "games.gz"
    with monkeypatch.context() as patch:
        patch.setattr(arena, "play_to_end", interrupt)
        assert write(file) == 130
    assert capsys.readouterr().err.endswith("tashkalar selfplay: interrupted\n")
    assert file.read_bytes() == whole[: member_ends(whole)[3]]
    assert write(file) == 0
    assert file.read_bytes() == whole


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--seed", "other"], 'has other games: seed "open", not "other"'),
        (["--games", "7"], "has other games: games 6, not 7"),
        (["--form", "high-form"], 'form "duel", not "high-form"'),
        (["--players", "keen,random"], 'players ["random", "random"], not ["keen", "random"]'),
        (["--teams"], "teams false, not true"),
        (["--schools", "northern,sylvan"], 'schools "all in turn", not ["northern", "sylvan"]'),
    ],
)
def test_other_games_are_refused(more: list[str], said: str, file: Path, capsys: Capture) -> None:
    assert said in refused(capsys, file, *more)


def test_games_of_another_version_are_refused(
    file: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tashkalar.open_data.games_file.__version__", "99.0")
    assert f'engine "{__version__}", not "99.0"' in refused(capsys, file)


def _packed(text: bytes) -> bytes:
    """Return a text in the gzip format, the same at any time."""
    return gzip.compress(text, mtime=0)


STRANGE = {
    "text": b"my notes",
    "unpacked": b'{"format":"tashkalar games 1"}\n',
    "packed text": _packed(b"my notes\n"),
    "cut text": _packed(b"my notes\n")[:-6],
    "later format": _packed(b'{"format":"tashkalar games 2","games":6}\n'),
    "half a card": _packed(b'{"format":"tashkalar games 1",'),
    "deep card": _packed(b'{"format":"tashkalar games 1",[' + 40 * b"[" + b"\n"),
    "endless card": _packed(b"\0" * 5_000_000),
}


@pytest.mark.parametrize("content", STRANGE.values(), ids=STRANGE.keys())
def test_a_file_of_something_else_stays_as_it_is(
    content: bytes, tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "notes"
    file.write_bytes(content)
    assert str(file) in refused(capsys, file)


def test_a_damaged_file_stays_as_it_is(whole: bytes, file: Path, capsys: Capture) -> None:
    ends = member_ends(whole)
    for number in range(1, GAMES + 2):  # in the middle of each line but the card
        middle = (ends[number - 1] + ends[number]) // 2
        file.write_bytes(whole[:middle] + bytes([whole[middle] ^ 0x55]) + whole[middle + 1 :])
        said = f"damaged after {min(number - 1, GAMES)} games, at byte {ends[number - 1]}"
        assert said in refused(capsys, file)


def test_a_damaged_game_that_looks_cut_off_takes_no_other_with_it(
    whole: bytes, file: Path, capsys: Capture
) -> None:
    """As if all that follows were the content of one game, 65,535 bytes long."""
    ends = member_ends(whole)
    file.write_bytes(whole[: ends[2] + 10] + b"\x00\xff\xff\x00\x00" + whole[ends[2] + 15 :])
    assert f"damaged after 2 games, at byte {ends[2]}" in refused(capsys, file)


def test_games_in_another_order_are_refused(whole: bytes, file: Path, capsys: Capture) -> None:
    ends = member_ends(whole)
    parts = [whole[a:b] for a, b in zip([0, *ends], ends, strict=False)]
    file.write_bytes(b"".join([parts[0], parts[2], parts[1], *parts[3:]]))
    assert "line 2 is not game 1" in refused(capsys, file)
    file.write_bytes(b"".join([*parts[:-2], parts[-1]]))
    assert f"line {GAMES + 1} is not game {GAMES}" in refused(capsys, file)
    file.write_bytes(whole + parts[1])
    assert f"line {GAMES + 3} is not the checksum" in refused(capsys, file)
    file.write_bytes(b"".join([*parts[:-1], gzip.compress(b'{"end":{}}\n')]))
    assert f"line {GAMES + 2} is not the checksum" in refused(capsys, file)


@contextmanager
def _disk_with_room_for(size: int) -> Iterator[None]:
    """Let no file of this process grow beyond so many bytes."""
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


@pytest.mark.skipif(sys.platform in ("emscripten", "win32"), reason="no limit for files")
def test_without_room_the_games_before_stay_and_go_on_later(
    whole: bytes, tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "games.gz"
    ends = member_ends(whole)
    with _disk_with_room_for(ends[2] + 50):
        assert write(file) == 2
    error = capsys.readouterr().err.splitlines()[-1]
    assert error.endswith(f"File too large (2 of {GAMES} games are in the file)")
    assert file.read_bytes() == whole[: ends[2]]
    assert write(file) == 0
    assert file.read_bytes() == whole


def test_a_second_program_that_writes_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "games.gz"
    order = GamesOrder(MatchSettings("duel", seed="open"), ("random", "random"), 3, "a command")
    numbers = write_games(file, order, InlineExecutor(), max_pending=1)
    assert [next(numbers), next(numbers)] == [0, 1]
    before = file.read_bytes()
    with file.open("ab") as other:
        other.write(b"more")
    with pytest.raises(RecordsFileError, match="another program writes into it too"):
        next(numbers)
    assert file.read_bytes() == before + b"more"


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--players", "random"], "players: 2 are needed"),
        (["--players", "random,nobody"], "unknown player 'nobody'"),
        (["--form", "chess"], "unknown form"),
        (["--schools", "northern,x"], "unknown school"),
        (["--learn", "games"], "no records are printed"),
    ],
)
def test_games_that_cannot_be_are_refused(
    more: list[str], said: str, tmp_path: Path, capsys: Capture
) -> None:
    assert write(tmp_path / "games.gz", *more) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["", "no/such/folder", "/dev/null"])
def test_a_name_that_cannot_be_written_is_refused(name: str, capsys: Capture) -> None:
    assert write(Path(name)) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_player_that_fails_names_the_games_before_it(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = arena.play_to_end

    def fail(game: Game, players: Any) -> None:
        if game.setup.seed == "open-3":
            raise PlayerError("keen: boom")
        play(game, players)

    monkeypatch.setattr(arena, "play_to_end", fail)
    assert write(tmp_path / "games.gz") == 2
    assert f"boom (2 of {GAMES} games are in the file)" in capsys.readouterr().err


def test_melees_and_teams_are_written_too(tmp_path: Path) -> None:
    for form, more, seats in (("melee", [], 3), ("duel", ["--teams"], 4)):
        file = tmp_path / f"{form}.gz"
        assert write(file, "--form", form, "--games", "2", *more) == 0
        for line in lines_of(file.read_bytes())[1:-1]:
            game = Game.from_record(line["record"])
            assert game.is_over and game.setup.seats == seats
