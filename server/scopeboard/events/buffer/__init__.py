"""Byte buffers in NumPy: checksums, unaligned words, numbers of the wire format.

In: byte buffers, uint8 [n]. Out: columns of words and numbers.
Public: all modules, to `events`; `crc32c` to `ingest`.
"""
