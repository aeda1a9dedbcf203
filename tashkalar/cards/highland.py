"""The Highland deck."""
