"""Proofs in a separate worker, such as one of the page, in steps: JSON in, JSON out.

`begin_proof` takes ``{"scenario", "nodes"}``: a scenario with a goal, and the most nodes to search.
`continue_proof` goes on with the search. Both answer with ``{"state", "nodes", "solutions"}``: the
state is ``going``, ``complete`` or ``cut`` (the nodes were not enough). At the end ``ways`` lists
the solutions with the fewest moves first: ``{"codes", "moves", "beings"}``, at most `MOST_WAYS`.

`begin_puzzle` takes ``{"id", "theme", "title", "scenario", "nodes"}`` and proves the position as
the command ``puzzles prove`` does. At the end ``file`` is the text of a puzzle file.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Mapping
from typing import Any

from tashkalar.bots import prove, puzzle_finder
from tashkalar.bots.prove import Proof, ProofProgress, Solution
from tashkalar.formats import goal, puzzle, scenario

MOST_WAYS = 200

_search: list[Generator[ProofProgress, None, Proof | str]] = []  # that goes on, if any


def begin_proof(text: str) -> str:
    """Begin a proof, and end the one before; ValueError says why the turn cannot be searched."""
    _search.clear()
    job = json.loads(text)
    state, clean = scenario.read(job["scenario"])
    if not isinstance(clean.get("goal"), Mapping):
        raise ValueError("the scenario has no goal that can be searched for")
    parsed_goal = goal.read_from(clean, state)
    _search.append(prove.prove_in_steps(state, parsed_goal, most_nodes=job["nodes"]))
    return json.dumps({"state": "going", "nodes": 0, "solutions": 0})


def begin_puzzle(text: str) -> str:
    """Begin to prove a puzzle, and end the proof before; `continue_proof` goes on."""
    _search.clear()
    _search.append(_puzzle_file_in_steps(json.loads(text)))
    return json.dumps({"state": "going", "nodes": 0, "solutions": 0})


def _puzzle_file_in_steps(job: Mapping[str, Any]) -> Generator[ProofProgress, None, str]:
    scenario = job["scenario"]
    steps = puzzle_finder.prove_puzzle_in_steps(
        job["id"], job["theme"], scenario, "", most_nodes=job["nodes"]
    )
    proved = yield from steps
    return puzzle.write([proved._replace(title=job["title"])])


def continue_proof(nodes: int) -> str:
    """Search at least so many more nodes, unless the search ends.

    ValueError without a proof, or if a puzzle cannot be proved.
    """
    if not _search:
        raise ValueError("no proof was begun")
    first: int | None = None
    try:
        while True:
            progress = next(_search[0])
            first = progress.nodes if first is None else first
            if progress.nodes - first >= nodes:
                return json.dumps({"state": "going", **progress._asdict()})
    except StopIteration as stop:
        _search.clear()
        result = stop.value
        if isinstance(result, str):
            return json.dumps({"state": "complete", "nodes": 0, "solutions": 0, "file": result})
        return json.dumps(_answer(result))


def _answer(proof: Proof) -> dict[str, object]:
    shortest_first = sorted(proof.solutions, key=lambda solution: solution.moves)
    return {
        "state": "complete" if proof.is_complete else "cut",
        "nodes": proof.nodes,
        "solutions": len(proof.solutions),
        "beings": len(proof.summonings),
        "boards": len(proof.boards),
        "ways": [_way(solution) for solution in shortest_first[:MOST_WAYS]],
    }


def _way(solution: Solution) -> dict[str, object]:
    return {
        "codes": solution.codes,
        "moves": solution.moves,
        "beings": [list(pair) for pair in solution.summonings],
    }
