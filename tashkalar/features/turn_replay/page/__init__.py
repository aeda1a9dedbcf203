"""The panel that shows the others' turn step by step."""
