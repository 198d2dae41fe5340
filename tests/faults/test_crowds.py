"""Many clients at once, and clients that take long or never end: everybody else is answered."""

import re
import resource
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from time import monotonic, sleep
from urllib.parse import urlsplit

import pytest

from api.everything import QUERIES, WITHOUT_REQUEST, documented_gets, write_everything
from scopeboard.api.startup.changes import MAX_CLIENTS
from tools.served import PATIENCE, Dashboard, dashboard

from .asked import all_requests, ask_all, without_varying
from .logs import copy_runs

CLIENTS, STREAMS, SLOW, HALF_OPEN = 50, 500, 100, 200
EVERYTHING = "GET /api/export?format=csv HTTP/1.1\r\nHost: localhost\r\n\r\n"
STREAM = "GET /api/stream HTTP/1.1\r\nHost: localhost\r\n\r\n"
HALVES = (
    "",
    "GET",
    "GET /api/status HT",
    "GET /api/status HTTP/1.1\r\nHost: local",
    "\x16\x03\x01",
)


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    """A dashboard of a log with something for every route, and of two large runs."""
    logs = tmp_path_factory.mktemp("logs")
    write_everything(logs)
    copy_runs(logs, runs=2, steps=20_000)
    # A client of fifty may take longer than the default between two requests on a busy machine.
    patient = ("--keep_alive_timeout", str(PATIENCE))
    with dashboard(str(logs), "--port", "0", *patient) as started:
        started.wait_until_read()
        yield started


def test_there_is_a_request_for_every_route() -> None:
    assert set(QUERIES) | WITHOUT_REQUEST == documented_gets()
    assert not set(QUERIES) & WITHOUT_REQUEST


def test_fifty_clients_at_once_get_what_one_gets(board: Dashboard) -> None:
    requests = all_requests(board)
    alone = without_varying(ask_all(board, requests))
    orders = [requests[at:] + requests[:at] for at in range(CLIENTS)]  # each begins elsewhere
    with ThreadPoolExecutor(CLIENTS) as pool:
        for answers in pool.map(lambda order: ask_all(board, order), orders):
            assert without_varying(answers) == alone


def test_slow_readers_hold_up_nobody(board: Dashboard) -> None:
    requests = all_requests(board)
    with sockets(board, [EVERYTHING] * SLOW, buffer=4096) as slow:
        for connection in slow:
            assert connection.recv(15) == b"HTTP/1.1 200 OK"  # and no more
        ask_all(board, requests)
        for connection in slow[: SLOW // 2]:
            reset(connection)
        ask_all(board, requests)


def test_half_a_request_holds_up_nobody(board: Dashboard) -> None:
    requests = all_requests(board)
    texts = [HALVES[at % len(HALVES)] for at in range(HALF_OPEN)]
    with sockets(board, texts) as half_open:
        ask_all(board, requests)
        for connection in half_open[: HALF_OPEN // 2]:
            reset(connection)
        ask_all(board, requests)


def test_of_five_hundred_streams_as_many_are_served_as_there_are_places(board: Dashboard) -> None:
    requests = all_requests(board)
    with sockets(board, [STREAM] * STREAMS) as streams:
        states = [status_of(connection) for connection in streams]
        assert states.count(200) == MAX_CLIENTS
        assert states.count(503) == STREAMS - MAX_CLIENTS
        ask_all(board, requests)
    deadline = monotonic() + PATIENCE  # those who have left make room
    while open_stream(board) != 200:
        assert monotonic() < deadline
        sleep(0.05)


@contextmanager
def sockets(
    board: Dashboard, texts: list[str], buffer: int | None = None
) -> Iterator[list[socket.socket]]:
    """Open a connection for each text, send it, and close them all afterwards.

    `buffer` is how many bytes the system may keep for a connection that is not read.
    """
    where = urlsplit(board.url)
    with more_descriptors(len(texts)), ExitStack() as stack:
        opened = []
        for text in texts:
            connection = stack.enter_context(socket.socket())
            connection.settimeout(PATIENCE)
            if buffer is not None:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
            connection.connect((where.hostname, where.port))
            connection.sendall(text.encode("latin-1"))
            opened.append(connection)
        yield opened


@contextmanager
def more_descriptors(number: int) -> Iterator[None]:
    """Let this process open so many more files."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft + number, hard), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def open_stream(board: Dashboard) -> int:
    """Return the status that another stream is answered with."""
    with sockets(board, [STREAM]) as (connection,):
        return status_of(connection)


def status_of(connection: socket.socket) -> int:
    """Return the status of the answer that a connection brings."""
    found = re.match(rb"HTTP/1\.1 (\d{3}) ", connection.recv(64))
    assert found
    return int(found[1])


def reset(connection: socket.socket) -> None:
    """End a connection without the usual farewell."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    connection.close()
