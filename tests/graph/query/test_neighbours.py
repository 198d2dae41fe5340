"""Neighbours, inputs and outputs, and cards: against the protobuf and the metaedges."""

from collections import Counter

import numpy as np
from hypothesis import given

from graph.graphdefs import graph_bytes, node, ordinary_graph, real_graph, unhurried
from graph.libraries import any_library, function, library
from graph.oracle import Oracle
from graph.shown import open_nodes, shown_children
from scopeboard.graph.paths.paths import ShownNode, find_node, find_op
from scopeboard.graph.prepared.prepared_graph import PreparedGraph, prepare_graph
from scopeboard.graph.prepared.united import unite_graphs
from scopeboard.graph.query.edge_tensors import tensors_between
from scopeboard.graph.query.neighbours import Neighbour, find_neighbours
from scopeboard.graph.query.node_card import NodeCard, build_card
from scopeboard.graph.query.op_ports import find_ends
from scopeboard.graph.query.tag_links import find_tags
from scopeboard.types import TagKey

from ..memory_bytes import MemoryBytes


def place_of(graph: PreparedGraph, name: str) -> ShownNode:
    result = find_node(graph, name)
    assert result is not None
    return result


def counted(neighbours: list[Neighbour]) -> Counter[tuple[str, str]]:
    kinds = {"data": "tensor", "reference": "tensor", "control": "control"}
    return Counter({(each.name, kinds[each.kind]): each.tensors for each in neighbours})


@unhurried
@given(ordinary_graph())
def test_neighbours_are_the_links_across_the_border(data: bytes) -> None:
    oracle, graph = Oracle(data), prepare_graph(data)
    for scope in sorted({*oracle.scopes, *oracle.paths.values()} - {""}):
        result = find_neighbours(graph, place_of(graph, scope))
        expected: dict[str, Counter[tuple[str, str]]] = {"in": Counter(), "out": Counter()}
        for link in oracle.links:
            source, target = oracle.paths[link.source], oracle.paths[link.target]
            leaves, enters = _is_in(source, scope), _is_in(target, scope)
            if leaves != enters:
                outer, way = (target, "out") if leaves else (source, "in")
                expected[way][_seen(outer, scope), link.kind] += 1
        assert counted(result.inward) == expected["in"]
        assert counted(result.outward) == expected["out"]


def _is_in(path: str, scope: str) -> bool:
    return path == scope or path.startswith(f"{scope}/")


def _seen(path: str, scope: str) -> str:
    """Return the child of the lowest scope that holds both which leads to a path."""
    common = 0
    for one, other in zip(path.split("/"), scope.split("/"), strict=False):
        if one != other:
            break
        common += 1
    return "/".join(path.split("/")[: common + 1])


@unhurried
@given(ordinary_graph())
def test_the_inputs_and_outputs_of_an_op_are_its_links(data: bytes) -> None:
    oracle, graph = Oracle(data), prepare_graph(data)
    names = graph.annotated.ops.names
    for op, name in enumerate(names):
        ends = find_ends(graph, op, None)
        links = [link for link in oracle.raw if link.target == name and link.kind == "tensor"]
        shown = [graph.tree.op_path(names.index(link.source)) for link in links]
        assert [(each.slot, each.source.name) for each in ends.inputs] == [
            (link.place, path) for link, path in zip(links, shown, strict=True)
        ]
        control = sum(link.target == name and link.kind == "control" for link in oracle.raw)
        assert len(ends.control_inputs) == control
        fed = sum(link.source == name and link.kind == "tensor" for link in oracle.raw)
        assert sum(output.total for output in ends.outputs) == fed


@unhurried
@given(any_library())
def test_neighbours_have_the_tensors_of_their_edges(data: bytes) -> None:
    graph = prepare_graph(data)
    for place in open_nodes(graph, limit=5):
        for child in shown_children(graph, place)[:4]:
            result = find_neighbours(graph, child)
            for each in result.inward[:3]:
                control = each.kind == "control"
                between = tensors_between(graph, each.name, child.path, control=control)
                assert between.total == each.tensors
            for each in result.outward[:3]:
                control = each.kind == "control"
                between = tensors_between(graph, child.path, each.name, control=control)
                assert between.total == each.tensors


@unhurried
@given(any_library())
def test_all_names_on_the_card_of_a_node_have_cards(data: bytes) -> None:
    graph = prepare_graph(data)
    for place in open_nodes(graph, limit=6):
        for child in shown_children(graph, place)[:5]:
            card = build_card(graph, child.path, MemoryBytes(data))
            assert card.name == child.path
            for name in _names_on(card):
                assert find_node(graph, name) is not None or find_op(graph, name) is not None


def _names_on(card: NodeCard) -> list[str]:
    names = [*card.hosts, *(each.name for each in card.annotations)]
    if card.usages is not None:
        names += card.usages.callers
    if card.neighbours is not None:
        names += [each.name for each in (*card.neighbours.inward, *card.neighbours.outward)]
    if card.ends is not None:
        names += [each.source.name for each in card.ends.inputs]
        names += [each.source.node for each in card.ends.inputs]
        names += [one.target.name for each in card.ends.outputs for one in each.consumers]
    return names


def test_attributes_of_a_damaged_node_are_listed_up_to_the_damage() -> None:
    made = node("n", "Op", shapes=[(2,)])
    made.attr["text"].s = b"x" * 5
    data = graph_bytes(node("before"), made)
    offset = data.rindex(b"xxxxx")
    damaged = data[: offset - 1] + b"\xff" + data[offset:]
    card = build_card(prepare_graph(data), "n", MemoryBytes(data))
    assert [(each.name, each.text) for each in card.attributes] == [
        ("T", "float32"),
        ("text", "xxxxx"),
    ]
    build_card(prepare_graph(damaged), "n", MemoryBytes(damaged))


def test_arguments_have_attributes_without_bytes_in_the_file() -> None:
    data = library([function("f", "x", "y=x")], "call PartitionedCall f=f")
    card = build_card(prepare_graph(data), "call/x", MemoryBytes(data))
    assert ("T", "float32") in [(each.name, each.text) for each in card.attributes]


def test_tags_by_summary_and_by_prefix() -> None:
    graph = prepare_graph(real_graph("seed_mnist")).annotated.ops
    keys = [
        TagKey("scalars", "layer1/weights/summaries/mean"),
        TagKey("images", "input_reshape/input/image/3"),
        TagKey("scalars", "accuracy"),
        TagKey("scalars", "layer10"),
        TagKey("scalars", "input_reshape"),
    ]
    everything = [True] * len(graph)
    inside = [name.startswith("input_reshape") for name in graph.names]
    result = find_tags(graph, np.array(inside), "input_reshape", keys)
    assert [(link.tag, link.rule) for link in result.tags] == [
        ("input_reshape/input/image/3", "summary"),
        ("input_reshape", "prefix"),
    ]
    top = find_tags(graph, np.array(everything), "", keys)
    assert "layer10" not in [link.tag for link in top.tags]
    layer = find_tags(graph, np.array(inside), "layer1", keys)
    assert ("layer1/weights/summaries/mean", "prefix") in [(t.tag, t.rule) for t in layer.tags]


def test_a_comparison_says_what_became_of_inputs_and_outputs() -> None:
    first = [node(name, "Placeholder") for name in "wxy"]
    before = graph_bytes(*first, node("s/a", "AddV2", ["x", "x"]), node("s/b", "Pow", ["x", "w"]))
    after = graph_bytes(*first, node("s/a", "AddV2", ["x", "y"]), node("s/b", "Pow", ["x", "w"]))
    graph = unite_graphs(prepare_graph(before), prepare_graph(after))
    names = graph.annotated.ops.names
    inputs = find_ends(graph, names.index("s/a"), None).inputs
    assert {(each.slot, each.source.name, each.change) for each in inputs} == {
        (0, "x", None), (1, "x", "removed"), (1, "y", "added"),
    }  # fmt: skip
    (output,) = find_ends(graph, names.index("y"), None).outputs
    assert [(each.target.name, each.change) for each in output.consumers] == [("s/a", "added")]

    scope = find_node(graph, "s")
    assert scope is not None
    inward = find_neighbours(graph, scope).inward
    assert [(each.name, each.tensors, each.change) for each in inward] == [
        ("w", 1, None), ("x", 3, "changed"), ("y", 1, "added"),
    ]  # fmt: skip
    assert not any(each.change for each in find_neighbours(prepare_graph(after), scope).inward)
