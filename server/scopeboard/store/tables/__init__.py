"""Tables in memory: runs, tags, files, blocks; a snapshot of them for readers.

In: changes.
Out: a `Snapshot` of one generation.
Public: `tables`, `snapshot.Snapshot`, `changes`, `file_lookup`.
"""
