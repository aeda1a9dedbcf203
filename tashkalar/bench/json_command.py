"""The command line that the commands with a result in JSON share."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence


def print_json_result(
    parser: argparse.ArgumentParser,
    argv: Sequence[str] | None,
    compute: Callable[[argparse.Namespace], object],
) -> int:
    """Print as JSON what `compute` returns for the options in `argv`, by default the program's.

    Return the exit status: 0, or 2 after wrong options or a file that cannot be used.
    """
    try:
        options = parser.parse_args(argv)
    except SystemExit as end:
        return int(end.code or 0)
    try:
        result = compute(options)
    except (OSError, ValueError, KeyError) as error:
        program = parser.prog.rpartition(" ")[2]
        print(f"{program}: {error}", file=sys.stderr)
        return 2
    print(json.dumps(result, indent=1))
    return 0
