"""Check that translations keep to the words of the glossary and to sentences that bear any name.

Each entry of `AVOIDED` names a word that was once on the screen and misled a reader, and the word
to write instead (``docs/translations.md``).
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tashkalar.ui.text.catalogue import LANGUAGES, NOUN_FORM

LOCALE = Path(__file__).resolve().parents[3] / "static" / "locale"


class Avoided(NamedTuple):
    """A pattern that no text of a language may contain, and a wrong and a right text.

    In Greek the accent moves with the form of a word ("πάρθηκε", "παρθεί"), so it is left out of
    the pattern and of the text.
    """

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
    Avoided("en", r"\bthe end begins\b", "and the end begins", "that triggers the last round"),
    Avoided(
        "en",
        r"\bmore (?:upgraded )?pieces win\b",
        "more upgraded pieces win",
        "the side with more upgraded pieces wins",
    ),
    Avoided(
        "en", r"\bperish", "Your own piece perishes with it", "Your own piece is destroyed with it"
    ),
    Avoided(
        "en",
        r"\brun(?:s|ning)? over\b",
        "It may run over several pieces",
        "It may destroy several pieces",
    ),
    Avoided(
        "en",
        r"\b[Oo]dd (?:common|piece|one)|\bleft ?over\b|\bleftover\b",
        "the odd common pieces",
        "the unpaired common pieces",
    ),
    Avoided(
        "en", r"\bCtrl\+C\b", "Press Ctrl+C to copy the link.", "The link is selected: copy it."
    ),
    Avoided(
        "en",
        r"\bfetch(?:ed|es|ing)?\b|\b[Ff]etch it\b",
        "The file could not be fetched.",
        "The file could not be loaded.",
    ),
    Avoided("en", r"\bwhom\b", "the player whom you invite", "the person you are inviting"),
    Avoided(
        "en",
        r"\b(?:by|of) (?:itself|themselves)\b",
        "Turns come by themselves.",
        "Turns arrive automatically.",
    ),
    Avoided("en", r"\bthe own\b", "look ahead in the own deck", "look ahead in their own deck"),
    Avoided(
        "en",
        r"\b(?:This|That|It) is no (?!longer)\w+",
        "This is no code of a device",
        "This is not a device code",
    ),
    Avoided("en", r"^Go on$|\bgo on by\b", "Go on", "Resume"),
    Avoided("en", r"(?<!\{)\bsigns?\b(?!\}| in)", "Keys and signs", "Keys and symbols"),
    Avoided("en", r"^Begun$", "Begun", "Started"),
    Avoided("en", r"\bpersons\b", "for two persons", "for two people"),
    Avoided(
        "en", r"\bat this device\b", "two to four at this device", "two to four on this device"
    ),
    Avoided("en", r"\b[Ss]ealed hands\b|\bhands are sealed\b", "Sealed hands", "Sealed decks"),
    Avoided("en", r"\bon color\b", "Five pieces on color", "Five pieces on colored squares"),
    # Spanish
    Avoided("es", r"(?i)\by h?[ií](?![aeo])", "arriba y izquierda", "arriba e izquierda"),
    Avoided("es", r"\be h\d", "en línea con g6 e h5", "en línea con g6 y h5"),
    Avoided("es", r"(?i)\bo (?:h?[oó]|8|11\b)", "una u ocho, siete o ocho", "siete u ocho"),
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
    Avoided("es", r"contra la arena\b", "Jugar contra la arena", "Jugar contra el ordenador"),
    Avoided(
        "es", r"\b(?:turno|termina) solo\b", "Tu turno termina solo", "Terminará automáticamente"
    ),
    Avoided("es", r"\b(?:di|decir) que no\b", "Muévela o di que no.", "Muévela o renuncia."),
    Avoided(
        "es",
        r"\bempieza el final\b",
        "la robas y empieza el final",
        "la robas y empieza la última ronda",
    ),
    Avoided(
        "es",
        r"\bganan más (?:fichas )?mejoradas\b",
        "ganan más fichas mejoradas",
        "gana quien tenga más fichas mejoradas",
    ),
    Avoided("es", r"\bmáquina\b", "Jugar contra la máquina", "Jugar contra el ordenador"),
    Avoided("es", r"\b[Rr]ecién empieza", "recién empieza", "acaba de empezar"),
    Avoided("es", r"^¿?Borrar\b", "Borrar", "Eliminar"),
    Avoided("es", r"\barroll", "arrollar una ficha", "destruir una ficha"),
    Avoided("es", r"\bdesaparejad", "fichas desaparejadas", "fichas sueltas"),
    Avoided(
        "es", r"\b[Mm]anos selladas\b|\bmanos están selladas\b", "Manos selladas", "Mazos sellados"
    ),
    Avoided(
        "es",
        r"\bobten(?:er|ido) (?:el|la|una) (?:archivo|lección|posición|parte)\b",
        "obtener el archivo",
        "cargar el archivo",
    ),
    Avoided("es", r"\b[Aa]lguien (?:que está )?lejos\b", "Alguien lejos", "Jugar a distancia"),
    # French
    Avoided("fr", r"\bnon-\w", "une pièce non-légendaire", "une pièce non légendaire"),
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
    Avoided(
        "fr",
        r"\bla fin commence\b|\blance la fin\b",
        "et la fin commence",
        "et le dernier tour de table commence",
    ),
    Avoided(
        "fr",
        r"\bécras\w+ (?:une|la|plusieurs) pièces?\b",
        "écraser une pièce",
        "détruire une pièce",
    ),
    Avoided("fr", r"\bmotif\b", "Formez le motif", "Composez la formation"),
    Avoided(
        "fr",
        r"\bd’(?:eux|elles)-mêmes\b|\bde lui-même\b",
        "Les tours arrivent d’eux-mêmes.",
        "Les tours arrivent automatiquement.",
    ),
    Avoided("fr", r"\b[Rr]écup[ée]r", "n’a pas pu être récupéré", "n’a pas pu être chargé"),
    Avoided("fr", r"\bau loin\b", "Jouer avec quelqu’un au loin", "Jouer à distance"),
    Avoided("fr", r"\bnon appariée", "pièces non appariées", "pièces sans paire"),
    Avoided("fr", r"\b[Mm]ains (?:sont )?scellées\b", "Mains scellées", "Decks scellés"),
    Avoided("fr", r"\b[Aa]bîm", "Sauvegardes abîmées", "Sauvegardes endommagées"),
    Avoided("fr", r"\bsur [a-i][1-9]\b", "Invoquez-la sur e5.", "Invoquez-la en e5."),
    # Italian
    Avoided(
        "it", r"(?i)\be [eèé](?!a)|(?<!lato )\ba [aà]\w", "d5 e e5, a aprire", "d5 ed e5, ad aprire"
    ),
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
    Avoided("it", r"\bcomincia la fine\b", "e comincia la fine", "e comincia l’ultimo giro"),
    Avoided(
        "it",
        r"\bvincono più (?:pezzi )?promossi\b",
        "vincono più pezzi promossi",
        "vince chi ha più pezzi promossi",
    ),
    Avoided("it", r"\btravol", "travolgere un pezzo", "distruggere un pezzo"),
    Avoided("it", r"\bin [a-i][1-9]\b", "Evoca Knight in e5", "Evoca Knight su e5"),
    Avoided("it", r"\b[Ss]uggeriment", "Suggerimento", "Consiglio"),
    Avoided("it", r"\brivendic", "rivendica l’obiettivo", "completa l’obiettivo"),
    Avoided("it", r"\b[Mm]ani (?:sono )?sigillate\b", "Mani sigillate", "Mazzi sigillati"),
    Avoided(
        "it", r"\binvi\w* in frantumi\b", "invia in frantumi i pezzi", "manda in frantumi i pezzi"
    ),
    Avoided("it", r"«|»", "Completa «{task}»", "Completa “{task}”"),
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
    Avoided("el", r"\bπαρθ\w+", "δεν μπορεί να παρθεί", "δεν μπορείτε να την πάρετε"),
    Avoided("el", r"\bκαλεστ(?:εί|ούν)\b", "μπορεί να καλεστεί", "μπορεί να κληθεί"),
    Avoided("el", r"[Ιι]σοβαθμ\w+", "Ισοβαθμία", "Ισοπαλία"),
    Avoided("el", r"^Τελευταία σειρά:", "Τελευταία σειρά: Κόκκινο", "Προηγούμενη σειρά: Κόκκινο"),
    Avoided(
        "el", r"\bαρχίζει το τέλος\b", "και αρχίζει το τέλος", "και αρχίζει ο τελευταίος γύρος"
    ),
    Avoided(
        "el",
        r"\bκερδίζουν τα περισσότερα\b",
        "κερδίζουν τα περισσότερα αναβαθμισμένα",
        "κερδίζει όποιος έχει περισσότερα",
    ),
    Avoided(
        "el",
        r"\b(?:[Ηη] σειρά έχει κενό|σειρά θέσεων)\b",
        "Η σειρά έχει κενό.",
        "Η γραμμή έχει κενό.",
    ),
    Avoided("el", r"\bμικρότερ\w+ βαθμ", "μικρότερο βαθμό", "χαμηλότερο βαθμό"),
    Avoided("el", r"\bαζευγάρωτ", "αζευγάρωτα κομμάτια", "μονά κομμάτια"),
    Avoided(
        "el",
        r"\b[Σσ]φραγισμένα χέρια\b|χέρια .*είναι σφραγισμένα\b",
        "Σφραγισμένα χέρια",
        "Σφραγισμένες τράπουλες",
    ),
    Avoided("el", r"\bpixel\b", "300 pixel", "300 εικονοστοιχεία"),
    Avoided(
        "el",
        r"\b[Κκ]ατεστραμμέν\w+ αποθηκεύσ",
        "Κατεστραμμένες αποθηκεύσεις",
        "Φθαρμένες αποθηκεύσεις",
    ),
    Avoided("el", r"\bκάποιο\w+ μακριά\b", "Παιχνίδι με κάποιον μακριά", "Παιχνίδι εξ αποστάσεως"),
)
IDS = [f"{entry.language}: {entry.wrong}" for entry in AVOIDED]

# A French "de", "le" or "que" would have to become "d’", "l’" or "qu’" before some names.
ELIDED = re.compile(
    r"\b(?:de|du|le|la|au|que|je|ne|jusque) \{(?:card|who|task|name|title|player)\}", re.IGNORECASE
)
# A plural noun after a number needs plural forms (`.one`, `.other`), except where the number
# is always greater than one.
COUNTED = re.compile(r"\{(?:n|done|ends|far|pieces|upgraded)\} \w*[^\W\d_]s\b")
ALWAYS_SEVERAL = frozenset(
    {
        "packs.refused.most",
        "opinion.chance",
        "story.goal",
        "seat.end-score",
        "log.multiply-destroyed",
        "log.empties",
        "pages.flare.upper",
        "pages.flare.lower",
    }
)
SENTENCE_END = re.compile(r"(?<=[.!?;·])\s")
COLON = re.compile(r":(?=\s|$)")
# Headings with a definition, and the two halves of a flare, which are sentences of their own.
TWO_COLONS = frozenset({"rules.words.1", "card.flare.both"})


def is_in(entry: Avoided, text: str) -> bool:
    """Tell whether a text has what an entry avoids."""
    if entry.language == "el":
        return bool(re.search(without_accents(entry.pattern), without_accents(text)))
    return bool(re.search(entry.pattern, text))


def without_accents(text: str) -> str:
    """Return a Greek text without its accents; a diaeresis stays."""
    letters = unicodedata.normalize("NFD", text).replace("\N{COMBINING ACUTE ACCENT}", "")
    return unicodedata.normalize("NFC", letters)


def texts(language: str) -> Iterator[tuple[str, str]]:
    """Yield key and text of each entry of a language that is checked.

    The words that only the search reads are those of people, whatever they are.
    """
    for path in sorted((LOCALE / language).glob("*.json")):
        entries = json.loads(path.read_text(encoding="utf-8")).items()
        yield from ((key, text) for key, text in entries if not _is_for_search(key))


def _is_for_search(key: str) -> bool:
    return key.startswith("question.") and key.endswith((".words", ".ignored"))


@pytest.mark.parametrize("entry", AVOIDED, ids=IDS)
def test_no_text_has_the_word(entry: Avoided) -> None:
    keys = {key for key, text in texts(entry.language) if is_in(entry, text)}
    assert keys - entry.allowed == set(), f"write as in “{entry.right}”"
    assert entry.allowed <= keys, "exceptions that no text needs any more"


@pytest.mark.parametrize("entry", AVOIDED, ids=IDS)
def test_each_pattern_tells_wrong_from_right(entry: Avoided) -> None:
    assert entry.language in LANGUAGES
    assert is_in(entry, entry.wrong)
    assert not is_in(entry, entry.right)


def test_the_accent_of_a_greek_word_may_move() -> None:
    [entry] = [one for one in AVOIDED if one.pattern == r"\bπαρθ\w+"]
    assert is_in(entry, "πάρθηκε ένα κομμάτι")
    assert not is_in(entry, "πήρε πίσω ένα κομμάτι")


def test_no_french_article_stands_before_a_name() -> None:
    assert ELIDED.search("Êtres de {who}") and not ELIDED.search("Créatures : {who}")
    found = [key for key, text in texts("fr") if ELIDED.search(text)]
    assert [key for key in found if not NOUN_FORM.fullmatch(key)] == []


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
