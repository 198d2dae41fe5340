"""The files of embeddings, read by the projector."""

from io import FileIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from scopeboard import SummaryWriter
from scopeboard.projector.config import read_config
from scopeboard.projector.metadata_file import read_metadata


def configuration(run: Path) -> list[tuple[str, str, str]]:
    found = read_config((run / "projector_config.pbtxt").read_text("utf-8")).embeddings
    return [(one.name, one.tensor_path, one.metadata_path) for one in found]


def test_vectors_come_back_exactly(tmp_path: Path) -> None:
    vectors = np.random.default_rng(0).standard_normal((6, 4)).astype(np.float32)
    with SummaryWriter(tmp_path) as writer:
        writer.add_embedding(vectors, list("abcdef"), global_step=3, tag="em/b%")
    path = "00003/em%2fb%25"
    assert configuration(tmp_path) == [
        ("em/b%:00003", f"{path}/tensors.tsv", f"{path}/metadata.tsv")
    ]
    read = np.loadtxt(tmp_path / path / "tensors.tsv", np.float32, delimiter="\t")
    np.testing.assert_array_equal(read, vectors)
    assert (tmp_path / path / "metadata.tsv").read_text() == "a\nb\nc\nd\ne\nf\n"


def test_labels_of_several_columns_have_names(tmp_path: Path) -> None:
    labels = [["one\ttwo", 1], ["three\n", 2]]
    with SummaryWriter(tmp_path) as writer:
        writer.add_embedding(np.eye(2), labels, metadata_header=["word", "rank"])
    with FileIO(tmp_path / "00000/default/metadata.tsv") as file:
        metadata = read_metadata(file, rows=2, stride=1)
    assert list(metadata.names) == ["word", "rank"]
    assert [list(column) for column in metadata.columns] == [["one two", "three "], ["1", "2"]]


def test_images_are_in_a_square(tmp_path: Path) -> None:
    images = np.zeros((5, 1, 4, 4))
    images[4] = 1
    with SummaryWriter(tmp_path) as writer:
        writer.add_embedding(np.eye(5), label_img=images)
    pixels = np.asarray(Image.open(tmp_path / "00000/default/sprite.png"))
    assert pixels.shape == (12, 12, 3)
    assert (pixels[4:8, 4:8] == 255).all()
    assert pixels.sum() == 4 * 4 * 3 * 255
    (one,) = read_config((tmp_path / "projector_config.pbtxt").read_text("utf-8")).embeddings
    assert one.sprite
    assert (one.sprite.width, one.sprite.height) == (4, 4)


def test_embeddings_of_an_earlier_writer_stay(tmp_path: Path) -> None:
    for step in (1, 2, 2):
        with SummaryWriter(tmp_path) as writer:
            writer.add_embedding(np.eye(2), global_step=step)
    assert [name for name, _, _ in configuration(tmp_path)] == ["default:00001", "default:00002"]
    (tmp_path / "projector_config.pbtxt").write_text("embeddings {")
    with SummaryWriter(tmp_path) as writer:
        writer.add_embedding(np.eye(2), global_step=5)
    assert [name for name, _, _ in configuration(tmp_path)] == ["default:00005"]


def test_parts_of_another_size_are_errors(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        with pytest.raises(ValueError, match="metadata has 1 rows for 2 vectors"):
            writer.add_embedding(np.eye(2), ["a"])
        with pytest.raises(ValueError, match="label_img has 3 rows"):
            writer.add_embedding(np.eye(2), label_img=np.zeros((3, 1, 2, 2)))
        with pytest.raises(ValueError, match="vectors are"):
            writer.add_embedding(np.ones(3))
        with pytest.raises(ValueError, match="1 names"):
            writer.add_embedding(np.eye(2), [["a", "b"]] * 2, metadata_header=["x"])
    assert not (tmp_path / "projector_config.pbtxt").exists()
