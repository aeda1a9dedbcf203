"""The keys that ask for the position, a card and what was said last."""
