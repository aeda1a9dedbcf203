"""Names of many scripts are names; signs that hide or reorder text are refused by name."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tashkalar import Game, ScenarioError, new_game
from tashkalar.features.far import invitation_form
from tashkalar.json_reader import parse_json
from tashkalar.plain_text import (
    HIDDEN_SIGNS,
    clean_comment,
    clean_name,
    cut_text,
    describe_sign,
    escape_hidden_signs,
    find_unsafe_sign,
    looks_empty,
    replace_unsafe_signs,
)
from tashkalar.ui.text.refusal import Refusal
from tests import hostile
from tests.ui.table import english

NAMES = {
    "joined emoji": "👩‍🚀",
    "a family": "👨‍👩‍👧‍👦",
    "a heart in flames": "❤️‍🔥",
    "a skin color": "👍🏽",
    "a flag": "🇬🇷🇮🇹",
    "a region's flag": "🏴󠁧󠁢󠁳󠁣󠁴󠁿",
    "a keycap": "1️⃣",
    "Persian": "می‌خواهم",
    "Malayalam": "അവന്‍",
    "Sinhala": "ශ්‍රී",
    "Hindi": "क्षत्रिय",
    "Hebrew": "שָׁלוֹם",
    "Thai": "น้ำ",
    "Vietnamese": "Nguyễn",
    "no-break space": "Jean\u00a0Paul",
    "newer than this Unicode": "\U0001fae8",
    "a wide space inside": "山\u3000田",
}
UNSAFE = {
    "two\u202eeman": "U+202E (RIGHT-TO-LEFT OVERRIDE)",
    "\u2067abc": "U+2067 (RIGHT-TO-LEFT ISOLATE)",
    "a\u200eb": "U+200E (LEFT-TO-RIGHT MARK)",
    "a\u200bb": "U+200B (ZERO WIDTH SPACE)",
    "\u200dAnn": "U+200D (ZERO WIDTH JOINER)",
    "a\u200d\u200db": "U+200D (ZERO WIDTH JOINER)",
    "a\U000e0041": "U+E0041 (TAG LATIN CAPITAL LETTER A)",
    "🏴\U000e0067": "U+E0067 (TAG LATIN SMALL LETTER G)",
    "so\u00adft": "U+00AD (SOFT HYPHEN)",
    "a\nb": "U+000A (control character)",
    "a\u2028b": "U+2028 (LINE SEPARATOR)",
    "a\ud83d": "U+D83D (half a character)",
}
TYPED = {
    "\u200bAnn\t": "Ann",
    "so\u00adft\u2060": "soft",
    "\ufeffZoë\u200e\r\n": "Zoë",
    "\u2068Bo\u2069": "Bo",
    "Ann\u00a0B": "Ann\u00a0B",
    "\u200dAnn\u200d\u200d": "Ann\u200d",
    "two\u202eeman ": "two\u202eeman ",
    "a\U000e0041": "a\U000e0041",
}
EMPTY = ["\u3164", "\u2800\u2800", "\u00a0\u3000", "\ufe0f", " \u115f "]


@pytest.mark.parametrize("kind", NAMES)
def test_names(kind: str) -> None:
    name = NAMES[kind]
    game = new_game("duel", ["northern", "sylvan"], seed=1, names=[name, "B"])
    assert Game.from_json(game.to_json()).setup.names == (name, "B")
    assert Game.from_record(game.record()).setup.names == (name, "B")
    arranged = hostile.arranged()
    arranged["seats"][0]["name"] = name
    assert Game.from_scenario(arranged).setup.names[0] == name
    assert replace_unsafe_signs(name) == name


@pytest.mark.parametrize("name", UNSAFE)
def test_unsafe_signs_are_named(name: str) -> None:
    with pytest.raises(ValueError, match=r"^names\[0\]: ") as caught:
        new_game("duel", ["northern", "sylvan"], names=[name, "B"])
    assert UNSAFE[name] in str(caught.value)
    arranged = hostile.arranged()
    arranged["seats"][0]["name"] = name
    with pytest.raises(ScenarioError):
        Game.from_scenario(arranged)
    assert find_unsafe_sign(replace_unsafe_signs(name)) is None


@pytest.mark.parametrize("name", EMPTY)
def test_names_that_look_empty(name: str) -> None:
    assert looks_empty(name)
    with pytest.raises(ValueError, match=r"^names\[1\]: .*empty"):
        new_game("duel", ["northern", "sylvan"], names=["A", name])
    # A save of an older version may have such a name: the color is shown instead.
    text = new_game("duel", ["northern", "sylvan"], seed=1, names=["A", "hollow"]).to_json()
    assert Game.from_json(text.replace("hollow", name)).setup.names == ("A", "")


def test_signs_without_a_name() -> None:
    assert describe_sign("\ufff0") == "U+FFF0 (unnamed)"


@pytest.mark.parametrize("kind", NAMES)
def test_cuts_keep_signs_whole(kind: str) -> None:
    name = NAMES[kind]
    for longest in range(len(name) + 1):
        part = cut_text(name + "!", longest)
        assert len(part) <= longest and name.startswith(part)
        assert not part.endswith(("\u200d", "\ud83d"))


@pytest.mark.parametrize(
    ("text", "longest", "part"),
    [
        ("a👩‍🚀", 3, "a"),
        ("👩‍🚀", 2, ""),
        ("🇬🇷🇮🇹", 3, "🇬🇷"),
        ("🇬🇷🇮🇹", 2, "🇬🇷"),
        ("👍🏽", 1, ""),
        ("ne\u0301e", 2, "n"),
        ("क्ष", 2, ""),
        ("น้ำ", 2, ""),
        ("abc", 2, "ab"),
        ("abc", 5, "abc"),
    ],
)
def test_cuts(text: str, longest: int, part: str) -> None:
    assert cut_text(text, longest) == part


@pytest.mark.parametrize("typed", TYPED)
def test_typed_names_are_cleaned_but_what_deceives_is_not(typed: str) -> None:
    assert clean_name(typed) == TYPED[typed]
    fields = {"game": "duel/2", "first": "own", "own": "northern", "other-1": "sylvan"}
    invited = {**fields, "name": typed, "who-1": ""}
    if typed == TYPED[typed] and find_unsafe_sign(typed):
        with pytest.raises(Refusal):
            invitation_form.invite(invited, english())
    else:
        far = invitation_form.invite(invited, english())
        assert far.seat_names[far.log[0].by] == TYPED[typed]


HIDDEN = HIDDEN_SIGNS.replace("\u202a-\u202c", "\u202a\u202b\u202c").replace("-\u206f", "\u206f")


@settings(max_examples=50, deadline=None)
@given(st.text(st.one_of(st.sampled_from(HIDDEN + "ab é"), st.characters(codec="utf-8"))))
def test_what_is_written_with_signs_of_no_width_is_read_as_the_same(text: str) -> None:
    written = json.dumps([text, {text: 1}], ensure_ascii=False)
    assert parse_json(escape_hidden_signs(written)) == [text, {text: 1}]


@pytest.mark.parametrize("kind", NAMES)
def test_comments_keep_the_signs_of_all_scripts(kind: str) -> None:
    name = NAMES[kind]
    assert clean_comment(f"{name}\r\n\u200b{name}\u202e\x07!") == f"{name}\n{name} !"
    assert clean_name(name) == name
