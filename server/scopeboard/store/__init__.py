"""The store of a log directory: runs, tags, time series and blobs.

In: batches from ingest.
Out: snapshots, time series, lists of runs and tags. Columns only grow, so readers take no lock.
Public: `store.Store`, `open.open_store`, `progress`, the folders `query` and `values`.
"""
