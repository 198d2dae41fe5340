"""Differences between two graphs: which op of one is which of the other, and what is not the same.

In: two op graphs.
Out: pairs of ops, what each pair differs in, added and removed ops, moved scopes.
Public: `graph_diff.diff_graphs`, `graph_diff.GraphDiff`.
"""
