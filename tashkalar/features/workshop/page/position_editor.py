"""The panel in which a person sets up a position: tray, form, turn, hands and tasks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tashkalar import cards
from tashkalar.cards.schools import built_in_schools
from tashkalar.features.workshop import position
from tashkalar.features.workshop.draft import Draft
from tashkalar.features.workshop.page.card_picker import CardChoice, CardPicker
from tashkalar.features.workshop.page.parts import color_of, fill_select, make_card, school_of
from tashkalar.features.workshop.position import Scenario, Stone
from tashkalar.features.workshop.position_faults import PositionFault
from tashkalar.position.board import RANKS
from tashkalar.position.ids import SeatNumber, seat_of
from tashkalar.position.move import Message
from tashkalar.rules.forms import FORMS
from tashkalar.ui.text import phrases
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.web.board.cards import draw_stone
from tashkalar.web.browser.dom import (
    ClonedTemplate,
    DomNode,
    KeyedList,
    by_id,
    clone_template,
    find_field,
)
from tashkalar.web.browser.fault_text import write_faults
from tashkalar.web.browser.listeners import PageEvent, listen

_FIRST_TOOL = f"1 {RANKS[0]}"
_NO_STONE = "none"  # the tool of the tray that takes pieces away
_GATEWAY = "gateway"  # the tool that says which piece is the Gateway


class PositionEditor:
    """Changes the draft; `is_shown` tells whether the panel has the board."""

    def __init__(self, words: Catalogue, draft: Draft, is_shown: Callable[[], bool]) -> None:
        self._words, self._draft, self._is_shown = words, draft, is_shown
        self._tool = _FIRST_TOOL  # what a click on an empty square puts there
        self._picker = CardPicker(words)
        self._seats: KeyedList[tuple[SeatNumber, Scenario, str]] = KeyedList(
            by_id("workshop-seats"),
            lambda _: clone_template("tpl-workshop-seat"),
            self._update_seat,
            key=lambda view: view[0],
        )
        panel = by_id("workshop-position")
        listen(panel, "click", self._on_click)
        listen(panel, "change", self._on_change)
        listen(by_id("workshop-tray"), "keydown", self._on_tray_key)
        self._opener = ""  # the selector of the button that has opened the choice of cards
        listen(by_id("dlg-workshop-cards"), "close", self._on_cards_chosen)

    # -- the board -----------------------------------------------------------------------

    @property
    def takes_input(self) -> bool:
        """True while the board belongs to this panel."""
        return self._is_shown()

    def choose_square(self, square: str) -> None:
        """Put the chosen piece on an empty square; turn a piece into the next one."""
        scenario = self._draft.scenario
        standing, tool = position.stones(scenario).get(square), _stone(self._tool)
        if self._tool == _GATEWAY:
            self._toggle_gateway(square)
        elif tool is None:
            self.clear_square(square)
        elif standing:
            self._draft.change(position.turn_stone(scenario, square))
            self._say_standing(square)
        elif position.pieces_left(scenario, tool) > 0:
            self._put(square, tool)
        else:
            self._say(Message("workshop.no-piece", {"piece": self._name(tool)}))

    def _toggle_gateway(self, square: str) -> None:
        scenario = self._draft.scenario
        if position.can_be_gateway(scenario, square):
            self._draft.change(position.toggle_gateway(scenario, square))
            self._say_standing(square)
        elif color := position.gateway_color(scenario):
            who = phrases.color_name(position.setup_of(scenario), color)
            self._say(Message("workshop.gateway.which", {"who": who}))

    def clear_square(self, square: str) -> None:
        """Take away what stands on a square."""
        if square in self._draft.scenario["board"]:
            self._draft.change(position.put_stone(self._draft.scenario, square, None))
            self._say(Message("workshop.cleared", {"square": square}))

    def can_drag(self, source: str) -> bool:
        """Tell whether a square has a piece, or the supply still has one of the tray."""
        stone = _stone(source) if " " in source else None
        if stone is None:
            return source in self._draft.scenario["board"]
        return position.pieces_left(self._draft.scenario, stone) > 0

    def drop(self, source: str, square: str | None) -> None:
        """Put a dragged piece on a square; a piece of the board dropped beside it is taken away."""
        stone = _stone(source) if " " in source else None
        if stone is not None:
            if square:
                self._put(square, stone)
        elif square is None:
            self.clear_square(source)
        elif square != source:
            self._draft.change(position.move_stone(self._draft.scenario, source, square))
            self._say_standing(square)

    def _put(self, square: str, stone: Stone) -> None:
        self._draft.change(position.put_stone(self._draft.scenario, square, stone))
        self._say_standing(square)

    def _say_standing(self, square: str) -> None:
        stone = position.stones(self._draft.scenario)[square]
        is_gateway = self._draft.scenario.get("gateway") == square
        gateway = (Message("square.gateway"),) if is_gateway else ()
        params = {"square": square, "about": (self._name(stone), *gateway)}
        self._say(Message("square.label", params))

    def _name(self, stone: Stone) -> Message:
        setup = position.setup_of(self._draft.scenario)
        return phrases.piece_name(setup, stone.owner, stone.rank)

    def _say(self, message: Message) -> None:
        by_id("workshop-note").textContent = self._words.translate(message)

    def begin(self) -> None:
        """Begin with another work: the first piece of the tray is chosen."""
        self._tool = _FIRST_TOOL
        self.show_hint()

    def show_hint(self) -> None:
        """Say how the board is used, in the place of what was last said."""
        self._say(Message("workshop.tray.hint"))

    # -- drawing -------------------------------------------------------------------------

    def show(self, faults: Sequence[PositionFault]) -> None:
        """Draw the panel."""
        scenario, say = self._draft.scenario, self._words.text
        self._show_tray()
        forms = [(form, say(f"form.{form}.name")) for form in FORMS]
        fill_select(by_id("workshop-form"), forms, scenario["form"])
        players = [
            (f"{count} {is_team}", say("workshop.teams") if is_team else str(count))
            for count, is_team in position.players_to_choose(scenario)
        ]
        count, is_team = position.players(scenario)
        fill_select(by_id("workshop-players"), players, f"{count} {is_team}")
        seat, actions = position.turn_of(scenario)
        numbers = range(min(1, actions), max(position.MOST_ACTIONS, actions) + 1)
        fill_select(by_id("workshop-actions"), [(str(n), str(n)) for n in numbers], str(actions))
        self._show_turn(seat)
        of_hands = {one.seat: self._words.translate(one.message) for one in faults if one.seat}
        views = [
            (SeatNumber(n), scenario, of_hands.get(SeatNumber(n), ""))
            for n in range(1, len(scenario["seats"]) + 1)
        ]
        self._seats.show(views, rewrite_all=True)
        self._show_tasks()
        for place in ("board", "turn", "tasks"):
            messages = [fault.message for fault in faults if fault.place == place]
            write_faults(by_id(f"workshop-fault-{place}"), messages, self._words)

    def _show_tray(self) -> None:
        scenario = self._draft.scenario
        setup = position.setup_of(scenario)
        had_focus = bool(by_id("workshop-tray").querySelector(":focus"))
        nodes = []
        for color in position.colors(scenario):
            for rank in RANKS:
                stone, node = Stone(color, rank), clone_template("tpl-workshop-stone")
                left = position.pieces_left(scenario, stone)
                draw_stone(
                    node.querySelector(".stone"), rank, phrases.school_of_color(setup, color)
                )
                find_field(node, "left").textContent = str(left)
                node.setAttribute("data-workshop-stone", f"{color} {rank}")
                node.setAttribute("aria-disabled", "true" if left <= 0 else "false")
                label = Message("workshop.tray.piece", {"piece": self._name(stone), "n": left})
                node.setAttribute("aria-label", self._words.translate(label))
                nodes.append(node)
        if position.gateway_color(scenario) is not None:
            gateway = clone_template("tpl-workshop-gateway")
            gateway.setAttribute("aria-label", self._words.text("workshop.gateway"))
            gateway.setAttribute("title", self._words.text("workshop.gateway"))
            nodes.append(gateway)
        elif self._tool == _GATEWAY:
            self._tool = _FIRST_TOOL
        eraser = clone_template("tpl-workshop-eraser")
        eraser.setAttribute("aria-label", self._words.text("workshop.tray.eraser"))
        eraser.setAttribute("title", self._words.text("workshop.tray.eraser"))
        by_id("workshop-tray").replaceChildren(*nodes, eraser)
        self._mark_tool(focus=had_focus)

    def _mark_tool(self, *, focus: bool) -> None:
        for node in by_id("workshop-tray").children:
            is_chosen = str(node.dataset.workshopStone) == self._tool
            node.setAttribute("aria-checked", "true" if is_chosen else "false")
            node.setAttribute("tabindex", "0" if is_chosen else "-1")
            if is_chosen and focus:
                node.focus()

    def _show_turn(self, turn: SeatNumber) -> None:
        scenario, sides = self._draft.scenario, []
        for number in range(1, len(scenario["seats"]) + 1):
            side = clone_template("tpl-workshop-side")
            choice = side.querySelector("input")
            choice.value = str(number)
            choice.checked = number == turn
            find_field(side, "name").textContent = color_of(
                scenario, SeatNumber(number), self._words
            )
            sides.append(side)
        by_id("workshop-turn").replaceChildren(*sides)

    def _update_seat(self, parts: ClonedTemplate, view: tuple[SeatNumber, Scenario, str]) -> None:
        (seat, scenario, fault), say = view, self._words.text
        root = parts.root.node
        root.setAttribute("data-workshop-seat", str(seat))
        parts.set_text("school-label", say("workshop.school", n=seat))
        names = [(school, say(f"school.{school}.name")) for school in built_in_schools()]
        school = scenario["seats"][seat_of(seat)]["school"]
        if school not in built_in_schools():  # of a pack
            names.append((school, say(f"school.{school}.name")))
        fill_select(root.querySelector("[data-workshop-school]"), names, school)
        points = position.score_of(scenario, seat)
        parts.field("score").set_attribute("hidden", points is None)
        root.querySelector("[data-workshop-score]").value = str(points or 0)
        stones_of = school_of(scenario, seat)
        nodes: list[DomNode] = []
        for key in position.HAND_SIZES:
            ids = position.named_cards(scenario, seat, key)
            nodes += [make_card(id, stones_of, self._words) for id in ids or ()]
            nodes.append(self._make_choose(key, is_dealt=ids is None))
        parts.field("cards").node.replaceChildren(*nodes)
        parts.set_text("fault", fault)

    def _make_choose(self, key: str, *, is_dealt: bool = False) -> DomNode:
        node = clone_template("tpl-workshop-choose")
        node.setAttribute("data-workshop-choose", key)
        id = f"workshop.dealt.{key}" if is_dealt else f"workshop.choose.{key}"
        find_field(node, "label").textContent = self._words.text(id)
        return node

    def _show_tasks(self) -> None:
        scenario = self._draft.scenario
        has_tasks = FORMS[scenario["form"]].has_tasks
        by_id("workshop-tasks").toggleAttribute("hidden", not has_tasks)
        ids = position.current_tasks(scenario)
        nodes = [make_card(id, "", self._words) for id in ids or ()]
        choose = self._make_choose("tasks", is_dealt=ids is None)
        by_id("workshop-task-list").replaceChildren(*nodes, choose)

    # -- input ---------------------------------------------------------------------------

    def _on_click(self, event: PageEvent) -> None:
        if stone := event.closest("[data-workshop-stone]"):
            self._tool = str(stone.dataset.workshopStone)
            self._mark_tool(focus=True)
        elif choose := event.closest("[data-workshop-choose]"):
            self._open_picker(_seat_of(choose), str(choose.dataset.workshopChoose))
        elif taken := event.closest("[data-workshop-take]"):
            self._take_card(_seat_of(taken), str(taken.dataset.workshopTake))

    def _on_cards_chosen(self, event: PageEvent) -> None:
        """Focus the button that has opened the dialog, or the new one in its place."""
        if button := by_id("workshop-position").querySelector(self._opener):
            button.focus()

    def _on_tray_key(self, event: PageEvent) -> None:
        steps = {"ArrowRight": 1, "ArrowDown": 1, "ArrowLeft": -1, "ArrowUp": -1}
        if event.key not in steps:
            return
        tools = [str(node.dataset.workshopStone) for node in by_id("workshop-tray").children]
        self._tool = tools[(tools.index(self._tool) + steps[event.key]) % len(tools)]
        self._mark_tool(focus=True)
        event.prevent_default()

    def _on_change(self, event: PageEvent) -> None:
        node, scenario = event.target, self._draft.scenario
        if event.closest("#workshop-form"):
            changed = position.set_form(scenario, str(node.value))
            self._tool = _FIRST_TOOL
        elif event.closest("#workshop-players"):
            count, _, is_team = str(node.value).partition(" ")
            changed = position.set_players(scenario, int(count), is_team=is_team == "True")
            self._tool = _FIRST_TOOL
        elif event.closest("#workshop-actions"):
            changed = position.set_turn(scenario, actions=int(node.value))
        elif event.closest("#workshop-turn"):
            changed = position.set_turn(scenario, seat=SeatNumber(int(node.value)))
        elif event.closest("[data-workshop-school]"):
            changed = position.set_school(scenario, _seat_of(node) or SeatNumber(1), node.value)
        elif event.closest("[data-workshop-score]"):
            points = int(node.value) if str(node.value).isdecimal() else 0
            changed = position.set_score(scenario, _seat_of(node) or SeatNumber(1), min(points, 99))
        else:
            return
        self._draft.change(changed)

    def _take_card(self, seat: SeatNumber | None, id: str) -> None:
        """Take a card out of a hand, or a task out of the row."""
        scenario = self._draft.scenario
        if seat is None:
            left = [one for one in position.current_tasks(scenario) or () if one != id]
            self._draft.change(position.set_tasks(scenario, left))
            return
        for key in position.HAND_SIZES:
            held = position.named_cards(scenario, seat, key) or ()
            if id in held:
                left = [one for one in held if one != id]
                self._draft.change(position.set_cards(scenario, seat, key, left))

    def _open_picker(self, seat: SeatNumber | None, key: str) -> None:
        scenario = self._draft.scenario
        if seat is None:
            chosen, ids, school = position.current_tasks(scenario), tuple(cards.TASKS), ""
        else:
            chosen, school = position.named_cards(scenario, seat, key), school_of(scenario, seat)
            ids = _cards_of(scenario, seat, key)

        def set_chosen(ids: Sequence[str]) -> None:
            now = self._draft.scenario
            self._draft.change(
                position.set_tasks(now, ids)
                if seat is None
                else position.set_cards(now, seat, key, ids)
            )

        place = f'[data-workshop-seat="{seat}"]' if seat else "#workshop-task-list"
        self._opener = f'{place} [data-workshop-choose="{key}"]'
        title, most = Message(f"workshop.choose.{key}"), position.most_cards(scenario, key)
        self._picker.open(CardChoice(title, ids, chosen or (), most, school, set_chosen))


def _cards_of(scenario: Scenario, seat: SeatNumber, key: str) -> tuple[str, ...]:
    """Return the cards that a hand of a seat can have."""
    if key == "flare":
        return tuple(cards.FLARES)
    if key == "legends":
        return tuple(card.id for card in cards.legend_deck())
    return tuple(card.id for card in cards.by_school(scenario["seats"][seat_of(seat)]["school"]))


def _stone(tool: str) -> Stone | None:
    """Return the piece of a tool of the tray; None for a tool that puts none."""
    if tool in (_NO_STONE, _GATEWAY):
        return None
    return next(iter(position.stones({"board": {"": tool}}).values()))


def _seat_of(node: DomNode) -> SeatNumber | None:
    """Return the seat that a control belongs to; None for one of the tasks."""
    row = node.closest("[data-workshop-seat]")
    return SeatNumber(int(row.dataset.workshopSeat)) if row else None
