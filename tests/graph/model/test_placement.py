"""Layouts and shardings of tensors: what is stated, and what an edge shows of it."""

import pytest

from graph.hlo.models import bytes_of, computation, module, op, parameter, parsed, shape, tuple_of
from scopeboard.graph.model.placement import (
    NOT_STATED,
    OUTPUT_LAYOUTS,
    OUTPUT_SHARDINGS,
    Placement,
    placement_label,
    stated_placements,
)
from scopeboard.wire import hlo_pb2 as wire
from scopeboard.wire.graph_pb2 import AttrValue


@pytest.mark.parametrize(
    ("layout", "label"),
    [
        ("", ""),
        ("{}", ""),
        ("{1,0}", ""),
        ("{3,2,1,0:T(8,128)(2,1)}", ""),
        ("{0,1}", "{0,1}"),
        ("{0,1:T(8,128)}", "{0,1}"),
        ("{1,0:T(8,128)S(1)}", "{1,0:S(1)}"),
        (":S(5)", "{:S(5)}"),
        ("{0," + "1" * 5000 + "}", ""),
        ("{0,11111}", ""),
    ],
)
def test_a_layout_is_shown_where_it_is_not_row_by_row(layout: str, label: str) -> None:
    assert placement_label(Placement(layout)) == label


@pytest.mark.parametrize(
    ("sharding", "label"),
    [
        ("{replicated}", ""),
        ("{devices=[2,1]<=[2]}", "÷ 2×1"),
        ("{devices=[2,1,2]<=[4] last_tile_dim_replicate}", "÷ 2×1"),
        ("{devices=[1,1,4]<=[4] last_tile_dim_replicate}", ""),
        ("{devices=[2,2,1,2]<=[8] last_tile_dims={manual, replicated}}", "÷ 2×2"),
        ("{devices=[4]0,1,2,3}", "÷ 4"),
        ('#sdy.sharding<@mesh, [{"data"}, {}]>', "÷ data×1"),
        ('<@mesh, [{"data", "model"}, {?}]>', "÷ data·model×1"),
        ('<@mesh, [{"data", ?}p1, {"model":(1)2}]>', "÷ data×model:(1)2"),
        ("<@mesh, [{?}, {?}]>", ""),
        ("<@mesh, [{}, {}]>", ""),
        ("<@mesh, []>", ""),
        ('<@mesh, [{}, {"data"}], replicated={"model"}>', "÷ 1×data"),
        ('#sdy.sharding<@"a mesh", [{"data"}], unreduced={"model"}>', "÷ data"),
        ('<@mesh, [{"data"}, {"mo', ""),
        ("{maximal device=3}", ""),
    ],
)
def test_a_sharding_is_shown_where_it_divides(sharding: str, label: str) -> None:
    assert placement_label(Placement("{1,0}", sharding)) == label


def test_a_list_that_is_short_or_long_states_no_more_than_there_are_outputs() -> None:
    stated = {OUTPUT_LAYOUTS: AttrValue(list=AttrValue.ListValue(s=[b"{0}"]))}
    assert stated_placements(stated, 2) == [Placement("{0}"), NOT_STATED]
    assert stated_placements(stated, 0) == []


def test_long_texts_are_cut() -> None:
    """Many ops may share one sharding of a megabyte, and each edge of an answer has its own."""
    tiles = "{devices=[" + "1," * (1 << 19)
    stated = {
        name: AttrValue(list=AttrValue.ListValue(s=[text.encode()]))
        for name, text in ((OUTPUT_LAYOUTS, "{" + "ä" * 5000), (OUTPUT_SHARDINGS, tiles))
    }
    assert stated_placements(stated, 1) == [Placement("{" + "ä" * 299, tiles[:300])]


def test_each_tensor_of_a_tuple_has_its_own() -> None:
    turned = shape(2, 3, layout=wire.Layout(minor_to_major=[0, 1]))
    halves = wire.Sharding(type=3, tile_assignment_dimensions=[2], tile_assignment_devices=[0, 1])
    both = wire.Sharding(type=2, tuple_shardings=[halves, wire.Sharding()])
    split = op(2, "custom-call", 1, shape=tuple_of(shape(4), turned), sharding=both)
    elements = [
        op(3, "get-tuple-element", 2, tuple_index=0),
        op(4, "get-tuple-element", 2, tuple_index=1, shape=turned),
        op(5, "custom-call", 3, 4),
    ]
    graph = parsed(module(computation(1, parameter(1), split, *elements))).graph
    row = graph.names.index("custom-call.2")
    tensors, first = graph.tensors, int(graph.tensors.first[row])
    assert tensors.find_placement(first) == ("", "{devices=[2]0,1}")
    assert tensors.find_placement(first + 1) == ("{0,1}", "{replicated}")
    assert tensors.find_edge_label(first) == "4 ÷ 2"
    assert tensors.find_edge_label(first + 1) == "2×3 {0,1}"
    assert tensors.find_edge_label(-1) is None


def test_a_tuple_with_another_number_of_shardings_has_none() -> None:
    both = wire.Sharding(type=2, tuple_shardings=[wire.Sharding()])
    pair = op(2, "custom-call", 1, shape=tuple_of(shape(4), shape(4)), sharding=both)
    graph = parsed(module(computation(1, parameter(1), pair))).graph
    assert graph.tensors.placements == ()


def test_a_module_of_jax_has_layouts_and_shardings_on_its_edges() -> None:
    graph = parsed(bytes_of("sharded_compiled"), by_program=False).graph
    labels = {graph.tensors.find_edge_label(tensor) or "" for tensor in graph.edges.tensor.tolist()}
    assert any("÷ 2×1" in label for label in labels)
    layouts = {each.layout for each in graph.tensors.placements}
    assert "{1,0}" in layouts
