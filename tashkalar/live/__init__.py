"""Games between devices that are connected: pairing codes, and what is told over the connection."""
