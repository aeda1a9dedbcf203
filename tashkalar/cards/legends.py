"""The legends, one deck shared by all players."""
