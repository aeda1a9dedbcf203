"""Games with someone far away: fetched when such a game is played (`web/browser/far_fetch.py`)."""
