"""A board inside another page, and its messages from and to the page around.

``board.html`` has shown the position and waited for a touch; ``static/js/frame/main.js`` has taken
over from it. The script checks the messages of the page around, and passes them on as events of
the document.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from functools import partial
from typing import Any, cast

from pyscript import document, window

from tashkalar import Game
from tashkalar.features.embeds import replay_controls
from tashkalar.features.embeds.framed import (
    FramedContent,
    FramedFeature,
    LineReplay,
    ReplayFeature,
    ReplayLines,
    ReplyFeature,
)
from tashkalar.features.embeds.public_position import public_position, replay_caption
from tashkalar.features.embeds.replay_controls import ReplaySpan
from tashkalar.features.embeds.resting_board import (
    FramedPlace,
    Place,
    ReplayPlace,
    read_resting_place,
    resting_text,
)
from tashkalar.position.move import Message
from tashkalar.ui.session.goal_panel import goal_state, read_goal
from tashkalar.ui.session.session import Session
from tashkalar.ui.start.url_parameters import (
    RecordRequest,
    address_refusal,
    create_game,
    left_out,
    new_game_request,
    scenario_request,
)
from tashkalar.ui.text.refusal import Refusal, technical_detail
from tashkalar.web.app import App
from tashkalar.web.browser import location
from tashkalar.web.browser.dom import by_id
from tashkalar.web.browser.listeners import PageEvent, listen
from tashkalar.web.browser.tasks import start_task

_BORROWED_POLL_S = 0.2  # until a demonstration of the coach is over


class EmbeddedBoard:
    """Put what the page around asks for on the table, and report to it what happens."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._frame = window.tashkalar.embed
        self._posted: dict[str, str] = {}
        self._span = ReplaySpan(0, 0)  # the part of a game that is replayed
        self._playback_task: asyncio.Future[Any] | None = None  # plays a replay by itself
        self._study: ReplayLines | None = None  # of a replay with remarks or variations
        # What features show in frames, by the parameter that asks for it.
        self._framed_kinds = [
            parameter["name"]
            for row in location.feature_rows().values()
            for parameter in row["parameters"]
            if parameter["is_framed"]
        ]

    async def open(self, asked: dict[str, str]) -> bool:
        """Put on the table what the frame shows; report an error and return False if illegal."""
        for kind, handler in (
            ("tashkalar-scenario", self._on_scenario),
            ("tashkalar-theme", self._on_theme),
            ("tashkalar-language", self._on_language),
            ("tashkalar-rest", self._on_rest),
        ):
            listen(document, kind, handler)
        for kind in self._framed_kinds:
            listen(document, f"tashkalar-{kind}", partial(self._on_framed, kind))
        try:
            await self._start(asked)
        except Refusal as refusal:
            self._report(refusal)
            document.documentElement.dataset.reason = "scenario"
            document.documentElement.dataset.app = "error"
            return False
        return True

    async def _start(self, asked: dict[str, str]) -> None:
        """Show the game, or what else the frame has fetched the text of; raise `Refusal`."""
        frame, words = self._frame, self._app.words
        framed = next((kind for kind in self._framed_kinds if getattr(frame, kind)), "")
        if frame.resting:
            try:
                await self._go_on(str(frame.resting))
                return
            except Refusal as refusal:  # the board begins as its address says
                self._report(refusal)
        if framed:
            await self._open_framed(framed, str(getattr(frame, framed)))
        elif str(frame.mode) == "replay":
            text = str(frame.record)
            await self._begin_replay(create_game(RecordRequest(text), words), text)
        elif frame.scenario:
            self._show_game(create_game(scenario_request(str(frame.scenario)), words))
        else:
            self._show_game(create_game(new_game_request(asked), words))

    async def _go_on(self, text: str) -> None:
        """Go on where this board was when it began to rest; raise `Refusal`."""
        try:
            place = read_resting_place(text, self._framed_kinds)
            if isinstance(place, FramedPlace):
                asked = str(getattr(self._frame, place.kind))
                await self._open_framed(place.kind, asked, place.place)
            elif isinstance(place, ReplayPlace):
                record = str(self._frame.record)
                await self._begin_replay(
                    create_game(RecordRequest(record), self._app.words), record, place
                )
            else:
                self._show_game(place)
        except ValueError as error:
            reason = str(error).removeprefix("resting: ")
            raise address_refusal(ValueError(f"resting: {reason}")) from None

    async def _open_framed(
        self, kind: str, text: str, place: Mapping[str, object] | None = None
    ) -> None:
        """Show what a feature shows in frames, from its beginning or from a place."""
        feature = self._reader(kind)
        if feature is None:
            raise left_out(kind)
        await feature.open_framed(text, place, self._observe_screen)

    def _reader(self, kind: str) -> FramedFeature | None:
        """Return the feature that shows a kind of content; None if it is left out."""
        return cast(FramedFeature | None, self._app.features.find_reader(kind))

    @property
    def _framed(self) -> FramedContent | None:
        """The content of a feature that is shown; None while a game is shown."""
        readers = filter(None, map(self._reader, self._framed_kinds))
        return next(filter(None, (reader.framed_content for reader in readers)), None)

    def _show_game(self, game: Game) -> None:
        self._observe_screen()
        self._app.start_new_game(game)
        goal, session = read_goal(game), self._app.table.session
        if goal is not None and session is not None:
            session.begin_attempt(goal.seat)

    def replay_first_touch(self) -> None:
        """Choose the square whose touch started this board."""
        if square := str(self._frame.touched):
            self._app.table.choose_square(square, by_touch=False)

    def _report(self, refusal: Refusal) -> None:
        words, message = self._app.words, refusal.message
        detail = technical_detail(message)  # the author of the page around reads it
        if isinstance(detail, Message):
            detail = words.translate(detail)
        self._frame.fail(words.translate(message), detail)

    # -- to the page around --------------------------------------------------------------

    def _observe_screen(self) -> None:
        """Report to the page around, from now on, what is shown."""
        observers = self._app.table.rendering.observers
        if self._on_screen_shown not in observers:
            observers.append(self._on_screen_shown)

    def _on_screen_shown(self, session: Session, kind: str) -> None:
        self._post("position", public_position(session))
        framed = self._framed
        if framed:
            state = "reached" if framed.is_finished else ""
        else:
            state = goal_state(session.game)
        if state in ("reached", "failed"):
            self._post("goal", {"state": state, "moves": len(session.history)})
        else:
            self._posted.pop("goal", None)
        if session.is_read_only:
            self._show_caption(session)
        elif state == "open" and not framed:
            self._reply_if_due(session)

    def _reply_if_due(self, session: Session) -> None:
        """Let the other side play its turn in a position to survive."""
        goal = read_goal(session.game)
        if goal is not None and goal.condition.kind == "survive":
            for feature in self._app.features:
                if isinstance(feature, ReplyFeature):
                    start_task(feature.reply_if_due(session, goal))

    def _post(self, kind: str, fields: dict[str, object]) -> None:
        text = json.dumps(fields)
        if self._posted.get(kind) != text:
            self._posted[kind] = text
            self._frame.post(kind, text)

    # -- from the page around ------------------------------------------------------------

    def _on_scenario(self, event: PageEvent) -> None:
        try:
            game = create_game(scenario_request(str(event.detail)), self._app.words)
        except Refusal as refusal:
            self._report(refusal)
            return
        self._show_game(game)
        document.documentElement.dataset.app = "ready"  # if what came first was wrong

    def _on_framed(self, kind: str, event: PageEvent) -> None:
        start_task(self._change_framed(kind, str(event.detail)))

    async def _change_framed(self, kind: str, text: str) -> None:
        try:
            await self._open_framed(kind, text)
        except Refusal as refusal:
            self._report(refusal)

    def _on_theme(self, event: PageEvent) -> None:
        preferences = self._app.preferences
        preferences.settings = preferences.settings._replace(theme=str(event.detail))

    def _on_language(self, event: PageEvent) -> None:
        start_task(self._change_language(str(event.detail)))

    async def _change_language(self, language: str) -> None:
        if await self._app.preferences.change_language(language):
            self._app.table.refresh()

    # -- resting -------------------------------------------------------------------------

    def _on_rest(self, event: PageEvent) -> None:
        start_task(self._rest())

    async def _rest(self) -> None:
        """Hand over to the page's script all that the board needs to go on later."""
        while (framed := self._framed) and framed.is_board_borrowed:
            await asyncio.sleep(_BORROWED_POLL_S)
        self._pause_playback()
        session = self._session
        place: Place = session.game
        if framed:
            place = framed.place
        elif str(self._frame.mode) == "replay":
            branch = self._study.replay.branch if self._study else None
            place = ReplayPlace(replay_controls.shown_move_count(session), branch)
        self._frame.rest(resting_text(session, place))

    # -- replay --------------------------------------------------------------------------

    async def _begin_replay(self, game: Game, text: str, place: ReplayPlace | None = None) -> None:
        """Replay a game from where the address says, or go on at a place."""
        self._app.start_new_game(game)
        await self._load_study(text)
        self._observe_screen()  # not before: a replay does not begin at its end
        at = str(self._frame.at)
        turns = str(getattr(self._frame, "from")), str(self._frame.to)
        first = self._prepare_session(at, turns)
        listen(by_id("replay-at"), "input", self._on_slider)
        listen(by_id("replay"), "click", self._on_button)
        if place is not None:
            self._return_to(place)
            return
        self._show_step(first)
        if not at:
            self._start_playback()

    def _return_to(self, place: ReplayPlace) -> None:
        """Show the move that a replay showed when it began to rest, and play on from there."""
        if place.branch is not None and self._study:
            self._show_line(self._study.replay, self._study.replay.choose(place.branch))
        self._show_step(place.number)
        if replay_controls.shown_move_count(self._session) < self._span.last:
            self._start_playback()

    async def _load_study(self, text: str) -> None:
        """Prepare the remarks and the variations of a record that has some."""
        for feature in self._app.features:
            if isinstance(feature, ReplayFeature):
                self._study = await feature.load_replay_lines(text, self._show_line) or self._study

    def _show_line(self, replay: LineReplay, number: int) -> None:
        """Show another line of a study, after so many of its moves."""
        self._pause_playback()
        self._app.start_new_game(replay.game)
        self._prepare_session("", ("", ""))
        self._show_step(number)

    def _prepare_session(self, at: str, turns: tuple[str, str]) -> int:
        """Make the game on the table a replay, from one turn to another of these numbers.

        Return the number of moves to show at first. An empty number is the first or last turn.
        """
        self._span = replay_controls.replay_span(self._session, *turns)
        by_id("replay-at").min, by_id("replay-at").max = map(str, self._span)
        return replay_controls.start_replay(self._session, at, self._span)

    @property
    def _session(self) -> Session:
        session = self._app.table.session
        assert session is not None
        return session

    def _show_step(self, number: int) -> None:
        """Show the position after so many moves."""
        replay_controls.show_move(self._session, number)
        self._draw_step()

    def _draw_step(self) -> None:
        if self._study:
            self._study.prepare(self._session)
        self._app.table.refresh()

    def _on_slider(self, event: PageEvent) -> None:
        self._pause_playback()
        self._show_step(int(by_id("replay-at").value))

    def _on_button(self, event: PageEvent) -> None:
        button = event.closest("[data-replay]")
        if not button:
            return
        what = str(button.dataset.replay)
        playing = self._playback_task is not None
        self._pause_playback()
        if what == "play":
            if not playing:
                self._start_playback()
        else:
            replay_controls.press_button(self._session, what, self._span)
            self._draw_step()

    def _start_playback(self) -> None:
        """Play move by move; at the end, begin again."""
        session = self._session
        if replay_controls.shown_move_count(session) >= self._span.last:
            self._show_step(self._span.first)
        self._playback_task = asyncio.ensure_future(self._run_playback())
        self._show_caption(session)

    async def _run_playback(self) -> None:
        pause = replay_controls.pause_s(self._app.preferences.settings.motion)
        while replay_controls.shown_move_count(self._session) < self._span.last:
            await asyncio.sleep(pause)
            self._show_step(replay_controls.shown_move_count(self._session) + 1)
        self._playback_task = None
        self._show_caption(self._session)

    def _pause_playback(self) -> None:
        if self._playback_task is not None:
            self._playback_task.cancel()
            self._playback_task = None
            self._show_caption(self._session)

    def _show_caption(self, session: Session) -> None:
        """Show how far the replay has come."""
        words, view = self._app.words, replay_caption(session)
        first, last = self._span
        place = words.text("replay.step", n=view.step - first, of=last - first)
        by_id("replay-turn").textContent = words.translate(view.turn_title)
        lines = [words.translate_under_heading(line, view.named_player) for line in view.lines]
        lines += filter(None, [view.comment])
        by_id("replay-text").textContent = words.join(lines, "dot")
        slider = by_id("replay-at")
        slider.value = str(view.step)
        slider.setAttribute("aria-valuetext", place)
        playing = self._playback_task is not None
        play = document.querySelector('[data-replay="play"]')
        play.setAttribute("aria-pressed", str(playing).lower())
        play.querySelector("use").setAttribute("href", "#i-pause" if playing else "#i-play")
        by_id("replay-play").textContent = words.text("replay.pause" if playing else "replay.play")
        if self._study:
            self._study.show_lines(session)
        for name, possible in replay_controls.enabled_buttons(session, self._span).items():
            document.querySelector(f'[data-replay="{name}"]').disabled = not possible
