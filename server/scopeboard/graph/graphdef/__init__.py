"""The GraphDef parser: bytes to columns, function library included.

In: bytes of a GraphDef.
Out: a `ParsedGraph` with its faults.
Public: `parser.parse`.
"""
