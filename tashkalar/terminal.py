"""What a person at a terminal reads: one line for an error, and nothing that plays with it."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable
from typing import NoReturn


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        """End with 2, without the usage text."""
        self.exit(2, line(self.prog, message))


def line(who: str, message: str) -> str:
    """One line that says who speaks; what came from outside cannot steer the terminal."""
    return f"{who}: {escape_unprintable(' '.join(message.split()))}\n"


def escape_unprintable(text: str) -> str:
    """A text in which characters that are not shown, such as escapes, are spelled out."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def escape_unencodable_output() -> None:
    """Spell out what the terminal's character set does not have, rather than fail."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def run(who: str, work: Callable[[], int]) -> int:
    """Do the work of a command and see that what it says is written; its exit status.

    A reader who has seen enough is no error; a full disk is one (2), in one line. An interruption
    ends with 130, as shells have it.
    """
    escape_unencodable_output()
    try:
        status = work()
        sys.stdout.flush()
    except BrokenPipeError:  # such as head
        _write_nowhere()
        return 0
    except OSError as error:
        _write_nowhere()
        sys.stderr.write(line(who, error.strerror or str(error)))
        return 2
    except KeyboardInterrupt:
        sys.stderr.write(line(who, "interrupted"))
        return 130
    return status


def _write_nowhere() -> None:
    """What is left to be written would fail once more when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
