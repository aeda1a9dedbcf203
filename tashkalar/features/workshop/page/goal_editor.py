"""The panel in which a person names a position and says what its goal is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tashkalar import Game
from tashkalar.cards.tasks import TASKS
from tashkalar.errors import ScenarioError
from tashkalar.features.workshop import goals, position
from tashkalar.features.workshop.documents import LONGEST_TITLE
from tashkalar.features.workshop.draft import Draft
from tashkalar.features.workshop.goals import Condition
from tashkalar.features.workshop.page.parts import fill_select, language_name
from tashkalar.features.workshop.position_faults import PositionFault
from tashkalar.ui.session.goal_panel import goal_panel_view
from tashkalar.ui.text import phrases
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.browser.dom import ClonedTemplate, KeyedList, by_id, clone_template
from tashkalar.web.browser.fault_text import write_faults
from tashkalar.web.browser.listeners import PageEvent, listen

_ADD = ""  # the entry of the menu that is shown while nothing is added


class GoalEditor:
    """Changes the goal of the draft; `is_shown` tells whether the panel has the board."""

    def __init__(
        self,
        words: Catalogue,
        draft: Draft,
        is_shown: Callable[[], bool],
        redraw_board: Callable[[], None],
    ) -> None:
        self._words, self._draft, self._is_shown = words, draft, is_shown
        self._redraw_board = redraw_board
        self._chosen = -1  # the condition for which squares are chosen; -1: none
        self._list: KeyedList[tuple[int, str]] = KeyedList(
            by_id("workshop-conditions"),
            lambda _: clone_template("tpl-workshop-condition"),
            self._update,
            key=lambda view: view[0],
        )
        panel = by_id("workshop-goal")
        listen(panel, "click", self._on_click)
        listen(panel, "change", self._on_change)
        listen(by_id("workshop-name"), "input", self._on_name_typed)
        self._is_typing = False  # keys change the choice of what to add; Enter adds it
        listen(by_id("workshop-add"), "keydown", self._on_add_key)
        listen(by_id("workshop-add"), "pointerdown", self._on_add_pressed)

    # -- the board -----------------------------------------------------------------------

    @property
    def takes_input(self) -> bool:
        """True while squares are chosen for a condition."""
        return self._is_shown() and self._chosen >= 0

    @property
    def marked_squares(self) -> tuple[str, ...]:
        """The squares that the conditions name."""
        wanted = goals.conditions(self._draft.scenario)
        if goals.is_nested(self._draft.scenario):
            return ()
        return tuple(square for one in wanted for square in goals.squares_of(one))

    def choose_square(self, square: str) -> None:
        """Choose a square for the condition, or leave it out again."""
        scenario = self._draft.scenario
        wanted = list(goals.conditions(scenario))
        wanted[self._chosen] = goals.toggle_square(scenario, wanted[self._chosen], square)
        self._draft.change(goals.set_conditions(scenario, wanted))

    # -- drawing -------------------------------------------------------------------------

    def show(self, faults: Sequence[PositionFault]) -> None:
        """Draw the panel."""
        scenario, say = self._draft.scenario, self._words.text
        name, title = by_id("workshop-name"), self._draft.document.own_title(self._words.language)
        if str(name.value).strip() != title:  # else the cursor would jump while it is typed
            name.value = title
        lacking = self._draft.document.missing_languages
        by_id("workshop-languages").textContent = (
            say("workshop.languages", languages=tuple(map(language_name, lacking)))
            if lacking
            else ""
        )
        wanted = goals.conditions(scenario)
        self._chosen = min(self._chosen, len(wanted) - 1)
        self._list.show(list(enumerate(self._sentences())), rewrite_all=True)
        nested = goals.is_nested(scenario)
        kinds = [(kind, say(f"workshop.goal.{kind}")) for kind in goals.menu(scenario)]
        fill_select(by_id("workshop-add"), [(_ADD, say("workshop.goal.choose")), *kinds], _ADD)
        is_alone = nested or goals.is_survival(scenario)
        is_full = is_alone or len(wanted) >= goals.MOST_CONDITIONS
        by_id("workshop-add").toggleAttribute("disabled", is_full)
        by_id("workshop-join").toggleAttribute("hidden", len(wanted) < 2 or nested)
        for choice in by_id("workshop-join").querySelectorAll("input"):
            choice.checked = str(choice.value) == goals.join_of(scenario)
        by_id("workshop-one-turn").toggleAttribute("hidden", not wanted or is_alone)
        by_id("workshop-one-turn-box").checked = goals.is_one_turn(scenario)
        about = "workshop.goal.about" if not wanted else ""
        by_id("workshop-goal-about").textContent = say(about) if about else ""
        messages = [one.message for one in faults if one.place == "goal"]
        write_faults(by_id("workshop-fault-goal"), messages, self._words)

    def _sentences(self) -> list[str]:
        """Return the conditions as sentences; their kinds while the position has a fault."""
        scenario = self._draft.scenario
        try:
            view = goal_panel_view(Game.from_scenario(scenario), self._words.language)
        except ScenarioError:
            kinds = map(goals.kind_of_condition, goals.conditions(scenario))
            return [self._words.text(f"workshop.goal.{kind}") for kind in kinds]
        return [self._words.translate(part.text) for part in view.parts] if view else []

    def _update(self, parts: ClonedTemplate, view: tuple[int, str]) -> None:
        number, sentence = view
        scenario, root = self._draft.scenario, parts.root.node
        condition = goals.conditions(scenario)[number]
        nested = goals.is_nested(scenario)
        kind = "" if nested else goals.kind_of_condition(condition)
        root.setAttribute("data-workshop-condition", str(number))
        parts.set_text("text", sentence)
        self._show_cards(parts, kind, condition)
        counted = goals.feared_condition(condition)
        self._show_numbers(parts, "" if nested else goals.kind_of_condition(counted), counted)
        parts.field("feared-field").set_attribute("hidden", kind != "survive")
        if kind == "survive":
            kinds = [(one, self._words.text(f"workshop.goal.{one}")) for one in goals.FEARED]
            chosen = goals.kind_of_condition(counted)
            fill_select(root.querySelector('[data-workshop-value="feared"]'), kinds, chosen)
        squares = root.querySelector("[data-workshop-squares]")
        squares.toggleAttribute("hidden", kind not in goals.ON_SQUARES)
        squares.setAttribute("aria-pressed", "true" if number == self._chosen else "false")

    def _show_numbers(self, parts: ClonedTemplate, kind: str, condition: Condition) -> None:
        root = parts.root.node
        parts.field("number-field").set_attribute("hidden", kind not in goals.NUMBERED)
        if kind in goals.NUMBERED:
            root.querySelector('[data-workshop-value="number"]').value = str(condition[kind])
        parts.field("rank-field").set_attribute("hidden", kind != "destroy")
        if kind == "destroy":
            names = [(r, self._words.text(f"workshop.goal.rank.{r}")) for r in goals.DESTROYED]
            chosen = goals.destroyed_ranks(condition)
            fill_select(root.querySelector('[data-workshop-value="rank"]'), names, chosen)

    def _show_cards(self, parts: ClonedTemplate, kind: str, condition: Condition) -> None:
        parts.field("card-field").set_attribute("hidden", kind not in ("summon", "claim"))
        if kind not in ("summon", "claim"):
            return
        seat, _ = position.turn_of(self._draft.scenario)
        ids = goals.cards_to_choose(self._draft.scenario, seat) if kind == "summon" else TASKS
        names = [(id, self._words.translate(phrases.card_name(id))) for id in ids]
        parts.set_text("card-label", self._words.text(f"workshop.goal.card.{kind}"))
        node = parts.root.node.querySelector('[data-workshop-value="card"]')
        fill_select(node, names, condition[kind])

    # -- input ---------------------------------------------------------------------------

    def _on_click(self, event: PageEvent) -> None:
        row = event.closest("[data-workshop-condition]")
        if row is None:
            return
        number = int(row.dataset.workshopCondition)
        if event.closest("[data-workshop-remove]"):
            wanted = list(goals.conditions(self._draft.scenario))
            del wanted[number]
            self._chosen = -1
            self._draft.change(goals.set_conditions(self._draft.scenario, wanted))
            by_id("workshop-add").focus()
        elif event.closest("[data-workshop-squares]"):
            self._chosen = -1 if self._chosen == number else number
            self._list.show(list(enumerate(self._sentences())), rewrite_all=True)
            self._redraw_board()

    def _on_name_typed(self, event: PageEvent) -> None:
        title = str(event.target.value).strip()[:LONGEST_TITLE]
        document, language = self._draft.document, self._words.language
        self._draft.change_document(document.with_title(language, title), f"{language} title")

    def _on_add_pressed(self, event: PageEvent) -> None:
        self._is_typing = False

    def _on_add_key(self, event: PageEvent) -> None:
        """Add with Enter: arrows and letters change the choice at each press."""
        if event.key == "Enter":
            self._is_typing = False
            self._add_condition()
        elif event.key not in ("Tab", "Shift", "Escape"):
            self._is_typing = True

    def _add_condition(self) -> None:
        scenario, kind = self._draft.scenario, str(by_id("workshop-add").value)
        if kind == _ADD:
            return
        wanted = goals.conditions(scenario)
        self._chosen = len(wanted) if kind in goals.ON_SQUARES else -1
        added = goals.new_condition(scenario, kind)
        self._draft.change(goals.set_conditions(scenario, [*wanted, added]))

    def _on_change(self, event: PageEvent) -> None:
        scenario, node = self._draft.scenario, event.target
        wanted = goals.conditions(scenario)
        if event.closest("#workshop-add"):
            if not self._is_typing:
                self._add_condition()
            return
        if event.closest("#workshop-join"):
            changed = goals.set_conditions(scenario, wanted, join=str(node.value))
        elif event.closest("#workshop-one-turn"):
            changed = goals.set_conditions(scenario, wanted, one_turn=bool(node.checked))
        elif row := event.closest("[data-workshop-condition]"):
            number = int(row.dataset.workshopCondition)
            after = list(wanted)
            part, value = str(node.dataset.workshopValue), str(node.value)
            after[number] = goals.change_condition(scenario, after[number], part, value)
            changed = goals.set_conditions(scenario, after)
        else:
            if event.closest("#workshop-name"):
                self._draft.end_line()
            return
        self._draft.change(changed)
