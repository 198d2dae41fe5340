"""A prepared graph: tree, edges, costs and structures in memory, and its files in the cache.

In: a parsed graph.
Out: a `PreparedGraph`, the same after a restart.
Public: `prepared_graph.prepare_ops`, `prepared_graph.PerGraphCache`, `graph_cache.GraphCache`.
"""
