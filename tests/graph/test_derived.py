"""What was worked out of a graph is kept beside it, and never taken for another's."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import real_graph
from scopeboard.graph import derived as module
from scopeboard.graph import prepared
from scopeboard.graph.build_scope import build_scope
from scopeboard.graph.derived import Derived, derived_from_bytes, derived_to_bytes
from scopeboard.graph.graph_cache import GraphCache
from scopeboard.graph.graphdef import parse, parse_graph
from scopeboard.graph.opened import OpenedGraphs
from scopeboard.graph.prepared import prepare_graph, prepare_ops

DATA = real_graph("traced_while")


def derived_of(data: bytes) -> Derived:
    kept: list[Derived] = []
    prepare_ops(parse_graph(data), keep=kept.append).structures()
    return kept[0]


def test_what_is_kept_comes_back() -> None:
    made = derived_of(DATA)
    found = derived_from_bytes(derived_to_bytes(made))
    assert found is not None
    np.testing.assert_array_equal(found.structures, made.structures)
    np.testing.assert_array_equal(found.costs.flops, made.costs.flops)
    np.testing.assert_array_equal(found.costs.is_bytes_bound, made.costs.is_bytes_bound)


KEPT = derived_to_bytes(derived_of(DATA))


@given(st.data())
def test_damage_is_noticed(data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(KEPT) - 1))
    damaged = bytearray(KEPT)
    damaged[place] ^= data.draw(st.integers(1, 255))
    assert derived_from_bytes(bytes(damaged)) is None
    assert derived_from_bytes(KEPT[:place]) is None


def test_another_version_works_it_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "KEPT_FORM", "another")
    assert derived_from_bytes(KEPT) is None


def test_what_was_kept_of_another_graph_is_not_used() -> None:
    other = derived_of(real_graph("torch_cnn"))
    graph = prepare_ops(parse_graph(DATA), known=other)
    assert build_scope(graph, "enc") == build_scope(prepare_graph(DATA), "enc")


def test_a_restart_works_nothing_out_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = GraphCache(lambda: tmp_path)
    data = real_graph("seed_mnist")
    scope = build_scope(OpenedGraphs(cache).get_graph("key", lambda: data, parse), "")
    monkeypatch.delattr(prepared, "derive")
    again = OpenedGraphs(cache).get_graph("key", lambda: data, parse)
    assert build_scope(again, "") == scope


def test_nothing_is_kept_of_a_graph_that_is_not(tmp_path: Path) -> None:
    GraphCache(lambda: tmp_path).keep_derived("unknown", derived_of(DATA))
    assert list(tmp_path.iterdir()) == []
