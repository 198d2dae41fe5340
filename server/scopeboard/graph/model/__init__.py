"""The op graph as columns, and pure functions over it.

In: columns and protobuf messages of ops.
Out: `OpGraph`, dtypes, shapes, signatures of ops, adjacency, components, text search.
Public: all modules, to the other folders of `graph`.
"""
