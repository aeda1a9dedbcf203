"""A player who only hears: every decision follows from lines that the screen reader has said."""

from __future__ import annotations

import re

from tests.speech.listener import Listener
from tests.speech.words import as_said, begins, says, texts

MOST_STOPS = 60  # of Tab, once around the page
MOST_WAITS = 30  # for the browser and the page, each until it is quiet
MOST_DECISIONS = 400
EACH_TURN = 5  # how often the hand is gone through
GOALS = ("goal.beings.other", "goal.title", "goal.title.plain")
NAMED_SQUARES = r", \w+:? [a-i][1-9]\b"  # behind the name of a card: "Knight, on e5, f6"
SQUARE = r"[a-i][1-9]: "  # how the name of a square begins
CAN_BE_CHOSEN = ("square.legal", "square.take", "square.lose")
ANSWERS = (
    *("choice.no", "choice.done", "choice.leave", "choice.here", "choice.destroy"),
    *("choice.upgrade", "choice.downgrade", "choice.convert", "choice.move", "choice.leap"),
    *("choice.swap", "choice.pick-up", "choice.mirror", "choice.capture", "choice.gateway"),
    *("choice.placement", "option."),
)
SOLVED = ("goal.reached", "puzzles.solved.title")
RESULTS = ("result.winner", "result.winner.by", "result.shared")


class LostError(AssertionError):
    """The error for a player who does not know what to do, with what was heard last."""


class Player:
    """Someone who knows the keys and the words of one language."""

    def __init__(self, listener: Listener, language: str) -> None:
        self._listener, self._language = listener, language
        self.heard: list[str] = []  # after the last key
        self.decisions = self.turns = 0
        self._questions = tuple(
            id for id in texts(language) if id.startswith(("ask.", "prompt.turn.first"))
        )
        self._answers = tuple(id for id in texts(language) if id.startswith(ANSWERS))
        self._cards = {
            text for id, text in texts(language).items() if re.fullmatch(r"card\..+\.name", id)
        }

    # -- ears and fingers ----------------------------------------------------------------

    def press(self, key: str) -> list[str]:
        """Press a key and listen."""
        self.heard = [as_said(line) for line in self._listener.press(key)]
        return self.heard

    def knows(self, *ids: str) -> bool:
        """Tell whether one of the page's texts is in what was heard last."""
        return any(says(line, self._language, *ids) for line in self.heard)

    def tab_to(self, *ids: str, key: str = "Tab") -> bool:
        """Press Tab until one of the texts is heard as the name of a stop; give up after a round.

        The screen reader's own words, as "push button", are of no use: they are in its language.
        """
        first: list[str] = []
        for _ in range(MOST_STOPS):
            name = self.press(key)
            if any(says(line, self._language, *ids) for line in name):
                return True
            if first and name == first:
                return False
            first = first or name
        return False

    def arrive(self) -> None:
        """Listen until the page has said its title, and then until nothing more is said."""
        said: list[str] = []
        for _ in range(MOST_WAITS):
            more = self._listener.listen()
            said += more
            if not more and any(says(line, self._language, "page.title") for line in said):
                break
        self.heard = said

    def lost(self) -> LostError:
        """Return the error, with the end of the transcript."""
        return LostError("\n".join(["lost after:", *self._listener.transcript[-30:]]))

    # -- a game --------------------------------------------------------------------------

    def start_first_game(self) -> None:
        """Begin the offered game: on the start screen, behind the button that names it."""
        self.arrive()
        if not self.tab_to("page.setup.first-game"):
            raise self.lost()
        self.press("Tab")
        if not self.knows("page.start.play"):
            raise self.lost()
        self.press("Return")

    def play(self, most: int = MOST_DECISIONS) -> bool:
        """Make decisions until the game is over, or so many; tell whether it is over."""
        for _ in range(most):
            self.wait_for_question()
            if self.knows(*RESULTS):
                return True
            self.decide()
            self.decisions += 1
        return False

    def wait_for_question(self) -> None:
        """Listen until something is asked; others may play meanwhile."""
        self.wait_for(*self._questions, *RESULTS)

    def wait_for(self, *ids: str) -> None:
        """Listen until one of the texts is heard; a slow machine may take long."""
        for _ in range(MOST_WAITS):
            if self.knows(*ids):
                return
            self.heard += self._listener.listen()
        raise self.lost()

    def decide(self) -> None:
        """Make one decision by the question that was heard."""
        if self.knows("curtain.open"):
            self.press("Return")
        elif self.knows("ask.end"):
            if not self.tab_to("choice.end", "choice.end.without"):
                raise self.lost()
            self.press("Return")
            self.pieces = 0
        elif self.wants_card() and self.choose_card():
            pass
        elif not (self.choose_square() or self.choose_button()):
            raise self.lost()

    def wants_card(self) -> bool:
        """Tell whether this is the begin of a turn in which the hand is gone through.

        With few pieces no card has a square, and to hear the whole hand takes long.
        """
        if not self.knows("ask.turn.other"):
            return False
        self.turns += 1
        return self.turns % EACH_TURN == 0

    def choose_card(self) -> bool:
        """Take up a card for which squares are named, and summon it on the first of them.

        The focus is on the board again in any case.
        """
        if self.find_card():
            self.press("Return")  # goes to its square
            self.press("Return")
            return True
        for _ in range(MOST_STOPS):
            self.press("shift+Tab")
            if self.is_on_board():
                return False
        raise self.lost()

    def is_on_board(self) -> bool:
        """Tell whether the last stop is the board, by its name or by that of a square.

        What is said of a card may name squares too, behind the name of the card.
        """
        named = self.knows("page.board.label") or any(re.match(SQUARE, x) for x in self.heard)
        return named and not self.is_card()

    def is_card(self) -> bool:
        """Tell whether the last stop is a card in hand."""
        return any(line.partition(",")[0] in self._cards for line in self.heard)

    # -- a lesson ------------------------------------------------------------------------

    def play_first_lesson(self, most: int = MOST_DECISIONS) -> bool:
        """Do what the coach says until the turn is over; tell whether it is."""
        self.arrive()
        self.wait_for("learn.placing.hello")
        for _ in range(most):
            if self.knows("learn.placing.turn"):
                return True
            self.follow_coach()
            self.decisions += 1
        return False

    def follow_coach(self) -> None:
        """Do what the coach has just said."""
        if self.knows("learn.placing.end"):
            found = self.tab_to("choice.end")
        elif self.knows("learn.placing.take-up"):
            found = self.find_card()
        elif self.knows("lessons.next"):  # the button has the focus
            found = True
        elif self.knows("learn.placing.first", "learn.placing.second"):
            found = bool(self.press("n")) and self.knows("square.legal")
        else:
            found = self.go_to_named_square()
        if not found:
            raise self.lost()
        self.press("Return")

    def go_to_named_square(self) -> bool:
        """Go to the last square that was named, by its letter and its number."""
        named = re.findall(r"\b([a-i])([1-9])\b", " ".join(self.heard))
        for key in named[-1] if named else ():
            self.press(key)
        return bool(named)

    # -- a puzzle ------------------------------------------------------------------------

    def play_puzzle(self, most: int = MOST_DECISIONS) -> bool:
        """Summon what can be summoned; if that fails, begin again with another square."""
        self.arrive()
        self.wait_for(*GOALS)
        for attempt in range(most):
            self.decisions += 1
            if self.summon_on_square(attempt):
                while not self.knows(*SOLVED) and self.summon_on_square(0):
                    pass
            if self.knows(*SOLVED):
                return True
            if not self.tab_to("page.lesson.restart"):
                raise self.lost()
            self.press("Return")
        return False

    def summon_on_square(self, number: int) -> bool:
        """Summon the first card that has squares on the square of that number, if there is one.

        Whether it has, its name tells: no more cards follow the hand.
        """
        if not self.find_card():
            return False
        self.press("Return")
        for _ in range(number):
            self.press("n")
        self.press("Return")
        return True

    def find_card(self) -> bool:
        """Go with Tab to a card that names its squares; tell whether there is one in hand."""
        has_seen_cards = False
        for _ in range(MOST_STOPS):
            self.press("Tab")
            if self.names_squares():
                return True
            if self.is_card():
                has_seen_cards = True
            elif has_seen_cards:
                return False
        return False

    def names_squares(self) -> bool:
        """Tell whether the card at this stop names squares: some, or their number."""
        return self.knows("card.squares.one", "card.squares.other") or any(
            re.search(NAMED_SQUARES, line) for line in self.heard
        )

    # -- squares and buttons -------------------------------------------------------------

    def choose_square(self) -> bool:
        """Go to the next square that can be chosen, and choose it.

        Nothing is said where the page was slower than the key; so it is pressed again.
        """
        if not any(self.press("n") and self.knows(*CAN_BE_CHOSEN) for _ in range(2)):
            return False
        self.press("Return")
        return True

    def choose_button(self) -> bool:
        """Press the first button among the choices, which are named as a group.

        Orca does not always say the groups; then the answers are known by their names.
        """
        for _ in range(MOST_STOPS):
            self.press("Tab")
            is_answer = any(begins(line, self._language, *self._answers) for line in self.heard)
            if is_answer or self.knows("page.prompt.choices"):
                self.press("Return")
                return True
        return False
