"""Expressions over scalars, such as `loss@train - loss@val`, evaluated on every point.

In: the text of an expression, and the series of a log.
Out: for each run a series of its own, as points or as buckets, where a value changes, and where
steps are on an axis.
Public: `parser`, `log_runs`, `computed_series`, `selection`, `changes`, `places`, to `api`.

A text becomes a tree (`parser`, `syntax`). Its operands are found in each run (`operands`), their
points are joined by step (`join`), and the tree is evaluated on the joined columns (`evaluate`).
Decision 0065 gives the reasons.
"""
