"""Answers equal to those that TensorBoard 2.21 gave of the same logs; see `record_answers`."""

import json
from typing import Any

import pytest
from google.protobuf.internal import api_implementation
from starlette.testclient import TestClient

from compat.questions import Question, questions
from compat.record_answers import DATA, content, content_type
from scopeboard.web.app import create_app
from scopeboard.web.settings import AppSettings
from tools.loading import Log

LOGS = ("kinds", "sessions", "announced", "tensorboardx")


@pytest.fixture(scope="module")
def clients() -> dict[str, TestClient]:
    """Return what serves each of the logs."""
    return {name: _client(name) for name in LOGS}


def _client(name: str) -> TestClient:
    log = Log(DATA / name)
    log.load()
    app = create_app(log.store, AppSettings())
    return TestClient(app, base_url="http://localhost:6006", raise_server_exceptions=False)


def _recorded() -> list[Any]:
    found = []
    for log in LOGS:
        for answer in json.loads((DATA / f"{log}.json").read_text(encoding="utf-8")):
            name = f"{log}-{answer['path']}-{answer['body'] or ''}"
            found.append(pytest.param(log, answer, id=name[:120]))
    return found


@pytest.mark.parametrize(("log", "expected"), _recorded())
def test_answers_are_tensorboards(
    clients: dict[str, TestClient], log: str, expected: dict[str, Any]
) -> None:
    question = Question(expected["path"], expected["body"])
    if question.path.startswith("plugin/graphs/graph") and api_implementation.Type() != "upb":
        pytest.skip("the order in which a map is written as text is that of the library")
    url, client = f"/data/{question.path}", clients[log]
    if question.body is None:
        answer = client.get(url)
    else:
        headers = {"Content-Type": content_type(question)}
        answer = client.post(url, content=question.body, headers=headers)
    assert answer.status_code == expected["status"], answer.text
    if expected["status"] == 200:
        kind = answer.headers["content-type"]
        assert kind == expected["content_type"]
        found = content(kind, answer.content)
        assert _comparable(question, found) == _comparable(question, expected["content"])


def _comparable(question: Question, answer: Any) -> Any:  # noqa: ANN401 - JSON
    """Return an answer without what is meant to differ."""
    if question.path == "plugins_listing":  # TensorBoard has more; its projector has a page
        shown = {name: plugin for name, plugin in answer.items() if name in OURS}
        return {**shown, "projector": None}
    if question.path.endswith("/experiment") and isinstance(answer, dict):
        for info in answer["hparamInfos"]:  # of a set, whose order is any
            info.get("domainDiscrete", []).sort(key=str)
    return answer


OURS = {
    *("timeseries", "scalars", "custom_scalars", "images", "audio", "graphs", "distributions"),
    *("histograms", "text", "pr_curves", "hparams", "mesh", "projector"),
}


@pytest.mark.parametrize("log", LOGS)
def test_everything_that_is_asked_was_recorded(log: str) -> None:
    answers = json.loads((DATA / f"{log}.json").read_text(encoding="utf-8"))
    assert [(answer["path"], answer["body"]) for answer in answers] == questions(log)
