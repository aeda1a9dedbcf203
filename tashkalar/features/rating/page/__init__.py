"""The row and the dialog of a person's strength."""
