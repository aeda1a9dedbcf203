"""What the page's address asks for: ``?form=&schools=&teams=&seed=&lang=&scenario=``."""

from __future__ import annotations

from pyscript import fetch, window

from tashkalar import Game, cards, new_game
from tashkalar.move import Message
from tashkalar.reading import parse_json
from tashkalar.web.app import App
from tashkalar.web.start_screen import BASE, team_names

NAMES = ("form", "schools", "teams", "seed", "lang", "scenario")


def parameters() -> dict[str, str]:
    """The parameters of the page's address."""
    query = window.URLSearchParams.new(window.location.search)
    return {name: str(query.get(name)) for name in NAMES if query.has(name)}


async def open_game(app: App, asked: dict[str, str]) -> None:
    """Put the game on the table that the address describes, or the one last played."""
    try:
        if "scenario" in asked:
            game = Game.from_scenario(await _scenario(asked["scenario"]))
        elif "form" in asked:
            teams = asked.get("teams", "0") not in ("", "0")
            seats = 4 if teams else 3 if asked["form"] == "melee" else 2
            schools = asked["schools"].split(",") if "schools" in asked else list(BASE[:seats])
            names = None
            if teams and len(schools) == seats and all(s in cards.SCHOOLS for s in schools):
                names = team_names(schools, [""] * seats, app.words)
            game = new_game(
                asked["form"], schools, teams=teams, seed=asked.get("seed"), names=names
            )
        else:
            last = app.shelf.last()
            if last is None:
                app.refresh()
            else:
                app.open_game(last)
            return
    except (ValueError, OSError) as error:
        app.refresh()
        app.tell(Message("url.error", {"reason": str(error)}))
        return
    app.put_on_table(game)
    if not app.shelf.unsaved:
        _forget_game()


def _forget_game() -> None:
    """Take the game out of the address, so that a reload goes on with it and begins no other.

    An embedded page keeps its address: it always shows what its host asks for.
    """
    query = window.URLSearchParams.new(window.location.search)
    if query.has("embed"):
        return
    for name in ("form", "schools", "teams", "seed", "scenario"):
        query.delete(name)
    rest = str(query.toString())
    address = str(window.location.pathname) + (f"?{rest}" if rest else "")
    window.history.replaceState(None, "", address + str(window.location.hash))


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
