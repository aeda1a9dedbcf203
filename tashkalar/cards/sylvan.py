"""The Sylvan deck."""
