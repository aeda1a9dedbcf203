"""The summary of a game that is over: its points turn by turn, turning points, and numbers."""
