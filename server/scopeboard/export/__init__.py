"""Downloads: every point or value of many series, in the formats of other programs.

In: a snapshot of the store.
Out: CSV, Parquet and ZIP, a portion at a time.
Public: all modules, to `api` and `compat`.
"""
