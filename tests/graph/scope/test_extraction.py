"""The main/auxiliary split, compared with the same rules over sets of edges."""

from collections.abc import Iterable, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.graph.hierarchy.metaedges import Metaedges
from scopeboard.graph.model.op_graph import CONTROL, DATA
from scopeboard.graph.scope.answer import Reason
from scopeboard.graph.scope.extraction import (
    EXCLUDED,
    IN_EXTRACT,
    INCLUDED,
    MAIN,
    OUT_EXTRACT,
    UNSPECIFIED,
    Candidates,
    ExtractOptions,
    Split,
    crowded_bridges,
    split_scope,
)

Link = tuple[int, int, int]  # source, target, kind


def metaedges(links: Sequence[Link]) -> Metaedges:
    source, target, kind = (np.array([link[end] for link in links], dtype=int) for end in range(3))
    nothing = np.full(len(links), -1)
    return Metaedges(
        source, target, kind, np.ones(len(links), dtype=int), nothing, nothing, nothing
    )


def candidates(
    count: int,
    ops: Sequence[str] = (),
    choice: Iterable[int] = (),
    constants: Iterable[int] = (),
    summaries: Iterable[int] = (),
    bridges: Iterable[int] = (),
) -> Candidates:
    chosen = [*choice, *[UNSPECIFIED] * count][:count]
    return Candidates(
        ops=[*ops, *[""] * count][:count],
        choice=np.array(chosen, dtype=np.int8),
        rules=[f"exclude:name:n{row}" for row in range(count)],
        has_constants=np.isin(np.arange(count), list(constants)),
        has_summaries=np.isin(np.arange(count), list(summaries)),
        has_bridge=np.isin(np.arange(count), list(bridges)),
    )


def split(
    count: int,
    links: Sequence[Link],
    choice: Iterable[int] = (),
    constants: Iterable[int] = (),
    summaries: Iterable[int] = (),
) -> Split:
    about = candidates(count, (), choice, constants, summaries)
    return split_scope(about, metaedges(links), ExtractOptions(rule="tensorboard"))


def test_a_no_op_leaves_as_a_sink() -> None:
    about = candidates(3, ["Add", "NoOp", "Mul"])
    result = split_scope(
        about, metaedges([(0, 1, CONTROL), (0, 2, DATA)]), ExtractOptions(rule="tensorboard")
    )
    assert result.role.tolist() == [MAIN, OUT_EXTRACT, MAIN]
    assert result.reasons == {1: Reason("op_type", "NoOp")}
    assert result.cut.tolist() == [True, False]


def test_a_hub_leaves_when_there_are_enough_children() -> None:
    links = [(node, 14, DATA) for node in range(6)] + [(node, node + 1, DATA) for node in range(13)]
    result = split(15, links)
    assert result.role.tolist() == [MAIN] * 14 + [IN_EXTRACT]
    assert result.reasons == {14: Reason("in_degree", count=6, bound=4)}
    assert result.cut.tolist() == [True] * 6 + [False] * 13
    assert split(14, [link for link in links if 14 not in link]).reasons == {}


def test_a_source_of_many_leaves_to_the_other_side() -> None:
    links = [(0, node, DATA) for node in range(1, 15)] + [
        (node, node + 1, DATA) for node in range(1, 14)
    ]
    result = split(15, links)
    assert result.reasons == {0: Reason("out_degree", count=14, bound=4)}
    assert result.role[0] == OUT_EXTRACT


def test_a_node_that_is_included_stays() -> None:
    links = [(node, 14, DATA) for node in range(6)] + [(node, node + 1, DATA) for node in range(13)]
    result = split(15, links, choice=[UNSPECIFIED] * 14 + [INCLUDED])
    assert result.role.tolist() == [MAIN] * 15
    assert not result.cut.any()


def test_a_node_that_is_excluded_leaves_with_its_rule() -> None:
    result = split(3, [(0, 1, DATA), (1, 2, DATA), (1, 0, CONTROL)], choice=[0, EXCLUDED, 0])
    assert result.role[1] == OUT_EXTRACT
    assert result.reasons[1] == Reason("choice", "exclude:name:n1")
    assert result.cut.all()


def test_many_control_dependencies_are_cut_and_the_node_stays() -> None:
    links = [(0, node, CONTROL) for node in range(1, 6)] + [
        (node, node + 1, DATA) for node in range(1, 5)
    ]
    result = split(6, links)
    assert result.cut.tolist() == [True] * 5 + [False] * 4
    assert split(6, links, choice=[INCLUDED]).cut.tolist() == [False] * 9


def test_a_control_dependency_beside_a_tensor_is_not_cut() -> None:
    links = [(0, node, kind) for node in range(1, 7) for kind in (DATA, CONTROL)]
    assert not split(7, links).cut.any()


def test_an_isolated_node_leaves_to_the_side_of_its_annotations() -> None:
    result = split(4, [], constants=[0, 2], summaries=[1, 2])
    assert result.role.tolist() == [OUT_EXTRACT, IN_EXTRACT, MAIN, MAIN]
    assert result.reasons == {0: Reason("isolated"), 1: Reason("isolated")}


def test_a_loop_is_an_edge_but_no_neighbour() -> None:
    result = split(1, [(0, 0, DATA)], constants=[0])
    assert result.role.tolist() == [MAIN]
    assert not result.cut.any()


def test_a_node_with_a_bridge_stays() -> None:
    about = candidates(2, constants=[0, 1], bridges=[0])
    result = split_scope(about, metaedges([]), ExtractOptions(rule="tensorboard"))
    assert result.role.tolist() == [MAIN, OUT_EXTRACT]


@pytest.mark.parametrize("kind", [DATA, CONTROL])
@pytest.mark.parametrize(("links", "expected"), [(4, False), (5, True)])
def test_bridges_to_many_children_are_too_many(kind: int, links: int, expected: bool) -> None:
    across = metaedges([(9, child, kind) for child in range(links)])
    crowded = crowded_bridges(
        across, across.target, across.source, ExtractOptions(rule="tensorboard")
    )
    assert crowded.tolist() == [expected] * links


LINKS = st.lists(
    st.tuples(st.integers(0, 19), st.integers(0, 19), st.sampled_from([DATA, CONTROL])),
    max_size=90,
    unique=True,
).map(sorted)


@given(
    links=LINKS,
    ops=st.lists(st.sampled_from(["Add", "NoOp"]), min_size=20, max_size=20),
    choice=st.lists(st.sampled_from([0, 0, 0, 1, -1]), min_size=20, max_size=20),
    constants=st.sets(st.integers(0, 19)),
    summaries=st.sets(st.integers(0, 19)),
    bridges=st.sets(st.integers(0, 19), max_size=6),
)
def test_it_agrees_with_the_rules_over_sets(
    links: list[Link],
    ops: list[str],
    choice: list[int],
    constants: set[int],
    summaries: set[int],
    bridges: set[int],
) -> None:
    about = candidates(20, ops, choice, constants, summaries, bridges)
    result = split_scope(about, metaedges(links), ExtractOptions(rule="tensorboard"))
    by_sets = SplitBySets(links, ops, choice)
    by_sets.leave_chosen()
    by_sets.leave({node: OUT_EXTRACT for node in by_sets.undecided() if ops[node] == "NoOp"})
    by_sets.leave_outliers()
    by_sets.cut_control()
    by_sets.leave_lonely(constants, summaries, bridges)
    assert result.role.tolist() == by_sets.role
    assert {link for link, is_cut in zip(links, result.cut, strict=True) if is_cut} == by_sets.cut
    assert set(result.reasons) == {row for row in range(20) if by_sets.role[row] != MAIN}


class SplitBySets:
    """The rules of `extraction`, one node and one link at a time."""

    def __init__(self, links: list[Link], ops: list[str], choice: list[int]) -> None:
        self.links, self.ops, self.choice = links, ops, choice
        self.role, self.cut = [MAIN] * 20, set[Link]()
        tensors = {link[:2] for link in links if link[2] == DATA}
        self.alone = {link for link in links if link[2] == CONTROL and link[:2] not in tensors}

    def neighbours(self, node: int, end: int, kinds: tuple[int, ...]) -> set[int]:
        whole = [link for link in self.links if link not in self.cut and link[0] != link[1]]
        return {link[1 - end] for link in whole if link[end] == node and link[2] in kinds}

    def undecided(self) -> list[int]:
        return [node for node in range(20) if self.role[node] == MAIN and self.choice[node] == 0]

    def leave(self, chosen: dict[int, int]) -> None:
        for node, side in chosen.items():
            self.role[node] = side
        for link in self.links:
            if any(self.role[end] != MAIN for end in link[:2]):
                self.cut.add(link)

    def leave_chosen(self) -> None:
        excluded = [node for node in range(20) if self.choice[node] == EXCLUDED]
        degrees = {
            node: [len(self.neighbours(node, end, (DATA, CONTROL))) for end in (0, 1)]
            for node in excluded
        }
        self.leave({n: OUT_EXTRACT if d[0] > d[1] else IN_EXTRACT for n, d in degrees.items()})

    def leave_outliers(self) -> None:
        chosen: dict[int, int] = {}
        for end, spread, side in ((0, 4, OUT_EXTRACT), (1, 1, IN_EXTRACT)):
            degree = {
                node: len(self.neighbours(node, end, (DATA,)) or self.neighbours(node, end, (1,)))
                for node in self.undecided()
            }
            ranked = sorted(degree.values())
            if len(ranked) >= 15:
                low, high = (ranked[int(len(ranked) * share + 0.5)] for share in (0.25, 0.75))
                bound = max(high + spread * (high - low), 4)
                chosen |= {node: side for node in degree if degree[node] > bound}
        self.leave(chosen)

    def cut_control(self) -> None:
        alone = {link for link in self.alone - self.cut if link[0] != link[1]}
        busy = {node for node in range(20) if sum(node in link[:2] for link in alone) > 4}
        included = {node for node in range(20) if self.choice[node] == INCLUDED}
        self.cut |= {link for link in alone if busy & {*link[:2]} and not included & {*link[:2]}}

    def leave_lonely(self, constants: set[int], summaries: set[int], bridges: set[int]) -> None:
        lonely = {}
        for node in set(self.undecided()) - bridges:
            before = node in constants or any(link[1] == node for link in self.cut)
            after = node in summaries or any(link[0] == node for link in self.cut)
            if before != after and all(
                link in self.cut or node not in link[:2] for link in self.links
            ):
                lonely[node] = OUT_EXTRACT if before else IN_EXTRACT
        for node, side in lonely.items():
            self.role[node] = side
