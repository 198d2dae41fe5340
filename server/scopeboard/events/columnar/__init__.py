"""Records in columns: plain scalar events of equal form, many files at a time.

In: one buffer with portions of many files.
Out: the same batches as `decode`, faster.
Public: `scan.scan`, `scan.Piece`.
"""
