"""Studies and the review on the page, fetched when they are needed."""
