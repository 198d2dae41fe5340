"""Resources of graphs: scopes, nodes, search, statistics, export.

In: the graph catalog and the parameters of a request.
Out: JSON of one scope, node or search at a time.
Public: one router per module.
"""
