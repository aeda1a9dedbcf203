"""The dialogs of packs, and the workers in which packs run."""
