"""The page as a board inside another page."""
