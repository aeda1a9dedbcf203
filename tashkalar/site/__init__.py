"""Build and serve the page, for serve.py. Nothing of this folder is part of the page."""
