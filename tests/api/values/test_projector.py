"""Embeddings beside event files, from files to JSON."""

import shutil
from pathlib import Path

import numpy as np
import pytest
from starlette.testclient import TestClient

from tools import writer

from ..conftest import Serve

CONFIG = """
embeddings {
  tensor_name: "emb"
  tensor_path: "e/tensors.tsv"
  metadata_path: "e/metadata.tsv"
  sprite { image_path: "e/sprite.png" single_image_dim: 2 single_image_dim: 3 }
}
embeddings { tensor_name: "out" tensor_path: "../../secret.tsv" }
embeddings { tensor_name: "checkpoint" }
"""
PNG = b"\x89PNG\r\n\x1a\nrest"


def write_embedding(log: Path, run: str = "a", config: str = CONFIG) -> None:
    """Write an embedding of three vectors."""
    folder = log / run / "e"
    folder.mkdir(parents=True)
    (log / run / "projector_config.pbtxt").write_text(config)
    (folder / "tensors.tsv").write_text("1\t0\n2\t0\n0\t3\n")
    (folder / "metadata.tsv").write_text("x\ty\nz\n")
    (folder / "sprite.png").write_bytes(PNG)


def test_an_embedding_with_all_it_has(serve: Serve, tmp_path: Path) -> None:
    write_embedding(tmp_path)
    client = serve({"a": writer.scalar_file({"x": [1]})})
    found = client.get("/api/projector").json()
    assert [(one["run"], one["index"], one["name"]) for one in found["embeddings"]] == [
        ("a", 0, "emb"),
        ("a", 1, "out"),
        ("a", 2, "checkpoint"),
    ]
    vectors = client.get("/api/projector/vectors?run=a&components=2").json()
    assert (vectors["rows"], vectors["total"], vectors["dimensions"]) == (3, 3, 2)
    assert len(vectors["coordinates"]) == 6
    assert vectors["metadata"] == [
        {"name": "x", "values": ["z", "", ""]},
        {"name": "y", "values": ["", "", ""]},
    ]
    near = client.get("/api/projector/neighbours?run=a&row=0&count=1").json()["neighbours"]
    assert near == [{"row": 1, "distance": 0.0}]
    sprite = client.get("/api/projector/sprite?run=a")
    assert (sprite.content, sprite.headers["content-type"]) == (PNG, "image/png")


WORDS = 'embeddings { tensor_path: "v.tsv" metadata_path: "m.tsv" }'


def words(serve: Serve, tmp_path: Path) -> TestClient:
    """Serve six vectors of two kinds."""
    run = tmp_path / "a"
    run.mkdir()
    (run / "projector_config.pbtxt").write_text(WORDS)
    (run / "v.tsv").write_text("0\t0\n0\t2\n1\t0\n4\t0\n4\t2\n5\t0\n")
    kinds = ["low"] * 3 + ["high"] * 3
    (run / "m.tsv").write_text("".join(f"w{at}\t{kind}\n" for at, kind in enumerate(["", *kinds])))
    return serve({"a": writer.scalar_file({"x": [1]})})


def test_isolated_vectors_have_components_of_their_own(serve: Serve, tmp_path: Path) -> None:
    client = words(serve, tmp_path)
    path = "/api/projector/vectors?run=a&components=2"
    every = client.get(path).json()
    assert every["isolated"] is None
    assert len(every["coordinates"]) == 12
    high = client.get(f"{path}&matching=HIGH").json()
    assert (high["rows"], high["isolated"], len(high["coordinates"])) == (6, [3, 4, 5], 6)
    assert np.mean(high["coordinates"][::2]) == pytest.approx(0, abs=1e-4)
    near = client.get(f"{path}&near=0&count=2&distance=euclidean").json()
    assert near["isolated"] == [0, 1, 2]
    sphere = client.get(f"{path}&spherical=true").json()
    places = np.reshape(sphere["coordinates"], (6, 2))
    centred = places - places.mean(axis=0)
    assert not np.allclose(centred, np.reshape(every["coordinates"], (6, 2)))
    for query, status in (("&matching=cow", 404), ("&near=9", 404), ("&matching=/(/", 422)):
        assert client.get(path + query).status_code == status


def test_an_axis_leads_from_some_vectors_to_others(serve: Serve, tmp_path: Path) -> None:
    client = words(serve, tmp_path)
    found = client.get("/api/projector/axis?run=a&begin=w1&end=/w4/").json()
    assert found == {"begin": 1, "end": 1, "coordinates": [0, 0, 0.25, 1, 1, 1.25]}
    found = client.get("/api/projector/axis?run=a&begin=cow&end=high").json()
    assert found == {"begin": 0, "end": 3, "coordinates": [0] * 6}
    assert client.get("/api/projector/axis?run=a&begin=&end=high").status_code == 422


def test_nothing_outside_the_log_directory_is_read(serve: Serve, tmp_path: Path) -> None:
    (tmp_path.parent / "secret.tsv").write_text("1\n2\n")
    write_embedding(tmp_path)
    client = serve({"a": writer.scalar_file({"x": [1]})})
    answer = client.get("/api/projector/vectors?run=a&index=1")
    assert answer.status_code == 404
    assert "outside the log directory" in answer.json()["error"]["message"]
    assert client.get("/api/projector/vectors?run=a&index=2").status_code == 404


def test_an_unreadable_configuration_is_reported(serve: Serve, tmp_path: Path) -> None:
    write_embedding(tmp_path, config="embeddings {")
    found = serve({"a": writer.scalar_file({"x": [1]})}).get("/api/projector").json()
    assert found["embeddings"] == []
    assert found["unread"] == ['a/projector_config.pbtxt: Line 1: Expected "}".']


def test_tables_of_the_newest_checkpoint(serve: Serve, tmp_path: Path) -> None:
    checkpoint = Path(__file__).parents[2] / "data" / "checkpoints" / "parts"
    run = Path(shutil.copytree(checkpoint, tmp_path / "a"))
    (run / "labels.tsv").write_text("\n".join("abcdefg"))
    run.joinpath("projector_config.pbtxt").write_text(
        'embeddings { tensor_name: "words/embedding:0" metadata_path: "labels.tsv" }'
    )
    client = serve({"a": writer.scalar_file({"x": [1]})})
    found = client.get("/api/projector").json()
    names = [one["name"] for one in found["embeddings"]]
    assert names[:3] == ["words/embedding", "brains", "columns"]
    vectors = client.get("/api/projector/vectors?run=a&components=3").json()
    assert (vectors["rows"], vectors["dimensions"]) == (7, 3)
    assert vectors["metadata"] == [{"name": "label", "values": list("abcdefg")}]
    run.joinpath("model.ckpt-100.index").write_bytes(b"damaged")
    found = client.get("/api/projector").json()
    assert [one["name"] for one in found["embeddings"]] == ["words/embedding:0"]
    assert found["unread"] == ["a/model.ckpt-100: It is not an index of a checkpoint, or was cut."]
    answer = client.get("/api/projector/vectors?run=a")
    assert answer.status_code == 422
