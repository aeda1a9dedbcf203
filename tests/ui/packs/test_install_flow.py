"""Tests of adding, starting and removing packs, step by step and without a browser.

`Page` does what the page would: it keeps wheels in a dictionary, runs them where the pack itself is
not registered, and answers as it was told to. What it was asked to do, in order, is what these
tests look at.
"""

from __future__ import annotations

import hashlib
import importlib
import io
import json
import shutil
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tashkalar import Game, cards
from tashkalar.cards import packs
from tashkalar.cards.packs import Pack
from tashkalar.errors import PackError
from tashkalar.features.packs import install_flow, install_steps
from tashkalar.features.packs.install_flow import PackFile
from tashkalar.features.packs.install_steps import Answer, InstallFlow, InstallStep
from tashkalar.features.packs.installed_packs import InstalledPacks, PackStatus
from tashkalar.features.packs.wheel_check import WheelMetadata
from tashkalar.json_reader import Node
from tashkalar.position.move import Message
from tashkalar.rules.execution import Execution, ExecutionResult, carry_out
from tashkalar.ui.start.url_parameters import ResolvedUrl
from tashkalar.ui.storage import pack_records
from tashkalar.ui.storage.key_value_store import MemoryStore, StoreError
from tashkalar.ui.storage.pack_records import MAX_PACKS, PACK_LIST_KEY, PackRecord
from tashkalar.ui.text.catalogue import Catalogue
from tests import packmaking
from tests.support import finish
from tests.ui.table import english, with_detail

DIGEST = "0123456789abcdef" * 4
LOOKING = ["ShowStatus", "LoadStandardLibrary"]
RUNNING = ["ShowStatus", "RunPack"]


class FullStore(MemoryStore):
    """A store that takes nothing once it is full."""

    full = False

    def set(self, key: str, text: str) -> None:
        if self.full:
            raise StoreError("full")
        super().set(key, text)


class Page:
    """A page that carries out flows over stored packs and records its orders."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store = FullStore()
        self.wheels: dict[str, bytes] = {}
        self.files: dict[str, bytes] = {}  # of the site
        self.on_table: tuple[str, ...] = ()
        self.agrees = True
        self.fails: dict[type[InstallStep], Exception | object] = {}
        self.asked: list[str] = []
        self.facts = ""
        self.notices: list[str] = []  # notices that stay
        self.said = PackStatus(None)
        self.changes = 0
        self.open()

    def open(self) -> None:
        """The page is opened, or opened again: nothing runs, and what was kept is read."""
        for id in list(packs.REGISTERED_PACKS):
            packs.unregister(id)
        self._take_away()
        self.words = Catalogue({"en": english()._texts["en"]})
        self.shelf = InstalledPacks(
            self.words,
            self.store,
            self._changed,
            lambda message: self.notices.append(with_detail(self.words, message)),
            lambda: self.on_table,
        )

    def _changed(self) -> None:
        self.changes += 1

    def run(self, flow: InstallFlow[Answer]) -> Answer:
        self.asked = []
        self.said = PackStatus(None)
        return finish(install_steps.run_flow(flow, self._do))

    def add(self, wheel: Path, digest: str | None = None) -> str:
        """Add the pack in a file; what was said in the end."""
        self.run(
            install_flow.add_pack(self.shelf, PackFile(wheel.name, wheel.read_bytes(), digest))
        )
        return with_detail(self.words, self.said.text or "")

    def refused(self, wheel: Path, reason: str) -> str:
        """Try to add a pack that is refused; return the text of the notice."""
        before, changes = self.kept(), self.changes
        text = self.add(wheel)
        why = self.said.text.params["why"] if self.said.text else None
        assert self.said.is_error and isinstance(why, Message)
        assert why.id == f"packs.refused.{reason}" and "⟨" not in text
        assert (self.kept(), self.changes) == (before, changes)
        return text

    def kept(self) -> list[PackRecord]:
        return pack_records.read_pack_records(self.store)

    async def _do(self, step: InstallStep) -> object:
        kind = type(step)
        self.asked.append(kind.__name__)
        failure = self.fails.get(kind)
        if isinstance(failure, Exception):
            raise failure
        if failure is not None:
            return failure
        return self._done(step)

    def _done(self, step: InstallStep) -> object:
        match step:
            case install_steps.ShowStatus(text):
                self.said = text
            case install_steps.FetchFile(address):
                return self.files.get(address)
            case install_steps.LoadStandardLibrary():
                return True
            case install_steps.AskToRun(facts):
                lines = [f"{self.words.translate(a)}: {self.words.translate(b)}" for a, b in facts]
                self.facts = "\n".join(lines)
                return self.agrees
            case install_steps.ConfirmAction():
                return self.agrees
            case install_steps.LoadWheel(id):
                return self.wheels.get(id)
            case install_steps.StoreWheel(id, data):
                self.wheels[id] = data
            case install_steps.DeleteWheel(id):
                self.wheels.pop(id, None)
            case install_steps.RunPack(wheel, data):
                return self._run(wheel, data)
            case install_steps.StopPack():
                self._take_away()
        return None

    def _take_away(self) -> None:
        sys.modules.pop("sparks", None)
        shutil.rmtree(self.folder / "sparks", ignore_errors=True)
        importlib.invalidate_caches()

    def _run(self, wheel: WheelMetadata, data: bytes) -> Pack:
        """The pack by what its worker would say of it."""
        self._take_away()
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            archive.extractall(self.folder)
        load = lambda: getattr(importlib.import_module(wheel.module), wheel.object_name)  # noqa: E731
        pack = packs.register(packs.import_entry_point(load, wheel.project))
        packs.unregister(pack.id)

        def elsewhere(execution: Execution) -> ExecutionResult:
            described = packs.REGISTERED_PACKS[pack.id]
            packs.unregister(pack.id)
            packs.register(pack)
            try:
                return carry_out(execution)
            finally:
                packs.unregister(pack.id)
                packs.register(described)

        return packs.read_description(Node(json.loads(json.dumps(packs.describe(pack)))), elsewhere)


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    folder = tmp_path / "path"
    folder.mkdir()
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # versions differ within one second
    monkeypatch.syspath_prepend(str(folder))
    yield Page(folder)
    for id in list(packs.REGISTERED_PACKS):
        packs.unregister(id)
    sys.modules.pop("sparks", None)


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    return packmaking.write_wheel(tmp_path)


def version(folder: Path, number: str, module: str | None = None, **more: str) -> Path:
    """Return another version of the small pack."""
    module = (module or packmaking.source()).replace('"0.1"', f'"{number}"')
    metadata = packmaking.METADATA.replace("0.1", number)
    contents = packmaking.files(module, METADATA=metadata, **more)
    renamed = {name.replace("-0.1.", f"-{number}."): text for name, text in contents.items()}
    name = f"sparks-{number}-py3-none-any.whl"
    records = packmaking.record(renamed).replace(
        "sparks-0.1.dist-info", f"sparks-{number}.dist-info"
    )
    path = folder / name
    with zipfile.ZipFile(path, "w") as archive:
        for file, content in renamed.items():
            archive.writestr(file, content)
        archive.writestr(f"sparks-{number}.dist-info/RECORD", records)
    return path


# -- adding --------------------------------------------------------------------------------------


def test_a_pack_is_asked_about_run_and_kept(page: Page, wheel: Path) -> None:
    assert page.add(wheel) == page.words.text("packs.added", name="Sparks", version="0.1")
    assert not page.said.is_error
    # Nothing runs before the answer, nothing is kept before it has run.
    assert page.asked == [*LOOKING, "AskToRun", *RUNNING, "StoreWheel", "ShowStatus"]
    assert wheel.name in page.facts and "sparks 0.1" in page.facts
    assert hashlib.sha256(wheel.read_bytes()).hexdigest() in page.facts
    [kept] = page.kept()
    assert (kept.id, kept.version, kept.project) == ("x-sparks", "0.1", "sparks")
    assert kept.names == {"en": "Sparks"} and kept.enabled
    assert page.wheels == {"x-sparks": wheel.read_bytes()}
    assert page.shelf.selectable_schools == ("x-sparks",) and "x-sparks" in cards.SCHOOLS
    assert page.changes == 1
    [row] = page.shelf.rows()
    assert page.words.translate(row.name) == "Sparks" and "0.1" in page.words.translate(row.detail)


def test_no_is_no(page: Page, wheel: Path) -> None:
    page.agrees = False
    assert page.add(wheel) == ""
    assert page.asked == [*LOOKING, "AskToRun", "ShowStatus"]
    assert (page.kept(), page.wheels, page.changes) == ([], {}, 0)
    assert "sparks" not in sys.modules


def test_the_hash_that_was_promised(page: Page, wheel: Path) -> None:
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    page.add(wheel, DIGEST)
    assert page.asked == ["ShowStatus", "ShowStatus"]  # it was not even looked at
    assert page.words.text("packs.refused.hash") in page.words.translate(page.said.text or "")
    page.add(wheel, digest)
    assert page.words.text("packs.ask.checked") in page.facts
    assert [kept.sha256 for kept in page.kept()] == [digest]


@pytest.mark.parametrize(
    ("contents", "reason"),
    [
        (packmaking.files(entry_points=""), "entry"),
        (packmaking.files() | {"json/__init__.py": ""}, "shadow"),
        (packmaking.files() | {"../escape.py": ""}, "path"),
    ],
    ids=["entry", "shadow", "path"],
)
def test_what_is_no_pack_is_refused_unseen(
    page: Page, tmp_path: Path, contents: dict[str, str], reason: str
) -> None:
    page.refused(packmaking.write_wheel(tmp_path, contents), reason)
    assert page.asked == [*LOOKING, "ShowStatus"]


def test_without_what_looks_at_wheels(page: Page, wheel: Path) -> None:
    page.fails[install_steps.LoadStandardLibrary] = False
    page.refused(wheel, "installer")
    assert page.asked == [*LOOKING, "ShowStatus"]


@pytest.mark.parametrize(
    ("module", "word"),
    [
        ("raise RuntimeError('boom on import')", "boom on import"),
        ("import sys; sys.exit(3)", "SystemExit"),
        ("pack = 7", "no Pack"),
        ("", "pack"),
        (packmaking.source().replace("0.1", "0.2"), "0.2"),
        (packmaking.source().replace('look="tide"', "").replace("c@", "??"), "Spark"),
    ],
    ids=["raises", "exits", "no-pack", "nothing", "version", "pattern"],
)
def test_a_pack_that_fails_while_it_is_added(
    page: Page, tmp_path: Path, module: str, word: str
) -> None:
    assert word in page.add(packmaking.write_wheel(tmp_path, packmaking.files(module)))
    assert page.said.is_error and page.asked[-2:] == ["StopPack", "ShowStatus"]
    assert (page.kept(), page.wheels, page.shelf.selectable_schools) == ([], {}, ())
    assert "x-sparks" not in cards.SCHOOLS and "sparks" not in sys.modules
    # The same wheel, mended, works at once: nothing of the broken one is left.
    page.add(packmaking.write_wheel(tmp_path))
    assert page.shelf.selectable_schools == ("x-sparks",)


def test_a_worker_that_fails(page: Page, wheel: Path) -> None:
    page.fails[install_steps.RunPack] = PackError("", "its worker does not start")
    assert "its worker does not start" in page.refused(wheel, "run")
    assert page.asked[-2:] == ["StopPack", "ShowStatus"]


def test_a_long_word_of_a_pack_is_cut(page: Page, tmp_path: Path) -> None:
    module = f"raise RuntimeError('long {'x' * 5000}')"
    assert len(page.add(packmaking.write_wheel(tmp_path, packmaking.files(module)))) < 500


def test_too_many(page: Page, wheel: Path) -> None:
    page.add(wheel)
    entry = page.kept()[0]
    many = [entry._replace(id=f"x-a{n}", project=f"a{n}") for n in range(MAX_PACKS)]
    pack_records.write_pack_records(page.store, many)
    page.open()
    page.refused(wheel, "most")
    pack_records.write_pack_records(page.store, [entry, *many[1:]])
    page.open()
    assert "added" in page.add(wheel)  # it takes the place of the same


# -- another version, another pack ---------------------------------------------------------------


def test_an_update_takes_the_place(page: Page, tmp_path: Path, wheel: Path) -> None:
    page.add(wheel)
    new = version(tmp_path, "0.2")
    page.add(new)
    assert page.asked == [*LOOKING, "LoadWheel", "LoadStandardLibrary", "AskToRun"] + [
        *("ShowStatus", "StopPack", "RunPack", "StoreWheel", "ShowStatus")
    ]
    assert page.words.text("packs.ask.update") in page.facts and "Sparks 0.1" in page.facts
    assert [kept.version for kept in page.kept()] == ["0.2"]
    assert page.wheels == {"x-sparks": new.read_bytes()}
    assert packs.REGISTERED_PACKS["x-sparks"].version == "0.2"


def test_an_update_that_is_declined_or_fails_leaves_the_old_one(
    page: Page, tmp_path: Path, wheel: Path
) -> None:
    page.add(wheel)
    before = page.kept(), dict(page.wheels)
    page.agrees = False
    page.add(version(tmp_path, "0.2"))
    assert packs.REGISTERED_PACKS["x-sparks"].version == "0.1"
    page.agrees = True
    assert "boom" in page.add(version(tmp_path, "0.2", "raise RuntimeError('boom')"))
    assert (page.kept(), page.wheels) == before
    assert page.run(install_flow.start_mentioned_packs(page.shelf, "x-sparks"))
    assert packs.REGISTERED_PACKS["x-sparks"].version == "0.1"


def test_an_update_to_another_id_forgets_the_old_wheel(
    page: Page, tmp_path: Path, wheel: Path
) -> None:
    page.add(wheel)
    new = version(tmp_path, "0.2", packmaking.source().replace("x-sparks", "x-cinders"))
    page.add(new)
    assert [kept.id for kept in page.kept()] == ["x-cinders"]
    assert page.wheels == {"x-cinders": new.read_bytes()}
    assert "x-sparks" not in cards.SCHOOLS


def test_a_pack_in_use_is_not_replaced_or_taken_away(page: Page, wheel: Path) -> None:
    page.add(wheel)
    page.on_table = ("x-sparks", "sylvan")
    in_use = page.words.text("packs.in-use")
    assert page.add(wheel) == page.words.text("packs.refused", why=in_use)
    assert page.asked == [*LOOKING, "ShowStatus"]
    assert not page.run(install_flow.remove_pack(page.shelf, "x-sparks"))
    assert page.asked == ["ShowStatus"]
    offer_result = page.shelf.set_offered("x-sparks", is_offered=False)
    assert offer_result.is_error and page.words.translate(offer_result.text or "") == in_use
    assert page.shelf.selectable_schools == ("x-sparks",) and "x-sparks" in cards.SCHOOLS


def test_two_packs_with_the_same_school(page: Page, wheel: Path) -> None:
    """The other pack may be running or not."""
    page.add(wheel)
    entry = page.kept()[0]._replace(project="others")
    pack_records.write_pack_records(page.store, [entry])
    page.open()
    assert "Sparks" in page.refused(wheel, "same-school")
    assert page.asked[-2:] == ["StopPack", "ShowStatus"]
    assert "x-sparks" not in cards.SCHOOLS
    assert page.kept() == [entry]


# -- where nothing can be kept -------------------------------------------------------------------


@pytest.mark.parametrize("what", ["wheel", "list"])
def test_a_new_pack_that_cannot_be_kept(page: Page, wheel: Path, what: str) -> None:
    """The pack can be played until the page is closed, and leaves nothing in the storage."""
    if what == "wheel":
        page.fails[install_steps.StoreWheel] = StoreError("full")
    page.store.full = what == "list"
    assert page.add(wheel) == page.words.text("packs.not-kept", name="Sparks", version="0.1")
    assert "x-sparks" in cards.SCHOOLS and page.shelf.selectable_schools == ("x-sparks",)
    assert (page.kept(), page.wheels) == ([], {})


@pytest.mark.parametrize("what", ["wheel", "list"])
def test_an_update_that_cannot_be_kept(page: Page, tmp_path: Path, wheel: Path, what: str) -> None:
    """Next time the old one is there again, whole."""
    page.add(wheel)
    if what == "wheel":
        page.fails[install_steps.StoreWheel] = StoreError("full")
    page.store.full = what == "list"
    page.add(version(tmp_path, "0.2"))
    assert packs.REGISTERED_PACKS["x-sparks"].version == "0.2"
    page.store.full, page.fails = False, {}
    page.open()
    assert page.run(install_flow.start_mentioned_packs(page.shelf, "x-sparks"))
    assert packs.REGISTERED_PACKS["x-sparks"].version == "0.1"


# -- fetching ------------------------------------------------------------------------------------


def place(mark: str = "", *, here: bool = True) -> ResolvedUrl:
    return ResolvedUrl("https://here.example/packs/a-1.whl", "a-1.whl", mark, here)


@pytest.mark.parametrize(
    ("where", "reason"),
    [
        (None, "address"),
        (place(here=False), "origin"),
        (place("md5=0"), "hash-form"),
        (place("sha256=00"), "hash-form"),
        (place(f"sha256={DIGEST}0"), "hash-form"),
        (place(f"sha256={DIGEST}"), "fetch"),  # there is no such file
    ],
    ids=["none", "elsewhere", "md5", "short", "long", "missing"],
)
def test_what_cannot_be_fetched(page: Page, where: ResolvedUrl | None, reason: str) -> None:
    assert page.run(install_flow.fetch_pack_file(where)) is None
    assert page.said.is_error
    assert page.words.text(f"packs.refused.{reason}") in page.words.translate(page.said.text or "")
    assert ("FetchFile" in page.asked) == (reason == "fetch")


def test_what_is_fetched(page: Page) -> None:
    page.files["https://here.example/packs/a-1.whl"] = b"data"
    assert page.run(install_flow.fetch_pack_file(place())) == PackFile("a-1.whl", b"data", None)
    promised = page.run(install_flow.fetch_pack_file(place(f"sha256={DIGEST.upper()}")))
    assert promised == PackFile("a-1.whl", b"data", DIGEST)
    assert page.said == PackStatus(Message("packs.working.reading"))


# -- starting ------------------------------------------------------------------------------------


def test_a_pack_is_started_when_it_is_needed(page: Page, wheel: Path) -> None:
    page.add(wheel)
    page.open()
    assert page.shelf.selectable_schools == ("x-sparks",) and "x-sparks" not in cards.SCHOOLS
    assert page.run(install_flow.start_mentioned_packs(page.shelf, "northern,sylvan"))
    assert page.asked == []
    assert page.run(install_flow.start_mentioned_packs(page.shelf, '{"schools": ["x-sparks"]}'))
    assert page.asked == ["LoadWheel", "LoadStandardLibrary", "RunPack"]
    assert "x-sparks" in cards.SCHOOLS
    assert page.words.text("card.x-sparks-spark.name") == "Spark"
    assert page.run(install_flow.start_mentioned_packs(page.shelf, "x-sparks"))
    assert page.asked == []  # it is running


def test_a_pack_that_was_switched_off_is_not_started(page: Page, wheel: Path) -> None:
    page.add(wheel)
    assert page.shelf.set_offered("x-sparks", is_offered=False) == PackStatus(None)
    assert "x-sparks" not in cards.SCHOOLS and page.shelf.selectable_schools == ()
    assert page.run(install_flow.start_mentioned_packs(page.shelf, "x-sparks"))
    assert page.asked == []
    page.shelf.set_offered("x-sparks", is_offered=True)
    assert page.run(install_flow.start_mentioned_packs(page.shelf, "x-sparks"))
    assert "x-sparks" in cards.SCHOOLS


@pytest.mark.parametrize("fault", ["lost", "changed", "unreadable", "no-worker", "other-id"])
def test_a_pack_that_cannot_be_started_is_switched_off(
    page: Page, tmp_path: Path, wheel: Path, fault: str
) -> None:
    """The page checks a stored pack again before it runs."""
    page.add(wheel)
    page.open()
    if fault == "lost":
        page.wheels.clear()
    elif fault == "changed":
        other = packmaking.files(packmaking.source("e.must_place(e.being.near)"))
        page.wheels["x-sparks"] = packmaking.write_wheel(tmp_path, other).read_bytes()
    elif fault == "unreadable":
        page.fails[install_steps.LoadWheel] = StoreError("off")
    elif fault == "no-worker":
        page.fails[install_steps.RunPack] = PackError("", "its worker does not start")
    else:
        pack_records.write_pack_records(page.store, [page.kept()[0]._replace(id="x-other")])
        page.wheels["x-other"] = page.wheels["x-sparks"]
        page.open()
    [id] = page.shelf.selectable_schools
    assert not page.run(install_flow.start_mentioned_packs(page.shelf, id))
    [notice] = page.notices
    assert "Sparks" in notice and "⟨" not in notice
    assert [kept.enabled for kept in page.kept()] == [False]
    assert not packs.REGISTERED_PACKS
    assert ("RunPack" in page.asked) == (fault in ("no-worker", "other-id"))


def test_an_effect_that_fails(page: Page, tmp_path: Path) -> None:
    """The pack is switched off; the game is as it was before the move."""
    source = packmaking.source("if e.may_destroy(e.enemies & e.being.near): raise KeyError('boom')")
    page.add(packmaking.write_wheel(tmp_path, packmaking.files(source)))
    game = Game.from_scenario(
        {
            "form": "duel",
            "seats": [{"school": "x-sparks", "hand": ["x-sparks-spark"]}, {"school": "sylvan"}],
            "board": {"d5": "1 common", "e4": "2 common"},
        }
    )
    game.play("x-sparks-spark@e5")
    before = game.to_json()
    with pytest.raises(PackError) as caught:
        game.play("e4")
    assert game.to_json() == before
    said = with_detail(page.words, page.shelf.disable_failed_pack(caught.value))
    assert "boom" in said and "Sparks" in said
    assert "x-sparks" not in cards.SCHOOLS and page.shelf.selectable_schools == ()
    assert [kept.enabled for kept in page.kept()] == [False]


# -- removing ------------------------------------------------------------------------------------


def test_removing(page: Page, wheel: Path) -> None:
    page.add(wheel)
    page.agrees = False
    assert not page.run(install_flow.remove_pack(page.shelf, "x-sparks"))
    assert page.asked == ["ConfirmAction"] and page.shelf.selectable_schools == ("x-sparks",)
    page.agrees = True
    assert page.run(install_flow.remove_pack(page.shelf, "x-sparks"))
    assert page.asked == ["ConfirmAction", "StopPack", "DeleteWheel", "ShowStatus"]
    assert (page.kept(), page.wheels, page.shelf.rows()) == ([], {}, ())
    assert "x-sparks" not in cards.SCHOOLS and "sparks" not in sys.modules
    assert page.run(install_flow.remove_pack(page.shelf, "x-sparks"))  # it is gone: nothing to ask


def test_removing_what_cannot_be_forgotten(page: Page, wheel: Path) -> None:
    page.add(wheel)
    page.fails[install_steps.DeleteWheel] = StoreError("off")
    assert page.run(install_flow.remove_pack(page.shelf, "x-sparks"))
    assert page.notices == [page.words.text("packs.not-written")]
    assert page.kept() == [] and "x-sparks" not in cards.SCHOOLS


def test_a_change_that_cannot_be_written_is_told(page: Page, wheel: Path) -> None:
    page.add(wheel)
    page.store.full = True
    page.shelf.set_offered("x-sparks", is_offered=False)
    assert page.notices == [page.words.text("packs.not-written")]
    assert page.shelf.selectable_schools == ()


def test_what_is_not_understood_in_the_storage(page: Page) -> None:
    page.store.texts[PACK_LIST_KEY] = '[{"id": "x-sparks"}, 7]'
    page.open()
    assert page.shelf.rows() == () and not page.shelf.is_full
