"""Meshes and point clouds, from event files to the columns that the page draws."""

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
from starlette.testclient import TestClient

from scopeboard.store.store import Store
from scopeboard.wire.summary_pb2 import Summary
from scopeboard.wire.tensor_pb2 import TensorProto
from scopeboard.wire.types_pb2 import DT_FLOAT
from tools import writer
from tools.mesh_events import SQUARE, SQUARE_FACES, mesh

from ..conftest import Serve, client_of, load

TENSORBOARDX = Path(__file__).resolve().parents[2] / "data/compat/tensorboardx"
"""Three steps of three meshes, written by tensorboardX 2.6.5."""


def ask(client: TestClient, **which: str | int) -> Any:  # noqa: ANN401 - the client's own type
    """Return the answer for a mesh of the only run, at step 0 unless `which` says otherwise."""
    (run,) = client.get("/api/runs").json()["runs"]
    query = {"name": "cube", "run": run["id"], "step": 0, **which}
    return client.get("/api/meshes/sample", params=query)


def decoded(answer: Any) -> dict[str, Any]:  # noqa: ANN401 - see `ask`
    """Return the header of a sample, its columns as lists of rows."""
    assert answer.status_code == 200, answer.text
    end = 4 + struct.unpack("<I", answer.content[:4])[0]
    head: dict[str, Any] = json.loads(answer.content[4:end])
    for name in ("positions", "faces", "colours"):
        if place := head[name]:
            start = end + place["offset"]
            assert start % 8 == 0
            column = np.frombuffer(answer.content, place["dtype"], place["length"], start)
            head[name] = column.reshape(-1, 3).tolist()
    return head


def test_the_parts_of_a_mesh_are_one_mesh(serve: Serve) -> None:
    grey = [[9, 9, 9]] * 4
    config = '{"camera": {"fov": 75}}'
    data = mesh(0, config=config, vertices=[SQUARE], faces=[SQUARE_FACES], colours=[grey])
    client = serve({"a": data + mesh(0, "train/cloud", vertices=[SQUARE])})
    cube, cloud = client.get("/api/meshes").json()["meshes"]
    assert (cube["name"], cube["steps_of"]) == ("cube", "cube_VERTEX")
    assert (cloud["name"], cloud["steps_of"]) == ("train/cloud", "train/cloud_VERTEX")
    steps = client.get("/api/steps?kind=meshes&tag=cube_VERTEX").json()["series"]
    assert [series["step"] for series in steps] == [[0]]
    sample = decoded(ask(client))
    assert sample["positions"] == SQUARE
    assert (sample["faces"], sample["colours"]) == (SQUARE_FACES, grey)
    assert (sample["samples"], sample["values"], sample["notes"]) == (1, 1, [])
    assert sample["config"]["camera"]["fov"] == 75
    points = decoded(ask(client, name="train/cloud"))
    assert (points["positions"], points["faces"], points["colours"]) == (SQUARE, [], None)


def test_the_parts_of_a_mesh_of_tensorboardx_are_one_mesh() -> None:
    store = Store()
    load(store, TENSORBOARDX)
    client = client_of(store)
    listed = client.get("/api/meshes").json()["meshes"]
    assert [(one["name"], one["steps_of"]) for one in listed] == [
        ("cloud", "cloud_1"),
        ("mesh", "mesh_1"),
        ("nested/shape", "nested/shape_1"),
    ]
    corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
    faces = [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]]
    for step in range(3):
        sample = decoded(ask(client, name="mesh", step=step))
        assert sample["positions"] == (np.array(corners) * (step + 1)).tolist()
        assert sample["faces"] == faces
        assert sample["colours"] == [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 0]]
        assert sample["notes"] == []
    assert decoded(ask(client, name="nested/shape", step=20))["faces"] == faces
    assert decoded(ask(client, name="cloud", step=2))["faces"] == []


def test_a_name_may_end_with_a_number(serve: Serve) -> None:
    client = serve({"a": mesh(0, "cube_1", vertices=[SQUARE], faces=[SQUARE_FACES])})
    assert [one["name"] for one in client.get("/api/meshes").json()["meshes"]] == ["cube_1"]
    assert decoded(ask(client, name="cube_1"))["faces"] == SQUARE_FACES


def test_every_sample_of_every_value_can_be_looked_at(serve: Serve) -> None:
    tables = [(np.array([SQUARE]) + shift).tolist()[0] for shift in range(3)]
    client = serve({"a": mesh(0, vertices=tables[:2]) + mesh(0, vertices=tables[2:])})
    found = [decoded(ask(client, nth=nth, sample=one)) for nth, one in [(0, 0), (0, 1), (1, 0)]]
    assert [sample["positions"] for sample in found] == tables
    assert [sample["samples"] for sample in found] == [2, 2, 1]
    assert ask(client, nth=2).status_code == ask(client, nth=1, sample=1).status_code == 404
    assert ask(client, step=1).status_code == ask(client, name="other").status_code == 404
    assert ask(client, sample=-1).status_code == 422


def test_invalid_parts_are_skipped_with_a_note(serve: Serve) -> None:
    vertices = [*SQUARE[:3], [np.nan, 0, 0]]
    client = serve({"a": mesh(0, vertices=[vertices], faces=[[*SQUARE_FACES, [0, 1, 7]]])})
    sample = decoded(ask(client))
    assert (sample["positions"], sample["faces"]) == (SQUARE[:3], [[0, 1, 2]])
    assert sample["notes"] == [
        "1 of 3 faces skipped: invalid index (there are 4 vertices).",
        "1 of 4 vertices skipped: not finite.",
    ]


def test_a_missing_or_damaged_part_leaves_the_others(serve: Serve) -> None:
    first = mesh(0, vertices=[SQUARE], faces=[SQUARE_FACES], colours=[[[1, 2, 3]]])
    client = serve({"a": first + mesh(1, vertices=[SQUARE], colours=[[[1]]])})
    assert decoded(ask(client))["notes"] == ["1 colours for 4 vertices: colours ignored."]
    later = decoded(ask(client, step=1))
    assert (later["positions"], later["faces"], later["colours"]) == (SQUARE, [], None)
    missing, damaged = later["notes"]
    assert missing == "No faces were logged at this step."
    assert "(1, 1, 1) instead of numbers [samples, n, 3]" in damaged


def test_vertices_that_cannot_be_read_are_an_error(serve: Serve) -> None:
    odd = Summary.Value(tag="cube_VERTEX", tensor=TensorProto(dtype=DT_FLOAT, float_val=[1]))
    client = serve({"a": mesh(0, vertices=[SQUARE]) + writer.event(1, odd)})
    answer = ask(client, step=1)
    assert answer.status_code == 422
    assert "instead of numbers [samples, n, 3]" in answer.json()["error"]["message"]


def test_a_sample_that_is_held_is_not_sent_again(serve: Serve) -> None:
    client = serve({"a": mesh(0, vertices=[SQUARE])})
    answer = ask(client)
    held = {"If-None-Match": answer.headers["etag"]}
    assert client.get(answer.url, headers=held).status_code == 304


def test_a_tag_of_no_known_part_is_no_mesh(serve: Serve) -> None:
    value = Summary.Value(tag="x", metadata=writer.plugin("mesh", b"\xff"))
    assert serve({"a": writer.event(0, value)}).get("/api/meshes").json() == {"meshes": []}
