"""Tests of the public cards of a player: what everybody has seen, and nothing else (R25)."""

from __future__ import annotations

from tashkalar import Game, cards
from tashkalar.features.player_cards.player_cards import PlayerCards, player_cards
from tashkalar.position.ids import SeatNumber
from tashkalar.ui.screen.players import all_played_cards
from tashkalar.ui.session.session import Session
from tests.support import arrange, pattern_at, play
from tests.ui.table import said

BLUE, GREEN = SeatNumber(1), SeatNumber(2)


def shown(game: Game, seat: SeatNumber, *, after: int | None = None) -> PlayerCards:
    session = Session(game, curtain=False)
    if after is not None:
        session.show_position_after(after)
    return player_cards(session, seat)


def played(view: PlayerCards) -> list[str]:
    return [card.id for card in view.played_cards]


def unseen(view: PlayerCards) -> set[str]:
    return {card.id for card in view.unseen_beings}


def summoned() -> Game:
    board = {**pattern_at("messenger", "b7"), **pattern_at("swordmaster", "h5")}
    game = arrange(board, hand=["messenger", "swordmaster"], actions=2)
    return play(game, "messenger@b7", "-", "swordmaster@h5")


def test_summoned_beings_are_shown_the_latest_first() -> None:
    view = shown(summoned(), BLUE)
    assert played(view) == ["swordmaster", "messenger"]
    assert unseen(view).isdisjoint(played(view))
    assert len(unseen(view)) == len(cards.by_school("northern")) - 2
    assert played(shown(summoned(), GREEN)) == []


def test_the_gallery_marks_what_anybody_has_played() -> None:
    assert all_played_cards(Session(summoned(), curtain=False)) == {"swordmaster", "messenger"}


def test_a_look_back_shows_the_cards_of_that_time() -> None:
    assert played(shown(summoned(), BLUE, after=1)) == ["messenger"]


def test_a_discarded_being_stays_secret() -> None:
    game = arrange({}, hand=["messenger", "knight", "cannon"])
    discard = next(move.code for move in game.legal_moves() if move.kind == "discard")
    play(game, discard)
    assert played(shown(game, BLUE)) == []
    assert unseen(shown(game, BLUE)) == {being.id for being in cards.by_school("northern")}


def test_beings_of_an_earlier_part_of_the_game_are_on_the_pile() -> None:
    """The history of a scenario begins with it."""
    game = arrange({}, mine={"discards": ["knight", "cannon"], "dropped": ["cannon"]})
    assert played(shown(game, BLUE)) == ["knight"]
    assert "cannon" in unseen(shown(game, BLUE))


def test_beings_that_fit_the_board_now_are_marked_for_either_side() -> None:
    game = arrange({**pattern_at("naiad", "e5", owner=2), **pattern_at("messenger", "b7")})
    assert "naiad" in shown(game, GREEN).summonable_beings
    assert "messenger" in shown(game, BLUE).summonable_beings
    assert "naiad" not in shown(arrange({}), GREEN).summonable_beings


def test_claimed_tasks_are_those_of_the_player() -> None:
    board = {name: "1 heroic" for name in ("d8", "c2")} | {"h4": "1 common", "e5": "1 common"}
    game = arrange(board, form="high-form", tasks={"current": ["red-conquest"]}, actions=0)
    play(game, "=red-conquest")
    assert [task.id for task in shown(game, BLUE).claimed_tasks] == ["red-conquest"]
    assert shown(game, GREEN).claimed_tasks == ()


def test_open_improvisations_are_named_in_a_melee() -> None:
    seats = [{"school": school} for school in ("northern", "sylvan", "highland")]
    view = shown(arrange({"e5": "1 common"}, form="melee", seats=seats), BLUE)
    assert [said(color) for color in view.improvisations] == ["Green", "Yellow"]
    assert shown(arrange({}), BLUE).improvisations == ()
