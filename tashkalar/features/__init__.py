"""Features: each folder is one, and a site can be built without it (docs/architecture.md)."""
