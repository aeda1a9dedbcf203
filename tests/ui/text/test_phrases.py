"""Tests that everything the screen says has an English sentence, and that all are used."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

from tashkalar import Game, cards
from tashkalar.bots import PLANNING_LEVELS
from tashkalar.bots.reasons import REASON_KINDS
from tashkalar.cards import tasks
from tashkalar.position.board import DIRECTIONS, RANKS
from tashkalar.position.move import Message
from tashkalar.rules.forms import FORMS, Form
from tashkalar.ui.reference.rulebook import RULE_BY_KIND
from tashkalar.ui.screen.action_panel import HALF_LABEL_IDS
from tashkalar.ui.screen.drawing_cache import drawing_cache
from tashkalar.ui.screen.screen import build_screen
from tashkalar.ui.session.session import Session
from tashkalar.ui.text.catalogue import LIST_PATTERNS, placeholders
from tashkalar.ui.views import Screen
from tests.support import play
from tests.ui.table import (
    LOCALE,
    PAIRS,
    TABLES,
    crowded,
    free_moves,
    invoking,
    messages,
    positions,
    said,
    short_of_pieces,
    summoning,
)

ROOT = Path(__file__).resolve().parents[3]
UI: dict[str, str] = json.loads((LOCALE / "en" / "ui.json").read_text(encoding="utf-8"))
TEXTS: dict[str, str] = {
    key: text
    for path in (LOCALE / "en").glob("*.json")
    for key, text in json.loads(path.read_text(encoding="utf-8")).items()
}
FORMS_OF_PLURAL = re.compile(r"\.(?:one|other)$")


def base(key: str) -> str:
    """A key without its plural form."""
    return FORMS_OF_PLURAL.sub("", key)


# -- what the code can say, read from the code -----------------------------------------------------


def trees(*folders: str) -> Iterator[ast.AST]:
    """The syntax trees of the modules in folders of the package."""
    for folder in folders:
        for path in sorted((ROOT / "tashkalar").glob(folder)):
            yield ast.parse(path.read_text(encoding="utf-8"))


def literals(*folders: str) -> set[str]:
    """Return all text constants of modules."""
    return {
        node.value
        for tree in trees(*folders)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def calls(*folders: str) -> Iterator[tuple[str, ast.Call]]:
    """The calls in modules, each with the last name of what is called."""
    for tree in trees(*folders):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                if isinstance(node.func, ast.Attribute):
                    yield node.func.attr, node
                elif isinstance(node.func, ast.Name):
                    yield node.func.id, node


def text_of(node: ast.expr | None) -> str:
    assert isinstance(node, ast.Constant) and isinstance(node.value, str), ast.dump(
        node or ast.Pass()
    )
    return node.value


def is_optional(call: ast.Call) -> bool:
    return any(
        k.arg == "optional" and isinstance(k.value, ast.Constant) and k.value.value is True
        for k in call.keywords
    )


OF_PACKS = {"ask.leap.standard", "ask.leap.combat"}  # a leap that must be made: packs may ask it


def asked() -> set[str]:
    """The questions that the turn and the cards ask: ``ask.<kind>``, with ``.may`` if optional."""
    keys = {"ask.turn", "ask.end", "ask.marks", *OF_PACKS}
    for name, call in calls("cards/**/*.py", "rules/turn.py", "rules/forms/*.py", "effects/*.py"):
        verb = re.fullmatch(r"(may|must)_(destroy|upgrade|convert|place|move)", name)
        keywords = {k.arg: k.value for k in call.keywords}
        if name == "may_swap":
            keys.add("ask.swap.may")
        elif verb:
            may = ".may" if verb[1] == "may" else ""
            if verb[2] == "move":
                kind = "leap" if "leap" in ast.dump(call) else "move"
                keys |= {f"ask.{kind}.{way}{may}" for way in ("standard", "combat")}
            else:
                keys.add(f"ask.{verb[2]}{may}")
        elif name in ("choose_square", "choose_card"):
            if isinstance(call.args[0], ast.Name):  # inside a verb of `Effect`
                continue
            keys.add(f"ask.{text_of(call.args[0])}" + (".may" if is_optional(call) else ""))
        elif name == "choose_direction":
            keys.add("ask.direction" + (".may" if is_optional(call) else ""))
        elif name in ("choose_colour", "choose_option"):
            kind = name.removeprefix("choose_")
            kind = text_of(keywords["kind"]) if "kind" in keywords else kind
            keys.add(f"ask.{kind}")
            if "optional" in keywords:
                keys.add(f"ask.{kind}.may")
    return keys


def logged() -> set[str]:
    """The lines that the events of the engine need."""
    kinds = {
        text_of(call.args[0])
        for name, call in calls(
            "effects/*.py", "rules/turn.py", "rules/forms/*.py", "cards/**/*.py"
        )
        if name in ("Event", "_note_piece") and isinstance(call.args[0], ast.Constant)
    }
    kinds |= {"discard-legend", "discard-flare"}
    kinds |= {
        text_of(call.args[2])
        for name, call in calls("effects/board_verbs.py")
        if name == "_change_rank"
    }
    assert {"place", "upgrade", "downgrade", "turn", "over", "flare", "draw", "return"} <= kinds
    kinds -= {"turn", "flare", "draw", "return"}
    hand = ("being", "legend", "flare")
    split = {f"draw.{kind}" for kind in hand} | {f"return.{kind}" for kind in hand}
    split |= {f"flare.{half}" for half in ("upper", "lower", "both")}
    return {f"log.{kind}" for kind in kinds | split}


def needs() -> set[str]:
    """The words of needs, as the tasks' module lists them."""
    return {f"need.{word}" for word in re.findall(r"``([a-z-]+)``", tasks.__doc__ or "")}


# passed as names to `choose_possible_option`
FLARE_OPTIONS = {"place", "move", "upgrade", "convert"}
CARD_OPTIONS = {
    "gain-action",
    "move",
    "adjacent",
    "distance-2",
    "downgrade",
    "destroy",
    "return-pending",
    "copy-warp",
    *RANKS,
}
CHANGES = ("destroy", "convert", "move", "upgrade", "downgrade", "swap")  # to pieces
FLAGS = ("legal", "selected", "used", "target", "doomed", "marked", "lacking", "last", "gateway")


def expected() -> set[str]:
    """Every key that ui.json needs, without plural forms."""
    keys = literals("features/**/*.py", "ui/**/*.py", "web/**/*.py", "rules/summoning.py") & {
        base(key) for key in UI
    }
    keys |= asked() | logged() | needs() | {"log.turn"}
    keys |= {f"option.{name}" for name in (*DIRECTIONS, *FLARE_OPTIONS, *CARD_OPTIONS)}
    keys |= {f"piece.{rank}" for rank in RANKS} | {f"square.{flag}" for flag in FLAGS}
    keys |= {"square.take", "square.lose", "prompt.thaw", "prompt.warp"}
    keys |= {f"form.{form}.name" for form in FORMS} | {f"panel.{form}" for form in FORMS}
    rules = FORMS.values()
    keys |= {form.tiebreak for form in rules if form.tiebreak}
    by_piece = (form for form in rules if type(form).next_piece is not Form.next_piece)
    keys |= {f"ask.marks.{form.id}" for form in by_piece}
    keys |= {f"bots.{level}" for level in PLANNING_LEVELS}
    kinds = ("place", "pick-up", "summon", "discard", "flare", "thaw", "warp", "claim")
    keys |= {f"advice.{kind}" for kind in (*kinds, "pass-control")}
    keys |= {f"advice.why.{kind}" for kind in REASON_KINDS}
    keys |= {f"meanwhile.now.{kind}" for kind in (*kinds, *CHANGES)}
    keys |= {
        f"brief.{kind}" for kind in ("place", "pick-up", "summon", "discard", "claim", *CHANGES)
    }
    keys |= {f"gallery.{deck}" for deck in ("legends", "flares")}
    keys |= {f"why.shortage.{stock}" for stock in ("two-sided", "legendary")}
    keys |= {f"lack.{there}" for there in ("empty", "enemy", "common", "heroic")}
    keys |= {f"lack.{there}.of" for there in ("empty", "enemy")}
    keys |= {f"choice.{kind}{note}" for kind in ("thaw", "warp") for note in ("", ".note")}
    keys |= {f"ask.sole.{kind}" for kind in ("destroy", "upgrade", "downgrade", "convert")}
    keys |= {f"choice.leave.{rank}" for rank in ("heroic", "legendary")}
    about = (
        call.args[0]
        for name, call in calls("ui/screen/confirmations.py")
        if name == "_build_confirmation"
    )
    confirmed = {"pass-control"}  # named by its `ChoiceView`
    confirmed |= {text_of(what) for what in about if isinstance(what, ast.Constant)}
    keys |= {f"confirm.{what}.{part}" for what in confirmed for part in ("title", "text", "ok")}
    keys |= {f"setup.secret.{step}{part}" for step in ("cover", "pick") for part in ("", ".text")}
    keys |= {f"setup.secret.{button}" for button in ("open", "keep")}
    keys |= {f"goal.{of}{kind}" for of in ("", "title.", "title.turn.") for kind in ("all", "any")}
    keys |= {f"goal.destroy.{rank}" for rank in ("any", "upgraded", *RANKS)}
    keys |= {f"goal.{kind}" for kind in ("beings", "legend", "score", "gain")}
    no_conditions = re.compile(r"goal\.(?:title.*|survive|piece|empty)")
    goals = {key for key in keys if key.startswith("goal.") and not no_conditions.fullmatch(key)}
    keys |= {key.replace("goal.", "goal.feared.", 1) for key in goals}
    keys |= {f"list.{pattern}" for pattern in (*LIST_PATTERNS, "stop", "brackets")}
    keys |= {f"goal.{state}" for state in ("reached", "failed", "turns-left", "moves-left")}
    keys |= {f"story.{line}" for line in ("lead", "comeback", "level")}
    numbers = ("claimed", "summoned", "destroyed", "upgraded", "flares")
    keys |= {f"story.number.{number}" for number in numbers}
    keys |= {f"lessons.{state}" for state in ("open", "begun", "done")}
    reasons = ("points", "second-colour", "third-colour", "upgraded", "pieces", "tie", "resigned")
    keys |= {f"rule.about.{number}" for number in RULE_BY_KIND.values()}
    keys |= {f"stage.wait.behind.{half}" for half in HALF_LABEL_IDS}
    return keys | {f"result.reason.{reason}" for reason in reasons}


class TestKeys:
    def test_none_is_missing_and_none_is_dead(self) -> None:
        have = {base(key) for key in UI}
        assert sorted(expected() - have) == []
        assert sorted(have - expected()) == []

    def test_literals_that_look_like_keys_exist(self) -> None:
        heads = {key.partition(".")[0] for key in UI}
        wanted = {
            text
            for text in literals(
                "features/**/*.py", "ui/**/*.py", "web/**/*.py", "rules/summoning.py", "game.py"
            )
            if re.fullmatch(r"[a-z]+(?:\.[a-z-]+)+", text) and text.partition(".")[0] in heads
        }
        assert len(wanted) > 60
        assert sorted(wanted - {base(key) for key in TEXTS} - set(TEXTS) - {"ask.over"}) == []

    def test_plural_forms_come_in_pairs(self) -> None:
        plural = {base(key) for key in UI if FORMS_OF_PLURAL.search(key)}
        for key in plural:
            assert f"{key}.one" in UI and f"{key}.other" in UI, key
            assert key not in UI, key
            assert "{n}" in UI[f"{key}.other"], key

    def test_options_of_the_cards(self) -> None:
        """The two lists above are those of the cards' code."""
        passed = {
            k.arg
            for name, call in calls("cards/flares.py")
            if name == "choose_possible_option"
            for k in call.keywords
        }
        assert passed == FLARE_OPTIONS
        constants = {
            text
            for text in literals("cards/decks/*.py")
            if text in {key.removeprefix("option.") for key in UI if key.startswith("option.")}
        }
        assert CARD_OPTIONS - set(RANKS) <= constants


# -- what the screen says, in many games ---------------------------------------------------------


def card_games() -> Iterator[Game]:
    """Every card's effect, played to its end with random answers; each position once."""
    for number, card in enumerate((*cards.BEINGS, *cards.FLARES)):
        for seed in (number, number + 1, number + 2):
            game = invoking(card, seed) if card in cards.FLARES else summoning(card, seed)
            rng = Random(f"{card} {seed}")
            first = [
                m for m in game.legal_moves() if m.card == card and m.kind in ("summon", "flare")
            ]
            assert first, f"{card} cannot be used with seed {seed}"
            game.play(rng.choice(first))
            yield from answered(game, rng)
            if card in cards.BEINGS and seed == number:
                third = summoning(card, seed, melee=True)
                third.play(next(m for m in third.legal_moves() if m.card == card))
                yield from answered(third, rng)
            apart = free_moves(card, seed) if card in cards.BEINGS else None
            kinds = ("thaw", "warp")
            free = [m for m in apart.legal_moves() if m.kind in kinds] if apart else []
            if apart and free:
                apart.play(free[0])
                yield from answered(apart, rng)


def answered(game: Game, rng: Random) -> Iterator[Game]:
    """The game at each question of an effect, and after it."""
    yield game
    while game.prompt.kind not in ("turn", "end"):
        moves = [m for m in game.legal_moves() if m.kind != "skip"]
        game.play(rng.choice(moves) if rng.random() < 0.95 else game.legal_moves()[-1])
        yield game


def looked_around(game: Game, most: int = 2) -> Iterator[Screen]:
    """The screens of a position: as it is, behind the curtain, with cards up."""
    session = Session(game)
    yield build_screen(session)
    session.seating.lift_curtain()
    screen = build_screen(session)
    yield screen
    if not session.choices.is_turn_decision or game.is_over:
        return
    for card in screen.hand:
        session.click_card(card.id)
        for square in (
            None,
            *sorted(game.board)[:most],
            *sorted(session.targets.selectable_squares)[:most],
        ):
            session.look_at_square(square)
            yield build_screen(session)


# By default three pairs of schools at each table: those whose games say the rarest things.
EVERY = [(table, pair) for table in TABLES for pair in range(len(PAIRS))]
HALF = [(table, pair) for table, pair in EVERY if (TABLES.index(table) + pair) % 2]


@cache
def heard(*, in_all: bool = False) -> dict[str, frozenset[str]]:
    """Return all message ids that occurred, with the parameters that all their messages have."""
    found: dict[str, set[str]] = {}

    labels: set[tuple[str, ...]] = set()

    def listen(screen: Screen) -> None:
        squares = []
        for square in screen.squares:
            about, marks = (square.label.params.get(part, ()) for part in ("about", "marks"))
            assert isinstance(about, tuple) and isinstance(marks, tuple)
            if (kind := tuple(message.id for message in (*about, *marks))) not in labels:
                labels.add(kind)
                squares.append(square)
        for message in messages(screen._replace(squares=tuple(squares), log=screen.log[-2:])):
            found.setdefault(message.id, set(message.params)).intersection_update(message.params)
            assert None not in message.params.values(), message

    for game in card_games():
        listen(build_screen(Session(game, curtain=False)))
    for number, card in enumerate(cards.BEINGS):
        for screen in looked_around(summoning(card, number)):
            listen(screen)
    for screen in looked_around(short_of_pieces(), 9):
        listen(screen)
    listen(build_screen(Session(play(short_of_pieces(), "clan-guardian@e5/1"), curtain=False)))
    for table, seed in EVERY if in_all else HALF:
        log_views = drawing_cache(Session(crowded(table, PAIRS[seed], 1))).log_views
        for number, game in enumerate(positions(table, PAIRS[seed], seed, 120)):
            session = Session(game, curtain=False)
            drawing_cache(session).log_views = log_views
            answers = {move.kind for move in game.legal_moves()} & {"choose", "claim"}
            if number % 8 == 0 or answers:
                listen(build_screen(session))
            if number % 60 == 0:
                session.is_summon_finder_on = True
                listen(build_screen(session))
                session.is_threat_view_on = True
                listen(build_screen(session))
                for screen in looked_around(game):
                    listen(screen)
    return {key: frozenset(names) for key, names in found.items()}


def filled(key: str) -> Iterator[str]:
    """The texts of a message id: one, or its plural forms."""
    texts = [TEXTS[k] for k in (key, f"{key}.one", f"{key}.other") if k in TEXTS]
    assert texts, f"no text for {key}"
    yield from texts


class TestMessages:
    @pytest.mark.parametrize(
        "in_all", [False, pytest.param(True, marks=pytest.mark.long)], ids=["half", "all"]
    )
    def test_every_message_has_a_text_whose_placeholders_are_filled(self, in_all: bool) -> None:
        for key, params in (heard(in_all=True) if in_all else heard()).items():
            for text in filled(key):
                assert placeholders(text) <= params, key

    def test_enough_was_heard(self) -> None:
        """The games ask nearly every question and tell nearly every event."""
        silent = {key for key in asked() | logged() if key not in heard()} - OF_PACKS
        ends = {"log.over", "log.resign", "log.end-triggered", "log.claim"}
        assert silent <= ends | {"ask.smash.may", "log.discard-legend"}  # and what is rare

    @pytest.mark.parametrize("prefix", ["choice.", "prompt.", "piece.", "square.", "option."])
    def test_most_of_the_rest_was_heard(self, prefix: str) -> None:
        keys = {base(key) for key in UI if key.startswith(prefix)}
        rare = {  # not in the first turns of a game, or not without a click
            "choice.claim",
            "choice.present",
            "choice.result",
            "prompt.end.claim",
            "prompt.looking-back",
            "prompt.looking-back.start",
            "prompt.looking-back.detail",
            "prompt.over",
            "prompt.failed",  # only of a puzzle
            "prompt.solved",
            "choice.other-piece",
            "choice.leave.heroic",  # only of a piece that can lose its rank alone
            "choice.leave.legendary",
            "prompt.moving",
            "prompt.pick-up.legendary",
            "square.selected",
            "square.last",
            # found out a moment after the look
            *(f"square.mark.{may}{what}" for may in ("", "may-") for what in ("rise", "fall")),
            *(f"square.mark.{what}" for what in ("swap", "may-swap", "may-doom", "may-lose")),
            "square.mark.plan",  # only of advice that was asked for
            "square.mark.played",  # only of a turn that is asked about
            "choice.here",  # only with a finger, and so what an answer on the board does
            *(f"choice.{what}" for what in ("destroy", "upgrade", "downgrade", "convert")),
            *(f"choice.{what}" for what in ("move", "leap", "swap", "mirror", "capture")),
            *(f"choice.{what}" for what in ("pick-up", "gateway")),
            "prompt.thaw.no",  # only of a card that prepares a summoning
            "prompt.end.soon",  # only where a turn is to end by itself
            "choice.hurry",  # only while a computer player thinks
            "choice.take-over",
            "prompt.thinking",
            *(f"choice.{what}" for what in ("pause", "resume", "pace", "sit-down")),
            "prompt.paused",  # only where computers play alone
            # only in a game with someone far away
            *(f"choice.far-{what}" for what in ("send", "read", "watch", "answer")),
            *(
                f"prompt.far{what}"
                for what in (
                    "",
                    ".asked",
                    ".detail",
                    ".ended",
                    ".ended.detail",
                    ".gathering",
                    ".invited",
                    ".sealing",
                    ".watching",
                )
            ),
        }
        assert keys - set(heard()) <= rare


# -- how it sounds ---------------------------------------------------------------------------------


class TestSound:
    def test_questions_and_explanations_are_sentences(self) -> None:
        for key, text in UI.items():
            if re.match(r"(?:ask|why|prompt|confirm\..*text|notice|url)\b", key) and (
                not key.startswith("confirm.") or key.endswith(".text")
            ):
                assert text.endswith((".", "?", "{text}", "{reason}")), key
                assert text[0].isupper() or text[0] in "{“", key

    def test_lines_of_the_log_are_not(self) -> None:
        for key, text in UI.items():
            if key.startswith(("log.", "result.")):
                assert not text.endswith("."), key
                assert not text[0].islower(), key

    def test_may_only_where_one_may(self) -> None:
        for key, text in UI.items():
            if key.startswith("ask."):
                is_optional = key.endswith(".may") or key.startswith("ask.sole.")
                assert ("?" in text) == is_optional and "You may" not in text, key

    def test_american_spelling(self) -> None:
        british = re.compile(
            r"colour|centre|neighbour|honour|towards|grey|-east|-west", re.IGNORECASE
        )
        assert {key for key, text in UI.items() if british.search(text)} == set()

    @pytest.mark.parametrize(
        ("message", "text"),
        [
            (Message("choice.summon", {"square": "e6"}), "Summon on e6"),
            (
                Message("prompt.uses", {"square": "e6", "used": ("d5", "e5")}),
                "On e6 it uses the pieces on d5 and e5.",
            ),
            (Message("ask.turn", {"n": 1}), "Use your last action."),
            (Message("ask.turn", {"n": 3}), "Use your 3 actions."),
            (Message("game.last-turn"), "This is the last turn of the game."),
            (
                Message("lack.empty", {"square": "d6", "rank": Message("rank.heroic")}),
                "d6: heroic piece",
            ),
            (
                Message(
                    "log.move", {"piece": "heroic piece of Ann", "origin": "a4", "square": "b5"}
                ),
                "Moved a4–\u2060b5: heroic piece of Ann",
            ),
            (
                Message("result.shared", {"who": ("Ann", "Bob")}),
                "The victory is shared: Ann and Bob",
            ),
        ],
        ids=lambda value: value.id if isinstance(value, Message) else "",
    )
    def test_aloud(self, message: Message, text: str) -> None:
        assert said(message) == text
