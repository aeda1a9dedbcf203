"""Tests of packs in the browser: the stored parts, and the checks before a pack runs."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pytest
from packaging.utils import parse_wheel_filename
from packaging.version import Version

from tashkalar import Game
from tashkalar.cards import packs
from tashkalar.cards.packs import LOOKS, Pack
from tashkalar.features.packs import school_names
from tashkalar.features.packs import wheel_check as wheels
from tashkalar.position.board import COMMON
from tashkalar.position.move import Message
from tashkalar.site.page_source.page import make_page
from tashkalar.ui.storage import pack_records
from tashkalar.ui.storage.game_files import GameFiles
from tashkalar.ui.storage.key_value_store import MemoryStore
from tashkalar.ui.storage.open_game import GameOpener
from tashkalar.ui.storage.pack_records import MAX_PACKS, PACK_LIST_KEY, PackRecord
from tashkalar.ui.storage.save_texts import SavedGameError
from tashkalar.ui.storage.saved_games import SavedGames
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.text.refusal import Refusal
from tests import packmaking

ROOT = Path(__file__).resolve().parents[3]
TEXTS: dict[str, str] = json.loads(
    (ROOT / "static/locale/en/packs.json").read_text(encoding="utf-8")
)
DIGEST = "0123456789abcdef" * 4


def kept(id: str = "x-sparks", **other: object) -> PackRecord:
    """An entry of the list."""
    entry = PackRecord(
        id=id,
        version="0.1",
        names={"en": "Sparks", "fr": "Étincelles"},
        look="tide",
        file="sparks-0.1-py3-none-any.whl",
        project="sparks",
        sha256=DIGEST,
        enabled=True,
    )
    return entry._replace(**other)  # type: ignore[arg-type]


class TestTheList:
    def test_it_is_found_again_by_every_version(self) -> None:
        assert PACK_LIST_KEY == "tashkalar.packs.v1"

    def test_is_kept(self) -> None:
        store = MemoryStore()
        assert pack_records.read_pack_records(store) == []
        all = [kept(), kept("x-other", enabled=False)]
        pack_records.write_pack_records(store, all)
        assert pack_records.read_pack_records(store) == all

    @pytest.mark.parametrize(
        "wrong",
        [
            {"id": "sparks"},
            {"id": "x-" + "a" * 30},
            {"version": "new"},
            {"version": 1},
            {"look": "gold"},
            {"names": {}},
            {"names": {"en": 7}},
            {"names": 7},
            {"file": "../x.whl"},
            {"file": "x.zip"},
            {"project": "A b"},
            {"sha256": "0"},
            {"enabled": 1},
            {"more": 1},
        ],
        ids=str,
    )
    def test_what_is_wrong_in_it_is_left_out(self, wrong: dict[str, object]) -> None:
        store = MemoryStore()
        entries = [{**kept()._asdict(), **wrong}, kept("x-other")._asdict(), 7]
        store.set(PACK_LIST_KEY, json.dumps(entries))
        assert [entry.id for entry in pack_records.read_pack_records(store)] == ["x-other"]

    def test_of_its_names_those_that_can_be_shown_are_taken(self) -> None:
        store = MemoryStore()
        names = {"en": "Sparks" * 20, "fr": 7, "it": None, "xx": "?", "es": "Chispas"}
        store.set(PACK_LIST_KEY, json.dumps([{**kept()._asdict(), "names": names}]))
        [found] = pack_records.read_pack_records(store)
        assert found.names == {"en": ("Sparks" * 20)[:60], "es": "Chispas"}

    @pytest.mark.parametrize("text", ["", "{", "7", '{"a": 1}', "[[[[" * 100, '["x"]'])
    def test_nonsense_is_an_empty_list(self, text: str) -> None:
        store = MemoryStore()
        store.set(PACK_LIST_KEY, text)
        assert pack_records.read_pack_records(store) == []

    def test_too_many_are_cut_off(self) -> None:
        store = MemoryStore()
        pack_records.write_pack_records(
            store, [kept(f"x-a{number}") for number in range(MAX_PACKS + 5)]
        )
        assert len(pack_records.read_pack_records(store)) == MAX_PACKS

    def test_which_are_worth_having_for_a_text(self) -> None:
        all = [kept(), kept("x-other")]
        assert (
            school_names.find_mentioned_packs(all, '{"schools": ["x-other", "sylvan"]}') == all[1:]
        )
        assert school_names.find_mentioned_packs(all, "northern,sylvan") == []

    def test_each_has_a_look_of_its_own_while_there_are_enough(self) -> None:
        all = [kept(f"x-a{number}", look="bloom") for number in range(len(LOOKS) + 1)]
        looks = school_names.assign_looks(all)
        assert looks["x-a0"] == "bloom"
        assert set(list(looks.values())[: len(LOOKS)]) == set(LOOKS)
        assert looks[f"x-a{len(LOOKS)}"] == "bloom"
        # One that comes first does not give its look to a later one.
        assert school_names.assign_looks([kept("x-a", look="root"), kept("x-b", look="root")]) == {
            "x-a": "root",
            "x-b": "tide",
        }

    def test_names(self) -> None:
        words = Catalogue({"en": TEXTS})
        school_names.merge_school_names(words, [kept()])
        assert words.text("school.x-sparks.name") == "Sparks"
        assert words.text("school.x-sparks.colour") == "Teal"
        assert words.text("page.school.x-sparks") == "Sparks (unofficial)"
        words.language = "fr"
        assert words.text("school.x-sparks.name") == "Étincelles"
        pack_records.name_unknown_school(words, "x-sparks")
        assert words.text("school.x-sparks.name") == "Étincelles"
        pack_records.name_unknown_school(words, "x-long-gone")
        assert words.text("school.x-long-gone.name") == "Long Gone"


class TestSavedGames:
    """A game whose pack is not there stays on the shelf and says what it needs."""

    @pytest.fixture
    def saved_games(self) -> Iterator[tuple[SavedGames, str, Game]]:
        pack = Pack(
            "x-sparks",
            "0.1",
            based_on="highland",
            texts={
                "en": {
                    "school.x-sparks.name": "Sparks",
                    "card.x-sparks-spark.name": "Spark",
                    "card.x-sparks-spark.text": "Nothing happens.",
                }
            },
        )
        pack.being("Spark", COMMON, "c@", replaces="wild-eagle")(lambda e: None)
        packs.register(pack)
        saved_games = SavedGames(MemoryStore(), lambda: 1_700_000_000_000)
        game = Game.from_scenario(
            {
                "form": "duel",
                "seats": [{"school": "x-sparks"}, {"school": "sylvan"}],
                "board": {"e5": "1 common"},
            }
        )
        yield saved_games, saved_games.create(game, False).id, game
        packs.unregister("x-sparks")

    def test_without_the_pack(self, saved_games: tuple[SavedGames, str, Game]) -> None:
        place, id, _ = saved_games
        packs.unregister("x-sparks")
        before = place.entries()
        assert [(entry.status, entry.can_open) for entry in before] == [("game", True)]
        assert before[0].summary is not None
        assert before[0].summary.schools == ("x-sparks", "sylvan")
        with pytest.raises(SavedGameError) as caught:
            GameOpener(place).open_game(id)
        words = Catalogue({"en": TEXTS | {"school.x-sparks.name": "Sparks"}})
        assert "Sparks 0.1" in words.translate(caught.value.message)
        assert place.entries() == before  # nothing was put aside
        _, text = GameFiles(place).export_game(id)
        with pytest.raises(SavedGameError) as caught:
            GameFiles(place).import_game(text)
        assert caught.value.message.id == "packs.needed"

    def test_with_the_pack_again(self, saved_games: tuple[SavedGames, str, Game]) -> None:
        place, id, game = saved_games
        assert GameOpener(place).open_game(id).game.board == game.board


def add(path: Path, name: str, data: bytes = b"", **info: int) -> None:
    """Add a file to a wheel, without the helper that writes correct wheels."""
    with zipfile.ZipFile(path, "a") as archive:
        entry = zipfile.ZipInfo(name)
        for key, value in info.items():
            setattr(entry, key, value)
        archive.writestr(entry, data)


class TestLookingAtAWheel:
    def test_a_right_one(self, tmp_path: Path) -> None:
        path = packmaking.write_wheel(tmp_path)
        inspection = wheels.inspect_wheel(path.name, path.read_bytes())
        assert inspection._replace(sha256="", size_bytes=0) == wheels.WheelMetadata(
            file_name="sparks-0.1-py3-none-any.whl",
            project="sparks",
            version="0.1",
            module="sparks",
            object_name="pack",
            top_level_modules=("sparks",),
            sha256="",
            size_bytes=0,
        )
        assert re.fullmatch("[0-9a-f]{64}", inspection.sha256)
        assert inspection.size_bytes == path.stat().st_size

    @pytest.mark.slow
    def test_the_template(self, template_wheel: Path) -> None:
        inspection = wheels.inspect_wheel(template_wheel.name, template_wheel.read_bytes())
        assert (inspection.project, inspection.top_level_modules) == (
            "tashkalar-emberfall",
            ("tashkalar_emberfall",),
        )

    def refused(self, path: Path, name: str = "") -> Message:
        """The reason for which a wheel is refused; the catalogue knows it."""
        with pytest.raises(Refusal) as caught:
            wheels.inspect_wheel(name or path.name, path.read_bytes())
        message = caught.value.message
        words = Catalogue({"en": TEXTS})
        assert "⟨" not in words.translate(message)
        return message

    @pytest.mark.parametrize(
        "name",
        [
            "sparks-0.1.zip",
            "sparks.whl",
            "sparks-0.1-cp314-cp314-emscripten_4_0_wasm32.whl",
            "sparks-0.1-py2-none-any.whl",
            "../sparks-0.1-py3-none-any.whl",
            "sparks-x-py3-none-any.whl",
            "sparks-0..1-py3-none-any.whl",
            "sparks__two-0.1-py3-none-any.whl",
        ],
    )
    def test_name_of_the_file(self, tmp_path: Path, name: str) -> None:
        assert self.refused(packmaking.write_wheel(tmp_path), name).id.endswith(".file-name")

    def test_an_installer_reads_the_same_in_the_name(self, tmp_path: Path) -> None:
        """`packaging` can read all that we accept, and we accept all that build tools write."""
        projects = ("sparks", "Two_sparks", "a.b", "_a", "a_", "a__b", "a-b", "é")
        versions = ("1", "1.0.2", "1.0a1", "1.0rc1.post2.dev3", "1!2.0", "1.0+x.1")
        other = ("1..0", "1.", "1.0+", "1.0+x..1", "1.0_1", "1!", "1.0.alpha.")
        empty = tmp_path / "empty"
        empty.touch()
        for project, version, build in product(projects, versions + other, ("", "-1", "-1a", "-a")):
            name = f"{project}-{version}{build}-py3-none-any.whl"
            passes = not self.refused(empty, name).id.endswith(".file-name")
            usual = project in ("sparks", "Two_sparks", "a.b") and build != "-a"
            assert passes == (usual and version in versions), name
            if passes:
                found, number, _, tags = parse_wheel_filename(name)
                assert (found, number) == (wheels.normalize_project_name(project), Version(version))
                assert {str(tag) for tag in tags} == {"py3-none-any"}

    @pytest.mark.parametrize(
        ("damage", "reason"),
        [
            (lambda data: b"", "no-zip"),
            (lambda data: b"PK\x03\x04" + b"\0" * 100, "no-zip"),
            (lambda data: data[: len(data) // 2], "no-zip"),
            (lambda data: data[:60] + b"\xff" + data[61:], "no-zip"),
            (lambda data: data + b"\0" * wheels.MAX_WHEEL_BYTES, "large"),
        ],
    )
    def test_damage(self, tmp_path: Path, damage: Callable[[bytes], bytes], reason: str) -> None:
        path = packmaking.write_wheel(tmp_path)
        path.write_bytes(damage(path.read_bytes()))
        assert self.refused(path).id == f"packs.refused.{reason}"

    @pytest.mark.parametrize(
        ("files", "reason", "named"),
        [
            ({"json/__init__.py": ""}, "shadow", "json"),
            ({"tashkalar/cards/__init__.py": ""}, "shadow", "tashkalar"),
            ({"js.py": ""}, "shadow", "js"),
            ({"pyscript/__init__.py": ""}, "shadow", "pyscript"),
            ({"pytest.py": ""}, "shadow", "pytest"),  # it is there, though not Python's own
            ({"sparks/native.so": ""}, "content", "sparks/native.so"),
            ({"sparks.pth": "import os"}, "content", "sparks.pth"),
            ({"sparks-0.1.data/scripts/run.py": ""}, "content", "sparks-0.1.data/scripts/run.py"),
            ({"other-1.dist-info/METADATA": ""}, "content", "other-1.dist-info/METADATA"),
            ({"not a module/x.py": ""}, "content", "not a module/x.py"),
            ({"../x.py": ""}, "path", None),
            ({"/x.py": ""}, "path", None),
            ({"sparks/../../x.py": ""}, "path", None),
            ({"sparks\\x.py": ""}, "path", None),
            ({"C:/x.py": ""}, "path", None),
            ({"sparks/" + "x" * 200 + ".py": ""}, "path", None),
            ({"sparks/A.py": "", "sparks/a.py": ""}, "path", None),
            ({f"sparks/m{n}.py": "" for n in range(wheels.MAX_FILES)}, "many", None),
            ({"sparks/big.txt": "0" * (wheels.MAX_UNPACKED_BYTES + 1)}, "unpacked", None),
        ],
        ids=lambda value: next(iter(value))[:30] if isinstance(value, dict) else str(value),
    )
    def test_files(
        self, tmp_path: Path, files: dict[str, str], reason: str, named: str | None
    ) -> None:
        path = packmaking.write_wheel(tmp_path, packmaking.files() | files)
        message = self.refused(path)
        assert message.id == f"packs.refused.{reason}"
        if named is not None:
            assert message.params["name"] == named

    def test_links_and_passwords(self, tmp_path: Path) -> None:
        path = packmaking.write_wheel(tmp_path)
        add(path, "sparks/link.py", b"/etc/passwd", external_attr=0o120777 << 16)
        assert self.refused(path).id == "packs.refused.path"
        path = packmaking.write_wheel(tmp_path)
        data = bytearray(path.read_bytes())
        data[data.index(b"PK\x01\x02") + 8] |= 1  # the flag of the first entry: encrypted
        path.write_bytes(data)
        assert self.refused(path).id == "packs.refused.no-zip"

    @pytest.mark.parametrize(
        ("files", "reason"),
        [
            (packmaking.files(METADATA=""), "no-wheel"),
            (packmaking.files(WHEEL=""), "no-wheel"),
            (packmaking.files(METADATA="Name: other\nVersion: 0.1\n"), "no-wheel"),
            (packmaking.files(METADATA="Name: sparks\nVersion: 0.2\n"), "no-wheel"),
            (packmaking.files(WHEEL="Root-Is-Purelib: false\n"), "no-wheel"),
            (packmaking.files(METADATA=packmaking.METADATA + "Requires-Dist: numpy\n"), "depends"),
            (packmaking.files(entry_points=""), "entry"),
            (packmaking.files(entry_points="nonsense"), "entry"),
            (packmaking.files(entry_points="[console_scripts]\na = sparks:pack\n"), "entry"),
            (packmaking.files(entry_points="[tashkalar.schools]\n"), "entry"),
            (
                packmaking.files(entry_points="[tashkalar.schools]\na = sparks:b\nb = sparks:b\n"),
                "entry",
            ),
            (packmaking.files(entry_points="[tashkalar.schools]\na = sparks\n"), "entry"),
            (packmaking.files(entry_points="[tashkalar.schools]\na = os:system\n"), "entry"),
        ],
    )
    def test_what_it_says_of_itself(
        self, tmp_path: Path, files: dict[str, str], reason: str
    ) -> None:
        path = packmaking.write_wheel(tmp_path, files)
        assert self.refused(path).id == f"packs.refused.{reason}"

    def test_it_may_need_the_game_itself(self, tmp_path: Path) -> None:
        files = packmaking.files(METADATA=packmaking.METADATA + "Requires-Dist: tashkalar>=0.1\n")
        path = packmaking.write_wheel(tmp_path, files)
        assert wheels.inspect_wheel(path.name, path.read_bytes()).project == "sparks"

    def test_its_own_list(self, tmp_path: Path) -> None:
        files = packmaking.files()
        right = packmaking.record(files)
        for listed in (
            right.replace("sha256=", "sha256=A", 1),
            right.replace("sparks/__init__.py", "sparks/other.py"),
            "",
            right + "sparks/gone.py,sha256=A,1\n",
        ):
            path = packmaking.write_wheel(tmp_path, files, records=listed)
            assert self.refused(path).id == "packs.refused.record", listed

    def test_a_new_version_may_bring_the_modules_of_the_old_one(self, tmp_path: Path) -> None:
        path = packmaking.write_wheel(tmp_path, packmaking.files() | {"pytest/__init__.py": ""})
        inspection = wheels.inspect_wheel(
            path.name, path.read_bytes(), replaced_modules=("pytest",)
        )
        assert set(inspection.top_level_modules) == {"sparks", "pytest"}


def test_every_text_is_said() -> None:
    """Each key of the catalogue is used in the code or the page, and each used key exists."""
    sources = "".join(
        path.read_text(encoding="utf-8")
        for folder in ("features", "ui", "web")
        for path in (ROOT / "tashkalar" / folder).rglob("*.py")
    )
    sources += make_page()
    said = set(re.findall(r'"(packs\.[a-z.-]+[a-z])"', sources))
    said |= {
        f"packs.refused.{what}" for what in re.findall(r'refusal(?:_for)?\(\s*"([a-z-]+)"', sources)
    }
    said |= {f"packs.look.{look}" for look in LOOKS}
    said -= {"packs.look."}
    assert said == set(TEXTS)
