"""The bodies of the startup routes, compared with the models that document them.

The bodies are written without pydantic. Here, pydantic reads each one into its model and writes it
again, for logs of TensorFlow, PyTorch and the demo.
"""

import json
import tarfile
from pathlib import Path
from shutil import copy, copytree
from typing import Any
from urllib.parse import quote

import pytest
from pydantic import TypeAdapter
from starlette.testclient import TestClient

import scopeboard.demo
from scopeboard.api.log.time_series import ScalarsAnswer
from scopeboard.api.startup.changes import ChangeNotice
from scopeboard.api.startup.runs import RunsAnswer
from scopeboard.api.startup.saved_state import PartAnswer, StateAnswer
from scopeboard.api.startup.status import Status
from scopeboard.api.startup.tags import TagsAnswer
from scopeboard.state.state_file import StateFile
from scopeboard.store.store import Store
from scopeboard.web.openapi import openapi_document
from tools import writer
from tools.routes import ended

from ..conftest import client_of, load
from ..everything import write_everything

DATA = Path(__file__).parents[2] / "data"
LOGS = ("tensorflow_v1", "tensorflow_v2", "pytorch", "sessions", "demo", "odd")
SERIES = ("", "&points=0", "&points=3", "&x=relative&points=4&context=true&smoothing=0.6")
NAN, INFINITY = float("nan"), float("inf")


def write_log(name: str, directory: Path) -> None:
    """Write a log of another program, or one with values that JSON has no numbers for."""
    if name == "demo":
        with tarfile.open(Path(scopeboard.demo.__file__).parent / "log.tar.xz") as archive:
            archive.extractall(directory, filter="data")
    elif name == "odd":
        write_everything(directory)
        points = (
            writer.event(step, writer.tf1_scalar("x", value), wall_time=wall_time)
            for step, value, wall_time in [
                (1, 0.5, 1.5e9),
                (2, NAN, NAN),
                (2**60, INFINITY, 1.5e9 + 1),
                (2**60 + 1, -INFINITY, INFINITY),
                (3, 1e300, 1.5e9 + 2),
            ]
        )
        writer.write_run(directory, "odd", b"".join(points))
        writer.write_run(directory, "damaged", b"\xff" * 100)
        (directory / "empty").mkdir()
    elif name == "sessions":
        copytree(DATA / "compat" / name, directory, dirs_exist_ok=True)
    else:
        copy(DATA / "events" / f"{name}.tfevents", directory / f"{name}.tfevents")


@pytest.fixture(scope="module", params=LOGS)
def client(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> TestClient:
    """Return a client of a server of each log."""
    directory = tmp_path_factory.mktemp(request.param)
    write_log(request.param, directory)
    store, state = Store(), StateFile(None)
    load(store, directory)
    state.write("runs", {"a": {"colour": 3, "note": "é"}}, 0)
    return client_of(store, state=state, ending=ended())


def check(body: bytes, model: type) -> Any:  # noqa: ANN401 - JSON
    """Assert that pydantic writes a body as it is, with the same fields; return it."""
    adapter: TypeAdapter[Any] = TypeAdapter(model)
    read = adapter.validate_json(body)
    sent = json.loads(body)
    written = json.loads(adapter.dump_json(read))
    assert json.dumps(sent, sort_keys=True) == json.dumps(written, sort_keys=True)
    return sent


@pytest.mark.parametrize(
    ("path", "model"),
    [
        ("/api/status", Status),
        ("/api/runs", RunsAnswer),
        ("/api/tags", TagsAnswer),
        ("/api/tags?kind=scalars", TagsAnswer),
        ("/api/state", StateAnswer),
        ("/api/state/part?name=runs", PartAnswer),
    ],
)
def test_a_body_has_the_fields_of_its_model(client: TestClient, path: str, model: type) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert check(answer.content, model)


@pytest.mark.parametrize("query", SERIES)
def test_so_has_the_body_of_each_tag_of_scalars(client: TestClient, query: str) -> None:
    tags = client.get("/api/tags?kind=scalars").json()["tags"]
    assert tags
    for tag in tags[:5]:
        url = f"/api/scalars?tag={quote(tag['tag'], safe='')}{query}"
        answer = client.get(url)
        assert answer.status_code == 200
        assert check(answer.content, ScalarsAnswer)["series"], url


def test_so_have_the_events_of_a_stream(client: TestClient) -> None:
    lines = client.get("/api/stream?since=other-1").text.splitlines()
    change, status = (line[6:].encode() for line in lines if line.startswith("data: "))
    assert check(change, ChangeNotice)["run"] is None
    assert check(status, Status) == client.get("/api/status").json()


def test_the_models_are_documented_for_their_routes() -> None:
    paths = openapi_document()["paths"]
    for path, model in [
        ("/api/status", Status),
        ("/api/runs", RunsAnswer),
        ("/api/tags", TagsAnswer),
        ("/api/scalars", ScalarsAnswer),
        ("/api/state", StateAnswer),
        ("/api/state/part", PartAnswer),
    ]:
        schema = paths[path]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
        assert schema == {"$ref": f"#/components/schemas/{model.__name__}"}
