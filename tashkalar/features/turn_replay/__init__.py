"""The others' turn, shown step by step."""
