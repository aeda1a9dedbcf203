"""Studies on the table: the turns of a game, what else could be played, and trying it."""
