"""The history of a game: its timeline, its summary and the chart of its scores."""
