"""The lines of the coach about rules and scores hold in the engine, in every language.

`test_true_lines.py` tries whatever a beginner taps in the first lessons; here stand the lines of
later lessons that tell a rule (`docs/rules.md`) or a score.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

from tashkalar import Game
from tashkalar.features.lessons.lesson_runner import LessonRunner
from tashkalar.formats import scenario_writer
from tashkalar.position.board import NAMES
from tashkalar.ui.text.catalogue import LANGUAGES
from tests.ui.lessons.files import COURSE, FOLDER, GAMES, lesson_text, load
from tests.ui.lessons.mistakes import MISTAKES

SCRIPTED = [id for id in COURSE if id not in GAMES]
LINES = {
    language: json.loads((FOLDER.parent / "locale" / language / "lessons.json").read_text("utf-8"))
    for language in LANGUAGES
}


# --- rules ------------------------------------------------------------------------------------


def start(id: str, **changes: str) -> Game:
    """Return the game at the beginning of a lesson; the changes are pieces by square."""
    scenario = json.loads(lesson_text(id))["parts"][0]["scenario"]
    return Game.from_scenario({**scenario, "board": {**scenario["board"], **changes}})


def play(game: Game, *codes: str) -> Game:
    """Play decisions; return the game."""
    for code in codes:
        game.play(code)
    return game


def choices(game: Game) -> list[str]:
    """Return the codes of all decisions that the game offers."""
    return [move.code for move in game.legal_moves()]


def starting_with(game: Game, beginning: str) -> list[str]:
    """Return the codes that begin in one way."""
    return [code for code in choices(game) if code.startswith(beginning)]


def two_moves_of_one_piece_or_of_two() -> bool:
    """Tell whether the Infantry Captain allows none, one or two moves, of one piece or of two."""
    game = play(start("flare"), "!flare-02", "f4", "+g4")
    play(game, starting_with(game, "infantry-captain@")[0])
    assert "-" in choices(game)
    play(game, "f4-f5")
    movers = {code.partition("-")[0] for code in choices(game)}
    assert "" in movers  # to stop after one
    play(game, "f5-f6")
    return {"f5", "g4"} < movers and game.prompt.card != "infantry-captain"


def common_being_leaves_the_gateway() -> bool:
    """Tell whether a common imp leaves a common and a heroic Gateway where they are (R21.5)."""
    for rank in ("common", "heroic"):
        game = start("nethervoid-2", g6=f"1 {rank}")
        assert "g6" not in game.summons("flame-imp")
        play(game, starting_with(game, "flame-imp@")[0])
        if NAMES[game.state.gateway] != "g6":
            return False
    return True


def shot_hits_own_pieces() -> bool:
    """Tell whether the Gun Tower destroys pieces of the player who fires."""
    game = play(start("one-short", f6="1 common"), "+e5", "gun-tower@d6", "e")
    return "f6" not in game.board and "g6" not in game.board  # the first two pieces on the way


def improvising_is_spent_for_the_game() -> bool:
    """Tell whether a color serves once, and another color still does afterwards (R15.9)."""
    game = start("improvise")
    assert colors_left(game) == [2, 3]
    play(game, starting_with(game, "gun-tower@")[0])
    return colors_left(game) == [3]


def colors_left(game: Game) -> object:
    """Return the colors for which the first player may still improvise."""
    seats = scenario_writer.write(game.state)["seats"]
    assert isinstance(seats, list)
    return seats[0]["improvised"]


def last_card_triggers_the_last_round(id: str, *codes: str) -> bool:
    """Tell whether drawing does not end the game but leaves each player one more turn (R17.6)."""
    game = start(id)
    assert game.state.last_turns == -1
    play(game, *codes)
    return not game.is_over and game.state.last_turns == game.setup.seats


def upgraded_pieces_decide_a_tie() -> bool:
    """Tell whether the side with more upgraded pieces wins with equal points (R18)."""
    game = play(start("last-round"), "+a5", ".")
    assert game.score(1) == game.score(2) and game.outcome is not None
    return game.outcome.winners == (2,)


class Claim(NamedTuple):
    """A line that tells a rule, whether the rule is so, and what each language must say for it."""

    key: str
    holds: Callable[[], bool]
    en: str
    es: str
    fr: str
    it: str
    el: str


CLAIMS = (
    Claim(
        "learn.flare.more",
        two_moves_of_one_piece_or_of_two,
        "up to two",
        "hasta dos",
        "jusqu’à deux",
        "fino a due",
        "μέχρι δύο",
    ),
    Claim(
        "learn.nethervoid-2.remote",
        common_being_leaves_the_gateway,
        "common imp never.*unless",
        "básico nunca.*salvo",
        "commun ne .* jamais.*sauf",
        "comune non .* mai.*se non",
        "απλό .* δεν .* ποτέ.*εκτός",
    ),
    Claim(
        "learn.one-short.fire",
        shot_hits_own_pieces,
        "yours included",
        "también a las tuyas",
        "les vôtres aussi",
        "anche ai tuoi",
        "και στα δικά σας",
    ),
    Claim(
        "learn.improvise.enemy",
        improvising_is_spent_for_the_game,
        "[Oo]nce per game for each enemy color",
        "[Uu]na vez por partida y color",
        "[Uu]ne fois par partie et par couleur",
        "[Uu]na volta a partita per colore",
        "[Μμ]ία φορά στο παιχνίδι ανά .*χρώμα",
    ),
    Claim(
        "learn.race.race",
        lambda: last_card_triggers_the_last_round("race", "+a5", "."),
        "triggers the last round",
        "última ronda",
        "dernier tour de table",
        "ultimo giro",
        "τελευταίος γύρος",
    ),
    Claim(
        "learn.sideways.lead",
        lambda: last_card_triggers_the_last_round("sideways", "swordmaster@e5", "."),
        "triggers the last round",
        "última ronda",
        "dernier tour de table",
        "ultimo giro",
        "τελευταίος γύρος",
    ),
    Claim(
        "learn.last-round.tie",
        upgraded_pieces_decide_a_tie,
        "more upgraded pieces.*your opponent",
        "más fichas mejoradas.*rival",
        "plus de pièces promues.*adversaire",
        "più pezzi promossi.*avversario",
        "περισσότερα αναβαθμισμένα.*αντίπαλος",
    ),
)


@pytest.mark.parametrize("claim", CLAIMS, ids=[claim.key for claim in CLAIMS])
def test_a_line_tells_the_rule_as_the_engine_plays_it(claim: Claim) -> None:
    assert claim.holds()
    for language in LANGUAGES:
        text, said = LINES[language][claim.key], getattr(claim, language)
        assert re.search(said, text), (language, text)


# --- scores, squares and numbers ----------------------------------------------------------------

Score = tuple[int, int]
SCORE = re.compile(r"(?:Duel: |^|\s)(\d+) to (\d+)\b")
NUMBER = re.compile(r"(?<!\w)(?:[a-i][1-9]|\d+)(?!\w)")


def scores(game: Game) -> set[Score]:
    """Return the score of the learner's side and of the other, now and at the end of the turn."""
    points = game.state.points  # without what a pending being costs
    found = {(game.score(1), game.score(2)), (points[0], points[1])}
    ended = Game.from_json(game.to_json())
    if "." in choices(ended):
        ended.play(".")
        found.add((ended.score(1), ended.score(2)))
    return found


def said_scores(id: str) -> Iterator[tuple[str, list[Score], set[Score]]]:
    """Yield what is said on the way that a lesson shows: the line, its scores, the board's."""
    runner = LessonRunner(load(id))
    while True:
        text = runner.view.coach.text
        if text:
            yield text.id, scores_in(text.id), scores(runner.session.game)
        if runner.view.coach.kind != "done":
            code = runner.demonstrate_next()
            runner.end_demonstration()
            assert code and runner.session.play_code(code) and runner.check_decision()
        elif not runner.start_next_part():
            return


def part_of(id: str, number: int) -> Game:
    """Return the game at the beginning of a part of a lesson."""
    runner = LessonRunner(load(id))
    while runner.part_index < number:
        while not runner.view.can_start_next_part:
            code = runner.demonstrate_next()
            runner.end_demonstration()
            assert code and runner.session.play_code(code) and runner.check_decision()
        assert runner.start_next_part()
    return Game.from_json(runner.session.game.to_json())


def scores_in(key: str) -> list[Score]:
    """Return the scores that an English line names, the learner's first."""
    return [(int(own), int(theirs)) for own, theirs in SCORE.findall(LINES["en"][key])]


def test_a_score_that_the_coach_names_is_that_of_the_board() -> None:
    named = [one for id in SCRIPTED for one in said_scores(id) if one[1]]
    assert len({key for key, _, _ in named}) > 5
    assert [(key, said, true) for key, said, true in named if not true.issuperset(said)] == []


def test_a_score_that_answers_a_mistake_is_that_after_it() -> None:
    tried = 0
    for id, part, codes, answer in MISTAKES:
        own = f"learn.{id}.{answer}"
        said = scores_in(own if own in LINES["en"] else f"learn.common.{answer}")
        if said and not any("?" in code for code in codes):
            tried += 1
            game = play(part_of(id, part), *codes)
            assert said[0] in scores(game), (id, answer, said, scores(game))
    assert tried > 3


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_a_line_names_the_same_squares_and_numbers_in_every_language(language: str) -> None:
    wrong = [
        (key, text, LINES[language][key])
        for key, text in LINES["en"].items()
        if sorted(NUMBER.findall(text)) != sorted(NUMBER.findall(LINES[language][key]))
    ]
    assert wrong == []
