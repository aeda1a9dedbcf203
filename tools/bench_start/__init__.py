"""Time from the navigation until a page can be used, and the memory that it takes."""
