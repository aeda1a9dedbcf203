"""The saved games: a shelf over any store of texts, such as a browser's local storage.

Each game is one text under one key, written anew after every decision. There is no index, so
nothing can disagree: the list is made by looking at the keys. Nothing is thrown away without being
asked. What cannot be read is kept aside, what a newer version wrote is left alone, what another
window has changed is not written over, and what does not fit stays in memory until it does.

There is no browser and no clock in here; the browser layer brings both.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from tashkalar import Game, cards, save
from tashkalar.deal import LONGEST_NAME
from tashkalar.errors import RecordError
from tashkalar.forms import FORMS
from tashkalar.move import Message
from tashkalar.reading import LONGEST_TEXT, parse_json

__all__ = [
    "ASIDE",
    "FILE_FORMAT",
    "GAME",
    "LONGEST_FILE",
    "LONGEST_TITLE",
    "REASONS",
    "VERSION",
    "Entry",
    "MemoryStore",
    "Opened",
    "Saved",
    "Shelf",
    "ShelfError",
    "Store",
    "StoreError",
    "Summary",
]

VERSION = 1
GAME = f"tashkalar.game.v{VERSION}."
"""The keys of games: this and an id."""

ASIDE = f"tashkalar.aside.v{VERSION}."
"""The keys of texts that could not be read, kept as they were."""

FILE_FORMAT = "tashkalar-game-file"
"""What the file of a downloaded game calls itself."""

LONGEST_FILE = 2 * LONGEST_TEXT
"""Characters of a file, or of a game on the shelf: a save with every second one escaped."""

LONGEST_TITLE = 60
REASONS = ("off", "full", "other")

_PROJECT = "tashkalar."
_ANY_GAME = re.compile(r"tashkalar\.game\.v([1-9][0-9]{0,8})\.")
_LATEST = 8_640_000_000_000_000  # milliseconds: the last date that JavaScript has
_SEATS = (2, 3, 4)


class StoreError(Exception):
    """A store cannot be used: `reason` is ``"off"``, ``"full"`` or ``"other"``."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason if reason in REASONS else "other"


class ShelfError(Exception):
    """Something could not be done, and nothing was lost.

    `message` tells a person what is wrong; `detail` is the engine's word on it, in English.
    """

    def __init__(self, message: Message, detail: str = "") -> None:
        super().__init__(f"{message.id}: {detail}" if detail else message.id)
        self.message = message
        self.detail = detail


class Store(Protocol):
    """Texts by key. Every method raises `StoreError` when the store cannot be used."""

    def get(self, key: str) -> str | None:
        """The text under a key, or None."""

    def set(self, key: str, text: str) -> None:
        """Put a text under a key; if that fails, what was there before is still there."""

    def remove(self, key: str) -> None:
        """Remove a key, if it is there."""

    def keys(self) -> list[str]:
        """All keys, also those of other programs."""


class MemoryStore:
    """A store that lasts as long as the page: for tests, and where the browser has none."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    def get(self, key: str) -> str | None:
        """The text under a key, or None."""
        return self.texts.get(key)

    def set(self, key: str, text: str) -> None:
        """Put a text under a key."""
        self.texts[key] = text

    def remove(self, key: str) -> None:
        """Remove a key, if it is there."""
        self.texts.pop(key, None)

    def keys(self) -> list[str]:
        """All keys."""
        return list(self.texts)


class Summary(NamedTuple):
    """What the list tells of a game without loading it; one name, school and score a seat."""

    form: str
    turn: int
    schools: tuple[str, ...]
    names: tuple[str, ...]
    scores: tuple[int, ...]
    over: bool


class Entry(NamedTuple):
    """A line of the list of saved games. Dates are milliseconds since 1970, 0 if unknown."""

    id: str  # for the operations of the shelf; not to be taken apart
    status: str  # "game", "damaged" or "newer" (made by a newer version)
    title: str | None
    started: int
    saved: int
    curtain: bool  # the curtain is down
    summary: Summary | None  # always there for a "game"
    kept: bool  # False: only in memory, because the storage is off or full
    aside: bool  # a text that was kept aside

    @property
    def name(self) -> Message | str:
        """What the list calls it: the title, else who plays."""
        if self.status != "game" or self.summary is None:
            return self.title or Message(f"saves.entry.{self.status}")
        if self.title:
            return self.title
        pairs = zip(self.summary.names, self.summary.schools, strict=True)
        players = [name or Message(f"school.{school}.name") for name, school in pairs]
        if len(players) == 2:
            return Message("saves.entry.pair", {"first": players[0], "second": players[1]})
        return Message("saves.entry.group", {"players": tuple(players)})

    @property
    def playable(self) -> bool:
        """Whether opening it is worth a try: much that is damaged can be mended."""
        return self.status != "newer" and not self.aside

    @property
    def about(self) -> Message:
        """The second line: how far the game is, or why it is not there."""
        if self.status != "game" or self.summary is None:
            return Message(f"saves.entry.{self.status}.about")
        params = {
            "form": Message(f"form.{self.summary.form}.name"),
            "turn": self.summary.turn,
            "scores": "–".join(map(str, self.summary.scores)),
        }
        return Message("saves.entry.over" if self.summary.over else "saves.entry.going", params)


class Saved(NamedTuple):
    """Where a game is on the shelf, and what to tell the person, if anything."""

    id: str
    notice: Message | None


class Opened(NamedTuple):
    """A game taken from the shelf, to be saved under this `id`."""

    id: str
    game: Game
    curtain: bool
    notice: Message | None


class _Sheet(NamedTuple):
    """The text of a game taken apart. What could not be read has the value of a new game."""

    status: str
    title: str | None = None
    started: int = 0
    saved: int = 0
    curtain: bool = True
    summary: Summary | None = None
    game: str | None = None


class Shelf:
    """The saved games in a store; `now` tells the time in milliseconds since 1970.

    With a store that does not last, `reason` says why (one of `REASONS`).
    """

    def __init__(self, store: Store, now: Callable[[], int], reason: str | None = None) -> None:
        self._store = store
        self._now = now
        self._reason = reason  # why the store does not last
        self._known: dict[str, str] = {}  # what each key held when last read or written here
        self._pending: dict[str, str] = {}  # what the store has not taken yet
        self._moved: dict[str, str] = {}  # ids of games that go on under another id
        self._stamped = 0
        self._told: set[str] = set()  # reasons that the person has been told
        self._notices: list[Message] = []

    # -- what a person should be told ----------------------------------------------------

    @property
    def unsaved(self) -> bool:
        """Whether a game is in memory only, and lost when the page is closed."""
        return bool(self._pending) or (self._reason is not None and bool(self._known))

    def _notice(self) -> Message | None:
        """The next thing to tell; each is told once."""
        return self._notices.pop(0) if self._notices else None

    def _tell(self, reason: str) -> None:
        if reason not in self._told:
            self._told.add(reason)
            self._notices.append(Message(f"storage.{reason}"))

    # -- the list ------------------------------------------------------------------------

    def entries(self) -> list[Entry]:
        """All saved games, the last saved one first; never raises."""
        found = [self._entry(key) for key in self._keys()]
        return sorted(
            [entry for entry in found if entry is not None],
            key=lambda entry: (entry.saved, entry.id),
            reverse=True,
        )

    def last(self) -> str | None:
        """The unfinished game that was saved last."""
        for entry in self.entries():
            if entry.status == "game" and entry.summary and not entry.summary.over:
                return entry.id
        return None

    def _keys(self) -> list[str]:
        try:
            keys = self._store.keys()
        except StoreError:
            keys = []
        keys = [key for key in keys if _ANY_GAME.match(key) or key.startswith(ASIDE)]
        return list(dict.fromkeys([*keys, *self._pending]))

    def _entry(self, key: str) -> Entry | None:
        text = self._peek(key)
        if text is None:
            return None
        sheet = _sheet(key, text)
        aside = key.startswith(ASIDE)
        return Entry(
            id=_id(key),
            status="damaged" if aside else sheet.status,
            title=sheet.title,
            started=sheet.started,
            saved=sheet.saved,
            curtain=sheet.curtain,
            summary=sheet.summary,
            kept=self._reason is None and key not in self._pending,
            aside=aside,
        )

    # -- making and saving ---------------------------------------------------------------

    def create(self, game: Game, curtain: bool, title: str | None = None) -> Saved:
        """Put a new game on the shelf; `curtain` tells whether the curtain is down."""
        return self._add(game, _Sheet("game", title=title, curtain=curtain))

    def save(self, id: str, game: Game, curtain: bool) -> Saved:
        """Save a game after a decision; `id` is from `create`, `open` or `import_text`.

        Never raises: what cannot be stored stays in memory, and every later call tries again. The
        game has a new id afterwards if another window has changed the saved one meanwhile.
        """
        id = self._moved.get(id, id)
        key = id if id.startswith(GAME) else GAME + id
        before = self._before(key)
        stamp = self._stamp()
        sheet = _describe(game, curtain, before.title, before.started or stamp, stamp)
        self._put(key, _encode(id, sheet))
        return Saved(self._moved.get(id, id), self._notice())

    def title(self, id: str) -> str | None:
        """What a person calls the game, if it has been given a title."""
        text = self._peek(self._key(id))
        return None if text is None else _sheet(self._key(id), text).title

    def rename(self, id: str, title: str | None) -> None:
        """Call a game by a title, or with None by its players again."""
        key, text = self._find(id)
        sheet = _sheet(key, text)
        if sheet.status != "game" or not key.startswith(GAME):
            newer = "newer" if sheet.status == "newer" else "damaged"
            raise ShelfError(Message(f"saves.error.{newer}"))
        changed = _encode(_id(key), sheet._replace(title=_title(title)))
        if key in self._pending:
            return self._put(key, changed)
        try:
            self._store.set(key, changed)
        except StoreError as error:
            raise ShelfError(Message("saves.error.rename"), error.reason) from None

    def delete(self, id: str) -> None:
        """Take a game, or a text kept aside, off the shelf for good."""
        key = self._key(id)
        try:
            self._store.remove(key)
        except StoreError as error:
            if key not in self._pending:
                raise ShelfError(Message("saves.error.delete"), error.reason) from None
        self._pending.pop(key, None)
        self._known.pop(key, None)
        self._flush()  # there may be room now

    def _stamp(self) -> int:
        """The time, later than any time given before: browsers have coarse clocks."""
        self._stamped = max(self._now(), self._stamped + 1)
        return self._stamped

    def _free_id(self, stamp: int) -> str:
        id, number = str(stamp), 1
        while self._peek(GAME + id) is not None:
            number += 1
            id = f"{stamp}-{number}"
        return id

    def _before(self, key: str) -> _Sheet:
        """What is known of a game that is about to be saved; its title may be from elsewhere."""
        known, there = self._known.get(key), self._peek(key)
        if known is None or (there is not None and key in self._pending):
            return _sheet(key, there or "")
        sheet = _sheet(key, known)
        if there is not None and there != known:
            newer = _sheet(key, there)
            return newer if newer.game == sheet.game else sheet
        return sheet

    def _add(self, game: Game, sheet: _Sheet) -> Saved:
        """Put a game on the shelf under a new id."""
        stamp = self._stamp()
        id = self._free_id(stamp)
        sheet = _describe(game, sheet.curtain, sheet.title, sheet.started or stamp, stamp)
        self._put(GAME + id, _encode(id, sheet))
        return Saved(self._moved.get(id, id), self._notice())

    def _put(self, key: str, text: str) -> None:
        self._pending[key] = text
        self._flush()

    def _flush(self) -> None:
        """Give the store what it has not taken yet; what it does not take stays in memory."""
        for key, text in list(self._pending.items()):
            try:
                if self._changed_elsewhere(key):
                    del self._pending[key]
                    key, text = self._fork(key, text)
                    self._pending[key] = text
                self._store.set(key, text)
            except StoreError as error:
                self._tell(error.reason)
            else:
                del self._pending[key]
                self._known[key] = text
        if self._reason is not None:
            self._tell(self._reason)
        elif not self._pending:
            self._told.clear()

    def _changed_elsewhere(self, key: str) -> bool:
        """Whether the store holds another game under this key than it held for us."""
        there, known = self._store.get(key), self._known.get(key)
        if there is None or there == known:
            return False
        if known is None:
            return there != self._pending[key]
        game = _sheet(key, there).game
        return game is None or game != _sheet(key, known).game

    def _fork(self, key: str, text: str) -> tuple[str, str]:
        """Another key, for a game that was changed elsewhere."""
        id = self._free_id(self._stamp())
        self._moved[_id(key)] = id
        self._notices.append(Message("saves.notice.elsewhere"))
        return GAME + id, _encode(id, _sheet(key, text))

    # -- opening -------------------------------------------------------------------------

    def open(self, id: str) -> Opened:
        """Load a game. ShelfError when that is impossible; what was saved is kept aside then."""
        key, text = self._find(id)
        sheet = _sheet(key, text)
        if sheet.status == "newer":
            raise ShelfError(Message("saves.error.newer"))
        aside = key.startswith(ASIDE)
        try:
            game = _load(sheet.game)
        except ShelfError:
            raise
        except Exception as error:
            # The engine promises SaveError and nothing else. But the page opens the last game by
            # itself: if that promise were broken, it would never start again.
            if not aside:
                self._move_aside(key, text)
            raise ShelfError(Message("saves.error.damaged"), str(error)) from None
        if aside:  # a later version can read it after all
            id, notice = self._add(game, sheet)
            return Opened(id, game, sheet.curtain, notice)
        self._moved.pop(_id(key), None)
        if key not in self._pending:
            self._known[key] = text
        if sheet.status == "damaged":
            self._copy_aside(key, text)
            self._notices.append(Message("saves.notice.repaired"))
        return Opened(_id(key), game, sheet.curtain, self._notice())

    def _move_aside(self, key: str, text: str) -> None:
        if self._copy_aside(key, text) in self._pending:
            return  # no room for a copy: the original stays where it is
        try:
            self._store.remove(key)
        except StoreError:
            return
        self._pending.pop(key, None)
        self._known.pop(key, None)

    def _copy_aside(self, key: str, text: str) -> str:
        """Keep a copy of a text; its key."""
        wanted, number = ASIDE + key.removeprefix(GAME), 1
        place = wanted
        while (there := self._peek(place)) is not None:
            if there == text:
                return place
            number += 1
            place = f"{wanted}-{number}"
        self._put(place, text)
        return place

    # -- files ---------------------------------------------------------------------------

    def export(self, id: str) -> tuple[str, str]:
        """The name and the text of a file to download. What cannot be read goes out as it is."""
        key, text = self._find(id)
        sheet = _sheet(key, text)
        if sheet.status != "game" or sheet.summary is None or key.startswith(ASIDE):
            return f"tash-kalar-{_slug(_id(key))}.txt", text
        about = sheet.title or " ".join((sheet.summary.form, *sheet.summary.schools))
        name = f"tash-kalar-{_slug(about)}-turn-{sheet.summary.turn}.json"
        return name, _encode(_id(key), sheet, {"format": FILE_FORMAT}) + "\n"

    def import_text(self, text: object, *, curtain: bool = True) -> Saved:
        """Put the game of a file on the shelf, under a new id.

        Takes what `export` gives, a save of the engine, or the record of a game. `curtain` is for
        those that do not say. ShelfError when it is none of these; then nothing has changed.
        """
        if not isinstance(text, str) or not text.strip("\ufeff \t\r\n"):
            raise ShelfError(Message("saves.error.empty"))
        if len(text) > LONGEST_FILE:
            raise ShelfError(Message("saves.error.large", {"most": LONGEST_FILE // 1_000_000}))
        if not text.lstrip("\ufeff \t\r\n").startswith("{"):
            return self.create(_from_record(text), curtain)
        try:
            data = parse_json(text, longest=LONGEST_FILE)
        except ValueError as error:
            raise ShelfError(Message("saves.error.file"), str(error)) from None
        sheet = _Sheet("game", curtain=curtain, game=text)
        if isinstance(data, dict) and data.get("format") in (FILE_FORMAT, None):
            sheet = _decode(data)
            if sheet.status == "newer":
                raise ShelfError(Message("saves.error.newer-file"))
        try:
            game = _load(sheet.game)
        except ShelfError:
            raise ShelfError(Message("saves.error.newer-file")) from None
        except Exception as error:  # see `open`
            raise ShelfError(Message("saves.error.file"), str(error)) from None
        return self._add(game, sheet)

    # -- keys ----------------------------------------------------------------------------

    def _key(self, id: str) -> str:
        """The key of an id. Keys that belong to something else cannot be reached."""
        if not id.startswith(_PROJECT):
            return GAME + id
        if _ANY_GAME.match(id) or id.startswith(ASIDE):
            return id
        raise ShelfError(Message("saves.error.gone"))

    def _find(self, id: str) -> tuple[str, str]:
        """Key and text of a game; ShelfError when it is not there."""
        key = self._key(id)
        try:
            text = self._pending[key] if key in self._pending else self._store.get(key)
        except StoreError as error:
            raise ShelfError(Message("saves.error.storage"), error.reason) from None
        if text is None:
            raise ShelfError(Message("saves.error.gone"))
        return key, text

    def _peek(self, key: str) -> str | None:
        """The text under a key as this shelf sees it; None when the store does not answer."""
        if key in self._pending:
            return self._pending[key]
        try:
            return self._store.get(key)
        except StoreError:
            return None


def _id(key: str) -> str:
    """What a key is called outside: the id of an ordinary game, or the whole key."""
    id = key.removeprefix(GAME)
    return key if id.startswith(_PROJECT) else id


# -- games ---------------------------------------------------------------------------------------


def _describe(game: Game, curtain: bool, title: str | None, started: int, saved: int) -> _Sheet:
    setup = game.setup
    summary = Summary(
        form=setup.form,
        turn=game.state.turn,
        schools=setup.schools,
        names=setup.names,
        scores=tuple(game.score(seat) for seat in range(1, setup.seats + 1)),
        over=game.is_over,
    )
    return _Sheet("game", _title(title), started, saved, curtain, summary, game.to_json())


def _load(text: str | None) -> Game:
    """The game of a save; ShelfError when a newer version made it, else the engine's error."""
    try:
        return Game.from_json(text or "")
    except ValueError:
        if _made_by_newer(text):
            raise ShelfError(Message("saves.error.newer")) from None
        raise


def _made_by_newer(text: str | None) -> bool:
    try:
        data = parse_json(text)
    except ValueError:
        return False
    return (
        isinstance(data, dict)
        and data.get("format") == save.FORMAT
        and _is_number(data.get("v"), save.VERSION + 1, 10**9)
    )


def _from_record(text: str) -> Game:
    try:
        return Game.from_record(text)
    except RecordError as error:
        # A record begins with its headers, so a wrong first line means that it is something else.
        if error.line <= 1:
            raise ShelfError(Message("saves.error.file"), str(error)) from None
        raise ShelfError(Message("saves.error.record", {"line": error.line}), str(error)) from None
    except Exception as error:  # see `Shelf.open`
        raise ShelfError(Message("saves.error.file"), str(error)) from None


# -- texts ---------------------------------------------------------------------------------------


def _encode(id: str, sheet: _Sheet, more: Mapping[str, str] | None = None) -> str:
    """The one text of a game; plain ASCII, so that every storage and file can hold it."""
    data = {
        **(more or {}),
        "v": VERSION,
        "id": id,
        "title": sheet.title,
        "started": sheet.started,
        "saved": sheet.saved,
        "curtain": sheet.curtain,
        "summary": sheet.summary._asdict() if sheet.summary else None,
        "game": sheet.game,
    }
    return json.dumps(data, separators=(",", ":"))


def _sheet(key: str, text: str) -> _Sheet:
    """What can be read of the text under a key; never raises."""
    version = _ANY_GAME.match(key)
    if version and int(version[1]) > VERSION:
        return _Sheet("newer")
    try:
        return _decode(parse_json(text, longest=LONGEST_FILE))
    except ValueError:
        return _Sheet("damaged")


def _decode(data: object) -> _Sheet:
    """What can be read of the data of a game; never raises."""
    if not isinstance(data, dict):
        return _Sheet("damaged")
    version, title, game = data.get("v"), data.get("title"), data.get("game")
    if _is_number(version, VERSION + 1, 10**9):
        return _Sheet("newer")
    started, saved, curtain = data.get("started"), data.get("saved"), data.get("curtain")
    summary = _summary(data.get("summary"))
    whole = (
        _is_number(version, VERSION, VERSION)
        and (title is None or isinstance(title, str))
        and _is_number(started, 0, _LATEST)
        and _is_number(saved, 0, _LATEST)
        and isinstance(curtain, bool)
        and summary is not None
        and isinstance(game, str)
    )
    return _Sheet(
        status="game" if whole else "damaged",
        title=_title(title) if isinstance(title, str) else None,
        started=_number(started),
        saved=_number(saved),
        curtain=curtain if isinstance(curtain, bool) else True,  # rather hide too much
        summary=summary,
        game=game if isinstance(game, str) else None,
    )


def _summary(data: object) -> Summary | None:
    if not isinstance(data, dict):
        return None
    form, turn, over = data.get("form"), data.get("turn"), data.get("over")
    schools, names, scores = _list(data, "schools"), _list(data, "names"), _list(data, "scores")
    fits = (
        isinstance(form, str)
        and form in FORMS
        and _is_number(turn, 1, 99_999)
        and isinstance(over, bool)
        and len(schools) in _SEATS
        and all(isinstance(school, str) and school in cards.SCHOOLS for school in schools)
        and len(names) == len(scores) == len(schools)
        and all(isinstance(name, str) for name in names)
        and all(_is_number(score, -9999, 9999) for score in scores)
    )
    if not fits:
        return None
    return Summary(
        form=str(form),
        turn=_number(turn),
        schools=tuple(map(str, schools)),
        names=tuple(_line(str(name), LONGEST_NAME) for name in names),
        scores=tuple(map(_number, scores)),
        over=over is True,
    )


def _list(data: Mapping[str, object], key: str) -> list[object]:
    value = data.get(key)
    return value if isinstance(value, list) else []


def _is_number(value: object, lowest: int, highest: int) -> bool:
    return type(value) is int and lowest <= value <= highest


def _number(value: object) -> int:
    return value if type(value) is int and -9999 <= value <= _LATEST else 0


def _line(text: str | None, longest: int) -> str:
    """A text as one tidy line without control characters."""
    shown = "".join(c if c.isprintable() else " " for c in (text or "")[: 10 * longest])
    return " ".join(shown.split())[:longest].strip()


def _title(text: str | None) -> str | None:
    return _line(text, LONGEST_TITLE) or None


def _slug(text: str) -> str:
    """A text as a part of a file name."""
    plain = "".join(c if c.isalnum() else " " for c in text.lower())
    return "-".join(plain.split())[:50].strip("-") or "game"
