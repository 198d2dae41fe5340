"""TFRecord framing: the records of a file, and their checksums.

In: byte buffers, complete or in pieces. Out: records, spans of records, damage with its offset.
Public: `record_reader`, `framing`, `checksums`, `long_record`.
"""
