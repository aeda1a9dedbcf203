"""What happened in a game: its timeline, its summary and the chart of its scores."""
