"""The keys that a language lacks or has in excess, compared to English."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tashkalar.ui.text.catalogue import FORM_FAMILY, NOUN_FORM, plural_category

Texts = Mapping[str, str]
_ALIAS_KEY = re.compile(r"card\.[^.]+\.alias")
_MILLION = 1_000_000


def missing_keys(source: Texts, texts: Texts) -> tuple[str, ...]:
    """Return the keys that English has and a language lacks, in the English order.

    The forms of nouns are not among them: each language has its own.
    """
    return tuple(key for key in source if key not in texts and not NOUN_FORM.fullmatch(key))


def superfluous_keys(source: Texts, texts: Texts, language: str) -> tuple[str, ...]:
    """Return the keys that a language has and English lacks, in the order of the language.

    Three kinds of keys are allowed and not returned: a ``.many`` form where the language has
    that category and the text has plural forms, a card's translated name, ``card.<id>.alias``,
    beside the printed one, and the forms of nouns, such as ``card.<id>.the``.
    """
    has_many = plural_category(language, _MILLION) == "many"

    def is_allowed(key: str) -> bool:
        if _ALIAS_KEY.fullmatch(key):
            return key.replace(".alias", ".name") in source
        if form := NOUN_FORM.fullmatch(key):
            noun = form[1]
            is_known = noun in source or f"{noun}.name" in source
            return is_known or bool(FORM_FAMILY.fullmatch(noun))
        return has_many and key.endswith(".many") and f"{key.removesuffix('.many')}.other" in source

    return tuple(key for key in texts if key not in source and not is_allowed(key))
