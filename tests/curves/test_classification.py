"""Curves from counts, compared with what the definitions give example by example."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.curves.classification import average_precision, classification, roc_area
from scopeboard.events.values.pr_curve import LoggedCurve

THRESHOLDS = 21


def curve_of(labels: list[bool], scores: list[float]) -> LoggedCurve:
    """Return the counts of a classifier at each threshold, without ratios."""
    counts = np.zeros((4, THRESHOLDS))
    for at, threshold in enumerate(np.linspace(0, 1, THRESHOLDS)):
        for label, score in zip(labels, scores, strict=True):
            is_found = bool(score >= threshold)
            counts[
                {(True, True): 0, (False, True): 1, (False, False): 2, (True, False): 3}[
                    label, is_found
                ],
                at,
            ] += 1
    tp, fp, tn, fn = counts
    nothing = np.full(THRESHOLDS, 7.0)
    return LoggedCurve(tp, fp, tn, fn, nothing, nothing)


# Scores on the thresholds themselves, so that none falls between two.
scores = st.integers(0, THRESHOLDS - 1).map(lambda at: float(np.linspace(0, 1, THRESHOLDS)[at]))
examples = st.lists(st.tuples(st.booleans(), scores), min_size=2, max_size=30).filter(
    lambda some: len({label for label, _ in some}) == 2
)


@given(examples)
def test_the_roc_area_is_how_often_a_positive_scores_higher(
    some: list[tuple[bool, float]],
) -> None:
    found = classification(curve_of(*map(list, zip(*some, strict=True))))
    pairs = [(p, n) for is_p, p in some if is_p for is_n, n in some if not is_n]
    wins = sum(1.0 if p > n else 0.5 if p == n else 0.0 for p, n in pairs)
    assert found.roc_area == pytest.approx(wins / len(pairs))


@given(examples)
def test_the_average_precision_is_that_of_the_ranking(some: list[tuple[bool, float]]) -> None:
    found = classification(curve_of(*map(list, zip(*some, strict=True))))
    points = [(0.0, 1.0)]
    positives = sum(label for label, _ in some)
    for threshold in sorted({score for _, score in some}, reverse=True):
        labels = [label for label, score in some if score >= threshold]
        points.append((sum(labels) / positives, sum(labels) / len(labels)))
    expected = sum((b[0] - a[0]) * b[1] for a, b in pairwise(points))
    assert found.average_precision == pytest.approx(expected)


def test_a_perfect_and_a_useless_classifier() -> None:
    perfect = classification(curve_of([True, False], [0.9, 0.1]))
    assert (perfect.average_precision, perfect.roc_area) == (1.0, 1.0)
    useless = classification(curve_of([True, False], [0.5, 0.5]))
    assert (useless.average_precision, useless.roc_area) == (0.5, 0.5)


def test_a_ratio_without_a_denominator_is_none() -> None:
    found = classification(curve_of([True, True], [0.2, 0.4]))
    assert np.isnan(found.precision[-1])
    assert np.isnan(found.false_positive_rate).all()
    assert (found.recall[0], found.roc_area) == (1.0, None)


def test_without_counts_what_was_logged_stands() -> None:
    zeros = np.zeros(3)
    precision, recall = np.array([0.5, 1.0, 1.0]), np.array([1.0, 0.5, 0.0])
    found = classification(LoggedCurve(zeros, zeros, zeros, zeros, precision, recall))
    assert found.precision.tolist() == precision.tolist()
    assert (found.average_precision, found.roc_area) == (0.75, None)
    assert found.threshold.tolist() == [0.0, 0.5, 1.0]


def test_areas_of_nothing() -> None:
    nan = np.array([np.nan])
    assert average_precision(nan, nan) is None
    assert roc_area(nan, nan) is None
