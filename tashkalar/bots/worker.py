"""A computer player at a desk of its own, such as a worker of the page: JSON in, JSON out.

A job is ``{"id", "level", "seed", "nodes", "view"}``, see `docs/bots.md`; the answer is ``{"id",
"codes", "nodes", "reasons"}``. A job may ask for patience (``"longer": true``), and what was lost
by decisions made instead (``"played": [...]``): then the answer has ``"lost"``, in thousandths of a
point. Between two steps of its search the player listens: `hurry` ends a job at once with the best
plan so far.
"""

from __future__ import annotations

import asyncio
import json

from tashkalar.bots import engine_checksum
from tashkalar.bots.levels import budget, player

_LONG_BUDGET_FACTOR = 4  # times the budget, for who asks for patience
_hurried_jobs: set[int] = set()


def ping() -> str:
    """Say that the desk is staffed, and by which engine; one that failed does not answer."""
    return engine_checksum()


def hurry(job: int) -> None:
    """Let a job be answered with what has been found so far; one that is done is not meant."""
    _hurried_jobs.add(job)


async def plan(text: str) -> str:
    """Work a job off; ValueError for an unknown level or a budget that is not positive."""
    job = json.loads(text)
    number, nodes = job["id"], job["nodes"]
    if nodes is None and job.get("longer"):
        nodes = _LONG_BUDGET_FACTOR * budget(job["level"], job["view"]["form"])
    thinking = player(job["level"], job["seed"], nodes=nodes).think(job["view"])
    for _ in thinking:
        await asyncio.sleep(0)  # messages come in here
        if number in _hurried_jobs:
            break
    _hurried_jobs.discard(number)
    answer = {"id": number, "codes": thinking.codes(), "nodes": thinking.nodes}
    answer["reasons"] = [reason.data() for reason in thinking.reasons()]
    if "played" in job:
        answer["lost"] = thinking.compute_loss(job["played"])
    return json.dumps(answer)
