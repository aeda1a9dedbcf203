"""Each translation has its own word for a term of the game that the English text has.

`test_words_to_avoid.py` names wrong words; here stand the right ones (`docs/translations.md`), by
their stems. Names of cards are not looked at: they are the same in all languages.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from tests.ui.text.test_words_to_avoid import without_accents
from tools.translated import TRANSLATIONS, read_texts, source_text, translated_keys


class Term(NamedTuple):
    """A term: a pattern for each language, in small letters, the Greek one without accents.

    `spare` are the keys of texts that say the same without the term in some language.
    """

    en: str
    es: str
    fr: str
    it: str
    el: str
    spare: frozenset[str] = frozenset()


def spare(*keys: str) -> frozenset[str]:
    """Return the keys of texts in which a translation does without a term."""
    return frozenset(keys)


TERMS = (
    Term(
        r"\bbeings?\b(?! (?:summoned|prepared|installed|downloaded|stored|saved)\b)",
        "criatura",
        "créature",
        "esser[ei]",
        r"\bον\b|\bοντ",
        spare(
            "learn.everfrost-2.room",
            "learn.etherweave-3.in-the-way-what",
            "choice.warp.note",
            "rules.melee.7",
        ),
    ),
    Term(
        r"\blegends?\b",
        "leyenda",
        "légende",
        "leggend",
        "θρυλ",
        spare("card.legend-slayer.note.2", "card.legend-slayer.text", "page.about.author"),
    ),
    Term(r"\bflares?\b", "estallido", "ruse", "impet", "εκλαμψ"),
    Term(r"\btasks?\b", "misi[oó]n", "objectif", "obiettiv", "δοκιμασι"),
    Term(
        r"\bpatterns?\b",
        "patr[oó]n",
        "formation",
        "pattern",
        "σχηματισμ",
        spare("learn.gain.one-what"),
    ),
    Term(r"\bcommons?\b", "básic|degrad", "commun", "comun", "απλ"),
    Term(
        r"\bheroic\b",
        "heroic",
        "héroïque",
        "eroic",
        "ηρωικ",
        spare("learn.nethervoid-3.common-gate-what"),
    ),
    Term(r"\blegendary\b", "legendari", "légendaire", "leggendari", "θρυλικ"),
    Term(r"\bupgrad", "mej[oó]r", "prom", "prom", "αναβαθμι"),
    Term(r"\bdowngrad", "degr[aá]d", "déclass", "retroce", "υποβαθμι"),
    Term(
        r"\bdestroy",
        "destr[uú]",
        "détrui|destruc",
        "distru",
        "καταστρ|κατεστρ",
        spare("learn.deny.done"),
    ),
    Term(r"\bconvert", "transform", "conver[st]", "conver[st]", "μετατρ"),
    Term(r"\bgateway\b", "portal", "portail", "portale", "πυλη"),
    Term(
        r"\bwarp",
        "distorsi[oó]n",
        "distorsion",
        "distorsione",
        "στρεβλωσ",
        spare("learn.etherweave-2.about", "card.warpmaster.text"),
    ),
    Term(r"\bfrozen\b", "cong[eé]l", "gel", "ghiacc|scongel", "παγω"),
    Term(
        r"\bthaw(?!ed)",
        "descong[eé]l|cong[eé]l",
        "d[eé]g[eè]l",
        "scongel",
        "ξεπαγω",
    ),
    Term(r"\bpending\b", "pendiente", "attente|attend", "sospeso", "εκκρεμ"),
    Term(r"\bsupply\b", "reserva", "réserve", "riserva", "αποθεμα"),
    Term(r"\bteammates?\b", "compañer|equipo", "coéquipier", "compagn", "συμπαικτ"),
    Term(
        r"\bopponents?\b",
        "rival|enemig",
        "advers|ennemi",
        "avversar|nemic",
        "αντιπαλ|εχθρικ",
    ),
    Term(r"\bti(?:e|es|ebreak)\b", "empat", "égalité|départage", "parità|spareggio", "ισοπαλι"),
    Term(
        r"\blast round\b",
        "última ronda",
        "dernier tour de table",
        "ultimo giro",
        r"τελευται\w+ γυρο",
    ),
    Term(r"\bdiscard", "desc[aá]rt", "défauss", "scart", "ξεσκαρτ"),
    Term(r"\bimprovis", "improvis", "improvis", "improvvis", "προχειρ"),
    Term(r"\bschools?\b", "escuela", "école", "scuol", "σχολ", spare("rules.schools.3")),
    Term(
        r"\bsquares?\b",
        "casilla",
        "cases?",
        "quadrat",
        r"\bθεσ",
        spare(
            "learn.placing.stone-what",
            "learn.two-in-one.uses-up",
            "learn.colors.done",
            "learn.highland-1.color-where",
            "learn.highland-1.center",
            "choice.placement.marked",
        ),
    ),
    Term(
        r"(?<!days in a )(?<!day in a )(?<!weeks in a )\brows?\b",
        "fila|hilera|línea",
        "ligne|rangée",
        "rig[ah]|fila",
        "γραμμ",
    ),
    Term(r"\bcombat\b", "combate", "combat", "combattimento", "μαχης"),
    Term(r"\bleaps?\b", "salt", "saut", "salt", r"\bαλμα"),
    Term(r"\branks?\b", "rango", "rang", "grad", "βαθμ"),
    Term(r"\blessons?\b", "lecci[oó]n", "leçon", "lezion", "μαθημα"),
    Term(r"\bpuzzles?\b", "problema", "énigme", "rompicap", "γριφ"),
    Term(
        r"\bclaim",
        "recl[aá]m",
        "revendi",
        "complet",
        r"\bπαρ|\bπηρ|παιρν|παρετε|δοκιμασι",
        spare("learn.task.claimed", "learn.task.green-move", "choice.claim-now"),
    ),
    Term(
        r"\badjacent\b", "adyacente|al lado|junto", "adjacent|voisin", "adiacent", "γειτονικ|διπλα"
    ),
)
IDS = [re.sub(r"\\b|\\w|[()?]", "", term.en) for term in TERMS]
LEAST_TEXTS = 4  # that have a term, or its pattern is wrong
ENGLISH = read_texts("en")


def words(text: str) -> str:
    """Return a text in small letters, without what is filled in and without soft hyphens."""
    words = re.sub(r"\{\w+[|?]([^}]*)\}", r"\1", text)
    return re.sub(r"\{[^}]*\}|\N{SOFT HYPHEN}", "", words).lower()


def lacks(term: Term, language: str, english: str, text: str) -> bool:
    """Tell whether a translation has no word for a term that the English text has."""
    translation = without_accents(words(text)) if language == "el" else words(text)
    return bool(
        re.search(term.en, words(english)) and not re.search(getattr(term, language), translation)
    )


def lacking(term: Term, language: str) -> set[str]:
    """Return the keys of the texts of a language that lack the word for a term."""
    texts = read_texts(language)
    keys = (key for key in translated_keys(language) if not key.endswith((".name", ".alias")))
    return {key for key in keys if lacks(term, language, source_text(key, ENGLISH), texts[key])}


@pytest.mark.parametrize("term", TERMS, ids=IDS)
def test_every_translation_has_the_word(term: Term) -> None:
    without = {language: lacking(term, language) for language in TRANSLATIONS}
    assert {language: keys - term.spare for language, keys in without.items()} == {
        language: set() for language in TRANSLATIONS
    }
    assert term.spare <= set().union(*without.values()), "exceptions that no text needs any more"


@pytest.mark.parametrize("term", TERMS, ids=IDS)
def test_the_term_is_in_the_english_texts(term: Term) -> None:
    assert sum(bool(re.search(term.en, words(text))) for text in ENGLISH.values()) >= LEAST_TEXTS


def test_a_missing_word_would_be_found() -> None:
    [common] = [term for term in TERMS if "common" in term.en]
    english = "Your teammate places common pieces."
    assert lacks(common, "es", english, "Tu compañero coloca fichas.")
    assert not lacks(common, "es", english, "Tu compañero coloca fichas básicas.")
    assert not lacks(common, "el", english, "Ο συμπαίκτης τοποθετεί απλά κομμάτια.")
