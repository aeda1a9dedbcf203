"""The form for a new game: what was filled in, what of it shows, and the game that it describes.

The browser layer gives the fields by name, as they are filled in, and draws the `FormView`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from tashkalar import Game, new_game
from tashkalar.bots import PLANNING
from tashkalar.cards.schools import own_schools
from tashkalar.position.ids import Seat, SeatNumber, seat_number, seat_numbers
from tashkalar.position.move import Message
from tashkalar.rules.forms import FORMS
from tashkalar.rules.presets import PRESETS
from tashkalar.ui.bots.bot_names import by_level
from tashkalar.ui.start import game_choices
from tashkalar.ui.start.game_choices import BASE
from tashkalar.ui.text.catalogue import Catalogue
from tashkalar.ui.text.refusal import Refused

SEATS = 4  # that the form has places for
BY_PLAYERS, BY_LOT, BY_BAN, IN_SECRET = CHOOSING = ("players", "random", "ban", "secret")
"""How the schools are chosen."""


class Wish(NamedTuple):
    """What the form says."""

    game: str = next(iter(FORMS))  # a form or a preset
    players: int = 3  # of a form that different numbers can play
    teams: bool = False
    expansions: bool = False
    choosing: str = BY_PLAYERS
    names: tuple[str, ...] = ("",) * SEATS
    bots: tuple[str, ...] = ("",) * SEATS  # the level of each seat that the computer plays
    schools: tuple[str, ...] = BASE[:SEATS]  # chosen, or banned, in every place; empty for none

    @classmethod
    def of(cls, fields: Mapping[str, str]) -> Wish:
        """What the fields of the form say; a box that is not ticked is not among them."""
        game = fields["form"]
        places = seat_numbers(SEATS)
        return cls(
            game=game,
            players=int(fields["players"]),
            teams=game_choices.can_team(game) and fields.get("teams") == "1",
            expansions=fields.get("expansions") == "1",
            choosing=BY_PLAYERS if game in PRESETS else fields["choosing"],
            names=tuple(fields.get(f"name-{seat}", "").strip() for seat in places),
            bots=tuple(_level(fields.get(f"player-{seat}", "")) for seat in places),
            schools=tuple(fields.get(f"school-{seat}", "") for seat in places),
        )

    @property
    def seats(self) -> int:
        """How many play."""
        sizes = game_choices.table_sizes(self.game)
        return 4 if self.teams else self.players if self.players in sizes else sizes[0]

    @property
    def pool(self) -> tuple[str, ...]:
        """The schools of the game that take part."""
        return own_schools(expansions=self.expansions)


class SeatView(NamedTuple):
    """A player's place in the form."""

    shown: bool
    choosing: bool  # a school is chosen, or banned, here
    banning: bool
    fixed: bool  # it can be seen but not changed
    choices: tuple[str, ...]  # the schools that can be chosen
    chosen: str  # empty for none
    taken: frozenset[str]  # chosen in other places


class SecretView(NamedTuple):
    """Schools are chosen in secret: the device is handed on, or somebody chooses."""

    step: str  # "cover" or "pick"
    title: Message
    text: Message


class FormView(NamedTuple):
    """What shows of the form."""

    game: str
    choosing: str
    teams: bool
    options: bool  # there is something to set
    players: bool  # different numbers can play
    may_team: bool
    seats: tuple[SeatView, ...]
    secret: SecretView | None
    button: Message


class SetupForm:
    """The form on the start screen, and how far the players have come in choosing in secret."""

    def __init__(self, seed: Callable[[], str] = game_choices.chance) -> None:
        self._seed = seed
        self._packs: tuple[str, ...] = ()  # the schools of packs
        self._picks: tuple[str, ...] | None = None  # schools chosen in secret so far
        self._covered = False  # the next player has not come to the screen yet
        self.wish = Wish()

    def fill(self, fields: Mapping[str, str]) -> None:
        """Take over what is filled in now."""
        before, now = self.wish, Wish.of(fields)
        if before.game in PRESETS or now.game in PRESETS:
            now = now._replace(schools=before.schools)  # those of a preset are nobody's choice
        self.wish = self._fitting(now)

    def offer(self, packs: Sequence[str]) -> None:
        """The schools of these packs can be chosen beside those of the game."""
        self._packs = tuple(packs)
        self.wish = self._fitting(self.wish)

    @property
    def schools(self) -> tuple[str, ...]:
        """All schools that the game may have, as far as is known."""
        return (*self._chosen(self.wish)[: self.wish.seats], *(self._picks or ()))

    def _chosen(self, wish: Wish) -> tuple[str, ...]:
        if wish.game in PRESETS:
            return PRESETS[wish.game].schools + wish.schools[wish.seats :]
        return wish.schools

    def _choices(self, wish: Wish) -> tuple[str, ...]:
        """The schools a person can choose; nobody draws or bans a pack."""
        return wish.pool + self._packs if wish.choosing in (BY_PLAYERS, IN_SECRET) else wish.pool

    def _fitting(self, wish: Wish) -> Wish:
        """A place whose school cannot be chosen any longer gets another one."""
        choices = self._choices(wish)
        used = {school for school in wish.schools if school in choices}
        fitting: list[str] = []
        for school in wish.schools:
            if school and school not in choices:
                in_secret = self._picks is not None
                free = next(s for s in (*wish.pool, wish.pool[0]) if s not in used)
                school = "" if in_secret else free
                used.add(school)
            fitting.append(school)
        return wish._replace(schools=tuple(fitting))

    # -- what shows ----------------------------------------------------------------------

    @property
    def view(self) -> FormView:
        """What shows of the form now."""
        wish = self.wish
        preset = wish.game in PRESETS
        return FormView(
            game=wish.game,
            choosing=wish.choosing,
            teams=wish.teams,
            options=not preset,
            players=len(game_choices.table_sizes(wish.game)) > 1,
            may_team=game_choices.can_team(wish.game),
            seats=tuple(self._seat(seat) for seat in range(SEATS)),
            secret=self._secret(),
            button=self._button(),
        )

    def _seat(self, seat: int) -> SeatView:
        """The place of a seat, from 0."""
        wish, chosen = self.wish, self._chosen(self.wish)
        fixed = wish.game in PRESETS
        shown, choosing = seat < wish.seats, wish.choosing in (BY_PLAYERS, BY_BAN)
        if self._picks is not None:
            shown = choosing = not self._covered and seat == len(self._picks)
        clashing = shown and not fixed and wish.choosing == BY_PLAYERS
        others = chosen[:seat] + chosen[seat + 1 : wish.seats]
        return SeatView(
            shown=shown,
            choosing=choosing,
            banning=wish.choosing == BY_BAN,
            fixed=fixed,
            choices=(chosen[seat],) if fixed else self._choices(wish),
            chosen=chosen[seat],
            taken=frozenset(others if clashing else ()),
        )

    def _next(self) -> Message | str:
        """Whose choice in secret is the next."""
        seat = len(self._picks or ())
        return self.wish.names[seat] or Message("setup.player", {"n": seat_number(seat)})

    def _secret(self) -> SecretView | None:
        if self._picks is None:
            return None
        step = "cover" if self._covered else "pick"
        title = Message(f"setup.secret.{step}", {"who": self._next()})
        return SecretView(step, title, Message(f"setup.secret.{step}.text"))

    def _button(self) -> Message:
        if self._picks is None:
            return Message("page.setup.start")
        step = "open" if self._covered else "keep"
        return Message(f"setup.secret.{step}", {"who": self._next()})

    # -- the game ------------------------------------------------------------------------

    def begin(self, words: Catalogue) -> Game | None:
        """The game that the form describes, None while schools are still being chosen in secret.

        Refused, with what to tell, when there cannot be such a game.
        """
        wish = self.wish
        names = by_level(wish.names[: wish.seats], self.bots, words)
        try:
            if wish.game in PRESETS:
                preset = PRESETS[wish.game]
                return new_game(preset.form, preset.schools, names=names, options=preset.options)
            schools = self._schools_of_game()
            if schools is None:
                return None
            _check_different(schools)
            if wish.teams:
                names = game_choices.team_names(schools, names, words)
            game = new_game(wish.game, schools, teams=wish.teams, names=names)
        except ValueError as error:
            raise Refused(_reason(error)) from None
        self.leave_secret()
        return game

    def against(self, level: str) -> dict[str, str]:
        """Who plays each seat when a person begins against computer players of a level.

        By the names of the form's fields; an empty level: only people play.
        """
        return {f"player-{seat}": level if seat > 1 else "" for seat in seat_numbers(SEATS)}

    def at_level(self, level: str) -> dict[str, str]:
        """The fields of the seats that computer players have, when these get another level."""
        seats = zip(seat_numbers(SEATS), self.wish.bots, strict=True)
        return {f"player-{seat}": level for seat, before in seats if before}

    @property
    def bots(self) -> dict[SeatNumber, str]:
        """The seats of the game that the computer plays, with its levels."""
        levels = self.wish.bots[: self.wish.seats]
        return {seat_number(Seat(seat)): level for seat, level in enumerate(levels) if level}

    def _schools_of_game(self) -> tuple[str, ...] | None:
        """The schools as they are to be chosen; None when not all have chosen in secret."""
        wish = self.wish
        chosen = wish.schools[: wish.seats]
        if wish.choosing == BY_LOT:
            return game_choices.drawn(wish.pool, wish.seats, self._seed)
        if wish.choosing == BY_BAN:
            left = [school for school in wish.pool if school not in chosen]
            return game_choices.drawn(left, wish.seats, self._seed)
        return self._secret_step() if wish.choosing == IN_SECRET else chosen

    # -- choosing in secret --------------------------------------------------------------

    def _secret_step(self) -> tuple[str, ...] | None:
        """One step further: the next cover, the next choice; all schools when it is done."""
        wish = self.wish
        if self._picks is None:
            # Whatever else is wrong is told before anybody has chosen.
            names = wish.names[: wish.seats]
            new_game(wish.game, wish.pool[: wish.seats], teams=wish.teams, names=names)
            self._cover(self._with_bots(()))
        elif self._covered:
            self._covered = False
        else:
            return self._pick(self._picks)
        return None

    def _pick(self, picks: tuple[str, ...]) -> tuple[str, ...] | None:
        school = self.wish.schools[len(picks)]
        if not school:
            raise Refused(Message("setup.secret.none"))
        picks = self._with_bots((*picks, school))
        if len(picks) < self.wish.seats:
            self._cover(picks)
            return None
        if len(set(picks)) < len(picks):
            self._cover(self._with_bots(()))
            raise Refused(Message("setup.secret.clash"))
        return picks

    def _with_bots(self, picks: tuple[str, ...]) -> tuple[str, ...]:
        """The picks, and those of computer players whose turn it is then: by lot, never taken."""
        while len(picks) < self.wish.seats and self.wish.bots[len(picks)]:
            left = [school for school in self.wish.pool if school not in picks]
            picks += game_choices.drawn(left, 1, self._seed)
        return picks

    def _cover(self, picks: tuple[str, ...]) -> None:
        """Hide what was chosen, for the next player to come."""
        self._picks, self._covered = picks, True
        self.wish = self.wish._replace(schools=("",) * SEATS)

    def leave_secret(self) -> None:
        """Show the whole form again; nothing of what was chosen stays."""
        if self._picks is not None:
            self._picks = None
            self.wish = self.wish._replace(schools=BASE[:SEATS])


def _level(text: str) -> str:
    return text if text in PLANNING else ""


def _check_different(schools: Sequence[str]) -> None:
    for school in schools:
        if schools.count(school) > 1:
            name = Message(f"page.school.{school}")
            raise Refused(Message("setup.same-school", {"school": name}))


def _reason(error: ValueError) -> Message:
    """What the engine says against the game, for the person who filled in the form."""
    argument, _, reason = str(error).partition(": ")
    if argument.startswith("names"):
        return Message("setup.names")
    return Message("setup.error", {"reason": reason or argument})
