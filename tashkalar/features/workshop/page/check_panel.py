"""The panel in which a person plays the position, and has all ways to the goal searched."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tashkalar import Game
from tashkalar.errors import ScenarioError
from tashkalar.features.workshop.draft import Draft
from tashkalar.features.workshop.position import Scenario
from tashkalar.features.workshop.position_faults import PositionFault
from tashkalar.features.workshop.problems import find_problems
from tashkalar.features.workshop.proof import (
    MOST_NODES,
    ProofView,
    ProofWay,
    can_be_proved,
    fits_puzzle_file,
    proof_view,
    puzzle_job,
)
from tashkalar.features.workshop.proof_client import ProofClient
from tashkalar.position.move import Message
from tashkalar.ui.session.goal_panel import goal_panel_view
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser import files
from tashkalar.web.browser.bot_workers import BrowserBotWorkerFactory
from tashkalar.web.browser.dom import ClonedTemplate, KeyedList, by_id, clone_template
from tashkalar.web.browser.fault_text import write_faults
from tashkalar.web.browser.listeners import PageEvent, listen
from tashkalar.web.browser.tasks import start_task


class CheckPanel:
    """`play` puts a game on the table: from the position, or after the decisions of a solution."""

    def __init__(
        self, words: Catalogue, draft: Draft, play: Callable[[tuple[str, ...]], None]
    ) -> None:
        self._words, self._draft, self._play = words, draft, play
        self._client = ProofClient(
            BrowserBotWorkerFactory(),
            lambda: importlib.import_module("tashkalar.bots.proof_worker"),
        )
        self._proved: Scenario | None = None  # what the result that is shown is about
        self._is_running = self._is_stopped = False
        self._ways: KeyedList[tuple[int, ProofWay]] = KeyedList(
            by_id("workshop-ways"),
            lambda _: clone_template("tpl-workshop-way"),
            self._update_way,
            key=lambda view: view[0],
        )
        self._shown_ways: tuple[ProofWay, ...] = ()
        listen(by_id("workshop-check"), "click", self._on_click)

    def show(self, faults: Sequence[PositionFault]) -> None:
        """Draw the panel; a result about another position is taken away."""
        scenario, is_course = self._draft.scenario, self._draft.document.kind == "course"
        text = self._goal_text() if not (faults or is_course) else ""
        by_id("workshop-check-goal").textContent = text
        messages = [fault.message for fault in faults]
        write_faults(by_id("workshop-fault-check"), messages, self._words)
        self._show_problems(
            [] if faults else find_problems(self._draft.document, self._words.language)
        )
        for id in ("workshop-prove", "workshop-prove-note"):
            by_id(id).toggleAttribute("hidden", is_course)
        can_prove = not faults and can_be_proved(scenario)
        by_id("workshop-play").toggleAttribute("disabled", bool(faults))
        by_id("workshop-prove").toggleAttribute("disabled", not can_prove or self._is_running)
        by_id("workshop-stop").toggleAttribute("hidden", not self._is_running)
        if self._proved != scenario:
            by_id("workshop-proof").toggleAttribute("hidden", True)
            self._is_stopped = self._is_running

    def tell(self, message: Message) -> None:
        """Say what has failed."""
        write_faults(by_id("workshop-fault-check"), (message,), self._words)

    def _goal_text(self) -> str:
        scenario = self._draft.scenario
        try:
            view = goal_panel_view(Game.from_scenario(scenario), self._words.language)
        except ScenarioError:
            return ""
        if view is None or view.title is None:
            return self._words.text("workshop.no-goal")
        lines = (view.title, *(part.text for part in view.parts))
        return self._words.join(map(self._words.translate, lines), "dot")

    def _show_problems(self, found: Sequence[Message]) -> None:
        """Show what would stand in a learner's way."""
        by_id("workshop-problems").replaceChildren(*map(self._make_fact, found))
        if found:
            id = f"workshop.{self._draft.document.kind}.problems"
            by_id("workshop-fault-check").textContent = self._words.text(id)

    # -- the search ----------------------------------------------------------------------

    def _on_click(self, event: PageEvent) -> None:
        if event.closest("#workshop-play"):
            self._play(())
        elif event.closest("#workshop-prove"):
            start_task(self._prove())
        elif event.closest("#workshop-puzzle-file"):
            start_task(self._write_puzzle())
        elif event.closest("#workshop-stop"):
            self._is_stopped = True
        elif way := event.closest("[data-workshop-way]"):
            self._play(self._shown_ways[int(way.dataset.workshopWay)].codes)

    async def _prove(self) -> None:
        if self._is_running:
            return
        scenario = self._proved = self._draft.scenario
        self._is_running, self._is_stopped = True, False
        self.show(())
        self._show_result(scenario, {"state": "going", "nodes": 0, "solutions": 0})
        by_id("workshop-stop").focus()
        answer = await self._client.prove(scenario, self._on_progress)
        self._is_running = False
        if self._draft.scenario != scenario:
            self._proved = None
        self.show(())
        if self._proved is None:
            return
        if answer is None:
            by_id("workshop-proof").toggleAttribute("hidden", True)
            by_id("workshop-fault-check").textContent = self._words.text("workshop.proof.failed")
        else:
            self._show_result(scenario, answer)
        by_id("workshop-prove").focus()

    async def _write_puzzle(self) -> None:
        """Prove the puzzle once more as the puzzles of the page are, and download it."""
        if self._is_running:
            return
        job = puzzle_job(self._draft.document)
        self._is_running, self._is_stopped = True, False
        self.show(())
        note = by_id("workshop-puzzle-note")
        note.textContent = self._words.text("workshop.puzzle-file.going")
        by_id("workshop-stop").focus()
        text = await self._client.write_puzzle(job, self._on_writing)
        self._is_running = False
        by_id("workshop-progress").toggleAttribute("hidden", True)
        note.textContent = ""
        self.show(())
        if text is not None:
            files.download(f"{job.id}.json", text)
        elif not self._is_stopped:
            note.textContent = self._words.text("workshop.puzzle-file.failed")
        by_id("workshop-puzzle-file").focus()

    def _on_progress(self, answer: dict[str, Any]) -> bool:
        if not self._is_stopped and self._proved is not None:
            self._show_result(self._proved, answer)
        return not self._is_stopped

    def _on_writing(self, answer: dict[str, Any]) -> bool:
        """Show how far the proof for a file has come; return False to stop it."""
        progress = by_id("workshop-progress")
        progress.toggleAttribute("hidden", self._is_stopped)
        progress.max, progress.value = MOST_NODES, answer["nodes"]
        return not self._is_stopped

    def _show_result(self, scenario: Scenario, answer: Mapping[str, Any]) -> None:
        is_stopped = answer["state"] == "going" and self._is_stopped
        view = proof_view(scenario, answer, is_stopped=is_stopped)
        box, say = by_id("workshop-proof"), self._words.translate
        box.toggleAttribute("hidden", False)
        box.setAttribute("data-state", view.state)
        by_id("workshop-verdict").textContent = say(view.title)
        progress = by_id("workshop-progress")
        progress.toggleAttribute("hidden", view.state != "going")
        progress.max, progress.value = MOST_NODES, answer["nodes"]
        can_write = self._draft.document.kind == "position" and fits_puzzle_file(answer)
        by_id("workshop-puzzle-file").toggleAttribute("hidden", not can_write)
        by_id("workshop-puzzle-note").textContent = ""
        by_id("workshop-facts").replaceChildren(*map(self._make_fact, view.facts))
        self._show_ways(view)

    def _make_fact(self, fact: Message) -> Any:
        node = clone_template("tpl-workshop-fact")
        write_faults(node, (fact,), self._words)
        return node

    def _show_ways(self, view: ProofView) -> None:
        self._shown_ways = view.ways
        self._ways.show(list(enumerate(view.ways)), rewrite_all=True)

    def _update_way(self, parts: ClonedTemplate, view: tuple[int, ProofWay]) -> None:
        number, way = view
        parts.set_text("text", self._words.join(map(self._words.translate, way.lines), "dot"))
        parts.node("[data-workshop-way]").set_attribute("data-workshop-way", str(number))
