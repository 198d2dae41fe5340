"""The GraphDef parser: bytes to columns, function library included.

In: bytes of a GraphDef.
Out: a `ParsedGraph`: the op graph and its faults.
Public: `parser.parse`, `parser.parse_graph`; `slow_node` and `truncated_names` to `source`.
"""
