"""The read path: series of a tag, ranges, buckets, metrics, lists of runs.

In: a snapshot and a query.
Out: points or buckets as columns.
Public: `query.select`, `series_finder.SeriesIndex`, `metrics`, `run_list`, `smoothing`.
"""
