"""The screen of a game: input, drawing, and each panel around the board."""
