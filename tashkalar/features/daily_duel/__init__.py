"""The duel of the day: one deal a day against one computer player, the same for everyone.

- The deal follows from the number of the day alone: schools, decks and the level of the opponent,
  which rises from Monday to Sunday (`daily_duel.py`).
- The first finished game of a day counts. Its result is stored (`duel_record.py`) and can be
  shared in a text that says nothing of the deal. Yesterday's deal can be played, too.
"""

DAILY_DUEL_KEY = "tashkalar.daily-duel.v1"
"""The key of the results in the browser's storage."""

SEED_START = "daily-duel/"
"""The start of the seed of each deal, by which its game is known again."""
