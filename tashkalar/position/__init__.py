"""The position: squares and patterns, states, the values that cross the border, and chance."""
