"""Moments: the best of a person's games, each with its board.

- When a game ends, its legends, a comeback and the turns that brought most are found in its moves
  (`moments.py`). Only the persons at this device count, and no game with schools of packs.
- A few of each kind are kept in one text on this device, the best or the newest ones. They stay
  when the game is deleted, and go with all stored data.
"""

MOMENTS_KEY = "tashkalar.moments.v1"
"""The key of the moments in the browser's storage."""
