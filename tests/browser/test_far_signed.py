"""Signatures on the page: made by Web Crypto, checked by the command line's library, and back."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tashkalar.far.far_game import FarGame
from tashkalar.far.message import read_signed_message, write_text
from tashkalar.far.sealed_hand import SealedHand
from tashkalar.far.signatures import SignatureState, signature_states, signed_content
from tashkalar.far_keys import SigningKey, verify
from tashkalar.position.ids import SeatNumber
from tests.browser.conftest import NewPage, OpenApp
from tests.browser.play import look, open_far, settled
from tests.browser.test_far import invite, link, open_link, play
from tests.limits import attempts

ONE, TWO = SeatNumber(1), SeatNumber(2)
WITHOUT_CRYPTO = "() => Object.defineProperty(crypto, 'subtle', { value: undefined })"


def states(text: str) -> dict[SeatNumber, SignatureState]:
    """Return who has signed the game of a link, as the command line finds it."""
    signed = read_signed_message(text)
    return signature_states(signed, FarGame.read(signed.log).keys, verify)


def signed_line(page: Page) -> str:
    """Return what the dialog of the message says about signatures."""
    page.locator('[data-choice="far-send"]').click()
    expect(page.locator("#far-send")).to_be_visible()
    text = str(page.locator("#far-signed").text_content())
    page.keyboard.press("Escape")
    return text


def signed_text(peer: FarGame, key: SigningKey, seat: SeatNumber) -> str:
    """Return the message of a peer who signs with a key for a seat."""
    content = signed_content(peer.log, seat)
    assert content is not None
    return write_text(peer.log, {**peer.signatures, seat: key.sign(content)})


@pytest.mark.slow
def test_the_page_signs_and_refuses_what_others_sign_in_its_way(
    open_app: OpenApp, new_page: NewPage
) -> None:
    pytest.importorskip("cryptography", reason="an extra of the package")
    ann = open_app(page=new_page("desktop"))
    invitation = invite(ann)
    assert states(invitation) == {ONE: "signed"}
    key, stranger = SigningKey.new(), SigningKey.new()
    signed = read_signed_message(invitation)
    peer = FarGame.read(signed.log)
    peer.accept(2, "Bea", key=key.public)
    open_link(ann, "#far=" + signed_text(peer, stranger, TWO))
    expect(ann.locator("#banner-text")).to_contain_text("A signature in the message is false")
    open_link(ann, "#far=" + signed_text(peer, key, TWO))
    expect(ann.locator("[data-square][data-legal]").first).to_be_attached()
    text = play(ann)
    assert states(text) == {ONE: "signed", TWO: "signed"}
    assert signed_line(ann).startswith("All players have signed this game")
    # Somebody with the invitation accepts in Bea's name, with a key and a signature that are whole.
    forged = FarGame.read(signed.log)
    forged.accept(2, "Bea", key=stranger.public)
    open_link(ann, "#far=" + signed_text(forged, stranger, TWO))
    expect(ann.locator("#banner-text")).to_contain_text("Somebody else has already taken this seat")
    assert signed_line(ann).startswith("All players have signed this game")
    # Bea resigns: with somebody else's signature, and with none.
    new = read_signed_message(text)
    peer.receive(new.log, signatures=new.signatures)
    peer.add(2, "greeting", {"word": "hello"})
    open_link(ann, "#far=" + signed_text(peer, stranger, TWO))
    expect(ann.locator("#banner-text")).to_contain_text("A signature in the message is false")
    open_link(ann, "#far=" + write_text(peer.log, peer.signatures))
    expect(ann.locator("#toasts")).to_contain_text("Not signed by: Bea.")
    assert signed_line(ann) == "Signed by: Ann. Not signed by: Bea."
    # A spectator sees the same, and reads no log that is signed falsely.
    eve = open_app("#far=" + signed_text(peer, stranger, TWO), page=new_page("phone"))
    expect(eve.locator("#banner-text")).to_contain_text("A signature in the message is false")
    open_link(eve, "#far=" + signed_text(peer, key, TWO))
    expect(eve.locator("#far-join-signed")).to_contain_text("All players have signed this game")
    # After a reload Ann still has her key.
    open_link(ann, "#far=" + signed_text(peer, key, TWO))
    ann.reload()
    expect(ann.locator("html")).to_have_attribute("data-app", "ready")
    assert signed_line(ann).startswith("All players have signed this game")


def test_a_turn_that_the_log_cannot_take_is_taken_back_with_the_reason(
    open_app: OpenApp, new_page: NewPage
) -> None:
    ann = open_app(page=new_page("desktop"))
    peer = FarGame.read(read_signed_message(invite(ann)).log)
    peer.accept(2, "Bea")
    open_link(ann, "#far=" + write_text(peer.log))
    expect(ann.locator("[data-square][data-legal]").first).to_be_attached()
    if ann.locator("#dlg-far").is_visible():
        ann.keyboard.press("Escape")
    before = look(ann).pieces
    for _ in attempts("the turn can be ended"):
        if ann.locator('#prompt [data-move="."]').count():
            break
        ann.locator("[data-square][data-legal]").first.click()
        settled(ann)
    assert look(ann).pieces != before
    ann.evaluate(
        """() => {
          const key = Object.keys(localStorage).find((key) => key.startsWith('tashkalar.game.v1.'));
          const save = JSON.parse(localStorage[key]);
          save.far.game = '0'.repeat(32);
          localStorage[key] = JSON.stringify(save);
        }"""
    )
    ann.locator('#prompt [data-move="."]').click()
    expect(ann.locator("#prompt")).to_contain_text("so it was taken back")
    assert look(ann).pieces == before and look(ann).legal, "the turn can be made again"


@pytest.mark.slow
def test_a_lost_device_goes_on_from_its_recovery_text(open_app: OpenApp, new_page: NewPage) -> None:
    ann = open_app(page=new_page("desktop"))
    open_far(ann)
    ann.fill('#far-form [name="name"]', "Ann")
    ann.locator('#far-form [name="game"]').select_option("high-form/2")
    ann.locator("#far-sealed").check()
    ann.locator("#far-make").click()
    expect(ann.locator("#far-keep")).to_be_visible()
    ann.locator("#far-log summary").click()
    expect(ann.locator("#far-log li").first).to_have_text("Ann invited")
    kept = ann.input_value("#far-keep-text")
    peer = FarGame.read(read_signed_message(link(ann)).log)
    peer.accept(2, "Bea", hand=SealedHand.new(2))
    open_link(ann, "#far=" + write_text(peer.log))
    expect(ann.locator("[data-square][data-legal]").first).to_be_attached()
    hand = set(look(ann).hand)
    new = read_signed_message(play(ann))
    peer.receive(new.log, signatures=new.signatures)
    peer.add_due()
    # Another device has the text, and what Bea sends.
    other = open_app(page=new_page("phone"))
    open_far(other)
    other.fill('#far-paste [name="text"]', f"My text:\n{kept}\nKeep it.")
    other.locator('#far-paste button[type="submit"]').click()
    expect(other.locator("#toasts")).to_contain_text("You can continue here")
    open_link(other, "#far=" + write_text(peer.log, peer.signatures))
    # Ann has signed her turn, so nobody asks whether it is hers.
    expect(other.locator("#prompt-text")).to_have_text("Waiting for Bea.")
    peer.add(2, "greeting", {"word": "hello"})
    open_link(other, "#far=" + write_text(peer.log, peer.signatures))
    expect(other.locator("#toasts")).to_contain_text("Hello")
    assert hand & set(look(other).hand), "the own beings are known"
    assert look(other).pieces == look(ann).pieces


def test_without_a_secure_connection_the_game_goes_on_unsigned(
    open_app: OpenApp, new_page: NewPage
) -> None:
    ann = open_app(page=new_page("phone"))
    ann.evaluate(WITHOUT_CRYPTO)
    invitation = invite(ann)
    assert "key" not in read_signed_message(invitation).log[0].data
    assert "no secure connection" in signed_line(ann)
    bea = open_app("#" + invitation.partition("#")[2], page=new_page("desktop"))
    expect(bea.locator("#far-join-signed")).to_contain_text("This game is not signed")
    bea.locator("#far-join-ok").click()
    answer = link(bea)
    assert read_signed_message(answer).signatures.keys() == {TWO}
    open_link(ann, answer)
    expect(ann.locator("[data-square][data-legal]").first).to_be_attached()
    open_link(bea, play(ann))
    expect(bea.locator("[data-square][data-legal]").first).to_be_attached()
    assert look(ann).pieces == look(bea).pieces
