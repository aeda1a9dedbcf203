"""The exercises on the table, and the way to what is due."""
