"""Blocks that repeat in a crowded scope: their names, what is in them, and how they are undone."""

import pytest

from graph.graphdefs import ops
from scopeboard.graph.hierarchy.grouping import NO_GROUPING, Grouping
from scopeboard.graph.prepared.prepared_graph import PreparedGraph, prepare_graph
from scopeboard.graph.query.search import search
from scopeboard.graph.scope.build import build_scope

BLOCK = ("Conv2D", "BiasAdd", "Relu", "Conv2D", "Softplus", "Tanh")


def model(layers: int, weight: str = "", block: tuple[str, ...] = BLOCK) -> list[str]:
    """Layers one after the other, whose ops are called by their numbers, each ending in a sum.

    `weight` is what the weights of a layer are called, with its number for `{}`.
    """
    lines, last, number = ["input Placeholder"], "input", 0
    for layer in range(layers):
        entry = last
        for each, kind in enumerate(block):
            name = f"node_{number}"
            kernel = (
                [f"{weight.format(layer)}.{each}.kernel"] if weight and kind == "Conv2D" else []
            )
            lines += [f"{const} Const" for const in kernel]
            lines.append(" ".join((name, kind, last, *kernel)))
            last, number = name, number + 1
        lines.append(f"node_{number} AddV2 {last} {entry}")
        last, number = f"node_{number}", number + 1
    return [*lines, f"output Softmax {last}"]


def children(graph: PreparedGraph, name: str = "") -> list[str]:
    row = graph.tree.find_scope(name)
    assert row is not None
    return [graph.tree.path(child) for child in graph.tree.children_of(row).tolist()]


def blocks(graph: PreparedGraph, name: str = "") -> list[str]:
    return [each.name for each in build_scope(graph, name).nodes if each.kind == "block"]


def test_layers_without_names_are_numbered_blocks() -> None:
    graph = prepare_graph(ops(*model(12)))
    assert blocks(graph) == [f"(block {number})" for number in range(1, 13)]
    assert children(graph, "(block 2)") == [f"node_{number}" for number in range(7, 14)]
    assert children(graph) == ["input", *blocks(graph), "output"]


def test_blocks_of_two_kinds_are_numbered_as_the_flow_goes() -> None:
    lines, last, number = ["input Placeholder"], "input", 0
    for layer in range(12):
        entry = last
        for kind in (*BLOCK, "Elu", "Selu") if layer % 4 == 0 else BLOCK:
            lines.append(f"node_{number} {kind} {last}")
            last, number = f"node_{number}", number + 1
        lines.append(f"node_{number} AddV2 {last} {entry}")
        last, number = f"node_{number}", number + 1
    graph = prepare_graph(ops(*lines, f"output Softmax {last}"))
    in_order = [name for name in children(graph) if name.startswith("(block")]
    in_order.sort(key=lambda name: int(children(graph, name)[0].removeprefix("node_")))
    assert in_order == [f"(block {number})" for number in range(1, 13)]


def test_no_op_is_out_of_reach() -> None:
    graph = prepare_graph(ops(*model(12)))
    [match] = search(graph, 'name:="node_30"').matches
    assert match.scopes == ["(block 5)"]
    shown = [op for name in blocks(graph) for op in children(graph, name)]
    assert len(shown) == 84


def test_a_block_is_called_by_what_its_weights_have_in_common() -> None:
    graph = prepare_graph(ops(*model(8, "encoder.layer.{}")))
    assert blocks(graph) == [f"(encoder.layer.{number})" for number in range(8)]


@pytest.mark.parametrize("weight", ["shared", "a.shared"])
def test_names_of_weights_that_do_not_tell_blocks_apart_are_not_theirs(weight: str) -> None:
    assert blocks(prepare_graph(ops(*model(8, weight))))[0] == "(block 1)"


def test_a_block_with_scopes_is_called_by_them() -> None:
    lines, last = ["input Placeholder"], "input"
    for layer in range(9):
        for each, kind in enumerate(BLOCK):
            lines.append(f"loose_{layer}_{each} {kind} {last}")
            last = f"loose_{layer}_{each}"
        lines += [
            f"dense_{layer}/MatMul MatMul {last}",
            f"dense_{layer}/Add Add dense_{layer}/MatMul",
        ]
        last = f"dense_{layer}/Add"
    graph = prepare_graph(ops(*lines))
    assert len(blocks(graph)) == 9
    assert all(f"dense_{layer}" in name for layer, name in enumerate(blocks(graph)))


def test_what_has_names_of_its_own_is_no_block() -> None:
    lines, last = ["input Placeholder"], "input"
    words = ["stem", "neck", "left", "right", "mixer", "gate", "pool", "head", "tail", "crown"]
    for layer, word in enumerate(words):
        for each, kind in enumerate(BLOCK):
            lines.append(f"loose_{layer}_{each} {kind} {last}")
            last = f"loose_{layer}_{each}"
        lines += [f"{word}/MatMul MatMul {last}", f"{word}/Add Add {word}/MatMul"]
        last = f"{word}/Add"
    assert blocks(prepare_graph(ops(*lines))) == []


def test_a_crowded_block_is_folded_itself() -> None:
    graph = prepare_graph(ops(*model(4, block=tuple(f"Type{number}" for number in range(50)))))
    inside = build_scope(graph, "(block 2)").nodes
    assert 1 < len(inside) <= 40
    assert "flow_group" in {each.kind for each in inside}


def test_a_viewer_ungroups_one_or_all() -> None:
    graph = prepare_graph(ops(*model(12)))
    one = graph.grouped(Grouping(ungrouped=frozenset(["(block 2)"])))
    assert len(children(one)) == len(children(graph)) + 6
    for grouping in (Grouping(ungrouped=frozenset(["*"])), Grouping(prefixes="none"), NO_GROUPING):
        assert blocks(graph.grouped(grouping)) == []


def test_equal_blocks_have_one_structure() -> None:
    graph = prepare_graph(ops(*model(12)))
    nodes = [each for each in build_scope(graph, "").nodes if each.kind == "block"]
    assert {each.structure for each in nodes} == {nodes[0].structure} - {None}


def test_a_scope_that_can_be_read_has_no_blocks() -> None:
    assert blocks(prepare_graph(ops(*model(5)))) == []


def chain(*parts: tuple[str, ...]) -> list[str]:
    """Return ops one after the other, each part ending in a sum with what entered it."""
    lines, last, number = ["input Placeholder"], "input", 0
    for part in parts:
        entry = last
        for kind in part:
            lines.append(f"node_{number} {kind} {last}")
            last, number = f"node_{number}", number + 1
        lines.append(f"node_{number} AddV2 {last} {entry}")
        last, number = f"node_{number}", number + 1
    return [*lines, f"output Softmax {last}"]


def test_more_blocks_than_can_be_seen_are_in_stages() -> None:
    wide = (*BLOCK, "Elu", "Selu")
    parts = [part for size in (8, 12, 16, 6) for part in (wide, *[BLOCK] * size)]
    graph = prepare_graph(ops(*chain(*parts)))
    assert blocks(graph) == [f"(stage {number})" for number in range(1, 5)]
    counts = [len(blocks(graph, f"(stage {number})")) for number in range(1, 5)]
    assert counts == [9, 13, 17, 7]
    assert len(children(graph, "(block 2)")) == len(BLOCK) + 1
    assert (
        children(graph.grouped(Grouping(ungrouped=frozenset(["(stage 1)"])))).count("(block 2)")
        == 1
    )


def test_rows_of_one_kind_with_other_ops_between_are_stages() -> None:
    lines = chain(*[BLOCK] * 20)[:-1]
    last, number = f"node_{20 * 7 - 1}", 140
    for kind in ("AvgPool", "Elu", "Selu"):
        lines.append(f"node_{number} {kind} {last}")
        last, number = f"node_{number}", number + 1
    for _ in range(15):
        entry = last
        for kind in (*BLOCK, "AddV2"):
            lines.append(f"node_{number} {kind} {last}{f' {entry}' if kind == 'AddV2' else ''}")
            last, number = f"node_{number}", number + 1
    graph = prepare_graph(ops(*lines))
    assert blocks(graph) == ["(stage 1)", "(stage 2)"]
    assert [len(children(graph, name)) for name in blocks(graph)] == [20, 3 + 15]


def test_blocks_are_found_in_a_crowded_block() -> None:
    part = (*BLOCK * 7, *(f"Type{number}" for number in range(16)))
    graph = prepare_graph(ops(*chain(*[part] * 4)))
    assert blocks(graph) == [f"(block {number})" for number in range(1, 5)]
    assert blocks(graph, "(block 2)") == [f"(block 2.{number})" for number in range(1, 8)]
    assert len(children(graph, "(block 2.3)")) == len(BLOCK)


def test_of_thousands_of_ops_beside_them_blocks_are_found() -> None:
    lines, last = model(200)[:-1], "node_1399"
    for number in range(1_400, 5_000):
        lines.append(f"node_{number} Type{number} {last}")
        last = f"node_{number}"
    assert len(blocks(prepare_graph(ops(*lines)))) == 200


def test_a_model_may_be_as_deep_as_it_has_ops() -> None:
    graph = prepare_graph(ops(*model(400)))
    assert len(children(graph)) < 40
    row = graph.tree.find_scope("(block 399)")
    assert row is not None
    assert graph.tree.members(row) == len(BLOCK) + 1
