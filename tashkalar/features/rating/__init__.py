"""The rating of a person: their strength against the levels of computer players."""
