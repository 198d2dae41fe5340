"""The page's texts by their ids, so that a test does not repeat their words."""

import atexit
import json
import os
import subprocess
from functools import cache

from tasks import environment
from tasks.checkout import FRONTEND
from tasks.node import get_node

SCRIPT = FRONTEND / "scripts" / "serve-messages.mjs"
LOCALE = "en-GB"
"""Of the browser's numbers and dates, in every test."""


@cache
def message(identifier: str, *values: str | float) -> str:
    """Return a text of the page as `scripts/serve-messages.mjs` names it.

    `values` are those that the page calls the message with, in their order.

    Raises:
        KeyError: there is no such message.
    """
    server = _server()
    assert server.stdin is not None
    assert server.stdout is not None
    server.stdin.write(json.dumps([identifier, *values]) + "\n")
    server.stdin.flush()
    answer = json.loads(server.stdout.readline())
    if "error" in answer:
        raise KeyError(answer["error"])
    return str(answer["text"])


@cache
def _server() -> "subprocess.Popen[str]":
    """Return the process that knows the catalogues; it ends with this one."""
    node = get_node(environment.PYTHON)
    server = subprocess.Popen(
        [node.programs / "node", SCRIPT],
        cwd=FRONTEND,
        env={**os.environ, **node.environment, "LC_ALL": f"{LOCALE.replace('-', '_')}.UTF-8"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    atexit.register(_end, server)
    return server


def _end(server: "subprocess.Popen[str]") -> None:
    server.communicate()
