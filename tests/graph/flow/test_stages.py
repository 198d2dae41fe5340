"""Stages: runs of equal blocks that something else parts."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.graph.flow.stages import find_stages
from scopeboard.graph.model.topological_levels import NO_LEVEL, topological_levels
from tools.examples import examples


def stages_of(kinds: str, *, seed: int | None = None) -> list[str]:
    """Return the stages of a chain of blocks, a letter for each kind and `.` for no block."""
    order = np.arange(len(kinds))
    if seed is not None:
        np.random.default_rng(seed).shuffle(order)
    kind = np.full(len(kinds), -1, dtype=np.int64)
    kind[order] = [-1 if each == "." else ord(each) for each in kinds]
    found = find_stages(kind, order[:-1], order[1:])
    place = np.argsort(order)
    return ["".join(kinds[place[unit]] for unit in stage) for stage in found]


@pytest.mark.parametrize(
    ("kinds", "stages"),
    [
        (".wbbwbbbwbbbbbwbb.", ["wbb", "wbbb", "wbbbbb", "wbb"]),  # a ResNet
        ("..bbb..bbb..bbbbb.", ["bbb", "..bbb", "..bbbbb"]),  # reductions of the resolution
        (".bbbb.", []),
        (".bwbwb.", []),
        ("......", []),
        ("bb.........bb", ["bb", "bb"]),  # what is between is too long to begin the second
        ("aabb", []),
        ("abbwbb", ["bb", "wbb"]),
    ],
)
def test_a_run_and_what_leads_to_it_are_a_stage(kinds: str, stages: list[str]) -> None:
    assert stages_of(kinds) == stages


def test_the_order_of_appearance_does_not_matter() -> None:
    assert stages_of(".wbbwbbbwbb.", seed=3) == ["wbb", "wbbb", "wbb"]


def test_a_cycle_has_no_stages() -> None:
    kind = np.array([1, 1, -1, 1, 1])
    assert find_stages(kind, np.arange(5), (np.arange(5) + 1) % 5) == []


@examples(200)
@given(
    st.lists(st.integers(-1, 2), min_size=1, max_size=40),
    st.lists(st.tuples(st.integers(0, 39), st.integers(1, 5)), max_size=30),
)
def test_stages_are_apart_and_never_feed_themselves(
    kinds: list[int], more: list[tuple[int, int]]
) -> None:
    count = len(kinds)
    edges = {(at, at + 1) for at in range(count - 1)}
    edges |= {(at, at + far) for at, far in more if at + far < count}
    source, target = np.array(sorted(edges), dtype=np.int64).reshape(-1, 2).T
    stages = find_stages(np.array(kinds), source, target)
    assert len(set().union(*stages)) == sum(map(len, stages))
    home = np.arange(count)
    for stage in stages:
        home[stage] = stage[0]
    one, other = home[source], home[target]
    apart = one != other
    assert (topological_levels(count, one[apart], other[apart]) != NO_LEVEL).all()
