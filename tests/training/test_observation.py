"""The observation as an array: complete, as the document says, and blind to what is hidden."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pytest

from tashkalar import Game, cards
from tashkalar.bots.determinize import determinize
from tashkalar.position.board import SQUARE_OF
from tashkalar.site.paths import ROOT
from tashkalar.training import numbering
from tashkalar.training.actions import ACTIONS, COLUMNS
from tashkalar.training.observation import LAYOUT, SIZE, observe, split
from tests.support import arrange, play
from tests.training.games import GAMES, begin, decisions

PAGE = (ROOT / "docs/training.md").read_text(encoding="utf-8")
every_form = pytest.mark.parametrize("agreed", GAMES.values(), ids=GAMES)


def sections(game: Game, seat: int) -> dict[str, Any]:
    asked = game.prompt if seat == game.player else None
    return split(observe(game.view(seat), asked))


@every_form
def test_the_hidden_cards_of_others_change_nothing(agreed: dict[str, Any]) -> None:
    """Deal to each seat's view other hidden cards twice: hands, decks, tasks, discards unseen."""
    environment = begin(seed=11, **agreed)
    game: Game = environment.unwrapped.game
    exchanged = 0
    for number, _ in enumerate(decisions(environment, 200)):
        if number % 20:
            continue
        for agent in environment.possible_agents:
            seat = int(agent[-1]) + 1
            seen = environment.observe(agent)["observation"]
            asked = game.prompt if seat == game.player else None
            for random_state in (1, 2):
                _, dealt = determinize(game.view(seat), random_state)
                exchanged += dealt.hands != game.state.hands
                assert np.array_equal(observe(Game(dealt).view(seat), asked), seen)
    assert exchanged > 20


class Read(dict[str, Any]):
    """A part of a view that notes which of its entries are read."""

    def __init__(self, values: Mapping[str, Any], path: str, read: set[str]) -> None:
        super().__init__(
            {key: self._wrapped(value, f"{path}.{key}", read) for key, value in values.items()}
        )
        self._path, self._read = path, read

    @classmethod
    def _wrapped(cls, value: Any, path: str, read: set[str]) -> Any:
        if isinstance(value, dict):
            return cls(value, path, read)
        if isinstance(value, list | tuple):
            return [cls._wrapped(entry, path, read) for entry in value]
        return value

    def __getitem__(self, key: str) -> Any:
        self._read.add(f"{self._path}.{key}")
        return super().__getitem__(key)

    def items(self) -> Any:
        self._read |= {f"{self._path}.{key}" for key in self}
        return super().items()


def paths(value: Any, path: str = "") -> Iterator[str]:
    """The paths of all entries of a view; the entries of a list have the same."""
    if isinstance(value, dict):
        for key, entry in value.items():
            yield f"{path}.{key}"
            yield from paths(entry, f"{path}.{key}")
    elif isinstance(value, list | tuple):
        for entry in value:
            yield from paths(entry, path)


def test_the_array_leaves_out_nothing_but_what_the_document_names() -> None:
    left_out = set(re.findall(r"`(\w+)`", PAGE.partition("leaves out")[2].partition("\n\n")[0]))
    assert left_out == {"names", "open"}
    missing: set[str] = set()
    for agreed in GAMES.values():
        environment = begin(seed=2, **agreed)
        game: Game = environment.unwrapped.game
        for number, _ in enumerate(decisions(environment)):
            if number % 10 == 0 and game.player is not None:
                view = {k: v for k, v in game.view(game.player).items() if k != "open"}
                read: set[str] = set()
                observe(Read(view, "", read), game.prompt)
                missing |= set(paths(view)) - read
    assert missing == {".seats.name"}


RARE: dict[str, tuple[dict[str, Any], tuple[int, ...], int]] = {
    # section: what to set in a view of seat 2 in a melee, the place in the section, the number
    "captive_owner": ({"captive": {"owner": 3, "rank": "heroic", "gateway": True}}, (1,), 1),
    "captive_rank": ({"captive": {"owner": 3, "rank": "heroic", "gateway": True}}, (1,), 1),
    "captive_gateway": ({"captive": {"owner": 3, "rank": "heroic", "gateway": True}}, (0,), 1),
    "borrow": ({"turn.borrow": 2}, (0,), 2),
    "empties": ({"turn.empties": 1}, (0,), 1),
    "summon_with": ({"turn.summon_with": 1}, (2,), 1),
    "doubled": ({"turn.doubled": 1}, (0,), 1),
    "passed": ({"turn.passed": True}, (0,), 1),
    "extra": ({"turn.extra": True}, (0,), 1),
    "extra_beings": ({"turn.extra_beings": 2}, (0,), 2),
    "extra_legends": ({"turn.extra_legends": 1}, (0,), 1),
    "extra_turns": ({"turn.extra_turns": 1}, (0,), 1),
    "early_extras": ({"turn.early_extras": 1}, (0,), 1),
    "last_turns": ({"turn.last_turns": 3}, (0,), 3),
    "summoned_legends": (
        {"turn.summoned": [{"card": "titan", "square": "e5", "legend": True}]},
        (0,),
        1,
    ),
    "legend_discards": (
        {"piles.legend_discards": ["titan"]},
        (numbering.LEGEND_IDS.index("titan"),),
        1,
    ),
    "claimed_tasks": (
        {"tasks.claimed": ["destruction"]},
        (numbering.TASK_IDS.index("destruction"),),
        1,
    ),
    "warped": ({"turn.warped": ["bomb"]}, (numbering.BEING_IDS.index("bomb"),), 1),
    "penalty": ({"seats.0.penalty": 1}, (2,), 1),
    "pending": ({"seats.2.pending": "bomb"}, (1, numbering.BEING_IDS.index("bomb")), 1),
    "frozen": ({"seats.1.frozen": "bomb"}, (0, numbering.BEING_IDS.index("bomb")), 1),
}


@pytest.mark.parametrize("section", RARE)
def test_what_is_rare_in_games_has_its_place(section: str) -> None:
    view: Any = begin(**GAMES["melee of three"]).unwrapped.view("player_1")
    changes, place, number = RARE[section]
    assert split(observe(view))[section][place] != number
    for path, value in changes.items():
        *above, last = path.split(".")
        part = view
        for name in above:
            part = part[int(name)] if name.isdecimal() else part[name]
        part[last] = value
    assert split(observe(view))[section][place] == number


def test_every_other_section_is_used_in_games() -> None:
    """A section that stays 0 in all games would be a mistake in its name or its place."""
    used: set[str] = set()
    for agreed in GAMES.values():
        environment = begin(seed=1, **agreed)
        for number, agent in enumerate(decisions(environment)):
            if number % 4 == 0:
                seen = split(environment.observe(agent)["observation"])
                used |= {name for name, section in seen.items() if section.any()}
    assert used | set(RARE) == {section.name for section in LAYOUT}


def test_seats_and_colors_are_counted_from_the_own_one() -> None:
    game = Game.from_scenario(
        {
            "form": "melee",
            "seats": [
                {"school": "northern", "hand": ["knight", "bomb"], "score": {"2": 3, "3": 1}},
                {"school": "sylvan", "score": {"1": 2}, "legends": ["titan"]},
                {"school": "nethervoid"},
            ],
            "board": {"e5": "1 heroic", "e6": "2 common", "d4": "3 legendary", "e4": "3 heroic"},
            "gateway": "e4",
            "turn": {"seat": 2, "actions": 1},
        }
    )
    own, next_one, before = (sections(game, seat) for seat in (2, 3, 1))
    knight, titan = (numbering.BEING_IDS.index(id) for id in ("knight", "titan"))
    e5, e6, d4 = (SQUARE_OF[name] for name in ("e5", "e6", "d4"))
    # Own pieces first, then those of the next seat in turn order.
    assert own["board"][0, 0, e6] == own["board"][1, 2, d4] == own["board"][2, 1, e5] == 1
    assert next_one["board"][0, 2, d4] == before["board"][0, 1, e5] == 1
    assert own["board"].sum() == 4 and own["gateway"][SQUARE_OF["e4"]] == 1
    assert own["turn_seat"].tolist() == [1, 0, 0, 0]
    assert next_one["turn_seat"].tolist() == [0, 0, 1, 0]
    assert own["seat"].tolist() == [0, 1, 0, 0]
    # Points of seat 1 in the colors of seats 2 and 3, as all three see it.
    assert own["scores"][2].tolist() == [3, 1, 0, 0]
    assert before["scores"][0].tolist() == [0, 3, 1, 0]
    assert next_one["scores"][1].tolist() == [1, 0, 3, 0]
    assert own["colour"].tolist() == [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0]]
    assert before["hand"][knight] == 1 and own["hand"][knight] == 0
    assert own["hand"][titan] == 1 and next_one["hand"][titan] == before["hand"][titan] == 0
    assert own["prompt"].any() and not next_one["prompt"].any()


def test_teammates_share_a_color_and_their_legends() -> None:
    environment = begin(seed=1, **GAMES["duel in teams"])
    game: Game = environment.unwrapped.game
    held = game.state.legends[0]
    assert held and not game.state.legends[2]
    own, mate, rival = (sections(game, seat) for seat in (1, 3, 2))
    assert mate["colour"].tolist() == [[1, 0, 0, 0], [0, 1, 0, 0]] * 2
    numbers = [numbering.LEGEND_IDS.index(id) for id in held]
    for seen in (own, mate):
        assert seen["team_legends"].nonzero()[0].tolist() == sorted(numbers)
    assert not rival["team_legends"][numbers].any()


def test_a_question_of_an_effect_is_in_the_array() -> None:
    # R10.9: the Unicorn gives an action, or moves.
    game = arrange(
        {
            "e5": "1 heroic",
            "d5": "1 common",
            "e6": "1 common",
            "d4": "1 common",
            "d6": "1 common",
            "c4": "1 common",
            "c5": "1 common",
        },
        school="sylvan",
        other="northern",
        hand=["unicorn"],
    )
    square = next(iter(game.summons("unicorn")))
    play(game, f"unicorn@{square}")
    seen = sections(game, 1)
    assert game.prompt.kind == "option"
    assert seen["prompt"][numbering.PROMPT_KINDS.index("option")] == 1 == seen["prompt"].sum()
    unicorn = numbering.CARD_IDS.index("unicorn")
    assert seen["prompt_card"][unicorn] == seen["playing"][unicorn] == 1
    assert seen["summoned"][unicorn] == seen["summoned_squares"][SQUARE_OF[square]] == 1


# -- the document and the numbers ----------------------------------------------------------------


def test_the_document_has_the_layout() -> None:
    rows = re.findall(r"^\| (\d+) \| `(\w+)` \| ([\d × ]+) \|", PAGE, re.MULTILINE)
    expected = [(str(s.start), s.name, " × ".join(map(str, s.shape))) for s in LAYOUT]
    assert rows == expected
    assert f"{SIZE:,} whole numbers" in PAGE and f"{ACTIONS:,} actions" in PAGE
    columns = re.findall(r"^\| (\d) \| `(\w+)` \| [^\d]", PAGE, re.MULTILINE)
    assert columns == [(str(number), name) for number, name in enumerate(COLUMNS)]


def test_every_card_kind_and_option_has_a_number() -> None:
    own = [
        id
        for id, being in cards.BEINGS.items()
        if being.deck == "legends"
        or any(cards.SCHOOLS[school].deck == being.deck for school in numbering.SCHOOL_IDS)
    ]
    assert sorted(numbering.BEING_IDS) == sorted(own) and len(own) == 120
    assert (*numbering.BEING_IDS, *cards.FLARES, *cards.TASKS) == numbering.CARD_IDS
    texts = (ROOT / "static/locale/en").glob("*.json")
    words = {
        key
        for file in texts
        for key in re.findall(r'"option\.([\w-]+)"', file.read_text(encoding="utf-8"))
    }
    assert words == set(numbering.OPTIONS)
