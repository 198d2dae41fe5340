"""The hierarchy: annotations out of the flow, the tree of name scopes and groups, metaedges.

In: an op graph.
Out: `AnnotatedGraph`, `ScopeTree`, `EdgeIndex`, `CallTable`.
Public: `annotations`, `tree`, `depth_levels`, `metaedges`, `calls`, `grouping`, `groups`.
"""
