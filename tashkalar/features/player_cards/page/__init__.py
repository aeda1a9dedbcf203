"""The dialog with the public cards of a player."""
