"""A form or school that nobody foresaw: one module and its words, and everything else plays along.

Two forms are invented here, and the school is that of the pack template. Each is dealt, arranged,
played, saved, told, seen from a seat and drawn, and nothing but its own words is missing.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterator, Mapping
from random import Random

import pytest

from tashkalar import Game, IllegalMove, cards, new_game
from tashkalar.bots.determinize import determinize
from tashkalar.bots.simple import GreedyPlayer, take_decision
from tashkalar.cards import packs
from tashkalar.cards.packs import Pack
from tashkalar.cards.tasks import TASKS
from tashkalar.effects.effect import Effect
from tashkalar.features.packs.school_names import merge_school_names
from tashkalar.position import rng
from tashkalar.position.board import BIT, COMMON, SQUARE_OF, Colour, mask_of
from tashkalar.position.ids import colour_number
from tashkalar.position.move import CHOOSE, Event, Move
from tashkalar.position.state import Cards, GameState, replace_entry
from tashkalar.rules.forms import FORMS, Form
from tashkalar.rules.forms.form import destroyed_points
from tashkalar.rules.view import view
from tashkalar.ui.screen.screen import build_screen
from tashkalar.ui.session.session import Session
from tashkalar.ui.start.new_game_form import MAX_SEATS, NewGameForm
from tashkalar.ui.start.url_parameters import NewGameRequest, create_game
from tashkalar.ui.storage.key_value_store import MemoryStore
from tashkalar.ui.storage.pack_records import PackRecord
from tashkalar.ui.storage.saved_games import SavedGames
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.text.refusal import Refusal
from tashkalar.ui.views import Screen
from tests.engine.playing import assert_equal
from tests.packmaking import TEMPLATE
from tests.ui.table import LOCALE, eager_move, messages


class Race(Form):
    """A form for two or three: tasks, destroyed pieces, and first pieces placed one by one."""

    id = "race"
    seats = (2, 3)
    teams = False
    can_resign = False
    has_setup_phase = True
    has_tasks = True
    rewards_flares = True
    tiebreak = "tiebreak.race"

    def stock(self, seats: int) -> int:
        return 15

    def end_score(self, seats: int) -> int:
        return 6

    def deal_tasks(self, state: GameState) -> tuple[Cards, Cards]:
        state.rng, deck = rng.shuffle(state.rng, tuple(TASKS))
        return deck[:3], deck[3:]

    def first_moves(self, state: GameState) -> tuple[Move, ...]:
        return tuple(CHOOSE[SQUARE_OF[name]] for name in ("e1", "e5", "e9"))

    def next_piece(self, state: GameState) -> Colour | None:
        return state.occupied.bit_count()

    def set_up(self, e: Effect, move: Move) -> None:
        e.place(SQUARE_OF[str(move.square)], COMMON, 0)
        for colour in range(1, len(e.state.colours)):
            square = e.choose_square("marks", mask_of("e1 e5 e9") & ~e.pieces)
            assert square is not None
            e.place(square, COMMON, colour)

    def claimable_tasks(self, state: GameState) -> tuple[str, ...]:
        return tuple(t for t in state.current_tasks if TASKS[t].is_fulfilled(state, state.colour))

    def claim(self, e: Effect, task: str) -> None:
        e.note(Event("claim", owner=colour_number(e.me), card=task, amount=1))
        e.score(e.me, 1)
        left = tuple(t for t in e.state.current_tasks if t != task)
        e.state.current_tasks = left + e.state.task_deck[:1]
        e.state.task_deck = e.state.task_deck[1:]

    def end_turn(self, e: Effect) -> None:
        for colour in e.enemy_colours:
            e.score(e.me, destroyed_points(e.state, colour)[0])

    def on_legend_summoned(self, e: Effect) -> None:
        e.score(e.me, 1)

    def on_flare_invoked(self, e: Effect, against: int) -> None:
        e.score(against, 1)


class Feud(Form):
    """A form for two: points in the enemy's color; no set-up and no claims."""

    id = "feud"
    teams = False
    scores_by_colour = True

    def stock(self, seats: int) -> int:
        return 17

    def end_score(self, seats: int) -> int:
        return 5

    def init_counts(self, state: GameState) -> None:
        state.points = (0,) * state.setup.seats**2

    def colour_scores(self, state: GameState, seat: int) -> dict[Colour, int]:
        seats = state.setup.seats
        return {c: state.points[seats * seat + c] for c in range(seats) if c != seat}

    def score(self, state: GameState, side: int) -> int:
        return min(self.colour_scores(state, side).values())

    def end_turn(self, e: Effect) -> None:
        for colour in e.enemy_colours:
            place = e.state.setup.seats * e.me + colour
            points = e.state.points[place] + destroyed_points(e.state, colour)[0]
            e.state.points = replace_entry(e.state.points, place, points)

    def on_legend_summoned(self, e: Effect) -> None:
        """Do nothing."""

    def on_flare_invoked(self, e: Effect, against: int) -> None:
        """Do nothing."""


WORDS = {
    "form.race.name": "The race",
    "panel.race": "Tasks",
    "ask.marks.race": "Choose a square for the {piece}.",
    "tiebreak.race": "Pieces decide.",
    "form.feud.name": "The feud",
    "panel.feud": "Destroyed",
}


@pytest.fixture
def words(monkeypatch: pytest.MonkeyPatch) -> Catalogue:
    """The English words with those of the invented forms, which are registered."""
    for form in (Race(), Feud()):
        monkeypatch.setitem(FORMS, form.id, form)
    catalogue = Catalogue()
    for path in sorted((LOCALE / "en").glob("*.json")):
        catalogue.load("en", path.read_text(encoding="utf-8"))
    catalogue.merge("en", WORDS)
    return catalogue


@pytest.fixture
def template(words: Catalogue) -> Iterator[Pack]:
    """The pack of the template, registered."""
    place = TEMPLATE / "src" / "tashkalar_emberfall" / "__init__.py"
    spec = importlib.util.spec_from_file_location("tashkalar_emberfall", place)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    pack = packs.register(module.pack)
    words.merge("en", pack.texts["en"])
    names = {"en": pack.texts["en"][f"school.{pack.id}.name"]}
    merge_school_names(
        words, [PackRecord(pack.id, pack.version, names, pack.look, "", "", "", True)]
    )
    yield pack
    packs.unregister(pack.id)


def check_words(screen: Screen, words: Catalogue) -> None:
    for message in messages(screen):
        assert "⟨" not in words.translate(message), message


def check_dealt(game: Game) -> None:
    """Check that the deal of a program player looks the same from its seat (R25)."""
    for seat in range(game.setup.seats):
        seen = json.loads(json.dumps(view(game.state, seat)))
        assert json.loads(json.dumps(view(determinize(seen, 1)[1], seat))) == seen


def live(game: Game, words: Catalogue, seed: int = 1, most: int = 400) -> None:
    """Play to the end by program players, and look at the game in every way there is."""
    players = [GreedyPlayer(f"{seed}/{seat}") for seat in range(game.setup.seats)]
    rng = Random(seed)
    for number in range(most):
        session = Session(game, curtain=False)
        if number % 5 == 0 or game.state.phase == "marks":
            check_words(build_screen(session), words)
            for seat in range(1, game.setup.seats + 1):
                json.dumps(game.view(seat))
        if number % 25 == 0:
            assert_equal(Game.from_json(game.to_json()), game)
            assert_equal(Game.from_record(game.record()), game)
            check_dealt(game)
        if game.player is None:
            break
        if number % 3:
            take_decision(game, players[game.player - 1])
        else:
            game.play(eager_move(game, rng))
    assert game.is_over
    screen = build_screen(Session(game, curtain=False))
    check_words(screen, words)
    assert screen.result is not None
    again = Game.from_json(game.to_json())
    assert again.outcome == game.outcome
    again.undo()
    assert not again.is_over


TABLES: Mapping[str, tuple[str, ...]] = {
    "race": ("etherweave", "nethervoid"),
    "race of three": ("everfrost", "southern", "sylvan"),
    "feud": ("nethervoid", "everfrost"),
}


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_form_is_played(table: str, seed: int, words: Catalogue) -> None:
    live(new_game(table.split()[0], TABLES[table], seed=seed), words, seed)


@pytest.mark.parametrize("table", TABLES)
def test_a_form_is_arranged(table: str, words: Catalogue) -> None:
    form = FORMS[table.split()[0]]
    score = {"2": 3} if form.scores_by_colour else 2
    seats: list[dict[str, object]] = [{"school": school} for school in TABLES[table]]
    seats[0]["score"] = score
    data = {"form": form.id, "seats": seats, "board": {"e5": "1 heroic", "e6": "2 common"}}
    game = Game.from_scenario(data)
    assert (game.player, game.state.phase, game.score(1)) == (1, "play", 3 - form.has_tasks)
    assert len(game.state.current_tasks) == (3 if form.has_tasks else 0)
    assert bool(build_screen(Session(game)).players[0].color_scores) == form.scores_by_colour
    live(game, words)


def test_what_the_screen_asks_and_offers(words: Catalogue) -> None:
    game = new_game("race", TABLES["race"], seed=1)
    asked = build_screen(Session(game, curtain=False)).prompt.title
    assert words.translate(asked) == "Choose a square for the common piece of Purple."
    with pytest.raises(IllegalMove):
        game.resign(1)
    feud = new_game("feud", TABLES["feud"], seed=1)
    assert feud.state.phase == "play"
    feud.resign(1)
    assert feud.is_over


def test_the_start_screen_and_the_address_offer_a_form(words: Catalogue) -> None:
    form = NewGameForm()
    fields = {f"{what}-{n}": "" for what in ("name", "school") for n in range(1, MAX_SEATS + 1)}
    fields |= {f"school-{n}": school for n, school in enumerate(TABLES["race of three"], 1)}
    fields |= {"form": "race", "players": "3", "choosing": "players", "expansions": "1"}
    form.update_fields(fields)
    view = form.view
    assert (
        view.can_choose_player_count,
        view.can_team,
        [seat.is_shown for seat in view.seats],
    ) == (
        True,
        False,
        [True, True, True, False],
    )
    game = form.create_game(words)
    assert game is not None
    assert (game.setup.form, game.setup.seats) == ("race", 3)
    assert create_game(NewGameRequest("feud"), words).setup.form == "feud"
    with pytest.raises(Refusal, match="teams: there is no team play in the feud"):
        create_game(NewGameRequest("feud", teams="1"), words)


def test_a_form_is_kept_on_the_shelf(words: Catalogue) -> None:
    saved_games = SavedGames(MemoryStore(), lambda: 1_000)
    saved = saved_games.create(
        new_game("race", TABLES["race of three"], seed=1), is_curtain_down=True
    )
    [entry] = saved_games.entries()
    assert entry.id == saved.id
    assert entry.summary is not None
    assert (entry.summary.form, len(entry.summary.schools)) == ("race", 3)


def test_a_goal_may_ask_for_a_task(words: Catalogue) -> None:
    data: dict[str, object] = {
        "form": "race",
        "seats": [{"school": "northern"}, {"school": "sylvan"}],
        "board": {},
        "goal": {"claim": next(iter(TASKS))},
    }
    assert Game.from_scenario(data).scenario is not None


@pytest.mark.parametrize("form", ["high-form", "duel", "race", "feud"])
def test_the_school_of_the_template_is_played(form: str, template: Pack, words: Catalogue) -> None:
    school = cards.SCHOOLS[template.id]
    assert (school.is_pack, school.has_own_rules, len(school.cards)) == (True, False, 18)
    live(new_game(form, (template.id, "etherweave"), seed=1), words)


def test_the_school_of_the_template_is_arranged(template: Pack, words: Catalogue) -> None:
    moth = template.card_id("Cinder Moth")
    seats = [{"school": "nethervoid"}, {"school": template.id, "hand": [moth]}]
    board = {"d6": "2 common", "f5": "2 common", "e4": "1 common"}
    game = Game.from_scenario(
        {"form": "race", "seats": seats, "board": board, "gateway": "e4", "turn": {"seat": 2}}
    )
    game.play(f"{moth}@e5")
    check_words(build_screen(Session(game, curtain=False)), words)
    game.play("e4")
    assert (set(game.board), game.state.gateway) == ({"d6", "f5"}, 0)
    assert BIT[SQUARE_OF["e5"]] & game.state.empty
    live(game, words)
