"""Play in the page by ear: Orca speaks, a program listens and presses keys, and it is written down.

    python -m tools.listen game --language it          the first game, to its end
    python -m tools.listen game --decisions 8          its first decisions
    python -m tools.listen lesson --language el        the first lesson
    python -m tools.listen puzzle                      the first puzzle of the list

Debian's packages for it are named in tests/speech/desk.py; as root, they are installed first. What
was said and pressed is written to tests/speech/transcripts, or to the file that is named with
`--to`. The exit status is 0 if the player reached the end.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic

from tashkalar.site.paths import ROOT
from tashkalar.site.server import make_server
from tashkalar.site.vendor import prepare_vendor_folder
from tests.limits import serve_in_thread
from tests.speech.desk import PACKAGES, missing_programs, open_desk
from tests.speech.listener import Listener
from tests.speech.player import MOST_DECISIONS, Player

TRANSCRIPTS = ROOT / "tests" / "speech" / "transcripts"


def main(argv: Sequence[str] | None = None) -> int:
    """Play one of the three, write the transcript, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.listen", description=__doc__)
    parser.add_argument("what", choices=sorted(PLAYED))
    parser.add_argument("--language", default="en", choices=("en", "it", "el"))
    parser.add_argument("--decisions", type=int, default=MOST_DECISIONS, help="stop after so many")
    parser.add_argument("--site", type=Path, default=ROOT, help="a built site; default the sources")
    parser.add_argument("--to", type=Path, help="the file for the transcript")
    arguments = parser.parse_args(argv)
    if missing := prepare():
        print(f"missing: {', '.join(missing)}", file=sys.stderr)
        return 2
    path = arguments.to or TRANSCRIPTS / f"{arguments.what}-{arguments.language}.txt"
    prepare_vendor_folder()
    begun = monotonic()
    with serve_in_thread(make_server(arguments.site, quiet=True)) as server:
        address, play = PLAYED[arguments.what]
        address = f"{server.url}{address}lang={arguments.language}"
        with open_desk(address, arguments.language) as desk:
            listener = Listener(desk, path)
            player = Player(listener, arguments.language)
            has_ended = play(player, arguments.decisions)
    print(
        f"{path.name}: {'ended' if has_ended else 'stopped'} after {player.decisions} decisions, "
        f"{listener.presses} presses, {monotonic() - begun:.0f} s"
    )
    return 0 if has_ended or arguments.decisions < MOST_DECISIONS else 1


def prepare() -> list[str]:
    """Install what is missing where that is possible, and name what is still missing."""
    apt = shutil.which("apt-get")
    if missing_programs() and apt and hasattr(os, "geteuid") and os.geteuid() == 0:
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        install = (apt, "-q", "install", "-y", "--no-install-recommends", *PACKAGES)
        for command in ((apt, "-q", "update"), install):
            subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=False)
    return missing_programs()


def play_game(player: Player, decisions: int) -> bool:
    """Play the first game against *First steps*, from the start screen on."""
    player.start_first_game()
    return player.play(decisions)


PLAYED: dict[str, tuple[str, Callable[[Player, int], bool]]] = {
    "game": ("?", play_game),
    "lesson": ("?lesson=placing&", Player.play_first_lesson),
    "puzzle": ("?puzzle=beings-10e8e5&", Player.play_puzzle),
}


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # what was started ends with it
    raise SystemExit(main())
