"""The catalog of graphs: lists them, opens them, keeps them within a memory bound.

In: sources.
Out: summaries, and prepared graphs by id.
Public: `catalog.LoggedGraphs`, `summary.GraphSummary`.
"""
