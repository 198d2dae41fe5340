"""Tree, costs and structures of a graph survive a restart, and serve no other graph."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import any_graph, real_graph, unhurried
from scopeboard.graph.catalog.graph_pool import GraphPool
from scopeboard.graph.graphdef.parser import parse, parse_graph
from scopeboard.graph.hierarchy.annotations import annotate
from scopeboard.graph.hierarchy.tree import build_tree
from scopeboard.graph.prepared import column_file
from scopeboard.graph.prepared import prepared_graph as prepared
from scopeboard.graph.prepared.derived import Derived, decode_derived, encode_derived
from scopeboard.graph.prepared.graph_cache import GraphCache
from scopeboard.graph.prepared.prepared_graph import prepare_ops
from scopeboard.graph.scope.build import build_scope
from scopeboard.graph.source.thin_graph import whole_graph
from scopeboard.store.derived import LocalValues

DATA = real_graph("traced_while")


GRAPH = parse_graph(DATA)


def derived_of(data: bytes) -> Derived:
    results: list[Derived] = []
    prepare_ops(parse_graph(data), on_derived=results.append).structures()
    return results[0]


DERIVED = derived_of(DATA)
ENCODED = b"".join(encode_derived(DERIVED))


def test_decoding_returns_the_encoded_columns() -> None:
    decoded = decode_derived(ENCODED, GRAPH)
    assert decoded is not None
    np.testing.assert_array_equal(decoded.structures, DERIVED.structures)
    for name in ("flops", "parameters", "is_bytes_bound"):
        np.testing.assert_array_equal(
            getattr(decoded.op_costs, name), getattr(DERIVED.op_costs, name)
        )
        np.testing.assert_array_equal(
            getattr(decoded.row_costs, name), getattr(DERIVED.row_costs, name)
        )


@unhurried
@given(any_graph())
def test_the_decoded_tree_equals_a_fresh_one(data: bytes) -> None:
    graph = parse_graph(data)
    decoded = decode_derived(b"".join(encode_derived(derived_of(data))), graph)
    assert decoded is not None
    tree, fresh = decoded.tree, build_tree(annotate(graph))
    paths = [fresh.path(row) for row in range(fresh.op.size)]
    assert [tree.path(row) for row in range(tree.op.size)] == paths
    for name in ("parent", "op", "start", "size", "count", "children", "child_first", "position"):
        np.testing.assert_array_equal(getattr(tree, name), getattr(fresh, name))
    wanted = [*paths, *(fresh.op_path(op) for op in range(len(graph))), "", "none", "(functions)"]
    assert [tree.find_scope(path) for path in wanted] == [fresh.find_scope(p) for p in wanted]
    assert [tree.find_op(path) for path in wanted] == [fresh.find_op(path) for path in wanted]


@given(st.data())
def test_a_damaged_file_counts_as_missing(data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(ENCODED) - 1))
    damaged = bytearray(ENCODED)
    damaged[offset] ^= data.draw(st.integers(1, 255))
    assert decode_derived(bytes(damaged), GRAPH) is None
    assert decode_derived(ENCODED[:offset], GRAPH) is None


def test_a_file_of_another_version_counts_as_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(column_file, "CACHE_VERSION", "another")
    assert decode_derived(ENCODED, GRAPH) is None


def test_a_file_of_another_graph_counts_as_missing() -> None:
    assert decode_derived(ENCODED, parse_graph(real_graph("torch_cnn"))) is None


def test_a_restart_computes_nothing_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = GraphCache(LocalValues(directory=lambda: tmp_path))
    data = real_graph("seed_mnist")
    scope = build_scope(GraphPool(cache).get_graph("key", lambda _: whole_graph(data), parse), "")
    monkeypatch.delattr(prepared, "derive")
    again = GraphPool(cache).get_graph("key", lambda _: whole_graph(data), parse)
    assert build_scope(again, "") == scope


def test_results_are_stored_only_beside_their_graph(tmp_path: Path) -> None:
    GraphCache(LocalValues(directory=lambda: tmp_path)).put_derived("unknown", DERIVED)
    assert list(tmp_path.iterdir()) == []
