"""Sealed hands on the page, against a peer that does not keep its promises."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tashkalar.far.deck_check import check_decks
from tashkalar.far.far_game import FarGame, game_id
from tashkalar.far.log import Entry, Log, last_hash
from tashkalar.far.message import read_message, write_text
from tashkalar.far.sealed_hand import SealedHand
from tashkalar.position.ids import SeatNumber
from tests.browser.conftest import NewPage, OpenApp
from tests.browser.play import look, open_far, settled, stored
from tests.browser.test_far import link, open_link, play


def answered(page: Page, peer: FarGame) -> None:
    """Open the message of a peer in the page."""
    open_link(page, "#far=" + write_text(peer.log))


def save_of(page: Page) -> Any:
    """Return the save of the only game of a page."""
    (text,) = stored(page).values()
    return json.loads(text)


def with_another_being(peer: FarGame) -> Log:
    """Return the log of a peer with a turn that shows a being of another place."""
    assert peer.hand is not None and peer.seals is not None
    deck = peer.hand.deck(peer.seals, game_id(peer.log))
    assert deck is not None
    wrong = [*deck.proof(1)[:1], *deck.proof(2)[1:]]
    data = {"codes": "+a4 +a5 .", "reveals": [wrong]}
    cheat = Entry(len(peer.log), deck.seat, last_hash(peer.log), "turn", data, "00000000")
    return (*peer.log, cheat)


@pytest.mark.long
def test_a_cheater_is_named_and_the_own_hand_never_leaves_the_page(
    open_app: OpenApp, new_page: NewPage
) -> None:
    ann = open_app(page=new_page("phone"), size="phone")
    open_far(ann)
    ann.fill('#far-form [name="name"]', "Ann")
    note = ann.locator("#far-sealed-text")
    ann.locator('#far-form [name="game"]').select_option("melee/3")
    expect(note).to_contain_text("are for two people")
    expect(ann.locator("#far-sealed")).to_be_disabled()
    for name, value in {"game": "high-form/2", "own": "everfrost", "other-1": "sylvan"}.items():
        ann.locator(f'#far-form [name="{name}"]').select_option(value)
    ann.locator("#far-sealed").check()
    expect(note).to_contain_text("Legends, flares and tasks are played on trust")
    expect(ann.locator("#far-form-honor")).to_be_hidden()
    ann.locator("#far-make").click()
    peer = FarGame.read(read_message(link(ann)))
    expect(ann.locator("#prompt-text")).to_contain_text("accepted and shuffled")
    assert look(ann).hand == {}, "no card is dealt yet"
    peer.accept(2, "Bea", hand=SealedHand.new(2))

    answered(ann, peer)
    expect(ann.locator("[data-square][data-legal]").first).to_be_attached()
    assert len(look(ann).hand) == 6
    text = play(ann)
    save = save_of(ann)
    assert save["far"]["secret"] and save["far"]["secret"] not in str(read_message(text))
    assert "unknown-2-01" in save["game"] and "unknown-1-01" not in save["game"]
    hand_of_ann = set(look(ann).hand)
    peer.receive(read_message(text))
    assert not hand_of_ann & {card for card in peer.game_to_show().setup.decks[0]}

    peer.add_due()
    deck = peer.game_to_show().setup.decks[1]
    ann.locator('[data-choice="far-read"]').click()
    ann.fill('#far-paste [name="text"]', write_text(with_another_being(peer)))
    ann.locator('#far-paste button[type="submit"]').click()
    expect(ann.locator("#far-error")).to_contain_text("does not match the sealed decks")
    expect(ann.locator("#far-error")).to_contain_text("the being 1 of seat 2 is not the promised")
    ann.keyboard.press("Escape")
    with_proof = peer.copy()
    with_proof.add_decisions(2, [f"~{deck[0]}", "-", "+a4", "."])
    answered(ann, with_proof)
    expect(ann.locator("#log").get_by_text("A being discarded")).to_be_attached()
    text = play(ann)

    cheater = with_proof.copy()
    cheater.receive(read_message(text))
    cheater.add(2, "resign")
    last, data = cheater.log[-1], {"secret": "0" * 64}
    wrong = Entry(last.n + 1, SeatNumber(2), last_hash(cheater.log), "open", data, last.state)
    open_link(ann, "#far=" + write_text((*cheater.log, wrong)))
    expect(ann.locator("#banner-text")).to_contain_text("of seat 2 is not the promised one")
    cheater.add_due()
    answered(ann, cheater)
    expect(ann.locator("body")).to_have_attribute("data-finale", "")
    expect(ann.locator("#dlg-far"), "the end is seen first").to_be_hidden()
    settled(ann)
    expect(ann.locator("#far-text")).to_contain_text("Both decks were as promised. The random")
    end = FarGame.read(read_message(link(ann)))
    assert [check.fault for check in check_decks(end)] == ["", ""]
