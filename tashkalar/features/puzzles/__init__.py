"""Puzzles: the list, the puzzle of the day, progress, and what follows an attempt."""
