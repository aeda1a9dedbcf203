"""The page's address: put on the table the game that the address asks for."""

from __future__ import annotations

from pyscript import window

from tashkalar import Game
from tashkalar.ui.lessons.lesson_file import read_lesson
from tashkalar.ui.start import url_parameters
from tashkalar.web.app import App
from tashkalar.web.browser import files, location


async def open_requested_game(app: App, asked: dict[str, str]) -> None:
    """Put on the table the game that the address describes, or the game last played."""
    try:
        if await _open_requested_lesson(app, asked):
            return
        game = await _load_requested_game(app, asked)
    except (ValueError, OSError) as error:
        app.lesson_screen.clear_lesson()  # boot.bundle.js has made room for it
        app.table.refresh()
        app.notices.show(url_parameters.url_error_message(error, asked))
        return

    def forget() -> None:
        if not app.saved_games.texts.has_unsaved_games:
            location.remove_game()

    if game is not None and url_parameters.requested_parameter(asked) == "form":
        app.put_on_table(game)
        forget()
    elif game is not None:
        app.put_on_table(game, on_link_release=forget)
    elif last := app.saved_games.last_unfinished_id():
        await app.open_game(last)
    else:
        app.table.refresh()


async def _load_requested_game(app: App, asked: dict[str, str]) -> Game | None:
    """Prepare the packs and return the game that the address describes, or None."""
    kind = url_parameters.requested_parameter(asked)
    if kind == "scenario":
        scenario = await _load_scenario(asked["scenario"])
        await app.packs.prepare_packs(str(scenario))
        return Game.from_scenario(scenario)
    if kind == "record":
        await app.packs.prepare_packs(asked["record"])
        return await app.packs.host.finish_steps(Game.from_record_in_steps(asked["record"]))
    if kind == "form":
        await app.packs.prepare_packs(asked.get("schools", ""))
        return url_parameters.create_requested_game(asked, app.words)
    return None


async def _open_requested_lesson(app: App, asked: dict[str, str]) -> bool:
    """Open the lesson or the list of lessons that the address describes; return False for none."""
    kind = url_parameters.requested_parameter(asked)
    if kind == "learn":
        await app.show_lesson_list()
    elif kind == "lesson":
        await app.load_lesson(
            read_lesson(await _load_text(url_parameters.lesson_file_url(asked["lesson"])))
        )
    return kind in ("learn", "lesson")


async def _load_scenario(text: str) -> dict[str, object]:
    """Return the scenario that is given inline or by an address on this site."""
    return url_parameters.parse_scenario(await _load_text(text))


async def _load_text(text: str) -> str:
    """Return the text that is given inline or by an address on this site."""
    if url_parameters.is_inline(text):
        return text
    place = files.resolve_address(text, str(window.location.href))
    if place is None or not place.is_same_site:
        raise ValueError("the file must be on the same site")
    return await files.fetch_text(place.href)
