"""The text forms: scenarios, saves, records, and the goals of lessons (`docs/formats.md`)."""
