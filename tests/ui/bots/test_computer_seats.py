"""Tests of computer players at the table: jobs, plans that fit or not, and open hands."""

from __future__ import annotations

import json
from typing import Any, cast

import pytest

from tashkalar import Game, new_game
from tashkalar.bots import PLANNING_LEVELS
from tashkalar.bots.levels import LEVELS, player
from tashkalar.cards import packs
from tashkalar.position.ids import SeatNumber
from tashkalar.ui.bots.computer_seats import ComputerSeats, PlanJob
from tashkalar.ui.screen.screen import build_screen
from tashkalar.ui.screen.turn_replay import turn_replay
from tashkalar.ui.session.session import Session
from tashkalar.ui.start.new_game_form import NewGameForm
from tashkalar.ui.text.catalogue import Catalogue
from tests import packmaking
from tests.support import arrange, play
from tests.ui.table import english, said

ONE, TWO, THREE = (SeatNumber(n) for n in (1, 2, 3))
ADEPT = {TWO: "adept"}


def a_game() -> Game:
    return new_game("duel", ("northern", "sylvan"), seed=5, names=("Ada", "Adept"))


def theirs() -> Session:
    """The computer, in seat 2, has to choose a mark."""
    return Session(a_game(), curtain=False, bots=ADEPT)


def mine() -> Session:
    """The person, in seat 1, begins."""
    session = theirs()
    session.seating.opponents.fall_back_to_simple_move()
    assert session.play_for_computer()
    return session


def test_all_levels_are_offered() -> None:
    assert tuple(LEVELS) == PLANNING_LEVELS


def test_the_stage_has_the_colour_of_whom_it_tells() -> None:
    """Of the computer while it thinks, of the person who is before it otherwise."""
    assert build_screen(theirs()).action_panel.school == "sylvan"
    assert build_screen(mine()).action_panel.school == "northern"


class TestLookingOn:
    """Games that only computers play."""

    def watched(self) -> Session:
        session = Session(a_game(), curtain=False, bots={ONE: "novice", TWO: "adept"})
        self.decide(session)  # the mark
        return session

    def decide(self, session: Session) -> None:
        session.seating.opponents.fall_back_to_simple_move()
        assert session.play_for_computer()

    def actions(self, session: Session) -> list[str | None]:
        return [choice.action for choice in build_screen(session).action_panel.buttons]

    def test_the_game_can_be_stopped_and_goes_on(self) -> None:
        session = self.watched()
        assert self.actions(session) == ["pause", "pace", "take-over"]
        session.seating.pause()
        shown = build_screen(session).action_panel
        assert session.seating.is_paused and said(shown.question) == "Paused."
        assert said(shown.buttons[0].label) == "Resume"
        session.seating.opponents.is_paused = False
        assert said(build_screen(session).action_panel.question) == "Ada is thinking."

    def test_its_speed_is_one_of_several(self) -> None:
        session = self.watched()
        speeds = []
        for _ in range(5):
            speeds.append(said(build_screen(session).action_panel.buttons[1].label))
            session.seating.opponents.change_speed()
        assert speeds == ["Speed 1×", "Speed 2×", "Speed 4×", "Speed ½×", "Speed 1×"]

    def test_the_turn_is_told_while_it_is_played_and_until_the_next_one_is(self) -> None:
        session = self.watched()
        assert build_screen(session).action_panel.last_turn is None
        for _ in range(6):
            seat, turn = session.seating.seat, session.game.state.turn
            self.decide(session)
            last = build_screen(session).action_panel.last_turn
            who = "Ada" if seat == ONE else "Adept"
            assert last is not None and said(last.title) == f"Turn {turn}: {who}"
            view = turn_replay(session)
            assert view is not None and last.lines
            squares = [line.params.get("square") for line in view.lines]
            assert [line.params.get("square") for line in last.lines] == squares
            numbers = {m.number for m in build_screen(session).marks if m.kind == "trail"}
            assert numbers <= {step.number for step in view.steps}

    def test_whoever_takes_a_seat_is_in_the_game(self) -> None:
        session = self.watched()
        session.seating.pause()
        seat = session.seating.seat
        session.give_seat(seat, "", english())
        assert not session.seating.is_paused and not session.seating.is_computer_due
        session.seating.pause()
        assert not session.seating.opponents.is_paused  # no game of one's own can be stopped


def test_what_computers_did_is_told_when_a_person_is_to_play() -> None:
    """Meanwhile the text would grow with each turn; only for those who watch it does."""
    assert build_screen(theirs()).action_panel.last_turn is None
    game = new_game("melee", ("northern", "sylvan", "southern"), seed=5)
    session = Session(game, curtain=False, bots={TWO: "adept", THREE: "novice"})
    while session.seating.is_computer_due:
        session.seating.opponents.fall_back_to_simple_move()
        session.play_for_computer()
    while not session.seating.is_computer_due:
        session.play_code(session.game.legal_moves()[0].code)
    while session.seating.is_computer_due:
        assert build_screen(session).action_panel.last_turn is None
        session.seating.opponents.fall_back_to_simple_move()
        session.play_for_computer()
    last = build_screen(session).action_panel.last_turn
    assert last is not None and len(last.lines) > 1


class TestJobs:
    def test_a_job_tells_the_view_of_the_seat_and_nothing_else(self) -> None:
        session = theirs()
        job = session.seating.opponents.job
        assert job is not None
        data = json.loads(job.json_text)
        assert data["view"] == json.loads(json.dumps(session.game.view(2)))
        assert set(data) == {"id", "level", "seed", "nodes", "longer", "view"}

    def test_it_stays_the_same_until_it_is_answered(self) -> None:
        opponents = theirs().seating.opponents
        assert opponents.job is opponents.job

    def test_a_game_with_packs_is_thought_about_where_they_are(self) -> None:
        assert not cast(PlanJob, theirs().seating.opponents.job).needs_packs
        module: dict[str, Any] = {}
        exec(packmaking.source(), module)
        pack = packs.register(module["pack"])
        try:
            game = new_game("duel", (pack.id, "sylvan"), seed=5)
            assert cast(PlanJob, Session(game, bots=ADEPT).seating.opponents.job).needs_packs
        finally:
            packs.unregister(pack.id)

    def test_there_is_none_when_a_person_decides(self) -> None:
        assert mine().seating.opponents.job is None

    def test_an_answer_is_played_to_the_end_of_the_turn(self) -> None:
        session = mine()
        play(session.game, "+a5", ".")
        job = session.seating.opponents.job
        assert job is not None
        data = json.loads(job.json_text)
        plan = player("adept", data["seed"], nodes=60).plan(data["view"])
        assert session.seating.opponents.accept_plan(job, plan)
        while session.seating.is_computer_due:
            assert session.play_for_computer()
        assert session.game.player == 1 and session.game.codes[-len(plan) :] == tuple(plan)

    def test_an_answer_to_something_else_is_dropped(self) -> None:
        session = theirs()
        job = session.seating.opponents.job
        assert job is not None
        session.seating.opponents.assign_person(TWO)
        assert not session.seating.opponents.accept_plan(job, ["c5"])
        assert session.game.codes == ()

    @pytest.mark.parametrize("codes", [[], ["nonsense"], ["+e5"]])
    def test_after_an_answer_that_does_not_fit_the_game_goes_on(self, codes: list[str]) -> None:
        session = theirs()
        job = session.seating.opponents.job
        assert job is not None and session.seating.opponents.accept_plan(job, codes)
        assert session.play_for_computer()
        assert len(session.game.codes) == 1

    def test_without_any_plan_a_simple_move_is_played(self) -> None:
        session = theirs()
        session.seating.opponents.fall_back_to_simple_move()
        assert session.play_for_computer()

    def test_another_level_begins_to_think_anew(self) -> None:
        opponents = theirs().seating.opponents
        job = opponents.job
        opponents.assign_level(TWO, "adept")
        assert job is not None and opponents.job is not None and opponents.job.id != job.id
        with pytest.raises(KeyError):
            opponents.assign_level(TWO, "wizard")


class TestTable:
    def test_the_hand_of_the_person_stays_open_while_the_computer_thinks(self) -> None:
        session = theirs()
        shown = {card.id for card in build_screen(session).hand}
        state = session.game.state
        assert shown == {*state.hands[0], *state.legends[0], *state.flares[0]}

    def test_nothing_can_be_chosen_meanwhile(self) -> None:
        session = theirs()
        assert session.moves == () and not session.can_undo
        assert not session.play_code("c5") and not session.click_square("c5")

    def test_the_prompt_says_who_is_thinking(self) -> None:
        prompt = build_screen(theirs()).prompt
        assert said(prompt.title) == "Adept is thinking."
        assert [choice.action for choice in prompt.choices] == ["hurry"]

    def test_nobody_is_asked_to_play_both_sides_alone(self) -> None:
        def actions(bots: dict[SeatNumber, str], seats: int) -> list[str | None]:
            schools = ("northern", "southern", "highland")[:seats]
            game = new_game("duel" if seats == 2 else "melee", schools, seed=1)
            session = Session(game, curtain=False, bots=bots)
            return [choice.action for choice in build_screen(session).prompt.choices]

        assert actions(ADEPT, 2) == ["hurry"]
        assert actions({THREE: "adept"}, 3) == ["hurry", "take-over"]
        assert "take-over" in actions({ONE: "adept", TWO: "adept"}, 2)

    def test_one_person_needs_no_curtain_for_the_computer(self) -> None:
        session = Session(a_game(), bots=ADEPT)
        session.seating.is_covered = False
        session.seating.opponents.fall_back_to_simple_move()
        session.play_for_computer()
        assert not session.seating.is_covered

    def test_two_people_hide_their_hands_from_each_other_alone(self) -> None:
        game = new_game("melee", ("northern", "sylvan", "highland"), seed=1)
        session = Session(game, bots={TWO: "adept"})
        session.seating.is_covered = False
        while session.seating.is_computer_due or session.game.state.phase == "marks":
            session.play_code(session.moves[0].code)
            session.seating.is_covered = False
        assert session.seating.seat == session.seating.viewer == ONE
        for code in ("+a5", "."):
            session.play_code(code)
        assert (
            session.seating.seat == TWO
            and session.seating.viewer == ONE
            and not session.seating.is_covered
        )
        while session.seating.is_computer_due:
            session.seating.opponents.fall_back_to_simple_move()
            session.play_for_computer()
        assert session.seating.viewer == THREE and session.seating.is_covered

    def test_whether_somebody_sits_opposite(self) -> None:
        """Hands are hidden between people alone; one against one is what can be shown in steps."""
        three = new_game("melee", ("northern", "sylvan", "highland"), seed=1)
        for game, bots, opposite, against_one in (
            (a_game(), {}, True, False),
            (a_game(), ADEPT, False, True),
            (a_game(), {ONE: "adept", TWO: "adept"}, False, False),
            (three, ADEPT, True, False),
            (three, {TWO: "adept", THREE: "novice"}, False, False),
        ):
            session = Session(game, bots=bots)
            assert (
                session.seating.has_human_opponent,
                session.seating.is_human_versus_computer,
            ) == (
                opposite,
                against_one,
            ), bots
        puzzle = arrange({}, text="A puzzle.")
        assert not Session(puzzle).seating.has_human_opponent

    def test_a_person_takes_the_seat_over(self) -> None:
        session = theirs()
        session.seating.opponents.assign_person(TWO)
        assert session.moves and session.seating.human_count == 2

    def test_any_seat_can_change_hands_at_any_time(self) -> None:
        session = mine()
        assert (
            session.give_seat(ONE, "novice", english())
            and session.seating.is_computer_due
            and session.seating.human_count == 0
        )
        assert (
            session.give_seat(ONE, "master", english())
            and session.seating.opponents.level_by_seat[ONE] == "master"
        )
        assert not session.give_seat(ONE, "master", english())
        with pytest.raises(KeyError):
            session.give_seat(ONE, "wizard", english())
        assert session.give_seat(ONE, "", english()) and session.give_seat(TWO, "", english())
        assert session.seating.human_count == 2 and session.moves
        while not session.game.is_over:
            session.game.resign(1)
        assert not session.give_seat(ONE, "novice", english())

    def test_a_name_that_says_a_level_follows_who_plays(self) -> None:
        """The name changes in the past moves and in saves too; undo does not change it."""
        form = NewGameForm()
        fields = {"form": "melee", "players": "3", "choosing": "players", "name-1": "Adept"}
        fields |= {"school-1": "northern", "school-2": "sylvan", "school-3": "highland"}
        form.update_fields(fields | form.fields_against_bots("adept"))
        game = form.create_game(english())
        assert game is not None and game.setup.names == ("Adept", "Adept 1", "Adept 2")
        session = Session(game, curtain=False, bots=form.bots)
        while session.game.state.phase == "marks":
            game.play(game.legal_moves()[0])
        game.play("+a5")
        assert session.give_seat(TWO, "master", english())
        assert game.setup.names == ("Adept", "Master", "Adept")
        assert {entry.state_before.setup for entry in game.history()} == {game.setup}
        assert Game.from_json(game.to_json()).setup.names == game.setup.names
        game.undo()
        assert game.setup.names == ("Adept", "Master", "Adept") and game.can_redo
        assert session.give_seat(THREE, "", english())
        assert game.setup.names == ("Adept", "Master", "")
        game.rename(("Adept", "Δάσκαλος", ""))  # another language was spoken then
        texts = {"en": {"bots.novice": "Novice"}, "el": {"bots.master": "Δάσκαλος"}}
        assert session.give_seat(TWO, "novice", Catalogue(texts))
        assert game.setup.names == ("Adept", "Novice", "")

    def test_patience_is_asked_for(self) -> None:
        opponents = theirs().seating.opponents
        assert json.loads(cast(PlanJob, opponents.job).json_text)["longer"] is False
        opponents.has_long_thinking = True
        opponents.assign_level(TWO, "adept")
        assert json.loads(cast(PlanJob, opponents.job).json_text)["longer"] is True

    def test_the_computer_plays_against_itself_to_the_end(self) -> None:
        session = Session(a_game(), bots={ONE: "adept", TWO: "adept"})
        session.seating.is_covered = False
        while not session.game.is_over:
            session.seating.opponents.fall_back_to_simple_move()
            assert session.play_for_computer()
        assert session.game.outcome is not None


def test_opponents_leave_a_game_without_them_alone() -> None:
    game = a_game()
    opponents = ComputerSeats(game, {})
    assert (
        opponents.deciding_seat is None
        and opponents.job is None
        and opponents.take_next_code() is None
    )
