"""The graph engine: GraphDef bytes to answers about one scope, one node, one search at a time.

*Sources.* `logged_graphs` lists what there is: `event_graphs`, `file_graphs` and `dropped_graphs`.
Text, Keras models and whatever else is no GraphDef becomes one (`text_format`, `keras_model`).
`opened` keeps graphs in memory, `graph_cache` over restarts.

*Reading.* `graph_layout` finds where nodes and functions stand in the bytes, `node_reader` cuts
them into names, inputs and attributes (with `protowire.columns` and `odd_node`), `graphdef` makes
columns of them, the function library included (with `op_kinds`, `function_defs`,
`edges_of_inputs`, `output_ports`, `reference_edges` and `shape_inference`).

*Preparing*, once for a graph (`prepared`). `annotations` takes constants and summaries out of the
flow, `hierarchy` makes the tree of name scopes and series nodes, `metaedges` indexes the edges by
that tree, `calls` knows which ops open into which functions, and `costs` and `structure` say what
rows of the tree cost and which are alike.

*Answering.* `resolve` finds what is shown under a name, in function bodies too. `build_scope`
answers for one scope: `scope_view` has its columns, `order` their order, `extract` the split into
main and auxiliary graph; `build_scopes` answers for several at once. Other questions are
`node_card`, `neighbours`, `search`, `trace`, `scope_colours`, `scope_statistics`, `hot_spots`
and `export`.

All but the sources is pure: the same bytes give the same answers, whatever was asked before.
"""
