"""Bytes of graphs are read from their files, and changes of the files are detected."""

from pathlib import Path

import pytest

from graph.graphdefs import real_graph
from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.events.decode.decoder import RUN_GRAPH_TAG
from scopeboard.graph.source.byte_source import FileBytes, LoggedBytes
from scopeboard.graph.source.containers import RUN_GRAPH
from scopeboard.protowire.nested import Step
from scopeboard.store.values.blob_series import find_blobs
from scopeboard.types import TagKey
from tools import writer
from tools.loading import Log

GRAPH = real_graph("seed_mnist")


def logged(tmp_path: Path) -> LoggedBytes:
    writer.write_run(tmp_path, "a", writer.version() + writer.graph_event(GRAPH))
    log = Log(tmp_path)
    log.load()
    (ref,) = find_blobs(log.store, log.runs()["a"].id, TagKey("graphs", RUN_GRAPH_TAG))
    return LoggedBytes(ref, RUN_GRAPH)


def test_a_record_is_read_as_a_whole_and_in_slices(tmp_path: Path) -> None:
    source = logged(tmp_path)
    assert source.read() == GRAPH
    assert source.size() == len(GRAPH)
    for start, end in ((0, 10), (500, 700), (len(GRAPH) - 5, len(GRAPH) + 50), (7, 7)):
        assert source.read_at(start, end) == GRAPH[start:end]


def test_a_changed_record_is_damaged(tmp_path: Path) -> None:
    source = logged(tmp_path)
    key, path = source.key(), Path(str(source.ref.path))
    data = bytearray(path.read_bytes())
    data[-1000] ^= 1
    path.write_bytes(bytes(data))
    with pytest.raises(DamagedDataError, match=r"changed at byte \d+; reload the page\.$"):
        source.read()
    data[-1] ^= 1  # the checksum too, as of another record
    path.write_bytes(bytes(data))
    assert source.key() != key


def test_a_missing_file_is_not_found(tmp_path: Path) -> None:
    source = logged(tmp_path)
    Path(str(source.ref.path)).unlink()
    for use in (source.key, source.read, source.size):
        with pytest.raises(NotFoundError, match=r"cannot be read: No such file"):
            use()


def test_a_file_and_a_field_of_it(tmp_path: Path) -> None:
    path = tmp_path / "g.pb"
    path.write_bytes(GRAPH)
    assert FileBytes(path, ()).read() == GRAPH
    first = FileBytes(path, (Step(1, 1),))
    assert GRAPH.startswith(first.read(), GRAPH.index(first.read()))
    assert first.read_at(0, 4) == first.read()[:4]
    key = first.key()
    path.write_bytes(GRAPH + b"\x18\x01")
    assert first.key() != key
