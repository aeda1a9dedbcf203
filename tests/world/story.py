"""A story: what happens in a world, step by step, from one seed; played, checked and shortened."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tests.world.device import Device, Tab
from tests.world.far_play import disagreements
from tests.world.stores import Death


class Step(NamedTuple):
    """A step of a story; `where` and `chance` choose among what there is then."""

    does: str
    where: int = 0
    chance: int = 0


Story = tuple[Step, ...]

PERSON: dict[str, Callable[[Tab, int], None]] = {
    "play": Tab.play,
    "delete_game": Tab.delete_game,
    "type": Tab.type_letter,
    "keep_draft": Tab.keep_draft,
    "save_work": Tab.save_work,
    "open_work": Tab.open_work,
    "delete_work": Tab.delete_work,
    "duplicate": Tab.duplicate,
    "solve": Tab.solve,
    "learn": Tab.learn,
    "set_up": Tab.set_up,
    "win": Tab.win,
    "open_study": Tab.open_study,
    "comment": Tab.comment,
    "keep_study": Tab.keep_study,
    "take_over": Tab.take_over,
    "far_invite": lambda tab, chance: tab.far.invite(chance),
    "far_turn": lambda tab, chance: tab.far.turn(chance),
    "far_receive": lambda tab, chance: tab.far.receive(chance),
    "send_again": lambda tab, chance: tab.far.send_again(chance),
    "retry": Tab.retry,
}
"""The methods of a tab for the steps that a person or the page takes."""

_MOODS = {
    "workshop": {
        "type": 8,
        "save_work": 7,
        "open_work": 5,
        "keep_draft": 4,
        "answer": 6,
        "duplicate": 3,
        "delete_work": 1,
        "retry": 1,
    },
    "handing over": {
        "play": 6,
        "take_over": 5,
        "open": 2,
        "answer": 3,
        "talk": 2,
        "retry": 1,
        "fill": 1,
    },
    "far": {"far_invite": 1, "far_receive": 9, "far_turn": 7, "send_again": 1, "answer": 3},
    "two tabs": {"duplicate": 2, "type": 8, "save_work": 7, "answer": 6},
    "table": {"play": 12, "answer": 5, "open": 1, "delete_game": 1, "retry": 1},
    "study": {
        "comment": 8,
        "keep_study": 5,
        "open_study": 2,
        "answer": 5,
        "duplicate": 1,
        "open": 1,
    },
    "learning": {
        "solve": 5,
        "learn": 4,
        "set_up": 4,
        "win": 4,
        "answer": 5,
        "open": 1,
        "flush": 1,
    },
    "two versions": {
        "learn": 4,
        "solve": 3,
        "win": 2,
        "type": 2,
        "save_work": 2,
        "answer": 5,
        "flush": 2,
        "kill": 2,
        "open_earlier": 2,
        "open": 2,
    },
    "trouble": {
        "flush": 3,
        "open": 3,
        "open_earlier": 1,
        "close": 3,
        "kill": 3,
        "die_at": 3,
        "fill": 2,
        "make_room": 2,
        "fail": 2,
        "late": 1,
        "mend": 2,
        "silence": 1,
        "mute": 1,
        "clear_local": 1,
        "clear_database": 1,
        "clock": 1,
        "carry": 2,
    },
}
"""The relative frequency of each step, for each mood of the story."""

_PLACES = {"two tabs": (0, 3), "handing over": (0, 3), "far": (0, 2)}
_MOST_MOODS, _MOST_STEPS = 14, 24
_JUMPS_MS = (-31_557_600_000, -3_600_000, 86_400_000, -1_700_000_000_000)


class World:
    """Some devices, and what happens to them."""

    def __init__(self) -> None:
        numbers = itertools.count(1)
        one, two = self.devices = [Device(numbers) for _ in range(2)]
        one.other, two.other = two, one

    def do(self, step: Step) -> None:
        """Do a step; a device that dies in the middle of it stays dead until a tab is opened."""
        device = self.devices[step.where % 3 // 2]  # the first one is used more
        try:
            self._do(step, device)
        except Death:
            device.die(step.chance)
        for tab in device.tabs:
            tab.note_shown()

    def _do(self, step: Step, device: Device) -> None:
        does, chance = step.does, step.chance
        tab = device.tabs[step.where // 3 % len(device.tabs)] if device.tabs else None
        if does in PERSON:
            PERSON[does](tab or device.open_tab(), chance)
        elif does == "open":
            device.open_tab()
        elif does == "open_earlier":
            device.open_tab(is_earlier=True)
        elif does == "close" and tab:
            device.close_tab(tab)
        elif does == "answer":
            device.database.work(chance % 6 or None)
        elif does == "flush":
            device.local.flush(chance % 4 or None)
        elif does == "kill":
            device.die(chance)
        elif does == "die_at":
            device.fuse.left = 1 + chance % 12
        elif does in ("fill", "make_room"):
            device.local.is_full = does == "fill"
        elif does in ("silence", "mute"):
            device.database.is_silent, device.database.is_mute = does == "silence", does == "mute"
        elif does in ("fail", "mend"):
            device.database.is_silent = device.database.is_mute = False
            device.database.is_failing, device.database.is_late = does == "fail", False
        elif does == "late":
            device.database.is_late = True
        elif does == "clear_local":
            device.clear_local()
        elif does == "clear_database":
            device.clear_database()
        elif does == "clock":
            jump_ms = _JUMPS_MS[chance % len(_JUMPS_MS)]
            device.time += jump_ms
            device.was_set_back |= jump_ms < 0
        elif does == "talk":
            device.channel.dice = random.Random(chance) if chance % 3 else None
            device.channel.catch_up()
        elif does == "carry":
            other = self.devices[1 - step.where % 3 // 2]
            if tab and other.tabs:
                other.tabs[0].bring(tab.export())

    def faults(self) -> list[str]:
        """Kill every device, start it again, and return what was lost, cut or doubled."""
        found = []
        for device in self.devices:
            device.fuse.left = 0
        if not any(device.is_hurt for device in self.devices):
            tabs = [(device.tabs or [device.open_tab()])[0] for device in self.devices]
            found += disagreements(tabs)
        for number, device in enumerate(self.devices, 1):
            device.die(0)
            found += [f"device {number}: {fault}" for fault in device.check()]
        return found


def make_story(seed: int) -> Story:
    """Return the story of a seed: some moods, and what happens in each."""
    dice = random.Random(seed)
    steps: list[Step] = []
    for _ in range(dice.randrange(1, _MOST_MOODS)):
        mood, place = dice.choice(list(_MOODS)), dice.randrange(12)
        odds, places = _MOODS[mood], _PLACES.get(mood, range(12))
        length = dice.randrange(1, _MOST_STEPS)
        for does in dice.choices(list(odds), list(odds.values()), k=length):
            is_here = mood not in _PLACES and dice.randrange(4)
            where = place if is_here else dice.choice(places)
            steps.append(Step(does, where, dice.randrange(1000)))
    return tuple(steps)


def play(story: Sequence[Step]) -> list[str]:
    """Play a story from the beginning; return what is wrong in the end."""
    world = World()
    try:
        for step in story:
            world.do(step)
        return world.faults()
    except Exception as error:
        return [f"the page breaks: {error!r}"]


def shorten(story: Story) -> Story:
    """Return a short story with a fault, made by leaving out steps and lowering numbers."""
    size = len(story) // 2
    while size:
        start = 0
        while start < len(story):
            less = story[:start] + story[start + size :]
            if play(less):
                story = less
            else:
                start += size
        size //= 2
    for number, step in enumerate(story):
        for simpler in (step._replace(where=0, chance=0), step._replace(chance=0)):
            less = (*story[:number], simpler, *story[number + 1 :])
            if story[number] != simpler and play(less):
                story = less
                break
    return story


def written(story: Story) -> str:
    """Return a story as lines that can be pasted into a test."""
    lines = [f"    Step({step.does!r}, {step.where}, {step.chance})," for step in story]
    return "\n".join(["play((", *lines, "))"])
