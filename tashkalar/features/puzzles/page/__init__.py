"""The list of the puzzles and the puzzle on the table; fetched when they are opened."""
