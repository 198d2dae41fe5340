"""Queries about a graph: search, traces, neighbours, details of a node.

In: a prepared graph and a query.
Out: ops and scopes that match, with counts.
Public: `search.search`, `trace.trace`, `node_card.build_card`, `neighbours`, `edge_tensors`.
"""
