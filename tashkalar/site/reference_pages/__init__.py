"""The rules and cards as plain HTML pages, and sheets to print: readable without scripts."""
