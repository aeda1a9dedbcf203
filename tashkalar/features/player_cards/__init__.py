"""The public cards of a player: what was played, and what could still come."""
