"""Check that translations keep to the words of the glossary and to sentences that bear any name.

Each entry of `AVOIDED` names a word that was once on the screen and misled a reader, and the word
to write instead (``docs/translations.md``).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tashkalar.ui.text.catalogue import LANGUAGES

LOCALE = Path(__file__).resolve().parents[3] / "static" / "locale"


class Avoided(NamedTuple):
    """A pattern that no text of a language may contain, and a wrong and a right text."""

    language: str
    pattern: str
    wrong: str
    right: str
    allowed: frozenset[str] = frozenset()  # keys where the word is right


AVOIDED = (
    # English
    Avoided("en", r"(?<!to )\bmakes? way\b", "Your piece makes way", "Your piece is destroyed"),
    Avoided("en", r"^Last turn:|\bthe last turn, \{", "Last turn: Red", "Previous turn: Red"),
    Avoided("en", r"\bthe arena$", "Play against the arena", "Play against the computer"),
    Avoided("en", r"\bNobody knows\b", "Nobody knows which they hold.", "Their hand is hidden."),
    Avoided("en", r"\bSo many beings\b", "So many beings of the others", "How many beings"),
    Avoided("en", r"\bcould be had\b", "No advice could be had.", "There is no advice."),
    Avoided("en", r"\bturns of people\b", "the turns of people again", "your turns"),
    Avoided("en", r"\bthen lacks\b", "{card} then lacks one piece", "{card} will need one piece"),
    # Spanish
    Avoided("es", r"\bpiezas?\b", "tu pieza de aquí", "tu ficha de aquí"),
    Avoided("es", r"\b[Ss]eres\b|\bprimer ser\b", "Seres invocados", "Criaturas invocadas"),
    Avoided("es", r"\b[Cc]og(?:er|e|es)\b", "coger una ficha", "recoger una ficha"),
    Avoided("es", r"\barroll\w+ a\b", "arrolla a una ficha", "destruye una ficha"),
    Avoided(
        "es", r"eliminadas? de la partida", "eliminada de la partida", "retirada de la partida"
    ),
    Avoided("es", r"\b[Pp]asad(?:lo|la)?\b", "Pasadlo de mano en mano", "Se pasa de mano en mano"),
    Avoided(
        "es", r"^Último turno:|del último turno, \{", "Último turno: Rojo", "Turno anterior: Rojo"
    ),
    Avoided("es", r"contra la arena\b", "Jugar contra la arena", "Jugar contra la máquina"),
    Avoided(
        "es", r"\b(?:turno|termina) solo\b", "Tu turno termina solo", "Terminará automáticamente"
    ),
    Avoided("es", r"\b(?:di|decir) que no\b", "Muévela o di que no.", "Muévela o renuncia."),
    # French
    Avoided("fr", r"\b[Êê]tres\b|\bpremier être\b", "Êtres invoqués", "Créatures invoquées"),
    Avoided("fr", r"\bmanches?\b", "la dernière manche", "le dernier tour de table"),
    Avoided("fr", r"\b[Pp]ièces? adverses?\b", "Pièces adverses", "Pièces ennemies"),
    Avoided("fr", r"\bà vous manque\b", "une pièce à vous manque", "il manque une pièce"),
    Avoided("fr", r"retirées? de la partie", "retirée de la partie", "retirée du jeu"),
    Avoided(
        "fr", r"^Dernier tour\s:|du dernier tour, \{", "Dernier tour : Rouge", "Tour précédent : X"
    ),
    Avoided("fr", r"\bn’importe pas\b", "cela n’importe pas", "cela ne compte pas"),
    Avoided(
        "fr", r"\bde toute couleur\b", "une pièce de toute couleur", "de n’importe quelle couleur"
    ),
    Avoided("fr", r"\b[Pp]renez une carte\b", "ou prenez une carte", "ou sélectionnez une carte"),
    Avoided("fr", r"\b[Dd]ernière ronde\b", "Dernière ronde", "Dernier tour de table"),
    # Italian
    Avoided("it", r"\bcasell[ae]\b", "una casella vuota", "un quadrato vuoto"),
    Avoided(
        "it", r"\bed [^eEèéÈ\W]", "fa parte del pattern ed viene", "fa parte del pattern e viene"
    ),
    Avoided("it", r"\bsegnalin[oi]\b", "usati come segnalino", "usati come segnapunti"),
    Avoided("it", r"\bmossa è stata\b", "La mossa è stata annullata", "È stato annullato"),
    Avoided(
        "it",
        r"\b[Mm]osse di questo\b|\bquella mossa\b",
        "prima di quella mossa",
        "prima di quella giocata",
        frozenset({"card.centaur-spearman.text"}),  # a move of the rules
    ),
    Avoided("it", r"\bè evocato\b", "L’essere è evocato", "L’essere viene evocato"),
    Avoided("it", r"\bScontro mortale\b", "Scontro mortale", "Duello Mortale"),
    Avoided(
        "it", r"^Ultimo turno:|dell’ultimo turno, \{", "Ultimo turno: Rosso", "Turno precedente: X"
    ),
    Avoided(
        "it", r"\ballora completato\b", "allora completato", "i requisiti sarebbero soddisfatti"
    ),
    # Greek
    Avoided(
        "el",
        r"(?<![Ττ]ελευταίο )(?<![Ττ]ελευταίος )\bγύρ(?:ος|ο|ου|οι|ων|ους)\b",
        "όριο γύρων",
        "όριο σειρών",
    ),
    Avoided(
        "el",
        r"τετράγων\w+",
        "σε ένα τετράγωνο",
        "σε μια θέση",
        frozenset({"rules.board.1"}),  # the shape of the board
    ),
    Avoided("el", r"\bπεριηγητ\w+", "σε αυτόν τον περιηγητή", "σε αυτό το πρόγραμμα περιήγησης"),
    Avoided(
        "el",
        r"\b[Αα]ρνηθείτε\b",
        "Κινήστε το ή αρνηθείτε.",
        "Κινήστε το ή παραλείψτε το.",
        frozenset({"rules.flares.3"}),  # a right that nobody has
    ),
    Avoided("el", r"\bπαρτίδ\w+", "στην παρτίδα", "στο παιχνίδι"),
    Avoided("el", r"\bκύκλ(?:ος|ου|ο|οι|ων|ους)\b", "τελευταίος κύκλος", "τελευταίος γύρος"),
    Avoided("el", r"\b[Αα]νώτερ\w+", "Ανώτερος βαθμός", "Μεγαλύτερος βαθμός"),
    Avoided("el", r"\b[Δδ]ιαλέξ\w+", "διαλέξτε", "επιλέξτε"),
    Avoided(
        "el",
        r"\bπαρθ\w+",
        "δεν μπορεί να παρθεί",
        "δεν μπορείτε να την πάρετε",
        frozenset({"rules.nethervoid.4"}),  # of a piece that an effect takes off the board
    ),
    Avoided("el", r"\bκαλεστ(?:εί|ούν)\b", "μπορεί να καλεστεί", "μπορεί να κληθεί"),
    Avoided("el", r"[Ιι]σοβαθμ\w+", "Ισοβαθμία", "Ισοπαλία"),
    Avoided("el", r"^Τελευταία σειρά:", "Τελευταία σειρά: Κόκκινο", "Προηγούμενη σειρά: Κόκκινο"),
)
IDS = [f"{entry.language}: {entry.wrong}" for entry in AVOIDED]

# A French "de", "le" or "que" would have to become "d’", "l’" or "qu’" before some names.
ELIDED = re.compile(
    r"\b(?:de|du|le|la|au|que|je|ne|jusque) \{(?:card|who|task|name|title|player)\}", re.IGNORECASE
)
# A plural noun after a number needs plural forms (`.one`, `.other`), except where the number
# is always greater than one.
COUNTED = re.compile(r"\{n\} \w*[^\W\d_]s\b")
ALWAYS_SEVERAL = frozenset(
    {
        "packs.refused.most",
        "opinion.chance",
        "workshop.import.added",
        "study.arrows",
        "story.goal",
        "log.multiply-destroyed",
        "log.empties",
        "pages.flare.upper",
        "pages.flare.lower",
        "far.form.seats",
    }
)
SENTENCE_END = re.compile(r"(?<=[.!?;·])\s")
COLON = re.compile(r":(?=\s|$)")
# Headings with a definition, and the two halves of a flare, which are sentences of their own.
TWO_COLONS = frozenset({"rules.words.1", "card.flare.both"})


def texts(language: str) -> Iterator[tuple[str, str]]:
    """Yield key and text of each entry of a language that is checked."""
    for path in sorted((LOCALE / language).glob("*.json")):
        yield from json.loads(path.read_text(encoding="utf-8")).items()


@pytest.mark.parametrize("entry", AVOIDED, ids=IDS)
def test_no_text_has_the_word(entry: Avoided) -> None:
    keys = {key for key, text in texts(entry.language) if re.search(entry.pattern, text)}
    assert keys - entry.allowed == set(), f"write as in “{entry.right}”"
    assert entry.allowed <= keys, "exceptions that no text needs any more"


@pytest.mark.parametrize("entry", AVOIDED, ids=IDS)
def test_each_pattern_tells_wrong_from_right(entry: Avoided) -> None:
    assert entry.language in LANGUAGES
    assert re.search(entry.pattern, entry.wrong)
    assert not re.search(entry.pattern, entry.right)


def test_no_french_article_stands_before_a_name() -> None:
    assert ELIDED.search("Êtres de {who}") and not ELIDED.search("Créatures : {who}")
    assert [(key, text) for key, text in texts("fr") if ELIDED.search(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_that_may_be_one_has_plural_forms(language: str) -> None:
    assert COUNTED.search("{n} leçons sur {of}") and not COUNTED.search("Leçons : {n} sur {of}")
    wrong = {key: text for key, text in texts(language) if COUNTED.search(text)}
    plural = (".one", ".other", ".many")
    assert [key for key in wrong if not key.endswith(plural) and key not in ALWAYS_SEVERAL] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_has_two_colons(language: str) -> None:
    """Keep the second colon for a list that another message puts in."""
    crowded = [
        key
        for key, text in texts(language)
        if any(len(COLON.findall(part)) > 1 for part in SENTENCE_END.split(text))
    ]
    assert set(crowded) <= TWO_COLONS
