"""Adapters for what a browser offers: elements, files, storage, workers, timing."""
