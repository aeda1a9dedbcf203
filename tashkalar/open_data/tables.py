"""Tables of many games: who wins, with which cards, from which squares, and from how far behind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any

from tashkalar import cards
from tashkalar.bots.arena import wilson_interval
from tashkalar.open_data.game_figures import UNFINISHED, GameFigures
from tashkalar.position.ids import seat_number

TURN_STEP = 5  # the table of sides behind has each so-many-th turn
BANDS = ("1-2", "3-4", "5 or more")  # points behind
MOST_COMEBACKS = 10  # in the list of single games

Row = dict[str, Any]


class WinCount:
    """The number of sides that have something in common, and of those that won; ties in parts."""

    def __init__(self) -> None:
        self.sides = 0
        self.won = 0.0

    def add(self, share: float) -> None:
        """Count a side that won, lost or shared a game."""
        self.sides += 1
        self.won += share

    def row(self) -> Row:
        """Return the numbers with Wilson's interval at 95 %, both as parts of 1."""
        low, high = wilson_interval(self.won, self.sides)
        shares = {"share": self.won / self.sides, "low": low, "high": high}
        rounded = {name: round(value, 6) for name, value in shares.items()}
        return {"sides": self.sides, "won": round(self.won, 2), **rounded}


class WinCounts(dict[Any, WinCount]):
    """A count for each key that something was added to."""

    def __missing__(self, key: Any) -> WinCount:
        self[key] = WinCount()
        return self[key]


class GameTables:
    """The tables of the games of one form with equally many seats."""

    def __init__(self, form: str, seats: int, *, teams: bool) -> None:
        self.form, self.seats, self.teams = form, seats, teams
        self._games = 0
        self._ends: Counter[tuple[str, str]] = Counter()
        self._lengths: Counter[int] = Counter()
        self._marks: Counter[str] = Counter()
        self._by_seat, self._by_school, self._by_pair = WinCounts(), WinCounts(), WinCounts()
        self._by_opening, self._by_card, self._by_gap = WinCounts(), WinCounts(), WinCounts()
        self._by_turn_and_gap = WinCounts()
        self._times: Counter[str] = Counter()
        self._holders: Counter[str] = Counter()  # sides with a school that has the being
        self._comebacks: list[tuple[int, int, str]] = []  # points, turn and seed of the game

    def add(self, game: GameFigures) -> None:
        """Count a game; one that did not end counts only among the ends."""
        self._games += 1
        self._ends[game.trigger, game.reason] += 1
        if game.trigger == UNFINISHED:
            return
        self._lengths[game.turns] += 1
        self._marks.update(game.marks)
        self._add_seats(game)
        self._add_cards(game)
        self._add_gaps(game)

    def _add_seats(self, game: GameFigures) -> None:
        for seat, (school, side) in enumerate(zip(game.schools, game.sides, strict=True)):
            share = game.shares[side]
            self._by_seat[seat_number(seat)].add(share)
            self._by_school[school].add(share)
            if game.openings[seat]:
                self._by_opening[game.openings[seat]].add(share)
        for one, other in combinations(range(len(game.schools)), 2):
            if game.sides[one] == game.sides[other] or game.schools[one] == game.schools[other]:
                continue
            first, second = sorted((one, other), key=lambda seat: _order(game.schools[seat]))
            self._by_pair[game.schools[first], game.schools[second]].add(
                _share_against(game.places[game.sides[first]], game.places[game.sides[second]])
            )

    def _add_cards(self, game: GameFigures) -> None:
        for side, share in enumerate(game.shares):
            own = {
                card
                for school, owner in zip(game.schools, game.sides, strict=True)
                if owner == side
                for card in _beings(school)
            }
            self._holders.update(own)
            for (player, card), times in game.played.items():
                if player == side:
                    self._times[card] += times
                    self._by_card[card].add(share)
                    # A card of another school can come too, by an effect.
                    self._holders[card] += _kind(card) == "being" and card not in own

    def _add_gaps(self, game: GameFigures) -> None:
        for side, share in enumerate(game.shares):
            gaps = {turn: _gap(scores, side) for turn, scores in game.scores.items()}
            largest = max(gaps.values())
            self._by_gap[largest].add(share)
            if share == 1 and largest:
                turn = max(turn for turn, gap in gaps.items() if gap == largest)
                self._comebacks.append((largest, turn, game.seed))
            for turn in range(TURN_STEP, game.turns, TURN_STEP):
                if gaps.get(turn):
                    band = BANDS[min((gaps[turn] - 1) // 2, len(BANDS) - 1)]
                    self._by_turn_and_gap[turn, band].add(share)

    def add_result(self, tables: Mapping[str, Any]) -> None:
        """Count the games that such tables were made of.

        Raise KeyError, TypeError or ValueError if they are no tables of this class.
        """
        self._games += int(tables["games"])
        for row in tables["ends"]:
            self._ends[row["trigger"], row["decided_by"]] += int(row["games"])
        for turns, games in tables["turns"].get("games", {}).items():
            self._lengths[int(turns)] += int(games)
        for row in tables["marks"]:
            self._marks[row["square"]] += int(row["times"])
        for row in tables["cards"]:
            self._times[row["card"]] += int(row["times"])
        for being, sides in tables["holders"].items():
            self._holders[being] += int(sides)
        for counts, name, keys in (
            (self._by_seat, "seat", ("seat",)),
            (self._by_school, "school", ("school",)),
            (self._by_pair, "pairs", ("school", "against")),
            (self._by_opening, "openings", ("square",)),
            (self._by_card, "cards", ("card",)),
            (self._by_gap, "farthest_behind", ("points",)),
            (self._by_turn_and_gap, "behind_after_turn", ("turn", "points")),
        ):
            for row in tables[name]:
                key = tuple(row[part] for part in keys)
                count = counts[key if len(keys) > 1 else key[0]]
                count.sides += int(row["sides"])
                count.won += float(row["won"])
        for row in tables["comebacks"]:
            self._comebacks.append((int(row["points"]), int(row["turn"]), str(row["seed"])))

    def result(self) -> dict[str, Any]:
        """Return all tables, ready for JSON."""
        sides = sum(count.sides for count in self._by_gap.values())
        return {
            "form": self.form,
            "seats": self.seats,
            "teams": self.teams,
            "games": self._games,
            "finished": self._lengths.total(),
            "seat": _rows(self._by_seat, "seat"),
            "school": _rows(self._by_school, "school", order=_order),
            "pairs": [
                {"school": one, "against": other, **self._by_pair[one, other].row()}
                for one, other in sorted(self._by_pair, key=lambda pair: tuple(map(_order, pair)))
            ],
            "cards": self._card_rows(sides),
            "holders": dict(sorted(self._holders.items())),
            "marks": [
                {"square": square, "times": times} for square, times in sorted(self._marks.items())
            ],
            "openings": sorted(
                _rows(self._by_opening, "square"), key=lambda row: -int(row["sides"])
            ),
            "turns": self._turns(),
            "ends": [
                {"trigger": trigger, "decided_by": reason, "games": games}
                for (trigger, reason), games in sorted(
                    self._ends.items(), key=lambda end: (-end[1], end[0])
                )
            ],
            "farthest_behind": _rows(self._by_gap, "points"),
            "behind_after_turn": [
                {"turn": turn, "points": band, **self._by_turn_and_gap[turn, band].row()}
                for turn, band in sorted(self._by_turn_and_gap)
            ],
            "comebacks": [
                {"points": points, "turn": turn, "seed": seed}
                for points, turn, seed in sorted(
                    self._comebacks, key=lambda one: (-one[0], -one[1], one[2])
                )[:MOST_COMEBACKS]
            ],
        }

    def _card_rows(self, sides: int) -> list[Row]:
        """Return a row for each card that was played, the kinds apart, the most played first."""
        rows = []
        for card, count in self._by_card.items():
            kind = _kind(card)
            could = self._holders[card] if kind == "being" else sides
            frequency = round(count.sides / could, 4)
            rows.append(
                {"card": card, "kind": kind, "times": self._times[card], "of": could}
                | {"frequency": frequency, **count.row()}
            )
        kinds = ("being", "legend", "flare")
        return sorted(rows, key=lambda r: (kinds.index(r["kind"]), -r["times"], r["card"]))

    def _turns(self) -> dict[str, Any]:
        lengths = sorted(self._lengths.elements())
        if not lengths:
            return {}
        return {
            "mean": round(sum(lengths) / len(lengths), 2),
            "median": (lengths[(len(lengths) - 1) // 2] + lengths[len(lengths) // 2]) / 2,
            "least": lengths[0],
            "most": lengths[-1],
            "games": {str(turns): games for turns, games in sorted(self._lengths.items())},
        }


def make_tables(
    games: Iterable[GameFigures], earlier: Iterable[Mapping[str, Any]] = ()
) -> list[dict[str, Any]]:
    """Return the tables of games, apart for each form, number of seats, and teams.

    The games of the `earlier` tables are counted too. Raise KeyError, TypeError or ValueError if
    these are no tables of this function.
    """
    groups: dict[tuple[str, int, bool], GameTables] = {}

    def group(form: str, seats: int, teams: bool) -> GameTables:
        return groups.setdefault((form, seats, teams), GameTables(form, seats, teams=teams))

    for tables in earlier:
        group(tables["form"], int(tables["seats"]), bool(tables["teams"])).add_result(tables)
    for game in games:
        group(game.form, len(game.schools), game.teams).add(game)
    return [groups[key].result() for key in sorted(groups)]


def _share_against(place: int, other: int) -> float:
    """Return the share of a side in a game against another one, by their places."""
    return 0.5 if place == other else float(place < other)


def _rows(counts: Mapping[Any, WinCount], name: str, order: Any = None) -> list[Row]:
    return [{name: key, **counts[key].row()} for key in sorted(counts, key=order)]


def _order(school: str) -> int:
    return list(cards.SCHOOLS).index(school)


@cache
def _beings(school: str) -> frozenset[str]:
    return frozenset(being.id for being in cards.by_school(school))


def _kind(card: str) -> str:
    if card in cards.FLARES:
        return "flare"
    return "legend" if cards.BEINGS[card].deck == "legends" else "being"


def _gap(scores: Sequence[int], side: int) -> int:
    """Return how many points a side is behind the best other one; 0 if it is not."""
    return max(0, *(score - scores[side] for score in scores))
