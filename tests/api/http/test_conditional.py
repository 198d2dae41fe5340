"""A large response ends when its client disconnects."""

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable

import pytest
import uvicorn
from fastapi import Request
from starlette.types import Receive, Scope, Send

from scopeboard.api.http.conditional import tagged_answer
from tools.loops import run_apart

App = Callable[[Scope, Receive, Send], Awaitable[None]]


def answering(client: socket.socket) -> App:
    """Return an application whose answer is large, and whose client goes just before it."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        answer = tagged_answer(Request(scope), bytes(16 << 20), "etag", "text/plain")
        client.close()
        await answer(scope, receive, send)

    return app


async def serve_one(listening: socket.socket) -> None:
    """Serve until the only client has gone."""
    client = socket.create_connection(listening.getsockname())
    client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    config = uvicorn.Config(answering(client), lifespan="off", log_config=None)
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve([listening]))
    while client.fileno() >= 0:
        await asyncio.sleep(0.01)
    server.should_exit = True
    await task


def test_a_disconnect_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening, caplog.at_level(logging.WARNING):
        run_apart(serve_one(listening))
    assert caplog.messages == []
