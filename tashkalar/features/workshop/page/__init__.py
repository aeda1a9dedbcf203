"""The screen of the workshop; fetched when it is opened (`web/browser/part_fetch.py`)."""
