"""The way to a game: the start screen, the form for a new game, the page's address."""
