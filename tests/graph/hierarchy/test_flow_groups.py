"""Neighbours in the flow of a crowded scope: which of them are one node, and when."""

from itertools import pairwise
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import graph_bytes, node, ops
from scopeboard.graph.hierarchy.flow_groups import _roles_inside
from scopeboard.graph.hierarchy.flow_units import Folder, fold_units
from scopeboard.graph.hierarchy.grouped_tree import GroupedTree
from scopeboard.graph.hierarchy.grouping import DEFAULT_GROUPING, NO_GROUPING, Grouping
from scopeboard.graph.hierarchy.groups import GroupEvidence
from scopeboard.graph.hierarchy.rows import arrange_rows
from scopeboard.graph.prepared.prepared_graph import PreparedGraph, prepare_graph
from scopeboard.graph.query.search import search
from scopeboard.graph.scope.build import build_scope
from scopeboard.graph.scope.model_boxes import first_view_of
from tools.examples import examples

MANY = 60


def word(number: int) -> str:
    """Return a name that has no prefix in common with others, and no number."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    return letters[number % 26] + letters[number // 26] + "x" * (number % 3)


def chain(count: int = MANY, op: str = "Relu", scope: str = "") -> list[str]:
    names = [f"{scope}{word(number)}" for number in range(count)]
    types = [op if number % 2 else "Neg" for number in range(count)]
    return [
        f"{name} {kind} {before}".rstrip()
        for (before, name), kind in zip(pairwise(["", *names]), types, strict=True)
    ]


def children(graph: PreparedGraph, name: str = "") -> list[str]:
    row = graph.tree.find_scope(name)
    assert row is not None
    return [graph.tree.path(child) for child in graph.tree.children_of(row).tolist()]


def kinds(graph: PreparedGraph, name: str = "") -> dict[str, str]:
    return {each.name: each.kind for each in build_scope(graph, name).nodes}


def inside_of(graph: PreparedGraph, name: str) -> list[str]:
    """Return what is in a group, and for any other node its name."""
    return [name] if graph.tree.find_scope(name) is None else children(graph, name)


def first_group(graph: PreparedGraph) -> str:
    return next(name for name, kind in kinds(graph).items() if kind == "flow_group")


def test_a_crowded_chain_of_ops_is_folded_in_order() -> None:
    graph = prepare_graph(ops(*chain()))
    shown = children(graph)
    assert 8 <= len(shown) <= 40
    inside = [op for name in shown for op in inside_of(graph, name)]
    assert inside == [line.split()[0] for line in chain()]
    made = first_group(graph)
    first, *_, last = children(graph, made)
    assert made == f"({first}, {last})"


def test_a_group_is_called_by_its_heaviest_members_and_how_many_more_there_are() -> None:
    names = [word(number) for number in range(120)]
    sizes = Random(7).choices((2, 3, 4, 5, 8, 9), k=120)  # noqa: S311
    lines, before = list[str](), ""
    for name, size in zip(names, sizes, strict=True):
        parts = [f"{name}/{part}" for part in range(size)]
        lines += [f"{part} Tanh {last}" for last, part in pairwise([before, *parts])]
        before = parts[-1]
    graph = prepare_graph(ops(*lines))
    size_of = dict(zip(names, sizes, strict=True))
    made = [name for name, kind in kinds(graph).items() if kind == "flow_group"]
    assert any(" + " in name for name in made)
    for name in made:
        inside = children(graph, name)
        heaviest = sorted(inside, key=lambda each: -size_of[each])
        heavy = [each for each in heaviest if size_of[each] == size_of[heaviest[0]]]
        assert name.startswith(f"({heavy[0]}")
        assert name.endswith(f" + {len(inside) - 2})" if len(inside) > 2 else f"{inside[1]})")


def test_few_boxes_stay_as_they_are() -> None:
    graph = prepare_graph(ops(*chain(40)))
    assert len(children(graph)) == 40


def test_a_group_is_found_and_opens() -> None:
    graph = prepare_graph(ops(*chain()))
    name = first_group(graph)
    assert name in [match.name for match in search(graph, f'name:="{name}"').matches]
    inside = build_scope(graph, name)
    assert len(inside.nodes) == len(inside.edges) + 1 > 1


def test_a_viewer_ungroups_one_or_all() -> None:
    graph = prepare_graph(ops(*chain()))
    shown, made = children(graph), first_group(graph)
    at = shown.index(made)
    one = graph.grouped(Grouping(ungrouped=frozenset([made])))
    assert children(one) == [*shown[:at], *children(graph, made), *shown[at + 1 :]]
    for grouping in (Grouping(ungrouped=frozenset(["*"])), Grouping(prefixes="none"), NO_GROUPING):
        assert len(children(graph.grouped(grouping))) == MANY
    assert len(children(graph.grouped(Grouping(rule="tensorboard")))) == MANY


def test_layers_stay_in_sight_longer_than_single_ops() -> None:
    lines = ["x Placeholder"]
    for layer in range(8):
        before = f"layer{word(layer)}/out" if layer else "x"
        after = f"layer{word(layer + 1)}"
        loose = [word(8 * layer + each) for each in range(8)]
        lines += [f"{name} Exp {last}" for last, name in pairwise([before, *loose])]
        lines += [f"{after}/{part} Tanh {loose[-1]}" for part in "abcdefgh"]
        lines += [f"{after}/out AddN " + " ".join(f"{after}/{part}" for part in "abcdefgh")]
    graph = prepare_graph(ops(*lines))
    scopes = {name for name in children(graph) if name.startswith("layer")}
    assert len(scopes) >= 7
    assert len(children(graph)) <= 40


def test_what_is_alike_is_one_stack() -> None:
    lines = ["x Placeholder"]
    for head in range(50):
        lines += [f"{word(head)}/mul Mul x", f"{word(head)}/out Tanh {word(head)}/mul"]
    lines.append("sum AddN " + " ".join(f"{word(head)}/out" for head in range(50)))
    graph = prepare_graph(ops(*lines))
    (name,) = {each for each, kind in kinds(graph).items() if kind == "stack"}
    assert name == f"(like {word(0)})"
    assert {each.label for each in build_scope(graph, "").nodes} >= {f"{name} ×50"}
    assert children(graph, name) == [word(head) for head in range(50)]
    assert set(children(graph)) == {"x", name, "sum"}


def test_a_series_all_over_the_flow_is_none_in_a_crowded_scope() -> None:
    lines = ["x Placeholder"]
    for number in range(45):
        before = f"mul_{number - 1}" if number else "x"
        lines += [f"{word(number)} Exp {before}", f"mul_{number} Mul {word(number)}"]
    graph = prepare_graph(ops(*lines))
    assert not [name for name in children(graph) if name.startswith("mul_")]
    assert len(children(graph)) <= 40
    grouped = Grouping(grouped=frozenset(["mul_[0-44]"]))
    assert "mul_[0-44]" in children(graph.grouped(grouped))


@given(st.randoms(use_true_random=False))
@examples(60)
def test_groups_change_neither_names_nor_edges(random: Random) -> None:
    count = random.randint(41, 90)
    names = [
        random.choice(["", "s/", "s/t/", "u/"])
        + random.choice(["mul_", "add_", "", "Exp"])
        + f"{n}"
        for n in range(count)
    ]
    nodes = [
        node(
            name,
            random.choice(["Mul", "Add", "VariableV2", "ApplyAdam", "SaveV2"]),
            random.sample(names[:number], min(number, random.randint(0, 3))),
        )
        for number, name in enumerate(names)
    ]
    graph = prepare_graph(graph_bytes(*nodes))
    tree, plain = graph.tree, graph.grouped(NO_GROUPING).tree
    parents = tree.parent[tree.first_group : tree.first_op]
    assert (parents < np.arange(tree.first_group, tree.first_op)).all()
    assert len(set(tree.group_paths)) == len(tree.group_paths)
    for op in range(count):
        assert (tree.position[op] < 0) == (plain.position[op] < 0)
    for row, path in enumerate(tree.group_paths, tree.first_group):
        assert tree.find_scope(path) == row
        assert tree.children_of(row).size > 1
    edges = sum(edge.tensors for edge in build_scope(graph, "").edges)
    inside = sum(
        edge.tensors
        for row, path in enumerate(tree.group_paths, tree.first_group)
        if tree.parent[row] == 0
        for edge in build_scope(graph, path).edges
    )
    shown = build_scope(graph.grouped(NO_GROUPING), "")
    assert edges + inside == sum(edge.tensors for edge in shown.edges)


def test_bookkeeping_of_a_crowded_scope_is_grouped_by_role() -> None:
    lines = [*chain(), "w VariableV2", "v VariableV2", "save/save SaveV2 w", "save_1/save SaveV2 v"]
    graph = prepare_graph(ops(*lines))
    assert kinds(graph)["(saver ops)"] == "role_group"
    assert set(children(graph, "(saver ops)")) >= {"save", "save_1"}


@pytest.mark.parametrize("count", [41, 100, 1000])
def test_a_flat_graph_opens_with_8_to_40_boxes(count: int) -> None:
    graph = prepare_graph(ops(*(f"{line}" for line in flat(count))))
    opened = first_view_of(graph)
    shown = [name for scope in ("", *opened) for name in children(graph, scope)]
    assert 8 <= len([name for name in shown if name not in opened]) <= 40


def flat(count: int) -> list[str]:
    """Return ops that each read from one to three of the ops shortly before."""
    random = Random(count)  # noqa: S311 - the same graph each time
    names = [f"{'abcdefghijklmnopqrstuvwxyz'[n % 26]}{n}y" for n in range(count)]
    return [
        f"{name} {random.choice(['Mul', 'Exp', 'Add'])} "
        + " ".join(random.sample(names[max(0, n - 6) : n], min(n, random.randint(1, 3))))
        for n, name in enumerate(names)
    ]


def test_the_default_grouping_is_that_of_the_first_view() -> None:
    graph = prepare_graph(ops(*chain()))
    assert children(graph.grouped(DEFAULT_GROUPING)) == children(graph)


SCOPES = st.lists(
    st.tuples(st.integers(0, 3), st.integers(40, 70), st.sampled_from(["Relu", "Tanh"])),
    min_size=2,
    max_size=6,
)


def crowd(number: int, pattern: int, count: int, op: str) -> list[str]:
    """Return the ops of a crowded scope: of one pattern and size alike, but for their names."""
    lines = list[str]()
    names = [f"s{number}/{word(each)}{number}" for each in range(count)]
    for each, name in enumerate(names):
        kind = (op, "Neg", "MatMul", "Add")[each % (pattern + 1)]
        before = [names[each - 1]] if each else []
        before += [names[each - 4]] if pattern > 1 and each >= 4 and each % 4 == 0 else []
        lines.append(" ".join([name, kind, *before]))
    return lines


@given(SCOPES)
@examples(40)
def test_scopes_that_are_folded_alike_are_folded_as_each_would_be(
    scopes: list[tuple[int, int, str]],
) -> None:
    lines = [line for number, each in enumerate(scopes) for line in crowd(number, *each)]
    together = prepare_graph(ops(*lines))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Folder, "fold", lambda _, units, most: fold_units(units, most))
        alone = prepare_graph(ops(*lines))
    paths = [[g.tree.path(row) for row in range(len(g.tree.parent))] for g in (together, alone)]
    assert paths[0] == paths[1]
    assert together.tree.parent.tolist() == alone.tree.parent.tolist()


def test_scopes_that_differ_in_the_names_of_weights_are_folded_each_by_its_own() -> None:
    lines = list[str]()
    for number, model in enumerate(("left", "right")):
        before = ""
        for layer in range(12):
            weight = f"s{number}/{model}.layer.{layer}.weight"
            lines.append(f"{weight} Const")
            for part, op in enumerate(("MatMul", "Relu", "Add", "Neg")):
                name = f"s{number}/node_{4 * layer + part}"
                lines.append(f"{name} {op} {before} {weight if op == 'MatMul' else ''}".rstrip())
                before = name
    graph = prepare_graph(ops(*lines))
    for number, model in enumerate(("left", "right")):
        assert any(f"({model}.layer" in name for name in children(graph, f"s{number}"))


def test_roles_count_in_all_rows_around_an_op() -> None:
    lines = ["s/a/one/x Relu", "s/a/one/y Relu", "s/a/two Neg", "s/b Neg"]
    graph = prepare_graph(ops(*lines))
    scopes, nodes = graph.tree.scopes, np.arange(4)
    tree = GroupedTree(graph.annotated, scopes, nodes, [], arrange_rows(scopes, nodes, []))
    rows = {tree.path(row): row for row in range(tree.rows.parent.size)}
    evidence = GroupEvidence(
        role=np.array([1, 1, 0, 0], np.int8),
        roles=("first", "second"),
        structure=np.zeros(scopes.parent.size, np.uint64),
        parameters=np.zeros(4, np.int64),
    )
    wanted = [np.array([rows["s/a"]]), np.array([rows["s/a/one"], rows["s/b"]])]
    found = _roles_inside(tree, wanted, evidence)
    assert [int(found[rows[name]]) for name in ("s/a", "s/a/one", "s/b")] == [1, 1, 0]
