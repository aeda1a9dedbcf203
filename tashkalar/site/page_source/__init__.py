"""The HTML page: its parts, the drawn board and the fonts."""
