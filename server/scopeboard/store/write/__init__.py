"""The write path: merge a batch, commit it, flush, compact, recover.

In: ingest batches, with the lock of `state.StoreState` held.
Out: changes in the tables and in the index on disk.
Public: `state`, `ingest_batch`, `registration`, `commit`, `compaction`, `recovery`.
"""
