"""The stage: what is asked, the card, what would happen, and one row of buttons."""

from __future__ import annotations

import pytest

from tashkalar import Game, new_game
from tashkalar.cards import BEINGS
from tashkalar.features.lessons.selection_lines import names_all_squares
from tashkalar.position.literals import EVENT_FIELDS
from tashkalar.ui.screen.action_panel import text_length_class
from tashkalar.ui.screen.preview import OMITTED_KINDS, PREVIEW_MESSAGE_IDS
from tashkalar.ui.screen.screen import build_screen
from tashkalar.ui.session.session import Session
from tashkalar.ui.views import ActionPanelView
from tests import golden
from tests.engine.test_melee import melee
from tests.support import arrange, pattern_at, play
from tests.ui.previews import compute_preview
from tests.ui.table import english, invoking, said, short_of_pieces

KNIGHT = pattern_at("knight", "e5") | {"e5": "2 common", "i4": "2 common"}


def stage(
    game: Game, card: str | None = None, square: str | None = None, *, glance: str | None = None
) -> ActionPanelView:
    """The stage with a card up and a square looked at, its outcome worked out."""
    session = Session(game, curtain=False)
    if card:
        session.click_card(card)
    session.look_at_square(square)
    session.hover_card(glance)
    compute_preview(session)
    return build_screen(session).action_panel


def lines(view: ActionPanelView) -> list[tuple[str, bool, str]]:
    return [(line.sign, line.is_possible, said(line.text)) for line in view.lines]


def row(view: ActionPanelView) -> list[str | None]:
    return [choice.code or f"({choice.action})" for choice in view.buttons]


def test_what_the_coach_has_named_is_not_named_again() -> None:
    board = pattern_at("swordmaster", "e5") | {"g3": "1 common", "g5": "1 common"}
    session = Session(arrange(board, hand=["swordmaster"]), curtain=False)
    assert not names_all_squares(session, "Choose e5 or g4.")  # no card is selected
    session.click_card("swordmaster")
    assert {move.square for move in session.moves if move.kind == "summon"} == {"e5", "g4"}
    assert names_all_squares(session, "Choose e5 or g4.")
    assert not names_all_squares(session, "Choose e5.")


class TestWhatAChoiceDoes:
    @pytest.mark.parametrize("form", ["duel", "high-form"])
    def test_a_legend_earns_a_point(self, form: str) -> None:
        """For being summoned in the duel (R14.4), for standing there in the High Form (R13.1)."""
        legend = arrange(pattern_at("titan", "e5"), legends=["titan"], form=form)
        assert ("gain", False, "+1 point") in lines(stage(legend, "titan", "e5"))
        hero = arrange(pattern_at("swordmaster", "e5"), hand=["swordmaster"], form=form)
        assert not any("point" in text for _, _, text in lines(stage(hero, "swordmaster", "e5")))

    def test_a_summoning_that_destroys_nothing_says_so(self) -> None:
        nothing = ("note", False, "Nothing is destroyed")
        board = pattern_at("swordmaster", "e5")
        game = arrange(board, hand=["swordmaster"])
        assert nothing in lines(stage(game, "swordmaster", "e5"))
        assert nothing not in lines(stage(game, None, "a4"))  # nobody would expect it of a piece
        taken = arrange(board | {"e5": "2 common"}, hand=["swordmaster"])
        assert nothing not in lines(stage(taken, "swordmaster", "e5"))

    def test_a_being_that_destroys_itself_is_told_by_name(self) -> None:
        """On its square another piece may have made way: nothing is said twice of one piece."""
        board = pattern_at("bomb", "e5") | {"e5": "1 common", "e6": "1 common", "d6": "2 common"}
        told = [text for *_, text in lines(stage(arrange(board, hand=["bomb"]), "bomb", "e5"))]
        assert "Your own piece on e5 is destroyed" in told
        assert "e5 is destroyed: Bomb" in told
        assert "e6 is destroyed: common piece of Blue" in told

    def test_nothing_is_told_as_if_it_had_happened(self) -> None:
        """Of every kind of event: words of its own, or a sentence that tells no more than now."""
        plain = {"borrow", "count-as-legend", "draw-extra", "empties", "end-triggered"}
        plain |= {"extra-turn", "freeze", "lose-action", "multiply-destroyed", "over"}
        plain |= {"pass-control", "remove", "resign", "summon-with"}
        kinds = set(EVENT_FIELDS) | {"leap", "run-over", "replace"}
        assert set(PREVIEW_MESSAGE_IDS) | OMITTED_KINDS | plain == kinds
        assert not plain & (set(PREVIEW_MESSAGE_IDS) | OMITTED_KINDS)
        for kind, words in PREVIEW_MESSAGE_IDS.items():
            assert english().text(words) != english().text(f"log.{kind}")

    def test_a_move_is_told_before_it_is_made(self) -> None:
        board = {**pattern_at("unicorn", "e5"), "e6": "2 common"}
        game = arrange(board, school="sylvan", other="northern", hand=["unicorn"])
        play(game, "unicorn@e5", "move")
        session = Session(game, curtain=False)
        if len(session.targets.origins) > 1:
            session.click_square("e5")
        session.look_at_square("e6")
        compute_preview(session)
        shown_lines = lines(build_screen(session).action_panel)
        assert ("doom", False, "e6 is destroyed: common piece of Blue") in shown_lines
        assert ("note", False, "The piece on e5 moves to e6") in shown_lines
        session.play_code("e5-e6")
        assert "Moved e5–\u2060e6: heroic piece of Green" in said(
            build_screen(session).last_move_lines
        )


class TestWithoutACard:
    def test_what_can_be_summoned(self) -> None:
        view = stage(arrange(KNIGHT, hand=["knight", "champion"]))
        assert view.kind == "idle" and view.card is None
        assert [(ready.card, said(ready.details)) for ready in view.ready_cards] == [
            ("knight", "on e5")
        ]
        assert view.buttons == () and view.instruction is not None and view.lines_title is None
        assert said(view.instruction) == "Choose a square or a card"
        glance = stage(arrange(KNIGHT, hand=["knight", "champion"]), glance="champion")
        assert glance.card is not None and glance.ready_cards == ()  # the card has the place

    def test_the_very_first_turn_says_that_it_has_one_action(self) -> None:
        """Neither a scenario nor the next player's turn says so (R5.1)."""
        game = new_game("high-form", ["northern", "sylvan"], seed=1)
        assert said(stage(game).question) == "First turn: one action."
        play(game, "+e5")
        assert said(stage(game).question) == "No actions left."
        play(game, ".")
        assert said(stage(game).question) == "Use your 2 actions."
        assert said(stage(arrange({}, actions=1)).question) == "Use your last action."

    def test_the_first_turn_of_each_player_says_what_an_action_is(self) -> None:
        """Later nobody needs to be told again."""
        game = new_game("high-form", ["northern", "sylvan"], seed=1)
        what = ("note", False, "Choose an empty square to place a piece, or select a card.")
        for codes in ((), ("+e5", "."), ("+a4",)):
            play(game, *codes)
            assert what in lines(stage(game)), game.codes
        play(game, "+a5", ".")
        assert what not in lines(stage(game))

    def test_a_flare_is_ready_too_with_what_it_needs(self) -> None:
        board = dict.fromkeys(("a4", "a5", "a6", "b2", "b3", "b4", "b5"), "2 common")
        view = stage(arrange(board, hand=["knight"], flare="flare-01"))
        assert [(ready.card, said(ready.details)) for ready in view.ready_cards] == [
            ("flare-01", "6 fewer pieces")
        ]
        board = dict.fromkeys(board, "2 heroic")
        (ready,) = stage(arrange(board, flare="flare-01", actions=0)).ready_cards
        assert said(ready.details) == "3 fewer upgraded | 6 fewer pieces"
        assert stage(arrange({}, flare="flare-01")).ready_cards == ()

    @pytest.mark.parametrize("owner", [1, 2])
    def test_a_piece_that_was_lost_under_a_being_is_told_of_the_other_side(
        self, owner: int
    ) -> None:
        """The panel does not report the player's own destroyed piece."""
        board = pattern_at("knight", "e5") | {"e5": f"{owner} common"}
        game = play(arrange(board, hand=["knight"]), "knight@e5", "-", "+a5", ".")
        session = Session(game, curtain=False)
        last = build_screen(session).action_panel.last_turn
        assert last is not None
        lost = ["e5 destroyed"] if owner == 2 else []
        assert [said(line) for line in last.lines] == ["Knight on e5", *lost, "piece on a5"]

    def test_what_the_others_did_before(self) -> None:
        game = play(arrange({}), "+e5", "+e6", ".")
        session = Session(game, curtain=False)
        last = build_screen(session).action_panel.last_turn
        assert last is not None and said(last.title) == "Previous turn: Blue"
        texts = [english().translate_under_heading(line, last.named_player) for line in last.lines]
        assert texts == ["piece on e5", "piece on e6"]
        session.look_at_square("d4")
        assert build_screen(session).action_panel.last_turn is None
        assert stage(arrange({})).last_turn is None

    def test_the_end_of_a_turn_stands_out_when_nothing_else_is_left(self) -> None:
        view = stage(arrange({}, actions=0))
        assert (view.kind, row(view), view.instruction) == ("end", ["."], None)
        assert view.buttons[0].is_primary
        behind = dict.fromkeys(("a5", "b5", "c5", "d5", "e5"), "2 common")
        view = stage(arrange(behind, flare="flare-02", actions=0))  # R9.2: it may still be invoked
        assert row(view) == ["."] and not view.buttons[0].is_primary

    def test_a_claim_stands_out_from_ending_without_it(self) -> None:
        board = dict.fromkeys(("e5", "d5", "f5", "e4", "e6"), "1 common")
        tasks = {"current": ["center-cross", "destruction", "imprisonment"]}
        view = stage(arrange(board, form="high-form", actions=0, tasks=tasks))
        assert row(view) == ["=center-cross", "."]
        assert [choice.is_primary for choice in view.buttons] == [True, False]
        assert [said(choice.label) for choice in view.buttons] == [
            "Claim +2 and end",
            "End without claiming",
        ]

    def test_a_claim_keeps_its_place_when_its_row_is_pressed(self) -> None:
        board = dict.fromkeys(("e5", "d5", "f5", "e4", "e6"), "1 common")
        tasks = {"current": ["center-cross", "destruction", "imprisonment"]}
        session = Session(arrange(board, form="high-form", actions=0, tasks=tasks), curtain=False)
        before = build_screen(session).action_panel
        session.click_task("=center-cross")
        after = build_screen(session).action_panel
        assert (row(after), after.options) == (row(before), before.options)
        assert after.buttons[0].is_primary

    def test_of_several_claims_one_is_chosen_in_a_list(self) -> None:
        board = dict.fromkeys(("e5", "d5", "f5", "e4", "e6"), "1 common")
        board |= {"d4": "1 heroic", "f4": "1 heroic"}
        tasks = {"current": ["center-cross", "central-dominance", "imprisonment"]}
        session = Session(arrange(board, form="high-form", actions=0, tasks=tasks), curtain=False)
        view = build_screen(session).action_panel
        assert row(view) == ["."] and not view.buttons[0].is_primary
        assert view.instruction is not None and said(view.instruction) == "Choose a task"
        listed = [said(choice.label) for choice in view.options]
        assert listed == ["+2 Center Cross", "+1 Central Dominance"]
        session.click_task("=central-dominance")
        view = build_screen(session).action_panel
        assert row(view) == ["=central-dominance", "."] and view.buttons[0].is_primary
        assert view.instruction is None
        assert [choice.is_chosen for choice in view.options] == [False, True]


class TestACard:
    def test_before_a_square_is_chosen(self) -> None:
        board = KNIGHT | pattern_at("knight", "e8")
        view = stage(arrange(board, hand=["knight"]), "knight")
        assert view.kind == "card" and view.card is not None and view.card.id == "knight"
        assert view.count_text is not None and said(view.count_text) == "on e5, e8"
        assert row(view) == ["(cancel)"]
        assert view.instruction is not None and said(view.instruction) == "Choose a square"
        assert view.discard_choice is not None and view.discard_choice.code == "~knight"

    def test_the_only_square_is_looked_at_by_itself(self) -> None:
        """One press fewer, but never a single one: first the card, then the button."""
        game = arrange(KNIGHT, hand=["knight"])
        assert row(stage(game, "knight")) == ["knight@e5", "(cancel)"]
        session = Session(game, curtain=False)
        session.click_card("knight")
        session.hover_square("a4")
        assert (
            session.targets.target_square == "a4"
            and build_screen(session).action_panel.instruction is not None
        )
        session.hover_square(None)
        assert session.targets.target_square == "e5" and not game.codes
        assert session.tap_square("e5") and game.codes == ("knight@e5",)

    def test_the_act_does_not_flee_from_the_pointer(self) -> None:
        """A pointer on its way from the board to the button does not change the button."""
        board = KNIGHT | pattern_at("knight", "e8")
        session = Session(arrange(board, hand=["knight"]), curtain=False)
        session.click_card("knight")
        session.hover_square("e8")
        assert not session.hover_square(None)
        assert row(build_screen(session).action_panel) == ["knight@e8", "(cancel)"]
        session.hover_square("a4")
        assert session.hover_square(None) and row(build_screen(session).action_panel) == [
            "(cancel)"
        ]

    def test_one_piece_away(self) -> None:
        board = dict(sorted(pattern_at("knight", "e5").items())[1:])
        view = stage(arrange(board, hand=["knight"]), "knight")
        assert (
            view.lines_title is not None and said(view.lines_title) == "Only one piece is missing"
        )
        where = "A common piece on one of these: d3, f3, d5 or f5"
        assert lines(view) == [("plus", False, where)]
        # A square that an enemy holds comes after those where a piece can be put.
        view = stage(arrange({**board, "d3": "2 common"}, hand=["knight"]), "knight")
        assert [text for _, _, text in lines(view)] == [
            "A common piece on one of these: f3, d5 or f5",
            "d3: common piece instead of the enemy’s",
        ]
        assert view.instruction is not None and said(view.instruction) == "No square yet"

    def test_without_an_action(self) -> None:
        """It may have a square in the next turn."""
        view = stage(play(arrange(KNIGHT, hand=["knight"]), "+a5", "+a6"), "knight")
        assert view.instruction is not None and said(view.instruction) == "No actions left."

    def test_on_a_square(self) -> None:
        view = stage(arrange(KNIGHT, hand=["knight"]), "knight", "e5")
        assert row(view) == ["knight@e5", "(cancel)"] and view.buttons[0].is_primary
        assert view.instruction is None
        assert view.lines_title is not None and said(view.lines_title) == "On e5"
        assert lines(view)[0][:2] == ("doom", False)

    def test_an_own_piece_makes_way(self) -> None:
        board = pattern_at("knight", "e5") | {"e5": "1 common"}
        view = stage(arrange(board, hand=["knight"]), "knight", "e5")
        assert lines(view)[0] == ("way", False, "Your own piece on e5 is destroyed")

    def test_what_may_follow_is_told_apart(self) -> None:
        board = pattern_at("swordmaster", "e5") | {"d6": "2 common", "f6": "2 common"}
        view = stage(arrange(board, hand=["swordmaster"]), "swordmaster", "e5")
        assert ("doom", True, "May be destroyed: d6, f6") in lines(view)
        assert "Nothing is destroyed" not in [text for _, _, text in lines(view)]

    def test_of_many_squares_the_number_is_said(self) -> None:
        enemies = [f"{file}{rank}" for file in "cdefg" for rank in (1, 2, 8)]
        board = pattern_at("wild-eagle", "e5") | dict.fromkeys(enemies, "2 common")
        game = arrange(board, hand=["wild-eagle"], school="highland")
        assert ("doom", True, "May be destroyed: 15 squares") in lines(
            stage(game, "wild-eagle", "e5")
        )

    def test_nothing_is_destroyed_only_when_that_is_sure(self) -> None:
        board = pattern_at("naiad", "e5")
        game = arrange(board, hand=["naiad"], school="sylvan", other="southern")
        session = Session(game, curtain=False)
        session.click_card("naiad")
        session.look_at_square("e5")
        assert compute_preview(session) and session.preview is not None
        texts = [text for _, _, text in lines(build_screen(session).action_panel)]
        assert ("Nothing is destroyed" in texts) == session.preview.is_harmless
        for code in ("+a5", "."):  # nobody expects it to
            session = Session(arrange({"e5": "1 common"}, actions=int(code != ".")), curtain=False)
            session.point_at_move(code)
            compute_preview(session)
            texts = [text for _, _, text in lines(build_screen(session).action_panel)]
            assert session.preview is not None and "Nothing is destroyed" not in texts, code
        for enemy, is_harmless in (({}, True), ({"e7": "2 heroic"}, False)):  # two moves away
            game = arrange(pattern_at("knight", "e5") | enemy, hand=["knight"])
            texts = [text for _, _, text in lines(stage(game, "knight", "e5"))]
            assert ("Nothing is destroyed" in texts) == is_harmless

    def test_placements_are_a_list(self) -> None:
        view = stage(short_of_pieces(), "clan-guardian", "e5")
        assert [c.code for c in view.options] == ["clan-guardian@e5/1", "clan-guardian@e5/2"]
        assert row(view) == ["(cancel)"] and view.instruction is not None

    def test_a_missing_piece_is_put_down_by_the_button_too(self) -> None:
        """The button plays what the first tap has shown; the card stays selected."""
        board = {s: p for s, p in pattern_at("knight", "e5").items() if s != "e5"}
        gone = sorted(board)[0]
        game = arrange({s: p for s, p in board.items() if s != gone}, hand=["knight"])
        session = Session(game, curtain=False)
        session.click_card("knight")
        assert gone in session.targets.placeable_pieces
        assert not any(choice.is_primary for choice in build_screen(session).action_panel.buttons)
        session.look_at_square(gone)
        stage = build_screen(session).action_panel
        (act,) = [choice for choice in stage.buttons if choice.is_primary]
        assert (
            said(act.label) == f"Place on {gone}"
            and stage.instruction is None
            and stage.rule_number is None
        )
        assert act.code and session.play_code(act.code)
        assert gone in session.game.board and session.selection.card == "knight"

    def test_a_card_that_is_far_away_says_so(self) -> None:
        session = Session(arrange({"a5": "1 common"}, hand=["hypnotist"]), curtain=False)
        session.click_card("hypnotist")
        (line,) = build_screen(session).action_panel.lines
        assert said(line.text).startswith("No square is one piece short.")

    def test_a_flare(self) -> None:
        view = stage(invoking("flare-02", 0), "flare-02")
        assert row(view) == ["!flare-02", "(cancel)"] and view.buttons[0].is_primary
        assert view.card is not None and len(view.card.halves) == 2

    def test_a_flare_says_how_far_behind_one_is(self) -> None:
        board = {"e5": "1 common", "a5": "2 common", "b5": "2 heroic", "c5": "2 common"}
        view = stage(arrange(board, flare="flare-02"), "flare-02")
        assert view.card is not None and [half.have for half in view.card.halves] == [1, 2]
        assert row(view) == ["(cancel)"] and not any(half.is_met for half in view.card.halves)
        assert view.instruction is not None
        assert said(view.instruction) == "Behind: 2 of 4 pieces"
        board |= {"d5": "2 heroic", "a6": "2 heroic"}
        view = stage(arrange(board, flare="flare-07"), "flare-07")
        assert view.instruction is not None
        assert said(view.instruction) == "Behind: 3 of 4 upgraded"
        board |= {"b6": "2 common"}
        view = stage(arrange(board, flare="flare-06"), "flare-06")
        assert row(view) == ["!flare-06", "(cancel)"] and view.instruction is None

    def test_pointed_at_but_not_taken_up(self) -> None:
        game = arrange(KNIGHT, hand=["knight", "champion"])
        view = stage(game, glance="champion")
        assert view.card is not None and view.card.id == "champion"
        assert view.kind == "idle" and view.buttons == () and view.discard_choice is None
        both = stage(game, "knight", "e5", glance="champion")
        assert both.card is not None and both.card.id == "champion"
        assert both.buttons == () and both.instruction is not None

    def test_a_glance_does_not_outlive_the_turn(self) -> None:
        """The next player must not see what the last one pointed at (R25.1)."""
        session = Session(arrange(KNIGHT, hand=["knight"], actions=0))
        session.seating.lift_curtain()
        session.hover_card("knight")
        session.play_code(".")
        assert session.seating.is_covered and session.selection.hovered_card is None


def test_no_card_moves_up_through_a_turn() -> None:
    """The cards left in a hand stay in their places; a card that comes back has its place again."""
    game = arrange(KNIGHT, hand=["champion", "knight", "cannon"])
    session = Session(game, curtain=False)
    slots = {card.id: card.slot for card in build_screen(session).hand}
    assert sorted(slots.values()) == [*range(1, len(slots) + 1)]
    session.play_code("knight@e5")
    rest = {card.id: card.slot for card in build_screen(session).hand}
    assert "knight" not in rest and rest.items() <= slots.items()
    session.undo()
    assert {card.id: card.slot for card in build_screen(session).hand} == slots


class TestAnEffect:
    def test_the_card_that_asks_is_shown(self) -> None:
        board = pattern_at("swordmaster", "e5") | {"d6": "2 common"}
        game = play(arrange(board, hand=["swordmaster"]), "swordmaster@e5")
        view = stage(game)
        assert view.kind == "asked" and view.card is not None and view.card.id == "swordmaster"
        assert row(view) == ["d6", "-"]  # the only piece there is: no look at the board is needed
        assert said(view.question) == "Destroy the common piece of Green on d6?"
        looked = stage(game, square="d6")
        assert lines(looked)[0][:2] == ("doom", False)

    def test_advice_stands_beside_what_the_only_answer_does(self) -> None:
        board = pattern_at("swordmaster", "e5") | {"d6": "2 common"}
        game = play(arrange(board, hand=["swordmaster"]), "swordmaster@e5")
        session = Session(game, curtain=False)
        assert session.request_hint()
        assert session.receive_hint({"codes": ["-"], "reasons": []})
        compute_preview(session)
        view = build_screen(session).action_panel
        assert view.count_text and said(view.count_text) == "Adept: Skip"
        assert said(view.lines[0].text).startswith("d6 is destroyed")

    def test_a_rank_that_may_be_lost_can_be_left(self) -> None:
        """The question names the piece, and the button that declines says what it stays."""
        game = arrange(pattern_at("gryphon-rider", "e5"), hand=["gryphon-rider"])
        view = stage(play(game, "gryphon-rider@e5", "e5-e9"))
        assert said(view.question) == "Downgrade the heroic piece of Blue on e9?"
        labels = [said(button.label) for button in view.buttons]
        assert labels == ["Downgrade e9", "Leave it heroic"]

    def test_a_finger_looks_first(self) -> None:
        """The first tap shows what would happen; the second, or the act, makes it happen."""
        board = pattern_at("swordmaster", "e5") | {"d6": "2 common", "f6": "2 common"}
        game = play(arrange(board, hand=["swordmaster"]), "swordmaster@e5")
        session = Session(game, curtain=False)
        assert not session.tap_square("d6") and compute_preview(session)
        view = build_screen(session).action_panel
        assert row(view) == ["d6", "-"] and view.buttons[0].is_primary and view.instruction is None
        assert said(view.buttons[0].label) == "Destroy d6"
        assert lines(view)[0][:2] == ("doom", False)
        assert not session.tap_square("f6") and session.tap_square("f6")
        assert game.codes[-1] == "f6"

    @pytest.mark.parametrize(
        ("setting", "codes", "square", "label"),
        [
            (("swordmaster", "northern", {"d6": "2 common"}), [], "d6", "Destroy d6"),
            (("high-priestess", "northern", {"e6": "1 common"}), ["-"], "e6", "Upgrade e6"),
            (("dryad", "sylvan", {"e6": "2 common"}), [], "e6", "Convert e6"),
            (("unicorn", "sylvan", {}), ["move"], "e6", "Move to e6"),
            (("charging-buck", "sylvan", {}), [], "e7", "Leap to e7"),
            (("summoner", "northern", {}), [], "", "Place on {square}"),
        ],
        ids=lambda value: value if isinstance(value, str) else "",
    )
    def test_the_act_says_what_it_does(
        self,
        setting: tuple[str, str, dict[str, str]],
        codes: list[str],
        square: str,
        label: str,
    ) -> None:
        card, school, more = setting
        other = "southern" if school == "sylvan" else "sylvan"
        board = pattern_at(card, "e5") | more
        game = arrange(board, hand=[card], school=school, other=other)
        session = Session(play(game, f"{card}@e5", *codes), curtain=False)
        if session.targets.origins and session.targets.origin is None:
            session.tap_square("e5")
        square = square or min(session.targets.selectable_squares)
        assert not session.tap_square(square, confirms_all=True)
        act = build_screen(session).action_panel.buttons[0]
        assert act.is_primary and said(act.label) == label.format(square=square)

    def test_an_advised_answer_that_has_a_button_makes_it_the_thing_to_do(self) -> None:
        game = arrange(pattern_at("knight", "e5"), hand=["knight"], actions=1)
        session = Session(game, curtain=False)
        assert session.request_hint()
        assert session.receive_hint({"codes": ["knight@e5", "-", "."], "reasons": []})
        session.play_code("knight@e5")
        view = build_screen(session).action_panel
        assert row(view) == ["-"] and view.buttons[0].is_primary
        assert said(view.buttons[0].label) == "Skip"

    def test_the_place_of_the_act_is_never_empty(self) -> None:
        """The row has a button or says what to do, unless the buttons of a hint need its room."""
        game = arrange(pattern_at("messenger", "e5") | {"a5": "1 common"}, hand=["messenger"])
        session = Session(game, curtain=False)
        session.is_summon_finder_on = True
        view = build_screen(session).action_panel
        assert row(view) == ["(advise)", "(threats)"]
        assert view.instruction is None
        session.is_summon_finder_on = False
        wait = build_screen(session).action_panel.instruction
        assert wait is not None and wait.id == "stage.wait.turn"
        play(game, "messenger@e5")
        session = Session(game, curtain=False)
        assert build_screen(session).action_panel.instruction is not None
        session.click_square("a5")
        view = build_screen(session).action_panel
        assert row(view) == ["(cancel)", "-"]
        assert view.instruction is not None and said(view.instruction) == "Choose where it goes"
        session.tap_square("a6", confirms_all=True)
        view = build_screen(session).action_panel
        assert row(view) == ["a5-a6", "(cancel)", "-"] and view.instruction is None
        assert [choice.is_primary for choice in view.buttons] == [True, False, False]

    def test_a_finger_looks_at_an_option_first(self) -> None:
        game = arrange(
            pattern_at("unicorn", "e5"), hand=["unicorn"], school="sylvan", other="southern"
        )
        code = next(m.code for m in game.legal_moves() if m.code.startswith("unicorn@e5"))
        session = Session(play(game, code), curtain=False)
        assert not session.tap_option("gain-action") and compute_preview(session)
        view = build_screen(session).action_panel
        assert [c.code for c in view.options if c.is_chosen] == ["gain-action"]
        assert row(view)[0] == "gain-action" and view.buttons[0].is_primary
        assert not session.tap_option("move")
        assert session.tap_option("move") and game.codes[-1] == "move"

    def test_a_finger_looks_at_a_placement_first(self) -> None:
        session = Session(short_of_pieces(), curtain=False)
        session.click_card("clan-guardian")
        session.tap_square("e5")
        assert not session.tap_option("clan-guardian@e5/2")
        assert session.selection.placement_code == "clan-guardian@e5/2"
        assert row(build_screen(session).action_panel)[0] == "clan-guardian@e5/2"
        assert session.tap_option("clan-guardian@e5/2")

    def test_the_only_option_is_the_act(self) -> None:
        """A single option is the button itself, and its effects are shown at once."""
        board = pattern_at("cannon", "e5") | {"e8": "2 common"}
        game = arrange(board, hand=["cannon"])
        session = Session(play(game, "cannon@e5"), curtain=False)
        assert session.game.prompt.kind == "direction"
        compute_preview(session)
        view = build_screen(session).action_panel
        (way,) = [m.code for m in session.moves if m.kind == "choose"]
        assert view.options == () and row(view) == [way, "-"] and view.buttons[0].is_primary
        assert view.lines and [arrow.is_chosen for arrow in build_screen(session).arrows] == [True]
        session.tap_square(sorted(session.targets.selectable_squares)[0])
        assert (
            row(build_screen(session).action_panel) == [way, "-"]
            and build_screen(session).action_panel.options == ()
        )

    def test_a_direction_heads_its_preview(self) -> None:
        """The square that was tapped stands for the whole direction."""
        board = pattern_at("cannon", "e5") | {"e8": "2 common", "e2": "2 common"}
        session = Session(play(arrange(board, hand=["cannon"]), "cannon@e5"), curtain=False)
        session.tap_square("e3")
        assert compute_preview(session)
        view = build_screen(session).action_panel
        assert view.lines and view.lines_title is not None
        assert said(view.lines_title) == "South ↓"

    def test_options_are_a_list(self) -> None:
        board = pattern_at("unicorn", "e5")
        game = arrange(board, hand=["unicorn"], school="sylvan", other="southern")
        code = next(m.code for m in game.legal_moves() if m.code.startswith("unicorn@e5"))
        view = stage(play(game, code))
        assert [choice.code for choice in view.options] == ["gain-action", "move"]
        assert view.instruction is not None

    def test_an_option_that_was_chosen_leaves_its_place_free(self) -> None:
        """Of the cards to return, asked for one after another, none moves under the finger."""
        stored = golden.load("duel")
        game = play(stored.start(), *stored.game.codes[:7])
        session = Session(game, curtain=False)
        before = build_screen(session).action_panel.options
        play(game, str(before[1].code))
        after = build_screen(session).action_panel.options
        assert [option.code for option in after] == [option.code for option in before]
        assert [option.is_unavailable for option in after] == [
            False,
            True,
            *[False] * (len(before) - 2),
        ]
        game.undo()
        assert build_screen(session).action_panel.options == before
        play(game, "-")
        assert build_screen(session).action_panel.options == ()


def test_how_much_room_a_text_needs() -> None:
    assert [text_length_class("x" * n) for n in (140, 141, 166, 191, 261, 281, 331)] == [*"abdeghi"]


class TestEveryChoice:
    """The dry run is of whatever is pointed at, in words as on the board."""

    def test_the_one_claim_is_looked_at_by_itself(self) -> None:
        board = dict.fromkeys(("e5", "d5", "f5", "e4", "e6"), "1 common")
        tasks = {"current": ["center-cross", "destruction", "imprisonment"]}
        view = stage(arrange(board, form="high-form", actions=0, tasks=tasks))
        assert lines(view) == [("gain", False, "+2 Center Cross")]

    def test_a_placed_piece_tells_of_the_task_it_fulfils(self) -> None:
        board = dict.fromkeys(("e5", "d5", "f5", "e4"), "1 common")
        tasks = {"current": ["center-cross", "destruction", "imprisonment"]}
        game = arrange(board, form="high-form", tasks=tasks)
        assert lines(stage(game, square="e6")) == [("gain", False, "+2 Center Cross")]
        assert lines(stage(game, square="a5"))[0][0] == "how"

    @pytest.mark.parametrize(
        ("table", "against", "expected"),
        [
            ("duel", "", ["Green scores 1 point"]),
            ("melee", "/3", ["Blue scores 1 point in Yellow"]),
            ("high-form", "", []),
        ],
    )
    def test_a_flare_tells_who_scores_for_it(
        self, table: str, against: str, expected: list[str]
    ) -> None:
        """The player it is invoked against scores; nobody in High Form (R9.10, R15.7)."""
        board = {f"{file}4": f"{3 if table == 'melee' else 2} heroic" for file in "abcde"}
        if table == "melee":
            game = melee(board, flare="flare-02")
        else:
            game = arrange(board, flare="flare-02", form=table)
        session = Session(game, curtain=False)
        session.click_card("flare-02")
        session.point_at_move(f"!flare-02{against}")
        compute_preview(session)
        texts = [text for _, _, text in lines(build_screen(session).action_panel)]
        assert [text for text in texts if "scores" in text] == expected

    def test_a_card_asked_for_inside_an_effect(self) -> None:
        game = play(arrange({}, hand=["knight", "champion"]), "~knight")
        assert game.prompt.kind == "return"
        shown_lines = lines(stage(game, glance="champion"))
        assert ("note", False, "The card goes under its deck") in shown_lines

    def test_a_button_with_a_card_up(self) -> None:
        session = Session(arrange(KNIGHT, hand=["knight"]), curtain=False)
        session.click_card("knight")
        assert session.point_at_move("~knight") and compute_preview(session)
        assert "The being is discarded" in [
            said(line.text) for line in build_screen(session).action_panel.lines
        ]


def test_of_a_flare_that_asks_only_the_half_is_shown_that_happens() -> None:
    board = {f"{file}4": "2 heroic" for file in "abc"} | {"e5": "1 common"}
    session = Session(arrange(board, flare="flare-05"), curtain=False)
    session.click_card("flare-05")
    card = build_screen(session).action_panel.card
    assert card is not None and [half.half for half in card.halves] == ["upper", "lower"]
    assert session.play_code("!flare-05")
    card = build_screen(session).action_panel.card
    assert card is not None and [half.half for half in card.halves] == ["upper"]


def test_a_flare_against_one_of_several_rivals_is_looked_at_first() -> None:
    """The rival pressed once stands beside *Cancel*, as after any other option (R9.9)."""
    record = golden.load("melee")
    session = Session(play(record.start(), *record.game.codes[:166]), curtain=False)
    session.click_card("flare-01")
    codes = [f"!flare-01/{color}" for color in (1, 2, 3)]
    view = build_screen(session).action_panel
    assert [choice.code for choice in view.options] == codes and row(view) == ["(cancel)"]
    session.tap_option(codes[1])
    view = build_screen(session).action_panel
    assert [choice.code for choice in view.options if choice.is_chosen] == [codes[1]]
    assert row(view) == [codes[1], "(cancel)"] and view.buttons[0].is_primary


def test_a_task_can_be_claimed_where_it_stands() -> None:
    board = dict.fromkeys(("e5", "d5", "f5", "e4", "e6"), "1 common")
    tasks = {"current": ["center-cross", "destruction", "imprisonment"]}
    game = arrange(board, form="high-form", actions=0, tasks=tasks)
    codes = {task.id: task.code for task in build_screen(Session(game, curtain=False)).tasks}
    assert codes["center-cross"] == "=center-cross" and codes["destruction"] is None


def test_the_row_of_a_task_is_pressed_twice() -> None:
    """Once shows what claiming does, since it ends the turn for good (R13.4)."""
    board = dict.fromkeys(("e5", "d5", "f5", "e4", "e6"), "1 common")
    tasks = {"current": ["center-cross", "destruction", "imprisonment"]}
    session = Session(arrange(board, form="high-form", actions=0, tasks=tasks), curtain=False)
    assert not session.click_task("=destruction") and session.selection.tapped_code is None
    assert not session.click_task("=center-cross")
    compute_preview(session)
    task = next(t for t in build_screen(session).tasks if t.id == "center-cross")
    assert task.is_tapped and said(task.status_lines) == "press again: +2 and end"
    assert session.preview is not None and not session.game.codes
    session.cancel_selection()
    assert session.selection.tapped_code is None and not session.click_task("=center-cross")
    session.look_at_square("a5")
    assert session.selection.tapped_code is None, "looking elsewhere lays it down"
    assert not session.click_task("=center-cross") and session.click_task("=center-cross")
    assert session.game.codes == ("=center-cross",)


def test_a_question_says_which_it_is_of_how_many_and_of_what_kind() -> None:
    game = play(arrange(KNIGHT, hand=["knight"]), "knight@e5")
    view = stage(game)
    assert said(view.question).startswith("Make a combat move?") and view.count_text is not None
    assert said(view.count_text) == "1 of up to 3"
    later = stage(play(game, "e5-e6"))
    assert later.count_text is not None and said(later.count_text) == "2 of up to 3"
    tree = arrange(pattern_at("the-eldest-tree", "e5"), legends=["the-eldest-tree"])
    square = stage(play(tree, "the-eldest-tree@e5"))
    assert square.count_text is not None and said(square.count_text) == "1 of up to 3"
    fox = play(
        arrange(pattern_at("snow-fox", "e5"), hand=["snow-fox"], school="everfrost"), "snow-fox@e5"
    )
    assert said(stage(fox).question).startswith("Make a standard move?")
    axeman = play(
        arrange(pattern_at("wild-eagle", "e5"), hand=["wild-eagle"], school="highland"),
        "wild-eagle@e5",
    )
    alone = stage(axeman)
    assert said(alone.question).startswith("Make a combat leap?") and alone.count_text is None


class TestHonestOffers:
    """The panel says what a choice spends, what is promised, and what a card is for."""

    def test_an_improvised_summoning_says_what_it_uses_up(self) -> None:
        knight = pattern_at("knight", "e5")
        borrowed = min(knight)
        schools = ("northern", "southern", "sylvan")
        game = melee(knight | {borrowed: "3 common"}, hand=["knight"], schools=schools)
        view = stage(game, "knight", "e5")
        assert said(view.buttons[0].label) == "Improvise on e5"
        assert lines(view)[0] == ("lose", False, "Improvising is used up for this game: Green")
        plain = stage(melee(knight, hand=["knight"], schools=schools), "knight", "e5")
        assert said(plain.buttons[0].label) == "Summon on e5"

    @pytest.mark.parametrize(
        ("card", "code", "title"),
        [
            ("ice-queen", "thaw", "Thaw the Ice Queen: no action needed."),
            ("translocationist", "warp", "Warp the Translocationist: no action needed."),
        ],
    )
    def test_a_card_is_offered_as_what_it_is(self, card: str, code: str, title: str) -> None:
        school = BEINGS[card].deck
        mine = {"frozen": card} if code == "thaw" else {"hand": [card]}
        board = {"a5": "1 common", "e5": "1 common"}
        game = arrange(board, school=school, mine=mine, turn={"number": 3})
        session = Session(game, curtain=False)
        session.click_card(card)
        compute_preview(session)
        view = build_screen(session).action_panel
        assert said(view.question) == title
        assert view.buttons[0].is_primary and view.instruction is None
        move = next(m for m in session.moves if m.kind == code)
        assert view.buttons[0].code == move.code == (session.targets.candidate_move or move).code
        assert session.targets.candidate_move is not None
        assert "stage.more-short" not in [line.text.id for line in view.lines]

    def test_a_card_that_cannot_thaw_says_why(self) -> None:
        """The Frostweave Summoner's frozen effect only prepares a summoning (R20.9)."""
        mine = {"frozen": "frostweave-summoner"}
        game = arrange({"a5": "1 common"}, school="everfrost", mine=mine, turn={"number": 3})
        view = stage(game, "frostweave-summoner")
        assert "no summoning would follow" in said(view.question)
        assert [line.text.id for line in view.lines] == []

    def test_a_running_bonus_is_seen_until_it_is_used(self) -> None:
        turn = {"borrow": 1, "empties": 2, "summon_with": 2, "doubled": 1}
        turn |= {"extra_turns": 1, "extra_beings": 1}
        knight = pattern_at("knight", "e5")
        promised = {
            "An enemy piece may stand in at the next summoning",
            "Up to 2 empty squares may stand in for common pieces at the next summoning",
            "The next summoning uses the pieces of Green",
            "Each piece destroyed counts 2 times this turn",
            "An extra turn follows",
            "One extra card at the end of the turn",
        }
        game = arrange(knight, hand=["knight"], turn=turn)
        for view in (stage(game), stage(game, "knight")):
            assert promised <= {text for _, _, text in lines(view)}
        game = arrange(knight, hand=["knight"], turn={"borrow": 1})
        play(game, "knight@e5", "-")
        assert not promised & {text for _, _, text in lines(stage(game))}


def test_after_the_end_the_winner_stands_beside_the_winners_stone() -> None:
    """It may be the other player than the one whose turn was the last."""
    game = arrange({}, form="duel", school="northern", other="sylvan")
    game.resign(1)
    view = stage(game)
    assert said(view.title).startswith("Green wins") and view.school == "sylvan"


@pytest.mark.parametrize("form", ["duel", "melee"])
def test_the_set_up_of_a_piece_tells_no_question_to_the_next_player(form: str) -> None:
    schools = ("northern", "sylvan", "highland")[: 2 if form == "duel" else 3]
    game = new_game(form, schools, seed=1)
    view = stage(game, square=game.legal_moves()[0].square)
    assert {line.text.id for line in view.lines} == {"preview.place"}


def test_the_same_question_again_is_no_line() -> None:
    """The count beside the question says that it is asked up to twice."""
    board = pattern_at("wolf-rider", "e5")
    game = arrange(board, hand=["wolf-rider"], school="highland")
    game = play(game, "wolf-rider@e5")
    move = next(move for move in game.legal_moves() if move.origin)
    session = Session(game, curtain=False)
    session.click_square(move.origin or "")
    session.look_at_square(move.square)
    compute_preview(session)
    view = build_screen(session).action_panel
    assert view.count_text is not None and said(view.count_text) == "1 of up to 2"
    assert said(view.question) not in [text for _, _, text in lines(view)]


class TestAdvice:
    """A hint that was asked for stands alone: its steps, the reasons, a button to follow it."""

    @staticmethod
    def advised(*codes: str, hand: tuple[str, ...] = ("knight",)) -> Session:
        board = {"d5": "1 common", "d4": "1 common", "e5": "1 heroic"}
        session = Session(arrange(board, hand=hand), curtain=False)
        assert session.request_hint()
        waiting = build_screen(session).action_panel
        assert (waiting.kind, waiting.lines, row(waiting)) == ("advice", (), ["(close-hint)"])
        reasons = [{"what": "destroy", "card": None, "amount": 1}]
        assert session.receive_hint({"codes": codes, "reasons": reasons})
        return session

    def test_the_steps_come_first_and_can_be_played(self) -> None:
        session = self.advised("+f5", "knight@e6", "e6-e7", "-", ".")
        view = build_screen(session).action_panel
        assert said(view.question) == "Adept would play:"
        assert [(line.sign, said(line.text)) for line in view.lines] == [
            ("step", "Place a piece on f5"),
            ("step", "Summon the Knight on e6"),
            ("about", "Why:"),
            ("note", "1 enemy piece is destroyed"),
        ]
        assert view.ready_cards == () and view.last_turn is None
        assert row(view) == ["+f5", "(close-hint)"] and view.buttons[0].is_primary
        session.play_code("+f5")
        assert row(build_screen(session).action_panel)[0] == "knight@e6"

    def test_an_answer_stands_beside_its_question(self) -> None:
        session = self.advised("+f5", "knight@e6", "e6-e7", "-", ".")
        session.play_code("+f5")
        session.play_code("knight@e6")
        view = build_screen(session).action_panel
        assert view.count_text and said(view.count_text) == "Adept: e6–e7"
        assert view.buttons[0].code == "e6-e7" and view.buttons[0].is_primary
        session.play_code("e6-e7")  # the Knight may move again
        view = build_screen(session).action_panel
        assert view.count_text and said(view.count_text) == "Adept: Done"

    def test_it_is_put_away(self) -> None:
        session = self.advised("+f5", ".")
        session.cancel_selection()
        assert build_screen(session).action_panel.kind == "idle"


def test_a_flare_that_changes_nothing_says_so_and_is_not_gold() -> None:
    """Flare 12 lets a common piece leap, and there is none (R10.4)."""
    board = {"a5": "1 heroic", **dict.fromkeys(("b5", "c5", "d5", "e5"), "2 heroic")}
    session = Session(arrange(board, flare="flare-12"), curtain=False)
    session.click_card("flare-12")
    compute_preview(session)
    view = build_screen(session).action_panel
    assert view.buttons[0].is_idle
    lines = [said(line.text) for line in view.lines]  # R9.10: the other side scores a point
    assert "Nothing on the board would change" in lines
    session = Session(arrange(board | {"a4": "1 common"}, flare="flare-12"), curtain=False)
    session.click_card("flare-12")
    compute_preview(session)
    assert not build_screen(session).action_panel.buttons[0].is_idle
