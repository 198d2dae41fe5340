"""TFRecord framing: where records begin, whether their checksums hold.

In: byte buffers, whole or in parts.
Out: records, spans of records, damage with its offset.
Public: `record_reader`, `framing`, `checksums`, `long_record`.
"""
