"""Everything that changes or compiles Pyodide and PyScript for a faster start."""
