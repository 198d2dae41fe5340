"""Series nodes: TensorBoard's rule, gaps, a viewer's settings, unchanged names, numbers."""

import re
from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import any_graph, graph_bytes, node, ops, real_graph, unhurried
from scopeboard.errors import QueryError
from scopeboard.graph.graphdef.parser import parse_graph
from scopeboard.graph.hierarchy.annotations import annotate
from scopeboard.graph.hierarchy.grouping import Grouping
from scopeboard.graph.hierarchy.series_nodes import find_numbers
from scopeboard.graph.hierarchy.tree import ScopeTree, build_tree

PAIRS = Grouping(threshold=2)
EXACT = Grouping(threshold=2, rule="tensorboard")
_NUMBERED = re.compile(r"(?:.*/)?[^/0-9]*?([0-9]{1,15})", re.DOTALL)
_PATHS = st.lists(st.text("ab/01239٣é", max_size=24))


def tree_of(data: bytes, grouping: Grouping = PAIRS) -> ScopeTree:
    return build_tree(annotate(parse_graph(data)), grouping)


def series_of(tree: ScopeTree) -> dict[str, list[str]]:
    """Return the series nodes and their members, in order of appearance."""
    rows = range(tree.first_group, tree.first_op)
    return {tree.path(row): [tree.path(c) for c in tree.children_of(row)] for row in rows}


def numbered(prefix: str, count: int, op: str = "Add") -> list[str]:
    return [f"{prefix}{number} {op}" for number in range(count)]


def test_five_consecutive_ops_are_a_series_and_four_are_not() -> None:
    assert series_of(tree_of(ops(*numbered("s/add_", 5)), Grouping())) == {
        "s/add_[0-4]": [f"s/add_{number}" for number in range(5)]
    }
    assert series_of(tree_of(ops(*numbered("s/add_", 4)), Grouping())) == {}


@pytest.mark.parametrize(
    ("names", "series"),
    [
        (["add", "add1", "add2"], {"add[0-2]"}),  # no digits: number 0
        (["add", "add_1", "add_2"], {"add_[1-2]"}),
        (["a1", "a2", "a4", "a5", "a7"], {"a[1-2]", "a[4-5]"}),
        (["a9", "a10", "a11"], {"a[9-11]"}),
        (["a08", "a9"], {"a[8-9]"}),
        (["1", "2"], {"[1-2]"}),
        (["a1b1", "a1b2"], set()),  # digits stand at the end only
        (["add", "add0", "add1"], {"add[0-1]"}),
        (["s/a1", "s/a2", "t/a3"], {"s/a[1-2]"}),
        (["a1/x", "a2/x"], set()),  # scopes are no members
        (["a1\n", "a2\n"], set()),
        (["a٣", "a٤"], set()),
        (["a" + "9" * 400, "a1" + "0" * 400], set()),
    ],
)
def test_consecutive_numbers_of_one_prefix_are_a_series(names: list[str], series: set[str]) -> None:
    data = graph_bytes(*(node(name) for name in names))
    assert set(series_of(tree_of(data, EXACT))) == series


@pytest.mark.parametrize(
    ("numbers", "series"),
    [
        ("2 4 6", "2,4,6"),
        ("1 2 3", "1-3"),
        ("1 2 4 5 7", "1-2,4-5,7"),
        ("1 3 5 7 9", "1,3,…,9"),
    ],
)
def test_equal_ops_with_gaps_in_their_numbers_are_one_series(numbers: str, series: str) -> None:
    members = [f"a{number}" for number in numbers.split()]
    data = graph_bytes(*(node(name) for name in members))
    assert series_of(tree_of(data)) == {f"a[{series}]": members}


def test_ops_with_other_inputs_end_a_series_at_a_gap() -> None:
    data = ops("x Sub", "a1 Add x", "a2 Add x", "a4 Add x", "a5 Add x x")
    assert set(series_of(tree_of(data))) == {"a[1-2]", "a[4-5]"}
    same = ops("x Sub", "a1 Add x", "a2 Add x", "a4 Add x", "a5 Add x ^x")
    assert set(series_of(tree_of(same))) == {"a[1-2,4-5]"}


def test_ops_of_other_types_are_not_members() -> None:
    data = ops("a0 Add", "a1 Mul", "a2 Add", "a3 Mul")
    assert series_of(tree_of(data, EXACT)) == {}
    assert series_of(tree_of(data)) == {"a[0,2]": ["a0", "a2"], "a[1,3]": ["a1", "a3"]}


def test_an_op_without_a_type_is_no_member() -> None:
    assert series_of(tree_of(graph_bytes(node("a0", ""), node("a1", "")))) == {}


def test_annotations_are_not_members() -> None:
    data = ops("x Add c0 c1 c2", "c0 Const", "c1 Const", "c2 Const")
    assert series_of(tree_of(data)) == {}


def test_a_series_has_the_position_of_its_first_member() -> None:
    tree = tree_of(ops("b Mul", "s/a1 Add", "s/x Sub", "s/a0 Add", "c Mul"))
    scope = tree.find_scope("s")
    assert scope is not None
    assert [tree.label(row) for row in tree.children_of(scope)] == ["a[0-1]", "x"]
    series = tree.find_scope("s/a[0-1]")
    assert series is not None
    assert (tree.kind(series), tree.size[series], tree.count[series]) == ("series", 2, 2)
    assert tree.depth[tree.children_of(series)].tolist() == [3, 3]


def test_a_name_in_use_gets_a_number() -> None:
    data = ops(*numbered("a", 2), "a[0-1] Mul", "a[0-1]#2/x Mul")
    assert set(series_of(tree_of(data))) == {"a[0-1]#3"}


def test_two_series_of_one_name_get_numbers() -> None:
    data = ops("a0 Add", "a1 Add", "a00 Mul", "a01 Mul")
    assert set(series_of(tree_of(data))) == {"a[0-1]", "a[0-1]#2"}


def test_a_viewer_groups_and_ungroups_series() -> None:
    data = ops(*numbered("a", 6), *numbered("b", 6), *numbered("c", 2))
    wishes = Grouping(ungrouped=frozenset({"a[0-5]"}), grouped=frozenset({"c[0-1]"}))
    assert set(series_of(tree_of(data, wishes))) == {"b[0-5]", "c[0-1]"}
    off = Grouping(threshold=0, grouped=frozenset({"c[0-1]"}))
    assert set(series_of(tree_of(data, off))) == {"c[0-1]"}
    assert series_of(tree_of(data, Grouping(threshold=0))) == {}


def test_a_negative_threshold_raises() -> None:
    with pytest.raises(QueryError, match="must be 0"):
        Grouping(threshold=-1)


def expected_series(data: bytes, threshold: int) -> dict[str, set[str]]:
    """Apply the rule path by path."""
    graph = annotate(parse_graph(data))
    tree = build_tree(graph, Grouping(threshold=0))
    numbered_by: dict[tuple[str, int, str], list[tuple[int, str]]] = defaultdict(list)
    for op in graph.is_node.nonzero()[0].tolist():
        scope, slash, label = tree.op_path(op).rpartition("/")
        match = re.fullmatch(r"(\D*)(\d+)", label, re.ASCII)
        prefix, number = (match[1], int(match[2])) if match else (label, 0)
        key = scope + slash, int(graph.ops.op_type[op]), prefix
        numbered_by[key].append((number, tree.op_path(op)))
    series = {}
    for (scope, _, prefix), members in numbered_by.items():
        runs: list[list[tuple[int, str]]] = []
        for member in sorted(members, key=lambda member: member[0]):
            if runs and runs[-1][-1][0] + 1 == member[0]:
                runs[-1].append(member)
            else:
                runs.append([member])
        for run in runs:
            if len(run) >= threshold:
                name = f"{scope}{prefix}[{run[0][0]}-{run[-1][0]}]"
                series[name] = {path for _, path in run}
    return series


_LABELS = st.builds("".join, st.tuples(st.sampled_from(["a", "b", "s/a", "s/"]), st.text("0123")))


@st.composite
def numbered_graph(draw: st.DrawFn) -> bytes:
    """Draw a graph of ops of few types whose names are letters and numbers."""
    names = draw(st.lists(_LABELS, max_size=25, unique=True))
    types = st.sampled_from(["Add", "Add", "Mul"])
    return graph_bytes(*(node(name, draw(types)) for name in names))


@unhurried
@given(numbered_graph(), st.integers(2, 5))
def test_series_equal_the_rule_applied_path_by_path(data: bytes, threshold: int) -> None:
    expected = expected_series(data, threshold)
    series = series_of(tree_of(data, Grouping(threshold=threshold, rule="tensorboard")))
    unnumbered = {name: set(members) for name, members in series.items() if "#" not in name}
    assert sorted(map(sorted, expected.values())) == sorted(map(sorted, series.values()))
    assert unnumbered.items() <= expected.items()


@unhurried
@given(numbered_graph(), st.integers(2, 5))
def test_what_is_equal_is_folded_whatever_its_numbers(data: bytes, threshold: int) -> None:
    exact = series_of(tree_of(data, Grouping(threshold=threshold, rule="tensorboard")))
    series = series_of(tree_of(data, Grouping(threshold=threshold)))
    folded = [name for members in series.values() for name in members]
    assert len(set(folded)) == len(folded)
    assert set(folded) >= {name for members in exact.values() for name in members}
    assert all(len(members) >= threshold for members in series.values())


@pytest.mark.parametrize("threshold", [2, 5])
@pytest.mark.parametrize("name", ["seed_mnist", "torch_cnn"])
def test_the_series_of_real_graphs_agree(name: str, threshold: int) -> None:
    exact = Grouping(threshold=threshold, rule="tensorboard")
    series = series_of(tree_of(real_graph(name), exact))
    expected = expected_series(real_graph(name), threshold)
    assert {name: set(members) for name, members in series.items()} == expected


@unhurried
@given(numbered_graph() | any_graph(), st.integers(0, 5))
def test_grouping_changes_no_names(data: bytes, threshold: int) -> None:
    unnumbered = tree_of(data, Grouping(threshold=0))
    tree = tree_of(data, Grouping(threshold=threshold))
    rows = [*range(tree.first_group), *range(tree.first_op, tree.op.size)]
    assert [tree.path(row) for row in rows] == [
        unnumbered.path(row) for row in range(unnumbered.op.size)
    ]
    paths = [tree.path(row) for row in range(tree.op.size)]
    assert len(set(paths)) == len(paths)
    for row in range(tree.first_op):
        assert tree.find_scope(tree.path(row)) == row
    for row in range(tree.first_op, tree.op.size):
        assert tree.find_op(tree.path(row)) == tree.op[row]
        assert tree.row_of_op(int(tree.op[row])) == row


@given(_PATHS)
def test_numbers_at_the_ends_of_paths_equal_the_matches_of_a_pattern(paths: list[str]) -> None:
    numbers = find_numbers(paths)
    matches = [_NUMBERED.fullmatch(path) for path in paths]
    digits = [match[1] if match else "" for match in matches]
    assert numbers.digits.tolist() == [len(text) for text in digits]
    assert numbers.number.tolist() == [int(text or 0) for text in digits]
    prefixes = [path[: len(path) - len(text)] for path, text in zip(paths, digits, strict=True)]
    assert [numbers.prefix(row, path) for row, path in enumerate(paths)] == prefixes


def test_a_number_may_have_fifteen_digits() -> None:
    paths = ["a" + "9" * 15, "a" + "9" * 16, "9" * 15, "9" * 16, "", "/1", "1/"]
    assert find_numbers(paths).digits.tolist() == [15, 0, 15, 0, 0, 1, 0]
    assert find_numbers(paths).number[0] == 10**15 - 1
