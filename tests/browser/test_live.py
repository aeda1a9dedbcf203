"""Connected devices: two browsers find each other by their codes and play."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage, OpenApp
from tests.browser.engines.programs import chosen_browsers
from tests.browser.engines.tab import Tab, launch
from tests.browser.play import look, menu, open_far, settled
from tests.browser.test_engines import Visitor, serving
from tests.browser.test_far import RESOURCES, YOUR_TURN, link
from tests.browser.test_killed import Killer, dying
from tests.limits import attempts

CODE = re.compile(r"#far=live-[A-Za-z0-9_-]{100,}$")
LEGAL = "[data-square][data-legal]"
# Chromium without a window refuses all notifications.
NOTIFICATIONS = """() => {
  window.asked = 0;
  window.notified = [];
  window.Notification = class {
    static permission = "default";
    static async requestPermission() { window.asked++; return this.permission = "granted"; }
  };
  const worker = ServiceWorkerRegistration.prototype;
  worker.showNotification = async (title, { body }) => { window.notified.push([title, body]); };
  worker.getNotifications = async () => [{ close: () => { window.notified.pop(); } }];
}"""
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def show_code(page: Page) -> str:
    """Open the dialog for connections; return the code of the device, as a link."""
    page.locator("#far-live-open").click()
    field = page.locator("#live-link")
    expect(field).to_have_value(CODE)
    return field.input_value()


def give(page: Page, code: str) -> None:
    """Paste the code of the other device."""
    page.fill('#far-paste [name="text"]', code)
    page.locator("#far-paste-open").click()


def end_turn(page: Page) -> None:
    """Place pieces until the turn can be ended, and end it."""
    for _ in attempts("the turn can be ended"):
        if page.locator('#prompt [data-move="."]').count():
            break
        page.locator(LEGAL).first.click()
        settled(page)
    page.locator('#prompt [data-move="."]').click()


@pytest.mark.slow
@pytest.mark.first_visit  # so each page has a context of its own
def test_two_devices_play_and_one_is_reloaded_in_its_turn(
    open_app: OpenApp, new_page: NewPage
) -> None:
    ann = open_app(page=new_page("phone"))
    bea = open_app(page=new_page("desktop"))
    open_far(ann)
    ann.fill('#far-form [name="name"]', "Ann")
    ann.locator("#far-make").click()
    expect(ann.locator("#far-send")).to_be_visible()
    assert not [url for url in ann.evaluate(RESOURCES) if "live" in url], "nobody has asked for it"
    ann.evaluate(
        """() => Object.defineProperty(navigator, 'clipboard', { configurable: true, value: {
          writeText: async (text) => { window.copied = text; } } })"""
    )
    ann.evaluate("() => { window.kept = RTCPeerConnection; delete window.RTCPeerConnection; }")
    ann.locator("#far-live-open").click()
    expect(ann.locator("#far-error")).to_contain_text("This browser cannot connect")
    ann.evaluate("() => { window.RTCPeerConnection = window.kept; }")
    bea.evaluate("async () => { await navigator.serviceWorker.ready; }")
    bea.evaluate(NOTIFICATIONS)
    open_far(bea)
    codes = show_code(ann), show_code(bea)
    state = ann.locator("#live-state")
    expect(state).to_have_text("Waiting for the code of the other device.")
    ann.locator("#far-live-copy").click()
    expect(ann.locator("#toasts")).to_contain_text("is copied")
    assert ann.evaluate("window.copied") == codes[0]
    give(ann, codes[0])
    expect(ann.locator("#far-error")).to_contain_text("the code of this device")
    give(ann, codes[1][:-9])
    expect(ann.locator("#far-error")).to_contain_text("part of it is missing")
    give(ann, codes[1])
    expect(state).to_contain_text("Connecting")
    give(bea, codes[0])
    expect(bea.locator("#far-title")).to_have_text("Ann invites you to a game")
    bea.fill('#far-join [name="name"]', "Bea")
    bea.locator("#far-join-ok").click()
    expect(bea.locator("#prompt-text")).to_have_text("Waiting for Ann.")
    expect(ann.locator(LEGAL).first).to_be_attached()
    assert bea.evaluate("window.asked") == 0, "nobody is asked unbidden"
    bea.locator('[data-choice="far-live"]').click()
    bea.locator("#far-live-notify").click()
    expect(bea.locator("#toasts")).to_contain_text("a notification says that it is your turn")
    expect(bea.locator("#far-live-notify")).to_be_hidden()
    bea.keyboard.press("Escape")
    bea.evaluate(HIDE, True)
    end_turn(ann)
    expect(bea.locator(LEGAL).first).to_be_attached()
    bea.wait_for_function("window.notified.length")
    assert bea.evaluate("window.notified") == [[YOUR_TURN, "Ann against Bea"]]
    bea.evaluate(HIDE, False)
    bea.wait_for_function("!window.notified.length")
    expect(bea).to_have_title(YOUR_TURN)
    expect(ann.locator("#prompt")).to_contain_text("the next turn arrives automatically")
    assert look(ann).pieces == look(bea).pieces
    expect(ann.locator("#dlg-far")).to_be_hidden()
    # Bea places one piece, and her page is loaded again.
    bea.locator(LEGAL).first.click()
    settled(bea)
    half = look(bea).pieces
    bea.reload()
    expect(ann.locator("#banner-text")).to_contain_text("The connection was lost")
    expect(bea.locator("html")).to_have_attribute("data-app", "ready")
    assert look(bea).pieces == half != look(ann).pieces
    menu(bea, "far")
    ann.locator('[data-choice="far-live"]').click()
    expect(state).to_have_text("Waiting for the code of the other device.")
    code = ann.locator("#live-link").input_value()
    assert CODE.search(code) and code != codes[0], "each connection has codes of its own"
    give(ann, show_code(bea))
    give(bea, code)
    expect(ann.locator("#banner")).to_be_hidden()
    end_turn(bea)
    expect(ann.locator(LEGAL).first).to_be_attached()
    assert look(ann).pieces == look(bea).pieces
    # The connection is ended; links go on with the same game.
    menu(ann, "far")
    ann.locator("#far-live-open").click()
    expect(state).to_have_text("Connected with Bea.")
    ann.locator("#far-live-end").click()
    expect(bea.locator("#banner-text")).to_contain_text("The connection was lost")
    ann.keyboard.press("Escape")
    end_turn(ann)
    text = link(ann)
    bea.evaluate("(fragment) => { location.hash = fragment; }", text.partition("#")[2])
    expect(bea.locator(LEGAL).first).to_be_attached()
    assert look(ann).pieces == look(bea).pieces


def own_code(page: Page, *old: str) -> str:
    """Return the code that a page shows, once it is a new one."""
    for code in old:
        expect(page.locator("#live-link")).not_to_have_value(code)
    expect(page.locator("#live-link")).to_have_value(CODE)
    return page.locator("#live-link").input_value()


@pytest.mark.slow
@pytest.mark.first_visit
def test_old_codes_lead_back_to_pairing_with_new_ones(open_app: OpenApp, new_page: NewPage) -> None:
    ann = open_app(page=new_page("phone"))
    bea = open_app(page=new_page("desktop"))
    open_far(ann)
    ann.locator("#far-make").click()
    expect(ann.locator("#far-send")).to_be_visible()
    open_far(bea)
    first, old = show_code(ann), show_code(bea)
    bea.reload()  # so the code that Ann gets is an old one
    expect(bea.locator("html")).to_have_attribute("data-app", "ready")
    open_far(bea)
    newer = show_code(bea)
    give(ann, old)
    expect(ann.locator("#live-state")).to_contain_text("Connecting")
    give(ann, newer)  # a second code
    expect(ann.locator("#far-error")).to_contain_text("That was a second code")
    expect(ann.locator("#live-state")).to_contain_text("Waiting for the code")
    second = own_code(ann, first)
    give(bea, first)  # Bea has an old code now, and waits for it
    expect(bea.locator("#far-error")).to_contain_text(
        "have not found each other yet", timeout=60_000
    )
    give(ann, own_code(bea, newer))
    give(bea, own_code(ann, first))
    assert second == ann.locator("#live-link").input_value(), "it has not been used"
    expect(bea.locator("#far-title")).to_have_text("Blue invites you to a game")


RECORD_CHANNELS = """() => {
  const make = RTCPeerConnection.prototype.createDataChannel;
  window.channels = [];
  RTCPeerConnection.prototype.createDataChannel = function (...all) {
    const channel = make.apply(this, all);
    window.channels.push(channel);
    return channel;
  };
}"""


@pytest.mark.slow
@pytest.mark.first_visit
def test_a_lost_connection_comes_again_without_new_codes(
    open_app: OpenApp, new_page: NewPage
) -> None:
    ann = open_app(page=new_page("phone"))
    bea = open_app(page=new_page("desktop"))
    open_far(ann)
    ann.locator("#far-make").click()
    expect(ann.locator("#far-send")).to_be_visible()
    open_far(bea)
    ann.evaluate(RECORD_CHANNELS)
    codes = show_code(ann), show_code(bea)
    give(ann, codes[1])
    give(bea, codes[0])
    bea.locator("#far-join-ok").click()
    expect(ann.locator(LEGAL).first).to_be_attached()
    end_turn(ann)
    expect(bea.locator(LEGAL).first).to_be_attached()
    open_channel = "channels.filter((one) => one.readyState === 'open')"
    for number in range(2):
        ann.wait_for_function(f"() => window.channels.length > {number + 1}")
        ann.evaluate(
            f"() => {{ window.lostChannel = {open_channel}[0]; window.lostChannel.close(); }}"
        )
        page, other = (bea, ann) if number == 0 else (ann, bea)
        ann.wait_for_function(f"() => {open_channel}.some((one) => one !== window.lostChannel)")
        expect(page.locator("#banner")).to_be_hidden()
        end_turn(page)
        expect(other.locator(LEGAL).first).to_be_attached()
        assert look(ann).pieces == look(bea).pieces


# -- two engines -----------------------------------------------------------------------------------

_STATE = "document.getElementById('live-state')?.textContent"
_LEGAL = f"document.querySelector('{LEGAL}')"


def visit(tab: Tab, url: str) -> Visitor:
    """Open the page; return its visitor when a move could be made."""
    tab.open(url)
    visitor = Visitor(tab, touch=False)
    visitor.wait_until_ready()
    return visitor


def write(tab: Tab, selector: str, text: str) -> None:
    """Write into a field."""
    tab.evaluate("(at, text) => { document.querySelector(at).value = text; }", selector, text)


def shown_code(visitor: Visitor) -> str:
    """Return the code of a device whose dialog is open."""
    tab = visitor.tab
    tab.wait_for("document.getElementById('dlg-far').open")
    if tab.evaluate("() => !document.getElementById('live-state')?.checkVisibility()"):
        visitor.press_id("far-live-open")
    tab.wait_for(f"!!{_STATE}")
    if tab.evaluate("() => document.getElementById('far-live-again').checkVisibility()"):
        visitor.press_id("far-live-again")
    return str(
        tab.wait_for(
            f"{_STATE}.startsWith('Waiting') && document.getElementById('live-link').value"
        )
    )


def pair(one: Visitor, two: Visitor) -> None:
    """Give each device the code of the other one."""
    for visitor, code in reversed([(one, shown_code(two)), (two, shown_code(one))]):
        write(visitor.tab, '#far-paste [name="text"]', code)
        visitor.press_id("far-paste-open")


def place(tab: Tab) -> None:
    """Place a piece on the first square, after the other's turn was shown."""
    tab.wait_for(f"!!{_LEGAL}")
    if tab.evaluate("() => document.body.hasAttribute('data-meanwhile')"):
        tab.click('[data-meanwhile-action="skip"]')
    name = tab.wait_for(f"{_LEGAL}?.dataset.square")
    tab.click(f'[data-square="{name}"]')
    tab.wait_for(f"!!document.querySelector('[data-square=\"{name}\"] [data-piece]')")


def pieces(tab: Tab) -> object:
    """Return the squares of the pieces."""
    return tab.evaluate(
        """() => [...document.querySelectorAll('#board-grid [data-piece]')]
          .map((piece) => piece.closest('[data-square]').dataset.square)"""
    )


@pytest.mark.long
@pytest.mark.skipif(
    not {"chromium", "firefox"} <= set(chosen_browsers()), reason="two engines are wanted"
)
def test_chromium_and_firefox_and_one_is_killed_in_its_turn(
    built_folder: Path, tmp_path: Path
) -> None:
    with serving(built_folder) as server, launch("chromium", tmp_path / "ann") as ann_tab:
        ann = visit(ann_tab, server.url)
        with dying("firefox", tmp_path / "bea") as bea_tab:
            bea = visit(bea_tab, server.url)
            ann.hit('#start [data-opens="dlg-friend"]')
            ann.hit('#dlg-friend [data-action="far"]')
            ann.press_id("far-make")
            ann_tab.wait_for("document.getElementById('far-send').checkVisibility()")
            bea.hit('#start [data-opens="dlg-friend"]')
            bea.hit('#dlg-friend [data-action="far"]')
            pair(ann, bea)
            bea_tab.wait_for("document.getElementById('far-join').checkVisibility()")
            bea.press_id("far-join-ok")
            place(ann_tab)  # the first turn has one action
            ann.press(".")
            place(bea_tab)
            half = pieces(bea_tab)
            Killer(tmp_path / "bea", 0).wait()
        ann_tab.wait_for("document.getElementById('prompt').textContent.includes('not answer')")
        with launch("firefox", tmp_path / "bea") as bea_tab:
            bea = visit(bea_tab, server.url)
            bea_tab.wait_for(f"!!{_LEGAL}")
            assert pieces(bea_tab) == half
            ann.hit('[data-choice="far-live"]')
            bea.menu("far")
            pair(ann, bea)
            place(bea_tab)
            bea.press(".")
            ann_tab.wait_for(f"!!{_LEGAL}")
            assert pieces(ann_tab) == pieces(bea_tab)
            for tab in (ann_tab, bea_tab):
                foreign = [
                    url for url in tab.requests() if not url.startswith((server.url, "blob:"))
                ]
                assert not foreign
