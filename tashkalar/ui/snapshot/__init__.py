"""What lets the page's modules live in a memory snapshot made without a browser."""
