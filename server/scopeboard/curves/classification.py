"""Precision-recall and ROC curves from the four counts at each threshold.

Logged counts determine all other values: without positive predictions, writers log a precision of 0
or 1 by convention, and here it is NaN. A curve with logged precision and recall but counts of 0 has
these two and no ROC curve.
"""

from dataclasses import dataclass

import numpy as np

from scopeboard.arrays import Floats
from scopeboard.events.values.pr_curve import LoggedCurve


@dataclass(frozen=True, slots=True)
class Classification:
    """A curve by threshold, float64 [n] each, NaN where a ratio has no denominator.

    `recall` is also the true positive rate. The areas are None if undefined.
    """

    threshold: Floats
    precision: Floats
    recall: Floats
    false_positive_rate: Floats
    average_precision: float | None
    roc_area: float | None


def classification(curve: LoggedCurve) -> Classification:
    """Return the ratios and areas of a curve."""
    predicted = curve.true_positives + curve.false_positives
    positives = curve.true_positives + curve.false_negatives
    negatives = curve.false_positives + curve.true_negatives
    has_counts = bool((predicted + positives + negatives > 0).any())
    precision = _ratio(curve.true_positives, predicted) if has_counts else curve.precision
    recall = _ratio(curve.true_positives, positives) if has_counts else curve.recall
    rate = _ratio(curve.false_positives, negatives)
    return Classification(
        threshold=np.linspace(0, 1, len(precision)),
        precision=precision,
        recall=recall,
        false_positive_rate=rate,
        average_precision=average_precision(precision, recall),
        roc_area=roc_area(rate, recall),
    )


def average_precision(precision: Floats, recall: Floats) -> float | None:
    """Return the area under a precision-recall curve, as the mean precision over recall.

    The sum of (R[i] - R[i-1]) * P[i] over rising recall, as in scikit-learn. Straight lines between
    points would overestimate the area (Davis and Goadrich, 2006).

    Args:
        precision: [n] by rising threshold; points with NaN are ignored.
        recall: [n] likewise.
    """
    is_finite = np.isfinite(precision) & np.isfinite(recall)
    if not is_finite.any():
        return None
    recall, precision = recall[is_finite][::-1], precision[is_finite][::-1]
    return float(np.sum(np.diff(recall, prepend=0.0) * precision))


def roc_area(false_positive_rate: Floats, true_positive_rate: Floats) -> float | None:
    """Return the area under a ROC curve by trapezoids, from (0, 0) to (1, 1).

    Args:
        false_positive_rate: [n] by rising threshold; points with NaN are ignored.
        true_positive_rate: [n] likewise.
    """
    is_finite = np.isfinite(false_positive_rate) & np.isfinite(true_positive_rate)
    if not is_finite.any():
        return None
    x = np.concatenate([[0.0], false_positive_rate[is_finite][::-1], [1.0]])
    y = np.concatenate([[0.0], true_positive_rate[is_finite][::-1], [1.0]])
    return float(np.sum(np.diff(x) * (y[1:] + y[:-1]) / 2))


def _ratio(count: Floats, total: Floats) -> Floats:
    ratio = np.full(len(count), np.nan)
    np.divide(count, total, out=ratio, where=total > 0)
    return ratio
