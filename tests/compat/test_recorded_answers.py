"""Responses equal to those of TensorBoard 2.21 for the same logs; see `record_answers`."""

import json
from typing import Any

import pytest
from google.protobuf.internal import api_implementation
from starlette.testclient import TestClient

from compat.record_answers import DATA, content, content_type
from compat.recorded_requests import RecordedRequest, recorded_requests
from scopeboard.web.app import create_app
from scopeboard.web.settings import AppSettings
from tools.loading import Log

LOGS = ("kinds", "sessions", "announced", "tensorboardx")


@pytest.fixture(scope="module")
def clients() -> dict[str, TestClient]:
    """Return a client of each log."""
    return {name: _client(name) for name in LOGS}


def _client(name: str) -> TestClient:
    log = Log(DATA / name)
    log.load()
    app = create_app(log.store, AppSettings())
    return TestClient(app, base_url="http://localhost:6006", raise_server_exceptions=False)


def _recorded() -> list[Any]:
    cases = []
    for log in LOGS:
        for answer in json.loads((DATA / f"{log}.json").read_text(encoding="utf-8")):
            name = f"{log}-{answer['path']}-{answer['body'] or ''}"
            cases.append(pytest.param(log, answer, id=name[:120]))
    return cases


@pytest.mark.parametrize(("log", "expected"), _recorded())
def test_answers_are_tensorboards(
    clients: dict[str, TestClient], log: str, expected: dict[str, Any]
) -> None:
    request = RecordedRequest(expected["path"], expected["body"])
    if request.path.startswith("plugin/graphs/graph") and api_implementation.Type() != "upb":
        pytest.skip("the order of a map as text depends on the library")
    url, client = f"/data/{request.path}", clients[log]
    if request.body is None:
        answer = client.get(url)
    else:
        headers = {"Content-Type": content_type(request)}
        answer = client.post(url, content=request.body, headers=headers)
    assert answer.status_code == expected["status"], answer.text
    if expected["status"] == 200:
        kind = answer.headers["content-type"]
        assert kind == expected["content_type"]
        received = content(kind, answer.content)
        assert _comparable(request, received) == _comparable(request, expected["content"])


def _comparable(request: RecordedRequest, answer: Any) -> Any:  # noqa: ANN401 - JSON
    """Return a response without the deliberate differences."""
    if request.path == "plugins_listing":  # TensorBoard has more; its projector has a page
        shown = {name: plugin for name, plugin in answer.items() if name in OURS}
        return {**shown, "projector": None}
    if request.path.endswith("/experiment") and isinstance(answer, dict):
        for info in answer["hparamInfos"]:  # a set in any order
            info.get("domainDiscrete", []).sort(key=str)
    return answer


OURS = {
    *("timeseries", "scalars", "custom_scalars", "images", "audio", "graphs", "distributions"),
    *("histograms", "text", "pr_curves", "hparams", "mesh", "projector"),
}


@pytest.mark.parametrize("log", LOGS)
def test_every_request_is_recorded(log: str) -> None:
    answers = json.loads((DATA / f"{log}.json").read_text(encoding="utf-8"))
    assert [(answer["path"], answer["body"]) for answer in answers] == recorded_requests(log)
