"""The command line: useful answers with status 0, one clear line with status 2."""

from __future__ import annotations

import json
import subprocess
import sys
import types
from pathlib import Path

import pytest

from tashkalar import Game, cards, new_game
from tashkalar.bots.arena import wilson_interval
from tashkalar.cards.schools import built_in_schools
from tashkalar.cli import main
from tashkalar.formats.checkpoint import state_hash
from tests.engine.playing import mid_effect_game, random_game
from tests.limits import COMMAND_TIMEOUT_S
from tests.support import arrange

Capture = pytest.CaptureFixture[str]
ROOT = Path(__file__).parents[2]
KNIGHT = {
    "form": "duel",
    "seats": [{"school": "northern", "hand": ["knight"]}, {"school": "sylvan"}],
    "board": {"d5": "1 common", "e5": "1 heroic", "f5": "1 common", "d4": "1 common"},
}


def run(capsys: Capture, *argv: str) -> str:
    """Return the output of a command that succeeds."""
    assert main(argv) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    return shown.out


def refused(capsys: Capture, *argv: str) -> str:
    """The one line of a command that was given something wrong."""
    assert main(argv) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    assert shown.err.startswith("tashkalar")
    return shown.err.strip()


@pytest.fixture
def scenario(tmp_path: Path) -> str:
    path = tmp_path / "scenario.json"
    path.write_text(json.dumps(KNIGHT), encoding="utf-8")
    return str(path)


def stored(tmp_path: Path, text: str) -> str:
    path = tmp_path / "game"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_scenario_that_is_no_object(capsys: Capture, tmp_path: Path) -> None:
    assert "an object is needed" in refused(capsys, "summons", stored(tmp_path, "[]"), "knight")


# -- the program itself --------------------------------------------------------------------------


def module(*argv: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tashkalar", *argv],
        cwd=ROOT,
        input=given,
        timeout=COMMAND_TIMEOUT_S,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.skipif(sys.platform == "emscripten", reason="a browser starts no process")
def test_the_package_can_be_run() -> None:
    record = random_game("duel", 1, 20).record()
    done = module("replay", "-", given=record)
    assert (done.returncode, done.stderr) == (0, "")
    assert "decisions: 20 of 20" in done.stdout
    wrong = module("replay", "-", given=record.replace("0. seat 2", "0. seat 1"))
    assert wrong.returncode == 2
    assert wrong.stdout == ""
    assert wrong.stderr.startswith("tashkalar replay: line 7: ")
    assert wrong.stderr.count("\n") == 1


COMMANDS = [
    *([], ["selfplay"], ["bench"], ["summons"], ["replay"], ["arena"], ["ladder"], ["engine"]),
    *(["teach"], ["stats"], ["puzzles"], ["puzzles", "find"]),
]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(capsys: Capture, command: list[str]) -> None:
    assert "usage: tashkalar" in run(capsys, *command, "--help")


WRONG = [
    ([], "COMMAND"),
    (["dance"], "invalid choice: 'dance'"),
    (["selfplay", "--games", "0"], "at least 1"),
    (["selfplay", "--games", "many"], "'many' is not a number"),
    (["selfplay", "--games", "-1"], "--games"),
    (["selfplay", "--form", "chess"], "form: unknown form 'chess'"),
    (["selfplay", "--schools", "northern,x"], "schools[1]: unknown school 'x'"),
    (["selfplay", "--schools", "northern"], "schools: the high-form needs 2"),
    (["selfplay", "--form", "melee", "--schools", "northern,sylvan"], "schools: the melee needs 3"),
    (["selfplay", "--form", "melee", "--teams"], "teams: there is no team play in the melee"),
    (["selfplay", "--teams", "--schools", "northern,sylvan,highland"], "in teams needs 4 schools"),
    (["selfplay", "--form", "melee", "--players", "keen,random"], "players: 3 are needed"),
    (["selfplay", "--teams", "--form", "chess"], "form: unknown form 'chess'"),
    (["selfplay", "--schools", ""], "schools[0]: unknown school ''"),
    (["selfplay", "--players", "keen,clever"], "players: unknown player 'clever'"),
    (["selfplay", "--players", "keen"], "players: 2 are needed"),
    (["selfplay", "more\nlines"], "unrecognized arguments: more lines"),
    (["arena", "keen"], "required: players"),
    (["arena", "keen", "x"], "players: unknown player 'x'"),
    (["arena", "keen", "random", "--form", "x"], "form: unknown form"),
    (["arena", "keen", "random", "--until", "0.5"], "--until: two shares are needed"),
    (["arena", "keen", "random", "--until", "0.6,0.5"], "--until: 0 < LOW < HIGH < 1"),
    (
        ["arena", "random", "random", "--games", "2", "--log", "/no/such/log"],
        "/no/such/log: No such",
    ),
    (["ladder", "/no/such/file"], "/no/such/file: No such file"),
    (["ladder", __file__], "not a log of the arena"),
    (["summons", "/no/such/file", "knight"], "/no/such/file: No such file"),
    (["summons", "/", "knight"], "/: Is a directory"),
    (["summons", "a\0b", "knight"], "not a text file"),
    (["summons", "{", "knight"], "scenario: not JSON"),
    (["summons", "{}", "knight"], "form: is missing"),
    (["summons", json.dumps(KNIGHT), "dragon"], "card: unknown card 'dragon'"),
    (["summons", json.dumps(KNIGHT), "flare-01"], "card: unknown card 'flare-01'"),
    (["summons", json.dumps(KNIGHT), "knight", "--seat", "3"], "--seat: there are 2"),
    (["summons", json.dumps(KNIGHT), "knight", "--square", "a1"], "--square: 'a1'"),
    (["summons", json.dumps({**KNIGHT, "board": {"a1": ""}}), "knight"], "board.a1: "),
    (["replay", "/no/such/file"], "/no/such/file: No such file"),
    (["replay", "/no/such/\x1b[31mfile"], "/no/such/\\x1b[31mfile: No such file"),
    (["bench", "--such"], "unrecognized arguments: --such"),
]


@pytest.mark.parametrize(("argv", "message"), WRONG, ids=range(len(WRONG)))
def test_bad_input_is_answered_with_one_line(
    capsys: Capture, argv: list[str], message: str
) -> None:
    assert message in refused(capsys, *argv)


@pytest.mark.skipif(sys.platform == "emscripten", reason="a browser starts no process")
@pytest.mark.parametrize("characters", ["ascii", "cp1252"])
def test_a_terminal_that_cannot_show_it(
    characters: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that the terminal has no letters for is spelled out."""
    game = new_game("duel", ["northern", "sylvan"], names=["Ελένη", "Łucja"], seed=1)
    monkeypatch.setenv("PYTHONIOENCODING", characters)
    done = module("replay", stored(tmp_path, game.to_json()))
    assert (done.returncode, done.stderr) == (0, "")
    done = module("replay", str(tmp_path / "Ελένη"))
    assert done.returncode == 2
    assert "\\u0395" in done.stderr and done.stderr.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk that is always full")
def test_a_full_disk_is_told_in_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "tashkalar", "selfplay"],
            cwd=ROOT,
            stdout=full,
            timeout=COMMAND_TIMEOUT_S,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (2, "tashkalar selfplay: No space left on device\n")


# -- selfplay and arena --------------------------------------------------------------------------


def test_selfplay_sums_up_and_is_repeatable(capsys: Capture) -> None:
    argv = ["selfplay", "--games", "3", "--form", "duel", "--seed", "x"]
    lines = run(capsys, *argv).splitlines()
    again = run(capsys, *argv).splitlines()
    assert lines[:3] == again[:3]
    assert [line.split(":")[0] for line in lines[:3]] == ["x", "x-2", "x-3"]
    assert lines[3].startswith("3 games in ")
    assert len(lines) == 4


def test_selfplay_prints_records_that_can_be_replayed(capsys: Capture, tmp_path: Path) -> None:
    record = run(capsys, "selfplay", "--records", "--players", "keen,random", "--seed", "q 1")
    game = Game.from_record(record)
    assert game.is_over
    assert game.setup.seed == "q 1"
    assert "result: seat 1" in run(capsys, "replay", stored(tmp_path, record))


def test_arena_tells_the_share_with_an_interval(capsys: Capture) -> None:
    lines = run(capsys, "arena", "random", "keen", "--games", "6", "--form", "duel").splitlines()
    assert lines[0] == "random against keen: 0 won, 6 lost, 0 tied"
    assert lines[1] == "random scores 0.0% (95% interval 0.0% to 39.0%)"
    assert wilson_interval(50, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)


MELEE = ["--form", "melee"]
FOUR = [*MELEE, "--schools", "northern,sylvan,highland,everfrost"]


@pytest.mark.parametrize(
    ("options", "seats"),
    [(MELEE, 3), (FOUR, 4), (["--teams"], 4), (["--teams", "--form", "duel"], 4)],
)
def test_three_or_four_can_play(
    capsys: Capture, tmp_path: Path, options: list[str], seats: int
) -> None:
    lines = run(capsys, "selfplay", *options, "--games", "2").splitlines()
    assert lines[0].startswith("1: seat")
    assert " won: " in lines[2] or "tied: " in lines[2]
    record = run(capsys, "selfplay", *options, "--records")
    game = Game.from_record(record)
    assert game.setup.seats == seats
    assert game.setup.teams == ("--teams" in options)
    out = run(capsys, "replay", stored(tmp_path, record))
    assert f"hash: {state_hash(game.settled_state)}\n" in out
    score = next(line for line in out.splitlines() if line.startswith("score: "))
    assert len([n for n in score.split()[1].split("-") if n]) == seats
    lines = run(capsys, "arena", "keen", "random", *options, "--games", "4").splitlines()
    assert lines[0] == "keen against random: 4 won, 0 lost, 0 tied"


def test_teammates_win_together(capsys: Capture) -> None:
    out = run(capsys, "selfplay", "--teams", "--players", "keen,random,keen,random")
    assert out.splitlines()[-1].endswith("seats 1 3 won: 1")
    out = run(capsys, "selfplay", *MELEE, "--players", "random,random,keen")
    assert out.splitlines()[-1].endswith("seat 3 won: 1")


def test_more_than_two_colours_are_drawn_with_their_numbers(capsys: Capture) -> None:
    scenario = json.dumps(
        {
            "form": "melee",
            "seats": [{"school": school} for school in ("highland", "sylvan", "northern")],
            "board": {"d4": "1 common", "f4": "3 heroic", "e9": "2 legendary"},
        }
    )
    out = run(capsys, "summons", scenario, "wild-eagle")
    lines = out.splitlines()
    assert lines[5].split() == ["4", ".", ".", ".", "c1", ".", "h3", ".", ".", "."]
    assert lines[9].split() == list("abcdefghi")
    assert lines[5].index("c1") == lines[9].index("d")
    assert lines[5].index("h3") == lines[9].index("f")
    assert lines[0].index("l2") == lines[9].index("e")
    assert "e5, match 1 of 1, improvised with colour 3:" in out
    assert "e5, match 1 of 1, improvised with colour 1:" in run(
        capsys, "summons", scenario, "wild-eagle", "--seat", "3"
    )
    assert "cannot be summoned" in run(capsys, "summons", scenario, "wild-eagle", "--seat", "2")


def test_arena_changes_the_seats_for_the_second_game_of_a_pair(capsys: Capture) -> None:
    schools = ["northern", "sylvan", "southern", "highland"]
    for more, seats in (([], 2), (MELEE, 3), (["--teams"], 4)):  # the same game twice
        options = [*more, "--schools", ",".join(schools[:seats])]
        lines = run(capsys, "arena", "random", "random", *options, "--games", "2").splitlines()
        assert lines[0] == "random against random: 1 won, 1 lost, 0 tied"


# -- summons -------------------------------------------------------------------------------------


def test_summons_lists_the_squares_and_draws_the_matches(capsys: Capture, scenario: str) -> None:
    out = run(capsys, "summons", scenario, "knight")
    assert out == run(capsys, "summons", json.dumps(KNIGHT), "knight", "--seat", "1")
    assert "5 . . . c h c . . ." in out
    assert "e6, match 1 of 1:" in out
    assert ". . . x x x . . .\n. . . x . . . . .\n" in out
    assert out.endswith("knight: e6\n")
    other = run(capsys, "summons", scenario, "knight", "--seat", "2")
    assert "knight cannot be summoned anywhere" in other


def test_summons_explains_a_square(capsys: Capture, scenario: str) -> None:
    assert run(capsys, "summons", scenario, "knight", "--square", "e6") == (
        "knight can be summoned on e6\n"
    )
    out = run(capsys, "summons", scenario, "knight", "--square", "e4").splitlines()
    assert out[0].startswith("knight cannot be summoned on e4: the pattern is not there")
    assert out[1:]
    assert all("needs common (is empty)" in line for line in out[1:])
    board = {"e6": "2 legendary", **KNIGHT["board"]}  # type: ignore[dict-item]
    blocked = json.dumps({**KNIGHT, "board": board})
    out = run(capsys, "summons", blocked, "knight", "--square", "e6").splitlines()
    assert out == ["knight cannot be summoned on e6: a piece of a higher rank stands there"]


def test_summons_explains_a_pattern_that_may_lie_anywhere(capsys: Capture) -> None:
    seats = [{"school": "etherweave"}, {"school": "sylvan"}]
    board = {"d4": "1 common", "e5": "1 common", "f6": "1 common"}  # R22.17
    scenario = json.dumps({"form": "duel", "seats": seats, "board": board})
    for square in ("d4", "c7"):  # occupied; coloured
        out = run(capsys, "summons", scenario, "time-traveler", "--square", square)
        why = "the square must be empty and without a colour"
        assert out == f"time-traveler cannot be summoned on {square}: {why}\n"
    out = run(capsys, "summons", scenario, "time-traveler", "--square", "b3")
    assert out == "time-traveler can be summoned on b3\n"


# -- replay --------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["save", "record"])
def test_replay_shows_where_a_game_stands(capsys: Capture, tmp_path: Path, form: str) -> None:
    game = mid_effect_game()
    text = game.to_json() if form == "save" else game.record()
    out = run(capsys, "replay", stored(tmp_path, "\ufeff" + text))
    move_count = len(game.codes)
    assert f"decisions: {move_count} of {move_count}\n" in out
    assert f"of seat {game.player}: {game.prompt.kind}\n" in out
    assert "result: open\n" in out
    assert f"hash: {state_hash(game.settled_state)}\n" in out
    assert out.count("c") + out.count("C") > 5


def test_replay_can_stop_earlier(capsys: Capture, tmp_path: Path) -> None:
    game = mid_effect_game()
    path, move_count = stored(tmp_path, game.to_json()), len(game.codes)
    for back in (0, 1, 2, 11, move_count):
        out = run(capsys, "replay", path, "--to", str(move_count - back))
        other = game.copy()
        for _ in range(back):
            other.undo()
        assert f"decisions: {move_count - back} of {move_count}\n" in out
        assert f"hash: {state_hash(other.settled_state)}\n" in out
    assert f"there are {move_count} decisions" in refused(
        capsys, "replay", path, "--to", str(move_count + 1)
    )


def test_replay_tells_the_result_and_a_lost_history(capsys: Capture, tmp_path: Path) -> None:
    game = random_game("duel", 1, 20)
    data = json.loads(game.to_json())
    data["moves"][0] = "nonsense"
    assert "earlier moves are lost" in run(capsys, "replay", stored(tmp_path, json.dumps(data)))
    game.resign(1)
    out = run(capsys, "replay", stored(tmp_path, game.record()))
    assert "result: seat 2, 0-0, resigned\n" in out
    assert "earlier moves are lost" not in out


def test_replay_refuses_broken_files(capsys: Capture, tmp_path: Path) -> None:
    game = random_game("duel", 1, 20)
    for text, message in [
        (game.to_json()[:-3], "not JSON"),
        (game.record() + "99. seat 1: +e5\n", ": '+e5': it is turn"),
        ("", "line 1: the header Form is missing"),
        ("{}", "not a saved game"),
        ("x" * 2_000_001, "longer than"),
    ]:
        assert message in refused(capsys, "replay", stored(tmp_path, text))
    path = tmp_path / "binary"
    path.write_bytes(b"\xff\xfe\x00")
    assert "not a text file" in refused(capsys, "replay", str(path))


# -- teach ---------------------------------------------------------------------------------------


def test_teach_check_tells_place_and_reason(capsys: Capture, tmp_path: Path) -> None:
    file = ROOT / "static/lessons/pattern.json"
    assert run(capsys, "teach", "check", str(file)) == "lessons without problems: 1\n"
    broken = file.read_text(encoding="utf-8").replace("swordmaster@e5", "swordmaster@a5")
    assert main(["teach", "check", str(file), stored(tmp_path, broken)]) == 2
    shown = capsys.readouterr()
    *problems, last = shown.err.splitlines()
    assert shown.out == "" and last == f"tashkalar teach: problems found: {len(problems)}"
    assert "game: parts[0].ways[0][0]: no decision fits 'swordmaster@a5'; there are " in problems[0]


def test_teach_check_reads_a_course_with_its_lessons(capsys: Capture, tmp_path: Path) -> None:
    """A course of lessons beside it has only its form; one that brings them has theirs, too."""
    page_course = str(ROOT / "static/lessons/course.json")
    assert run(capsys, "teach", "check", page_course) == "lessons without problems: 0\n"
    lesson = json.loads((ROOT / "static/lessons/pattern.json").read_text(encoding="utf-8"))
    course = {
        "format": "tashkalar-course",
        "v": 2,
        "id": "course-1",
        "chapters": [{"id": "chapter-1", "lessons": ["pattern"]}],
        "lessons": [lesson],
        "words": {"en": {"title": "First blood", "chapter-1": "With one being"}},
    }
    file = stored(tmp_path, json.dumps(course))
    assert run(capsys, "teach", "check", file) == "lessons without problems: 1\n"
    lesson["parts"][0]["ways"] = [["swordmaster@a5"]]
    course["words"] = {"en": {"chapter-2": "No such chapter"}}
    assert main(["teach", "check", stored(tmp_path, json.dumps(course))]) == 2
    problems = capsys.readouterr().err
    assert "lessons[0].parts[0].ways[0][0]: no decision fits 'swordmaster@a5'" in problems
    assert "words: the course has no title in any language" in problems
    assert "words.en.chapter-2: no chapter of the course has this id" in problems
    course["chapters"] = []
    assert main(["teach", "check", stored(tmp_path, json.dumps(course))]) == 2
    assert "chapters: a lesson is needed" in capsys.readouterr().err


def test_teach_check_can_play_the_replies_again(capsys: Capture, tmp_path: Path) -> None:
    text = (ROOT / "static/lessons/sylvan-2.json").read_text(encoding="utf-8")
    file = stored(tmp_path, text.replace('[".", "assassin@f5"]', '[".", "+*"]'))
    assert run(capsys, "teach", "check", file) == "lessons without problems: 1\n"
    assert main(["teach", "check", "--replies", file]) == 2
    assert "after: adept plays otherwise now: ., assassin@f5, " in capsys.readouterr().err


def test_the_installed_package_has_no_commands_of_the_page(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tashkalar.cli.__file__", str(tmp_path / "cli.py"))
    assert "invalid choice: 'teach'" in refused(capsys, "teach", "check", "-")


# -- bench ---------------------------------------------------------------------------------------


def test_bench_is_handed_its_own_arguments(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[list[str]] = []

    def bench_main(argv: list[str]) -> int:
        given.append(argv)
        return 2 if "--wrong" in argv else 0

    bench = types.ModuleType("tashkalar.bench")
    monkeypatch.setattr(bench, "main", bench_main, raising=False)
    monkeypatch.setitem(sys.modules, "tashkalar.bench", bench)
    assert main(["bench", "--quick", "-h"]) == 0
    assert main(["bench", "--wrong"]) == 2
    assert given == [["--quick", "-h"], ["--wrong"]]


def test_the_printed_patterns_are_those_that_can_be_summoned(capsys: Capture) -> None:
    printed = json.loads(run(capsys, "cards"))
    assert printed["beings"].keys() == cards.BEINGS.keys()
    assert printed["flares"].keys() == cards.FLARES.keys()
    assert printed["tasks"].keys() == cards.TASKS.keys()
    checked = 0
    for id, card in printed["beings"].items():
        if card["detached"] or card["deck"] not in built_in_schools(expansions=False):
            continue
        board = {f"{'abcdefghi'[4 + x]}{5 + y}": f"1 {rank}" for x, y, rank in card["pattern"]}
        other = "northern" if card["deck"] != "northern" else "sylvan"
        game = arrange(board, hand=[id], school=card["deck"], other=other)
        assert f"{id}@e5" in {move.code.split("/")[0] for move in game.legal_moves()}, id
        checked += 1
    assert checked > 30
