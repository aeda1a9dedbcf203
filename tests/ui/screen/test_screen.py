"""Tests of the screen: every kind of prompt, every flag of a square, and no secret."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from tashkalar import Game, cards, new_game
from tashkalar.position.board import NAMES, SQUARES
from tashkalar.position.ids import SeatNumber, seat_of
from tashkalar.position.move import Message
from tashkalar.ui.screen.hand import held_cards
from tashkalar.ui.screen.result import result_view
from tashkalar.ui.screen.screen import build_screen, turns_left
from tashkalar.ui.session.session import Session
from tashkalar.ui.views import LogTurnView, LogView, Screen, SquareView
from tests import golden
from tests.support import arrange, pattern_at, play
from tests.ui.previews import compute_preview
from tests.ui.table import (
    PAIRS,
    TABLES,
    TABLES_AND_PAIRS,
    ids,
    invoking,
    messages,
    offered,
    positions,
    said,
    secret_cards,
    short_of_pieces,
    walk,
)

KNIGHT = pattern_at("knight", "e5") | {"e5": "2 common", "i4": "2 common"}

MELEE = ("sylvan", "nethervoid", "etherweave")


def at_table(game: Game, card: str | None = None, square: str | None = None) -> Session:
    """A session without a curtain, perhaps with a card up and a square looked at."""
    session = Session(game, curtain=False)
    if card:
        session.click_card(card)
    session.look_at_square(square)
    return session


def knights(**more: object) -> Game:
    """A Knight for e5 only."""
    return arrange(KNIGHT, hand=["knight", "champion"], **more)  # type: ignore[arg-type]


def shown(game: Game, card: str | None = None, square: str | None = None) -> Screen:
    return build_screen(at_table(game, card, square))


def flagged(screen: Screen, flag: str) -> set[str]:
    """The squares that have a flag."""
    return {s.name for s in screen.squares if getattr(s, flag)}


def legal(screen: Screen) -> dict[str, str]:
    return {s.name: s.legal for s in screen.squares if s.legal}


def square(screen: Screen, name: str) -> SquareView:
    return next(s for s in screen.squares if s.name == name)


def test_unnamed_teammates_differ() -> None:
    """A color is not enough to tell two players apart who share it."""
    schools = ("sylvan", "etherweave", "nethervoid", "everfrost")
    game = new_game("high-form", schools, teams=True, seed=1)
    players = build_screen(at_table(game)).players
    assert [said(player.name) for player in players] == [
        "Green 1",
        "Purple 1",
        "Green 2",
        "Purple 2",
    ]
    assert [said(player.team) for player in players if player.team] == [
        *("Green 2", "Purple 2", "Green 1", "Purple 1")
    ]
    named = new_game("high-form", schools, teams=True, seed=1, names=("Anna", "", "", "Dora"))
    names = [player.name for player in build_screen(at_table(named)).players]
    assert [names[0], said(names[1]), said(names[2]), names[3]] == [
        *("Anna", "Purple 1", "Green 2", "Dora")
    ]


def test_teammates_show_the_stones_they_play_with() -> None:
    """Both have the stones of one school everywhere; the name of the school differs."""
    schools = ("sylvan", "etherweave", "nethervoid", "everfrost")
    game = new_game("high-form", schools, teams=True, seed=1)
    played = ("+e5", ".", "+d4", "+d5", ".", "+e6")
    for code in played:
        game.play(code)
    screen = build_screen(at_table(game))
    assert screen.seat == 3 and screen.school == "sylvan"
    assert [player.school for player in screen.players] == ["sylvan", "etherweave"] * 2
    assert [said(player.school_name) for player in screen.players] == [
        *("Sylvan", "Etherweave", "Nethervoid", "Everfrost")
    ]
    assert screen.hand and {card.school for card in screen.hand} == {"sylvan"}
    lines = [entry.school for entry in screen.log if isinstance(entry, LogView)]
    assert lines[-1] == "sylvan" and set(lines) == {"sylvan", "etherweave"}
    game.resign(3)
    result = build_screen(at_table(game)).result
    assert result is not None and result.school == "etherweave"
    assert sorted(row.school for row in result.rows) == ["etherweave"] * 2 + ["sylvan"] * 2


class TestPrompts:
    def test_turn(self) -> None:
        prompt = shown(knights()).prompt
        assert said(prompt.title) == "Use your 2 actions."
        assert ids(prompt.details) == ["prompt.turn.detail"]
        assert prompt.choices == ()

    def test_turn_with_shortage(self) -> None:
        assert ids(shown(short_of_pieces()).prompt.details) == ["prompt.turn.shortage"]

    def test_end(self) -> None:
        screen = shown(arrange({}, actions=0))
        assert said(screen.prompt.title) == "No actions left."
        # Three beings, two legends and a flare (R16.1).
        assert said(screen.prompt.details) == "You draw 6 cards."
        assert offered(screen) == ["."]
        assert screen.prompt.choices[0].is_primary

    def test_the_end_counts_the_cards_to_draw(self) -> None:
        """A full hand draws nothing (R16.1)."""
        full: dict[str, Any] = {
            "hand": ["knight", "bomb", "champion"],
            "legends": ["titan", "leviathan"],
            "flare": "flare-12",
        }
        screen = shown(arrange({}, actions=0, **full))
        assert said(screen.prompt.details) == "You draw no cards."
        screen = shown(arrange({}, actions=0, **{**full, "hand": ["knight", "bomb"]}))
        assert said(screen.prompt.details) == "You draw 1 card."

    def test_end_with_a_flare(self) -> None:
        game = arrange(
            {s: "2 common" for s in ("a4", "a5", "a6", "c7")}, flare="flare-02", actions=0
        )
        assert ids(shown(game).prompt.details) == ["prompt.end.draw", "prompt.end.flare"]

    def test_end_with_a_claim(self) -> None:
        board = dict.fromkeys(("e5", "d5", "f5", "e4", "e6"), "1 common")
        tasks = {"current": ["center-cross", "destruction", "imprisonment"]}
        screen = shown(arrange(board, form="high-form", actions=0, tasks=tasks))
        assert ids(screen.prompt.details) == ["prompt.end.claim"]
        assert offered(screen) == ["=center-cross", "."]
        assert said(screen.prompt.choices[0].label) == "Claim +2 and end"

    def test_marks(self) -> None:
        screen = shown(new_game("duel", PAIRS[0], seed=1))
        assert screen.prompt.title.id == "ask.marks"
        assert legal(screen) == {"c5": "answer", "g5": "answer"}
        assert screen.seat == 2

    @pytest.mark.parametrize("seats", [3, 4])
    def test_marks_of_a_melee_say_whose_piece_it_is(self, seats: int) -> None:
        game = new_game("melee", [*MELEE, "everfrost"][:seats], seed=1)
        schools = game.setup.schools
        for owner in (3, 4, 1) if seats == 4 else (3, 1, 2):
            screen = shown(game)
            color = said(Message(f"school.{schools[owner - 1]}.colour"))
            wanted = f"Choose a square next to a symbol for the common piece of {color}."
            assert said(screen.prompt.title) == wanted
            square = sorted(legal(screen))[0]
            game.play(square)
            assert game.board[square].owner == owner
        assert game.prompt.kind == "turn"

    def test_card(self) -> None:
        screen = shown(knights(), "knight")
        assert said(screen.prompt.title) == "Choose a square for the Knight."
        # The only square is looked at as it is.
        assert screen.prompt.details == shown(knights(), "knight", "e5").prompt.details
        assert offered(screen) == ["knight@e5", "~knight", "(cancel)"]
        assert legal(screen) == {"e5": "summon"}

    def test_card_and_square(self) -> None:
        prompt = shown(knights(), "knight", "e5").prompt
        assert said(prompt.details) == (
            "On e5 it uses the pieces on d3, d4, e4 and f4. | "
            f"It destroys the common piece of {side(2)}."
        )
        assert prompt.choices[0].code == "knight@e5"
        assert prompt.choices[0].is_primary
        assert said(prompt.choices[0].label) == "Summon on e5"

    def test_an_own_piece_makes_way(self) -> None:
        board = pattern_at("knight", "e5") | {"e5": "1 common"}
        prompt = shown(arrange(board, hand=["knight"]), "knight", "e5").prompt
        assert said(prompt.details).endswith(" | Your own piece on e5 is destroyed")

    def test_card_without_squares(self) -> None:
        screen = shown(knights(), "champion")
        assert screen.prompt.title.id == "prompt.card.no"
        assert legal(screen) == {"c3": "place", "e3": "place"}  # one piece more would do

    def test_card_without_actions(self) -> None:
        screen = shown(knights(actions=0), "knight")
        assert screen.prompt.title.id == "prompt.card.no-actions"
        assert offered(screen) == ["(cancel)"]

    def test_discard_only_once(self) -> None:
        screen = shown(knights(turn={"discarded": True}), "champion")
        assert offered(screen) == ["(cancel)"]

    def test_placements_are_told_apart(self) -> None:
        screen = shown(short_of_pieces(), "clan-guardian", "e5")
        summon = screen.prompt.choices[:2]
        assert [c.code for c in summon] == ["clan-guardian@e5/1", "clan-guardian@e5/2"]
        notes = {said(c.note) for c in summon if c.note}
        assert notes == {
            "using c5, d5 and f5, marked squares: c5, d5 and f5",
            "using d5, f5 and g5, marked squares: d5, f5 and g5",
        }
        assert not any(c.is_primary for c in screen.prompt.choices)

    def test_flare(self) -> None:
        screen = shown(invoking("flare-02", 0), "flare-02")
        assert screen.prompt.title.id == "prompt.flare"
        assert offered(screen) == ["!flare-02", "(cancel)"]
        no = shown(knights(flare="flare-02"), "flare-02")
        assert no.prompt.title.id == "prompt.flare.no"
        assert offered(no) == ["(cancel)"]

    def test_the_rule_behind_it(self) -> None:
        marks = new_game("duel", ["northern", "sylvan"], seed=1)
        assert shown(marks).prompt.rule_number == "4.12"
        melee = new_game("melee", ["northern", *MELEE], seed=1)
        assert shown(melee).prompt.rule_number == "4.15"
        game = arrange({"e6": "2 heroic"}, hand=["swordmaster"], flare="flare-01")
        assert shown(game).prompt.rule_number is None
        assert shown(game, "swordmaster").prompt.rule_number is None
        assert shown(game, "swordmaster", "e6").prompt.rule_number == "7.10"
        assert shown(game, "swordmaster", "e5").prompt.rule_number == "7.2"
        assert shown(game, "flare-01").prompt.rule_number == "9.4"
        assert shown(short_of_pieces()).prompt.rule_number == "6.3"

    def test_behind_the_curtain(self) -> None:
        screen = build_screen(Session(knights()))
        assert screen.kind == "curtain"
        assert said(screen.prompt.title) == f"Pass the device to {side(1)}."
        assert (screen.hand, screen.prompt.choices, legal(screen)) == ((), (), {})

    def test_looking_back(self) -> None:
        session = at_table(play(knights(), "+a4", "+a5"))
        session.show_position_after(1)
        screen = build_screen(session)
        assert screen.is_looking_back
        assert screen.prompt.title.id == "prompt.looking-back"
        assert offered(screen) == ["(present)"]
        assert [e.number for e in screen.log if isinstance(e, LogView) and e.is_shown] == [1]
        assert flagged(screen, "last") == {"a4"}
        assert square(screen, "a4").owner == 1
        assert square(screen, "a5").owner == 0
        assert said(screen.prompt.details) == "The game waits where you left it."
        session.game.resign(1)
        session.show_position_after(1)
        assert said(build_screen(session).prompt.details) == said(Message("prompt.over"))

    def test_over(self) -> None:
        game = knights()
        game.resign(1)
        screen = shown(game)
        assert screen.kind == "result"
        assert screen.prompt.title.id == "prompt.over"
        assert (screen.hand, offered(screen), legal(screen)) == ((), ["(result)"], {})


QUESTIONS = [
    # card, school, more pieces, its question, the buttons
    ("swordmaster", "northern", {"d6": "2 common"}, "ask.sole.destroy", ["d6", "-"]),
    ("herald", "northern", {}, "ask.move.standard.may", ["-"]),
    ("summoner", "northern", {}, "ask.place.may", ["-"]),
    ("chronicler", "northern", {}, "ask.upgrade", []),
    ("wild-eagle", "highland", {}, "ask.leap.combat.may", ["-"]),
    ("blood-shaman", "highland", {}, "ask.destroy", []),
    ("clan-guardian", "highland", {}, "ask.upgrade.may", ["-"]),
    ("unicorn", "sylvan", {}, "ask.option", ["gain-action", "move"]),
    ("dryad", "sylvan", {"e6": "2 common"}, "ask.sole.convert", ["e6", "-"]),
    ("tree-shepherd", "sylvan", {}, "ask.piece", []),
    ("kiskin-leafsplitter", "sylvan", {}, "ask.direction.may", ["ne", "se", "sw", "nw", "-"]),
    ("kiskin-spirit", "sylvan", {}, "ask.put-on-deck.may", ["dryad", "naiad", "-"]),
    ("fire-dragon", "legends", {}, "ask.direction", ["e", "se", "s", "sw", "w"]),
    ("fire-elemental", "legends", {}, "ask.option", ["adjacent", "distance-2"]),
    ("angel-of-death", "legends", {}, "ask.leap-onto.may", ["-"]),
    ("the-eldest-tree", "legends", {}, "ask.square.may", ["-"]),
    ("leviathan", "legends", {}, "ask.option", ["downgrade", "destroy"]),
]


class TestQuestions:
    @pytest.mark.parametrize(
        ("card", "school", "more", "asks", "buttons"), QUESTIONS, ids=[q[0] for q in QUESTIONS]
    )
    def test_asked(
        self, card: str, school: str, more: dict[str, str], asks: str, buttons: list[str]
    ) -> None:
        legend = school == "legends"
        game = arrange(
            pattern_at(card, "e5") | more,
            hand=[] if legend else [card],
            legends=[card] if legend else [],
            school="sylvan" if legend else school,
            other="southern",
            mine={"discards": ["dryad", "naiad"]} if card == "kiskin-spirit" else {},
        )
        code = next(m.code for m in game.legal_moves() if m.code.startswith(f"{card}@e5"))
        screen = shown(play(game, code))
        assert screen.prompt.title.id == asks
        name, text = cards.BEINGS[card].name, said(Message(f"card.{card}.text"))
        assert said(screen.prompt.details) == f"{name}: {text}"
        assert offered(screen) == buttons
        assert all("⟨" not in said(choice.label) for choice in screen.prompt.choices)

    def test_the_button_names_the_piece_wherever_one_looks(self) -> None:
        game = arrange(pattern_at("swordmaster", "e5") | {"d6": "2 common"}, hand=["swordmaster"])
        code = next(m.code for m in game.legal_moves() if m.code.startswith("swordmaster@e5"))
        session = Session(play(game, code), curtain=False)
        session.look_at_square("c3")
        assert said(build_screen(session).prompt.choices[0].label) == "Destroy d6"

    def test_rank(self) -> None:
        game = arrange(pattern_at("storm-elemental", "e5"), legends=["storm-elemental"])
        screen = shown(play(game, "storm-elemental@e5", "e6"))
        assert screen.prompt.title.id == "ask.rank"
        assert offered(screen) == ["common", "heroic", "legendary"]

    def test_colour_of_a_legend(self) -> None:
        """Asked of every legend in the melee (R15.6), so its text would only be in the way."""
        seats: list[dict[str, object]] = [{"school": s} for s in ("northern", "sylvan", "highland")]
        seats[0]["legends"] = ["storm-elemental"]
        game = arrange(pattern_at("storm-elemental", "e5"), form="melee", seats=seats)
        screen = shown(play(game, "storm-elemental@e5"))
        assert screen.prompt.title.id == "ask.legend-colour"
        assert (screen.prompt.details, offered(screen)) == ((), ["2", "3"])

    def test_return(self) -> None:
        screen = shown(play(knights(flare="flare-02"), "~knight"))
        assert screen.prompt.title.id == "ask.return.may"
        assert offered(screen) == ["champion", "flare-02", "-"]
        assert [said(c.label) for c in screen.prompt.choices] == ["Champion", "Flare 2", "Done"]
        assert {c.id for c in screen.hand if c.is_usable} == {"champion", "flare-02"}

    def test_moves_without_a_number_are_done_after_the_first(self) -> None:
        """After a move of the Messenger, "Skip" would sound as if the move were not made."""
        game = play(arrange(pattern_at("messenger", "e5"), hand=["messenger"]), "messenger@e5")
        assert said(shown(game).prompt.choices[-1].label) == "Skip"
        first = next(move.code for move in game.legal_moves() if move.code.startswith("e5-"))
        play(game, first)
        assert game.prompt.kind == "move" and game.prompt.number == 0
        assert said(shown(game).prompt.choices[-1].label) == "Done"

    def test_a_flare_asks(self) -> None:
        screen = shown(play(invoking("flare-02", 0), "!flare-02"))
        assert screen.prompt.title.id == "ask.place"
        assert said(screen.prompt.details) == "Flare 2 takes effect."

    def test_pick_up(self) -> None:
        game = play(short_of_pieces(), "clan-guardian@e5/1")
        screen = shown(game)
        assert screen.prompt.title.id == "ask.pick-up"
        assert set(legal(screen)) == {m.square for m in game.legal_moves()}
        assert set(legal(screen).values()) == {"answer"}

    def test_pick_up_a_legendary_piece(self) -> None:
        """Only these pieces run out: the supply of the others is not empty (R7.17)."""
        board = pattern_at("titan", "e5") | dict.fromkeys(("a4", "i4", "e9"), "1 legendary")
        game = play(arrange(board, legends=["titan", "leviathan"]), "titan@e5")
        title = said(shown(game).prompt.title)
        assert (
            title == "All your legendary pieces are on the board: choose which of them to pick up."
        )

    def test_piece_up(self) -> None:
        game = arrange(pattern_at("herald", "e5"), hand=["herald"])
        session = at_table(play(game, "herald@e5"))
        first = min(session.targets.origins)
        assert set(legal(build_screen(session)).values()) == {"piece"}
        assert flagged(build_screen(session), "selected") == set()
        session.click_square(first)
        screen = build_screen(session)
        assert flagged(screen, "selected") == {first}
        assert ids(screen.prompt.details)[1:] == ["prompt.moving"]
        assert offered(screen) == ["-", "(cancel)"]
        assert {legal(screen)[s] for s in session.targets.origins if s != first} == {"other"}
        targets = {m.square for m in session.moves if m.origin == first}
        assert {legal(screen)[s] for s in targets if s} == {"answer"}

    def test_arrows_to_choose(self) -> None:
        board = pattern_at("kiskin-leafsplitter", "e5")
        game = arrange(board, hand=["kiskin-leafsplitter"], school="sylvan", other="northern")
        screen = shown(play(game, "kiskin-leafsplitter@e5"))
        assert {(a.square, a.direction, a.code) for a in screen.arrows} == {
            ("e5", d, d) for d in ("nw", "ne", "sw", "se")
        }


def side(seat: int) -> str:
    """Return the name of a player of `arrange`."""
    return said(shown(arrange({})).players[seat - 1].name)


class TestSquares:
    def test_all_of_them(self) -> None:
        screen = shown(knights())
        assert [s.name for s in screen.squares] == [NAMES[s] for s in SQUARES]
        assert {s.name: f"{s.owner} {s.rank}" for s in screen.squares if s.owner} == KNIGHT
        assert square(screen, "d4").school == "northern"
        assert square(screen, "i4").school == "sylvan"

    def test_place(self) -> None:
        screen = shown(knights())
        assert set(legal(screen)) == {NAMES[s] for s in SQUARES} - set(KNIGHT)
        assert set(legal(screen).values()) == {"place"}

    def test_pick_up(self) -> None:
        game = short_of_pieces()
        screen = shown(game)
        assert set(legal(screen)) == {s for s, p in game.board.items() if p.owner == 1}
        assert set(legal(screen).values()) == {"pick-up"}

    def test_used_target_doomed(self) -> None:
        screen = shown(knights(), "knight", "e5")
        assert flagged(screen, "used") == set(pattern_at("knight", "e5"))
        assert flagged(screen, "target") == {"e5"}
        assert flagged(screen, "doomed") == {"e5"}
        assert set(screen.lines) == {(s, "e5") for s in pattern_at("knight", "e5")}
        assert flagged(screen, "lacking") == set()

    def test_nothing_doomed_on_an_empty_square(self) -> None:
        game = arrange(pattern_at("knight", "e5"), hand=["knight"])
        assert flagged(shown(game, "knight", "e5"), "doomed") == set()

    def test_marked(self) -> None:
        game = arrange(pattern_at("assassin", "e5"), hand=["assassin"])
        screen = shown(game, "assassin", "e5")
        match = game.summons("assassin")["e5"][0]
        assert match.marked
        assert flagged(screen, "marked") == match.marked

    def test_arrows_of_the_placement(self) -> None:
        board = pattern_at("cannon", "e5")
        screen = shown(arrange(board, hand=["cannon"]), "cannon", "e5")
        assert {a.square for a in screen.arrows} == {"e5"}
        assert {a.code for a in screen.arrows} == {None}
        assert [a.direction for a in screen.arrows] == [
            *(shown_match(at_table(arrange(board, hand=["cannon"]), "cannon", "e5")))
        ]

    def test_lacking(self) -> None:
        game = arrange(dict(list(KNIGHT.items())[1:]), hand=["knight"])
        why = game.explain("knight", "e5")
        screen = shown(game, "knight", "e5")
        assert not why.possible
        assert flagged(screen, "lacking") == {lack.square for lack in why.nearest[0]}
        assert flagged(screen, "target") == set()

    def test_last(self) -> None:
        game = play(arrange(pattern_at("wild-eagle", "e5"), hand=["wild-eagle"], school="highland"))
        assert flagged(shown(game), "last") == set()
        play(game, "wild-eagle@e5", "e5-a4")
        assert flagged(shown(game), "last") == {"e5", "a4"}
        play(game, "+b4", ".")
        assert flagged(shown(game), "last") == {"b4"}

    def test_last_also_where_a_piece_came_from(self) -> None:
        game = arrange(pattern_at("herald", "e5") | {"a4": "1 common"}, hand=["herald"])
        play(game, "herald@e5", "a4-b4", "-")
        assert flagged(shown(game), "last") == {"e5", "a4", "b4"}

    def test_hinted(self) -> None:
        session = at_table(knights())
        assert flagged(build_screen(session), "hinted") == set()
        session.is_summon_finder_on = True
        assert flagged(build_screen(session), "hinted") == {"e5"}
        assert "prompt.turn.lens" in {detail.id for detail in build_screen(session).prompt.details}
        session.click_card("champion")
        assert flagged(build_screen(session), "hinted") == set()

    def test_hint_that_finds_nothing_says_so(self) -> None:
        session = at_table(play(arrange({"a4": "1 common"}, hand=["knight"])))
        session.is_summon_finder_on = True
        screen = build_screen(session)
        assert flagged(screen, "hinted") == set()
        assert [d.id for d in screen.prompt.details] == ["prompt.turn.lens.none"]

    def test_doomed_by_an_effect(self) -> None:
        board = pattern_at("swordmaster", "e5") | {"d6": "2 common"}
        game = play(arrange(board, hand=["swordmaster"]), "swordmaster@e5")
        assert flagged(shown(game, None, "d6"), "doomed") == {"d6"}
        assert flagged(shown(game, None, "a4"), "doomed") == set()

    def test_doomed_by_a_move(self) -> None:
        """R11.5: what a combat move runs over, and nothing where it only goes."""
        board = pattern_at("hungry-bear", "e5") | {"d6": "2 common"}
        game = arrange(board, hand=["hungry-bear"], school="highland")
        play(game, "hungry-bear@e5")
        assert {"e5-d6", "e5-f6"} <= {move.code for move in game.legal_moves()}
        for square, doomed in (("d6", {"d6"}), ("f6", set())):
            assert flagged(shown(game, None, square), "doomed") == doomed
        own = arrange(pattern_at("knight", "e5") | {"e5": "1 common"}, hand=["knight"])
        assert flagged(shown(own, "knight", "e5"), "doomed") == set()  # it makes way

    def test_doomed_by_the_angel(self) -> None:
        board = pattern_at("angel-of-death", "e5") | {"a4": "2 common"}
        game = play(arrange(board, legends=["angel-of-death"]), "angel-of-death@e5")
        assert flagged(shown(game, None, "a4"), "doomed") == {"a4"}

    def test_a_direction_dooms_no_particular_piece(self) -> None:
        board = pattern_at("kiskin-leafsplitter", "e5") | {"f6": "2 common", "g7": "2 common"}
        game = arrange(board, hand=["kiskin-leafsplitter"], school="sylvan", other="northern")
        play(game, "kiskin-leafsplitter@e5")
        assert flagged(shown(game, None, "g7"), "doomed") == set()

    def test_labels(self) -> None:
        screen = shown(knights(), "knight", "e5")
        assert said(square(screen, "e5").label) == (
            f"e5: red square in the center, common piece of {side(2)}. Can be chosen; "
            "the being is summoned here; its piece will be destroyed."
        )
        assert said(square(screen, "d4").label).endswith(". Used in the pattern.")
        assert said(square(screen, "c7").label) == "c7: green square, empty."
        assert said(square(screen, "h4").label) == "h4: red square, empty."


def shown_match(session: Session) -> tuple[str, ...]:
    match = session.targets.shown_match
    assert match is not None
    return match.directions


class TestWhyNot:
    @pytest.mark.parametrize("seed", [1, 3])
    def test_as_the_engine_explains(self, seed: int) -> None:
        reasons: set[str] = set()
        for number, game in enumerate(positions("high-form", PAIRS[0], seed, 60)):
            if number % 12 or game.prompt.kind != "turn":
                continue
            state = game.state
            for card in state.hands[state.seat] + state.legends[state.seat]:
                session = at_table(game, card)
                for name in (NAMES[s] for s in SQUARES[seed::3]):
                    session.look_at_square(name)
                    why = game.explain(card, name)
                    screen = build_screen(session)
                    first = screen.prompt.details[:1]
                    # A missing piece may be placed on the square.
                    assert why.possible == (legal(screen).get(name, "place") != "place")
                    if why.reason is None:
                        assert ids(first) == ["prompt.uses"]
                        continue
                    assert first == (why.reason,)
                    reasons.add(why.reason.id)
                    lacks = why.nearest[0] if why.nearest else ()
                    assert flagged(screen, "lacking") == {lack.square for lack in lacks}
                    assert (
                        [
                            (m.id, m.params["square"], said(m.params["rank"]))  # type: ignore[arg-type]
                            for m in screen.prompt.details[1:]
                        ]
                        == [(f"lack.{lack.content}", lack.square, lack.needs) for lack in lacks]
                    )
        assert {"why.missing", "why.off-board"} <= reasons

    def test_pieces_of_another_color_are_asked_for(self) -> None:
        pattern = pattern_at("knight", "e5", owner=2)
        first, *others = sorted(pattern)
        board = {name: pattern[name] for name in others}
        turn = {"summon_with": 2}
        theirs = {"name": "Bob"}
        for there, instead in (("", ""), ("1 common", " instead of this one")):
            more = {first: there} if there else {}
            game = arrange(board | more, hand=["knight"], turn=turn, theirs=theirs)
            details = shown(game, "knight", "e5").prompt.details
            assert ids(details)[0] == "why.missing"
            assert f"{first}: common piece of Bob{instead}" in said(details).split(" | ")

    def test_higher_rank(self) -> None:
        game = arrange(KNIGHT | {"e5": "2 legendary"}, hand=["knight"])
        assert said(shown(game, "knight", "e5").prompt.details) == (
            "You cannot summon the Knight on e5: the legendary piece there ranks higher."
        )

    def test_shortage(self) -> None:
        board = dict.fromkeys(("a4", "a5", "a6"), "1 legendary")
        board = pattern_at("titan", "e5") | board
        details = shown(arrange(board, legends=["titan"]), "titan", "e5").prompt.details
        assert ids(details) == ["prompt.uses"]
        board = pattern_at("two-headed-dragon", "e5")
        board |= {s: "1 legendary" for s, p in list(board.items())[:3] if p == "1 heroic"}
        screen = shown(arrange(board, legends=["two-headed-dragon"]), "two-headed-dragon", "e5")
        assert ids(screen.prompt.details) == ["why.shortage.legendary"]


class TestPlayers:
    def test_public_facts(self) -> None:
        board = {"a4": "1 heroic", "a5": "1 legendary", "i4": "2 common", "i5": "2 common"}
        game = arrange(
            board, hand=["knight"], mine={"name": "Ann", "score": 5}, theirs={"hand": []}
        )
        ann, other = shown(game).players
        assert (ann.name, ann.seat, ann.score, ann.is_active) == ("Ann", 1, 5, True)
        assert (ann.piece_count, ann.upgraded_count, ann.total_piece_count) == (2, 2, 19)
        assert (ann.two_sided_left, ann.legendary_left) == (15, 2)
        assert ann.hand_counts == (("being", 1), ("legend", 0), ("flare", 0))
        assert ann.deck_size == len(game.state.decks[0])
        assert (other.is_active, other.score, other.piece_count, other.upgraded_count) == (
            False,
            0,
            2,
            0,
        )
        assert (ann.lead_upgraded, ann.lead_pieces) == (2, 0)
        assert (other.lead_upgraded, other.lead_pieces) == (-2, 0)

    def test_the_very_first_turn_has_one_action(self) -> None:
        """A scenario may begin in the middle of a turn (R5.1)."""
        game = new_game("high-form", PAIRS[0], seed=1)
        assert shown(game).pips == shown(game).players[0].pips == (1, 1)
        play(game, "+e5")
        assert shown(game).pips == (1, 0)
        play(game, ".")
        assert shown(game).pips == (2, 2)

    @pytest.mark.parametrize(("actions", "pips"), [(2, (2, 2)), (1, (2, 1)), (3, (3, 3))])
    def test_actions_as_pips(self, actions: int, pips: tuple[int, int]) -> None:
        """Those used up stay as empty places (R5.1); the others have none to use."""
        screen = shown(arrange({}, actions=actions))
        assert screen.pips == screen.players[0].pips == pips
        assert screen.players[1].pips == (0, 0)
        assert said(screen.to_act_text) == f"{side(1)} to play"

    def test_no_actions_are_counted_while_pieces_are_set_up_or_after_the_end(self) -> None:
        game = new_game("duel", PAIRS[0], seed=1)
        assert game.prompt.kind == "marks"
        screen = shown(game)
        assert [screen.pips, *(player.pips for player in screen.players)] == [(0, 0)] * 3
        game.resign(1)
        screen = shown(game)
        assert [screen.pips, *(player.pips for player in screen.players)] == [(0, 0)] * 3
        assert said(screen.to_act_text) == "The game is over."

    def test_a_melee_counts_by_colour(self) -> None:
        """The lowest counts (R15.8); with the heroic face up it can be improvised with (R15.9)."""
        scores = {"score": {"2": 4, "3": 1}, "improvised": [3]}
        seats = [{"school": school} for school in MELEE]
        game = arrange({}, form="melee", seats=[seats[0] | scores, *seats[1:]])
        first, second = shown(game).players[0].color_scores
        assert [(s.points, s.is_lowest, s.rank) for s in (first, second)] == [
            (4, False, "common"),
            (1, True, "heroic"),
        ]
        assert said(first.spoken_text) == f"{said(first.name)}: 4"
        assert said(second.spoken_text) == f"{said(second.name)}: 1, improvising is possible"

    @pytest.mark.parametrize(
        ("heroic", "common", "near"), [(2, 0, True), (1, 0, False), (0, 4, True), (1, 2, False)]
    )
    def test_flare_near(self, heroic: int, common: int, near: bool) -> None:
        """The lowest flares: two upgraded pieces behind, or four pieces."""
        squares = iter(("a4", "a5", "a6", "c7", "e5", "g7"))
        board = {next(squares): "2 heroic" for _ in range(heroic)}
        board |= {next(squares): "2 common" for _ in range(common)}
        first, second = shown(arrange(board)).players
        assert bool(first.flare_note) == near
        assert second.flare_note is None  # who is ahead has no flare to look for
        if first.flare_note:  # how far ahead somebody is in the other count is not told
            assert first.flare_note.params == {"upgraded": heroic, "pieces": heroic + common}

    def test_flare_in_hand(self) -> None:
        card = next(c for c in shown(invoking("flare-02", 0)).hand if c.kind == "flare")
        upper, lower = card.halves
        assert (upper.need, upper.have, upper.is_met) == (4, 6, True)
        assert (lower.need, lower.have, lower.is_met) == (4, 0, False)
        assert card.is_usable

    def test_hand(self) -> None:
        screen = shown(knights(legends=["titan"], flare="flare-02"))
        facts = [(c.id, c.kind, c.rank, c.square_count, c.is_usable) for c in screen.hand]
        assert facts == [
            ("knight", "being", "heroic", 1, True),
            ("champion", "being", "heroic", 0, True),  # it may be discarded
            ("titan", "legend", "legendary", 0, False),
            ("flare-02", "flare", None, 0, False),
        ]


class TestTasksAndTally:
    def test_needs(self) -> None:
        board = {"c2": "1 common", "d8": "1 heroic", "h4": "1 common"}
        tasks = {"current": ["red-conquest", "destruction", "imprisonment"], "next": ["diagonals"]}
        screen = shown(arrange(board, form="high-form", tasks=tasks))
        assert [t.id for t in screen.tasks] == [*tasks["current"], "diagonals"]
        assert [t.is_next for t in screen.tasks] == [False, False, False, True]
        assert said(screen.tasks[0].needs) == "1 of 2 upgraded on red"
        assert said(screen.tasks[1].needs) == "0 of 3 enemy pieces destroyed this turn"
        assert [t.is_fulfilled for t in screen.tasks] == [False] * 4
        assert screen.tally == ()

    def test_fulfilled(self) -> None:
        board = {"c2": "1 common", "d8": "1 heroic", "h4": "1 heroic"}
        tasks = {"current": ["red-conquest", "destruction", "imprisonment"]}
        first = shown(arrange(board, form="high-form", tasks=tasks)).tasks[0]
        assert first.is_fulfilled
        assert first.needs == ()
        assert said(first.status_lines) == "can be claimed"

    def test_what_a_row_says(self) -> None:
        """A row says what is lacking, then that it is ready, then what the next press does."""
        board = {"c2": "1 heroic", "d8": "1 heroic", "h4": "1 heroic"}
        tasks = {"current": ["red-conquest", "destruction", "imprisonment"], "next": ["diagonals"]}
        game = arrange(board, form="high-form", tasks=tasks, actions=0)
        session = at_table(game)
        ready, lacking, _, following = build_screen(session).tasks
        assert said(following.status_lines) == "next task, cannot be claimed yet"
        assert following.need_views == () and following.needs != ()
        assert lacking.status_lines == lacking.needs
        assert [need.signs for need in lacking.need_views] == [("lacks",) * 3]
        assert [need.signs for need in ready.need_views] == [("have",) * 3, ("have",) * 2]
        assert said(ready.button_label) == "Claim Red Conquest (+2) and end the turn"
        assert ready.code and not session.click_task(ready.code)
        asked = build_screen(session).tasks[0]
        assert said(asked.status_lines) == "press again: +2 and end"
        assert (
            said(asked.button_label) == f"{said(ready.button_label)} | {said(asked.status_lines)}"
        )

    def test_needs_stand_alone(self) -> None:
        """A need whose partner is already met still names what it counts."""
        turn = {"destroyed": {"2": {"common": 3}}}
        tasks = {"current": ["heroic-destruction", "red-conquest", "imprisonment"]}
        screen = shown(arrange({}, form="high-form", tasks=tasks, turn=turn))
        assert said(screen.tasks[0].needs) == "0 of 1 upgraded enemy pieces destroyed"

    def test_tally(self) -> None:
        turn = {"destroyed": {"2": {"common": 3, "heroic": 1}, "1": {"legendary": 1}}}
        tally = shown(arrange({}, turn=turn)).tally
        assert [(t.owner, t.rank, t.number) for t in tally] == [
            (1, "legendary", 1),
            (2, "heroic", 1),
            (2, "common", 3),
        ]
        assert said(tally[0].label) == f"legendary piece of {side(1)}"
        assert tally[1].school == "sylvan"


class TestLog:
    def test_pieces_of_a_team_are_named_by_its_color(self) -> None:
        """They belong to both players: no line names the one for what the other does."""
        schools = ("northern", "sylvan", "southern", "highland")
        names = ("Ann", "Ben", "Cyd", "Dan")
        game = new_game("high-form", schools, teams=True, seed=1, names=names)
        play(game, "+a4", ".", "+b4", "+b5", ".", "+c4", "+c5", ".")
        lines = [said(entry.lines) for entry in shown(game).log if isinstance(entry, LogView)]
        assert lines[0] == "Blue: common piece placed on a4"
        assert "Green: common piece placed on b4" in lines
        assert "Blue: common piece placed on c4" in lines

    def test_the_last_line_says_once_that_the_game_ends(self) -> None:
        board = dict.fromkeys(("e5", "d5", "f5", "e4", "e6"), "1 common")
        tasks = {"current": ["center-cross", "destruction", "imprisonment"]}
        game = arrange(board, form="high-form", actions=0, tasks=tasks, turn={"last_turns": 1})
        session = Session(game, curtain=False)
        compute_preview(session)
        screen = build_screen(session)
        assert [line.text.id for line in screen.action_panel.lines].count("log.over") == 1
        assert screen.ending_text is not None and screen.panel_ending is None

    def test_headings_numbers_lines(self) -> None:
        game = play(new_game("duel", PAIRS[0], seed=1), "c5", "+a4", ".", "+b4", "+b5", ".")
        log = shown(game).log
        headings = [e for e in log if isinstance(e, LogTurnView)]
        assert [(e.turn, e.text.params["n"]) for e in headings] == [(1, 1), (2, 2)]
        numbers = [e.number for e in log if isinstance(e, LogView)]
        assert numbers == [1, 2, 4, 5]  # nothing was drawn as a turn ended
        assert isinstance(log[0], LogView)  # the marks, before the first turn
        assert isinstance(log[1], LogTurnView)
        assert [e.school for e in log if isinstance(e, LogView)] == [
            *("sylvan", "northern", "sylvan", "sylvan"),
        ]
        placed = log[2]
        assert isinstance(placed, LogView)
        assert said(placed.lines) == "Blue: common piece placed on a4"

    def test_a_summoning(self) -> None:
        game = play(knights(), "knight@e5", "-")
        lines = next(e for e in shown(game).log if isinstance(e, LogView)).lines
        assert said(lines) == (
            f"{side(1)}: Knight summoned on e5 | Destroyed on e5: common piece of {side(2)}"
        )
        assert shown(game).last_move_lines == lines

    def test_ones_own_log_names_ones_own_cards(self) -> None:
        """Nobody else may know which being was dropped (R25.3): a shared log does not name it."""
        game = play(arrange({}, hand=["bomb", "knight"], legends=["titan"]), "~bomb", "knight", "-")
        alone = Session(game, curtain=False, bots={SeatNumber(2): "novice"})
        (line,) = [entry for entry in build_screen(alone).log if isinstance(entry, LogView)]
        returned = f"{side(1)}: Knight put under its deck"
        assert said(line.lines) == f"{side(1)}: Bomb discarded | {returned}"
        (line,) = [entry for entry in shown(game).log if isinstance(entry, LogView)]
        assert said(line.lines).startswith(f"{side(1)}: a being discarded")

    def test_no_secret_in_the_log(self) -> None:
        game = arrange({}, hand=["knight", "champion"], legends=["titan"], flare="flare-02")
        play(game, "~knight", "champion", "titan", "flare-02")
        screen = shown(game)
        lines = said(next(e for e in screen.log if isinstance(e, LogView)).lines)
        assert lines.count(side(1)) == 4
        for name in ("Knight", "Champion", "Titan", "Flare 2"):
            assert name not in lines
        play(game, "+a4", ".")
        assert not mentioned(
            build_screen(Session(game)), {"knight", "champion", "titan", "flare-02"}
        )

    def test_dug_out(self) -> None:
        board = pattern_at("kiskin-spirit", "e5")
        pile = {"discards": ["dryad", "naiad"]}
        game = arrange(board, hand=["kiskin-spirit"], school="sylvan", other="northern", mine=pile)
        play(game, "kiskin-spirit@e5", "dryad", "+a4", ".")
        assert not mentioned(build_screen(Session(game)), {"dryad", "naiad"})
        assert mentioned(build_screen(Session(game)), {"kiskin-spirit"})


def mentioned(screen: Screen, secret: set[str]) -> set[str]:
    """Return those of the cards that a screen mentions by id or by a message id of theirs."""
    words = {w for i in walk(screen) if isinstance(i, str) for w in re.split(r"[^a-z0-9-]+", i)}
    return words & secret


class TestSecrets:
    def test_the_detector_finds_an_open_hand(self) -> None:
        """The search for secrets works: in an open hand it finds every card."""
        game = new_game("high-form", PAIRS[0], seed=3)
        assert mentioned(shown(game), secret_cards(game.state, 1)) == secret_cards(game.state, 1)

    @pytest.mark.parametrize(("table", "seed"), TABLES_AND_PAIRS)
    def test_hands_are_hidden(self, table: str, seed: int) -> None:
        checked = 0
        public: set[str] = set()
        for number, game in enumerate(positions(table, PAIRS[seed], seed, 140)):
            state = game.state
            # What has been played openly may be in a log and, reshuffled, in a hand again.
            for entry in game.history()[-1:]:
                public |= {e.card for e in entry.events if e.kind in OPEN and e.card}
            if number % 4:
                continue
            hands = [secret_cards(state, seat + 1) - public for seat in range(state.setup.seats)]
            everything = set[str]().union(*hands)
            hidden = everything - hands[(game.player or state.seat + 1) - 1]
            assert not mentioned(shown(game), hidden)
            assert not mentioned(build_screen(Session(game)), everything)
            checked += len(hidden)
        assert checked > 100


# Events that show their card to everybody.
OPEN = (
    *("summon", "flare", "claim", "freeze", "thaw", "warp", "discard-pending", "return-pending"),
    *("discard-legend", "discard-flare", "under-deck"),
)


class TestEnd:
    @pytest.mark.parametrize(
        ("turn", "text"),
        [
            ({}, None),
            ({"last_turns": 2}, "Last round. Turns left – Blue: 1, Green: 1."),
            ({"last_turns": 1}, "This is the last turn of the game."),
            ({"last_turns": 0, "extra": True}, "This is the last turn of the game."),
            ({"last_turns": 2, "extra": True}, "Last round. Turns left – Blue: 2, Green: 1."),
            ({"last_turns": 1, "extra_turns": 1}, "Last round. Turns left – Blue: 2."),
        ],
    )
    def test_notice(self, turn: dict[str, object], text: str | None) -> None:
        game = arrange({}, turn=turn, actions=0)
        ending = shown(game).ending_text
        assert (said(ending) if ending else None) == text
        promised = dict(turns_left(game.state))
        left: Counter[int] = Counter()
        while text and not game.is_over:
            code = "." if game.prompt.kind == "end" else game.legal_moves()[0].code
            if code == "." and game.player:
                left[game.player] += 1
            game.play(code)
        assert left == promised

    @pytest.mark.parametrize(
        ("scores", "board", "reason", "winners"),
        [
            ((3, 2), {}, "points", [True, False]),
            ((2, 2), {"a4": "2 heroic"}, "upgraded", [False, True]),
            ((2, 2), {"a4": "1 common"}, "pieces", [True, False]),
            ((2, 2), {}, "tie", [True, True]),
        ],
    )
    def test_result(
        self, scores: tuple[int, int], board: dict[str, str], reason: str, winners: list[bool]
    ) -> None:
        game = arrange(
            board,
            actions=0,
            mine={"score": scores[0], "name": "Ann"},
            theirs={"score": scores[1], "name": "Bob"},
            turn={"last_turns": 1},
        )
        screen = shown(play(game, "."))
        result = screen.result
        assert result is not None
        assert result.reason.id == f"result.reason.{reason}"
        order = "12" if winners[0] else "21"  # the winner comes first
        rows = sorted(result.rows, key=lambda row: row.seat)
        assert "".join(str(row.seat) for row in result.rows) == order
        assert [row.is_winner for row in rows] == winners
        assert [row.score for row in rows] == list(scores)
        assert [row.name for row in rows] == ["Ann", "Bob"]
        assert [row.piece_count for row in rows] == [
            sum(p.startswith(owner) for p in board.values()) for owner in "12"
        ]
        assert [row.upgraded_count for row in rows] == [
            sum(p == f"{owner} heroic" for p in board.values()) for owner in "12"
        ]
        assert {row.color_scores for row in rows} == {()} and result.tiebreak is None
        names = [name for name, won in zip(("Ann", "Bob"), winners, strict=True) if won]
        won, lost = sorted(scores, reverse=True)
        by = f"{names[0]} wins, {won} to {lost}" if won > lost else f"{names[0]} wins"
        wanted = by if len(names) == 1 else "The victory is shared: Ann and Bob"
        assert said(result.title) == wanted
        assert screen.ending_text is None

    def test_a_melee_shows_every_color_in_the_order_of_comparison(self) -> None:
        # All have 1 in their lowest color; in the second-lowest it is 4, 6 and 6 (R18.3).
        scores: list[dict[str, int]] = [{"2": 4, "3": 1}, {"1": 1, "3": 6}, {"1": 6, "2": 1}]
        seats = [
            {"school": school, "name": name, "score": score}
            for school, name, score in zip(MELEE, ("Ann", "Bob", "Cleo"), scores, strict=True)
        ]
        game = Game.from_scenario(
            {
                "form": "melee",
                "seats": seats,
                "board": {"e5": "3 common"},
                "turn": {"seat": 3, "actions": 0, "last_turns": 1},
            }
        )
        result = shown(play(game, ".")).result
        assert result is not None and result.tiebreak is not None
        assert [row.name for row in result.rows] == ["Cleo", "Bob", "Ann"]
        assert [row.is_winner for row in result.rows] == [True, False, False]
        assert [row.score for row in result.rows] == [1, 1, 1]
        shown_scores = [[(said(s.name), s.points) for s in row.color_scores] for row in result.rows]
        assert shown_scores == [
            [("Bob", 1), ("Ann", 6)],
            [("Ann", 1), ("Cleo", 6)],
            [("Cleo", 1), ("Bob", 4)],
        ]
        assert said(result.reason) == "Points and upgraded pieces equal, more pieces in all"

    def test_resigned(self) -> None:
        game = arrange({}, theirs={"name": "Bob"})
        game.resign(1)
        result = shown(game).result
        assert result is not None
        assert said(result.title) == "Bob wins"
        assert said(result.reason) == "Resigned: Blue"
        session = Session(game, bots={SeatNumber(2): "novice"}, curtain=False)
        assert session.game.outcome is not None
        alone = result_view(session, session.game.outcome)
        assert said(alone.reason) == "You resigned"

    def test_none_while_it_goes_on(self) -> None:
        assert shown(knights()).result is None


class TestPurity:
    @pytest.mark.parametrize("table", TABLES)
    def test_twice_the_same_and_nothing_changed(self, table: str) -> None:
        for number, game in enumerate(positions(table, PAIRS[2], 1, 60)):
            if number % 3:
                continue
            session = at_table(game)
            key, codes, moves = game.state.key(), game.codes, game.legal_moves()
            build_screen(session)  # what is kept for speed is there now
            before = vars(session).copy()
            first = build_screen(session)
            assert build_screen(session) == first
            assert build_screen(at_table(game.copy())) == first
            assert (game.state.key(), game.codes, game.legal_moves()) == (key, codes, moves)
            assert vars(session) == before

    def test_the_log_follows_another_move_of_the_same_number(self) -> None:
        """The cached lines of the log do not outlive an undo."""
        session = at_table(arrange({}))
        session.click_square("e5")
        build_screen(session)
        session.undo()
        session.click_square("c7")
        assert "c7" in said(build_screen(session).last_move_lines)
        assert list(messages(build_screen(session).log)) == list(messages(shown(session.game).log))


def test_a_game_that_is_opened_again_shows_the_hand_in_its_order() -> None:
    """A played card leaves its place empty until the turn ends; so the order is not the deck's."""
    golden_game = golden.load("duel")
    live = Session(golden_game.start(), curtain=False)
    orders, decks = [], []
    for code in golden_game.game.codes[:120]:
        again = Session(Game.from_json(live.game.to_json()), curtain=False)
        orders.append([card.id for card in build_screen(live).hand])
        assert [card.id for card in build_screen(again).hand] == orders[-1]
        decks.append(list(held_cards(live.game.state, seat_of(live.seating.viewer))))
        live.play_code(code)
    assert orders != decks
