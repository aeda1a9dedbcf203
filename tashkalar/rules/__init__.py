"""The rules between effects: summoning, the turn, the forms, who has won, who may see what."""
