"""Bytes to values: event files without files.

Nothing here does I/O. The stages, in order: `record` frames bytes, `decode` reads the event in
each record, `summary` says what its values are, and `batch` holds the columns that come out.
"""
