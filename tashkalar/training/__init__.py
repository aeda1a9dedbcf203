"""Environments to train in: the game as arrays, for PettingZoo and OpenSpiel (docs/training.md).

These modules need NumPy and what ``pip install tashkalar[pettingzoo]`` installs; nothing else of
the package imports them, and the page does not have them.
"""
