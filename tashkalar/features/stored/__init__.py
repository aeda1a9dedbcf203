"""All that the page stores: what takes how much, and one file with everything."""
