"""The files under static/locale: whole, well-formed, in order, and exact about may and must."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tashkalar import cards
from tashkalar.ui.text.catalogue import (
    _PLACEHOLDER,
    FORM_FAMILY,
    LANGUAGES,
    NOUN_FORM,
    SOURCE_LANGUAGE,
    Catalogue,
    placeholders,
)
from tests.ui.text.completeness import missing_keys, superfluous_keys

LOCALE = Path(__file__).resolve().parents[3] / "static" / "locale"
FOLDERS = sorted(path.name for path in LOCALE.iterdir() if path.is_dir())
FILES = sorted(path.relative_to(LOCALE).as_posix() for path in LOCALE.glob("*/*.json"))

SCHOOLS = ("northern", "southern", "highland", "sylvan", "everfrost", "nethervoid", "etherweave")
RANKS = ("common", "heroic", "legendary")

# Card id: does its effect have an optional part, and a part that must be done (perhaps only on a
# condition, or once something optional has been chosen)? In deck order.
IMPERIAL = {
    "swordmaster": (True, True),
    "messenger": (True, False),
    "herald": (True, False),
    "bomb": (False, True),
    "chronicler": (True, True),
    "assassin": (True, True),
    "time-mage": (False, True),
    "summoner": (True, False),
    "hypnotist": (True, False),
    "cannon": (True, True),
    "champion": (True, True),
    "infantry-captain": (True, False),
    "cavalry-captain": (True, False),
    "gryphon-rider": (True, True),
    "knight": (True, False),
    "high-priestess": (True, False),
    "master-of-intrigue": (True, False),
    "gun-tower": (True, True),
}
HIGHLAND = {
    "wild-eagle": (True, False),
    "clan-axeman": (True, False),
    "clan-healer": (True, False),
    "dire-wolf": (True, False),
    "ritual-keeper": (True, True),
    "eagle-lord": (True, False),
    "wolf-rider": (True, False),
    "blood-shaman": (False, True),
    "war-drummer": (True, False),
    "hill-giant": (False, True),
    "warlord": (True, False),
    "war-summoner": (True, True),
    "ritual-master": (True, True),
    "legend-slayer": (True, False),
    "mountain-troll": (False, True),
    "hungry-bear": (True, False),
    "werewolf": (True, False),
    "clan-guardian": (True, False),
}
SYLVAN = {
    "sapling": (False, True),
    "kiskin-farseeders": (True, False),
    "charging-buck": (True, False),
    "forest-wardens": (False, True),
    "naiad": (True, True),
    "kiskin-spirit": (True, True),
    "dryad": (True, False),
    "centaur-spearman": (True, True),
    "centaur-chieftain": (True, False),
    "unicorn": (True, True),
    "sylvan-queen": (True, False),
    "sylvan-princess": (True, False),
    "woodland-druid": (False, True),
    "forest-ancient": (False, True),
    "forest-mystic": (False, True),
    "kiskin-leafsplitter": (True, True),
    "kiskin-boughrunner": (True, False),
    "tree-shepherd": (True, True),
}
EVERFROST = {
    "snow-fox": (True, False),
    "royal-reindeer": (True, True),
    "crystal-mirror": (True, True),
    "crystal-grower": (False, True),
    "ice-princess": (True, False),
    "ice-queen": (True, False),
    "frostweave-summoner": (False, True),
    "winter-whisperer": (False, True),
    "frozen-chest": (True, True),
    "everfrost-sentinel": (True, True),
    "glacier-giant": (True, False),
    "polar-bear": (True, False),
    "war-sled": (True, False),
    "snow-monster": (False, True),
    "frost-imp": (True, True),
    "ice-wyvern": (True, True),
    "deathbringer": (True, True),
    "frostweave-illusionist": (False, True),
}
NETHERVOID = {
    "shadow-imp": (True, False),
    "flame-imp": (True, False),
    "gate-keeper": (True, True),
    "demon-of-gluttony": (True, True),
    "demon-of-pride": (True, True),
    "acolyte-of-destruction": (True, True),
    "acolyte-of-growth": (False, True),
    "power-seeker": (True, False),
    "hell-hound": (True, True),
    "vortexmaster": (True, False),
    "gate-master": (False, True),
    "hell-rider": (True, False),
    "demon-of-wrath": (True, True),
    "demon-of-greed": (False, True),
    "demon-of-lust": (True, False),
    "demon-of-sloth": (False, True),
    "demon-of-envy": (False, True),
    "possessed-summoner": (True, True),
}
ETHERWEAVE = {
    "doppelganger": (False, True),
    "paradox-worm": (True, False),
    "lesser-shadow-twin": (True, True),
    "translocationist": (True, False),
    "antimatter-spirit": (False, True),
    "merchant-of-time": (False, True),
    "gate-of-oblivion": (True, True),
    "time-traveler": (True, True),
    "greater-shadow-twin": (True, False),
    "warpmaster": (True, False),
    "dark-sphere": (True, True),
    "void-summoner": (True, False),
    "eternal-emperor": (True, False),
    "reality-patch": (True, False),
    "polarity-queen": (False, True),
    "singularity": (False, True),
    "ziggurat-sentinel": (True, False),
    "iris-of-eternity": (True, True),
}
LEGENDS = {
    "fire-dragon": (False, True),
    "hell-bull": (True, False),
    "angel-of-death": (True, True),
    "the-eldest-tree": (True, True),
    "bone-catapult": (True, True),
    "fire-elemental": (False, True),
    "leviathan": (True, False),
    "two-headed-dragon": (True, False),
    "earth-elemental": (True, True),
    "time-elemental": (False, True),
    "storm-elemental": (True, True),
    "titan": (False, True),
}
SCHOOL_DECKS = (IMPERIAL, HIGHLAND, SYLVAN, EVERFROST, NETHERVOID, ETHERWEAVE)
BEINGS = {card: parts for deck in (*SCHOOL_DECKS, LEGENDS) for card, parts in deck.items()}
# A frozen or warp effect has its own text, under its own key.
SECOND_TEXTS = {
    id: "frozen" if being.frozen else "warp"
    for id, being in cards.BEINGS.items()
    if being.frozen or being.warp
}

STANDS_IN = ("frostweave-summoner",)  # a piece that may stand in at a summoning

# Flares number by number: is the upper effect optional, is the lower one?
FLARES = (
    (False, False),
    (False, False),
    (True, False),
    (False, False),
    (False, False),
    (False, True),
    (False, False),
    (False, False),
    (False, True),
    (False, False),
    (False, True),
    (True, False),
)
TASKS = (
    "destruction",
    "devastation",
    "heroic-destruction",
    "heroic-devastation",
    "end-of-legends",
    "red-conquest",
    "green-conquest",
    "color-conquest",
    "red-legends",
    "green-legends",
    "rainbow-dominance",
    "red-summoning",
    "green-summoning",
    "colored-summoning",
    "legendary-summoning",
    "central-dominance",
    "center-cross",
    "line-dominance",
    "diagonals",
    "side-chain",
    "corner-chain",
    "imprisonment",
    "envelopment",
    "isolation",
)
# What a player looks for; the dialog shows all sections that the catalogue has, in its order.
RULE_SECTIONS_NEEDED = {
    *("turn", "place", "summon", "discard", "flares", "effects", "moves", "end", "winning"),
    *("highform", "duel", "melee", "teams"),
    *("schools", "everfrost", "nethervoid", "etherweave"),
}

KEY = re.compile(r"[a-z0-9]+(?:[.-][a-z0-9]+)*")
# "May" and "up to": what leaves a player free in the card texts of a language, and what never
# stands there, so that the same thing is not said in two ways.
CHOICES = {
    "en": (r"may|up to", r"can|if you (?:like|want|wish)|optional(?:ly)?"),
    "es": (
        r"puedes|puede|pueden|hasta",
        r"pod(?:er|r\w+|emos|éis)|opcional\w*|si (?:quieres|lo (?:deseas|prefieres))",
    ),
    "fr": (
        r"pouvez|peut|peuvent|jusqu’à",
        r"pourr\w+|pouvoir(?! distorsion)|facultati\w+|optionnel\w*|si vous le (?:voulez|désirez)",
    ),
    "it": (
        r"puoi|può|possono|fino a",
        r"potr\w+|potete|facoltativ\w+|opzional\w+|se (?:vuoi|lo desideri)",
    ),
    "el": (
        r"μπορείτε|μπορεί|μπορούν|μέχρι",
        r"μπορ(?:ώ|έσ|ού[σμ])\w*|έως|προαιρετικ\w+|δύναται|αν (?:θέλετε|επιθυμείτε|προτιμάτε)",
    ),
}


@cache
def texts_of(file: str) -> dict[str, str]:
    """The texts of a file such as ``en/cards.json``."""
    texts = json.loads((LOCALE / file).read_text(encoding="utf-8"))
    assert isinstance(texts, dict)
    return texts


def printed_name(key: str) -> str:
    """Return the printed name of the card to which a key such as ``card.knight.the`` belongs."""
    return texts_of("en/cards.json")[re.sub(r"\w+$", "name", key)]


def all_texts_of(language: str) -> dict[str, str]:
    """Return the texts of all files of a language by key."""
    return {key: text for file, key, text in all_texts() if file.startswith(f"{language}/")}


def all_texts() -> Iterator[tuple[str, str, str]]:
    """Yield file, key and text of every entry."""
    for file in FILES:
        for key, text in texts_of(file).items():
            yield file, key, text


def loaded() -> Catalogue:
    """A catalogue with every file in it."""
    catalogue = Catalogue()
    for file in FILES:
        catalogue.load(file.split("/")[0], (LOCALE / file).read_text(encoding="utf-8"))
    return catalogue


def leaves_choice(language: str, text: str) -> bool:
    """Tell whether a card text says "may" or "up to"."""
    return bool(re.search(rf"\b(?:{CHOICES[language][0]})\b", text, re.IGNORECASE))


def of_length(keys: list[str], prefix: str) -> int:
    """Return the number of keys ``prefix.1``, ``prefix.2`` and so on; they must have no gap."""
    numbered = [key for key in keys if re.fullmatch(re.escape(prefix) + r"\.\d+", key)]
    assert numbered == [f"{prefix}.{n + 1}" for n in range(len(numbered))]
    return len(numbered)


CARDS = texts_of("en/cards.json")
RULE_TEXTS = {
    key: text for key, text in texts_of("en/rules.json").items() if not key.startswith("question.")
}


class TestEveryFile:
    def test_there_are_languages(self) -> None:
        assert SOURCE_LANGUAGE in FOLDERS
        assert set(FOLDERS) == set(LANGUAGES)

    def test_all_load(self) -> None:
        for file in FILES:
            Catalogue().load(file.split("/")[0], (LOCALE / file).read_text(encoding="utf-8"))

    def test_one_key_a_line_and_nothing_escaped(self) -> None:
        for file in FILES:
            text = (LOCALE / file).read_text(encoding="utf-8")
            assert text.endswith("\n}\n"), file
            assert len(text.splitlines()) == len(texts_of(file)) + 2, file
            assert "\\u" not in text, file

    def test_keys_are_plain(self) -> None:
        assert [(file, key) for file, key, _ in all_texts() if not KEY.fullmatch(key)] == []

    def test_no_text_is_empty_or_untidy(self) -> None:
        untidy = re.compile(r"^\s|\s$|\s{2}|[\n\t]|\s[.,](?:\s|$)|\.\.|,,|['\"`´]| - |^$")
        assert [found for found in all_texts() if untidy.search(found[2])] == []

    def test_french_signs_do_not_begin_a_line(self) -> None:
        """A no-break space comes before each: a narrow one or, before : and », a wide one."""
        broken = re.compile(
            r"\S[ \N{NO-BREAK SPACE}][;!?]|\S[ \N{NARROW NO-BREAK SPACE}][:»]"
            r"|«[ \N{NARROW NO-BREAK SPACE}]"
        )
        assert broken.search("Supprimer\N{NO-BREAK SPACE}?") and broken.search("« oui")
        assert not broken.search("Supprimer\N{NARROW NO-BREAK SPACE}?")
        french = (found for found in all_texts() if found[0].startswith("fr/"))
        assert [found for found in french if broken.search(found[2])] == []

    def test_braces_are_placeholders_only(self) -> None:
        for file, key, text in all_texts():
            assert not re.search("[{}]", _PLACEHOLDER.sub("", text)), (file, key)

    def test_no_key_is_in_two_files(self) -> None:
        for language in FOLDERS:
            counts = Counter(key for file, key, _ in all_texts() if file.startswith(language + "/"))
            assert [key for key, times in counts.items() if times > 1] == [], language


class TestTranslations:
    """Every language in the folder has the keys of English."""

    @pytest.mark.parametrize("language", FOLDERS)
    def test_same_keys(self, language: str) -> None:
        source, texts = all_texts_of(SOURCE_LANGUAGE), all_texts_of(language)
        assert missing_keys(source, texts) == ()
        assert superfluous_keys(source, texts, language) == ()

    def test_same_order_in_the_same_file(self) -> None:
        for file in FILES:
            english = list(texts_of(f"{SOURCE_LANGUAGE}/{file.split('/')[1]}"))
            english = [key for key in english if not NOUN_FORM.fullmatch(key)]
            extra = (".many", ".alias")
            keys = [key for key in texts_of(file) if not key.endswith(extra) or key in english]
            assert [key for key in keys if not NOUN_FORM.fullmatch(key)] == english, file

    @pytest.mark.parametrize("language", FOLDERS)
    def test_every_being_has_the_forms_of_the_language(self, language: str) -> None:
        texts = texts_of(f"{language}/cards.json")
        forms = {"en": ("the",), "fr": ("the", "of"), "el": ("the", "of", "acc")}.get(language, ())
        wanted = {f"card.{card}.{form}" for card in BEINGS for form in forms}
        found = {key for key in texts if NOUN_FORM.fullmatch(key)}
        assert {key for key in found if not FORM_FAMILY.match(key)} == wanted
        assert [key for key in wanted if not texts[key].endswith(printed_name(key))] == []

    def test_same_placeholders(self) -> None:
        for file, key, text in all_texts():
            if NOUN_FORM.fullmatch(key):
                continue
            english = texts_of(f"{SOURCE_LANGUAGE}/{file.split('/')[1]}")
            source = english.get(key, english.get(re.sub(r"\.many$", ".other", key), ""))
            # "One card" may do without its number.
            spare = {"n"} if key.endswith(".one") else set()
            # A language may do without a word for a gender or a number.
            spare |= set(re.findall(r"\{(\w+)[|?]", text + source))
            assert placeholders(text) - spare == placeholders(source) - spare, (file, key)


class TestLog:
    def test_who_acts_stands_first(self) -> None:
        """Under a heading with that name it is left out (`Catalogue.translate_under_heading`)."""
        of_others = {"log.turn", "log.summon-with"}
        for file in FILES:
            for key, text in texts_of(file).items():
                if key.startswith("log.") and "{who}" in text and key not in of_others:
                    assert text.startswith("{who}"), (file, key)


class TestCards:
    def test_counts(self) -> None:
        assert [len(deck) for deck in SCHOOL_DECKS] == [18] * 6
        assert (len(LEGENDS), len(FLARES), len(TASKS)) == (12, 12, 24)

    def test_everything_is_there_in_deck_order(self) -> None:
        keys = list(CARDS)
        expected = [f"school.{school}.{what}" for school in SCHOOLS for what in ("name", "colour")]
        expected += [f"rank.{rank}" for rank in RANKS]
        for card in BEINGS:
            notes = of_length(keys, f"card.{card}.note")
            expected += [f"card.{card}.{what}" for what in ("name", "the", "text")]
            if card in SECOND_TEXTS:
                expected.append(f"card.{card}.{SECOND_TEXTS[card]}")
            expected += [f"card.{card}.note.{n + 1}" for n in range(notes)]
        for n in range(len(FLARES)):
            expected += [f"card.flare-{n + 1:02d}.{what}" for what in ("name", "upper", "lower")]
        expected += [f"task.{task}.{what}" for task in TASKS for what in ("name", "text", "short")]
        assert keys == expected

    def test_names_are_unique_and_match_the_ids(self) -> None:
        names = {key: text for key, text in CARDS.items() if key.endswith(".name")}
        assert len(set(names.values())) == len(names)
        for card in BEINGS:
            assert CARDS[f"card.{card}.name"].lower().replace(" ", "-") == card
        for task in TASKS:
            assert CARDS[f"task.{task}.name"].lower().replace(" ", "-") == task

    def test_sentences_end_with_a_full_stop(self) -> None:
        for key, text in CARDS.items():
            whole = re.search(r"\.(?:text|frozen|warp|upper|lower|note\.\d+)$", key)
            assert text.endswith(".") == bool(whole), key
            assert text[0].isupper() or not whole, key

    def test_short_forms_of_tasks_are_short(self) -> None:
        for task in TASKS:
            assert 3 <= len(CARDS[f"task.{task}.short"].split()) <= 8, task

    def test_card_texts_fit_a_card(self) -> None:
        too_long = {key for key, text in CARDS.items() if key.endswith(".text") and len(text) > 250}
        assert too_long == set()


@pytest.mark.parametrize("language", CHOICES)
class TestMayAndMust:
    """Texts say "may" and "up to" exactly where a player is free (R10.2, R10.3)."""

    def test_beings(self, language: str) -> None:
        texts = texts_of(f"{language}/cards.json")
        for card, (optional, mandatory) in BEINGS.items():
            text = texts[f"card.{card}.text"]
            assert leaves_choice(language, text) == optional, (card, text)
            if mandatory:
                parts = re.split(r"[.;:]\s*", text)
                musts = [part for part in parts if part and not leaves_choice(language, part)]
                assert musts, (card, text)

    def test_frozen_and_warp_effects(self, language: str) -> None:
        optional = {"paradox-worm", "ziggurat-sentinel", "winter-whisperer"}
        for card, kind in SECOND_TEXTS.items():
            text = texts_of(f"{language}/cards.json")[f"card.{card}.{kind}"]
            leaves = leaves_choice(language, text)
            assert leaves == (card in optional) or card in STANDS_IN, (card, text)

    def test_flares(self, language: str) -> None:
        texts = texts_of(f"{language}/cards.json")
        for number, parts in enumerate(FLARES, 1):
            halves = [texts[f"card.flare-{number:02d}.{half}"] for half in ("upper", "lower")]
            assert tuple(leaves_choice(language, half) for half in halves) == parts, halves

    def test_no_other_word_for_it(self, language: str) -> None:
        other = re.compile(rf"\b(?:{CHOICES[language][1]})\b", re.IGNORECASE)
        key = r"^card\..*\.(text|frozen|warp|upper|lower)$"
        texts = {k: t for k, t in texts_of(f"{language}/cards.json").items() if re.search(key, k)}
        assert {key for key, text in texts.items() if other.search(text)} == set()


class TestRules:
    def test_sections_in_order_without_gaps(self) -> None:
        keys = list(RULE_TEXTS)
        expected = []
        sections = loaded().section_names("rules")
        assert set(sections) >= RULE_SECTIONS_NEEDED
        assert (sections[0], sections[-1]) == ("aim", "words")
        for section in sections:
            paragraphs = of_length(keys, f"rules.{section}")
            assert paragraphs > 0, section
            expected.append(f"rules.{section}.title")
            expected += [f"rules.{section}.{n + 1}" for n in range(paragraphs)]
        assert keys == expected

    def test_sentences(self) -> None:
        for key, text in RULE_TEXTS.items():
            assert text.endswith(".") != key.endswith(".title"), key

    def test_questions_end_with_the_question_mark_of_the_language(self) -> None:
        for language in FOLDERS:
            mark = ";" if language == "el" else "?"
            for key, text in texts_of(f"{language}/rules.json").items():
                if re.fullmatch(r"question\.[\w-]+", key) and key != "question.title":
                    lists_words = key == "question.ignored"
                    assert text.endswith(mark) != lists_words, (language, key)

    def test_words_have_a_term_in_front(self) -> None:
        words = [text for key, text in RULE_TEXTS.items() if re.search(r"\.words\.\d+$", key)]
        assert all(re.match(r"[A-Z][^.:]{2,30}: ", text) for text in words)
