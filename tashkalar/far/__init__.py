"""Play with someone far away: one log that travels in texts, files or links (``docs/far.md``)."""
