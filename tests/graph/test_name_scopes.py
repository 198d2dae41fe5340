"""Where ops stand by their names, odd names included."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.graph.name_scopes import NameScopes, written_path


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
    assert written_path(name) == path


def place_all(*names: str) -> list[str]:
    """Return the path that each op gets."""
    scopes = NameScopes()
    for name in names:
        scopes.grow(name.rpartition("/")[0])
    placed = []
    for name in names:
        home, label = scopes.place_op(name)
        parts = [label]
        while home:
            parts.append(scopes.labels[home])
            home = scopes.parents[home]
        placed.append("/".join(reversed(parts)))
    return placed


def test_an_op_that_is_also_a_scope_stands_inside_it() -> None:
    assert place_all("foo", "foo/bar") == ["foo/(foo)", "foo/bar"]


def test_the_order_of_op_and_scope_does_not_matter() -> None:
    assert place_all("a/b/c", "a/b", "a") == ["a/b/c", "a/b/(b)", "a/(a)"]


def test_a_path_that_is_taken_gets_a_number() -> None:
    assert place_all("foo/(foo)", "foo", "foo/x") == ["foo/(foo)", "foo/(foo)#2", "foo/x"]


def test_a_number_gives_way_to_a_scope() -> None:
    names = ("a/(a)", "a", "a/(a)#2/x")
    assert place_all(*names) == ["a/(a)", "a/(a)#3", "a/(a)#2/x"]


@given(st.lists(st.text(alphabet="ab/()#2", min_size=1, max_size=8).map(written_path)))
def test_no_two_ops_share_a_path_and_none_has_a_scope_s(names: list[str]) -> None:
    paths = place_all(*names)
    scopes = {path[:end] for path in paths for end, sign in enumerate(path) if sign == "/"}
    assert len(set(paths)) == len(paths)
    assert scopes.isdisjoint(paths)
