"""The computer players' worker: PyScript starts it when one has to decide for the first time."""

from tashkalar.bots.proof_worker import begin_proof, begin_puzzle, continue_proof  # noqa: F401
from tashkalar.bots.worker import hurry, ping, plan  # noqa: F401

__export__ = ["begin_proof", "begin_puzzle", "continue_proof", "hurry", "ping", "plan"]
