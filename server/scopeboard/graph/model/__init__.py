"""The op graph as columns, and functions over it.

In: nothing but values.
Out: `OpGraph`, dtypes, shapes, signatures of ops, adjacency, components, text search.
Public: all modules, to `graph`.
"""
