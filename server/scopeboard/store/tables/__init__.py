"""Tables in memory: runs, tags, files and blocks, and an immutable snapshot of them.

In: changes.
Out: a `Snapshot` of one generation.
Public: `tables.StoreTables`, `snapshot.Snapshot`, `changes`, `file_lookup`.
"""
