"""Settings: any garbage gives defaults field by field, and appearance.js reads the same text."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tashkalar.site.page_source.page import make_page
from tashkalar.ui.storage.key_value_store import MemoryStore, StoreError
from tashkalar.ui.storage.settings import (
    SETTING_CHOICES,
    SETTINGS_KEY,
    Settings,
    read_settings,
    root_attributes,
    write_settings,
)

ROOT = Path(__file__).resolve().parents[3]
APPEARANCE = (ROOT / "static/js/boot/appearance.js").read_text(encoding="utf-8")
PAGE = make_page()


class Broken(MemoryStore):
    """A storage that is switched off."""

    def get(self, key: str) -> str | None:
        raise StoreError("off")

    def set(self, key: str, text: str) -> None:
        raise StoreError("full")


def holding(text: str) -> MemoryStore:
    store = MemoryStore()
    store.texts[SETTINGS_KEY] = text
    return store


JSON: st.SearchStrategy[object] = (
    st.none() | st.booleans() | st.integers() | st.text() | st.just([{}])
)
DIFFERENT = Settings("dark", "more", "off", "el", False, False, True, "full", False)


class TestReadAndWrite:
    @pytest.mark.parametrize("chosen", [Settings(), DIFFERENT, Settings(motion="slow")])
    def test_round_trip(self, chosen: Settings) -> None:
        store = MemoryStore()
        assert write_settings(store, chosen) is None
        assert list(store.texts) == [SETTINGS_KEY]
        assert read_settings(store) == chosen

    def test_nothing_there(self) -> None:
        assert read_settings(MemoryStore()) == Settings()

    def test_what_is_left_to_the_browser_is_not_written(self) -> None:
        store = MemoryStore()
        write_settings(store, Settings())
        assert json.loads(store.texts[SETTINGS_KEY]) == {
            "legal": True,
            "curtain": True,
            "ends": False,
            "longer": False,
            "sound": "low",
            "vibrates": True,
            "emblems": True,
            "confirms": False,
            "opinion": False,
            "lines": True,
            "fitting": True,
            "font": "usual",
            "scan": "off",
            "pace": "normal",
            "dwell": "off",
        }

    def test_a_storage_that_does_not_work(self) -> None:
        assert read_settings(Broken()) == Settings()
        notice = write_settings(Broken(), DIFFERENT)
        assert notice is not None and notice.id == "storage.settings"
        texts = json.loads((ROOT / "static/locale/en/saves.json").read_text(encoding="utf-8"))
        assert notice.id in texts

    def test_wrong_values_are_never_written(self) -> None:
        store = MemoryStore()
        write_settings(store, DIFFERENT._replace(theme="<b>", language="xx"))
        assert read_settings(store) == DIFFERENT._replace(theme="auto", language=None)
        assert "<b>" not in store.texts[SETTINGS_KEY]


class TestGarbage:
    @pytest.mark.parametrize(
        "text",
        ["", "null", "[]", '"dark"', "{", "[" * 100_000, '{"theme":"dark","theme":"dark"}', "NaN"],
    )
    def test_texts(self, text: str) -> None:
        assert read_settings(holding(text)) == Settings()

    @pytest.mark.parametrize("name", Settings._fields)
    @pytest.mark.parametrize("value", ["purple", 3, [], {}, 1.5, "", "__class__", "AUTO", -1])
    def test_one_wrong_field(self, name: str, value: object) -> None:
        text = json.dumps({**DIFFERENT.as_mapping(), name: value})
        expected = {**DIFFERENT.as_mapping(), name: Settings().as_mapping()[name]}
        assert read_settings(holding(text)).as_mapping() == expected

    @pytest.mark.parametrize("name", ["legal", "curtain"])
    def test_numbers_are_not_switches(self, name: str) -> None:
        assert read_settings(holding(json.dumps({name: 0}))) == Settings()

    def test_unknown_fields_do_no_harm(self) -> None:
        assert read_settings(holding('{"theme":"dark","speed":9}')) == Settings(theme="dark")

    @settings(max_examples=50, deadline=None)
    @given(st.text() | st.dictionaries(st.sampled_from(Settings._fields), JSON).map(json.dumps))
    def test_anything(self, text: str) -> None:
        assert isinstance(read_settings(holding(text)), Settings)

    @pytest.mark.parametrize("data", [None, 3, "x", [("theme", "dark")]])
    def test_of_anything(self, data: object) -> None:
        assert Settings.from_object(data) == Settings()

    def test_of_is_the_inverse(self) -> None:
        assert Settings.from_object(DIFFERENT.as_mapping()) == DIFFERENT


class TestThePage:
    """appearance.js and index.html speak of the same words."""

    def test_boot_reads_the_same_key(self) -> None:
        assert f'"{SETTINGS_KEY}"' in APPEARANCE

    @pytest.mark.parametrize(
        "name", [n for n in SETTING_CHOICES if n not in ("sound", "scan", "pace", "dwell")]
    )  # nothing is drawn by these
    def test_boot_knows_the_words(self, name: str) -> None:
        found = re.search(rf"oneOf\(settings\.{name}, \[(.*?)\]\)", APPEARANCE)
        assert found is not None
        assert {SETTING_CHOICES[name][0], *re.findall(r'"(.*?)"', found[1])} == set(
            SETTING_CHOICES[name]
        )

    def test_every_control_is_a_setting(self) -> None:
        assert set(re.findall(r'data-setting="(.*?)"', PAGE)) <= set(Settings._fields)

    @pytest.mark.parametrize("name", SETTING_CHOICES)
    def test_every_choice_has_a_control(self, name: str) -> None:
        found = re.findall(rf'name="{name}" value="(\w+)" data-setting', PAGE)
        found += re.findall(rf'data-i18n="page.settings.{name}-(\w+)">[^<]*</option>', PAGE)
        assert sorted(found) == sorted(SETTING_CHOICES[name])


def test_what_the_style_sheets_read() -> None:
    names = (
        "data-theme",
        "data-contrast",
        "data-motion",
        "data-hints",
        "data-emblems",
        "data-font",
    )
    absent = dict.fromkeys(names)
    assert root_attributes(Settings(), more_contrast=False) == absent
    chosen = Settings(
        theme="dark", contrast="more", motion="slow", legal=False, emblems=False, font="readable"
    )
    assert root_attributes(chosen, more_contrast=False) == {
        "data-theme": "dark",
        "data-contrast": "more",
        "data-motion": "slow",
        "data-hints": "off",
        "data-font": "readable",
        "data-emblems": "off",
    }


def test_contrast_is_the_browsers_unless_it_was_chosen() -> None:
    for contrast, wanted, shown in (
        ("auto", True, "more"),
        ("auto", False, None),
        ("normal", True, None),
        ("more", False, "more"),
    ):
        settings = Settings(contrast=contrast)
        assert root_attributes(settings, more_contrast=wanted)["data-contrast"] == shown
