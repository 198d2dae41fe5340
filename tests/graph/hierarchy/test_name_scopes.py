"""The scopes and paths of ops, of irregular names too."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.graph.hierarchy.name_scopes import escape_empty_segments, name_scopes


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("layer1/weights", "layer1/weights"),
        ("", "(empty)"),
        ("/", "(empty)/(empty)"),
        ("//", "(empty)/(empty)/(empty)"),
        ("/a", "(empty)/a"),
        ("a/", "a/(empty)"),
        ("a//b", "a/(empty)/b"),
    ],
)
def test_empty_segments_are_written_out(name: str, path: str) -> None:
    assert escape_empty_segments(name) == path


def place_all(*names: str) -> list[str]:
    """Return the path of each op."""
    scopes = name_scopes(names, np.ones(len(names), dtype=np.bool_))
    return [scopes.path_of_op(names, op) for op in range(len(names))]


def test_an_op_with_the_name_of_a_scope_is_inside_it() -> None:
    assert place_all("foo", "foo/bar") == ["foo/(foo)", "foo/bar"]


def test_the_order_of_op_and_scope_does_not_matter() -> None:
    assert place_all("a/b/c", "a/b", "a") == ["a/b/c", "a/b/(b)", "a/(a)"]


def test_a_path_in_use_gets_a_number() -> None:
    assert place_all("foo/(foo)", "foo", "foo/x") == ["foo/(foo)", "foo/(foo)#2", "foo/x"]


def test_a_number_in_use_by_a_scope_is_skipped() -> None:
    names = ("a/(a)", "a", "a/(a)#2/x")
    assert place_all(*names) == ["a/(a)", "a/(a)#3", "a/(a)#2/x"]


_NAMES = st.text(alphabet="ab/()#2é", max_size=8)


@given(st.lists(_NAMES, unique=True))
def test_no_two_ops_share_a_path_and_none_has_a_scope_s(names: list[str]) -> None:
    paths = place_all(*names)
    scopes = {path[:end] for path in paths for end, sign in enumerate(path) if sign == "/"}
    assert len(set(paths)) == len(paths)
    assert scopes.isdisjoint(paths)


def scopes_by_hand(names: list[str], is_node: list[bool]) -> list[str]:
    """Return the paths of all scopes, in order of appearance, one name after the other."""
    scopes: dict[str, None] = {}
    for name, node in zip(names, is_node, strict=True):
        path = escape_empty_segments(name)
        ends = [end for end, sign in enumerate(path) if sign == "/"] if node else []
        scopes |= dict.fromkeys(path[:end] for end in ends)
    return ["", *scopes]


@given(st.lists(st.tuples(_NAMES, st.booleans()), unique_by=lambda pair: pair[0], max_size=20))
def test_scopes_equal_the_ones_computed_name_by_name(ops: list[tuple[str, bool]]) -> None:
    names, is_node = [name for name, _ in ops], [node for _, node in ops]
    scopes = name_scopes(names, np.array(is_node, dtype=np.bool_))
    by_hand = scopes_by_hand(names, is_node)
    rows = {path: row for row, path in enumerate(by_hand)}
    assert scopes.parent.tolist() == [rows[path.rpartition("/")[0]] for path in by_hand]
    assert scopes.depth.tolist() == [path.count("/") + 1 if path else 0 for path in by_hand]
    assert scopes.end.tolist() == [len(path.encode()) for path in by_hand]
    for op, name in enumerate(names):
        path = escape_empty_segments(name)
        lowest = next((above for above in _upwards(path) if above in rows), "")
        assert scopes.home[op] == rows[lowest]
    firsts: dict[str, int] = {}
    for op, (name, node) in enumerate(ops):
        if node:
            for path in _upwards(escape_empty_segments(name)):
                firsts.setdefault(path, op)
    assert scopes.first[1:].tolist() == [firsts[path] for path in by_hand[1:]]


def _upwards(path: str) -> list[str]:
    """Return a path and all paths above it, the lowest first."""
    ends = [end for end, sign in enumerate(path) if sign == "/"]
    return [path, *(path[:end] for end in reversed(ends))]
