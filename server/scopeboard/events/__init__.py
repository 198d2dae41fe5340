"""Bytes to values: event files without files.

Nothing here does I/O. Two paths lead from bytes to a `batch`, the columns that come out, and both
give the same answer. Record by record: `record` frames bytes, `decode` reads the event in each
record into a `stretch` of rows, and `summary` says what its values are. In columns, for the plain
scalars that are nearly all there is: `scan` tells the stages.
"""
