"""What the text of a card can do: the verbs that card authors read first."""
