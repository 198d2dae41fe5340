"""Bytes of event files to values and columns. Pure: no file, no lock, no thread.

In: bytes, or a reader of bytes. Out: records, values and batches of columns.
Public: `columnar.scan`, `decode`, `records`, `values`; `buffer` is for `events` alone.

Two paths lead to a `Batch`, with equal results: `decode` reads record by record with protobuf, and
`columnar` reads the plain scalars of many files at once.
"""
