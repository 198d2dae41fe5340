"""Distributions of a tag's values over steps: selection of steps, percentiles, merged buckets.

A histogram is a table of buckets (left, right, count); a *distribution over steps* is one for each
of some steps of a run. Pure, except `read`, which reads event files.
"""
