"""The decks, a module each. Importing one registers its cards."""
