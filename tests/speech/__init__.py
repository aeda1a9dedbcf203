"""Play by ear: what Orca says is all that a player gets."""
