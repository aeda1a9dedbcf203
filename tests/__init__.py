"""The project's tests; `python tests/run.py` runs them all."""
