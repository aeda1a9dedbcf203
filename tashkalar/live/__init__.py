"""Games between devices that are connected: pairing codes, and messages for the log."""
