"""Games between connected devices: fetched when a person connects some (`part_fetch.py`)."""
