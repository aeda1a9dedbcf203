"""The screen of the duel of the day."""
