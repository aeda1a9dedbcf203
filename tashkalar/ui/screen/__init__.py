"""The screen of a game, part by part, as plain values to draw."""
