"""The tables of ``tashkalar stats``: known numbers for known games, and counts that add up."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tashkalar import Game, new_game
from tashkalar.bots.arena import wilson_interval
from tashkalar.cli import main
from tashkalar.open_data.game_figures import UNFINISHED, GameFigures, game_figures
from tashkalar.open_data.tables import make_tables
from tests.limits import COMMAND_TIMEOUT_S

Capture = pytest.CaptureFixture[str]
Tables = dict[str, Any]
ROOT = Path(__file__).parents[2]


def tables_of(capsys: Capture, file: Path, *more: str) -> list[Tables]:
    """Return the tables of a file that nothing is missing in."""
    capsys.readouterr()
    assert main(["stats", str(file), "--json", *more]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    tables: list[Tables] = json.loads(shown.out)["tables"]
    return tables


def refused(capsys: Capture, file: Path) -> str:
    capsys.readouterr()
    assert main(["stats", str(file)]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(f"tashkalar stats: {file}") and shown.err.count("\n") == 1
    return shown.err


def resigned(schools: str, loser: int, *codes: str) -> Game:
    """Return a duel that ends after some moves because a seat resigns."""
    game = new_game("duel", schools.split(), seed="hand")
    for code in codes:
        game.play(code)
    game.resign(loser)
    return game


@pytest.fixture(scope="module")
def hand_made() -> list[Game]:
    """Four duels whose figures are seen at once; the last is not over."""
    scenario = {
        "form": "duel",
        "seats": [
            {"school": "northern", "hand": ["knight"], "score": 2},
            {"school": "sylvan", "score": 7},
        ],
        "board": {"d5": "1 common", "e5": "1 heroic", "f5": "1 common", "d4": "1 common"},
        "turn": {"number": 11, "actions": 1},
    }
    behind = Game.from_scenario(scenario)
    knight = next(move for move in behind.legal_moves() if move.card == "knight")
    behind.play(knight)
    while behind.prompt.kind != "end":
        behind.play(behind.legal_moves()[-1])
    behind.play(".")
    behind.resign(2)
    return [
        resigned("northern sylvan", 2, "c5", "+e5", ".", "+f6", "+f7", "."),
        resigned("sylvan northern", 2, "c5", "+e5", "."),
        behind,
        new_game("duel", ["northern", "sylvan"], seed="open"),
    ]


@pytest.fixture(scope="module")
def games_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("stats") / "games.gz"
    argv = ["selfplay", "--form", "duel", "--seed", "stats", "--games", "8"]
    assert main([*argv, "--players", "keen,random", "--records", str(file)]) == 0
    return file


def share(won: float, sides: int) -> dict[str, float]:
    """Return the numbers of a row."""
    low, high = wilson_interval(won, sides)
    rounded = {"share": round(won / sides, 6), "low": round(low, 6), "high": round(high, 6)}
    return {"sides": sides, "won": won, **rounded}


def test_games_made_by_hand_have_the_known_figures(
    hand_made: list[Game], tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "games.txt"
    file.write_text("\n".join(game.record() for game in hand_made))
    (tables,) = tables_of(capsys, file)
    assert (tables["form"], tables["seats"], tables["teams"]) == ("duel", 2, False)
    assert (tables["games"], tables["finished"]) == (4, 3)
    assert tables["seat"] == [{"seat": 1, **share(3, 3)}, {"seat": 2, **share(0, 3)}]
    assert tables["school"] == [
        {"school": "northern", **share(2, 3)},
        {"school": "sylvan", **share(1, 3)},
    ]
    assert tables["pairs"] == [{"school": "northern", "against": "sylvan", **share(2, 3)}]
    (knight,) = tables["cards"]
    assert knight == {
        "card": "knight",
        "kind": "being",
        "times": 1,
        "of": 3,
        "frequency": 0.3333,
        **share(1, 1),
    }
    assert tables["marks"] == [{"square": "c5", "times": 2}]
    assert tables["openings"] == [
        {"square": "e5", **share(2, 2)},
        {"square": "f6", **share(0, 1)},
    ]
    assert tables["turns"] == {
        "mean": 5.67,
        "median": 3,
        "least": 2,
        "most": 12,
        "games": {"2": 1, "3": 1, "12": 1},
    }
    assert tables["ends"] == [
        {"trigger": "resigned", "decided_by": "resigned", "games": 3},
        {"trigger": UNFINISHED, "decided_by": UNFINISHED, "games": 1},
    ]
    assert tables["farthest_behind"] == [{"points": 0, **share(2, 5)}, {"points": 5, **share(1, 1)}]
    assert tables["comebacks"] == [{"points": 5, "turn": 12, "seed": hand_made[2].setup.seed}]


def figures(**changed: Any) -> GameFigures:
    """Return the figures of a duel of 12 turns that seat 1 wins, and never was behind."""
    known = GameFigures(
        form="duel",
        teams=False,
        seed="1",
        schools=("northern", "sylvan"),
        sides=(0, 1),
        shares=(1.0, 0.0),
        places=(1, 2),
        trigger="points",
        reason="points",
        turns=12,
        marks=("c5",),
        openings=("e5", "d4"),
        played={(0, "knight"): 1},
        scores=dict.fromkeys(range(1, 13), (0, 0)),
    )
    return known._replace(**changed)


def test_a_side_is_behind_at_a_turn_and_farthest_behind_once() -> None:
    scores = {turn: (0, 0) for turn in range(1, 13)}
    games = [
        figures(scores=scores | {5: (0, 2), 8: (1, 7), 10: (6, 9), 12: (18, 9)}, seed="a"),
        figures(scores=scores | {5: (0, 2), 10: (3, 0)}, shares=(0.0, 1.0), places=(2, 1)),
        figures(scores=scores | {5: (0, 1), 10: (0, 5)}, shares=(0.5, 0.5), places=(1, 1)),
    ]
    (tables,) = make_tables(games)
    assert tables["behind_after_turn"] == [
        {"turn": 5, "points": "1-2", **share(1.5, 3)},
        {"turn": 10, "points": "3-4", **share(2, 2)},
        {"turn": 10, "points": "5 or more", **share(0.5, 1)},
    ]
    assert tables["farthest_behind"] == [
        {"points": 0, **share(0.5, 1)},
        {"points": 2, **share(0, 1)},
        {"points": 3, **share(1, 1)},
        {"points": 5, **share(0.5, 1)},
        {"points": 6, **share(1, 1)},
        {"points": 9, **share(0, 1)},
    ]
    assert tables["comebacks"] == [
        {"points": 6, "turn": 8, "seed": "a"},
        {"points": 3, "turn": 10, "seed": "1"},
    ]


def test_the_places_of_a_melee_decide_the_pairs_of_schools() -> None:
    schools = ("sylvan", "northern", "highland")
    won = figures(
        form="melee",
        schools=schools,
        sides=(0, 1, 2),
        shares=(0.5, 0.5, 0.0),
        places=(1, 1, 3),
        openings=("e5", "d4", ""),
        scores={12: (3, 3, 1)},
    )
    (tables,) = make_tables([won])
    pairs = {(row["school"], row["against"]): row["won"] for row in tables["pairs"]}
    assert pairs == {
        ("northern", "sylvan"): 0.5,
        ("northern", "highland"): 1,
        ("highland", "sylvan"): 0,
    }


def test_a_team_counts_once_for_its_cards_and_teammates_are_no_pair() -> None:
    team = figures(
        teams=True,
        schools=("northern", "sylvan", "southern", "highland"),
        sides=(0, 1, 0, 1),
        openings=("e5", "d4", "f6", ""),
        played={(0, "knight"): 2},
    )
    (tables,) = make_tables([team])
    assert [row["won"] for row in tables["seat"]] == [1, 0, 1, 0]
    assert len(tables["pairs"]) == 4
    (knight,) = tables["cards"]
    # Both schools of the team have a knight.
    assert (knight["times"], knight["of"], knight["sides"]) == (2, 1, 1)


def test_a_card_of_another_school_counts_among_those_that_could_play_it() -> None:
    (tables,) = make_tables([figures(), figures(played={(1, "knight"): 1})])
    (knight,) = tables["cards"]
    assert (knight["sides"], knight["of"], knight["frequency"]) == (2, 3, 0.6667)


def test_each_form_has_its_tables() -> None:
    games = [figures(), figures(form="high-form"), figures(teams=True), figures()]
    tables = make_tables(games)
    assert [(t["form"], t["teams"], t["games"]) for t in tables] == [
        ("duel", False, 2),
        ("duel", True, 1),
        ("high-form", False, 1),
    ]


def check_sums(tables: Tables, games: list[Game]) -> None:
    """Check that the tables count all that happened in the games, and nothing twice."""
    seats, finished = tables["seats"], tables["finished"]

    def total(name: str, column: str = "sides") -> float:
        return float(sum(row[column] for row in tables[name]))

    colors = len(games[0].state.colours)
    assert (tables["games"], finished) == (len(games), sum(game.is_over for game in games))
    assert total("seat") == total("school") == seats * finished
    assert total("seat", "won") == pytest.approx(total("school", "won"))
    assert total("farthest_behind") == colors * finished
    assert total("farthest_behind", "won") == pytest.approx(finished)
    assert sum(tables["turns"]["games"].values()) == finished
    assert total("ends", "games") == len(games)
    events = [event for game in games for entry in game.history() for event in entry.events]
    assert total("cards", "times") == sum(event.kind in ("summon", "flare") for event in events)
    for row in tables["cards"]:
        assert row["sides"] <= min(row["times"], row["of"])
    for name in ("seat", "school", "pairs", "openings", "cards"):
        for row in tables[name]:
            assert 0 <= row["won"] <= row["sides"]
            assert row["low"] <= row["share"] <= row["high"]


@pytest.mark.parametrize(
    "options",
    [
        ["--form", "duel"],
        ["--form", "high-form"],
        ["--form", "melee"],
        ["--form", "duel", "--teams"],
    ],
    ids=" ".join,
)
def test_the_counts_add_up(options: list[str], tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "games.gz"
    argv = ["selfplay", *options, "--games", "4", "--seed", "sum", "--records", str(file)]
    assert main(argv) == 0
    (tables,) = tables_of(capsys, file)
    lines = gzip.decompress(file.read_bytes()).splitlines()[1:-1]
    games = [Game.from_record(json.loads(line)["record"]) for line in lines]
    check_sums(tables, games)
    seats = [
        (one, other)
        for game in games
        for one, first in enumerate(game.setup.colours)
        for other, second in enumerate(game.setup.colours[:one])
        if first != second and game.setup.schools[one] != game.setup.schools[other]
    ]
    assert sum(row["sides"] for row in tables["pairs"]) == len(seats)


def test_the_figures_of_a_game_are_those_of_its_positions(games_file: Path) -> None:
    """Compared with the game played once more, move by move."""
    for line in gzip.decompress(games_file.read_bytes()).splitlines()[1:-1]:
        whole = Game.from_record(json.loads(line)["record"])
        made = game_figures(whole)
        game = new_game("duel", whole.setup.schools, seed=whole.setup.seed)
        scores: dict[int, tuple[int, int]] = {}
        trigger = ""
        for code in whole.codes:
            turn = game.state.turn
            game.play(code)
            if turn and (game.state.turn > turn or game.is_over):
                scores[turn] = (game.score(1), game.score(2))
            if game.state.last_turns >= 0 and not trigger:
                trigger = "points" if max(game.score(1), game.score(2)) >= 18 else "deck"
        assert list(scores) == list(range(1, whole.state.turn + 1))
        assert (made.scores, made.trigger) == (scores, trigger)
        placed = [
            re.findall(rf"^[1-9][0-9]*\. seat {seat}:.*? \+(..)", whole.record(), re.MULTILINE)[0]
            for seat in (1, 2)
        ]
        assert made.openings == tuple(placed)


# -- the file ------------------------------------------------------------------------------------


def unpacked(content: bytes) -> bytes:
    return gzip.decompress(content)


def packed_as_a_whole(content: bytes) -> bytes:
    return gzip.compress(gzip.decompress(content))


def records_alone(content: bytes) -> bytes:
    lines = gzip.decompress(content).splitlines()[1:-1]
    return b"".join(json.loads(line)["record"].encode() for line in lines)


@pytest.mark.parametrize("change", [unpacked, packed_as_a_whole, records_alone])
def test_the_same_games_in_another_file_have_the_same_tables(
    change: Callable[[bytes], bytes], games_file: Path, tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "games"
    file.write_bytes(change(games_file.read_bytes()))
    assert tables_of(capsys, file) == tables_of(capsys, games_file)


@pytest.fixture(scope="module")
def two_parts(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Two files of games of different seeds."""
    folder = tmp_path_factory.mktemp("parts")
    files = folder / "one.gz", folder / "two.gz"
    for seed, file in enumerate(files):
        order = ["--form", "melee", "--games", "3", "--seed", f"part {seed}"]
        assert main(["selfplay", *order, "--records", str(file)]) == 0
    return files


def test_games_of_another_file_are_counted_too(
    two_parts: tuple[Path, Path], tmp_path: Path, capsys: Capture
) -> None:
    """The tables of two files together are those of all their games."""
    one, two = two_parts
    capsys.readouterr()
    assert main(["stats", str(one), "--json"]) == 0
    printed = tmp_path / "one.json"
    printed.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["stats", str(two), "--json", "--add", str(printed)]) == 0
    both = json.loads(capsys.readouterr().out)
    games = [
        game_figures(Game.from_record(json.loads(line)["record"]))
        for file in two_parts
        for line in gzip.decompress(file.read_bytes()).splitlines()[1:-1]
    ]
    (expected,) = json.loads(json.dumps(make_tables(games)))
    (tables,) = both["tables"]
    for name, rows in expected.items():
        assert tables[name] == rows, name
    assert [source["counted"] for source in both["sources"]] == [3, 3]
    assert [source["card"]["seed"] for source in both["sources"]] == ["part 0", "part 1"]

    assert main(["stats", str(one), "--add", str(printed)]) == 2
    assert capsys.readouterr().err == (
        f"tashkalar stats: {printed}: counts games of the seed part 0 already\n"
    )


@pytest.mark.parametrize(
    "content", ["", "[]", '{"tables": []}', '{"tables": [{}], "sources": []}', "{"], ids=str
)
def test_tables_of_something_else_are_refused(
    content: str, games_file: Path, tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "tables.json"
    file.write_text(content, encoding="utf-8")
    capsys.readouterr()
    assert main(["stats", str(games_file), "--add", str(file)]) == 2
    shown = capsys.readouterr()
    assert not shown.out
    assert shown.err == f"tashkalar stats: {file}: not printed by 'tashkalar stats --json'\n"


def test_two_processes_count_the_same(games_file: Path, capsys: Capture) -> None:
    assert tables_of(capsys, games_file, "--workers", "2") == tables_of(capsys, games_file)


def test_the_standard_input_is_read_too(games_file: Path, capsys: Capture) -> None:
    with games_file.open("rb") as given:
        done = subprocess.run(
            [sys.executable, "-m", "tashkalar", "stats", "-", "--json"],
            cwd=ROOT,
            stdin=given,
            timeout=COMMAND_TIMEOUT_S,
            capture_output=True,
            check=True,
        )
    assert json.loads(done.stdout)["tables"] == tables_of(capsys, games_file)


def test_an_unfinished_file_is_counted_and_said_to_be_one(
    games_file: Path, tmp_path: Path, capsys: Capture
) -> None:
    content = games_file.read_bytes()
    head = content[:10]
    starts = [at for at in range(len(content)) if content.startswith(head, at)]
    file = tmp_path / "games.gz"
    for cut in (starts[3], *(starts[3] + n for n in (1, 2, 9, 10, 200)), starts[4] - 12):
        file.write_bytes(content[:cut])
        assert main(["stats", str(file)]) == 0
        shown = capsys.readouterr()
        assert shown.out.startswith("# duel: 2 games\n")
        assert shown.err == f"tashkalar stats: {file}: 2 of 8 games: the rest is not there yet\n"


STRANGE = [
    (b"", "neither games of selfplay --records nor records"),
    (b"my notes\n", "neither games"),
    (gzip.compress(b"my notes\n", mtime=0), "neither games"),
    (b"\x1f\x8bno gzip", "damaged at line 1"),
    (b'{"format":"tashkalar games 1",x}\n', "line 1: not JSON"),
    (b'{"format":"tashkalar games 1","games":1}\n', "holds no games yet"),
    (b'{"format":"tashkalar games 1","games":1}\n{"game":1}\n', "line 2: not a game"),
    (b'{"format":"tashkalar games 1","games":1}\n[1]\n', "line 2: not a game"),
    (b'{"format":"tashkalar games 1","games":1}\n{"game":1,"record":"x"}\n', "game 1: line 1"),
    (b"Record: tashkalar 1\nForm: duel\n", "game 1: line 1: the header Schools is missing"),
    (b"Record: tashkalar 1\n\xff\n", "game 1 is not in UTF-8"),
]


@pytest.mark.parametrize(("content", "said"), STRANGE, ids=[said for _, said in STRANGE])
def test_a_file_of_something_else_is_refused(
    content: bytes, said: str, tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    capsys.readouterr()
    assert main(["stats", str(file)]) == 2
    assert said in capsys.readouterr().err.splitlines()[-1]


def test_a_file_that_is_not_there_is_refused(tmp_path: Path, capsys: Capture) -> None:
    assert "No such file" in refused(capsys, tmp_path / "none")
    assert "Is a directory" in refused(capsys, tmp_path)


def test_changed_games_do_not_fit_the_checksum(
    games_file: Path, tmp_path: Path, capsys: Capture
) -> None:
    text = gzip.decompress(games_file.read_bytes())
    file = tmp_path / "games"
    card, first, *others = text.splitlines(keepends=True)
    file.write_bytes(b"".join([card, *others]))
    assert "line 9: the checksum is not that of the games" in refused(capsys, file)
    file.write_bytes(text + first)
    assert "line 10: nothing may follow the checksum" in refused(capsys, file)
    # A move that the rules do not allow is found before the checksum is.
    file.write_bytes(text.replace(b"1. seat 1: ", b"1. seat 1: +a1 ", 1))
    assert "game 1: line 8: '+a1' is not a legal move" in refused(capsys, file)


def test_a_line_of_any_length_is_refused(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "games"
    start = b'{"format":"tashkalar games 1","games":1}\n{"game":1,"record":"'
    file.write_bytes(gzip.compress(start + b"x" * 5_000_000))
    assert "line 2 is too long" in refused(capsys, file)
    file.write_bytes(b"Record: tashkalar 1\n" + b"#" * 70 * 70_000)
    assert "too long" in refused(capsys, file)


def test_the_text_has_a_table_for_each_subject(games_file: Path, capsys: Capture) -> None:
    assert main(["stats", str(games_file)]) == 0
    text = capsys.readouterr().out
    titles = [line[3:] for line in text.splitlines() if line.startswith("## ")]
    length = next(title for title in titles if title.startswith("Length: "))
    wanted = ["Seats", "Schools", "Pairs of schools", "Beings", "Squares of the set-up"]
    wanted += ["First piece placed", length, "Farthest behind in the game", "Ends"]
    assert [title for title in titles if title in wanted] == wanted
    low, high = wilson_interval(8, 8)
    assert f"| 1    | 8     | 100.0% | {low:.1%} to {high:.1%} |" in text
    widths = [len(line) for line in text.split("## Seats\n\n")[1].splitlines()[:4]]
    assert len(set(widths)) == 1


def test_the_checksum_is_the_one_that_other_programs_find(games_file: Path) -> None:
    text = gzip.decompress(games_file.read_bytes())
    *lines, end = text.splitlines(keepends=True)
    assert json.loads(end)["end"]["sha256"] == hashlib.sha256(b"".join(lines)).hexdigest()
