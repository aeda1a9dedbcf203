"""Games as open data: files of records, and what their games say in tables."""
