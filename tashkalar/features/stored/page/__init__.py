"""The dialogs of stored data and of statistics."""
