"""The position and a card in words, for people who play by ear."""
