"""Nouns that code fills in stand in sentences with their article, case and gender.

The first test lists the parameters that code fills by nouns of the game: cards, levels, schools,
players and so on. The others read the catalogues: a text that asks for a form of such a noun gets
it, from each noun, and a noun without an article stands only where a name may stand alone.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from tashkalar import cards
from tashkalar.bots import PLANNING_LEVELS
from tashkalar.bots.company import COMPANY, STYLES
from tashkalar.position.move import Message
from tashkalar.ui.bots.bot_names import level_name
from tashkalar.ui.text.catalogue import LANGUAGES, NOUN_FORM, NOUN_FORMS, Catalogue

ROOT = Path(__file__).resolve().parents[3]
PACKAGE = ROOT / "tashkalar"
FOLDERS = ("ui", "web", "features", "rules", "site/reference_pages")

PARAMETERS = {
    "card": {"card", "cards", "task", "threats"},
    "level": {"instead", "level", "who"},
    "opponent": {"who"},
    "school": {"name", "other", "players", "school"},
    "color": {"color", "what", "who"},
    "player": {"who"},
    "piece": {"piece"},
    "rank": {"rank"},
    "form": {"form"},
}
"""The parameters that code fills by nouns of each kind. A new one needs a look at its texts."""

_CALLS = {
    "card_name": "card",
    "level_name": "level",
    "_level_name": "level",
    "_school_name": "school",
    "school_name": "school",
    "color_name": "color",
    "color_owner_name": "player",
    "player_name": "player",
    "piece_name": "piece",
}
_KEYS = {
    r"card\..*\.name|task\..*\.name": "card",
    r"bots\..*": "level",
    r"company\.[^.]*": "opponent",
    r"school\..*\.name|page\.school\..*": "school",
    r"school\..*\.colour": "color",
    r"rank\..*": "rank",
    r"form\..*\.name": "form",
}


def noun_kinds(node: ast.AST, known: dict[str, set[str]]) -> set[str]:
    """Return the kinds of the noun, or row of nouns, that an expression is; none for others.

    `known` has those of variables.
    """
    parts: list[ast.expr] = []
    if isinstance(node, ast.Name):
        return known.get(node.id, set())
    if isinstance(node, ast.Call):
        called = getattr(node.func, "attr", getattr(node.func, "id", ""))
        if called in _CALLS:
            return {_CALLS[called]}
        if called == "Message" and node.args:
            key = _key_of(node.args[0])
            return {kind for pattern, kind in _KEYS.items() if re.fullmatch(pattern, key)}
        if called in ("translate", "say", "_say", "text", "tuple"):
            parts = node.args[:1]
    elif isinstance(node, ast.BoolOp):
        parts = node.values
    elif isinstance(node, ast.IfExp):
        parts = [node.body, node.orelse]
    elif isinstance(node, ast.GeneratorExp | ast.ListComp):
        parts = [node.elt]
    elif isinstance(node, ast.Tuple):
        parts = node.elts
    return {kind for part in parts for kind in noun_kinds(part, known)}


def _key_of(node: ast.AST) -> str:
    """Return the key in ``Message(f"bots.{level}")``, with a star for what is filled in."""
    if isinstance(node, ast.Attribute) and node.attr == "name_id":
        return "card.*.name"
    if isinstance(node, ast.JoinedStr):
        return "".join(
            str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values
        )
    return ""


def _variables(nodes: Iterable[ast.AST]) -> dict[str, set[str]]:
    """Return the variables that hold nouns, with their kinds."""
    found: dict[str, set[str]] = {}
    for node in nodes:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            if kinds := noun_kinds(node.value, {}):
                found.setdefault(node.targets[0].id, set()).update(kinds)
    return found


def find_parameters(source: str) -> Iterator[tuple[str, str]]:
    """Yield each parameter of a text that a source fills by a noun, with the noun's kind."""
    tree = ast.parse(source)
    shared = _variables(tree.body)
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            nodes = list(ast.walk(function))
            known = shared | _variables(nodes)
            for node in nodes:
                for name, value in _filled(node):
                    yield from ((name, kind) for kind in noun_kinds(value, known))


def _filled(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Yield the names and values of a dictionary, of ``params[...] = ...`` or of `text`."""
    if isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                yield key.value, value
    elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
        index = node.targets[0].slice
        if isinstance(index, ast.Constant) and isinstance(index.value, str):
            yield index.value, node.value
    elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("text", "plural_text"):
        yield from ((keyword.arg, keyword.value) for keyword in node.keywords if keyword.arg)


def test_the_parameters_that_code_fills_by_nouns_are_known() -> None:
    found: dict[str, set[str]] = {}
    for folder in FOLDERS:
        for path in (PACKAGE / folder).glob("**/*.py"):
            source = path.read_text(encoding="utf-8")
            if re.search(r"_name\(|name_id|Message\(f", source):
                for name, kind in find_parameters(source):
                    found.setdefault(kind, set()).add(name)
    assert found == PARAMETERS


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Message(key, {'weapon': phrases.card_name(id)})", [("weapon", "card")]),
        ("words.text(key, level=Message(f'bots.{level}'))", [("level", "level")]),
        ("Message(key, {'note': Message('piece.lost', {'n': 1})})", []),
    ],
)
def test_a_filled_noun_is_found(line: str, found: list[tuple[str, str]]) -> None:
    source = f"def show():\n    return {line}\n"
    assert sorted(set(find_parameters(source))) == found


# -- the catalogues --------------------------------------------------------------------------------


@cache
def texts_of(language: str) -> dict[str, str]:
    """Return all texts of a language by key."""
    files = (ROOT / "static" / "locale" / language).glob("*.json")
    return {
        key: text
        for path in files
        for key, text in json.loads(path.read_text(encoding="utf-8")).items()
    }


def nouns(language: str) -> dict[str, list[Message]]:
    """Return the nouns that need the forms that texts of the language ask for, by kind."""
    beings = [Message(cards.get(id).name_id) for id in cards.BEINGS]
    if language == "en":  # names of flares, of beings in packs and of levels stand alone
        return {"card": beings}
    flares = [Message(cards.get(id).name_id) for id in cards.FLARES]
    if language in ("fr", "el"):  # Spanish and Italian use names of beings alone
        beings += [Message("being.unknown"), Message("card.x-pack-moth.name")]
    else:
        beings = []
    levels = [level_name(level) for level in (*PLANNING_LEVELS, "novice.50")]
    return {"card": [*flares, *beings], "level": levels}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_noun_has_each_form_that_a_text_asks_for(language: str) -> None:
    texts = texts_of(language)
    is_form = NOUN_FORM.fullmatch
    marked = {key: f"{text}◊" if is_form(key) else text for key, text in texts.items()}
    marked |= {f"probe.{form}": f"{{noun:{form}}}" for form in NOUN_FORMS}
    words = Catalogue({language: marked}, language)
    missing = set()
    for kind, all_nouns in nouns(language).items():
        placeholder = rf"\{{(?:{'|'.join(PARAMETERS[kind])}):([Tt]he|[Oo]f|[Aa]cc)[:}}]"
        asked = {form.lower() for text in texts.values() for form in re.findall(placeholder, text)}
        assert asked
        missing |= {
            (noun.id, form)
            for noun in all_nouns
            for form in asked
            if not words.text(f"probe.{form}", noun=noun).endswith("◊")
        }
    assert missing == set()


# Where a name may stand without an article: alone, beside a sign, or after its noun.
BEFORE = re.compile(r"(?:^|[:(«“·][ \u00a0]?)$")
AFTER = re.compile(r"$|\u00a0?:|,| [+(–·]| (?:on|en|su|sur|στο|σε) ")
ITS_NOUN = re.compile(r"\b(?:pending|la carta|carte|κάρτας?|το ον|escuela|school is|scuola è) $")
NAMES_ALONE = {
    "bots.step",
    "choice.discard",  # buttons
    "company.about",  # facts in a row
    "company.about.plain",
    "daily-duel.about",
    "daily-duel.share.lost",
    "daily-duel.share.won",
    "far.join.place",
    "preview.task",
    "square.summoned-as",  # what a piece is
    "workshop.take",
}


def bare_nouns(language: str, key: str, text: str) -> Iterator[str]:
    """Yield each noun in a text that stands inside its sentence without an article."""
    kinds = {"en": ("card",)}.get(language, ("card", "level", "school"))
    # English has names of tasks and flares alone, Spanish and Italian those of beings.
    is_about_other_cards = re.search("claim|flare|task|hinder", key)
    for kind in kinds:
        names = "|".join(PARAMETERS[kind] - {"name", "players", "what", "who"})
        for found in re.finditer(rf"\{{({names})(?::(?:and|or|semicolon))?\}}", text):
            is_being = found[1] != "task" and not is_about_other_cards
            if kind == "card" and is_being == (language in ("es", "it")):
                continue
            before, after = text[: found.start()], text[found.end() :]
            is_label = BEFORE.search(before) and (before or AFTER.match(after))
            if not is_label and not ITS_NOUN.search(before):
                yield found[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_noun_stands_alone_only_as_a_name(language: str) -> None:
    found = {
        (key, noun)
        for key, text in texts_of(language).items()
        if key not in NAMES_ALONE and not key.startswith("embedding.")  # names of attributes
        for noun in bare_nouns(language, key, text)
    }
    assert found == set()


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "You cannot summon {card} there."),
        ("fr", "{who} invoque {card} en {square}"),
        ("fr", "à la hauteur de {level}"),
        ("el", "Καλέστε {card} στο {square}."),
        ("es", "Contra {level} ganarías."),
        ("it", "Giochi con {school}."),
    ],
)
def test_a_noun_without_its_article_is_found(language: str, text: str) -> None:
    assert list(bare_nouns(language, "log.some", text))


def test_no_name_of_a_player_is_declined() -> None:
    """A player types a name, which has no article: no elision before it, and no case."""
    wrong = {
        "fr": r"\b(?:de|que|le|la|du|si) \{who\}",
        "el": r"\b(?:[οη]|του|της|τον|την|στον|στην|από|με|για|σε) \{who\}",
        "es": r"\b(?:el|la|del|al) \{who\}",
        "it": r"\b(?:il|lo|la|del|dal|al|dell’|un) ?\{who\}",
    }
    found = {
        (language, key)
        for language, pattern in wrong.items()
        for key, text in texts_of(language).items()
        if re.search(pattern, text)
    }
    assert found == set()


def test_a_greek_preposition_has_the_accusative_after_it() -> None:
    nominative = re.compile(r"\b(?:από|για|κατά|με|προς|σε|χωρίς) \{\w+:[Tt]he[:}]")
    assert nominative.search("στον δρόμο προς {level:the}")
    assert [key for key, text in texts_of("el").items() if nominative.search(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_nouns_with_a_gender_are_asked_for_it(language: str) -> None:
    texts = texts_of(language)
    asking = {key for key, text in texts.items() if re.search(r"\{\w+\?", text)}
    assert asking <= {f"company.style.{style}" for style in STYLES}
    genders = {texts.get(f"company.{id}.gender") for id in COMPANY}
    assert genders <= {"m", "f"}
