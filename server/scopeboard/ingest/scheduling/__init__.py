"""The order of reading: portions of files, by the priority of their runs.

In: files with unread bytes. Out: planned jobs, in an order that results may not follow.
Public: `scheduler`, `split_points`.
"""
