"""Attack the built page in Chromium, and print what was lost.

    python -m tools.attacks --seed 7
    python -m tools.attacks --seed 7 --only flips,kills --tries 50 --limit 3600

The attacks are: ``disk`` (the profile on a small file system that fills up; needs root), ``kills``
(SIGKILL in mid-play), ``flips`` (one wrong bit in a saved game), ``floods`` (packs that send, print
and answer without measure) and ``mixes`` (parts of another version among those of the page). The
same seed makes the same tries. The exit status is 1 if anything was lost without a word.
"""

from __future__ import annotations

import argparse
import json
import mimetypes
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from playwright.sync_api import Page, Request, Route, sync_playwright

from tashkalar import Game
from tashkalar.site.paths import ROOT
from tests import golden, packmaking
from tests.browser.engines.tab import DriverError, Tab
from tests.browser.play import do, look, shelved
from tests.browser.test_engines import ONLY_THESE_GAMES, Visitor, serving
from tests.browser.test_killed import Killer, decisions_kept, dying, kill_often
from tests.browser.test_packs import MONSTERS, SPARK, add, leave_dialog, scenario
from tests.chromium import find_chromium, find_shell

EXCHANGED = (
    "static/js/python/*.js",
    "static/app/*",
    "static/locale/en/*.json",
    "static/vendor/pyscript/*.js",
    "static/vendor/pyodide/pyodide*.mjs",
)
READY = "['ready', 'error'].includes(document.documentElement.dataset.app)"
START_S = 120.0
DISK = "60m"
DECISIONS_ON_FULL_DISK = 12
CONTINUE = '#saves-list [data-save-action="continue"]:enabled'
CAN_CONTINUE = f"document.body.dataset.screen === 'start' && document.querySelector('{CONTINUE}')"
OPENED = "document.body.dataset.screen !== 'start' || !document.getElementById('banner').hidden"
BANNER = "() => document.getElementById('banner').hidden ? '' : document.body.innerText"


class Result(NamedTuple):
    """The sum of the tries of an attack."""

    name: str
    tries: int
    lost: int  # decisions
    untold: int  # decisions lost without a word
    note: str


class Plan(NamedTuple):
    """The limits of an attack."""

    url: str
    site: Path  # the build
    dice: random.Random
    tries: int
    until: float  # `time.monotonic()` at which no new try begins

    def numbers(self) -> Iterator[int]:
        """Yield the numbers of the tries that there is time for."""
        for number in range(self.tries):
            if time.monotonic() > self.until:
                return
            yield number


# --- the attacks ------------------------------------------------------------------------------


def attack_by_kills(plan: Plan) -> Result:
    """Kill the browser in mid-play, again and again."""
    with tempfile.TemporaryDirectory() as profile:
        lost = kill_often(
            "chromium", plan.url, Path(profile), plan.tries, plan.dice.randrange(10**6)
        )
    return Result("kills", len(lost), sum(lost), sum(lost), "after 0.1 s a decision must last")


@contextmanager
def small_disk() -> Iterator[Path]:
    """Mount an empty file system in memory."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", folder]
        subprocess.run(command, check=True)
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", "--lazy", folder], check=True)


def fill(disk: Path, left: int) -> None:
    """Fill a disk but for some bytes."""
    with (disk / "filling").open("wb", buffering=0) as file:
        with suppress(OSError):
            while file.write(b"\0" * 65_536):
                pass
        file.truncate(max(0, file.tell() - left))


def attack_by_full_disk(plan: Plan) -> Result:
    """Fill the disk under the profile, play on, kill, make room and start again."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return Result("disk", 0, 0, 0, "left out: only root can mount a small file system")
    lost = untold = tries = 0
    for _ in plan.numbers():
        with small_disk() as disk:
            shown, was_told = play_on_full_disk(plan, disk)
            (disk / "filling").unlink()
            with dying("chromium", disk / "profile") as tab:
                tab.open(plan.url)
                Visitor(tab, touch=False).wait_until_ready()
                missing = max(0, shown - len(decisions_kept(tab)))
        tries += 1
        lost += missing
        untold += 0 if was_told else missing
    return Result("disk", tries, lost, untold, f"profile on {DISK}, full while a game is played")


def play_on_full_disk(plan: Plan, disk: Path) -> tuple[int, bool]:
    """Return how many decisions were shown, and whether the page said that they are not saved."""
    game = golden.load("high-form").start()
    codes = golden.load("high-form").game.codes
    profile = disk / "profile"
    killer = None
    with dying("chromium", profile) as tab:
        tab.open(plan.url + golden.load("high-form").query)
        visitor = Visitor(tab, touch=False)
        visitor.wait_until_ready()
        for number in range(DECISIONS_ON_FULL_DISK):
            if number == 3:
                fill(disk, plan.dice.choice((0, 4096, 65_536)))
            do(tab, game, codes[number], visitor)
        time.sleep(12.0)  # a write that is not answered is given up after ten seconds
        was_told = "not being saved" in str(tab.evaluate(BANNER)) or "two stores" in str(
            tab.evaluate(BANNER)
        )
        killer = Killer(profile, 0.0)
        killer.wait()
    time.sleep(0.5)
    return len(game.codes), was_told


def attack_by_flips(plan: Plan) -> Result:
    """Change one bit of a saved game, and open it."""
    game = golden.load("duel").game
    for _ in range(len(game.codes) // 3):
        game.undo()  # a game that is over would not open by itself
    [(key, whole)] = shelved(game).items()
    lost = untold = tries = 0
    with tempfile.TemporaryDirectory() as profile, dying("chromium", Path(profile)) as tab:
        tab.open(plan.url)
        Visitor(tab, touch=False).wait_until_ready()
        for _ in plan.numbers():
            at = plan.dice.randrange(len(whole))
            flipped = chr(ord(whole[at]) ^ 1 << plan.dice.randrange(7))
            tab.evaluate(ONLY_THESE_GAMES, {key: whole[:at] + flipped + whole[at + 1 :]})
            missing, was_told = open_flipped(tab, game.copy())
            tries += 1
            lost += missing
            untold += 0 if was_told else missing
    return Result("flips", tries, lost, untold, "without a second copy of the game")


def open_flipped(tab: Tab, game: Game) -> tuple[int, bool]:
    """Return how many decisions are missing, and whether the page says that a save is damaged."""
    tab.reload()
    tab.wait_for(READY, START_S)
    told = str(tab.evaluate("() => document.body.innerText")).lower()
    if tab.evaluate(f"() => {CAN_CONTINUE}"):  # a damaged save opens when a person wants it
        tab.evaluate(f"() => document.querySelector('{CONTINUE}').click()")
        tab.wait_for(OPENED, START_S)
        told += str(tab.evaluate("() => document.body.innerText")).lower()
    shown = set(look(tab).pieces)
    missing = 0
    while set(game.board) != shown and game.can_undo:
        game.undo()
        missing += 1
    return missing, "damaged" in told or "no longer lead" in told


def attack_by_floods(plan: Plan) -> Result:
    """Play cards of packs that flood the page; every one must leave the game as it was."""
    failures = []
    tries = 0
    with chromium_page(plan.url) as page, tempfile.TemporaryDirectory() as folder:
        for name in plan.dice.sample(sorted(MONSTERS), len(MONSTERS)):
            if time.monotonic() > plan.until:
                break
            tries += 1
            source, reason = MONSTERS[name]
            try:
                add(page, packmaking.write_wheel(Path(folder), packmaking.files(source)))
                leave_dialog(page)
                position = quote(json.dumps(scenario(SPARK, "x-sparks")))
                page.goto(f"{plan.url}?scenario={position}")
                page.locator("#curtain-open").click()
                page.locator(f'#hand [data-card="{SPARK}"]').click()
                page.locator('[data-square="e5"]').click()
                page.locator("#banner-text", has_text=reason).wait_for(timeout=60_000)
                page.goto(plan.url)
                page.wait_for_selector('html[data-app="ready"]')
            except Exception as error:  # of Playwright, or an assertion
                failures.append(f"{name}: {str(error).splitlines()[0][:80]}")
    return Result(
        "floods", tries, 0, len(failures), "; ".join(failures) or "every pack was stopped"
    )


class OtherVersion:
    """Answers requests for some parts of the page with another content."""

    def __init__(self, site: Path) -> None:
        self._site = site
        self.sent: list[str] = []

    def answer(self, route: Route, request: Request) -> None:
        """Answer a request; each part keeps its kind and its length but for the end."""
        name = request.url.partition("/static/")[2]
        self.sent.append(name)
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        if name.endswith((".js", ".mjs")):
            kind = "text/javascript"
        body = (self._site / "static" / name).read_bytes() + b"\n "
        route.fulfill(body=body, content_type=kind)


def attack_by_mixes(plan: Plan) -> Result:
    """Answer some requests of a first visit with parts of another version."""
    wrong, outcomes = 0, {"ready": 0, "error": 0}
    tries = 0
    names = [
        file.relative_to(plan.site).as_posix()
        for pattern in EXCHANGED
        for file in sorted(plan.site.glob(pattern))
    ]
    for _ in plan.numbers():
        other = OtherVersion(plan.site)
        with chromium_page("") as page:
            for name in plan.dice.sample(names, plan.dice.randint(1, 4)):
                page.route(f"{plan.url}{name}", other.answer)
            page.goto(plan.url, wait_until="commit")
            page.wait_for_function(READY, timeout=START_S * 1000)
            state = page.locator("html").get_attribute("data-app") or ""
            named = page.locator("#app-error-part").text_content() or ""
        tries += 1
        outcomes[state] += 1
        # The page checks a snapshot, and starts without one that differs.
        used = [name for name in other.sent if not name.startswith("app/snapshot-")]
        wrong += bool(used) if state == "ready" else not named
    note = f"{outcomes['ready']} ready without another part, {outcomes['error']} with it named"
    return Result("mixes", tries, 0, wrong, note)


ATTACKS: dict[str, Callable[[Plan], Result]] = {
    "disk": attack_by_full_disk,
    "kills": attack_by_kills,
    "flips": attack_by_flips,
    "floods": attack_by_floods,
    "mixes": attack_by_mixes,
}


# --- the command ------------------------------------------------------------------------------


@contextmanager
def chromium_page(url: str) -> Iterator[Page]:
    """Open an address, unless it is empty, in a browser that has never been anywhere."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_shell() or find_chromium(), args=["--no-sandbox"]
        )
        page = browser.new_page(locale="en-GB")
        page.set_default_timeout(60_000)
        if url:
            page.goto(url)
            page.wait_for_selector('html[data-app="ready"]', timeout=START_S * 1000)
        try:
            yield page
        finally:
            browser.close()


def table(results: Sequence[Result]) -> str:
    """Return the results as a table in Markdown."""
    lines = ["| attack | tries | decisions lost | lost without a word, or wrong | note |"]
    lines += ["|---|---|---|---|---|"]
    lines += ["| " + " | ".join(map(str, result)) + " |" for result in results]
    return "\n".join(lines)


def read_arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    """Return the options of the command."""
    parser = argparse.ArgumentParser(prog="tools.attacks", description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tries", type=int, default=5, help="tries of each attack")
    parser.add_argument("--limit", type=float, default=1800.0, help="seconds in all")
    parser.add_argument("--only", default=",".join(ATTACKS), help="attacks, with commas")
    parser.add_argument("--site", type=Path, help="a folder with a built page, else one is made")
    given = parser.parse_args(argv)
    if unknown := set(given.only.split(",")) - set(ATTACKS):
        parser.error(f"unknown attacks: {', '.join(sorted(unknown))}")
    return given


def main(argv: Sequence[str] | None = None) -> int:
    """Run the attacks and print the table."""
    given = read_arguments(argv)
    names = given.only.split(",")
    end = time.monotonic() + given.limit
    results = []
    with tempfile.TemporaryDirectory() as folder:
        site = given.site or Path(folder) / "site"
        if given.site is None:
            command = [sys.executable, "serve.py", "build", "--out", str(site)]
            subprocess.run(command, cwd=ROOT, check=True)
        with serving(site) as server:
            for number, name in enumerate(names):
                share = (end - time.monotonic()) / (len(names) - number)
                dice = random.Random(f"{given.seed} {name}")
                plan = Plan(server.url, site, dice, given.tries, time.monotonic() + share)
                try:
                    results.append(ATTACKS[name](plan))
                except DriverError as error:
                    results.append(Result(name, 0, 0, 1, f"broke off: {error}"))
                print(f"{name}: {results[-1]}", flush=True)
    print(table(results))
    return 1 if any(result.untold for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
