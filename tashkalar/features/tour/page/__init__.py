"""The dialog of the tour."""
