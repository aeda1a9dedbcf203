"""Computer players as the page sees them: seats, names, hints and the review."""
