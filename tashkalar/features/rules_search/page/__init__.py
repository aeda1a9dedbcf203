"""The field of the search in the dialog of the rules."""
