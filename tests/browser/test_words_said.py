"""Tests of how much is said: words per decision, and what the keys that speak say."""

from __future__ import annotations

from statistics import median

import pytest
from playwright.sync_api import Page, expect

from tests import golden
from tests.browser.conftest import OpenApp
from tests.browser.play import Keyboard, act, settled, shelved
from tests.browser.test_spoken import LISTEN, heard, tab_to
from tests.support import arrange, pattern_at

DECISIONS = 60  # of the golden game: each kind of question, and several turns
MOST_WORDS = 12  # in the median, of a decision after which the turn goes on as before
ANNOUNCED = "#announcer"
Heard = dict[str, list[list[str]]]  # by what a press was followed by, what each press has said


class ListeningKeyboard(Keyboard):
    """Keys, and what is heard after a card is taken up, which is a press of its own."""

    def __init__(self, page: Page, all_heard: Heard) -> None:
        super().__init__(page)
        self._listening_page, self._all_heard = page, all_heard

    def card(self, id: str) -> None:
        """Take a card up, and listen."""
        super().card(id)
        self._all_heard["takes a card up"].append(heard(self._listening_page))


def count_words(sentences: list[str]) -> int:
    return sum(len(sentence.split()) for sentence in sentences)


@pytest.mark.long
def test_a_decision_says_few_words(open_app: OpenApp) -> None:
    stored = golden.load("high-form")
    page, game = open_app(stored.query), stored.start()
    all_heard: Heard = {"takes a card up": [], "goes on": [], "asks": [], "ends the turn": []}
    hands = ListeningKeyboard(page, all_heard)
    page.evaluate(LISTEN)
    for code in stored.game.codes[:DECISIONS]:
        settled(page)
        if page.locator("body").get_attribute("data-screen") == "curtain":
            hands.lift_curtain()
        heard(page)  # what the others have done is news that nobody has asked for
        player = game.player
        act(page, game, code, hands)
        game.play(code)
        kind = "goes on" if game.prompt.kind in ("turn", "end") else "asks"
        all_heard[kind if game.player == player else "ends the turn"].append(heard(page))
    for kind, said in all_heard.items():
        counts = sorted(map(count_words, said))
        longest = max(said, key=count_words)
        print(f"{kind}: {len(counts)}, median {median(counts)}, most {counts[-1]}: {longest}")
        print(*said, sep="\n")
    counts = list(map(count_words, all_heard["goes on"]))
    assert len(counts) > 10 and median(counts) < MOST_WORDS, all_heard["goes on"]
    assert not any(text.startswith(("Red:", "Yellow:")) for (*_, text) in all_heard["goes on"])


def asked(page: Page, key: str) -> str:
    """Press a key that speaks, and return what the region says then."""
    region = page.locator(ANNOUNCED)
    before = region.text_content()
    page.keyboard.press(key)
    page.wait_for_function(
        "(before) => document.getElementById('announcer').textContent !== before", arg=before
    )
    return (region.text_content() or "").rstrip("\N{NO-BREAK SPACE}")


def test_keys_say_the_position_a_card_and_the_last_words(open_app: OpenApp) -> None:
    board = pattern_at("knight", "e5") | {"h7": "1 heroic", "c2": "2 common", "d2": "2 heroic"}
    game = arrange(board, hand=["knight", "champion"], form="high-form")
    page = open_app(storage=shelved(game))
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    position = asked(page, "o")
    assert position.startswith("Your pieces: row 3, d3; row 4, d4, e4, f4; row 7, heroic h7. ")
    assert "You can summon: Knight on e5. " in position
    assert {"spoken.json", "spoken.zip"} <= {url.rpartition("/")[2] for url in requests}
    assert asked(page, "o") == "Green: row 2, c2, heroic d2."
    assert asked(page, "o") == position, "again and again"
    # The last words again: the region changes, or no screen reader would say them.
    assert asked(page, "l") == position
    assert asked(page, "l") == position
    tab_to(page, 'button "Champion')
    assert asked(page, "k").startswith("Champion, heroic: only one piece is missing. ")
    assert "Pattern: " in asked(page, "k")
    # What the page says by itself comes next, and is what is said again.
    tab_to(page, 'button "Knight')
    page.keyboard.press("Enter")
    settled(page)
    assert asked(page, "k").startswith("Knight, heroic: on e5.")
    page.keyboard.press("Enter")
    settled(page)
    assert "Knight summoned on e5" in asked(page, "l")
    # In a field the keys are letters.
    page.keyboard.press("Escape")
    before = page.locator(ANNOUNCED).text_content()
    page.evaluate("""() => { const field = document.createElement('input');
      document.querySelector('.bar').append(field); field.focus(); }""")
    for key in "okl":
        page.keyboard.press(key)
    expect(page.locator(".bar input")).to_have_value("okl")
    assert page.locator(ANNOUNCED).text_content() == before
