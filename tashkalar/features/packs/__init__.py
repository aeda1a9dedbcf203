"""Card packs of other authors: checking, installing and running them in a worker."""
