"""The page for translators: numbers in texts, frames around them, and every text in its table."""

from __future__ import annotations

import re

from tashkalar.ui.text.catalogue import Catalogue
from tools.translated import read_texts
from tools.words_page import Picture, Place, mark_number, mark_texts, page_html, read_number


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
    assert (
        '<a href="#page.log.title" style="left:1.00%;top:5.00%;width:10.00%;height:10.00%"' in html
    )
    row = re.search(r'<tr id="page\.log\.title">.*</tr>', html)
    assert row and "Ημερολόγιο" in row[0] and '<a href="#picture-0">game, wide</a>' in row[0]
    rows = re.findall('<tr id="([^"]+)">', html)
    assert rows == list(read_texts("en"))  # those that are in no picture too
