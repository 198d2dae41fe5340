"""Renamed ops are told of by the scope that explains them."""

from hypothesis import given
from hypothesis import strategies as st

from scopeboard.graph.diff.moves import Move, find_moves

SEGMENTS = st.sampled_from(["a", "b", "c"])
NAMES = st.lists(SEGMENTS, min_size=1, max_size=4).map("/".join)


def test_what_moved_is_what_differs_and_the_largest_first() -> None:
    renamed = [
        ("net/x/k", "net/y/k"),
        ("net/x/in/b", "net/y/in/b"),
        ("Mul_1", "Mul_2"),
        ("a/k", "k"),
    ]
    assert find_moves(renamed) == [
        Move("net/x", "net/y", 2),
        Move("Mul_1", "Mul_2", 1),
        Move("a/k", "k", 1),
    ]


@given(st.lists(st.tuples(NAMES, NAMES)))
def test_moves_explain_every_name(renamed: list[tuple[str, str]]) -> None:
    moves = find_moves(renamed)
    assert sum(move.ops for move in moves) == len(renamed)
    for old, new in renamed:
        assert any(
            old.startswith(move.origin)
            and new.startswith(move.to)
            and old[len(move.origin) :] == new[len(move.to) :]
            for move in moves
        )
