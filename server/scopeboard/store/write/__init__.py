"""The write path: merge a batch, commit it, flush, compact, recover.

In: ingest batches.
Out: changes in the tables and on disk.
Public: `ingest_batch`, `commit`, `compaction`, `recovery`, `generations`.
"""
