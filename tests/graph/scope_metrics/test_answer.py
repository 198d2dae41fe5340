"""The worst inside closed scopes, the views of a metric, and statistics of histograms."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import ops, ordinary_graph, unhurried
from scopeboard.events.values.summary import Histogram
from scopeboard.graph.prepared.prepared_graph import prepare_graph
from scopeboard.graph.scope_metrics.divisors import divisors, tags_of
from scopeboard.graph.scope_metrics.histogram_statistics import statistic_of
from scopeboard.graph.scope_metrics.logged_matrix import Window, steps_of, values_at
from scopeboard.graph.scope_metrics.views import change, rate, ratio, share
from scopeboard.graph.scope_metrics.worst_inside import worst_inside
from scopeboard.graph.tag_scopes.match import match_tags
from scopeboard.types import TagKey

NAN, INF = math.nan, math.inf
VALUES = st.sampled_from([NAN, INF, 0.0, 1.0, -2.0, 3.5, 0.25])


@unhurried
@given(ordinary_graph(), st.data())
def test_a_scope_has_the_worst_of_all_rows_inside(data: bytes, draw: st.DataObject) -> None:
    tree = prepare_graph(data).tree
    if tree.parent.size == 1:
        return
    row = st.integers(1, tree.parent.size - 1)
    rows = np.array(draw.draw(st.lists(row, min_size=1, max_size=6)), np.int64)
    values = np.array([[draw.draw(VALUES)] for _ in rows])
    for worst in ("magnitude", "ratio", "sum"):
        found = worst_inside(tree, rows, values, worst)
        inside = {
            at: [v for r, (v,) in zip(rows, values, strict=True) if at in tree.ancestors(r)]
            for at in found.rows.tolist()
        }
        own = {at: [v for r, (v,) in zip(rows, values, strict=True) if r == at] for at in inside}
        assert sorted(inside) == sorted({a for r in rows for a in tree.ancestors(r)[1:]})
        for at, (value,) in zip(found.rows.tolist(), found.values, strict=True):
            logged = [v for v in inside[at] if not math.isnan(v)]
            if not logged:
                assert math.isnan(value)
            elif worst == "magnitude":
                assert abs(value) == max(map(abs, logged))
            elif worst == "ratio" and min(logged) > 0:
                assert abs(math.log(value)) == max(abs(math.log(v)) for v in logged)
            elif worst == "sum" and any(not math.isnan(v) for v in own[at]):
                assert value == sum(v for v in own[at] if not math.isnan(v))


def test_shares_are_added_and_an_own_share_counts_alone() -> None:
    tree = prepare_graph(ops("a/b/x Add", "a/b/y Mul", "a/c Sub")).tree
    row_of = {tree.path(row): row for row in range(1, tree.parent.size)}
    rows = np.array([row_of[name] for name in ("a/b", "a/b/x", "a/b/y", "a/c")])
    shares = np.array([[NAN, 0.5], [0.2, 0.1], [0.3, 0.1], [0.1, 0.5]])
    found = worst_inside(tree, rows, shares, "sum")
    shown = dict(zip(map(tree.path, found.rows.tolist()), found.values.tolist(), strict=True))
    assert shown["a/b"] == pytest.approx([0.5, 0.5])
    assert shown["a"] == pytest.approx([0.6, 1.0])


def test_views_of_a_metric() -> None:
    values = np.array([[1.0, 3.0, INF], [1.0, 1.0, 4.0]])
    steps = np.array([0, 10, 20])
    assert rate(values, steps).tolist()[0][1:] == [0.2, INF]
    assert rate(values, steps)[1, 2] == pytest.approx(0.3)
    assert change(values, steps, 15).tolist() == [[-2.0, 0.0, INF], [0.0, 0.0, 3.0]]
    assert np.isnan(change(values, steps, -1)).all()
    every = np.array([True, True])
    assert share(values, every).tolist() == [[0.5, 0.75, INF], [0.5, 0.25, 1.0]]
    assert share(values, np.array([True, False]))[1].tolist()[:2] == [1.0, 1 / 3]
    divided = ratio(values, np.array([[2.0, 0.0, 1.0], [0.5, NAN, INF]]))
    assert divided.tolist()[0] == [0.5, INF, INF]
    assert divided[1, 0] == 2.0
    assert np.isnan(divided[1, 1:]).all()


def test_a_healthy_value_after_one_that_is_not_finite_is_no_jump() -> None:
    values, steps = np.array([[1.0, INF, 3.0, 4.0]]), np.array([0, 1, 2, 3])
    found = rate(values, steps)[0].tolist()
    assert math.isnan(found[0])
    assert found[1] == INF
    assert math.isnan(found[2])
    assert found[3] == 1.0
    assert change(values, steps, 0).tolist() == [[0.0, INF, 2.0, 3.0]]
    since = change(values, steps, 1)[0].tolist()
    assert since[1] == INF
    assert all(map(math.isnan, since[:1] + since[2:]))


def test_a_metric_is_divided_by_that_of_the_same_parameter() -> None:
    graph = prepare_graph(ops("Net/fc/mm Add", "Net/head/mm Add"))
    own = ["update/fc.weight", "update/fc.bias", "update/head.weight", "norm/head", "norm/fc"]
    other = ["size/fc.weight", "size/fc.bias", "size/head"]
    matches = match_tags(graph, [TagKey("scalars", tag) for tag in own + other]).matches
    sizes = tags_of(matches, "size", "scalars")
    assert sizes.tags == other
    values = np.array([[10.0, 10.0], [-40.0, NAN], [3.0, 4.0]])
    updates, norms = tags_of(matches, "update", "scalars"), tags_of(matches, "norm", "scalars")
    found = divisors(graph.tree, updates, sizes, values).tolist()
    assert found[0] == [10.0, 10.0]
    assert found[1][0] == -40.0
    assert math.isnan(found[1][1])
    assert found[2] == [3.0, 4.0]
    assert divisors(graph.tree, norms, sizes, values).tolist() == [[3.0, 4.0], [-40.0, 10.0]]
    kernels = sizes._replace(parameters=["kernel", "bias", "kernel"])
    found = divisors(graph.tree, updates, kernels, values).tolist()
    assert all(map(math.isnan, found[0] + found[2]))
    none = tags_of(matches, "none", "scalars")
    assert np.isnan(divisors(graph.tree, updates, none, values[:0])).all()
    twice = tags_of([*matches, *matches], "size", "scalars")
    found = divisors(graph.tree, updates, twice, np.vstack([values, 2 * values])).tolist()
    assert found[1][0] == -80.0


def test_a_value_holds_until_the_next_and_nan_is_no_gap() -> None:
    step, value = np.array([2, 4, 4]), np.array([1.0, 5.0, NAN])
    found = values_at(step, value, np.array([1, 2, 3, 4, 9])).tolist()
    assert math.isnan(found[0])
    assert found[1:] == [1.0, 1.0, INF, INF]
    assert np.isnan(values_at(step[:0], value[:0], step)).all()


@given(st.lists(st.integers(-50, 50), max_size=30), st.integers(2, 9))
def test_steps_are_logged_ones_with_both_ends(logged: list[int], count: int) -> None:
    shown, total = steps_of([np.array(logged, np.int64)], Window(-20, 20, count))
    steps = shown.tolist()
    inside = sorted({step for step in logged if -20 <= step <= 20})
    assert set(steps) <= set(inside)
    assert len(steps) == min(len(inside), count)
    assert total == len(inside)
    assert steps[:1] + steps[-1:] == inside[:1] + inside[-1:]


def histogram(*buckets: tuple[float, float, float], left_out: int = 0) -> Histogram:
    left, right, count = np.array(buckets, np.float64).reshape(-1, 3).T
    return Histogram(left, right, count, left_out)


def test_statistics_of_known_histograms() -> None:
    points = histogram((-1.0, -1.0, 2), (0.0, 0.0, 5), (2.0, 2.0, 3))
    assert statistic_of(points, "norm") == pytest.approx(math.sqrt(2 + 12))
    assert statistic_of(points, "mean") == pytest.approx(0.4)
    assert statistic_of(points, "std") == pytest.approx(math.sqrt(1.4 - 0.16))
    assert statistic_of(points, "zeros") == 0.5
    assert statistic_of(points, "p50") == 0.0
    assert statistic_of(points, "p95") == 2.0
    assert math.isnan(statistic_of(histogram((-1.0, 1.0, 4), (1.0, 3.0, 4)), "zeros"))
    assert statistic_of(histogram((0.0, 1.0, 4)), "std") == pytest.approx(math.sqrt(1 / 12))
    assert statistic_of(histogram((0.0, 1.0, 4), left_out=1), "mean") == INF
    assert math.isnan(statistic_of(histogram(), "norm"))
