"""The moves of a game in memory: made, answered, undone and redone."""
