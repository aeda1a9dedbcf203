"""The page for translators: numbers in texts, frames around them, and every text in its table."""

from __future__ import annotations

import re
from pathlib import Path

from tashkalar.site.page_source.page import make_page
from tashkalar.ui.text.catalogue import Catalogue
from tools.translated import ROOT, read_texts
from tools.words_entries import entries, file
from tools.words_page import (
    Picture,
    Place,
    State,
    code_presses,
    count_lost,
    count_shown,
    frames_by_key,
    host_pictures,
    keep_state,
    kept_state,
    like,
    mark_number,
    mark_texts,
    note_of,
    page_html,
    read_notes,
    read_number,
    stamp_of,
    states,
)
from tools.words_places import LinePlace, lesson_places


def test_a_number_is_read_back_and_is_not_seen() -> None:
    for number in (0, 1, 4, 4387, 4**7 - 1):
        signs = mark_number(number)
        assert read_number(signs[1:]) == number
        assert re.fullmatch("\u200c[\u2061-\u2064]{7}", signs)


def test_each_text_ends_with_the_number_of_its_key_also_inside_another() -> None:
    texts = {"log": "{who} summons {card:the}", "card.a.name": "A", "card.a.the": "the A"}
    numbers = {key: number for number, key in enumerate(texts)}
    words = Catalogue({"en": mark_texts(texts, numbers)})
    sentence = words.text("log", who="Ada", card=type("M", (), {"id": "card.a.name", "params": {}}))
    assert sentence == f"Ada summons the A{mark_number(2)}{mark_number(0)}"


def test_names_that_a_game_keeps_have_no_signs() -> None:
    texts = {"bots.adept": "Adept", "player.teammate": "{color} {n}", "form.duel.name": "Duel"}
    marked = mark_texts(texts, dict.fromkeys(texts, 7))
    assert {key for key in texts if marked[key] != texts[key]} == {"form.duel.name"}


def test_a_frame_leads_to_the_row_of_its_text() -> None:
    places = (Place(("page.log.title",), False, (10, 20, 100, 40)),)
    html = page_html("el", [Picture("game, wide", (1000, 400), "el-game-wide.jpg", places)])
    box = 'style="left:1.00%;top:5.00%;width:10.00%;height:10.00%"'
    assert f'<a id="at-0-0" href="#page.log.title" {box}' in html
    rows = dict(re.findall('<div class="text" id="([^"]+)">(.*)</div>', html))
    assert list(rows) == list(read_texts("el"))  # those that are in no picture too
    row = rows["page.log.title"]
    assert '<dd lang="en">Log</dd>' in row and "Ιστορικό" in row
    assert '<a href="#at-0-0">game, wide</a>' in row
    assert "1 of " in html and count_shown([]) == 0


def test_a_text_in_no_picture_leads_to_one_like_it() -> None:
    shown = {"page.log.title": 0, "page.log.all": 0, "page.close": 0}
    assert like("page.log.button", shown) == "page.log.title"
    assert like("page.tools.hint", shown) == "page.log.title"
    assert like("learn.rank.title", shown) == ""


def test_a_text_says_where_it_stands() -> None:
    notes = read_notes((ROOT / "docs" / "translations.md").read_text(encoding="utf-8"))
    assert note_of("choice.end", notes).startswith("on a button")
    assert note_of("choice.end.note", notes) == "small, under the button: one line"
    assert note_of("nowhere", notes) == ""
    assert [key for key in read_texts("en") if not note_of(key, notes)] == []


def test_a_line_of_a_lesson_says_when_it_comes() -> None:
    places = lesson_places()
    assert places["learn.placing.come"] == LinePlace(
        "placing", 1, "the coach says it when swordmaster is selected"
    )
    assert places["learn.placing.stone-what"].when == "the second hint"
    assert places["learn.placing.turn"][1:] == (2, "at the end of the part")
    wrong = places["learn.placing.one-missing"].when
    chosen = "chooses a square that cannot be chosen for swordmaster (at the start)"
    assert wrong == f"the answer when the player {chosen}"
    assert places["learn.common.wait"].lesson
    assert [key for key in sorted(places) if key not in read_texts("en")] == []
    assert places["learn.stays.no-stone"].when.endswith("when the player places a piece")


def test_a_text_in_no_picture_is_listed_below_one_of_its_screen() -> None:
    texts = read_texts("el")
    shown = ("learn.placing.hello", "learn.placing.first", "page.log.title")
    pictures = [
        Picture(key, (390, 844), "a.jpg", (Place((key,), False, (0, 0, 9, 9)),)) for key in shown
    ]
    hosts = host_pictures(texts, frames_by_key(pictures), lesson_places())
    assert hosts["learn.placing.come"] == 0 and hosts["learn.placing.second"] == 1
    assert hosts["page.log.all"] == 2 and "page.log.title" not in hosts
    first, second, _ = page_html("el", pictures).split("</details>")[:3]
    assert '<li><a href="#learn.placing.come">' in first
    assert '<li><a href="#learn.placing.second">' in second.partition("<details>")[2]
    row = re.search('<div class="text" id="learn.placing.second">.*', page_html("el", pictures))
    assert row and 'listed below <a href="#picture-1">learn.placing.first</a>' in row[0]
    assert count_lost(texts, []) == 0
    assert count_lost({**texts, "nowhere": "x"}, []) == 1


def test_the_steps_of_a_lesson_press_what_its_codes_say() -> None:
    legal = "[data-square][data-legal]"
    assert code_presses("+e6") == ('[data-square="e6"]',)
    assert code_presses("knight@*") == ('#hand [data-card="knight"]', legal)
    assert code_presses("flare-02@e5")[0] == '#hand [data-card="flare-02"]'
    assert code_presses("c4-*") == ('[data-square="c4"]', legal)
    assert code_presses("~*")[0] == "#hand [data-card]"
    assert code_presses(".") == ('#board-overlay [data-move="."], #prompt [data-move="."]',)


def test_there_is_all_that_a_walk_puts_into_the_storage_and_opens() -> None:
    steps = [step.split() for state in states() for step in state.walk]
    stored = {step[1] for step in steps if step[0] == "store"}
    opened = {step[-1] for step in steps if step[0] in ("file", "drop")}
    assert {"mistakes", "everything"} <= stored and {"empty", "pack-good"} <= opened
    assert [name for name in sorted(stored) if not entries(name)] == []
    assert all(file(name)[0].endswith((".json", ".txt", ".whl")) for name in opened)


def test_what_was_found_is_read_again(tmp_path: Path) -> None:
    state = State("game", "&seed=7")
    assert kept_state(tmp_path, "el", state) == ("", ())
    places = (Place(("a", "b"), True, (1, 2, 3, 4)), Place(("c",), False, (5, 6, 7, 8)))
    pictures = (Picture("game, phone", (390, 844), "el-game-phone.jpg", places),)
    stamp = stamp_of(state, pictures, {"a": "A", "z": "Z"})
    keep_state(tmp_path, "el", state, pictures, stamp)
    assert kept_state(tmp_path, "el", state) == (stamp, pictures)
    assert stamp == stamp_of(state, pictures, {"a": "A", "z": "changed, but not in the picture"})
    assert stamp != stamp_of(state, pictures, {"a": "changed"})
    assert stamp != stamp_of(State("game"), pictures, {"a": "A"})


def test_each_state_presses_what_the_page_has() -> None:
    """A press on what is not there is left out: so a renamed action would go unnoticed."""
    parts = (ROOT / "tashkalar" / "features").glob("*/page/**/*.html")
    page = make_page() + "".join(part.read_text(encoding="utf-8") for part in parts)
    kinds = ("each ", "again ", "roam ", "click ", "wait ", "file ", "fill ", "focus ")
    beside = ("open ", "store ", "drop ", "type ", "refuse ")
    pressed = {
        step.partition(" ")[2] if step.startswith(kinds) else step
        for state in states()
        for step in (*state.presses, *state.walk)
        if not step.startswith(beside)
        if not re.match("#[a-z-]+=", step)  # a fragment of the address
    }
    actions = {action for one in pressed for action in re.findall(r'data-action="([^"]+)"', one)}
    assert len(actions) > 15
    assert [one for one in sorted(actions) if f'data-action="{one}"' not in page] == []
    ids = {id for one in pressed for id in re.findall(r"(?:^|[ ,])#([a-z-]+)", one)}
    assert [id for id in sorted(ids) if f'id="{id}"' not in page] == []
