"""The list of the lessons, and the coach beside the board."""
