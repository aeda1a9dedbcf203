"""The review of a game, and studies: turn after turn on the board, with a panel beside it."""

from __future__ import annotations

from pyscript import document

from tashkalar.errors import PackError
from tashkalar.features.studies.finished_turns import finished_part
from tashkalar.features.studies.opinion import OpinionCurve
from tashkalar.features.studies.page.door import review_observers
from tashkalar.features.studies.page.opinion_panel import OpinionPanel
from tashkalar.features.studies.page.study_on_table import StudyOnTable
from tashkalar.features.studies.page.waiting_notice import show_while_waiting
from tashkalar.features.studies.page.write_panel import WritePanel
from tashkalar.features.studies.review_start import review_obstacle
from tashkalar.features.studies.study_panel import LineButton, LossBar, StudyPanelView
from tashkalar.features.studies.study_review import StudyReview
from tashkalar.features.studies.study_writer import call_when_kept
from tashkalar.study import Study
from tashkalar.ui.bots.computer_seats import PlanJob
from tashkalar.ui.session.session import Session
from tashkalar.ui.start.url_parameters import REVIEW_OF
from tashkalar.ui.storage.saved_games import SaveResult
from tashkalar.web.app import App
from tashkalar.web.browser import dialogs, files, location
from tashkalar.web.browser.dom import (
    CachedNode,
    ClonedTemplate,
    KeyedList,
    by_id,
    clone_template,
)
from tashkalar.web.browser.listeners import PageEvent
from tashkalar.web.browser.optional_features import copy_text
from tashkalar.web.browser.tasks import start_task
from tashkalar.web.browser.timers import Timer
from tashkalar.web.screens.games import LAST_GAME

_KEEP_AFTER_S = 0.25
"""Seconds from a typed letter until it is kept; the disk needs a moment more."""
_QUESTION_PARTS = ("title", "text", "ok")  # of the question before a review of a going game


class StudyScreen:
    """Show a study at the table of the application."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._words = app.words
        self._table = app.table
        self._bot_clients = app.computer_turns.bot_clients
        self._pack_host = app.packs
        self._saved_games = app.saved_games
        self._notices = app.notices
        self._review: StudyReview | None = None
        self._saved_id: str | None = None  # of the study in the list of games
        self._is_thinking = False
        self._keep_timer = Timer()
        self._nodes: dict[str, CachedNode] = {}
        self._lines: KeyedList[LineButton] = KeyedList(
            by_id("study-lines"),
            lambda _: clone_template("tpl-study-line"),
            self._update_line,
            key=lambda line: line.end,
        )
        self._bars: KeyedList[LossBar] = KeyedList(
            by_id("study-bars"),
            lambda _: clone_template("tpl-study-bar"),
            self._update_bar,
            key=lambda bar: bar.start,
        )
        self._opinion = OpinionPanel(app, self.show_turn)
        self._writing = WritePanel(self._words, lambda: self._shown_review, self._on_written)
        app.table.rendering.observers.append(self._on_screen_shown)

    # -- opening and leaving -------------------------------------------------------------

    async def review_game(self, session: Session) -> None:
        """Review the game on the table, or go on with its review.

        A game in progress is reviewed up to its last finished turn, after a question: its hands
        are open then.
        """
        game, bots = session.game, session.seating.opponents.level_by_seat
        if not game.is_over and not await self._may_review(session):
            return
        if self._review is None or not self._review.is_of_game(game):
            async with show_while_waiting(self._words.text("review.opening")):
                self._review = await self._pack_host.retry_until_answered(
                    lambda: StudyReview.of_game(
                        game, self._words, bots, self._opinion.judgments_of(finished_part(game))
                    )
                )
            self._saved_id = None
        review = self._review  # the opinion may have judged more turns since
        await self._pack_host.retry_until_answered(review.update_findings)
        if self._table.session is session:
            current = self._table.activity
            under = current.under if isinstance(current, StudyOnTable) else current
            self._app.show(
                StudyOnTable(
                    self,
                    review,
                    under=under,
                    address=under.address if under else None,
                    place=f"{REVIEW_OF}{under.place}" if under else "",
                )
            )
            self._report_if_finished(review)
            self._think()

    async def _may_review(self, session: Session) -> bool:
        """Ask whether a game in progress is to be reviewed; say it if that is impossible."""
        obstacle = review_obstacle(session, is_puzzle=self._table.activity.is_exercise)
        if obstacle:
            dialogs.show_toast(self._words.translate(obstacle))
            return False
        title, text, agree = (self._words.text(f"review.going.{part}") for part in _QUESTION_PARTS)
        agreed = await dialogs.confirm(title, text, agree) is not None
        return agreed and self._table.session is session

    async def open_study(self, study: Study, id: str | None = None) -> None:
        """Show a study; `id` is that of a saved study."""
        self._review = await self._pack_host.retry_until_answered(
            lambda: StudyReview(study, self._words)
        )
        self._saved_id = id
        address, place = (LAST_GAME, f"game:{id}") if id else (None, "")
        self._app.show(
            StudyOnTable(self, self._review, address=address, place=place, saved_id=id or "")
        )
        self._think()

    def close(self) -> None:
        """Remove the traces of a study from the page, because something else is shown."""
        self.keep_written()
        document.body.removeAttribute("data-study")
        self._node("study").set_attribute("hidden", True)
        by_id("study-others").toggleAttribute("hidden", True)

    def _leave(self) -> None:
        if under := self._table.activity.under:
            self._app.resume(under)
        else:
            self._app.show_start_screen()

    def show_from_beginning(self) -> None:
        """Put what the study shows on the table, and the keyboard on its title."""
        if review := self._shown_review:
            self._show_session(review)

    def _show_session(self, review: StudyReview) -> None:
        """Put what the review shows on the table, and the keyboard on its title."""
        self._show_board(review)
        by_id("study-title").focus()

    def _show_board(self, review: StudyReview) -> None:
        """Put what the review shows on the table, and show the panel from its beginning."""
        self._table.activity.session = review.session
        self._table.put(review.session, shows_final_board=True)
        self._table.refresh()
        by_id("study-body").scrollTop = 0

    # -- the buttons ---------------------------------------------------------------------

    def press_button(self, action: str) -> object:
        """Do what a button of the panel says; return a coroutine for what takes longer."""
        review = self._shown_review
        if review is None:
            return None
        match action:
            case "back" | "forward":
                if review.go(1 if action == "forward" else -1):
                    self._show_session(review)
            case "retry" | "try":
                if review.begin_retry() if action == "retry" else review.begin_try():
                    self._show_board(review)
            case "give-up" | "done":
                if action == "give-up":
                    review.end_playing()
                else:
                    review.end_writing()
                self._save_changes(review)
                self._show_session(review)
            case "write":
                if review.begin_writing():
                    self._table.refresh()
                    self._writing.fill_in()
                    by_id("study-note").focus()
            case "mark" | "arrow" | "undo" | "remove":
                self._writing.press(action)
            case "reveal":
                review.reveal_lines()
                self._show_session(review)
            case "stop" | "resume":
                review.resume()
                review.is_stopped = action == "stop"
                self._opinion.press(action)
                self._show_panel(review)
                self._think()
            case _:
                return self._press_other_button(review, action)
        return None

    def _press_other_button(self, review: StudyReview, action: str) -> object:
        """Do what a button says that is not about the shown turn."""
        match action:
            case "lines":
                hides = bool(self._app.preferences.settings.lines)
                return self._app.preferences.change_setting("lines", not hides)
            case "more":
                others = by_id("study-others")
                others.toggleAttribute("hidden", not others.hidden)
                self._show_panel(review)
            case "play":
                self._app.start_new_game(review.create_branch(), review.bots)
            case "keep":
                self._keep(review)
            case "text":
                self._download(review)
            case "link":
                return self._copy_link(review)
            case "leave":
                self._leave()
        return None

    def show_line(self, end: int) -> None:
        """Show the line that ends in a position."""
        if review := self._shown_review:
            review.show_line(end)
            self._table.refresh()

    def show_turn(self, start: int) -> None:
        """Show the turn that begins in a position."""
        review = self._shown_review
        if review and review.show_turn(start):
            self._show_board(review)

    @property
    def _shown_review(self) -> StudyReview | None:
        activity = self._table.activity
        return activity.review if isinstance(activity, StudyOnTable) else None

    def press_menu(self, action: str) -> bool:
        """Keep or download the study if the menu says so; return whether a study is shown."""
        review = self._shown_review
        if review and action == "save" and self._saved_id is None:
            self._keep(review)
        elif review and action == "export":
            self._download(review)
        return review is not None and action in ("save", "export")

    @property
    def is_looking(self) -> bool:
        """True while a study is only looked at, so that no card can be used."""
        review = self._shown_review
        return review is not None and review.session.is_read_only

    def follow_decision(self) -> None:
        """Look whether the turn that is played again is over after a decision."""
        review = self._shown_review
        if review and review.follow_decision():
            self._think()

    # -- writing -------------------------------------------------------------------------

    def choose_square(self, square: str) -> bool:
        """Draw on a square; return False if nobody draws now."""
        return self._writing.choose_square(square)

    def _on_written(self, is_complete: bool) -> None:
        """Show what a person has written or drawn; keep it if a change `is_complete`."""
        review = self._shown_review
        if review is None:
            return
        self._table.refresh()
        if is_complete:
            self._keep_changes()
        elif not self._keep_timer.is_running:
            self._keep_timer.start(_KEEP_AFTER_S, self._keep_changes)

    def keep_written(self) -> None:
        """Keep what is being typed: the page may not come back."""
        if self._keep_timer.is_running:
            self._keep_changes()

    def _keep_changes(self) -> None:
        """Keep the study with what a person has written or drawn."""
        self._keep_timer.cancel()
        review = self._shown_review
        if review is None or not review.is_changed:
            return
        if self._saved_id is None:
            self._keep(review)
        else:
            self._save_changes(review)

    # -- keeping -------------------------------------------------------------------------

    def _keep(self, review: StudyReview) -> None:
        """Save the study in the list of games."""
        saved = self._saved_games.create_study(review.study)
        self._note_saved(review, saved)

        def tell() -> None:
            dialogs.show_toast(self._words.text("study.kept"), click_through=True)

        texts = self._saved_games.texts
        call_when_kept(texts, texts.shared_key(saved.id), tell)
        self._show_panel(review)

    def _save_changes(self, review: StudyReview) -> None:
        """Save a study that is in the list of games, if it has changed."""
        if self._saved_id is not None and review.is_changed:
            self._note_saved(review, self._saved_games.save_study(self._saved_id, review.study))

    def _note_saved(self, review: StudyReview, saved: SaveResult) -> None:
        """Note the id of a study that has been saved, to which a reload leads now."""
        self._saved_id, review.is_changed = saved.id, False
        self._notices.show_save_notice(saved.notice)
        activity = self._table.activity
        if isinstance(activity, StudyOnTable) and not activity.under:
            activity.address, activity.place = LAST_GAME, f"game:{saved.id}"
            activity.held_id = saved.id
            self._app.on_saved()

    def _download(self, review: StudyReview) -> None:
        form = review.study.game.setup.form
        files.download_record(f"tash-kalar-{form}-study", review.study.record())

    async def _copy_link(self, review: StudyReview) -> None:
        """Copy a link with the study; offer the file if the link would be too long."""
        link = location.link_with("study", review.study.record())
        if link is None:
            self._download(review)
            dialogs.show_toast(self._words.text("study.too-long"))
            return
        if await copy_text(link):
            dialogs.show_toast(self._words.text("study.copied"))
        else:
            dialogs.show_text_to_copy(
                self._words.text("page.study.link"),
                self._words.text("story.select"),
                link,
                close=self._words.text("page.close"),
            )

    # -- the computer player -------------------------------------------------------------

    def _think(self) -> None:
        """Begin to review and judge, unless that goes on already."""
        if not self._is_thinking:
            self._is_thinking = True
            start_task(self._think_while_shown())

    async def _think_while_shown(self) -> None:
        """Do what there is to do, one job after the other, as long as it is shown."""
        try:
            while await self._think_once():
                pass
        finally:
            self._is_thinking = False

    async def _think_once(self) -> bool:
        """Judge a turn that was played again, or else a turn of the review or of the opinion.

        Return whether there was anything to do.
        """
        review = self._shown_review
        if review and review.is_judging:
            await self._judge_retry(review)
        elif review and (job := review.job):
            await self._review_turn(review, job)
        elif (curve := self._opinion.shown_curve) and (job := curve.job):
            await self._judge_turn(curve, job)
        else:
            return False
        return True

    async def _judge_turn(self, curve: OpinionCurve, job: PlanJob) -> None:
        answer = await self._request(job)
        if answer is None or "lost" not in answer:
            curve.has_failed = True
        else:
            curve.accept_answer(answer)
        self._opinion.draw()

    async def _judge_retry(self, review: StudyReview) -> None:
        job = review.retry_job
        answer = await self._request(job) if job else None
        if review is self._shown_review and review.is_judging:
            valid = answer if answer and "lost" in answer else None
            await self._pack_host.retry_until_answered(lambda: review.judge_retry(valid))
            self._save_changes(review)
            self._show_session(review)

    async def _review_turn(self, review: StudyReview, job: PlanJob) -> None:
        answer = await self._request(job)
        if answer is None or "lost" not in answer:
            review.has_failed = True
        else:
            review.accept_answer(answer)
            changed = await self._pack_host.retry_until_answered(review.update_findings)
            self._save_changes(review)
            if changed and review is self._shown_review:
                self._show_board(review)
            self._report_if_finished(review)
        if review is self._shown_review:
            self._show_panel(review)

    def _report_if_finished(self, review: StudyReview) -> None:
        """Report the findings of a review that is complete, with the game it is laid over."""
        under = self._table.activity.under
        if review is self._shown_review and review.review and not review.review.job and under:
            for observe in review_observers:
                observe(review.review, under)

    async def _request(self, job: PlanJob) -> dict[str, object] | None:
        try:
            return await self._bot_clients.request_plan(job)
        except PackError as error:
            self._app.on_pack_failed(error)
            return None

    # -- the opinion ---------------------------------------------------------------------

    def show_opinion(self) -> None:
        """Show the computer player's opinion of the game on the result."""
        self._opinion.draw()
        self._think()

    async def press_opinion(self, action: str) -> None:
        """Do what a button of the opinion says."""
        if action == "toggle":
            is_wanted = not self._opinion.is_wanted
            by_id("study-others").toggleAttribute("hidden", True)
            await self._app.preferences.change_setting("opinion", is_wanted)
            if is_wanted and self._shown_review:
                by_id("study-opinion").scrollIntoView(False)  # its lower edge: the panel is short
        else:
            self._opinion.press(action)
        self._think()

    def click_opinion(self, event: PageEvent) -> None:
        """Go to the turn that is nearest to a click on the curve of the opinion."""
        self._opinion.on_click(event)

    # -- the panel -----------------------------------------------------------------------

    def _on_screen_shown(self, session: Session, kind: str) -> None:
        if review := self._shown_review:
            hides = not self._app.preferences.settings.lines
            if review.hides_lines != hides:
                review.hide_lines(hidden=hides)
                self._show_board(review)
            else:
                self._show_panel(review)
        else:
            self._opinion.on_screen_shown(session, kind)
        for button in document.querySelectorAll('[data-opinion="toggle"]'):
            button.setAttribute("aria-pressed", str(self._opinion.is_wanted).lower())
        if kind == "result":
            self._think()

    def _show_panel(self, review: StudyReview) -> None:
        """Write the panel."""
        view = review.view()
        document.body.dataset.study = view.mode
        self._writing.show()
        self._node("study").set_attribute("hidden", False)
        for name, message in (
            ("title", view.title),
            ("place", view.place),
            ("status", view.status),
            ("progress", view.progress),
            ("comment", view.comment),
            ("drawn", view.drawn),
            ("steps", view.steps),
            ("line-comment", view.line_comment),
        ):
            text = self._words.translate(message) if message else ""
            self._node(f"study-{name}").set_text(text)
        self._lines.show(view.lines, rewrite_all=True)
        self._bars.show(view.bars, rewrite_all=True)
        self._show_buttons(view)
        self._opinion.follow_review(review)

    def _show_buttons(self, view: StudyPanelView) -> None:
        is_playing, is_writing = view.mode in ("retry", "try"), view.mode == "write"
        is_usual, is_judging = not is_playing and not is_writing, view.mode == "judge"
        leave = "study.leave" if self._table.activity.under else "study.leave.start"
        for place in document.querySelectorAll("[data-study-leave]"):
            place.textContent = self._words.text(leave)
        others = by_id("study-others")
        if not is_usual:
            others.toggleAttribute("hidden", True)
        for action, possible, shown in (
            ("back", view.can_go_back, not is_playing),
            ("forward", view.can_go_forward, not is_playing),
            ("retry", view.can_retry, is_usual),
            ("try", view.can_try, is_usual),
            ("write", view.can_write, is_usual),
            ("more", not is_judging, is_usual),
            ("give-up", True, is_playing),
            ("play", view.can_retry, True),
            ("keep", self._saved_id is None, True),
            ("reveal", True, view.can_reveal),
            ("undo", True, is_writing),
            ("remove", view.can_remove, is_writing),
            ("done", True, is_writing),
            ("stop", True, view.can_stop),
            ("resume", True, view.can_resume),
            ("leave", True, is_usual),
        ):
            for button in document.querySelectorAll(f'[data-study-action="{action}"]'):
                button.disabled = not possible
                button.toggleAttribute("hidden", not shown)
        retry = document.querySelector('[data-study-action="retry"]')
        retry.toggleAttribute("data-primary", view.can_improve)
        self._set_states()

    def _set_states(self) -> None:
        """Set the states of the buttons that stay pressed or open something."""
        hides = not self._app.preferences.settings.lines
        for selector, name, on in (
            ('[data-study-action="lines"]', "aria-pressed", hides),
            ('[data-study-action="more"]', "aria-expanded", not by_id("study-others").hidden),
        ):
            document.querySelector(selector).setAttribute(name, str(on).lower())

    def _node(self, id: str) -> CachedNode:
        if id not in self._nodes:
            self._nodes[id] = CachedNode(by_id(id))
        return self._nodes[id]

    def _update_bar(self, parts: ClonedTemplate, bar: LossBar) -> None:
        label = self._words.translate(bar.label)
        parts.root.set_attribute("data-study-turn", str(bar.start))
        parts.root.set_attribute("aria-label", label)
        parts.root.set_attribute("title", label)
        parts.root.set_attribute("aria-pressed", str(bar.is_current).lower())
        parts.root.set_attribute("data-open", not bar.is_reviewed)
        parts.root.node.style.setProperty("--loss", f"{bar.height}%")

    def _update_line(self, parts: ClonedTemplate, line: LineButton) -> None:
        parts.root.set_attribute("data-study-line", str(line.end))
        parts.root.set_attribute("aria-pressed", str(line.is_pressed).lower())
        parts.root.set_text(self._words.translate(line.label))
