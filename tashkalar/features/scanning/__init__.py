"""Playing with one key, one button, or a pointer that only rests."""
