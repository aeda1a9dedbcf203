"""A device with its tabs: the page's own storage code over stores that fail, and its person."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

from tashkalar import Game, new_game
from tashkalar.bots.company import COMPANY
from tashkalar.features.far.far_saves import has_nothing_new
from tashkalar.features.lessons import course
from tashkalar.features.puzzles import puzzle_progress
from tashkalar.features.puzzles.due_days import PROGRESS_KEY
from tashkalar.features.puzzles.puzzle_progress import read_progress, save_progress
from tashkalar.features.stored.game_results import note_result
from tashkalar.features.stored.results_record import RESULTS_KEY, merge_results
from tashkalar.features.stored.stored_data import StoredData, read_stored_file
from tashkalar.features.studies.study_writer import StudyWriter, call_when_kept
from tashkalar.features.tour import tour
from tashkalar.features.workshop.collection import WorkshopCollection
from tashkalar.features.workshop.draft import Draft
from tashkalar.features.workshop.drafts import DraftKeeper, Drafts, offered_drafts
from tashkalar.features.workshop.workshop_record import WORKSHOP_KEY, merge_works
from tashkalar.history.decision_tree import START
from tashkalar.position.ids import SeatNumber
from tashkalar.study import Study
from tashkalar.ui.storage.kept_store import (
    KeptStore,
    highest_noted_order,
    is_kept_key,
    join_copies,
    noted_order,
)
from tashkalar.ui.storage.open_game import GameOpener
from tashkalar.ui.storage.restore import back_up_all, restore_newer_copies, restore_newer_copy
from tashkalar.ui.storage.save_texts import SavedGameError, SaveTexts
from tashkalar.ui.storage.saved_games import SavedGames
from tashkalar.ui.storage.settings import SETTINGS_KEY, StoredSettings, read_settings
from tashkalar.ui.storage.stored_kinds import LimitedStore
from tashkalar.ui.storage.tab_lock import TabCoordinator
from tashkalar.ui.text.refusal import Refusal
from tests import golden, kinds
from tests.world.far_play import FarTable
from tests.world.ledger import (
    SETTING_NAMES,
    Fact,
    Ledger,
    document,
    facts_of,
    setting_number,
    settings_of,
)
from tests.world.stores import Database, Fuse, LocalStorage
from tests.world.tab_talk import Channel, Locks

assert kinds.ROWS  # the kinds of stored texts are there, as in the page
_GOLDEN = golden.load("duel")
_START, _CODES = _GOLDEN.start(), _GOLDEN.game.codes[:40]
_SCHOOLS = ("northern", "sylvan")
_LESSONS = ("placing", "moves", "patterns")
MERGES = {
    course.PROGRESS_KEY: course.merge_progress,
    PROGRESS_KEY: puzzle_progress.merge_progress,
    WORKSHOP_KEY: merge_works,
    RESULTS_KEY: merge_results,
    tour.TOUR_KEY: tour.merge_tour_texts,
}
_EARNED = (course.PROGRESS_KEY, PROGRESS_KEY, RESULTS_KEY, tour.TOUR_KEY)
_OPPONENTS = tuple(COMPANY)
_CLOCK = 1_700_000_000_000


def run_now(work: Coroutine[Any, Any, Any]) -> None:
    """Run a coroutine that waits for nothing but other such coroutines."""
    try:
        work.send(None)
    except StopIteration:
        return
    raise AssertionError("it waits for something")


class _OneCopyStore:
    """The store of works, progress and settings in earlier versions of the page: one copy each."""

    def __init__(self, texts: SaveTexts) -> None:
        self.get, self.set, self.keys = texts.store.get, texts.store.set, texts.store.keys
        self.remove = self.remove_read = texts.store.remove
        self.new_id = texts.new_id

    def keep(self, key: str, text: str, on_kept: Callable[[bool], None]) -> None:
        """Store a text, and say at once that it is kept."""
        self.set(key, text)
        on_kept(True)


class Tab:
    """A tab of the page, and what its person has open there.

    With `is_earlier` an earlier version of the page, which keeps only games twice.
    """

    def __init__(self, device: Device, *, is_earlier: bool = False) -> None:
        self.is_earlier = is_earlier
        self.device, self.ledger = device, device.ledger
        self.saved_games = SavedGames(
            LimitedStore(device.local),
            device.now,
            None,
            device.database,
            tab_id := f"{device.next_number():x}",
        )
        self.texts = self.saved_games.texts
        self.store = _OneCopyStore(self.texts) if is_earlier else KeptStore(self.texts)
        self.works, self.drafts = WorkshopCollection(self.store), Drafts(self.store)
        self.draft = Draft()
        self.keeper = DraftKeeper(self.draft, self.drafts)
        self.held: set[str] = set()  # keys of the game and the drafts that are locked
        locks, channel = Locks(self, lambda: device.tabs), device.channel
        self.tabs: TabCoordinator = TabCoordinator(
            tab_id, locks, lambda text: channel.post(self.tabs, text), self
        )
        self.game: Game | None = None
        self.game_id = ""
        self.study: Study | None = None
        self.study_id = ""  # "" for one that is not saved yet, or that another tab has open
        self._has_new_words = False  # typed on the study, and not stored yet
        self.far = FarTable(self)
        unknown = filter(is_kept_key, device.database.keys()) if is_earlier else ()
        if is_earlier:
            self._note_cut_writes()
        run_now(restore_newer_copies(self.texts, {*device.held_keys(), *unknown}))
        join_copies(self.texts, MERGES)
        self.settings, self._settings = read_settings(self.store), StoredSettings(self.store)
        self._has_unstored_settings = False
        if not is_earlier:
            back_up_all(self.texts)

    def _note_cut_writes(self) -> None:
        """Give up what a crash has taken between a note and its text (``docs/worlds.md``).

        What an earlier version of the page writes now seems to have known the text.
        """
        store, copies = self.device.local, self.device.database.texts
        for key in {key for key, _ in copies if is_kept_key(key)}:
            noted = highest_noted_order(store, key)
            if noted_order(store, key, store.get(key) or "") != noted:
                for fact in facts_of(key, copies.get((key, noted), "")):
                    self.ledger.note_deletion(fact)

    # -- what the page shows -------------------------------------------------------------

    def present(self) -> Iterator[Fact]:
        """Yield what a person finds on the page."""
        yield from self.games()
        titles = [work.document for work in self.works.works()]
        titles += [kept.document for kept in self.offered()]
        for one in titles:
            title = one.own_title("en")
            yield Fact("work", title if one == document(title) else f"half of {title}")
        for key in _EARNED:
            if text := self.store.get(key):
                yield from facts_of(key, text)
        if self.store.get(SETTINGS_KEY) is not None:
            yield Fact("setting", "", setting_number(read_settings(self.store).as_mapping()))

    def games(self) -> Iterator[Fact]:
        """Yield the games of the list."""
        for key, record in self.texts.records():
            text = self.texts.newest_text(key)
            if record.status == "game" and text is not None:
                yield from facts_of(key, text)

    def offered(self) -> list[Any]:
        """Return the drafts that are offered, and the one that is open with its changes."""
        if self.is_earlier:
            return []
        held = self.device.held_keys()
        return [*offered_drafts(self.drafts, self.works, lambda key: key in held)]

    def note_shown(self) -> None:
        """Note the work beside which the page says “Saved”."""
        draft = self.draft
        if self.is_earlier:
            return
        if draft.id and draft.is_saved and draft.is_kept:
            self.ledger.kept.add(_work(draft))

    # -- what a person does --------------------------------------------------------------

    def play(self, chance: int) -> None:
        """Make a move in the game on the table; begin a game if there is none."""
        self._leave_study()
        if self.game is None:
            self._open_or_begin_game(chance)
            return
        played = len(self.game.codes)
        if played >= len(_CODES):
            self._leave_game()
            return
        before = Fact("game", self.game.setup.names[0], played)
        self.game.play(_CODES[played])
        self.ledger.note_change(before, before._replace(value=len(self.game.codes)))
        self.game_id = self.saved_games.save(self.game_id, self.game, False).id
        self._claim(self.game_id)

    def _open_or_begin_game(self, chance: int) -> None:
        entries = [one for one in self.saved_games.entries() if one.is_unfinished and not one.far]
        held = self.device.held_keys()
        free = [one for one in entries if self.texts.shared_key(one.id) not in held]
        if free and chance % 3:
            id = free[chance % len(free)].id
            self._open_game(id)
        else:
            self.game = _START.copy()
            self.game.rename([f"game {self.device.next_number()}", ""])
            self.game_id = self.saved_games.create(self.game, False).id
            self._claim(self.game_id)

    def _open_game(self, id: str) -> None:
        """Go on with a game that this tab can have."""
        if self._claim(id):
            self._look_again(id)
            with contextlib.suppress(SavedGameError):
                opened = GameOpener(self.saved_games).open_game(id)
                self.game, self.game_id = opened.game, opened.id

    def _leave_game(self) -> None:
        self.tabs.release_game()
        self.game, self.game_id = None, ""

    def _claim(self, id: str) -> bool:
        """Take the lock of a game or study, instead of the one that this tab has."""
        return self.device.channel.run(self.tabs.claim_game(self.texts.shared_key(id)))

    def _look_again(self, id: str) -> None:
        """Look for what another tab has left that the first store has no room for."""
        key, copies = self.texts.shared_key(id), self.device.database.texts
        if not self.is_earlier:
            run_now(restore_newer_copy(self.texts, key))
            return
        # An earlier version does not look, and drops it.
        for of, order in copies:
            for fact in facts_of(key, copies[of, order]) if of == key else ():
                self.ledger.note_deletion(fact)

    # -- what tabs do to each other ------------------------------------------------------

    def take_over(self, chance: int) -> None:
        """Go on with a game that another tab of the device has on its table."""
        theirs = self.device.held_keys() - self.held
        games = [one for one in self.saved_games.entries() if one.is_unfinished]
        open_there = [one.id for one in games if self.texts.shared_key(one.id) in theirs]
        if not open_there:
            return
        self._leave_study()
        self._leave_game()
        id = open_there[chance % len(open_there)]
        key, channel = self.texts.shared_key(id), self.device.channel
        text = channel.run(self.tabs.take_over_game(key))
        if self.tabs.held_game != key:
            return
        self._look_again(id)
        self.texts.take_over_game(key, text)
        self._open_game(id)
        if not text and self.game:
            self.ledger.note_version(self.game.setup.names[0])
        if text:
            self.tabs.confirm_received(key)
        channel.run(asyncio.sleep(0))

    def surrender_game(self, game: str) -> str:
        """Stop playing a game that another tab takes over, and return its newest text."""
        text = self.texts.newest_text(game) or ""
        if self.texts.shared_key(self.game_id) == game:
            self.game, self.game_id = None, ""
        return text

    def confirm_surrender(self, game: str) -> None:
        """Release a game whose text the other tab has received."""
        self.texts.release_game(game)

    def handle_other_tabs_change(self) -> None:
        """Look at the list again."""

    def open_study(self, chance: int) -> None:
        """Open a study of the list, or begin one."""
        self._leave_game()
        self._leave_study()
        entries = [one for one in self.saved_games.entries() if one.is_study]
        chosen = chance % (len(entries) + 1)
        if chosen == len(entries):
            game = _START.copy()
            game.rename([f"study {self.device.next_number()}", ""])
            self.study = Study.from_game(game)
            return
        id = entries[chosen].id
        is_ours = self._claim(id)
        self._look_again(id)
        self.study = Study.from_record(self.saved_games.open_study(id) or "")
        self.study_id = id if is_ours else ""

    def _leave_study(self) -> None:
        self.keep_study(0)
        if self.study_id:
            self.tabs.release_game()
        self.study, self.study_id = None, ""

    def comment(self, chance: int) -> None:
        """Type on the comment of the study that is open."""
        if self.study is None:
            self.open_study(chance)
        assert self.study is not None
        before = _study(self.study)
        writer = StudyWriter(self.study, START, None)
        writer.write_comment(f"{writer.remarks.comment}{self.device.next_number()}.")
        # What another tab has open goes on as a study of its own.
        self.ledger.note_change(before if self.study_id else None, _study(self.study))
        self._has_new_words = True

    def keep_study(self, chance: int) -> None:
        """Keep the study, as the page does half a second after a change."""
        if self.study is None or not self._has_new_words:
            return
        self._has_new_words = False
        if self.study_id:
            self.study_id = self.saved_games.save_study(self.study_id, self.study).id
        else:
            self.study_id = self.saved_games.create_study(self.study).id
        key, shown = self.texts.shared_key(self.study_id), _study(self.study)
        call_when_kept(self.texts, key, lambda: self.ledger.kept.add(shown))
        self._claim(self.study_id)

    def delete_game(self, chance: int) -> None:
        """Delete a saved game that no tab plays."""
        held = self.device.held_keys() | self.held
        free = [
            one for one in self.saved_games.entries() if self.texts.shared_key(one.id) not in held
        ]
        if not free:
            return
        chosen = free[chance % len(free)]
        text = self.texts.newest_text(self.texts.shared_key(chosen.id)) or ""
        for fact in facts_of(self.texts.shared_key(chosen.id), text):
            self.ledger.note_deletion(fact)
            self.device.is_hurt = True
            name = fact.name.split(":")[0]  # also in a state that only a silent database knows
            self.ledger.kept = {
                kept
                for kept in self.ledger.kept
                if (kept.kind, kept.name.split(":")[0]) != (fact.kind, name)
            }
        if chosen.summary and not (chosen.is_study or chosen.far):
            for value in range(len(_CODES) + 1):
                self.ledger.note_deletion(Fact("game", chosen.summary.names[0], value))
        try:
            self.saved_games.delete(chosen.id)
        except SavedGameError:
            return

    def type_letter(self, chance: int) -> None:
        """Type on the name of the work that is open in the workshop."""
        before = _work(self.draft)
        title = f"{before.name}{'' if before.name else 'work '}{self.device.next_number()}."
        self.ledger.note_change(before if before.name else None, Fact("work", title))
        self.draft.change_document(document(title), "en title")

    def keep_draft(self, chance: int) -> None:
        """Keep the open work, as the page does half a second after a change."""
        key = self.keeper.key
        if not self.is_earlier:
            self.keeper.keep()
        self._follow_draft(key)

    def _follow_draft(self, before: str) -> None:
        self.held.discard(before)
        if self.keeper.key:
            self.held.add(self.keeper.key)

    def save_work(self, chance: int) -> None:
        """Save the work that is open."""
        if self.draft.is_saved:
            return
        key = self.keeper.key
        with contextlib.suppress(Refusal):
            if self.is_earlier:
                draft = self.draft
                draft.note_saved(self.works.save(draft.work, draft.id, base=draft.base))
            else:
                self.keeper.save(self.works)
        self._follow_draft(key)

    def open_work(self, chance: int) -> None:
        """Open a work of the list, or a draft, or begin a new one."""
        self.keep_draft(0)
        self.held.discard(self.keeper.key)
        self.keeper.begin()
        works, drafts = self.works.works(), self.offered()
        chosen = chance % (len(works) + len(drafts) + 1)
        if chosen < len(works):
            self.draft.open(works[chosen])
        elif chosen < len(works) + len(drafts):
            kept = drafts[chosen - len(works)]
            self.held.add(kept.key)
            self.keeper.begin(kept)
            self.draft.open(self.works.work(kept.work_id), kept.document, kept.base)
        else:
            self.draft.open(None)

    def duplicate(self, chance: int) -> None:
        """Duplicate the tab: the new one opens the same work as it is stored."""
        self.device.open_tab().draft.open(self.works.work(self.draft.id))

    def delete_work(self, chance: int) -> None:
        """Delete a work of the list."""
        works = self.works.works()
        if works:
            chosen = works[chance % len(works)]
            self.ledger.note_deletion(Fact("work", chosen.document.own_title("en")))
            try:
                self.works.delete(chosen.id)
            except Refusal:
                return

    def solve(self, chance: int) -> None:
        """Solve a puzzle."""
        id = f"puzzle {self.device.next_number()}"
        save_progress(self.store, read_progress(self.store).add_solved(id, 1))

    def learn(self, chance: int) -> None:
        """Finish a part of a lesson."""
        id = _LESSONS[chance % len(_LESSONS)]
        done = course._read_all_progress(self.store).get(id, 0)
        course.save_progress(self.store, id, done + 1)

    def win(self, chance: int) -> None:
        """Win a game against an opponent of the tour: some are the same games again."""
        number = self.device.next_number() if chance % 3 else 0
        game = _START.copy() if number == 0 else new_game("duel", _SCHOOLS, seed=str(number))
        for code in _CODES[: chance % 7] if number == 0 else ():
            game.play(code)
        game.resign(2)
        bots = {SeatNumber(2): _OPPONENTS[chance % len(_OPPONENTS)]}
        note_result(self.store, game, f"{self.device.now()}", self.device.now(), bots)
        tour.note_victory(self.store, game, bots)

    def set_up(self, chance: int) -> None:
        """Change a setting."""
        before = setting_number(read_settings(self.store).as_mapping())
        shown = setting_number(self.settings.as_mapping())
        bit = 1 << chance % len(SETTING_NAMES)
        # The tab goes on with what it could not store.
        for base in (before, shown) if self._has_unstored_settings else (before,):
            self.ledger.note_change(Fact("setting", "", before), Fact("setting", "", base ^ bit))
        after = Fact("setting", "", before ^ bit)
        if self._may_lack_settings():  # the newest settings count
            for kept in self.ledger.kept:
                if kept.kind == "setting":
                    self.ledger.note_change(kept, after)
        if self._may_lack_settings() or self.device.had_earlier:
            self.device.note_doubtful(after, is_earlier=self.device.had_earlier)
        name = SETTING_NAMES[chance % len(SETTING_NAMES)]
        value = not settings_of(shown if self._has_unstored_settings else before)[name]
        self.settings, trouble = self._settings.change(self.settings, name, value)
        self._has_unstored_settings = trouble is not None

    def _may_lack_settings(self) -> bool:
        return self.is_earlier or self.texts.backups.may_lack(SETTINGS_KEY)

    def retry(self, chance: int) -> None:
        """Try again what could not be stored, as the page does every ten seconds."""
        self.texts.retry_pending_writes()

    def hide(self) -> None:
        """Leave the page: its last chance to keep something."""
        self.keep_draft(0)
        self.keep_study(0)
        self.tabs.held_game = None
        self.held.clear()

    def export(self) -> str:
        """Return a file with everything."""
        return StoredData(self.saved_games, self.store).export({})

    def bring(self, file: str) -> None:
        """Add what a file has."""
        self.device.is_hurt = True
        data, before = StoredData(self.saved_games, self.store), list(self.games())
        if self._may_lack_settings():  # the file's count then, as the newest ones
            for kept in self.ledger.kept:
                if kept.kind == "setting":
                    self.ledger.note_deletion(kept)
        try:
            data.import_file(read_stored_file(file), has_nothing_new, MERGES)
        finally:  # a browser that dies in the middle has some of it
            self.ledger.note_brought(before, self.games())
            if self._may_lack_settings():
                for fact in self.present():
                    if fact.kind == "setting":
                        self.device.note_doubtful(fact)


def _study(study: Study) -> Fact:
    name, comment = study.game.setup.names[0], study.tree.annotation(START).comment
    return Fact("study", f"{name}: {comment}")


def _work(draft: Draft) -> Fact:
    title = draft.work.own_title("en")
    return Fact("work", title if draft.work == document(title) or not title else f"half of {title}")


class Device:
    """A device: two stores, a clock, and some tabs of one page."""

    def __init__(self, numbers: Iterator[int]) -> None:
        self.ledger = Ledger()
        self.fuse = Fuse()
        self.local = LocalStorage(self.fuse)
        self.database = Database(self.fuse, self.ledger.note_kept)
        self.tabs: list[Tab] = []
        self.other = self  # the device of the other person
        self.sent: list[str] = []  # the messages to that person
        self.invited: set[str] = set()  # the ids of the games to which this person has invited
        self.is_hurt = (
            False  # it may have lost what was not shown as saved, or has more than its own
        )
        self.channel = Channel(lambda: self.tabs)
        # Two devices do not begin two games in the same millisecond: ids are dates.
        self.time = _CLOCK + next(numbers)
        self.was_set_back = False  # the clock, at any time
        self.had_earlier = False  # an earlier version of the page, at any time
        self._numbers = numbers
        self._doubtful: set[Fact] = set()

    def note_doubtful(self, fact: Fact, *, is_earlier: bool = False) -> None:
        """Note settings beside older ones that nobody could read, and that may have a later date.

        They are known to be newer as long as the first store has them. So it is with those that an
        earlier version of the page has stored, which writes no order.
        """
        if self.was_set_back or is_earlier:
            self._doubtful.add(fact)

    def _forget_doubtful(self) -> None:
        for fact in self._doubtful:
            self.ledger.note_deletion(fact)
        self._doubtful.clear()

    def now(self) -> int:
        """Return the time in milliseconds; it goes on with each look."""
        self.time += 7
        return self.time

    def next_number(self) -> int:
        """Return a number that no device of the world had before."""
        return next(self._numbers)

    def held_keys(self) -> frozenset[str]:
        """Return the keys that any tab has open."""
        return frozenset(key for tab in self.tabs for key in tab.held)

    def open_tab(self, *, is_earlier: bool = False) -> Tab:
        """Open a tab, perhaps of an earlier version of the page."""
        self.had_earlier |= is_earlier
        tab = Tab(self, is_earlier=is_earlier)
        self.tabs.append(tab)
        return tab

    def close_tab(self, tab: Tab) -> None:
        """Close a tab: the browser lives on and ends its work."""
        tab.hide()
        self.tabs.remove(tab)
        if not self.tabs:
            self.database.leave()

    def die(self, chance: int) -> None:
        """Lose all tabs, and what has not reached the disk."""
        self.fuse.left = 0
        self.is_hurt = True
        self.tabs.clear()
        before = self.local.get(SETTINGS_KEY)
        self.local.die(chance)
        if self.local.get(SETTINGS_KEY) != before:
            self._forget_doubtful()
        self.database.die(chance // 7)

    def clear_local(self) -> None:
        """Lose the first store, as a browser may that needs room."""
        self.is_hurt = True
        self.tabs.clear()
        self.database.leave()
        self.local.clear()
        self._forget_doubtful()
        copies = self.database.texts.items()
        self.ledger.forget_all_but(
            fact for (key, _), text in copies for fact in facts_of(key, text)
        )

    def clear_database(self) -> None:
        """Lose the database; the first store is on the disk by then."""
        self.is_hurt = True
        self.tabs.clear()
        self.database.leave()
        self.database.clear()
        self.local.flush()
        self.ledger.forget_all_but(
            fact for key, text in self.local.texts.items() for fact in facts_of(key, text)
        )

    def check(self) -> list[str]:
        """Start the browser anew with stores that work; return what is wrong with what it shows."""
        self.fuse.left = 0
        self.local.is_full = self.database.is_failing = self.database.is_late = False
        self.database.is_silent = self.database.is_mute = False
        tab = self.open_tab()
        faults = self.ledger.faults(tab.present())
        self.tabs.remove(tab)
        return faults
