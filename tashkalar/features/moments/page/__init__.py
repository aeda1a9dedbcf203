"""The page of the moments."""
