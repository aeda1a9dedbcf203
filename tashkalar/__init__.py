"""Tash-Kalar, the summoners' duel by Vlaada Chvátil, as a pure-Python engine. Unofficial.

The engine has no dependency and uses no file, clock or page. `tashkalar.web` is the browser layer,
which the engine never imports.
"""

from tashkalar import cards
from tashkalar.errors import (
    IllegalMove,
    PackError,
    PackNeeded,
    RecordError,
    SaveError,
    ScenarioError,
)
from tashkalar.game import Game, Piece, new_game
from tashkalar.position.move import Event, Match, Message, Move, Prompt
from tashkalar.rules.outcome import Outcome

__version__ = "0.3.0"

__all__ = [
    "Event",
    "Game",
    "IllegalMove",
    "Match",
    "Message",
    "Move",
    "Outcome",
    "PackError",
    "PackNeeded",
    "Piece",
    "Prompt",
    "RecordError",
    "SaveError",
    "ScenarioError",
    "cards",
    "new_game",
]
