"""The page's address: which game it asks for comes to the table."""

from __future__ import annotations

from pyscript import window

from tashkalar import Game
from tashkalar.ui.lessons.lesson_file import read
from tashkalar.ui.start import url_parameters
from tashkalar.web.app import App
from tashkalar.web.browser import files, location


def parameters() -> dict[str, str]:
    """The parameters of the page's address."""
    return url_parameters.parameters(str(window.location.search), str(window.location.hash))


async def open_game(app: App, asked: dict[str, str]) -> None:
    """Put the game on the table that the address describes, or the one last played."""
    try:
        if await _lesson(app, asked):
            return
        game = await _game(app, asked)
    except (ValueError, OSError) as error:
        app.learn.leave()  # boot.js has made room for it
        app.table.refresh()
        app.notices.tell(url_parameters.refusal(error, asked))
        return

    def forget() -> None:
        if not app.shelf.unsaved:
            _forget_game()

    if game is not None and url_parameters.wanted(asked) == "form":
        app.put_on_table(game)
        forget()
    elif game is not None:
        app.put_on_table(game, linked=forget)
    elif last := app.shelf.last():
        await app.open_game(last)
    else:
        app.table.refresh()


async def _game(app: App, asked: dict[str, str]) -> Game | None:
    """The game that the address describes, when its packs are ready; None for none."""
    kind = url_parameters.wanted(asked)
    if kind == "scenario":
        scenario = await _scenario(asked["scenario"])
        await app.packs.prepare(str(scenario))
        return Game.from_scenario(scenario)
    if kind == "record":
        await app.packs.prepare(asked["record"])
        return await app.packs.room.finished(Game.reading_record(asked["record"]))
    if kind == "form":
        await app.packs.prepare(asked.get("schools", ""))
        return url_parameters.new_game_of(asked, app.words)
    return None


async def _lesson(app: App, asked: dict[str, str]) -> bool:
    """Open the lesson, or the list of lessons, that the address describes; False for none."""
    kind = url_parameters.wanted(asked)
    if kind == "learn":
        await app.show_lessons()
    elif kind == "lesson":
        await app.take_lesson(read(await _text_of(url_parameters.lesson_file(asked["lesson"]))))
    return kind in ("learn", "lesson")


def _forget_game() -> None:
    """Take the game out of the address, so that a reload goes on with it and begins no other."""
    location.rewrite(
        url_parameters.without_game(str(window.location.search), str(window.location.hash))
    )


async def _scenario(text: str) -> dict[str, object]:
    """A scenario given inline, or by an address on this site."""
    return url_parameters.scenario_of(await _text_of(text))


async def _text_of(text: str) -> str:
    """What is given inline, or by an address on this site."""
    if url_parameters.is_inline(text):
        return text
    place = files.place(text, str(window.location.href))
    if place is None or not place.here:
        raise ValueError("the file must be on the same site")
    return await files.fetch_text(place.href)
