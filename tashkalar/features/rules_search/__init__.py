"""The search through the rules and the cards, by words or by the number of a rule."""
