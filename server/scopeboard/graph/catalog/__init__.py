"""The catalog of graphs: lists them, resolves their ids, holds prepared ones within a bound.

In: sources.
Out: summaries, and prepared graphs by id.
Public: `catalog.LoggedGraphs`, `handle.GraphHandle`, `summary.GraphSummary`.
"""
