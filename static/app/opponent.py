"""The computer players' worker: PyScript starts it when one has to decide for the first time."""

from tashkalar.bots.worker import hurry, ping, plan  # noqa: F401

__export__ = ["hurry", "ping", "plan"]
