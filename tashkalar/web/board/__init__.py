"""Drawing the board, its marks, and cards."""
