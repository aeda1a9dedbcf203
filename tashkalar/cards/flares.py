"""The flares. Most of their halves are one of a few small effects, written once."""
