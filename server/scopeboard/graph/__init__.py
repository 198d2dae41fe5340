"""The graph engine: GraphDef bytes to one scope per request. Pure, but for `opened`.

The passes, in order: `nodedefs` frames the bytes (with `odd_node`), `graphdef` makes columns of
them (with `inputs`, `shapes`, `dtypes` and `reference_edges`), `annotations` takes constants and
summaries out of the flow, `hierarchy` makes the tree of name scopes, `metaedges` indexes the edges
by that tree, and `build_scope` answers for one scope, its nodes in the order that `order` gives.
`summary` counts what a list says of a graph, `prepared` runs what is done once for a graph that is
opened; `opened` keeps the results of both.
"""
