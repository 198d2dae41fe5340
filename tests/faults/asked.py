"""Asking a running dashboard for every route there is, as many clients do."""

import json
from collections.abc import Sequence
from contextlib import closing
from http.client import HTTPConnection
from time import monotonic, sleep
from urllib.parse import urlsplit
from urllib.request import urlopen

from api.everything import requests_of
from tools.served import PATIENCE, Dashboard

VARYING = ("api/status", "data/environment", "api/warnings")
"""Answers that depend on the moment."""


def connect(board: Dashboard) -> HTTPConnection:
    """Return a connection to a dashboard."""
    where = urlsplit(board.url)
    return HTTPConnection(where.hostname or "", where.port, timeout=PATIENCE)


def all_requests(board: Dashboard) -> list[str]:
    """Return a request for each route, on a log of `write_everything` that was read."""
    runs = {run["name"]: run["id"] for run in _get(board, "api/runs")["runs"]}
    deadline = monotonic() + PATIENCE
    while not (graphs := _get(board, "api/graphs"))["graphs"]:
        assert monotonic() < deadline
        sleep(0.05)
    return [*requests_of(runs, graphs["graphs"][0]["id"])]


def ask_all(board: Dashboard, requests: Sequence[str]) -> dict[str, bytes]:
    """Return the body of each answer, by request; every request succeeds."""
    answers = {}
    with closing(connect(board)) as connection:
        for request in requests:
            connection.request("GET", f"/{request}")
            answer = connection.getresponse()
            answers[request] = answer.read()
            assert answer.status == 200, (request, answer.status, answers[request][:200])
    return answers


def without_varying(answers: dict[str, bytes]) -> dict[str, bytes]:
    """Return the answers that are the same whenever they are asked for."""
    return {path: body for path, body in answers.items() if not path.startswith(VARYING)}


def _get(board: Dashboard, path: str) -> dict[str, list[dict[str, str]]]:
    with urlopen(board.url + path) as answer:
        found: dict[str, list[dict[str, str]]] = json.load(answer)
    return found
