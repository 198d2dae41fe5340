"""Checkpoints that TensorFlow 2.15 wrote, and damaged ones."""

from collections.abc import Callable
from io import FileIO
from pathlib import Path

import numpy as np
import pytest

from scopeboard.errors import DamagedDataError, NotFoundError, TooLargeError
from scopeboard.projector.checkpoint.bundle import Checkpoint
from scopeboard.projector.checkpoint.slice_key import slice_key
from scopeboard.wire.tensor_bundle_pb2 import BundleEntryProto, BundleHeaderProto
from scopeboard.wire.types_pb2 import DT_FLOAT, DT_STRING
from tools.sorted_tables import table

PARTS = Path(__file__).parents[2] / "data" / "checkpoints" / "parts" / "model.ckpt-100"
ENDINGS = (".index", ".data-00000-of-00001")
EXPECTED = {
    name.replace("|", "/"): values
    for name, values in np.load(PARTS.parent / "expected.npz").items()
}


def opener(prefix: Path) -> Callable[[str], FileIO]:
    """Return what opens the files of a checkpoint."""

    def open_file(ending: str) -> FileIO:
        path = Path(f"{prefix}{ending}")
        if not path.exists():
            raise NotFoundError(f"{path} does not exist.")
        return FileIO(path)

    return open_file


def test_tables_of_numbers_are_listed() -> None:
    shapes = {name: values.shape for name, values in EXPECTED.items()}
    assert Checkpoint.of(opener(PARTS)).tables == shapes


@pytest.mark.parametrize("name", EXPECTED)
@pytest.mark.parametrize(("stride", "limit"), [(1, None), (2, None), (3, None), (1, 4), (1, 100)])
def test_rows_equal_tensorflows(name: str, stride: int, limit: int | None) -> None:
    found = Checkpoint.of(opener(PARTS)).read(name, stride, limit)
    assert found.dtype == np.float32
    np.testing.assert_array_equal(found, EXPECTED[name][:limit:stride])


def test_an_object_of_tensorflow_2() -> None:
    prefix = PARTS.parents[1] / "object" / "embedding.ckpt-1"
    checkpoint = Checkpoint.of(opener(prefix))
    name = "embedding/.ATTRIBUTES/VARIABLE_VALUE"
    assert checkpoint.tables == {name: (6, 4)}
    assert np.isfinite(checkpoint.read(name)).all()


def test_changed_bytes_of_a_tensor_are_found(tmp_path: Path) -> None:
    index, data = (Path(f"{PARTS}{ending}").read_bytes() for ending in ENDINGS)
    for name, content in (("same", data), ("cut", data[:100]), ("other", bytes(len(data)))):
        (tmp_path / f"{name}.index").write_bytes(index)
        (tmp_path / f"{name}.data-00000-of-00001").write_bytes(content)
    checkpoints = {
        name: Checkpoint.of(opener(tmp_path / name)) for name in ("same", "cut", "other")
    }
    assert checkpoints["same"].read("words/embedding").any()
    for name in ("cut", "other"):
        with pytest.raises(DamagedDataError):
            checkpoints[name].read("words/embedding")


def entry(sizes: tuple[int, ...], size: int = 0) -> BundleEntryProto:
    """Return an entry of floats."""
    found = BundleEntryProto(dtype=DT_FLOAT, size=size)
    for each in sizes:
        found.shape.dim.add(size=each)
    return found


def test_what_an_index_claims_is_checked(tmp_path: Path) -> None:
    outside = entry((2, 2))
    for length in (2, 3):
        outside.slices.add().extent.add(start=1, length=length)
    nested = entry((2, 2))
    part = nested.slices.add()
    part.extent.add(start=0, length=2)
    part.extent.add()
    holey = entry((1 << 40, 2))
    holey.slices.add().extent.add(start=0, length=1)
    holey.slices[0].extent.add()
    entries = {
        b"": BundleHeaderProto(num_shards=1),
        b"holey": holey,
        slice_key(b"holey", [(0, 1), (0, -1)]): entry((1, 2), size=8),
        b"large": entry((1 << 20, 1 << 10), size=1 << 32),
        b"missing_part": nested,
        b"outside": outside,
        b"size": entry((1 << 40, 1 << 20), size=8),
        b"slot/.OPTIMIZER_SLOT/m": entry((2, 2)),
        b"text": BundleEntryProto(dtype=DT_STRING, shape=entry((2, 2)).shape),
        b"vector": entry((3,)),
    }
    written = sorted((key, value.SerializeToString()) for key, value in entries.items())
    written.append((b"wrong", b"\xff"))
    (tmp_path / "x.index").write_bytes(table(written))
    (tmp_path / "x.data-00000-of-00001").write_bytes(bytes(100))
    checkpoint = Checkpoint.of(opener(tmp_path / "x"))
    assert set(checkpoint.tables) == {"holey", "large", "missing_part", "outside", "size"}
    for name, error in (
        ("holey", DamagedDataError),
        ("large", TooLargeError),
        ("missing_part", NotFoundError),
        ("outside", DamagedDataError),
        ("other", NotFoundError),
    ):
        with pytest.raises(error):
            checkpoint.read(name)
    with pytest.raises(DamagedDataError, match="size"):
        checkpoint.read("size", stride=1 << 39)


def test_another_order_of_bytes_is_refused(tmp_path: Path) -> None:
    header = BundleHeaderProto(endianness=BundleHeaderProto.BIG).SerializeToString()
    (tmp_path / "x.index").write_bytes(table([(b"", header)]))
    with pytest.raises(DamagedDataError, match="big-endian"):
        Checkpoint.of(opener(tmp_path / "x"))
