"""The review and studies: the door to their code, which is fetched when one is opened."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import TYPE_CHECKING

from tashkalar.errors import RecordError
from tashkalar.features.studies.page.waiting_notice import show_while_waiting
from tashkalar.formats.save import ReplayStep
from tashkalar.position.move import Message
from tashkalar.study import Study, is_study_text
from tashkalar.ui.activity import Activity
from tashkalar.ui.session.session import Session
from tashkalar.ui.start.url_parameters import address_refusal
from tashkalar.web.app import App
from tashkalar.web.browser.page_text import load_later_texts
from tashkalar.web.browser.part_fetch import load_part
from tashkalar.web.browser.tasks import start_task
from tashkalar.web.features import (
    Action,
    Click,
    ClickHandler,
    Feature,
    Work,
    with_number,
)
from tashkalar.web.screens.fetched_screen import FetchedScreen

if TYPE_CHECKING:
    from tashkalar.features.embeds.framed import LineReplay, ReplayLines
    from tashkalar.features.studies.page.study_screen import StudyScreen
    from tashkalar.features.studies.review import Review


# Features that use what a review finds add themselves here. Each is called at the end of a review,
# with the game that it is laid over.
review_observers: list[Callable[[Review, Activity], object]] = []


class StudiesDoor(Feature):
    """Passes actions on to `study_screen`."""

    def __init__(self, app: App) -> None:
        self._app, self._words = app, app.words
        self._fetched: FetchedScreen[StudyScreen] = FetchedScreen(
            app.words,
            "studies",
            "tashkalar.features.studies.page.study_screen",
            lambda module: module.StudyScreen(app),
            app.notices.show,
            place_id="study",
        )

    # -- what the page calls -------------------------------------------------------------

    def connect(self) -> None:
        """Follow what the screen shows."""
        self._app.table.rendering.observers.append(self._on_screen_shown)

    def actions(self) -> Mapping[str, Action]:
        """Return the way to the review of the game on the table."""
        return {"review": self._review_game}

    def save_actions(self) -> Mapping[str, Callable[[str], object]]:
        """Return the way to the review of a saved game."""
        return {"review": self._review_saved}

    def clicks(self) -> Mapping[str, ClickHandler]:
        """Return what the buttons of the panel do, and those of the opinion."""
        return {
            "[data-study-action]": lambda click: self._press(click.node.dataset.studyAction),
            "[data-study-turn]": with_number("data-study-turn", self._show_turn),
            "[data-study-line]": with_number("data-study-line", self._show_line),
            "[data-opinion]": lambda click: self._press_opinion(click.node.dataset.opinion),
            "[data-opinion-drawing]": self._click_opinion,
        }

    async def open_address(self, name: str, parameters: Mapping[str, str]) -> None:
        """Show the study in a link."""
        text = parameters[name]
        await self._app.packs.prepare_packs(text)
        try:
            await self._open_study(Study.from_record_in_steps(text))
        except ValueError as error:
            raise address_refusal(error) from None

    def open_save(self, id: str) -> Work | None:
        """Show a saved study."""
        is_study = self._app.saved_games.study_text(id) is not None
        return self._open_saved_study(id) if is_study else None

    async def load_replay_lines(
        self, text: str, show: Callable[[LineReplay, int], None]
    ) -> ReplayLines | None:
        """Return the remarks and the variations of a record that has some."""
        if not is_study_text(text) or not await load_later_texts(self._words, "studies"):
            return None
        module = await load_part("studies", "tashkalar.features.studies.page.embedded_study")
        if module is None:
            return None
        lines: ReplayLines = module.EmbeddedStudy(text, self._words, show)
        return lines

    # -- studies -------------------------------------------------------------------------

    async def _review_game(self) -> None:
        """Review the game on the table, or go on with its review."""
        session = self._app.table.session
        if session is None:
            return
        async with show_while_waiting(self._words.text("review.opening")):
            screen = await self._fetched.load()
        if screen is not None:
            await screen.review_game(session)

    async def _review_saved(self, id: str) -> None:
        """Open a saved game and its review."""
        await self._app.open_game(id)
        if self._app.table.game_id == id:
            await self._review_game()

    async def _open_study(
        self, steps: Generator[ReplayStep, None, Study], id: str | None = None
    ) -> None:
        """Show the study that the steps read; `id` is that of a saved study."""
        study = await self._app.packs.finish_steps(steps)
        if screen := await self._fetched.load():
            await screen.open_study(study, id)
        else:
            self._app.show_start_if_empty()

    def on_page_hidden(self) -> None:
        """Keep what is being written."""
        if screen := self._fetched.screen:
            screen.keep_written()

    async def _open_saved_study(self, id: str) -> None:
        """Show a saved study, or its game if the text of the study is damaged.

        If another tab has the study open, what is changed here becomes a study of its own.
        """
        saved_games = self._app.saved_games
        key = saved_games.texts.shared_key(id)
        is_ours = await self._app.other_tabs.claim_newest(key)
        text = saved_games.open_study(id) or ""
        try:
            await self._open_study(Study.from_record_in_steps(text), id if is_ours else None)
            if not is_ours:
                self._app.notices.show(Message("study.elsewhere"))
        except RecordError as error:
            await self._app.load_saved_game(id)
            self._app.notices.show(Message("study.damaged", {"reason": str(error)}))

    def _press(self, action: str) -> object:
        return self._fetched.screen and self._fetched.screen.press_button(action)

    def _show_line(self, end: int) -> None:
        if self._fetched.screen:
            self._fetched.screen.show_line(end)

    def _show_turn(self, start: int) -> None:
        if self._fetched.screen:
            self._fetched.screen.show_turn(start)

    # -- the opinion ---------------------------------------------------------------------

    def _on_screen_shown(self, session: Session, kind: str) -> None:
        """Fetch the opinion for the result of a game, if the person wants to see it."""
        is_wanted = self._app.preferences.settings.opinion
        if kind == "result" and self._fetched.screen is None and is_wanted:
            start_task(self._show_opinion())

    async def _show_opinion(self) -> None:
        if screen := await self._fetched.load():
            screen.show_opinion()

    def _click_opinion(self, click: Click) -> None:
        if self._fetched.screen:
            self._fetched.screen.click_opinion(click.event)

    async def _press_opinion(self, action: str) -> None:
        if screen := await self._fetched.load():
            await screen.press_opinion(action)


make_feature = StudiesDoor
