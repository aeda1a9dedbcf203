"""The rules between effects: summoning, turns, forms, the outcome, and what each seat may see."""
