"""A board inside another page: what it is to show, and what the page around is told.

``static/js/frame.js`` has drawn the position and waited to be touched; it checks what the page
around says, and passes it on as events of the document.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

from pyodide.ffi.wrappers import add_event_listener
from pyscript import document, window

from tashkalar import Game
from tashkalar.ui.lessons.lesson_file import read as read_lesson
from tashkalar.ui.screen import replay_controls
from tashkalar.ui.screen.embed import caption, goal_state, public_position
from tashkalar.ui.session.session import Session
from tashkalar.ui.start.url_parameters import new_game_of, refusal, scenario_of
from tashkalar.ui.storage.settings import Settings
from tashkalar.web.app import App
from tashkalar.web.browser.dom import by_id
from tashkalar.web.browser.tasks import background


def wanted() -> bool:
    """Whether this page is a board inside another one."""
    return hasattr(window.tashkalar, "embed")


def settings() -> Settings:
    """The settings of an embed: its author's, who has nothing to hide from the reader."""
    root, frame = document.documentElement.dataset, window.tashkalar.embed
    given = {
        "theme": str(frame.theme),
        "motion": getattr(root, "motion", "auto"),
        "contrast": getattr(root, "contrast", "auto"),
        "language": str(frame.language) or None,
        "curtain": False,
    }
    return Settings.of(given)


class Embed:
    """Carries a scenario or a record to the table, and tells the page around what happens."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._frame = window.tashkalar.embed
        self._told: dict[str, str] = {}
        self._player: asyncio.Future[Any] | None = None  # plays a replay by itself

    async def open(self, asked: dict[str, str]) -> bool:
        """Put on the table what the frame shows; False, said aloud, when the rules forbid it."""
        for kind, handler in (
            ("tashkalar-scenario", self._set_scenario),
            ("tashkalar-theme", self._set_theme),
            ("tashkalar-language", self._set_language),
        ):
            add_event_listener(document, kind, handler)
        is_replay = str(self._frame.mode) == "replay"
        try:
            if self._frame.lesson:
                lesson = read_lesson(str(self._frame.lesson))
                self._app.table.on_shown = self._shown
                await self._app.take_lesson(lesson)
                return True
            if is_replay:
                game = Game.from_record(str(self._frame.record))
            elif self._frame.scenario:
                game = Game.from_scenario(scenario_of(str(self._frame.scenario)))
            else:
                game = new_game_of(asked, self._app.words)
        except ValueError as error:
            self._fail(error, asked)
            document.documentElement.dataset.reason = "scenario"
            document.documentElement.dataset.app = "error"
            return False
        if is_replay:
            self._begin_replay(game)
        else:
            self._app.table.on_shown = self._shown
            self._app.put_on_table(game)
        return True

    def touch(self) -> None:
        """Do what the touch that woke this board was meant for."""
        if square := str(self._frame.touched):
            self._app.table.square(square, touched=False)

    def _fail(self, error: ValueError, asked: dict[str, str]) -> None:
        self._frame.fail(self._app.words.message(refusal(error, asked)))

    # -- to the page around --------------------------------------------------------------

    def _shown(self, session: Session) -> None:
        self._tell("position", public_position(session))
        tutor = self._app.table.tutor
        state = goal_state(session) if tutor is None else "reached" if tutor.view.finished else None
        if state in ("reached", "failed"):
            self._tell("goal", {"state": state, "moves": len(session.history)})
        else:
            self._told.pop("goal", None)
        if session.read_only:
            self._caption(session)

    def _tell(self, kind: str, fields: dict[str, object]) -> None:
        text = json.dumps(fields)
        if self._told.get(kind) != text:
            self._told[kind] = text
            self._frame.post(kind, text)

    # -- from the page around ------------------------------------------------------------

    def _set_scenario(self, event: Any) -> None:
        try:
            game = Game.from_scenario(scenario_of(str(event.detail)))
        except ValueError as error:
            self._fail(error, {})
            return
        self._app.table.on_shown = self._shown
        self._app.put_on_table(game)
        document.documentElement.dataset.app = "ready"  # if what came first was wrong

    def _set_theme(self, event: Any) -> None:
        preferences = self._app.preferences
        preferences.settings = preferences.settings._replace(theme=str(event.detail))

    def _set_language(self, event: Any) -> None:
        background(self._speak(str(event.detail)))

    async def _speak(self, language: str) -> None:
        if await self._app.preferences.speak(language):
            self._app.table.refresh()

    # -- replay --------------------------------------------------------------------------

    def _begin_replay(self, game: Game) -> None:
        self._app.put_on_table(game)
        self._app.table.on_shown = self._shown  # not before: a replay does not begin at its end
        session, at = self._session, str(self._frame.at)
        first = replay_controls.begin(session, at)
        by_id("replay-at").max = str(replay_controls.last(session))
        add_event_listener(by_id("replay-at"), "input", self._slid)
        add_event_listener(by_id("replay"), "click", self._pressed)
        self._go(first)
        if not at:
            self._play()

    @property
    def _session(self) -> Session:
        session = self._app.table.session
        assert session is not None
        return session

    def _go(self, number: int) -> None:
        """Show the position after so many moves."""
        replay_controls.go(self._session, number)
        self._app.table.refresh()

    def _slid(self, event: Any) -> None:
        self._pause()
        self._go(int(event.target.value))

    def _pressed(self, event: Any) -> None:
        button = event.target.closest("[data-replay]")
        if not button:
            return
        what = str(button.dataset.replay)
        playing = self._player is not None
        self._pause()
        if what == "play":
            if not playing:
                self._play()
        else:
            replay_controls.press(self._session, what)
            self._app.table.refresh()

    def _play(self) -> None:
        """Go on move by move; from the end, begin again."""
        session = self._session
        if replay_controls.step(session) >= replay_controls.last(session):
            self._go(0)
        self._player = asyncio.ensure_future(self._run())
        self._caption(session)

    async def _run(self) -> None:
        pause = replay_controls.pause(self._app.preferences.settings.motion)
        while replay_controls.step(self._session) < replay_controls.last(self._session):
            await asyncio.sleep(pause)
            self._go(replay_controls.step(self._session) + 1)
        self._player = None
        self._caption(self._session)

    def _pause(self) -> None:
        if self._player is not None:
            self._player.cancel()
            self._player = None
            self._caption(self._session)

    def _caption(self, session: Session) -> None:
        """Say where the replay stands."""
        words, view = self._app.words, caption(session)
        place = words.text("replay.step", n=view.step, of=view.steps)
        by_id("replay-turn").textContent = words.message(view.turn)
        by_id("replay-text").textContent = " · ".join(
            words.beneath(line, view.who) for line in view.lines
        )
        slider = by_id("replay-at")
        slider.value = str(view.step)
        slider.setAttribute("aria-valuetext", place)
        playing = self._player is not None
        play = document.querySelector('[data-replay="play"]')
        play.setAttribute("aria-pressed", str(playing).lower())
        play.querySelector("use").setAttribute("href", "#i-pause" if playing else "#i-play")
        by_id("replay-play").textContent = words.text("replay.pause" if playing else "replay.play")
        for name, possible in replay_controls.possible(session).items():
            document.querySelector(f'[data-replay="{name}"]').disabled = not possible
