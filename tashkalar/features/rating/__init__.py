"""The rating of a person: how strong they are against the levels of computer players."""
