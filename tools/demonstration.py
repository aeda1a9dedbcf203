"""Write the turn that the start screen shows, as the engine plays it.

python -m tools.demonstration

The turn has five steps and ends in a legend. `static/start/turn.json` holds its scenes over an
empty board, as `static/js/board/animation.js` plays them. Run the tool after a change of the
animations.
"""

from __future__ import annotations

import json

from tashkalar import Game, terminal
from tashkalar.site.paths import ROOT
from tashkalar.ui.history.summoned_pieces import NO_BEINGS
from tashkalar.ui.history.timeline import TimelineEvent, build_timeline
from tashkalar.ui.screen.animation import (
    Animation,
    BoardPicture,
    build_animation,
    group_events,
    look_differences,
    picture_after,
    picture_before,
)
from tashkalar.ui.screen.animation_json import AnimationEncoder
from tashkalar.ui.text.catalogue import SOURCE_LANGUAGE, Catalogue

FILE = ROOT / "static/start/turn.json"
BEFORE_MS, PAUSE_MS, AFTER_MS = 1200, 500, 3500
SCENARIO = {
    "form": "high-form",
    "seats": [
        {"school": "northern", "hand": ["knight"], "legends": ["titan"]},
        {"school": "sylvan", "hand": [], "legends": []},
    ],
    "board": {
        **dict.fromkeys(("d2", "d3", "e3", "f3", "b4"), "1 common"),
        **dict.fromkeys(("e5", "h5"), "1 heroic"),
        **dict.fromkeys(("d7", "f7", "d6", "g7", "c8", "h3"), "2 common"),
        **dict.fromkeys(("f4", "f5", "e7"), "2 heroic"),
    },
    "turn": {"seat": 1, "actions": 2, "number": 9},
}
CODES = ("knight@e4", "e4-f4", "f4-f5", "f5-e4", "titan@e6")
EMPTY = BoardPicture({}, NO_BEINGS, 0)


def recorded_turn() -> tuple[Game, tuple[TimelineEvent, ...]]:
    """Return the game after the turn's five decisions, and the events of the turn."""
    game = Game.from_scenario(SCENARIO)
    for code in CODES:
        game.play(code)
    return game, build_timeline(game.history(), game.state).events


def scenes() -> list[Animation]:
    """Return the turn as animations over an empty board, with the board between the steps."""
    game, events = recorded_turn()
    setup = game.setup

    def still(picture: BoardPicture, duration_ms: int) -> Animation:
        return Animation(0, look_differences(picture, EMPTY, setup), (), duration_ms)

    shown = [still(picture_before(events[0]), BEFORE_MS)]
    for group in group_events(events):
        animation = build_animation(group, setup, EMPTY)
        if animation.tweens:
            shown += [animation, still(picture_after(group[-1]), PAUSE_MS)]
    shown[-1] = shown[-1]._replace(duration_ms=AFTER_MS)
    return shown


def demonstration_text() -> str:
    """Return the content of the file."""
    words = Catalogue()
    for path in sorted((ROOT / "static/locale" / SOURCE_LANGUAGE).glob("*.json")):
        words.load(SOURCE_LANGUAGE, path.read_text(encoding="utf-8"))
    encoder = AnimationEncoder(words.translate, lambda card: f"#emblem-{card}")
    lines = (json.dumps(encoder.encode(scene, 1), separators=(",", ":")) for scene in scenes())
    return "[\n" + ",\n".join(lines) + "\n]\n"


def main() -> None:
    """Write the file."""
    terminal.read_file_names("python -m tools.demonstration", __doc__)
    FILE.write_text(demonstration_text(), encoding="utf-8")


if __name__ == "__main__":
    main()
