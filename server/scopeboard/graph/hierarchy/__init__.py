"""The hierarchy: annotations out of the flow, the tree of name scopes and series nodes, metaedges.

In: an op graph.
Out: `ScopeTree`, `EdgeIndex`, function calls.
Public: `annotations`, `tree`, `metaedges`, `calls`, `grouping`.
"""
