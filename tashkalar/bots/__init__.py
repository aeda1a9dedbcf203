"""Program players, which see what a seat may see and nothing else."""

PLANNING = ("novice", "adept", "master")
"""The levels of planning players, the easiest first; `levels.LEVELS` says what they are."""
