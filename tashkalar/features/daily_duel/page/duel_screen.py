"""The screen of the duel of the day: today's, yesterday's, and a text to share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pyodide.ffi import to_js
from pyscript import window

from tashkalar import Game
from tashkalar.features.daily_duel import DAILY_DUEL_KEY, daily_duel, duel_record
from tashkalar.features.daily_duel.daily_duel import DailyDuel
from tashkalar.ui.activity import Activity, PageAddress
from tashkalar.ui.bots.computer_seats import BotLevels
from tashkalar.ui.storage.key_value_store import MergeTexts
from tashkalar.web.app import App
from tashkalar.web.board.cards import draw_stone
from tashkalar.web.browser import dialogs, location
from tashkalar.web.browser.dom import by_id
from tashkalar.web.browser.listeners import listen
from tashkalar.web.browser.optional_features import copy_text
from tashkalar.web.browser.tasks import start_task
from tashkalar.web.browser.timers import count_days
from tashkalar.web.screens.list_screen import show_list_screen

_DAY_MS = 86_400_000


class DuelShown(Activity):
    """The screen of the duel of the day."""

    address = PageAddress("duel-of-the-day")
    home_place = "puzzles"

    def __init__(self, screen: DuelScreen) -> None:
        self._screen = screen

    def enter(self) -> None:
        """Show today's duel."""
        self._screen.enter()


class DuelScreen:
    """Shows the duels, begins or continues them, and keeps their results."""

    merges: Mapping[str, MergeTexts] = {DAILY_DUEL_KEY: duel_record.merge_record_texts}

    def __init__(self, app: App) -> None:
        self._app, self._words, self._store = app, app.words, app.store
        self._today = count_days()  # when the screen was shown
        for name, days_ago in (("today", 0), ("yesterday", 1)):
            self._listen(name, days_ago)
        listen(by_id("daily-duel-share"), "click", lambda _: start_task(self._share()))

    def _listen(self, name: str, days_ago: int) -> None:
        button = by_id(f"daily-duel-{name}-play")
        listen(button, "click", lambda _: start_task(self._play(self._duel(days_ago))))

    @property
    def is_shown(self) -> bool:
        """True if the screen is what a person sees."""
        return isinstance(self._app.activities.current, DuelShown)

    def _duel(self, days_ago: int) -> DailyDuel:
        return daily_duel.daily_duel(self._today - days_ago)

    # -- showing -------------------------------------------------------------------------

    def show(self) -> None:
        """Show the duel of the day instead of what is shown."""
        self._app.show(DuelShown(self))

    def enter(self) -> None:
        """Show today's duel, and yesterday's."""
        self._today = count_days()
        show_list_screen("daily-duel-screen")
        self.draw()
        by_id("daily-duel-title").focus()

    def draw(self) -> None:
        """Write both duels, and how they have ended."""
        record = duel_record.read_record(self._store)
        for name, days_ago in (("today", 0), ("yesterday", 1)):
            duel = self._duel(days_ago)
            result, text = record.get(duel.day), self._words.translate
            by_id(f"daily-duel-{name}-date").textContent = self._date_in_words(duel.day)
            by_id(f"daily-duel-{name}-about").textContent = text(daily_duel.about_message(duel))
            by_id(f"daily-duel-{name}-result").textContent = text(daily_duel.result_message(result))
            action = "continue" if self._find_going(duel) else "again" if result else "play"
            by_id(f"daily-duel-{name}-play").textContent = self._words.text(f"daily-duel.{action}")
            for side, school in zip(("own", "other"), duel.schools, strict=True):
                stone = by_id(f"daily-duel-{name}-{side}").querySelector(".stone")
                draw_stone(stone, "heroic", school)
        by_id("daily-duel-share").toggleAttribute("hidden", self._today not in record)
        by_id("daily-duel-copied").textContent = ""

    def _date_in_words(self, day: int) -> str:
        """Return a day as it is written in the page's language, such as 26 novembre 2026."""
        options = {"weekday": "long", "day": "numeric", "month": "long", "timeZone": "UTC"}
        made = to_js(options, dict_converter=window.Object.fromEntries)
        return str(window.Date.new(day * _DAY_MS).toLocaleDateString(self._words.language, made))

    # -- playing -------------------------------------------------------------------------

    def _find_going(self, duel: DailyDuel) -> str:
        return daily_duel.find_going(duel, self._going_texts())

    def _going_texts(self) -> Iterator[tuple[str, str]]:
        saved_games = self._app.saved_games
        for entry in saved_games.entries():
            if entry.is_unfinished:
                key = saved_games.texts.shared_key(entry.id)
                yield entry.id, saved_games.texts.newest_text(key) or ""

    async def _play(self, duel: DailyDuel) -> None:
        """Continue the game of a duel, or begin it."""
        if going := self._find_going(duel):
            await self._app.open_game(going)
        else:
            self._app.start_new_game(duel.start_game(), duel.bots)

    def keep(self, game: Game, bots: BotLevels) -> None:
        """Keep the result of a finished game, if it is a duel of the day."""
        found = daily_duel.result_of(game, bots)
        if found is None:
            return
        day, result = found
        record = duel_record.read_record(self._store)
        if day not in record:
            dialogs.show_toast(self._words.text("daily-duel.kept"))
        if trouble := duel_record.save_record(
            self._store, duel_record.add_result(record, day, result)
        ):
            self._app.notices.show(trouble)

    # -- sharing -------------------------------------------------------------------------

    async def _share(self) -> None:
        """Copy a text about today's result; without a clipboard, show it selected."""
        words, duel = self._words, self._duel(0)
        result = duel_record.read_record(self._store).get(duel.day)
        if result is None:
            return
        link = f"{location.bare_address()}#{DuelShown.address.name}"
        day = self._date_in_words(duel.day)
        text = words.translate(daily_duel.share_message(duel, result, day, link))
        if await copy_text(text):
            by_id("daily-duel-copied").textContent = words.text("daily-duel.share.copied")
            return
        title, hint = words.text("puzzles.share"), words.text("puzzles.share.select")
        dialogs.show_text_to_copy(title, hint, text, close=words.text("page.close"))
