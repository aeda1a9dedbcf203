"""The verbs and questions that card authors use to write card effects."""
