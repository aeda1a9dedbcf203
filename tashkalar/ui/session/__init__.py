"""The game at the table: what is selected, and what follows from it."""
