"""Tests of packs in the engine: strict checks, play, saves, and packs that fail."""

from __future__ import annotations

import itertools
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from tashkalar import Game, cards, new_game
from tashkalar.bots.simple import RandomPlayer, take_decision
from tashkalar.cards import packs
from tashkalar.cards.catalogue import Being
from tashkalar.cards.packs import Pack
from tashkalar.effects.effect import Effect
from tashkalar.errors import (
    IllegalMove,
    PackError,
    PackNeeded,
    RecordError,
    SaveError,
    ScenarioError,
)
from tashkalar.formats.checkpoint import state_hash
from tashkalar.position.board import COMMON, HEROIC
from tests import packmaking
from tests.conftest import MadeOnce
from tests.limits import COMMAND_TIMEOUT_S
from tests.support import arrange, offered, pattern_at, play

ROOT = Path(__file__).resolve().parents[2]
ID = "x-sparks"
SPARK = "x-sparks-spark"
NEEDED = "this game needs the pack 'x-sparks' 0.1"
TEXTS = {
    "school.x-sparks.name": "Sparks",
    "card.x-sparks-spark.name": "Spark",
    "card.x-sparks-spark.text": "You may destroy an adjacent enemy piece.",
}


def burn(e: Effect) -> None:
    e.may_destroy(e.enemies & e.being.near)


def described(
    effect: Callable[[Effect], object] = burn,
    *,
    id: str = ID,
    version: str = "0.1",
    texts: Mapping[str, Mapping[str, str]] | None = None,
    based_on: str | None = "highland",
    look: str = "tide",
    name: str = "Spark",
    rank: int = COMMON,
    art: str = "c@",
    replaces: str | None = "wild-eagle",
    emblem: str | None = None,
) -> Pack:
    """A pack with one being; what is given differs from a right one."""
    texts = {"en": TEXTS} if texts is None else texts
    pack = Pack(id, version, texts=texts, based_on=based_on, look=look)
    decorate = pack.being(name, rank, art, replaces=replaces, emblem=emblem)
    decorate(effect)  # type: ignore[arg-type]
    return pack


@pytest.fixture(autouse=True)
def clean() -> Iterator[None]:
    """Remove every pack after a test."""
    beings, schools = dict(cards.BEINGS), dict(cards.SCHOOLS)
    yield
    for id in list(packs.REGISTERED_PACKS):
        packs.unregister(id)
    assert (beings, schools) == (cards.BEINGS, cards.SCHOOLS)
    assert list(beings) == list(cards.BEINGS)


def position(pack: Pack, **more: object) -> Game:
    """A position in which the Spark can be summoned beside an enemy."""
    packs.register(pack)
    board = {"d5": "1 common", "e6": "2 common"}
    return arrange(board, hand=[SPARK], school=ID, mine=more)


class TestRegistering:
    def test_a_school_like_any_other(self) -> None:
        pack = packs.register(described(emblem="wild-eagle"))
        deck = cards.by_school(ID)
        assert [card.id for card in deck][:2] == [SPARK, "clan-axeman"]
        assert len(deck) == 18
        spark = cards.get(SPARK)
        assert isinstance(spark, Being)
        assert (spark.rank, spark.pattern, spark.name_id) == (
            "common",
            ((-1, 0, "common"),),
            "card.x-sparks-spark.name",
        )
        assert packs.pack_of(SPARK) is pack
        assert packs.pack_of("wild-eagle") is None
        assert packs.emblem_of(SPARK) == "wild-eagle"
        # The deck it is based on is as it was.
        assert next(iter(cards.by_school("highland"))).id == "wild-eagle"
        packs.unregister(ID)
        packs.unregister(ID)
        assert packs.emblem_of(SPARK) is None
        with pytest.raises(KeyError):
            cards.by_school(ID)

    def test_eighteen_beings_of_its_own(self) -> None:
        pack = Pack(ID, "1", texts={"en": {"school.x-sparks.name": "Sparks"}})
        texts = dict(pack.texts["en"])
        for number in range(18):
            pack.being(f"Spark {number}", COMMON if number < 5 else HEROIC, "c@")(burn)
            for what in ("name", "text"):
                texts[f"card.x-sparks-spark-{number}.{what}"] = "A spark."
        pack.texts = {"en": texts}
        packs.register(pack)
        assert [card.deck for card in cards.by_school(ID)] == [ID] * 18
        game = new_game("duel", [ID, "sylvan"], seed=1)
        assert set(game.state.hands[0] + game.state.decks[0]) == {
            f"x-sparks-spark-{number}" for number in range(18)
        }

    @pytest.mark.parametrize(
        ("wrong", "word"),
        [
            (described(id="sparks"), "the id 'sparks'"),
            (described(id="x-Sparks"), "the id"),
            (described(id="x-" + "a" * 30), "the id"),
            (described(id="northern"), "the id"),
            (described(id=7), "the id 7"),  # type: ignore[arg-type]
            (described(version="one"), "'one' is no version"),
            (described(version="1" * 21), "is no version"),
            (described(look="gold"), "the look must be one of tide, bloom"),
            (described(based_on="everfrost"), "based on northern, southern, highland, sylvan"),
            (described(replaces=None), "6 common beings, not 5"),
            (described(replaces="knight"), "there is no 'knight' to replace"),
            (described(based_on=None), "there is no 'wild-eagle' to replace"),
            (described(based_on=None, replaces=None), "1 common beings, not 5"),
            (described(rank=HEROIC), "'wild-eagle' has another rank"),
            (described(rank=2), "a being is common or heroic"),
            (described(name="Spärk"), "the being 'Sp\\xe4rk' needs a name"),
            (described(art="@"), "Spark: a pattern needs a piece"),
            (described(art="c?@"), "Spark: "),
            (described(art="c" * 9 + "@"), "larger than the board"),
            (described(art=None), "Spark: "),  # type: ignore[arg-type]
            (described(effect=7), "the effect is no function"),  # type: ignore[arg-type]
            (described(emblem="nobody"), "there is no card 'nobody'"),
            (described(texts={}), "English texts are needed"),
            (described(texts={"fr": TEXTS}), "English texts are needed"),
            (described(texts={"en": {}}), "card.x-sparks-spark.name is missing"),
            (described(texts={"en": TEXTS, "english": {}}), "a language is two small letters"),
            (described(texts={"en": TEXTS | {"page.title": "Mine"}}), "is not a key of this pack"),
            (described(texts={"en": TEXTS | {"card.knight.text": "Loses."}}), "is not a key"),
            (described(texts={"en": TEXTS | {"card.x-sparks-spark.name": " "}}), "needs a text"),
            (described(texts={"en": TEXTS | {"card.x-sparks-spark.name": "\u202e"}}), "be shown"),
            (Pack(ID, "1", texts={"en": TEXTS}), "it has no being"),
            (described(id=["x-sparks"]), "must be 'x-' with small letters"),  # type: ignore[arg-type]
            (7, "the entry point is no Pack, but int"),
            (Pack, "the entry point is no Pack, but type"),
        ],
        ids=lambda value: value if isinstance(value, str) else "pack",
    )
    def test_what_is_wrong_is_said_in_one_line(self, wrong: object, word: str) -> None:
        before = list(cards.BEINGS), dict(cards.SCHOOLS)
        with pytest.raises(PackError) as caught:
            packs.register(wrong)
        assert word in str(caught.value)
        assert "\n" not in str(caught.value)
        assert before == (list(cards.BEINGS), dict(cards.SCHOOLS))
        assert not packs.REGISTERED_PACKS

    def test_a_description_that_does_as_it_likes(self) -> None:
        class Odd(Mapping[str, object]):
            def __getitem__(self, key: str) -> object:
                raise RuntimeError("odd")

            def __iter__(self) -> Iterator[str]:
                raise RuntimeError("odd")

            def __len__(self) -> int:
                raise RuntimeError("odd")

        with pytest.raises(PackError, match="odd"):
            packs.register(described(texts=Odd()))  # type: ignore[arg-type]

    def test_twice(self) -> None:
        packs.register(described())
        with pytest.raises(PackError, match="registered already"):
            packs.register(described())
        pack = described()
        pack.being("Spark", COMMON, "c@", replaces="clan-axeman")(burn)
        packs.unregister(ID)
        with pytest.raises(PackError, match="two beings are called 'Spark'"):
            packs.register(pack)

    def test_texts_in_files(self, tmp_path: Path) -> None:
        (tmp_path / "en.json").write_text(json.dumps(TEXTS), encoding="utf-8")
        (tmp_path / "fr.json").write_text('{"school.x-sparks.name": "Étincelles"}', "utf-8")
        packs.register(described(texts=packs.read_texts(tmp_path)))
        assert packs.REGISTERED_PACKS[ID].texts["fr"] == {"school.x-sparks.name": "Étincelles"}
        (tmp_path / "it.json").write_text("[1]", "utf-8")
        with pytest.raises(ValueError, match=re.escape("it.json: an object is needed")):
            packs.read_texts(tmp_path)
        (tmp_path / "it.json").write_text("{", "utf-8")
        with pytest.raises(ValueError, match=re.escape("it.json: not JSON")):
            packs.read_texts(tmp_path)


class TestPlaying:
    def test_pattern_and_effect(self) -> None:
        game = position(described())
        assert set(game.summons(SPARK)) == {"d4", "d6", "c5", "e5"}
        play(game, f"{SPARK}@e5")
        assert offered(game) == {"e6"}
        play(game, "e6")
        assert set(game.board) == {"d5", "e5"}
        assert game.state.discards[0] == (SPARK,)

    @pytest.mark.parametrize("form", ["high-form", "duel", "melee"])
    def test_whole_games(self, form: str) -> None:
        packs.register(described())
        schools = [ID, "highland", "sylvan"][: 3 if form == "melee" else 2]
        game = new_game(form, schools, seed=3)
        seats = [RandomPlayer(n) for n in range(len(schools))]
        while game.player is not None:
            take_decision(game, seats[game.player - 1])
        assert Game.from_json(game.to_json()).codes == game.codes
        assert Game.from_record(game.record()).codes == game.codes

    def test_unknown_without_the_pack(self) -> None:
        with pytest.raises(ValueError, match="this game needs the pack 'x-sparks'"):
            new_game("duel", [ID, "sylvan"])


class TestTexts:
    """Saves, records and scenarios name the packs that they need, and only those."""

    def test_official_games_say_nothing_of_packs(self) -> None:
        packs.register(described())
        game = play(new_game("duel", ["northern", "sylvan"], seed=1), "c5", "+e5", ".")
        assert "packs" not in json.loads(game.to_json())
        assert "Packs" not in game.record()

    def test_a_save(self) -> None:
        game = play(position(described()), f"{SPARK}@e5")
        text = game.to_json()
        assert json.loads(text)["packs"] == {ID: "0.1"}
        assert Game.from_json(text).to_json() == text
        packs.unregister(ID)
        with pytest.raises(PackNeeded, match=re.escape(NEEDED)) as caught:
            Game.from_json(text)
        assert caught.value.packs == {ID: "0.1"}
        assert isinstance(caught.value, SaveError)

    def test_a_name_may_have_its_article(self) -> None:
        english = TEXTS | {f"card.{SPARK}.the": "the Spark"}
        packs.unregister(packs.register(described(texts={"en": english})).id)
        with pytest.raises(PackError, match="is not a key of this pack"):
            packs.register(described(texts={"en": TEXTS | {f"card.{SPARK}.a": "a Spark"}}))

    def test_another_version_that_plays_the_same(self) -> None:
        text = play(position(described()), f"{SPARK}@e5", "e6").to_json()
        packs.unregister(ID)
        packs.register(described(version="0.2"))
        game = Game.from_json(text)
        assert not game.restored_from_checkpoint
        assert json.loads(game.to_json())["packs"] == {ID: "0.2"}

    def test_another_version_that_plays_otherwise(self) -> None:
        """As after a correction of a card: the game goes on from the saved position."""
        game = play(position(described()), f"{SPARK}@e5", "e6")
        packs.unregister(ID)
        packs.register(described(lambda e: None, version="0.2"))
        later = Game.from_json(game.to_json())
        assert later.restored_from_checkpoint
        assert later.board == game.board

    def test_another_version_with_other_cards(self) -> None:
        text = position(described()).to_json()
        packs.unregister(ID)
        packs.register(described(version="0.2", replaces="clan-axeman"))
        with pytest.raises(PackNeeded, match=r"'x-sparks' 0\.1; 'x-sparks' is registered as 0\.2"):
            Game.from_json(text)

    def test_a_version_that_fails_now(self) -> None:
        game = play(position(described()), f"{SPARK}@e5", "e6")
        packs.unregister(ID)
        packs.register(described(lambda e: 1 / 0, version="0.2"))
        later = Game.from_json(game.to_json())
        assert later.restored_from_checkpoint
        assert state_hash(later.settled_state) == state_hash(game.settled_state)

    @pytest.mark.parametrize("value", [7, {"sparks": "1"}, {ID: 1}, {ID: "one"}, [ID]])
    def test_a_save_that_says_nonsense(self, value: object) -> None:
        data = json.loads(position(described()).to_json())
        with pytest.raises(SaveError, match="packs"):
            Game.from_json(json.dumps(data | {"packs": value}))

    def test_a_record(self) -> None:
        packs.register(described())
        game = play(new_game("duel", [ID, "sylvan"], seed=1), "c5", "+e5", ".")
        text = game.record()
        assert 'Packs: {"x-sparks": "0.1"}\n' in text
        assert Game.from_record(text).record() == text
        packs.unregister(ID)
        with pytest.raises(
            RecordError, match=re.escape("line 5: this game needs the pack 'x-sparks' 0.1")
        ):
            Game.from_record(text)
        with pytest.raises(
            RecordError, match=re.escape("line 5: Packs.sparks: is not the id of a pack")
        ):
            Game.from_record(text.replace('"x-sparks": "0.1"', '"sparks": "0.1"'))

    def test_a_record_of_a_scenario(self) -> None:
        text = play(position(described()), f"{SPARK}@e5", "e6").record()
        assert 'Packs: {"x-sparks": "0.1"}\n' in text
        assert Game.from_record(text).record() == text
        packs.unregister(ID)
        with pytest.raises(RecordError, match=re.escape(NEEDED)):
            Game.from_record(text)

    def test_a_record_in_which_an_effect_fails(self) -> None:
        text = play(position(described()), f"{SPARK}@e5", "e6").record()
        packs.unregister(ID)
        packs.register(described(lambda e: 1 / 0))
        with pytest.raises(RecordError, match="ZeroDivisionError"):
            Game.from_record(text)

    def test_a_scenario(self) -> None:
        mapping: dict[str, object] = {
            "form": "duel",
            "packs": {ID: "0.1"},
            "seats": [{"school": ID}, {"school": "sylvan"}],
            "board": {},
        }
        with pytest.raises(ScenarioError, match=f"packs: {re.escape(NEEDED)}"):
            Game.from_scenario(mapping)
        with pytest.raises(ScenarioError, match=r"seats\[0\].school: this game needs the pack"):
            Game.from_scenario({**mapping, "packs": {}})
        packs.register(described())
        assert Game.from_scenario(mapping).setup.schools == (ID, "sylvan")


def leave(field: str, value: object) -> Callable[[Effect], None]:
    """An effect that leaves something impossible behind."""

    def effect(e: Effect) -> None:
        setattr(e.state, field, value)

    return effect


def for_ever(e: Effect) -> None:
    while True:
        pass


def for_ever_although(e: Effect) -> None:
    while True:
        try:
            e.destroy(4711)
        except Exception:
            continue


class TestFailing:
    """A mistake in a pack is told by name, and the game is as it was."""

    @pytest.mark.parametrize(
        ("effect", "word"),
        [
            (lambda e: 1 / 0, "ZeroDivisionError"),
            (lambda e: sys.exit(3), "SystemExit: 3"),
            (lambda e: e.destroy(4711), "Error"),
            (lambda e: [e.destroy(s) for s in "ab"], "Error"),
            (leave("points", "many"), "points"),
            (leave("decks", ((), ())), "Error"),
            (leave("hands", None), "Error"),
            (leave("colours", (1 << 40, 1 << 40)), "colours"),
            (lambda e: e.capture(e.summoned_at), "captive"),
            (lambda e: e.become_gateway(e.summoned_at), "gateway"),
            (lambda e: e.remove(e.summoned_at), "removed"),
            (lambda e: e.count_as_legend(), "summoned"),
            (lambda e: e.note("something"), "str is no event"),
            (for_ever, "Endless: it has not ended after"),
            (for_ever_although, "Endless"),
            (lambda e: any(n < 0 for n in itertools.count()), "Endless"),
            (lambda e: max(map(lambda n: n, itertools.count())), "Endless"),
        ],
    )
    def test_in_an_effect(self, effect: Callable[[Effect], object], word: str) -> None:
        game = position(described(effect))
        before = game.to_json(), game.legal_moves(), game.board
        with pytest.raises(PackError) as caught:
            game.play(f"{SPARK}@e5")
        assert word in str(caught.value)
        assert caught.value.pack == ID
        assert before == (game.to_json(), game.legal_moves(), game.board)
        play(game, "+a5")

    def test_what_takes_long_is_no_loop(self) -> None:
        """A trace function, such as a debugger's, stays in place too."""
        seen = []

        def effect(e: Effect) -> None:
            seen.append(sum(n for n in range(100_000)))

        def looks_on(*_: object) -> None:
            return None

        before = sys.gettrace()
        sys.settrace(looks_on)
        try:
            play(position(described(effect)), f"{SPARK}@e5")
            assert sys.gettrace() is looks_on
        finally:
            sys.settrace(before)
        assert seen

    def test_one_that_is_never_imported_whole(self) -> None:
        def load() -> object:
            while True:
                pass

        with pytest.raises(PackError, match="Endless"):
            packs.import_entry_point(load, "sparks")

    def test_after_an_answer(self) -> None:
        def effect(e: Effect) -> None:
            if e.may_destroy(e.enemies):
                raise RuntimeError("late")

        game = position(described(effect))
        play(game, f"{SPARK}@e5", "-")
        game.undo()
        before = game.to_json(), game.can_redo
        with pytest.raises(PackError, match="late"):
            game.play("e6")
        assert before == (game.to_json(), game.can_redo)
        game.redo()
        assert game.prompt.kind == "turn"

    def test_on_the_way_back(self) -> None:
        """An effect that is not the same twice: undo says so, and changes nothing."""
        calls = []

        def effect(e: Effect) -> None:
            calls.append(1)
            if len(calls) == 3:
                raise RuntimeError("fickle")
            e.may_destroy(e.enemies)

        game = play(position(described(effect)), f"{SPARK}@e5", "e6")
        before = game.to_json(), game.can_redo
        with pytest.raises(PackError, match="fickle"):
            game.undo()
        assert before == (game.to_json(), game.can_redo)
        game.undo()
        assert offered(game) == {"e6"}

    def test_questions_and_illegal_moves_are_no_failures(self) -> None:
        game = play(position(described()), f"{SPARK}@e5")
        with pytest.raises(IllegalMove):
            game.play("a5")
        play(game, "-")

    def test_cards_of_the_game_are_not_blamed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def broken(e: Effect) -> None:
            raise RuntimeError("ours")

        monkeypatch.setitem(cards.BEINGS, "knight", cards.BEINGS["knight"]._replace(effect=broken))
        game = arrange(pattern_at("knight", "e5"), hand=["knight"])
        with pytest.raises(RuntimeError, match="ours"):
            game.play("knight@e5")


@pytest.mark.slow
class TestInstalled:
    """The template, built and installed; nothing of a pack runs unasked."""

    @pytest.fixture(scope="class")
    @classmethod
    def place(cls, template_wheel: Path, made_once: MadeOnce) -> Path:
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
        command += ["--disable-pip-version-check", str(template_wheel), "--target"]
        return made_once(
            "installed",
            lambda folder: subprocess.run(
                [*command, str(folder)], check=True, timeout=COMMAND_TIMEOUT_S
            ),
        )

    def run(self, place: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
        environment = os.environ | {"PYTHONPATH": f"{place}{os.pathsep}{ROOT}"}
        return subprocess.run(
            [sys.executable, *arguments],
            env=environment,
            capture_output=True,
            text=True,
            cwd=ROOT,
            timeout=COMMAND_TIMEOUT_S,
        )

    def test_its_own_tests_pass(self, place: Path) -> None:
        tests = str(packmaking.TEMPLATE / "tests")
        done = self.run(
            place, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", tests, tests
        )
        assert done.returncode == 0, done.stdout
        assert "4 passed" in done.stdout

    def test_it_plays_when_asked(self, place: Path) -> None:
        game = ("-m", "tashkalar", "selfplay", "--form", "duel", "--schools", "x-emberfall,sylvan")
        done = self.run(place, *game, "--packs", "--records")
        assert done.returncode == 0, done.stderr
        assert 'Packs: {"x-emberfall": "1.0"}' in done.stdout
        done = self.run(place, *game)
        assert (done.returncode, done.stdout) == (2, "")
        assert "this game needs the pack 'x-emberfall'" in done.stderr

    def test_one_that_fails_takes_a_line_and_no_other_with_it(
        self, place: Path, tmp_path: Path
    ) -> None:
        wheel = packmaking.write_wheel(tmp_path, packmaking.files("raise RuntimeError('boom')"))
        done = self.run(Path(f"{wheel}{os.pathsep}{place}"), "-c", _LIST)
        assert done.stdout.splitlines() == [
            "['x-emberfall']",
            "[\"pack 'sparks': RuntimeError on import: boom\"]",
        ], done.stderr
        command = ("-m", "tashkalar", "selfplay", "--packs", "--schools", "x-emberfall,sylvan")
        done = self.run(Path(f"{wheel}{os.pathsep}{place}"), *command)
        assert done.returncode == 0
        assert done.stderr.splitlines() == [
            "tashkalar selfplay: pack 'sparks': RuntimeError on import: boom"
        ]


_LIST = """
from tashkalar.cards import packs
loaded, failed = packs.load_installed()
print([pack.id for pack in loaded])
print([str(error) for error in failed])
"""
