"""Logs that are read here: what `Log` needs, from the index of the dashboard.

In: a log directory.
Out: views of it, each of one moment.
Public: `reader.IndexReader`, `graph.open_graph`.
"""
