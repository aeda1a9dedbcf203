"""Playing with someone far away: two browsers that share nothing exchange links.

A page for a phone and one for a desk are in different browsers.
"""

from __future__ import annotations

import json
import random
import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tashkalar.far.far_game import FarGame
from tashkalar.far.message import read_message, write_file, write_text
from tests import golden
from tests.browser.conftest import NewPage, OpenApp, Watch
from tests.browser.play import look, menu, open_far, settled
from tests.far.peers import MELEE, begun, play_turn
from tests.far.peers import invitation as invitation_of_another
from tests.limits import attempts

LINK = "#far-link"
YOUR_TURN, USUAL_TITLE = "Your turn – Tash-Kalar", "Tash-Kalar in the browser"
RESOURCES = "() => performance.getEntriesByType('resource').map((entry) => entry.name)"


def invite(page: Page, game: str = "high-form/2", first: str = "own", **fields: str) -> str:
    """Make an invitation with the form; return its link."""
    open_far(page)
    page.fill('#far-form [name="name"]', "Ann")
    for name, value in {"game": game, "other-1": "sylvan", **fields}.items():
        page.locator(f'#far-form [name="{name}"]').select_option(value)
    page.locator(f'#far-form label:has([value="{first}"])').last.click()
    page.locator("#far-make").click()
    return link(page)


def link(page: Page) -> str:
    """Return the link that the page offers, and close the dialog."""
    expect(page.locator("#far-send")).to_be_visible()
    text = page.input_value(LINK)
    page.keyboard.press("Escape")
    expect(page.locator("#dlg-far")).to_be_hidden()
    return text


def open_link(page: Page, text: str) -> None:
    """Open a link in a page that is open: only the part behind the # changes."""
    page.evaluate("(fragment) => { location.hash = fragment; }", text.partition("#")[2])


def play(page: Page) -> str:
    """Place pieces until the turn is over, with clicks; return the link that follows."""
    for _ in attempts("the turn can be ended"):
        if page.locator('#prompt [data-move="."]').count():
            break
        page.locator("[data-square][data-legal]").first.click()
        settled(page)
    page.locator('#prompt [data-move="."]').click()
    return link(page)


def hand(text: str, seat: int) -> set[str]:
    """Return the cards that a seat holds after the game of a link."""
    game = FarGame.read(read_message(text)).game_to_show()
    state, index = game.state, seat - 1
    return {*state.hands[index], *state.legends[index], *state.flares[index]}


@pytest.mark.slow
def test_two_play_several_turns_by_links(open_app: OpenApp, new_page: NewPage) -> None:
    ann = open_app(size="phone", page=new_page("phone"))
    invitation = invite(ann)
    expect(ann.locator("#prompt-text")).to_contain_text("has not been accepted")
    assert look(ann).legal == {}, "nobody plays before the other has accepted"
    bea = open_app("#" + invitation.partition("#")[2], page=new_page("desktop"))
    expect(bea.locator("#far-title")).to_have_text("Ann invites you to a game")
    expect(bea.locator("#far-text")).to_contain_text("Your school is Sylvan")
    bea.fill('#far-join [name="name"]', "Bea")
    bea.locator("#far-join-ok").click()
    text = link(bea)  # Ann begins, so the answer is sent without a turn
    expect(bea.locator("#prompt-text")).to_have_text("Waiting for Ann.")
    assert look(ann).hand == look(bea).hand == {}, "no card is dealt before all have accepted"
    assert "far=" not in bea.url
    pages, seats = (ann, bea), ("Ann", "Bea")
    for number in range(2):
        page, other = pages[number % 2], pages[1 - number % 2]
        open_link(page, text)
        expect(page.locator("[data-square][data-legal]").first).to_be_attached()
        expect(page.locator("#curtain")).to_be_hidden()
        expect(page).to_have_title(YOUR_TURN)
        if number:
            assert set(look(page).hand) == hand(text, number % 2 + 1)
            expect(page.locator("#log")).to_contain_text(seats[1 - number % 2])
            assert look(page).tools["undo"] is False, "the other's turn cannot be undone"
        text = play(page)
        expect(page.locator("#prompt-text")).to_have_text(f"Waiting for {seats[1 - number % 2]}.")
        expect(page).to_have_title(USUAL_TITLE)
        assert look(page).legal == {}
        assert set(look(page).hand) == hand(text, number % 2 + 1), "only the own hand is open"
        assert look(other).legal == {}
    assert look(bea).pieces != look(ann).pieces
    open_link(ann, text)
    expect(ann.locator("[data-square][data-legal]").first).to_be_attached()
    assert look(bea).pieces == look(ann).pieces
    open_link(ann, invitation)  # an old message does no harm
    expect(ann.locator("#toasts")).to_contain_text("already")
    assert look(bea).pieces == look(ann).pieces
    menu(bea, "you")
    expect(bea.locator("#saves-list [data-save]")).to_contain_text("Waiting for Ann since")
    bea.reload()
    expect(bea.locator("html")).to_have_attribute("data-app", "ready")
    menu(bea, "new-game")
    bea.locator("#continue-game").click()
    expect(bea.locator("#prompt-text")).to_have_text("Waiting for Ann.")
    bea.locator('[data-choice="far-send"]').click()
    assert link(bea) == text
    expect(ann).to_have_title(YOUR_TURN)
    menu(ann, "new-game")
    expect(ann).to_have_title(USUAL_TITLE)


def test_a_text_that_is_pasted_and_what_is_wrong_with_others(
    open_app: OpenApp, new_page: NewPage
) -> None:
    ann = open_app(page=new_page("desktop"))
    ann.evaluate(
        """() => { navigator.setAppBadge = async (count) => { window.badge = count; };
          navigator.clearAppBadge = async () => { window.badge = 0; }; }"""
    )
    peer = FarGame.read(read_message(invite(ann, "duel/2")))
    peer.accept(2, "Bea")
    open_link(ann, f"#far={write_text(peer.log)}")
    expect(ann.locator("#far-title")).to_have_text("The cards are dealt")
    peer.receive(read_message(link(ann)))
    peer.add(2, "greeting", {"word": "hello"})
    play_turn(peer, random.Random(1))
    text = write_text(peer.log)

    def paste(what: str) -> None:
        if ann.locator("#dlg-far").is_hidden():
            ann.locator('[data-choice="far-read"]').click()
        ann.fill('#far-paste [name="text"]', what)
        ann.locator('#far-paste button[type="submit"]').click()

    error = ann.locator("#far-error")
    paste(text[:-20])
    expect(error).to_contain_text("part of it is missing")
    content = json.loads(write_file(peer.log))
    content["entries"][-1]["state"] = "00000000"
    paste(json.dumps(content))
    expect(error).to_contain_text("One of you has an older version")
    content = json.loads(write_file(peer.log))
    content["entries"][-1]["data"]["codes"] = "<b>x</b>"
    paste(json.dumps(content))
    expect(error).to_contain_text("breaks the rules of the game")
    assert error.locator("b").count() == 0
    assert look(ann).pieces == {}
    paste(f"My turn: {text} See you!")
    expect(ann.locator("#dlg-far")).to_be_hidden()
    expect(ann.locator("#toasts")).to_contain_text("Bea: “Hello!”")
    assert peer.game is not None
    assert set(look(ann).pieces) == set(peer.game.board)
    assert ann.evaluate("window.badge") == 1, "it is Ann's turn in one game"
    menu(ann, "far")
    ann.locator("#far-file").wait_for()
    with ann.expect_download() as download:
        ann.locator("#far-file").click()
    with open(download.value.path(), encoding="utf-8") as file:
        assert read_message(file.read()) == peer.log
    with ann.expect_file_chooser() as chooser:
        ann.locator("#far-open-file").click()
    chooser.value.set_files({"name": "m.txt", "mimeType": "text/plain", "buffer": b"no message"})
    expect(error).to_contain_text("not a game message")
    ann.keyboard.press("Escape")
    play_turn(peer, random.Random(2))
    with ann.expect_file_chooser() as chooser:
        menu(ann, "import")
    content = write_file(peer.log).encode()
    chooser.value.set_files({"name": "m.json", "mimeType": "text/plain", "buffer": content})
    expect(ann.locator("#far-title")).to_have_text("Entries in your name")
    expect(ann.locator("#far-points")).to_contain_text("Ann played a turn")
    ann.locator("#far-no").click()  # on another device
    expect(ann.locator("#prompt-text")).to_have_text("Waiting for Bea.")
    assert ann.evaluate("window.badge") == 0


def test_the_system_shares_links_and_opens_files_with_the_installed_app(
    open_app: OpenApp, new_page: NewPage
) -> None:
    peer = invitation_of_another("high-form")
    page = new_page("phone")
    page.add_init_script(
        """Object.defineProperty(window, "launchQueue", { value: {
          setConsumer: (consumer) => { window.launch = (text) => consumer({ files: [
            { getFile: async () => new File([text], "message.json") }] }); } } });"""
    )
    address = f"https://example.org/#far={write_text(peer.log)}"
    # Phones put the link into the text; others share both.
    ann = open_app(f"?shared-text={quote(f'Join me! {address}')}", page=page)
    expect(ann.locator("#far-title")).to_have_text("Ann invites you to a game")
    open_app(f"?shared-text={quote('Join me!')}&shared-link={quote(address)}", page=ann)
    ann.locator("#far-join-ok").click()
    peer = FarGame.read(read_message(link(ann)))
    assert ann.evaluate("location.search") == "", "a reload shares nothing again"
    open_app(f"?shared-text={quote('Just words')}", page=ann)
    expect(ann.locator("#banner-text")).to_contain_text("not a game message")
    # The system opens files: of a message, of a saved game, and of something else.
    play_turn(peer, random.Random(1))
    ann.evaluate("(text) => window.launch(text)", write_file(peer.log))
    expect(ann.locator("[data-square][data-legal]").first).to_be_attached()
    assert peer.game is not None and set(look(ann).pieces) == set(peer.game.board)
    saved = golden.load("duel").start()
    ann.evaluate("(text) => window.launch(text)", saved.to_json())
    expect(ann.locator("#toasts")).to_contain_text("The game is open")
    assert set(look(ann).pieces) == set(saved.board)
    # A record, which files named .tkr hold (docs/tkr.md).
    record = "Form: high-form\nSchools: northern sylvan\nSeed: 7\n1. seat 1: +e5 .\n"
    ann.evaluate("(text) => window.launch(text)", record)
    expect(ann.locator("[data-piece]")).to_have_count(1)
    assert set(look(ann).pieces) == {"e5"}
    ann.evaluate("(text) => window.launch(text)", "no game")
    expect(ann.locator("#banner-text")).to_be_visible()


@pytest.mark.long
def test_a_link_can_be_copied_or_is_selected(open_app: OpenApp, new_page: NewPage) -> None:
    ann = open_app(page=new_page("desktop"))
    ann.evaluate(
        """() => Object.defineProperty(navigator, 'clipboard', { configurable: true, value: {
          writeText: async (text) => { window.copied = text; } } })"""
    )
    invitation = invite(ann)
    expect(ann.locator("#toasts")).to_contain_text("copied")
    message = f"An invitation to a game of Tash-Kalar: open the link to accept.\n{invitation}"
    assert ann.evaluate("window.copied") == message, "copied at once, which saves a tap"
    ann.evaluate("window.copied = ''")
    ann.locator('[data-choice="far-send"]').click()
    ann.locator("#far-copy").click()
    ann.wait_for_function("(message) => window.copied === message", arg=message)
    ann.fill('#far-paste [name="text"]', message)  # what was copied is read, with its sentence
    ann.locator("#far-paste-open").click()
    expect(ann.locator("#toasts")).to_contain_text("You already have this message")
    expect(ann.locator("#dlg-far")).to_be_hidden()
    ann.locator('[data-choice="far-send"]').click()
    ann.evaluate("() => Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    ann.locator("#far-copy").click()
    expect(ann.locator("#toasts")).to_contain_text("The link is selected")
    chosen = ann.locator(LINK).evaluate("(f) => f.value.slice(f.selectionStart, f.selectionEnd)")
    assert chosen == ann.input_value(LINK)
    # A link can be for one seat of several.
    ann.keyboard.press("Escape")
    menu(ann, "new-game")
    invite(ann, "melee/3", **{"other-2": "highland"})
    ann.locator('[data-choice="far-send"]').click()
    ann.select_option("#far-for-seat", "3")
    assert ann.input_value(LINK).endswith(".3")
    open_link(ann, f"#far={write_text(invitation_of_another(*MELEE).log)}.3")
    expect(ann.locator('#far-join [name="seat"]')).to_have_value("3")
    ann.select_option('#far-join [name="seat"]', "2")


def test_a_message_goes_the_way_of_the_last_one(open_app: OpenApp, new_page: NewPage) -> None:
    ann = open_app(page=new_page("phone"))
    ann.evaluate("""() => { navigator.share = async (content) => { window.shared = content; }; }""")
    invitation = invite(ann)
    share, mail, copy = (ann.locator(f"#far-{way}") for way in ("share", "mail", "copy"))
    ann.locator('[data-choice="far-send"]').click()
    expect(share).to_have_class(re.compile("primary"))
    share.click()
    ann.wait_for_function("window.shared")
    shared = ann.evaluate("window.shared")
    assert shared["url"] == invitation and "An invitation" in shared["text"]
    href = str(mail.get_attribute("href"))
    assert href.startswith("mailto:?subject=A%20game") and quote(invitation) in href
    copy.click()
    ann.keyboard.press("Escape")
    ann.locator('[data-choice="far-send"]').click()
    expect(copy).to_have_class(re.compile("primary"))
    expect(share).not_to_have_class(re.compile("primary"))
    ann.evaluate(
        """() => document.getElementById('far-mail').addEventListener('click', (event) => {
          event.preventDefault(); window.mailed = event.currentTarget.href; })"""
    )
    mail.click()
    ann.keyboard.press("Escape")
    ann.locator('[data-choice="far-send"]').click()
    expect(mail).to_have_class(re.compile("primary"))
    # Three days later the list says how long the game waits, and sends it again with one press.
    ann.keyboard.press("Escape")
    ann.evaluate(
        """() => { window.mailed = ""; const now = Date.now;
          Date.now = () => now() + 3 * 24 * 60 * 60 * 1000; }"""
    )
    menu(ann, "you")
    row = ann.locator("#saves-list [data-save]")
    expect(row).to_contain_text("Invitation sent 3 days ago")
    row.get_by_role("button", name="Send again").click()
    ann.wait_for_function("window.mailed")
    assert ann.evaluate("window.mailed") == href
    expect(ann.locator("#dlg-far")).to_be_hidden()
    # The browser neither shares nor copies any more: the message is shown.
    ann.evaluate(
        """() => { for (const name of ["share", "clipboard"])
            Object.defineProperty(navigator, name, { configurable: true, value: undefined });
          const ways = localStorage["tashkalar.far.ways.v1"];
          localStorage["tashkalar.far.ways.v1"] = ways.replaceAll("mail", "copy"); }"""
    )
    row.get_by_role("button", name="Send again").click()
    expect(ann.locator("#far-send")).to_be_visible()
    assert ann.input_value(LINK) == invitation
    # A link that is too long is not sent by itself: the file is offered first.
    long_note, file = ann.locator("#far-link-long"), ann.locator("#far-file")
    expect(long_note).to_be_hidden()
    expect(file).not_to_have_class(re.compile("primary"))
    ann.keyboard.press("Escape")
    ann.evaluate("""() => history.replaceState(history.state, "", "x".repeat(6000))""")
    ann.locator('[data-choice="far-send"]').click()
    expect(long_note).to_contain_text("Your game is safe")
    expect(file).to_have_class(re.compile("primary"))
    expect(copy).not_to_have_class(re.compile("primary"))
    expect(ann.locator("#far-code")).to_be_hidden()
    expect(ann.locator("#far-code-long")).to_be_hidden()


CAMERA = """() => {
  const drawing = document.getElementById("far-code-drawing");
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [1280, 720];
  const context = canvas.getContext("2d");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, 1280, 720);
  const scale = 560 / drawing.viewBox.baseVal.width;
  context.setTransform(scale, 0, 0, scale, 300, 80);
  context.fillStyle = "#000";
  context.fill(new Path2D(drawing.firstChild.getAttribute("d")));
  window.asked = 0;
  const stream = canvas.captureStream(10);
  Object.defineProperty(navigator, "mediaDevices", { configurable: true, value: {
    enumerateDevices: async () => [{ kind: "videoinput" }],
    getUserMedia: async () => { window.asked++; window.stream = stream; return stream; } } });
}"""


def test_a_code_is_shown_and_read_by_the_camera(open_app: OpenApp, new_page: NewPage) -> None:
    ann = open_app(page=new_page("phone"))
    invite(ann)
    ann.locator('[data-choice="far-send"]').click()
    scan, drawing = ann.locator("#far-scan"), ann.locator("#far-code-drawing")
    expect(drawing).to_be_hidden()
    expect(scan).to_be_hidden()  # this device has no camera
    assert not any("qr_" in url for url in ann.evaluate(RESOURCES)), "nobody wants a code yet"
    ann.locator("#far-code").click()
    expect(drawing).to_be_visible()
    ann.evaluate(CAMERA)
    ann.keyboard.press("Escape")
    ann.locator('[data-choice="far-send"]').click()
    expect(drawing).to_be_hidden()
    expect(scan).to_be_visible()
    assert ann.evaluate("window.asked") == 0, "the camera is asked for only on a press"
    scan.click()
    expect(ann.locator("#toasts")).to_contain_text("You already have this message")
    assert ann.evaluate("window.stream.active") is False, "the camera is off again"
    ann.evaluate(
        """() => { navigator.mediaDevices.getUserMedia = async () => {
          throw new DOMException("no", "NotAllowedError"); }; }"""
    )
    ann.locator('[data-choice="far-send"]').click()
    scan.click()
    expect(ann.locator("#far-error")).to_contain_text("The camera cannot be used")
    expect(ann.locator("#far-video")).to_be_hidden()


def test_a_device_is_that_of_another_player_or_of_nobody(
    open_app: OpenApp, new_page: NewPage
) -> None:
    peer = begun()
    play_turn(peer, random.Random(1))
    eve = open_app(f"#far={write_text(peer.log)}", page=new_page("desktop"))
    seat, title = eve.locator('#far-join [name="seat"]'), eve.locator("#far-title")
    expect(title).to_have_text("Continue a game")
    expect(seat).to_have_value("0")
    eve.locator("#far-join-ok").click()
    expect(eve.locator("#far-error")).to_have_text("Choose which player you are, or only watch.")
    seat.select_option("1")
    eve.locator("#far-join-ok").click()
    expect(eve.locator("[data-square][data-legal]").first).to_be_attached()
    assert look(eve).hand
    eve.locator("[data-square][data-legal]").first.click()
    menu(eve, "far")
    eve.locator("#far-seat").click()
    expect(title).to_have_text("Which player are you?")
    eve.locator("#far-watch").click()
    expect(eve.locator("#prompt")).to_contain_text("Waiting for Ann.")
    assert not look(eve).hand and not look(eve).legal
    menu(eve, "far")
    eve.locator("#far-seat").click()
    expect(eve.locator("#far-watch")).to_be_hidden()
    seat.select_option("2")
    eve.locator("#far-join-ok").click()
    expect(title).to_have_text("Send your turn to Ann")
    eve.keyboard.press("Escape")
    assert look(eve).hand and not look(eve).legal
    eve.reload()
    expect(eve.locator("html")).to_have_attribute("data-app", "ready")
    assert look(eve).hand and not look(eve).legal


def test_a_rematch_and_a_fresh_start_invite(open_app: OpenApp, new_page: NewPage) -> None:
    ann = open_app(page=new_page("desktop"))
    open_far(ann)
    ann.locator("#far-form").get_by_text("Without advice from the computer").click()
    ann.keyboard.press("Escape")
    first = read_message(invite(ann))
    peer = FarGame.read(first)
    assert not peer.allows_hints
    peer.accept(2, "Bea")
    open_link(ann, f"#far={write_text(peer.log)}")
    expect(ann.locator("[data-square][data-legal]").first).to_be_attached()
    peer.receive(read_message(play(ann)))
    menu(ann, "far")
    ann.locator("#far-anew").click()
    expect(ann.locator("#far-title")).to_have_text("Send the invitation")
    anew = read_message(link(ann))
    setups = [FarGame.read(log).setup for log in (first, anew)]
    assert setups[0] and setups[1] == setups[0]._replace(names=("Ann", "Bea")) and anew != first
    peer.add(2, "resign")
    open_link(ann, f"#far={write_text(peer.log)}")
    if ann.locator("#dlg-far").is_visible():
        ann.keyboard.press("Escape")
    rematch = ann.locator('#result [data-action="rematch"]')
    expect(rematch).to_be_visible()
    expect(ann.locator("#result-swap")).to_be_hidden()
    rematch.click()
    again = read_message(link(ann))
    setup = FarGame.read(again).setup
    assert again[0].by == 2 and setup and setup.names == ("Bea", "Ann")
    assert setup.schools == setups[0].schools[::-1]
    assert not FarGame.read(again).allows_hints
    expect(ann.locator("#prompt-text")).to_contain_text("has not been accepted")
    bea = open_app(f"#far={write_text(again)}", page=new_page("phone"))
    name = bea.locator('#far-join [name="name"]')
    expect(name, "a rematch knows the names").to_have_value("Bea")
    name.fill("Beatrix")
    bea.locator("#far-join-ok").click()
    link(bea)
    menu(bea, "new-game")
    open_far(bea)
    expect(bea.locator('#far-form [name="name"]'), "the name given last").to_have_value("Beatrix")


def test_taking_back_and_a_fork(open_app: OpenApp, new_page: NewPage) -> None:
    """A fork is shown, and both versions can be kept."""
    peer = begun()
    play_turn(peer, random.Random(1))
    before = write_text(peer.log)
    bea = open_app(f"#far={before}", page=new_page("desktop"))
    expect(bea.locator("#far-title")).to_have_text("Continue a game")
    bea.locator('#far-join [name="seat"]').select_option("2")
    bea.locator("#far-join-ok").click()
    link(bea)
    forged = peer.copy()
    forged.add(2, "resign")
    for _ in range(2):
        open_link(bea, f"#far={write_text(forged.log)}")
        expect(bea.locator("#far-title")).to_have_text("Entries in your name")
        expect(bea.locator("#far-points")).to_contain_text("Bea resigned")
        bea.locator("#far-yes").click()
        assert set(look(bea).pieces) == set(peer.game.board if peer.game else ())
    play_turn(peer, random.Random(2))
    turn = peer.turn_to_take_back(peer.log[-1].by)
    assert turn is not None and turn.seat == 1 and peer.game is not None
    peer.add(1, "take-back-asked", {"turn": turn.n})
    open_link(bea, f"#far={write_text(peer.log)}")
    expect(bea.locator("#far-title")).to_have_text("Ann asks to take a turn back")
    box = bea.locator("#dlg-far").bounding_box()
    assert box and box["y"] > 0.4 * bea.evaluate("innerHeight"), "the board can be seen"
    bea.keyboard.press("Escape")
    expect(bea.locator("#prompt")).to_contain_text("A question waits")
    bea.locator('[data-choice="far-send"]').click()
    expect(bea.locator("#far-title")).to_have_text("Ann asks to take a turn back")
    assert set(look(bea).pieces) == set(peer.game.board)
    bea.locator("#far-yes").click()
    granted = FarGame.read(read_message(link(bea)))
    assert granted.log[:-1] == peer.log and granted.game is not None
    assert set(look(bea).pieces) == set(granted.game.board)
    play_turn(peer, random.Random(3)) if peer.game.player == 1 else peer.add(1, "resign")
    open_link(bea, f"#far={write_text(peer.log)}")
    expect(bea.locator("#far-title")).to_have_text("Two versions of one game")
    expect(bea.locator("#far-points")).to_contain_text("agreed to take a turn back")
    expect(bea.locator("#far-points")).to_contain_text("Ann resigned")
    bea.locator("#far-no").click()
    assert set(look(bea).pieces) == set(granted.game.board)
    open_link(bea, "#")
    open_link(bea, f"#far={write_text(peer.log)}")
    bea.locator("#far-yes").click()
    expect(bea.locator("body")).to_have_attribute("data-screen", "result")
    menu(bea, "you")
    expect(bea.locator("#saves-list [data-save]")).to_have_count(2)


def test_a_link_takes_the_game_from_another_tab(
    open_app: OpenApp, new_page: NewPage, watch: Watch
) -> None:
    first = open_app(page=new_page("desktop"))
    peer = FarGame.read(read_message(invite(first, "duel/2")))
    peer.accept(2, "Bea")
    open_link(first, f"#far={write_text(peer.log)}")
    peer.receive(read_message(link(first)))
    play_turn(peer, random.Random(1))
    second = first.context.new_page()
    open_app(f"#far={write_text(peer.log)}", page=second)
    expect(second.locator("[data-square][data-legal]").first).to_be_attached()
    assert peer.game is not None
    assert set(look(second).pieces) == set(peer.game.board)
    expect(first.locator("#elsewhere")).to_be_visible()
    menu(second, "you")
    expect(second.locator("#saves-list [data-save]")).to_have_count(1)


@pytest.mark.long
def test_three_seats_with_a_computer_and_a_spectator(open_app: OpenApp, new_page: NewPage) -> None:
    ann = open_app(page=new_page("desktop"))
    fields = {"other-2": "highland", "who-1": "firststeps"}
    invitation = invite(ann, "melee/3", "other", **fields)
    far = FarGame.read(read_message(invitation))
    assert (far.free_seats, far.computer_levels, far.log[0].by) == ((2,), {1: "firststeps"}, 3)
    far.accept(2, "Bea")
    open_link(ann, f"#far={write_text(far.log)}")
    for _ in range(3):  # the last seat begins: it places a piece of each player
        ann.locator("[data-square][data-legal]").first.click()
        settled(ann)
    sent = FarGame.read(read_message(link(ann)))
    assert [(entry.by, entry.kind) for entry in sent.log[3:]] == [(3, "turn"), (1, "turn")]
    assert sent.due_seats == (2,), "what the computer does goes with the turn of Ann"
    ann.locator('[data-choice="far-send"]').click()
    ann.select_option("#far-greeting", "good-luck")
    ann.locator("#far-greet").click()
    expect(ann.locator("#far-greetings")).to_be_hidden()
    greeted = link(ann)
    assert read_message(greeted)[-1].data == {"word": "good-luck"}
    menu(ann, "you")
    expect(ann.locator("#saves-list [data-save]")).to_contain_text("Waiting for Bea since")
    eve = open_app("#" + greeted.partition("#")[2], page=new_page("phone"))
    eve.locator("#far-watch").click()
    expect(eve.locator("#prompt-text")).to_have_text("Waiting for Bea.")
    assert sent.game is not None and set(look(eve).pieces) == set(sent.game.board)
    assert not look(eve).hand and look(eve).legal == {}
    bea = FarGame.read(read_message(greeted))
    play_turn(bea, random.Random(1))
    open_link(eve, f"#far={write_text(bea.log)}")
    assert bea.game is not None
    expect(eve.locator("#prompt-text")).to_have_text("Waiting for Ann.")
    assert set(look(eve).pieces) == set(bea.game.board)
    assert not look(eve).hand and look(eve).legal == {}
