"""The settings of a person: colors, contrast, animation, sound, language and more.

``static/js/boot/appearance.js`` reads the same text before Python has started, so that the page
does not change its colors while loading. A setting that is left to the browser is not written.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

from tashkalar.json_reader import parse_json
from tashkalar.position.move import Message
from tashkalar.ui.storage.key_value_store import KeyValueStore, SeenText, StoreError, store_text
from tashkalar.ui.text.catalogue import LANGUAGES

SETTINGS_KEY = "tashkalar.settings.v1"
"""The key of the settings in the browser's storage."""

AUTO = "auto"

SETTING_CHOICES = {
    "theme": (AUTO, "light", "dark"),
    "contrast": (AUTO, "normal", "more"),
    "motion": (AUTO, "off", "fast", "normal", "slow"),
    "sound": ("low", "full", "off"),
    "font": ("usual", "readable"),
    "scan": ("off", "space", "anywhere"),
    "pace": ("normal", "fast", "slow", "slower"),
    "dwell": ("off", "short", "long"),
}
"""The settings with a choice of words; ``"auto"`` leaves the setting to the browser."""

_BOOLEAN_SETTINGS = (
    "legal",
    "emblems",
    "curtain",
    "longer",
    "vibrates",
    "ends",
    "confirms",
    "opinion",
    "lines",
    "fitting",
)


class Settings(NamedTuple):
    """All settings with their defaults; see `SETTING_CHOICES` for the words."""

    theme: str = AUTO
    contrast: str = AUTO
    motion: str = AUTO
    language: str | None = None  # None: as the browser prefers
    legal: bool = True  # mark the squares and cards that can be chosen
    curtain: bool = True  # hide the hands when the device changes hands
    longer: bool = False  # computer players think longer
    sound: str = "low"
    ends: bool = False  # end a turn that allows no other move
    vibrates: bool = True  # vibrate on touch screens
    emblems: bool = True  # show on pieces as which beings they were summoned
    confirms: bool = False  # no first tap on a square decides
    opinion: bool = False  # show the computer player's opinion of a finished game
    lines: bool = True  # show better lines of the review at once
    fitting: bool = True  # offer the level that fits the person, else always the same one
    font: str = "usual"  # the typefaces of the page
    scan: str = "off"  # the press that chooses what the moving focus is on
    pace: str = "normal"  # of the moving focus
    dwell: str = "off"  # for how long a pointer rests before it presses

    @classmethod
    def from_object(cls, data: object) -> Settings:
        """Read settings from an object; a missing or wrong setting has its default."""
        values = data if isinstance(data, Mapping) else {}
        valid = {n: values[n] for n in cls._fields if n in values and _is_valid(n, values[n])}
        return cls(**valid)

    def as_mapping(self) -> Mapping[str, object]:
        """Return name and value of each setting, as `from_object` reads them."""
        return self._asdict()


def root_attributes(settings: Settings, *, more_contrast: bool) -> dict[str, str | None]:
    """Return the attributes of the page's root that the style sheets read; None for absent.

    `more_contrast` is the browser's preference, used when the setting is left to the browser.
    """
    contrast = settings.contrast
    if contrast == AUTO and more_contrast:
        contrast = "more"
    return {
        "data-theme": None if settings.theme == AUTO else settings.theme,
        "data-contrast": "more" if contrast == "more" else None,
        "data-motion": None if settings.motion == AUTO else settings.motion,
        "data-hints": None if settings.legal else "off",
        "data-emblems": None if settings.emblems else "off",
        "data-font": "readable" if settings.font == "readable" else None,
    }


def _is_valid(name: str, value: object) -> bool:
    if name in _BOOLEAN_SETTINGS:
        return isinstance(value, bool)
    if name == "language":
        return value is None or value in LANGUAGES
    return isinstance(value, str) and value in SETTING_CHOICES[name]


def read_settings(store: KeyValueStore) -> Settings:
    """Read the stored settings; a missing or wrong setting has its default. Never raises."""
    try:
        return Settings.from_object(parse_json(store.get(SETTINGS_KEY)))
    except (StoreError, ValueError):
        return Settings()


def write_settings(store: KeyValueStore, settings: Settings) -> Message | None:
    """Store the settings; return a notice for the person when that fails. Never raises."""
    kept = Settings.from_object(settings.as_mapping()).as_mapping().items()
    text = json.dumps({name: value for name, value in kept if value not in (AUTO, None)})
    return store_text(store, SETTINGS_KEY, text)


class StoredSettings:
    """The stored settings, which more than one tab may change."""

    def __init__(self, store: KeyValueStore) -> None:
        self._store, self._seen = store, SeenText(store, SETTINGS_KEY)

    def change(self, shown: Settings, name: str, value: object) -> tuple[Settings, Message | None]:
        """Change a setting of those that this tab has `shown`, and store them.

        What another tab has changed meanwhile stays. Return all settings, and a notice if they
        cannot be stored. Never raises.
        """
        settings = read_settings(self._store) if self._seen.look() else shown
        settings = Settings.from_object({**settings.as_mapping(), name: value})
        trouble = write_settings(self._store, settings)
        self._seen.look()
        return settings, trouble
