"""What was worked out of a graph is kept beside it, and never taken for another's."""

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
from scopeboard.graph.prepared.disk_cache import GraphCache
from scopeboard.graph.prepared.prepared_graph import prepare_ops
from scopeboard.graph.scope.build import build_scope
from scopeboard.graph.source.thin_graph import whole_graph

DATA = real_graph("traced_while")


GRAPH = parse_graph(DATA)


def derived_of(data: bytes) -> Derived:
    kept: list[Derived] = []
    prepare_ops(parse_graph(data), on_derived=kept.append).structures()
    return kept[0]


MADE = derived_of(DATA)
KEPT = b"".join(encode_derived(MADE))


def test_what_is_kept_comes_back() -> None:
    found = decode_derived(KEPT, GRAPH)
    assert found is not None
    np.testing.assert_array_equal(found.structures, MADE.structures)
    for name in ("flops", "parameters", "is_bytes_bound"):
        np.testing.assert_array_equal(getattr(found.op_costs, name), getattr(MADE.op_costs, name))
        np.testing.assert_array_equal(getattr(found.row_costs, name), getattr(MADE.row_costs, name))


@unhurried
@given(any_graph())
def test_a_tree_that_was_kept_is_the_tree(data: bytes) -> None:
    graph = parse_graph(data)
    found = decode_derived(b"".join(encode_derived(derived_of(data))), graph)
    assert found is not None
    tree, fresh = found.tree, build_tree(annotate(graph))
    paths = [fresh.path(row) for row in range(fresh.op.size)]
    assert [tree.path(row) for row in range(tree.op.size)] == paths
    for name in ("parent", "op", "start", "size", "count", "children", "child_first", "position"):
        np.testing.assert_array_equal(getattr(tree, name), getattr(fresh, name))
    wanted = [*paths, *(fresh.op_path(op) for op in range(len(graph))), "", "none", "(functions)"]
    assert [tree.find_scope(path) for path in wanted] == [fresh.find_scope(p) for p in wanted]
    assert [tree.find_op(path) for path in wanted] == [fresh.find_op(path) for path in wanted]


@given(st.data())
def test_damage_is_noticed(data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(KEPT) - 1))
    damaged = bytearray(KEPT)
    damaged[place] ^= data.draw(st.integers(1, 255))
    assert decode_derived(bytes(damaged), GRAPH) is None
    assert decode_derived(KEPT[:place], GRAPH) is None


def test_another_version_works_it_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(column_file, "CACHE_VERSION", "another")
    assert decode_derived(KEPT, GRAPH) is None


def test_what_was_kept_of_another_graph_is_not_used() -> None:
    assert decode_derived(KEPT, parse_graph(real_graph("torch_cnn"))) is None


def test_a_restart_works_nothing_out_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = GraphCache(lambda: tmp_path)
    data = real_graph("seed_mnist")
    scope = build_scope(GraphPool(cache).get_graph("key", lambda _: whole_graph(data), parse), "")
    for work in ("derive", "build_tree"):
        monkeypatch.delattr(prepared, work)
    again = GraphPool(cache).get_graph("key", lambda _: whole_graph(data), parse)
    assert build_scope(again, "") == scope


def test_nothing_is_kept_of_a_graph_that_is_not(tmp_path: Path) -> None:
    GraphCache(lambda: tmp_path).put_derived("unknown", MADE)
    assert list(tmp_path.iterdir()) == []
