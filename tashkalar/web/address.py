"""What the page's address asks for: ``?form=&schools=&teams=&seed=&lang=&scenario=&record=``.

What is long may stand behind the ``#`` instead, where no server sees it: ``#scenario=``.
"""

from __future__ import annotations

from pyscript import fetch, window

from tashkalar import Game, cards, new_game
from tashkalar.position.move import Message
from tashkalar.reading import parse_json
from tashkalar.ui.i18n import Catalogue
from tashkalar.web.app import App
from tashkalar.web.start_screen import BASE, team_names

NAMES = ("form", "schools", "teams", "seed", "lang", "scenario", "record")
_LONG = ("scenario", "record")


def parameters() -> dict[str, str]:
    """The parameters of the page's address."""
    query = window.URLSearchParams.new(window.location.search)
    found = {name: str(query.get(name)) for name in NAMES if query.has(name)}
    behind = window.URLSearchParams.new(str(window.location.hash).removeprefix("#"))
    return found | {name: str(behind.get(name)) for name in _LONG if behind.has(name)}


def new_game_of(asked: dict[str, str], words: Catalogue) -> Game:
    """The new game that the address describes; ValueError when it does not."""
    teams = asked.get("teams", "0") not in ("", "0")
    form = asked.get("form", "")
    seats = 4 if teams else 3 if form == "melee" else 2
    schools = asked["schools"].split(",") if "schools" in asked else list(BASE[:seats])
    names = None
    if teams and len(schools) == seats and all(s in cards.SCHOOLS for s in schools):
        names = team_names(schools, [""] * seats, words)
    return new_game(form, schools, teams=teams, seed=asked.get("seed"), names=names)


async def open_game(app: App, asked: dict[str, str]) -> None:
    """Put the game on the table that the address describes, or the one last played."""
    try:
        if "scenario" in asked:
            scenario = await _scenario(asked["scenario"])
            await app.packs.prepare(str(scenario))
            game = Game.from_scenario(scenario)
        elif "record" in asked:
            await app.packs.prepare(asked["record"])
            game = Game.from_record(asked["record"])
        elif "form" in asked:
            await app.packs.prepare(asked.get("schools", ""))
            game = new_game_of(asked, app.words)
        else:
            last = app.shelf.last()
            if last is None:
                app.table.refresh()
            else:
                await app.open_game(last)
            return
    except (ValueError, OSError) as error:
        app.table.refresh()
        app.notices.tell(Message("url.error", {"reason": str(error)}))
        return
    app.put_on_table(game)
    if not app.shelf.unsaved:
        _forget_game()


def _forget_game() -> None:
    """Take the game out of the address, so that a reload goes on with it and begins no other."""
    query = window.URLSearchParams.new(window.location.search)
    for name in ("form", "schools", "teams", "seed", *_LONG):
        query.delete(name)
    rest = str(query.toString())
    address = str(window.location.pathname) + (f"?{rest}" if rest else "")
    behind = str(window.location.hash)
    if any(f"{name}=" in behind for name in _LONG):
        behind = ""
    window.history.replaceState(None, "", address + behind)


async def _scenario(text: str) -> dict[str, object]:
    """A scenario given inline, or by an address on this site."""
    if not text.lstrip().startswith("{"):
        address = window.URL.new(text, window.location.href)
        if address.origin != window.location.origin:
            raise ValueError("the scenario must be on the same site")
        response = await fetch(address.href)
        if not response.ok:
            raise OSError(f"{response.status} {text[:200]}")
        text = await response.text()
    found = parse_json(text)
    if not isinstance(found, dict):
        raise ValueError("a scenario is a JSON object")
    return found
