"""Graphs in files of an object store: only what is needed of them is read."""

from pathlib import Path

from scopeboard.graph.catalog.catalog import LoggedGraphs
from scopeboard.graph.source.file_count import GraphFileCount
from scopeboard.store.store import Store
from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from scopeboard.wire.types_pb2 import DT_FLOAT
from tools import writer
from tools.loading import Log
from tools.object_store import Bucket, bucket
from tools.served import excerpt

__all__ = ["bucket"]

MEGABYTE = 1 << 20


def large_graph() -> bytes:
    """Return a graph of a few ops and a constant of 20 MB."""
    graph = GraphDef(node=[NodeDef(name="x", op="Placeholder"), NodeDef(name="c", op="Const")])
    value = graph.node[1].attr["value"].tensor
    value.dtype = DT_FLOAT
    value.tensor_content = bytes(20 * MEGABYTE)
    graph.node.add(name="y", op="Relu", input=["x"])
    return graph.SerializeToString()


def test_a_graph_is_listed_by_a_request_and_opened_without_its_constants(bucket: Bucket) -> None:
    bucket.put(f"logs/run/{writer.FILE_NAME}", writer.scalar_file({"x": [1]}))
    bucket.put("logs/run/large.pb", large_graph())
    bucket.put("logs/run/small.pb", excerpt("graph/seed_mnist.pb"))
    bucket.put("logs/run/none.pbtxt", b"no graph")
    log = Log(Path(), place=bucket.root / "logs")
    log.load()
    bucket.proxy.take()
    assert GraphFileCount().of(log.store.searched[0]) == 3
    assert not bucket.proxy.take()
    graphs = LoggedGraphs(log.store)
    entries = {entry.file: entry for entry in graphs.entries()}
    assert sorted(entries) == ["run/large.pb", "run/small.pb"]
    assert len(bucket.proxy.take()) <= 4
    found = graphs.open(entries["run/large.pb"].id)
    assert {"x", "c", "y"} <= set(found.annotated.ops.names)
    read = sum(_length(request.range) for request in bucket.proxy.take())
    assert read < 2 * MEGABYTE


def test_a_graph_file_that_was_named_is_read_by_ranges(bucket: Bucket) -> None:
    bucket.put("large.pb", large_graph())
    graphs = LoggedGraphs(Store(), [bucket.root / "large.pb"])
    (entry,) = graphs.entries()
    assert (entry.run, entry.size) == ("large.pb", len(large_graph()))
    assert {"x", "c", "y"} <= set(graphs.open(entry.id).annotated.ops.names)
    reads = [request.range for request in bucket.proxy.take() if request.range]
    assert sum(map(_length, reads)) < 3 * MEGABYTE
    bucket.put("large.pb", excerpt("graph/seed_mnist.pb"))
    (entry,) = graphs.entries()
    assert entry.size == len(excerpt("graph/seed_mnist.pb"))


def _length(wanted: str) -> int:
    start, end = wanted.removeprefix("bytes=").split("-")
    return int(end) + 1 - int(start)
