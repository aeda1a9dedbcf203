"""Lessons: their files, the list of them, and how one is taken."""
