"""Embeddings beside event files, from files to JSON."""

import shutil
from pathlib import Path

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
