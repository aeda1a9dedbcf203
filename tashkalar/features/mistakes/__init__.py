"""Mistakes: exercises made of a person's own games, and the queue of all that is due.

- A review, or the worker after a game against a computer, rates the turns of the persons at this
  device (`studies`). A turning point, as the review shows it, becomes an exercise: its position,
  the plan that was better by what the seat could see, and the loss (`mistake_finder.py`).
- Where one step of that turn took most of the loss, an attempt first asks which (`losing_step.py`).
- An attempt plays one turn from that position and is rated by the same measure; any turn that loses
  next to nothing is right (`attempt.py`).
- When an exercise comes again is decided as for puzzles (`puzzles/repetition.py`): first the next
  day. What is due is counted in the list of the puzzles, and played when a person asks for it.
- Exercises are stored on this device in one text, with a limit, and go with all stored data
  (`exercises.py`). Of one theme two come on a day, and no more than four wait to be solved.
"""

MISTAKES_KEY = "tashkalar.mistakes.v1"
"""The key of the exercises in the browser's storage."""
