"""Precision-recall and ROC curves.

In: the counts of a classifier at each threshold.
Out: ratios by threshold, and areas under curves.
Public: `classification`.
"""
