"""The drill of turned patterns: one question after the other, "where does this card fit?".

- A question is a crowded part of the board with one card (`questions.py`). It follows from a seed
  and the kind of question: the rank of the card, and how its pattern lies. The engine says where
  the card can be summoned; a position with more than one answer is thrown away.
- What a person finds hard comes more often. The last answers of each kind and the days of practice
  are stored in one text, with a limit (`drill_record.py`). A day without practice costs nothing.
- `drill_run.py` is what is shown: a question, its answer, and a minute against the clock.
"""

DRILL_KEY = "tashkalar.drill.v1"
"""The key of the answers in the browser's storage."""
