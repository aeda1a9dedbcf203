"""The tour: opponents in rising order, and which of them are beaten."""
