"""The screen of the drill."""
