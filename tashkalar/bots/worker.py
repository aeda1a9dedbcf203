"""A computer player in a separate worker, such as one of the page: JSON in, JSON out.

A job is ``{"id", "level", "seed", "nodes", "view"}``, see `docs/bots.md`; the answer is ``{"id",
"codes", "nodes", "reasons"}``. A job can ask for a longer search (``"longer": true``). A job can
also ask for the loss by other decisions (``"played": [...]``): then the answer has ``"lost"``, and
the ``"worth"`` of the best plan, both in thousandths of a point. A job for a person's hint
(``"advice": true``) gets a plan that does not pass control inside an effect. Between two steps of
its search the player handles messages: `hurry` ends a job at once with the best plan so far.
"""

from __future__ import annotations

import asyncio
import json

from tashkalar.bots import engine_checksum
from tashkalar.bots.levels import budget, player

_LONG_BUDGET_FACTOR = 4  # the factor of the budget for a longer search
_hurried_jobs: set[int] = set()


def ping() -> str:
    """Return the checksum of the engine; a worker that failed does not answer."""
    return engine_checksum()


def hurry(job: int) -> None:
    """Let a job be answered with the best plan so far; a finished job is not affected."""
    _hurried_jobs.add(job)


async def plan(text: str) -> str:
    """Do a job; raise ValueError for an unknown level or a budget that is not positive."""
    job = json.loads(text)
    number, nodes = job["id"], job["nodes"]
    if nodes is None and job.get("longer"):
        nodes = _LONG_BUDGET_FACTOR * budget(
            job["level"], job["view"]["form"], len(job["view"]["seats"])
        )
    planner = player(job["level"], job["seed"], nodes=nodes)
    thinking = planner.think(job["view"], may_pass_inside=not job.get("advice"))
    for _ in thinking:
        await asyncio.sleep(0)  # let messages be handled
        if number in _hurried_jobs:
            break
    _hurried_jobs.discard(number)
    answer = {"id": number, "codes": thinking.codes(), "nodes": thinking.nodes}
    answer["reasons"] = [reason.data() for reason in thinking.reasons()]
    if "played" in job:
        answer["worth"] = thinking.worth
        answer["lost"] = thinking.compute_loss(job["played"])
    return json.dumps(answer)
