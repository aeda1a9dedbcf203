"""Making and serving the page: what serve.py runs. Nothing of this goes into the page."""
