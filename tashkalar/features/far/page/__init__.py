"""Games with someone far away: fetched when such a game is played (`web/browser/part_fetch.py`)."""
