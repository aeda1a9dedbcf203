"""The position: squares and patterns, the state, the values that callers see, and randomness."""
