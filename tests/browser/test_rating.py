"""The strength of a person: its row in *You*, its dialog, and that it goes with the results."""

from __future__ import annotations

from collections.abc import Iterable

from playwright.sync_api import Page, expect

from tashkalar.features.stored.results_record import PERSON, RESULTS_KEY, GameResult, add_result
from tashkalar.position.ids import SeatNumber
from tests.browser.conftest import OpenApp
from tests.browser.play import inside, menu, sideways_scroll
from tests.browser.test_accessibility import assert_no_violations

ONE, TWO = SeatNumber(1), SeatNumber(2)
_EVEN = tuple((("learner", "novice")[n % 2], n % 4 in (0, 1)) for n in range(12))


def results(form: str, games: Iterable[tuple[str, bool]]) -> dict[str, str]:
    """Return the storage with the results of games against levels, won or lost."""
    text = None
    for number, (opponent, won) in enumerate(games):
        result = GameResult(
            id=f"{number:016x}",
            save=f"save-{number}",
            ended_ms=1_700_000_000_000 + number,
            form=form,
            has_teams=False,
            schools=("northern", "southern"),
            players=(PERSON, opponent),
            winners=(ONE if won else TWO,),
            summoned={},
        )
        text = add_result(text, result)
    return {RESULTS_KEY: text or "{}"}


def rows(page: Page) -> list[str]:
    return page.locator('#you-screen [data-action="rating"] small').all_inner_texts()


def test_the_strength_is_said_in_words_and_goes_with_the_results(open_app: OpenApp) -> None:
    page = open_app("#you", size="phone", storage=results("high-form", _EVEN))
    assert rows(page) == [
        "High Form: between Learner and Novice (12 games)",
        "Deathmatch Duel: known after a few games",
    ]
    menu(page, "rating")
    expect(page.locator("#rating-title")).to_be_focused()
    high_form, duel = page.locator("#rating-high-form-part"), page.locator("#rating-duel-part")
    expect(high_form.locator("h3")).to_have_text("High Form: between Learner and Novice (12 games)")
    expect(high_form.locator("p")).to_contain_text("win about half of your games")
    expect(high_form.locator(".rating-line")).to_be_visible()
    expect(high_form.locator("svg")).to_contain_text("Novice")
    expect(duel.locator("h3")).to_have_text("Deathmatch Duel: known after a few games")
    expect(duel.locator("svg")).to_be_hidden()
    assert_no_violations(page, "the strength")
    assert inside(page, "#dlg-rating") and not sideways_scroll(page)
    page.keyboard.press("Escape")
    page.locator('.places [data-leads-to="play"]').click()
    expect(page.locator(".level:visible")).to_contain_text("Learner")
    menu(page, "you")

    menu(page, "stored")
    page.locator('[data-stored="results"] [data-stored-delete]').click()
    page.locator("#confirm-ok").click()
    expect(page.locator("#stored-status")).to_contain_text("1")
    page.keyboard.press("Escape")
    known = "known after a few games"
    assert rows(page) == [f"High Form: {known}", f"Deathmatch Duel: {known}"]

    open_app("?lang=el#you", page=page, storage={RESULTS_KEY: "half a"})
    expect(page.locator("#rating-duel")).to_contain_text("θα φανεί μετά από λίγα παιχνίδια")


def test_the_level_that_fits_is_offered_unless_a_person_wants_another(open_app: OpenApp) -> None:
    games = results("high-form", _EVEN)
    page = open_app(storage=games)
    level = page.locator(".level:visible")
    expect(level).to_have_text("Learner+ as strong as you")
    page.locator('[data-level-step="1"]').click()
    page.locator('.places [data-leads-to="you"]').click()
    page.locator('.places [data-leads-to="play"]').click()
    expect(level).to_contain_text("Novice")

    menu(page, "settings")
    page.locator('[data-setting="fitting"]').uncheck()
    page.keyboard.press("Escape")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-app", "ready", timeout=60_000)
    page.locator('.places [data-leads-to="play"]').click()
    expect(level).to_contain_text("First steps")


def test_a_step_between_two_levels_plays_under_its_own_name(open_app: OpenApp) -> None:
    page = open_app("#play", storage=results("high-form", _EVEN))
    page.locator("#setup-open").click()
    expect(page.locator('[name="player-2"] option:checked')).to_have_text("Learner+")
    page.locator("#setup-close").click()
    page.locator("#arena-start").click()
    expect(page.locator("#players")).to_contain_text("Learner+")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-app", "ready", timeout=60_000)
    menu(page, "seats")
    expect(page.locator('#seats [name="2"] option:checked')).to_have_text("Learner+")
    page.locator('#seats [name="2"]').select_option("novice")
    page.keyboard.press("Escape")
    expect(page.locator("#players")).to_contain_text("Novice")
    expect(page.locator("#players")).not_to_contain_text("Learner+")
