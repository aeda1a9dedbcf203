"""Output to a terminal: one line per error, with control characters escaped."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable
from typing import NoReturn


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors take one line."""

    def error(self, message: str) -> NoReturn:
        """Exit with status 2 and one line, without the usage text."""
        self.exit(2, line(self.prog, message))


def line(program: str, message: str) -> str:
    """Return one line with the name of the program; control characters are escaped."""
    return f"{program}: {escape_unprintable(' '.join(message.split()))}\n"


def escape_unprintable(text: str) -> str:
    """Return a text in which unprintable characters, such as escapes, are spelled out."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def escape_unencodable_output() -> None:
    """Make the standard streams spell out characters that the terminal cannot encode."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def run(program: str, work: Callable[[], int]) -> int:
    """Run a command, flush its output and return its exit status.

    A reader that closes the pipe early, such as `head`, is no error (0). A full disk is an error
    (2), reported in one line. An interruption gives 130, as in shells.
    """
    escape_unencodable_output()
    try:
        status = work()
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, such as head, has closed the pipe
        _write_nowhere()
        return 0
    except OSError as error:
        _write_nowhere()
        sys.stderr.write(line(program, error.strerror or str(error)))
        return 2
    except KeyboardInterrupt:
        sys.stderr.write(line(program, "interrupted"))
        return 130
    return status


def _write_nowhere() -> None:
    """Redirect the output to nowhere, so that the final flush of Python does not fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
