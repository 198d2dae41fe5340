"""A prepared graph: tree, edges, costs and structures in memory, and its files in the cache.

In: a parsed graph.
Out: a `PreparedGraph`, the same after a restart.
Public: `prepared_graph`, `disk_cache`, `per_graph_cache`.
"""
