"""Run read jobs in worker processes, or in this process.

In: planned jobs. Out: the same jobs with their results.
Public: `executor.ReadExecutor`, `process.fork_workers`.
"""
