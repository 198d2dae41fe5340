"""Worker processes that read jobs.

In: jobs.
Out: results, in this process or from a pool.
Public: `executor.Readers`, `process.fork_workers`.
"""
