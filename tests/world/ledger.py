"""The oracle: what people were shown as saved, and whether it is there, whole, once."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from tashkalar.far.far_game import game_id
from tashkalar.far.log import Log, last_hash
from tashkalar.far.message import read_message
from tashkalar.features.lessons.course import PROGRESS_KEY as LESSONS_KEY
from tashkalar.features.puzzles.due_days import PROGRESS_KEY as PUZZLES_KEY
from tashkalar.features.stored.results_record import RESULTS_KEY, read_results
from tashkalar.features.tour.tour import TOUR_KEY, read_tour
from tashkalar.features.workshop.documents import Document
from tashkalar.features.workshop.position import new_position
from tashkalar.features.workshop.workshop_record import DRAFT_KEY_PREFIX, WORKSHOP_KEY, read_works
from tashkalar.history.decision_tree import START
from tashkalar.study import Study
from tashkalar.ui.storage.key_value_store import MemoryStore
from tashkalar.ui.storage.save_record import read_save_record
from tashkalar.ui.storage.save_texts import is_save_key
from tashkalar.ui.storage.settings import SETTINGS_KEY

_MOST_TURNS = 1000  # of a victory


class Fact(NamedTuple):
    """A thing that was made: `kind`, which one of them, and how far it had come."""

    kind: str  # work, game, study, far, solved, lesson, result, victory or setting
    name: str
    value: int = 0


def document(title: str) -> Document:
    """Return the work of a title, whole: the title says all that is in it."""
    return Document("position", {**new_position(), "text": {"en": title}})


def facts_of(key: str, text: str) -> Iterator[Fact]:
    """Yield what a stored text holds."""
    try:
        if is_save_key(key):
            yield from _game_facts(key, text)
            return
        data = json.loads(text)
    except ValueError:
        return
    if key == WORKSHOP_KEY:
        yield from (_work_fact("position", one.get("scenario")) for one in read_works(text))
    elif key.startswith(DRAFT_KEY_PREFIX):
        yield _work_fact(str(data.get("kind")), data.get("content"))
    elif key == PUZZLES_KEY:
        yield from (Fact("solved", id) for id in data.get("solved", ()))
    elif key == LESSONS_KEY:
        yield from (Fact("lesson", id, done) for id, done in data.items())
    elif key == RESULTS_KEY:
        yield from (Fact("result", result.id) for result in read_results(text))
    elif key == TOUR_KEY:
        yield from _victories(text)
    elif key == SETTINGS_KEY:
        yield Fact("setting", "", setting_number(data))


def _victories(text: str) -> Iterator[Fact]:
    store = MemoryStore()
    store.set(TOUR_KEY, text)
    for form, best in read_tour(store).items():
        for id, won in best.items():
            quality = (won.points - won.opponent_points) * _MOST_TURNS - won.turns
            yield Fact("victory", f"{form} {id}", quality)


def _game_facts(key: str, text: str) -> Iterator[Fact]:
    record = read_save_record(key, text)
    if record.far is not None:
        yield far_fact(_log(record.far.log), record.far.seat)
        return
    if record.study_text is not None and record.summary:
        yield Fact("study", f"{record.summary.names[0]}: {_comment(record.study_text)}")
        return
    if record.game_json and record.summary:
        game = json.loads(record.game_json)
        moves = [*game["moves"], game["open"] or ""]  # of the open one the decisions so far
        decisions = sum(len(str(move).split()) for move in moves)
        yield Fact("game", record.summary.names[0], decisions)


def far_fact(log: Log, seat: int) -> Fact:
    """Return the log of a game with someone far away, whole: its last hash says all of it."""
    return Fact("far", f"{game_id(log)[:8]} of seat {seat}", int(last_hash(log)[:12], 16))


_log = lru_cache(maxsize=256)(read_message)


@lru_cache(maxsize=256)
def _comment(study_text: str) -> str:
    return Study.from_record(study_text).tree.annotation(START).comment


def _work_fact(kind: str, content: object) -> Fact:
    title = content.get("text", {}).get("en", "") if isinstance(content, dict) else ""
    is_whole = isinstance(content, dict) and Document(kind, content) == document(title)
    return Fact("work", title if is_whole else f"half of {title}")


SETTING_NAMES = ("legal", "emblems", "curtain", "longer", "vibrates", "ends", "confirms", "opinion")


def settings_of(number: int) -> dict[str, bool]:
    """Return settings that say a number."""
    return {name: bool(number >> at & 1) for at, name in enumerate(SETTING_NAMES)}


def setting_number(data: Mapping[str, object]) -> int:
    """Return the number that settings say."""
    return sum(1 << at for at, name in enumerate(SETTING_NAMES) if data.get(name) is True)


class Ledger:
    """The things that one device has shown as saved, and what people have done to them since."""

    def __init__(self) -> None:
        self.kept: set[Fact] = set()
        self._later: dict[Fact, set[Fact]] = {}  # what was made of a thing
        self._gone: set[Fact] = set()  # what a person has deleted or given up
        self._states: Counter[str] = Counter()  # by name, the states that came beside a game

    def note_kept(self, key: str, text: str) -> None:
        """Note that a page has heard that a text is on the disk."""
        self.kept |= set(facts_of(key, text))

    def note_change(self, before: Fact | None, after: Fact) -> None:
        """Note that a person makes something of a thing; it may replace the thing from now on."""
        self._gone.discard(after)
        if before is not None and before != after:
            self._later.setdefault(before, set()).add(after)

    def note_deletion(self, fact: Fact) -> None:
        """Note that a person deletes a thing."""
        self._gone.add(fact)

    def note_brought(self, before: Iterable[Fact], after: Iterable[Fact]) -> None:
        """Note the games before and after a file was taken.

        A game that is here in another state comes as a game of its own. Its person may play both
        to the same state then. So does one that was deleted here: a crash may undo the deletion.
        """
        here, brought = set(before), set(after)
        for name in {fact.name for fact in brought}:
            is_new = all(fact.name != name for fact in (*here, *self._gone))
            states = sum(fact.name == name for fact in brought - here)
            self._states[name] += max(states - is_new, 0)

    def note_version(self, game: str) -> None:
        """Note that a tab goes on with an older state of a game: both may come to the same."""
        self._states[game] += 1

    def forget_all_but(self, facts: Iterable[Fact]) -> None:
        """Note that a store has lost everything by itself, and only the other one has some."""
        left = set(facts)
        self.kept = {fact for fact in self.kept if self._is_there(fact, left)}

    def faults(self, present: Iterable[Fact]) -> list[str]:
        """Return what is wrong with the things that a page shows: missing, cut, or there twice."""
        shown = list(present)
        found = set(shown)
        missing = [fact for fact in self.kept if not self._is_there(fact, found)]
        faults = [f"{fact.kind} {fact.name} {fact.value} is lost" for fact in sorted(missing)]
        for fact in sorted(found):
            if shown.count(fact) > 1 + self._states[fact.name]:
                faults.append(f"{fact.kind} {fact.name} {fact.value} is there twice")
            if fact.name.startswith("half of "):
                faults.append(f"{fact.kind}: {fact.name} is all that is there")
        return faults

    def _is_there(self, fact: Fact, found: set[Fact]) -> bool:
        """Tell whether a thing, or something that was made of it, is there or was deleted."""
        seen, waiting = {fact}, [fact]
        while waiting:
            one = waiting.pop()
            if one in self._gone or _has(found, one):
                return True
            for later in self._later.get(one, ()):
                if later not in seen:
                    seen.add(later)
                    waiting.append(later)
        return False


def _has(found: set[Fact], fact: Fact) -> bool:
    """Tell whether a thing is there, or has come further."""
    if fact.kind in ("game", "lesson", "victory"):
        return any(
            one.kind == fact.kind and one.name == fact.name and one.value >= fact.value
            for one in found
        )
    return fact in found
