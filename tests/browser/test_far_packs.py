"""A game with someone far away that needs a pack: who lacks the pack learns which, and gets it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPage, OpenApp
from tests.browser.play import look, menu
from tests.browser.test_far import invite, link, open_link, play
from tests.browser.test_packs import add

pytestmark = [pytest.mark.first_visit, pytest.mark.long]


def test_both_players_need_the_pack(
    open_app: OpenApp, new_page: NewPage, template_wheel: Path
) -> None:
    ann = open_app(page=new_page("desktop"))
    add(ann, template_wheel)
    ann.keyboard.press("Escape")
    menu(ann, "new-game")
    invitation = invite(ann, own="x-emberfall")
    bea = open_app("#" + invitation.partition("#")[2], page=new_page("desktop"))
    expect(bea.locator("#banner")).to_contain_text("'x-emberfall'")
    expect(bea.locator("#banner")).to_contain_text("add it in the menu under Packs")
    add(bea, template_wheel)
    bea.keyboard.press("Escape")
    open_link(bea, "#")
    open_link(bea, invitation)
    bea.locator("#far-join-ok").click()
    open_link(ann, link(bea))
    expect(ann.locator("[data-square][data-legal]").first).to_be_attached()
    text = play(ann)
    open_link(bea, text)
    expect(bea.locator("[data-square][data-legal]").first).to_be_attached()
    assert look(bea).pieces == look(ann).pieces
    open_link(ann, play(bea))
    expect(ann.locator("[data-square][data-legal]").first).to_be_attached()
    assert look(bea).pieces == look(ann).pieces
