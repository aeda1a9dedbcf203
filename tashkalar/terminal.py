"""Output to a terminal: one line per error, with control characters escaped.

Any of the standard streams may be closed; Python then has None in its place.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import NoReturn


class CommandError(ValueError):
    """The error for a wrong input; its message is the one line to show."""


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors take one line."""

    def error(self, message: str) -> NoReturn:
        """Exit with status 2 and one line, without the usage text."""
        self.exit(2, line(self.prog, message))


def read_file_names(program: str, description: str | None, names: str = "") -> list[str]:
    """Return the file names given to a tool, which takes none without a word for `names`.

    ``--help`` prints the description; a wrong argument is told in one line. Either ends the tool.
    """
    parser = Parser(
        prog=program,
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    if names:
        parser.add_argument("files", nargs="+", metavar=names)
    files: list[str] = getattr(parser.parse_args(), "files", [])
    return files


def line(program: str, message: str) -> str:
    """Return one line with the name of the program; control characters are escaped."""
    return f"{program}: {escape_unprintable(' '.join(message.split()))}\n"


def escape_unprintable(text: str) -> str:
    """Return a text in which unprintable characters, such as escapes, are spelled out."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def report(program: str, message: str) -> None:
    """Write one line on the standard error, unless nobody can read it."""
    with suppress(OSError):
        sys.stderr.write(line(program, message))


def prepare_streams() -> bool:
    """Open closed standard streams to nowhere; return whether there was a standard output.

    Characters that the terminal cannot encode are spelled out. Files that are opened later do not
    get the numbers of closed streams, on which a child process would write.
    """
    has_output = sys.stdout is not None
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            with suppress(OSError):
                os.open(os.devnull, os.O_RDWR)  # takes the lowest free number
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    return has_output


def read_input(most: int) -> bytes:
    """Return at most so many bytes of the standard input; OSError if it is closed."""
    if sys.stdin is None:
        raise OSError("the standard input is closed")
    if isinstance(sys.stdin, io.TextIOWrapper):
        content: bytes = sys.stdin.buffer.read(most)
        return content
    text: str = sys.stdin.read(most)
    return text.encode("utf-8", "surrogatepass")


def read_lines(most: int) -> Iterator[bytes | None]:
    """Yield each line of the standard input as it comes, and None for one of more bytes.

    Raise OSError if the standard input is closed.
    """
    if sys.stdin is None:
        raise OSError("the standard input is closed")
    is_too_long = False
    while part := sys.stdin.buffer.readline(most):
        ends = part.endswith(b"\n") or len(part) < most
        if ends:
            yield None if is_too_long else part
        is_too_long = not ends


def run(program: str, work: Callable[[], int]) -> int:
    """Run a command, flush its output and return its exit status.

    A reader that closes the pipe early, such as `head`, is no error (0). A full disk is an error
    (2), reported in one line, and so is a closed standard output. An interruption gives 130, as in
    shells.
    """
    has_output = prepare_streams()
    try:
        status = work()
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, such as head, has closed the pipe
        _write_nowhere()
        return 0
    except OSError as error:
        _write_nowhere()
        report(program, error.strerror or str(error))
        return 2
    except KeyboardInterrupt:
        report(program, "interrupted")
        return 130
    if not has_output and status == 0:
        report(program, "the standard output is closed")
        return 2
    return status


def _write_nowhere() -> None:
    """Redirect the output to nowhere, so that the final flush of Python does not fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
