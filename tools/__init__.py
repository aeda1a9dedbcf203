"""Programs of the project that are no tests: they measure, search for errors or make files."""
