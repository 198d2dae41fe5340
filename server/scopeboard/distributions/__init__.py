"""Distributions of a tag's values over steps: one histogram for each of some steps of a run.

In: series of histograms in event files.
Out: the selected steps as columns of buckets (left, right, count), and their percentiles.
Public: all modules, to `api` and `compat`. All but `read` are pure; `read` opens event files.
"""
