"""Files of the index: segments with blocks, the change log, the directory with its lock.

In: rows and bytes.
Out: files, appended to and read by offset.
Public: `writer.SegmentWriter`, `reader.SegmentReader`, `change_log`, `directory`, `budget`.
"""
