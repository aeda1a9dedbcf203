"""Saved games and settings, over any store of texts."""
