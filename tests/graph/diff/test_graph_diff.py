"""Differences of real graphs with known edits, and of any two graphs."""

import random
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import any_graph, node, real_graph, unhurried
from programs.bench.graph_edits import EDITS, Edit, rename, scramble
from scopeboard.graph.diff.changes import Change
from scopeboard.graph.diff.graph_diff import GraphDiff, diff_graphs
from scopeboard.graph.diff.moves import find_moves
from scopeboard.graph.diff.sides import NO_OP
from scopeboard.graph.graphdef.parser import parse_graph
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.wire.graph_pb2 import GraphDef
from tools.examples import examples

EditOf = Callable[[GraphDef, random.Random], Edit]
CHANCES = st.integers(0, 2**32).map(random.Random)
DERIVED = Change.SHAPES | Change.DTYPES  # they follow from types and inputs


@cache
def real(name: str) -> GraphDef:
    return GraphDef(node=GraphDef.FromString(real_graph(name)).node)


def parsed(graph: GraphDef) -> OpGraph:
    return parse_graph(graph.SerializeToString())


def difference(before: GraphDef, after: GraphDef) -> GraphDiff:
    return diff_graphs(parsed(before), parsed(after))


def named(graph: OpGraph, ops: np.ndarray) -> tuple[str, ...]:
    return tuple(graph.names[op] for op in ops.tolist())


@pytest.mark.parametrize("edit", EDITS)
@given(CHANCES)
@examples(20)
def test_says_of_an_edit_what_it_is_while_names_hold(edit: EditOf, chance: random.Random) -> None:
    before = real(chance.choice(["seed_mnist", "torch_cnn"]))
    edited = edit(before, chance)
    found = difference(before, edited.graph)
    assert named(found.after, found.added) == edited.added
    assert named(found.before, found.removed) == edited.removed
    changed = {
        found.after.names[found.counterpart[op]]: found.changes_of(op) & ~(DERIVED | Change.NAME)
        for op in found.changed.tolist()
    }
    assert {name: change for name, change in changed.items() if change} == edited.changed
    names = named(found.before, found.renamed), named(found.after, found.counterpart[found.renamed])
    moves = find_moves(zip(*names, strict=True))
    assert tuple((move.origin, move.to) for move in moves) == edited.moves


@given(CHANCES, st.lists(st.sampled_from(EDITS[:5]), max_size=6))
@examples(30)
def test_finds_ops_whose_names_say_nothing(chance: random.Random, edits: list[EditOf]) -> None:
    before = edited = real("seed_mnist")
    for edit in edits:
        edited = edit(edited, chance).graph
    after, old_names = scramble(edited, chance)
    found = difference(before, after)
    if not edits:
        assert not found.changed.size
    pairs = [
        (found.before.names[op], old_names[found.after.names[other]])
        for op, other in enumerate(found.counterpart.tolist())
        if other != NO_OP
    ]
    assert len(pairs) >= (1 - 0.02 * len(edits)) * len(before.node)
    # Some ops are equal in all that is around them; which is which is anybody's guess.
    assert sum(old == new for old, new in pairs) >= 0.8 * len(before.node)


@given(any_graph(), any_graph())
@unhurried
def test_a_graph_does_not_differ_from_itself_and_a_difference_has_a_mirror(
    one: bytes, other: bytes
) -> None:
    first, second = parse_graph(one), parse_graph(other)
    assert diff_graphs(first, first).is_empty
    found, mirrored = diff_graphs(first, second), diff_graphs(second, first)
    assert np.array_equal(mirrored.counterpart, found.reversed().counterpart)
    assert np.array_equal(mirrored.changes, found.reversed().changes)


def test_the_guesses_that_run_out_are_the_same_in_the_mirror() -> None:
    """Two kinds of pairs, of each more than half of the guesses, and one more on either side."""

    def pairs(side: str, counts: dict[str, int]) -> GraphDef:
        chance = random.Random(side)  # noqa: S311 - an order, not a secret
        graph = GraphDef()
        for kind, count in counts.items():
            order = chance.sample(range(count), count)
            graph.node.extend(node(f"{side}{kind}{at}", f"{kind}Source") for at in range(count))
            graph.node.extend(
                node(f"{side}{kind}{at}_end", f"{kind}Sink", [f"{side}{kind}{at}"]) for at in order
            )
        return graph

    one, other = pairs("x", {"A": 150, "B": 151}), pairs("y", {"A": 151, "B": 150})
    found, mirrored = difference(one, other), difference(other, one)
    assert (found.counterpart != NO_OP).sum() == 600
    assert np.array_equal(mirrored.counterpart, found.reversed().counterpart)


@given(any_graph(), any_graph())
@unhurried
def test_what_does_not_differ_is_the_same(one: bytes, other: bytes) -> None:
    """A difference and the first graph say all of the second."""
    found = diff_graphs(parse_graph(one), parse_graph(other))
    before, after = found.before, found.after
    for op, to in enumerate(found.counterpart.tolist()):
        change = found.changes_of(op)
        if to == NO_OP:
            assert change == Change.NONE
            continue
        assert bool(change & Change.NAME) == (before.names[op] != after.names[to])
        types = before.op_types[before.op_type[op]], after.op_types[after.op_type[to]]
        assert bool(change & Change.TYPE) == (types[0] != types[1])
        inputs = _inputs(before, op, found.counterpart), _inputs(after, to, None)
        assert bool(change & Change.INPUTS) == (inputs[0] != inputs[1])
    partners = found.counterpart[found.counterpart != NO_OP].tolist()
    assert len(set(partners)) == len(partners)
    assert sorted([*partners, *found.added.tolist()]) == list(range(len(after)))


def _inputs(graph: OpGraph, op: int, counterpart: np.ndarray | None) -> list[tuple[int, ...]]:
    edges = graph.edges
    found = []
    for row in np.flatnonzero(edges.target == op).tolist():
        source, kind = int(edges.source[row]), int(edges.kind[row])
        number = source if counterpart is None else int(counterpart[source])
        place = (-1, -1) if kind == 1 else (int(edges.port[row]), int(edges.slot[row]))
        found.append((number, kind == 1, *place))
    return sorted(found)


def layers(*names: str) -> GraphDef:
    """A chain of layers of two ops each; a layer's width follows from its name's last letter."""
    nodes, last = [node("input", "Placeholder", [], [[8]])], "input"
    for name in names:
        width = ord(name[-1])
        nodes.append(node(f"{name}/MatMul", "MatMul", [last], [[width]]))
        nodes.append(node(f"{name}/Relu", "Relu", [f"{name}/MatMul"], [[width]]))
        last = f"{name}/Relu"
    return GraphDef(node=nodes)


def test_swapped_layers_are_wired_in_another_way() -> None:
    found = difference(layers("a", "b", "c", "d"), layers("a", "c", "b", "d"))
    assert not any(ops.size for ops in (found.added, found.removed, found.renamed))
    changes = {found.before.names[op]: found.changes_of(op) for op in found.changed.tolist()}
    assert changes == dict.fromkeys(("b/MatMul", "c/MatMul", "d/MatMul"), Change.INPUTS)


def test_one_more_op_that_renumbers_the_others_is_one_more_op() -> None:
    """Frameworks number equal names, so that an op in front renames all behind it."""
    widths = [3, 5, 7, 9, 11, 13]

    def chain(widths: list[int]) -> GraphDef:
        nodes, last = [node("x", "Placeholder", [], [[2]])], "x"
        for number, width in enumerate(widths):
            name = f"Mul_{number}" if number else "Mul"
            nodes.append(node(name, "Mul", [last], [[width]]))
            last = name
        return GraphDef(node=nodes)

    found = difference(chain(widths), chain([3, 4, *widths[1:]]))
    assert named(found.after, found.added) == ("Mul_1",)
    assert not found.removed.size
    renamed = [
        (found.before.names[op], found.after.names[found.counterpart[op]])
        for op in found.renamed.tolist()
    ]
    assert renamed == [(f"Mul_{number}", f"Mul_{number + 1}") for number in range(1, 6)]
    assert {found.before.names[op] for op in found.changed.tolist()} == {"Mul_1"}


def test_functions_and_devices_count() -> None:
    before = real("seed_mnist")
    moved = rename(before, str)
    moved.node[3].device = "/device:GPU:1"
    found = difference(before, moved)
    assert [found.changes_of(op) for op in found.changed.tolist()] == [Change.DEVICE]


def test_empty_graphs_have_all_or_nothing() -> None:
    empty, some = GraphDef(), layers("a")
    assert difference(empty, empty).is_empty
    assert difference(empty, some).added.size == 3
    assert difference(some, empty).removed.size == 3
