"""Message catalogues: from message ids and parameters to sentences in a person's language.

The engine speaks in messages: an id with parameters. A `Catalogue` holds the texts of all loaded
languages and turns messages into sentences of the current one. A missing text falls back to
English, and then to a visible marker such as ``⟨log.summon⟩``: asking for a text never raises.
Loading texts raises a `ValueError` that names the key at fault.

A placeholder is one of these; `docs/translations.md` says when to use which:

    {who}                        a text, number or message; a list has commas
    {card:the} {card:of}         a noun in one of its forms, key ``card.<id>.the``, or in that of
                                 its family, `FORM_FAMILY`; ``{card:The}`` begins with a capital
    {what:lower} {what:capital}  a text that begins with a small or a capital letter
    {cards:and} {cards:or}       a list with a word before its last item; ``{cards:the:and}``: of
                                 nouns in a form; also ``:semicolon``, ``:dot``, ``:sentence`` and
                                 ``:space``
    {n|piece|pieces}             the text for one, or for another number, of any parameter; of a
                                 list, the number of its items
    {card?m=pronto|f=pronta}     the text for the gender of a noun, key ``card.<id>.gender``

A short word before a placeholder follows the sound of what is filled in: the Spanish "h3 y
{square}" becomes "h3 e i5", the Italian "d4 e {square}" becomes "d4 ed e5".

Texts are plain text, never markup: code that shows them must not interpret them as HTML.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from tashkalar.json_reader import parse_json

SOURCE_LANGUAGE = "en"
"""The language that is complete by definition, and the fallback of all others."""

MAX_CATALOGUE_CHARACTERS = 1_000_000
"""The longest JSON text that `Catalogue.load` accepts."""

_MAX_MESSAGE_DEPTH = 8
LIST_PATTERNS = ("comma", "and", "or", "semicolon", "dot", "sentence", "space")
"""How the items of a list are joined: the keys ``list.comma`` and so on."""

NOUN_FORMS = ("the", "of", "acc")
"""The forms of a noun that a placeholder can ask for."""

_FORM = "[Tt]he|[Oo]f|[Aa]cc|lower|capital"
_PATTERN = "|".join(LIST_PATTERNS)
_PLACEHOLDER = re.compile(
    r"\{(?P<name>[A-Za-z_][A-Za-z0-9_]*)(?:"
    rf":(?P<forms>(?:{_FORM})(?::(?:{_PATTERN}))?|{_PATTERN})"
    r"|\|(?P<one>[^{}|]*)\|(?P<other>[^{}|]*)"
    r"|\?(?P<genders>[a-z]=[^{}|]*(?:\|[a-z]=[^{}|]*)*))?\}"
)
_NAME_SEPARATORS = " ,:\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
NOUN_FORM = re.compile(
    r"((?:being|bots|card|company|piece|rank|school|task)\..+)\.(the|of|acc|gender)"
)
"""A key with a form of a noun: with its article, of it, as an object, or its gender."""

FORM_FAMILY = re.compile(r"card\.(?:flare|other)")
"""Nouns whose forms are one text with ``{name}``: flares, and cards without forms of their own."""

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class MessageLike(Protocol):
    """A message of the engine: the id of a text and the parameters that go into the text."""

    @property
    def id(self) -> str:
        """The key of the text."""

    @property
    def params(self) -> Mapping[str, object]:
        """The values of the placeholders; may hold further messages."""


# --- plural forms -------------------------------------------------------------------------------
# Cardinal rules of the Unicode CLDR (supplemental/plurals.xml) for whole numbers:
#   el, en, es, it   one: 1
#   fr               one: 0, 1
#   es, fr, it       many: multiples of a million, except 0


def _category_one_other(n: int) -> str:
    return "one" if n == 1 else "other"


def _category_one_many(n: int) -> str:
    return "many" if n and n % 1_000_000 == 0 else _category_one_other(n)


def _category_zero_one_many(n: int) -> str:
    return "one" if n == 0 else _category_one_many(n)


_PLURAL_RULES: Mapping[str, tuple[Callable[[int], str], tuple[str, ...]]] = {
    "en": (_category_one_other, ("one", "other")),
    "es": (_category_one_many, ("one", "many", "other")),
    "fr": (_category_zero_one_many, ("one", "many", "other")),
    "it": (_category_one_many, ("one", "many", "other")),
    "el": (_category_one_other, ("one", "other")),
}

LANGUAGES = tuple(_PLURAL_RULES)
"""The languages of the page, in the order in which they are offered."""


def plural_category(language: str, n: int) -> str:
    """Return the CLDR category (``one``, ``many`` or ``other``) of the whole number `n`.

    The sign does not matter. Raises `ValueError` for a language not in `LANGUAGES`.
    """
    _check_language(language)
    return _PLURAL_RULES[language][0](abs(n))


# --- words that follow the next sound -----------------------------------------------------------


NEXT_SOUNDS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    # English names keep their own sound: an Ice Queen, a Hill Giant and an Eagle Lord do not begin
    # with the vowel that is written.
    "es": {
        "y": ("e", r"[ií](?!c[ei]|ron\b)|h[ií](?![aeo]|gh|ll)"),
        "o": ("u", r"h?[oó]|8|11(?!\d)"),
    },
    "it": {"e": ("ed", "[eèé](?!a)"), "a": ("ad", "[aà]")},
}
"""By language, each word of one letter that changes: what it becomes, and before which beginnings
of the next text (a regular expression, for small and capital letters)."""

_LAST_LETTER = re.compile(r"(?<![^\s(])[A-Za-z](?= $)")


def fit_last_word(language: str, before: str, text: str) -> str:
    """Return the text before another one, its last word in the form that the next sound needs."""
    sounds = NEXT_SOUNDS.get(language)
    if sounds is None or not (found := _LAST_LETTER.search(before[-3:])):
        return before
    other, sound = sounds.get(found[0].lower(), ("", "(?!)"))
    if not re.match(sound, text, re.IGNORECASE):
        return before
    return before[:-2] + (other.title() if found[0].isupper() else other) + " "


# --- small helpers ------------------------------------------------------------------------------


def placeholders(text: str) -> frozenset[str]:
    """Return the names of the placeholders in `text`, of all kinds."""
    return frozenset(match["name"] for match in _PLACEHOLDER.finditer(text))


def begin_with_capital(text: str) -> str:
    """Return a text with a capital letter at its beginning unless it begins with a square."""
    return text if text[1:2].isdigit() else text[:1].upper() + text[1:]


def choose_language(wanted: Iterable[str]) -> str:
    """Return the first of the `wanted` language tags that the page has, or `SOURCE_LANGUAGE`.

    Tags are those of a browser or a URL, such as ``"fr-CA"``: only the part before the first
    hyphen or underscore counts, in any letter case.
    """
    for tag in wanted:
        language = re.split("[-_]", tag.strip().lower(), maxsplit=1)[0]
        if language in LANGUAGES:
            return language
    return SOURCE_LANGUAGE


def _check_language(language: str) -> None:
    if language not in LANGUAGES:
        raise ValueError(f"language: {language!r} is not one of {', '.join(LANGUAGES)}")


def format_integer(number: int) -> str:
    """Return a whole number as text, with a true minus sign instead of a hyphen."""
    return str(number).replace("-", "\N{MINUS SIGN}")


def format_signed(number: int) -> str:
    """Return a difference as text with its sign; 0 has none."""
    return f"+{number}" if number > 0 else format_integer(number)


def _missing_marker(name: str) -> str:
    return f"⟨{name}⟩"


def _as_message(value: object) -> tuple[str, Mapping[str, object]] | None:
    """Return the id and parameters of `value` if it is a message, else None."""
    key: object = getattr(value, "id", None)
    params: object = getattr(value, "params", None)
    if isinstance(key, str) and isinstance(params, Mapping):
        return key, params
    return None


def _validate_texts(texts: Mapping[str, str]) -> dict[str, str]:
    """Return a copy of `texts`; ValueError naming the first entry that is not str -> str."""
    copy: dict[str, str] = {}
    for key, text in texts.items():
        if not isinstance(key, str):
            raise ValueError(f"key {key!r}: must be a string")
        if not isinstance(text, str):
            raise ValueError(f"{key}: the text must be a string, not {type(text).__name__}")
        if _LONE_SURROGATE.search(key) or _LONE_SURROGATE.search(text):
            raise ValueError(f"{key!a}: contains half a character (a lone surrogate)")
        copy[key] = text
    return copy


class Catalogue:
    """The texts of all loaded languages, and the current language.

    `texts` maps languages to mappings from key to text; `language` is the current language and may
    be changed at any time. Raises `ValueError` for an unknown language or a text that is not a
    string.
    """

    __slots__ = ("_language", "_texts")

    def __init__(
        self,
        texts: Mapping[str, Mapping[str, str]] | None = None,
        language: str = SOURCE_LANGUAGE,
    ) -> None:
        self._texts: dict[str, dict[str, str]] = {name: {} for name in LANGUAGES}
        for name, entries in (texts or {}).items():
            self.merge(name, entries)
        self.language = language

    def __repr__(self) -> str:
        counts = ", ".join(f"{name}: {len(texts)}" for name, texts in self._texts.items())
        return f"<Catalogue speaking {self._language} ({counts})>"

    @property
    def language(self) -> str:
        """The language to speak; setting one that is not in `LANGUAGES` raises `ValueError`."""
        return self._language

    @language.setter
    def language(self, language: str) -> None:
        _check_language(language)
        self._language = language

    # --- loading ---

    def merge(self, language: str, texts: Mapping[str, str]) -> None:
        """Add `texts` to those of `language`; an existing key is replaced.

        Raises `ValueError`, and then adds nothing, if the language is unknown or an entry is
        not a string; the message names the key.
        """
        _check_language(language)
        self._texts[language].update(_validate_texts(texts))

    def load(self, language: str, text: str) -> None:
        """Add the texts of a JSON object of strings, such as a file of ``static/locale``.

        Raises `ValueError`, and then adds nothing, if the JSON is malformed, too long, not an
        object, has a key twice or a value that is not a string; the message names the key.
        """
        _check_language(language)
        data = parse_json(text, longest=MAX_CATALOGUE_CHARACTERS, is_own=True)
        if not isinstance(data, dict):
            raise ValueError(f"catalogue: must be an object, not {type(data).__name__}")
        self.merge(language, data)

    # --- reading ---

    def has_text(self, key: str) -> bool:
        """Tell whether there is a text for `key`, in the current language or in English."""
        return key in self._texts[self._language] or key in self._texts[SOURCE_LANGUAGE]

    def has_translation(self, key: str) -> bool:
        """Tell whether the current language has a text for `key`."""
        return key in self._texts[self._language]

    def text(self, key: str, /, **params: object) -> str:
        """Return the text of `key`, with `params` in place of its ``{name}`` placeholders.

        A parameter that is itself a message is translated, up to `_MAX_MESSAGE_DEPTH` levels deep;
        a tuple or list becomes its items with commas in between, or joined as its placeholder says;
        anything else is inserted unchanged, and placeholders inside a parameter are not replaced.
        If `key` has plural forms only, the whole number `n` among the parameters selects one, as in
        `plural_text`. A noun without the form that its placeholder asks for, and without such a
        form of its family, stays as it is.

        Never raises: an unknown key, or a placeholder without a value, shows as ``⟨name⟩``.
        """
        return self._render(key, params, 0)

    def texts_in_all_languages(self, key: str) -> frozenset[str]:
        """Return the texts of `key` in all loaded languages, placeholders not replaced."""
        return frozenset(texts[key] for texts in self._texts.values() if key in texts)

    def plural_text(self, key: str, n: int, /, **params: object) -> str:
        """Return the text of `key` in the plural form for the whole number `n`, shown as ``{n}``.

        The forms are the keys ``key.one``, ``key.other`` and, in some languages, ``key.many``,
        which may be left out. Otherwise like `text`.
        """
        return self._render(key, {**params, "n": n}, 0)

    def translate(self, message: MessageLike | str) -> str:
        """Return the sentence of a message, as `text` does; return a string unchanged."""
        return message if isinstance(message, str) else self._render(message.id, message.params, 0)

    def join(self, texts: Iterable[str], pattern: str) -> str:
        """Return texts joined as a language does it; `pattern` is one of `LIST_PATTERNS`."""
        return self._join(tuple(texts), pattern)

    def translate_under_heading(self, message: MessageLike, who: MessageLike | str) -> str:
        """Return the sentence of a message for a place under a heading that names `who`.

        Leave out that name where the sentence begins with it: "Blue: Knight summoned" becomes
        "Knight summoned", and "Azul roba 1 criatura" becomes "Roba 1 criatura".
        """
        sentence = self.translate(message)
        name = self.translate(who)
        text = self._find_raw_text(message.id, message.params) or ""
        if not name or not text.startswith("{who}"):
            return sentence
        if self._render_value(message.params.get("who", ""), 0) != name:
            return sentence
        remainder = sentence[len(name) :].lstrip(_NAME_SEPARATORS)
        return remainder[:1].upper() + remainder[1:]

    def numbered_texts(self, prefix: str) -> tuple[str, ...]:
        """Return the texts ``prefix.1``, ``prefix.2`` and so on, up to the first gap."""
        texts: list[str] = []
        while self.has_text(key := f"{prefix}.{len(texts) + 1}"):
            texts.append(self.text(key))
        return tuple(texts)

    def section_names(self, prefix: str) -> tuple[str, ...]:
        """Return the names in the keys ``prefix.<name>.title``, in the order of the English texts.

        English decides, so that a translation cannot lose or reorder a section.
        """
        title = re.compile(rf"{re.escape(prefix)}\.([^.]+)\.title")
        matches = map(title.fullmatch, self._texts[SOURCE_LANGUAGE])
        return tuple(match[1] for match in matches if match)

    # --- lookup and rendering ---

    def _find_raw_text(self, key: str, params: Mapping[str, object]) -> str | None:
        """Return the text of `key` before rendering, in the current language or else in English."""
        n = params.get("n")
        for language in dict.fromkeys((self._language, SOURCE_LANGUAGE)):
            texts = self._texts[language]
            if key in texts:
                return texts[key]
            if isinstance(n, int) and not isinstance(n, bool):
                fallback_form = texts.get(f"{key}.other")
                form = texts.get(f"{key}.{plural_category(language, n)}", fallback_form)
                if form is not None:
                    return form
        return None

    def _render(self, key: str, params: Mapping[str, object], depth: int) -> str:
        """Return the text of `key`, placeholders replaced; `depth` counts nested messages."""
        text = self._find_raw_text(key, params)
        if text is None or depth > _MAX_MESSAGE_DEPTH:
            return _missing_marker(key)
        return self._fill(text, params, depth)

    def _fill(self, text: str, params: Mapping[str, object], depth: int) -> str:
        """Return a text with its placeholders replaced."""

        def value_of(match: re.Match[str]) -> str:
            value = params.get(match["name"])
            if value is None:
                return _missing_marker(match["name"])
            if match["one"] is not None:
                n = len(value) if isinstance(value, (tuple, list)) else value
                is_one = isinstance(n, int) and plural_category(self._language, n) == "one"
                return match["one"] if is_one else match["other"]
            if match["genders"] is not None:
                return self._choose_by_gender(value, match["genders"])
            return self._render_value(value, depth, match["forms"] or "")

        filled, end = "", 0
        for match in _PLACEHOLDER.finditer(text):
            value = value_of(match)
            fitted = fit_last_word(self._language, text[: match.start()], value)
            filled += fitted[end:] + value
            end = match.end()
        return filled + text[end:]

    def _choose_by_gender(self, value: object, choices: str) -> str:
        """Return the one of the ``m=a|f=b`` choices for the gender of a noun, or the first."""
        texts = dict(choice.split("=", 1) for choice in choices.split("|"))
        message = _as_message(value)
        gender = self._find_form(*message, "gender", 0) if message else None
        return texts.get(gender or "", next(iter(texts.values())))

    def _find_form(
        self, noun: str, params: Mapping[str, object], form: str, depth: int
    ) -> str | None:
        """Return a form of a noun, or that of its family, in the current language; else None."""
        own = noun.removesuffix(".name")
        family, other = re.sub(r"-\d+$", "", own), f"{own.partition('.')[0]}.other"
        texts = self._texts[self._language]
        found = (texts[key] for one in (own, family, other) if (key := f"{one}.{form}") in texts)
        if (text := next(found, None)) is None:
            return None
        name = self._render(noun, params, depth + 1)
        return self._fill(text, {**params, "name": name}, depth + 1)

    def _render_value(self, value: object, depth: int, forms: str = "") -> str:
        """Return a parameter as text: a noun in its form, a list as its pattern says."""
        if isinstance(value, str):
            return value
        if isinstance(value, int):
            return format_integer(value)
        form, _, pattern = forms.rpartition(":") if ":" in forms else (forms, "", forms)
        if (message := _as_message(value)) is not None:
            is_noun = form.lower() in NOUN_FORMS
            text = self._find_form(*message, form.lower(), depth) if is_noun else None
            text = self._render(*message, depth + 1) if text is None else text
            if form == "capital" or form[:1].isupper():
                return begin_with_capital(text)
            return text[:1].lower() + text[1:] if form == "lower" else text
        if isinstance(value, (tuple, list)):
            if depth > _MAX_MESSAGE_DEPTH:
                return _missing_marker("")
            # Only the first one begins with a capital letter, if any.
            forms_of_items = (form, *("" if form == "capital" else form for _ in value[1:]))
            items = zip(value, forms_of_items, strict=False)
            texts = tuple(self._render_value(item, depth + 1, own) for item, own in items)
            return self._join(texts, pattern)
        return str(value)

    def _join(self, items: tuple[str, ...], pattern: str) -> str:
        """Return the items of a list in a row; an unknown pattern is that of commas."""
        pattern = pattern if pattern in LIST_PATTERNS else "comma"
        usual = "comma" if pattern in ("and", "or") else pattern
        joined = "".join(items[:1])
        for number, item in enumerate(items[1:], 2):
            key = pattern if number == len(items) else usual
            row = self._find_raw_text(f"list.{key}", {}) or "{a}, {b}"
            # Both at once: an item may contain what looks like a placeholder.
            before, _, after = row.partition("{b}")
            before = fit_last_word(self._language, before, item)
            joined = before.replace("{a}", joined) + item + after
        return joined
