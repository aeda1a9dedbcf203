"""The server answers every request line with a status, and logs one line for each."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tashkalar.site.server import PageServer, make_server
from tests.limits import serve_in_thread

REQUESTS = {
    "a line of 70,000 characters": (b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n", 414),
    "a megabyte without an end": (b"A" * 1_000_000, 414),
    "a name of 300 characters": (b"GET /static/" + b"a" * 300 + b" HTTP/1.1\r\n\r\n", 404),
    "5,000 folders": (b"GET /static/" + b"a/" * 5_000 + b" HTTP/1.1\r\n\r\n", 404),
    "half an IPv6 address": (b"GET http://[ HTTP/1.1\r\n\r\n", 400),
    "half an IPv6 address with a name": (b"GET http://[::1/static/ HTTP/1.1\r\n\r\n", 400),
    "TLS": (b"\x16\x03\x01\x02\x00\x01\xff\xfe\r\n\r\n", 400),
    "five words": (b"one two three four five\r\n\r\n", 400),
    "one word": (b"GET\r\n\r\n", 400),
    "no such version": (b"GET / HTTP/9.9\r\n\r\n", 505),
    "no version": (b"GET /missing\r\n", 404),
    "digits that are none": (b"GET / HTTP/\xb2.1\r\n\r\n", 400),
    "a header of 70,000 characters": (b"GET / HTTP/1.1\r\nA: " + b"b" * 70_000 + b"\r\n\r\n", 431),
    "200 headers": (b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 200 + b"\r\n", 431),
    "another method": (b"DELETE / HTTP/1.1\r\n\r\n", 501),
    "commands for a terminal": (b"GET /\x1b[2J\x07 HTTP/1.1\r\n\r\n", 404),
    "a line break in a name": (b"GET /a%0ab HTTP/1.1\r\n\r\n", 404),
}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[PageServer]:
    with serve_in_thread(make_server(tmp_path)) as server:
        yield server


def answer_to(server: PageServer, request: bytes) -> str:
    """Return the status line of the answer."""
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=10) as connection:
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        answer = b""
        while part := connection.recv(1 << 16):
            answer += part
    return answer.partition(b"\r\n")[0].decode()


@pytest.mark.parametrize("kind", REQUESTS)
def test_each_request_has_an_answer_and_one_log_line(
    server: PageServer, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    request, code = REQUESTS[kind]
    assert answer_to(server, request).startswith(f"HTTP/1.1 {code} ")
    log = capsys.readouterr().err
    assert log.endswith("\n") and log[:-1].isprintable(), log
    assert str(code) in log and len(log) < 700
