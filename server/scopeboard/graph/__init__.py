"""The graph engine: GraphDef bytes to one scope per request. Pure, but for `opened`.

The passes, in order: `graph_layout` finds where nodes and functions stand in the bytes,
`node_reader` cuts them into names, inputs and attributes (with `message_fields` and `odd_node`),
`graphdef` makes columns of them, one library of functions included (with `op_kinds`,
`function_defs`, `edges_of_inputs`, `output_ports`, `reference_edges`, `shape_inference`),
`annotations` takes constants and
summaries out of the flow, `hierarchy` makes the tree of name scopes, `metaedges` indexes the edges
by that tree, and `build_scope` answers for one scope, its nodes in the order that `order` gives.
`summary` counts what a list says of a graph, `prepared` runs what is done once for a graph that is
opened; `opened` keeps the results of both.
"""
