"""The program players: legal, deterministic, and the keen one is the better one."""

from __future__ import annotations

import json

import pytest

from tashkalar import Game, Message, Move, Prompt, new_game
from tashkalar.bots.levels import PLAYERS
from tashkalar.bots.simple import GoalessPlayer, GreedyPlayer, Player, RandomPlayer, take_decision
from tashkalar.position.board import SQUARE_OF, distance
from tashkalar.position.literals import QuestionKind
from tashkalar.position.move import CHOOSE, SKIP
from tests.support import arrange

SCHOOLS = ["highland", "southern"]


def played(form: str, seed: object, *players: Player) -> Game:
    game = new_game(form, SCHOOLS, seed=str(seed))
    for _ in range(3000):
        if game.player is None:
            break
        take_decision(game, players[game.player - 1])
    return game


@pytest.mark.parametrize("form", ["duel", "high-form"])
@pytest.mark.parametrize("name", ["random", "keen", "goalless"])
def test_the_same_seed_plays_the_same_game(name: str, form: str) -> None:
    games = [played(form, 3, PLAYERS[name](1), PLAYERS[name](2)) for _ in range(2)]
    assert games[0].codes == games[1].codes
    assert games[0].is_over
    assert played(form, 3, PLAYERS[name](5), PLAYERS[name](2)).codes != games[0].codes


@pytest.mark.parametrize("form", ["duel", "high-form"])
def test_keen_beats_random(form: str) -> None:
    won = 0
    for seed in range(10):
        players: list[Player] = [GreedyPlayer(seed), RandomPlayer(seed)]
        seat = 1 + seed % 2
        outcome = played(form, seed, *(players if seat == 1 else players[::-1])).outcome
        won += outcome is not None and outcome.winners == (seat,)
    assert won >= 9


@pytest.mark.parametrize("player", [GreedyPlayer(1), RandomPlayer(1), GoalessPlayer(1)])
def test_players_need_only_what_their_seat_may_know(player: Player) -> None:
    game = new_game("high-form", SCHOOLS, seed=1)
    for _ in range(100):
        if game.player is None:
            break
        view = json.loads(json.dumps(game.view(game.player)))
        move = player.choose(view, game.prompt, game.legal_moves())
        assert move in game.legal_moves()
        game.play(move)


def choice(game: Game) -> str:
    assert game.player is not None
    return GreedyPlayer(1).choose(game.view(1), game.prompt, game.legal_moves()).code


def test_goalless_summons_first_places_beside_its_own_and_takes_the_first_answer() -> None:
    def chosen(game: Game) -> str:
        return GoalessPlayer(1).choose(game.view(1), game.prompt, game.legal_moves()).code

    knight = {"d5": "1 common", "d4": "1 common", "e5": "1 heroic", "f5": "1 common"}
    game = arrange(knight, hand=["knight"])
    assert chosen(game).startswith("knight@")
    game.play(chosen(game))
    assert chosen(game) == game.legal_moves()[0].code
    placing = arrange({"b2": "2 common", "g7": "1 common"})
    for seed in range(8):
        move = GoalessPlayer(seed).choose(placing.view(1), placing.prompt, placing.legal_moves())
        assert move.kind == "place" and distance(SQUARE_OF["g7"], SQUARE_OF[move.square or ""]) == 1


def test_keen_claims_the_best_task_and_summons_the_highest_being() -> None:
    pieces = {"c2": "1 heroic", "d8": "1 heroic", "e5": "1 common", "h4": "1 legendary"}
    tasks = {"current": ["red-conquest", "destruction"]}
    game = arrange(pieces, form="high-form", tasks=tasks, actions=0)
    assert choice(game) == "=red-conquest"
    knight = {"d5": "1 common", "d4": "1 common", "e5": "1 heroic", "f5": "1 common"}
    game = arrange(knight, hand=["knight", "bomb", "herald"])
    assert choice(game).startswith("knight@")


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [("destroy", "d4"), ("convert", "d4"), ("downgrade", "d4"), ("upgrade", "f5"), ("return", "-")],
)
def test_keen_turns_harm_against_the_enemy(kind: QuestionKind, wanted: str) -> None:
    pieces = {"c4": "2 common", "d4": "2 heroic", "f5": "1 heroic", "e5": "1 common"}
    view = arrange(pieces).view(1)
    prompt = Prompt(kind, Message(f"ask.{kind}"))
    own, enemy = (
        [CHOOSE[SQUARE_OF[s]] for s in squares] for squares in (("e5", "f5"), ("c4", "d4"))
    )
    assert GreedyPlayer(1).choose(view, prompt, [*own, *enemy, SKIP]).code == wanted
    if kind in ("destroy", "convert", "downgrade"):
        assert GreedyPlayer(1).choose(view, prompt, [*own, SKIP]) == SKIP
        assert GreedyPlayer(1).choose(view, prompt, own).code == "e5"
    step = [Move("f5-e5", "choose", "e5", origin="f5"), Move("f5-d4", "choose", "d4", origin="f5")]
    assert GreedyPlayer(1).choose(view, prompt, [*step, SKIP]).code == "f5-d4"
    assert GreedyPlayer(1).choose(view, prompt, [step[0], SKIP]) == SKIP


def test_keen_thaws_warps_in_time_and_does_not_pass_control() -> None:
    def board(last_turns: dict[str, int]) -> Game:
        return Game.from_scenario(
            {
                "form": "duel",
                "teams": True,
                "seats": [
                    {"school": "etherweave", "hand": ["merchant-of-time"], "legends": []},
                    {"school": "sylvan"},
                    {"school": "northern"},
                    {"school": "southern"},
                ],
                "board": {"e5": "1 common", "d2": "2 common"},
                "turn": {"actions": 2, "number": 9, **last_turns},
            }
        )

    assert choice(board({})) == "%merchant-of-time"
    assert choice(board({"last_turns": 2})).startswith("+")
    moves = [m for m in board({}).legal_moves() if m.kind in ("pass-control", "discard")]
    assert len(moves) == 2
    assert GreedyPlayer(1).choose(board({}).view(1), board({}).prompt, moves).kind == "discard"
    frozen = {"frozen": "ice-queen"}
    game = arrange({"e5": "1 common"}, school="everfrost", mine=frozen)
    assert choice(game) == "*ice-queen"


def test_keen_scores_in_its_lowest_colour_and_spares_its_markers() -> None:
    scenario = {
        "form": "melee",
        "seats": [
            {"school": "highland", "hand": ["wild-eagle"], "score": {"2": 4, "3": 1}},
            {"school": "sylvan"},
            {"school": "northern"},
        ],
        "board": {"d4": "1 common", "f4": "1 common", "d6": "1 common", "f6": "2 common"},
        "turn": {"actions": 1, "destroyed": {"2": {"common": 1}, "3": {"common": 1}}},
    }
    game = Game.from_scenario(scenario)
    move = GreedyPlayer(1).choose(game.view(1), game.prompt, game.legal_moves())
    assert move.kind == "summon" and move.match is not None and move.match.improvised is None
    game.play("+a5")
    game.play(".")
    assert game.prompt.kind == "odd-commons"
    assert choice(game) == "3"


def test_keen_puts_a_piece_where_its_hand_lacks_it() -> None:
    game = arrange({"d5": "1 common", "e5": "1 heroic", "f5": "1 common"}, hand=["knight"])
    code = choice(game)
    assert code.startswith("+")
    game.play(code)
    assert game.summons("knight")
