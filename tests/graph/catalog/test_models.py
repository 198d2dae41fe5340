"""The models of runs: hashed on request, once for each content, also over restarts."""

from pathlib import Path

import pytest

from graph.graphdefs import ops
from scopeboard.errors import NotFoundError
from scopeboard.graph.catalog.graph_pool import GraphPool
from scopeboard.graph.catalog.models import Models
from scopeboard.graph.catalog.summary_cache import Summaries
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.prepared.model_hash import model_hash
from scopeboard.store.open import open_store
from scopeboard.store.store import Store

from .test_summary_cache import Source, entry, until

ONE = ops("a Add", "b Mul a")
SAME = ops("x Add", "y Mul x")
OTHER = ops("a Add", "b Sub a")
LARGE = 1 << 20


def source(name: str, data: bytes | Exception) -> Source:
    found = Source(name, data)
    found.gate.set()
    return found


def models_of(store: Store) -> Models:
    pool = GraphPool()
    return Models(store, pool, Summaries(store, pool))


class Counted:
    """Counts hashes that are computed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        monkeypatch.setattr("scopeboard.graph.catalog.models.model_hash", self)

    def __call__(self, graph: OpGraph) -> str:
        self.count += 1
        return model_hash(graph)


def test_equal_models_have_equal_hashes_and_unreadable_ones_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counted = Counted(monkeypatch)
    contents: list[bytes | Exception] = [ONE, SAME, OTHER, ONE, b"none", NotFoundError("Gone.")]
    sources = [source(f"s{at}", content) for at, content in enumerate(contents)]
    models = models_of(Store())
    found = models.find([entry(each) for each in sources])
    first, same, other, again, damaged, gone = [model.hash for model in found]
    assert first == same == again != other
    assert (damaged, gone) == ("", "")
    assert [model.graph_id for model in found] == [each.name for each in sources]
    assert counted.count == 3  # the same bytes are hashed once
    reads = [each.reads for each in sources[:4]]
    assert models.find([entry(each) for each in sources[:4]]) == found[:4]
    assert [each.reads for each in sources[:4]] == reads


def test_a_list_does_not_wait_for_a_slow_graph() -> None:
    slow, quick = Source("slow", ONE), source("quick", OTHER)
    models = models_of(Store())
    both = [entry(slow, size=9), entry(quick, size=1)]
    until(lambda: models.find(both, 0.01)[1].hash is not None)
    assert models.find(both, 0.01)[0].hash is None
    slow.gate.set()
    assert models.find(both)[0].hash


def test_the_hash_of_a_large_graph_is_known_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = Counted(monkeypatch)
    hashes = []
    for _ in range(2):
        store = open_store(tmp_path / "logs", tmp_path / "index")
        large = source("large", ONE)
        hashes.append(models_of(store).find([entry(large, size=LARGE)])[0].hash)
        store.close()
    assert hashes[0] == hashes[1] != ""
    assert (counted.count, large.reads) == (1, 0)
